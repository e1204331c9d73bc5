//! Near pairs: the repair of a large layer, which looks at each agent with whoever stands on one of the slots nearest
//! to its own slot or to where it comes from, or has its slot among those.
//!
//! Slots are looked at in blocks, a block against all that may lie within reach and may save anything.
#![forbid(unsafe_code)]

use super::super::occupancy::{FREE, Occupancy};
use super::super::point_tree::{self, Bounds, Step};
use super::super::{Layer, NO_SLOT};
use super::reach::first_block;
use super::seated::Learned;
use super::{ALL_PAIRS, Exchange, Rows, SLENDER, WIDE, crowd_of, offer};
use crate::pace::Pace;
use crate::parallel::Executor;

/// Blocks that one look may visit; then everybody looks for himself, and after long looks at the very nearest alone.
pub(super) const MOST_BLOCKS: usize = 256;

/// Nodes that one look may open.
pub(super) const MOST_NODES: usize = 2048;

/// Blocks between two checkpoints.
const BLOCKS_AT_A_TIME: usize = 64;

/// From some agents of a block at a crowd.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whose block it is.
    pub crowd: usize,
    block: usize,
    /// Whom they look at.
    pub others: usize,
    /// Those in earlier blocks have looked already.
    later_alone: bool,
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
        let mut everybody = everybody || self.crowds[0].reaches.is_empty();
        self.learn(layer, seats, everybody, pace.executor);
        loop {
            if everybody {
                self.crowds.iter_mut().for_each(|crowd| crowd.measure(seats, pace.executor));
                self.measure_wide_ground(layer, seats);
                self.fell_back = false;
            }
            self.note_marked(layer, seats, everybody);
            let before = self.trades_left;
            if everybody {
                self.look_at_everybody(layer, seats, pace).await;
            }
            while self.trades_left > 0 && self.crowds.iter().any(|crowd| crowd.next_waiting(0).is_some()) {
                self.look_at_waiting(layer, seats, SLENDER, pace).await;
                self.look_at_waiting(layer, seats, WIDE, pace).await;
            }
            // The neighbours of somebody who was not looked at again may have changed.
            if before == self.trades_left || !self.fell_back || self.trades_left == 0 {
                return;
            }
            everybody = true;
        }
    }

    /// Looks once at all pairs of a wide agent and another, in a layer too large for all pairs; everybody must be looked at
    /// afterwards. Answers whether anybody traded.
    pub(in super::super) async fn trade_across(
        &mut self,
        layer: &Layer<'_>,
        seats: &mut Occupancy,
        pace: &Pace<'_>,
    ) -> bool {
        let before = self.trades_left;
        if layer.agents.at.len() <= ALL_PAIRS {
            return false;
        }
        self.learn(layer, seats, true, pace.executor);
        self.crowds.iter_mut().for_each(|crowd| crowd.measure(seats, pace.executor));
        self.measure_wide_ground(layer, seats);
        self.look_at_all_of(layer, seats, (SLENDER, WIDE), pace).await;
        before != self.trades_left
    }

    /// Takes over who stands where. Unless all are going to be looked at, whoever has moved is marked.
    fn learn(&mut self, layer: &Layer, seats: &Occupancy, everybody: bool, executor: &Executor) {
        let mut is_other_ground = false;
        for number in [SLENDER, WIDE] {
            let belongs = |agent: u32| crowd_of(layer, seats, agent) == number;
            let learned = self.crowds[number].seated.learn(layer, seats, belongs, executor);
            if everybody {
                continue;
            }
            is_other_ground |= number == SLENDER && learned == Learned::Rebuilt;
            self.crowds[number].remeasure(seats, learned, executor);
            for index in 0..self.crowds[number].seated.moved.len() {
                self.mark(self.crowds[number].seated.moved[index]);
            }
        }
        if is_other_ground {
            self.measure_wide_ground(layer, seats);
        }
    }

    fn note_marked(&mut self, layer: &Layer, seats: &Occupancy, everybody: bool) {
        for agent in self.queue.drain(..) {
            self.queued[agent as usize] = false;
            if seats.slot_of[agent as usize] != NO_SLOT && !everybody {
                let number = crowd_of(layer, seats, agent);
                self.crowds[number].note(layer, seats, agent);
                if number == SLENDER && self.crowds[WIDE].seated.tree.len() > 0 {
                    let seated = &self.crowds[SLENDER].seated;
                    let position = seated.position_of(seats, agent);
                    self.wide_ground.look_at(layer, seats, seated, self.crowded, position);
                }
            }
        }
    }

    fn measure_wide_ground(&mut self, layer: &Layer, seats: &Occupancy) {
        if self.crowds[WIDE].seated.tree.len() > 0 {
            self.wide_ground.measure(layer, seats, &self.crowds[SLENDER].seated, self.crowded);
        }
    }

    async fn look_at_everybody(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, pace: &Pace<'_>) {
        let crowds = [(SLENDER, SLENDER), (WIDE, WIDE), (SLENDER, WIDE)];
        let are_done = usize::from(self.trade_in_rounds(layer, seats, pace).await);
        for crowds in crowds.into_iter().skip(are_done) {
            self.look_at_all_of(layer, seats, crowds, pace).await;
        }
    }

    /// Looks at all pairs of two crowds.
    async fn look_at_all_of(
        &mut self,
        layer: &Layer<'_>,
        seats: &mut Occupancy,
        (crowd, others): (usize, usize),
        pace: &Pace<'_>,
    ) {
        if self.crowds[others].seated.tree.len() == 0 {
            return;
        }
        let first = first_block(&self.crowds[crowd].seated.tree);
        for block in first..2 * first {
            let look = Look { crowd, block, others, later_alone: crowd == others };
            self.look_from(layer, seats, look, u32::MAX);
            if block % BLOCKS_AT_A_TIME == 0 {
                pace.breathe().await;
            }
        }
    }

    /// Looks once at those of a crowd who wait, block by block.
    async fn look_at_waiting(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, crowd: usize, pace: &Pace<'_>) {
        let (mut begin, mut blocks) = (0, 0);
        while let Some(block) = self.crowds[crowd].next_waiting(begin) {
            let taken = self.crowds[crowd].take_waiting(block);
            for others in [crowd, 1 - crowd] {
                if self.crowds[others].seated.tree.len() > 0 {
                    self.look_from(layer, seats, Look { crowd, block, others, later_alone: false }, taken);
                }
            }
            begin = self.crowds[crowd].seated.tree.range(block).end;
            blocks += 1;
            if blocks % BLOCKS_AT_A_TIME == 0 {
                pace.breathe().await;
            }
        }
    }

    /// Looks from the occupants of some positions of a block, a bit each.
    fn look_from(&mut self, layer: &Layer, seats: &mut Occupancy, look: Look, mut taken: u32) {
        let range = self.crowds[look.crowd].seated.tree.range(look.block);
        taken &= (1 << range.len()) - 1;
        if (look.crowd, look.others) == (SLENDER, WIDE) {
            taken &= self.wide_ground.of(range.clone());
        }
        let positions = range.clone().filter(|position| taken >> (position - range.start) & 1 != 0);
        let mut rows = Rows::EMPTY;
        if taken != 0 && layer.saves_by_products() {
            rows.load(&self.crowds[look.crowd].seated, positions.clone());
            if self.look(layer, seats, look, &mut rows) {
                return;
            }
        }
        for position in positions {
            rows.load(&self.crowds[look.crowd].seated, std::iter::once(position));
            if !self.look(layer, seats, look, &mut rows) {
                self.look_at_nearest(layer, seats, look, &mut rows);
            }
        }
    }

    /// Looks at some agents with all that are near and trades what it finds. False if that would be too many.
    fn look(&mut self, layer: &Layer, seats: &mut Occupancy, look: Look, rows: &mut Rows) -> bool {
        let (people, slots) = rows.bounds();
        let first = first_block(&self.crowds[look.others].seated.tree);
        let lead = self.crowds[look.crowd].seated.agent(rows.position(0));
        let own_walk = layer.weighted_walk(lead, seats.slot_of[lead as usize]) as f64;
        let mut others = Rows::EMPTY;
        let (mut opened, mut looked_at, mut gave_up) = (0, 0, false);
        let is_wide_at_slender = (look.crowd, look.others) == (WIDE, SLENDER);
        point_tree::walk(|node| {
            let deeper = first.ilog2() - node.ilog2();
            if look.later_alone && ((node + 1) << deeper) <= look.block
                || is_wide_at_slender && !self.wide_ground.under(node)
            {
                return Step::Pass;
            }
            let seated = &self.crowds[look.others].seated;
            let theirs = (seated.people(node), seated.tree.bounds(node));
            let useless = if layer.saves_by_products() {
                self.rectangles_in_order((people, slots), theirs)
            } else {
                let (there, here) = (theirs.1.gap_squared(people), theirs.0.gap_squared(slots));
                own_walk + seated.longest_walk(node) <= layer.weighted_walks_at_least(lead, there, here)
            };
            if useless || !self.is_near(layer, seats, look, rows, (people, slots), (node, theirs)) {
                return Step::Pass;
            }
            opened += 1;
            looked_at += usize::from(node >= first);
            if opened > MOST_NODES || looked_at > MOST_BLOCKS {
                if rows.len() > 1 || self.long_looks_left == 0 {
                    gave_up = true;
                    return Step::Stop;
                }
                self.long_looks_left -= 1;
            }
            if node < first {
                return Step::Open;
            }
            let seated = &self.crowds[look.others].seated;
            others.load_range(seated, seated.tree.range(node));
            let traded = self.trade_rows(layer, seats, (look, rows), &others, node);
            // Of one, both are looked at again.
            if traded && rows.len() == 1 { Step::Stop } else { Step::Pass }
        });
        !gave_up
    }

    /// Whether one of the lookers, who come from a rectangle and stand in another, may have somebody under a node among
    /// its nearest, or the other way round.
    fn is_near(
        &mut self,
        layer: &Layer,
        seats: &Occupancy,
        look: Look,
        rows: &Rows,
        (people, slots): (Bounds, Bounds),
        (node, (their_people, their_slots)): (usize, (Bounds, Bounds)),
    ) -> bool {
        let mine = self.crowds[look.crowd].reaches.under(look.block);
        let theirs = self.crowds[look.others].reaches.under(node);
        if slots.gap_squared(their_slots) <= mine.around_slots.max(theirs.around_slots) {
            return true;
        }
        let reaches_them = people.gap_squared(their_slots) <= mine.around_people;
        let is_reached = slots.gap_squared(their_people) <= theirs.around_people;
        let tree = &self.crowds[look.others].seated.tree;
        if node < first_block(tree) || !(reaches_them || is_reached) {
            return reaches_them || is_reached;
        }
        // People who come from far apart: one by one.
        let (own, range) = ((0..rows.len()).map(|row| rows.position(row)), tree.range(node));
        reaches_them && self.somebody_reaches(layer, seats, look.crowd, own, their_slots)
            || is_reached && self.somebody_reaches(layer, seats, look.others, range, slots)
    }

    /// Whether an occupant of some positions may have a slot in a rectangle among the nearest to its own place.
    fn somebody_reaches(
        &mut self,
        layer: &Layer,
        seats: &Occupancy,
        crowd: usize,
        mut positions: impl Iterator<Item = usize>,
        slots: Bounds,
    ) -> bool {
        let super::Crowd { seated, reaches, .. } = &mut self.crowds[crowd];
        positions.any(|position| {
            let gap = slots.distance_squared(seated.person(position));
            gap <= reaches.around_person(layer, seats, seated, seated.agent(position))
        })
    }

    /// Trades each row with the one of a block that saves it the most. Answers whether anybody traded.
    fn trade_rows(
        &mut self,
        layer: &Layer,
        seats: &mut Occupancy,
        (look, rows): (Look, &mut Rows),
        others: &Rows,
        block: usize,
    ) -> bool {
        let before = self.trades_left;
        let by_products = layer.saves_by_products();
        let mut worth_a_look = if by_products { rows.that_may_save(others, self.doubt) } else { 1 };
        while worth_a_look != 0 && self.trades_left > 0 {
            let row = worth_a_look.trailing_zeros() as usize;
            worth_a_look &= worth_a_look - 1;
            let agent = self.crowds[look.crowd].seated.agent(rows.position(row));
            if let Some(partner) = self.best_of(layer, seats, look, rows.position(row), block) {
                self.trade_and_note(layer, seats, agent, partner, (look, rows));
            }
        }
        before != self.trades_left
    }

    /// The occupant of a block that a trade with the one of a position saves the most.
    fn best_of(&self, layer: &Layer, seats: &Occupancy, look: Look, position: usize, block: usize) -> Option<u32> {
        let by_products = layer.saves_by_products();
        let [mine, theirs] = [look.crowd, look.others].map(|crowd| &self.crowds[crowd].seated);
        let agent = mine.agent(position);
        let (own, person) = (mine.tree.entry(position).at, mine.person(position));
        let mut best = (0, FREE);
        for other in theirs.tree.range(block) {
            let apart = (person - theirs.person(other)) * (own - theirs.tree.entry(other).at);
            if !by_products || self.is_below_nought(apart) {
                offer(layer, seats, agent, theirs.agent(other), &mut best);
            }
        }
        (best.1 != FREE).then_some(best.1)
    }

    pub(super) fn trade_and_note(
        &mut self,
        layer: &Layer,
        seats: &mut Occupancy,
        one: u32,
        other: u32,
        (look, rows): (Look, &mut Rows),
    ) {
        self.trade(layer, seats, one, other);
        for agent in [one, other] {
            let number = crowd_of(layer, seats, agent);
            let crowd = &mut self.crowds[number];
            crowd.note(layer, seats, agent);
            let position = crowd.seated.position_of(seats, agent);
            if number == look.crowd
                && let Some(row) = rows.row_of(position)
            {
                rows.seat(&crowd.seated, row);
            }
        }
    }
}
