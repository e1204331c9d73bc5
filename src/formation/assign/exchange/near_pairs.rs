//! Near pairs: the repair of a large layer, which looks at each agent with whoever stands on one of the slots nearest
//! to its own slot or to where it comes from, or has its slot among those.
//!
//! Slots are looked at in blocks, a block against all that may lie within reach and may save anything. Nearness is
//! decided by a bound that the true distance of the last of the nearest slots never exceeds.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::super::occupancy::{FREE, Occupancy};
use super::super::point_tree::{Bounds, SEARCH_STACK};
use super::super::{Layer, NO_SLOT};
use super::{Exchange, Rows, offer};
use crate::pace::Pace;

/// So many slots nearest to an agent's slot, and as many nearest to its own place, at the least.
const NEIGHBOURS: usize = 48;

/// Blocks that one look may visit; then it falls back on the very nearest, agent by agent.
const MOST_BLOCKS: usize = 256;

/// Nodes that one look may open.
const MOST_NODES: usize = 2048;

/// Blocks between two checkpoints.
const BLOCKS_AT_A_TIME: usize = 64;

/// Covers the roundings of a squared distance.
const UP: f64 = 1.0 + 1e-9;

/// Squared distances that hold the nearest slots of everybody under a node of the slot tree.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    around_slots: f64,
    around_people: f64,
}

/// Buffers of the repair of a large layer.
#[derive(Debug, Default)]
pub struct NearPairs {
    /// Per node of the slot tree, blocks last; empty before everybody has been looked at.
    reach: Vec<Reach>,
    /// The same around the place that an agent comes from; below nought while nobody has asked.
    person_reach: Vec<f32>,
    /// Positions of the slot tree to be looked at again, a bit each.
    waiting: Vec<u64>,
    /// Whether somebody was checked against the very nearest alone since the last look at everybody.
    fell_back: bool,
}

/// The node of the first block: two leaves each.
fn first_block(seats: &Occupancy) -> usize {
    (seats.tree.leaves() / 2).max(1)
}

impl NearPairs {
    /// Forgets the last layer.
    pub fn forget(&mut self) {
        self.reach.clear();
        self.person_reach.clear();
    }

    fn measure(&mut self, seats: &Occupancy) {
        self.person_reach.reserve_exact(seats.slot_of.len());
        self.person_reach.resize(seats.slot_of.len(), -1.0);
        self.waiting.clear();
        self.waiting.resize(seats.tree.len().div_ceil(64), 0);
        let first = first_block(seats);
        self.reach.clear();
        self.reach.reserve_exact(2 * first);
        self.reach.resize(2 * first, Reach::default());
        for node in (1..2 * first).rev() {
            self.reach[node] = if node >= first {
                let (slots, people) = (seats.tree.bounds(node), seats.summary(node).people);
                Reach { around_slots: reach_around(seats, slots), around_people: reach_around(seats, people) }
            } else {
                let (one, other) = (self.reach[2 * node], self.reach[2 * node + 1]);
                Reach {
                    around_slots: one.around_slots.max(other.around_slots),
                    around_people: one.around_people.max(other.around_people),
                }
            };
        }
    }

    /// Notes that an agent came to another slot.
    fn note(&mut self, layer: &Layer, seats: &Occupancy, agent: u32) {
        let position = seats.tree.position(seats.slot_of[agent as usize]) as usize;
        self.waiting[position / 64] |= 1 << (position % 64);
        let reach = self.reach_of(layer, seats, agent);
        let mut node = seats.tree.leaf_of(position);
        if node >= self.reach.len() {
            node /= 2;
        }
        while node > 0 && self.reach[node].around_people < reach {
            self.reach[node].around_people = reach;
            node /= 2;
        }
    }

    /// The squared distance that holds the nearest slots of an agent's own place.
    fn reach_of(&mut self, layer: &Layer, seats: &Occupancy, agent: u32) -> f64 {
        let known = &mut self.person_reach[agent as usize];
        if *known < 0.0 {
            let place = layer.agents.at[agent as usize].as_dvec2();
            // Never below the number that it rounds.
            *known = (reach_around(seats, Bounds::point(place)) * (1.0 + 1e-6)) as f32;
        }
        f64::from(*known)
    }

    /// Whether an occupant of some positions may have a slot in a rectangle among the nearest to its own place.
    fn somebody_reaches(
        &mut self,
        layer: &Layer,
        seats: &Occupancy,
        mut positions: impl Iterator<Item = usize>,
        slots: Bounds,
    ) -> bool {
        positions.any(|position| {
            let agent = seats.agent_at[seats.tree.entry(position).number as usize];
            agent != FREE && slots.distance_squared(seats.person(position)) <= self.reach_of(layer, seats, agent)
        })
    }

