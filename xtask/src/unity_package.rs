//! The Unity package's generated side: a .meta file for each file and folder, with a GUID that follows from the path, and the
//! import settings of each platform's binary.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Where the package lies in the checkout.
pub const FOLDER: &str = "bindings/unity";

/// A binary of the library in the package. The repository holds none; its import settings are there nevertheless.
pub struct Plugin {
    /// Where it lies in the package.
    pub path: &'static str,
    /// Unity's name of the player platform, with its group.
    player: (&'static str, &'static str),
    /// The editor that loads it: operating system and processor.
    editor: Option<(&'static str, &'static str)>,
    /// The player's processor.
    processor: &'static str,
}

pub const PLUGINS: [Plugin; 5] = [
    Plugin {
        path: "Runtime/Plugins/Windows/x86_64/phalanx.dll",
        player: ("Standalone", "Win64"),
        editor: Some(("Windows", "x86_64")),
        processor: "x86_64",
    },
    Plugin {
        path: "Runtime/Plugins/Linux/x86_64/libphalanx.so",
        player: ("Standalone", "Linux64"),
        editor: Some(("Linux", "x86_64")),
        processor: "x86_64",
    },
    Plugin {
        path: "Runtime/Plugins/macOS/libphalanx.dylib",
        player: ("Standalone", "OSXUniversal"),
        editor: Some(("OSX", "AnyCPU")),
        processor: "AnyCPU",
    },
    Plugin {
        path: "Runtime/Plugins/Android/arm64-v8a/libphalanx.so",
        player: ("Android", "Android"),
        editor: None,
        processor: "ARM64",
    },
    Plugin { path: "Runtime/Plugins/iOS/libphalanx.a", player: ("iPhone", "iOS"), editor: None, processor: "ARM64" },
];

/// Platforms that a binary is shut out of unless it is theirs.
const PLAYERS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("Standalone", "Linux64"),
    ("Standalone", "OSXUniversal"),
    ("Standalone", "Win"),
    ("Standalone", "Win64"),
    ("WebGL", "WebGL"),
    ("iPhone", "iOS"),
];

/// Writes the .meta files that the package must have. Returns how many changed.
pub fn write_metas(package: &Path) -> Result<usize> {
    let mut changed = 0;
    for (path, text) in metas(package)? {
        let file = package.join(path);
        if std::fs::read_to_string(&file).ok().as_ref() != Some(&text) {
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder).with_context(|| format!("create {}", folder.display()))?;
            }
            std::fs::write(&file, text).with_context(|| format!("write {}", file.display()))?;
            changed += 1;
        }
    }
    Ok(changed)
}

/// The .meta files that the package must have, by their paths in it, with their text.
pub fn metas(package: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for path in assets(package)? {
        let holds_plugin = PLUGINS.iter().any(|plugin| plugin.path.starts_with(&format!("{path}/")));
        let text = if holds_plugin || package.join(&path).is_dir() { folder_meta(&path) } else { file_meta(&path) };
        found.insert(format!("{path}.meta"), text);
    }
    for plugin in &PLUGINS {
        found.insert(format!("{}.meta", plugin.path), plugin_meta(plugin));
    }
    Ok(found)
}

