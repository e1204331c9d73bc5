//! The C surface stays: callers of the last release can use this library. First the guard itself is tried, on copies of the
//! header in which one thing is changed.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::abi::abigail::Abigail;
use crate::abi::baseline::{self, Baseline};
use crate::abi::surface::Surface;
use crate::abi::{self, Changes, symbols};
use crate::compiler::{self, Language};
use crate::ledger::Ledger;
use crate::native_library::Link;
use crate::process;
use crate::workspace::Workspace;

/// A change of the header that the guard must see, or must let pass. What is replaced is found in each header from now on, or
/// the trial says so.
struct Trial {
    name: &'static str,
    from: &'static str,
    to: &'static str,
}

/// Each breaks a caller.
const BREAKS: [Trial; 11] = [
    Trial {
        name: "a field between others",
        from: "    PhxRaycastFn raycast;",
        to: "    uint64_t new_field;\n    PhxRaycastFn raycast;",
    },
    Trial { name: "a field of another type", from: "    double search_step;", to: "    uint64_t search_step;" },
    Trial { name: "a field of another name", from: "    double search_step;", to: "    double find_step;" },
    Trial { name: "a field less", from: "    uint64_t max_probes;", to: "" },
    Trial { name: "a field more in a frozen struct", from: "} PhxHit;", to: "    uint64_t new_field;\n} PhxHit;" },
    Trial {
        name: "a callback's parameter of another type",
        from: "struct PhxHit *hits, uint64_t count);",
        to: "struct PhxHit *hits, uint32_t count);",
    },
    Trial {
        name: "a function's parameter of another type",
        from: "uint32_t timeout_ms);",
        to: "uint64_t timeout_ms);",
    },
    Trial { name: "a parameter more", from: "uint32_t timeout_ms);", to: "uint32_t timeout_ms, uint32_t flags);" },
    Trial { name: "a function less", from: "uint32_t phx_abi_version(void);", to: "" },
    Trial { name: "a status with another number", from: "#define PHX_E_BUSY -7", to: "#define PHX_E_BUSY -70" },
    Trial { name: "a struct with another index", from: "PHX_STRUCT_INDEX_HIT = 13,", to: "PHX_STRUCT_INDEX_HIT = 31," },
];

/// None breaks a caller.
const ADDITIONS: [Trial; 4] = [
    Trial {
        name: "a field at the end of a struct that tells its size",
        from: "} PhxGround;",
        to: "    uint64_t new_field;\n} PhxGround;",
    },
    Trial {
        name: "a function more",
        from: "uint32_t phx_abi_version(void);",
        to: "uint32_t phx_abi_version(void);\nint32_t phx_new(uint64_t context);",
    },
    Trial {
        name: "a struct more",
        from: "typedef struct PhxHit {",
        to: "typedef struct PhxNew {\n    uint32_t new_field;\n} PhxNew;\ntypedef struct PhxHit {",
    },
    Trial { name: "a number more", from: "#define PHX_E_BUSY -7", to: "#define PHX_E_BUSY -7\n#define PHX_E_NEW -99" },
];

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let surface = abi::header(workspace)?;
    check_symbols(workspace, ledger, &surface)?;
    let stored = Baseline::read(&workspace.root.join(baseline::FOLDER))?;
    old_caller(workspace, ledger, &stored)?;
    let Some(abigail) = Abigail::find(workspace, ledger)? else { return Ok(()) };
    let header = abi::header_text(workspace)?;
    try_guard(&abigail, ledger, &header)?;

    let changes = abi::changes(workspace, &abigail, &stored, &surface)?;
    ledger.check(&format!("callers of {} can use this library", stored.version), refuse(&changes));
    ledger.check("the baseline is that of the last release", check_age(workspace, &stored, &changes));
    Ok(())
}

fn refuse(changes: &Changes) -> Result<()> {
    let Some(first) = changes.breaks.first() else { return Ok(()) };
    bail!(
        "{} breaks; docs/compatibility.md says what to do. {first}\n{}",
        changes.breaks.len(),
        changes.breaks[1..].join("\n")
    )
}

