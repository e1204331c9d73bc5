//! Where things stand: the checkout, the target folder, and the release library that several parts link to.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use cargo_metadata::MetadataCommand;

use crate::cross_rust;
use crate::native_library::{self, NativeLibrary};
use crate::target::Target;
use crate::tools::Toolbox;

/// The checkout that the chores work on.
pub struct Workspace {
    /// The folder that holds the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Cargo's output folder; it need not be inside the checkout.
    pub target: PathBuf,
    pub toolbox: Toolbox,
    /// Built once; a failed build is remembered by its message, so that each part that needs it says the same.
    library: OnceCell<Result<NativeLibrary, String>>,
    /// The same for each emulated target, in their order.
    cross_libraries: [OnceCell<Result<NativeLibrary, String>>; Target::EMULATED.len()],
}

impl Workspace {
    /// Asks cargo for the workspace that this program was compiled from.
    pub fn locate() -> Result<Self> {
        let metadata = MetadataCommand::new()
            .manifest_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
            .no_deps()
            .exec()
            .context("cargo metadata")?;
        Ok(Self {
            root: metadata.workspace_root.into(),
            target: metadata.target_directory.into(),
            toolbox: Toolbox::default(),
            library: OnceCell::new(),
            cross_libraries: Default::default(),
        })
    }

    /// The release build of the shared and the static library, built on first use.
    pub fn native_library(&self) -> Result<&NativeLibrary> {
        self.library
            .get_or_init(|| native_library::build(self).map_err(|error| format!("{error:#}")))
            .as_ref()
            .map_err(|message| anyhow!("the native library: {message}"))
    }

    /// The release build for an emulated machine, built on first use with what tools it takes.
    pub fn cross_library(&self, target: &Target) -> Result<&NativeLibrary> {
        self.cross_cell(target)
            .context("a target that is not emulated")?
            .get_or_init(|| {
                let (rust, runner) = cross_rust::demand(self, target)?;
                native_library::build_for(self, target, &rust, Ok(runner)).map_err(|error| format!("{error:#}"))
            })
            .as_ref()
            .map_err(|message| anyhow!("the native library for {}: {message}", target.triple))
    }

    /// The release build for an emulated machine, if this run has it already.
    pub fn cross_library_if_built(&self, target: &Target) -> Option<&NativeLibrary> {
        self.cross_cell(target)?.get()?.as_ref().ok()
    }

    fn cross_cell(&self, target: &Target) -> Option<&OnceCell<Result<NativeLibrary, String>>> {
        let position = Target::EMULATED.iter().position(|other| other.triple == target.triple)?;
        self.cross_libraries.get(position)
    }

    /// A folder for what the chore named `purpose` writes, created when it is missing.
    pub fn scratch(&self, purpose: &str) -> Result<PathBuf> {
        let folder = self.target.join("xtask").join(purpose);
        std::fs::create_dir_all(&folder).with_context(|| format!("create {}", folder.display()))?;
        Ok(folder)
    }

    /// The files in `folder` (relative to the root) whose extension is `extension`, in the order of their names.
    /// A folder that does not exist holds none.
    pub fn sources(&self, folder: &str, extension: &str) -> Result<Vec<PathBuf>> {
        let folder = self.root.join(folder);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let entries = std::fs::read_dir(&folder).with_context(|| format!("read {}", folder.display()))?;
        let mut found = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.is_file() && path.extension().is_some_and(|ending| ending == extension) {
                found.push(path);
            }
        }
        found.sort();
        Ok(found)
    }

    /// How a path is shown to a reader: relative to the root where it lies inside.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }
}
