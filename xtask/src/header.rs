//! `cargo xtask header`: refreshes the checked-in C header and the Unity package's generated files. The library's build script
//! writes header and C# declarations when it is asked to.

use anyhow::Result;

use crate::cargo::cargo;
use crate::process;
use crate::unity_package;
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
    let changed = unity_package::write_metas(&workspace.root.join(unity_package::FOLDER))?;
    println!("{}: {changed} .meta files have changed", unity_package::FOLDER);
    Ok(after.is_some())
}
