//! Several squads in one call: the bytes of one call after another, and errors that name the squad.

mod ffi_support;

use std::ptr::{null, null_mut};

use ffi_support::*;
use phalanx::ffi::*;

/// Squads with all that their call points to.
struct Squads {
    armies: Vec<Army>,
    agents: Vec<PhxAgents>,
    descs: Vec<PhxFormationDesc>,
    outs: Vec<PhxFormationOut>,
    reports: Vec<PhxFormationReport>,
}

impl Squads {
    /// Squads of these sizes that are all ordered to nearly the same place.
    fn new(context: &Context, sizes: &[usize]) -> Self {
        let mut armies: Vec<Army> = sizes.iter().map(|size| Army::new(*size)).collect();
        let shapes = [PHX_SHAPE_GRID, PHX_SHAPE_CIRCLE, PHX_SHAPE_LINE];
        let descs = (0..sizes.len())
            .map(|squad| {
                let center = [3000.0, 150.0 * squad as f64, 0.0];
                PhxFormationDesc { center, ..context.desc(shapes[squad % shapes.len()]) }
            })
            .collect();
        let mut report: PhxFormationReport = zeroed();
        // SAFETY: the pointer is to a whole value.
        assert_eq!(unsafe { phx_formation_report_init(&raw mut report, size::<PhxFormationReport>()) }, PHX_OK);
        let agents = armies.iter().map(Army::agents).collect();
        let outs = armies.iter_mut().map(Army::out).collect();
        Self { armies, agents, descs, outs, reports: vec![report; sizes.len()] }
    }

    fn items(&mut self) -> Vec<PhxSquad> {
        (0..self.armies.len())
            .map(|squad| PhxSquad {
                agents: &raw const self.agents[squad],
                desc: &raw const self.descs[squad],
                out: &raw const self.outs[squad],
                report: &raw mut self.reports[squad],
            })
            .collect()
    }

    fn form_up(&mut self, context: &Context, ground: Option<&PhxGround>) -> i32 {
        let items = self.items();
        let ground = ground.map_or(null(), std::ptr::from_ref);
        // SAFETY: all pointers are to whole values.
        unsafe {
            let count = items.len() as u64;
            phx_formation_form_up_many(context.0, items.as_ptr(), size::<PhxSquad>(), count, ground)
        }
    }

    /// One call after another, each with the goals of the earlier squads as blockers.
    fn one_by_one(&mut self, context: &Context, ground: Option<&PhxGround>) {
        let ground = ground.map_or(null(), std::ptr::from_ref);
        let mut blockers: Vec<PhxCircle> = Vec::new();
        for squad in 0..self.armies.len() {
            let (data, count) = (blockers.as_ptr().cast(), blockers.len() as u64);
            self.agents[squad].blockers = PhxCircleView { data, count, stride: 0, reserved: 0 };
            let (agents, desc) = (&raw const self.agents[squad], &raw const self.descs[squad]);
            let (out, report) = (&raw const self.outs[squad], &raw mut self.reports[squad]);
            // SAFETY: all pointers are to whole values.
            let status = unsafe { phx_formation_form_up(context.0, agents, desc, ground, out, report) };
            assert!(status >= 0, "{}", last_error());
            let army = &self.armies[squad];
            blockers.extend(
                (0..army.goals.len())
                    .filter(|agent| army.outcomes[*agent] != PHX_OUTCOME_OVERFLOW)
                    .map(|agent| PhxCircle { center: army.goals[agent], radius: army.radii[agent], reserved: 0 }),
            );
        }
    }

    fn reports(&self) -> String {
        format!("{:?}", self.reports)
    }
}

#[test]
fn many_squads_get_what_one_call_after_another_gives_for_any_number_of_threads() {
    for threads in [1, 3] {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let flat = PhxGround { raycast_batch: Some(flat_ground), ..context.ground() };
        for ground in [None, Some(&flat)] {
            let sizes = [30, 12, 0, 1, 25];
            let (mut together, mut apart) = (Squads::new(&context, &sizes), Squads::new(&context, &sizes));
            assert_eq!(together.form_up(&context, ground), PHX_OK, "{}", last_error());
            apart.one_by_one(&context, ground);
            for (squad, (one, other)) in together.armies.iter().zip(&apart.armies).enumerate() {
                assert_eq!(one, other, "squad {squad}, {threads} threads");
            }
            assert_eq!(together.reports(), apart.reports());
            // They are in each other's way.
            assert!(together.reports[1].slots_dropped > 0 && together.reports[4].slots_dropped > 0);
        }
    }
}

