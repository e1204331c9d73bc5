//! What is wrong at the edge is refused with a text that names it, and nothing is written.

mod ffi_support;

use std::ptr::{null, null_mut};

use ffi_support::*;
use phalanx::ffi::*;
use proptest::prelude::*;

/// Runs the main call with edited structs on an army of 5; an error must leave all buffers as they were.
fn refused(edit: impl FnOnce(&mut PhxAgents, &mut PhxFormationDesc, &mut PhxFormationOut)) -> i32 {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(5);
    let before = army.clone();
    let (mut agents, mut desc, mut out) = (army.agents(), context.keep([1000.0, 0.0, 0.0]), army.out());
    edit(&mut agents, &mut desc, &mut out);
    let mut report: PhxFormationReport = zeroed();
    // SAFETY: all pointers are to whole values of our own; each test keeps its views refusable before they are read.
    let status = unsafe {
        assert_eq!(phx_formation_report_init(&raw mut report, size::<PhxFormationReport>()), PHX_OK);
        report.placed = 77;
        phx_formation_form_up(context.0, &raw const agents, &raw const desc, null(), &raw const out, &raw mut report)
    };
    if status < 0 {
        assert_eq!(army, before, "an error wrote something");
        assert_eq!(report.placed, 77, "an error wrote the report");
    }
    status
}

#[test]
fn the_unedited_call_succeeds() {
    assert_eq!(refused(|_, _, _| {}), PHX_OK, "{}", last_error());
}

#[test]
fn null_for_a_required_pointer_is_named() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(2);
    let (agents, desc, out) = (army.agents(), context.keep([0.0; 3]), army.out());
    // SAFETY: pointers are NULL or to whole values.
    unsafe {
        let call = |agents: *const _, desc: *const _, out: *const _| {
            phx_formation_form_up(context.0, agents, desc, null(), out, null_mut())
        };
        assert_error(call(null(), &raw const desc, &raw const out), PHX_E_NULL_POINTER, &["agents"]);
        assert_error(call(&raw const agents, null(), &raw const out), PHX_E_NULL_POINTER, &["desc"]);
        assert_error(call(&raw const agents, &raw const desc, null()), PHX_E_NULL_POINTER, &["out"]);
        assert_error(phx_context_create(null(), null_mut()), PHX_E_NULL_POINTER, &["desc"]);
        assert_error(phx_context_desc_init(null_mut(), 72, 1), PHX_E_NULL_POINTER, &["desc"]);
        let mut settings: PhxContextDesc = zeroed();
        assert_eq!(phx_context_desc_init(&raw mut settings, size::<PhxContextDesc>(), 1), PHX_OK);
        assert_error(phx_context_create(&raw const settings, null_mut()), PHX_E_NULL_POINTER, &["out_context"]);
        assert_error(phx_agents_init(null_mut(), 64), PHX_E_NULL_POINTER, &["agents"]);
        assert_error(phx_formation_out_init(null_mut(), 64), PHX_E_NULL_POINTER, &["out"]);
        assert_error(phx_formation_report_init(null_mut(), 64), PHX_E_NULL_POINTER, &["report"]);
        assert_error(phx_formation_desc_init(context.0, null_mut(), 64, 1), PHX_E_NULL_POINTER, &["desc"]);
        assert_error(phx_ground_init(context.0, null_mut(), 64), PHX_E_NULL_POINTER, &["ground"]);
        assert_error(phx_growth_init(null_mut(), 48), PHX_E_NULL_POINTER, &["growth"]);
        assert_error(phx_capsules_init(null_mut(), 48), PHX_E_NULL_POINTER, &["capsules"]);
        assert_error(phx_radius_desc_init(null_mut(), 16), PHX_E_NULL_POINTER, &["desc"]);
        assert_error(
            phx_debug_poll(context.0, null_mut(), 80, 0, null_mut(), null_mut()),
            PHX_E_NULL_POINTER,
            &["out_count"],
        );
        assert_error(phx_check_abi(PHX_ABI_VERSION, PHX_LAYOUT_HASH, null(), 3), PHX_E_NULL_POINTER, &["struct_sizes"]);
        let desc = &raw const desc;
        assert_error(
            phx_formation_slot_target(context.0, desc, null(), null_mut(), null_mut()),
            PHX_E_NULL_POINTER,
            &["radii"],
        );
        assert_error(phx_formation_aspect(context.0, desc, null(), 5, null_mut()), PHX_E_NULL_POINTER, &["out_aspect"]);
        assert_error(
            phx_formation_slots(context.0, desc, 5, null(), null_mut(), null_mut(), null_mut()),
            PHX_E_NULL_POINTER,
            &["out_count"],
        );
        assert_error(
            phx_formation_grow(context.0, desc, 5, null_mut(), null(), null_mut()),
            PHX_E_NULL_POINTER,
            &["growth"],
        );
        assert_error(
            phx_formation_validate(context.0, desc, null(), null(), null_mut(), 0),
            PHX_E_NULL_POINTER,
            &["slots"],
        );
        assert_error(
            phx_formation_assign(context.0, &raw const agents, desc, null(), &raw const out, null_mut()),
            PHX_E_NULL_POINTER,
            &["slots"],
        );
        assert_error(
            phx_formation_resolve_goals(context.0, desc, null(), &raw const agents, null(), null_mut()),
            PHX_E_NULL_POINTER,
            &["goals"],
        );
        let (line, mut drawn) = (army.agents().locations, context.keep([0.0; 3]));
        assert_error(
            phx_formation_drag(context.0, null(), &raw const agents, &raw mut drawn),
            PHX_E_NULL_POINTER,
            &["line"],
        );
        assert_error(
            phx_formation_drag(context.0, &raw const line, null(), &raw mut drawn),
            PHX_E_NULL_POINTER,
            &["agents"],
        );
        assert_error(
            phx_formation_drag(context.0, &raw const line, &raw const agents, null_mut()),
            PHX_E_NULL_POINTER,
            &["desc"],
        );
        assert_error(phx_formation_radii(context.0, null(), null(), null_mut(), 0), PHX_E_NULL_POINTER, &["capsules"]);
    }
}

