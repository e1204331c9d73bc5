//! Generates the C header and the C# declarations from `src/ffi` into OUT_DIR; with PHALANX_UPDATE_HEADER set, also into
//! `include` and into the Unity package.

#[path = "build/csharp.rs"]
mod csharp;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The sources of the header, in the order in which their functions appear in it.
const SOURCES: [&str; 24] = [
    "status",
    "error",
    "allocator",
    "library",
    "abi",
    "log",
    "scheduler",
    "context",
    "view",
    "ground",
    "agents",
    "formation_desc",
    "formation_out",
    "formation",
    "formation_drag",
    "formation_squads",
    "formation_radii",
    "formation_slots",
    "formation_assign",
    "job_table",
    "job_form_up",
    "job",
    "job_rays",
    "debug_draw",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/csharp.rs");
    println!("cargo::rerun-if-changed=cbindgen.toml");
    println!("cargo::rerun-if-changed=src/ffi");
    println!("cargo::rerun-if-env-changed=PHALANX_UPDATE_HEADER");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml can be read");
    let mut builder = cbindgen::Builder::new().with_config(config);
    let sources = SOURCES.map(|source| root.join(format!("src/ffi/{source}.rs")));
    for source in &sources {
        builder = builder.with_src(source);
    }
    let bindings = builder.generate().expect("src/ffi can be read by cbindgen");
    let mut header = Vec::new();
    bindings.write(&mut header);
    let fresh = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    csharp::write(&sources, &fresh);
    fs::write(fresh.join("phalanx.h"), &header).expect("OUT_DIR can be written");
    if env::var_os("PHALANX_UPDATE_HEADER").is_some() {
        fs::create_dir_all(root.join("include")).expect("include can be made");
        fs::write(root.join("include/phalanx.h"), &header).expect("include/phalanx.h can be written");
        copy_declarations(&fresh, &root.join("bindings/unity/Runtime/Native"));
    }
}

/// Copies the C# declarations into the Unity package; a crate from a registry has none.
fn copy_declarations(fresh: &Path, package: &Path) {
    if !package.is_dir() {
        return;
    }
    for name in csharp::FILES {
        fs::copy(fresh.join(name), package.join(name)).expect("the Unity package can be written");
    }
}
