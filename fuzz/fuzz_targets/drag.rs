//! Any line drawn for any army: the status is known, only a success and the count of PHX_MORE change the description, the
//! places stay inside what was lent, and what was filled is an order that the main call takes.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use phalanx::ffi::{
    PHX_E_CAPACITY, PHX_E_OUT_OF_RANGE, PHX_MORE, PHX_OK, PHX_SCALAR_F32, PHX_SCALAR_F64, PHX_SHAPE_POINTS, PhxAgents,
    PhxF32View, PhxFormationDesc, PhxFormationOut, PhxVec3View, PhxVec3ViewMut, phx_agents_init, phx_formation_drag,
    phx_formation_form_up, phx_formation_out_init,
};
use phalanx_fuzz::number::Number;
use phalanx_fuzz::order::{Edit, order};
use phalanx_fuzz::verdict::{judge_status, last_error};
use phalanx_fuzz::{context, zeroed_struct};

#[derive(Arbitrary, Debug)]
struct Scene {
    unity: bool,
    shape: u8,
    edits: Vec<Edit>,
    line: Vec<[Number; 3]>,
    agents: Vec<([Number; 3], Number)>,
    room: u8,
    in_floats: bool,
}

fuzz_target!(|scene: Scene| {
    let context = context(scene.unity);
    let places =
        |from: &[[Number; 3]]| -> Vec<[f64; 3]> { from.iter().map(|place| place.map(|scalar| scalar.0)).collect() };
    let line = places(&scene.line);
    let locations: Vec<[f64; 3]> = scene.agents.iter().map(|agent| agent.0.map(|scalar| scalar.0)).collect();
    let radii: Vec<f32> = scene.agents.iter().map(|agent| agent.1.0 as f32).collect();
    let view = |data: &[[f64; 3]]| PhxVec3View {
        data: data.as_ptr().cast(),
        count: data.len() as u64,
        stride: 0,
        scalar: PHX_SCALAR_F64,
    };
    let count = scene.agents.len() as u64;
    let mut agents = zeroed_struct::<PhxAgents>();
    let mut out = zeroed_struct::<PhxFormationOut>();
    let mut goals = vec![[0.0_f64; 3]; scene.agents.len()];
    // SAFETY: both pointers are to whole values of our own.
    unsafe {
        assert_eq!(phx_agents_init(&raw mut agents, size_of::<PhxAgents>() as u32), PHX_OK);
        assert_eq!(phx_formation_out_init(&raw mut out, size_of::<PhxFormationOut>() as u32), PHX_OK);
    }
    agents.count = count;
    agents.locations = view(&locations);
    agents.radii = PhxF32View { data: radii.as_ptr().cast(), count, stride: 0, reserved: 0 };
    out.goals = PhxVec3ViewMut { data: goals.as_mut_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };

    // Exactly as much memory as is lent, so that the sanitizer sees a byte too many.
    let scalar = if scene.in_floats { PHX_SCALAR_F32 } else { PHX_SCALAR_F64 };
    let mut memory = vec![0_u64; usize::from(scene.room) * 3];
    let mut floats = vec![0_u32; usize::from(scene.room) * 3];
    let data = if scene.in_floats { floats.as_mut_ptr().cast() } else { memory.as_mut_ptr().cast() };
    let mut desc = order(context, scene.shape, &[], &scene.edits);
    desc.points = PhxVec3View { data, count: u64::from(scene.room), stride: 0, scalar };
    let before = format!("{desc:?}");
    let line = view(&line);
    // SAFETY: every view lies in a buffer of its own that is long enough.
    let status = unsafe { phx_formation_drag(context, &raw const line, &raw const agents, &raw mut desc) };
    if status == PHX_MORE {
        assert!(desc.points.count > u64::from(scene.room), "more than fits is no more than {}", scene.room);
        desc.points.count = u64::from(scene.room);
    }
    if status == PHX_MORE || !judge_status(status) {
        assert_eq!(format!("{desc:?}"), before, "status {status} wrote something");
        return;
    }
    check_order(context, &agents, &desc, &out, u64::from(scene.room));
});

fn check_order(context: u64, agents: &PhxAgents, desc: &PhxFormationDesc, out: &PhxFormationOut, room: u64) {
    assert!(desc.points.count <= room, "{} places where {room} fit", desc.points.count);
    if desc.shape == PHX_SHAPE_POINTS && desc.points.count == 0 {
        return; // Points that were ordered before and never given.
    }
    // SAFETY: as above.
    let status = unsafe { phx_formation_form_up(context, agents, desc, std::ptr::null(), out, std::ptr::null_mut()) };
    if !judge_status(status) {
        assert!([PHX_E_OUT_OF_RANGE, PHX_E_CAPACITY].contains(&status), "{status}: {}", last_error());
    }
}
