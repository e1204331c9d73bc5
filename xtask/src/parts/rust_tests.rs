//! All Rust tests of the workspace in the test profile, with debug assertions, and the examples in the documentation.

use anyhow::Result;

use crate::cargo::cargo;
use crate::ledger::{Counts, Ledger};
use crate::process;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    run_tests(workspace, ledger, "cargo test", &["--workspace"])
}

/// Runs `cargo test` with `arguments` and enters each test.
pub fn run_tests(workspace: &Workspace, ledger: &mut Ledger, what: &str, arguments: &[&str]) -> Result<()> {
    let mut counts = Counts::default();
    let mut command = cargo(workspace, &["test", "--locked", "--no-fail-fast"]);
    command.args(arguments);
    // A run that decides about a change is repeatable. `cargo test` alone draws fresh cases each time.
    command.env("PROPTEST_RNG_SEED", "2026");
    let ended_well = process::stream_lines(&mut command, |line| {
        if let Some(more) = Counts::from_test_result(line) {
            counts += more;
        }
    })?;
    ledger.tests(what, counts, ended_well);
    Ok(())
}
