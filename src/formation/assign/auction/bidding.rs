//! Bidding: a Gauss–Seidel auction in whole numbers (Bertsekas 1988), last in, first out.
#![forbid(unsafe_code)]

use super::super::lanes::{Kernel, Lanes, run_widest};
use super::candidates::{NONE, SlotField, strided};
use super::levels::{FAR_SLOTS, Level, weigh_far};
use super::metric::{Metric, Place};
use super::number::Number;
use crate::parallel::Executor;

/// One phase of an auction.
#[derive(Clone, Copy, Debug)]
pub struct Phase<N> {
    /// Least raise of a bid; an agent is content with a slot that is at most this much worse than its best.
    pub epsilon: N,
    /// The same once few agents are left: each of those may have far to go.
    pub last_epsilon: N,
    /// Bids after which the phase stops and leaves the rest of its agents on the stack.
    pub most_bids: usize,
    /// Stride-sampled slots that an agent looks at once bidding drags on: after a quarter of the bids.
    pub samples: usize,
}

/// One agent of so many is few.
pub const FEW: usize = 500;

impl<N: Number> Phase<N> {
    /// The least raise of a bid while `waiting` of `count` agents have no slot.
    pub fn least_raise(&self, waiting: usize, count: usize) -> N {
        if waiting <= count / FEW { self.last_epsilon } else { self.epsilon }
    }
}

/// Agents that one thread checks at a time.
const CHECKED: usize = 4096;

/// Frees every agent that is not content at `epsilon` and stacks it, together with all agents without a slot. The
/// lowest agent ends on top.
pub fn stack_discontent<M: Metric, const STRIPS: usize>(
    level: &mut Level<M::Number>,
    epsilon: M::Number,
    executor: &Executor,
    stack: &mut Vec<u32>,
) {
    let Level { agents, slots, slot_of, centre, far, .. } = level;
    let count = agents.len().div_ceil(CHECKED);
    let far = far.chunks_mut(CHECKED).chain(std::iter::repeat_with(Default::default));
    let own = slot_of.chunks_mut(CHECKED).zip(centre.chunks_mut(CHECKED)).zip(far);
    let parts = agents.chunks(CHECKED).zip(own).map(|(agents, ((slot_of, centre), far))| FreeDiscontent {
        slots,
        agents,
        slot_of,
        centre,
        far,
        epsilon,
    });
    executor.for_parts(count, parts, |part| run_widest(Checked::<M, STRIPS>(part)));
    executor.for_chunks(&mut slots.owner, CHECKED, |_, owners| {
        for owner in owners {
            if *owner != NONE && slot_of[*owner as usize] == NONE {
                *owner = NONE;
            }
        }
    });
    stack.clear();
    stack.extend((0..agents.len() as u32).rev().filter(|agent| slot_of[*agent as usize] == NONE));
}

/// Agents that one thread checks, with what is theirs.
struct FreeDiscontent<'a, N> {
    slots: &'a SlotField<N>,
    agents: &'a [Place<N>],
    slot_of: &'a mut [u32],
    centre: &'a mut [u32],
    /// Empty while nobody has a far slot.
    far: &'a mut [[u32; FAR_SLOTS]],
    epsilon: N,
}

#[inline(always)]
fn free_discontent_lanes<M: Metric, L: Lanes, const STRIPS: usize>(lanes: L, part: FreeDiscontent<M::Number>) {
    let FreeDiscontent { slots, agents, slot_of, centre, far, epsilon } = part;
    for (index, agent) in agents.iter().enumerate() {
        let slot = slot_of[index];
        if slot == NONE {
            continue;
        }
        centre[index] = slot;
        let mut best = slots.look::<M, L, STRIPS>(lanes, *agent, slot);
        if let Some(far) = far.get_mut(index).filter(|far| far[0] != NONE) {
            best = weigh_far::<M, L, STRIPS>(lanes, slots, *agent, far, best);
        }
        if slots.value::<M>(*agent, slot) > best.value + epsilon {
            centre[index] = best.slot;
            slot_of[index] = NONE;
        }
    }
}