    /// Takes the positions of a range that wait, a bit each.
    fn take_waiting(&mut self, range: &std::ops::Range<usize>) -> u32 {
        let mut taken = 0;
        for position in range.clone() {
            let (word, bit) = (position / 64, 1 << (position % 64));
            taken |= u32::from(self.waiting[word] & bit != 0) << (position - range.start);
            self.waiting[word] &= !bit;
        }
        taken
    }
}

/// A squared distance within which each point of a rectangle has as many slots as are asked for, or all.
fn reach_around(seats: &Occupancy, points: Bounds) -> f64 {
    if points.is_empty() {
        return 0.0;
    }
    let farthest = |node: usize| seats.tree.bounds(node).farthest_squared(points);
    let (mut node, mut least) = (1, farthest(1));
    while !seats.tree.is_leaf(node) && seats.tree.range(node).len() >= 2 * NEIGHBOURS {
        let children = [2 * node, 2 * node + 1].map(|child| (farthest(child), child));
        let nearer = if children[0].0 <= children[1].0 { children[0] } else { children[1] };
        node = nearer.1;
        least = least.min(nearer.0);
    }
    least * UP
}

impl Exchange {
    /// Trades until no pair of anybody, or of a marked agent, saves anything.
    pub(super) async fn settle_near_pairs(
        &mut self,
        layer: &Layer<'_>,
        seats: &mut Occupancy,
        everybody: bool,
        pace: &Pace<'_>,
    ) {
        let mut everybody = everybody || self.near.reach.is_empty();
        loop {
            if everybody {
                self.near.measure(seats);
                self.near.fell_back = false;
            }
            self.note_marked(layer, seats, everybody);
            let before = self.trades_left;
            if everybody {
                self.pass(layer, seats, true, pace).await;
            }
            while self.trades_left > 0 && self.near.waiting.iter().any(|word| *word != 0) {
                self.pass(layer, seats, false, pace).await;
            }
            // The neighbours of somebody who was not looked at again may have changed.
            if before == self.trades_left || !self.near.fell_back || self.trades_left == 0 {
                return;
            }
            everybody = true;
        }
    }

    fn note_marked(&mut self, layer: &Layer, seats: &Occupancy, everybody: bool) {
        for agent in self.queue.drain(..) {
            self.queued[agent as usize] = false;
            if seats.slot_of[agent as usize] != NO_SLOT && !everybody {
                self.near.note(layer, seats, agent);
            }
        }
    }

    /// Looks at all blocks once, at everybody or at who waits.
    async fn pass(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, everybody: bool, pace: &Pace<'_>) {
        let first = first_block(seats);
        for begin in (first..2 * first).step_by(BLOCKS_AT_A_TIME) {
            self.pass_blocks(layer, seats, everybody, begin..(begin + BLOCKS_AT_A_TIME).min(2 * first));
            pace.breathe().await;
        }
    }

    fn pass_blocks(&mut self, layer: &Layer, seats: &mut Occupancy, everybody: bool, blocks: std::ops::Range<usize>) {
        let mut rows = Rows::EMPTY;
        for block in blocks {
            let range = seats.tree.range(block);
            let mut taken = if everybody { u32::MAX } else { self.near.take_waiting(&range) };
            if taken == 0 {
                continue;
            }
            for position in range.clone() {
                if seats.agent_at[seats.tree.entry(position).number as usize] == FREE {
                    taken &= !(1 << (position - range.start));
                }
            }
            let is_taken = |position: &usize| taken >> (position - range.start) & 1 != 0;
            if layer.saves_by_products() {
                rows.load(seats, range.clone().filter(is_taken));
                self.look(layer, seats, (&mut rows, block), everybody);
            } else {
                for position in range.clone().filter(is_taken) {
                    rows.load(seats, std::iter::once(position));
                    self.look(layer, seats, (&mut rows, block), everybody);
                }
            }
        }
    }

