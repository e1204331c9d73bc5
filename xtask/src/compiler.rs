//! The C and C++ compilers of this machine, and how we call them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ledger::Ledger;
use crate::process;
use crate::target::Target;
use crate::tools::{self, CLANG, CLANGXX, GCC, GXX, Need, Tool};
use crate::workspace::Workspace;

const STRICT: &[&str] = &["-Wall", "-Wextra", "-pedantic", "-Werror"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    Cpp,
}

impl Language {
    pub const BOTH: [Language; 2] = [Language::C, Language::Cpp];

    /// The ending of a source file.
    pub fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cpp => "cpp",
        }
    }

    /// The language standard that our sources are written for.
    pub fn standard(self) -> &'static str {
        match self {
            Language::C => "c11",
            Language::Cpp => "c++17",
        }
    }

    /// The environment variable in which a user names a compiler.
    fn variable(self) -> &'static str {
        match self {
            Language::C => "CC",
            Language::Cpp => "CXX",
        }
    }

    /// The names under which compilers are looked for; the first is the system's own choice.
    fn usual(self) -> (&'static str, [&'static Tool; 2]) {
        match self {
            Language::C => ("cc", [&GCC, &CLANG]),
            Language::Cpp => ("c++", [&GXX, &CLANGXX]),
        }
    }
}

/// One compiler with the words that its call begins with.
pub struct Compiler {
    pub name: String,
    program: PathBuf,
    leading: Vec<String>,
    /// What it says of itself after its own name; two names with one identity are one compiler.
    identity: String,
}

impl Compiler {
    fn from_words(words: &str) -> Option<Self> {
        // A path with spaces is one word; a wrapper in front of a compiler (`ccache gcc`) is two.
        let (program, leading) = match which::which(words) {
            Ok(program) => (program, Vec::new()),
            Err(_) => {
                let mut split = words.split_whitespace();
                let program = which::which(split.next()?).ok()?;
                (program, split.map(str::to_owned).collect::<Vec<_>>())
            }
        };
        let version = process::answer(Command::new(&program).args(&leading).arg("--version"))?;
        let identity = version.lines().next()?.split_once(' ')?.1.to_owned();
        let name = Path::new(words).file_name()?.to_string_lossy().into_owned();
        Some(Self { name, program, leading, identity })
    }

    /// The start of a call: strict warnings, the standard (`c11`, `c++17`), our headers.
    pub fn command(&self, workspace: &Workspace, standard: &str) -> Command {
        self.command_with(workspace, &workspace.root.join("include"), standard)
    }

    /// The same with the library's headers from another folder.
    pub fn command_with(&self, workspace: &Workspace, headers: &Path, standard: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.leading).arg(format!("-std={standard}")).args(STRICT);
        command.arg("-I").arg(headers).current_dir(&workspace.root);
        command
    }
}

/// All compilers of `language` that can be had: the one that the user names in `CC` or `CXX`, else the system's own, then
/// gcc and clang. What `work` loses for a compiler that is missing is entered in the ledger.
pub fn available(workspace: &Workspace, ledger: &mut Ledger, language: Language, work: &str) -> Vec<Compiler> {
    if cfg!(target_env = "msvc") {
        let why = "cl.exe is not driven by this tool; build with a GNU target of Rust and with gcc or clang";
        ledger.skip(work, why);
        return Vec::new();
    }
    let (own, usual) = language.usual();
    let mut compilers: Vec<Compiler> = Vec::new();
    let mut add = |compiler: Compiler| {
        if compilers.iter().all(|other| other.identity != compiler.identity) {
            compilers.push(compiler);
        }
    };
    match env::var(language.variable()) {
        Ok(words) if !words.trim().is_empty() => match Compiler::from_words(words.trim()) {
            Some(compiler) => add(compiler),
            None => {
                ledger.fail(work, &format!("{}={words} is no compiler that answers --version", language.variable()))
            }
        },
        _ => {}
    }
    for tool in usual {
        match workspace.toolbox.find(tool) {
            Ok(_) => Compiler::from_words(tool.program).into_iter().for_each(&mut add),
            // Any compiler does in place of a missing gcc; clang is looked for as a second opinion.
            Err(_) if tool.need == Need::Required && which::which(own).is_ok() => {
                Compiler::from_words(own).into_iter().for_each(&mut add);
            }
            Err(why) => tools::enter_missing(ledger, &format!("{work} with {}", tool.program), tool.need, &why),
        }
    }
    compilers
}

/// The compiler of another machine's programs; without it that is entered in the ledger.
pub fn cross(
    workspace: &Workspace,
    ledger: &mut Ledger,
    target: &Target,
    language: Language,
    work: &str,
) -> Option<Compiler> {
    let tool = target.compiler(language);
    let found = workspace.toolbox.find(tool);
    match found.and_then(|_| Compiler::from_words(tool.program).ok_or(format!("{} does not answer", tool.program))) {
        Ok(compiler) => Some(compiler),
        Err(why) => {
            tools::enter_missing(ledger, work, tool.need, &why);
            None
        }
    }
}
