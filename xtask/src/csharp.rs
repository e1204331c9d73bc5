//! C# on this machine: Mono's compiler and runtime, its ahead-of-time compilation, and CoreCLR.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::ledger::Ledger;
use crate::native_library::NativeLibrary;
use crate::process;
use crate::tools::{self, MCS, MONO};
use crate::workspace::Workspace;

/// Mono's compiler and runtime.
pub struct Mono {
    mcs: PathBuf,
    mono: PathBuf,
}

/// What becomes of the sources.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Output {
    Program,
    Library,
}

/// One assembly.
pub struct Assembly<'a> {
    pub sources: &'a [PathBuf],
    pub output: Output,
    /// Symbols for `#if`.
    pub symbols: &'a [&'a str],
    /// Assemblies that it uses.
    pub references: &'a [PathBuf],
    /// Whether it may use pointers. In Unity a user's own assembly may not, unless its definition says so.
    pub takes_unsafe_code: bool,
}

/// Finds Mono; what `work` loses without it is entered in the ledger.
pub fn find(workspace: &Workspace, ledger: &mut Ledger, work: &str) -> Option<Mono> {
    match (workspace.toolbox.find(&MCS), workspace.toolbox.find(&MONO)) {
        (Ok(mcs), Ok(mono)) => Some(Mono { mcs, mono }),
        (Err(why), _) | (_, Err(why)) => {
            tools::enter_missing(ledger, work, MCS.need, &why);
            None
        }
    }
}

/// All C# files in a folder of the checkout and below, in the order of their paths.
pub fn sources(workspace: &Workspace, folder: &str) -> Result<Vec<PathBuf>> {
    sources_in(&workspace.root.join(folder))
}

/// All C# files in a folder and below, in the order of their paths.
pub fn sources_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "cs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

impl Mono {
    /// Compiles with all warnings as errors.
    pub fn compile(&self, assembly: &Assembly, to: &Path) -> Result<()> {
        let mut command = Command::new(&self.mcs);
        command.args(["-warnaserror", "-warn:4", "-debug-"]);
        if assembly.takes_unsafe_code {
            command.arg("-unsafe");
        }
        for reference in assembly.references {
            command.arg(joined("-reference:", reference));
        }
        if assembly.output == Output::Library {
            command.arg("-target:library");
        }
        for symbol in assembly.symbols {
            command.arg(format!("-define:{symbol}"));
        }
        command.arg(joined("-out:", to)).args(assembly.sources);
        process::quiet(&mut command, &to.with_extension("build.log"))
    }

    /// Compiles a Unity package's runtime, in a folder, with our stand-ins for Unity: what scripts refer to.
    pub fn compile_runtime(&self, workspace: &Workspace, runtime: &Path, to: &Path) -> Result<()> {
        let mut sources = sources_in(runtime)?;
        ensure!(!sources.is_empty(), "{} has no script", runtime.display());
        sources.extend(self::sources(workspace, "tests/csharp/unity_stubs")?);
        let assembly = Assembly {
            sources: &sources,
            output: Output::Library,
            symbols: &[],
            references: &[],
            takes_unsafe_code: true,
        };
        self.compile(&assembly, to)
    }

    /// Runs a program whose code is compiled while it runs, as in Unity's editor.
    pub fn run(&self, workspace: &Workspace, library: &NativeLibrary, program: &Path) -> Result<()> {
        start(workspace, library, Command::new(&self.mono).arg(program), &program.with_extension("mono.log"))
    }

    /// Compiles a program ahead of time, whole, in a folder with the base library. What is compiled there is kept.
    pub fn compile_ahead(&self, program: &Path) -> Result<()> {
        let folder = program.parent().context("the program's folder")?;
        let base = self.base_library()?;
        let copy = folder.join("mscorlib.dll");
        let fresh = fs::read(&base).with_context(|| format!("read {}", base.display()))?;
        if fs::read(&copy).ok().as_ref() != Some(&fresh) || !folder.join("mscorlib.dll.so").is_file() {
            fs::write(&copy, fresh)?;
            self.compile_one_ahead(&copy, folder)?;
        }
        self.compile_one_ahead(program, folder)
    }

