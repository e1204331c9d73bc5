//! Calling cargo: the one that runs this program, and the nightly one through rustup.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
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

/// Has a build of the release profile make what is given away: for a target, small, with `flags` of rustc, and with no path of
/// this machine in it. All such builds share a folder.
pub fn for_release(command: &mut Command, workspace: &Workspace, triple: &str, mut flags: Vec<OsString>) {
    flags.extend(remapped_paths(workspace));
    command.args(["--target", triple, "--target-dir"]).arg(workspace.target.join("cross"));
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}".as_ref()));
    command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    command.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
}

/// Flags of rustc that keep this machine's paths out of what it makes: the checkout's and that of cargo's sources.
fn remapped_paths(workspace: &Workspace) -> Vec<OsString> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let flag = |from: &Path, to: &str| {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(from);
        flag.push("=");
        flag.push(to);
        flag
    };
    let mut flags = vec![flag(&workspace.root, "phalanx")];
    flags.extend(home.map(|home| flag(&home, "cargo")));
    flags
}

/// What a build made.
pub struct Built {
    /// The name of the target: a library's, a bench's.
    pub target: String,
    pub files: Vec<PathBuf>,
    pub executable: Option<PathBuf>,
}

/// Runs a cargo command that builds, in the open, and returns what it made (also what was fresh already).
pub fn build(mut command: Command) -> Result<Vec<Built>> {
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
