//! libabigail: `abidw` describes a surface from debug information, `abidiff` compares two descriptions.
//!
//! What it reads is a C compiler's view of the header, and not the library itself. Of the Rust library it sees the structs, but of
//! a callback's type only a name without parameters; it also writes down every type inside, so that the description would
//! change with each change of the code and with each version of the compiler. That header and library agree is held elsewhere:
//! the header is generated from the library's sources, the layouts are asserted field by field, the symbols are compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::baseline::described;
use super::surface::Surface;
use crate::ledger::Ledger;
use crate::process;
use crate::tools::{self, ABIDIFF, ABIDW, GCC};
use crate::workspace::Workspace;

/// Options of both programs: nothing of this machine, and no place in a file, belongs to a surface.
const ABIDW_OPTIONS: &[&str] = &[
    "--no-corpus-path",
    "--no-comp-dir-path",
    "--no-show-locs",
    "--no-architecture",
    "--no-elf-needed",
    "--type-id-style",
    "hash",
];
/// `--harmless`: a field's name and a parameter's const are reported too.
const ABIDIFF_OPTIONS: &[&str] = &["--no-architecture", "--no-show-locs", "--no-added-syms", "--harmless"];

/// The bit of abidiff's exit code that says that something differs; the lower two are errors.
const DIFFERS: i32 = 4;

pub struct Abigail {
    gcc: PathBuf,
    abidw: PathBuf,
    abidiff: PathBuf,
    folder: PathBuf,
}

impl Abigail {
    /// Nothing, and an entry in the ledger, where a program is missing.
    pub fn find(workspace: &Workspace, ledger: &mut Ledger) -> Result<Option<Self>> {
        if !cfg!(target_os = "linux") {
            ledger.skip("C surface against its baseline", "libabigail reads ELF files, on Linux");
            return Ok(None);
        }
        let mut found = Vec::new();
        for tool in [&GCC, &ABIDW, &ABIDIFF] {
            match workspace.toolbox.find(tool) {
                Ok(path) => found.push(path),
                Err(why) => {
                    tools::enter_missing(ledger, "C surface against its baseline", tool.need, &why);
                    return Ok(None);
                }
            }
        }
        let [gcc, abidw, abidiff] = <[PathBuf; 3]>::try_from(found).expect("three tools were found");
        Ok(Some(Self { gcc, abidw, abidiff, folder: workspace.scratch("abi")? }))
    }

    /// Describes a surface; see [`Surface::source`] for `known`. The description is complete, or this is an error.
    pub fn describe(&self, surface: &Surface, name: &str, known: impl Fn(&str) -> Option<usize>) -> Result<PathBuf> {
        // Each in its own folder, so that a description names the same file whatever it is of.
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("surface.c"), surface.source(&known))?;
        let mut compile = Command::new(&self.gcc);
        compile.args([
            "-std=c11",
            "-g",
            "-gno-record-gcc-switches",
            "-fPIC",
            "-shared",
            "surface.c",
            "-o",
            "surface.so",
        ]);
        process::quiet(compile.current_dir(&folder), &folder.join("compile.log"))?;
        let mut describe = Command::new(&self.abidw);
        describe.args(ABIDW_OPTIONS).args(["--out-file", "surface.abi", "surface.so"]);
        process::quiet(describe.current_dir(&folder), &folder.join("abidw.log"))?;
        let description = folder.join("surface.abi");
        check_complete(surface, &fs::read_to_string(&description)?, known)?;
        Ok(description)
    }

    /// What differs, in libabigail's words. Functions that only `new` has are no difference.
    pub fn compare(&self, old: &Path, new: &Path) -> Result<Option<String>> {
        let mut command = Command::new(&self.abidiff);
        let output = command.args(ABIDIFF_OPTIONS).arg(old).arg(new).output().context("start abidiff")?;
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        match output.status.code() {
            Some(0) => Ok(None),
            Some(code) if code & DIFFERS != 0 && code & 3 == 0 => Ok(Some(report)),
            _ => bail!("abidiff: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)),
        }
    }

    /// A folder for other files of this part.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Without full debug information libabigail finds no types and says that nothing has changed. So each function and each member
/// must be there.
fn check_complete(surface: &Surface, description: &str, known: impl Fn(&str) -> Option<usize>) -> Result<()> {
    let (functions, structs) = described(description)?;
    for name in surface.functions() {
        ensure!(functions.contains(name), "the description lacks {name}");
    }
    for declared in surface.structs() {
        let expected = declared.count_of(&known);
        let found = structs.get(&declared.name).map_or(0, |found| found.members);
        ensure!(found == expected, "the description has {found} of {expected} members of {}", declared.name);
    }
    ensure!(!description.contains("='/"), "the description holds a path of this machine");
    Ok(())
}
