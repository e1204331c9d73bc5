//! Clippy finds nothing: in all targets, in the build without threads and allocation hook, and in the fuzz targets.

use anyhow::{Result, anyhow};

use crate::cargo::cargo;
use crate::ledger::Ledger;
use crate::process;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    workspace.toolbox.ensure_rust_component("clippy", "clippy").map_err(|why| anyhow!(why))?;
    let mut clippy = |what: &str, arguments: &[&str]| {
        let mut command = cargo(workspace, &["clippy", "--locked"]);
        command.args(arguments).args(["--", "-D", "warnings"]);
        ledger.check(what, process::stream(&mut command));
    };
    clippy("lint of all targets", &["--workspace", "--all-targets"]);
    clippy("lint without default features", &["--package", "phalanx", "--no-default-features"]);
    // Without its default feature the fuzz crate leaves libFuzzer out, so that no C++ is compiled for a look.
    clippy("lint of the fuzz targets", &["--manifest-path", "fuzz/Cargo.toml", "--no-default-features"]);
    let bare = &["build", "--locked", "--package", "phalanx", "--no-default-features"];
    ledger.check("build without default features", process::stream(&mut cargo(workspace, bare)));
    Ok(())
}