#[test]
fn a_handle_that_is_none_or_stale_is_refused_by_every_call() {
    let stale = Context::new(PHX_FRAME_UNREAL, 1).0;
    for context in [0, 1, 7, stale, u64::MAX] {
        let mut army = Army::new(1);
        let (agents, out) = (army.agents(), army.out());
        let desc: PhxFormationDesc = zeroed();
        let mut number = 0;
        let mut aspect = 0.0;
        let mut growth: PhxGrowth = zeroed();
        let mut ground: PhxGround = zeroed();
        let mut order: PhxFormationDesc = zeroed();
        let (agents, desc, out) = (&raw const agents, &raw const desc, &raw const out);
        // SAFETY: all pointers are NULL or to whole values.
        let statuses = unsafe {
            [
                phx_formation_form_up(context, agents, desc, null(), out, null_mut()),
                phx_formation_desc_init(context, &raw mut order, size::<PhxFormationDesc>(), 1),
                phx_ground_init(context, &raw mut ground, size::<PhxGround>()),
                phx_formation_radii(context, null(), null(), null_mut(), 0),
                phx_formation_slot_target(context, desc, null(), &raw mut number, null_mut()),
                phx_formation_aspect(context, desc, null(), 1, &raw mut aspect),
                phx_formation_slots(context, desc, 1, null(), null_mut(), &raw mut number, null_mut()),
                phx_formation_grow(context, desc, 1, &raw mut growth, null(), &raw mut number),
                phx_formation_validate(context, desc, null(), null(), null_mut(), 0),
                phx_formation_assign(context, agents, desc, null(), out, null_mut()),
                phx_formation_resolve_goals(context, desc, null(), agents, null(), null_mut()),
                phx_formation_form_up_many(context, null(), size::<PhxSquad>(), 0, null()),
                phx_formation_drag(context, null(), agents, &raw mut order),
                phx_debug_enable(context, 0, 0),
                phx_debug_poll(context, null_mut(), 80, 0, &raw mut number, null_mut()),
            ]
        };
        for (call, status) in statuses.iter().enumerate() {
            assert_eq!(*status, PHX_E_BAD_HANDLE, "call {call}, handle {context:#x}");
        }
        assert_error(PHX_E_BAD_HANDLE, PHX_E_BAD_HANDLE, &[&format!("{context:#x}")]);
        if context != 0 {
            assert_eq!(phx_context_destroy(context), PHX_E_BAD_HANDLE);
        }
    }
    assert_eq!(phx_context_destroy(0), PHX_OK);
}

