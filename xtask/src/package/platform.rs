//! The platforms that packages are for, and the library's files of each.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::cargo;
use crate::compiler::Language;
use crate::cross_rust::{self, CrossRust};
use crate::exports;
use crate::macos;
use crate::native_library::{self, NativeLibrary};
use crate::process;
use crate::target::{System, Target};
use crate::tools::Toolbox;
use crate::workspace::Workspace;

/// One platform.
pub struct Platform {
    /// What the chore and the packages call it.
    pub name: &'static str,
    pub system: System,
    /// The processor, as Rust calls it; none where one file holds several.
    processor: Option<&'static str>,
    /// The library's place in the Unity package, one of `unity_package::PLUGINS`.
    pub unity: Option<&'static str>,
    /// The platform's name in Unreal.
    pub unreal: Option<&'static str>,
    /// The emulated target that it is built as on other machines.
    cross: Option<&'static Target>,
    /// Why it is never built here, if so.
    never: Option<&'static str>,
}

pub const PLATFORMS: [Platform; 6] = [
    Platform {
        name: "windows-x86_64",
        system: System::Windows,
        processor: Some("x86_64"),
        unity: Some("Runtime/Plugins/Windows/x86_64/phalanx.dll"),
        unreal: Some("Win64"),
        cross: Some(&crate::target::WINDOWS),
        never: None,
    },
    Platform {
        name: "linux-x86_64",
        system: System::Linux,
        processor: Some("x86_64"),
        unity: Some("Runtime/Plugins/Linux/x86_64/libphalanx.so"),
        unreal: Some("Linux"),
        cross: None,
        never: None,
    },
    Platform {
        name: "linux-aarch64",
        system: System::Linux,
        processor: Some("aarch64"),
        unity: None,
        unreal: None,
        cross: Some(&crate::target::ARM),
        never: None,
    },
    Platform {
        name: "macos-universal",
        system: System::MacOs,
        processor: None,
        unity: Some("Runtime/Plugins/macOS/libphalanx.dylib"),
        unreal: Some("Mac"),
        cross: None,
        never: None,
    },
    Platform {
        name: "android-aarch64",
        system: System::Other,
        processor: Some("aarch64"),
        unity: Some("Runtime/Plugins/Android/arm64-v8a/libphalanx.so"),
        unreal: None,
        cross: None,
        never: Some("it needs the Android NDK, which these chores do not drive yet"),
    },
    Platform {
        name: "ios-aarch64",
        system: System::Other,
        processor: Some("aarch64"),
        unity: Some("Runtime/Plugins/iOS/libphalanx.a"),
        unreal: None,
        cross: None,
        never: Some("it needs Xcode, which these chores do not drive yet"),
    },
];

/// Whether libraries are built for the packages, or only those taken that this run has built for its tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Built for release; nothing is installed for it.
    Release,
    /// Built for release, and what that takes is installed.
    ReleaseWithSetUp,
    /// As built for the tests: with what debug information they have.
    BuiltForTests,
}

/// The library's files of one platform.
pub struct Binaries {
    pub platform: &'static Platform,
    pub shared: PathBuf,
    pub static_file: Option<PathBuf>,
    /// Windows: what the GNU linker takes in for the shared file, where the build made it.
    pub gnu_import: Option<PathBuf>,
    /// Windows: what Microsoft's linker takes in for the shared file.
    pub msvc_import: Option<Vec<u8>>,
}

impl Platform {
    pub fn is_host(&self) -> bool {
        self.system == System::HOST && self.processor == Some(std::env::consts::ARCH)
    }

    pub fn is_built_as(&self, target: &Target) -> bool {
        self.cross.is_some_and(|cross| cross.triple == target.triple)
    }

