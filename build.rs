//! Generates the C header from `src/ffi` into OUT_DIR; with PHALANX_UPDATE_HEADER set, also into `include`.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The sources of the header, in the order in which their functions appear in it.
const SOURCES: [&str; 23] = [
    "status",
    "error",
    "allocator",
    "library",
    "abi",
    "log",
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
    println!("cargo::rerun-if-changed=cbindgen.toml");
    println!("cargo::rerun-if-changed=src/ffi");
    println!("cargo::rerun-if-env-changed=PHALANX_UPDATE_HEADER");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml can be read");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(root.join(format!("src/ffi/{source}.rs")));
    }
    let bindings = builder.generate().expect("src/ffi can be read by cbindgen");
    let mut header = Vec::new();
    bindings.write(&mut header);
    let fresh = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("phalanx.h");
    fs::write(&fresh, &header).expect("OUT_DIR can be written");
    if env::var_os("PHALANX_UPDATE_HEADER").is_some() {
        fs::create_dir_all(root.join("include")).expect("include can be made");
        fs::write(root.join("include/phalanx.h"), &header).expect("include/phalanx.h can be written");
    }
}
