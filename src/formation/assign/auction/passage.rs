//! Passage: the last few agents without a slot are let through to a free one, each of a chain making room for the one
//! before. A war of prices would lead there too, but over everybody around, and one agent's bids follow from another's.
//!
//! A search that is drawn towards the nearest free slot finds a chain that is short rather than the cheapest. Prices
//! stay: whoever is discontent afterwards bids in the next phase.
#![forbid(unsafe_code)]

use std::collections::BinaryHeap;

use super::super::lanes::{Kernel, LANES, Lanes, run_widest};
use super::candidates::NONE;
use super::completion::{Arcs, CompletionScratch};
use super::levels::Level;
use super::metric::Metric;
use super::number::Number;

/// One agent of so many may be let through: what its chain costs too much is little to so many. Measured at 100,000, the
/// cost of all rises by 0.12 % at most.
const MANY: usize = 25_000;

/// What a search takes the way that is left to cost, per unit and pitch. At 1 chains came out at up to three times the
/// excess, at a tenth searches took longer than the wars that they replace.
const TOLL: f64 = 0.25;

/// How many of the last of `count` agents are let through.
pub fn few_of(count: usize) -> usize {
    count / MANY
}

/// Lets each agent on the stack through, top first. [`CompletionScratch::prepare`] must have come before. `keys` is a
/// buffer.
pub fn let_through<M: Metric, const STRIPS: usize>(
    level: &mut Level<M::Number>,
    stack: &mut Vec<u32>,
    scratch: &mut CompletionScratch<M::Number>,
    keys: &mut Vec<u64>,
) {
    keys.clear();
    let mut queue = SearchQueue(std::mem::take(keys).into());
    run_widest(LetThrough::<M, STRIPS> { level, stack, scratch, queue: &mut queue });
    *keys = queue.0.into_vec();
}

struct LetThrough<'a, M: Metric, const STRIPS: usize> {
    level: &'a mut Level<M::Number>,
    stack: &'a mut Vec<u32>,
    scratch: &'a mut CompletionScratch<M::Number>,
    queue: &'a mut SearchQueue,
}

impl<M: Metric, const STRIPS: usize> Kernel for LetThrough<'_, M, STRIPS> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { level, stack, scratch, queue } = self;
        while let Some(agent) = stack.pop() {
            let Some(free) = nearest_free(level, agent) else { return };
            queue.0.clear();
            let reached = search::<M, L, STRIPS>(lanes, level, (agent, free), scratch, queue);
            debug_assert!(reached.is_some(), "windows connect all slots");
            scratch.follow_back(level, reached.unwrap_or(NONE));
        }
    }
}

/// Slots by how long a chain over each may come out, the shortest first, then the lowest slot. Single precision tells
/// that well enough, and so a number of 64 bits holds both.
struct SearchQueue(BinaryHeap<u64>);

impl SearchQueue {
    fn push<N: Number>(&mut self, length: N, slot: u32) {
        // Bits of numbers that are not below nought are in their order; of the complements the greatest is the least.
        let bits = (length.double() as f32).to_bits();
        self.0.push(!(u64::from(bits) << 32 | u64::from(slot)));
    }

    fn pop(&mut self) -> Option<u32> {
        self.0.pop().map(|key| !key as u32)
    }
}

/// The free slot nearest to where `agent` looks; of equal ones the first.
fn nearest_free<N: Number>(level: &Level<N>, agent: u32) -> Option<u32> {
    let from = level.centre[agent as usize];
    let free = (0..level.len() as u32).filter(|slot| level.slots.owner[*slot as usize] == NONE);
    free.min_by(|one, other| level.length_between(from, *one).total_cmp(&level.length_between(from, *other)))
}

/// Searches for a free slot, and notes on the way who would move to which slot. Each slot is looked around once.
#[inline(always)]
fn search<M: Metric, L: Lanes, const STRIPS: usize>(
    lanes: L,
    level: &Level<M::Number>,
    (root, target): (u32, u32),
    scratch: &mut CompletionScratch<M::Number>,
    queue: &mut SearchQueue,
) -> Option<u32> {
    let slots = &level.slots;
    let CompletionScratch { distance, from, touched, .. } = scratch;
    let toll = if level.pitch > 0.0 { TOLL * level.unit / level.pitch } else { 0.0 };
    let rest = |slot: u32| M::Number::floor(toll * level.length_between(slot, target));
    let (mut agent, mut reached) = (root, M::Number::default());
    loop {
        let (place, held) = (level.agents[agent as usize], level.slot_of[agent as usize]);
        let runs = slots.runs::<STRIPS>(level.centre[agent as usize]);
        let value = |slot: u32| slots.value::<M>(place, slot);
        let paid = if held == NONE {
            let window = runs.iter().flat_map(|begin| *begin..*begin + LANES as u32);
            window.map(value).fold(M::Number::MAX, M::Number::least)
        } else {
            value(held)
        };
        let arcs = Arcs { place, paid, reached };
        for begin in runs {
            let (lengths, mut shorter) = arcs.eight::<M, L>(lanes, slots, begin as usize, distance, M::Number::MAX);
            while shorter != 0 {
                let lane = shorter.trailing_zeros() as usize;
                shorter &= shorter - 1;
                let (slot, length) = (begin + lane as u32, lengths[lane]);
                if distance[slot as usize] == M::Number::MAX {
                    touched.push(slot);
                }
                distance[slot as usize] = length;
                from[slot as usize] = agent;
                if slots.owner[slot as usize] == NONE {
                    return Some(slot);
                }
                queue.push(length + rest(slot), slot);
            }
        }
        let next = loop {
            let slot = queue.pop()?;
            // Less than any length: looked around.
            let length = std::mem::replace(&mut distance[slot as usize], M::Number::MIN);
            if length != M::Number::MIN {
                break (slot, length);
            }
        };
        reached = next.1;
        agent = slots.owner[next.0 as usize];
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::metric::Squared;
    use super::*;
    use crate::parallel::Executor;

    const STRIPS: usize = 3;

    type Cost = Squared<f64>;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn whoever_is_let_through_stands_on_a_slot_of_its_own_and_prices_stay(
            points in prop::collection::vec(((-900..900, -900..900), (-300..300, -300..300)), 90..250),
            lots in prop::collection::vec(0..20u8, 250),
        ) {
            let (agents, slots): (Vec<_>, Vec<_>) = points.into_iter().unzip();
            let mut level = Level::laid_out::<Cost>(&agents, &slots, &Executor::Inline);
            let mut stack = Vec::new();
            for (agent, lot) in lots.iter().enumerate().take(level.len()) {
                if *lot > 0 {
                    level.slot_of[agent] = level.centre[agent];
                    level.slots.owner[level.centre[agent] as usize] = agent as u32;
                } else {
                    stack.push(agent as u32);
                }
            }
            let mut scratch = CompletionScratch::default();
            scratch.prepare(level.len());
            let burden = level.slots.burden.clone();
            let_through::<Cost, STRIPS>(&mut level, &mut stack, &mut scratch, &mut Vec::new());
            prop_assert!(stack.is_empty());
            prop_assert_eq!(burden, level.slots.burden.clone());
            for (agent, slot) in level.slot_of.iter().enumerate() {
                prop_assert!(level.slots.owner[*slot as usize] == agent as u32 && level.centre[agent] == *slot);
            }
            prop_assert!(scratch.distance.iter().all(|distance| *distance == f64::INFINITY));
        }
    }
}
