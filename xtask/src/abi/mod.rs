//! The guard of the C surface: what the header declares now against what it declared in the last release, and
//! `cargo xtask abi`, which stores a new baseline. docs/compatibility.md says what counts as a break.

pub mod abigail;
pub mod baseline;
pub mod surface;
pub mod symbols;

use std::fs;

use anyhow::{Context, Result, bail};
use cargo_metadata::MetadataCommand;
use cargo_metadata::semver::Version;

use crate::ledger::Ledger;
use crate::workspace::Workspace;
use abigail::Abigail;
use baseline::Baseline;
use surface::Surface;

#[derive(clap::Args)]
pub struct Arguments {
    /// Stores the header's surface as the baseline, where the version has been raised as the changes ask for.
    #[arg(long)]
    accept: bool,
}

/// What has changed since the baseline.
pub struct Changes {
    /// What an old caller can no longer use.
    pub breaks: Vec<String>,
    pub additions: Vec<String>,
}

/// Tells the changes, and stores the surface when that was asked for and is allowed.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<bool> {
    let mut ledger = Ledger::default();
    let Some(abigail) = Abigail::find(workspace, &mut ledger)? else { return Ok(false) };
    let surface = header(workspace)?;
    let folder = workspace.root.join(baseline::FOLDER);
    let now = version(workspace)?;
    if folder.join(baseline::DESCRIPTION).exists() {
        let stored = Baseline::read(&folder)?;
        let changes = changes(workspace, &abigail, &stored, &surface)?;
        for line in &changes.breaks {
            println!("breaks: {line}");
        }
        for line in &changes.additions {
            println!("added: {line}");
        }
        println!("{} breaks and {} additions since {}", changes.breaks.len(), changes.additions.len(), stored.version);
        if !arguments.accept {
            return Ok(changes.breaks.is_empty());
        }
        if is_released(workspace, &stored.version)? {
            check_raised(&stored, &surface, &now, &changes)?;
        }
    } else if !arguments.accept {
        bail!("there is no baseline: cargo xtask abi --accept");
    }
    let description = abigail.describe(&surface, "accepted", |_| None)?;
    Baseline::write(&folder, &now, &surface, &description)?;
    println!("{}: the surface of {now}", baseline::FOLDER);
    Ok(true)
}

/// The surface of `include/phalanx.h`.
pub fn header(workspace: &Workspace) -> Result<Surface> {
    Surface::read(&header_text(workspace)?)
}

pub fn header_text(workspace: &Workspace) -> Result<String> {
    fs::read_to_string(workspace.root.join("include/phalanx.h")).context("include/phalanx.h")
}

/// Compares a surface with the baseline.
pub fn changes(workspace: &Workspace, abigail: &Abigail, stored: &Baseline, surface: &Surface) -> Result<Changes> {
    // Fields that came since stand at the end of structs that may grow, or what is left differs.
    let description = abigail.describe(surface, "now", |name| stored.structs.get(name).map(|known| known.members))?;
    let old = workspace.root.join(baseline::FOLDER).join(baseline::DESCRIPTION);
    let mut breaks = stored.broken_numbers(surface);
    breaks.extend(abigail.compare(&old, &description)?);
    Ok(Changes { breaks, additions: stored.additions(surface) })
}

/// The version of the library's package.
pub fn version(workspace: &Workspace) -> Result<Version> {
    let metadata = MetadataCommand::new().manifest_path(workspace.root.join("Cargo.toml")).no_deps().exec()?;
    let package = metadata.packages.iter().find(|package| package.name.as_str() == "phalanx");
    Ok(package.context("the package phalanx")?.version.clone())
}

/// Whether the changelog has this version without the mark that it has yet to come.
pub fn is_released(workspace: &Workspace, version: &Version) -> Result<bool> {
    let text = fs::read_to_string(workspace.root.join("CHANGELOG.md")).context("CHANGELOG.md")?;
    let heading = format!("## {version}");
    let found = text.lines().find_map(|line| line.strip_prefix(&heading)).filter(|rest| !rest.starts_with(['.', '-']));
    Ok(found.is_some_and(|rest| !rest.contains("unreleased")))
}

/// Refuses changes of a released surface whose numbers have not been raised.
fn check_raised(stored: &Baseline, surface: &Surface, now: &Version, changes: &Changes) -> Result<()> {
    let was = &stored.version;
    if !changes.breaks.is_empty() {
        let raised = if was.major == 0 { (now.major, now.minor) > (0, was.minor) } else { now.major > was.major };
        if !raised {
            bail!(
                "callers of {was} break: raise the version's first number that is not 0, and name the break in CHANGELOG.md"
            );
        }
        if baseline::abi_version(&surface.numbers)? <= stored.abi_version()? {
            bail!("callers of {was} break: raise PHX_ABI_VERSION");
        }
    } else if !changes.additions.is_empty() && now <= was {
        bail!("the surface of {was} is released and has grown: raise the version");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
