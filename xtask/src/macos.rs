//! `cargo xtask macos-link`: the universal library for macOS. On a machine that is no Mac it is linked by Zig's linker, which
//! shows that the library links there; nothing of it is run.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo;
use crate::cross_rust;
use crate::exports;
use crate::native_library::BUILD;
use crate::process;
use crate::tools::{self, DEBIANS_CARGO, DEBIANS_SOURCES};
use crate::workspace::Workspace;

const TRIPLES: [&str; 2] = ["aarch64-apple-darwin", "x86_64-apple-darwin"];
/// The oldest macOS that it is for: the first on Apple's own processors.
const OLDEST_SYSTEM: &str = "11.0";
const ZIG: &str = "ziglang==0.15.2";
const ZIGBUILD: &str = "0.24.1";

/// Where the joined library lies.
pub fn library(workspace: &Workspace) -> PathBuf {
    workspace.target.join("cross/macos/libphalanx.dylib")
}

/// Builds both halves and joins them.
pub fn run(workspace: &Workspace) -> Result<bool> {
    let builder = if cfg!(target_os = "macos") { Builder::Own } else { Builder::zig(workspace)? };
    let mut fat = fat_macho::FatWriter::new();
    for triple in TRIPLES {
        let half = build(workspace, triple, &builder)?;
        exports_hold_the_header(workspace, &half)?;
        fat.add(fs::read(&half)?).with_context(|| format!("join {}", half.display()))?;
    }
    let joined = library(workspace);
    fs::create_dir_all(joined.parent().context("a folder")?)?;
    fat.write_to_file(&joined).with_context(|| format!("write {}", joined.display()))?;
    println!("{}: linked for both processors, and never run", workspace.shown(&joined));
    Ok(true)
}

/// What compiles and links.
enum Builder {
    /// The Rust and the linker of this Mac; rustup brings the other processor's standard library.
    Own,
    /// Debian's Rust with its sources, and Zig's linker in the place of Apple's.
    Zig { zig: PathBuf, zigbuild: PathBuf },
}

impl Builder {
    fn zig(workspace: &Workspace) -> Result<Self> {
        for tool in [&DEBIANS_CARGO, &DEBIANS_SOURCES] {
            workspace.toolbox.find(tool).map_err(anyhow::Error::msg)?;
        }
        Ok(Self::Zig { zig: zig(workspace)?, zigbuild: zigbuild(workspace)? })
    }

    fn command(&self, workspace: &Workspace) -> Command {
        let Self::Zig { zig, zigbuild } = self else { return cargo::cargo(workspace, &BUILD) };
        let mut command = Command::new(zigbuild);
        command.arg("zigbuild").args(&BUILD[1..]).args(["-Z", "build-std=std,panic_unwind"]);
        command.current_dir(&workspace.root);
        for (name, value) in cross_rust::debians_cargo(workspace, &[]).get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.env("CARGO", DEBIANS_CARGO.program).env("CARGO_ZIGBUILD_ZIG_PATH", zig);
        command
    }
}

/// Zig's linker ignores the list of exports that rustc hands over, so more than the header's functions may be seen; each of
/// those must be there.
fn exports_hold_the_header(workspace: &Workspace, half: &Path) -> Result<()> {
    let header = crate::unreal::text(&workspace.root.join("include/phalanx.h"))?;
    let (declared, exported) = (exports::declared(&header), exports::exported(half)?);
    let missing: Vec<_> = declared.difference(&exported).collect();
    ensure!(missing.is_empty(), "{} does not export {missing:?}", half.display());
    println!("{}: {} of {} exports are the header's", workspace.shown(half), declared.len(), exported.len());
    Ok(())
}

fn build(workspace: &Workspace, triple: &str, builder: &Builder) -> Result<PathBuf> {
    let mut command = builder.command(workspace);
    let flag = OsString::from("-Clink-arg=-Wl,-install_name,@rpath/libphalanx.dylib");
    cargo::for_release(&mut command, workspace, triple, vec![flag]);
    command.env("MACOSX_DEPLOYMENT_TARGET", OLDEST_SYSTEM);
    // Stripping for macOS takes a program that Debian's Rust does not bring.
    command.env("CARGO_PROFILE_RELEASE_STRIP", "none");
    process::stream(&mut command)?;
    let file = workspace.target.join("cross").join(triple).join("release/libphalanx.dylib");
    ensure!(file.is_file(), "{}: not built", file.display());
    Ok(file)
}

/// Zig from PyPI, in the target folder.
fn zig(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target.join("xtask/zig");
    let program = folder.join("ziglang/zig");
    if !program.is_file() {
        let python = workspace.toolbox.find(&tools::PYTHON).map_err(anyhow::Error::msg)?;
        let mut command = Command::new(python);
        command.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(&folder).arg(ZIG);
        command.env("PIP_BREAK_SYSTEM_PACKAGES", "1").env("PIP_ROOT_USER_ACTION", "ignore");
        workspace.toolbox.setting_up(|| process::stream(&mut command))?;
    }
    ensure!(program.is_file(), "{}: {ZIG} did not bring it", program.display());
    Ok(program)
}

/// cargo-zigbuild, in the target folder.
fn zigbuild(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target.join("xtask/zigbuild");
    let program = folder.join("bin/cargo-zigbuild");
    if !program.is_file() {
        let mut command = cargo::cargo(workspace, &["install", "--locked", "--version", ZIGBUILD, "cargo-zigbuild"]);
        command.arg("--root").arg(&folder).env("CARGO_TARGET_DIR", folder.join("build"));
        workspace.toolbox.setting_up(|| process::stream(&mut command))?;
        fs::remove_dir_all(folder.join("build"))?;
    }
    Ok(program)
}
