//! The parts of an order, as `tests/cpp/parts.cpp` says what they are, give the stored bytes through the C surface.
//! `PHALANX_ACCEPT_GOLDENS=1` stores what they give now.

mod ffi_support;

use std::ffi::c_void;
use std::fmt::Write;
use std::mem::offset_of;
use std::path::Path;
use std::ptr::null_mut;

use phalanx::ffi::*;

use ffi_support::{Context, last_error, size, zeroed};

const AGENTS: usize = 160;
const UNIT: f64 = 1.0 / 128.0;
const SHAPES: [(&str, u32); 4] = [
    ("grid", PHX_SHAPE_GRID),
    ("circle", PHX_SHAPE_CIRCLE),
    ("triangle", PHX_SHAPE_TRIANGLE),
    ("hollow", PHX_SHAPE_HOLLOW),
];

fn to_frame([x, y, z]: [f64; 3]) -> [f64; 3] {
    [y * UNIT, z * UNIT, x * UNIT]
}

fn narrow(place: [f64; 3]) -> [f32; 3] {
    place.map(|scalar| scalar as f32)
}

#[derive(Default)]
struct Army {
    places: Vec<[f32; 3]>,
    radii: Vec<f32>,
    ids: Vec<u64>,
    can_fly: Vec<u8>,
    eligible: Vec<u8>,
    z_frozen: Vec<u8>,
}

impl Army {
    fn new() -> Self {
        const RADII: [f64; 8] = [30.0, 30.0, 30.0, 30.0, 30.0, 45.0, 45.0, 110.0];
        let mut state = 1_u64;
        let mut draw = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        let mut army = Self::default();
        for index in 0..AGENTS as u64 {
            let x = (draw() % 16384) as f64 * 0.25 - 2048.0;
            let y = (draw() % 16384) as f64 * 0.25 - 2048.0;
            let z = (draw() % 1024) as f64 * 0.125;
            army.places.push(narrow(to_frame([x, y, z])));
            army.radii.push((RADII[(draw() % 8) as usize] * UNIT) as f32);
            army.can_fly.push(u8::from(draw() % 8 == 0));
            army.eligible.push(u8::from(draw() % 32 != 0));
            army.z_frozen.push(u8::from(draw() % 16 == 0));
            army.ids.push((index + 1).wrapping_mul(11400714819323198485));
        }
        army
    }

    fn agents(&self, first: usize, count: usize) -> PhxAgents {
        let mut agents: PhxAgents = zeroed();
        // SAFETY: the pointer is to a whole value of our own.
        assert_eq!(unsafe { phx_agents_init(&raw mut agents, size::<PhxAgents>()) }, PHX_OK);
        let end = first + count;
        agents.count = count as u64;
        agents.locations = vectors(&self.places[first..end]);
        agents.radii = floats(&self.radii[first..end]);
        agents.unique_ids =
            PhxU64View { data: self.ids[first..end].as_ptr().cast(), count: count as u64, stride: 0, reserved: 0 };
        agents.can_fly = bytes(&self.can_fly[first..end]);
        agents.eligible = bytes(&self.eligible[first..end]);
        agents.z_frozen = bytes(&self.z_frozen[first..end]);
        agents
    }
}

fn vectors(of: &[[f32; 3]]) -> PhxVec3View {
    PhxVec3View { data: of.as_ptr().cast(), count: of.len() as u64, stride: 0, scalar: PHX_SCALAR_F32 }
}

fn vectors_mut(of: &mut [[f32; 3]]) -> PhxVec3ViewMut {
    PhxVec3ViewMut { data: of.as_mut_ptr().cast(), count: of.len() as u64, stride: 0, scalar: PHX_SCALAR_F32 }
}

fn floats(of: &[f32]) -> PhxF32View {
    PhxF32View { data: of.as_ptr().cast(), count: of.len() as u64, stride: 0, reserved: 0 }
}

fn bytes(of: &[u8]) -> PhxU8View {
    PhxU8View { data: of.as_ptr().cast(), count: of.len() as u64, stride: 0, reserved: 0 }
}

fn rotations(of: &[[f32; 4]]) -> PhxQuatView {
    PhxQuatView { data: of.as_ptr().cast(), count: of.len() as u64, stride: 0, scalar: PHX_SCALAR_F32 }
}

