//! The licences of what is compiled into the library: the crates that it stands on, whichever the platform, and Rust's standard
//! library. Who passes the binaries on passes these on.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};

use crate::workspace::Workspace;

/// How the files with a crate's licence begin.
const FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

const HEAD: &str = "# Third party notices\n\nThe Phalanx library has these compiled into it. Each is under the licence that stands with it; where that is a choice, we \
chose MIT where it is offered.\n\n## Rust's standard library\n\nMIT OR Apache-2.0. Copyright (c) The Rust Project Contributors. Its texts: \
https://github.com/rust-lang/rust, LICENSE-MIT and LICENSE-APACHE.\n";

/// The text.
pub fn text(workspace: &Workspace) -> Result<String> {
    let metadata = MetadataCommand::new()
        .manifest_path(workspace.root.join("Cargo.toml"))
        .other_options(["--locked".to_owned()])
        .exec()
        .context("cargo metadata")?;
    let mut text = HEAD.to_owned();
    for (name, package) in compiled_in(&metadata)? {
        let package = &metadata[&package];
        let licence = package.license.as_deref().with_context(|| format!("{name} names no licence"))?;
        writeln!(text, "\n## {name}\n\n{licence}.")?;
        let folder = package.manifest_path.parent().context("a crate's folder")?;
        for file in licence_files(folder.as_std_path())? {
            let content = fs::read_to_string(folder.join(&file)).with_context(|| format!("read {folder}/{file}"))?;
            writeln!(text, "\n### {file}\n\n```text\n{}\n```", content.replace("\r\n", "\n").trim_end())?;
        }
    }
    Ok(text)
}

/// What the library depends on in the end, by name and version, without what only builds or tests it.
fn compiled_in(metadata: &Metadata) -> Result<BTreeMap<String, PackageId>> {
    let resolve = metadata.resolve.as_ref().context("cargo resolves nothing")?;
    let root = metadata.packages.iter().find(|package| package.name == "phalanx").context("the crate itself")?;
    let mut found = BTreeMap::new();
    let mut waiting = vec![root.id.clone()];
    while let Some(id) = waiting.pop() {
        let node = resolve.nodes.iter().find(|node| node.id == id).context("a crate that is not resolved")?;
        let is_macro = |id: &PackageId| metadata[id].targets.iter().any(|target| target.is_proc_macro());
        for dependency in &node.deps {
            let is_normal = dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
            if !is_normal || is_macro(&dependency.pkg) {
                continue;
            }
            let package = &metadata[&dependency.pkg];
            let name = format!("{} {}", package.name, package.version);
            if found.insert(name, dependency.pkg.clone()).is_none() {
                waiting.push(dependency.pkg.clone());
            }
        }
    }
    ensure!(!found.is_empty(), "the library depends on nothing");
    Ok(found)
}

fn licence_files(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() && FILES.iter().any(|start| name.to_uppercase().starts_with(start)) {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_library_stands_on_is_named_with_its_licence_and_what_builds_it_is_not() {
        let notices = text(&Workspace::locate().unwrap()).unwrap();
        for name in ["glam", "libm", "parking_lot", "pulp", "rayon", "rayon-core"] {
            let at = notices.find(&format!("\n## {name} ")).unwrap_or_else(|| panic!("{name} is missing"));
            assert!(notices[at..].lines().nth(3).unwrap().ends_with('.'), "{name}");
        }
        for name in ["cbindgen", "proptest", "clap", "phalanx"] {
            assert!(!notices.contains(&format!("\n## {name} ")), "{name} is not part of it");
        }
    }
}