#[test]
fn a_view_that_is_longer_than_the_army_or_an_output_of_another_length_is_refused() {
    assert_error(
        refused(|agents, _, _| agents.radii.count = 6),
        PHX_E_LENGTH_MISMATCH,
        &["agents.radii.count is 6", "5"],
    );
    assert_error(
        refused(|agents, _, _| agents.unique_ids.count = u64::MAX >> 40),
        PHX_E_LENGTH_MISMATCH,
        &["unique_ids"],
    );
    assert_error(refused(|_, _, out| out.goals.count = 4), PHX_E_LENGTH_MISMATCH, &["out.goals.count is 4", "5"]);
    assert_error(refused(|_, _, out| out.goals.count = 0), PHX_E_LENGTH_MISMATCH, &["out.goals.count is 0"]);
    assert_error(refused(|_, _, out| out.flags.count = 3), PHX_E_LENGTH_MISMATCH, &["out.flags.count is 3"]);
}

#[test]
fn absurd_counts_are_refused_before_anything_is_read() {
    assert_error(
        refused(|agents, _, _| agents.count = u64::MAX),
        PHX_E_CAPACITY,
        &["agents.count is 18446744073709551615"],
    );
    assert_error(refused(|agents, _, _| agents.locations.count = 1 << 60), PHX_E_CAPACITY, &["agents.locations.count"]);
    assert_error(
        refused(|agents, _, _| {
            agents.blockers = PhxCircleView { data: std::ptr::dangling(), count: 1 << 40, stride: 0, reserved: 0 }
        }),
        PHX_E_CAPACITY,
        &["agents.blockers.count"],
    );
    assert_error(
        refused(|agents, _, _| {
            agents.can_fly =
                PhxU8View { data: std::ptr::without_provenance(usize::MAX - 8), count: 5, stride: 100, reserved: 0 };
        }),
        PHX_E_OUT_OF_RANGE,
        &["agents.can_fly", "address space"],
    );
}

#[test]
fn short_strides_and_misaligned_data_are_refused() {
    assert_error(
        refused(|agents, _, _| agents.locations.stride = 16),
        PHX_E_INVALID_ARGUMENT,
        &["agents.locations.stride is 16"],
    );
    assert_error(
        refused(|agents, _, _| agents.locations.stride = 28),
        PHX_E_INVALID_ARGUMENT,
        &["agents.locations.stride is 28"],
    );
    assert_error(refused(|_, _, out| out.slots.stride = 2), PHX_E_INVALID_ARGUMENT, &["out.slots.stride is 2"]);
    assert_error(
        refused(|agents, _, _| {
            agents.count = 4;
            agents.locations.count = 4;
            agents.radii.count = 4;
            agents.unique_ids.count = 4;
            agents.locations.data = agents.locations.data.wrapping_byte_add(4);
        }),
        PHX_E_INVALID_ARGUMENT,
        &["agents.locations.data", "aligned to 8"],
    );
    assert_error(
        refused(|agents, _, _| agents.locations.data = null()),
        PHX_E_NULL_POINTER,
        &["agents.locations.data"],
    );
    assert_error(
        refused(|agents, _, _| agents.locations.scalar = 3),
        PHX_E_INVALID_ARGUMENT,
        &["agents.locations.scalar is 3"],
    );
    assert_error(refused(|agents, _, _| agents.radii.reserved = 9), PHX_E_INVALID_ARGUMENT, &["agents.radii", "9"]);
}

#[test]
fn outputs_that_share_bytes_with_other_buffers_are_refused() {
    assert_error(
        refused(|agents, _, out| out.goals.data = agents.locations.data.cast_mut()),
        PHX_E_INVALID_ARGUMENT,
        &["out.goals", "agents.locations", "share bytes"],
    );
    assert_error(
        refused(|_, _, out| out.rings.data = out.slots.data),
        PHX_E_INVALID_ARGUMENT,
        &["out.slots", "out.rings"],
    );
    assert_error(
        refused(|_, _, out| out.outcomes.data = out.goals.data.wrapping_byte_add(17)),
        PHX_E_INVALID_ARGUMENT,
        &["out.goals", "out.outcomes"],
    );
}

