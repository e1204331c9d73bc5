//! The headers compile alone and without a warning in each language mode that a caller may use.

use anyhow::{Result, ensure};

use crate::compiler::{self, Language};
use crate::ledger::Ledger;
use crate::process;
use crate::workspace::Workspace;

/// Each header with the language and the modes in which it must compile.
const MODES: [(&str, Language, &[&str]); 3] = [
    ("phalanx.h", Language::C, &["c99", "c11"]),
    ("phalanx.h", Language::Cpp, &["c++11", "c++17", "c++20"]),
    ("phalanx.hpp", Language::Cpp, &["c++17", "c++20"]),
];

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let folder = workspace.scratch("header")?;
    for language in Language::BOTH {
        let compilers = compiler::available(workspace, ledger, language, "headers");
        for (header, _, modes) in MODES.iter().filter(|mode| mode.1 == language) {
            ensure!(workspace.root.join("include").join(header).is_file(), "include/{header} is missing");
            // Twice: a header without a guard would define everything again.
            let source = folder.join(format!("{header}.{}", language.extension()));
            std::fs::write(
                &source,
                format!("#include \"{header}\"\n#include \"{header}\"\nint main(void) {{ return 0; }}\n"),
            )?;
            for compiler in &compilers {
                for mode in *modes {
                    let mut command = compiler.command(workspace, mode);
                    command.arg("-c").arg(&source).arg("-o").arg(source.with_extension("o"));
                    let outcome = process::quiet(&mut command, &source.with_extension("log"));
                    ledger.check(&format!("{header} as {mode} ({})", compiler.name), outcome);
                }
            }
        }
    }
    Ok(())
}
