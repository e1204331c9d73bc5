//! Ring moves: an agent takes a free slot of its own ring wherever that lowers the cost and keeps everybody clear
//! (F32 b).
#![forbid(unsafe_code)]

use glam::DVec2;

use super::exchange::Exchange;
use super::occupancy::{FREE, Occupancy, Wish};
use super::{Layer, NO_SLOT};

/// Passes over one ring; each step lowers a whole-number cost, so that there is an end anyway.
const MOST_PASSES: usize = 1 << 12;

/// Up to so many open slots of a ring are looked at one by one; of more the nearest is searched for.
const FEW_OPEN: usize = 128;

/// A free slot of a ring that is open to somebody: most holes lie beside a wide agent and are open to nobody.
#[derive(Clone, Copy, Debug)]
struct Open {
    slot: u32,
    at: DVec2,
    /// At which step it became open; nought for what has been so since the last call.
    since: u32,
}

/// Buffers of the moves.
#[derive(Debug, Default)]
pub struct RingMoves {
    roomier: Vec<u32>,
    /// Whether a slot has been touched since the last call.
    touched: Vec<bool>,
    arrivals: Vec<u32>,
    /// The open slots of a ring, those that became so last at the end.
    open: Vec<Open>,
    /// Per slot of a ring, from which step on its agent has not looked at what became open.
    unseen: Vec<u32>,
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
        // The moves themselves touch slots for the next call.
        seats.take_touched(&mut self.touched);
        if all_rings {
            self.touched.fill(true);
        }
        let (mut steps, mut rest) = (0, by_ring);
        while let Some(first) = rest.first() {
            let ring = ring_of(*first);
            let (slots, others) = rest.split_at(rest.iter().take_while(|slot| ring_of(**slot) == ring).count());
            rest = others;
            if seats.may_have_free(ring) && slots.iter().any(|slot| self.touched[*slot as usize]) {
                steps += self.settle_ring(layer, slots, seats, exchange);
            }
        }
        steps
    }

    /// Who stands where something has been touched looks at all open slots, others at those that have been touched or
    /// became open since.
    fn settle_ring(&mut self, layer: &Layer, slots: &[u32], seats: &mut Occupancy, exchange: &mut Exchange) -> usize {
        let smallest = seats.clearance.by_radius().last().map_or(0.0, |agent| layer.agents.radius[*agent as usize]);
        let is_touched = |slot: &u32| self.touched[*slot as usize];
        let is_wide = |agent: u32| seats.guarded && layer.is_wide(agent);
        // Beside a wide agent a slot may be open to that agent alone, and is not listed.
        let for_wide = slots.iter().any(|slot| is_touched(slot) && seats.agent_at[*slot as usize] == FREE);
        self.unseen.clear();
        self.unseen.extend(slots.iter().map(|slot| {
            let agent = seats.agent_at[*slot as usize];
            u32::from(!(is_touched(slot) || for_wide && agent != FREE && is_wide(agent)))
        }));
        self.open.clear();
        for since in 0..2 {
            let here = slots.iter().filter(|slot| is_touched(slot) == (since == 1));
            list_open(layer, seats, here, smallest, since, &mut self.open);
        }
        let (mut steps, mut step) = (0, 1);
        for _ in 0..MOST_PASSES {
            let before = steps;
            for (index, slot) in slots.iter().copied().enumerate() {
                let agent = seats.agent_at[slot as usize];
                if agent == FREE || self.unseen[index] > step {
                    continue;
                }
                let unseen = std::mem::replace(&mut self.unseen[index], step + 1);
                let Some(better) = better_of_ring(layer, seats, agent, slot, &self.open, unseen) else { continue };
                seats.shift(layer, agent, better);
                exchange.mark(agent);
                steps += 1;
                step += 1;
                let is_wide = seats.guarded && layer.is_wide(agent);
                if is_wide {
                    self.open.clear();
                    list_open(layer, seats, slots.iter(), smallest, step, &mut self.open);
                } else {
                    self.open.retain(|open| open.slot != better);
                    list_open(layer, seats, [slot].iter(), smallest, step, &mut self.open);
                }
                if let Ok(place) = slots.binary_search(&better) {
                    self.unseen[place] = if is_wide { 0 } else { step + 1 };
                }
            }
            if steps == before {
                break;
            }
        }
        steps
    }
}

fn list_open<'a>(
    layer: &Layer,
    seats: &Occupancy,
    slots: impl Iterator<Item = &'a u32>,
    smallest: f64,
    since: u32,
    open: &mut Vec<Open>,
) {
    let slots = slots.copied().filter(|slot| seats.is_open(*slot, smallest));
    open.extend(slots.map(|slot| Open { slot, at: layer.slots.at[slot as usize].as_dvec2(), since }));
}

/// The cheapest free slot of its ring that an agent may step on and that is cheaper than its own; then the lowest. `open`
/// are the slots of the ring with room, but for what the agent itself takes; those before `unseen` are known to be of no
/// use.
fn better_of_ring(layer: &Layer, seats: &Occupancy, agent: u32, own: u32, open: &[Open], unseen: u32) -> Option<u32> {
    let may_step_aside = seats.guarded && layer.is_wide(agent);
    if open.is_empty() && !may_step_aside {
        return None;
    }
    let ring = layer.slots.ring[own as usize];
    let (from, radius) = (layer.agents.at[agent as usize], layer.agents.radius[agent as usize]);
    let wish = Wish { from, radius, rings: (ring, ring), below: layer.walk(agent, own) };
    let fits = |slot: u32| seats.fits(layer, agent, slot, [agent; 2]);
    let found = if unseen > 0 || open.len() <= FEW_OPEN {
        let (place, most) = (from.as_dvec2(), wish.below as f64);
        let mut best = (wish.below, NO_SLOT);
        for open in open.iter().rev().take_while(|open| open.since >= unseen) {
            if layer.walk_at_least((open.at - place).length_squared()) <= most {
                let key = (layer.walk(agent, open.slot), open.slot);
                if key.0 < wish.below && key < best && fits(open.slot) {
                    best = key;
                }
            }
        }
        (best.1 != NO_SLOT).then_some(best.1)
    } else {
        seats.nearest_free(layer, wish, fits)
    };
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
