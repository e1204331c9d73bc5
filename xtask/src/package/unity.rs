//! The Unity package as a tarball that the Package Manager takes: npm's layout, each file with its .meta, and the binaries
//! that there are at the places of their import settings.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};

use super::Contents;
use super::archive::Archive;
use super::platform::Binaries;
use crate::unity_package::{self, FOLDER, PLUGINS};

const BINARIES: &str = "Runtime/Plugins";
/// Unity's own name for the licences of what is compiled in.
const NOTICES: &str = "Third Party Notices.md";

/// The tarball's name without its ending, and its content.
pub fn pack(contents: &Contents, binaries: &[Binaries]) -> Result<(String, Archive)> {
    let Contents { workspace, version, notices } = contents;
    let package = workspace.root.join(FOLDER);
    let mut archive = Archive::new("package");
    // An import setting without its file is an error in Unity's console, so those of absent binaries stay away.
    archive.add_folder("", &package, |path| !path.starts_with(&format!("{BINARIES}/")))?;
    let metas = unity_package::metas(&package)?;
    let mut rows = String::new();
    let mut with_meta = BTreeSet::new();
    for plugin in &PLUGINS {
        let Some(found) = binaries.iter().find(|found| found.platform.unity == Some(plugin.path)) else { continue };
        archive.add_file(plugin.path, &found.shared)?;
        rows +=
            &format!("| `{}` | {} |\n", plugin.path.trim_start_matches(&format!("{BINARIES}/")), found.platform.name);
        let folders = Path::new(plugin.path).ancestors().take_while(|folder| *folder != Path::new(BINARIES));
        with_meta.extend(folders.map(|folder| folder.to_string_lossy().into_owned()));
    }
    archive.add(
        &format!("{BINARIES}/README.md"),
        format!("# Binaries\n\nPhalanx {version}.\n\n| file | built for |\n| --- | --- |\n{rows}\nOther platforms are not in this tarball.\n"),
    )?;
    with_meta.insert(format!("{BINARIES}/README.md"));
    for path in with_meta {
        let name = format!("{path}.meta");
        let text = metas.get(&name).with_context(|| format!("{name} is missing"))?;
        archive.add(&name, text.as_bytes())?;
    }
    archive.add(NOTICES, *notices)?;
    archive.add(&format!("{NOTICES}.meta"), unity_package::file_meta(NOTICES))?;
    Ok((format!("com.phalanx.formations-{version}"), archive))
}
