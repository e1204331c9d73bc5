//! Bubble compaction: a hole is filled from the next ring that has somebody for it, and so rises outward (F32 c).
#![forbid(unsafe_code)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::occupancy::{FREE, Occupancy};
use super::{Layer, NO_SLOT};

/// After this many steps a hole is no longer filled from where somebody stands at hand.
const MOST_RIPPLES_AT_HAND: u32 = 512;

/// After this many steps a hole is filled from the outermost ring at once: it must not rise through endless rings.
const MOST_RIPPLES: u32 = 32;

/// Buffers of the compaction.
#[derive(Debug, Default)]
pub struct Compaction {
    /// The holes at the beginning, in order.
    first_holes: Vec<(u32, u32)>,
    /// Those that opened since.
    holes: BinaryHeap<Reverse<(u32, u32)>>,
    waiting: Vec<bool>,
    /// Steps that the hole on a slot has risen by.
    ripples: Vec<u32>,
    /// The radii of those who stand, smallest first.
    sizes: Vec<f64>,
    /// Radii, smallest first, with the outermost ring of all up to each.
    smallest_first: Vec<(f64, u32)>,
    /// The same when the holes were looked at last; empty before that.
    looked_at: Vec<(f64, u32)>,
    /// Whether the rings were measured since the last step.
    is_measured: bool,
    /// Whether they stand for somebody who has moved in.
    outdated: bool,
    /// [`Occupancy::changes`] when no hole could be filled.
    at_rest: Option<usize>,
}

impl Compaction {
    /// Forgets the last layer.
    pub fn rebuild(&mut self) {
        self.at_rest = None;
        self.looked_at.clear();
        self.sizes.clear();
    }

    /// Fills holes until none can be used by anybody further out. Answers how many steps were taken.
    pub fn settle(&mut self, layer: &Layer, by_ring: &[u32], seats: &mut Occupancy) -> usize {
        if self.at_rest == Some(seats.changes()) {
            return 0;
        }
        self.measure_rings(layer, by_ring, seats);
        let Some((smallest, _)) = self.smallest_first.first().copied() else { return 0 };
        let outermost = self.outermost();
        let slots = layer.slots.at.len();
        self.waiting.clear();
        self.waiting.resize(slots, false);
        self.ripples.clear();
        self.ripples.resize(slots, 0);
        self.holes.clear();
        // A hole that nobody could fill stays one until there is more room in it, or somebody has come further out.
        let is_lower = |((radius, ring), (radius_before, ring_before)): (&(f64, u32), &(f64, u32))| {
            radius == radius_before && ring <= ring_before
        };
        let as_before = self.looked_at.len() == self.smallest_first.len()
            && self.smallest_first.iter().zip(&self.looked_at).all(is_lower);
        self.first_holes.clear();
        if as_before {
            seats.roomier().iter().for_each(|slot| self.open(layer, seats, *slot));
        } else {
            let ring_of = |slot: u32| layer.slots.ring[slot as usize];
            for slot in by_ring.iter().copied().take_while(|slot| ring_of(*slot) < outermost) {
                if seats.agent_at[slot as usize] == FREE {
                    self.waiting[slot as usize] = true;
                    self.first_holes.push((ring_of(slot), slot));
                }
            }
        }
        let (mut steps, mut next) = (0, 0);
        while let Some((ring, hole)) = self.next_hole(&mut next) {
            self.waiting[hole as usize] = false;
            if ring >= self.outermost() {
                break;
            }
            let filler = self.filler(layer, by_ring, seats, smallest, hole);
            if std::mem::take(&mut self.outdated) && !self.is_measured {
                self.measure_rings(layer, by_ring, seats);
            }
            if let Some(agent) = filler {
                let left = seats.shift(layer, agent, hole);
                steps += 1;
                self.is_measured = false;
                self.ripples[left as usize] = self.ripples[hole as usize] + 1;
                // The slot that was left is a hole, and those around it have more room now.
                self.open(layer, seats, left);
                let reach = layer.agents.radius[agent as usize] + layer.widest;
                seats.slots_within(layer, left, reach, |slot| {
                    self.open(layer, seats, slot);
                });
            }
        }
        if steps > 0 {
            self.measure_rings(layer, by_ring, seats);
        }
        self.looked_at.clone_from(&self.smallest_first);
        self.at_rest = Some(seats.changes());
        steps
    }

