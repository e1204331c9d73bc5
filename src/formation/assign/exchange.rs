//! Exchange repair: two agents trade slots wherever that lowers the cost and keeps everybody clear (F32 b).
//!
//! For SQUARED a trade of i (from p, on a) and j (from q, on b) saves 2 (p - q)·(b - a), so whole parts of the slot
//! tree are passed over by the signs of two rectangles' differences, and an assignment in good order is proved free
//! of savings among all pairs in little more than one walk over neighbours.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::occupancy::{FREE, Occupancy};
use super::point_tree::{Bounds, SEARCH_STACK};
use super::{Layer, NO_SLOT};
use crate::pace::Pace;

/// Up to this many agents all pairs are looked at, whatever it takes.
pub const ALL_PAIRS: usize = 2000;

/// Above it: this many slots nearest to an agent's slot, and as many nearest to its own place, at the least.
pub const NEIGHBOURS: usize = 48;

/// Nodes that the search for one agent's partner may open before it falls back on the neighbours.
const MOST_NODES: usize = 512;

/// Coordinates below this many quanta: differences, products and sums of two products are exact in `f64`.
const EXACT_BELOW: f64 = (1u64 << 25) as f64;

/// Pairs of nodes, and agents, that are looked at between two checkpoints: a fraction of a millisecond.
const PAIRS_AT_A_TIME: usize = 2048;
const AGENTS_AT_A_TIME: usize = 128;

/// Buffers of the repair.
#[derive(Debug, Default)]
pub struct Exchange {
    /// Pairs of nodes that a sweep has before it, and how many it may still look at.
    pairs: Vec<(u32, u32)>,
    looks_left: usize,
    queue: Vec<u32>,
    queued: Vec<bool>,
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
    pub async fn settle(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, pace: &Pace<'_>) -> bool {
        let before = self.trades_left;
        loop {
            let at_start = self.trades_left;
            self.fell_back = false;
            if layer.saves_by_products() {
                self.begin_sweep(seats);
                while self.sweep_some(layer, seats) {
                    pace.breathe().await;
                }
            } else {
                self.mark_everybody(seats);
            }
            self.settle_marked(layer, seats, pace).await;
            // The neighbours of somebody who was not looked at again may have changed.
            if at_start == self.trades_left || !self.fell_back || self.trades_left == 0 {
                return before != self.trades_left;
            }
        }
    }

    /// As [`Self::settle`], when only marked agents have moved since.
    pub async fn settle_after_steps(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, pace: &Pace<'_>) -> bool {
        let traded = self.settle_marked(layer, seats, pace).await;
        traded | (self.fell_back && self.settle(layer, seats, pace).await)
    }

    /// Trades between agents of different radius so far: each changed which slots a group of equal radius holds.
    pub fn mixed_trades(&self) -> usize {
        self.mixed_trades
    }

    /// Trades until no pair of a marked agent saves anything. Answers whether anybody traded.
    async fn settle_marked(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, pace: &Pace<'_>) -> bool {
        let before = self.trades_left;
        let mut next = 0;
        while next < self.queue.len() {
            self.settle_some(layer, seats, &mut next);
            pace.breathe().await;
        }
        before != self.trades_left
    }

