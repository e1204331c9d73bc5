//! Prices carried down a level by a c-transform: a fine slot costs what makes the nearby coarse owners indifferent.
#![forbid(unsafe_code)]

use super::candidates::NONE;
use super::levels::Level;
use super::metric::{Metric, Number, Place};

/// Most owners that vote on a slot's price: a whole dense level, or a window.
const VOTERS: usize = 80;

/// Prices the slots of `fine` (median groups of four of `coarse`) and points each agent at its group's slot.
pub fn carry_prices<M: Metric, const STRIPS: usize, const RUN: usize>(
    coarse: &Level<M::Number>,
    fine: &mut Level<M::Number>,
    dense: bool,
) {
    let mut voters = [(Place::default(), M::Number::default()); VOTERS];
    for group in 0..coarse.len() {
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
        for rank in 4 * group..(4 * group + 4).min(fine.len()) {
            let slot = fine.slots.place[rank] as usize;
            let (x, y) = (fine.slots.x[slot], fine.slots.y[slot]);
            let offer =
                |&(agent, paid): &(Place<M::Number>, M::Number)| paid - M::value(agent, x, y, M::Number::default());
            let mut burden = offer(&voters[0]);
            for voter in &voters[1..count.max(1)] {
                burden = burden.most(offer(voter));
            }
            fine.slots.burden[slot] = burden;
        }
    }
    let last = fine.len() - 1;
    for agent in 0..fine.len() {
        let group = coarse.slots.rank[coarse.slot_of[agent / 4] as usize] as usize;
        fine.centre[agent] = fine.slots.place[(4 * group + agent % 4).min(last)];
    }
}