#[test]
fn every_field_of_an_order_is_checked_and_named() {
    type Edit = fn(&mut PhxFormationDesc);
    let edits: [(&str, Edit); 21] = [
        ("center", |desc| desc.center[1] = f64::NAN),
        ("center", |desc| desc.center[2] = f64::INFINITY),
        ("spacing", |desc| desc.spacing[0] = 0.0),
        ("spacing", |desc| desc.spacing[1] = -5.0),
        ("region", |desc| desc.region[0] = f64::NAN),
        ("inner_radius", |desc| desc.inner_radius = f64::NAN),
        ("outer_radius", |desc| desc.outer_radius = f64::INFINITY),
        ("segments", |desc| desc.segments = 2),
        ("segments", |desc| desc.segments = 33),
        ("slot_count_margin", |desc| desc.slot_count_margin = 0.5),
        ("size_multiplier", |desc| desc.size_multiplier = f64::NAN),
        ("keep_rotate_degrees", |desc| desc.keep_rotate_degrees = f64::NAN),
        ("offset", |desc| desc.offset = -1.0),
        ("shape", |desc| desc.shape = 0),
        ("shape", |desc| desc.shape = 12),
        ("hole_policy", |desc| desc.hole_policy = 3),
        ("mode", |desc| desc.mode = 0),
        ("sizing", |desc| desc.sizing = 3),
        ("effort", |desc| desc.effort = 4),
        ("cost", |desc| desc.cost = 0),
        ("debug_mask", |desc| desc.debug_mask = 8),
    ];
    for (field, edit) in edits {
        assert_error(refused(|_, desc, _| edit(desc)), PHX_E_INVALID_ARGUMENT, &[&format!("desc.{field}")]);
    }
    assert_error(refused(|_, desc, _| desc.spacing[0] = -3.5), PHX_E_INVALID_ARGUMENT, &["-3.5"]);
    assert_error(refused(|_, desc, _| desc.reserved = 1), PHX_E_INVALID_ARGUMENT, &["desc.reserved is 1"]);
}

#[test]
fn a_direction_may_be_anything() {
    assert_eq!(refused(|_, desc, _| desc.direction = [f64::NAN, 0.0, f64::INFINITY]), PHX_OK, "{}", last_error());
}

#[test]
fn struct_sizes_that_no_version_had_are_refused_and_a_newer_tail_must_be_zero() {
    assert_error(refused(|agents, _, _| agents.struct_size = 0), PHX_E_ABI, &["agents.struct_size is 0"]);
    assert_error(refused(|_, desc, _| desc.struct_size -= 1), PHX_E_ABI, &["desc.struct_size"]);
    assert_error(refused(|_, _, out| out.struct_size = 1 << 31), PHX_E_ABI, &["out.struct_size"]);

    #[repr(C)]
    struct Newer {
        desc: PhxFormationDesc,
        tail: [u8; 16],
    }
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(3);
    let mut newer = Newer { desc: context.keep([0.0; 3]), tail: [0; 16] };
    newer.desc.struct_size = size::<Newer>();
    let pass = |newer: &Newer, army: &mut Army| {
        let (agents, out) = (army.agents(), army.out());
        let desc: *const PhxFormationDesc = std::ptr::from_ref(newer).cast();
        // SAFETY: all pointers are to whole values; the description has the bytes that it states.
        unsafe { phx_formation_form_up(context.0, &raw const agents, desc, null(), &raw const out, null_mut()) }
    };
    assert_eq!(pass(&newer, &mut army), PHX_OK, "{}", last_error());
    newer.tail[11] = 1;
    let known = size_of::<PhxFormationDesc>();
    assert_error(pass(&newer, &mut army), PHX_E_ABI, &["desc", &format!("byte {}", known + 11)]);
}

#[test]
fn an_init_writes_no_byte_beyond_the_size_it_is_told_and_none_on_an_error() {
    let known = size_of::<PhxFormationReport>();
    for stated in [known, known + 8, known + 24] {
        let mut block = [0xA5A5_A5A5_A5A5_A5A5_u64; 64];
        let pointer: *mut PhxFormationReport = block.as_mut_ptr().cast();
        // SAFETY: the block is larger than what is stated.
        assert_eq!(unsafe { phx_formation_report_init(pointer, stated as u32) }, PHX_OK);
        let bytes: Vec<u8> = block.iter().flat_map(|word| word.to_ne_bytes()).collect();
        assert_eq!(bytes[..4], (stated as u32).to_ne_bytes());
        assert!(bytes[4..stated].iter().all(|byte| *byte == 0));
        assert!(bytes[stated..].iter().all(|byte| *byte == 0xA5));
    }
    let mut block = [0xA5A5_A5A5_A5A5_A5A5_u64; 64];
    // SAFETY: as above.
    let status = unsafe { phx_formation_report_init(block.as_mut_ptr().cast(), known as u32 - 8) };
    assert_error(status, PHX_E_ABI, &["report.struct_size"]);
    assert!(block.iter().all(|word| *word == 0xA5A5_A5A5_A5A5_A5A5));
}

