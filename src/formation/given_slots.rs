//! Assignment to slots that the caller brings: only their rings are ours (F22, F35).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3};

use super::FormationScratch;
use super::facing::Facing;
use super::layer_roles::{self, LatticeRows};
use super::layers::{NumberedSlots, SlotPlaces, assign_layers};
use super::order::{HolePolicy, Order, Shape};
use super::output::Report;
use super::roster::{AgentInputs, StandingCircle};
use super::shape::{Lattice, MAX_SLOTS, lattice};
use super::slots_on_ground::SlotUse;
use super::standing::StandingRule;
use crate::fault::{Fault, FaultKind};
use crate::geometry::fixed_point::Quantum;
use crate::geometry::spatial_grid::SpatialGrid;
use crate::pace::Pace;

/// Slots whose distance from the middle differs by less than this (in quanta) share a ring: callers often bring `f32`.
const RING_TOLERANCE: i64 = 16;

/// Buffers for slots that the caller brings.
#[derive(Debug, Default)]
pub struct GivenSlotScratch {
    offset: Vec<DVec2>,
    usage: Vec<SlotUse>,
    ring: Vec<u32>,
    room: Vec<f64>,
    place: Vec<DVec2>,
    grid: SpatialGrid,
    by_distance: Vec<(i64, u32)>,
}

/// Assigns the agents to `slots`, in either mode; the results stand in `scratch.goals`.
///
/// # Errors
/// The order or an input is out of its range, or there are more slots than a formation can have.
pub async fn assign_to_given_slots(
    order: &Order<'_>,
    inputs: &AgentInputs<'_>,
    slots: &[DVec3],
    pace: &Pace<'_>,
    scratch: &mut FormationScratch,
) -> Result<Report, Fault> {
    order.check()?;
    check_slots(slots)?;
    let mut report = Report { slots_made: slots.len() as u64, ..Report::default() };
    let FormationScratch { goals, roster, layers, given, .. } = scratch;
    goals.reset(inputs.count, order.center);
    roster.gather(inputs, order, goals, &mut report)?;
    let facing = roster.facing(order, &mut report);
    given.read(order, slots);
    given.rank(order, facing, roster.len());
    given.measure_room(inputs.standing, slots, roster.widest_on_ground());
    let numbered = NumberedSlots {
        places: SlotPlaces::Given { place: slots, offset: &given.offset },
        usage: &given.usage,
        ring: &given.ring,
        room: &given.room,
        separation: 0.0,
        rows: LatticeRows::default(),
    };
    layer_roles::flag_bad_speeds(inputs, roster, goals);
    assign_layers(order, inputs, roster, numbered, pace, layers, goals, &mut report).await?;
    report.conclude(roster, inputs.locations, goals);
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
    fn read(&mut self, order: &Order, slots: &[DVec3]) {
        self.offset.clear();
        self.offset.extend(slots.iter().map(|slot| (*slot - order.center).truncate()));
        self.usage.clear();
        self.usage.resize(slots.len(), SlotUse::Open);
    }

    /// What standing circles leave to the ground layer: whoever fits may stand (the slots are the caller's own).
    fn measure_room(&mut self, circles: &[StandingCircle], slots: &[DVec3], widest: f64) {
        self.room.clear();
        if !circles.is_empty() {
            self.place.clear();
            self.place.extend(slots.iter().map(|slot| slot.truncate()));
            self.room.resize(slots.len(), f64::INFINITY);
            let rule = StandingRule { circles, half_distance: 0.0, widest };
            rule.room(&self.place, &mut self.grid, &mut self.room);
        }
    }

    /// Rings by the metric of the order's shape, over whatever places there are.
    fn rank(&mut self, order: &Order, facing: Facing, agents: usize) {
        let quantum = Quantum::new(order.unit_scale);
        let local = |offset: &DVec2| DVec2::new(offset.dot(facing.right), offset.dot(facing.forward));
        let apex = self.offset.iter().map(|offset| local(offset).y).fold(f64::NEG_INFINITY, f64::max);
        let aspect = lattice(order).extent(agents.max(1)).aspect;
        let distance = |place: DVec2| match order.shape {
            Shape::Grid if order.hole_policy == HolePolicy::RearRank => apex - place.y,
            Shape::Grid | Shape::Staggered => place.x.abs().max(aspect * place.y.abs()),
            Shape::Wedge | Shape::Vee => place.x.abs().max((apex - place.y) * order.spacing.x / order.spacing.y),
            Shape::Line | Shape::Column | Shape::Echelon(_) => apex - place.y,
            Shape::Hollow => -place.x.abs().max(aspect * place.y.abs()),
            Shape::Circle(_) | Shape::Polygon { .. } | Shape::Points(_) => place.length(),
        };
        self.by_distance.clear();
        self.by_distance.extend(
            self.offset.iter().enumerate().map(|(number, slot)| (quantum.round(distance(local(slot))), number as u32)),
        );
        self.by_distance.sort_unstable();
        self.ring.clear();
        self.ring.resize(self.offset.len(), 0);
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