#[test]
fn a_squad_that_is_wrong_is_named_and_no_squad_is_written() {
    let context = Context::new(PHX_FRAME_UNREAL, 2);
    let refused = |status: i32, parts: &[&str], edit: fn(&mut Squads)| {
        let mut squads = Squads::new(&context, &[5, 6, 7]);
        squads.reports[0].placed = 77;
        edit(&mut squads);
        let (armies, reports) = (squads.armies.clone(), squads.reports());
        assert_error(squads.form_up(&context, None), status, parts);
        assert_eq!((armies, reports), (squads.armies.clone(), squads.reports()), "an error wrote something");
    };
    refused(PHX_E_INVALID_ARGUMENT, &["squads[1]: desc.spacing"], |squads| squads.descs[1].spacing = [0.0; 2]);
    refused(PHX_E_LENGTH_MISMATCH, &["squads[2]: out.goals.count is 3"], |squads| squads.outs[2].goals.count = 3);
    refused(PHX_E_ABI, &["squads[2]: report.struct_size is 1"], |squads| squads.reports[2].struct_size = 1);
    // Found only while the squads form up, and while the results are about to be written.
    refused(PHX_E_OUT_OF_RANGE, &["squads[2]: ", "too far"], |squads| squads.armies[2].locations[3][0] = 1e9);
    refused(PHX_E_OUT_OF_RANGE, &["squads[1]: out.goals[0]", "32 bits"], |squads| {
        squads.outs[1].goals.scalar = PHX_SCALAR_F32;
        squads.descs[1].center[0] = 1e39;
        squads.armies[1].locations.iter_mut().for_each(|location| location[0] = 1e39);
    });
    refused(PHX_E_NOT_FINITE, &["squads[0]: desc.points[0]"], |squads| {
        squads.descs[0].shape = PHX_SHAPE_POINTS;
        static NOWHERE: [f64; 3] = [f64::NAN; 3];
        squads.descs[0].points =
            PhxVec3View { data: NOWHERE.as_ptr().cast(), count: 1, stride: 0, scalar: PHX_SCALAR_F64 };
    });
}

#[test]
fn a_null_in_a_squad_is_named() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut squads = Squads::new(&context, &[2, 2]);
    let items = squads.items();
    let call = |items: &[PhxSquad]| {
        // SAFETY: the pointers are NULL or to whole values.
        unsafe { phx_formation_form_up_many(context.0, items.as_ptr(), size::<PhxSquad>(), 2, null()) }
    };
    let missing = |edit: fn(&mut PhxSquad)| {
        let mut items = items.clone();
        edit(&mut items[1]);
        items
    };
    assert_error(call(&missing(|squad| squad.agents = null())), PHX_E_NULL_POINTER, &["squads[1]: agents"]);
    assert_error(call(&missing(|squad| squad.desc = null())), PHX_E_NULL_POINTER, &["squads[1]: desc"]);
    assert_error(call(&missing(|squad| squad.out = null())), PHX_E_NULL_POINTER, &["squads[1]: out"]);
    assert_eq!(call(&missing(|squad| squad.report = null_mut())), PHX_OK, "{}", last_error());
    // SAFETY: no squad is read.
    unsafe {
        let many = |count| phx_formation_form_up_many(context.0, null(), size::<PhxSquad>(), count, null());
        assert_eq!(many(0), PHX_OK, "{}", last_error());
        assert_error(many(1), PHX_E_NULL_POINTER, &["squads"]);
        assert_error(many(PHX_MAX_SQUADS + 1), PHX_E_CAPACITY, &["count is 4097"]);
        assert_error(many(u64::MAX), PHX_E_CAPACITY, &["count"]);
    }
}

