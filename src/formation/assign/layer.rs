//! Layer: the agents and slots of one assignment, with what every stage asks of them.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::clearance::{apart, can_clash};
use super::cost::{walk, walk_at_least};
use super::roles::Roles;
use super::{CostRule, LayerAgents, LayerSlots};
use crate::geometry::spatial_grid::SpatialGrid;

/// Whether [`LayerSlots::exact`] is looked at for agents of these radii and roles: somebody may clash or be short of room,
/// or the army stands already, where the repairs ask who is in whose way whatever the sizes.
pub fn needs_exact_places(radius: &[f64], roles: &Roles, room: &[f64], least_distance: f64) -> bool {
    let widest = radius.iter().copied().fold(0.0, f64::max);
    roles.stand_already() || can_clash(widest, widest, least_distance) || room.iter().any(|room| *room < widest)
}

/// The agents and slots of one assignment.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    pub agents: LayerAgents<'a>,
    pub slots: LayerSlots<'a>,
    pub cost: CostRule,
    /// The largest radius.
    pub widest: f64,
    /// Whether radii differ.
    pub is_mixed: bool,
    /// What each agent's walk weighs in a trade; empty when all weigh the same.
    weight: &'a [u32],
    lightest: f64,
    /// What the agents' places are relative to, from the order's center.
    pub march: I64Vec2,
}

impl<'a> Layer<'a> {
    pub fn new(agents: LayerAgents<'a>, slots: LayerSlots<'a>, cost: CostRule) -> Self {
        let widest = agents.radius.iter().copied().fold(0.0, f64::max);
        let is_mixed = agents.radius.iter().any(|radius| *radius != widest);
        Self { agents, slots, cost, widest, is_mixed, weight: &[], lightest: 1.0, march: I64Vec2::ZERO }
    }

    /// The same layer of agents whose places are relative to `march`, from the order's center.
    pub fn marching(self, march: I64Vec2) -> Self {
        Self { march, ..self }
    }

    /// The same layer with walks that weigh differently in a trade; all the same when `weight` is empty.
    pub fn weighted(self, weight: &'a [u32]) -> Self {
        Self { weight, lightest: weight.iter().min().map_or(1.0, |least| f64::from(*least)), ..self }
    }

    /// What an agent's walk to a slot counts for in a trade.
    pub fn weighted_walk(&self, agent: u32, slot: u32) -> i128 {
        let walk = self.walk(agent, slot);
        self.weight.get(agent as usize).map_or(walk, |weight| i128::from(*weight) * walk)
    }

    /// Weighted costs that the walk of `agent`, and that of anybody, of at least these squared lengths cannot fall below.
    pub fn weighted_walks_at_least(&self, agent: u32, squared_length: f64, squared_length_of_other: f64) -> f64 {
        let weight = self.weight.get(agent as usize).map_or(1.0, |weight| f64::from(*weight));
        weight * self.walk_at_least(squared_length) + self.lightest * self.walk_at_least(squared_length_of_other)
    }

    /// Whether what a trade saves is 2 (p - q)·(b - a): walks cost their square, and all weigh the same.
    pub fn saves_by_products(&self) -> bool {
        self.is_squared() && self.weight.is_empty()
    }

    /// Cost of an agent's walk to a slot.
    pub fn walk(&self, agent: u32, slot: u32) -> i128 {
        walk(self.cost, self.agents.at[agent as usize], self.slots.at[slot as usize])
    }

    /// A cost that no walk of at least this squared length falls below.
    pub fn walk_at_least(&self, squared_length: f64) -> f64 {
        walk_at_least(self.cost, squared_length)
    }

    /// Whether walks cost their squared length.
    pub fn is_squared(&self) -> bool {
        self.cost == CostRule::Squared
    }

    /// Whether two bodies of this agent's size could clash on neighbouring slots. Two agents that are not wide never
    /// clash.
    pub fn is_wide(&self, agent: u32) -> bool {
        let radius = self.agents.radius[agent as usize];
        can_clash(radius, radius, self.slots.least_distance)
    }

    /// Whether standing circles leave an agent room on a slot (F39).
    pub fn has_room(&self, agent: u32, slot: u32) -> bool {
        self.slots.room.get(slot as usize).is_none_or(|room| self.agents.radius[agent as usize] <= *room)
    }

    /// Whether two agents could clash on some pair of slots, or one be short of room.
    pub fn somebody_may_clash(&self, grid: &mut SpatialGrid) -> bool {
        if self.slots.room.iter().any(|room| *room < self.widest) {
            return true;
        }
        let widest = self.widest;
        if !can_clash(widest, widest, self.slots.least_distance) || self.agents.at.len() < 2 {
            return false;
        }
        let exact = self.slots.exact;
        // Slots that follow one another are mostly neighbours.
        if exact.windows(2).any(|pair| !apart(pair[0], widest, pair[1], widest)) {
            return true;
        }
        grid.rebuild(exact, 2.0 * widest);
        exact.iter().enumerate().any(|(slot, at)| {
            let mut around = grid.around(*at, 2.0 * widest);
            around.any(|other| (other as usize) > slot && !apart(*at, widest, exact[other as usize], widest))
        })
    }
}
