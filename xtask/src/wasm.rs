//! The library as a WebAssembly module: one thread, no imports; its memory and its growable table of functions are exported.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::cargo;
use crate::process;
use crate::tools::{DEBIANS_CARGO, DEBIANS_RUSTC};
use crate::workspace::Workspace;

const TARGET: &str = "wasm32-unknown-unknown";

/// A host puts its callbacks into the table. Debug sections would make the file ten times as large.
const FLAGS: &str =
    "-C link-arg=--export-table -C link-arg=--growable-table -C link-arg=--strip-debug -C target-feature=+simd128";

/// What makes the module.
pub enum Toolchain {
    /// The toolchain that runs this program, with the target's standard library.
    Rustup,
    /// Debian's, which compiles the standard library from its sources and borrows rustup's linker.
    Debian { cargo: PathBuf, linker: PathBuf },
}

/// Finds a toolchain: the running one, with the target added if that works, else Debian's. Else the answer says what to do.
pub fn find(workspace: &Workspace) -> Result<Toolchain, String> {
    let remedy = format!("rustup target add {TARGET}");
    if has_target(workspace) {
        return Ok(Toolchain::Rustup);
    }
    if which::which("rustup").is_ok()
        && process::stream(Command::new("rustup").args(["target", "add", TARGET]).current_dir(&workspace.root)).is_ok()
        && has_target(workspace)
    {
        return Ok(Toolchain::Rustup);
    }
    let missing = |why: &str| format!("Rust's {TARGET} is missing: run `{remedy}` ({why})");
    let linker = borrowed_linker(workspace).ok_or_else(|| missing("the running toolchain brings no rust-lld"))?;
    let cargo = workspace.toolbox.find(&DEBIANS_CARGO).map_err(|why| missing(&why))?;
    Ok(Toolchain::Debian { cargo, linker })
}

impl Toolchain {
    /// Builds the module in the release profile.
    pub fn build(&self, workspace: &Workspace) -> Result<PathBuf> {
        let folder = workspace.target.join("cross");
        let mut command = match self {
            Self::Rustup => cargo::cargo(workspace, &[]),
            Self::Debian { cargo, linker } => debians(workspace, cargo, linker),
        };
        command.args(["rustc", "--release", "--locked", "--package", "phalanx", "--lib", "--crate-type", "cdylib"]);
        command.args(["--no-default-features", "--features", "allocation_hook", "--target", TARGET]);
        command.arg("--target-dir").arg(&folder);
        if matches!(self, Self::Debian { .. }) {
            command.args(["-Z", "build-std=std,panic_abort"]);
        }
        // Flags for every target would take the place of these.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
        process::stream(&mut command)?;
        let module = folder.join(TARGET).join("release").join("phalanx.wasm");
        ensure!(module.is_file(), "{}: not built", module.display());
        Ok(module)
    }
}

fn debians(workspace: &Workspace, cargo: &Path, linker: &Path) -> Command {
    let mut command = Command::new(cargo);
    command.env("RUSTC", DEBIANS_RUSTC).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    // What a rustup in between has set would lead back to its own toolchain.
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").current_dir(&workspace.root);
    command
}

fn has_target(workspace: &Workspace) -> bool {
    let libraries = rustc_says(workspace, &["--print", "target-libdir", "--target", TARGET]);
    libraries.is_some_and(|folder| Path::new(&folder).is_dir())
}

fn borrowed_linker(workspace: &Workspace) -> Option<PathBuf> {
    let libraries = rustc_says(workspace, &["--print", "target-libdir"])?;
    let name = format!("rust-lld{}", std::env::consts::EXE_SUFFIX);
    let linker = Path::new(&libraries).parent()?.join("bin").join(name);
    linker.is_file().then_some(linker)
}

/// Asks the compiler that the running cargo would call.
fn rustc_says(workspace: &Workspace, arguments: &[&str]) -> Option<String> {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    process::answer(Command::new(program).args(arguments).current_dir(&workspace.root))
}
