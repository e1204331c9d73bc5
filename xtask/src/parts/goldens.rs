//! The optimised build gives the bytes whose hashes are stored. The part `rust-tests` compares the build with debug
//! assertions against the same hashes, so that the two builds are held against each other. Beside them runs what takes
//! minutes where code is barely optimised: large armies, on any number of threads.

use anyhow::Result;

use crate::ledger::Ledger;
use crate::parts::rust_tests::run_tests;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let tests = ["--release", "--package", "phalanx", "--test", "goldens", "--test", "assign_threads"];
    run_tests(workspace, ledger, "goldens and large armies in release", &tests)
}
