//! The parts of the pipeline, each through its own call.

mod ffi_support;

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use ffi_support::*;
use phalanx::ffi::*;

fn floats(values: &[f32]) -> PhxF32View {
    PhxF32View { data: values.as_ptr().cast(), count: values.len() as u64, stride: 0, reserved: 0 }
}

fn places(values: &mut [[f64; 3]]) -> PhxVec3ViewMut {
    let count = values.len() as u64;
    PhxVec3ViewMut { data: values.as_mut_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 }
}

#[test]
fn a_slot_target_counts_members_margin_and_blockers() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut desc = context.desc(PHX_SHAPE_GRID);
    let ask = |desc: &PhxFormationDesc, radii: &[f32]| {
        let (view, mut target, mut extra) = (floats(radii), 0, 0);
        // SAFETY: all pointers are to whole values.
        let status =
            unsafe { phx_formation_slot_target(context.0, desc, &raw const view, &raw mut target, &raw mut extra) };
        assert_eq!(status, PHX_OK, "{}", last_error());
        (target, extra)
    };
    assert_eq!(ask(&desc, &[40.0; 10]), (10, 0));
    // F13: a radius of 80 at spacing 100 blocks a box of 8 more slots.
    assert_eq!(ask(&desc, &[40.0, 80.0, 80.0]), (3 + 16, 16));
    desc.slot_count_margin = 1.5;
    assert_eq!(ask(&desc, &[40.0, -3.0, f32::NAN]), (5, 0));
    // The order's factor counts: 40 · 2 is a blocker.
    desc.size_multiplier = 2.0;
    desc.slot_count_margin = 1.0;
    assert_eq!(ask(&desc, &[40.0]), (1 + 8, 8));
    assert_eq!(ask(&desc, &[]), (0, 0));
}

#[test]
fn an_aspect_is_that_of_the_layout_and_missing_radii_have_the_default() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let desc = context.desc(PHX_SHAPE_GRID);
    let ask = |radii: *const PhxF32View, count| {
        let mut aspect = 0.0;
        // SAFETY: all pointers are NULL or to whole values.
        let status = unsafe { phx_formation_aspect(context.0, &raw const desc, radii, count, &raw mut aspect) };
        (status, aspect)
    };
    // F14: 10 slots with aspect 2 stand 5 by 2.
    assert_eq!(ask(null(), 10), (PHX_OK, 2.5));
    let radii = floats(&[80.0; 2]);
    // Two blockers ask for 10 + 16 slots: 7 by 4 and 9 by 3 tie at neither; least W·H wins.
    let (status, aspect) = ask(&raw const radii, 10);
    assert_eq!(status, PHX_OK);
    assert_ne!(aspect, 2.5);
    assert_error(ask(&raw const radii, 1).0, PHX_E_LENGTH_MISMATCH, &["radii.count is 2"]);
    assert_error(ask(null(), 1 << 40).0, PHX_E_CAPACITY, &["count is 1099511627776"]);
}

#[test]
fn slots_are_asked_for_their_number_first_and_then_for_their_places() {
    let context = Context::new(PHX_FRAME_UNITY, 1);
    let mut desc = context.desc(PHX_SHAPE_GRID);
    desc.center = [100.0, 3.0, 50.0];
    let mut growth: PhxGrowth = zeroed();
    let mut count = 0;
    let mut slots = vec![[f64::NAN; 3]; 10];
    let mut rings = vec![99_u32; 10];
    // SAFETY: all pointers are NULL or to whole values.
    unsafe {
        assert_eq!(phx_growth_init(&raw mut growth, size::<PhxGrowth>()), PHX_OK);
        let mut ask = |slots: *const PhxVec3ViewMut, rings: *mut u32, growth: *mut PhxGrowth| {
            let status = phx_formation_slots(context.0, &raw const desc, 10, slots, rings, &raw mut count, growth);
            (status, count)
        };
        assert_eq!(ask(null(), null_mut(), null_mut()), (PHX_MORE, 10));
        let short = places(&mut slots[..9]);
        assert_eq!(ask(&raw const short, rings.as_mut_ptr(), &raw mut growth), (PHX_MORE, 10));
        assert!(slots.iter().flatten().all(|scalar| scalar.is_nan()) && rings == [99; 10] && growth.emitted == 0);
        let whole = places(&mut slots);
        assert_eq!(ask(&raw const whole, rings.as_mut_ptr(), &raw mut growth), (PHX_OK, 10));
    }
    // 5 by 2 at a pitch of 1 metre, the front (z) first, from left (-x) to right.
    let wanted: Vec<[f64; 3]> =
        [50.5, 49.5].iter().flat_map(|z| (0..5).map(move |x| [98.0 + f64::from(x), 3.0, *z])).collect();
    assert_eq!(slots, wanted);
    // 2.5 times the depth outweighs the front but for its ends.
    assert_eq!(rings, [1, 0, 0, 0, 1, 1, 0, 0, 0, 1]);
    assert_eq!((growth.emitted, growth.origin), (10, [5, 2]));
}

