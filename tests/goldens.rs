//! The scenarios of `tests/cpp/golden_scenario.h` give the stored bytes through the C surface, for any number of threads and
//! any order of the agents. `PHALANX_ACCEPT_GOLDENS=1` stores what they give now.

mod ffi_support;

use std::ffi::c_void;
use std::fmt::Write;
use std::mem::offset_of;
use std::path::PathBuf;

use phalanx::ffi::*;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use ffi_support::{Context, last_error, size, zeroed};

const AGENTS: usize = 160;
/// Centimetres to the unit in which the UNITY scenarios are written down.
const UNITY: f64 = 1.0 / 128.0;

struct Scenario {
    name: &'static str,
    frame: u32,
    shape: u32,
    segments: u32,
    mode: u32,
    turn: f64,
    offset: f64,
    extras: u32,
}

const RANKS: u32 = 1;
const SPEEDS: u32 = 2;
const REAR: u32 = 4;
const BOUND: u32 = 8;
const TWICE: u32 = 16;

const fn scenario(name: &'static str, shape: u32, segments: u32, mode: u32, turn: f64) -> Scenario {
    Scenario { name, frame: PHX_FRAME_UNREAL, shape, segments, mode, turn, offset: 0.0, extras: 0 }
}

const SCENARIOS: [Scenario; 24] = {
    use {PHX_MODE_KEEP_FORMATION as KEEP, PHX_MODE_REFORM_THE_LINE as REFORM};
    use {PHX_SHAPE_CIRCLE as CIRCLE, PHX_SHAPE_GRID as GRID, PHX_SHAPE_TRIANGLE as TRIANGLE};
    [
        scenario("grid_reform", GRID, 0, REFORM, 0.0),
        scenario("grid_keep", GRID, 0, KEEP, 0.0),
        scenario("circle_reform", CIRCLE, 0, REFORM, 0.0),
        scenario("circle_keep_turned", CIRCLE, 0, KEEP, 30.0),
        scenario("hexagon_reform", CIRCLE, 6, REFORM, 0.0),
        scenario("hexagon_keep", CIRCLE, 6, KEEP, -90.0),
        scenario("triangle_reform", TRIANGLE, 0, REFORM, 0.0),
        scenario("triangle_keep_turned", TRIANGLE, 0, KEEP, 180.0),
        Scenario { offset: 16.0, ..scenario("grid_reform_jittered", GRID, 0, REFORM, 0.0) },
        Scenario { frame: PHX_FRAME_UNITY, ..scenario("grid_reform_unity", GRID, 0, REFORM, 0.0) },
        Scenario { frame: PHX_FRAME_UNITY, ..scenario("circle_keep_turned_unity", CIRCLE, 0, KEEP, 30.0) },
        Scenario { extras: RANKS, ..scenario("line_reform_ranked", PHX_SHAPE_LINE, 0, REFORM, 0.0) },
        Scenario {
            frame: PHX_FRAME_UNITY,
            extras: REAR,
            ..scenario("column_reform_rear_unity", PHX_SHAPE_COLUMN, 0, REFORM, 0.0)
        },
        scenario("hollow_reform", PHX_SHAPE_HOLLOW, 0, REFORM, 0.0),
        Scenario { offset: 16.0, ..scenario("staggered_reform_jittered", PHX_SHAPE_STAGGERED, 0, REFORM, 0.0) },
        scenario("v_reform", PHX_SHAPE_V, 0, REFORM, 0.0),
        scenario("echelon_left_reform", PHX_SHAPE_ECHELON_LEFT, 0, REFORM, 0.0),
        Scenario {
            frame: PHX_FRAME_UNITY,
            ..scenario("echelon_right_reform_unity", PHX_SHAPE_ECHELON_RIGHT, 0, REFORM, 0.0)
        },
        scenario("points_reform", PHX_SHAPE_POINTS, 0, REFORM, 0.0),
        Scenario { frame: PHX_FRAME_UNITY, ..scenario("points_reform_unity", PHX_SHAPE_POINTS, 0, REFORM, 0.0) },
        Scenario { extras: RANKS | REAR, ..scenario("grid_reform_ranked_rear", GRID, 0, REFORM, 0.0) },
        Scenario { extras: RANKS, ..scenario("circle_reform_ranked", CIRCLE, 0, REFORM, 0.0) },
        Scenario { extras: SPEEDS | BOUND, ..scenario("grid_reform_speeds_bound", GRID, 0, REFORM, 0.0) },
        Scenario { extras: TWICE, ..scenario("grid_reform_twice", GRID, 0, REFORM, 0.0) },
    ]
};

