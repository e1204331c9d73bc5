//! Each property of the plugin's settings is a field of a struct in `phalanx.h`, and each field is a property, but for
//! those that are named here.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

use super::reflection::Reflected;

/// A reflected struct and the struct of the C header that it stands for.
pub struct Pair {
    pub reflected: &'static str,
    pub native: &'static str,
    /// Fields that are told in another way, or not by the caller.
    told_elsewhere: &'static [&'static str],
    /// Properties that are the plugin's own.
    own: &'static [&'static str],
}

pub const PAIRS: &[Pair] = &[
    Pair {
        reflected: "FPhalanxFormationSettings",
        native: "PhxFormationDesc",
        told_elsewhere: &["struct_size", "reserved", "center", "direction"],
        own: &[],
    },
    Pair {
        reflected: "FPhalanxAgents",
        native: "PhxAgents",
        told_elsewhere: &["struct_size", "reserved", "count"],
        own: &[],
    },
    Pair {
        reflected: "FPhalanxGroundSettings",
        native: "PhxGround",
        told_elsewhere: &["struct_size", "reserved", "flags", "raycast", "raycast_batch", "user"],
        own: &["GroundObjectTypes", "ObstacleObjectTypes"],
    },
    Pair {
        reflected: "FPhalanxCapsules",
        native: "PhxCapsules",
        told_elsewhere: &["struct_size", "reserved"],
        own: &[],
    },
    Pair { reflected: "FPhalanxCircle", native: "PhxCircle", told_elsewhere: &["reserved"], own: &[] },
    Pair {
        reflected: "FPhalanxFormationReport",
        native: "PhxFormationReport",
        told_elsewhere: &["struct_size"],
        own: &[],
    },
    Pair {
        reflected: "FPhalanxFormation",
        native: "PhxFormationOut",
        told_elsewhere: &["struct_size", "reserved"],
        own: &["Report", "Error"],
    },
];

/// Lengths, and angles, which must say so in the details panel.
const LENGTHS: &[&str] = &[
    "spacing",
    "region",
    "inner_radius",
    "outer_radius",
    "radius",
    "radii",
    "heights",
    "offset",
    "range",
    "search_step",
    "points",
    "locations",
    "longest_walk",
];
const ANGLES: &[&str] = &["keep_rotate_degrees", "max_slope_degrees"];
/// Numbers with a range, which must be clamped in the details panel.
const CLAMPED: &[&str] = &[
    "spacing",
    "region",
    "inner_radius",
    "outer_radius",
    "segments",
    "slot_count_margin",
    "size_multiplier",
    "offset",
    "k_near",
    "k_strat",
    "previous_slot_count",
    "max_slope_degrees",
    "search_step",
    "max_search_rings",
    "max_probes",
    "radii",
    "heights",
    "scales",
    "collider_multipliers",
    "avoidance_x",
    "avoidance_y",
    "speeds",
];

/// Checks one pair. `mapping`: the source that carries properties over to fields and back.
pub fn check(pair: &Pair, types: &[Reflected], header: &str, mapping: &str) -> Result<()> {
    let reflected =
        types.iter().find(|one| one.name == pair.reflected).with_context(|| format!("no {}", pair.reflected))?;
    let fields = fields(header, pair.native)?;
    let mut told = BTreeSet::new();
    for property in reflected.properties.iter().filter(|property| !pair.own.contains(&property.name.as_str())) {
        let field = field_name(&property.name);
        ensure!(fields.contains(&field), "{}: {} has no field {field}", property.name, pair.native);
        ensure!(mapping.contains(&format!(".{}", property.name)), "{}: nothing is done with it", property.name);
        ensure!(
            mapping.contains(&format!(".{field}")) || is_named_call(&field, mapping),
            "{field}: nothing is done with it"
        );
        check_details(&property.name, &field, &property.specifiers)?;
        told.insert(field);
    }
    let elsewhere = pair.told_elsewhere.iter().map(|field| (*field).to_owned());
    let known: BTreeSet<String> = told.into_iter().chain(elsewhere).collect();
    let forgotten: Vec<_> = fields.difference(&known).collect();
    ensure!(forgotten.is_empty(), "{}: no property for {forgotten:?}", pair.native);
    let gone: Vec<_> = known.difference(&fields).collect();
    ensure!(gone.is_empty(), "{}: there is no {gone:?}", pair.native);
    Ok(())
}

/// Units and clamps where a designer needs them; what is only read needs no clamp.
fn check_details(name: &str, field: &str, specifiers: &str) -> Result<()> {
    ensure!(!LENGTHS.contains(&field) || specifiers.contains("Units = \"cm\""), "{name}: a length without its unit");
    ensure!(!ANGLES.contains(&field) || specifiers.contains("Units = \"deg\""), "{name}: an angle without its unit");
    let is_clamped = specifiers.contains("ClampMin = ") || specifiers.contains("BlueprintReadOnly");
    ensure!(!CLAMPED.contains(&field) || is_clamped, "{name}: not clamped");
    Ok(())
}

