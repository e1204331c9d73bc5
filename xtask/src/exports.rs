//! The names that a library shows to those who link to it, read from its file whichever system it is for, and whether they are
//! what the C header has.
//!
//! Not by `nm`: where a linker plugin of another LLVM is installed, it tries its hand on Rust's objects and then names nothing.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::read::archive::ArchiveFile;
use object::{BinaryFormat, File, Object, ObjectSymbol};

use crate::workspace::Workspace;

/// Checks that the exports are the header's functions, and nothing else.
pub fn check(workspace: &Workspace, library: &Path) -> Result<()> {
    let header = workspace.root.join("include/phalanx.h");
    let text = std::fs::read_to_string(&header).with_context(|| format!("read {}", header.display()))?;
    let (declared, exported) = (declared(&text), exported(library)?);
    ensure!(declared.len() > 20, "the header declares {} functions", declared.len());
    let missing: Vec<_> = declared.difference(&exported).collect();
    let added: Vec<_> = exported.difference(&declared).collect();
    ensure!(missing.is_empty() && added.is_empty(), "not exported: {missing:?}; not in the header: {added:?}");
    Ok(())
}

/// The names that a library exports.
pub fn exported(library: &Path) -> Result<BTreeSet<String>> {
    let bytes = std::fs::read(library).with_context(|| format!("read {}", library.display()))?;
    let file = File::parse(&*bytes).with_context(|| format!("{} is no library", library.display()))?;
    Ok(file.exports()?.iter().map(|export| plain(&file, export.name())).collect())
}

/// The definitions in a static library that bear our prefix, in any case. It holds Rust's own symbols too.
pub fn defined(library: &Path) -> Result<BTreeSet<String>> {
    let bytes = std::fs::read(library).with_context(|| format!("read {}", library.display()))?;
    let archive = ArchiveFile::parse(&*bytes).with_context(|| format!("{} is no library", library.display()))?;
    let mut found = BTreeSet::new();
    for member in archive.members() {
        let data = member?.data(&*bytes)?;
        // Import libraries and bitcode are no objects.
        let Ok(file) = File::parse(data) else { continue };
        let globals = file.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
        let named = globals.filter_map(|symbol| symbol.name_bytes().ok().map(|name| plain(&file, name)));
        found.extend(named.filter(|name| name.to_ascii_lowercase().starts_with("phx")));
    }
    Ok(found)
}

/// On macOS a C name begins with an underscore.
fn plain(file: &File, name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let is_decorated = file.format() == BinaryFormat::MachO;
    if is_decorated { name.strip_prefix('_').unwrap_or(&name).to_owned() } else { name.into_owned() }
}

/// The names of the functions that a header's text declares.
pub fn declared(header: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in header.match_indices("phx_") {
        let rest = &header[at..];
        let name: String = rest.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
        // A comment names functions too, but not behind a type at the start of a line.
        let line = &header[header[..at].rfind('\n').map_or(0, |end| end + 1)..at];
        let is_behind_type =
            line.starts_with(|letter: char| letter.is_ascii_alphabetic()) && line.ends_with([' ', '*']);
        if is_behind_type && rest[name.len()..].starts_with('(') {
            found.insert(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_declarations_are_functions_of_a_header() {
        let header = "/*\n Call phx_one(1) first.\n */\nint32_t phx_two(void);\nconst char *phx_three(int32_t status,\n                      int32_t phx_no);\n#define phx_four(x) x\n";
        assert_eq!(declared(header), BTreeSet::from(["phx_two".to_owned(), "phx_three".to_owned()]));
    }
}