#[derive(Clone, Copy)]
struct Agent {
    place: [f64; 3],
    radius: f32,
    id: u64,
    can_fly: u8,
    eligible: u8,
    z_frozen: u8,
}

fn army() -> Vec<Agent> {
    const RADII: [f32; 8] = [30.0, 30.0, 30.0, 30.0, 30.0, 45.0, 45.0, 110.0];
    let mut state = 1_u64;
    let mut draw = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 33
    };
    (0..AGENTS as u64)
        .map(|index| Agent {
            place: [
                (draw() % 16384) as f64 * 0.25 - 2048.0,
                (draw() % 16384) as f64 * 0.25 - 2048.0,
                (draw() % 1024) as f64 * 0.125,
            ],
            radius: RADII[(draw() % 8) as usize],
            can_fly: u8::from(draw() % 8 == 0),
            eligible: u8::from(draw() % 32 != 0),
            z_frozen: u8::from(draw() % 16 == 0),
            id: (index + 1).wrapping_mul(11400714819323198485),
        })
        .collect()
}

fn to_frame(frame: u32, [x, y, z]: [f64; 3]) -> [f64; 3] {
    if frame == PHX_FRAME_UNITY { [y * UNITY, z * UNITY, x * UNITY] } else { [x, y, z] }
}

unsafe extern "C" fn ground(user: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
    // SAFETY: what the C surface promises its callbacks; `user` is the frame's number.
    let (frame, rays, hits) = unsafe {
        let count = count as usize;
        (*user.cast::<u32>(), std::slice::from_raw_parts(rays, count), std::slice::from_raw_parts_mut(hits, count))
    };
    for (ray, hit) in rays.iter().zip(hits) {
        let [a, b, c] = ray.origin;
        let (x, y) = if frame == PHX_FRAME_UNITY { (c / UNITY, a / UNITY) } else { (a, b) };
        let (column, row) = ((x / 512.0).floor() as i64, (y / 512.0).floor() as i64);
        let normal = match (7 * column + 13 * row).rem_euclid(16) {
            0 => {
                hit.kind = PHX_HIT_OBSTACLE;
                continue;
            }
            1 => continue,
            2 => [3.0, 0.0, 1.0],
            _ => [0.0, 0.0, 1.0],
        };
        hit.kind = PHX_HIT_GROUND;
        hit.point = to_frame(frame, [x, y, (x / 64.0).floor() * 4.0 + (y / 32.0).floor() * 2.0]);
        hit.normal = to_frame(frame, normal).map(|scalar| scalar as f32);
    }
    0
}

