//! The roster: who takes part, in canonical order, with what is missing filled in (F3 to F8).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3, I64Vec2};

use super::facing::Facing;
use super::order::Order;
use super::output::{
    FLAG_BAD_RADIUS, FLAG_DEFAULTED, FLAG_DUPLICATE_ID, Goals, Outcome, REPORT_DIRECTION_DEFAULTED, Report,
};
use super::radius::{DEFAULT_RADIUS, usable_radius};
use super::shape::MAX_SLOTS;
use crate::fault::{Fault, FaultKind};
use crate::geometry::fixed_point::Quantum;

/// Farthest that an agent may stand from the centroid, in unit scales (F3).
pub const MAX_DISTANCE: f64 = 4e6;

/// A circle that is taken: another squad's member, standing (F39).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandingCircle {
    /// Where, in the plane.
    pub center: DVec2,
    /// How wide.
    pub radius: f64,
}

/// What the caller knows of its agents. Each slice may be shorter than `count`: what is missing falls back (F6).
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentInputs<'a> {
    /// Number of agents, and of outputs.
    pub count: usize,
    /// Where they are. Not finite: the agent is left out.
    pub locations: &'a [DVec3],
    /// How wide they are.
    pub radii: &'a [f64],
    /// Their identity: makes the result independent of the input's order.
    pub unique_ids: &'a [u64],
    /// Non-zero: belongs to the air layer.
    pub can_fly: &'a [u8],
    /// Non-zero: may take part.
    pub eligible: &'a [u8],
    /// Non-zero: keeps its own z.
    pub z_frozen: &'a [u8],
    /// Ranks (F36): lower stands further forward. Missing: 0. All equal: no effect.
    pub ranks: &'a [u8],
    /// Speeds, 1 being the usual one: the walks of the slow weigh more. Missing: 1; not finite or not positive: 1, and
    /// flagged. All equal: no effect.
    pub speeds: &'a [f64],
    /// Slot numbers of an earlier call for the same lattice, by input index; [`super::assign::NO_SLOT`] or missing: none
    /// (F38). Who has one keeps it whatever its rank or speed, so leave them out for an order that turns the army about.
    /// Empty: who stands where is found anew.
    pub previous_slots: &'a [u32],
    /// Circles that are taken. Ground layer only.
    pub standing: &'a [StandingCircle],
}

/// The members in canonical order: by unique id, then by input index.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// Input index.
    pub agent: Vec<u32>,
    /// Where it stands relative to the centroid, in quanta.
    pub at: Vec<I64Vec2>,
    /// Body radius, size multiplier included.
    pub radius: Vec<f64>,
    /// Whether it belongs to the air layer.
    pub air: Vec<bool>,
    /// Whether it keeps its own z.
    pub z_frozen: Vec<bool>,
    /// Whether its own z is known.
    pub z_known: Vec<bool>,
    /// Centroid of the members relative to the order's center, in quanta.
    pub centroid: I64Vec2,
    /// Height that air members keep their own above: the mean of the ground layer, or of everybody where all fly,
    /// relative to the order's center, in the caller's unit. (Were it everybody's mean, flyers over an army on the
    /// ground would sink with each order.)
    pub centroid_height: f64,
    /// Where members stand whose location is missing: at the centroid.
    pub missing: DVec3,
}

impl Roster {
    /// Number of members.
    pub fn len(&self) -> usize {
        self.agent.len()
    }

    /// Whether nobody takes part.
    pub fn is_empty(&self) -> bool {
        self.agent.is_empty()
    }

    /// Members of the air layer.
    pub fn air_count(&self) -> usize {
        self.air.iter().filter(|air| **air).count()
    }

    /// The order's facing for these members (F2).
    pub fn facing(&self, order: &Order, report: &mut Report) -> Facing {
        let to_center = Quantum::new(order.unit_scale).length2(-self.centroid);
        let (facing, defaulted) = Facing::new(order.direction, to_center);
        if defaulted {
            report.bits |= REPORT_DIRECTION_DEFAULTED;
        }
        facing
    }

