//! Views: the caller's arrays are read and written in place, in the caller's axes, whatever their stride and scalar.

mod ffi_support;

use std::ptr::{null, null_mut};

use ffi_support::*;
use phalanx::ffi::*;

/// One agent of a game, as its own struct: position and goal lie in the same array.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fragment {
    name: u32,
    position: [f32; 3],
    id: u64,
    radius: f32,
    goal: [f32; 3],
    outcome: u8,
    flying: u8,
    rest: [u8; 6],
}

fn fragments(count: usize) -> Vec<Fragment> {
    (0..count)
        .map(|agent| Fragment {
            name: 0xDEAD_0000 + agent as u32,
            position: [agent as f32 * 64.0, 0.5, (agent % 3) as f32 * 128.0],
            id: agent as u64,
            radius: 20.0,
            goal: [-1.0; 3],
            outcome: 0xEE,
            flying: 0,
            rest: [0x5A; 6],
        })
        .collect()
}

/// Moves the fragments' army by a rigid translation with every view into the same array.
fn move_in_place(context: &Context, army: &mut [Fragment], center: [f64; 3]) -> i32 {
    let (count, stride) = (army.len() as u64, size::<Fragment>());
    let first = army.as_mut_ptr();
    let mut agents: PhxAgents = zeroed();
    let mut out: PhxFormationOut = zeroed();
    let desc = context.keep(center);
    // SAFETY: all pointers are to whole values; the views lie in the army.
    unsafe {
        phx_agents_init(&raw mut agents, size::<PhxAgents>());
        phx_formation_out_init(&raw mut out, size::<PhxFormationOut>());
        agents.count = count;
        agents.locations =
            PhxVec3View { data: (&raw const (*first).position).cast(), count, stride, scalar: PHX_SCALAR_F32 };
        agents.radii = PhxF32View { data: (&raw const (*first).radius).cast(), count, stride, reserved: 0 };
        agents.unique_ids = PhxU64View { data: (&raw const (*first).id).cast(), count, stride, reserved: 0 };
        agents.can_fly = PhxU8View { data: (&raw const (*first).flying).cast(), count, stride, reserved: 0 };
        out.goals = PhxVec3ViewMut { data: (&raw mut (*first).goal).cast(), count, stride, scalar: PHX_SCALAR_F32 };
        out.outcomes = PhxU8ViewMut { data: (&raw mut (*first).outcome).cast(), count, stride, reserved: 0 };
        phx_formation_form_up(context.0, &raw const agents, &raw const desc, null(), &raw const out, null_mut())
    }
}

#[test]
fn fields_of_one_struct_are_inputs_and_outputs_of_the_same_call() {
    let context = Context::new(PHX_FRAME_UNITY, 1);
    let mut army = fragments(9);
    let before = army.clone();
    let centroid = [4.0 * 64.0, 0.5, 128.0];
    let status = move_in_place(&context, &mut army, [centroid[0] + 1024.0, 8.0, centroid[2] - 512.0]);
    assert_eq!(status, PHX_OK, "{}", last_error());
    for (after, before) in army.iter().zip(&before) {
        let goal = [before.position[0] + 1024.0, 8.0, before.position[2] - 512.0];
        assert_eq!(*after, Fragment { goal, outcome: PHX_OUTCOME_PLACED, ..*before });
    }
}

#[test]
fn packed_floats_and_packed_doubles_give_the_same_goals() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut doubles = Army::new(20);
    let desc = context.keep([5000.0, -300.0, 0.0]);
    assert_eq!(doubles.form_up(context.0, &desc, None), PHX_OK, "{}", last_error());

    let locations: Vec<[f32; 3]> = doubles.locations.iter().map(|place| place.map(|scalar| scalar as f32)).collect();
    let mut goals = vec![[0.0_f32; 3]; 20];
    let (mut agents, mut out) = (doubles.agents(), doubles.out());
    agents.locations = PhxVec3View { data: locations.as_ptr().cast(), count: 20, stride: 12, scalar: PHX_SCALAR_F32 };
    out.goals = PhxVec3ViewMut { data: goals.as_mut_ptr().cast(), count: 20, stride: 12, scalar: PHX_SCALAR_F32 };
    // SAFETY: all pointers are to whole values.
    let status = unsafe {
        phx_formation_form_up(context.0, &raw const agents, &raw const desc, null(), &raw const out, null_mut())
    };
    assert_eq!(status, PHX_OK, "{}", last_error());
    let wanted: Vec<[f32; 3]> = doubles.goals.iter().map(|goal| goal.map(|scalar| scalar as f32)).collect();
    assert_eq!(goals, wanted);
}

