//! The layers over the C header reach all of it: the Unity package's C#, `phalanx.hpp` and the Unreal plugin. What one of them
//! leaves out stands here with the reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const HEADER: &str = include_str!(concat!(env!("OUT_DIR"), "/phalanx.h"));

const UNITY: &str = "bindings/unity/Runtime";
const CPP: &str = "include/phalanx";
const UNREAL: &str = "unreal_plugin/Source/Phalanx";

/// What a layer leaves out, and why.
type LeftOut = [(&'static str, &'static str)];

const WITHOUT_VERSION: (&str, &str) = ("phx_abi_version", "phx_check_abi compares the version, and the sizes with it");

const FUNCTIONS_LEFT_OUT_OF_CSHARP: &LeftOut = &[
    WITHOUT_VERSION,
    ("phx_set_allocator", "its hooks run on native threads and until the process ends, where no managed code may"),
];
const FUNCTIONS_LEFT_OUT_OF_CPP: &LeftOut = &[WITHOUT_VERSION];
const FUNCTIONS_LEFT_OUT_OF_UNREAL: &LeftOut = &[
    WITHOUT_VERSION,
    ("phx_set_allocator", "some blocks outlive the module, and the engine's allocator need not"),
    ("phx_job_wait", "the game thread waits for nothing"),
];

/// By what the Unreal plugin reaches a function: a text of its sources, most of them a call of `phalanx.hpp`.
const REACHED_BY_UNREAL: &[(&str, &str)] = &[
    ("phx_agents_init", "phalanx::Agents Shown("),
    ("phx_capsules_init", "phalanx::Capsules Shown"),
    ("phx_check_abi", "phalanx::check_abi("),
    ("phx_context_create", "phalanx::Context::create("),
    ("phx_context_desc_init", "phalanx::ContextDesc Desc("),
    ("phx_context_destroy", "Context = phalanx::Context()"),
    ("phx_debug_enable", "Context.debug_enable("),
    ("phx_debug_poll", "Context.debug_poll("),
    ("phx_formation_aspect", "Context.aspect("),
    ("phx_formation_assign", "Context.assign("),
    ("phx_formation_desc_init", "Context.order("),
    ("phx_formation_drag", "Context.drag("),
    ("phx_formation_form_up", "Context.form_up("),
    ("phx_formation_form_up_many", "Context.form_up_many("),
    ("phx_formation_grow", "Context.grow("),
    ("phx_formation_out_init", "phalanx::FormationOut Out("),
    ("phx_formation_radii", "Context.radii("),
    ("phx_formation_report_init", "phalanx::FormationReport Report"),
    ("phx_formation_resolve_goals", "Context.resolve_goals("),
    ("phx_formation_slot_target", "Context.slot_target("),
    ("phx_formation_slots", "Context.slots("),
    ("phx_formation_validate", "Context.validate("),
    ("phx_ground_init", "phx_ground_init("),
    ("phx_growth_init", "phalanx::Growth Growth"),
    // A job that is replaced or given up is cancelled by its destructor.
    ("phx_job_cancel", "Jobs.RemoveAll("),
    ("phx_job_finish_form_up", "Job.finish("),
    ("phx_job_form_up", "phalanx::Job::begin("),
    ("phx_job_info_init", "phalanx::JobInfo Info"),
    ("phx_job_poll", "Job.poll("),
    ("phx_job_step", "Job.step("),
    ("phx_job_submit_hits", "Job.submit_hits("),
    ("phx_job_take_rays", "Job.take_rays("),
    ("phx_last_error", "phalanx::last_error("),
    ("phx_radius_desc_init", "phalanx::RadiusDesc Desc"),
    ("phx_shutdown", "phalanx::shutdown("),
    ("phx_status_name", ".name()"),
    ("phx_version_string", "phalanx::version("),
];

