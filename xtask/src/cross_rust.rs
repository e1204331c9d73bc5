//! Rust for another machine: rustup's where it has the machine's standard library, else that of Debian 12, which builds the
//! standard library from its sources or takes Debian's own for that processor.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo;
use crate::compiler::Language;
use crate::process;
use crate::target::{Runner, StandardLibrary, Target};
use crate::tools::{DEBIANS_CARGO, DEBIANS_RUSTC, DEBIANS_SOURCES, Tool, Toolbox};
use crate::workspace::Workspace;

/// A Rust that can build for a target.
pub enum CrossRust {
    Rustup,
    /// Debian's, with the sources of the standard library.
    Sources,
    /// Debian's, with a folder that holds the target's standard library.
    Port(PathBuf),
}

/// Finds it. Without `may_install` nothing is brought in for it.
pub fn find(workspace: &Workspace, target: &Target, may_install: bool) -> Result<CrossRust, String> {
    if rustup_has(target.triple) || (may_install && rustup_adds(workspace, target.triple)) {
        return Ok(CrossRust::Rustup);
    }
    let demand = |tool: &Tool| match Toolbox::look(tool) {
        Some(_) => Ok(()),
        None if may_install => workspace.toolbox.find(tool).map(drop),
        None => {
            Err(format!("there is no Rust for {0}: run `rustup target add {0}`, or {1}", target.triple, tool.elsewhere))
        }
    };
    demand(&DEBIANS_CARGO)?;
    match target.standard_library {
        StandardLibrary::FromSources => demand(&DEBIANS_SOURCES).map(|()| CrossRust::Sources),
        StandardLibrary::FromPort(port) => debians_port(workspace, target, port, may_install).map(CrossRust::Port),
    }
}

/// All that building for an emulated machine and running there takes, installed where that is allowed.
pub fn demand(workspace: &Workspace, target: &Target) -> Result<(CrossRust, Runner), String> {
    let rust = find(workspace, target, true)?;
    // The linker is the C compiler.
    workspace.toolbox.find(target.compiler(Language::C))?;
    Ok((rust, target.runner(workspace)?))
}

impl CrossRust {
    /// A cargo command that builds for the target: small, and with no path of this machine in what it makes.
    pub fn command(&self, workspace: &Workspace, target: &Target, arguments: &[&str]) -> Command {
        let mut command = match self {
            CrossRust::Rustup => cargo::cargo(workspace, arguments),
            CrossRust::Sources | CrossRust::Port(_) => debians_cargo(workspace, arguments),
        };
        let mut flags = Vec::new();
        match self {
            CrossRust::Rustup => {}
            CrossRust::Sources => {
                command.args(["-Z", "build-std=std,panic_unwind"]);
            }
            CrossRust::Port(sysroot) => {
                let mut flag = OsString::from("--sysroot=");
                flag.push(sysroot);
                flags.push(flag);
            }
        }
        cargo::for_release(&mut command, workspace, target.triple, flags);
        let linker = format!("CARGO_TARGET_{}_LINKER", target.triple.to_uppercase().replace('-', "_"));
        command.env(linker, target.compiler(Language::C).program);
        command
    }
}

/// Debian's cargo with Debian's rustc, whatever rustup has set around this program. Unstable options are open to it in each
/// build, also in those that need none: some crates are built anew where that changes.
pub fn debians_cargo(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = Command::new(DEBIANS_CARGO.program);
    command.args(arguments).env("RUSTC", DEBIANS_RUSTC).env("RUSTC_BOOTSTRAP", "1").current_dir(&workspace.root);
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    command
}

/// Whether the Rust that runs this program has a target's standard library.
pub fn rustup_has(triple: &str) -> bool {
    let mut command = Command::new("rustc");
    let folder = process::answer(command.args(["--print", "target-libdir", "--target", triple]));
    folder.and_then(|folder| fs::read_dir(folder).ok()).is_some_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
    })
}

/// Has rustup bring in a target's standard library, where there is a rustup and it can.
pub fn rustup_adds(workspace: &Workspace, triple: &str) -> bool {
    let mut command = Command::new("rustup");
    command.args(["target", "add", triple]).current_dir(&workspace.root);
    which::which("rustup").is_ok()
        && workspace.toolbox.setting_up(|| process::stream(&mut command)).is_ok()
        && rustup_has(triple)
}

/// A folder with Debian's standard library for another processor, of the version that Debian's rustc here has. The package
/// is only downloaded and unpacked, with package lists of its own: the system stays as it is.
fn debians_port(workspace: &Workspace, target: &Target, port: &str, may_install: bool) -> Result<PathBuf, String> {
    let mut query = Command::new("dpkg-query");
    let version = process::answer(query.args(["-W", "-f", "${Version}", "rustc-web"]))
        .filter(|version| !version.is_empty())
        .ok_or("dpkg does not know rustc-web")?;
    let folder = workspace.target.join("xtask").join(format!("debian_{port}"));
    let sysroot = folder.join("tree/usr");
    let stamp = folder.join("version");
    let is_there = sysroot.join("lib/rustlib").join(target.triple).is_dir();
    if is_there && fs::read_to_string(&stamp).is_ok_and(|stored| stored == version) {
        return Ok(sysroot);
    }
    if !may_install {
        return Err(format!(
            "Debian's standard library for {port} is not there: run `cargo xtask test --only {}`",
            target.name
        ));
    }
    workspace.toolbox.setting_up(|| download(&folder, port, &version)).map_err(|error| format!("{error:#}"))?;
    fs::write(&stamp, version).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(sysroot)
}

fn download(folder: &Path, port: &str, version: &str) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let (lists, cache) = (folder.join("lists"), folder.join("cache"));
    fs::create_dir_all(lists.join("partial"))?;
    fs::create_dir_all(cache.join("archives/partial"))?;
    let apt_get = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(["-q", "-o"]).arg(format!("Dir::State::Lists={}", lists.display()));
        command.arg("-o").arg(format!("Dir::Cache={}", cache.display()));
        command.arg("-o").arg(format!("APT::Architectures::={port}")).args(["-o", "APT::Sandbox::User=root"]);
        command.args(arguments).current_dir(folder);
        process::stream(&mut command)
    };
    apt_get(&["update"])?;
    apt_get(&["download", &format!("libstd-rust-web-dev:{port}={version}")])?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "deb") {
            process::stream(Command::new("dpkg-deb").arg("-x").arg(&path).arg(folder.join("tree")))?;
            fs::remove_file(path)?;
        }
    }
    fs::remove_dir_all(lists)?;
    fs::remove_dir_all(cache)?;
    Ok(())
}