#[test]
fn growth_adds_slots_and_moves_on_only_when_they_were_taken() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let desc = context.desc(PHX_SHAPE_GRID);
    let mut growth: PhxGrowth = zeroed();
    let mut slots = vec![[0.0; 3]; 10];
    let mut more = vec![[f64::NAN; 3]; 64];
    let mut count = 0;
    // SAFETY: all pointers are NULL or to whole values.
    unsafe {
        phx_growth_init(&raw mut growth, size::<PhxGrowth>());
        let view = places(&mut slots);
        let status = phx_formation_slots(
            context.0,
            &raw const desc,
            10,
            &raw const view,
            null_mut(),
            &raw mut count,
            &raw mut growth,
        );
        assert_eq!(status, PHX_OK, "{}", last_error());
        let mut grow = |growth: &mut PhxGrowth, view: *const PhxVec3ViewMut| {
            let status = phx_formation_grow(context.0, &raw const desc, 4, growth, view, &raw mut count);
            (status, count)
        };
        // A whole back edge of 5.
        assert_eq!(grow(&mut growth, null()), (PHX_MORE, 5));
        assert_eq!(growth.emitted, 10);
        let view = places(&mut more);
        assert_eq!(grow(&mut growth, &raw const view), (PHX_OK, 5));
        assert_eq!(growth.emitted, 15);
        assert!(more[..5].iter().all(|slot| slot[0] == -150.0) && more[5][0].is_nan());
        // A state that no layout left behind grows nothing and does no harm.
        let garbage = PhxGrowth {
            struct_size: size::<PhxGrowth>(),
            next: u32::MAX,
            origin: [i32::MIN, i32::MAX],
            columns: [i32::MAX, i32::MIN],
            rows: [-1, i32::MAX],
            barren_rounds: [255; 4],
            reserved: 0,
            emitted: u64::MAX,
        };
        assert_eq!(grow(&mut garbage.clone(), &raw const view), (PHX_OK, 0), "{}", last_error());
        let mut reserved = PhxGrowth { reserved: 1, ..garbage };
        assert_error(grow(&mut reserved, &raw const view).0, PHX_E_INVALID_ARGUMENT, &["growth.reserved is 1"]);
    }
}

/// Ground for x ≥ 0 alone; a wall where y ≥ 500.
unsafe extern "C" fn half_a_world(_user: *mut c_void, ray: *const PhxRay, hit: *mut PhxHit) -> i32 {
    // SAFETY: the library promises a ray and a hit.
    let (ray, hit) = unsafe { (&*ray, &mut *hit) };
    let [x, y, _] = ray.origin;
    hit.kind = match (x >= 0.0, y >= 500.0) {
        (false, _) => PHX_HIT_NONE,
        (true, true) => PHX_HIT_OBSTACLE,
        (true, false) => PHX_HIT_GROUND,
    };
    hit.point = [x, y, 12.0];
    hit.normal = [0.0, 0.0, 1.0];
    0
}

