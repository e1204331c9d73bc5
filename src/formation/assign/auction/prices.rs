//! Prices carried down a level by a c-transform: a fine slot costs what makes the nearby coarse owners indifferent.
#![forbid(unsafe_code)]

use pulp::NullaryFnOnce;

use super::lanes::run_widest;
use super::levels::Level;
use super::metric::{Metric, Number, Place};

/// Prices the slots of `fine` (median groups of four of `coarse`, where every slot has an owner) and points each agent at
/// its group's slot. `buffer` holds numbers in between.
pub fn carry_prices<M: Metric, const STRIPS: usize, const RUN: usize>(
    coarse: &Level<M::Number>,
    fine: &mut Level<M::Number>,
    dense: bool,
    buffer: &mut Vec<M::Number>,
) {
    run_widest(CarryPrices::<M, STRIPS, RUN> { coarse, fine, dense, buffer });
}

struct CarryPrices<'a, M: Metric, const STRIPS: usize, const RUN: usize> {
    coarse: &'a Level<M::Number>,
    fine: &'a mut Level<M::Number>,
    dense: bool,
    buffer: &'a mut Vec<M::Number>,
}

impl<M: Metric, const STRIPS: usize, const RUN: usize> NullaryFnOnce for CarryPrices<'_, M, STRIPS, RUN> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { coarse, fine, dense, buffer } = self;
        let votes = Votes::gather::<M>(coarse, buffer);
        for group in 0..coarse.len() {
            let place = coarse.slots.place[group];
            for rank in 4 * group..(4 * group + 4).min(fine.len()) {
                let slot = fine.slots.place[rank] as usize;
                let at = Place { x: fine.slots.x[slot], y: fine.slots.y[slot] };
                fine.slots.burden[slot] = if dense {
                    votes.highest::<M, 1>((0..coarse.len() as u32).map(|voter| voter as usize), at)
                } else {
                    votes.highest::<M, RUN>(coarse.slots.runs::<STRIPS>(place).into_iter().map(|run| run as usize), at)
                };
            }
        }
        let last = fine.len() - 1;
        for agent in 0..fine.len() {
            let group = coarse.slots.rank[coarse.slot_of[agent / 4] as usize] as usize;
            fine.centre[agent] = fine.slots.place[(4 * group + agent % 4).min(last)];
        }
    }
}

/// The owners of coarse slots, in the order of the slots: where they stand and what they pay.
struct Votes<'a, N> {
    x: &'a [N],
    y: &'a [N],
    paid: &'a [N],
}

impl<'a, N: Number> Votes<'a, N> {
    fn gather<M: Metric<Number = N>>(coarse: &Level<N>, buffer: &'a mut Vec<N>) -> Self {
        let count = coarse.len();
        buffer.clear();
        buffer.resize(3 * count, N::default());
        let (x, rest) = buffer.split_at_mut(count);
        let (y, paid) = rest.split_at_mut(count);
        for (slot, owner) in coarse.slots.owner.iter().enumerate() {
            let agent = coarse.agents[*owner as usize];
            (x[slot], y[slot]) = (agent.x, agent.y);
            paid[slot] = coarse.slots.value::<M>(agent, slot as u32);
        }
        Self { x, y, paid }
    }

    /// The highest price at which some owner of the runs would be as content with a slot at `at` as with its own.
    #[inline(always)]
    fn highest<M: Metric<Number = N>, const RUN: usize>(&self, runs: impl Iterator<Item = usize>, at: Place<N>) -> N {
        let mut highest = [N::MIN; RUN];
        for begin in runs {
            let run = begin..begin + RUN;
            let (x, y, paid) = (&self.x[run.clone()], &self.y[run.clone()], &self.paid[run]);
            for lane in 0..RUN {
                let voter = Place { x: x[lane], y: y[lane] };
                highest[lane] = highest[lane].most(paid[lane] - M::value(voter, at.x, at.y, N::default()));
            }
        }
        highest.into_iter().fold(N::MIN, N::most)
    }
}
