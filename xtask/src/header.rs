//! `cargo xtask header`: refreshes the checked-in C header. The library's build script writes it when it is asked to.

use anyhow::Result;

use crate::cargo::cargo;
use crate::process;
use crate::workspace::Workspace;

/// The environment variable that asks the build script for it.
const REQUEST: &str = "PHALANX_UPDATE_HEADER";

pub fn refresh(workspace: &Workspace) -> Result<bool> {
    let path = workspace.root.join("include").join("phalanx.h");
    let before = std::fs::read(&path).ok();
    let mut command = cargo(workspace, &["build", "--locked", "--package", "phalanx"]);
    process::stream(command.env(REQUEST, "1"))?;
    let after = std::fs::read(&path).ok();
    let verdict = match (&before, &after) {
        (_, None) => "was not written",
        (before, after) if before == after => "was up to date",
        _ => "has changed",
    };
    println!("{} {verdict}", workspace.shown(&path));
    Ok(after.is_some())
}
