//! Exchange repair: two agents trade slots wherever that lowers the cost and keeps everybody clear (F32 b).
//!
//! For SQUARED a trade of i (from p, on a) and j (from q, on b) saves 2 (p - q)·(b - a), so whole parts of the slot
//! tree are passed over by the signs of two rectangles' differences, and an assignment in good order is proved free
//! of savings among all pairs in little more than one walk over neighbours.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

use glam::DVec2;

use super::occupancy::{FREE, Occupancy};
use super::point_tree::{Bounds, SEARCH_STACK};
use super::{Layer, NO_SLOT};
use crate::parallel::Executor;

/// Up to this many agents all pairs are looked at, whatever it takes.
pub const ALL_PAIRS: usize = 2000;

/// Above it: this many slots nearest to an agent's slot, and as many nearest to its own place, at the least.
pub const NEIGHBOURS: usize = 48;

/// Nodes that the search for one agent's partner may open before it falls back on the neighbours.
const MOST_NODES: usize = 512;

/// Coordinates below this many quanta: differences, products and sums of two products are exact in `f64`.
const EXACT_BELOW: f64 = (1u64 << 25) as f64;

/// So many marked agents look for their partners before anybody trades, which several threads can do.
const MANY_MARKED: usize = 1024;

/// Agents whose partners one thread looks for at a time.
const LOOKED_AT_ONCE: usize = 256;

/// Buffers of the repair.
#[derive(Debug, Default)]
pub struct Exchange {
    pairs: Vec<(u32, u32)>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    batch: Vec<u32>,
    /// Partners of a batch.
    found: Vec<u32>,
    doubt: f64,
    trades_left: usize,
    mixed_trades: usize,
    /// Whether somebody was checked against neighbours alone since the last look at everybody.
    fell_back: bool,
}

impl Exchange {
    /// Forgets the last layer.
    pub fn rebuild(&mut self, layer: &Layer, seats: &Occupancy) {
        let count = layer.agents.at.len();
        self.queue.clear();
        self.queued.clear();
        self.queued.resize(count, false);
        let largest = |all: f64, place: &glam::I64Vec2| all.max(place.as_dvec2().abs().max_element());
        let largest = layer.agents.at.iter().fold(0.0, largest).max(layer.slots.at.iter().fold(0.0, largest));
        self.doubt = if largest < EXACT_BELOW { 0.0 } else { 1.0 / (1u64 << 50) as f64 };
        // Far more than any start has needed; each trade lowers a whole-number cost, so that there is an end anyway.
        self.trades_left = 256 * seats.tree.len() + 65_536;
        self.mixed_trades = 0;
        self.fell_back = false;
    }

    /// Notes that an agent came to another slot and its pairs must be looked at again.
    pub fn mark(&mut self, agent: u32) {
        if !std::mem::replace(&mut self.queued[agent as usize], true) {
            self.queue.push(agent);
        }
    }

    /// Looks at everybody and trades until no pair saves anything. Answers whether anybody traded: where bodies differ
    /// in size that may have cleared the way for a pair that was looked at before.
    pub fn settle(&mut self, layer: &Layer, executor: &Executor, seats: &mut Occupancy) -> bool {
        let before = self.trades_left;
        loop {
            let at_start = self.trades_left;
            self.fell_back = false;
            if layer.saves_by_products() {
                self.sweep(layer, seats);
            } else {
                self.mark_everybody(seats);
            }
            self.settle_marked(layer, executor, seats);
            // The neighbours of somebody who was not looked at again may have changed.
            if at_start == self.trades_left || !self.fell_back || self.trades_left == 0 {
                return before != self.trades_left;
            }
        }
    }

    /// As [`Self::settle`], when only marked agents have moved since.
    pub fn settle_after_steps(&mut self, layer: &Layer, executor: &Executor, seats: &mut Occupancy) -> bool {
        let traded = self.settle_marked(layer, executor, seats);
        traded | (self.fell_back && self.settle(layer, executor, seats))
    }

    /// Trades between agents of different radius so far: each changed which slots a group of equal radius holds.
    pub fn mixed_trades(&self) -> usize {
        self.mixed_trades
    }

