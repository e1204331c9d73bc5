//! A real engine's frame loop: a Godot scene without a window, whose own physics answers the rays of an order over frames and
//! whose nodes walk to the goals. The same order is then computed without the engine, and its results must be the same bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::MetadataCommand;
use serde_json::Value;

use crate::compiler::{self, Compiler, Language};
use crate::ledger::Ledger;
use crate::native_library::Link;
use crate::process;
use crate::tools::{self, GODOT};
use crate::workspace::Workspace;

const FOLDER: &str = "tests/godot";
/// The crate that carries the engine's C headers in the folder `godot_headers`.
const HEADER_CRATE: &str = "gdnative-sys";
/// What the scene must have.
const SOLDIERS: u64 = 500;
/// The least number of physics frames of a run, of frames that the order takes, and of those in which rays are asked.
const FRAMES: u64 = 60;
const JOB_FRAMES: u64 = 10;
/// At least one ray for each slot.
const RAYS: u64 = SOLDIERS;

/// How a run of the scene lets the library work.
struct Run {
    name: &'static str,
    /// `PhxContextDesc::thread_count`.
    threads: &'static str,
    /// The engine's options: frames as quick as they come, or by the clock.
    options: &'static [&'static str],
}

const RUNS: [Run; 2] = [
    Run { name: "in slices of the frame", threads: "1", options: &["--fixed-fps", "60"] },
    Run { name: "on the library's threads, in real time", threads: "0", options: &[] },
];

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    const WORK: &str = "Godot's frame loop";
    if !cfg!(target_os = "linux") {
        ledger.skip(WORK, "the engine's server program is looked for on Linux only");
        return Ok(());
    }
    let engine = match workspace.toolbox.find(&GODOT) {
        Ok(path) => path,
        Err(why) => {
            tools::enter_missing(ledger, WORK, GODOT.need, &why);
            return Ok(());
        }
    };
    let compilers = compiler::available(workspace, ledger, Language::Cpp, WORK);
    let Some(compiler) = compilers.first() else { return Ok(()) };
    let headers = match find_headers(workspace) {
        Ok(headers) => headers,
        Err(why) => {
            tools::enter_missing(ledger, WORK, GODOT.need, &format!("{why:#}"));
            return Ok(());
        }
    };
    let scene = Scene { workspace, engine, folder: workspace.scratch("godot")? };
    if !ledger.check("build the native script", scene.build_script(compiler, &headers))
        || !ledger.check("build the reference program", scene.build_reference(compiler))
    {
        return Ok(());
    }
    for run in &RUNS {
        scene.check(run, ledger)?;
    }
    Ok(())
}

/// Where cargo keeps the engine's headers; fetches them on first use.
fn find_headers(workspace: &Workspace) -> Result<PathBuf> {
    let metadata = MetadataCommand::new()
        .manifest_path(workspace.root.join(FOLDER).join("headers/Cargo.toml"))
        .other_options(["--locked".to_owned()])
        .exec()
        .context("fetch the engine's headers")?;
    let package = metadata.packages.iter().find(|package| package.name.as_str() == HEADER_CRATE);
    let folder = package.and_then(|package| package.manifest_path.parent()).context(HEADER_CRATE)?;
    let headers = PathBuf::from(folder.join("godot_headers"));
    ensure!(headers.join("gdnative_api_struct.gen.h").is_file(), "{}: no headers", headers.display());
    Ok(headers)
}

struct Scene<'a> {
    workspace: &'a Workspace,
    engine: PathBuf,
    /// For what is built and what the scene writes.
    folder: PathBuf,
}