#[test]
fn a_blocker_that_is_not_a_circle_is_named_by_its_index() {
    for (circle, status, part) in [
        (PhxCircle { center: [0.0, f64::NAN, 0.0], radius: 1.0, reserved: 0 }, PHX_E_NOT_FINITE, "agents.blockers[1]"),
        (PhxCircle { center: [0.0; 3], radius: f32::NAN, reserved: 0 }, PHX_E_NOT_FINITE, "agents.blockers[1]"),
        (
            PhxCircle { center: [0.0; 3], radius: -2.0, reserved: 0 },
            PHX_E_INVALID_ARGUMENT,
            "agents.blockers[1].radius is -2",
        ),
        (
            PhxCircle { center: [0.0; 3], radius: 2.0, reserved: 5 },
            PHX_E_INVALID_ARGUMENT,
            "agents.blockers[1].reserved is 5",
        ),
    ] {
        let circles = [PhxCircle { center: [0.0; 3], radius: 1.0, reserved: 0 }, circle];
        let call = refused(|agents, _, _| {
            agents.blockers = PhxCircleView { data: circles.as_ptr().cast(), count: 2, stride: 0, reserved: 0 };
        });
        assert_error(call, status, &[part]);
    }
}

#[test]
fn a_goal_that_does_not_fit_the_outputs_scalar_is_refused() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let location = [1e39_f64, 0.0, 0.0];
    let desc = context.keep([1e39, 0.0, 0.0]);
    let mut goal = [7.0_f32; 3];
    let mut agents: PhxAgents = zeroed();
    let mut out: PhxFormationOut = zeroed();
    // SAFETY: all pointers are to whole values.
    let status = unsafe {
        phx_agents_init(&raw mut agents, size::<PhxAgents>());
        phx_formation_out_init(&raw mut out, size::<PhxFormationOut>());
        agents.count = 1;
        agents.locations = PhxVec3View { data: location.as_ptr().cast(), count: 1, stride: 0, scalar: PHX_SCALAR_F64 };
        out.goals = PhxVec3ViewMut { data: goal.as_mut_ptr().cast(), count: 1, stride: 0, scalar: PHX_SCALAR_F32 };
        phx_formation_form_up(context.0, &raw const agents, &raw const desc, null(), &raw const out, null_mut())
    };
    assert_error(status, PHX_E_OUT_OF_RANGE, &["out.goals[0]", "32 bits"]);
    assert_eq!(goal, [7.0; 3]);
}

#[test]
fn a_context_description_is_checked_and_named() {
    type Edit = fn(&mut PhxContextDesc);
    let edits: [(&str, i32, Edit); 10] = [
        ("desc.frame is 9", PHX_E_INVALID_ARGUMENT, |desc| desc.frame = 9),
        ("desc.unit_scale is 0", PHX_E_INVALID_ARGUMENT, |desc| desc.unit_scale = 0.0),
        ("desc.unit_scale is NaN", PHX_E_INVALID_ARGUMENT, |desc| desc.unit_scale = f64::NAN),
        ("desc.thread_count is 4096", PHX_E_INVALID_ARGUMENT, |desc| desc.thread_count = 4096),
        ("desc.log_level is 3", PHX_E_INVALID_ARGUMENT, |desc| desc.log_level = 3),
        ("desc.debug_categories is 8", PHX_E_INVALID_ARGUMENT, |desc| desc.debug_categories = 8),
        ("desc.debug_capacity is 99999999", PHX_E_CAPACITY, |desc| desc.debug_capacity = 99_999_999),
        ("desc.forward_axis is 7", PHX_E_INVALID_ARGUMENT, |desc| {
            (desc.frame, desc.forward_axis) = (PHX_FRAME_CUSTOM, 7);
        }),
        ("desc.up_axis is 4", PHX_E_INVALID_ARGUMENT, |desc| {
            (desc.frame, desc.up_axis) = (PHX_FRAME_CUSTOM, PHX_AXIS_NEGATIVE_X);
        }),
        ("desc.handedness is 0", PHX_E_INVALID_ARGUMENT, |desc| {
            (desc.frame, desc.handedness) = (PHX_FRAME_CUSTOM, 0);
        }),
    ];
    for (text, expected, edit) in edits {
        let mut desc: PhxContextDesc = zeroed();
        let mut handle = 55;
        // SAFETY: both pointers are to whole values.
        let status = unsafe {
            assert_eq!(phx_context_desc_init(&raw mut desc, size::<PhxContextDesc>(), PHX_FRAME_UNREAL), PHX_OK);
            edit(&mut desc);
            phx_context_create(&raw const desc, &raw mut handle)
        };
        assert_error(status, expected, &[text]);
        assert_eq!(handle, 55);
    }
    let mut desc: PhxContextDesc = zeroed();
    // SAFETY: the pointer is to a whole value.
    let status = unsafe { phx_context_desc_init(&raw mut desc, size::<PhxContextDesc>(), 4) };
    assert_error(status, PHX_E_INVALID_ARGUMENT, &["frame is 4"]);
}

