//! The packages as users get them: the same bytes each time, whole, of one version; somebody else's project takes the SDK by
//! CMake and by pkg-config; the C# of the tarball and the sources of the zip compile. Libraries for other machines are packed
//! and tried where this run has built them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::consumer::{self, Consumer};
use crate::csharp;
use crate::exports;
use crate::ledger::Ledger;
use crate::package::archive::unpack;
use crate::package::platform::{PLATFORMS, Platform, Source};
use crate::package::{self, Packed};
use crate::parts::unreal;
use crate::target::{System, Target};
use crate::tools;
use crate::unreal::text;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let folder = workspace.scratch("package")?;
    fs::remove_dir_all(&folder)?;
    let chosen: Vec<_> = PLATFORMS.iter().filter(|platform| platform.system != System::MacOs).collect();
    let packed = package::pack(workspace, &chosen, Source::BuiltForTests, &folder.join("first"))?;
    let again = package::pack(workspace, &chosen, Source::BuiltForTests, &folder.join("second"))?;
    ledger.check("packages are the same bytes each time", same_bytes(&packed, &again));
    fs::remove_dir_all(folder.join("second"))?;

    let unity = folder.join("unity");
    ledger.check("the Unity tarball is whole", unity_is_whole(&packed, &unity));
    compile_scripts(workspace, ledger, &unity.join("package"), &folder);

    let unreal = folder.join("unreal");
    ledger.check("the Unreal zip is whole", unreal_is_whole(workspace, &packed, &unreal));
    unreal::check_packed(workspace, ledger, &unreal.join("Phalanx"))?;

    let missing = consumer::TOOLS.iter().find_map(|tool| Some((tool, workspace.toolbox.find(tool).err()?)));
    for (platform, file) in &packed.sdks {
        let sdks = folder.join("sdk");
        ledger.check(&format!("the SDK for {} is whole", platform.name), sdk_is_whole(&packed, file, platform, &sdks));
        match &missing {
            Some((tool, why)) => {
                let what = format!("somebody else's project with the SDK for {}", platform.name);
                tools::enter_missing(ledger, &what, tool.need, why);
            }
            None => consume(workspace, ledger, &packed, platform, &folder),
        }
    }
    fs::remove_dir_all(folder.join("first"))?;
    Ok(())
}

fn same_bytes(first: &Packed, second: &Packed) -> Result<()> {
    let files = |packed: &Packed| -> Vec<PathBuf> {
        let sdks = packed.sdks.iter().map(|(_, file)| file.clone());
        [packed.unity.clone(), packed.unreal.clone()].into_iter().chain(sdks).collect()
    };
    for (one, other) in files(first).iter().zip(files(second)) {
        ensure!(one.file_name() == other.file_name(), "{} and {}", one.display(), other.display());
        ensure!(fs::read(one)? == fs::read(&other)?, "{} differs", one.display());
    }
    Ok(())
}

/// Names are sorted and nothing is there twice.
fn unpack_sorted(archive: &Path, folder: &Path) -> Result<BTreeSet<String>> {
    let names = unpack(archive, folder)?;
    ensure!(names.windows(2).all(|pair| pair[0] < pair[1]), "{}: its entries are not sorted", archive.display());
    Ok(names.into_iter().collect())
}

fn json(file: &Path) -> Result<Value> {
    serde_json::from_str(&text(file)?).with_context(|| format!("{} is no JSON", file.display()))
}

fn unity_is_whole(packed: &Packed, folder: &Path) -> Result<()> {
    let names = unpack_sorted(&packed.unity, folder)?;
    let manifest = json(&folder.join("package/package.json"))?;
    ensure!(manifest["version"] == packed.version.as_str(), "package.json has version {}", manifest["version"]);
    let expected = format!("{}-{}.tgz", manifest["name"].as_str().context("a name")?, packed.version);
    ensure!(packed.unity.ends_with(&expected), "its name is not {expected}");
    for sample in manifest["samples"].as_array().context("samples")? {
        let path = sample["path"].as_str().context("a sample's path")?;
        ensure!(names.iter().any(|name| name.starts_with(&format!("package/{path}/"))), "{path} is missing");
    }
    let wanted = [
        "README.md",
        "CHANGELOG.md",
        "LICENSE.md",
        "Third Party Notices.md",
        "Documentation~/index.md",
        "Runtime/Phalanx.asmdef",
    ];
    for path in wanted {
        ensure!(names.contains(&format!("package/{path}")), "{path} is missing");
    }
    for (platform, _) in &packed.sdks {
        if let Some(path) = platform.unity {
            ensure!(names.contains(&format!("package/{path}")), "{path} is missing");
        }
    }
    check_metas(&names)
}

/// What Unity imports has a .meta, folders too, and no .meta is without what it is about.
fn check_metas(names: &BTreeSet<String>) -> Result<()> {
    let mut assets = BTreeSet::new();
    for name in names {
        let path = name.strip_prefix("package/").with_context(|| format!("{name} is not in package/"))?;
        if path.ends_with(".meta") || path.split('/').any(|part| part.ends_with('~')) {
            continue;
        }
        assets.extend(Path::new(path).ancestors().map(|path| path.to_string_lossy().into_owned()));
    }
    assets.remove("");
    for asset in &assets {
        ensure!(names.contains(&format!("package/{asset}.meta")), "{asset} has no .meta");
    }
    let metas = names.iter().filter_map(|name| name.strip_prefix("package/")?.strip_suffix(".meta"));
    for about in metas {
        ensure!(assets.contains(about), "{about}.meta is about nothing");
    }
    Ok(())
}

