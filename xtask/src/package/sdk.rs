//! The C SDK of one platform: headers, libraries, what CMake and pkg-config want, and a page that says how.

use anyhow::Result;

use super::Contents;
use super::archive::{Archive, Format};
use super::platform::Binaries;
use crate::target::System;

const CONFIG: &str = include_str!("templates/PhalanxConfig.cmake");
const CONFIG_VERSION: &str = include_str!("templates/PhalanxConfigVersion.cmake");
const PKG_CONFIG: &str = include_str!("templates/phalanx.pc");
const PKG_CONFIG_STATIC: &str = include_str!("templates/phalanx-static.pc");
const MANUAL: &str = include_str!("templates/README.md");

pub fn format(found: &Binaries) -> Format {
    if found.platform.system == System::Windows { Format::Zip } else { Format::TarGz }
}

/// The archive's name without its ending, and its content.
pub fn pack(contents: &Contents, found: &Binaries) -> Result<(String, Archive)> {
    let Contents { workspace, version, .. } = contents;
    let name = format!("phalanx-{version}-{}", found.platform.name);
    let system = found.platform.system;
    let mut archive = Archive::new(&name);
    archive.add_folder("include", &workspace.root.join("include"), |_| true)?;
    // A Windows program finds shared files beside itself or on PATH, where `bin` may be added.
    let folder = if system == System::Windows { "bin" } else { "lib" };
    let shared = format!("{folder}/{}", system.shared_file());
    archive.add_file(&shared, &found.shared)?;
    if let Some(file) = &found.static_file {
        let ending = file.extension().unwrap_or_default().to_string_lossy().into_owned();
        let static_file = if ending == "lib" { "phalanx.lib" } else { "libphalanx.a" };
        archive.add_file(&format!("lib/{static_file}"), file)?;
    }
    if let Some(import) = &found.gnu_import {
        archive.add_file("lib/libphalanx.dll.a", import)?;
    }
    if let Some(import) = &found.msvc_import {
        archive.add("lib/phalanx.dll.lib", import.as_slice())?;
    }
    let fill = |template: &str| -> Result<String> {
        let floor = match found.oldest_glibc()? {
            Some(glibc) if system == System::Linux => format!(" It needs glibc {glibc} or later."),
            _ => String::new(),
        };
        Ok(template
            .replace("@VERSION@", version)
            .replace("@PLATFORM@", found.platform.name)
            .replace("@SYSTEM@", cmake_system(system))
            .replace("@SHARED@", &shared)
            .replace("@STATIC_NEEDS@", &system.static_needs().join(" "))
            .replace("@STATIC_NEEDS_LIST@", &system.static_needs().join(";"))
            .replace("@FLOOR@", &floor))
    };
    archive.add("lib/cmake/Phalanx/PhalanxConfig.cmake", fill(CONFIG)?)?;
    archive.add("lib/cmake/Phalanx/PhalanxConfigVersion.cmake", fill(CONFIG_VERSION)?)?;
    archive.add("lib/pkgconfig/phalanx.pc", fill(PKG_CONFIG)?)?;
    if found.static_file.is_some() {
        archive.add("lib/pkgconfig/phalanx-static.pc", fill(PKG_CONFIG_STATIC)?)?;
    }
    archive.add("README.md", fill(MANUAL)?)?;
    archive.add_file("CHANGELOG.md", &workspace.root.join("CHANGELOG.md"))?;
    contents.add_licences(&mut archive)?;
    Ok((name, archive))
}

/// CMake's name of the system.
fn cmake_system(system: System) -> &'static str {
    match system {
        System::Windows => "Windows",
        System::MacOs => "Darwin",
        System::Linux => "Linux",
        System::Other => "Generic",
    }
}
