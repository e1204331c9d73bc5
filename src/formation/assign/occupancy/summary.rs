//! Summaries: what lies under each node of the slot tree, which searches prune by.
#![forbid(unsafe_code)]

use super::{FREE, Occupancy};
use crate::formation::assign::Layer;
use crate::formation::assign::point_tree::Bounds;

/// What lies under a node of the slot tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The rectangle over the places that the occupants come from.
    pub people: Bounds,
    /// Lowest and highest ring of a free slot; low above high when none is free.
    pub free_rings: (u32, u32),
}

impl Summary {
    pub const EMPTY: Self = Self { people: Bounds::EMPTY, free_rings: (u32::MAX, 0) };

    pub fn has_no_free(&self) -> bool {
        self.free_rings.0 > self.free_rings.1
    }

    fn union(self, other: Self) -> Self {
        Self {
            people: self.people.union(other.people),
            free_rings: (self.free_rings.0.min(other.free_rings.0), self.free_rings.1.max(other.free_rings.1)),
        }
    }
}

/// What else lies under a node, where that is asked: not for a layer of squared walks in which nobody can clash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Most {
    /// The longest walk of an occupant; kept for EUCLID and weighted walks alone.
    pub walk: f64,
    /// A radius that no free slot exceeds.
    pub room: f64,
}

impl Most {
    pub const EMPTY: Self = Self { walk: 0.0, room: f64::NEG_INFINITY };

    fn union(self, other: Self) -> Self {
        Self { walk: self.walk.max(other.walk), room: self.room.max(other.room) }
    }
}

impl Occupancy {
    /// What lies under a node.
    pub fn summary(&self, node: usize) -> &Summary {
        &self.summaries[node]
    }

    /// The longest walk of an occupant under a node; kept for EUCLID and weighted walks alone.
    pub fn longest_walk(&self, node: usize) -> f64 {
        self.most[node].walk
    }

    /// Builds all summaries anew.
    pub fn summarize(&mut self, layer: &Layer) {
        for node in (1..2 * self.tree.leaves()).rev() {
            self.summaries[node] = self.summary_of(layer, node);
            if !self.most.is_empty() {
                self.most[node] = self.most_of(layer, node);
            }
        }
    }

    fn summary_of(&self, layer: &Layer, node: usize) -> Summary {
        if !self.tree.is_leaf(node) {
            return self.summaries[2 * node].union(self.summaries[2 * node + 1]);
        }
        let mut all = Summary::EMPTY;
        for position in self.tree.range(node) {
            let slot = self.tree.entry(position).number as usize;
            if self.agent_at[slot] == FREE {
                let ring = layer.slots.ring[slot];
                all.free_rings = (all.free_rings.0.min(ring), all.free_rings.1.max(ring));
            } else {
                all.people = all.people.union(Bounds::point(self.people[position]));
            }
        }
        all
    }

    /// What else lies under a node, reckoned anew.
    pub fn most_of(&self, layer: &Layer, node: usize) -> Most {
        if !self.tree.is_leaf(node) {
            return self.most[2 * node].union(self.most[2 * node + 1]);
        }
        let mut all = Most::EMPTY;
        for position in self.tree.range(node) {
            let slot = self.tree.entry(position).number;
            let agent = self.agent_at[slot as usize];
            if agent == FREE {
                all.room = all.room.max(if self.guarded { self.room[slot as usize] } else { f64::INFINITY });
            } else if !layer.saves_by_products() {
                all.walk = all.walk.max(layer.weighted_walk(agent, slot) as f64);
            }
        }
        all
    }

    /// Brings the summaries above a slot up to date.
    pub fn refresh(&mut self, layer: &Layer, slot: u32) {
        self.touch(slot);
        let mut node = self.tree.leaf_of(self.tree.position(slot) as usize);
        while node > 0 {
            let summary = self.summary_of(layer, node);
            let most = if self.most.is_empty() { Most::EMPTY } else { self.most_of(layer, node) };
            if summary == self.summaries[node] && self.most.get(node).is_none_or(|before| *before == most) {
                return;
            }
            self.summaries[node] = summary;
            if let Some(kept) = self.most.get_mut(node) {
                *kept = most;
            }
            node /= 2;
        }
    }
}
