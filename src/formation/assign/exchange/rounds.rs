//! Rounds: the repair among those of a large layer who are not wide, by several threads, where nobody can clash or all of
//! them are of one size, so that whoever can stand on a slot can stand on the others' too. The slots are cut into parts; in the
//! first round each part looks at itself, and in every further one at one other part, until each has met each. Nobody
//! else meddles with two parts that meet. Rounds follow from the number of slots alone: the number of threads changes
//! nothing.
#![forbid(unsafe_code)]

use parking_lot::Mutex;

use super::super::Layer;
use super::super::occupancy::{FREE, Occupancy};
use super::super::point_tree::{Bounds, Step, walk_from};
use super::near_pairs::{MOST_BLOCKS, MOST_NODES};
use super::parts::{Ground, MOST_PARTS, Marks, Part, Seen, Trades, cut};
use super::reach::first_block;
use super::{Exchange, Rows, SLENDER, is_below_nought, rectangles_in_order};
use crate::pace::Pace;
use crate::parallel::Executor;

/// Positions of a part at the least.
const LEAST_PART: usize = 4096;

/// With fewer waiting than one of so many, they are looked at in one row.
const FEW: usize = 1000;

/// Passes at the most; few are needed until few wait.
const MOST_PASSES: usize = 32;

/// With more waiting than one of so many, a part looks at itself in [`STEPS`] steps, between which the call may pause.
const MANY: usize = 8;
const STEPS: usize = 8;

/// Buffers of the rounds.
#[derive(Debug, Default)]
pub struct Rounds {
    /// Per block.
    marks: Vec<Marks>,
}

/// What all meetings of a step have in common.
#[derive(Clone, Copy)]
struct Plan {
    parts: usize,
    /// Each part meets the one whose number differs by these bits.
    round: usize,
    /// Which of [`STEPS`] parts of its blocks a part looks from; all of them where there is none.
    step: Option<usize>,
    /// Whether all pairs are new: then each is looked at from one side alone.
    everybody: bool,
}

/// From some agents of a block.
#[derive(Clone, Copy)]
struct Look {
    /// Whose block it is: the first or the second of those who meet.
    own: usize,
    block: usize,
    /// At whom.
    other: usize,
    /// Those in earlier blocks have looked already.
    later_alone: bool,
}

impl Exchange {
    /// Looks at all pairs of those who are not wide, then at who waits, until few do. False where that has to be done in one
    /// row.
    pub(super) async fn trade_in_rounds(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, pace: &Pace<'_>) -> bool {
        let tree = &self.crowds[SLENDER].seated.tree;
        let parts = 1 << (tree.len() / LEAST_PART).clamp(1, MOST_PARTS).ilog2();
        let may_all_trade = !seats.guarded || self.crowds[SLENDER].seated.are_alike(layer);
        if parts < 2 || !layer.saves_by_products() || !may_all_trade {
            return false;
        }
        let (count, first) = (tree.len(), first_block(tree));
        let everybody =
            |block: usize| Marks { noted: ((1_u32 << tree.range(block).len()) - 1) as u16, ..Marks::default() };
        self.rounds.marks.clear();
        self.rounds.marks.extend((first..2 * first).map(everybody));
        for pass in 0..MOST_PASSES {
            let mut waiting = 0;
            for marks in &mut self.rounds.marks {
                marks.taken = std::mem::take(&mut marks.noted);
                waiting += marks.taken.count_ones() as usize;
            }
            if waiting <= count / FEW {
                break;
            }
            for round in 0..parts {
                let steps = if round == 0 && waiting > count / MANY { STEPS } else { 1 };
                for step in 0..steps {
                    let plan = Plan { parts, round, step: (steps > 1).then_some(step), everybody: pass == 0 };
                    self.meet(layer, plan, pace.executor);
                    pace.breathe().await;
                }
            }
        }
        let crowd = &mut self.crowds[SLENDER];
        for (block, marks) in (first..).zip(&self.rounds.marks) {
            crowd.let_wait(block, u32::from(marks.taken | marks.noted | marks.left_over));
        }
        crowd.seated.seat_as_noted(layer, seats, parts);
        crowd.reaches.unite(parts);
        true
    }

