//! The examples run to their end: those in Rust by cargo, those in C and C++ against the shared library.

use anyhow::{Result, ensure};

use crate::cargo::cargo;
use crate::compiler::{self, Language};
use crate::ledger::Ledger;
use crate::native_library::Link;
use crate::process;
use crate::program::Program;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let rust = rust_examples(workspace)?;
    ensure!(rust.iter().any(|name| name == "battle"), "the example `battle` is missing");
    for name in rust {
        let mut command =
            cargo(workspace, &["run", "--release", "--locked", "--package", "phalanx", "--example", &name]);
        ledger.check(&format!("example {name} (Rust)"), process::stream(&mut command));
    }
    let library = workspace.native_library()?;
    let folder = workspace.scratch("examples")?;
    for language in Language::BOTH {
        let sources = workspace.sources(&format!("examples/{}", language.extension()), language.extension())?;
        ensure!(!sources.is_empty(), "examples/{0}/*.{0}: no source", language.extension());
        let compilers = compiler::available(workspace, ledger, language, "examples");
        for source in &sources {
            for compiler in &compilers {
                let program = Program { source, language, compiler, link: Link::Shared };
                let outcome = program
                    .build(workspace, library, &folder)
                    .and_then(|executable| executable.run(workspace, library));
                ledger.check(&format!("example {}", program.name(workspace)), outcome);
            }
        }
    }
    Ok(())
}

/// The names of the Rust examples: a file is one, and so is a folder with a `main.rs`.
fn rust_examples(workspace: &Workspace) -> Result<Vec<String>> {
    let mut names: Vec<String> = workspace
        .sources("examples", "rs")?
        .iter()
        .filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .collect();
    let examples = workspace.root.join("examples");
    if examples.is_dir() {
        for entry in std::fs::read_dir(examples)? {
            let entry = entry?;
            if entry.path().join("main.rs").is_file() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
    }
    names.sort();
    Ok(names)
}
