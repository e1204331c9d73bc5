//! Rustfmt finds nothing to change.

use anyhow::{Result, anyhow};

use crate::cargo::cargo;
use crate::ledger::Ledger;
use crate::process;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    workspace.toolbox.ensure_rust_component("rustfmt", "fmt").map_err(|why| anyhow!(why))?;
    ledger.check("format of the workspace", process::stream(&mut cargo(workspace, &["fmt", "--all", "--check"])));
    let fuzz = &["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"];
    ledger.check("format of the fuzz targets", process::stream(&mut cargo(workspace, fuzz)));
    Ok(())
}