#[test]
fn slots_are_tried_against_the_ground_in_place() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let desc = context.desc(PHX_SHAPE_GRID);
    let ground = PhxGround { raycast: Some(half_a_world), ..context.ground() };
    let mut slots = [[10.0, 0.0, 1.0], [-10.0, 0.0, 1.0], [10.0, 600.0, 1.0]];
    let mut states = [9_u8; 3];
    let view = places(&mut slots);
    let (desc, ground, view) = (&raw const desc, &raw const ground, &raw const view);
    // SAFETY: all pointers are NULL or to whole values.
    unsafe {
        let status = phx_formation_validate(context.0, desc, ground, view, states.as_mut_ptr(), 2);
        assert_error(status, PHX_E_LENGTH_MISMATCH, &["slots.count is 3"]);
        let status = phx_formation_validate(context.0, desc, ground, view, states.as_mut_ptr(), 3);
        assert_eq!(status, PHX_OK, "{}", last_error());
        assert_eq!(states, [PHX_SLOT_STATE_OK, PHX_SLOT_STATE_VOID, PHX_SLOT_STATE_BLOCKED]);
        assert_eq!(slots, [[10.0, 0.0, 12.0], [-10.0, 0.0, 1.0], [10.0, 600.0, 1.0]]);
        slots[1][2] = f64::NAN;
        let view = places(&mut slots);
        let status = phx_formation_validate(context.0, desc, null(), &raw const view, states.as_mut_ptr(), 3);
        assert_error(status, PHX_E_NOT_FINITE, &["slots[1]"]);
    }
}

#[test]
fn goals_that_cannot_be_stood_on_are_moved_and_the_others_snapped() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut desc = context.desc(PHX_SHAPE_GRID);
    desc.center = [300.0, 0.0, 0.0];
    let ground = PhxGround { raycast: Some(half_a_world), ..context.ground() };
    let mut army = Army::new(4);
    let eligible = [1_u8, 1, 1, 0];
    army.goals = vec![[400.0, 0.0, 0.0], [-250.0, 0.0, 0.0], [300.0, 520.0, 0.0], [-9.0, -9.0, -9.0]];
    let mut agents = army.agents();
    agents.eligible = PhxU8View { data: eligible.as_ptr().cast(), count: 4, stride: 0, reserved: 0 };
    let mut goals = army.goals.clone();
    let mut outcomes = [PATTERN; 4];
    let view = places(&mut goals);
    // SAFETY: all pointers are NULL or to whole values.
    unsafe {
        let (agents, view) = (&raw const agents, &raw const view);
        let status = phx_formation_resolve_goals(
            context.0,
            &raw const desc,
            &raw const ground,
            agents,
            view,
            outcomes.as_mut_ptr(),
        );
        assert_eq!(status, PHX_OK, "{}", last_error());
    }
    assert_eq!(outcomes, [PHX_OUTCOME_PLACED, PHX_OUTCOME_RELOCATED, PHX_OUTCOME_RELOCATED, PHX_OUTCOME_INELIGIBLE]);
    assert_eq!((goals[0], goals[3]), ([400.0, 0.0, 12.0], [-9.0, -9.0, -9.0]));
    assert!(goals[1][0] >= 0.0 && goals[1][2] == 12.0 && goals[2][1] < 500.0 && goals[2][2] == 12.0, "{goals:?}");
    desc.center = [-300.0, 0.0, 0.0];
    // SAFETY: as above.
    let status = unsafe {
        phx_formation_resolve_goals(
            context.0,
            &raw const desc,
            &raw const ground,
            &raw const agents,
            &raw const view,
            null_mut(),
        )
    };
    assert_eq!(status, PHX_PARTIAL, "the center itself is nowhere: {}", last_error());
}

