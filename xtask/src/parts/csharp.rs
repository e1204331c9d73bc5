//! The Unity package's C#. Its engine-free core compiles alone; all of it, its editor part, tests and samples compile against
//! stand-ins for Unity's API. The tests in `tests/csharp/harness` run on Mono, compiled ahead of time, and on CoreCLR.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::csharp::{self, Assembly, Mono, Output};
use crate::ledger::Ledger;
use crate::tools::{self, MCS};
use crate::unity_package::FOLDER;
use crate::workspace::Workspace;

/// What Mono says when it would have to compile while running.
const REFUSAL: &str = "aot-only mode";

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    const WORK: &str = "C# of the Unity package (compiled against stand-ins; on Mono, ahead of time, on CoreCLR)";
    let Some(mono) = csharp::find(workspace, ledger, WORK) else { return Ok(()) };
    let folder = workspace.scratch("csharp")?;
    let core = gather(workspace, &["Runtime/Native", "Runtime/Core"])?;
    let package = gather(workspace, &["Runtime", "Editor", "Tests", "Samples~"])?;
    let stand_ins = csharp::sources(workspace, "tests/csharp/unity_stubs")?;
    compile(&mono, ledger, &folder, &core, &package, &stand_ins);
    compile_samples(workspace, &mono, ledger, &folder)?;

    let harness = csharp::sources(workspace, "tests/csharp/harness")?;
    ensure!(!harness.is_empty(), "tests/csharp/harness: no source");
    let program = folder.join("Harness.exe");
    let sources = [package, stand_ins, harness].concat();
    let assembly =
        Assembly { sources: &sources, output: Output::Program, symbols: &[], references: &[], takes_unsafe_code: true };
    if !ledger.check("build tests/csharp/harness", mono.compile(&assembly, &program)) {
        return Ok(());
    }
    let library = workspace.native_library()?;
    ledger.check("C# harness on Mono", mono.run(workspace, library, &program));
    let ahead = mono.compile_ahead(&program).and_then(|()| mono.run_ahead(workspace, library, &program));
    ledger.check("C# harness on Mono, compiled ahead of time", ahead);
    match csharp::find_coreclr(workspace) {
        Ok(dotnet) => {
            let outcome = csharp::run_on_coreclr(workspace, library, &dotnet, &program);
            ledger.check("C# harness on CoreCLR", outcome);
        }
        Err(why) => tools::enter_missing(ledger, "C# harness on CoreCLR", MCS.need, &why),
    }
    domain_reload(workspace, &mono, ledger, &folder, &core)?;
    unmarked_callback(workspace, &mono, ledger, &folder, &core)
}

/// The C# files in folders of the package.
fn gather(workspace: &Workspace, folders: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in folders {
        found.extend(csharp::sources(workspace, &format!("{FOLDER}/{folder}"))?);
    }
    ensure!(!found.is_empty(), "{FOLDER}: no C# source");
    Ok(found)
}

fn compile(
    mono: &Mono,
    ledger: &mut Ledger,
    folder: &Path,
    core: &[PathBuf],
    package: &[PathBuf],
    stand_ins: &[PathBuf],
) {
    let whole = [package, stand_ins].concat();
    let builds: [(&str, &[PathBuf], &[&str]); 4] = [
        ("the core, alone", core, &[]),
        ("the core, alone, with spans", core, &["PHALANX_SPAN"]),
        ("the package against stand-ins, Unity 2021", &whole, &[]),
        ("the package against stand-ins, Unity 2022.2", &whole, &["UNITY_2022_2_OR_NEWER"]),
    ];
    for (what, sources, symbols) in builds {
        let assembly = Assembly { sources, output: Output::Library, symbols, references: &[], takes_unsafe_code: true };
        ledger.check(&format!("compile {what}"), mono.compile(&assembly, &folder.join("Compiled.dll")));
    }
}

/// Each sample as its own assembly, which uses the package's as a user's scripts do.
fn compile_samples(workspace: &Workspace, mono: &Mono, ledger: &mut Ledger, folder: &Path) -> Result<()> {
    let package = folder.join("Phalanx.dll");
    let compiled = mono.compile_runtime(workspace, &workspace.root.join(FOLDER).join("Runtime"), &package);
    if !ledger.check("compile the runtime for samples", compiled) {
        return Ok(());
    }
    let references = [package];
    for entry in fs::read_dir(workspace.root.join(FOLDER).join("Samples~"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let sources = gather(workspace, &[&format!("Samples~/{name}")])?;
        let assembly = Assembly {
            sources: &sources,
            output: Output::Library,
            symbols: &[],
            references: &references,
            takes_unsafe_code: false,
        };
        ledger.check(&format!("compile the sample {name}"), mono.compile(&assembly, &folder.join("Sample.dll")));
    }
    Ok(())
}

/// Nothing is left of a domain that is unloaded as the editor does it.
fn domain_reload(
    workspace: &Workspace,
    mono: &Mono,
    ledger: &mut Ledger,
    folder: &Path,
    core: &[PathBuf],
) -> Result<()> {
    let program = folder.join("DomainReload.exe");
    let sources = [core, &csharp::sources(workspace, "tests/csharp/domain_reload")?].concat();
    let assembly =
        Assembly { sources: &sources, output: Output::Program, symbols: &[], references: &[], takes_unsafe_code: true };
    if ledger.check("build tests/csharp/domain_reload", mono.compile(&assembly, &program)) {
        let library = workspace.native_library()?;
        ledger.check("a domain is unloaded with live jobs, on Mono", mono.run(workspace, library, &program));
    }
    Ok(())
}

/// A callback without its mark works where code is compiled while it runs, and is refused where it is compiled ahead: so the
/// ahead-of-time run above does notice a mark that is missing.
fn unmarked_callback(
    workspace: &Workspace,
    mono: &Mono,
    ledger: &mut Ledger,
    folder: &Path,
    core: &[PathBuf],
) -> Result<()> {
    let program = folder.join("UnmarkedCallback.exe");
    let sources = [core, &csharp::sources(workspace, "tests/csharp/unmarked_callback")?].concat();
    let assembly =
        Assembly { sources: &sources, output: Output::Program, symbols: &[], references: &[], takes_unsafe_code: true };
    if !ledger.check("build tests/csharp/unmarked_callback", mono.compile(&assembly, &program)) {
        return Ok(());
    }
    let library = workspace.native_library()?;
    ledger.check("a callback without its mark works on Mono", mono.run(workspace, library, &program));
    let what = "a callback without its mark is refused ahead of time";
    if let Err(error) = mono.compile_ahead(&program) {
        ledger.fail(what, &format!("{error:#}"));
        return Ok(());
    }
    match mono.run_ahead(workspace, library, &program) {
        Ok(()) => ledger.fail(what, "it ran"),
        Err(_) => {
            let said = fs::read_to_string(program.with_extension("ahead.log")).unwrap_or_default();
            ledger.check(
                what,
                if said.contains(REFUSAL) { Ok(()) } else { Err(anyhow::anyhow!("it failed otherwise: {said}")) },
            );
        }
    }
    Ok(())
}