/// Fields that the C++ wrapper sets by a call of another name.
fn is_named_call(field: &str, mapping: &str) -> bool {
    let call = match field {
        "shape" => ".order(",
        "spacing" => ".space(",
        "region" => ".within(",
        "points" => ".take_points(",
        "locations" => "Agents.Locations",
        "goals" => "FormationOut Out(Formation.Goals)",
        // Set by the braces of a PhxCircle.
        "center" | "radius" => "PhxCircle{",
        _ => return false,
    };
    mapping.contains(call)
}

/// `bGrowFixed` is `grow_fixed`, `KNear` is `k_near`.
pub fn field_name(property: &str) -> String {
    let bare = match property.strip_prefix('b') {
        Some(rest) if rest.starts_with(|first: char| first.is_ascii_uppercase()) => rest,
        _ => property,
    };
    let mut field = String::new();
    for letter in bare.chars() {
        if letter.is_ascii_uppercase() && !field.is_empty() {
            field.push('_');
        }
        field.push(letter.to_ascii_lowercase());
    }
    field
}

/// The names of a struct's fields in the C header.
pub fn fields(header: &str, name: &str) -> Result<BTreeSet<String>> {
    let (_, rest) =
        header.split_once(&format!("typedef struct {name} {{")).with_context(|| format!("no struct {name}"))?;
    let (body, _) = rest.split_once(&format!("}} {name};")).with_context(|| format!("{name} has no end"))?;
    let mut found = BTreeSet::new();
    let mut in_comment = false;
    for line in body.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if !in_comment && let Some(declaration) = line.strip_suffix(';') {
            let word = declaration.split_whitespace().last().unwrap_or_default();
            let bare = word.trim_start_matches('*').split('[').next().unwrap_or_default();
            found.insert(bare.to_owned());
        }
        in_comment &= !line.ends_with("*/");
    }
    ensure!(!found.is_empty(), "{name} has no fields");
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unreal::reflection;

    #[test]
    fn a_propertys_name_is_its_fields_in_another_spelling() {
        for (property, field) in [
            ("Shape", "shape"),
            ("bGrowFixed", "grow_fixed"),
            ("KNear", "k_near"),
            ("ZFrozen", "z_frozen"),
            ("bits", "bits"),
        ] {
            assert_eq!(field_name(property), field);
        }
    }

    #[test]
    fn fields_are_read_past_comments_arrays_and_pointers() {
        let header = "typedef struct PhxA {\n    /*\n     Not a field;\n     */\n    uint32_t size;\n    double at[3];\n    void *user;\n} PhxA;\n";
        let expected = ["size", "at", "user"].map(str::to_owned).into();
        assert_eq!(fields(header, "PhxA").unwrap(), expected);
        assert!(fields(header, "PhxB").is_err());
    }

    fn pair() -> Pair {
        Pair { reflected: "FThing", native: "PhxThing", told_elsewhere: &["struct_size"], own: &["Label"] }
    }

    fn types(properties: &str) -> Vec<reflection::Reflected> {
        let header = format!(
            "#include \"Thing.generated.h\"\nUSTRUCT()\nstruct PHALANX_API FThing\n{{\n\tGENERATED_BODY()\n{properties}}};\n"
        );
        reflection::read("Thing", &header).unwrap()
    }

    const NATIVE: &str =
        "typedef struct PhxThing {\n    uint32_t struct_size;\n    double offset;\n    uint32_t count;\n} PhxThing;\n";
    const MAPPING: &str = "Desc.offset = Thing.Offset; Desc.count = Thing.Count;";
    const OFFSET: &str = "\t/** By how much. */\n\tUPROPERTY(EditAnywhere, meta = (ClampMin = \"0.0\", Units = \"cm\"))\n\tdouble Offset = 0.0;\n";
    const COUNT: &str = "\t/** How many. */\n\tUPROPERTY(EditAnywhere)\n\tint32 Count = 0;\n";

    #[test]
    fn a_pair_fits_when_each_has_what_the_other_has() {
        let label = "\t/** A name. */\n\tUPROPERTY(EditAnywhere)\n\tFString Label;\n";
        check(&pair(), &types(&format!("{OFFSET}{COUNT}{label}")), NATIVE, MAPPING).unwrap();
    }

    #[test]
    fn a_forgotten_field_an_unknown_property_and_an_unused_one_are_refused() {
        assert!(check(&pair(), &types(OFFSET), NATIVE, MAPPING).is_err());
        let other = COUNT.replace("Count", "Number");
        assert!(check(&pair(), &types(&format!("{OFFSET}{COUNT}{other}")), NATIVE, MAPPING).is_err());
        assert!(check(&pair(), &types(&format!("{OFFSET}{COUNT}")), NATIVE, "Desc.offset = Thing.Offset;").is_err());
    }

    #[test]
    fn a_length_without_unit_or_clamp_is_refused() {
        for missing in [", Units = \"cm\"", "ClampMin = \"0.0\", "] {
            let offset = OFFSET.replace(missing, "");
            assert!(check(&pair(), &types(&format!("{offset}{COUNT}")), NATIVE, MAPPING).is_err(), "{missing}");
        }
    }
}