#[test]
fn no_output_of_a_squad_may_lie_on_a_buffer_of_another() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut squads = Squads::new(&context, &[4, 4]);
    squads.outs[1].rings.data = squads.outs[0].slots.data;
    assert_error(
        squads.form_up(&context, None),
        PHX_E_INVALID_ARGUMENT,
        &["squads[0]: out.slots", "squads[1]: out.rings", "share bytes"],
    );
    let mut squads = Squads::new(&context, &[4, 4]);
    squads.outs[1].goals.data = squads.agents[0].locations.data.cast_mut();
    assert_error(squads.form_up(&context, None), PHX_E_INVALID_ARGUMENT, &["agents.locations", "out.goals"]);
    let mut squads = Squads::new(&context, &[4, 4]);
    let mut items = squads.items();
    items[1].report = items[0].report;
    // SAFETY: all pointers are to whole values.
    let status = unsafe { phx_formation_form_up_many(context.0, items.as_ptr(), size::<PhxSquad>(), 2, null()) };
    assert_error(status, PHX_E_INVALID_ARGUMENT, &["squads[0]: report", "squads[1]: report"]);
}

#[test]
fn squads_of_a_newer_caller_are_taken_when_what_is_new_is_zero() {
    #[repr(C)]
    struct Newer {
        squad: PhxSquad,
        tail: [u64; 2],
    }
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut squads = Squads::new(&context, &[3, 4]);
    let mut items: Vec<Newer> = squads.items().into_iter().map(|squad| Newer { squad, tail: [0; 2] }).collect();
    let call = |items: &[Newer], item_size: u32| {
        // SAFETY: all pointers are to whole values.
        unsafe { phx_formation_form_up_many(context.0, items.as_ptr().cast(), item_size, 2, null()) }
    };
    assert_eq!(call(&items, size::<Newer>()), PHX_OK, "{}", last_error());
    assert_eq!(squads.reports[1].placed, 4);
    items[1].tail[0] = 1;
    let byte = format!("squads[1]: byte {}", size_of::<PhxSquad>());
    assert_error(call(&items, size::<Newer>()), PHX_E_ABI, &[&byte]);
    for item_size in [0, size::<PhxSquad>() - 8, size::<PhxSquad>() + 4, 8192] {
        assert_error(call(&items, item_size), PHX_E_ABI, &["item_size"]);
    }
}

#[test]
fn one_squad_without_room_makes_the_call_partial_and_its_report_tells() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut squads = Squads::new(&context, &[4, 30, 4]);
    let small = PhxFormationDesc { sizing: PHX_SIZING_FIXED, region: [300.0, 300.0], ..squads.descs[0] };
    squads.descs[1] = PhxFormationDesc { center: [9000.0, 0.0, 0.0], ..small };
    assert_eq!(squads.form_up(&context, None), PHX_PARTIAL);
    let overflow: Vec<u64> = squads.reports.iter().map(|report| report.overflow).collect();
    assert_eq!(overflow, [0, 21, 0]);
}

#[test]
fn the_squads_of_a_call_are_drawn_together_each_with_its_own_key() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    assert_eq!(phx_debug_enable(context.0, PHX_DEBUG_CATEGORY_GOAL | PHX_DEBUG_CATEGORY_START, 0), PHX_OK);
    let mut squads = Squads::new(&context, &[2, 3, 4]);
    for (squad, (mask, key)) in
        [(PHX_DEBUG_CATEGORY_GOAL, 9), (0, 7), (PHX_DEBUG_CATEGORY_START, 1)].into_iter().enumerate()
    {
        (squads.descs[squad].debug_mask, squads.descs[squad].debug_key) = (mask, key);
    }
    assert_eq!(squads.form_up(&context, None), PHX_OK, "{}", last_error());
    let mut items: [PhxDebugItem; 16] = [zeroed(); 16];
    let mut count = 0;
    // SAFETY: all pointers are NULL or to whole values.
    let status = unsafe {
        phx_debug_poll(context.0, items.as_mut_ptr(), size::<PhxDebugItem>(), 16, &raw mut count, null_mut())
    };
    assert_eq!(status, PHX_OK);
    let drawn: Vec<(u32, u64)> = items[..count as usize].iter().map(|item| (item.category, item.key)).collect();
    let expected = [vec![(PHX_DEBUG_CATEGORY_GOAL, 9); 2], vec![(PHX_DEBUG_CATEGORY_START, 1); 4]].concat();
    assert_eq!(drawn, expected);
}
