//! Prices carried down a level by a c-transform: a fine slot costs what makes the nearby coarse owners indifferent.
#![forbid(unsafe_code)]

use super::super::lanes::{Kernel, Lanes, run_widest};
use super::candidates::SlotField;
use super::levels::Level;
use super::metric::{Metric, Place};
use super::number::{Number, run_of};
use crate::parallel::Executor;

/// Slots, or agents, that one thread prices at a time.
const AT_ONCE: usize = 4096;

/// Prices the slots of `fine` (median groups of four of `coarse`, where every slot has an owner). `buffer` holds numbers
/// in between.
pub fn carry_prices<M: Metric, const STRIPS: usize>(
    coarse: &Level<M::Number>,
    fine: &mut Level<M::Number>,
    dense: bool,
    executor: &Executor,
    buffer: &mut Vec<M::Number>,
) {
    let votes = Votes::gather::<M>(coarse, buffer);
    let SlotField { x, y, burden, rank, .. } = &mut fine.slots;
    let (x, y, rank) = (&*x, &*y, &*rank);
    executor.for_chunks(burden, AT_ONCE, |first, burdens| {
        let slots = first..first + burdens.len();
        let part = Part { x: &x[slots.clone()], y: &y[slots.clone()], rank: &rank[slots], burdens };
        run_widest(PriceSlots::<M, STRIPS> { slots: &coarse.slots, votes: &votes, dense, part });
    });
}

/// Points each agent of `fine` at its group's slot on `coarse`, a member of the group at each of its places.
pub fn follow_groups<N: Number>(coarse: &Level<N>, fine: &mut Level<N>, executor: &Executor) {
    let place = &fine.slots.place;
    let last = place.len() - 1;
    executor.for_chunks(&mut fine.centre, AT_ONCE, |first, centres| {
        for (agent, centre) in (first..).zip(centres) {
            let group = coarse.slots.rank[coarse.slot_of[agent / 4] as usize] as usize;
            *centre = place[(4 * group + agent % 4).min(last)];
        }
    });
}

/// Consecutive slots to price.
struct Part<'a, N> {
    x: &'a [N],
    y: &'a [N],
    rank: &'a [u32],
    burdens: &'a mut [N],
}

struct PriceSlots<'a, M: Metric, const STRIPS: usize> {
    /// Of the coarse level.
    slots: &'a SlotField<M::Number>,
    votes: &'a Votes<'a, M::Number>,
    dense: bool,
    part: Part<'a, M::Number>,
}

impl<M: Metric, const STRIPS: usize> Kernel for PriceSlots<'_, M, STRIPS> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { slots, votes, dense, part } = self;
        let places = part.x.iter().zip(part.y).zip(part.rank);
        for (burden, ((x, y), rank)) in part.burdens.iter_mut().zip(places) {
            let at = Place { x: *x, y: *y };
            *burden = if dense {
                votes.highest_of_all::<M>(at)
            } else {
                let group = slots.place[*rank as usize / 4];
                votes.highest::<M, L>(lanes, slots.runs::<STRIPS>(group).into_iter().map(|run| run as usize), at)
            };
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
    fn highest<M: Metric<Number = N>, L: Lanes>(&self, lanes: L, runs: impl Iterator<Item = usize>, at: Place<N>) -> N {
        let (at, free) = (at.splat(lanes), N::splat(lanes, N::default()));
        let mut lowest = N::splat(lanes, N::MAX);
        for begin in runs {
            let voters = Place { x: run_of(self.x, begin), y: run_of(self.y, begin) };
            let value = M::values(lanes, voters, at, free);
            lowest = N::lesser(lanes, lowest, N::minus(lanes, value, run_of(self.paid, begin)));
        }
        N::default() - N::least_of(lanes, lowest)
    }

    /// As [`Self::highest`], of all owners.
    fn highest_of_all<M: Metric<Number = N>>(&self, at: Place<N>) -> N {
        let voters = self.x.iter().zip(self.y).zip(self.paid);
        voters.fold(N::MIN, |highest, ((x, y), paid)| {
            highest.most(*paid - M::value(Place { x: *x, y: *y }, at.x, at.y, N::default()))
        })
    }
}
