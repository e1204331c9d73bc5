//! The structs lie alike in Rust, in C, in C++ and in C#: each field of the header, by name, offset and size.
#![cfg(target_pointer_width = "64")]

#[path = "ffi_support/programs.rs"]
mod programs;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use phalanx::ffi::struct_layouts;
use programs::have;

const HEADER: &str = include_str!(concat!(env!("OUT_DIR"), "/phalanx.h"));
const CSHARP: &str = include_str!(concat!(env!("OUT_DIR"), "/NativeMethods.g.cs"));

/// Name of each struct with the declarations of its fields: the lines between `start` with the name, and a closing brace.
fn declared<'a>(text: &'a str, start: &str) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut structs = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(name) = line.trim().strip_prefix(start) else { continue };
        let fields = lines.by_ref().take_while(|line| !line.trim_start().starts_with('}'));
        let fields = fields.filter_map(|line| line.trim().strip_suffix(';')).collect();
        structs.push((name.trim_end_matches(" {"), fields));
    }
    structs
}

/// The name that a declaration `Type name`, `Type *name` or `Type name[3]` gives; C# marks a keyword with @.
fn name_of(declaration: &str) -> &str {
    let before_length = declaration.split('[').next().unwrap();
    before_length.rsplit([' ', '*', '@']).next().unwrap()
}

fn size_of_struct(name: &str) -> Option<usize> {
    struct_layouts().find(|known| known.0 == name).map(|known| known.1)
}

/// Assertions about each struct and field, for C11 and C++.
fn assertions() -> String {
    let mut text = "#include \"phalanx.h\"\n#include <stddef.h>\n#ifdef __cplusplus\n#define CHECK(what) static_assert(what, #what)\n\
                    #else\n#define CHECK(what) _Static_assert(what, #what)\n#endif\n"
        .to_owned();
    for (name, size, fields) in struct_layouts() {
        let _ = writeln!(text, "CHECK(sizeof({name}) == {size});");
        for field in fields {
            let _ = writeln!(text, "CHECK(offsetof({name}, {}) == {});", field.name, field.offset);
            let _ = writeln!(text, "CHECK(sizeof((({name}*)0)->{}) == {});", field.name, field.size);
        }
    }
    text
}

fn compile(compiler: &str, mode: &str, source: &Path) -> Output {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let mut command = Command::new(compiler);
    command.args([&format!("-std={mode}"), "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I"]);
    command.arg(include).arg(source).output().unwrap()
}

fn written(name: &str, text: &str) -> PathBuf {
    let source = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&source, text).unwrap();
    source
}

const COMPILERS: [(&str, &str, &str); 4] =
    [("gcc", "c11", "c"), ("clang", "c11", "c"), ("g++", "c++17", "cpp"), ("clang++", "c++17", "cpp")];

#[test]
fn each_field_lies_in_c_and_cpp_where_it_lies_in_rust() {
    let text = assertions();
    assert!(text.matches("CHECK(offsetof").count() > 150);
    for (compiler, mode, extension) in COMPILERS {
        if compiler.starts_with("clang") && Command::new(compiler).arg("--version").output().is_err() {
            eprintln!("SKIPPED: {compiler}, a second opinion, is missing");
            continue;
        }
        if have(compiler) {
            let source = written(&format!("layouts_{}.{extension}", compiler.replace('+', "p")), &text);
            let output = compile(compiler, mode, &source);
            assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// Without this the test above could pass because nothing is asserted at all.
#[test]
fn a_field_that_lies_elsewhere_does_not_compile() {
    if !have("gcc") {
        return;
    }
    let right = "CHECK(offsetof(PhxHit, normal) == 24);";
    assert!(assertions().contains(right));
    let text = assertions().replace(right, "CHECK(offsetof(PhxHit, normal) == 28);");
    let output = compile("gcc", "c11", &written("layouts_wrong.c", &text));
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("offsetof(PhxHit, normal) == 28"));
}

#[test]
fn the_structs_of_the_header_are_those_of_rust_field_by_field() {
    let mut header: Vec<(&str, Vec<&str>)> = declared(HEADER, "typedef struct ");
    header.iter_mut().for_each(|(_, fields)| fields.iter_mut().for_each(|field| *field = name_of(field)));
    header.sort();
    let mut rust: Vec<(&str, Vec<&str>)> =
        struct_layouts().map(|(name, _, fields)| (name, fields.iter().map(|field| field.name).collect())).collect();
    rust.sort();
    assert_eq!(header, rust);
}

/// Bytes of a C# type that a struct of ours may have.
fn csharp_size(kind: &str) -> usize {
    match kind {
        "byte" => 1,
        "uint" | "int" | "float" => 4,
        "ulong" | "long" | "double" => 8,
        pointer if pointer.ends_with('*') => 8,
        own => size_of_struct(own).unwrap_or_else(|| panic!("{own} is not known")),
    }
}

/// The layout hash that C# computes at run time sees sizes alone: two fields of one size that changed places have the same.
#[test]
fn the_structs_of_csharp_are_those_of_rust_field_by_field() {
    let csharp = declared(CSHARP, "public unsafe partial struct ");
    assert_eq!(csharp.len(), struct_layouts().count());
    for (name, size, fields) in struct_layouts() {
        let (_, declarations) = csharp.iter().find(|declared| declared.0 == name).expect(name);
        assert_eq!(declarations.len(), fields.len(), "{name}");
        let mut end = 0;
        for (declaration, field) in declarations.iter().zip(fields) {
            let words = declaration.trim_start_matches("public ").trim_start_matches("fixed ");
            let (kind, rest) = words.split_once(' ').unwrap();
            let length = rest.split_once('[').map_or(1, |(_, length)| length.trim_end_matches(']').parse().unwrap());
            let bytes = csharp_size(kind) * length;
            assert_eq!((name_of(rest), end, bytes), (field.name, field.offset, field.size), "{name}");
            end += bytes;
        }
        assert_eq!(end, size, "{name}");
    }
    assert_eq!(CSHARP.matches("[StructLayout(LayoutKind.Sequential)]").count(), csharp.len());
}