#[test]
fn a_ground_description_is_checked_and_named() {
    type Edit = fn(&mut PhxGround);
    let edits: [(&str, i32, Edit); 8] = [
        ("ground.raycast", PHX_E_NULL_POINTER, |ground| ground.raycast_batch = None),
        ("ground.flags is 2", PHX_E_INVALID_ARGUMENT, |ground| ground.flags = 2),
        ("ground.max_slope_degrees", PHX_E_INVALID_ARGUMENT, |ground| ground.max_slope_degrees = f64::NAN),
        ("ground.range", PHX_E_INVALID_ARGUMENT, |ground| ground.range = [5.0, 5.0]),
        ("ground.range", PHX_E_INVALID_ARGUMENT, |ground| ground.range = [-1e300, 1e300]),
        ("ground.search_step", PHX_E_INVALID_ARGUMENT, |ground| ground.search_step = -1.0),
        ("ground.max_search_rings is 9999", PHX_E_INVALID_ARGUMENT, |ground| ground.max_search_rings = 9999),
        ("ground.reserved is 1", PHX_E_INVALID_ARGUMENT, |ground| ground.reserved = 1),
    ];
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    for (text, expected, edit) in edits {
        let mut ground = PhxGround { raycast_batch: Some(flat_ground), ..context.ground() };
        edit(&mut ground);
        let mut army = Army::new(3);
        let before = army.clone();
        assert_error(army.form_up(context.0, &context.keep([0.0; 3]), Some(&ground)), expected, &[text]);
        assert_eq!(army, before);
    }
}

#[test]
fn the_callers_build_is_compared_with_the_librarys() {
    let known = [
        size::<PhxContextDesc>(),
        size::<PhxVec3View>(),
        size::<PhxVec3ViewMut>(),
        size::<PhxQuatView>(),
        size::<PhxF32View>(),
        size::<PhxU64View>(),
        size::<PhxU32View>(),
        size::<PhxU8View>(),
        size::<PhxU32ViewMut>(),
        size::<PhxU8ViewMut>(),
        size::<PhxCircle>(),
        size::<PhxCircleView>(),
        size::<PhxRay>(),
        size::<PhxHit>(),
        size::<PhxGround>(),
        size::<PhxAgents>(),
        size::<PhxFormationDesc>(),
        size::<PhxFormationOut>(),
        size::<PhxFormationReport>(),
        size::<PhxSquad>(),
        size::<PhxDebugItem>(),
        size::<PhxCapsules>(),
        size::<PhxRadiusDesc>(),
        size::<PhxGrowth>(),
        size::<PhxJobInfo>(),
    ];
    // SAFETY: the pointer is to as many sizes as are stated.
    let check = |abi, hash, sizes: &[u32]| unsafe { phx_check_abi(abi, hash, sizes.as_ptr(), sizes.len() as u32) };
    assert_eq!(check(PHX_ABI_VERSION, PHX_LAYOUT_HASH, &known), PHX_OK, "{}", last_error());
    assert_eq!(check(PHX_ABI_VERSION, PHX_LAYOUT_HASH, &known[..4]), PHX_OK);
    assert_eq!(check(phx_abi_version(), PHX_LAYOUT_HASH, &[&known[..], &[999]].concat()), PHX_OK);
    // A header that ended with PhxVec3View: its hash goes with its two structs, and with no other number of them.
    let shorter = layout_hash_of_first(2);
    assert_ne!(shorter, PHX_LAYOUT_HASH);
    assert_eq!(check(PHX_ABI_VERSION, shorter, &known[..2]), PHX_OK, "{}", last_error());
    assert_error(check(PHX_ABI_VERSION, shorter, &known[..3]), PHX_E_ABI, &["layout_hash"]);
    assert_error(check(PHX_ABI_VERSION, shorter, &known), PHX_E_ABI, &["layout_hash"]);
    assert_error(check(PHX_ABI_VERSION + 1, PHX_LAYOUT_HASH, &known), PHX_E_ABI, &["abi is 2"]);
    assert_error(check(PHX_ABI_VERSION, 5, &known), PHX_E_ABI, &["layout_hash is 0x5"]);
    for (index, name) in [(12, "PhxRay"), (16, "PhxFormationDesc")] {
        for change in [-8, 8] {
            let mut sizes = known;
            sizes[index] = sizes[index].wrapping_add_signed(change);
            assert_error(
                check(PHX_ABI_VERSION, PHX_LAYOUT_HASH, &sizes),
                PHX_E_ABI,
                &[name, &sizes[index].to_string()],
            );
        }
    }
}

