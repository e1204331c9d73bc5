//! Rustdoc finds nothing: no broken link, no malformed markup.

use anyhow::Result;

use crate::cargo::cargo;
use crate::ledger::Ledger;
use crate::process;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let mut command = cargo(workspace, &["doc", "--workspace", "--no-deps", "--locked"]);
    ledger.check("rustdoc", process::stream(command.env("RUSTDOCFLAGS", "-D warnings")));
    Ok(())
}
