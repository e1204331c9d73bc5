//! What the README shows in C and C++ is true: each such block is a file of its own that compiles strictly; one with a
//! `main` is linked to the shared library and run.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::compiler::{self, Language};
use crate::ledger::Ledger;
use crate::native_library::Link;
use crate::process;
use crate::program::Program;
use crate::workspace::Workspace;

struct Snippet {
    language: Language,
    code: String,
    /// The line in the README on which its code begins, counted from 1.
    line: usize,
}

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let text = std::fs::read_to_string(workspace.root.join("README.md")).context("read README.md")?;
    let snippets = snippets(&text);
    ensure!(snippets.iter().any(|snippet| snippet.language == Language::Cpp), "README.md shows no C++");
    let folder = workspace.scratch("readme")?;
    for language in Language::BOTH {
        let chosen: Vec<_> = snippets.iter().filter(|snippet| snippet.language == language).collect();
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
    Ok(())
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

/// The fenced blocks whose language is C or C++.
fn snippets(text: &str) -> Vec<Snippet> {
    let mut found = Vec::new();
    let mut current: Option<Snippet> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) => {
                let language = match name.split([' ', ',']).next() {
                    Some("c") => Language::C,
                    Some("cpp") => Language::Cpp,
                    _ => continue,
                };
                let line = text[..range.start].matches('\n').count() + 2;
                current = Some(Snippet { language, code: String::new(), line });
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
    fn only_fenced_c_and_cpp_blocks_are_snippets_and_each_knows_its_line() {
        let text = "# Title\n\n```cpp\nint a;\nint b;\n```\ntext `int c;`\n\n```sh\nls\n```\n\n    int d;\n\n```c\nint e;\n```\n";
        let found: Vec<_> =
            snippets(text).into_iter().map(|snippet| (snippet.language, snippet.code, snippet.line)).collect();
        assert_eq!(
            found,
            [(Language::Cpp, "int a;\nint b;\n".to_owned(), 4), (Language::C, "int e;\n".to_owned(), 16)]
        );
    }
}
