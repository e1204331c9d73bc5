//! The surface is read whole, and a released one is not changed without its numbers.

use super::baseline::Described;
use super::*;

const HEADER: &str = include_str!("../../../include/phalanx.h");

fn stored(version: &str, surface: &Surface) -> Baseline {
    let structs = surface.structs().map(|declared| {
        let described = Described { members: declared.fields.len(), bytes: 8 };
        (declared.name.clone(), described)
    });
    Baseline {
        version: Version::parse(version).unwrap(),
        numbers: surface.numbers.clone(),
        functions: surface.functions().into_iter().map(str::to_owned).collect(),
        structs: structs.collect(),
    }
}

fn raised(was: &str, now: &str, abi_version: &str, breaks: bool) -> bool {
    let mut surface = Surface::read(HEADER).unwrap();
    let stored = stored(was, &surface);
    surface.numbers.insert("PHX_ABI_VERSION".to_owned(), abi_version.to_owned());
    let changes = Changes {
        breaks: if breaks { vec!["something".to_owned()] } else { Vec::new() },
        additions: vec!["something".to_owned()],
    };
    check_raised(&stored, &surface, &Version::parse(now).unwrap(), &changes).is_ok()
}

#[test]
fn the_header_is_read_whole() {
    let surface = Surface::read(HEADER).unwrap();
    let functions =
        HEADER.lines().filter(|line| !line.starts_with([' ', '#', '/', '}', 't', '*']) && line.contains(" phx_"));
    assert!(functions.filter(|line| line.contains('(')).count() <= surface.functions().len());
    assert_eq!(surface.structs().count(), HEADER.matches("typedef struct ").count());
    let defined = HEADER.lines().filter(|line| line.starts_with("#define PHX_")).count();
    assert_eq!(surface.numbers.keys().filter(|name| !name.starts_with("PHX_STRUCT_INDEX")).count(), defined);
    assert_eq!(surface.numbers["PHX_E_NULL_POINTER"], "-1");
    assert_eq!(surface.numbers["PHX_STRUCT_INDEX_HIT"], "13");
}

#[test]
fn what_a_header_has_more_is_told() {
    let old = Surface::read(HEADER).unwrap();
    let text = HEADER.replace("} PhxGround;", "    uint64_t later;\n} PhxGround;")
        + "int32_t phx_later(void);\n#define PHX_LATER 1\n";
    let told = stored("0.1.0", &old).additions(&Surface::read(&text).unwrap());
    assert_eq!(told, ["function phx_later", "field uint64_t later of PhxGround", "number PHX_LATER"]);
}

#[test]
fn a_break_asks_for_the_first_number_that_is_not_0_and_for_the_abi_version() {
    assert!(raised("0.1.3", "0.2.0", "2", true));
    assert!(!raised("0.1.3", "0.1.4", "2", true));
    assert!(!raised("0.1.3", "0.2.0", "1", true));
    assert!(raised("1.4.0", "2.0.0", "2", true));
    assert!(!raised("1.4.0", "1.5.0", "2", true));
}

#[test]
fn an_addition_asks_for_any_higher_version() {
    assert!(raised("0.1.3", "0.1.4", "1", false));
    assert!(!raised("0.1.3", "0.1.3", "1", false));
}
