//! The parts of a test run, in their order: quick verdicts first.

mod abi;
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
mod pages;
mod playground;
mod rust_tests;
mod unreal;
mod wasm;

use anyhow::Result;

use crate::ledger::Ledger;
use crate::workspace::Workspace;

/// One part of the run.
pub struct Part {
    pub name: &'static str,
    pub about: &'static str,
    /// Enters its checks in the ledger. An error is one more failure.
    pub run: fn(&Workspace, &mut Ledger) -> Result<()>,
}

pub const PARTS: &[Part] = &[
    Part { name: "format", about: "rustfmt finds nothing to change", run: format::run },
    Part {
        name: "lint",
        about: "clippy finds nothing, with and without threads, also in the fuzz targets",
        run: lint::run,
    },
    Part { name: "documentation", about: "rustdoc finds nothing", run: documentation::run },
    Part { name: "rust-tests", about: "all Rust tests, with debug assertions", run: rust_tests::run },
    Part { name: "goldens", about: "the optimised build gives the bytes of the stored hashes", run: goldens::run },
    Part { name: "header", about: "the headers compile in each language mode", run: header_modes::run },
    Part { name: "abi", about: "callers of the last release can use this library", run: abi::run },
    Part {
        name: "harnesses",
        about: "the C and C++ tests, shared and static, also under valgrind",
        run: harnesses::run,
    },
    Part {
        name: "unreal",
        about: "the Unreal plugin: descriptor, settings, and its sources against stand-ins for the engine",
        run: unreal::run,
    },
    Part {
        name: "csharp",
        about: "the Unity package's C# on Mono, compiled ahead of time and on CoreCLR; its Unity layer against stand-ins",
        run: csharp::run,
    },
    Part {
        name: "godot",
        about: "a Godot scene: its physics answers an order's rays over frames, its nodes walk to the goals",
        run: godot::run,
    },
    Part {
        name: "wasm",
        about: "the WebAssembly module in Node gives the bytes of the stored hashes; callbacks and errors",
        run: wasm::run,
    },
    Part {
        name: "playground",
        about: "the playground in a headless browser: clicks and keys in, pixels out",
        run: playground::run,
    },
    Part { name: "examples", about: "the examples in Rust, C and C++ run", run: examples::run },
    Part {
        name: "pages",
        about: "the C, C++ and C# of the README, the guide and the Unity package compile and run",
        run: pages::run,
    },
    Part { name: "benches", about: "the benchmarks compile", run: benches::run },
];
