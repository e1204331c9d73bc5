//! Curve: prices by sorting. Who competes for a slot of a curve stands anywhere, so that bids within windows settle near
//! prices only, and what is wrong by a little everywhere adds up on the way along the curve.
//!
//! In each round every agent names its best of all slots. The agents are sorted by those along the curve and take the
//! slots in that order, and a price follows from the one before by what makes the two owners indifferent. As in
//! Newton's method that is too much where curves come close to each other, so prices go a part of the way only.
#![forbid(unsafe_code)]

use super::candidates::NONE;
use super::certificate::{CertificateScratch, Violator, certify};
use super::chain::chain_up;
use super::completion::match_at_centres;
use super::effort::Solver;
use super::levels::Level;
use super::metric::{Metric, Place};
use super::number::Number;
use super::plan::Plan;

/// Rounds of sorting.
const ROUNDS: usize = 8;

/// From so many agents on they are sorted along a curve first: among fewer, carried prices are wrong by so little that
/// bids and paths mend it in less time. Measured: 20,000 were as fast without, 40,000 six times as fast with it.
pub const MANY_ON_CURVE: usize = 25_000;

/// The part of the way that prices go in the first round.
const FIRST_PART: f64 = 0.7;

/// Each round divides that part by one and this much more for each round before.
const FADING: f64 = 0.3;

/// The last round may find this part of the first one's way from an agent to its best slot; else prices go to and fro.
const CONVERGED: f64 = 0.3;

/// Two slots of the chain are neighbours on the curve up to so many mean distances; else it jumps there.
const JUMP: f64 = 8.0;

/// Buffers of the sorting.
#[derive(Debug, Default)]
pub struct CurveScratch<N> {
    /// Slots by rank, then by place, along the curve.
    chain: Vec<u32>,
    /// Per slot, its index in the chain.
    index: Vec<u32>,
    /// Per agent, in order along the curve once sorted.
    bests: Vec<Best>,
    /// Prices as they were before the first round, and before the last.
    carried: Vec<N>,
    before: Vec<N>,
    longest_step: f64,
    is_closed: bool,
    first_shift: f64,
}

/// The best slot of an agent.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// Its index in the chain.
    index: u32,
    /// How much rather the agent would have the slot behind than the one ahead.
    backward: f64,
    agent: u32,
}

impl<N: Number> CurveScratch<N> {
    /// Finds the way along the curve and seats each agent around where it looks.
    fn follow(&mut self, level: &mut Level<N>) {
        let slots = &level.slots;
        let count = slots.len();
        let at = |place: u32| Place { x: slots.x[place as usize], y: slots.y[place as usize] };
        self.chain.clear();
        self.chain.extend(0..count as u32);
        chain_up(&|rank: u32| at(slots.place[rank as usize]), &mut self.chain);
        self.chain.iter_mut().for_each(|rank| *rank = slots.place[*rank as usize]);
        self.index.clear();
        self.index.resize(count, 0);
        for (index, place) in self.chain.iter().enumerate() {
            self.index[*place as usize] = index as u32;
        }
        let way: f64 = self.chain.windows(2).map(|pair| level.length_between(pair[0], pair[1])).sum();
        self.longest_step = JUMP * way / count as f64;
        self.is_closed = level.length_between(self.chain[0], self.chain[count - 1]) < self.longest_step;
        self.carried.clone_from(&level.slots.burden);
        self.first_shift = f64::INFINITY;
        match_at_centres(level);
    }

    /// One round. Nobody is seated, and prices are what they were before the first, when it does not lead on: then it
    /// answers false.
    fn sort<M: Metric<Number = N>>(
        &mut self,
        round: usize,
        level: &mut Level<N>,
        certificate: &mut CertificateScratch<N>,
        violators: &mut Vec<Violator>,
    ) -> bool {
        // Prices go up and down.
        certificate.forget();
        certify::<M>(level, N::default(), certificate, violators);
        certificate.forget();
        self.find_bests::<M>(level, violators);
        let (turn, shift) = self.shift();
        if round == 0 {
            self.first_shift = shift;
        }
        let allowed = if round + 1 == ROUNDS { CONVERGED * self.first_shift } else { self.first_shift };
        if shift > allowed {
            level.slots.burden.clone_from(&self.carried);
            level.slot_of.fill(NONE);
            level.slots.owner.fill(NONE);
            return false;
        }
        for (rank, best) in self.bests.iter().enumerate() {
            let slot = self.chain[(rank as i64 + turn).rem_euclid(self.chain.len() as i64) as usize];
            level.slot_of[best.agent as usize] = slot;
            level.centre[best.agent as usize] = slot;
            level.slots.owner[slot as usize] = best.agent;
        }
        self.price::<M>(level, FIRST_PART / (1.0 + FADING * round as f64));
        true
    }

