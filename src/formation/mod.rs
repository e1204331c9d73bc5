//! Formations: who stands where.
//!
//! ```text
//! agents ─▶ roster ─▶ slots ─▶ ground ─▶ assignment ─▶ goals
//!           who may    where     can one    who goes     one goal per
//!           take part  to stand  stand there where       input agent
//! ```
#![forbid(unsafe_code)]

pub mod assign;
pub mod debug_geometry;
pub mod drag;
pub mod drag_curve;
pub mod facing;
pub mod fold_back;
pub mod fold_back_path;
pub mod footprint;
pub mod given_slots;
pub mod jitter;
pub mod layer_roles;
pub mod layers;
pub mod lone_agent;
pub mod occupancy;
pub mod order;
pub mod output;
pub mod previous_lattice;
pub mod quotient;
pub mod radius;
pub mod ring;
pub mod roster;
pub mod search_cells;
pub mod search_tile;
pub mod shape;
pub mod slots_on_ground;
pub mod squads;
pub mod standing;
pub mod subset;
pub mod target;
pub mod translation;
pub mod validate;

use given_slots::GivenSlotScratch;
use layers::{LayerScratch, NumberedSlots, assign_layers};
use order::{Mode, Order};
use output::{Goals, REPORT_SLOTS_CUT, Report};
use previous_lattice::kept_target;
use roster::{AgentInputs, Roster};
use shape::{Lattice, lattice};
use slots_on_ground::{SlotRequest, SlotsOnGround};
use target::slot_target;
use translation::{Translation, TranslationScratch, keep_formation_by_shape};

use crate::fault::Fault;
use crate::ground::Ground;
use crate::ground::probe::{ProbeScratch, Probed, Prober};
use crate::pace::{Pace, at_once};
use crate::parallel::Executor;

/// Buffers of a call, kept for the next call of the same size. The results stand in [`FormationScratch::goals`].
#[derive(Debug, Default)]
pub struct FormationScratch {
    /// One entry per input agent.
    pub goals: Goals,
    /// Who took part, in canonical order.
    pub roster: Roster,
    probes: ProbeScratch,
    footings: Vec<Probed>,
    translation: TranslationScratch,
    slots: SlotsOnGround,
    given: GivenSlotScratch,
    layers: LayerScratch,
}

/// The whole pipeline on a ground that answers at once: one goal per input agent in `scratch.goals`, and what was done.
///
/// # Errors
/// As [`form_up_in_turns`].
pub fn form_up(
    order: &Order,
    inputs: &AgentInputs,
    ground: Option<Ground>,
    executor: &Executor,
    scratch: &mut FormationScratch,
) -> Result<Report, Fault> {
    at_once(form_up_in_turns(order, inputs, ground, &Pace::straight(executor), scratch))
}

/// The whole pipeline: waits wherever the ground is not ready, and pauses where its pace says so.
///
/// # Errors
/// The order or an input is out of its range, or the ground source stopped the call.
pub async fn form_up_in_turns(
    order: &Order<'_>,
    inputs: &AgentInputs<'_>,
    ground: Option<Ground<'_>>,
    pace: &Pace<'_>,
    scratch: &mut FormationScratch,
) -> Result<Report, Fault> {
    order.check()?;
    let mut report = Report::default();
    let FormationScratch { goals, roster, probes, footings, translation, slots, layers, .. } = scratch;
    goals.reset(inputs.count, order.center);
    roster.gather(inputs, order, goals, &mut report)?;
    layer_roles::flag_bad_speeds(inputs, roster, goals);
    let facing = roster.facing(order, &mut report);
    pace.breathe_at(0.1).await;
    let mut prober = ground.map(|ground| Prober::new(ground, roster.len(), probes)).transpose()?;
    match (roster.len(), order.mode) {
        (0, _) => {}
        (1, _) => {
            let locations = inputs.locations;
            lone_agent::send_to_center(order, roster, locations, prober.as_mut(), footings, goals, &mut report).await?;
        }
        (_, Mode::KeepFormation) => {
            let army = Translation { order, facing, roster, locations: inputs.locations, standing: inputs.standing };
            keep_formation_by_shape(&army, prober.as_mut(), pace, translation, goals, &mut report).await?;
        }
        (_, Mode::ReformTheLine) => {
            let lattice = lattice(order);
            let target = slot_target(order, &lattice, roster.radius.iter().copied())?;
            report.bits |= if target.cut { REPORT_SLOTS_CUT } else { 0 };
            let asked = kept_target(order, inputs, &lattice, target.slots, &mut slots.sheet);
            report.slot_target = asked as u64;
            let request = SlotRequest {
                order,
                facing,
                lattice: &lattice,
                target: asked,
                ground_layer: roster.air_count() < roster.len(),
                air_layer: roster.air_count() > 0,
                standing: inputs.standing,
                widest: roster.widest_on_ground(),
            };
            slots.lay_out(&request, prober.as_mut(), pace, &mut report).await?;
            pace.breathe_at(0.3).await;
            report.bits |= if report.extent.cut { REPORT_SLOTS_CUT } else { 0 };
            let numbered = NumberedSlots::of(slots, lattice.least_distance() - 2.0 * order.offset);
            assign_layers(order, inputs, roster, numbered, pace, layers, goals, &mut report).await?;
        }
    }
    pace.breathe_at(0.95).await;
    if let Some(prober) = prober {
        (report.probe_batches, report.probes) = (prober.batches(), prober.probes());
    }
    report.conclude(roster, inputs.locations, goals);
    Ok(report)
}

impl FormationScratch {
    /// Whether circles that the last call (without ground) did not know of could have changed its result.
    fn is_reached_by(&self, order: &Order, circles: &[roster::StandingCircle]) -> bool {
        if circles.is_empty() || order.mode == Mode::KeepFormation || self.roster.len() < 2 {
            return false;
        }
        // One part in a thousand is far more than any rounding.
        let room = self.roster.widest_on_ground().max(0.5 * lattice(order).least_distance()) * 1.001;
        let places = || (0..self.slots.len()).map(|slot| self.slots.place(slot).truncate());
        let low = places().fold(glam::DVec2::INFINITY, glam::DVec2::min);
        let high = places().fold(glam::DVec2::NEG_INFINITY, glam::DVec2::max);
        circles.iter().any(|circle| {
            let reach = circle.radius * 1.001 + room + order.offset;
            circle.center.distance(circle.center.clamp(low, high)) <= reach
        })
    }
}