    /// Trades until no pair of a marked agent saves anything. Answers whether anybody traded.
    fn settle_marked(&mut self, layer: &Layer, executor: &Executor, seats: &mut Occupancy) -> bool {
        let before = self.trades_left;
        let mut batch = std::mem::take(&mut self.batch);
        while !self.queue.is_empty() {
            batch.clear();
            std::mem::swap(&mut self.queue, &mut batch);
            let at_once = batch.len() >= MANY_MARKED;
            if at_once {
                self.find_partners(layer, executor, seats, &batch);
            }
            for (index, &agent) in batch.iter().enumerate() {
                self.queued[agent as usize] &= at_once;
                if seats.slot_of[agent as usize] == NO_SLOT {
                    continue;
                }
                let mut next = if at_once {
                    self.still_partner(layer, seats, agent, self.found[index])
                } else {
                    self.partner(layer, seats, agent)
                };
                while let Some(partner) = next
                    && self.trades_left > 0
                {
                    self.trade(layer, seats, agent, partner);
                    next = self.partner(layer, seats, agent);
                }
            }
        }
        self.batch = batch;
        before != self.trades_left
    }

    /// Looks for everybody's partner before anybody trades. Who trades afterwards is marked again, and so are those
    /// whose partner it might become.
    fn find_partners(&mut self, layer: &Layer, executor: &Executor, seats: &Occupancy, batch: &[u32]) {
        batch.iter().for_each(|agent| self.queued[*agent as usize] = false);
        self.found.clear();
        self.found.resize(batch.len(), FREE);
        let fell_back = AtomicBool::new(self.fell_back);
        executor.for_chunks(&mut self.found, LOOKED_AT_ONCE, |first, found| {
            for (partner, &agent) in found.iter_mut().zip(&batch[first..]) {
                if seats.slot_of[agent as usize] != NO_SLOT {
                    let (other, is_near) = find_partner(self.doubt, layer, seats, agent);
                    *partner = other.unwrap_or(FREE);
                    if is_near {
                        fell_back.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        self.fell_back = fell_back.into_inner();
    }

    /// The partner that was found, if the trade still saves something; else another. Nobody if none was found: whoever
    /// has become one since is marked.
    fn still_partner(&mut self, layer: &Layer, seats: &Occupancy, agent: u32, found: u32) -> Option<u32> {
        if found == FREE || (saving(layer, seats, agent, found) > 0 && may_trade(layer, seats, agent, found)) {
            return (found != FREE).then_some(found);
        }
        self.partner(layer, seats, agent)
    }

    fn partner(&mut self, layer: &Layer, seats: &Occupancy, agent: u32) -> Option<u32> {
        let (partner, is_near) = find_partner(self.doubt, layer, seats, agent);
        self.fell_back |= is_near;
        partner
    }

    fn mark_everybody(&mut self, seats: &Occupancy) {
        for agent in 0..seats.slot_of.len() as u32 {
            self.mark(agent);
        }
    }

    fn trade(&mut self, layer: &Layer, seats: &mut Occupancy, one: u32, other: u32) {
        seats.exchange(layer, one, other);
        self.trades_left -= 1;
        let radius = layer.agents.radius;
        self.mixed_trades += usize::from(radius[one as usize] != radius[other as usize]);
        self.mark(one);
        self.mark(other);
    }

    /// Looks at all pairs, node against node, and trades what it finds.
    fn sweep(&mut self, layer: &Layer, seats: &mut Occupancy) {
        // An assignment in good order needs some twenty pairs of leaves for each leaf.
        let mut budget = if seats.tree.len() <= ALL_PAIRS { usize::MAX } else { 128 * seats.tree.leaves() + 4096 };
        self.pairs.clear();
        self.pairs.push((1, 1));
        while let Some((one, other)) = self.pairs.pop() {
            let (a, b) = (one as usize, other as usize);
            if a != b && self.in_order(seats, a, b) {
                continue;
            }
            budget -= 1;
            if budget == 0 || self.trades_left == 0 {
                self.mark_everybody(seats);
                return;
            }
            match (seats.tree.is_leaf(a), a == b) {
                (true, _) => self.sweep_leaves(layer, seats, a, b),
                (false, true) => {
                    self.pairs.extend([(2 * one, 2 * one), (2 * one + 1, 2 * one + 1), (2 * one, 2 * one + 1)])
                }
                // All leaves lie equally deep.
                (false, false) => self.pairs.extend([
                    (2 * one, 2 * other),
                    (2 * one, 2 * other + 1),
                    (2 * one + 1, 2 * other),
                    (2 * one + 1, 2 * other + 1),
                ]),
            }
        }
    }

    fn sweep_leaves(&mut self, layer: &Layer, seats: &mut Occupancy, a: usize, b: usize) {
        for position in seats.tree.range(a) {
            let slot = seats.tree.entry(position);
            let begin = if a == b { position + 1 } else { seats.tree.range(b).start };
            for other in begin..seats.tree.range(b).end {
                let other_slot = seats.tree.entry(other);
                let apart = seats.person(position) - seats.person(other);
                // Free slots hold NaN, which is never below.
                if is_below_nought(self.doubt, apart * (slot.at - other_slot.at)) {
                    let (i, j) = (seats.agent_at[slot.number as usize], seats.agent_at[other_slot.number as usize]);
                    if self.trades_left > 0 && saving(layer, seats, i, j) > 0 && may_trade(layer, seats, i, j) {
                        self.trade(layer, seats, i, j);
                    }
                }
            }
        }
    }

    /// Whether no pair across two nodes can save anything.
    fn in_order(&self, seats: &Occupancy, a: usize, b: usize) -> bool {
        let (people_a, people_b) = (seats.summary(a).people, seats.summary(b).people);
        rectangles_in_order(self.doubt, (people_a, seats.tree.bounds(a)), (people_b, seats.tree.bounds(b)))
    }
}

/// Whether the sum of two products may be below nought; certain while the coordinates are small.
fn is_below_nought(doubt: f64, products: DVec2) -> bool {
    products.x + products.y < doubt * (products.x.abs() + products.y.abs())
}

/// Whether no pair across two nodes, people and slots of each, can save anything.
fn rectangles_in_order(doubt: f64, a: (Bounds, Bounds), b: (Bounds, Bounds)) -> bool {
    if a.0.is_empty() || b.0.is_empty() {
        return true;
    }
    let (people_low, people_high) = (a.0.low - b.0.high, a.0.high - b.0.low);
    let (slots_low, slots_high) = (a.1.low - b.1.high, a.1.high - b.1.low);
    let least = (people_low * slots_low)
        .min(people_low * slots_high)
        .min((people_high * slots_low).min(people_high * slots_high));
    !is_below_nought(doubt, least)
}

/// The agent whose slot saves `agent` and it the most, out of the first leaf that holds one, and whether
/// the neighbours alone were asked.
fn find_partner(doubt: f64, layer: &Layer, seats: &Occupancy, agent: u32) -> (Option<u32>, bool) {
    let slot = seats.slot_of[agent as usize];
    let person = layer.agents.at[agent as usize].as_dvec2();
    let place = layer.slots.at[slot as usize].as_dvec2();
    let own_walk = layer.weighted_walk(agent, slot) as f64;
    let mut stack = [0u32; SEARCH_STACK];
    stack[0] = 1;
    let mut waiting = 1;
    let mut opened = 0;
    while waiting > 0 {
        waiting -= 1;
        let node = stack[waiting] as usize;
        let (people, slots) = (seats.summary(node).people, seats.tree.bounds(node));
        let useless = if layer.saves_by_products() {
            rectangles_in_order(doubt, (Bounds::point(person), Bounds::point(place)), (people, slots))
        } else {
            let (there, here) = (slots.distance_squared(person), people.distance_squared(place));
            let after = layer.weighted_walks_at_least(agent, there, here);
            own_walk + seats.summary(node).longest <= after
        };
        if useless {
            continue;
        }
        opened += 1;
        if opened > MOST_NODES && seats.tree.len() > ALL_PAIRS {
            let near = [place, person].into_iter().find_map(|from| neighbour_partner(layer, seats, agent, from));
            return (near, true);
        }
        if !seats.tree.is_leaf(node) {
            stack[waiting] = 2 * node as u32 + 1;
            stack[waiting + 1] = 2 * node as u32;
            waiting += 2;
            continue;
        }
        let mut best = (0, FREE);
        for position in seats.tree.range(node) {
            let entry = seats.tree.entry(position);
            let other = seats.agent_at[entry.number as usize];
            let worth_a_look = other != FREE
                && (!layer.saves_by_products()
                    || is_below_nought(doubt, (person - seats.person(position)) * (place - entry.at)));
            if worth_a_look {
                offer(layer, seats, agent, other, &mut best);
            }
        }
        if best.1 != FREE {
            return (Some(best.1), false);
        }
    }
    (None, false)
}

/// What a trade of two seated agents saves.
fn saving(layer: &Layer, seats: &Occupancy, i: u32, j: u32) -> i128 {
    let (a, b) = (seats.slot_of[i as usize], seats.slot_of[j as usize]);
    if layer.saves_by_products() {
        let from = layer.agents.at[i as usize] - layer.agents.at[j as usize];
        let to = layer.slots.at[b as usize] - layer.slots.at[a as usize];
        return 2 * (i128::from(from.x) * i128::from(to.x) + i128::from(from.y) * i128::from(to.y));
    }
    let walk = |agent, slot| layer.weighted_walk(agent, slot);
    walk(i, a) + walk(j, b) - walk(i, b) - walk(j, a)
}

/// Whether two seated agents may stand on each other's slots.
pub fn may_trade(layer: &Layer, seats: &Occupancy, i: u32, j: u32) -> bool {
    let (a, b) = (seats.slot_of[i as usize], seats.slot_of[j as usize]);
    let (of_i, of_j) = (layer.agents.radius[i as usize], layer.agents.radius[j as usize]);
    if !seats.guarded || of_i == of_j {
        return true;
    }
    // Where the smaller one stands there is seldom room for the larger.
    let (larger, smaller) = if of_i > of_j { ((i, b), (j, a)) } else { ((j, a), (i, b)) };
    clearance_of_trade(layer, a, b, i, j)
        && [larger, smaller].into_iter().all(|(agent, slot)| seats.fits(layer, agent, slot, [i, j]))
}

fn clearance_of_trade(layer: &Layer, a: u32, b: u32, i: u32, j: u32) -> bool {
    let (exact, radius) = (layer.slots.exact, layer.agents.radius);
    super::clearance::apart(exact[a as usize], radius[i as usize], exact[b as usize], radius[j as usize])
}

/// Takes `other` for `best` if the trade saves more (then: the lower index) and may be made.
fn offer(layer: &Layer, seats: &Occupancy, agent: u32, other: u32, best: &mut (i128, u32)) {
    let saved = saving(layer, seats, agent, other);
    if saved > 0 && (saved > best.0 || (saved == best.0 && other < best.1)) && may_trade(layer, seats, agent, other) {
        *best = (saved, other);
    }
}

/// The best partner among those on the slots nearest to a place.
fn neighbour_partner(layer: &Layer, seats: &Occupancy, agent: u32, from: DVec2) -> Option<u32> {
    let mut nearest = [(f64::INFINITY, FREE); NEIGHBOURS + 1];
    let mut stack = [(0.0, 0u32); SEARCH_STACK];
    stack[0] = (0.0, 1);
    let mut waiting = 1;
    while waiting > 0 {
        waiting -= 1;
        let (bound, node) = stack[waiting];
        let node = node as usize;
        let (farthest, _) = nearest[NEIGHBOURS];
        if bound > farthest || seats.summary(node).people.is_empty() {
            continue;
        }
        if seats.tree.is_leaf(node) {
            for entry in seats.tree.entries(seats.tree.range(node)) {
                let other = seats.agent_at[entry.number as usize];
                let mut item = ((entry.at - from).length_squared(), other);
                if other == FREE || item >= nearest[NEIGHBOURS] {
                    continue;
                }
                for place in &mut nearest {
                    if item < *place {
                        std::mem::swap(&mut item, place);
                    }
                }
            }
            continue;
        }
        let children =
            [2 * node, 2 * node + 1].map(|child| (seats.tree.bounds(child).distance_squared(from), child as u32));
        let nearer_first = children[0].0 <= children[1].0;
        stack[waiting] = children[usize::from(nearer_first)];
        stack[waiting + 1] = children[usize::from(!nearer_first)];
        waiting += 2;
    }
    let mut best = (0, FREE);
    for (_, other) in nearest.into_iter().filter(|(_, other)| *other != FREE && *other != agent) {
        offer(layer, seats, agent, other, &mut best);
    }
    (best.1 != FREE).then_some(best.1)
}
