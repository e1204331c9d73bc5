//! The exact dense assignment of a few agents, by shortest augmenting paths with prices (Jonker and Volgenant 1987).
#![forbid(unsafe_code)]

use super::metric::{Metric, Number, Place};

/// Levels of this size and below are solved densely.
pub const DENSE_LIMIT: usize = 80;

/// Buffers of a dense solve.
#[derive(Debug, Default)]
pub struct DenseScratch<N> {
    price: Vec<N>,
    debt: Vec<N>,
    distance: Vec<N>,
    from: Vec<u32>,
    owner: Vec<u32>,
    open: Vec<u32>,
}

const NOBODY: u32 = u32::MAX;

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
    scratch.debt.clear();
    scratch.debt.resize(count, M::Number::default());
    scratch.distance.clear();
    scratch.distance.resize(count, M::Number::MAX);
    scratch.from.clear();
    scratch.from.resize(count, NOBODY);
    scratch.owner.clear();
    scratch.owner.resize(count, NOBODY);
    scratch.price.clear();
    scratch.price.extend_from_slice(burden);
    slot_of.fill(NOBODY);
    for agent in 0..count {
        augment::<M>(agent, agents, slots, scratch, slot_of);
    }
    burden.copy_from_slice(&scratch.price);
}

/// One shortest augmenting path from `root`. `price` is the whole burden of a slot; `debt` is what an agent pays.
fn augment<M: Metric>(
    root: usize,
    agents: &[Place<M::Number>],
    slots: &[Place<M::Number>],
    scratch: &mut DenseScratch<M::Number>,
    slot_of: &mut [u32],
) {
    let DenseScratch { price, debt, distance, from, owner, open } = scratch;
    distance.fill(M::Number::MAX);
    open.clear();
    open.extend(0..slots.len() as u32);
    let mut closed = 0;
    let mut agent = root;
    let mut reached = M::Number::default();
    debt[root] = M::Number::default();
    let end = loop {
        let mut nearest = closed;
        for place in closed..open.len() {
            let slot = open[place] as usize;
            let value = M::value(agents[agent], slots[slot].x, slots[slot].y, price[slot]);
            let length = reached + value - debt[agent];
            if length < distance[slot] {
                distance[slot] = length;
                from[slot] = agent as u32;
            }
            let best = open[nearest] as usize;
            if distance[slot] < distance[best] || (distance[slot] == distance[best] && slot < best) {
                nearest = place;
            }
        }
        let slot = open[nearest] as usize;
        reached = distance[slot];
        open.swap(closed, nearest);
        closed += 1;
        if owner[slot] == NOBODY {
            break slot;
        }
        agent = owner[slot] as usize;
    };
    for &slot in &open[..closed] {
        price[slot as usize] = price[slot as usize] + (reached - distance[slot as usize]);
    }
    let mut slot = end;
    loop {
        let agent = from[slot] as usize;
        owner[slot] = agent as u32;
        let previous = std::mem::replace(&mut slot_of[agent], slot as u32);
        if agent == root {
            break;
        }
        slot = previous as usize;
    }
    for &slot in &open[..closed] {
        let slot = slot as usize;
        let agent = owner[slot] as usize;
        debt[agent] = M::value(agents[agent], slots[slot].x, slots[slot].y, price[slot]);
    }
}
