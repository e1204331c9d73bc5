//! A whole order from any agents, any order and any ground: the status is known, an error writes nothing, a success keeps
//! the rules of the output, and the same call gives the same bytes again.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use phalanx::ffi::{
    PHX_MODE_REFORM_THE_LINE, PHX_OK, PHX_SCALAR_F64, PHX_SLOT_NONE, PhxAgents, PhxF32View, PhxFormationDesc,
    PhxFormationOut, PhxFormationReport, PhxGround, PhxU8View, PhxU8ViewMut, PhxU32View, PhxU32ViewMut, PhxU64View,
    PhxVec3View, PhxVec3ViewMut, phx_agents_init, phx_formation_form_up, phx_formation_out_init,
    phx_formation_report_init,
};
use phalanx_fuzz::ground::AnyGround;
use phalanx_fuzz::number::Number;
use phalanx_fuzz::order::{Edit, order};
use phalanx_fuzz::verdict::{Expected, Results, judge_results, judge_status};
use phalanx_fuzz::{context, zeroed_struct};

#[derive(Arbitrary, Debug)]
struct Agent {
    location: [Number; 3],
    radius: Number,
    /// Few values, so that twins come about.
    id: u8,
    flies: bool,
    sits_out: bool,
    z_frozen: bool,
    /// Few ranks, so that several members share one.
    rank: u8,
    speed: Number,
    previous_slot: u8,
}

#[derive(Arbitrary, Debug)]
struct Scene {
    unity: bool,
    shape: u8,
    edits: Vec<Edit>,
    points: Vec<[Number; 3]>,
    agents: Vec<Agent>,
    /// How much shorter than the army each view is: locations, radii, ids, can_fly, eligible, z_frozen, ranks, speeds,
    /// previous_slots.
    shorter: [u8; 9],
    ground: Option<AnyGround>,
}

/// What a call writes.
#[derive(Clone, Debug)]
struct Buffers {
    goals: Vec<[f64; 3]>,
    slots: Vec<u32>,
    rings: Vec<u32>,
    outcomes: Vec<u8>,
    flags: Vec<u8>,
    report: PhxFormationReport,
}

impl Buffers {
    fn marked(count: usize) -> Self {
        let mut report = zeroed_struct::<PhxFormationReport>();
        // SAFETY: the pointer is to a whole value of our own.
        let status = unsafe { phx_formation_report_init(&raw mut report, size_of::<PhxFormationReport>() as u32) };
        assert_eq!(status, PHX_OK);
        report.placed = 77;
        Self {
            goals: vec![[-77.5; 3]; count],
            slots: vec![77; count],
            rings: vec![77; count],
            outcomes: vec![77; count],
            flags: vec![77; count],
            report,
        }
    }

