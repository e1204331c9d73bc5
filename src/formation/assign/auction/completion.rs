//! Completion: agents that the auction left without a slot get one by shortest augmenting paths; ends in a perfect
//! matching whatever came before.
#![forbid(unsafe_code)]

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::super::lanes::{Kernel, LANES, Lanes, run_widest};
use super::candidates::{NONE, SlotField};
use super::levels::Level;
use super::metric::{Metric, Place};
use super::number::{Number, run_of};

/// Which slots an agent's arcs lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The window around its slot and its one far slot.
    Window,
    /// Every slot.
    All,
}

/// Buffers of a completion.
#[derive(Debug, Default)]
pub struct CompletionScratch<N> {
    pub(super) distance: Vec<N>,
    pub(super) from: Vec<u32>,
    pub(super) touched: Vec<u32>,
    closed: Vec<u32>,
    pub(super) heap: BinaryHeap<Label<N>>,
    runs: Vec<(u32, u32)>,
    /// Windows that the completions of a solve read.
    pub looks: usize,
}

/// A slot and its distance; the nearest, then the lowest, is the greatest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label<N> {
    /// From the root.
    pub distance: N,
    /// Its place.
    pub slot: u32,
}

impl<N: Number> Eq for Label<N> {}

impl<N: Number> PartialOrd for Label<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N: Number> Ord for Label<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.distance.rank(other.slot).cmp(&self.distance.rank(self.slot))
    }
}

impl<N: Number> CompletionScratch<N> {
    /// A buffer that is free until the next [`Self::prepare`].
    pub fn numbers(&mut self) -> &mut Vec<N> {
        &mut self.distance
    }

    /// Buffers of indices, free between a completion and the next [`Self::prepare`].
    pub fn indices(&mut self) -> [&mut Vec<u32>; 3] {
        [&mut self.from, &mut self.touched, &mut self.closed]
    }

    /// Readies the buffers for `count` agents.
    pub fn prepare(&mut self, count: usize) {
        self.distance.clear();
        self.distance.reserve_exact(count);
        self.distance.resize(count, N::MAX);
        self.from.clear();
        self.from.resize(count, NONE);
        self.touched.clear();
        self.closed.clear();
        self.heap.clear();
    }

    /// Moves everybody on the path that a search found to a free slot on by one, and forgets the search.
    #[inline(always)]
    pub(super) fn follow_back(&mut self, level: &mut Level<N>, free: u32) {
        let mut slot = free;
        while slot != NONE {
            let agent = self.from[slot as usize];
            level.slots.owner[slot as usize] = agent;
            level.centre[agent as usize] = slot;
            slot = std::mem::replace(&mut level.slot_of[agent as usize], slot);
        }
        self.forget_search();
    }

    /// Readies the buffers for the next search.
    #[inline(always)]
    pub(super) fn forget_search(&mut self) {
        for slot in self.touched.drain(..) {
            self.distance[slot as usize] = N::MAX;
        }
        self.heap.clear();
    }
}

/// Gives a slot to each agent on the stack, top first, keeping every pair tight within `reach`, until the stack is
/// empty or more than `most_looks` windows were read.
pub fn augment_all<M: Metric, const STRIPS: usize>(
    level: &mut Level<M::Number>,
    stack: &mut Vec<u32>,
    reach: Reach,
    most_looks: usize,
    scratch: &mut CompletionScratch<M::Number>,
) {
    run_widest(AugmentAll::<M, STRIPS> { level, stack, reach, most_looks, scratch });
}

struct AugmentAll<'a, M: Metric, const STRIPS: usize> {
    level: &'a mut Level<M::Number>,
    stack: &'a mut Vec<u32>,
    reach: Reach,
    most_looks: usize,
    scratch: &'a mut CompletionScratch<M::Number>,
}

impl<M: Metric, const STRIPS: usize> Kernel for AugmentAll<'_, M, STRIPS> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let mut looks = 0;
        while looks <= self.most_looks {
            let Some(agent) = self.stack.pop() else { break };
            looks += augment::<M, L, STRIPS>(lanes, self.level, agent, self.reach, self.scratch);
        }
        self.scratch.looks += looks;
    }
}

/// One shortest augmenting path from `root`; returns how many windows it read.
#[inline(always)]
fn augment<M: Metric, L: Lanes, const STRIPS: usize>(
    lanes: L,
    level: &mut Level<M::Number>,
    root: u32,
    reach: Reach,
    scratch: &mut CompletionScratch<M::Number>,
) -> usize {
    let mut agent = root;
    let mut reached = M::Number::default();
    let mut free = Label { distance: M::Number::MAX, slot: NONE };
    let mut looks = 0;
    let centre = &mut level.centre[root as usize];
    level.slots.look_until_centred::<M, L, STRIPS>(lanes, level.agents[root as usize], centre);
    loop {
        looks += 1;
        relax::<M, L, STRIPS>(lanes, level, agent, reached, reach, scratch, &mut free);
        let next = loop {
            match scratch.heap.pop() {
                Some(label) if label.distance < free.distance => {
                    if label.distance == scratch.distance[label.slot as usize] {
                        break Some(label);
                    }
                }
                _ => break None,
            }
        };
        let Some(label) = next else { break };
        scratch.closed.push(label.slot);
        reached = label.distance;
        agent = level.slots.owner[label.slot as usize];
    }
    debug_assert!(free.slot != NONE, "windows connect all slots");
    for slot in scratch.closed.drain(..) {
        let slot = slot as usize;
        level.slots.burden[slot] = level.slots.burden[slot] + (free.distance - scratch.distance[slot]);
    }
    scratch.follow_back(level, free.slot);
    looks
}

