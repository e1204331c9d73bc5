//! What an army brings besides its places crosses as it is: ranks, speeds, earlier slots, and the bound that is asked for.

mod ffi_support;

use ffi_support::*;
use phalanx::ffi::*;

fn bytes(values: &[u8]) -> PhxU8View {
    PhxU8View { data: values.as_ptr().cast(), count: values.len() as u64, stride: 0, reserved: 0 }
}

fn floats(values: &[f32]) -> PhxF32View {
    PhxF32View { data: values.as_ptr().cast(), count: values.len() as u64, stride: 0, reserved: 0 }
}

fn numbers(values: &[u32]) -> PhxU32View {
    PhxU32View { data: values.as_ptr().cast(), count: values.len() as u64, stride: 0, reserved: 0 }
}

/// The main call with edited agents, on an army whose results it leaves in its buffers.
fn form_up(
    context: &Context,
    army: &mut Army,
    desc: &PhxFormationDesc,
    edit: impl FnOnce(&mut PhxAgents, &mut PhxFormationOut),
) -> (i32, PhxFormationReport) {
    let (mut agents, mut out) = (army.agents(), army.out());
    edit(&mut agents, &mut out);
    let mut report: PhxFormationReport = zeroed();
    // SAFETY: all pointers are to whole values.
    let status = unsafe {
        assert_eq!(phx_formation_report_init(&raw mut report, size::<PhxFormationReport>()), PHX_OK);
        let (agents, out) = (&raw const agents, &raw const out);
        phx_formation_form_up(context.0, agents, desc, std::ptr::null(), out, &raw mut report)
    };
    (status, report)
}

/// Two rows of five in front of the army.
fn two_rows(context: &Context) -> PhxFormationDesc {
    let center = [5000.0, 300.0, 0.0];
    PhxFormationDesc { center, region: [400.0, 200.0], ..context.desc(PHX_SHAPE_LINE) }
}

#[test]
fn the_lowest_ranks_stand_in_front() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(10);
    // Every other byte of an array of pairs; those who are nearest to the front must stand behind.
    let pairs: Vec<[u8; 2]> = (0..10).map(|agent| [if agent < 5 { 3 } else { 200 }, 9]).collect();
    let desc = two_rows(&context);
    let (status, _) = form_up(&context, &mut army, &desc, |agents, _| {
        agents.ranks = PhxU8View { data: pairs.as_ptr().cast(), count: 10, stride: 2, reserved: 0 };
    });
    assert_eq!(status, PHX_OK, "{}", last_error());
    let front: Vec<bool> = army.goals.iter().map(|goal| goal[0] == 5000.0).collect();
    assert_eq!(front, [[true; 5], [false; 5]].concat());
}

#[test]
fn a_speed_that_is_none_is_flagged() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(8);
    let desc = two_rows(&context);
    let speeds = [1.0, 0.5, 0.0, -2.0, f32::NAN, f32::INFINITY];
    let (status, _) = form_up(&context, &mut army, &desc, |agents, _| agents.speeds = floats(&speeds));
    assert_eq!(status, PHX_OK, "{}", last_error());
    let bad: Vec<bool> = army.flags.iter().map(|flags| flags & PHX_FLAG_BAD_SPEED != 0).collect();
    assert_eq!(bad, [false, false, true, true, true, true, false, false]);
}

#[test]
fn an_army_that_is_told_its_earlier_slots_keeps_them() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(12);
    let mut desc = PhxFormationDesc { center: [5000.0, 0.0, 0.0], ..context.desc(PHX_SHAPE_GRID) };
    let (_, first) = form_up(&context, &mut army, &desc, |_, _| {});
    let earlier = army.slots.clone();
    assert_eq!(first.slot_target, 12);
    // Two neighbours have drifted past one another, a little nearer to each other's slot than to their own.
    let neighbour = |agent: &usize| {
        army.goals[0][0] == army.goals[*agent][0] && (army.goals[0][1] - army.goals[*agent][1]).abs() == 100.0
    };
    let other = (0..12).find(neighbour).expect("somebody stands beside him");
    army.locations = army.goals.clone();
    let apart = army.goals[other][1] - army.goals[0][1];
    army.locations[0][1] += 0.6 * apart;
    army.locations[other][1] -= 0.6 * apart;
    desc.previous_slot_count = first.slot_target;
    let told = |agents: &mut PhxAgents, _: &mut PhxFormationOut| agents.previous_slots = numbers(&earlier);
    let (status, _) = form_up(&context, &mut army, &desc, told);
    assert_eq!(status, PHX_OK, "{}", last_error());
    assert_eq!(army.slots, earlier);
    form_up(&context, &mut army, &desc, |_, _| {});
    assert_eq!((army.slots[0], army.slots[other]), (earlier[other], earlier[0]), "without being told they change");
}