    /// Where a member stands, given the `locations` that the roster was gathered from (what is missing filled in).
    pub fn location(&self, member: usize, locations: &[DVec3]) -> DVec3 {
        locations.get(self.agent[member] as usize).copied().unwrap_or(self.missing)
    }

    /// The height of a member's goal on a place of height `place` (F23, F28): its own when that is frozen, in the air
    /// its own above the centroid's. `locations` are those that the roster was gathered from.
    pub fn goal_height(&self, member: usize, locations: &[DVec3], place: f64) -> f64 {
        let own = self.location(member, locations).z;
        match (self.z_known[member] && self.z_frozen[member], self.z_known[member] && self.air[member]) {
            (true, _) => own,
            (false, true) => own - self.centroid_height,
            (false, false) => place,
        }
    }

    /// Radius of the widest member of the ground layer.
    pub fn widest_on_ground(&self) -> f64 {
        self.radius.iter().zip(&self.air).filter(|(_, air)| !**air).map(|(radius, _)| *radius).fold(0.0, f64::max)
    }

    /// Reads the inputs into canonical order, and writes outcome and flags of everybody into `goals`, which has been
    /// reset.
    ///
    /// # Errors
    /// More members than a formation can have, or a member too far from the others.
    pub fn gather(
        &mut self,
        inputs: &AgentInputs,
        order: &Order,
        goals: &mut Goals,
        report: &mut Report,
    ) -> Result<(), Fault> {
        let quantum = Quantum::new(order.unit_scale);
        self.admit(inputs, goals)?;
        self.locate(inputs, order, quantum, goals, report)?;
        self.measure(inputs, order, goals, report);
        Ok(())
    }

    /// Who takes part, sorted by id.
    fn admit(&mut self, inputs: &AgentInputs, goals: &mut Goals) -> Result<(), Fault> {
        self.agent.clear();
        self.agent.reserve_exact(inputs.count.min(MAX_SLOTS));
        for agent in 0..inputs.count {
            let eligible = inputs.eligible.get(agent).is_none_or(|flag| *flag != 0);
            let finite = inputs.locations.get(agent).is_none_or(|location| location.is_finite());
            goals.outcome[agent] = match (eligible, finite) {
                (false, _) => Outcome::Ineligible,
                (true, false) => Outcome::BadPosition,
                (true, true) => Outcome::Placed,
            };
            if eligible && finite {
                self.agent.push(agent as u32);
            }
        }
        if self.agent.len() > MAX_SLOTS {
            return Err(Fault::new(
                FaultKind::Capacity,
                format!("agents: {} take part; one formation holds at most {MAX_SLOTS}", self.agent.len()),
            ));
        }
        let id = |agent: u32| inputs.unique_ids.get(agent as usize).copied().unwrap_or(agent.into());
        self.agent.sort_unstable_by_key(|agent| (id(*agent), *agent));
        for pair in self.agent.windows(2) {
            if id(pair[0]) == id(pair[1]) {
                goals.flags[pair[0] as usize] |= FLAG_DUPLICATE_ID;
                goals.flags[pair[1] as usize] |= FLAG_DUPLICATE_ID;
            }
        }
        Ok(())
    }

