//! Search: the free slot that suits an agent, and the slots around a slot.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::{FREE, Occupancy, ROOM_DOUBT};
use crate::formation::assign::cost::{walk, walk_at_least};
use crate::formation::assign::point_tree::{self, Step, walk_by};
use crate::formation::assign::{Layer, NO_SLOT};

/// Nodes that one search may open on a layer too large to be looked at whole.
const MOST_NODES: usize = 1 << 12;

/// What a search for a free slot asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Where the walk begins.
    pub from: I64Vec2,
    /// Slots that leave less room than this are passed over; negative infinity to look at all.
    pub radius: f64,
    /// Lowest and highest ring.
    pub rings: (u32, u32),
    /// Walks of this cost and above are of no use.
    pub below: i128,
}

/// Any ring.
pub const ANY_RING: (u32, u32) = (0, u32::MAX);

impl Occupancy {
    /// The free slot with the cheapest walk (then the lowest number) that meets a wish and that `fits` admits.
    pub fn nearest_free(&self, layer: &Layer, wish: Wish, mut fits: impl FnMut(u32) -> bool) -> Option<u32> {
        let from = wish.from.as_dvec2();
        let mut best = (wish.below, NO_SLOT);
        let mut most = wish.below as f64;
        let mut opened = 0;
        let bound = |node: usize| walk_at_least(layer.cost, self.tree.bounds(node).distance_squared(from));
        walk_by(bound, |node, bound| {
            if bound > most || !self.may_hold(node, wish) {
                return Step::Pass;
            }
            opened += 1;
            if opened > MOST_NODES && self.tree.len() > MOST_NODES {
                return Step::Stop;
            }
            if !self.tree.is_leaf(node) {
                return Step::Open;
            }
            for entry in self.tree.entries(self.tree.range(node)) {
                let (slot, index) = (entry.number, entry.number as usize);
                let ring = layer.slots.ring[index];
                if self.agent_at[index] != FREE || ring < wish.rings.0 || ring > wish.rings.1 {
                    continue;
                }
                let key = (walk(layer.cost, wish.from, layer.slots.at[index]), slot);
                if key < best && key.0 < wish.below && fits(slot) {
                    best = key;
                    most = key.0 as f64;
                }
            }
            Step::Pass
        });
        (best.1 != NO_SLOT).then_some(best.1)
    }

    fn may_hold(&self, node: usize, wish: Wish) -> bool {
        let summary = &self.summaries[node];
        summary.rings.0 <= wish.rings.1
            && summary.rings.1 >= wish.rings.0
            && summary.room + ROOM_DOUBT * summary.room.abs() >= wish.radius
    }

    /// Calls `visit` for each slot within `reach` of a slot, itself included, in no order that means anything.
    pub fn slots_within(&self, layer: &Layer, slot: u32, reach: f64, mut visit: impl FnMut(u32)) {
        let at = layer.slots.exact[slot as usize];
        let is_near = |slot: &u32| (layer.slots.exact[*slot as usize] - at).length_squared() <= reach * reach;
        if reach <= self.neighbours.reach() {
            self.neighbours.of(slot).iter().copied().filter(is_near).for_each(visit);
            return;
        }
        point_tree::walk(|node| {
            if self.exact_bounds[node].distance_squared(at) > reach * reach {
                return Step::Pass;
            }
            if !self.tree.is_leaf(node) {
                return Step::Open;
            }
            self.tree.entries(self.tree.range(node)).map(|entry| entry.number).filter(is_near).for_each(&mut visit);
            Step::Pass
        });
    }
}
