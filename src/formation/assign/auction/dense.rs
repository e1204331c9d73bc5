//! The exact dense assignment of a few agents, by shortest augmenting paths with prices (Jonker and Volgenant 1987).
#![forbid(unsafe_code)]

use super::super::lanes::{Kernel, LANES, Lanes, run_widest};
use super::metric::{Metric, Place};
use super::number::Number;

/// Buffers of a dense solve. Slots come in packs of [`LANES`]; what is missing from the last one is never reached.
#[derive(Debug, Default)]
pub struct DenseScratch<N> {
    packs: Vec<Pack<N>>,
    owner: Vec<u32>,
    /// What each agent pays.
    debt: Vec<N>,
    closed: Vec<u32>,
}

const NOBODY: u32 = u32::MAX;

/// Some slots with what a search knows of them.
#[derive(Clone, Copy, Debug)]
struct Pack<N> {
    x: [N; LANES],
    y: [N; LANES],
    /// Base plus price.
    burden: [N; LANES],
    distance: [N; LANES],
    /// The distance while the slot is open, [`Number::MAX`] from then on.
    open: [N; LANES],
    /// The agent from which it was reached, as a number of the same width as a distance, so that one mask selects both.
    from: [N; LANES],
}

impl<N: Number> Pack<N> {
    /// Lanes without a slot lie at no distance already, which nothing undercuts, and are not open.
    fn of(slots: &[Place<N>], burden: &[N]) -> Self {
        let mut pack = Self {
            x: [N::default(); LANES],
            y: [N::default(); LANES],
            burden: [N::default(); LANES],
            distance: [N::MIN; LANES],
            open: [N::MAX; LANES],
            from: [N::default(); LANES],
        };
        for (lane, (slot, burden)) in slots.iter().zip(burden).enumerate() {
            (pack.x[lane], pack.y[lane], pack.burden[lane]) = (slot.x, slot.y, *burden);
        }
        pack
    }
}

/// Writes the optimal slot of each agent and the optimal burden of each slot, starting from `burden`. Ties go to the lower
/// slot. Time O(n³).
pub fn solve_dense<M: Metric>(
    agents: &[Place<M::Number>],
    slots: &[Place<M::Number>],
    burden: &mut [M::Number],
    scratch: &mut DenseScratch<M::Number>,
    slot_of: &mut [u32],
) {
    let count = agents.len();
    scratch.packs.clear();
    scratch.packs.extend(slots.chunks(LANES).zip(burden.chunks(LANES)).map(|(slots, burden)| Pack::of(slots, burden)));
    scratch.debt.clear();
    scratch.debt.resize(count, M::Number::default());
    scratch.owner.clear();
    scratch.owner.resize(count, NOBODY);
    slot_of.fill(NOBODY);
    run_widest(SeatAll::<M> { agents, scratch, slot_of });
    for (burden, pack) in burden.chunks_mut(LANES).zip(&scratch.packs) {
        burden.copy_from_slice(&pack.burden[..burden.len()]);
    }
}

struct SeatAll<'a, M: Metric> {
    agents: &'a [Place<M::Number>],
    scratch: &'a mut DenseScratch<M::Number>,
    slot_of: &'a mut [u32],
}

impl<M: Metric> Kernel for SeatAll<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        for agent in 0..self.agents.len() {
            augment::<M>(agent, self.agents, self.scratch, self.slot_of);
        }
    }
}

/// One shortest augmenting path from `root`.
#[inline(always)]
fn augment<M: Metric>(
    root: usize,
    agents: &[Place<M::Number>],
    scratch: &mut DenseScratch<M::Number>,
    slot_of: &mut [u32],
) {
    let DenseScratch { packs, owner, debt, closed } = scratch;
    for (number, pack) in packs.iter_mut().enumerate() {
        for lane in 0..LANES.min(agents.len() - number * LANES) {
            (pack.distance[lane], pack.open[lane]) = (M::Number::MAX, M::Number::MAX);
        }
    }
    closed.clear();
    let mut agent = root;
    let mut reached = M::Number::default();
    debt[root] = M::Number::default();
    let end = loop {
        let slot = relax::<M>(packs, agents[agent], agent, reached, debt[agent]);
        let pack = &mut packs[slot / LANES];
        pack.open[slot % LANES] = M::Number::MAX;
        reached = pack.distance[slot % LANES];
        closed.push(slot as u32);
        if owner[slot] == NOBODY {
            break slot;
        }
        agent = owner[slot] as usize;
    };
    for slot in closed.iter().map(|slot| *slot as usize) {
        let (pack, lane) = (&mut packs[slot / LANES], slot % LANES);
        pack.burden[lane] = pack.burden[lane] + (reached - pack.distance[lane]);
    }
    let mut slot = end;
    loop {
        let agent = packs[slot / LANES].from[slot % LANES].double() as usize;
        owner[slot] = agent as u32;
        let previous = std::mem::replace(&mut slot_of[agent], slot as u32);
        if agent == root {
            break;
        }
        slot = previous as usize;
    }
    for slot in closed.iter().map(|slot| *slot as usize) {
        let (pack, lane) = (&packs[slot / LANES], slot % LANES);
        let agent = owner[slot] as usize;
        debt[agent] = M::value(agents[agent], pack.x[lane], pack.y[lane], pack.burden[lane]);
    }
}

/// Follows the arcs of an agent, whose slot lies at `reached`, and answers the nearest slot that is open: of equal ones
/// the lowest.
#[inline(always)]
fn relax<M: Metric>(
    packs: &mut [Pack<M::Number>],
    place: Place<M::Number>,
    agent: usize,
    reached: M::Number,
    debt: M::Number,
) -> usize {
    let agent = M::Number::whole(agent as i64);
    let mut nearest = [M::Number::MAX; LANES];
    let mut at = [M::Number::default(); LANES];
    for (number, pack) in packs.iter_mut().enumerate() {
        let number = M::Number::whole(number as i64);
        for lane in 0..LANES {
            let length = reached + M::value(place, pack.x[lane], pack.y[lane], pack.burden[lane]) - debt;
            let is_shorter = length < pack.distance[lane];
            pack.distance[lane] = if is_shorter { length } else { pack.distance[lane] };
            pack.open[lane] = if is_shorter { length } else { pack.open[lane] };
            pack.from[lane] = if is_shorter { agent } else { pack.from[lane] };
            let is_nearer = pack.open[lane] < nearest[lane];
            nearest[lane] = if is_nearer { pack.open[lane] } else { nearest[lane] };
            at[lane] = if is_nearer { number } else { at[lane] };
        }
    }
    let mut best = (nearest[0], at[0].double() as usize * LANES);
    for lane in 1..LANES {
        let slot = at[lane].double() as usize * LANES + lane;
        if nearest[lane] < best.0 || (nearest[lane] == best.0 && slot < best.1) {
            best = (nearest[lane], slot);
        }
    }
    best.1
}