    fn open(&mut self, layer: &Layer, seats: &Occupancy, slot: u32) {
        if seats.agent_at[slot as usize] == FREE && !std::mem::replace(&mut self.waiting[slot as usize], true) {
            self.holes.push(Reverse((layer.slots.ring[slot as usize], slot)));
        }
    }

    /// The lowest hole that waits; `next` of those at the beginning are done with.
    fn next_hole(&mut self, next: &mut usize) -> Option<(u32, u32)> {
        let first = self.first_holes.get(*next).copied();
        let later = self.holes.peek().map(|Reverse(hole)| *hole);
        if later.is_some_and(|later| first.is_none_or(|first| later < first)) {
            return self.holes.pop().map(|Reverse(hole)| hole);
        }
        *next += 1;
        first
    }

    /// The outermost ring in use.
    fn outermost(&self) -> u32 {
        self.smallest_first.last().map_or(0, |(_, ring)| *ring)
    }

    /// While holes are filled agents only move inward, so that these rings stay upper bounds.
    fn measure_rings(&mut self, layer: &Layer, by_ring: &[u32], seats: &Occupancy) {
        self.is_measured = true;
        if self.sizes.is_empty() {
            // Whoever stands keeps some slot.
            let stands = |agent: &&u32| seats.slot_of[**agent as usize] != NO_SLOT;
            let smallest_first = seats.clearance.by_radius().iter().rev().filter(stands);
            self.sizes.extend(smallest_first.map(|agent| layer.agents.radius[*agent as usize]));
            self.sizes.dedup();
        }
        self.smallest_first.clear();
        self.smallest_first.extend(self.sizes.iter().map(|size| (*size, 0)));
        // From the outside: each size has the ring where the first comes who is no larger.
        let mut unknown = self.sizes.len();
        for slot in by_ring.iter().rev() {
            let agent = seats.agent_at[*slot as usize];
            if agent == FREE {
                continue;
            }
            let radius = layer.agents.radius[agent as usize];
            while unknown > 0 && self.sizes[unknown - 1] >= radius {
                unknown -= 1;
                self.smallest_first[unknown].1 = layer.slots.ring[*slot as usize];
            }
            if unknown == 0 {
                break;
            }
        }
    }

    /// Who fills a hole: the cheapest agent at hand, or else of the next ring that has one for it.
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
        let found = if from_outside {
            self.at_hand(layer, seats, hole, left).or_else(|| self.next_ring(layer, by_ring, seats, (ring, hole), left))
        } else {
            None
        };
        // Those that the bound stands for have moved in since it was measured.
        self.outdated = from_outside && found.is_none();
        found.or_else(|| (nearby != FREE && fits(nearby)).then_some(nearby))
    }

    /// The cheapest of those who stand next to a hole, further out: an agent from afar would leave the order of all
    /// whom it passes to the exchange.
    fn at_hand(&self, layer: &Layer, seats: &Occupancy, hole: u32, left: f64) -> Option<u32> {
        if self.ripples[hole as usize] >= MOST_RIPPLES_AT_HAND {
            return None;
        }
        let ring = layer.slots.ring[hole as usize];
        let mut best = (i128::MAX, FREE);
        seats.slots_within(layer, hole, seats.at_hand(), |slot| {
            let agent = seats.agent_at[slot as usize];
            if agent == FREE || layer.slots.ring[slot as usize] <= ring || layer.agents.radius[agent as usize] > left {
                return;
            }
            let price = layer.walk(agent, hole) - layer.walk(agent, slot);
            if (price, agent) < best && seats.fits(layer, agent, hole, [agent; 2]) {
                best = (price, agent);
            }
        });
        (best.1 != FREE).then_some(best.1)
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
