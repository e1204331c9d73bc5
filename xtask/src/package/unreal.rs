//! The Unreal plugin as a zip for a project's `Plugins` folder: the sources, the headers, and the binaries that there are at the
//! places of PhalanxLibrary.Build.cs.

use anyhow::Result;

use super::Contents;
use super::archive::Archive;
use super::platform::Binaries;
use crate::unreal::PLUGIN;

const LIBRARY: &str = "Source/ThirdParty/PhalanxLibrary";

/// The zip's name without its ending, and its content.
pub fn pack(contents: &Contents, binaries: &[Binaries]) -> Result<(String, Archive)> {
    let Contents { workspace, version, .. } = contents;
    let mut archive = Archive::new("Phalanx");
    let is_input = |path: &str| !path.starts_with("Binaries/") && !path.starts_with("Intermediate/");
    let is_library =
        |path: &str| ["include", "lib"].iter().any(|inner| path.starts_with(&format!("{LIBRARY}/{inner}/")));
    archive.add_folder("", &workspace.root.join(PLUGIN), |path| is_input(path) && !is_library(path))?;
    archive.add_folder(&format!("{LIBRARY}/include"), &workspace.root.join("include"), |_| true)?;
    for found in binaries {
        let Some(platform) = found.platform.unreal else { continue };
        let file = found.platform.system.shared_file();
        archive.add_file(&format!("Binaries/ThirdParty/PhalanxLibrary/{platform}/{file}"), &found.shared)?;
        if let Some(import) = &found.msvc_import {
            archive.add(&format!("{LIBRARY}/lib/{platform}/{file}.lib"), import.as_slice())?;
        }
    }
    contents.add_licences(&mut archive)?;
    Ok((format!("phalanx-unreal-{version}"), archive))
}
