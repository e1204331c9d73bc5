//! The plugin's descriptor and its build rules: one name for each module wherever it stands, and the same files for each
//! platform wherever they are named.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::{MODULE, PLUGIN, files, text};

/// The native library: its module, and its file on each platform.
const LIBRARY: &str = "PhalanxLibrary";
const LIBRARY_FILES: [(&str, &str); 3] =
    [("Win64", "phalanx.dll"), ("Linux", "libphalanx.so"), ("Mac", "libphalanx.dylib")];

/// Checks the descriptor against the folders, and the build rules and sources against the descriptor.
pub fn check(root: &Path) -> Result<()> {
    let plugin = root.join(PLUGIN);
    let descriptor: Value =
        serde_json::from_str(&text(&plugin.join("Phalanx.uplugin"))?).context("Phalanx.uplugin is not JSON")?;
    ensure!(descriptor["FileVersion"] == 3, "FileVersion is not 3");
    let version = crate_version(&text(&root.join("Cargo.toml"))?)?;
    ensure!(descriptor["VersionName"] == version.as_str(), "VersionName is not the crate's version, {version}");

    let platforms = strings(&descriptor["SupportedTargetPlatforms"])?;
    let expected = LIBRARY_FILES.iter().map(|(platform, _)| (*platform).to_owned()).collect::<BTreeSet<_>>();
    ensure!(platforms == expected, "SupportedTargetPlatforms are {platforms:?}, the library has {expected:?}");

    let modules = descriptor["Modules"].as_array().context("Modules is no array")?;
    let names = modules.iter().map(|module| text_of(&module["Name"])).collect::<Result<BTreeSet<_>>>()?;
    let folders = folders(&plugin.join("Source"))?;
    ensure!(names == folders, "the descriptor names the modules {names:?}, Source holds {folders:?}");
    for module in modules {
        let name = text_of(&module["Name"])?;
        let allowed = strings(&module["PlatformAllowList"])?;
        ensure!(allowed == platforms, "{name}: PlatformAllowList is {allowed:?}");
        check_module(&plugin, &name).with_context(|| format!("module {name}"))?;
    }
    let plugins = descriptor["Plugins"].as_array().context("Plugins is no array")?;
    ensure!(
        plugins.iter().any(|other| other["Name"] == "MassGameplay" && other["Enabled"] == true),
        "MassGameplay is not enabled"
    );
    check_library(root).with_context(|| format!("module {LIBRARY}"))
}

/// A module of our own: rules class and implementation carry its name, and it depends on the library.
fn check_module(plugin: &Path, name: &str) -> Result<()> {
    let folder = plugin.join("Source").join(name);
    let rules = text(&folder.join(format!("{name}.Build.cs")))?;
    check_rules_class(&rules, name)?;
    ensure!(rules.contains(&format!("\"{LIBRARY}\"")), "it does not depend on {LIBRARY}");
    let mut implementations = 0;
    for source in files(&folder, "cpp")? {
        for line in text(&source)?.lines().filter(|line| line.starts_with("IMPLEMENT_MODULE(")) {
            let implemented = line.split([',', ')']).nth(1).map(str::trim);
            ensure!(implemented == Some(name), "{} implements {implemented:?}", source.display());
            implementations += 1;
        }
    }
    ensure!(implementations == 1, "IMPLEMENT_MODULE stands there {implementations} times");
    Ok(())
}

