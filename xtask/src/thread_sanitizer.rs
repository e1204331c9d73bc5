//! `cargo xtask thread-sanitizer`: the threads of the library and of a host, both compiled by ThreadSanitizer and watched
//! while the C++ programs with threads run. Linux on x86-64 or ARM; about six minutes.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::process;
use crate::tools::{DEBIANS_CARGO, DEBIANS_RUSTC, GXX};
use crate::workspace::Workspace;

/// The programs of `tests/cpp` that start threads.
const PROGRAMS: [&str; 3] = ["jobs", "scheduler", "threads"];
/// The program that has a race.
const CONTROL: &str = "thread_sanitizer/race";

/// Builds all of it and runs the programs. The answer says whether no race was seen but the one that is there.
pub fn run(workspace: &Workspace) -> Result<bool> {
    ensure!(cfg!(target_os = "linux"), "ThreadSanitizer is run on Linux only");
    let cargo = workspace.toolbox.find(&DEBIANS_CARGO).map_err(anyhow::Error::msg)?;
    let compiler = workspace.toolbox.find(&GXX).map_err(anyhow::Error::msg)?;
    let runtime = runtime()?;
    let library = build_library(workspace, &cargo)?;
    let folder = workspace.scratch("thread_sanitizer")?;
    let build = |program: &str| build_program(workspace, &compiler, program, [&runtime, &library], &folder);
    let is_blind = process::stream(&mut Command::new(build(CONTROL)?)).is_ok();
    if is_blind {
        println!("the race of tests/cpp/{CONTROL}.cpp went unseen: nothing is known of the others");
    }
    let mut sound = !is_blind;
    for program in PROGRAMS {
        match process::stream(&mut Command::new(build(program)?)) {
            Ok(()) => println!("{program}: no race"),
            Err(error) => {
                println!("{error:#}");
                sound = false;
            }
        }
    }
    Ok(sound)
}

/// The runtime that belongs to the instrumentation. Nightly Rust brings it, whichever compiler made the code.
fn runtime() -> Result<PathBuf> {
    let rustc = &mut Command::new("rustc");
    let libraries = process::answer(rustc.args(["+nightly", "--print", "target-libdir"]))
        .context("nightly Rust is missing: run `rustup toolchain install nightly --profile minimal`")?;
    let path = Path::new(&libraries).join("librustc-nightly_rt.tsan.a");
    ensure!(path.is_file(), "{}: there is no such runtime for this target", path.display());
    Ok(path)
}

fn build_library(workspace: &Workspace, cargo: &Path) -> Result<PathBuf> {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let folder = workspace.target.join("thread_sanitizer");
    let mut command = Command::new(cargo);
    command.args(["rustc", "--locked", "--lib", "--crate-type", "staticlib", "--target", &target]);
    command.args(["-Z", "build-std=std,panic_unwind", "--target-dir"]).arg(&folder);
    command.env("RUSTC", DEBIANS_RUSTC).env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=thread");
    // What a rustup in between has set would lead back to its own toolchain.
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").current_dir(&workspace.root);
    process::stream(&mut command)?;
    let library = folder.join(target).join("debug").join("libphalanx.a");
    if !library.is_file() {
        bail!("{}: not built", library.display());
    }
    Ok(library)
}

fn build_program(
    workspace: &Workspace,
    compiler: &Path,
    program: &str,
    [runtime, library]: [&PathBuf; 2],
    folder: &Path,
) -> Result<PathBuf> {
    let source = workspace.root.join("tests/cpp").join(format!("{program}.cpp"));
    let path = folder.join(program.replace('/', "_"));
    let object = path.with_extension("o");
    let mut compile = Command::new(compiler);
    compile.args(["-std=c++17", "-O1", "-g", "-fsanitize=thread", "-c", "-I"]).arg(workspace.root.join("include"));
    compile.arg("-I").arg(workspace.root.join("tests/cpp")).arg(&source).arg("-o").arg(&object);
    process::stream(&mut compile)?;
    // Not -fsanitize=thread here: it would bring the compiler's own runtime.
    let mut link = Command::new(compiler);
    link.arg(&object).arg("-o").arg(&path).arg("-Wl,--whole-archive").arg(runtime).arg("-Wl,--no-whole-archive");
    link.arg(library).args(["-Wl,--export-dynamic", "-pthread", "-ldl", "-lm", "-lrt"]);
    process::stream(&mut link)?;
    Ok(path)
}
