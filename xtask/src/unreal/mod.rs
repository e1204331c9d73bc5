//! What can be known of the Unreal plugin without an engine: its descriptor and build rules, what its headers reflect, and
//! whether that is what the C header has.

pub mod descriptor;
pub mod fields;
pub mod reflection;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The plugin's folder, relative to the root.
pub const PLUGIN: &str = "unreal_plugin";
/// The folder of its runtime module.
pub const MODULE: &str = "unreal_plugin/Source/Phalanx";

/// All files under `folder` with this extension, in order of their paths.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| format!("read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a file.
pub fn text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("read {}", path.display()))
}
