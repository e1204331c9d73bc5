//! The names that a library shows to those who link to it, read from its file.
//!
//! Not by `nm`: where a linker plugin of another LLVM is installed, it tries its hand on Rust's objects and then names nothing.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use object::read::archive::ArchiveFile;
use object::{File, NameOrOrdinal, Object, ObjectSymbol};

/// All exports of a shared library.
pub fn exported(bytes: &[u8]) -> Result<BTreeSet<String>> {
    let file = File::parse(bytes).context("read a shared library")?;
    let mut names = BTreeSet::new();
    for export in file.exports().context("read its exports")? {
        match export?.name() {
            NameOrOrdinal::Name(name) => names.insert(plain(name)),
            NameOrOrdinal::Ordinal(number) => bail!("export {number} has no name"),
        };
    }
    Ok(names)
}

/// Definitions in a static library that bear our prefix, in any case. It holds Rust's own symbols too.
pub fn defined_in_archive(bytes: &[u8]) -> Result<BTreeSet<String>> {
    let archive = ArchiveFile::parse(bytes).context("read a static library")?;
    let mut names = BTreeSet::new();
    for member in archive.members() {
        let data = member?.data(bytes)?;
        // Import libraries and bitcode are no objects.
        let Ok(file) = File::parse(data) else { continue };
        let globals = file.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
        let named = globals.filter_map(|symbol| symbol.name_bytes().ok().map(plain));
        names.extend(named.filter(|name| name.to_ascii_lowercase().starts_with("phx")));
    }
    Ok(names)
}

/// macOS puts an underscore in front of each C name.
fn plain(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    if cfg!(target_os = "macos") { name.strip_prefix('_').unwrap_or(&name).to_owned() } else { name.into_owned() }
}