/// The layout hash of a header with only the first structs: FNV-1a-64 over their fields' offsets and sizes, and their sizes.
fn layout_hash_of_first(count: usize) -> u64 {
    let numbers = struct_layouts().take(count).flat_map(|(_, size, fields)| {
        fields.iter().flat_map(|field| [field.offset, field.size]).chain([size]).collect::<Vec<_>>()
    });
    let bytes = numbers.flat_map(|number| (number as u32).to_le_bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)) >> 1
}

#[test]
fn every_status_has_its_name() {
    let name = |status| {
        // SAFETY: the function promises a NUL-terminated text.
        unsafe { std::ffi::CStr::from_ptr(phx_status_name(status)) }.to_str().unwrap()
    };
    assert_eq!(name(PHX_E_BUSY), "PHX_E_BUSY");
    let names: std::collections::BTreeSet<&str> = (-15..=4).map(name).collect();
    assert_eq!(names.len(), 20);
    assert!(names.iter().all(|name| name.starts_with("PHX_")));
    assert_eq!((name(5), name(-16), name(i32::MIN)), ("unknown status", "unknown status", "unknown status"));
}

#[test]
fn an_error_text_is_cut_to_the_callers_buffer_and_belongs_to_the_thread() {
    assert_error(phx_context_destroy(77), PHX_E_BAD_HANDLE, &["0x4d"]);
    let whole = last_error();
    // SAFETY: buffers have the stated capacity, or are NULL with none.
    unsafe {
        assert_eq!(phx_last_error(null_mut(), 0), whole.len() as u64 + 1);
        let mut buffer = [0x7F_u8; 8];
        assert_eq!(phx_last_error(buffer.as_mut_ptr().cast(), 5), whole.len() as u64 + 1);
        assert_eq!(&buffer[..5], [&whole.as_bytes()[..4], &[0]].concat());
        assert_eq!(buffer[5..], [0x7F; 3]);
    }
    assert_eq!(std::thread::spawn(last_error).join().unwrap(), "");
    assert_eq!(phx_context_destroy(0), PHX_OK);
    assert_eq!(last_error(), whole);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_fields_of_a_view_give_a_status_and_never_touch_what_is_not_theirs(
        count in prop_oneof![Just(5_u64), 0..6_u64, any::<u64>()],
        stride in prop_oneof![Just(0_u32), 0..64_u32, any::<u32>()],
        scalar in 0..4_u32,
        null in proptest::bool::weighted(0.2),
    ) {
        let mut memory = [0xA5_u8; 4096];
        let status = refused(|agents, _, out| {
            let reach = u64::from(if stride == 0 { 24 } else { stride }).saturating_mul(count);
            // Only a view inside the memory, or one that has to be refused before it is read.
            if count <= 5 && reach > 4000 {
                return;
            }
            let data = if null { null_mut() } else { memory.as_mut_ptr().wrapping_add(memory.as_ptr().align_offset(8)).cast() };
            agents.locations.count = agents.locations.count.min(5);
            out.goals = PhxVec3ViewMut { data, count, stride, scalar };
        });
        prop_assert!((PHX_E_UNSUPPORTED..=PHX_PARTIAL).contains(&status));
        prop_assert!(status >= 0 || memory.iter().all(|byte| *byte == 0xA5));
    }
}
