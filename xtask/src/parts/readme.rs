//! What the README shows in C, C++ and C# is true: each such block is a file of its own that compiles strictly. One in C or C++
//! with a `main` is linked to the shared library and run; one in C# is a Unity script that is compiled with the package against
//! stand-ins for the engine, and whose `Start`, if it has one, is run. The Unity package's pages are held to the same.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::compiler::{self, Language};
use crate::csharp::{self, Assembly, Mono, Output};
use crate::ledger::Ledger;
use crate::native_library::Link;
use crate::process;
use crate::program::Program;
use crate::unity_package;
use crate::workspace::Workspace;

/// The pages whose C# is tried.
const SCRIPT_PAGES: [&str; 3] = ["README.md", "bindings/unity/README.md", "bindings/unity/Documentation~/index.md"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Native(Language),
    CSharp,
}

struct Snippet {
    written: Written,
    code: String,
    /// The line in the README on which its code begins, counted from 1.
    line: usize,
}

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let text = std::fs::read_to_string(workspace.root.join("README.md")).context("read README.md")?;
    let snippets = snippets(&text);
    ensure!(snippets.iter().any(|snippet| snippet.written == Written::Native(Language::Cpp)), "README.md shows no C++");
    ensure!(snippets.iter().any(|snippet| snippet.written == Written::CSharp), "README.md shows no C#");
    let folder = workspace.scratch("readme")?;
    for language in Language::BOTH {
        let chosen: Vec<_> = snippets.iter().filter(|snippet| snippet.written == Written::Native(language)).collect();
        if chosen.is_empty() {
            continue;
        }
        let compilers = compiler::available(workspace, ledger, language, "README snippets");
        for snippet in chosen {
            let source = folder.join(format!("line_{}.{}", snippet.line, language.extension()));
            std::fs::write(&source, &snippet.code)?;
            for compiler in &compilers {
                let what = format!("README.md line {} ({})", snippet.line, compiler.name);
                let program = Program { source: &source, language, compiler, link: Link::Shared };
                ledger.check(&what, try_snippet(workspace, &program, &folder, snippet));
            }
        }
    }
    if let Some(mono) = csharp::find(workspace, ledger, "C# of the README and of the Unity package's pages") {
        let package = folder.join("Phalanx.dll");
        let mut sources = csharp::sources(workspace, &format!("{}/Runtime", unity_package::FOLDER))?;
        sources.extend(csharp::sources(workspace, "tests/csharp/unity_stubs")?);
        let assembly = Assembly { sources: &sources, output: Output::Library, symbols: &[], references: &[] };
        mono.compile(&assembly, &package)?;
        for page in SCRIPT_PAGES {
            try_scripts(workspace, ledger, &mono, &package, page)?;
        }
    }
    Ok(())
}

/// Tries each script of a page as an assembly of its own that uses the package's.
fn try_scripts(workspace: &Workspace, ledger: &mut Ledger, mono: &Mono, package: &Path, page: &str) -> Result<()> {
    let text = std::fs::read_to_string(workspace.root.join(page)).with_context(|| format!("read {page}"))?;
    for script in snippets(&text).iter().filter(|snippet| snippet.written == Written::CSharp) {
        let name = format!("{page}_{}", script.line).replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        let what = format!("{page} line {} (mcs)", script.line);
        ledger.check(&what, try_script(workspace, mono, package, &package.with_file_name(name), script));
    }
    Ok(())
}

fn try_script(workspace: &Workspace, mono: &Mono, package: &Path, name: &Path, script: &Snippet) -> Result<()> {
    let source = name.with_extension("cs");
    std::fs::write(&source, &script.code)?;
    let mut sources = vec![source.clone()];
    let references = [package.to_owned()];
    if !script.code.contains("void Start()") {
        let assembly = Assembly { sources: &sources, output: Output::Library, symbols: &[], references: &references };
        return mono.compile(&assembly, &source.with_extension("dll"));
    }
    sources.extend(csharp::sources(workspace, "tests/csharp/script_runner")?);
    let program = source.with_extension("exe");
    let assembly = Assembly { sources: &sources, output: Output::Program, symbols: &[], references: &references };
    mono.compile(&assembly, &program)?;
    mono.run(workspace, workspace.native_library()?, &program)
}

fn try_snippet(workspace: &Workspace, program: &Program, folder: &Path, snippet: &Snippet) -> Result<()> {
    if snippet.code.contains("main(") {
        let library = workspace.native_library()?;
        return program.build(workspace, library, folder)?.run(workspace, library);
    }
    let mut command = program.compiler.command(workspace, program.language.standard());
    command.arg("-fsyntax-only").arg(program.source);
    process::quiet(&mut command, &program.source.with_extension("log"))
}

/// The fenced blocks whose language is C, C++ or C#.
fn snippets(text: &str) -> Vec<Snippet> {
    let mut found = Vec::new();
    let mut current: Option<Snippet> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) => {
                let written = match name.split([' ', ',']).next() {
                    Some("c") => Written::Native(Language::C),
                    Some("cpp") => Written::Native(Language::Cpp),
                    Some("csharp") => Written::CSharp,
                    _ => continue,
                };
                let line = text[..range.start].matches('\n').count() + 2;
                current = Some(Snippet { written, code: String::new(), line });
            }
            Event::Text(code) => {
                if let Some(snippet) = &mut current {
                    snippet.code.push_str(&code);
                }
            }
            Event::End(TagEnd::CodeBlock) => found.extend(current.take()),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fenced_blocks_in_known_languages_are_snippets_and_each_knows_its_line() {
        let text = "# Title\n\n```cpp\nint a;\nint b;\n```\ntext `int c;`\n\n```sh\nls\n```\n\n    int d;\n\n```c\nint e;\n```\n```csharp\nint f;\n```\n";
        let found: Vec<_> =
            snippets(text).into_iter().map(|snippet| (snippet.written, snippet.code, snippet.line)).collect();
        assert_eq!(
            found,
            [
                (Written::Native(Language::Cpp), "int a;\nint b;\n".to_owned(), 4),
                (Written::Native(Language::C), "int e;\n".to_owned(), 16),
                (Written::CSharp, "int f;\n".to_owned(), 19),
            ]
        );
    }
}
