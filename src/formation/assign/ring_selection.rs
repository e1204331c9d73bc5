//! Ring selection: which slots are open. Full rings from the inside, and of the last ring the slots that the army
//! stands nearest to (F32 c).
#![forbid(unsafe_code)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;

use super::Layer;
use super::point_tree::{PointTree, Step, walk_by};
use crate::parallel::Executor;

/// An army spread this many times as wide as the slots is drawn in before it is asked what it stands near.
const WIDE_SPREAD: f64 = 1.5;

/// Buffers of the choice.
#[derive(Debug, Default)]
pub struct RingSelection {
    /// Candidates in order of ring, then number.
    pub by_ring: Vec<u32>,
    counts: Vec<u32>,
    /// Agents under each node of the crowd that speak for no slot yet.
    waiting: Vec<u32>,
    /// Whether an agent speaks for a slot.
    speaks: Vec<bool>,
    /// What the crowd is drawn in by.
    scale: f64,
    nearest: BinaryHeap<Reverse<(u64, u32, u32)>>,
}

impl RingSelection {
    /// Sorts slots (in order of number) by ring.
    pub fn sort(&mut self, layer: &Layer, candidates: impl Iterator<Item = u32> + Clone) {
        let ring = |slot: u32| layer.slots.ring[slot as usize];
        let highest = candidates.clone().map(ring).max().unwrap_or(0) as usize;
        self.by_ring.clear();
        if highest > 4 * layer.slots.ring.len() + 1024 {
            self.by_ring.extend(candidates);
            self.by_ring.sort_unstable_by_key(|slot| (ring(*slot), *slot));
            return;
        }
        self.counts.clear();
        self.counts.resize(highest + 2, 0);
        candidates.clone().for_each(|slot| self.counts[ring(slot) as usize + 1] += 1);
        for ring in 1..self.counts.len() {
            self.counts[ring] += self.counts[ring - 1];
        }
        self.by_ring.resize(self.counts[highest + 1] as usize, 0);
        for slot in candidates {
            let place = &mut self.counts[ring(slot) as usize];
            self.by_ring[*place as usize] = slot;
            *place += 1;
        }
    }

    /// Number of slots on the rings that the first `count` slots of [`Self::by_ring`] touch.
    pub fn whole_rings(&self, layer: &Layer, count: usize) -> usize {
        if count == 0 {
            return 0;
        }
        let ring = |slot: &u32| layer.slots.ring[*slot as usize];
        let last = ring(&self.by_ring[count - 1]);
        count + self.by_ring[count..].partition_point(|slot| ring(slot) == last)
    }

    /// Number of slots on the rings that `count` agents fill, of the `whole` ones on the rings that they touch.
    pub fn full_rings(&self, layer: &Layer, whole: usize, count: usize) -> usize {
        if whole == count {
            return count;
        }
        let last = layer.slots.ring[self.by_ring[whole - 1] as usize];
        self.by_ring[..whole].partition_point(|slot| layer.slots.ring[*slot as usize] < last)
    }

    /// Writes the slots for `agents`, one each, in order of number. [`Self::sort`] must have seen at least as many.
    /// `crowd` is a tree to work with; what it held is lost.
    pub fn choose(
        &mut self,
        layer: &Layer,
        agents: &[u32],
        crowd: &mut PointTree,
        open: &mut Vec<u32>,
        executor: &Executor,
    ) {
        let count = agents.len();
        open.clear();
        open.reserve_exact(count);
        let end = self.whole_rings(layer, count);
        if end == count {
            open.extend_from_slice(&self.by_ring[..count]);
        } else {
            let begin = self.full_rings(layer, end, count);
            open.extend_from_slice(&self.by_ring[..begin]);
            self.gather_crowd(layer, agents, crowd, executor);
            self.take_nearest(layer, begin..end, count - begin, crowd, open);
        }
        open.sort_unstable();
    }

    /// Plants the agents, to be drawn in when their army is spread much wider than the slots are.
    fn gather_crowd(&mut self, layer: &Layer, agents: &[u32], crowd: &mut PointTree, executor: &Executor) {
        let spread = |places: &mut dyn Iterator<Item = DVec2>| places.map(|place| place.length_squared()).sum::<f64>();
        let of_agents = spread(&mut agents.iter().map(|agent| layer.agents.at[*agent as usize].as_dvec2()));
        let slots = &self.by_ring[..agents.len()];
        let of_slots = spread(&mut slots.iter().map(|slot| layer.slots.at[*slot as usize].as_dvec2()));
        let too_wide = layer.is_squared() && of_agents > WIDE_SPREAD * WIDE_SPREAD * of_slots;
        self.scale = if too_wide { (of_slots / of_agents).sqrt() } else { 1.0 };
        let places = agents.iter().map(|agent| layer.agents.at[*agent as usize]);
        let points = places.enumerate().map(|(index, place)| (index as u32, place));
        crowd.rebuild_over_even(executor, agents.len(), agents.len(), points);
        self.speaks.clear();
        self.speaks.resize(agents.len(), false);
        self.waiting.clear();
        self.waiting.resize(2 * crowd.leaves(), 0);
        for node in 1..2 * crowd.leaves() {
            self.waiting[node] = crowd.range(node).len() as u32;
        }
    }