    /// Looks at some agents of a block with all that are near, or with those in no earlier block, and trades what it
    /// finds.
    fn look(&mut self, layer: &Layer, seats: &mut Occupancy, (rows, own_block): (&mut Rows, usize), later_alone: bool) {
        let (people, slots) = rows.bounds();
        if people.is_empty() {
            return;
        }
        let first = first_block(seats);
        let lead = seats.agent_at[seats.tree.entry(rows.position(0)).number as usize];
        let own_walk = layer.weighted_walk(lead, seats.slot_of[lead as usize]) as f64;
        let mut others = Rows::EMPTY;
        let mut stack = [0u32; SEARCH_STACK];
        stack[0] = 1;
        let (mut waiting, mut opened, mut looked_at) = (1, 0, 0);
        while waiting > 0 {
            waiting -= 1;
            let node = stack[waiting] as usize;
            let deeper = first.ilog2() - node.ilog2();
            if later_alone && ((node + 1) << deeper) <= own_block {
                continue;
            }
            let theirs = (seats.summary(node).people, seats.tree.bounds(node));
            let useless = if layer.saves_by_products() {
                self.rectangles_in_order((people, slots), theirs)
            } else {
                let (there, here) = (theirs.1.gap_squared(people), theirs.0.gap_squared(slots));
                own_walk + seats.longest_walk(node) <= layer.weighted_walks_at_least(lead, there, here)
            };
            if useless || !self.is_near(layer, seats, (rows, own_block, (people, slots)), (node, theirs)) {
                continue;
            }
            opened += 1;
            looked_at += usize::from(node >= first);
            if opened > MOST_NODES || looked_at > MOST_BLOCKS {
                self.near.fell_back = true;
                return self.look_at_nearest(layer, seats, rows);
            }
            if node < first {
                stack[waiting] = 2 * node as u32 + 1;
                stack[waiting + 1] = 2 * node as u32;
                waiting += 2;
            } else {
                others.load_range(seats, seats.tree.range(node));
                let traded = self.trade_rows(layer, seats, rows, &others, node);
                if traded && rows.len() == 1 {
                    // Both are looked at again.
                    return;
                }
            }
        }
    }

    /// Whether one of the rows may have somebody under a node among its nearest, or the other way round.
    fn is_near(
        &mut self,
        layer: &Layer,
        seats: &Occupancy,
        (rows, own_block, (people, slots)): (&Rows, usize, (Bounds, Bounds)),
        (node, (their_people, their_slots)): (usize, (Bounds, Bounds)),
    ) -> bool {
        let (mine, theirs) = (self.near.reach[own_block], self.near.reach[node]);
        if slots.gap_squared(their_slots) <= mine.around_slots.max(theirs.around_slots) {
            return true;
        }
        let reaches_them = people.gap_squared(their_slots) <= mine.around_people;
        let is_reached = slots.gap_squared(their_people) <= theirs.around_people;
        if node < first_block(seats) || !(reaches_them || is_reached) {
            return reaches_them || is_reached;
        }
        // People who come from far apart: one by one.
        let own = (0..rows.len()).map(|row| rows.position(row));
        reaches_them && self.near.somebody_reaches(layer, seats, own, their_slots)
            || is_reached && self.near.somebody_reaches(layer, seats, seats.tree.range(node), slots)
    }

    /// Trades each row with the one of a block that saves it the most. Answers whether anybody traded.
    fn trade_rows(
        &mut self,
        layer: &Layer,
        seats: &mut Occupancy,
        rows: &mut Rows,
        others: &Rows,
        block: usize,
    ) -> bool {
        let before = self.trades_left;
        let by_products = layer.saves_by_products();
        let mut worth_a_look = if by_products { rows.that_may_save(others, self.doubt) } else { 1 };
        while worth_a_look != 0 && self.trades_left > 0 {
            let row = worth_a_look.trailing_zeros() as usize;
            worth_a_look &= worth_a_look - 1;
            let position = rows.position(row);
            let agent = seats.agent_at[seats.tree.entry(position).number as usize];
            let (own, person) = (seats.tree.entry(position).at, seats.person(position));
            let mut best = (0, FREE);
            for position in seats.tree.range(block) {
                let entry = seats.tree.entry(position);
                let apart = (person - seats.person(position)) * (own - entry.at);
                let other = seats.agent_at[entry.number as usize];
                if other != FREE && (!by_products || self.is_below_nought(apart)) {
                    offer(layer, seats, agent, other, &mut best);
                }
            }
            if best.1 != FREE {
                self.trade_and_note(layer, seats, agent, best.1, rows);
            }
        }
        before != self.trades_left
    }

    fn trade_and_note(&mut self, layer: &Layer, seats: &mut Occupancy, one: u32, other: u32, rows: &mut Rows) {
        self.trade(layer, seats, one, other);
        for agent in [one, other] {
            self.near.note(layer, seats, agent);
            let position = seats.tree.position(seats.slot_of[agent as usize]) as usize;
            if let Some(row) = rows.row_of(position) {
                rows.seat(seats, row);
            }
        }
    }

    /// Trades each row with the best of the very nearest, if there is one.
    fn look_at_nearest(&mut self, layer: &Layer, seats: &mut Occupancy, rows: &mut Rows) {
        for row in 0..rows.len() {
            let position = rows.position(row);
            let slot = seats.tree.entry(position);
            let agent = seats.agent_at[slot.number as usize];
            let around = [slot.at, seats.person(position)];
            let partner = around.into_iter().find_map(|from| neighbour_partner(layer, seats, agent, from));
            if let Some(partner) = partner
                && self.trades_left > 0
            {
                self.trade_and_note(layer, seats, agent, partner, rows);
            }
        }
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