    fn views(&mut self) -> PhxFormationOut {
        let count = self.goals.len() as u64;
        let bytes = |data: &mut Vec<u8>| PhxU8ViewMut { data: data.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        let numbers =
            |data: &mut Vec<u32>| PhxU32ViewMut { data: data.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        let mut out = zeroed_struct::<PhxFormationOut>();
        // SAFETY: the pointer is to a whole value of our own.
        let status = unsafe { phx_formation_out_init(&raw mut out, size_of::<PhxFormationOut>() as u32) };
        assert_eq!(status, PHX_OK);
        out.goals = PhxVec3ViewMut { data: self.goals.as_mut_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };
        out.slots = numbers(&mut self.slots);
        out.rings = numbers(&mut self.rings);
        out.outcomes = bytes(&mut self.outcomes);
        out.flags = bytes(&mut self.flags);
        out
    }

    /// Every byte that a call may write, so that two calls can be compared.
    fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}

fuzz_target!(|scene: Scene| {
    let context = context(scene.unity);
    let count = scene.agents.len();
    let column = |index: usize| count.saturating_sub(usize::from(scene.shorter[index] % 32));
    let locations: Vec<[f64; 3]> = scene.agents.iter().map(|agent| agent.location.map(|scalar| scalar.0)).collect();
    let radii: Vec<f32> = scene.agents.iter().map(|agent| agent.radius.0 as f32).collect();
    let ids: Vec<u64> = scene.agents.iter().map(|agent| u64::from(agent.id)).collect();
    let can_fly: Vec<u8> = scene.agents.iter().map(|agent| u8::from(agent.flies)).collect();
    let eligible: Vec<u8> = scene.agents.iter().map(|agent| u8::from(!agent.sits_out)).collect();
    let z_frozen: Vec<u8> = scene.agents.iter().map(|agent| u8::from(agent.z_frozen)).collect();
    let ranks: Vec<u8> = scene.agents.iter().map(|agent| agent.rank % 4).collect();
    let speeds: Vec<f32> = scene.agents.iter().map(|agent| agent.speed.0 as f32 / 100.0).collect();
    // The last number stands for none.
    let slot = |number: u8| if number == u8::MAX { PHX_SLOT_NONE } else { u32::from(number) };
    let previous: Vec<u32> = scene.agents.iter().map(|agent| slot(agent.previous_slot)).collect();
    let bytes = |data: &[u8], index: usize| PhxU8View {
        data: data.as_ptr().cast(),
        count: column(index) as u64,
        stride: 0,
        reserved: 0,
    };

    let mut agents = zeroed_struct::<PhxAgents>();
    // SAFETY: the pointer is to a whole value of our own.
    assert_eq!(unsafe { phx_agents_init(&raw mut agents, size_of::<PhxAgents>() as u32) }, PHX_OK);
    agents.count = count as u64;
    agents.locations =
        PhxVec3View { data: locations.as_ptr().cast(), count: column(0) as u64, stride: 0, scalar: PHX_SCALAR_F64 };
    agents.radii = PhxF32View { data: radii.as_ptr().cast(), count: column(1) as u64, stride: 0, reserved: 0 };
    agents.unique_ids = PhxU64View { data: ids.as_ptr().cast(), count: column(2) as u64, stride: 0, reserved: 0 };
    agents.can_fly = bytes(&can_fly, 3);
    agents.eligible = bytes(&eligible, 4);
    agents.z_frozen = bytes(&z_frozen, 5);
    agents.ranks = bytes(&ranks, 6);
    agents.speeds = PhxF32View { data: speeds.as_ptr().cast(), count: column(7) as u64, stride: 0, reserved: 0 };
    agents.previous_slots =
        PhxU32View { data: previous.as_ptr().cast(), count: column(8) as u64, stride: 0, reserved: 0 };

    let points: Vec<[f64; 3]> = scene.points.iter().map(|point| point.map(|scalar| scalar.0)).collect();
    let desc = order(context, scene.shape, &points, &scene.edits);
    let first = call(context, &agents, &desc, scene.ground.clone(), count);
    let second = call(context, &agents, &desc, scene.ground.clone(), count);
    assert_eq!(first.1.fingerprint(), second.1.fingerprint(), "the same call gave something else");

    let (status, buffers) = first;
    if !judge_status(status) {
        assert_eq!(buffers.fingerprint(), Buffers::marked(count).fingerprint(), "an error wrote something");
        return;
    }
    let expected: Vec<Expected> = (0..count)
        .map(|index| Expected {
            eligible: index >= column(4) || eligible[index] != 0,
            has_finite_position: index >= column(0) || locations[index].iter().all(|scalar| scalar.is_finite()),
            flies: index < column(3) && can_fly[index] != 0,
        })
        .collect();
    judge_results(
        &expected,
        &Results {
            goals: &buffers.goals,
            slots: &buffers.slots,
            rings: &buffers.rings,
            outcomes: &buffers.outcomes,
            report: &buffers.report,
            status,
            center: desc.center,
            reforms: desc.mode == PHX_MODE_REFORM_THE_LINE,
        },
    );
});

fn call(
    context: u64,
    agents: &PhxAgents,
    desc: &PhxFormationDesc,
    mut answers: Option<AnyGround>,
    count: usize,
) -> (i32, Buffers) {
    let mut buffers = Buffers::marked(count);
    let out = buffers.views();
    let ground: Option<PhxGround> = answers.as_mut().map(|answers| answers.describe(context));
    let ground_pointer = ground.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: every view lies in a buffer of its own that is long enough.
    let status = unsafe {
        phx_formation_form_up(context, agents, desc, ground_pointer, &raw const out, &raw mut buffers.report)
    };
    (status, buffers)
}
