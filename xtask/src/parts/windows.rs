//! The Windows library, built here, and the C and C++ tests with it under Wine: the same checks, the same golden hashes.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::compiler::Language;
use crate::cross_rust;
use crate::exports;
use crate::ledger::Ledger;
use crate::parts::harnesses;
use crate::process;
use crate::target::WINDOWS;
use crate::tools::{self, Need};
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    if !tools::is_linux_on_x86_64() {
        ledger.skip("the library under Wine", "it is run on Linux on x86-64 only");
        return Ok(());
    }
    if let Err(why) = cross_rust::demand(workspace, &WINDOWS) {
        tools::enter_missing(ledger, "the library under Wine", Need::Required, &why);
        return Ok(());
    }
    let folder = workspace.scratch(WINDOWS.name)?;
    let library = workspace.cross_library(&WINDOWS)?;
    ledger.check("phalanx.dll exports what the header declares", exports::check(workspace, &library.shared_file()));
    add_shim(workspace, &folder)?;
    harnesses::run_for(workspace, ledger, &WINDOWS, &folder)
}

/// Puts beside the programs in `folder` the one system library that Wine lacks.
pub fn add_shim(workspace: &Workspace, folder: &Path) -> Result<()> {
    let compiler = workspace.toolbox.find(WINDOWS.compiler(Language::C)).map_err(anyhow::Error::msg)?;
    let mut command = Command::new(compiler);
    command.args(["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-static"]);
    command.arg(workspace.root.join("tests/wine/bcryptprimitives.c"));
    command.arg("-o").arg(folder.join("bcryptprimitives.dll")).arg("-ladvapi32");
    process::quiet(&mut command, &folder.join("bcryptprimitives.build.log"))
}