    /// Settles some of the marked agents, from `next` on.
    fn settle_some(&mut self, layer: &Layer, seats: &mut Occupancy, next: &mut usize) {
        for _ in 0..AGENTS_AT_A_TIME {
            let Some(agent) = self.queue.get(*next).copied() else { return };
            *next += 1;
            self.queued[agent as usize] = false;
            if seats.slot_of[agent as usize] == NO_SLOT {
                continue;
            }
            while let Some(partner) = self.partner(layer, seats, agent)
                && self.trades_left > 0
            {
                self.trade(layer, seats, agent, partner);
            }
            if *next == self.queue.len() || *next > 4 * self.queued.len() {
                self.queue.drain(..*next);
                *next = 0;
            }
        }
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

    /// Begins to look at all pairs, node against node.
    fn begin_sweep(&mut self, seats: &Occupancy) {
        // An assignment in good order needs some twenty pairs of leaves for each leaf.
        self.looks_left = if seats.tree.len() <= ALL_PAIRS { usize::MAX } else { 128 * seats.tree.leaves() + 4096 };
        self.pairs.clear();
        self.pairs.push((1, 1));
    }

    /// Looks at some of the pairs and trades what it finds. Answers whether there are more.
    fn sweep_some(&mut self, layer: &Layer, seats: &mut Occupancy) -> bool {
        for _ in 0..PAIRS_AT_A_TIME {
            let Some((one, other)) = self.pairs.pop() else { return false };
            let (a, b) = (one as usize, other as usize);
            if a != b && self.in_order(seats, a, b) {
                continue;
            }
            self.looks_left -= 1;
            if self.looks_left == 0 || self.trades_left == 0 {
                self.mark_everybody(seats);
                return false;
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
        true
    }

    fn sweep_leaves(&mut self, layer: &Layer, seats: &mut Occupancy, a: usize, b: usize) {
        for position in seats.tree.range(a) {
            let slot = seats.tree.entry(position);
            let begin = if a == b { position + 1 } else { seats.tree.range(b).start };
            for other in begin..seats.tree.range(b).end {
                let other_slot = seats.tree.entry(other);
                let apart = seats.person(position) - seats.person(other);
                // Free slots hold NaN, which is never below.
                if self.is_below_nought(apart * (slot.at - other_slot.at)) {
                    let (i, j) = (seats.agent_at[slot.number as usize], seats.agent_at[other_slot.number as usize]);
                    if self.trades_left > 0 && saving(layer, seats, i, j) > 0 && may_trade(layer, seats, i, j) {
                        self.trade(layer, seats, i, j);
                    }
                }
            }
        }
    }

    /// Whether the sum of two products may be below nought; certain while the coordinates are small.
    fn is_below_nought(&self, products: DVec2) -> bool {
        products.x + products.y < self.doubt * (products.x.abs() + products.y.abs())
    }

    /// Whether no pair across two nodes can save anything.
    fn in_order(&self, seats: &Occupancy, a: usize, b: usize) -> bool {
        let (people_a, people_b) = (seats.summary(a).people, seats.summary(b).people);
        self.rectangles_in_order((people_a, seats.tree.bounds(a)), (people_b, seats.tree.bounds(b)))
    }

    fn rectangles_in_order(&self, a: (Bounds, Bounds), b: (Bounds, Bounds)) -> bool {
        if a.0.is_empty() || b.0.is_empty() {
            return true;
        }
        let (people_low, people_high) = (a.0.low - b.0.high, a.0.high - b.0.low);
        let (slots_low, slots_high) = (a.1.low - b.1.high, a.1.high - b.1.low);
        let least = (people_low * slots_low)
            .min(people_low * slots_high)
            .min((people_high * slots_low).min(people_high * slots_high));
        !self.is_below_nought(least)
    }

    /// The agent whose slot saves `agent` and it the most, out of the first leaf that holds one.
    fn partner(&mut self, layer: &Layer, seats: &Occupancy, agent: u32) -> Option<u32> {
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
                self.rectangles_in_order((Bounds::point(person), Bounds::point(place)), (people, slots))
            } else {
                let (there, here) = (slots.distance_squared(person), people.distance_squared(place));
                let after = layer.weighted_walks_at_least(agent, there, here);
                own_walk + seats.longest_walk(node) <= after
            };
            if useless {
                continue;
            }
            opened += 1;
            if opened > MOST_NODES && seats.tree.len() > ALL_PAIRS {
                self.fell_back = true;
                return [place, person].into_iter().find_map(|from| neighbour_partner(layer, seats, agent, from));
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
                        || self.is_below_nought((person - seats.person(position)) * (place - entry.at)));
                if worth_a_look {
                    offer(layer, seats, agent, other, &mut best);
                }
            }
            if best.1 != FREE {
                return Some(best.1);
            }
        }
        None
    }
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