unsafe extern "C" fn ground(_: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
    // SAFETY: what the C surface promises its callbacks.
    let (rays, hits) = unsafe {
        let count = count as usize;
        (std::slice::from_raw_parts(rays, count), std::slice::from_raw_parts_mut(hits, count))
    };
    for (ray, hit) in rays.iter().zip(hits) {
        let (x, y) = (ray.origin[2] / UNIT, ray.origin[0] / UNIT);
        let (column, row) = ((x / 512.0).floor() as i64, (y / 512.0).floor() as i64);
        let kind = (7 * column + 13 * row).rem_euclid(16);
        hit.kind = [PHX_HIT_OBSTACLE, PHX_HIT_NONE, PHX_HIT_GROUND][kind.min(2) as usize];
        if kind >= 2 {
            hit.point = to_frame([x, y, (x / 64.0).floor() * 4.0 + (y / 32.0).floor() * 2.0]);
            hit.normal = narrow(to_frame([if kind == 2 { 3.0 } else { 0.0 }, 0.0, 1.0]));
        }
    }
    0
}

/// FNV-1a-64 over what is added.
struct Hash(u64);

impl Hash {
    fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn add_vectors(&mut self, places: &[[f32; 3]]) {
        self.add(places.iter().flatten().flat_map(|scalar| scalar.to_le_bytes()));
    }