/// Follows the arcs of `agent`, whose slot lies at distance `reached`.
#[inline(always)]
fn relax<M: Metric, L: Lanes, const STRIPS: usize>(
    lanes: L,
    level: &Level<M::Number>,
    agent: u32,
    reached: M::Number,
    reach: Reach,
    scratch: &mut CompletionScratch<M::Number>,
    free: &mut Label<M::Number>,
) {
    let index = agent as usize;
    let place = level.agents[index];
    let slots = &level.slots;
    let CompletionScratch { distance, from, touched, heap, runs, .. } = scratch;
    runs.clear();
    match reach {
        Reach::All => runs.push((0, slots.len() as u32)),
        Reach::Window => {
            runs.extend(slots.runs::<STRIPS>(level.centre[index]).map(|begin| (begin, begin + LANES as u32)));
            for far in level.far.get(index).into_iter().flatten().filter(|far| **far != NONE) {
                runs.extend(slots.runs::<STRIPS>(*far).map(|begin| (begin, begin + LANES as u32)));
            }
        }
    }
    let held = level.slot_of[index];
    let paid = if held == NONE {
        // The root pays the least that it can reach.
        runs.iter()
            .flat_map(|run| run.0..run.1)
            .fold(M::Number::MAX, |least, slot| least.least(slots.value::<M>(place, slot)))
    } else {
        slots.value::<M>(place, held)
    };
    let arcs = Arcs { place, paid, reached };
    for run in runs.iter() {
        let mut begin = run.0;
        while begin < run.1 {
            let (lengths, mut shorter) = if begin as usize + LANES <= run.1 as usize {
                arcs.eight::<M, L>(lanes, slots, begin as usize, distance, free.distance)
            } else {
                arcs.rest::<M>(slots, begin as usize..run.1 as usize, distance, free.distance)
            };
            while shorter != 0 {
                let lane = shorter.trailing_zeros() as usize;
                shorter &= shorter - 1;
                let label = Label { distance: lengths[lane], slot: begin + lane as u32 };
                // A free slot may have come nearer since.
                if label.distance < free.distance {
                    let known = &mut distance[label.slot as usize];
                    if *known == M::Number::MAX {
                        touched.push(label.slot);
                    }
                    *known = label.distance;
                    from[label.slot as usize] = agent;
                    if slots.owner[label.slot as usize] == NONE {
                        *free = label;
                    } else {
                        heap.push(label);
                    }
                }
            }
            begin += LANES as u32;
        }
    }
}

/// The arcs of an agent.
pub struct Arcs<N> {
    /// The agent's place.
    pub place: Place<N>,
    /// What it pays.
    pub paid: N,
    /// Where it lies.
    pub reached: N,
}

impl<N: Number> Arcs<N> {
    /// The distances of eight slots over this agent, and which of them are shorter than what is known and than `free`, a
    /// bit each. Outside of the windows that were checked an arc may be shorter than nothing; the certificate finds that,
    /// and here distances must not fall along a path.
    #[inline(always)]
    pub fn eight<M: Metric<Number = N>, L: Lanes>(
        &self,
        lanes: L,
        slots: &SlotField<N>,
        begin: usize,
        known: &[N],
        free: N,
    ) -> ([N; LANES], u8) {
        let places = Place { x: run_of(&slots.x, begin), y: run_of(&slots.y, begin) };
        let value = M::values(lanes, self.place.splat(lanes), places, run_of(&slots.burden, begin));
        let arc = N::greater(lanes, N::minus(lanes, value, N::splat(lanes, self.paid)), N::splat(lanes, N::default()));
        let length = N::plus(lanes, N::splat(lanes, self.reached), arc);
        let bound = N::lesser(lanes, run_of(known, begin), N::splat(lanes, free));
        (N::array(length), N::below(lanes, length, bound))
    }

    /// As [`Self::eight`], of fewer.
    fn rest<M: Metric<Number = N>>(
        &self,
        slots: &SlotField<N>,
        range: std::ops::Range<usize>,
        known: &[N],
        free: N,
    ) -> ([N; LANES], u8) {
        let (mut lengths, mut shorter) = ([N::MAX; LANES], 0);
        for (lane, slot) in range.enumerate() {
            let arc = (slots.value::<M>(self.place, slot as u32) - self.paid).most(N::default());
            lengths[lane] = self.reached + arc;
            shorter |= u8::from(lengths[lane] < known[slot] && lengths[lane] < free) << lane;
        }
        (lengths, shorter)
    }
}

/// Seats everybody anew: the first of those who look around a slot on it, the rest as [`match_in_order`] does.
pub fn match_at_centres<N: Number>(level: &mut Level<N>) {
    level.slot_of.fill(NONE);
    level.slots.owner.fill(NONE);
    for (agent, centre) in level.centre.iter().enumerate() {
        let owner = &mut level.slots.owner[*centre as usize];
        if *owner == NONE {
            *owner = agent as u32;
            level.slot_of[agent] = *centre;
        }
    }
    match_in_order(level);
}

/// The last resort: agents without a slot take the slots without an agent, both in median order.
pub fn match_in_order<N: Number>(level: &mut Level<N>) {
    let mut free = level.slots.place.iter().filter(|slot| level.slots.owner[**slot as usize] == NONE);
    let mut taken = 0;
    for agent in 0..level.slot_of.len() {
        if level.slot_of[agent] == NONE
            && let Some(slot) = free.next()
        {
            level.slot_of[agent] = *slot;
            level.centre[agent] = *slot;
            taken += 1;
        }
    }
    if taken > 0 {
        for (agent, slot) in level.slot_of.iter().enumerate() {
            level.slots.owner[*slot as usize] = agent as u32;
        }
    }
}
