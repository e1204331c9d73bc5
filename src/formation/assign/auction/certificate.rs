//! Certificate: what prices prove. Σ over agents of the least value over ALL slots, less Σ of the prices, is a lower
//! bound of every matching's cost; an agent that could pay less elsewhere is a violator.
//!
//! Median order is an implicit tree over the slots with four children a node. Each node keeps its least value as seen
//! from the middle of its own agents, from which the metric bounds the values that any other agent would see.
#![forbid(unsafe_code)]

use super::super::lanes::{Kernel, Lanes, run_widest};
use super::levels::Level;
use super::metric::{Metric, Place, SlotBox};
use super::number::Number;

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
    /// What each agent was found to pay at the least, by the checks so far; empty before the first. Burdens only rise, so
    /// that this stays a bound.
    floor: Vec<N>,
}

impl<N> CertificateScratch<N> {
    /// Forgets what earlier checks found: another problem.
    pub fn forget(&mut self) {
        self.floor.clear();
    }
}

/// An agent and the slot that it would rather have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violator {
    /// Index of the agent.
    pub agent: u32,
    /// Place of its best slot.
    pub slot: u32,
}

/// Finds every agent's least value over all slots; writes the violators, who could pay over `slack` less than they do, and
/// returns Σ least values − Σ burdens, where a least value is at most what the agent pays, less the slack.
///
/// An agent that pays no more than a check before found it to pay at the least is not searched for again.
pub fn certify<M: Metric>(
    level: &Level<M::Number>,
    slack: M::Number,
    scratch: &mut CertificateScratch<M::Number>,
    violators: &mut Vec<Violator>,
) -> i128 {
    run_widest(Certify::<M> { level, slack, scratch, violators })
}

struct Certify<'a, M: Metric> {
    level: &'a Level<M::Number>,
    slack: M::Number,
    scratch: &'a mut CertificateScratch<M::Number>,
    violators: &'a mut Vec<Violator>,
}

impl<M: Metric> Kernel for Certify<'_, M> {
    type Output = i128;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> i128 {
        certify_lanes::<M>(self.level, self.slack, self.scratch, self.violators)
    }
}

#[inline(always)]
fn certify_lanes<M: Metric>(
    level: &Level<M::Number>,
    slack: M::Number,
    scratch: &mut CertificateScratch<M::Number>,
    violators: &mut Vec<Violator>,
) -> i128 {
    violators.clear();
    grow_tree::<M>(level, scratch);
    scratch.floor.resize(level.len(), M::Number::MIN);
    let mut sum: i128 = 0;
    let mut block = Block::<M::Number>::default();
    for agent in 0..level.len() {
        let most = level.paid::<M>(agent) - slack;
        sum += most.wide();
        if most > scratch.floor[agent] {
            block.add(agent, level.agents[agent], most);
        }
        if block.count == BLOCK || (block.count > 0 && agent + 1 == level.len()) {
            sum -= check::<M>(level, &block, scratch, violators);
            block.count = 0;
        }
    }
    sum - level.slots.burden.iter().map(|burden| burden.wide()).sum::<i128>()
}

/// Agents that search together, the first `count` of the lanes.
#[derive(Default)]
struct Block<N> {
    count: usize,
    index: [u32; BLOCK],
    place: [Place<N>; BLOCK],
    /// What each pays, less the slack.
    most: [N; BLOCK],
}

impl<N: Number> Block<N> {
    fn add(&mut self, index: usize, place: Place<N>, most: N) {
        if self.count == 0 {
            // Lanes without an agent of their own repeat the first.
            self.place = [place; BLOCK];
            self.most = [most; BLOCK];
        }
        self.index[self.count] = index as u32;
        self.place[self.count] = place;
        self.most[self.count] = most;
        self.count += 1;
    }
}

/// Searches for a block; writes its violators and floors, and returns how much less its agents could pay in all.
#[inline(always)]
fn check<M: Metric>(
    level: &Level<M::Number>,
    block: &Block<M::Number>,
    scratch: &mut CertificateScratch<M::Number>,
    violators: &mut Vec<Violator>,
) -> i128 {
    let mut least = block.most;
    let best = search::<M>(scratch, &block.place, &mut least);
    let mut gap = 0;
    for lane in 0..block.count {
        let agent = block.index[lane];
        scratch.floor[agent as usize] = least[lane];
        if least[lane] < block.most[lane] {
            gap += (block.most[lane] - least[lane]).wide();
            violators.push(Violator { agent, slot: level.slots.place[best[lane] as usize] });
        }
    }
    gap
}

/// Builds all nodes, leaves first. A node's viewpoint is the mean of the agents that own its slots.
#[inline(always)]
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
#[inline(always)]
fn search<M: Metric>(
    scratch: &mut CertificateScratch<M::Number>,
    agents: &[Place<M::Number>; BLOCK],
    least: &mut [M::Number; BLOCK],
) -> [u32; BLOCK] {
    let CertificateScratch { nodes, level_start, open, slots, .. } = scratch;
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::metric::{Euclid, Squared};
    use super::*;

    /// An agent's place, and a slot's.
    type Pair = ((i32, i32), (i32, i32));

    /// The violators and the bound, over all pairs.
    fn certify_plainly<M: Metric<Number = f64>>(level: &Level<f64>, slack: f64) -> (Vec<u32>, i128) {
        let (mut violators, mut bound) = (Vec::new(), 0.0);
        for agent in 0..level.len() {
            let values = (0..level.len() as u32).map(|slot| level.slots.value::<M>(level.agents[agent], slot));
            let (least, most) = (values.fold(f64::MAX, f64::min), level.paid::<M>(agent) - slack);
            if least < most {
                violators.push(agent as u32);
            }
            bound += least.min(most) - level.slots.burden[agent];
        }
        (violators, bound as i128)
    }

    fn repeated_checks_find_what_plain_ones_do<M: Metric<Number = f64>>(
        points: &[Pair],
        changes: &[(usize, usize, u32)],
    ) -> Result<(), TestCaseError> {
        let (agents, slots): (Vec<_>, Vec<_>) = points.iter().copied().unzip();
        let mut level = Level::seated::<M>(&agents, &slots);
        let (mut scratch, mut violators) = (CertificateScratch::default(), Vec::new());
        for (round, changes) in changes.chunks(4).enumerate() {
            for (one, other, raise) in changes {
                let (one, other) = (one % level.len(), other % level.len());
                level.slots.burden[one] += f64::from(*raise);
                level.slot_of.swap(one, other);
                for agent in [one, other] {
                    level.slots.owner[level.slot_of[agent] as usize] = agent as u32;
                }
            }
            let slack = [0.0, 900.0][round % 2];
            let bound = certify::<M>(&level, slack, &mut scratch, &mut violators);
            let found: Vec<u32> = violators.iter().map(|violator| violator.agent).collect();
            prop_assert_eq!((found, bound), certify_plainly::<M>(&level, slack));
            for violator in &violators {
                let value = level.slots.value::<M>(level.agents[violator.agent as usize], violator.slot);
                prop_assert_eq!(value, scratch.floor[violator.agent as usize]);
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn checks_after_prices_rose_and_slots_changed_hands_find_what_plain_ones_do(
            points in prop::collection::vec(((-900..900, -900..900), (-300..300, -300..300)), 90..250),
            changes in prop::collection::vec((0..250_usize, 0..250_usize, 0..200_000_u32), 40),
        ) {
            repeated_checks_find_what_plain_ones_do::<Squared<f64>>(&points, &changes)?;
            repeated_checks_find_what_plain_ones_do::<Euclid>(&points, &changes)?;
        }
    }
}
