//! Archives whose bytes follow from their content alone: sorted entries, one fixed time stamp, no owners.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, GzBuilder, read::GzDecoder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// 1985-10-26 08:15:00 UTC, the time stamp of npm's packages: after 1980, where ZIP's calendar begins.
const UNIX_TIME: u64 = 499_162_500;

fn zip_time() -> Result<DateTime> {
    DateTime::from_date_and_time(1985, 10, 26, 8, 15, 0).context("a time that ZIP knows")
}

/// Files under one top folder, by their paths in it.
pub struct Archive {
    top: String,
    files: BTreeMap<String, Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    TarGz,
    Zip,
}

impl Archive {
    /// An empty one. `top` is the name of its one folder.
    pub fn new(top: &str) -> Self {
        Self { top: top.to_owned(), files: BTreeMap::new() }
    }

    /// Adds a file; `path` has forward slashes. A second file of one path is an error.
    pub fn add(&mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Result<()> {
        ensure!(self.files.insert(path.to_owned(), bytes.into()).is_none(), "{path} was added twice");
        Ok(())
    }

    /// Adds a file from the disk.
    pub fn add_file(&mut self, path: &str, file: &Path) -> Result<()> {
        let bytes = fs::read(file).with_context(|| format!("read {}", file.display()))?;
        self.add(path, bytes)
    }

    /// Adds a folder and all below it that is not hidden and that `wanted`, asked with paths relative to the folder, wants.
    pub fn add_folder(&mut self, path: &str, folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<()> {
        let mut waiting = vec![String::new()];
        while let Some(inner) = waiting.pop() {
            let here = folder.join(&inner);
            for entry in fs::read_dir(&here).with_context(|| format!("read {}", here.display()))? {
                let entry = entry?;
                let name = entry.file_name().into_string().ok().context("a file name that is not UTF-8")?;
                let relative = if inner.is_empty() { name.clone() } else { format!("{inner}/{name}") };
                if name.starts_with('.') {
                    continue;
                }
                if entry.path().is_dir() {
                    waiting.push(relative);
                } else if wanted(&relative) {
                    let inside = if path.is_empty() { relative } else { format!("{path}/{relative}") };
                    self.add_file(&inside, &entry.path())?;
                }
            }
        }
        Ok(())
    }

    pub fn bytes(&self, format: Format) -> Result<Vec<u8>> {
        match format {
            Format::TarGz => self.tar_gz(),
            Format::Zip => self.zip(),
        }
    }

    fn tar_gz(&self) -> Result<Vec<u8>> {
        // 255: made on no system in particular.
        let packer = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::default());
        let mut tar = tar::Builder::new(packer);
        for (path, bytes) in &self.files {
            let mut header = tar::Header::new_ustar();
            header.set_entry_type(tar::EntryType::Regular);
            header.set_mode(0o644);
            header.set_mtime(UNIX_TIME);
            header.set_size(bytes.len() as u64);
            tar.append_data(&mut header, format!("{}/{path}", self.top), bytes.as_slice())?;
        }
        Ok(tar.into_inner()?.finish()?)
    }

    fn zip(&self) -> Result<Vec<u8>> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(6))
            .last_modified_time(zip_time()?)
            .unix_permissions(0o644);
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, bytes) in &self.files {
            zip.start_file(format!("{}/{path}", self.top), options)?;
            zip.write_all(bytes)?;
        }
        Ok(zip.finish()?.into_inner())
    }
}

/// Unpacks an archive's file into a folder and returns the paths in it, in the archive's order.
pub fn unpack(archive: &Path, folder: &Path) -> Result<Vec<String>> {
    let bytes = fs::read(archive).with_context(|| format!("read {}", archive.display()))?;
    let mut names = Vec::new();
    let mut write = |name: String, content: &mut dyn Read| -> Result<()> {
        if !Path::new(&name).components().all(|part| matches!(part, std::path::Component::Normal(_))) {
            bail!("{name} leads out of the folder");
        }
        let file = folder.join(&name);
        fs::create_dir_all(file.parent().context("a folder")?)?;
        std::io::copy(content, &mut fs::File::create(&file)?)?;
        names.push(name);
        Ok(())
    };
    if archive.extension().is_some_and(|ending| ending == "zip") {
        let mut zip = ZipArchive::new(Cursor::new(bytes))?;
        for index in 0..zip.len() {
            let mut entry = zip.by_index(index)?;
            write(entry.name()?.into_owned(), &mut entry)?;
        }
    } else {
        let mut tar = tar::Archive::new(GzDecoder::new(bytes.as_slice()));
        for entry in tar.entries()? {
            let mut entry = entry?;
            write(entry.path()?.to_string_lossy().into_owned(), &mut entry)?;
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(order: &[(&str, &str)]) -> Archive {
        let mut archive = Archive::new("top");
        for (path, text) in order {
            archive.add(path, text.as_bytes()).unwrap();
        }
        archive
    }

    #[test]
    fn an_archives_bytes_follow_from_its_content_alone() {
        let files = [("b/c", "two"), ("a", "one"), ("b/a", "three")];
        let mut turned = files;
        turned.reverse();
        for format in [Format::TarGz, Format::Zip] {
            let bytes = archive(&files).bytes(format).unwrap();
            assert_eq!(bytes, archive(&turned).bytes(format).unwrap(), "{format:?}");
            assert_ne!(bytes, archive(&files[..2]).bytes(format).unwrap(), "{format:?}");
        }
    }

    #[test]
    fn an_archive_comes_out_as_it_went_in_and_in_order() {
        let folder = std::env::temp_dir().join(format!("phalanx_archive_{}", std::process::id()));
        let long = format!("{}/file", "a_long_name/".repeat(12).trim_end_matches('/'));
        let files = [("b/c", "two"), (long.as_str(), "long"), ("z", "")];
        for (format, name) in [(Format::TarGz, "x.tgz"), (Format::Zip, "x.zip")] {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            let file = folder.join(name);
            fs::write(&file, archive(&files).bytes(format).unwrap()).unwrap();
            let names = unpack(&file, &folder).unwrap();
            assert_eq!(names, [format!("top/{long}"), "top/b/c".to_owned(), "top/z".to_owned()]);
            for (path, text) in files {
                assert_eq!(fs::read_to_string(folder.join("top").join(path)).unwrap(), text);
            }
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn two_files_of_one_path_are_an_error() {
        assert!(archive(&[("a", "one")]).add("a", "two".as_bytes()).is_err());
    }
}