/// The C# file that fills each struct which a caller fills.
const FILLED_BY_CSHARP: &[(&str, &str)] = &[
    ("PhxContextDesc", "Core/PhalanxContext.cs"),
    ("PhxGround", "Core/Ground.cs"),
    ("PhxAgents", "Core/Army.cs"),
    ("PhxFormationDesc", "Core/FormationOrder.cs"),
    ("PhxFormationOut", "Core/FormationResult.cs"),
    ("PhxSquad", "Core/Formation.Squads.cs"),
    ("PhxCapsules", "Core/Capsules.cs"),
    ("PhxRadiusDesc", "Core/Capsules.cs"),
];
/// Fields that its file says nothing of; `struct_size` and `reserved` are set by the library.
const FIELDS_LEFT_OUT_OF_CSHARP: &LeftOut = &[
    ("PhxContextDesc.log_user", "the sink of PhalanxLog is one for all contexts"),
    ("PhxContextDesc.finish", "no managed scheduler runs native work faster than the library's threads; Native has it"),
    ("PhxContextDesc.scheduler_user", "goes with finish"),
    ("PhxContextDesc.worker_count", "goes with finish"),
    ("PhxGround.raycast", "raycast_batch is preferred, and crosses into managed code once for many rays"),
];
/// Structs that the C# layer hands out or takes as they are: plain numbers, all documented.
const PLAIN_IN_CSHARP: [&str; 7] =
    ["PhxFormationReport", "PhxJobInfo", "PhxDebugItem", "PhxGrowth", "PhxCircle", "PhxRay", "PhxHit"];

/// Numbers that are no member of a C# enumeration.
const CONSTANTS_LEFT_OUT_OF_CSHARP: &LeftOut = &[
    ("PHX_E_", "PhalanxException.Code is compared with the header's own"),
    ("PHX_MAX_", "limits, that a call names when they are passed"),
    ("PHX_ABI_VERSION", "PhalanxLibrary.CheckAbi"),
    ("PHX_LAYOUT_HASH", "PhalanxLibrary.CheckAbi"),
    ("PHX_JOB_FORM_UP", "the only kind of job"),
    ("PHX_STRUCT_INDEX_", "PhxStructIndex"),
];

/// Families of numbers for which a layer has an enumeration of its own, which must then have them all.
const FAMILIES_OF_CPP: [&str; 3] = ["PHX_FRAME_", "PHX_SHAPE_", "PHX_OUTCOME_"];
const FAMILIES_OF_UNREAL: [&str; 14] = [
    "PHX_SHAPE_",
    "PHX_MODE_",
    "PHX_SIZING_",
    "PHX_RING_RULE_",
    "PHX_POLYGON_RULE_",
    "PHX_HOLE_POLICY_",
    "PHX_EFFORT_",
    "PHX_COST_",
    "PHX_OUTCOME_",
    "PHX_FLAG_",
    "PHX_REPORT_",
    "PHX_RADIUS_",
    "PHX_SLOT_STATE_",
    "PHX_DEBUG_CATEGORY_",
];

/// The code of all files with this extension in a folder and below, but for `Tests`, without its comments.
fn code(folder: &str, extension: &str) -> String {
    let mut code = String::new();
    let mut waiting = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = waiting.pop() {
        let mut paths: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() && !path.ends_with("Tests") {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == extension) {
                code += &without_comments(&fs::read_to_string(&path).unwrap());
            }
        }
    }
    assert!(!code.is_empty(), "{folder}");
    code
}

fn without_comments(text: &str) -> String {
    let is_comment = |line: &&str| !["//", "/*", "*"].iter().any(|start| line.trim_start().starts_with(start));
    text.lines().filter(is_comment).flat_map(|line| [line.split(" // ").next().unwrap_or(line), "\n"]).collect()
}

fn csharp() -> String {
    code(&format!("{UNITY}/Core"), "cs") + &code(&format!("{UNITY}/Unity"), "cs")
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Whether `word` stands in `text` as a whole word right behind one of `before`.
fn has(text: &str, before: &[&str], word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let ends = !text[at + word.len()..].starts_with(is_word);
        ends && before.iter().any(|before| text[..at].ends_with(before))
    })
}

fn functions() -> BTreeSet<&'static str> {
    let is_declared = |name: &&str| HEADER.contains(&format!(" {name}(")) || HEADER.contains(&format!("*{name}("));
    let found: BTreeSet<&str> =
        HEADER.split(|letter| !is_word(letter)).filter(|word| word.starts_with("phx_")).filter(is_declared).collect();
    assert!(found.len() >= 40);
    found
}

fn constants() -> BTreeSet<&'static str> {
    let names = HEADER.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
    let found: BTreeSet<&str> = names.map(|(name, _)| name).filter(|name| name.starts_with("PHX_")).collect();
    assert!(found.len() > 80);
    found
}

