//! Ring moves: an agent takes a free slot of its own ring wherever that lowers the cost and keeps everybody clear
//! (F32 b).
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::exchange::Exchange;
use super::occupancy::{FREE, Occupancy, Wish};
use super::{Layer, NO_SLOT};

/// Passes over one ring; each step lowers a whole-number cost, so that there is an end anyway.
const MOST_PASSES: usize = 1 << 12;

/// Buffers of the moves.
#[derive(Debug, Default)]
pub struct RingMoves {
    touched: Vec<u32>,
}

/// The walks of a layer, added up. For SQUARED both sides are centred (F29), and a move moves the middle of the used
/// slots: an army on one part of a ring would otherwise be drawn to the part opposite, order after order.
#[derive(Clone, Copy, Debug)]
struct SummedWalks {
    count: i128,
    sum: [i128; 2],
    centred: bool,
}

impl SummedWalks {
    fn of(layer: &Layer, seats: &Occupancy) -> Self {
        let mut walks = Self { count: 0, sum: [0; 2], centred: layer.is_squared() };
        for (agent, slot) in seats.slot_of.iter().enumerate().filter(|(_, slot)| **slot != NO_SLOT) {
            walks.count += 1;
            walks.add(layer.slots.at[*slot as usize] - layer.agents.at[agent]);
        }
        walks
    }

    fn add(&mut self, step: I64Vec2) {
        self.sum = [self.sum[0] + i128::from(step.x), self.sum[1] + i128::from(step.y)];
    }

    /// The walk of one agent at which the cost is lowest: the mean of the others', to a quantum. The farther from it,
    /// the more the walk costs. None where walks are not centred.
    fn mean_of_others(&self, walk: I64Vec2) -> I64Vec2 {
        let others = self.count - 1;
        let mean = |sum: i128, own: i64| (2 * (sum - i128::from(own)) + others).div_euclid(2 * others) as i64;
        match (self.centred, others) {
            (false, _) => I64Vec2::ZERO,
            (true, 0) => walk,
            (true, _) => I64Vec2::new(mean(self.sum[0], walk.x), mean(self.sum[1], walk.y)),
        }
    }

    /// Whether a step after a walk lowers the centred cost: that of n walks w with sum W is Σ|w|² − |W|²/n.
    fn gain_by(&self, walk: I64Vec2, step: I64Vec2) -> bool {
        let [walk, step] = [walk, step].map(|way| [i128::from(way.x), i128::from(way.y)]);
        let product = |one: [i128; 2], other: [i128; 2]| one[0] * other[0] + one[1] * other[1];
        let squared = product(step, step);
        !self.centred || self.count * (2 * product(walk, step) + squared) < 2 * product(self.sum, step) + squared
    }
}

impl RingMoves {
    /// Moves agents until no free slot of an agent's own ring is cheaper for it, in all rings or in those where
    /// somebody came or went since the last call; marks those who moved for the exchange. Answers how many steps were
    /// taken.
    pub fn settle(
        &mut self,
        layer: &Layer,
        by_ring: &[u32],
        all_rings: bool,
        seats: &mut Occupancy,
        exchange: &mut Exchange,
    ) -> usize {
        let ring_of = |slot: u32| layer.slots.ring[slot as usize];
        seats.take_touched(&mut self.touched);
        if all_rings {
            self.touched.clear();
            self.touched.extend_from_slice(by_ring);
        } else {
            self.touched.sort_unstable_by_key(|slot| ring_of(*slot));
        }
        self.touched.dedup_by_key(|slot| ring_of(*slot));
        let mut steps = 0;
        let mut walks = None;
        for slot in &self.touched {
            let ring = ring_of(*slot);
            if seats.may_have_free(ring) {
                let walks = walks.get_or_insert_with(|| SummedWalks::of(layer, seats));
                let begin = by_ring.partition_point(|slot| ring_of(*slot) < ring);
                let size = by_ring[begin..].partition_point(|slot| ring_of(*slot) == ring);
                steps += settle_ring(layer, (&by_ring[begin..begin + size], ring), walks, seats, exchange);
            }
        }
        seats.take_touched(&mut self.touched);
        steps
    }
}

fn settle_ring(
    layer: &Layer,
    (slots, ring): (&[u32], u32),
    walks: &mut SummedWalks,
    seats: &mut Occupancy,
    exchange: &mut Exchange,
) -> usize {
    let mut steps = 0;
    for _ in 0..MOST_PASSES {
        let before = steps;
        for slot in slots {
            let agent = seats.agent_at[*slot as usize];
            if agent == FREE {
                continue;
            }
            if let Some(better) = better_of_ring(layer, seats, walks, agent, ring) {
                walks.add(layer.slots.at[better as usize] - layer.slots.at[*slot as usize]);
                seats.shift(layer, agent, better);
                exchange.mark(agent);
                steps += 1;
            }
        }
        if steps == before {
            break;
        }
    }
    steps
}

/// The cheapest free slot of its ring that an agent may step on and that is cheaper than its own; then the lowest.
fn better_of_ring(layer: &Layer, seats: &Occupancy, walks: &SummedWalks, agent: u32, ring: u32) -> Option<u32> {
    let own = seats.slot_of[agent as usize];
    let (at, radius) = (layer.agents.at[agent as usize], layer.agents.radius[agent as usize]);
    let place = layer.slots.at[own as usize];
    let from = at + walks.mean_of_others(place - at);
    let walk = |slot: u32| super::cost::walk(layer.cost, from, layer.slots.at[slot as usize]);
    let fits = |slot: u32| {
        seats.fits(layer, agent, slot, [agent; 2]) && walks.gain_by(place - at, layer.slots.at[slot as usize] - place)
    };
    let wish = Wish { from, radius, rings: (ring, ring), below: walk(own) };
    let found = seats.nearest_free(layer, wish, fits);
    if !seats.guarded || !layer.is_wide(agent) {
        return found;
    }
    // The room that the tree knows of counts the agent's own body, for those of its size within twice its radius.
    let mut best = found.map_or((wish.below, NO_SLOT), |slot| (walk(slot), slot));
    seats.free_within(layer, layer.slots.exact[own as usize], 2.0 * radius, |slot| {
        let key = (walk(slot), slot);
        if layer.slots.ring[slot as usize] == ring && key.0 < wish.below && key < best && fits(slot) {
            best = key;
        }
    });
    (best.1 != NO_SLOT).then_some(best.1)
}
