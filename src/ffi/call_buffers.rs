//! The buffers of one call, pooled by its context: cleared and used again, so that a repeated call allocates nothing.

use glam::DVec3;

use super::agents::AgentBuffers;
use super::formation_desc::PointBuffers;
use super::formation_radii::CapsuleBuffers;
use super::formation_squads::SquadsBuffers;
use super::ground::RayBuffers;
use crate::debug_draw::DebugItem;
use crate::formation::FormationScratch;
use crate::formation::drag::DragScratch;
use crate::formation::ring::RingScratch;
use crate::formation::shape::SlotSheet;
use crate::formation::translation::TranslationScratch;
use crate::formation::validate::{SlotState, ValidateScratch};
use crate::ground::probe::ProbeScratch;

#[derive(Debug, Default)]
pub(super) struct CallBuffers {
    /// The main call and the assignment to given slots.
    pub(super) scratch: FormationScratch,
    pub(super) agents: AgentBuffers,
    pub(super) points: PointBuffers,
    pub(super) rays: RayBuffers,
    pub(super) debug: Vec<DebugItem>,
    pub(super) parts: PartBuffers,
    pub(super) squads: SquadsBuffers,
}

/// What the calls for single parts of the pipeline need.
#[derive(Debug, Default)]
pub(super) struct PartBuffers {
    pub(super) capsules: CapsuleBuffers,
    pub(super) drag: DragScratch,
    pub(super) radii: Vec<f64>,
    /// Slots, goals or a drawn line in the library's frame.
    pub(super) places: Vec<DVec3>,
    pub(super) sheet: SlotSheet,
    pub(super) ring: RingScratch,
    pub(super) rings: Vec<u32>,
    pub(super) states: Vec<SlotState>,
    pub(super) probe: ProbeScratch,
    pub(super) validate: ValidateScratch,
    pub(super) translation: TranslationScratch,
}
