//! The Unreal plugin without an engine: its descriptor, its build rules and its settings are held to the C header; its
//! sources are compiled against our own stand-ins for the engine's headers, for each version of Mass that they tell apart;
//! and its conversions run against the library.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::compiler::{self, Compiler, Language};
use crate::ledger::Ledger;
use crate::native_library::Link;
use crate::process;
use crate::snippets::{self, Written};
use crate::unreal::{MODULE, descriptor, fields, files, reflection, text};
use crate::workspace::Workspace;

/// Stand-ins for the engine's headers.
const STUBS: &str = "tests/unreal_stubs";
/// The page that shows how to use it.
const PAGE: &str = "docs/guide/first-formation-unreal.md";
/// Minor versions of Unreal 5: the first that the plugin takes, one between, and the first after the change that
/// PhalanxMassCompat.h is about.
const VERSIONS: [u32; 3] = [3, 5, 6];
/// As the engine builds: neither exceptions nor RTTI, and a shadowed name is an error there too. The definition is that of
/// the library's build rules.
const FLAGS: &[&str] = &["-fno-exceptions", "-fno-rtti", "-Wshadow", "-Wundef", "-DPHALANX_NO_EXCEPTIONS=1"];

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    ledger.check("unreal_plugin: descriptor, build rules and folders", descriptor::check(&workspace.root));
    let generated = workspace.scratch("unreal")?;
    let types = reflect(workspace, ledger, &generated)?;
    check_fields(workspace, ledger, &types)?;

    let sources = files(&workspace.root.join(MODULE), "cpp")?;
    ensure!(!sources.is_empty(), "{MODULE}: no source");
    let compilers = compiler::available(workspace, ledger, Language::Cpp, "Unreal plugin");
    let plugin = Plugin { workspace, generated: &generated };
    for compiler in &compilers {
        for version in VERSIONS {
            // All in one, as the engine's unity builds: names of one file must not meet those of another.
            let name = format!("all sources, Unreal 5.{version} stubs ({})", compiler.name);
            ledger.check(&name, plugin.check_syntax(compiler, version, &format!("all_{version}"), &sources));
        }
    }
    if let Some(compiler) = compilers.first() {
        plugin.check_alone(compiler, ledger, &sources)?;
        plugin.check_page(compiler, ledger)?;
        plugin.run_programs(compiler, ledger)?;
    }
    Ok(())
}

/// Reads what the headers reflect, and writes what the header tool would generate.
fn reflect(workspace: &Workspace, ledger: &mut Ledger, generated: &Path) -> Result<Vec<reflection::Reflected>> {
    let mut types = Vec::new();
    for header in files(&workspace.root.join(MODULE), "h")? {
        let stem = header.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match reflection::read(&stem, &text(&header)?) {
            Ok(found) => {
                std::fs::write(generated.join(format!("{stem}.generated.h")), reflection::generated(&stem, &found))?;
                types.extend(found);
            }
            Err(error) => ledger.fail(&workspace.shown(&header), &format!("{error:#}")),
        }
    }
    ensure!(!types.is_empty(), "{MODULE} reflects nothing");
    ledger.pass(&format!("{} reflected types, as the header tool wants them", types.len()));
    Ok(types)
}

fn check_fields(workspace: &Workspace, ledger: &mut Ledger, types: &[reflection::Reflected]) -> Result<()> {
    let header = text(&workspace.root.join("include/phalanx.h"))?;
    let mapping = text(&workspace.root.join(MODULE).join("Private/PhalanxDescriptions.cpp"))?;
    for pair in fields::PAIRS {
        let name = format!("{} is {}", pair.reflected, pair.native);
        ledger.check(&name, fields::check(pair, types, &header, &mapping));
    }
    Ok(())
}

struct Plugin<'a> {
    workspace: &'a Workspace,
    /// Where the generated headers are, and what else this part writes.
    generated: &'a Path,
}

impl Plugin<'_> {
    /// Looks at files as one translation unit.
    fn check_syntax(&self, compiler: &Compiler, version: u32, name: &str, included: &[PathBuf]) -> Result<()> {
        let mut unit = String::new();
        for file in included {
            let _ = writeln!(unit, "#include \"{}\"", file.display());
        }
        let source = self.generated.join(format!("{name}.cpp"));
        std::fs::write(&source, unit)?;
        let mut command = self.command(compiler, version);
        command.arg("-fsyntax-only").arg(&source);
        process::quiet(&mut command, &source.with_extension("log"))
    }

    /// Each source and each public header by itself: it includes what it needs.
    fn check_alone(&self, compiler: &Compiler, ledger: &mut Ledger, sources: &[PathBuf]) -> Result<()> {
        let headers = files(&self.workspace.root.join(MODULE).join("Public"), "h")?;
        for file in sources.iter().chain(&headers) {
            let outcome =
                self.check_syntax(compiler, VERSIONS[VERSIONS.len() - 1], "alone", std::slice::from_ref(file));
            ledger.check(&format!("{} alone ({})", self.workspace.shown(file), compiler.name), outcome);
        }
        Ok(())
    }

    /// The code that the guide shows for the plugin, each block by itself.
    fn check_page(&self, compiler: &Compiler, ledger: &mut Ledger) -> Result<()> {
        let page = text(&self.workspace.root.join(PAGE))?;
        let shown: Vec<_> =
            snippets::read(&page).into_iter().filter(|snippet| snippet.written == Written::Unreal).collect();
        ensure!(!shown.is_empty(), "{PAGE} shows no code");
        for snippet in shown {
            let file = self.generated.join(format!("page_line_{}.h", snippet.line));
            std::fs::write(&file, &snippet.code)?;
            let outcome = self.check_syntax(compiler, VERSIONS[VERSIONS.len() - 1], "page", &[file]);
            ledger.check(&format!("{PAGE} line {} ({})", snippet.line, compiler.name), outcome);
        }
        Ok(())
    }

    /// Programs that run sources of the plugin against the library.
    fn run_programs(&self, compiler: &Compiler, ledger: &mut Ledger) -> Result<()> {
        let library = self.workspace.native_library()?;
        let programs = self.workspace.sources(&format!("{STUBS}/run"), "cpp")?;
        ensure!(!programs.is_empty(), "{STUBS}/run/*.cpp: no program");
        for source in programs {
            let executable = self.generated.join(source.file_stem().unwrap_or_default());
            let mut build = self.command(compiler, VERSIONS[0]);
            build.args(["-O1", "-g", "-pthread"]).arg(&source).arg("-o").arg(&executable);
            library.link(&mut build, Link::Shared);
            build.arg("-lm");
            let mut start = Command::new(&executable);
            library.lend_to(&mut start)?;
            let outcome = process::quiet(&mut build, &executable.with_extension("build.log"))
                .and_then(|()| process::quiet(&mut start, &executable.with_extension("run.log")));
            ledger.check(&format!("run {}", self.workspace.shown(&source)), outcome);
        }
        Ok(())
    }

    fn command(&self, compiler: &Compiler, version: u32) -> Command {
        let root = &self.workspace.root;
        let mut command = compiler.command(self.workspace, "c++20");
        command.args(FLAGS).arg(format!("-DSTUB_UNREAL_MINOR={version}"));
        for folder in [STUBS.to_owned(), format!("{MODULE}/Public"), format!("{MODULE}/Private")] {
            command.arg("-I").arg(root.join(folder));
        }
        command.arg("-I").arg(self.generated).arg("-I").arg(root.join("tests/cpp"));
        command
    }
}