#[test]
fn an_earlier_layout_is_kept_until_the_army_needs_less_than_85_per_cent_of_it() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(100);
    let mut desc = PhxFormationDesc { center: [5000.0, 0.0, 0.0], ..context.desc(PHX_SHAPE_GRID) };
    let (_, first) = form_up(&context, &mut army, &desc, |_, _| {});
    let earlier = army.slots.clone();
    desc.previous_slot_count = first.slot_target;
    for (left, kept) in [(85, true), (84, false)] {
        let eligible: Vec<u8> = (0..100).map(|agent| u8::from(agent < left)).collect();
        let (_, next) = form_up(&context, &mut army, &desc, |agents, _| {
            agents.previous_slots = numbers(&earlier);
            agents.eligible = bytes(&eligible);
        });
        assert_eq!((next.slot_target, next.slots_made == first.slots_made), (if kept { 100 } else { 84 }, kept));
    }
}

#[test]
fn a_bound_is_reported_when_it_is_asked_for() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(60);
    let desc = PhxFormationDesc { center: [5000.0, 0.0, 0.0], ..context.desc(PHX_SHAPE_CIRCLE) };
    assert_eq!(form_up(&context, &mut army, &desc, |_, _| {}).1.lower_bound, 0.0);
    for asked in [PhxFormationDesc { want_bound: 1, ..desc }, PhxFormationDesc { effort: PHX_EFFORT_EXACT, ..desc }] {
        let (_, report) = form_up(&context, &mut army, &asked, |_, _| {});
        assert!(report.lower_bound > 0.0 && report.lower_bound <= report.cost * (1.0 + 1e-9), "{report:?}");
        // GOOD is within half a percent of the optimum.
        assert!(report.cost * 0.994 <= report.lower_bound, "{report:?}");
    }
}

#[test]
fn the_new_views_are_checked_as_the_others_are() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let desc = two_rows(&context);
    type Edit = fn(&mut PhxAgents, &mut PhxFormationOut);
    let edits: [(i32, &[&str], Edit); 6] = [
        (PHX_E_LENGTH_MISMATCH, &["agents.ranks.count is 9", "5"], |agents, _| agents.ranks = bytes(&[0; 9])),
        (PHX_E_LENGTH_MISMATCH, &["agents.speeds.count is 6"], |agents, _| agents.speeds = floats(&[1.0; 6])),
        (PHX_E_LENGTH_MISMATCH, &["agents.previous_slots.count is 6"], |agents, _| {
            agents.previous_slots = numbers(&[0; 6]);
        }),
        (PHX_E_INVALID_ARGUMENT, &["agents.previous_slots.stride is 6"], |agents, _| {
            agents.previous_slots = PhxU32View { stride: 6, ..numbers(&[0; 4]) };
        }),
        (PHX_E_INVALID_ARGUMENT, &["agents.ranks is 1", "reserved"], |agents, _| agents.ranks.reserved = 1),
        (PHX_E_INVALID_ARGUMENT, &["out.slots", "agents.previous_slots", "share bytes"], |agents, out| {
            let PhxU32ViewMut { data, count, stride, reserved } = out.slots;
            agents.previous_slots = PhxU32View { data, count, stride, reserved };
        }),
    ];
    for (status, parts, edit) in edits {
        let mut army = Army::new(5);
        let before = army.clone();
        assert_error(form_up(&context, &mut army, &desc, edit).0, status, parts);
        assert_eq!(army, before, "an error wrote something");
    }
}

#[test]
fn slots_that_no_layout_has_and_twice_the_same_slot_do_no_harm() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(6);
    let earlier = [u32::MAX, u32::MAX - 1, 3, 3, 1 << 20, 0];
    for previous_slot_count in [0, 1, 6, 7, 1 << 20, u64::MAX] {
        let desc = PhxFormationDesc { previous_slot_count, ..two_rows(&context) };
        let (status, report) =
            form_up(&context, &mut army, &desc, |agents, _| agents.previous_slots = numbers(&earlier));
        assert!(status >= 0, "{}", last_error());
        assert_eq!(report.placed, 6);
        let mut slots = army.slots.clone();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), 6);
    }
}
