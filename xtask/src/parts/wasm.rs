//! Part `wasm`: the WebAssembly module in Node: stored hashes, callbacks, errors, and structs as a C compiler lays them out.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::ledger::Ledger;
use crate::process;
use crate::tools::{self, CLANG, NODE};
use crate::wasm;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let (toolchain, node) = match (wasm::find(workspace), workspace.toolbox.find(&NODE)) {
        (Ok(toolchain), Ok(node)) => (toolchain, node),
        (Err(why), _) | (_, Err(why)) => {
            tools::enter_missing(ledger, "the WebAssembly module", NODE.need, &why);
            return Ok(());
        }
    };
    let module = toolchain.build(workspace)?;
    ledger.pass("build the WebAssembly module");
    let folder = workspace.scratch("wasm")?;
    let tests = workspace.sources("tests/wasm", "mjs")?;
    let tests: Vec<_> = tests.iter().filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    ensure!(!tests.is_empty(), "tests/wasm/*.test.mjs: no test");
    for test in tests {
        let log = folder.join(test.file_name().context("a test's name")?).with_extension("log");
        let mut command = Command::new(&node);
        command.arg("--test").arg(test).env("PHALANX_WASM", &module).current_dir(&workspace.root);
        ledger.check(&format!("node {}", workspace.shown(test)), process::quiet(&mut command, &log));
    }
    match workspace.toolbox.find(&CLANG) {
        Ok(clang) => {
            let outcome = compare_layouts(workspace, &node, &clang, &module, &folder);
            ledger.check("structs lie as clang lays them out for WebAssembly", outcome);
        }
        Err(why) => tools::enter_missing(ledger, "layouts of the structs by clang", CLANG.need, &why),
    }
    Ok(())
}

/// Offsets that the tests read from the header against those of a C compiler for the same target.
fn compare_layouts(workspace: &Workspace, node: &Path, clang: &Path, module: &Path, folder: &Path) -> Result<()> {
    let mut write = Command::new(node);
    write.arg(workspace.root.join("tests/wasm/layout_assertions.mjs")).env("PHALANX_WASM", module);
    let assertions = process::answer(&mut write).context("tests/wasm/layout_assertions.mjs")?;
    ensure!(assertions.contains("_Static_assert(offsetof("), "there is nothing to compare");
    let source = folder.join("layouts.c");
    fs::write(&source, assertions + "\n")?;
    let mut compile = Command::new(clang);
    compile.args(["--target=wasm32-unknown-unknown", "-std=c11", "-ffreestanding", "-fsyntax-only", "-I"]);
    compile.arg(workspace.root.join("include")).arg(&source);
    process::quiet(&mut compile, &source.with_extension("log"))
}