/// Runs a scenario with its agents in this order, and hashes what comes out in their own order.
fn hash(context: &Context, scenario: &Scenario, army: &[Agent], order: &[usize]) -> u64 {
    let frame = scenario.frame;
    let unity = frame == PHX_FRAME_UNITY;
    let unit = if unity { UNITY } else { 1.0 };
    let agents: Vec<Agent> = order.iter().map(|index| army[*index]).collect();
    let doubles: Vec<[f64; 3]> = agents.iter().map(|agent| to_frame(frame, agent.place)).collect();
    let floats: Vec<[f32; 3]> = doubles.iter().map(|place| place.map(|scalar| scalar as f32)).collect();
    let ranks: Vec<u8> = order.iter().map(|index| (index % 3) as u8).collect();
    let speeds: Vec<f32> = order.iter().map(|index| 1.0 + (index % 4) as f32 * 0.25).collect();
    let points: Vec<[f64; 3]> = (0..200)
        .map(|point| [480.0 - f64::from(96 * (point / 20)), f64::from(112 * (point % 20)) - 1064.0, 0.0])
        .map(|point| to_frame(frame, point))
        .collect();
    let float_points: Vec<[f32; 3]> = points.iter().map(|point| point.map(|scalar| scalar as f32)).collect();
    let radii: Vec<f32> = agents.iter().map(|agent| (f64::from(agent.radius) * unit) as f32).collect();
    let blocker =
        PhxCircle { center: to_frame(frame, [3100.0, -1900.0, 0.0]), radius: (60.0 * unit) as f32, reserved: 0 };

    let count = AGENTS as u64;
    let scalar = if unity { PHX_SCALAR_F32 } else { PHX_SCALAR_F64 };
    let places: *const c_void = if unity { floats.as_ptr().cast() } else { doubles.as_ptr().cast() };
    let mut input: PhxAgents = zeroed();
    let mut ids = Vec::new();
    let mut bytes = [const { Vec::new() }; 3];
    for agent in &agents {
        ids.push(agent.id);
        for (into, flag) in bytes.iter_mut().zip([agent.can_fly, agent.eligible, agent.z_frozen]) {
            into.push(flag);
        }
    }
    let [can_fly, eligible, z_frozen] =
        bytes.each_ref().map(|bytes| PhxU8View { data: bytes.as_ptr().cast(), count, stride: 0, reserved: 0 });

    let mut desc = context.desc(scenario.shape);
    desc.center = to_frame(frame, [3000.0, -2000.0, 100.0]);
    desc.direction = to_frame(frame, [3.0, 1.0, 0.0]);
    desc.slot_count_margin = 1.25;
    desc.segments = scenario.segments;
    desc.mode = scenario.mode;
    desc.keep_rotate_degrees = scenario.turn;
    desc.offset = scenario.offset * unit;
    if scenario.extras & REAR != 0 {
        desc.hole_policy = PHX_HOLE_POLICY_REAR_RANK;
    }
    desc.want_bound = u32::from(scenario.extras & BOUND != 0);
    if scenario.shape == PHX_SHAPE_POINTS {
        let data: *const c_void = if unity { float_points.as_ptr().cast() } else { points.as_ptr().cast() };
        desc.points = PhxVec3View { data, count: points.len() as u64, stride: 0, scalar };
    }

    let mut goals = vec![0_u8; AGENTS * if unity { 12 } else { 24 } + 8];
    let start = goals.as_ptr().align_offset(8);
    let (mut slots, mut rings) = (vec![0_u32; AGENTS], vec![0_u32; AGENTS]);
    let (mut outcomes, mut flags) = (vec![0_u8; AGENTS], vec![0_u8; AGENTS]);
    let (mut answers, mut out, mut report): (PhxGround, PhxFormationOut, PhxFormationReport) =
        (zeroed(), zeroed(), zeroed());
    let mut user = frame;
    // SAFETY: all pointers are to whole values and arrays of our own, which outlive the call.
    let mut status = unsafe {
        assert_eq!(phx_agents_init(&raw mut input, size::<PhxAgents>()), PHX_OK);
        input.count = count;
        input.locations = PhxVec3View { data: places, count, stride: 0, scalar };
        input.radii = PhxF32View { data: radii.as_ptr().cast(), count, stride: 0, reserved: 0 };
        input.unique_ids = PhxU64View { data: ids.as_ptr().cast(), count, stride: 0, reserved: 0 };
        (input.can_fly, input.eligible, input.z_frozen) = (can_fly, eligible, z_frozen);
        input.blockers = PhxCircleView { data: (&raw const blocker).cast(), count: 1, stride: 0, reserved: 0 };
        assert_eq!(phx_ground_init(context.0, &raw mut answers, size::<PhxGround>()), PHX_OK);
        answers.raycast_batch = Some(ground);
        answers.user = (&raw mut user).cast();
        assert_eq!(phx_formation_out_init(&raw mut out, size::<PhxFormationOut>()), PHX_OK);
        out.goals = PhxVec3ViewMut { data: goals.as_mut_ptr().add(start).cast(), count, stride: 0, scalar };
        out.slots = PhxU32ViewMut { data: slots.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.rings = PhxU32ViewMut { data: rings.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.outcomes = PhxU8ViewMut { data: outcomes.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.flags = PhxU8ViewMut { data: flags.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        assert_eq!(phx_formation_report_init(&raw mut report, size::<PhxFormationReport>()), PHX_OK);
        if scenario.extras & RANKS != 0 {
            input.ranks = PhxU8View { data: ranks.as_ptr().cast(), count, stride: 0, reserved: 0 };
        }
        if scenario.extras & SPEEDS != 0 {
            input.speeds = PhxF32View { data: speeds.as_ptr().cast(), count, stride: 0, reserved: 0 };
        }
        phx_formation_form_up(context.0, &input, &desc, &answers, &out, &raw mut report)
    };
    assert!(status >= 0, "{}: {}", scenario.name, last_error());
    if scenario.extras & TWICE != 0 {
        let previous = slots.clone();
        input.previous_slots = PhxU32View { data: previous.as_ptr().cast(), count, stride: 0, reserved: 0 };
        desc.previous_slot_count = report.slot_target;
        desc.center = to_frame(frame, [3500.0, -2000.0, 100.0]);
        // SAFETY: as above.
        status = unsafe { phx_formation_form_up(context.0, &input, &desc, &answers, &out, &raw mut report) };
    }
    assert!(status >= 0, "{}: {}", scenario.name, last_error());

    let mut at = vec![0; AGENTS];
    for (position, index) in order.iter().enumerate() {
        at[*index] = position;
    }
    let wide = if unity { 12 } else { 24 };
    let first = offset_of!(PhxFormationReport, bits);
    let end = offset_of!(PhxFormationReport, longest_walk) + size_of::<f64>();
    // SAFETY: the report is a value of our own without padding.
    let report = unsafe { std::slice::from_raw_parts((&raw const report).cast::<u8>(), size_of_val(&report)) };
    let bytes = at
        .iter()
        .flat_map(|at| goals[start + at * wide..][..wide].iter().copied())
        .chain(at.iter().flat_map(|at| slots[*at].to_le_bytes()))
        .chain(at.iter().flat_map(|at| rings[*at].to_le_bytes()))
        .chain(at.iter().map(|at| outcomes[*at]))
        .chain(at.iter().map(|at| flags[*at]))
        .chain(report[first..end].iter().copied());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn golden_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/goldens/c_surface.txt")
}

fn given_order() -> Vec<usize> {
    (0..AGENTS).collect()
}

fn shuffled(generator: &mut Pcg64) -> Vec<usize> {
    let mut order = given_order();
    for last in (1..AGENTS).rev() {
        order.swap(last, (generator.next_u64() % (last as u64 + 1)) as usize);
    }
    order
}

#[test]
fn each_scenario_gives_the_stored_bytes() {
    let army = army();
    let mut text =
        String::from("# FNV-1a-64 of the scenarios in tests/cpp/golden_scenario.h; stored by tests/goldens.rs.\n");
    for scenario in &SCENARIOS {
        let hash = hash(&Context::new(scenario.frame, 1), scenario, &army, &given_order());
        writeln!(text, "{} {hash:016x}", scenario.name).unwrap();
    }
    if std::env::var_os("PHALANX_ACCEPT_GOLDENS").is_some_and(|value| value == "1") {
        std::fs::write(golden_file(), &text).unwrap();
    }
    let stored = std::fs::read_to_string(golden_file()).unwrap().replace("\r\n", "\n");
    assert_eq!(text, stored, "if the change is meant, PHALANX_ACCEPT_GOLDENS=1 stores it");
}

#[test]
fn neither_threads_nor_the_order_of_the_agents_change_a_byte() {
    let army = army();
    for scenario in &SCENARIOS {
        let alone = Context::new(scenario.frame, 1);
        let expected = hash(&alone, scenario, &army, &given_order());
        let contexts = [1, 2, 4, 8].map(|threads| (threads, Context::new(scenario.frame, threads)));
        let mut generator = Pcg64::seed_from_u64(7);
        for round in 0..100 {
            let order = shuffled(&mut generator);
            let (threads, context) = &contexts[round % contexts.len()];
            let hash = hash(context, scenario, &army, &order);
            assert_eq!(hash, expected, "{} with {threads} threads and order {round}: {order:?}", scenario.name);
        }
        for (threads, context) in &contexts {
            assert_eq!(hash(context, scenario, &army, &given_order()), expected, "{}: {threads}", scenario.name);
        }
    }
}
