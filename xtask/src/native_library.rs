//! The library as a C or C++ program gets it: the shared and the static file of the release build.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow};

use crate::cargo;
use crate::cross_rust::CrossRust;
use crate::target::{Runner, System, Target};
use crate::workspace::Workspace;

/// The two ways to take the library in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Shared,
    Static,
}

impl Link {
    pub fn name(self) -> &'static str {
        match self {
            Link::Shared => "shared",
            Link::Static => "static",
        }
    }
}

/// The files of the release build, and how programs with them are run.
pub struct NativeLibrary {
    pub folder: PathBuf,
    pub static_file: PathBuf,
    pub system: System,
    /// What runs its programs, or why nothing does.
    runner: Result<Runner, String>,
}

/// Builds the library in the release profile.
pub fn build(workspace: &Workspace) -> Result<NativeLibrary> {
    let command = cargo::cargo(workspace, &BUILD);
    from_build(command, System::HOST, Ok(Runner::Direct))
}

/// Builds the library for another machine.
pub fn build_for(
    workspace: &Workspace,
    target: &Target,
    rust: &CrossRust,
    runner: Result<Runner, String>,
) -> Result<NativeLibrary> {
    from_build(rust.command(workspace, target, &BUILD), target.system, runner)
}

/// The arguments of cargo that build it.
pub const BUILD: [&str; 6] = ["build", "--release", "--locked", "--package", "phalanx", "--lib"];

/// The library as a command makes it that builds it.
pub fn from_build(command: Command, system: System, runner: Result<Runner, String>) -> Result<NativeLibrary> {
    let built = cargo::build(command)?;
    let files = built.iter().filter(|made| made.target == "phalanx").flat_map(|made| &made.files);
    let is_static = |file: &&PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        (name.ends_with(".a") || name.ends_with(".lib")) && !name.contains(".dll.")
    };
    let static_file = files.into_iter().find(is_static).context("the build made no static library")?.clone();
    let folder = static_file.parent().context("the static library's folder")?.to_path_buf();
    Ok(NativeLibrary { folder, static_file, system, runner })
}

impl NativeLibrary {
    pub fn shared_file(&self) -> PathBuf {
        self.folder.join(self.system.shared_file())
    }

    /// Ends a link command with the library and with what it needs.
    pub fn link(&self, command: &mut Command, link: Link) {
        match link {
            Link::Shared if self.system == System::Windows => command.arg(self.folder.join("libphalanx.dll.a")),
            Link::Shared => command.arg("-L").arg(&self.folder).arg("-lphalanx"),
            Link::Static => command.arg(&self.static_file).args(self.system.static_needs()),
        };
    }

    /// Starts a command that runs a program linked to the library.
    pub fn command(&self, executable: &Path) -> Result<Command> {
        let runner = self.runner.as_ref().map_err(|why| anyhow!("{why}"))?;
        if let Some(command) = runner.command(executable, &self.folder) {
            return Ok(command);
        }
        let mut command = Command::new(executable);
        self.lend_to(&mut command)?;
        Ok(command)
    }

    /// Lets a program of this machine that is linked to the shared file find it. Cargo puts the folder of the debug build in
    /// front of the loader's path for programs that it runs, so the release build's folder must come before that.
    pub fn lend_to(&self, command: &mut Command) -> Result<()> {
        let inherited = env::var_os(self.system.loader_path()).unwrap_or_default();
        let folders = std::iter::once(self.folder.clone()).chain(env::split_paths(&inherited));
        let joined: OsString = env::join_paths(folders).context("join the loader's path")?;
        command.env(self.system.loader_path(), joined);
        Ok(())
    }
}
