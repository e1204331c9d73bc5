//! The header: as generated, taken by every language mode without a warning, and equal to what the library exports.

#[path = "ffi_support/programs.rs"]
mod programs;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use programs::have;

const GENERATED: &str = include_str!(concat!(env!("OUT_DIR"), "/phalanx.h"));

fn checked_in() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("include/phalanx.h")
}

#[test]
fn the_checked_in_header_is_the_generated_one() {
    let header = fs::read_to_string(checked_in()).expect("include/phalanx.h");
    assert!(header == GENERATED, "include/phalanx.h is stale: PHALANX_UPDATE_HEADER=1 cargo build");
}

/// Compiles a program that includes the header twice and uses it, with all warnings as errors.
fn compile(compiler: &str, mode: &str, extension: &str) {
    if !have(compiler) {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("header_{}.{extension}", mode.replace('+', "p")));
    fs::write(
        &source,
        "#include \"phalanx.h\"\n#include \"phalanx.h\"\n\
         int main(void) {\n    PhxVec3View view = {0, 0, 0, PHX_SCALAR_F32};\n    uint64_t hash = PHX_LAYOUT_HASH;\n    \
         uint32_t none = PHX_SLOT_NONE;\n    return hash == 0 || none != 0xFFFFFFFFu || view.count != 0 \
         || PHX_STRUCT_INDEX_CONTEXT_DESC != 0 || PHX_E_NULL_POINTER >= PHX_OK;\n}\n",
    )
    .unwrap();
    let include = checked_in();
    let output = Command::new(compiler)
        .args([&format!("-std={mode}"), "-Wall", "-Wextra", "-pedantic", "-Werror", "-c", "-I"])
        .arg(include.parent().unwrap())
        .arg(&source)
        .arg("-o")
        .arg(source.with_extension("o"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{compiler} -std={mode}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn c_takes_the_header_without_a_warning() {
    for mode in ["c99", "c11"] {
        compile("gcc", mode, "c");
    }
}

#[test]
fn cpp_takes_the_header_without_a_warning() {
    for mode in ["c++11", "c++17", "c++20"] {
        compile("g++", mode, "cpp");
    }
}

/// Names of the functions that the header declares.
fn declared() -> BTreeSet<String> {
    GENERATED
        .split(|character: char| !(character.is_ascii_alphanumeric() || character == '_' || character == '('))
        .filter_map(|word| word.split_once('(').map(|(name, _)| name))
        .filter(|name| name.starts_with("phx_"))
        .map(str::to_owned)
        .filter(|name| GENERATED.contains(&format!(" {name}(")) || GENERATED.contains(&format!("*{name}(")))
        .collect()
}

/// What `nm` with these arguments names of a file that the same run of cargo built beside this test's own program.
#[cfg(target_os = "linux")]
fn symbols(arguments: &[&str], file: &str) -> BTreeSet<String> {
    let library = env::current_exe().unwrap().parent().unwrap().join(file);
    let output = Command::new("nm").args(arguments).arg(&library).output().unwrap();
    assert!(output.status.success(), "{}: {}", library.display(), String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter_map(|line| line.split_whitespace().last()).map(str::to_owned).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn the_shared_library_exports_exactly_the_functions_of_the_header() {
    if !have("nm") {
        return;
    }
    let exported = symbols(&["-D", "--defined-only"], "libphalanx.so");
    assert_eq!(exported, declared());
    assert!(exported.len() > 20);
}

/// It holds Rust's own symbols too, which bear no name of ours.
#[test]
#[cfg(target_os = "linux")]
fn the_static_library_has_exactly_the_functions_of_the_header() {
    if !have("nm") {
        return;
    }
    let mut named = symbols(&["--defined-only", "--extern-only"], "libphalanx.a");
    named.retain(|name| name.to_ascii_lowercase().starts_with("phx"));
    assert_eq!(named, declared());
}

#[test]
fn no_type_in_the_header_has_a_width_that_depends_on_the_compiler() {
    let code = without_comments(GENERATED);
    let words: BTreeSet<&str> =
        code.split(|character: char| !(character.is_ascii_alphanumeric() || character == '_')).collect();
    for word in ["bool", "_Bool", "long", "short", "int", "size_t", "uintptr_t", "unsigned"] {
        assert!(!words.contains(word), "{word}");
    }
}

#[test]
fn every_function_and_every_field_has_a_comment() {
    for name in declared() {
        let at = GENERATED.rfind(&format!("{name}(")).unwrap();
        let line = GENERATED[..at].rfind('\n').unwrap();
        assert!(GENERATED[..line].ends_with("*/"), "{name} has no comment");
    }
    let mut before = "";
    for line in GENERATED.lines() {
        if line.starts_with("    ")
            && !line.starts_with("     ")
            && line.ends_with(';')
            && !line.contains('(')
            && !line.trim_start().starts_with('*')
        {
            assert!(before.ends_with("*/"), "no comment above {line:?}");
        }
        before = line;
    }
}

fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        code += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    code + rest
}
