//! `cargo xtask fuzz`: runs each fuzz target for a bounded time. Needs nightly Rust, and cargo-fuzz, which it installs.

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, nightly_cargo};
use crate::process;
use crate::workspace::Workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// How long each target runs.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The targets; all when none is named.
    targets: Vec<String>,
}

/// Runs the targets one after another. The answer says whether none found anything.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<bool> {
    ensure_cargo_fuzz(workspace)?;
    let known = process::answer(&mut nightly_cargo(workspace, &["fuzz", "list"])).context("cargo fuzz list")?;
    let known: Vec<&str> = known.lines().collect();
    if let Some(unknown) = arguments.targets.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no fuzz target `{unknown}`; the targets are {}", known.join(", "));
    }
    let mut findings = Vec::new();
    for target in
        known.iter().filter(|name| arguments.targets.is_empty() || arguments.targets.iter().any(|t| t == *name))
    {
        let time = format!("-max_total_time={}", arguments.seconds);
        let command = &mut nightly_cargo(workspace, &["fuzz", "run", target, "--", &time, "-print_final_stats=1"]);
        if let Err(error) = process::stream(command) {
            println!("{error:#}");
            findings.push(*target);
        }
    }
    match findings.as_slice() {
        [] => println!("no finding"),
        _ => println!("found something: {}; the inputs are in fuzz/artifacts", findings.join(", ")),
    }
    Ok(findings.is_empty())
}

fn ensure_cargo_fuzz(workspace: &Workspace) -> Result<()> {
    if process::answer(&mut nightly_cargo(workspace, &["--version"])).is_none() {
        bail!("nightly Rust is missing: run `rustup toolchain install nightly --profile minimal`");
    }
    if process::answer(&mut nightly_cargo(workspace, &["fuzz", "--version"])).is_none() {
        process::stream(&mut cargo(workspace, &["install", "--locked", "cargo-fuzz"]))
            .context("cargo-fuzz is missing; `cargo install --locked cargo-fuzz` would bring it")?;
    }
    Ok(())
}
