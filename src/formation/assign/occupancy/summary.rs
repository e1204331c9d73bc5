//! Summaries: which free slots lie under each node of the slot tree, which searches prune by.
#![forbid(unsafe_code)]

use super::{FREE, Occupancy};
use crate::formation::assign::Layer;
use crate::formation::assign::point_tree::NOWHERE;

/// The free slots under a node of the slot tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Their lowest and highest ring; low above high when none is free.
    pub rings: (u32, u32),
    /// A radius that none of them has more room for.
    pub room: f64,
}

impl Summary {
    pub const EMPTY: Self = Self { rings: (u32::MAX, 0), room: f64::NEG_INFINITY };

    pub fn has_no_free(&self) -> bool {
        self.rings.0 > self.rings.1
    }

    fn union(self, other: Self) -> Self {
        Self {
            rings: (self.rings.0.min(other.rings.0), self.rings.1.max(other.rings.1)),
            room: self.room.max(other.room),
        }
    }
}

impl Occupancy {
    /// Builds all summaries anew.
    pub fn summarize(&mut self, layer: &Layer) {
        for node in (1..2 * self.tree.leaves()).rev() {
            self.summaries[node] = self.summary_of(layer, node);
        }
    }

    /// The summary of a node, reckoned anew.
    pub(super) fn summary_of(&self, layer: &Layer, node: usize) -> Summary {
        if !self.tree.is_leaf(node) {
            return self.summaries[2 * node].union(self.summaries[2 * node + 1]);
        }
        let mut all = Summary::EMPTY;
        for entry in self.tree.entries(self.tree.range(node)) {
            let slot = entry.number as usize;
            if self.agent_at[slot] == FREE {
                let ring = layer.slots.ring[slot];
                let room = if self.guarded { self.room[slot] } else { f64::INFINITY };
                all = all.union(Summary { rings: (ring, ring), room });
            }
        }
        all
    }

    /// Brings the summaries above a slot up to date.
    pub fn refresh(&mut self, layer: &Layer, slot: u32) {
        self.touch(slot);
        self.refresh_above(layer, slot);
    }

    /// As [`Self::refresh`], of a slot on which nobody came or went.
    pub(super) fn refresh_above(&mut self, layer: &Layer, slot: u32) {
        let position = self.tree.position(slot);
        if position == NOWHERE {
            return;
        }
        let mut node = self.tree.leaf_of(position as usize);
        while node > 0 {
            let summary = self.summary_of(layer, node);
            if summary == self.summaries[node] {
                return;
            }
            self.summaries[node] = summary;
            node /= 2;
        }
    }
}
