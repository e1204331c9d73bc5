//! The surface of the last release as it is stored in `tests/abi`: types and functions as libabigail describes them, and the
//! numbers, which no debug information holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use cargo_metadata::semver::Version;

use super::surface::Surface;

pub const FOLDER: &str = "tests/abi";
pub const DESCRIPTION: &str = "baseline.abi";
const NUMBERS: &str = "baseline.numbers";
/// Follows from the structs and changes when one is added; callers and library compare it at run time.
const HASH: &str = "PHX_LAYOUT_HASH";
const VERSION: &str = "PHX_ABI_VERSION";

/// A struct of the description.
pub struct Described {
    pub members: usize,
    pub bytes: u64,
}

pub struct Baseline {
    /// Of the library when it was stored.
    pub version: Version,
    pub numbers: BTreeMap<String, String>,
    pub functions: BTreeSet<String>,
    pub structs: BTreeMap<String, Described>,
}

impl Baseline {
    pub fn read(folder: &Path) -> Result<Self> {
        let text = |name: &str| fs::read_to_string(folder.join(name)).with_context(|| format!("read {FOLDER}/{name}"));
        let numbers = text(NUMBERS)?;
        let (first, rest) = numbers.split_once('\n').context("an empty file")?;
        let version = first.strip_prefix("phalanx ").context("the first line names no version")?;
        let numbers = rest.lines().filter_map(|line| line.split_once(' '));
        let (functions, structs) = described(&text(DESCRIPTION)?)?;
        Ok(Self {
            version: Version::parse(version)?,
            numbers: numbers.map(|(name, number)| (name.to_owned(), number.to_owned())).collect(),
            functions,
            structs,
        })
    }

    /// Stores a surface whose description is in the file `description`.
    pub fn write(folder: &Path, version: &Version, surface: &Surface, description: &Path) -> Result<()> {
        let mut numbers = format!("phalanx {version}\n");
        for (name, number) in &surface.numbers {
            let _ = writeln!(numbers, "{name} {number}");
        }
        fs::create_dir_all(folder)?;
        fs::copy(description, folder.join(DESCRIPTION))?;
        fs::write(folder.join(NUMBERS), numbers)?;
        Ok(())
    }

    pub fn abi_version(&self) -> Result<u32> {
        abi_version(&self.numbers)
    }

    /// Numbers that the surface has lost or changed.
    pub fn broken_numbers(&self, surface: &Surface) -> Vec<String> {
        let mut broken = Vec::new();
        for (name, number) in self.numbers.iter().filter(|pair| pair.0 != HASH) {
            match surface.numbers.get(name) {
                None => broken.push(format!("{name} is gone")),
                Some(now) if now != number => broken.push(format!("{name} is {now} and was {number}")),
                Some(_) => {}
            }
        }
        broken
    }

    /// What the surface has and the baseline lacks.
    pub fn additions(&self, surface: &Surface) -> Vec<String> {
        let functions = surface.functions().into_iter().filter(|name| !self.functions.contains(*name));
        let mut added: Vec<String> = functions.map(|name| format!("function {name}")).collect();
        for declared in surface.structs() {
            match self.structs.get(&declared.name) {
                None => added.push(format!("struct {}", declared.name)),
                Some(known) => {
                    let later = declared.fields.iter().skip(known.members);
                    added.extend(later.map(|field| format!("field {field} of {}", declared.name)));
                }
            }
        }
        let numbers = surface.numbers.keys().filter(|name| !self.numbers.contains_key(*name));
        added.extend(numbers.map(|name| format!("number {name}")));
        added
    }

    /// A C program that does what one compiled with the baseline's header does at its start: it ends well where the library
    /// takes it.
    pub fn caller(&self) -> Result<String> {
        let mut sizes: Vec<(u32, u64)> = Vec::new();
        for (name, index) in &self.numbers {
            if let Some(words) = name.strip_prefix("PHX_STRUCT_INDEX_") {
                let described =
                    self.structs.get(&struct_name(words)).with_context(|| format!("no struct for {name}"))?;
                sizes.push((index.parse()?, described.bytes));
            }
        }
        sizes.sort_unstable();
        ensure!(sizes.iter().enumerate().all(|(at, size)| at == size.0 as usize), "the struct indices have a hole");
        let listed: Vec<String> = sizes.iter().map(|size| size.1.to_string()).collect();
        let hash = self.numbers.get(HASH).context(HASH)?;
        Ok(format!(
            "#include <stdint.h>\n#include <stdio.h>\n\
             int32_t phx_check_abi(uint32_t, uint64_t, const uint32_t*, uint32_t);\n\
             uint64_t phx_last_error(char*, uint64_t);\n\
             static const uint32_t sizes[] = {{{}}};\n\
             int main(void) {{\n    char text[1024];\n    if (phx_check_abi({}, UINT64_C({hash}), sizes, {}) == 0) return 0;\n    \
             phx_last_error(text, sizeof text);\n    puts(text);\n    return 1;\n}}\n",
            listed.join(", "),
            self.abi_version()?,
            listed.len(),
        ))
    }
}

/// The version of the C surface among its numbers.
pub fn abi_version(numbers: &BTreeMap<String, String>) -> Result<u32> {
    Ok(numbers.get(VERSION).context(VERSION)?.parse()?)
}

/// `VEC3_VIEW_MUT` is the struct `PhxVec3ViewMut`.
fn struct_name(words: &str) -> String {
    let mut name = "Phx".to_owned();
    for word in words.split('_') {
        let (first, rest) = word.split_at(1);
        name += first;
        name += &rest.to_lowercase();
    }
    name
}

/// Functions and structs of a description. libabigail writes each tag on a line of its own; C has no nested structs.
pub fn described(text: &str) -> Result<(BTreeSet<String>, BTreeMap<String, Described>)> {
    let mut functions = BTreeSet::new();
    let mut structs = BTreeMap::new();
    let mut open: Option<(String, Described)> = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with("<elf-symbol ") {
            functions.extend(attribute(line, "name").filter(|name| name.starts_with("phx_")).map(str::to_owned));
        } else if line.starts_with("<class-decl ") && line.contains("size-in-bits") {
            let name = attribute(line, "name").context("a struct without a name")?;
            let bits: u64 = attribute(line, "size-in-bits").context("a struct without a size")?.parse()?;
            open = Some((name.to_owned(), Described { members: 0, bytes: bits / 8 }));
        } else if line.starts_with("<data-member ") {
            open.as_mut().context("a member outside of a struct")?.1.members += 1;
        } else if line == "</class-decl>" {
            structs.extend(open.take());
        }
    }
    Ok((functions, structs))
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let rest = tag.split_once(&format!(" {name}='"))?.1;
    rest.split_once('\'').map(|(value, _)| value)
}
