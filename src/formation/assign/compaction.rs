//! Bubble compaction: a hole is filled from the next ring that has somebody for it, and so rises outward (F32 c).
#![forbid(unsafe_code)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::occupancy::{FREE, Occupancy};
use super::{Layer, NO_SLOT};

/// After this many steps a hole is filled from the outermost ring at once: it must not rise through endless rings.
const MOST_RIPPLES: u32 = 32;

/// Buffers of the compaction.
#[derive(Debug, Default)]
pub struct Compaction {
    holes: BinaryHeap<Reverse<(u32, u32)>>,
    waiting: Vec<bool>,
    /// Steps that the hole on a slot has risen by.
    ripples: Vec<u32>,
    /// Agents smallest first, with the outermost ring of all up to each.
    smallest_first: Vec<(f64, u32)>,
    outdated: bool,
    /// [`Occupancy::changes`] when no hole could be filled.
    at_rest: Option<usize>,
}

impl Compaction {
    /// Forgets the last layer.
    pub fn rebuild(&mut self) {
        self.at_rest = None;
    }

    /// Fills holes until none can be used by anybody further out. Answers how many steps were taken.
    pub fn settle(&mut self, layer: &Layer, by_ring: &[u32], seats: &mut Occupancy) -> usize {
        if self.at_rest == Some(seats.changes()) {
            return 0;
        }
        self.measure_rings(layer, seats);
        let Some((smallest, _)) = self.smallest_first.first().copied() else { return 0 };
        let slots = layer.slots.at.len();
        self.waiting.clear();
        self.waiting.resize(slots, false);
        self.ripples.clear();
        self.ripples.resize(slots, 0);
        self.holes.clear();
        for slot in by_ring {
            self.open(layer, seats, *slot);
        }
        let mut steps = 0;
        while let Some(Reverse((ring, hole))) = self.holes.pop() {
            self.waiting[hole as usize] = false;
            if ring >= self.smallest_first.last().map_or(0, |(_, ring)| *ring) {
                break;
            }
            let filler = self.filler(layer, by_ring, seats, smallest, hole);
            if std::mem::take(&mut self.outdated) {
                self.measure_rings(layer, seats);
            }
            if let Some(agent) = filler {
                let left = seats.shift(layer, agent, hole);
                steps += 1;
                self.ripples[left as usize] = self.ripples[hole as usize] + 1;
                // The slot that was left is a hole, and those around it have more room now.
                self.open(layer, seats, left);
                let reach = layer.agents.radius[agent as usize] + layer.widest;
                seats.slots_within(layer, left, reach, |slot| {
                    self.open(layer, seats, slot);
                });
            }
        }
        self.at_rest = Some(seats.changes());
        steps
    }

    fn open(&mut self, layer: &Layer, seats: &Occupancy, slot: u32) {
        if seats.agent_at[slot as usize] == FREE && !std::mem::replace(&mut self.waiting[slot as usize], true) {
            self.holes.push(Reverse((layer.slots.ring[slot as usize], slot)));
        }
    }

    /// While holes are filled agents only move inward, so that these rings stay upper bounds.
    fn measure_rings(&mut self, layer: &Layer, seats: &Occupancy) {
        self.smallest_first.clear();
        let mut outermost = 0;
        for agent in seats.clearance.by_radius().iter().rev() {
            let slot = seats.slot_of[*agent as usize];
            if slot != NO_SLOT {
                outermost = outermost.max(layer.slots.ring[slot as usize]);
                self.smallest_first.push((layer.agents.radius[*agent as usize], outermost));
            }
        }
    }

    /// Who fills a hole: the cheapest agent of the next ring that has one for it.
    fn filler(&mut self, layer: &Layer, by_ring: &[u32], seats: &Occupancy, smallest: f64, hole: u32) -> Option<u32> {
        let ring = layer.slots.ring[hole as usize];
        let fits = |agent: u32| {
            let slot = seats.slot_of[agent as usize];
            layer.slots.ring[slot as usize] > ring && seats.fits(layer, agent, hole, [agent; 2])
        };
        let room = layer.slots.room.get(hole as usize).copied().unwrap_or(f64::INFINITY);
        if room < smallest {
            return None;
        }
        let (mut nearby, mut in_the_way) = (FREE, 0);
        seats.clashes(layer, hole, smallest, |agent| {
            nearby = agent;
            in_the_way += 1;
            in_the_way < 2
        });
        if in_the_way > 0 {
            // Whoever is in the smallest agent's way is in everybody's, but for itself.
            return (in_the_way == 1 && fits(nearby)).then_some(nearby);
        }
        let (left, nearby) = seats.radius_left(layer, hole, layer.widest, |_| true);
        // One part in a thousand million covers the rounding of `left`; `fits` decides.
        let left = room.min(left + 1e-9 * left.abs());
        let count = self.smallest_first.partition_point(|(radius, _)| *radius <= left);
        let from_outside = count > 0 && self.smallest_first[count - 1].1 > ring;
        let found = if from_outside { self.next_ring(layer, by_ring, seats, (ring, hole), left) } else { None };
        // Those that the bound stands for have moved in since it was measured.
        self.outdated = from_outside && found.is_none();
        found.or_else(|| (nearby != FREE && fits(nearby)).then_some(nearby))
    }

    fn next_ring(
        &self,
        layer: &Layer,
        by_ring: &[u32],
        seats: &Occupancy,
        (ring, hole): (u32, u32),
        left: f64,
    ) -> Option<u32> {
        let ring_of = |slot: &u32| layer.slots.ring[*slot as usize];
        let outside = &by_ring[by_ring.partition_point(|slot| ring_of(slot) <= ring)..];
        let mut best = (i128::MAX, FREE, 0);
        let mut look = |slot: u32| {
            let agent = seats.agent_at[slot as usize];
            let ring = ring_of(&slot);
            if best.1 != FREE && ring != best.2 {
                return false;
            }
            if agent == FREE || layer.agents.radius[agent as usize] > left {
                return true;
            }
            let price = layer.walk(agent, hole) - layer.walk(agent, slot);
            if (price, agent) < (best.0, best.1) && seats.fits(layer, agent, hole, [agent; 2]) {
                best = (price, agent, ring);
            }
            true
        };
        if self.ripples[hole as usize] < MOST_RIPPLES {
            outside.iter().all(|slot| look(*slot));
        } else {
            outside.iter().rev().all(|slot| look(*slot));
        }
        (best.1 != FREE).then_some(best.1)
    }
}
