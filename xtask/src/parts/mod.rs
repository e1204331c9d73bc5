//! The parts of a test run, in their order: quick verdicts first.

mod abi;
mod arm;
mod benches;
mod csharp;
mod documentation;
mod examples;
mod format;
mod godot;
mod goldens;
mod harnesses;
mod header_modes;
mod lint;
mod package;
mod pages;
mod playground;
mod rust_tests;
mod unreal;
mod wasm;
pub mod windows;

use anyhow::Result;

use crate::ledger::Ledger;
use crate::workspace::Workspace;

/// What a part is about; times are added up by it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The crate itself.
    Rust,
    /// Callers in C and C++, and what is packed for them.
    Native,
    /// Unreal, Unity and other engines.
    Engines,
    /// Other machines.
    Cross,
}

impl Group {
    pub const ALL: [Group; 4] = [Group::Rust, Group::Native, Group::Engines, Group::Cross];

    pub fn name(self) -> &'static str {
        match self {
            Group::Rust => "Rust",
            Group::Native => "C and C++",
            Group::Engines => "engines",
            Group::Cross => "cross",
        }
    }
}

/// When a part runs without being named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    Always,
    /// With `--cross`, and on a continuous-integration machine: it takes minutes and large tools.
    Cross,
}

/// One part of the run.
pub struct Part {
    pub name: &'static str,
    pub about: &'static str,
    pub group: Group,
    pub when: When,
    /// Enters its checks in the ledger. An error is one more failure.
    pub run: fn(&Workspace, &mut Ledger) -> Result<()>,
}

impl Part {
    const fn new(
        name: &'static str,
        group: Group,
        about: &'static str,
        run: fn(&Workspace, &mut Ledger) -> Result<()>,
    ) -> Self {
        Self { name, about, group, when: When::Always, run }
    }

    const fn cross(name: &'static str, about: &'static str, run: fn(&Workspace, &mut Ledger) -> Result<()>) -> Self {
        Self { name, about, group: Group::Cross, when: When::Cross, run }
    }
}

pub const PARTS: &[Part] = &[
    Part::new("format", Group::Rust, "rustfmt finds nothing to change", format::run),
    Part::new(
        "lint",
        Group::Rust,
        "clippy finds nothing, with and without threads, also in the fuzz targets",
        lint::run,
    ),
    Part::new("documentation", Group::Rust, "rustdoc finds nothing", documentation::run),
    Part::new("rust-tests", Group::Rust, "all Rust tests, with debug assertions", rust_tests::run),
    Part::new("goldens", Group::Rust, "the optimised build gives the bytes of the stored hashes", goldens::run),
    Part::new("header", Group::Native, "the headers compile in each language mode", header_modes::run),
    Part::new("abi", Group::Native, "callers of the last release can use this library", abi::run),
    Part::new(
        "harnesses",
        Group::Native,
        "the C and C++ tests, shared and static, also under valgrind",
        harnesses::run,
    ),
    Part::new(
        "unreal",
        Group::Engines,
        "the Unreal plugin: descriptor, settings, and its sources against stand-ins for the engine",
        unreal::run,
    ),
    Part::new(
        "csharp",
        Group::Engines,
        "the Unity package's C# on Mono, compiled ahead of time and on CoreCLR; its Unity layer against stand-ins",
        csharp::run,
    ),
    Part::new(
        "godot",
        Group::Engines,
        "a Godot scene: its physics answers an order's rays over frames, its nodes walk to the goals",
        godot::run,
    ),
    Part::new("examples", Group::Native, "the examples in Rust, C and C++ run", examples::run),
    Part::new(
        "pages",
        Group::Native,
        "the C, C++ and C# of the README, the guide and the Unity package compile and run",
        pages::run,
    ),
    Part::new("benches", Group::Rust, "the benchmarks compile", benches::run),
    Part::cross("windows", "the Windows library: its exports, and the C and C++ tests under Wine", windows::run),
    Part::cross("arm", "the library for ARM: its exports, and the C and C++ tests under QEMU", arm::run),
    Part::cross(
        "wasm",
        "the WebAssembly module in Node gives the bytes of the stored hashes; callbacks and errors",
        wasm::run,
    ),
    Part::cross("playground", "the playground in a headless browser: clicks and keys in, pixels out", playground::run),
    Part::new(
        "package",
        Group::Native,
        "the packages: reproducible, whole, of one version; other projects take them in",
        package::run,
    ),
];
