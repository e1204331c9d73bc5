//! Assignment: who goes to which slot (F29 to F33, F35 over slots).
//!
//! ```text
//! ring selection ─▶ claims ─▶ auction ─▶ displacement ─▶ compaction ─▶ ring moves ─▶ exchange
//!                 (wide agents)  ▲              └──────────── until none has anything to do ─┤
//!                                └──────── while they changed which slots are used ◀─────────┘
//! ```
//!
//! Displacement lowers the number of clashing pairs; compaction never raises it and lowers the sum of the rings; ring
//! moves and exchanges raise neither and lower the cost: so the stages come to rest together. Where nobody can clash
//! (the common case) the used rings are right from the start, and claims, displacement and compaction have no work.
//!
//! One layer at a time. Agents arrive in canonical order (unique id, then input index) and slots in order of their
//! number, so that "lower index" is every tie's last word.
#![forbid(unsafe_code)]

pub mod auction;
mod claims;
mod classes;
mod clearance;
mod compaction;
pub mod cost;
mod displacement;
mod exchange;
mod in_place;
mod keep_formation;
mod lanes;
mod layer;
mod neighbours;
mod occupancy;
mod point_tree;
mod previous_slots;
mod refinement;
mod reform;
mod ring_moves;
mod ring_selection;
pub mod roles;

use glam::{DVec2, I64Vec2};

use self::layer::Layer;
pub use self::layer::needs_exact_places;
use self::roles::Roles;
use super::order::CostRule;
use crate::pace::{Pace, at_once};

/// No slot.
pub const NO_SLOT: u32 = u32::MAX;

/// The agents of one layer, in canonical order.
#[derive(Clone, Copy, Debug)]
pub struct LayerAgents<'a> {
    /// Place relative to the group's centroid (SQUARED) or to the order's center (EUCLID), in quanta.
    pub at: &'a [I64Vec2],
    /// Body radius, at least 0 and finite, in the caller's unit.
    pub radius: &'a [f64],
}

/// The slots that the layer may use, in order of their number.
#[derive(Clone, Copy, Debug)]
pub struct LayerSlots<'a> {
    /// Place relative to the order's center, in quanta.
    pub at: &'a [I64Vec2],
    /// The same place unrounded, in the caller's unit: clearance is checked on it. May be empty unless
    /// [`needs_exact_places`].
    pub exact: &'a [DVec2],
    /// Ring; any numbers, lower is further in.
    pub ring: &'a [u32],
    /// Largest radius that standing circles leave at this slot (F39); empty when there are none.
    pub room: &'a [f64],
    /// No two slots are nearer than this, in the caller's unit. 0 when nothing is known.
    pub least_distance: f64,
}

/// How near the optimum an assignment must come (F32 e).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Stable under exchanges, no bound.
    Quick,
    /// Within half a percent of the optimum.
    #[default]
    Good,
    /// The optimum, proved.
    Exact,
}

/// How to assign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AssignRules {
    /// What a walk costs.
    pub cost: CostRule,
    /// Nearest slots per agent.
    pub near_candidates: u32,
    /// Stride-sampled slots per agent.
    pub strategic_candidates: u32,
    /// How near the optimum.
    pub effort: Effort,
}

/// So many agents are seated by a thread of the pool, from which loops begin faster.
const MANY: usize = 8192;

/// Buffers of an assignment, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct AssignScratch {
    agents: Vec<u32>,
    /// Cost of the way to the nearest slot and to the middle, agent.
    ways: Vec<(i128, i128, u32)>,
    left_over: Vec<u32>,
    open: Vec<u32>,
    ideal: Vec<I64Vec2>,
    slot_grid: crate::geometry::spatial_grid::SpatialGrid,
    in_place: in_place::InPlace,
    rings: ring_selection::RingSelection,
    claims: claims::Claims,
    seats: occupancy::Occupancy,
    refinement: refinement::Refinement,
    classes: classes::Classes,
}

/// ReformTheLine over one layer of agents without roles, as [`reform_with_roles`].
pub async fn reform_the_line(
    agents: LayerAgents<'_>,
    slots: LayerSlots<'_>,
    rules: AssignRules,
    pace: &Pace<'_>,
    scratch: &mut AssignScratch,
    slot_of: &mut Vec<u32>,
    overlap: &mut Vec<bool>,
) {
    reform_with_roles(agents, slots, &Roles::default(), rules, pace, scratch, slot_of, overlap).await;
}

