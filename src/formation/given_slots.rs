//! Assignment to slots that the caller brings: only their rings are ours (F22, F35).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3};

use super::FormationScratch;
use super::facing::Facing;
use super::layers::{NumberedSlots, SlotUse, assign_layers};
use super::order::{Order, Shape};
use super::output::Report;
use super::roster::AgentInputs;
use super::shape::{Lattice, MAX_SLOTS, lattice};
use crate::fault::{Fault, FaultKind};
use crate::geometry::fixed_point::Quantum;
use crate::parallel::Executor;

/// Slots whose distance from the middle differs by less than this (in quanta) share a ring: callers often bring `f32`.
const RING_TOLERANCE: i64 = 16;

/// Buffers for slots that the caller brings.
#[derive(Debug, Default)]
pub struct GivenSlotScratch {
    usable: Vec<SlotUse>,
    ring: Vec<u32>,
    by_distance: Vec<(i64, u32)>,
}

/// Assigns the agents to `slots`, in either mode; the results stand in `scratch.goals`.
///
/// # Errors
/// The order or an input is out of its range, or there are more slots than a formation can have.
pub fn assign_to_given_slots(
    order: &Order,
    inputs: &AgentInputs,
    slots: &[DVec3],
    executor: &Executor,
    scratch: &mut FormationScratch,
) -> Result<Report, Fault> {
    order.check()?;
    check_slots(slots)?;
    let mut report = Report { slots_made: slots.len() as u64, ..Report::default() };
    let FormationScratch { goals, roster, layers, given, .. } = scratch;
    goals.reset(inputs.count, order.center);
    roster.gather(inputs, order, goals, &mut report)?;
    let facing = roster.facing(order, &mut report);
    given.usable.clear();
    given.usable.resize(slots.len(), SlotUse::Open);
    given.rank(order, facing, roster.len(), slots);
    let numbered = NumberedSlots { place: slots, usable: &given.usable, ring: &given.ring, least_distance: 0.0 };
    assign_layers(order, roster, numbered, inputs.standing, executor, layers, goals, &mut report)?;
    report.conclude(roster, goals);
    Ok(report)
}

fn check_slots(slots: &[DVec3]) -> Result<(), Fault> {
    if slots.len() > MAX_SLOTS {
        let text = format!("slots.count is {}; one formation holds at most {MAX_SLOTS}", slots.len());
        return Err(Fault::new(FaultKind::Capacity, text));
    }
    match slots.iter().position(|slot| !slot.is_finite()) {
        Some(index) => Err(Fault::new(FaultKind::NotFinite, format!("slots[{index}] is {}", slots[index]))),
        None => Ok(()),
    }
}

impl GivenSlotScratch {
    /// Rings by the metric of the order's shape, over whatever places there are.
    fn rank(&mut self, order: &Order, facing: Facing, agents: usize, slots: &[DVec3]) {
        let quantum = Quantum::new(order.unit_scale);
        let local = |slot: &DVec3| {
            let offset = (*slot - order.center).truncate();
            DVec2::new(offset.dot(facing.right), offset.dot(facing.forward))
        };
        let apex = slots.iter().map(|slot| local(slot).y).fold(f64::NEG_INFINITY, f64::max);
        let aspect = lattice(order).extent(agents.max(1)).aspect;
        let distance = |place: DVec2| match order.shape {
            Shape::Grid => place.x.abs().max(aspect * place.y.abs()),
            Shape::Wedge => place.x.abs().max((apex - place.y) * order.spacing.x / order.spacing.y),
            Shape::Circle(_) | Shape::Polygon { .. } => place.length(),
        };
        self.by_distance.clear();
        self.by_distance.extend(
            slots.iter().enumerate().map(|(number, slot)| (quantum.round(distance(local(slot))), number as u32)),
        );
        self.by_distance.sort_unstable();
        self.ring.clear();
        self.ring.resize(slots.len(), 0);
        let (mut ring, mut first) = (0, self.by_distance.first().map_or(0, |nearest| nearest.0));
        for (distance, number) in &self.by_distance {
            if distance - first > RING_TOLERANCE {
                ring += 1;
                first = *distance;
            }
            self.ring[*number as usize] = ring;
        }
    }
}