/// Lets the agents on the stack bid until it is empty or the phase's bids, of which `taken` were taken before, are used
/// up.
pub fn run_phase<M: Metric, const STRIPS: usize>(
    level: &mut Level<M::Number>,
    phase: Phase<M::Number>,
    taken: usize,
    stack: &mut Vec<u32>,
) {
    run_widest(RunPhase::<M, STRIPS> { level, phase, taken, stack });
}

#[inline(always)]
fn run_phase_lanes<M: Metric, L: Lanes, const STRIPS: usize>(
    lanes: L,
    level: &mut Level<M::Number>,
    phase: Phase<M::Number>,
    taken: usize,
    stack: &mut Vec<u32>,
) {
    let patience = phase.most_bids / 4;
    for bid in taken..phase.most_bids {
        let Some(agent) = stack.pop() else { return };
        let index = agent as usize;
        let mut choice = level.choose::<M, L, STRIPS>(lanes, index);
        let Level { agents, slots, slot_of, centre, .. } = &mut *level;
        if bid > patience {
            let place = agents[index];
            for slot in strided(index, phase.samples, slots.len()) {
                if slots.value::<M>(place, slot) < choice.value {
                    centre[index] = slot;
                    choice = slots.look_until_centred::<M, L, STRIPS>(lanes, place, &mut centre[index]);
                }
            }
        }
        let slot = choice.slot as usize;
        centre[index] = choice.slot;
        slots.burden[slot] = slots.burden[slot] + (choice.second - choice.value) + phase.epsilon;
        slot_of[index] = choice.slot;
        let outbid = std::mem::replace(&mut slots.owner[slot], agent);
        if outbid != NONE {
            slot_of[outbid as usize] = NONE;
            stack.push(outbid);
        }
    }
}

struct Checked<'a, M: Metric, const STRIPS: usize>(FreeDiscontent<'a, M::Number>);

impl<M: Metric, const STRIPS: usize> Kernel for Checked<'_, M, STRIPS> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        free_discontent_lanes::<M, L, STRIPS>(lanes, self.0);
    }
}

struct RunPhase<'a, M: Metric, const STRIPS: usize> {
    level: &'a mut Level<M::Number>,
    phase: Phase<M::Number>,
    taken: usize,
    stack: &'a mut Vec<u32>,
}

impl<M: Metric, const STRIPS: usize> Kernel for RunPhase<'_, M, STRIPS> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        run_phase_lanes::<M, L, STRIPS>(lanes, self.level, self.phase, self.taken, self.stack);
    }
}

/// Two passes without a least raise: most of the agents that a tight check freed find a slot of their own again.
pub fn reduce<M: Metric, const STRIPS: usize>(level: &mut Level<M::Number>, stack: &mut Vec<u32>, next: &mut Vec<u32>) {
    run_widest(Reduce::<M, STRIPS> { level, stack, next });
}

struct Reduce<'a, M: Metric, const STRIPS: usize> {
    level: &'a mut Level<M::Number>,
    stack: &'a mut Vec<u32>,
    next: &'a mut Vec<u32>,
}

impl<M: Metric, const STRIPS: usize> Kernel for Reduce<'_, M, STRIPS> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        reduce_lanes::<M, L, STRIPS>(lanes, self.level, self.stack, self.next);
    }
}

