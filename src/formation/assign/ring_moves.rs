//! Ring moves: an agent takes a free slot of its own ring wherever that lowers the cost and keeps everybody clear
//! (F32 b).
#![forbid(unsafe_code)]

use super::exchange::Exchange;
use super::occupancy::{Occupancy, Wish};
use super::{Layer, NO_SLOT};

/// Passes over everybody; each step lowers a whole-number cost, so that there is an end anyway.
const MOST_PASSES: usize = 1 << 12;

/// Moves agents until no free slot of an agent's own ring is cheaper for it; marks those who moved for the exchange.
/// Answers how many steps were taken.
pub fn settle(layer: &Layer, seats: &mut Occupancy, exchange: &mut Exchange) -> usize {
    let mut steps = 0;
    for _ in 0..MOST_PASSES {
        let before = steps;
        for agent in 0..layer.agents.at.len() as u32 {
            let slot = seats.slot_of[agent as usize];
            if slot == NO_SLOT {
                continue;
            }
            let ring = layer.slots.ring[slot as usize];
            if !seats.may_have_free(ring) {
                continue;
            }
            // The room that the tree knows of counts a wide agent's own body: only a look can tell.
            let radius = if layer.is_wide(agent) { f64::NEG_INFINITY } else { layer.agents.radius[agent as usize] };
            let below = layer.walk(agent, slot);
            let wish = Wish { from: layer.agents.at[agent as usize], radius, rings: (ring, ring), below };
            if let Some(better) = seats.nearest_free(layer, wish, |slot| seats.fits(layer, agent, slot, [agent; 2])) {
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