impl Scene<'_> {
    fn source(&self, name: &str) -> PathBuf {
        self.workspace.root.join(FOLDER).join(name)
    }

    /// A copy of the project, for the engine writes beside its files, with the native script in it.
    fn build_script(&self, compiler: &Compiler, headers: &Path) -> Result<()> {
        let project = self.folder.join("project");
        if project.exists() {
            fs::remove_dir_all(&project)?;
        }
        fs::create_dir_all(&project)?;
        for entry in fs::read_dir(self.source("project"))? {
            let entry = entry?;
            fs::copy(entry.path(), project.join(entry.file_name()))?;
        }
        let library = self.workspace.native_library()?;
        let mut build = compiler.command(self.workspace, Language::Cpp.standard());
        // As the engine's own code: without exceptions. Its headers are not held to our warnings.
        build.args(["-O1", "-g", "-fPIC", "-shared", "-fno-exceptions", "-isystem"]).arg(headers);
        build.arg(self.source("native/army_script.cpp")).arg("-o").arg(project.join("libphalanx_godot.so"));
        library.link(&mut build, Link::Shared);
        process::quiet(&mut build, &self.folder.join("script.build.log"))
    }

    fn reference(&self) -> PathBuf {
        self.folder.join("reference")
    }

    fn build_reference(&self, compiler: &Compiler) -> Result<()> {
        let library = self.workspace.native_library()?;
        let mut build = compiler.command(self.workspace, Language::Cpp.standard());
        build.args(["-O1", "-g", "-pthread", "-I"]).arg(self.workspace.root.join("tests/cpp"));
        build.arg(self.source("reference.cpp")).arg("-o").arg(self.reference());
        library.link(&mut build, Link::Shared);
        process::quiet(&mut build, &self.folder.join("reference.build.log"))
    }

    fn check(&self, run: &Run, ledger: &mut Ledger) -> Result<()> {
        let record = self.folder.join(format!("rays_{}.txt", run.threads));
        let told = match self.play(run, &record) {
            Ok(told) => told,
            Err(error) => {
                ledger.fail(&format!("the scene {}", run.name), &format!("{error:#}"));
                return Ok(());
            }
        };
        println!("{told}");
        let least = |what: &str, field: &str, least: u64| -> (String, Result<()>) {
            let number = told[field].as_u64().unwrap_or(0);
            let outcome = if number >= least { Ok(()) } else { Err(anyhow::anyhow!("{number}, not {least} or more")) };
            (format!("{number} {what}, {}", run.name), outcome)
        };
        for (name, outcome) in [
            least("physics frames", "physics_frames", FRAMES),
            least("frames that the order took", "job_frames", JOB_FRAMES),
            least("frames in which the scene answered rays", "ray_frames", JOB_FRAMES),
            least("rays that the scene answered", "rays", RAYS),
            least("of them met an obstacle", "obstacle_hits", 1),
            least("nodes that reached their goals", "reached", SOLDIERS),
        ] {
            ledger.check(&name, outcome);
        }
        let hash = told["hash"].as_str().unwrap_or("none");
        ledger.check(&format!("computed without the engine: {hash}, {}", run.name), self.compare(run, &record, hash));
        Ok(())
    }

    /// Runs the scene. What it tells at its end.
    fn play(&self, run: &Run, record: &Path) -> Result<Value> {
        let home = self.folder.join("home");
        fs::create_dir_all(&home)?;
        // The answers of an earlier run would do in place of this one's.
        if record.exists() {
            fs::remove_file(record)?;
        }
        let mut command = Command::new(&self.engine);
        command.arg("--path").arg(self.folder.join("project")).args(run.options);
        for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(variable, &home);
        }
        command.env("LANG", "en_US.UTF-8").env("LC_ALL", "en_US.UTF-8");
        command.env("PHALANX_GODOT_THREADS", run.threads).env("PHALANX_GODOT_RECORD", record);
        self.workspace.native_library()?.lend_to(&mut command)?;
        let log = self.folder.join(format!("scene_{}.log", run.threads));
        process::quiet(&mut command, &log)?;
        let said = fs::read_to_string(&log)?;
        // The engine goes on after an error of a script, and after objects that were not freed.
        for sign in ["SCRIPT ERROR", "FAILED", "still exist"] {
            if let Some(line) = said.lines().find(|line| line.contains(sign)) {
                bail!("{line}");
            }
        }
        let told = said.lines().find_map(|line| line.strip_prefix("PHALANX ")).context("the scene told nothing")?;
        serde_json::from_str(told).context("read what the scene told")
    }

    /// Runs the program that computes the order and replays the scene's answers.
    fn compare(&self, run: &Run, record: &Path, hash: &str) -> Result<()> {
        let mut command = Command::new(self.reference());
        command.arg(self.source("project/terrain.csv")).arg(record).arg(hash);
        self.workspace.native_library()?.lend_to(&mut command)?;
        process::quiet(&mut command, &self.folder.join(format!("reference_{}.log", run.threads)))
    }
}