#[inline(always)]
fn reduce_lanes<M: Metric, L: Lanes, const STRIPS: usize>(
    lanes: L,
    level: &mut Level<M::Number>,
    stack: &mut Vec<u32>,
    next: &mut Vec<u32>,
) {
    for _ in 0..2 {
        next.clear();
        let most_bids = 4 * stack.len() + 16;
        let mut bids = 0;
        while let Some(agent) = stack.pop() {
            let index = agent as usize;
            let choice = level.choose::<M, L, STRIPS>(lanes, index);
            let slot = choice.slot as usize;
            let raise = choice.second - choice.value;
            let outbid = level.slots.owner[slot];
            if outbid != NONE && (raise <= M::Number::default() || bids >= most_bids) {
                next.push(agent);
                continue;
            }
            bids += 1;
            level.slots.burden[slot] = level.slots.burden[slot] + raise;
            level.slots.owner[slot] = agent;
            level.slot_of[index] = choice.slot;
            level.centre[index] = choice.slot;
            if outbid != NONE {
                level.slot_of[outbid as usize] = NONE;
                stack.push(outbid);
            }
        }
        next.reverse();
        std::mem::swap(stack, next);
    }
}

#[cfg(test)]
mod tests {
    use super::super::metric::{Euclid, Metric, Squared};
    use super::*;
    use proptest::prelude::*;
    use pulp::Scalar512b;

    use super::super::super::lanes::run_narrower;

    const STRIPS: usize = 3;

    fn stack_discontent_plainly<M: Metric<Number = f64>>(level: &mut Level<f64>, epsilon: f64, stack: &mut Vec<u32>) {
        let Level { agents, slots, slot_of, centre, .. } = &mut *level;
        let (far, before) = (&mut [][..], slot_of.clone());
        free_discontent_lanes::<M, _, STRIPS>(
            Scalar512b,
            FreeDiscontent { slots, agents, slot_of, centre, far, epsilon },
        );
        stack.clear();
        for agent in (0..agents.len()).rev().filter(|agent| slot_of[*agent] == NONE) {
            if before[agent] != NONE {
                slots.owner[before[agent] as usize] = NONE;
            }
            stack.push(agent as u32);
        }
    }

    fn widths_agree<M: Metric<Number = f64>>(agents: &[(i32, i32)], slots: &[(i32, i32)]) -> Result<(), TestCaseError> {
        let mut levels = [0; 3].map(|_| Level::laid_out::<M>(agents, slots, &Executor::Inline));
        let mut stacks = [const { Vec::new() }; 3];
        for epsilon in [50.0, 7.0] {
            let phase = Phase { epsilon, last_epsilon: epsilon, most_bids: 10 * agents.len(), samples: 8 };
            let ([widest, narrower, plain], [widest_stack, narrower_stack, plain_stack]) = (&mut levels, &mut stacks);
            stack_discontent::<M, STRIPS>(widest, epsilon, &Executor::Inline, widest_stack);
            for (level, stack) in [(&mut *narrower, &mut *narrower_stack), (&mut *plain, &mut *plain_stack)] {
                stack_discontent_plainly::<M>(level, epsilon, stack);
                prop_assert_eq!(&*widest_stack, &*stack);
            }
            run_phase::<M, STRIPS>(widest, phase, 0, widest_stack);
            run_narrower(RunPhase::<M, STRIPS> { level: narrower, phase, taken: 0, stack: narrower_stack });
            run_phase_lanes::<M, _, STRIPS>(Scalar512b, plain, phase, 0, plain_stack);
            for (level, stack) in levels.iter().zip(&stacks) {
                prop_assert_eq!(&stacks[0], stack);
                prop_assert_eq!(&levels[0].slot_of, &level.slot_of);
                prop_assert_eq!(&levels[0].centre, &level.centre);
                prop_assert_eq!(&levels[0].slots.burden, &level.slots.burden);
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_widest_vectors_bid_as_plain_code_does(
            points in prop::collection::vec(((-900..900, -900..900), (-300..300, -300..300)), 90..250),
        ) {
            let (agents, slots): (Vec<_>, Vec<_>) = points.into_iter().unzip();
            widths_agree::<Squared<f64>>(&agents, &slots)?;
            widths_agree::<Euclid>(&agents, &slots)?;
        }
    }
}
