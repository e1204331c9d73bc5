//! Room: the largest radius that standing circles and wide agents leave on each free slot.
#![forbid(unsafe_code)]

use super::{FREE, Occupancy};
use crate::formation::assign::Layer;
use crate::formation::assign::clearance;

impl Occupancy {
    /// The largest radius up to `most` that stands clear on a slot among the agents that `counts` admits, and the agent
    /// that sets it, or [`FREE`].
    pub fn radius_left(&self, layer: &Layer, slot: u32, most: f64, counts: impl Fn(u32) -> bool) -> (f64, u32) {
        let at = layer.slots.exact[slot as usize];
        let mut left = (most, FREE);
        self.clashes(layer, slot, most, |agent| {
            if counts(agent) {
                let stands_at = layer.slots.exact[self.slot_of[agent as usize] as usize];
                let radius = clearance::radius_left((at - stands_at).length(), layer.agents.radius[agent as usize]);
                if radius < left.0 || (radius == left.0 && agent < left.1) {
                    left = (radius, agent);
                }
            }
            true
        });
        left
    }

    /// Whether an agent larger than the occupant of a slot may trade with it, as far as this slot and those who stand
    /// around it go.
    pub fn may_let_in_larger(&self, layer: &Layer, slot: u32) -> bool {
        let radius = |agent: u32| layer.agents.radius[agent as usize];
        let occupant = self.agent_at[slot as usize];
        let by_radius = self.clearance.by_radius();
        let larger = by_radius.partition_point(|agent| radius(*agent) > radius(occupant));
        let Some(next_larger) = larger.checked_sub(1).map(|place| by_radius[place]) else { return false };
        self.may_let_in(layer, slot, next_larger, |other| radius(other) > radius(occupant))
    }

    /// As [`Self::may_let_in_larger`], for a wide agent and an occupant that is none.
    pub fn may_let_in_wide(&self, layer: &Layer, slot: u32) -> bool {
        let by_radius = self.clearance.by_radius();
        let wide = by_radius.partition_point(|agent| layer.is_wide(*agent));
        let Some(smallest) = wide.checked_sub(1).map(|place| by_radius[place]) else { return false };
        self.may_let_in(layer, slot, smallest, |other| layer.is_wide(other))
    }

    /// Whether an agent like `guest`, which is one of the `guests`, may trade with the occupant of a slot as far as this
    /// slot goes.
    fn may_let_in(&self, layer: &Layer, slot: u32, guest: u32, guests: impl Fn(u32) -> bool) -> bool {
        if !layer.has_room(guest, slot) {
            return false;
        }
        let occupant = self.agent_at[slot as usize];
        let (mut is_blocked, mut guests_in_the_way) = (false, 0);
        self.clashes(layer, slot, layer.agents.radius[guest as usize], |other| {
            // A single one may be the partner, who leaves its place.
            guests_in_the_way += u32::from(guests(other));
            is_blocked = guests_in_the_way > 1 || (!guests(other) && other != occupant);
            !is_blocked
        });
        !is_blocked
    }

    pub(super) fn measured_room(&self, layer: &Layer, slot: u32) -> f64 {
        let (left, agent) = self.radius_left(layer, slot, self.widest, |agent| layer.is_wide(agent));
        let left = if agent == FREE { f64::INFINITY } else { left };
        layer.slots.room.get(slot as usize).copied().unwrap_or(f64::INFINITY).min(left)
    }

    /// Lowers the room of the free slots that a wide agent reaches.
    pub(super) fn narrow(&mut self, layer: &Layer, agent: u32, slot: u32) {
        let radius = layer.agents.radius[agent as usize];
        if radius + self.widest > self.neighbours.reach() {
            return self.narrow_under(layer, agent, slot, 1);
        }
        let at = layer.slots.exact[slot as usize];
        for index in 0..self.neighbours.of(slot).len() {
            let near = self.neighbours.of(slot)[index];
            let left = clearance::radius_left((layer.slots.exact[near as usize] - at).length(), radius);
            let room = &mut self.room[near as usize];
            if left < self.widest.min(*room) {
                *room = left;
                self.refresh_above(layer, near);
            }
        }
    }

    fn narrow_under(&mut self, layer: &Layer, agent: u32, slot: u32, node: usize) {
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
            self.narrow_under(layer, agent, slot, 2 * node);
            self.narrow_under(layer, agent, slot, 2 * node + 1);
        }
        self.summaries[node] = self.summary_of(layer, node);
    }

    /// Measures the room of the free slots anew that a wide agent has narrowed before it left.
    pub(super) fn widen(&mut self, layer: &Layer, agent: u32, slot: u32) {
        let radius = layer.agents.radius[agent as usize];
        if radius + self.widest > self.neighbours.reach() {
            return self.widen_under(layer, agent, slot, 1);
        }
        let at = layer.slots.exact[slot as usize];
        for index in 0..self.neighbours.of(slot).len() {
            let near = self.neighbours.of(slot)[index];
            let place = layer.slots.exact[near as usize];
            let is_free = self.agent_at[near as usize] == FREE;
            if is_free && clearance::radius_left((place - at).length(), radius) <= self.room[near as usize] {
                self.room[near as usize] = self.measured_room(layer, near);
                self.refresh_above(layer, near);
            }
        }
    }

    fn widen_under(&mut self, layer: &Layer, agent: u32, slot: u32, node: usize) {
        let (at, radius) = (layer.slots.exact[slot as usize], layer.agents.radius[agent as usize]);
        let near = clearance::radius_left(self.exact_bounds[node].distance_squared(at).sqrt(), radius);
        if near >= self.widest || self.summaries[node].has_no_free() {
            return;
        }
        if self.tree.is_leaf(node) {
            for position in self.tree.range(node) {
                let slot = self.tree.entry(position).number;
                let (place, room) = (layer.slots.exact[slot as usize], self.room[slot as usize]);
                if clearance::radius_left((place - at).length(), radius) <= room {
                    self.room[slot as usize] = self.measured_room(layer, slot);
                }
            }
        } else {
            self.widen_under(layer, agent, slot, 2 * node);
            self.widen_under(layer, agent, slot, 2 * node + 1);
        }
        self.summaries[node] = self.summary_of(layer, node);
    }
}
