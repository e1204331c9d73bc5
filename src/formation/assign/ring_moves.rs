//! Ring moves: an agent takes a free slot of its own ring wherever that lowers the cost and keeps everybody clear
//! (F32 b).
#![forbid(unsafe_code)]

use super::exchange::Exchange;
use super::occupancy::{FREE, Occupancy, Wish};
use super::{Layer, NO_SLOT};

/// Passes over one ring; each step lowers a whole-number cost, so that there is an end anyway.
const MOST_PASSES: usize = 1 << 12;

/// Buffers of the moves.
#[derive(Debug, Default)]
pub struct RingMoves {
    roomier: Vec<u32>,
    /// The rings to look at: where in the slots by ring each begins and ends.
    rings: Vec<(u32, u32)>,
    arrivals: Vec<u32>,
}

impl RingMoves {
    /// Moves agents until no free slot of an agent's own ring is cheaper for it, in all rings or in those where
    /// somebody came or went since the last call; marks for the exchange who moved or stands where there is room for
    /// somebody larger now, or for anybody where some are `crowded`. Answers how many steps were taken.
    pub fn settle(
        &mut self,
        layer: &Layer,
        by_ring: &[u32],
        all_rings: bool,
        crowded: bool,
        seats: &mut Occupancy,
        exchange: &mut Exchange,
    ) -> usize {
        let ring_of = |slot: u32| layer.slots.ring[slot as usize];
        seats.take_roomier(&mut self.roomier);
        seats.take_arrivals(&mut self.arrivals);
        if !all_rings {
            self.arrivals.iter().for_each(|agent| exchange.mark(*agent));
            for slot in &self.roomier {
                let agent = seats.agent_at[*slot as usize];
                if agent != FREE && (crowded || seats.may_let_in_larger(layer, *slot)) {
                    exchange.mark(agent);
                }
            }
            self.roomier.iter().for_each(|slot| seats.touch(*slot));
        }
        self.rings.clear();
        let mut begin = 0;
        for ring in by_ring.chunk_by(|a, b| ring_of(*a) == ring_of(*b)) {
            let end = begin + ring.len() as u32;
            if all_rings || ring.iter().any(|slot| seats.is_touched(*slot)) {
                self.rings.push((begin, end));
            }
            begin = end;
        }
        // The moves themselves touch slots for the next call.
        seats.forget_touched();
        let mut steps = 0;
        for (begin, end) in &self.rings {
            let slots = &by_ring[*begin as usize..*end as usize];
            if seats.may_have_free(ring_of(slots[0])) {
                steps += settle_ring(layer, slots, seats, exchange);
            }
        }
        steps
    }
}

fn settle_ring(layer: &Layer, slots: &[u32], seats: &mut Occupancy, exchange: &mut Exchange) -> usize {
    let mut steps = 0;
    let smallest = seats.clearance.by_radius().last().map_or(0.0, |agent| layer.agents.radius[*agent as usize]);
    for _ in 0..MOST_PASSES {
        let before = steps;
        // Most holes lie beside a wide agent and are open to nobody.
        let mut is_open = slots.iter().any(|slot| seats.is_open(*slot, smallest));
        for slot in slots {
            let agent = seats.agent_at[*slot as usize];
            if agent == FREE {
                continue;
            }
            if let Some(better) = better_of_ring(layer, seats, agent, *slot, is_open) {
                seats.shift(layer, agent, better);
                exchange.mark(agent);
                steps += 1;
                is_open = true;
            }
        }
        if steps == before {
            break;
        }
    }
    steps
}

/// The cheapest free slot of its ring that an agent may step on and that is cheaper than its own; then the lowest.
/// `is_open` is false when the ring has no room but what the agent itself takes.
fn better_of_ring(layer: &Layer, seats: &Occupancy, agent: u32, own: u32, is_open: bool) -> Option<u32> {
    let may_step_aside = seats.guarded && layer.is_wide(agent);
    if !is_open && !may_step_aside {
        return None;
    }
    let ring = layer.slots.ring[own as usize];
    let (from, radius) = (layer.agents.at[agent as usize], layer.agents.radius[agent as usize]);
    let wish = Wish { from, radius, rings: (ring, ring), below: layer.walk(agent, own) };
    let fits = |slot: u32| seats.fits(layer, agent, slot, [agent; 2]);
    let found = if is_open { seats.nearest_free(layer, wish, fits) } else { None };
    if !may_step_aside {
        return found;
    }
    // The room that the tree knows of counts the agent's own body, for those of its size within twice its radius.
    let mut best = found.map_or((wish.below, NO_SLOT), |slot| (layer.walk(agent, slot), slot));
    seats.slots_within(layer, own, 2.0 * radius, |slot| {
        if seats.agent_at[slot as usize] != FREE || layer.slots.ring[slot as usize] != ring {
            return;
        }
        let key = (layer.walk(agent, slot), slot);
        if key.0 < wish.below && key < best && fits(slot) {
            best = key;
        }
    });
    (best.1 != NO_SLOT).then_some(best.1)
}