    /// Closest pairs first: a slot takes the agent nearest to it, and each agent speaks for one slot.
    fn take_nearest(
        &mut self,
        layer: &Layer,
        ring: std::ops::Range<usize>,
        wanted: usize,
        crowd: &PointTree,
        open: &mut Vec<u32>,
    ) {
        self.nearest.clear();
        for index in ring {
            self.ask(layer, crowd, self.by_ring[index]);
        }
        let full = open.len() + wanted;
        while open.len() < full
            && let Some(Reverse((_, slot, agent))) = self.nearest.pop()
        {
            if std::mem::replace(&mut self.speaks[agent as usize], true) {
                self.ask(layer, crowd, slot);
                continue;
            }
            open.push(slot);
            let mut node = crowd.leaf_of(crowd.position(agent) as usize);
            while node > 0 {
                self.waiting[node] -= 1;
                node /= 2;
            }
        }
    }

    /// Queues a slot with the nearest agent (then the first) that speaks for none yet.
    fn ask(&mut self, layer: &Layer, crowd: &PointTree, slot: u32) {
        let from = layer.slots.at[slot as usize].as_dvec2();
        let mut best = (f64::INFINITY, u32::MAX);
        let bound = |node: usize| crowd.bounds(node).scaled(self.scale).distance_squared(from);
        walk_by(bound, |node, bound| {
            if bound > best.0 || self.waiting[node] == 0 {
                return Step::Pass;
            }
            if !crowd.is_leaf(node) {
                return Step::Open;
            }
            for entry in crowd.entries(crowd.range(node)) {
                let distance = (entry.at * self.scale - from).length_squared();
                if (distance, entry.number) < best && !self.speaks[entry.number as usize] {
                    best = (distance, entry.number);
                }
            }
            Step::Pass
        });
        if best.1 != u32::MAX {
            // Distances are not negative, so that their bits sort as they do.
            self.nearest.push(Reverse((best.0.to_bits(), slot, best.1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::I64Vec2;
    use proptest::prelude::*;

    use super::*;
    use crate::formation::assign::{LayerAgents, LayerSlots};
    use crate::formation::order::CostRule;

    proptest! {
        #[test]
        fn an_army_that_stands_on_the_lattice_finds_its_own_slots_open(
            half in 2i64..7, last in prop::collection::vec(any::<bool>(), 60), shift in (-110i64..110, -110i64..110),
        ) {
            // A square of pitch 256 whose last ring is used in part; the army stands there, but for less than half a
            // pitch, as its centroid does not lie in the middle.
            let all = (-half..=half).flat_map(|y| (-half..=half).map(move |x| I64Vec2::new(x, y)));
            let (at, ring): (Vec<I64Vec2>, Vec<u32>) =
                all.map(|cell| (cell * 256, cell.abs().max_element() as u32)).unzip();
            let used: Vec<u32> = (0..at.len() as u32)
                .filter(|slot| ring[*slot as usize] < half as u32 || last[*slot as usize % last.len()])
                .collect();
            let shift = I64Vec2::new(shift.0, shift.1);
            let people: Vec<I64Vec2> = used.iter().rev().map(|slot| at[*slot as usize] + shift).collect();
            let exact: Vec<DVec2> = at.iter().map(|at| at.as_dvec2()).collect();
            let slots = LayerSlots { at: &at, exact: &exact, ring: &ring, room: &[], least_distance: 256.0 };
            let radius = vec![0.0; people.len()];
            let layer = Layer::new(LayerAgents { at: &people, radius: &radius }, slots, CostRule::Squared);
            let mut selection = RingSelection::default();
            selection.sort(&layer, 0..at.len() as u32);
            let agents: Vec<u32> = (0..people.len() as u32).collect();
            let mut open = Vec::new();
            selection.choose(&layer, &agents, &mut PointTree::default(), &mut open, &Executor::Inline);
            prop_assert_eq!(open, used);
        }
    }
}