/// Each struct of the header with its fields.
fn structs() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in HEADER.lines() {
        if let Some(name) = line.strip_prefix("typedef struct ").and_then(|rest| rest.strip_suffix(" {")) {
            found.push((name, Vec::new()));
        } else if let Some(declaration) = line.strip_prefix("    ").and_then(|line| line.strip_suffix(';'))
            && let Some((_, fields)) = found.last_mut()
            && !declaration.starts_with([' ', '*'])
            && let Some(field) = declaration.rsplit([' ', '*']).next()
        {
            fields.push(field.split('[').next().unwrap());
        }
    }
    assert!(found.len() >= 25 && found.iter().all(|(_, fields)| fields.len() >= 2));
    found
}

/// Holds that what is missing is what is said to be left out, no less and no more.
fn assert_only_left_out(what: &str, missing: &BTreeSet<&str>, left_out: &LeftOut) {
    let said: BTreeSet<&str> = left_out.iter().map(|(name, _)| *name).collect();
    assert_eq!(missing, &said, "left: {what} does not reach them; right: what is said to be left out");
    assert!(left_out.iter().all(|(_, reason)| reason.len() > 10));
}

#[test]
fn the_csharp_layer_calls_each_function_of_the_header() {
    let code = csharp();
    let missing = functions().into_iter().filter(|name| !has(&code, &["NativeMethods."], name)).collect();
    assert_only_left_out("C#", &missing, FUNCTIONS_LEFT_OUT_OF_CSHARP);
}

#[test]
fn the_cpp_layer_calls_each_function_of_the_header() {
    let code = code(CPP, "hpp");
    let missing = functions().into_iter().filter(|name| !has(&code, &[" ", "(", "&", "="], name)).collect();
    assert_only_left_out("phalanx.hpp", &missing, FUNCTIONS_LEFT_OUT_OF_CPP);
}

#[test]
fn the_unreal_plugin_reaches_each_function_of_the_header() {
    let code = code(UNREAL, "cpp");
    let reached: BTreeSet<&str> = REACHED_BY_UNREAL.iter().map(|(function, _)| *function).collect();
    let missing = functions().difference(&reached).copied().collect();
    assert_only_left_out("the Unreal plugin", &missing, FUNCTIONS_LEFT_OUT_OF_UNREAL);
    for (function, call) in REACHED_BY_UNREAL {
        assert!(functions().contains(function), "{function} is no function of the header");
        assert!(code.contains(call), "{function}: the Unreal plugin has no `{call}`");
    }
}

#[test]
fn the_csharp_layer_fills_each_field_of_each_struct() {
    let mut missing = BTreeSet::new();
    let mut names = Vec::new();
    let structs = structs();
    for (name, fields) in &structs {
        if name.ends_with("View") || name.ends_with("ViewMut") {
            let code = without_comments(&fs::read_to_string(format!("{UNITY}/Core/View.cs")).unwrap());
            assert!(code.contains(&format!("new {name} ")), "View.cs makes no {name}");
            continue;
        }
        if PLAIN_IN_CSHARP.contains(name) {
            continue;
        }
        let (_, file) = FILLED_BY_CSHARP.iter().find(|(filled, _)| filled == name).unwrap_or_else(|| panic!("{name}"));
        let code = without_comments(&fs::read_to_string(format!("{UNITY}/{file}")).unwrap());
        for field in fields.iter().filter(|field| !["struct_size", "reserved"].contains(field)) {
            if !has(&code, &[".", "->", "{ ", ", ", ", @"], field) {
                names.push(format!("{name}.{field}"));
            }
        }
    }
    missing.extend(names.iter().map(String::as_str));
    assert_only_left_out("C#", &missing, FIELDS_LEFT_OUT_OF_CSHARP);
}

#[test]
fn the_csharp_layer_names_each_number_of_the_header() {
    let code = csharp();
    let is_left_out = |name: &str| CONSTANTS_LEFT_OUT_OF_CSHARP.iter().any(|(start, _)| name.starts_with(start));
    let missing: Vec<&str> =
        constants().into_iter().filter(|name| !is_left_out(name) && !has(&code, &["NativeMethods."], name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn enumerations_of_the_layers_have_each_number_of_their_family() {
    let layers: [(&str, &str, &[&str]); 2] = [(CPP, "hpp", &FAMILIES_OF_CPP), (UNREAL, "cpp", &FAMILIES_OF_UNREAL)];
    for (folder, extension, families) in layers {
        let code = code(folder, extension);
        for family in families {
            let members: Vec<&str> = constants().into_iter().filter(|name| name.starts_with(family)).collect();
            assert!(members.len() >= 2, "{family}");
            for member in members {
                assert!(has(&code, &["= ", "== "], member), "{folder}: {member} is not told");
            }
        }
    }
}
