//! Room: the largest radius that standing circles and wide agents leave on each free slot.
#![forbid(unsafe_code)]

use super::{FREE, Occupancy};
use crate::formation::assign::Layer;
use crate::formation::assign::clearance;

impl Occupancy {
    pub(super) fn measured_room(&self, layer: &Layer, slot: usize) -> f64 {
        let wide = |agent| layer.is_wide(agent);
        let (left, agent) = self.clearance.radius_left(layer.slots.exact[slot], self.widest, wide);
        let left = if agent == FREE { f64::INFINITY } else { left };
        layer.slots.room.get(slot).copied().unwrap_or(f64::INFINITY).min(left)
    }

    /// Lowers the room of the free slots that a wide agent reaches.
    pub(super) fn narrow(&mut self, layer: &Layer, agent: u32, slot: u32, node: usize) {
        let (at, radius) = (layer.slots.exact[slot as usize], layer.agents.radius[agent as usize]);
        let near = clearance::radius_left(self.exact_bounds[node].distance_squared(at).sqrt(), radius);
        if near >= self.widest.min(self.summaries[node].room) {
            return;
        }
        if self.tree.is_leaf(node) {
            for position in self.tree.range(node) {
                let slot = self.tree.entry(position).number as usize;
                let left = clearance::radius_left((layer.slots.exact[slot] - at).length(), radius);
                if left < self.widest {
                    self.room[slot] = self.room[slot].min(left);
                }
            }
        } else {
            self.narrow(layer, agent, slot, 2 * node);
            self.narrow(layer, agent, slot, 2 * node + 1);
        }
        self.summaries[node] = self.summary_of(layer, node);
    }

    /// Measures the room of the free slots anew that a wide agent has narrowed before it left.
    pub(super) fn widen(&mut self, layer: &Layer, agent: u32, slot: u32, node: usize) {
        let (at, radius) = (layer.slots.exact[slot as usize], layer.agents.radius[agent as usize]);
        let near = clearance::radius_left(self.exact_bounds[node].distance_squared(at).sqrt(), radius);
        if near >= self.widest || self.summaries[node].has_no_free() {
            return;
        }
        if self.tree.is_leaf(node) {
            for position in self.tree.range(node) {
                let slot = self.tree.entry(position).number as usize;
                if clearance::radius_left((layer.slots.exact[slot] - at).length(), radius) <= self.room[slot] {
                    self.room[slot] = self.measured_room(layer, slot);
                }
            }
        } else {
            self.widen(layer, agent, slot, 2 * node);
            self.widen(layer, agent, slot, 2 * node + 1);
        }
        self.summaries[node] = self.summary_of(layer, node);
    }
}
