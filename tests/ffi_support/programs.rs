//! Programs from outside that tests of the edge call.

use std::env;
use std::process::Command;

/// Whether a program is there. Where tests decide about a change (CI is set) it has to be.
pub fn have(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    assert!(there || env::var_os("CI").is_none(), "{program} is missing");
    if !there {
        eprintln!("SKIPPED: {program} is missing");
    }
    there
}