/// Before its first release a surface may grow beyond its baseline; from then on the baseline is the whole release.
fn check_age(workspace: &Workspace, stored: &Baseline, changes: &Changes) -> Result<()> {
    let now = abi::version(workspace)?;
    if abi::is_released(workspace, &now)? {
        ensure!(
            stored.version == now,
            "{now} is released and the baseline is of {}: cargo xtask abi --accept",
            stored.version
        );
        ensure!(changes.additions.is_empty(), "{now} is released and has more than its baseline: raise the version");
    }
    println!("{} additions since {}", changes.additions.len(), stored.version);
    Ok(())
}

/// Changes copies of the header one by one, and looks what the guard says of each.
fn try_guard(abigail: &Abigail, ledger: &mut Ledger, header: &str) -> Result<()> {
    let folder = abigail.folder().join("trial");
    fs::create_dir_all(&folder)?;
    let surface = Surface::read(header)?;
    let description = abigail.describe(&surface, "trial_before", |_| None)?;
    let version = "0.0.0".parse()?;
    Baseline::write(&folder, &version, &surface, &description)?;
    let before = Baseline::read(&folder)?;
    for (trials, breaks) in [(&BREAKS[..], true), (&ADDITIONS[..], false)] {
        for trial in trials {
            let what = format!("{} {}", trial.name, if breaks { "is seen" } else { "may come" });
            ledger.check(&what, attempt(abigail, &before, header, trial, breaks));
        }
    }
    Ok(())
}

fn attempt(abigail: &Abigail, before: &Baseline, header: &str, trial: &Trial, breaks: bool) -> Result<()> {
    ensure!(header.contains(trial.from), "the header has no `{}` to change", trial.from);
    let changed = Surface::read(&header.replace(trial.from, trial.to))?;
    let known = |name: &str| before.structs.get(name).map(|known| known.members);
    let description = abigail.describe(&changed, "trial_after", known)?;
    let old = abigail.folder().join("trial").join(baseline::DESCRIPTION);
    let mut found = before.broken_numbers(&changed);
    found.extend(abigail.compare(&old, &description)?);
    if breaks {
        ensure!(!found.is_empty(), "the guard did not see it");
    } else {
        ensure!(found.is_empty(), "the guard calls it a break: {}", found.join("\n"));
        ensure!(before.additions(&changed).len() == 1, "it is told as {:?}", before.additions(&changed));
    }
    Ok(())
}

/// A program with the sizes and the hash of the baseline's header asks the library whether they fit.
fn old_caller(workspace: &Workspace, ledger: &mut Ledger, stored: &Baseline) -> Result<()> {
    let compilers = compiler::available(workspace, ledger, Language::C, "a caller of the last release");
    let Some(compiler) = compilers.first() else { return Ok(()) };
    let library = workspace.native_library()?;
    let folder = workspace.scratch("abi")?;
    let (source, program) = (folder.join("old_caller.c"), folder.join("old_caller"));
    fs::write(&source, stored.caller()?)?;
    let mut build = compiler.command(workspace, Language::C.standard());
    build.arg(&source).arg("-o").arg(&program);
    library.link(&mut build, Link::Shared);
    let mut start = Command::new(&program);
    library.lend_to(&mut start)?;
    let outcome = process::quiet(&mut build, &folder.join("old_caller.build.log"))
        .and_then(|()| process::quiet(&mut start, &folder.join("old_caller.log")));
    ledger.check(&format!("phx_check_abi takes a caller of {}", stored.version), outcome);
    Ok(())
}

/// The release build's files have the functions of the header and no others.
fn check_symbols(workspace: &Workspace, ledger: &mut Ledger, surface: &Surface) -> Result<()> {
    let library = workspace.native_library()?;
    let functions = surface.functions();
    for link in [Link::Shared, Link::Static] {
        let bytes = fs::read(library.file(link))?;
        let outcome = match link {
            Link::Shared => symbols::exported(&bytes),
            Link::Static => symbols::defined_in_archive(&bytes),
        };
        let outcome = outcome.and_then(|named| {
            let named: BTreeSet<&str> = named.iter().map(String::as_str).collect();
            let differing: Vec<_> = named.symmetric_difference(&functions).collect();
            ensure!(differing.is_empty(), "in one of the two alone: {differing:?}");
            Ok(())
        });
        ledger.check(&format!("the {} library has the header's {} functions", link.name(), functions.len()), outcome);
    }
    Ok(())
}