/// The module of the native library: each platform's file is linked, staged, loaded and told of under one name.
fn check_library(root: &Path) -> Result<()> {
    let folder = root.join(PLUGIN).join("Source/ThirdParty").join(LIBRARY);
    let rules = text(&folder.join(format!("{LIBRARY}.Build.cs")))?;
    check_rules_class(&rules, LIBRARY)?;
    ensure!(rules.contains("Type = ModuleType.External;"), "it is not of type External");
    ensure!(rules.contains("\"PHALANX_NO_EXCEPTIONS=1\""), "modules may disagree on exceptions");
    let loader = text(&root.join(MODULE).join("Private/PhalanxModule.cpp"))?;
    let manual = text(&folder.join("README.md"))?;
    let branches = platform_branches(&rules);
    ensure!(branches.len() == LIBRARY_FILES.len(), "its rules know {} platforms", branches.len());
    for (platform, file) in LIBRARY_FILES {
        let Some((_, branch)) = branches.iter().find(|(name, _)| name == platform) else {
            bail!("its rules do not know {platform}");
        };
        for what in ["PublicAdditionalLibraries.Add(", "PublicDelayLoadDLLs.Add(", "RuntimeDependencies.Add("] {
            ensure!(branch.contains(what), "{platform}: no {what}…)");
        }
        ensure!(branch.contains(&format!("/{file}\"")), "{platform}: {file} is not staged");
        let path = format!("Binaries/ThirdParty/{LIBRARY}/{platform}/{file}");
        ensure!(loader.contains(&path), "{platform}: the module does not load {path}");
        ensure!(manual.contains(&path), "{platform}: README.md does not tell of {path}");
    }
    Ok(())
}

fn check_rules_class(rules: &str, name: &str) -> Result<()> {
    ensure!(rules.contains(&format!("public class {name} : ModuleRules")), "the rules class is not {name}");
    ensure!(
        rules.contains(&format!("public {name}(ReadOnlyTargetRules Target) : base(Target)")),
        "the rules' constructor is not {name}'s"
    );
    Ok(())
}

/// The platforms that build rules ask for, each with the text up to the next.
fn platform_branches(rules: &str) -> Vec<(String, &str)> {
    const ASKED: &str = "Target.Platform == UnrealTargetPlatform.";
    let starts: Vec<_> = rules.match_indices(ASKED).map(|(at, _)| at + ASKED.len()).collect();
    let ends = starts.iter().skip(1).copied().chain([rules.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| {
            let branch = &rules[*start..end];
            (branch.chars().take_while(char::is_ascii_alphanumeric).collect(), branch)
        })
        .collect()
}

/// The folders of modules; third-party ones are not listed in a descriptor.
fn folders(source: &Path) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(source).with_context(|| format!("read {}", source.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && name != "ThirdParty" {
            found.insert(name);
        }
    }
    Ok(found)
}

pub fn crate_version(manifest: &str) -> Result<String> {
    let line =
        manifest.lines().find_map(|line| line.strip_prefix("version = \"")).context("Cargo.toml has no version")?;
    Ok(line.trim_end_matches('"').to_owned())
}

fn text_of(value: &Value) -> Result<String> {
    Ok(value.as_str().with_context(|| format!("{value} is no text"))?.to_owned())
}

fn strings(value: &Value) -> Result<BTreeSet<String>> {
    value.as_array().with_context(|| format!("{value} is no array"))?.iter().map(text_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_of_build_rules_end_where_the_next_begins() {
        let rules = "if (Target.Platform == UnrealTargetPlatform.Win64) { A } else if (Target.Platform == UnrealTargetPlatform.Mac) { B }";
        let branches = platform_branches(rules);
        assert_eq!(branches.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Win64", "Mac"]);
        assert!(branches[0].1.contains("{ A }") && !branches[0].1.contains("{ B }") && branches[1].1.contains("{ B }"));
    }

    #[test]
    fn a_rules_class_of_another_name_is_refused() {
        let rules =
            "public class Phalanx : ModuleRules\n{\n\tpublic Phalanx(ReadOnlyTargetRules Target) : base(Target)";
        assert!(check_rules_class(rules, "Phalanx").is_ok());
        assert!(check_rules_class(rules, "PhalanxEditor").is_err());
        assert!(check_rules_class(&rules.replace("public Phalanx(", "public Other("), "Phalanx").is_err());
    }
}
