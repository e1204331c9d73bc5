//! The library for ARM, built here, and the C and C++ tests with it under QEMU: the same checks, the same golden hashes.

use anyhow::Result;

use crate::cross_rust;
use crate::exports;
use crate::ledger::Ledger;
use crate::parts::harnesses;
use crate::target::ARM;
use crate::tools::{self, Need};
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    if !tools::is_linux_on_x86_64() {
        ledger.skip("the library under QEMU", "it is run on Linux on x86-64 only");
        return Ok(());
    }
    if let Err(why) = cross_rust::demand(workspace, &ARM) {
        tools::enter_missing(ledger, "the library under QEMU", Need::Required, &why);
        return Ok(());
    }
    let folder = workspace.scratch(ARM.name)?;
    let library = workspace.cross_library(&ARM)?;
    let what = "libphalanx.so for ARM exports what the header declares";
    ledger.check(what, exports::check(workspace, &library.shared_file()));
    harnesses::run_for(workspace, ledger, &ARM, &folder)
}