fn compile_scripts(workspace: &Workspace, ledger: &mut Ledger, package: &Path, folder: &Path) {
    const WORK: &str = "C# of the Unity tarball";
    let Some(mono) = csharp::find(workspace, ledger, WORK) else { return };
    let outcome = mono.compile_runtime(workspace, &package.join("Runtime"), &folder.join("Packed.dll"));
    ledger.check(&format!("{WORK} compiles"), outcome);
}

fn unreal_is_whole(workspace: &Workspace, packed: &Packed, folder: &Path) -> Result<()> {
    const LIBRARY: &str = "Phalanx/Source/ThirdParty/PhalanxLibrary";
    let names = unpack_sorted(&packed.unreal, folder)?;
    let descriptor = json(&folder.join("Phalanx/Phalanx.uplugin"))?;
    ensure!(descriptor["VersionName"] == packed.version.as_str(), "the descriptor is of another version");
    for header in ["phalanx.h", "phalanx.hpp", "phalanx/context.hpp"] {
        let (own, inside) = (workspace.root.join("include").join(header), format!("{LIBRARY}/include/{header}"));
        ensure!(fs::read(own)? == fs::read(folder.join(&inside))?, "{inside} is not that of the repository");
    }
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "THIRD_PARTY_NOTICES.md", "README.md"] {
        ensure!(names.contains(&format!("Phalanx/{file}")), "{file} is missing");
    }
    for (platform, _) in &packed.sdks {
        let Some(unreal) = platform.unreal else { continue };
        let file = platform.system.shared_file();
        let shared = format!("Phalanx/Binaries/ThirdParty/PhalanxLibrary/{unreal}/{file}");
        ensure!(names.contains(&shared), "{shared} is missing");
        exports::check(workspace, &folder.join(shared))?;
        if platform.system == System::Windows {
            let import = format!("{LIBRARY}/lib/{unreal}/{file}.lib");
            ensure!(names.contains(&import), "{import} is missing");
            let bytes = fs::read(folder.join(import))?;
            for name in exports::declared(&text(&workspace.root.join("include/phalanx.h"))?) {
                let is_named = bytes.windows(name.len()).any(|window| window == name.as_bytes());
                ensure!(is_named, "the import library does not name {name}");
            }
        }
    }
    Ok(())
}

fn sdk_name(packed: &Packed, platform: &Platform) -> String {
    format!("phalanx-{}-{}", packed.version, platform.name)
}

fn sdk_is_whole(packed: &Packed, file: &Path, platform: &Platform, folder: &Path) -> Result<()> {
    let name = sdk_name(packed, platform);
    let names = unpack_sorted(file, folder)?;
    let mut wanted = vec![
        "include/phalanx.h",
        "include/phalanx.hpp",
        "include/phalanx/context.hpp",
        "lib/cmake/Phalanx/PhalanxConfig.cmake",
        "lib/cmake/Phalanx/PhalanxConfigVersion.cmake",
        "lib/pkgconfig/phalanx.pc",
        "lib/pkgconfig/phalanx-static.pc",
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "THIRD_PARTY_NOTICES.md",
    ];
    wanted.extend(match platform.system {
        System::Windows => ["bin/phalanx.dll", "lib/phalanx.dll.lib"],
        _ => ["lib/libphalanx.so", "lib/libphalanx.a"],
    });
    for path in wanted {
        ensure!(names.contains(&format!("{name}/{path}")), "{path} is missing");
    }
    let is_filled_in =
        |path: &&String| path.contains("/lib/") && [".cmake", ".pc"].iter().any(|end| path.ends_with(end));
    for path in names.iter().filter(is_filled_in).chain([&format!("{name}/README.md")]) {
        let content = text(&folder.join(path))?;
        ensure!(!content.contains("@VERSION") && !content.contains("@P"), "{path}: a place was not filled in");
        ensure!(content.contains(&packed.version), "{path} does not name the version");
    }
    Ok(())
}

fn consume(workspace: &Workspace, ledger: &mut Ledger, packed: &Packed, platform: &Platform, folder: &Path) {
    let sdk = folder.join("sdk").join(sdk_name(packed, platform));
    let is_host = platform.is_host();
    let target = Target::EMULATED.into_iter().find(|target| !is_host && platform.is_built_as(target));
    let builds = folder.join("consumer").join(platform.name);
    let consumer = Consumer { workspace, sdk: &sdk, version: &packed.version, target, folder: &builds };
    for (is_static, link) in [(false, "shared"), (true, "static")] {
        let what = |by: &str| format!("somebody else's project takes the {link} library for {} by {by}", platform.name);
        ledger.check(&what("CMake"), consumer.by_cmake(is_static));
        if is_host && cfg!(unix) {
            ledger.check(&what("pkg-config"), consumer.by_pkg_config(is_static));
        }
    }
    if let Some(target) = target.filter(|target| target.system == System::Windows) {
        let what = "somebody else's project takes the DLL by the import library for Microsoft's linker";
        ledger.check(what, consumer.by_microsofts_import_library(target));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[&str]) -> BTreeSet<String> {
        paths.iter().map(|path| format!("package/{path}")).collect()
    }

    #[test]
    fn each_file_and_folder_has_a_meta_and_each_meta_its_file() {
        let whole = ["a.cs", "a.cs.meta", "In/b.cs", "In/b.cs.meta", "In.meta", "Samples~/c.cs", "package.json"];
        let mut paths = whole.to_vec();
        paths.push("package.json.meta");
        check_metas(&names(&paths)).unwrap();
        check_metas(&names(&whole)).unwrap_err();
        check_metas(&names(&[&paths[..], &["gone.cs.meta"]].concat())).unwrap_err();
        let without_folder: Vec<_> = paths.iter().copied().filter(|path| *path != "In.meta").collect();
        check_metas(&names(&without_folder)).unwrap_err();
    }
}