/// ReformTheLine over one layer: writes a slot's index (or [`NO_SLOT`]) and whether an overlap is left, per agent.
/// Both outputs are overwritten whole. [`lower_bound`] may be asked for afterwards.
///
/// With ranks, the used slots are those of a call without. Where bodies can clash each radius has its own slots, and
/// its ranks take those from front to back: clearance goes before ranks. Exchanges are looked at, and the effort's bound
/// holds, among agents of one rank and there one radius. With unequal weights (b) counts weighted walks and no bound
/// holds. With earlier slots neither ranks nor weights are looked at.
#[expect(clippy::too_many_arguments, reason = "two sides, their roles, the rules, and where the answer goes")]
pub async fn reform_with_roles(
    agents: LayerAgents<'_>,
    slots: LayerSlots<'_>,
    roles: &Roles<'_>,
    rules: AssignRules,
    pace: &Pace<'_>,
    scratch: &mut AssignScratch,
    slot_of: &mut Vec<u32>,
    overlap: &mut Vec<bool>,
) {
    let layer = Layer::new(agents, slots, rules.cost).marching(roles.march);
    if pace.is_straight() && agents.at.len() >= MANY {
        pace.executor.inside(|| at_once(seat(&layer, roles, rules, pace, scratch)));
    } else {
        seat(&layer, roles, rules, pace, scratch).await;
    }
    write_outputs(&layer, scratch, slot_of, overlap);
}

/// Seats a layer and brings it to rest.
async fn seat(layer: &Layer<'_>, roles: &Roles<'_>, rules: AssignRules, pace: &Pace<'_>, scratch: &mut AssignScratch) {
    if roles.stand_already() {
        previous_slots::seat_as_before(layer, roles, rules, pace, scratch).await;
    } else {
        let may_clash = layer.somebody_may_clash(&mut scratch.slot_grid);
        if roles.are_ranked() && may_clash {
            reform::seat_by_rank(layer, roles, rules, pace, scratch).await;
        } else {
            reform::seat(layer, may_clash, rules, pace, scratch).await;
        }
        if roles.are_ranked() || roles.are_weighted() {
            let AssignScratch { classes, refinement, seats, .. } = scratch;
            classes.settle(layer, roles, rules, pace, refinement, seats).await;
        }
    }
}

/// A proved lower bound of the summed cost of the walks of the call before, with the same arguments (F34): over all maps
/// in which each radius, where bodies can clash, and each rank keeps its slots. Weights do not count.
pub async fn lower_bound(
    agents: LayerAgents<'_>,
    slots: LayerSlots<'_>,
    roles: &Roles<'_>,
    rules: AssignRules,
    pace: &Pace<'_>,
    scratch: &mut AssignScratch,
) -> i128 {
    let layer = Layer::new(agents, slots, rules.cost);
    let AssignScratch { classes, refinement, seats, .. } = scratch;
    classes.lower_bound(&layer, roles, rules, pace, refinement, seats).await
}

/// KeepFormation over a slot list (F35): `agents.at` are offsets from the group's centroid, turned as ordered; ideal
/// points are those offsets from the slots' centroid.
pub async fn keep_formation(
    agents: LayerAgents<'_>,
    slots: LayerSlots<'_>,
    pace: &Pace<'_>,
    scratch: &mut AssignScratch,
    slot_of: &mut Vec<u32>,
    overlap: &mut Vec<bool>,
) {
    let mut ideal = std::mem::take(&mut scratch.ideal);
    keep_formation::place_ideal_points(agents.at, slots.at, &mut ideal);
    let agents = LayerAgents { at: &ideal, radius: agents.radius };
    let layer = Layer::new(agents, slots, CostRule::Squared);
    keep_formation::seat_nearest(&layer, pace, scratch).await;
    write_outputs(&layer, scratch, slot_of, overlap);
    scratch.ideal = ideal;
}

fn write_outputs(layer: &Layer, scratch: &AssignScratch, slot_of: &mut Vec<u32>, overlap: &mut Vec<bool>) {
    let AssignScratch { seats, refinement, .. } = scratch;
    slot_of.clear();
    slot_of.extend_from_slice(&seats.slot_of);
    overlap.clear();
    overlap.resize(slot_of.len(), false);
    // Nobody comes into another's way later on.
    if refinement.crowded {
        displacement::note_overlaps(layer, seats, overlap);
    }
}
