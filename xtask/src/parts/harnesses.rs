//! The C and C++ tests: each file in `tests/cpp` is a program that fails by its exit code. Each is built by each compiler
//! against the shared and the static library, and run plainly; the first compiler's builds run under valgrind too. The parts
//! for other machines run the same programs.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::compiler::{self, Compiler, Language};
use crate::ledger::Ledger;
use crate::native_library::{Link, NativeLibrary};
use crate::program::Program;
use crate::target::Target;
use crate::tools::{self, VALGRIND};
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let library = workspace.native_library()?;
    let folder = workspace.scratch("harnesses")?;
    let valgrind = find_valgrind(workspace, ledger);
    for language in Language::BOTH {
        for (position, compiler) in compiler::available(workspace, ledger, language, "harnesses").iter().enumerate() {
            let memcheck = valgrind.as_deref().filter(|_| position == 0);
            let harnesses = Harnesses { workspace, library, folder: &folder, memcheck };
            harnesses.run(ledger, language, compiler, &[Link::Shared, Link::Static])?;
        }
    }
    Ok(())
}

/// The programs on another machine: all with the shared library, those in C with the static one too.
pub fn run_for(workspace: &Workspace, ledger: &mut Ledger, target: &Target, folder: &Path) -> Result<()> {
    let library = workspace.cross_library(target)?;
    for language in Language::BOTH {
        let work = format!("harnesses for {}", target.triple);
        let Some(compiler) = compiler::cross(workspace, ledger, target, language, &work) else { continue };
        let links: &[Link] = if language == Language::C { &[Link::Shared, Link::Static] } else { &[Link::Shared] };
        Harnesses { workspace, library, folder, memcheck: None }.run(ledger, language, &compiler, links)?;
    }
    Ok(())
}

struct Harnesses<'a> {
    workspace: &'a Workspace,
    library: &'a NativeLibrary,
    /// Where the programs go.
    folder: &'a Path,
    /// Valgrind, if the programs shall run under it too.
    memcheck: Option<&'a Path>,
}

impl Harnesses<'_> {
    fn run(&self, ledger: &mut Ledger, language: Language, compiler: &Compiler, links: &[Link]) -> Result<()> {
        let workspace = self.workspace;
        let sources = workspace.sources("tests/cpp", language.extension())?;
        ensure!(!sources.is_empty(), "tests/cpp/*.{}: no source", language.extension());
        for source in &sources {
            for &link in links {
                let program = Program { source, language, compiler, link };
                let name = program.name(workspace);
                match program.build(workspace, self.library, self.folder) {
                    Err(error) => ledger.fail(&format!("build {name}"), &format!("{error:#}")),
                    Ok(executable) => {
                        ledger.pass(&format!("build {name}"));
                        ledger.check(&format!("run {name}"), executable.run(workspace, self.library));
                        if let Some(valgrind) = self.memcheck {
                            let outcome = executable.run_under(valgrind, workspace, self.library);
                            ledger.check(&format!("valgrind {name}"), outcome);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn find_valgrind(workspace: &Workspace, ledger: &mut Ledger) -> Option<PathBuf> {
    const WORK: &str = "harnesses under valgrind";
    if !cfg!(target_os = "linux") {
        ledger.skip(WORK, "valgrind is run on Linux only");
        return None;
    }
    match workspace.toolbox.find(&VALGRIND) {
        Ok(path) => Some(path),
        Err(why) => {
            tools::enter_missing(ledger, WORK, VALGRIND.need, &why);
            None
        }
    }
}