    fn add_numbers(&mut self, numbers: &[u64]) {
        self.add(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    fn add_words(&mut self, words: &[u32]) {
        self.add(words.iter().flat_map(|word| word.to_le_bytes()));
    }

    fn add_doubles(&mut self, doubles: &[f64]) {
        self.add(doubles.iter().flat_map(|double| double.to_le_bytes()));
    }
}

#[track_caller]
fn succeeds(status: i32) {
    assert!(status >= 0, "{}", last_error());
}

fn add_radii(context: &Context, order: &PhxFormationDesc, hash: &mut Hash) {
    let each = |of: fn(usize) -> f32| (0..AGENTS).map(of).collect::<Vec<f32>>();
    let caps = each(|i| 0.25 + (i % 5) as f32 * 0.0625);
    let heights = each(|i| (i % 3) as f32 * 0.5);
    let scales = each(|i| 1.0 + (i % 2) as f32 * 0.5);
    let multipliers = each(|i| 1.0 + (i % 4) as f32 * 0.25);
    let (x, y) = (each(|i| 1.0 + (i % 3) as f32 * 0.5), each(|_| 1.25));
    let turned: Vec<[f32; 4]> = (0..AGENTS).map(|i| [(i % 2) as f32, 0.0, 0.0, 1.0]).collect();
    let collider: Vec<[f32; 4]> = (0..AGENTS).map(|i| [0.0, 0.0, f32::from(u8::from(i % 3 == 0)), 1.0]).collect();
    let has: Vec<u8> = (0..AGENTS).map(|i| u8::from(i % 7 != 0)).collect();
    let (mut capsules, mut desc): (PhxCapsules, PhxRadiusDesc) = (zeroed(), zeroed());
    let mut radii = vec![0.0_f32; AGENTS];
    let (mut target, mut extra, mut aspect) = (0, 0, 0.0);
    // SAFETY: all pointers are to whole values and arrays of our own, which outlive the calls.
    unsafe {
        assert_eq!(phx_capsules_init(&raw mut capsules, size::<PhxCapsules>()), PHX_OK);
        capsules.radii = floats(&caps);
        capsules.heights = floats(&heights);
        capsules.scales = floats(&scales);
        capsules.collider_multipliers = floats(&multipliers);
        capsules.avoidance_x = floats(&x);
        capsules.avoidance_y = floats(&y);
        capsules.rotations = rotations(&turned);
        capsules.collider_rotations = rotations(&collider);
        capsules.has_collider = bytes(&has);
        assert_eq!(phx_radius_desc_init(&raw mut desc, size::<PhxRadiusDesc>()), PHX_OK);
        desc.source = PHX_RADIUS_FROM_AVOIDANCE;
        desc.size_multiplier = 1.5;
        succeeds(phx_formation_radii(context.0, &capsules, &desc, radii.as_mut_ptr(), AGENTS as u64));
        let wide = floats(&radii);
        succeeds(phx_formation_slot_target(context.0, order, &wide, &raw mut target, &raw mut extra));
        succeeds(phx_formation_aspect(context.0, order, &wide, AGENTS as u64, &raw mut aspect));
    }
    hash.add(radii.iter().flat_map(|radius| radius.to_le_bytes()));
    hash.add_numbers(&[target, extra]);
    hash.add_doubles(&[aspect]);
}

/// The first layout and two growths.
fn laid_out(context: &Context, order: &PhxFormationDesc, hash: &mut Hash) -> Vec<[f32; 3]> {
    let mut growth: PhxGrowth = zeroed();
    let mut count = 0;
    let mut places = vec![[0.0_f32; 3]; 2048];
    let mut rings = vec![0_u32; 2048];
    // SAFETY: all pointers are to whole values and arrays of our own, which outlive the calls.
    unsafe {
        assert_eq!(phx_growth_init(&raw mut growth, size::<PhxGrowth>()), PHX_OK);
        let view = vectors_mut(&mut places);
        succeeds(phx_formation_slots(
            context.0,
            order,
            AGENTS as u64,
            &view,
            rings.as_mut_ptr(),
            &raw mut count,
            &raw mut growth,
        ));
    }
    hash.add_words(&rings[..count as usize]);
    let mut made = count as usize;
    for _ in 0..2 {
        let view = vectors_mut(&mut places[made..]);
        // SAFETY: as above.
        succeeds(unsafe { phx_formation_grow(context.0, order, 50, &raw mut growth, &view, &raw mut count) });
        made += count as usize;
        hash.add_numbers(&[made as u64]);
    }
    places.truncate(made);
    places
}

fn add_assignment(
    context: &Context,
    agents: &PhxAgents,
    order: &PhxFormationDesc,
    places: &[[f32; 3]],
    hash: &mut Hash,
) {
    let mut goals = vec![[0.0_f32; 3]; AGENTS];
    let (mut slots, mut rings) = (vec![0_u32; AGENTS], vec![0_u32; AGENTS]);
    let (mut outcomes, mut flags) = (vec![0_u8; AGENTS], vec![0_u8; AGENTS]);
    let (mut out, mut report): (PhxFormationOut, PhxFormationReport) = (zeroed(), zeroed());
    let count = AGENTS as u64;
    // SAFETY: all pointers are to whole values and arrays of our own, which outlive the calls.
    unsafe {
        assert_eq!(phx_formation_out_init(&raw mut out, size::<PhxFormationOut>()), PHX_OK);
        out.goals = vectors_mut(&mut goals);
        out.slots = PhxU32ViewMut { data: slots.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.rings = PhxU32ViewMut { data: rings.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.outcomes = PhxU8ViewMut { data: outcomes.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.flags = PhxU8ViewMut { data: flags.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        assert_eq!(phx_formation_report_init(&raw mut report, size::<PhxFormationReport>()), PHX_OK);
        succeeds(phx_formation_assign(context.0, agents, order, &vectors(places), &out, &raw mut report));
    }
    hash.add_vectors(&goals);
    hash.add_words(&slots);
    hash.add_words(&rings);
    hash.add(outcomes);
    hash.add(flags);
    let first = offset_of!(PhxFormationReport, bits);
    let end = offset_of!(PhxFormationReport, longest_walk) + size_of::<f64>();
    // SAFETY: the report is a value of our own without padding.
    let report = unsafe { std::slice::from_raw_parts((&raw const report).cast::<u8>(), size_of_val(&report)) };
    hash.add(report[first..end].iter().copied());
}

fn add_drag(context: &Context, agents: &PhxAgents, order: &PhxFormationDesc, hash: &mut Hash) {
    let line =
        [[2048.0, -3072.0, 0.0], [3072.0, -2048.0, 0.0], [2048.0, -1024.0, 0.0]].map(|point| narrow(to_frame(point)));
    let mut along = vec![[0.0_f32; 3]; 1024];
    let mut drawn = PhxFormationDesc { shape: PHX_SHAPE_GRID, ..*order };
    let room = vectors_mut(&mut along);
    drawn.points = PhxVec3View { data: room.data, count: room.count, stride: 0, scalar: PHX_SCALAR_F32 };
    // SAFETY: all pointers are to whole values and arrays of our own, which outlive the call.
    let status = unsafe { phx_formation_drag(context.0, &vectors(&line), agents, &raw mut drawn) };
    assert_eq!((status, drawn.shape), (PHX_OK, PHX_SHAPE_POINTS), "{}", last_error());
    hash.add_words(&[drawn.shape]);
    hash.add_doubles(&drawn.center);
    hash.add_doubles(&drawn.direction);
    hash.add_doubles(&drawn.spacing);
    hash.add_numbers(&[drawn.points.count]);
    hash.add_vectors(&along[..drawn.points.count as usize]);
}

fn add_squads(context: &Context, army: &Army, order: &PhxFormationDesc, answers: &PhxGround, hash: &mut Hash) {
    let half = AGENTS / 2;
    let members = [army.agents(0, half), army.agents(half, half)];
    let mut goals = [vec![[0.0_f32; 3]; half], vec![[0.0_f32; 3]; half]];
    let mut outs: [PhxFormationOut; 2] = [zeroed(), zeroed()];
    for (out, goals) in outs.iter_mut().zip(&mut goals) {
        // SAFETY: the pointer is to a whole value of our own.
        assert_eq!(unsafe { phx_formation_out_init(out, size::<PhxFormationOut>()) }, PHX_OK);
        out.goals = vectors_mut(goals);
    }
    let squads = [0, 1].map(|squad: usize| PhxSquad {
        agents: &raw const members[squad],
        desc: order,
        out: &raw const outs[squad],
        report: null_mut(),
    });
    // SAFETY: all pointers are to whole values and arrays of our own, which outlive the call.
    succeeds(unsafe {
        phx_formation_form_up_many(context.0, squads.as_ptr(), size::<PhxSquad>(), squads.len() as u64, answers)
    });
    goals.iter().for_each(|goals| hash.add_vectors(goals));
}

fn hash(shape: u32, threads: u32) -> u64 {
    let context = Context::new(PHX_FRAME_UNITY, threads);
    let army = Army::new();
    let all = army.agents(0, AGENTS);
    let mut order = context.desc(shape);
    order.center = to_frame([3000.0, -2000.0, 100.0]);
    order.direction = to_frame([3.0, 1.0, 0.0]);
    order.slot_count_margin = 1.25;
    let mut answers = context.ground();
    answers.raycast_batch = Some(ground);
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    add_radii(&context, &order, &mut hash);

    let mut places = laid_out(&context, &order, &mut hash);
    let mut states = vec![0_u8; places.len()];
    let view = vectors_mut(&mut places);
    // SAFETY: all pointers are to whole values and arrays of our own, which outlive the call.
    succeeds(unsafe {
        phx_formation_validate(context.0, &order, &answers, &view, states.as_mut_ptr(), states.len() as u64)
    });
    hash.add(states);
    hash.add_vectors(&places);
    add_assignment(&context, &all, &order, &places, &mut hash);

    let mut goals: Vec<[f32; 3]> = army
        .places
        .iter()
        .map(|place| std::array::from_fn(|axis| (f64::from(place[axis]) + order.center[axis]) as f32))
        .collect();
    let mut outcomes = vec![0_u8; AGENTS];
    let view = vectors_mut(&mut goals);
    // SAFETY: as above.
    succeeds(unsafe { phx_formation_resolve_goals(context.0, &order, &answers, &all, &view, outcomes.as_mut_ptr()) });
    hash.add_vectors(&goals);
    hash.add(outcomes);
    add_drag(&context, &all, &order, &mut hash);
    add_squads(&context, &army, &order, &answers, &mut hash);
    hash.0
}

#[test]
fn the_parts_of_an_order_give_the_stored_bytes_for_any_number_of_threads() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens/parts.txt");
    let mut text = String::from("# FNV-1a-64 of the parts in tests/cpp/parts.cpp; stored by tests/goldens_parts.rs.\n");
    for (name, shape) in SHAPES {
        let alone = hash(shape, 1);
        for threads in [2, 4] {
            assert_eq!(hash(shape, threads), alone, "{name} with {threads} threads");
        }
        writeln!(text, "{name} {alone:016x}").unwrap();
    }
    if std::env::var_os("PHALANX_ACCEPT_GOLDENS").is_some_and(|value| value == "1") {
        std::fs::write(&file, &text).unwrap();
    }
    let stored = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    assert_eq!(text, stored, "if the change is meant, PHALANX_ACCEPT_GOLDENS=1 stores it");
}
