//! Layer: the agents and slots of one assignment, with what every stage asks of them.
#![forbid(unsafe_code)]

use super::clearance::{apart, can_clash};
use super::cost::{walk, walk_at_least};
use super::{CostRule, LayerAgents, LayerSlots};
use crate::geometry::spatial_grid::SpatialGrid;

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
}

impl<'a> Layer<'a> {
    pub fn new(agents: LayerAgents<'a>, slots: LayerSlots<'a>, cost: CostRule) -> Self {
        let widest = agents.radius.iter().copied().fold(0.0, f64::max);
        Self { agents, slots, cost, widest, is_mixed: agents.radius.iter().any(|radius| *radius != widest) }
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
        grid.rebuild(exact, 2.0 * widest);
        exact.iter().enumerate().any(|(slot, at)| {
            let mut around = grid.around(*at, 2.0 * widest);
            around.any(|other| (other as usize) > slot && !apart(*at, widest, exact[other as usize], widest))
        })
    }
}
