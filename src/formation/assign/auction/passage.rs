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
use crate::parallel::Executor;

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

/// Buffers of passages.
#[derive(Debug, Default)]
pub struct PassageScratch<N> {
    /// Of each of two searches, the slots on its chain, the free one first.
    chains: [Vec<u32>; 2],
    /// Of the second one, where both are made at the same time.
    second: CompletionScratch<N>,
    second_keys: Vec<u64>,
}

/// Lets each agent on the stack through, top first, two at a time: both search among the slots as they are held, and the
/// second one again if the chains meet. [`CompletionScratch::prepare`] must have come before. `keys` is a buffer.
pub fn let_through<M: Metric, const STRIPS: usize>(
    level: &mut Level<M::Number>,
    stack: &mut Vec<u32>,
    scratch: &mut PassageScratch<M::Number>,
    completion: &mut CompletionScratch<M::Number>,
    keys: &mut Vec<u64>,
    executor: &Executor,
) {
    let PassageScratch { chains: [chain, other_chain], second, second_keys } = scratch;
    let are_beside = executor.workers() > 1 && stack.len() > 1;
    if are_beside {
        second.prepare(level.len());
    }
    while let Some(agent) = stack.pop() {
        let Some(target) = nearest_free(level, agent, NONE) else { return };
        let other = stack.pop();
        let other_target = other.and_then(|other| nearest_free(level, other, target));
        let (way, other_way) = ((agent, target), other.zip(other_target));
        match other_way {
            Some(other_way) if are_beside => {
                let level = &*level;
                executor.beside(
                    || find_chain::<M, STRIPS>(level, way, completion, keys, chain),
                    || find_chain::<M, STRIPS>(level, other_way, second, second_keys, other_chain),
                );
            }
            _ => {
                find_chain::<M, STRIPS>(level, way, completion, keys, chain);
                if let Some(other_way) = other_way {
                    find_chain::<M, STRIPS>(level, other_way, completion, keys, other_chain);
                }
            }
        }
        follow(level, agent, chain);
        let Some(other) = other else { return };
        if other_way.is_none() || do_meet(chain, other_chain, completion) {
            let Some(target) = nearest_free(level, other, NONE) else { return };
            find_chain::<M, STRIPS>(level, (other, target), completion, keys, other_chain);
        }
        follow(level, other, other_chain);
    }
}

/// Whether two chains have a slot in common.
fn do_meet<N: Number>(one: &[u32], other: &[u32], completion: &mut CompletionScratch<N>) -> bool {
    let marks = completion.numbers();
    one.iter().for_each(|slot| marks[*slot as usize] = N::default());
    let meet = other.iter().any(|slot| marks[*slot as usize] == N::default());
    one.iter().for_each(|slot| marks[*slot as usize] = N::MAX);
    meet
}

/// Moves everybody on the chain of `agent` on by one.
fn follow<N: Number>(level: &mut Level<N>, agent: u32, chain: &[u32]) {
    for (index, slot) in chain.iter().enumerate() {
        let mover = chain.get(index + 1).map_or(agent, |behind| level.slots.owner[*behind as usize]);
        level.slots.owner[*slot as usize] = mover;
        level.slot_of[mover as usize] = *slot;
        level.centre[mover as usize] = *slot;
    }
}

/// Writes the chain from an agent to a free slot, drawn towards a target. `keys` is a buffer.
fn find_chain<M: Metric, const STRIPS: usize>(
    level: &Level<M::Number>,
    (agent, target): (u32, u32),
    completion: &mut CompletionScratch<M::Number>,
    keys: &mut Vec<u64>,
    chain: &mut Vec<u32>,
) {
    keys.clear();
    let mut queue = SearchQueue(std::mem::take(keys).into());
    let search = FindFree::<M, STRIPS> { level, agent, target, completion: &mut *completion, queue: &mut queue };
    let reached = run_widest(search);
    debug_assert!(reached.is_some(), "windows connect all slots");
    *keys = queue.0.into_vec();
    chain.clear();
    let mut slot = reached.unwrap_or(NONE);
    while slot != NONE {
        chain.push(slot);
        slot = level.slot_of[completion.from[slot as usize] as usize];
    }
    completion.forget_search();
}

struct FindFree<'a, M: Metric, const STRIPS: usize> {
    level: &'a Level<M::Number>,
    agent: u32,
    target: u32,
    completion: &'a mut CompletionScratch<M::Number>,
    queue: &'a mut SearchQueue,
}

impl<M: Metric, const STRIPS: usize> Kernel for FindFree<'_, M, STRIPS> {
    type Output = Option<u32>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<u32> {
        search::<M, L, STRIPS>(lanes, self.level, (self.agent, self.target), self.completion, self.queue)
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

/// The free slot but one nearest to where `agent` looks; of equal ones the first.
fn nearest_free<N: Number>(level: &Level<N>, agent: u32, but: u32) -> Option<u32> {
    let from = level.centre[agent as usize];
    let is_free = |slot: &u32| level.slots.owner[*slot as usize] == NONE && *slot != but;
    let free = (0..level.len() as u32).filter(is_free);
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

    const STRIPS: usize = 3;

    type Cost = Squared<f64>;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn whoever_is_let_through_stands_alike_for_any_number_of_threads_on_a_slot_of_its_own_and_prices_stay(
            points in prop::collection::vec(((-900..900, -900..900), (-300..300, -300..300)), 90..250),
            lots in prop::collection::vec(0..20u8, 250),
        ) {
            let (agents, slots): (Vec<_>, Vec<_>) = points.into_iter().unzip();
            let mut first: Option<Level<f64>> = None;
            for threads in [1, 2] {
                let executor = Executor::with_threads(threads).unwrap();
                let mut level = Level::laid_out::<Cost>(&agents, &slots, &executor);
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
                let mut passages = PassageScratch::default();
                let keys = &mut Vec::new();
                let_through::<Cost, STRIPS>(&mut level, &mut stack, &mut passages, &mut scratch, keys, &executor);
                prop_assert!(stack.is_empty());
                prop_assert_eq!(burden, level.slots.burden.clone());
                for (agent, slot) in level.slot_of.iter().enumerate() {
                    prop_assert!(level.slots.owner[*slot as usize] == agent as u32 && level.centre[agent] == *slot);
                }
                prop_assert!(scratch.distance.iter().all(|distance| *distance == f64::INFINITY));
                if let Some(first) = &first {
                    prop_assert_eq!(&first.slot_of, &level.slot_of);
                }
                first = Some(level);
            }
        }
    }
}