#[test]
fn a_stride_of_24_with_floats_leaves_the_bytes_between_alone() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let army = Army::new(4);
    let mut goals = [[9.0_f32; 6]; 4];
    let mut out: PhxFormationOut = zeroed();
    let (agents, desc) = (army.agents(), context.keep([100.0, 0.0, 3.0]));
    // SAFETY: all pointers are to whole values.
    let status = unsafe {
        phx_formation_out_init(&raw mut out, size::<PhxFormationOut>());
        out.goals = PhxVec3ViewMut { data: goals.as_mut_ptr().cast(), count: 4, stride: 24, scalar: PHX_SCALAR_F32 };
        phx_formation_form_up(context.0, &raw const agents, &raw const desc, null(), &raw const out, null_mut())
    };
    assert_eq!(status, PHX_OK, "{}", last_error());
    assert!(goals.iter().all(|goal| goal[2] == 3.0 && goal[3..] == [9.0; 3]), "{goals:?}");
}

#[test]
fn the_same_army_in_another_frame_goes_to_the_same_places() {
    let unreal = Context::new(PHX_FRAME_UNREAL, 1);
    // Right-handed, Y up, -Z forward, as Godot and glTF; in Unreal's unit.
    let custom = Context::with(PHX_FRAME_CUSTOM, 1, |desc| {
        desc.forward_axis = PHX_AXIS_NEGATIVE_Z;
        desc.up_axis = PHX_AXIS_Y;
        desc.handedness = PHX_HANDED_RIGHT;
    });
    let to_custom = |[x, y, z]: [f64; 3]| [y, z, -x];
    let mut army = Army::new(12);
    let mut turned = Army { locations: army.locations.iter().map(|place| to_custom(*place)).collect(), ..army.clone() };
    let rotate = |desc| PhxFormationDesc { keep_rotate_degrees: 33.0, ..desc };
    assert_eq!(army.form_up(unreal.0, &rotate(unreal.keep([700.0, 900.0, 30.0])), None), PHX_OK);
    let center = to_custom([700.0, 900.0, 30.0]);
    assert_eq!(turned.form_up(custom.0, &rotate(custom.keep(center)), None), PHX_OK, "{}", last_error());
    let wanted: Vec<[f64; 3]> = army.goals.iter().map(|goal| to_custom(*goal)).collect();
    assert_eq!(turned.goals, wanted);
}

#[test]
fn defaults_are_in_the_unit_and_the_axes_of_the_frame() {
    let unreal = Context::new(PHX_FRAME_UNREAL, 1).desc(PHX_SHAPE_GRID);
    assert_eq!((unreal.spacing, unreal.region, unreal.direction), ([100.0; 2], [1000.0, 500.0], [1.0, 0.0, 0.0]));
    let unity = Context::new(PHX_FRAME_UNITY, 1);
    let desc = unity.desc(PHX_SHAPE_CIRCLE);
    assert_eq!((desc.spacing, desc.region, desc.direction), ([1.0; 2], [10.0, 5.0], [0.0, 0.0, 1.0]));
    assert_eq!((desc.shape, desc.outer_radius, unity.ground().range), (PHX_SHAPE_CIRCLE, 5.0, [-10.0, 10.0]));
    let halved = Context::with(PHX_FRAME_CUSTOM, 1, |desc| desc.unit_scale = 0.5);
    assert_eq!(halved.desc(PHX_SHAPE_GRID).spacing, [50.0; 2]);
}

#[test]
fn a_shorter_view_falls_back_and_says_so() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(4);
    let (mut agents, desc, out) = (army.agents(), context.keep([0.0; 3]), army.out());
    agents.radii.count = 3;
    agents.unique_ids.count = 2;
    let mut report: PhxFormationReport = zeroed();
    // SAFETY: all pointers are to whole values.
    unsafe {
        phx_formation_report_init(&raw mut report, size::<PhxFormationReport>());
        let status = phx_formation_form_up(
            context.0,
            &raw const agents,
            &raw const desc,
            null(),
            &raw const out,
            &raw mut report,
        );
        assert_eq!(status, PHX_OK, "{}", last_error());
    }
    assert_eq!((report.defaulted_radii, report.defaulted_ids, report.defaulted_locations), (1, 2, 0));
    assert_eq!(army.flags, [0, 0, PHX_FLAG_DEFAULTED, PHX_FLAG_DEFAULTED]);
    assert_eq!((report.placed, report.struct_size), (4, size::<PhxFormationReport>()));
}

#[test]
fn no_agents_need_no_buffers() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    assert_eq!(Army::new(0).form_up(context.0, &context.desc(PHX_SHAPE_GRID), None), PHX_OK, "{}", last_error());
}

#[test]
fn an_agent_that_is_nowhere_stays_out_and_the_others_do_not_notice() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let desc = context.keep([4000.0, 10.0, 0.0]);
    let mut army = Army::new(6);
    army.locations[3][1] = f64::NAN;
    assert_eq!(army.form_up(context.0, &desc, None), PHX_OK, "{}", last_error());
    assert_eq!((army.outcomes[3], army.goals[3]), (PHX_OUTCOME_BAD_POSITION, [4000.0, 10.0, 0.0]));
    let mut without = Army::new(6);
    without.locations.remove(3);
    without.radii.remove(3);
    without.ids.remove(3);
    assert_eq!(without.form_up(context.0, &desc, None), PHX_OK);
    army.goals.remove(3);
    assert_eq!(army.goals, without.goals[..5]);
}