    /// Runs a program that was compiled ahead, with no compilation while it runs, as under IL2CPP.
    pub fn run_ahead(&self, workspace: &Workspace, library: &NativeLibrary, program: &Path) -> Result<()> {
        let mut command = Command::new(&self.mono);
        command.arg("--full-aot").arg(program);
        command.env("MONO_PATH", program.parent().context("the program's folder")?);
        start(workspace, library, &mut command, &program.with_extension("ahead.log"))
    }

    fn compile_one_ahead(&self, file: &Path, folder: &Path) -> Result<()> {
        let mut command = Command::new(&self.mono);
        command.arg("--aot=full").arg(file).env("MONO_PATH", folder).current_dir(folder);
        process::quiet(&mut command, &file.with_extension("aot.log"))
    }

    /// mscorlib, which lies beside the runtime's program.
    fn base_library(&self) -> Result<PathBuf> {
        let program = self.mono.canonicalize()?;
        for prefix in program.ancestors().skip(2) {
            let file = prefix.join("lib/mono/4.5/mscorlib.dll");
            if file.is_file() {
                return Ok(file);
            }
        }
        bail!("{} has no lib/mono/4.5/mscorlib.dll beside it", self.mono.display())
    }
}

/// Runs a program on CoreCLR.
pub fn run_on_coreclr(workspace: &Workspace, library: &NativeLibrary, dotnet: &Path, program: &Path) -> Result<()> {
    let listed = process::answer(Command::new(dotnet).arg("--list-runtimes").env("DOTNET_CLI_TELEMETRY_OPTOUT", "1"))
        .context("dotnet --list-runtimes")?;
    let version = listed
        .lines()
        .filter_map(|line| line.strip_prefix("Microsoft.NETCore.App ")?.split(' ').next())
        .next_back()
        .context("dotnet has no Microsoft.NETCore.App")?;
    let settings = program.with_extension("runtimeconfig.json");
    fs::write(
        &settings,
        format!(
            "{{\"runtimeOptions\":{{\"framework\":{{\"name\":\"Microsoft.NETCore.App\",\"version\":\"{version}\"}}}}}}\n"
        ),
    )?;
    let mut command = Command::new(dotnet);
    command.args(["exec", "--runtimeconfig"]).arg(&settings).arg(program);
    // Texts of other cultures need a library that not every machine has, and none of the tests.
    command.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    start(workspace, library, &mut command, &program.with_extension("coreclr.log"))
}

fn start(workspace: &Workspace, library: &NativeLibrary, command: &mut Command, log: &Path) -> Result<()> {
    library.lend_to(command)?;
    process::quiet(command.current_dir(&workspace.root), log)
}

fn joined(option: &str, path: &Path) -> std::ffi::OsString {
    let mut word = std::ffi::OsString::from(option);
    word.push(path);
    word
}

/// CoreCLR's host program: the machine's own, else, on a continuous-integration machine, the one that PyPI's `dotnetcore2`
/// carries, installed into the target folder.
pub fn find_coreclr(workspace: &Workspace) -> Result<PathBuf, String> {
    if let Ok(own) = which::which("dotnet")
        && process::answer(Command::new(&own).arg("--list-runtimes")).is_some_and(|text| text.contains("NETCore.App"))
    {
        return Ok(own);
    }
    let folder = workspace.target.join("xtask").join("dotnet");
    let carried = folder.join("dotnetcore2/bin/dotnet");
    if carried.is_file() {
        return Ok(carried);
    }
    let remedy = format!("python3 -m pip install --no-deps --target {} dotnetcore2==3.1.23", folder.display());
    if !(tools::is_continuous_integration() && cfg!(all(target_os = "linux", target_arch = "x86_64"))) {
        return Err(format!("dotnet is missing: install .NET, or on Linux run `{remedy}`"));
    }
    let python = workspace.toolbox.find(&tools::PYTHON)?;
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(&folder).arg("dotnetcore2==3.1.23");
    // Into a folder of its own, so a system that manages its packages itself loses nothing.
    command.env("PIP_BREAK_SYSTEM_PACKAGES", "1").env("PIP_ROOT_USER_ACTION", "ignore");
    let installed = workspace.toolbox.setting_up(|| process::stream(&mut command));
    installed.map_err(|error| format!("dotnet is missing and `{remedy}` failed: {error:#}"))?;
    make_executable(&carried).map_err(|error| format!("{}: {error}", carried.display()))?;
    Ok(carried)
}

#[cfg(unix)]
fn make_executable(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_file: &Path) -> std::io::Result<()> {
    Ok(())
}
