//! Prices carried down a level by a c-transform: a fine slot costs what makes the nearby coarse owners indifferent.
#![forbid(unsafe_code)]

use super::candidates::NONE;
use super::levels::Level;
use super::metric::{Metric, Number, Place};
use crate::parallel::Executor;

/// Most owners that vote on a slot's price: a whole dense level, or a window.
const VOTERS: usize = 80;

/// Slots, or agents, that one thread prices at a time: whole groups.
const AT_ONCE: usize = 4096;

/// Prices the slots of `fine` (median groups of four of `coarse`) and points each agent at its group's slot. `offers` is
/// a buffer.
pub fn carry_prices<M: Metric, const STRIPS: usize, const RUN: usize>(
    coarse: &Level<M::Number>,
    fine: &mut Level<M::Number>,
    dense: bool,
    executor: &Executor,
    offers: &mut Vec<M::Number>,
) {
    let count = fine.len();
    offers.clear();
    offers.resize(count, M::Number::default());
    let slots = &mut fine.slots;
    let (place, x, y) = (&slots.place, &slots.x, &slots.y);
    executor.for_chunks(offers, AT_ONCE, |first, offers| {
        offer_in_order::<M, STRIPS, RUN>(coarse, dense, first / 4, offers, |rank| {
            let slot = place[rank] as usize;
            (x[slot], y[slot])
        });
    });
    let rank = &slots.rank;
    executor.for_chunks(&mut slots.burden, AT_ONCE, |first, burdens| {
        for (burden, rank) in burdens.iter_mut().zip(&rank[first..]) {
            *burden = offers[*rank as usize];
        }
    });
    executor.for_chunks(&mut fine.centre, AT_ONCE, |first, centres| {
        for (agent, centre) in (first..).zip(centres) {
            let group = coarse.slots.rank[coarse.slot_of[agent / 4] as usize] as usize;
            *centre = place[(4 * group + agent % 4).min(count - 1)];
        }
    });
}

/// Writes what the slots at `at(rank)` cost, in median order, from the group `first` on.
fn offer_in_order<M: Metric, const STRIPS: usize, const RUN: usize>(
    coarse: &Level<M::Number>,
    dense: bool,
    first: usize,
    offers: &mut [M::Number],
    at: impl Fn(usize) -> (M::Number, M::Number),
) {
    let mut voters = [(Place::default(), M::Number::default()); VOTERS];
    for (group, offers) in (first..).zip(offers.chunks_mut(4)) {
        let mut count = 0;
        let mut vote = |slot: usize| {
            let owner = coarse.slots.owner[slot];
            if owner != NONE && count < VOTERS {
                voters[count] = (coarse.agents[owner as usize], coarse.paid::<M>(owner as usize));
                count += 1;
            }
        };
        let place = coarse.slots.place[group];
        if dense {
            (0..coarse.len()).for_each(&mut vote);
        } else {
            for &begin in coarse.slots.runs::<STRIPS>(place) {
                (begin as usize..begin as usize + RUN).for_each(&mut vote);
            }
        }
        for (rank, burden) in (4 * group..).zip(offers) {
            let (x, y) = at(rank);
            let offer =
                |&(agent, paid): &(Place<M::Number>, M::Number)| paid - M::value(agent, x, y, M::Number::default());
            *burden = offer(&voters[0]);
            for voter in &voters[1..count.max(1)] {
                *burden = burden.most(offer(voter));
            }
        }
    }
}