    /// One step of a round.
    fn meet(&mut self, layer: &Layer, plan: Plan, executor: &Executor) {
        let (tree, person_reach, parts) = cut(&mut self.crowds[SLENDER], &mut self.rounds.marks, plan.parts);
        let ground = Ground { layer, tree, person_reach, doubt: self.doubt };
        let parts = parts.map(Mutex::new);
        let lower = (0..plan.parts).filter(|part| part ^ plan.round >= *part);
        let meetings = if plan.round == 0 { plan.parts } else { plan.parts / 2 };
        executor.for_parts(meetings, lower, |part| {
            let one = &mut *parts[part].lock();
            if plan.round == 0 {
                Meeting { ground, parts: &mut [one] }.hold(plan, &[(0, 0)]);
            } else {
                let other = &mut *parts[part ^ plan.round].lock();
                let sides = if plan.everybody { &[(0, 1)][..] } else { &[(0, 1), (1, 0)] };
                Meeting { ground, parts: &mut [one, other] }.hold(plan, sides);
            }
        });
        for Trades { all, mixed } in parts.map(|part| part.into_inner().trades) {
            self.trades_left = self.trades_left.saturating_sub(all);
            self.mixed_trades += mixed;
        }
    }
}

/// One part, or two.
struct Meeting<'g, 'm, 'p> {
    ground: Ground<'g>,
    parts: &'m mut [&'m mut Part<'p>],
}

