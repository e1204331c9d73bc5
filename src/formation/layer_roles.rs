//! Roles of a layer's members: ranks, speeds and earlier slots, read from the inputs into the layer's order.
#![forbid(unsafe_code)]

use glam::{DVec2, I64Vec2};

use super::assign::NO_SLOT;
use super::assign::roles::Roles;
use super::order::{CostRule, Order};
use super::output::{FLAG_BAD_SPEED, Goals};
use super::roster::{AgentInputs, Roster};
use super::subset::Subset;
use crate::geometry::fixed_point::Quantum;

/// Weight of an agent of speed 1.
const WEIGHT: f64 = 65_536.0;
/// Most that a walk may weigh.
const MOST_WEIGHT: f64 = (1u64 << 28) as f64;

/// The rows of a lattice, which ranks are taken by. Empty: ranks have no effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct LatticeRows<'a> {
    /// Row from front to back per slot.
    pub row: &'a [i32],
    /// Place on the lattice before jitter and ground: x along the front, y to the front.
    pub local: &'a [DVec2],
}

/// Buffers of the roles, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct LayerRoles {
    rank: Vec<u8>,
    post: Vec<u32>,
    weight: Vec<u32>,
    previous: Vec<u32>,
    front_to_back: Vec<(i32, i64, i64, u32)>,
}

/// Flags the members whose speed is no speed (F5).
pub fn flag_bad_speeds(inputs: &AgentInputs, roster: &Roster, goals: &mut Goals) {
    for agent in &roster.agent {
        if inputs.speeds.get(*agent as usize).is_some_and(|speed| !is_speed(*speed)) {
            goals.flags[*agent as usize] |= FLAG_BAD_SPEED;
        }
    }
}

impl LayerRoles {
    /// Reads the roles of `members` for the slots of these numbers, which ascend. What has no effect stays empty.
    pub fn gather(
        &mut self,
        order: &Order,
        inputs: &AgentInputs,
        roster: &Roster,
        members: Subset,
        (numbers, rows): (Subset, LatticeRows),
    ) {
        let agent = |member: usize| roster.agent[member] as usize;
        self.rank.clear();
        self.post.clear();
        if !inputs.ranks.is_empty() && !rows.row.is_empty() {
            let rank = |member| inputs.ranks.get(agent(member)).copied().unwrap_or(0);
            self.rank.extend(members.numbers().map(rank));
            if self.rank.iter().any(|rank| *rank != self.rank[0]) {
                self.line_up(order, numbers, rows);
            }
        }
        self.weight.clear();
        if !inputs.speeds.is_empty() {
            let speed = |member| inputs.speeds.get(agent(member)).copied().unwrap_or(1.0);
            self.weight.extend(members.numbers().map(|member| weight(speed(member), order.cost)));
        }
        self.previous.clear();
        if !inputs.previous_slots.is_empty() {
            let previous = |member| inputs.previous_slots.get(agent(member)).copied().unwrap_or(NO_SLOT);
            let place = |number: u32| numbers.place(number).unwrap_or(NO_SLOT);
            self.previous.extend(members.numbers().map(|member| place(previous(member))));
        }
    }

    /// Numbers the slots from front to back: by row; within a row of the lattice from its flanks to its middle, so that
    /// where two ranks share a row the front one closes around the other; around a ring from its front to its back.
    fn line_up(&mut self, order: &Order, numbers: Subset, rows: LatticeRows) {
        let quantum = Quantum::new(order.unit_scale);
        self.front_to_back.clear();
        self.front_to_back.extend(numbers.numbers().enumerate().map(|(index, number)| {
            let local = quantum.round2(rows.local[number]);
            (rows.row[number], -local.y, -local.x.abs(), index as u32)
        }));
        self.front_to_back.sort_unstable();
        self.post.resize(numbers.len(), 0);
        for (post, (.., index)) in self.front_to_back.iter().enumerate() {
            self.post[*index as usize] = post as u32;
        }
    }

    /// The roles last gathered, of agents whose places are relative to `march`.
    pub fn roles(&self, march: I64Vec2) -> Roles<'_> {
        Roles { rank: &self.rank, post: &self.post, weight: &self.weight, previous: &self.previous, march }
    }
}

fn is_speed(speed: f64) -> bool {
    speed.is_finite() && speed > 0.0
}

/// What a walk weighs: SQUARED adds up squared times, so that a man of half the speed weighs four times as much (which
/// also leaves a lower sum of times than twice as much does); EUCLID adds up times.
fn weight(speed: f64, cost: CostRule) -> u32 {
    let speed = if is_speed(speed) { speed } else { 1.0 };
    let weight = match cost {
        CostRule::Squared => WEIGHT / speed / speed,
        CostRule::Euclid => WEIGHT / speed,
    };
    weight.round().clamp(1.0, MOST_WEIGHT) as u32
}
