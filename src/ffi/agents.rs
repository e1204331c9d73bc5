//! Agents: what the caller knows of the army, as views.

use glam::DVec3;

use super::context::Context;
use super::guard::guarded;
use super::layout::layout;
use super::status::Status;
use super::strided::{MOST_ELEMENTS, Reading, Strided, fill, lend};
use super::versioned::{self, check_reserved, versioned};
use super::view::{
    PhxCircleView, PhxF32View, PhxU8View, PhxU32View, PhxU64View, PhxVec3View, View, lend_vectors, read_circles,
};
use crate::fault::{Fault, FaultKind};
use crate::formation::roster::{AgentInputs, StandingCircle};

/// The army. Set by phx_agents_init; all views absent. Element i of each view belongs to agent i. A view may be absent
/// (count 0) or shorter than count: what is missing falls back, and outputs and report say so. A longer one is
/// PHX_E_LENGTH_MISMATCH. Nobody may write to the memory of a view while a call runs, from its callbacks neither: packed
/// arrays are read where they lie.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxAgents {
    /// Bytes of this struct, set by phx_agents_init.
    pub struct_size: u32,
    /// 0.
    pub reserved: u32,
    /// Number of agents: at most 67,108,864, of which at most 1,048,576 may take part.
    pub count: u64,
    /// Where they are. Not finite: the agent does not take part (BAD_POSITION). Missing: the centroid of the others.
    pub locations: PhxVec3View,
    /// How wide they are. Negative or not a number: 0, flagged. Missing: 34 unit scales.
    pub radii: PhxF32View,
    /// Who they are: with unique ids the result does not depend on the order of the agents. Missing: the index.
    pub unique_ids: PhxU64View,
    /// Non-zero: belongs to the air layer, which is assigned apart and stands on no ground. Missing: 0.
    pub can_fly: PhxU8View,
    /// Non-zero: takes part. Missing: 1.
    pub eligible: PhxU8View,
    /// GRID, LINE, COLUMN, TRIANGLE and CIRCLE: who stands in front (CIRCLE: outside), the lowest rank first. The slots are
    /// the same as without. Missing: 0. All equal: no effect.
    pub ranks: PhxU8View,
    /// Non-zero: keeps its own height. Missing: 0.
    pub z_frozen: PhxU8View,
    /// How fast they are, 1 being the usual speed: the walks of the slow weigh more. Not positive or not finite: 1, flagged.
    /// Missing: 1. All equal: no effect.
    pub speeds: PhxF32View,
    /// Their slots (PhxFormationOut.slots) in an earlier call with the same shape and measures. Everybody keeps his slot, but
    /// those who move up where somebody fell, and two whose exchange would halve the longer of their walks. PHX_SLOT_NONE or
    /// missing: he had none. Goes with PhxFormationDesc.previous_slot_count. Absent: who stands where is found anew.
    pub previous_slots: PhxU32View,
    /// Circles that are taken by others, in any number; ground layer only.
    pub blockers: PhxCircleView,
}
layout!(PhxAgents {
    struct_size,
    reserved,
    count,
    locations,
    radii,
    unique_ids,
    can_fly,
    eligible,
    ranks,
    z_frozen,
    speeds,
    previous_slots,
    blockers,
});
versioned!(PhxAgents, "agents");

const NO_VECTORS: PhxVec3View = PhxVec3View { data: std::ptr::null(), count: 0, stride: 0, scalar: 0 };
const NO_FLOATS: PhxF32View = PhxF32View { data: std::ptr::null(), count: 0, stride: 0, reserved: 0 };
const NO_BYTES: PhxU8View = PhxU8View { data: std::ptr::null(), count: 0, stride: 0, reserved: 0 };

const DEFAULTS: PhxAgents = PhxAgents {
    struct_size: size_of::<PhxAgents>() as u32,
    reserved: 0,
    count: 0,
    locations: NO_VECTORS,
    radii: NO_FLOATS,
    unique_ids: PhxU64View { data: std::ptr::null(), count: 0, stride: 0, reserved: 0 },
    can_fly: NO_BYTES,
    eligible: NO_BYTES,
    ranks: NO_BYTES,
    z_frozen: NO_BYTES,
    speeds: NO_FLOATS,
    previous_slots: PhxU32View { data: std::ptr::null(), count: 0, stride: 0, reserved: 0 },
    blockers: PhxCircleView { data: std::ptr::null(), count: 0, stride: 0, reserved: 0 },
};

/// Sets an army to nobody, with all views absent.
///
/// agents: struct_size bytes, not NULL. struct_size: sizeof(PhxAgents).
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_agents_init(agents: *mut PhxAgents, struct_size: u32) -> i32 {
    guarded(|| {
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(agents, struct_size, DEFAULTS) }?;
        Ok(Status::Ok)
    })
}

