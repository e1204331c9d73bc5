//! Wide ground: which of the slots that slender agents hold could take in a wide one, as far as those who stand around
//! go. They are few, and whoever looks for a trade between the two passes over all others at once.
//!
//! It changes where somebody steps aside, not where equals trade: those who stand beside are told apart by size alone.
#![forbid(unsafe_code)]

use std::ops::Range;

use super::super::Layer;
use super::super::occupancy::Occupancy;
use super::Seated;

/// Per position and per node of a tree of slender agents; a place once found to be such stays it until all are measured.
#[derive(Debug, Default)]
pub struct WideGround {
    positions: Vec<u64>,
    nodes: Vec<bool>,
}

impl WideGround {
    /// Looks at all positions; where some are `crowded` all count.
    pub fn measure(&mut self, layer: &Layer, seats: &Occupancy, seated: &Seated, crowded: bool) {
        let count = seated.tree.len();
        self.positions.clear();
        self.positions.resize(count.div_ceil(64), 0);
        self.nodes.clear();
        self.nodes.resize(2 * seated.tree.leaves(), false);
        for position in 0..count {
            self.look_at(layer, seats, seated, crowded, position);
        }
    }

    /// Looks at a position again.
    pub fn look_at(&mut self, layer: &Layer, seats: &Occupancy, seated: &Seated, crowded: bool, position: usize) {
        if !crowded && !seats.may_let_in_wide(layer, seated.tree.entry(position).number) {
            return;
        }
        self.positions[position / 64] |= 1 << (position % 64);
        let mut node = seated.tree.leaf_of(position);
        while node > 0 && !self.nodes[node] {
            self.nodes[node] = true;
            node /= 2;
        }
    }

    /// Whether there is any under a node.
    pub fn under(&self, node: usize) -> bool {
        self.nodes[node]
    }

    /// The positions of a range, a bit each.
    pub fn of(&self, range: Range<usize>) -> u32 {
        let is_one = |position: usize| u32::from(self.positions[position / 64] >> (position % 64) & 1 != 0);
        range.clone().fold(0, |bits, position| bits | is_one(position) << (position - range.start))
    }
}
