//! The benchmarks compile and link, in the profile of the tests and with all that was compiled for those: their times are
//! for a quiet machine and are not taken here, and optimising them anew would be a tenth of the run.

use anyhow::{Result, ensure};

use crate::cargo::cargo;
use crate::ledger::Ledger;
use crate::process;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    ensure!(!workspace.sources("benches", "rs")?.is_empty(), "benches/*.rs: no source");
    let arguments = &["test", "--locked", "--workspace", "--benches", "--no-run"];
    ledger.check("benchmarks compile", process::stream(&mut cargo(workspace, arguments)));
    Ok(())
}
