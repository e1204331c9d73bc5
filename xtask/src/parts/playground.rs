//! Part `playground`: the page in a headless Chromium, asked by clicks, keys and pixels.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::ledger::Ledger;
use crate::playground::Site;
use crate::process;
use crate::tools::{self, CHROMIUM, NODE};
use crate::wasm;
use crate::workspace::Workspace;

/// Other names under which the browser may be found.
const OTHER_NAMES: [&str; 4] = ["chromium-browser", "chromium-headless-shell", "google-chrome", "chrome"];

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let tools = (wasm::find(workspace), workspace.toolbox.find(&NODE), find_browser(workspace));
    let (toolchain, node, browser) = match tools {
        (Ok(toolchain), Ok(node), Ok(browser)) => (toolchain, node, browser),
        (Err(why), ..) | (_, Err(why), _) | (.., Err(why)) => {
            tools::enter_missing(ledger, "the playground", CHROMIUM.need, &why);
            return Ok(());
        }
    };
    let module = toolchain.build(workspace)?;
    let folder = workspace.scratch("playground")?;
    let site = Site::open(workspace, &module, 0)?;
    let mut command = Command::new(node);
    command.arg("--test").arg(workspace.root.join("tests/playground/playground.test.mjs"));
    command.current_dir(&workspace.root).env("PLAYGROUND", site.address()).env("CHROMIUM", browser);
    // What the page looked like stays there to be looked at.
    command.env("PLAYGROUND_PICTURES", &folder);
    let outcome = process::quiet(&mut command, &folder.join("test.log"));
    ledger.check("the playground in Chromium", outcome);
    Ok(())
}

fn find_browser(workspace: &Workspace) -> Result<PathBuf, String> {
    let other = || OTHER_NAMES.iter().find_map(|name| which::which(name).ok());
    match which::which(CHROMIUM.program).ok().or_else(other) {
        Some(browser) => Ok(browser),
        None => workspace.toolbox.find(&CHROMIUM),
    }
}
