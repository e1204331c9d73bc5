//! Assignment: who goes to which slot (F29 to F33, F35 over slots).
//!
//! ```text
//! candidates ─▶ auction ─▶ completion ─▶ compaction ─▶ exchange ─▶ displacement
//! ```
//!
//! One layer at a time. Agents arrive in canonical order (unique id, then input index) and slots in order of their
//! number, so that "lower index" is every tie's last word.
#![forbid(unsafe_code)]

pub mod auction;
pub mod cost;

use glam::{DVec2, I64Vec2};

use super::order::CostRule;
use crate::parallel::Executor;

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
    /// The same place unrounded, in the caller's unit: clearance is checked on it.
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

/// Buffers of an assignment, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct AssignScratch {}

/// ReformTheLine over one layer: writes a slot's index (or [`NO_SLOT`]) and whether an overlap is left, per agent.
/// Both outputs are overwritten whole.
pub fn reform_the_line(
    _agents: LayerAgents,
    _slots: LayerSlots,
    _rules: AssignRules,
    _executor: &Executor,
    _scratch: &mut AssignScratch,
    _slot_of: &mut Vec<u32>,
    _overlap: &mut Vec<bool>,
) {
    todo!()
}

/// KeepFormation over a slot list (F35): `agents.at` are offsets from the group's centroid, turned as ordered; ideal
/// points are those offsets from the slots' centroid.
pub fn keep_formation(
    _agents: LayerAgents,
    _slots: LayerSlots,
    _executor: &Executor,
    _scratch: &mut AssignScratch,
    _slot_of: &mut Vec<u32>,
    _overlap: &mut Vec<bool>,
) {
    todo!()
}
