//! The one entry for the project's chores: `cargo xtask test`, `fuzz`, `thread-sanitizer`, `header`, `abi`,
//! `playground`, `count-instructions`.
#![forbid(unsafe_code)]

mod abi;
mod cargo;
mod compiler;
mod csharp;
mod fuzz;
mod header;
mod instructions;
mod ledger;
mod native_library;
mod parts;
mod playground;
mod process;
mod program;
mod snippets;
mod test;
mod thread_sanitizer;
mod tools;
mod unity_package;
mod unreal;
mod wasm;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use workspace::Workspace;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's chores.", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Installs what is missing, or says what to install, and runs everything that decides whether a change may go in.
    Test(test::Arguments),
    /// Runs the fuzz targets for a bounded time each (nightly Rust and cargo-fuzz).
    Fuzz(fuzz::Arguments),
    /// Runs the C++ programs with threads, and the library with them, under ThreadSanitizer (Debian's Rust and nightly's
    /// runtime; about six minutes).
    ThreadSanitizer,
    /// Refreshes what is checked in and generated: the C header, the C# declarations, the Unity package's .meta files.
    Header,
    /// Tells what has changed in the C surface since the last release; stores the surface when asked to.
    Abi(abi::Arguments),
    /// Shows the library in a browser: forms up armies on a map by drag and click.
    Playground(playground::Arguments),
    /// Counts the instructions that a benchmark's runs execute, under callgrind.
    CountInstructions(instructions::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = Workspace::locate().and_then(|workspace| match arguments.chore {
        Chore::Test(chosen) => test::run(&workspace, &chosen),
        Chore::Fuzz(chosen) => fuzz::run(&workspace, &chosen),
        Chore::ThreadSanitizer => thread_sanitizer::run(&workspace),
        Chore::Header => header::refresh(&workspace),
        Chore::Abi(chosen) => abi::run(&workspace, &chosen),
        Chore::Playground(chosen) => playground::run(&workspace, &chosen),
        Chore::CountInstructions(chosen) => instructions::run(&workspace, &chosen),
    });
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
