//! The library as a C or C++ program gets it: the shared and the static file of the release build.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::cargo;
use crate::workspace::Workspace;

/// What a Rust static library wants from the system, as `rustc --print native-static-libs` names it.
#[cfg(target_os = "linux")]
const STATIC_NEEDS: &[&str] = &["-lpthread", "-ldl", "-lm", "-lrt"];
#[cfg(target_os = "macos")]
const STATIC_NEEDS: &[&str] = &["-liconv", "-lSystem", "-lm"];
#[cfg(windows)]
const STATIC_NEEDS: &[&str] = &["-lkernel32", "-lntdll", "-luserenv", "-lws2_32", "-ldbghelp"];
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
const STATIC_NEEDS: &[&str] = &["-lpthread", "-lm"];

/// Where the loader of this system looks for shared libraries first.
const LOADER_PATH: &str = if cfg!(windows) {
    "PATH"
} else if cfg!(target_os = "macos") {
    "DYLD_LIBRARY_PATH"
} else {
    "LD_LIBRARY_PATH"
};

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

/// The files of the release build.
pub struct NativeLibrary {
    folder: PathBuf,
    static_file: PathBuf,
}

/// Builds the library in the release profile.
pub fn build(workspace: &Workspace) -> Result<NativeLibrary> {
    let built = cargo::build(workspace, &["build", "--release", "--locked", "--package", "phalanx", "--lib"])?;
    let files = built.iter().filter(|made| made.target == "phalanx").flat_map(|made| &made.files);
    let static_file = files
        .into_iter()
        .find(|file| {
            file.extension().is_some_and(|ending| ending == "a") && !file.to_string_lossy().ends_with(".dll.a")
        })
        .context("the build made no static library")?
        .clone();
    let folder = static_file.parent().context("the static library's folder")?.to_path_buf();
    Ok(NativeLibrary { folder, static_file })
}

impl NativeLibrary {
    /// The file that a program takes in.
    pub fn file(&self, link: Link) -> PathBuf {
        match link {
            Link::Shared => self.folder.join(format!("{}phalanx{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX)),
            Link::Static => self.static_file.clone(),
        }
    }

    /// Ends a link command with the library and with what it needs.
    pub fn link(&self, command: &mut Command, link: Link) {
        match link {
            Link::Shared => command.arg("-L").arg(&self.folder).arg("-lphalanx"),
            Link::Static => command.arg(&self.static_file).args(STATIC_NEEDS),
        };
    }

    /// Lets a program that is linked to the shared file find it. Cargo puts the folder of the debug build in front of the
    /// loader's path for programs that it runs, so the release build's folder must come before that.
    pub fn lend_to(&self, command: &mut Command) -> Result<()> {
        let inherited = env::var_os(LOADER_PATH).unwrap_or_default();
        let folders = std::iter::once(self.folder.clone()).chain(env::split_paths(&inherited));
        let joined: OsString = env::join_paths(folders).context("join the loader's path")?;
        command.env(LOADER_PATH, joined);
        Ok(())
    }
}
