//! A C or C++ program against the library: built strictly, then run in the open or under valgrind.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::compiler::{Compiler, Language};
use crate::native_library::{Link, NativeLibrary};
use crate::process;
use crate::target::System;
use crate::workspace::Workspace;

/// One source file that is a whole program.
pub struct Program<'a> {
    pub source: &'a Path,
    pub language: Language,
    pub compiler: &'a Compiler,
    pub link: Link,
}

/// A program that was built.
pub struct Executable {
    path: PathBuf,
}

impl Program<'_> {
    /// What a reader calls this build.
    pub fn name(&self, workspace: &Workspace) -> String {
        format!("{} ({}, {} library)", workspace.shown(self.source), self.compiler.name, self.link.name())
    }

    /// Compiles and links into `folder`.
    pub fn build(&self, workspace: &Workspace, library: &NativeLibrary, folder: &Path) -> Result<Executable> {
        let stem = self.source.file_stem().unwrap_or_default().to_string_lossy();
        let compiler = self.compiler.name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        let name = format!("{stem}-{}-{compiler}-{}", self.language.extension(), self.link.name());
        let path = folder.join(format!("{name}{}", library.system.executable_suffix()));
        let mut command = self.compiler.command(workspace, self.language.standard());
        command.args(["-O1", "-g", "-pthread"]).arg(self.source).arg("-o").arg(&path);
        if library.system == System::Windows {
            // The compiler's own libraries are shared files that no Windows has.
            command.arg("-static");
        }
        library.link(&mut command, self.link);
        command.arg("-lm");
        process::quiet(&mut command, &folder.join(format!("{name}.build.log")))?;
        Ok(Executable { path })
    }
}

impl Executable {
    /// Runs it in the root; it fails by its exit code.
    pub fn run(&self, workspace: &Workspace, library: &NativeLibrary) -> Result<()> {
        self.start(workspace, library.command(&self.path)?, "run.log")
    }

    /// Runs it under memcheck; an invalid access, a use of an unset value or a lost block fails it too.
    pub fn run_under(&self, valgrind: &Path, workspace: &Workspace, library: &NativeLibrary) -> Result<()> {
        let mut suppressions = std::ffi::OsString::from("--suppressions=");
        suppressions.push(workspace.root.join("xtask").join("valgrind.supp"));
        let mut command = Command::new(valgrind);
        command.args(["--tool=memcheck", "--error-exitcode=1", "--leak-check=full", "--num-callers=30", "--quiet"]);
        command.arg(suppressions).arg(&self.path);
        // Programs that would take minutes under valgrind may read this to do less.
        command.env("PHALANX_UNDER_VALGRIND", "1");
        library.lend_to(&mut command)?;
        self.start(workspace, command, "valgrind.log")
    }

    fn start(&self, workspace: &Workspace, mut command: Command, log: &str) -> Result<()> {
        process::quiet(command.current_dir(&workspace.root), &self.path.with_extension(log))
    }
}
