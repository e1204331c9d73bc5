//! Somebody else's project, `tests/consumer`, built against an unpacked SDK by CMake and by pkg-config, and run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::compiler::Language;
use crate::parts::windows;
use crate::process;
use crate::target::{System, Target};
use crate::tools::{CMAKE, GCC, GXX, MAKE, NINJA, PKG_CONFIG, Tool};
use crate::workspace::Workspace;

/// What it takes beside a cross compiler.
pub const TOOLS: [&Tool; 6] = [&CMAKE, &NINJA, &MAKE, &PKG_CONFIG, &GCC, &GXX];

const PROGRAMS: [&str; 2] = ["army_c", "army_cpp"];

/// An SDK and the project that takes it.
pub struct Consumer<'a> {
    pub workspace: &'a Workspace,
    /// The unpacked SDK.
    pub sdk: &'a Path,
    pub version: &'a str,
    /// The machine that the SDK is for, unless it is this one.
    pub target: Option<&'a Target>,
    /// Where it is built.
    pub folder: &'a Path,
}

impl Consumer<'_> {
    /// By `find_package(Phalanx)`.
    pub fn by_cmake(&self, is_static: bool) -> Result<()> {
        let build = self.fresh_folder(if is_static { "cmake_static" } else { "cmake_shared" })?;
        let cmake = self.find(&CMAKE)?;
        let mut configure = Command::new(&cmake);
        configure.arg("-S").arg(self.project()).arg("-B").arg(&build).args(["-G", "Ninja"]);
        configure.arg(define("CMAKE_PREFIX_PATH", self.sdk)).arg("-DCMAKE_BUILD_TYPE=Release");
        configure.arg(format!("-DEXPECTED_VERSION={}", self.version));
        configure.arg(format!("-DPhalanx_USE_STATIC_LIBS={}", if is_static { "ON" } else { "OFF" }));
        if let Some(target) = self.target {
            let system = if target.system == System::Windows { "Windows" } else { "Linux" };
            configure.arg(format!("-DCMAKE_SYSTEM_NAME={system}"));
            configure.arg(format!("-DCMAKE_C_COMPILER={}", target.compiler(Language::C).program));
            configure.arg(format!("-DCMAKE_CXX_COMPILER={}", target.compiler(Language::Cpp).program));
            if target.system == System::Windows {
                // The compiler's own libraries are shared files that no Windows has.
                configure.arg("-DCMAKE_EXE_LINKER_FLAGS=-static");
            }
        }
        process::quiet(&mut configure, &build.join("configure.log"))?;
        process::quiet(Command::new(&cmake).arg("--build").arg(&build), &build.join("build.log"))?;
        // CMake's programs know the place of a shared library by themselves, on systems that have that.
        self.run(&build, None)
    }

    /// By pkg-config, on this machine.
    pub fn by_pkg_config(&self, is_static: bool) -> Result<()> {
        let package = if is_static { "phalanx-static" } else { "phalanx" };
        let build = self.fresh_folder(&package.replace('-', "_"))?;
        let mut make = Command::new(self.find(&MAKE)?);
        make.arg("-C").arg(self.project()).arg(format!("PACKAGE={package}")).arg(format!("OUT={}", build.display()));
        make.env("PKG_CONFIG_PATH", self.sdk.join("lib/pkgconfig"));
        process::quiet(&mut make, &build.join("build.log"))?;
        self.run(&build, Some(self.sdk.join("lib")))
    }

    /// With the import library for Microsoft's linker, which the GNU linker can read too.
    pub fn by_microsofts_import_library(&self, target: &Target) -> Result<()> {
        let build = self.fresh_folder("import_library")?;
        for (language, name) in Language::BOTH.into_iter().zip(PROGRAMS) {
            let mut command = Command::new(self.find(target.compiler(language))?);
            command.arg(format!("-std={}", language.standard())).arg("-static").arg("-I").arg(self.sdk.join("include"));
            command.arg(format!("-DEXPECTED_VERSION=\"{}\"", self.version));
            command.arg(self.project().join(format!("army.{}", language.extension())));
            command.arg(self.sdk.join("lib/phalanx.dll.lib")).arg("-o").arg(build.join(format!("{name}.exe")));
            process::quiet(&mut command, &build.join(format!("{name}.build.log")))?;
        }
        self.run(&build, None)
    }

    fn run(&self, build: &Path, libraries: Option<PathBuf>) -> Result<()> {
        for name in PROGRAMS {
            let system = self.target.map_or(System::HOST, |target| target.system);
            let program = build.join(format!("{name}{}", system.executable_suffix()));
            ensure!(program.is_file(), "{} was not built", program.display());
            let mut command = match self.target {
                Some(target) => self.emulated(target, &program)?,
                None => Command::new(&program),
            };
            if self.target.is_none() {
                // Cargo has put folders of its own builds there.
                command.env_remove(system.loader_path());
                if system == System::Windows {
                    command.env("PATH", self.sdk.join("bin"));
                } else if let Some(folder) = &libraries {
                    command.env(system.loader_path(), folder);
                }
            }
            process::quiet(&mut command, &build.join(format!("{name}.log")))?;
        }
        Ok(())
    }

    fn emulated(&self, target: &Target, program: &Path) -> Result<Command> {
        let is_windows = target.system == System::Windows;
        if is_windows {
            windows::add_shim(self.workspace, program.parent().context("the program's folder")?)?;
        }
        let runner = target.runner(self.workspace).map_err(anyhow::Error::msg)?;
        let folder = self.sdk.join(if is_windows { "bin" } else { "lib" });
        runner.command(program, &folder).context("a target that is not emulated")
    }

    fn project(&self) -> PathBuf {
        self.workspace.root.join("tests/consumer")
    }

    fn fresh_folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    fn find(&self, tool: &Tool) -> Result<PathBuf> {
        self.workspace.toolbox.find(tool).map_err(anyhow::Error::msg)
    }
}

fn define(name: &str, path: &Path) -> std::ffi::OsString {
    let mut word = std::ffi::OsString::from(format!("-D{name}="));
    word.push(path);
    word
}
