//! `cargo xtask package`: what users take home. The Unity package as a tarball, the Unreal plugin as a zip and a C SDK for each
//! platform, with the libraries of every platform that can be built here; the others are named, with the reason.

pub mod archive;
mod notices;
pub mod platform;
mod sdk;
mod unity;
mod unreal;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::unreal::descriptor::crate_version;
use crate::workspace::Workspace;
use archive::{Archive, Format};
use platform::{Binaries, PLATFORMS, Platform, Source};

#[derive(clap::Args)]
pub struct Arguments {
    /// Takes this platform alone, and installs what it needs; may be given several times.
    #[arg(long, value_name = "PLATFORM")]
    target: Vec<String>,
    /// Where the packages go, relative to the checkout.
    #[arg(long, value_name = "FOLDER", default_value = "target/package")]
    output: PathBuf,
}

const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
/// The file with the licences of what is compiled in.
const NOTICES: &str = "THIRD_PARTY_NOTICES.md";

/// What all packages of one run have in common.
struct Contents<'a> {
    workspace: &'a Workspace,
    version: &'a str,
    /// The text of the licences of what is compiled in.
    notices: &'a str,
}

/// What was packed.
pub struct Packed {
    pub version: String,
    pub unity: PathBuf,
    pub unreal: PathBuf,
    /// One for each platform.
    pub sdks: Vec<(&'static Platform, PathBuf)>,
    /// Platforms without files, with the reason.
    pub left_out: Vec<(&'static str, String)>,
}

/// Packs for release. It fails where a platform that was asked for by name cannot be had.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<bool> {
    let known: Vec<_> = PLATFORMS.iter().map(|platform| platform.name).collect();
    if let Some(unknown) = arguments.target.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no platform `{unknown}`; the platforms are {}", known.join(", "));
    }
    let is_asked = |platform: &&Platform| arguments.target.iter().any(|name| name == platform.name);
    let source = if arguments.target.is_empty() { Source::Release } else { Source::ReleaseWithSetUp };
    let chosen: Vec<_> =
        PLATFORMS.iter().filter(|platform| arguments.target.is_empty() || is_asked(platform)).collect();
    let packed = pack(workspace, &chosen, source, &workspace.root.join(&arguments.output))?;
    println!("\nPacked");
    let sdks = packed.sdks.iter().map(|(_, file)| file);
    for file in [&packed.unity, &packed.unreal].into_iter().chain(sdks) {
        println!("{:>9.1} MB  {}", fs::metadata(file)?.len() as f64 / 1e6, workspace.shown(file));
    }
    if !packed.left_out.is_empty() {
        println!("\nLeft out");
        packed.left_out.iter().for_each(|(name, why)| println!("- {name}: {why}"));
    }
    Ok(arguments.target.is_empty() || packed.left_out.is_empty())
}

/// Packs what there is of the chosen platforms into `folder`.
pub fn pack(workspace: &Workspace, chosen: &[&'static Platform], source: Source, folder: &Path) -> Result<Packed> {
    let version = crate_version(&crate::unreal::text(&workspace.root.join("Cargo.toml"))?)?;
    let mut binaries: Vec<Binaries> = Vec::new();
    let mut left_out = Vec::new();
    for platform in chosen {
        match platform.binaries(workspace, source) {
            Ok(found) => binaries.push(found),
            Err(why) => left_out.push((platform.name, why)),
        }
    }
    ensure!(!binaries.is_empty(), "there is no library of any platform: {left_out:?}");
    fs::create_dir_all(folder).with_context(|| format!("create {}", folder.display()))?;
    let contents = Contents { workspace, version: &version, notices: &notices::text(workspace)? };
    let unity = write(folder, unity::pack(&contents, &binaries)?, Format::TarGz, "tgz")?;
    let unreal = write(folder, unreal::pack(&contents, &binaries)?, Format::Zip, "zip")?;
    let mut sdks = Vec::new();
    for found in &binaries {
        let format = sdk::format(found);
        let ending = if format == Format::Zip { "zip" } else { "tar.gz" };
        sdks.push((found.platform, write(folder, sdk::pack(&contents, found)?, format, ending)?));
    }
    Ok(Packed { version, unity, unreal, sdks, left_out })
}

fn write(folder: &Path, (name, archive): (String, Archive), format: Format, ending: &str) -> Result<PathBuf> {
    let file = folder.join(format!("{name}.{ending}"));
    fs::write(&file, archive.bytes(format)?).with_context(|| format!("write {}", file.display()))?;
    Ok(file)
}

impl Contents<'_> {
    fn add_licences(&self, archive: &mut Archive) -> Result<()> {
        archive.add(NOTICES, self.notices)?;
        LICENCES.iter().try_for_each(|name| archive.add_file(name, &self.workspace.root.join(name)))
    }
}