/// Every file and folder that Unity imports, relative to the package: nothing hidden, and nothing in a folder whose name ends
/// in `~`.
fn assets(package: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(package.join(&folder)).with_context(|| format!("read {}", folder.display()))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || name.ends_with('~') || name.ends_with(".meta") {
                continue;
            }
            let path = folder.join(&name);
            let shown = path.to_string_lossy().replace('\\', "/");
            if PLUGINS.iter().any(|plugin| plugin.path == shown) {
                continue;
            }
            found.push(shown);
            if package.join(&path).is_dir() {
                folders.push(path);
            }
        }
    }
    // Folders that hold nothing but a plugin's import settings exist in Unity all the same.
    for plugin in &PLUGINS {
        for folder in Path::new(plugin.path).ancestors().skip(1) {
            let shown = folder.to_string_lossy().into_owned();
            if !shown.is_empty() && !found.contains(&shown) {
                found.push(shown);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// FNV-1a-128 of the package's name and the path: it never changes while the file stays where it is.
pub fn guid(path: &str) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in "com.phalanx.formations/".bytes().chain(path.bytes()) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

const TAIL: &str = "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";

fn head(path: &str) -> String {
    format!("fileFormatVersion: 2\nguid: {}\n", guid(path))
}

fn folder_meta(path: &str) -> String {
    format!("{}folderAsset: yes\nDefaultImporter:\n  externalObjects: {{}}\n{TAIL}", head(path))
}

/// The .meta of a file that is no plugin.
pub fn file_meta(path: &str) -> String {
    let importer = match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "cs" => {
            "MonoImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n"
        }
        "asmdef" => "AssemblyDefinitionImporter:\n  externalObjects: {}\n",
        "json" if path == "package.json" => "PackageManifestImporter:\n  externalObjects: {}\n",
        "md" | "json" | "txt" => "TextScriptImporter:\n  externalObjects: {}\n",
        _ => "DefaultImporter:\n  externalObjects: {}\n",
    };
    format!("{}{importer}{TAIL}", head(path))
}

fn plugin_meta(plugin: &Plugin) -> String {
    let mut text = head(plugin.path);
    text += "PluginImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  iconMap: {}\n  executionOrder: {}\n  defineConstraints: []\n";
    text +=
        "  isPreloaded: 0\n  isOverridable: 0\n  isExplicitlyReferenced: 0\n  validateReferences: 1\n  platformData:\n";
    text += "  - first:\n      : Any\n    second:\n      enabled: 0\n      settings:\n";
    text += &format!("        Exclude Editor: {}\n", u8::from(plugin.editor.is_none()));
    for player in PLAYERS {
        text += &format!("        Exclude {}: {}\n", player.1, u8::from(player != plugin.player));
    }
    text += "  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n";
    let (system, processor) = plugin.editor.unwrap_or(("AnyOS", "AnyCPU"));
    text += &format!(
        "  - first:\n      Editor: Editor\n    second:\n      enabled: {}\n      settings:\n        CPU: {processor}\n        DefaultValueInitialized: true\n        OS: {system}\n",
        u8::from(plugin.editor.is_some())
    );
    for player in PLAYERS {
        let own = player == plugin.player;
        let processor = if own { plugin.processor } else { "None" };
        text += &format!(
            "  - first:\n      {}: {}\n    second:\n      enabled: {}\n      settings:\n        CPU: {processor}\n",
            player.0,
            player.1,
            u8::from(own)
        );
    }
    text + TAIL
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn package() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER)
    }

    fn json(path: &str) -> Value {
        let text = std::fs::read_to_string(package().join(path)).expect(path);
        serde_json::from_str(&text).expect(path)
    }

    fn files_with_ending(folder: &Path, ending: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files_with_ending(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                let inside = path.strip_prefix(package()).unwrap();
                found.push(inside.to_string_lossy().replace('\\', "/"));
            }
        }
    }

    fn all_with_ending(ending: &str) -> Vec<String> {
        let mut found = Vec::new();
        files_with_ending(&package(), ending, &mut found);
        found.sort();
        found
    }

    #[test]
    fn each_asset_has_its_meta_file_and_no_meta_file_is_without_its_asset() {
        let wanted = metas(&package()).unwrap();
        for (path, text) in &wanted {
            let there = std::fs::read_to_string(package().join(path)).unwrap_or_default();
            assert!(there == *text, "{path} is missing or stale: cargo xtask header");
        }
        let there: BTreeSet<String> = all_with_ending(".meta").into_iter().collect();
        assert_eq!(there, wanted.keys().cloned().collect());
        assert!(wanted.contains_key("Runtime/Phalanx.asmdef.meta") && wanted.contains_key("Runtime.meta"));
        assert!(!wanted.keys().any(|path| path.contains('~')));
    }

    #[test]
    fn guids_are_unique_and_have_32_hexadecimal_digits() {
        let mut seen = BTreeSet::new();
        for (path, text) in metas(&package()).unwrap() {
            let guid = text.lines().find_map(|line| line.strip_prefix("guid: ")).unwrap().to_owned();
            assert!(guid.len() == 32 && guid.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')), "{path}");
            assert!(seen.insert(guid), "{path}");
        }
        assert!(seen.len() > 30);
    }

    #[test]
    fn a_guid_follows_from_the_path_alone() {
        // FNV-1a-128, computed apart from this code: a change would break every scene that refers to the package.
        assert_eq!(guid("package.json"), "568f04fa1cc87af9590b9f28bcfe7a45");
    }

    #[test]
    fn the_manifest_says_what_unity_asks_for() {
        let manifest = json("package.json");
        let name = manifest["name"].as_str().unwrap();
        assert!(name.split('.').count() >= 3 && name == name.to_lowercase());
        let cargo = std::fs::read_to_string(package().join("../../Cargo.toml")).unwrap();
        let version = manifest["version"].as_str().unwrap();
        assert!(
            cargo.contains(&format!("\nversion = \"{version}\"\n")),
            "the crate has another version than {version}"
        );
        let changelog = std::fs::read_to_string(package().join("CHANGELOG.md")).unwrap();
        assert!(changelog.contains(&format!("## [{version}]")));
        assert_eq!(manifest["unity"], "2021.3");
        assert!(manifest["dependencies"]["com.unity.mathematics"].is_string());
        assert!(manifest["dependencies"]["com.unity.modules.physics"].is_string());
        for text in ["displayName", "description", "license"] {
            assert!(!manifest[text].as_str().unwrap().is_empty(), "{text}");
        }
        let samples = manifest["samples"].as_array().unwrap();
        assert!(!samples.is_empty());
        for sample in samples {
            assert!(package().join(sample["path"].as_str().unwrap()).is_dir(), "{sample}");
        }
        for file in ["README.md", "CHANGELOG.md", "LICENSE.md", "Documentation~"] {
            assert!(package().join(file).exists(), "{file}");
        }
    }

    #[test]
    fn assembly_definitions_are_named_after_their_files_and_refer_to_what_is_there() {
        let paths = all_with_ending(".asmdef");
        let ours: BTreeSet<String> =
            paths.iter().map(|path| Path::new(path).file_stem().unwrap().to_string_lossy().into_owned()).collect();
        assert!(ours.is_superset(
            &["Phalanx", "Phalanx.Editor", "Phalanx.Tests.Editor", "Phalanx.Tests.Runtime"].map(String::from).into()
        ));
        for path in &paths {
            let definition = json(path);
            let name = definition["name"].as_str().unwrap();
            assert!(path.ends_with(&format!("/{name}.asmdef")), "{path}");
            for reference in definition["references"].as_array().unwrap() {
                let reference = reference.as_str().unwrap();
                assert!(ours.contains(reference) || reference.starts_with("Unity"), "{path}: {reference}");
            }
            let only_editor = definition["includePlatforms"] == serde_json::json!(["Editor"]);
            assert_eq!(only_editor, name.ends_with(".Editor"), "{path}");
            let is_test = name.contains(".Tests.");
            assert_eq!(
                definition["defineConstraints"] == serde_json::json!(["UNITY_INCLUDE_TESTS"]),
                is_test,
                "{path}"
            );
            assert_eq!(
                definition["precompiledReferences"] == serde_json::json!(["nunit.framework.dll"]),
                is_test,
                "{path}"
            );
        }
        let runtime = json("Runtime/Phalanx.asmdef");
        assert_eq!(runtime["allowUnsafeCode"], true);
        assert_eq!(runtime["noEngineReferences"], false);
    }

    /// The platforms that a plugin's import settings enable, with their settings.
    fn enabled(text: &str) -> BTreeMap<String, Vec<String>> {
        let data = text.split_once("platformData:\n").unwrap().1.split_once("  userData").unwrap().0;
        let mut found = BTreeMap::new();
        for entry in data.split("  - first:\n").skip(1) {
            let lines: Vec<&str> = entry.lines().map(str::trim).collect();
            assert_eq!(lines[1], "second:");
            if lines[2] == "enabled: 1" {
                found.insert(lines[0].to_owned(), lines[4..].iter().map(|line| (*line).to_owned()).collect());
            }
        }
        found
    }

    #[test]
    fn each_plugin_is_enabled_on_its_own_platform_and_nowhere_else() {
        let cases = [
            ("Windows/x86_64/phalanx.dll", "Standalone: Win64", Some("OS: Windows")),
            ("Linux/x86_64/libphalanx.so", "Standalone: Linux64", Some("OS: Linux")),
            ("macOS/libphalanx.dylib", "Standalone: OSXUniversal", Some("OS: OSX")),
            ("Android/arm64-v8a/libphalanx.so", "Android: Android", None),
            ("iOS/libphalanx.a", "iPhone: iOS", None),
        ];
        assert_eq!(cases.len(), PLUGINS.len());
        for (file, player, editor) in cases {
            let path = format!("Runtime/Plugins/{file}.meta");
            let text = std::fs::read_to_string(package().join(&path)).unwrap();
            let on = enabled(&text);
            assert!(on.contains_key(player), "{path}: {on:?}");
            assert_eq!(
                on.get("Editor: Editor")
                    .is_some_and(|settings| settings.iter().any(|line| Some(line.as_str()) == editor)),
                editor.is_some()
            );
            assert_eq!(on.len(), 1 + usize::from(editor.is_some()), "{path}: {on:?}");
            let open: Vec<&str> =
                text.lines().filter(|line| line.contains("Exclude ") && line.ends_with(": 0")).collect();
            assert_eq!(open.len(), on.len(), "{path}: {open:?}");
        }
    }
}