    /// Sorts the agents by their best slots.
    fn find_bests<M: Metric<Number = N>>(&mut self, level: &Level<N>, violators: &[Violator]) {
        let Self { chain, index, bests, .. } = self;
        let best = |agent: usize, slot: u32| {
            let index = index[slot as usize];
            let behind = chain[index.saturating_sub(1) as usize];
            let ahead = chain[(index as usize + 1).min(chain.len() - 1)];
            let value = |slot: u32| level.slots.value::<M>(level.agents[agent], slot);
            Best { index, backward: (value(ahead) - value(behind)).double(), agent: agent as u32 }
        };
        bests.clear();
        bests.extend(level.slot_of.iter().enumerate().map(|(agent, slot)| best(agent, *slot)));
        for violator in violators {
            bests[violator.agent as usize] = best(violator.agent as usize, violator.slot);
        }
        bests.sort_unstable_by(|one, other| {
            let by_slot = one.index.cmp(&other.index).then(other.backward.total_cmp(&one.backward));
            by_slot.then(one.agent.cmp(&other.agent))
        });
    }

    /// By how many slots all agents of a closed curve are turned for the least way, and how far each then is from its best
    /// slot, on the mean.
    fn shift(&self) -> (i64, f64) {
        let count = self.bests.len() as f64;
        let ways = || self.bests.iter().enumerate().map(|(rank, best)| rank as i64 - i64::from(best.index));
        let turn = if self.is_closed { -(ways().sum::<i64>() as f64 / count).round() as i64 } else { 0 };
        (turn, ways().map(|way| (way + turn).abs()).sum::<i64>() as f64 / count)
    }

    /// Brings prices `part` of the way to those that leave the owners of neighbours indifferent.
    fn price<M: Metric<Number = N>>(&mut self, level: &mut Level<N>, part: f64) {
        self.before.clone_from(&level.slots.burden);
        let count = self.chain.len();
        for index in 1..count {
            let (behind, slot) = (self.chain[index - 1], self.chain[index]);
            let step = self.step::<M>(level, behind, slot, part);
            level.slots.burden[slot as usize] = level.slots.burden[behind as usize] + step;
        }
        if self.is_closed {
            // Once round, prices must meet: what is left goes to all steps alike.
            let (behind, slot) = (self.chain[count - 1], self.chain[0]);
            let indifferent = indifferent_step::<M>(level, behind, slot);
            let left = level.slots.burden[behind as usize] + indifferent - level.slots.burden[slot as usize];
            for (index, slot) in self.chain.iter().enumerate() {
                let burden = &mut level.slots.burden[*slot as usize];
                *burden = *burden - N::floor(left.double() * index as f64 / count as f64);
            }
        }
    }

    /// From the price of a slot to that of the next; as it was where the chain jumps.
    fn step<M: Metric<Number = N>>(&self, level: &Level<N>, behind: u32, slot: u32, part: f64) -> N {
        let before = self.before[slot as usize] - self.before[behind as usize];
        if level.length_between(behind, slot) >= self.longest_step {
            return before;
        }
        before + N::floor(part * (indifferent_step::<M>(level, behind, slot) - before).double())
    }
}

impl<N: Number> Solver<N> {
    /// Rounds of sorting along the curve on which the slots of a level lie.
    pub(super) async fn sort_along_curve<M: Metric<Number = N>>(&mut self, level: usize, plan: &Plan<'_>) {
        let Self { levels, curve, certificate, violators, .. } = self;
        let level = &mut levels[level];
        curve.follow(level);
        for round in 0..ROUNDS {
            if !curve.sort::<M>(round, level, certificate, violators) {
                break;
            }
            plan.pace.breathe().await;
        }
    }
}

/// Halfway between what the owners of two slots would pay for the other.
fn indifferent_step<M: Metric>(level: &Level<M::Number>, behind: u32, slot: u32) -> M::Number {
    let slots = &level.slots;
    let step = |owner: u32| {
        let free = |slot: u32| {
            let slot = slot as usize;
            M::value(level.agents[owner as usize], slots.x[slot], slots.y[slot], M::Number::default())
        };
        free(behind) - free(slot)
    };
    (step(slots.owner[behind as usize]) + step(slots.owner[slot as usize])).share(2)
}
