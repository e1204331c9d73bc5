//! The C and C++ tests: each file in `tests/cpp` is a program that fails by its exit code. Each is built by each compiler
//! against the shared and the static library, and run plainly; the first compiler's builds run under valgrind too.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::compiler::{self, Language};
use crate::ledger::Ledger;
use crate::native_library::Link;
use crate::program::Program;
use crate::tools::{self, VALGRIND};
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let library = workspace.native_library()?;
    let folder = workspace.scratch("harnesses")?;
    let valgrind = find_valgrind(workspace, ledger);
    for language in Language::BOTH {
        let sources = workspace.sources("tests/cpp", language.extension())?;
        ensure!(!sources.is_empty(), "tests/cpp/*.{}: no source", language.extension());
        let compilers = compiler::available(workspace, ledger, language, "harnesses");
        for source in &sources {
            for (position, compiler) in compilers.iter().enumerate() {
                for link in [Link::Shared, Link::Static] {
                    let program = Program { source, language, compiler, link };
                    let memcheck = valgrind.as_ref().filter(|_| position == 0);
                    let name = program.name(workspace);
                    match program.build(workspace, library, &folder) {
                        Err(error) => ledger.fail(&format!("build {name}"), &format!("{error:#}")),
                        Ok(executable) => {
                            ledger.pass(&format!("build {name}"));
                            ledger.check(&format!("run {name}"), executable.run(workspace, library));
                            if let Some(valgrind) = memcheck {
                                let outcome = executable.run_under(valgrind, workspace, library);
                                ledger.check(&format!("valgrind {name}"), outcome);
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(())
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
