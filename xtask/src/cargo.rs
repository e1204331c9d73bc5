//! Calling cargo: the one that runs this program, and the nightly one through rustup.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use cargo_metadata::Message;

use crate::process;
use crate::workspace::Workspace;

/// Cargo of the toolchain that runs this program, started in the root.
pub fn cargo(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(&workspace.root);
    command
}

/// Cargo of the nightly toolchain, started in the root.
pub fn nightly_cargo(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]).args(arguments).current_dir(&workspace.root);
    command
}

/// What a build made.
pub struct Built {
    /// The name of the target: a library's, a bench's.
    pub target: String,
    pub files: Vec<PathBuf>,
    pub executable: Option<PathBuf>,
}

/// Runs a cargo command that builds, in the open, and returns what it made (also what was fresh already).
pub fn build(workspace: &Workspace, arguments: &[&str]) -> Result<Vec<Built>> {
    let mut command = cargo(workspace, arguments);
    command.arg("--message-format=json-render-diagnostics");
    println!("$ {}", process::shown(&command));
    let output = command.stderr(Stdio::inherit()).output().context("start cargo")?;
    if !output.status.success() {
        bail!("{}: {}", process::shown(&command), output.status);
    }
    let mut built = Vec::new();
    for message in Message::parse_stream(output.stdout.as_slice()) {
        if let Message::CompilerArtifact(artifact) = message.context("read cargo's messages")? {
            built.push(Built {
                target: artifact.target.name,
                files: artifact.filenames.into_iter().map(Into::into).collect(),
                executable: artifact.executable.map(Into::into),
            });
        }
    }
    Ok(built)
}