#[test]
fn agents_take_the_callers_own_slots() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(3);
    army.locations = vec![[0.0, 0.0, 0.0], [200.0, 0.0, 0.0], [400.0, 0.0, 0.0]];
    let mut slots = vec![[1400.0, 50.0, 3.0], [1000.0, 50.0, 1.0], [1200.0, 50.0, 2.0], [9000.0, 0.0, 0.0]];
    let mut desc = context.desc(PHX_SHAPE_GRID);
    desc.center = [1200.0, 50.0, 0.0];
    let (agents, out) = (army.agents(), army.out());
    let mut report: PhxFormationReport = zeroed();
    let mut call = |slots: &[[f64; 3]], desc: &PhxFormationDesc| {
        let count = slots.len() as u64;
        let view = PhxVec3View { data: slots.as_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };
        // SAFETY: all pointers are to whole values.
        unsafe {
            phx_formation_report_init(&raw mut report, size::<PhxFormationReport>());
            let (agents, out, report) = (&raw const agents, &raw const out, &raw mut report);
            phx_formation_assign(context.0, agents, desc, &raw const view, out, report)
        }
    };
    assert_eq!(call(&slots, &desc), PHX_OK, "{}", last_error());
    assert_eq!(army.slots, [1, 2, 0]);
    assert_eq!(army.goals, [slots[1], slots[2], slots[0]]);
    assert_eq!(call(&slots[..2], &desc), PHX_PARTIAL, "one has no slot: {}", last_error());
    for far in [-1e300, 1e300, -1e17] {
        let mut beyond = slots.clone();
        beyond[1][0] = far;
        assert_error(call(&beyond, &desc), PHX_E_OUT_OF_RANGE, &["slot 1"]);
    }
    slots[2][1] = f64::INFINITY;
    assert_error(call(&slots, &desc), PHX_E_NOT_FINITE, &["slots[2]", "inf"]);
    assert_eq!(report.placed, 0);
}

#[test]
fn radii_follow_the_capsule_in_any_frame() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    // Lying along the level: turned by a right angle about forward. The same body in each frame's own axes.
    let bodies = [(PHX_FRAME_UNREAL, [half, 0.0, 0.0, half]), (PHX_FRAME_UNITY, [0.0, 0.0, half, half])];
    for (frame, lying) in bodies {
        let context = Context::new(frame, 2);
        let rotations = [[0.0, 0.0, 0.0, 1.0], lying];
        let mut capsules: PhxCapsules = zeroed();
        let mut desc: PhxRadiusDesc = zeroed();
        let mut out = [9.0_f32; 3];
        let (heights, radii, x, y) = ([100.0_f32; 2], [30.0_f32; 2], [1.0_f32, 2.0], [1.5_f32, 1.0]);
        // SAFETY: all pointers are to whole values.
        unsafe {
            assert_eq!(phx_capsules_init(&raw mut capsules, size::<PhxCapsules>()), PHX_OK);
            assert_eq!(phx_radius_desc_init(&raw mut desc, size::<PhxRadiusDesc>()), PHX_OK);
            capsules.heights = floats(&heights);
            capsules.radii = floats(&radii);
            capsules.avoidance_x = floats(&x);
            capsules.avoidance_y = floats(&y);
            capsules.rotations =
                PhxQuatView { data: rotations.as_ptr().cast(), count: 2, stride: 16, scalar: PHX_SCALAR_F32 };
            let mut call = |capsules: &PhxCapsules, desc: &PhxRadiusDesc, count| {
                phx_formation_radii(context.0, capsules, desc, out.as_mut_ptr(), count)
            };
            assert_error(call(&capsules, &desc, 1), PHX_E_LENGTH_MISMATCH, &["capsules.heights.count is 2"]);
            let shorter = PhxCapsules { avoidance_y: floats(&y[..1]), ..capsules };
            assert_error(call(&shorter, &desc, 3), PHX_E_LENGTH_MISMATCH, &["capsules.avoidance_y.count is 1"]);
            let unknown = PhxRadiusDesc { source: 3, ..desc };
            assert_error(call(&capsules, &unknown, 3), PHX_E_INVALID_ARGUMENT, &["desc.source is 3"]);
            assert_eq!(call(&capsules, &desc, 3), PHX_OK, "{}", last_error());
        }
        let default = if frame == PHX_FRAME_UNREAL { 34.0 } else { 0.34 };
        let near = |value: f32, wanted: f32| (value - wanted).abs() < 1e-3;
        assert!(near(out[0], 30.0) && near(out[1], 80.0) && near(out[2], default), "{out:?}");
        desc.source = PHX_RADIUS_FROM_AVOIDANCE;
        desc.size_multiplier = 2.0;
        // SAFETY: as above.
        let status =
            unsafe { phx_formation_radii(context.0, &raw const capsules, &raw const desc, out.as_mut_ptr(), 3) };
        assert_eq!(status, PHX_OK);
        assert!(near(out[0], 90.0) && near(out[1], 320.0) && near(out[2], 2.0 * default), "{out:?}");
    }
}
