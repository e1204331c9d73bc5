//! Certificate: what prices prove. Σ over agents of the least value over ALL slots, less Σ of the prices, is a lower
//! bound of every matching's cost; an agent that could pay less elsewhere is a violator.
//!
//! Median order is an implicit tree over the slots with four children a node. Each node keeps its least value as seen
//! from the middle of its own agents, from which the metric bounds the values that any other agent would see.
#![forbid(unsafe_code)]

use super::levels::Level;
use super::metric::{Metric, Number, Place, SlotBox};

/// Agents that search together; neighbours in median order share almost every step.
const BLOCK: usize = 8;

/// Buffers of a certificate.
#[derive(Debug, Default)]
pub struct CertificateScratch<N> {
    nodes: Vec<SlotBox<N>>,
    /// Where each level of nodes begins, leaves (groups of four slots) first.
    level_start: Vec<u32>,
    open: Vec<(u32, u32)>,
    /// Slots in median order: place and burden.
    slots: Vec<(Place<N>, N)>,
}

/// An agent and the slot that it would rather have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violator {
    /// Index of the agent.
    pub agent: u32,
    /// Place of its best slot.
    pub slot: u32,
}

/// Finds every agent's least value over all slots; writes the violators and returns Σ least values − Σ burdens.
pub fn certify<M: Metric>(
    level: &Level<M::Number>,
    slack: M::Number,
    scratch: &mut CertificateScratch<M::Number>,
    violators: &mut Vec<Violator>,
) -> i128 {
    violators.clear();
    grow_tree::<M>(level, scratch);
    let mut sum: i128 = 0;
    let mut first = 0;
    while first < level.len() {
        let count = BLOCK.min(level.len() - first);
        let mut agents = [level.agents[first]; BLOCK];
        let mut least = [level.paid::<M>(first) - slack; BLOCK];
        for lane in 0..count {
            agents[lane] = level.agents[first + lane];
            least[lane] = level.paid::<M>(first + lane) - slack;
        }
        let paid = least;
        let best = search::<M>(scratch, &agents, &mut least);
        for lane in 0..count {
            sum += least[lane].wide();
            if least[lane] < paid[lane] {
                violators.push(Violator { agent: (first + lane) as u32, slot: level.slots.place[best[lane] as usize] });
            }
        }
        first += count;
    }
    sum - level.slots.burden.iter().map(|burden| burden.wide()).sum::<i128>()
}

/// Builds all nodes, leaves first. A node's viewpoint is the mean of the agents that own its slots.
fn grow_tree<M: Metric>(level: &Level<M::Number>, scratch: &mut CertificateScratch<M::Number>) {
    let CertificateScratch { nodes, level_start, slots, .. } = scratch;
    let field = &level.slots;
    slots.clear();
    slots.extend(field.place.iter().map(|place| {
        let place = *place as usize;
        (Place { x: field.x[place], y: field.y[place] }, field.burden[place])
    }));
    nodes.clear();
    level_start.clear();
    level_start.push(0);
    for (leaf, group) in slots.chunks(4).enumerate() {
        let mut node = empty_box::<M::Number>();
        for (slot, _) in group {
            node.low = Place { x: node.low.x.least(slot.x), y: node.low.y.least(slot.y) };
            node.high = Place { x: node.high.x.most(slot.x), y: node.high.y.most(slot.y) };
        }
        let mut sum = Place::<M::Number>::default();
        for rank in 4 * leaf..4 * leaf + group.len() {
            let owner = level.agents[field.owner[field.place[rank] as usize] as usize];
            sum = Place { x: sum.x + owner.x, y: sum.y + owner.y };
        }
        node.view = Place { x: sum.x.share(group.len()), y: sum.y.share(group.len()) };
        nodes.push(node);
    }
    let mut begin = 0;
    while nodes.len() - begin > 1 {
        let end = nodes.len();
        level_start.push(end as u32);
        for first in (begin..end).step_by(4) {
            let last = (first + 4).min(end);
            let mut node = empty_box::<M::Number>();
            let mut sum = Place::<M::Number>::default();
            for child in &nodes[first..last] {
                node.low = Place { x: node.low.x.least(child.low.x), y: node.low.y.least(child.low.y) };
                node.high = Place { x: node.high.x.most(child.high.x), y: node.high.y.most(child.high.y) };
                sum = Place { x: sum.x + child.view.x, y: sum.y + child.view.y };
            }
            node.view = Place { x: sum.x.share(last - first), y: sum.y.share(last - first) };
            nodes.push(node);
        }
        begin = end;
    }
    level_start.push(nodes.len() as u32);
    let mut width = 4;
    for ends in level_start.windows(2) {
        for (node, group) in nodes[ends[0] as usize..ends[1] as usize].iter_mut().zip(slots.chunks(width)) {
            for (slot, burden) in group {
                node.least = node.least.least(M::view_value(node.view, *slot, *burden));
            }
        }
        width *= 4;
    }
}

fn empty_box<N: Number>() -> SlotBox<N> {
    SlotBox {
        low: Place { x: N::MAX, y: N::MAX },
        high: Place { x: N::MIN, y: N::MIN },
        view: Place::default(),
        least: N::MAX,
    }
}

/// Lowers `least` to the agents' least values over all slots and returns the ranks that have them.
fn search<M: Metric>(
    scratch: &mut CertificateScratch<M::Number>,
    agents: &[Place<M::Number>; BLOCK],
    least: &mut [M::Number; BLOCK],
) -> [u32; BLOCK] {
    let CertificateScratch { nodes, level_start, open, slots } = scratch;
    let mut best = [0; BLOCK];
    open.clear();
    let top = level_start.len() - 2;
    open.push((top as u32, 0));
    while let Some((height, index)) = open.pop() {
        let start = level_start[height as usize];
        let node = &nodes[(start + index) as usize];
        let mut promising = false;
        for lane in 0..BLOCK {
            promising |= M::box_value(agents[lane], node) < least[lane];
        }
        if !promising {
            continue;
        }
        if height > 0 {
            let children = level_start[height as usize] - level_start[height as usize - 1];
            let first = 4 * index;
            open.extend((first..(first + 4).min(children)).rev().map(|child| (height - 1, child)));
            continue;
        }
        let first = 4 * index as usize;
        for (rank, (slot, burden)) in slots.iter().enumerate().skip(first).take(4) {
            for lane in 0..BLOCK {
                let value = M::value(agents[lane], slot.x, slot.y, *burden);
                let better = value < least[lane];
                least[lane] = if better { value } else { least[lane] };
                best[lane] = if better { rank as u32 } else { best[lane] };
            }
        }
    }
    best
}