    /// Where the members stand, and the centroid as the mean of their rounded positions (F7).
    fn locate(
        &mut self,
        inputs: &AgentInputs,
        order: &Order,
        quantum: Quantum,
        goals: &mut Goals,
        report: &mut Report,
    ) -> Result<(), Fault> {
        let (mut present, mut sum_x, mut sum_y) = (0_i128, 0_i128, 0_i128);
        // Heights of the ground layer and of the air.
        let (mut standing, mut sum_z) = ([0_i128; 2], [0_i128; 2]);
        for agent in &self.agent {
            if let Some(location) = inputs.locations.get(*agent as usize) {
                let offset = *location - order.center;
                let rounded = quantum.round2(offset.truncate());
                check_representable(*agent, *location, rounded)?;
                present += 1;
                sum_x += i128::from(rounded.x);
                sum_y += i128::from(rounded.y);
                let layer = usize::from(flies(inputs, *agent as usize));
                standing[layer] += 1;
                sum_z[layer] += i128::from(quantum.round(offset.z));
            }
        }
        self.centroid = I64Vec2::new(rounded_mean(sum_x, present), rounded_mean(sum_y, present));
        let layer = usize::from(standing[0] == 0);
        self.centroid_height = quantum.length(rounded_mean(sum_z[layer], standing[layer]));
        self.missing = order.center + quantum.length2(self.centroid).extend(self.centroid_height);
        self.at.clear();
        self.at.reserve_exact(self.agent.len());
        self.z_known.clear();
        self.z_known.reserve_exact(self.agent.len());
        for agent in &self.agent {
            let known = inputs.locations.get(*agent as usize);
            let at = match known {
                Some(location) => quantum.round2((*location - order.center).truncate()) - self.centroid,
                None => I64Vec2::ZERO,
            };
            check_distance(*agent, known.copied().unwrap_or(self.missing), at)?;
            if known.is_none() {
                goals.flags[*agent as usize] |= FLAG_DEFAULTED;
                report.defaulted_locations += 1;
            }
            self.at.push(at);
            self.z_known.push(known.is_some());
        }
        Ok(())
    }

    /// Radii, layers and frozen heights.
    fn measure(&mut self, inputs: &AgentInputs, order: &Order, goals: &mut Goals, report: &mut Report) {
        self.radius.clear();
        self.radius.reserve_exact(self.agent.len());
        self.air.clear();
        self.air.reserve_exact(self.agent.len());
        self.z_frozen.clear();
        self.z_frozen.reserve_exact(self.agent.len());
        for agent in &self.agent {
            let index = *agent as usize;
            let radius = match inputs.radii.get(index) {
                Some(radius) => radius * order.size_multiplier,
                None => {
                    goals.flags[index] |= FLAG_DEFAULTED;
                    report.defaulted_radii += 1;
                    DEFAULT_RADIUS * order.unit_scale * order.size_multiplier
                }
            };
            let (radius, bad) = usable_radius(radius);
            if bad {
                goals.flags[index] |= FLAG_BAD_RADIUS;
            }
            self.radius.push(radius);
            if index >= inputs.unique_ids.len() {
                goals.flags[index] |= FLAG_DEFAULTED;
                report.defaulted_ids += 1;
            }
            self.air.push(flies(inputs, index));
            self.z_frozen.push(inputs.z_frozen.get(index).is_some_and(|flag| *flag != 0));
        }
    }
}

fn flies(inputs: &AgentInputs, agent: usize) -> bool {
    inputs.can_fly.get(agent).is_some_and(|flag| *flag != 0)
}

/// A rounded offset that saturated, or that sums and squares could not hold, is refused.
fn check_representable(agent: u32, location: DVec3, rounded: I64Vec2) -> Result<(), Fault> {
    const LIMIT: u64 = 1 << 60;
    if rounded.x.unsigned_abs().max(rounded.y.unsigned_abs()) >= LIMIT {
        return Err(out_of_range(agent, location, "from the order's center"));
    }
    Ok(())
}

fn check_distance(agent: u32, location: DVec3, from_centroid: I64Vec2) -> Result<(), Fault> {
    const LIMIT: i128 = (MAX_DISTANCE * Quantum::STEPS) as i128;
    let (x, y) = (i128::from(from_centroid.x), i128::from(from_centroid.y));
    if x * x + y * y > LIMIT * LIMIT {
        return Err(out_of_range(agent, location, "from the centroid"));
    }
    Ok(())
}

fn out_of_range(agent: u32, location: DVec3, from: &str) -> Fault {
    Fault::new(
        FaultKind::OutOfRange,
        format!("agents.locations[{agent}] is {location}: too far {from} (at most 4e6 unit scales from the centroid)"),
    )
}

/// The mean, halves away from zero; 0 for nobody.
fn rounded_mean(sum: i128, count: i128) -> i64 {
    if count == 0 {
        return 0;
    }
    let doubled = 2 * sum.abs() + count;
    (sum.signum() * (doubled / (2 * count))) as i64
}