    /// The library's files, or why there are none.
    pub fn binaries(&'static self, workspace: &Workspace, source: Source) -> Result<Binaries, String> {
        if let Some(why) = self.never {
            return Err(why.to_owned());
        }
        if self.system == System::MacOs {
            let shared = macos::library(workspace);
            return if shared.is_file() {
                Ok(Binaries { platform: self, shared, static_file: None, gnu_import: None, msvc_import: None })
            } else {
                Err("it is not built yet: run `cargo xtask macos-link`".to_owned())
            };
        }
        if source == Source::BuiltForTests {
            let library = if self.is_host() {
                Some(workspace.native_library().map_err(|error| format!("{error:#}"))?)
            } else {
                self.cross.and_then(|target| workspace.cross_library_if_built(target))
            };
            let library = library.ok_or("this run has not built it (its part runs with --cross)")?;
            return self.files(library).map_err(|error| format!("{error:#}"));
        }
        let library = if self.is_host() {
            build_here(workspace).map_err(|error| format!("{error:#}"))?
        } else {
            let target = self.cross.ok_or("it is built only on a machine of its kind")?;
            build_cross(workspace, target, source == Source::ReleaseWithSetUp)?
        };
        self.files(&library).map_err(|error| format!("{error:#}"))
    }

    fn files(&'static self, library: &NativeLibrary) -> Result<Binaries> {
        let shared = library.shared_file();
        let beside = |name: &str| Some(library.folder.join(name)).filter(|file| file.is_file());
        let msvc_import = match self.system {
            System::Windows => Some(microsofts_import_library(&shared)?),
            _ => None,
        };
        let gnu_import = beside("libphalanx.dll.a");
        Ok(Binaries { platform: self, shared, static_file: Some(library.static_file.clone()), gnu_import, msvc_import })
    }
}

impl Binaries {
    /// The oldest glibc that has all that the shared file asks for, as `2.34`; nothing where it asks for none.
    pub fn oldest_glibc(&self) -> Result<Option<String>> {
        let bytes = std::fs::read(&self.shared)?;
        let mut newest: Option<(u32, u32)> = None;
        for at in 0..bytes.len() {
            let Some(rest) = bytes[at..].strip_prefix(b"GLIBC_") else { continue };
            let text: String =
                rest.iter().map(|byte| char::from(*byte)).take_while(|c| *c == '.' || c.is_ascii_digit()).collect();
            let mut numbers = text.split('.').map_while(|number| number.parse().ok());
            if let (Some(major), Some(minor)) = (numbers.next(), numbers.next()) {
                newest = newest.max(Some((major, minor)));
            }
        }
        Ok(newest.map(|(major, minor)| format!("{major}.{minor}")))
    }
}

/// Builds for this machine, small and without its paths.
fn build_here(workspace: &Workspace) -> Result<NativeLibrary> {
    let said = process::answer(std::process::Command::new("rustc").arg("-vV")).context("rustc -vV")?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let mut command = cargo::cargo(workspace, &native_library::BUILD);
    cargo::for_release(&mut command, workspace, host, Vec::new());
    native_library::from_build(command, System::HOST, Ok(crate::target::Runner::Direct))
}

fn build_cross(workspace: &Workspace, target: &Target, may_install: bool) -> Result<NativeLibrary, String> {
    let rust = cross_rust::find(workspace, target, may_install)?;
    let linker = target.compiler(Language::C);
    if may_install {
        workspace.toolbox.find(linker)?;
    } else if Toolbox::look(linker).is_none() {
        return Err(format!("{} is missing (package {})", linker.program, linker.package));
    }
    let build =
        |rust: &CrossRust| native_library::build_for(workspace, target, rust, Err("packages run nothing".to_owned()));
    build(&rust).map_err(|error| format!("{error:#}"))
}

/// The import library that Microsoft's linker and Unreal's build take in, made from the exports of the shared file.
fn microsofts_import_library(shared: &Path) -> Result<Vec<u8>> {
    let mut definition = "LIBRARY phalanx.dll\nEXPORTS\n".to_owned();
    for name in exports::exported(shared)? {
        definition += &format!("    {name}\n");
    }
    let library = implib::ImportLibrary::new(&definition, implib::MachineType::AMD64, implib::Flavor::Msvc);
    let mut bytes = std::io::Cursor::new(Vec::new());
    library.and_then(|library| library.write_to(&mut bytes)).map_err(|error| anyhow!("phalanx.dll.lib: {error}"))?;
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unity_package::PLUGINS;

    #[test]
    fn each_plugin_of_the_unity_package_belongs_to_one_platform() {
        for plugin in &PLUGINS {
            let count = PLATFORMS.iter().filter(|platform| platform.unity == Some(plugin.path)).count();
            assert_eq!(count, 1, "{}", plugin.path);
        }
        let named = PLATFORMS.iter().filter(|platform| platform.unity.is_some()).count();
        assert_eq!(named, PLUGINS.len());
    }
}