/// The checked views of an army.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentViews {
    pub(super) count: usize,
    locations: Strided,
    radii: Strided,
    unique_ids: Strided,
    can_fly: Strided,
    eligible: Strided,
    ranks: Strided,
    z_frozen: Strided,
    speeds: Strided,
    previous_slots: Strided,
    blockers: Strided,
}

impl AgentViews {
    /// All memory that is read; the blockers, of which there may be any number, last.
    pub(super) fn inputs(&self) -> [Strided; 10] {
        let Self { locations, radii, unique_ids, can_fly, eligible, .. } = *self;
        let Self { ranks, z_frozen, speeds, previous_slots, blockers, .. } = *self;
        [locations, radii, unique_ids, can_fly, eligible, ranks, z_frozen, speeds, previous_slots, blockers]
    }
}

/// Reads the struct and checks its views.
///
/// # Safety
/// `agents` is NULL or points to a struct as [`versioned::read`] wants it.
pub(super) unsafe fn check_agents(agents: *const PhxAgents) -> Result<AgentViews, Fault> {
    // SAFETY: the caller's contract.
    let agents = unsafe { versioned::read(agents, DEFAULTS) }?;
    check_reserved("agents.reserved", u64::from(agents.reserved))?;
    if agents.count > MOST_ELEMENTS {
        return Err(Fault::new(
            FaultKind::Capacity,
            format!("agents.count is {}; at most {MOST_ELEMENTS} in one call", agents.count),
        ));
    }
    let views = AgentViews {
        count: agents.count as usize,
        locations: agents.locations.checked("agents.locations")?,
        radii: agents.radii.checked("agents.radii")?,
        unique_ids: agents.unique_ids.checked("agents.unique_ids")?,
        can_fly: agents.can_fly.checked("agents.can_fly")?,
        eligible: agents.eligible.checked("agents.eligible")?,
        ranks: agents.ranks.checked("agents.ranks")?,
        z_frozen: agents.z_frozen.checked("agents.z_frozen")?,
        speeds: agents.speeds.checked("agents.speeds")?,
        previous_slots: agents.previous_slots.checked("agents.previous_slots")?,
        blockers: agents.blockers.checked("agents.blockers")?,
    };
    let inputs = views.inputs();
    for view in &inputs[..inputs.len() - 1] {
        view.check_at_most(views.count, "agents.count")?;
    }
    Ok(views)
}

/// The army in the library's frame.
#[derive(Debug, Default)]
pub(super) struct AgentBuffers {
    locations: Vec<DVec3>,
    radii: Vec<f64>,
    unique_ids: Vec<u64>,
    can_fly: Vec<u8>,
    eligible: Vec<u8>,
    ranks: Vec<u8>,
    z_frozen: Vec<u8>,
    speeds: Vec<f64>,
    previous_slots: Vec<u32>,
    standing: Vec<StandingCircle>,
}

impl AgentBuffers {
    /// Reads what the views show.
    ///
    /// # Safety
    /// The memory of the views may be read now, and in place as long as the inputs live, in which nobody writes to it.
    pub(super) unsafe fn read(
        &mut self,
        views: &AgentViews,
        context: &Context,
        reading: Reading,
    ) -> Result<AgentInputs<'_>, Fault> {
        // SAFETY: the caller's contract; the types are those of the views.
        unsafe {
            fill(&views.radii, &mut self.radii, |radius: f32| f64::from(radius))?;
            fill(&views.speeds, &mut self.speeds, |speed: f32| f64::from(speed))?;
            read_circles(&views.blockers, context.frame, &mut self.standing)?;
            Ok(AgentInputs {
                count: views.count,
                locations: lend_vectors(&views.locations, context.frame, reading, &mut self.locations)?,
                radii: &self.radii,
                unique_ids: lend(&views.unique_ids, reading, &mut self.unique_ids)?,
                can_fly: lend(&views.can_fly, reading, &mut self.can_fly)?,
                eligible: lend(&views.eligible, reading, &mut self.eligible)?,
                ranks: lend(&views.ranks, reading, &mut self.ranks)?,
                z_frozen: lend(&views.z_frozen, reading, &mut self.z_frozen)?,
                speeds: &self.speeds,
                previous_slots: lend(&views.previous_slots, reading, &mut self.previous_slots)?,
                standing: &self.standing,
            })
        }
    }

    /// The army of `count` agents that was copied last.
    pub(super) fn inputs(&self, count: usize) -> AgentInputs<'_> {
        AgentInputs {
            count,
            locations: &self.locations,
            radii: &self.radii,
            unique_ids: &self.unique_ids,
            can_fly: &self.can_fly,
            eligible: &self.eligible,
            ranks: &self.ranks,
            z_frozen: &self.z_frozen,
            speeds: &self.speeds,
            previous_slots: &self.previous_slots,
            standing: &self.standing,
        }
    }
}
