//! The C# declarations of the Unity package are the generated ones, and say what the header says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const GENERATED: [(&str, &str); 4] = [
    ("NativeMethods.g.cs", include_str!(concat!(env!("OUT_DIR"), "/NativeMethods.g.cs"))),
    ("NativeAbi.g.cs", include_str!(concat!(env!("OUT_DIR"), "/NativeAbi.g.cs"))),
    ("NativeCallbacks.Delegates.g.cs", include_str!(concat!(env!("OUT_DIR"), "/NativeCallbacks.Delegates.g.cs"))),
    (
        "NativeCallbacks.FunctionPointers.g.cs",
        include_str!(concat!(env!("OUT_DIR"), "/NativeCallbacks.FunctionPointers.g.cs")),
    ),
];
const HEADER: &str = include_str!(concat!(env!("OUT_DIR"), "/phalanx.h"));

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/unity/Runtime/Native")
}

#[test]
fn the_checked_in_declarations_are_the_generated_ones() {
    for (name, generated) in GENERATED {
        let checked_in = fs::read_to_string(package().join(name)).unwrap_or_default();
        assert!(checked_in == generated, "bindings/unity/Runtime/Native/{name} is stale: cargo xtask header");
    }
}

/// Words of `text` that begin with `start` and go on with letters, digits and underscores.
fn words<'a>(text: &'a str, start: &'a str) -> BTreeSet<&'a str> {
    text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))
        .filter(|word| word.starts_with(start))
        .collect()
}

/// Lines of `text` that are no comment.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn each_function_of_the_header_is_imported() {
    let imported: BTreeSet<&str> = GENERATED[0]
        .1
        .lines()
        .filter_map(|line| line.split_once("EntryPoint = \"")?.1.split_once('"'))
        .map(|(name, _)| name)
        .collect();
    let declared: BTreeSet<&str> = words(HEADER, "phx_")
        .into_iter()
        .filter(|name| HEADER.contains(&format!(" {name}(")) || HEADER.contains(&format!("*{name}(")))
        .collect();
    assert!(declared.len() > 20);
    assert!(imported.is_superset(&declared), "{:?}", declared.difference(&imported));
}

/// Burst compiles calls of functions whose parameters are numbers and pointers, and no others.
#[test]
fn burst_can_call_each_function() {
    const NUMBERS: [&str; 7] = ["byte", "int", "uint", "long", "ulong", "float", "double"];
    let is_plain = |kind: &str| NUMBERS.contains(&kind) || kind.ends_with('*');
    let mut count = 0;
    for line in GENERATED[0].1.lines() {
        let Some(rest) = line.trim().strip_prefix("public static extern ") else { continue };
        let (head, parameters) = rest.trim_end_matches(");").split_once('(').unwrap();
        assert!(is_plain(head.split_once(' ').unwrap().0), "{line}");
        for parameter in parameters.split(", ").filter(|parameter| !parameter.is_empty()) {
            assert!(is_plain(parameter.rsplit_once(' ').unwrap().0), "{line}");
        }
        count += 1;
    }
    assert!(count > 20);
}

#[test]
fn each_constant_of_the_header_is_declared_with_its_number() {
    let declared = code(GENERATED[0].1) + &code(GENERATED[1].1);
    let mut count = 0;
    for line in HEADER.lines() {
        let Some((name, number)) = line.strip_prefix("#define ").and_then(|rest| rest.split_once(' ')) else {
            continue;
        };
        if name.starts_with("PHX_") {
            count += 1;
            assert!(declared.contains(&format!(" {name} = {number};")), "{name} = {number}");
        }
    }
    assert!(count > 80);
}

#[test]
fn each_struct_of_the_header_is_declared() {
    let declared = code(GENERATED[0].1);
    let mut count = 0;
    for line in HEADER.lines() {
        let Some(name) = line.strip_prefix("typedef struct ").and_then(|rest| rest.strip_suffix(" {")) else {
            continue;
        };
        count += 1;
        assert!(declared.contains(&format!("struct {name}\n")), "{name}");
    }
    assert!(count > 20);
}

#[test]
fn the_two_forms_of_callbacks_agree() {
    let (delegates, pointers) = (GENERATED[2].1, GENERATED[3].1);
    let mut count = 0;
    for line in delegates.lines() {
        let Some(rest) = line.trim().strip_prefix("public unsafe delegate ") else { continue };
        let (head, parameters) = rest.trim_end_matches(");").split_once('(').unwrap();
        let (answer, name) = head.split_once(' ').unwrap();
        let mut types: Vec<&str> =
            parameters.split(", ").map(|parameter| parameter.rsplit_once(' ').unwrap().0).collect();
        types.push(answer);
        let pointer = format!("void* {name}(delegate* unmanaged[Cdecl]<{}> callback)", types.join(", "));
        assert!(pointers.contains(&pointer), "{pointer}");
        count += 1;
    }
    assert!(count >= 8);
    assert_eq!(pointers.matches("delegate* unmanaged").count(), count);
}

#[test]
fn what_old_compilers_read_has_no_function_pointer_type() {
    for (name, text) in &GENERATED[..3] {
        assert!(!code(text).contains("delegate*"), "{name}");
    }
    let newer = code(GENERATED[3].1);
    assert!(newer.starts_with("#if ") && newer.ends_with("#endif\n"));
}
