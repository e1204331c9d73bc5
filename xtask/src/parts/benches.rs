//! The benchmarks compile. Their times are for a quiet machine and are not taken here.

use anyhow::{Result, ensure};

use crate::cargo::cargo;
use crate::ledger::Ledger;
use crate::process;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    ensure!(!workspace.sources("benches", "rs")?.is_empty(), "benches/*.rs: no source");
    let arguments = &["bench", "--locked", "--package", "phalanx", "--benches", "--no-run"];
    ledger.check("benchmarks compile", process::stream(&mut cargo(workspace, arguments)));
    Ok(())
}
