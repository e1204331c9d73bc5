//! All pairs: the repair of a layer small enough to look at everybody with everybody.
#![forbid(unsafe_code)]

use super::super::occupancy::{FREE, Occupancy};
use super::super::point_tree::{self, Bounds, Step};
use super::super::{Layer, NO_SLOT};
use super::{Exchange, Rows, may_trade, offer, saving};

impl Exchange {
    /// Trades until no pair of a marked agent saves anything.
    pub(super) fn settle_marked(&mut self, layer: &Layer, seats: &mut Occupancy) {
        let mut next = 0;
        while next < self.queue.len() {
            let agent = self.queue[next];
            next += 1;
            self.queued[agent as usize] = false;
            if seats.slot_of[agent as usize] == NO_SLOT {
                continue;
            }
            while let Some(partner) = self.partner(layer, seats, agent)
                && self.trades_left > 0
            {
                self.trade_and_mark(layer, seats, agent, partner);
            }
            if next == self.queue.len() || next > 4 * self.queued.len() {
                self.queue.drain(..next);
                next = 0;
            }
        }
    }

    pub(super) fn mark_everybody(&mut self, seats: &Occupancy) {
        for agent in 0..seats.slot_of.len() as u32 {
            self.mark(agent);
        }
    }

    fn trade_and_mark(&mut self, layer: &Layer, seats: &mut Occupancy, one: u32, other: u32) {
        self.trade(layer, seats, one, other);
        self.mark(one);
        self.mark(other);
    }

    /// Looks at all pairs, node against node, and trades what it finds.
    pub(super) fn sweep(&mut self, layer: &Layer, seats: &mut Occupancy) {
        self.pairs.clear();
        self.pairs.push((1, 1));
        while let Some((one, other)) = self.pairs.pop() {
            let (a, b) = (one as usize, other as usize);
            if a != b && self.in_order(a, b) {
                continue;
            }
            match (self.crowds[0].seated.tree.is_leaf(a), a == b) {
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
        let (range_a, range_b) = (self.crowds[0].seated.tree.range(a), self.crowds[0].seated.tree.range(b));
        let (mut rows, mut others) = (Rows::EMPTY, Rows::EMPTY);
        rows.load_range(&self.crowds[0].seated, range_a.clone());
        others.load_range(&self.crowds[0].seated, range_b.clone());
        let mut worth_a_look = rows.that_may_save(&others, self.doubt);
        for position in range_a.clone() {
            if worth_a_look >> (position - range_a.start) & 1 == 0 {
                continue;
            }
            let slot = self.crowds[0].seated.tree.entry(position);
            let begin = if a == b { position + 1 } else { range_b.start };
            for other in begin..range_b.end {
                let other_slot = self.crowds[0].seated.tree.entry(other);
                let apart = self.crowds[0].seated.person(position) - self.crowds[0].seated.person(other);
                if self.is_below_nought(apart * (slot.at - other_slot.at)) {
                    let (i, j) = (self.crowds[0].seated.agent(position), self.crowds[0].seated.agent(other));
                    if self.trades_left > 0 && saving(layer, seats, i, j) > 0 && may_trade(layer, seats, i, j) {
                        self.trade_and_mark(layer, seats, i, j);
                        // Others came from elsewhere when the rows were looked at.
                        worth_a_look = u32::MAX;
                    }
                }
            }
        }
    }

    /// The agent whose slot saves `agent` and it the most, out of the first leaf that holds one.
    fn partner(&self, layer: &Layer, seats: &Occupancy, agent: u32) -> Option<u32> {
        let slot = seats.slot_of[agent as usize];
        let person = layer.agents.at[agent as usize].as_dvec2();
        let place = layer.slots.at[slot as usize].as_dvec2();
        let own_walk = layer.weighted_walk(agent, slot) as f64;
        let seated = &self.crowds[0].seated;
        let mut best = (0, FREE);
        point_tree::walk(|node| {
            let (people, slots) = (seated.people(node), seated.tree.bounds(node));
            let useless = if layer.saves_by_products() {
                self.rectangles_in_order((Bounds::point(person), Bounds::point(place)), (people, slots))
            } else {
                let (there, here) = (slots.distance_squared(person), people.distance_squared(place));
                own_walk + seated.longest_walk(node) <= layer.weighted_walks_at_least(agent, there, here)
            };
            if useless {
                return Step::Pass;
            }
            if !seated.tree.is_leaf(node) {
                return Step::Open;
            }
            for position in seated.tree.range(node) {
                let at = seated.tree.entry(position).at;
                if !layer.saves_by_products() || self.is_below_nought((person - seated.person(position)) * (place - at))
                {
                    offer(layer, seats, agent, seated.agent(position), &mut best);
                }
            }
            if best.1 == FREE { Step::Pass } else { Step::Stop }
        });
        (best.1 != FREE).then_some(best.1)
    }
}