impl Meeting<'_, '_, '_> {
    /// Looks from who waits in the first of two parts at the second, side by side.
    fn hold(&mut self, plan: Plan, sides: &[(usize, usize)]) {
        for (own, other) in sides.iter().copied() {
            let blocks = self.parts[own].blocks();
            let bound = |step: usize| blocks.start + step * blocks.len() / STEPS;
            let blocks = plan.step.map_or(blocks.clone(), |step| bound(step)..bound(step + 1));
            for block in blocks {
                let taken = self.parts[own].marks(block).taken;
                let look = Look { own, block, other, later_alone: plan.everybody && plan.round == 0 };
                if taken != 0 && !self.look_from(look, taken) {
                    let marks = self.parts[own].marks(block);
                    marks.left_over |= std::mem::take(&mut marks.taken);
                }
            }
        }
    }

    /// Looks from some positions of a block, a bit each, with all that are near and trades what it finds. False if that
    /// would be too many.
    fn look_from(&mut self, look: Look, taken: u16) -> bool {
        let Ground { tree, doubt, .. } = self.ground;
        let first = first_block(tree);
        let range = tree.range(look.block);
        let (mut rows, mut others) = (Rows::EMPTY, Rows::EMPTY);
        let positions = range.clone().filter(|position| taken >> (position - range.start) & 1 != 0);
        rows.load(&Seen(tree, self.parts[look.own]), positions);
        let mine = rows.bounds();
        let (mut opened, mut looked_at, mut gave_up) = (0, 0, false);
        walk_from(self.parts[look.other].root, |node| {
            let deeper = first.ilog2() - node.ilog2();
            if look.later_alone && ((node + 1) << deeper) <= look.block {
                return Step::Pass;
            }
            let theirs = (self.parts[look.other].people(node), tree.bounds(node));
            if rectangles_in_order(mine, theirs, doubt) || !self.is_near(look, &rows, mine, (node, theirs)) {
                return Step::Pass;
            }
            opened += 1;
            looked_at += usize::from(node >= first);
            if opened > MOST_NODES || looked_at > MOST_BLOCKS {
                gave_up = true;
                return Step::Stop;
            }
            if node < first {
                return Step::Open;
            }
            others.load_range(&Seen(tree, self.parts[look.other]), tree.range(node));
            self.trade_rows(look, &mut rows, &others, node);
            Step::Pass
        });
        !gave_up
    }

    /// Whether one of the lookers, who come from a rectangle and stand in another, may have somebody under a node among
    /// its nearest, or the other way round.
    fn is_near(
        &self,
        look: Look,
        rows: &Rows,
        (people, slots): (Bounds, Bounds),
        (node, (their_people, their_slots)): (usize, (Bounds, Bounds)),
    ) -> bool {
        let (mine, theirs) = (self.parts[look.own].reach(look.block), self.parts[look.other].reach(node));
        if slots.gap_squared(their_slots) <= mine.around_slots.max(theirs.around_slots) {
            return true;
        }
        let reaches_them = people.gap_squared(their_slots) <= mine.around_people;
        let is_reached = slots.gap_squared(their_people) <= theirs.around_people;
        let tree = self.ground.tree;
        if node < first_block(tree) || !(reaches_them || is_reached) {
            return reaches_them || is_reached;
        }
        // People who come from far apart: one by one.
        let own = (0..rows.len()).map(|row| rows.position(row));
        reaches_them && self.somebody_reaches(look.own, own, their_slots)
            || is_reached && self.somebody_reaches(look.other, tree.range(node), slots)
    }

    /// Whether an occupant of some positions may have a slot in a rectangle among the nearest to its own place.
    fn somebody_reaches(&self, part: usize, mut positions: impl Iterator<Item = usize>, slots: Bounds) -> bool {
        let Ground { layer, tree, person_reach, .. } = self.ground;
        let part = &self.parts[part];
        positions.any(|position| {
            slots.distance_squared(part.person(position)) <= person_reach.around(layer, tree, part.agent(position))
        })
    }

    /// Trades each row with the one of a block that saves it the most.
    fn trade_rows(&mut self, look: Look, rows: &mut Rows, others: &Rows, block: usize) {
        let mut worth_a_look = rows.that_may_save(others, self.ground.doubt);
        while worth_a_look != 0 {
            let position = rows.position(worth_a_look.trailing_zeros() as usize);
            worth_a_look &= worth_a_look - 1;
            if let Some(partner) = self.best_of(look, position, block) {
                self.trade(look, position, partner, rows);
            }
        }
    }

    /// The position in a block whose occupant a trade with that of another saves the most; of several, the lowest agent's.
    fn best_of(&self, look: Look, position: usize, block: usize) -> Option<usize> {
        let (tree, part) = (self.ground.tree, &self.parts[look.other]);
        let (own, person) = (tree.entry(position).at, self.parts[look.own].person(position));
        let mut best = (0, FREE, None);
        for other in tree.range(block) {
            let (from, to) = (person - part.person(other), tree.entry(other).at - own);
            if !is_below_nought(from * -to, self.ground.doubt) {
                continue;
            }
            let (from, to) = (from.as_i64vec2(), to.as_i64vec2());
            let saved = i128::from(from.x) * i128::from(to.x) + i128::from(from.y) * i128::from(to.y);
            let agent = part.agent(other);
            if saved > 0 && (saved > best.0 || (saved == best.0 && agent < best.1)) {
                best = (saved, agent, Some(other));
            }
        }
        best.2
    }

    fn trade(&mut self, look: Look, position: usize, partner: usize, rows: &mut Rows) {
        let (mine, theirs) = (&self.parts[look.own], &self.parts[look.other]);
        let (one, other) = (mine.agent(position), theirs.agent(partner));
        let (from, other_from) = (mine.person(position), theirs.person(partner));
        self.parts[look.own].put(&self.ground, position, other, other_from);
        self.parts[look.other].put(&self.ground, partner, one, from);
        let radius = self.ground.layer.agents.radius;
        let trades = &mut self.parts[look.own].trades;
        trades.all += 1;
        trades.mixed += usize::from(radius[one as usize] != radius[other as usize]);
        for position in [position, partner] {
            if let Some(row) = rows.row_of(position) {
                rows.seat(&Seen(self.ground.tree, self.parts[look.own]), row);
            }
        }
    }
}
