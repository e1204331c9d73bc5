//! Levels: the same problem with ever fewer, averaged agents and slots; each level is the mean of groups of four.
#![forbid(unsafe_code)]

use super::super::lanes::Lanes;
use super::candidates::{Choice, NONE, SlotField, WindowSize};
#[cfg(test)]
use super::frame::Lie;
use super::metric::{Metric, Place};
use super::number::Number;
use super::plan::Side;
use crate::parallel::Executor;

/// One level. Agents are in median order, slots in strip order.
///
/// Slots are laid out first, from `agents`, where they wait in median order; then the agents come in their stead.
#[derive(Debug, Default)]
pub struct Level<N> {
    /// The agents, as the metric keeps them.
    pub agents: Vec<Place<N>>,
    /// The slots in strip order.
    pub slots: SlotField<N>,
    /// The place of each agent's slot, or `NONE`.
    pub slot_of: Vec<u32>,
    /// The slot around which each agent looked last.
    pub centre: Vec<u32>,
    /// Per agent, slots outside of its window around which it looks too, or `NONE`; empty while nobody has one.
    pub far: Vec<[u32; FAR_SLOTS]>,
    /// A difference of cost that matters on this level: the slots' distance times how far apart neighbours come from.
    pub unit: f64,
    /// The slots' distance.
    pub pitch: f64,
    /// Extents of the slots.
    slot_spread: Spread,
    /// Whether slots lie on a line, or much denser than evenly spread ones would, so that windows see little beyond a
    /// cluster.
    pub clustered: bool,
}

/// Groups of four evenly spread slots have a variance of about half a pitch squared.
const DENSE_VARIANCE: f64 = 0.05;

/// From this share of dense groups on, slots count as clustered.
const CLUSTERED_SHARE: f64 = 0.25;

/// How many far slots an agent remembers.
pub const FAR_SLOTS: usize = 3;

/// Extents of a set of points, from its second moments: exact for boxes, and indifferent to a few strays.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    width: f64,
    area: f64,
    variance: f64,
}

fn spread(points: impl Iterator<Item = Place<f64>> + Clone) -> Spread {
    let (mut count, mut x, mut y) = (0.0, 0.0, 0.0);
    for point in points.clone() {
        count += 1.0;
        x += point.x;
        y += point.y;
    }
    let (x, y) = (x / count, y / count);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for point in points {
        let (x, y) = (point.x - x, point.y - y);
        xx += x * x;
        yy += y * y;
        xy += x * y;
    }
    let (xx, yy, xy) = (xx / count, yy / count, xy / count);
    Spread { width: (12.0 * xx).sqrt(), area: 12.0 * (xx * yy - xy * xy).max(0.0).sqrt(), variance: xx + yy }
}

/// The share of groups of four whose variance is below `limit`.
fn share_of_dense_groups<N: Number>(points: &[Place<N>], limit: f64) -> f64 {
    let is_dense = |group: &&[Place<N>]| {
        let mean = |coordinate: fn(&Place<N>) -> f64| group.iter().map(coordinate).sum::<f64>() / 4.0;
        let (x, y) = (mean(|point| point.x.double()), mean(|point| point.y.double()));
        let squares = group.iter().map(|point| {
            let (x, y) = (point.x.double() - x, point.y.double() - y);
            x * x + y * y
        });
        squares.sum::<f64>() < 4.0 * limit
    };
    let groups = points.chunks_exact(4);
    let count = groups.len().max(1) as f64;
    groups.filter(is_dense).count() as f64 / count
}

impl<N: Number> Level<N> {
    /// Number of agents, and of slots.
    pub fn len(&self) -> usize {
        self.agents.len()
    }

    /// Notes how the slots, which wait in `agents`, lie.
    pub fn measure<M: Metric<Number = N>>(&mut self) {
        let points = &self.agents;
        let count = points.len();
        let slots = spread(points.iter().map(|point| Place { x: point.x.double(), y: point.y.double() }));
        // A line of slots has no area; its pitch follows from its length.
        let pitch_squared = (slots.area / count as f64).max(12.0 * slots.variance / (count as f64 * count as f64));
        self.pitch = pitch_squared.sqrt();
        self.unit = M::cost_of_length(self.pitch);
        self.slot_spread = slots;
        let on_a_line = slots.area / (count as f64) < 0.5 * pitch_squared;
        self.clustered = on_a_line || share_of_dense_groups(points, DENSE_VARIANCE * pitch_squared) > CLUSTERED_SHARE;
    }

    /// Lays out the slots, which wait in `agents` and were measured, and forgets any matching; without windows if it is to
    /// be solved densely. `keys` is a buffer.
    pub fn lay_out(&mut self, window: Option<WindowSize>, executor: &Executor, keys: &mut Vec<u64>) {
        let points = &self.agents;
        let (count, Spread { area, width, .. }) = (points.len(), self.slot_spread);
        match window {
            Some(window) => self.slots.load_strips(points, (area, width), window, executor, keys),
            None => self.slots.load(points, keys),
        }
        self.slot_of.clear();
        self.slot_of.resize(count, NONE);
        self.centre.clear();
        self.centre.extend_from_slice(&self.slots.place);
        self.far.clear();
    }

    /// As [`Self::lay_out`], and takes in the agents in the slots' stead.
    pub fn lay_out_for<M: Metric<Number = N>>(
        &mut self,
        window: Option<WindowSize>,
        agents: Side<'_>,
        executor: &Executor,
        keys: &mut Vec<u64>,
    ) {
        self.lay_out(window, executor, keys);
        agents.load(M::agent, &mut self.agents);
        self.take_agents::<M>();
    }

    /// Notes how far apart the agents, who have come in the slots' stead, stand.
    pub fn take_agents<M: Metric<Number = N>>(&mut self) {
        let agents = spread(self.agents.iter().map(|agent| M::position(*agent)));
        let stretch = (agents.variance / self.slot_spread.variance).sqrt();
        if M::CENTRED && stretch.is_finite() {
            self.unit *= stretch.max(1.0);
        }
    }

    /// What `agent` pays for the slot it holds.
    #[inline(always)]
    pub fn paid<M: Metric<Number = N>>(&self, agent: usize) -> N {
        self.slots.value::<M>(self.agents[agent], self.slot_of[agent])
    }

    /// The best that `agent` finds around where it looked last and around its far slots.
    #[inline(always)]
    pub fn choose<M: Metric<Number = N>, L: Lanes, const STRIPS: usize>(
        &mut self,
        lanes: L,
        agent: usize,
    ) -> Choice<N> {
        let place = self.agents[agent];
        let choice = self.slots.look_until_centred::<M, L, STRIPS>(lanes, place, &mut self.centre[agent]);
        match self.far.get_mut(agent) {
            Some(far) if far[0] != NONE => weigh_far::<M, L, STRIPS>(lanes, &self.slots, place, far, choice),
            _ => choice,
        }
    }

    /// Lets `agent` look around `slot` too from now on.
    pub fn see_far(&mut self, agent: usize, slot: u32) {
        if self.far.is_empty() {
            self.far.resize(self.agents.len(), [NONE; FAR_SLOTS]);
        }
        // The oldest is forgotten.
        self.far[agent].rotate_right(1);
        self.far[agent][0] = slot;
    }

    /// How far apart two slots lie.
    pub fn length_between(&self, one: u32, other: u32) -> f64 {
        let SlotField { x, y, .. } = &self.slots;
        let (one, other) = (one as usize, other as usize);
        let (x, y) = ((x[one] - x[other]).double(), (y[one] - y[other]).double());
        (x * x + y * y).sqrt()
    }

    /// Takes a slot away from its agent.
    #[inline(always)]
    pub fn release(&mut self, agent: usize) {
        let slot = std::mem::replace(&mut self.slot_of[agent], NONE);
        if slot != NONE {
            self.slots.owner[slot as usize] = NONE;
        }
    }
}

/// The best of `choice` and of what lies around the far slots of `agent`; the loser is far from then on.
///
/// Rare, but vectors keep their width only where they are inlined.
#[inline(always)]
pub fn weigh_far<M: Metric, L: Lanes, const STRIPS: usize>(
    lanes: L,
    slots: &SlotField<M::Number>,
    agent: Place<M::Number>,
    far: &mut [u32; FAR_SLOTS],
    choice: Choice<M::Number>,
) -> Choice<M::Number> {
    let mut best = choice;
    for far in far.iter_mut().take_while(|far| **far != NONE) {
        let other = slots.look_until_centred::<M, L, STRIPS>(lanes, agent, far);
        if other.slot == best.slot {
            // The windows met.
            best.second = best.second.least(other.second);
        } else if other.value < best.value {
            *far = best.slot;
            best = Choice { second: other.second.least(best.value), ..other };
        } else {
            best.second = best.second.least(other.value);
        }
    }
    best
}

/// Fills the `agents` of all levels but the finest with the means of four of `finest` each, of four of those …, and returns
/// how many levels there are: the last one has at most `top`. Levels beyond keep their buffers.
pub fn coarsen<N: Number>(
    levels: &mut Vec<Level<N>>,
    top: usize,
    finest: impl ExactSizeIterator<Item = Place<N>> + Clone,
) -> usize {
    let (mut depth, mut len) = (1, finest.len());
    while len > top {
        if levels.len() == depth {
            levels.push(Level::default());
        }
        let (finer, coarser) = levels.split_at_mut(depth);
        if depth == 1 {
            average(finest.clone(), &mut coarser[0].agents);
        } else {
            average(finer[depth - 1].agents.iter().copied(), &mut coarser[0].agents);
        }
        len = coarser[0].len();
        depth += 1;
    }
    depth
}

fn average<N: Number>(mut fine: impl ExactSizeIterator<Item = Place<N>>, coarse: &mut Vec<Place<N>>) {
    let groups = fine.len().div_ceil(4);
    coarse.clear();
    coarse.extend((0..groups).map(|_| {
        let size = fine.len().min(4);
        let group = fine.by_ref().take(4);
        let sum = group.fold(Place::default(), |sum: Place<N>, place| Place { x: sum.x + place.x, y: sum.y + place.y });
        Place { x: sum.x.share(size), y: sum.y.share(size) }
    }));
}

#[cfg(test)]
impl Level<f64> {
    /// A level of windows three strips wide, for tests: agents, and slots in the order of their number before they are laid
    /// out.
    pub fn laid_out<M: Metric<Number = f64>>(agents: &[(i32, i32)], slots: &[(i32, i32)], executor: &Executor) -> Self {
        let place = |at: &(i32, i32)| Place { x: f64::from(at.0), y: f64::from(at.1) };
        let mut level = Self { agents: slots.iter().map(place).collect(), ..Self::default() };
        let window = WindowSize { strips: 3, lie: Lie::Plane };
        level.measure::<M>();
        level.lay_out(Some(window), executor, &mut Vec::new());
        level.agents = agents.iter().map(|agent| M::agent(place(agent))).collect();
        level.take_agents::<M>();
        level
    }

    /// As [`Self::laid_out`], each agent on the slot of its own place.
    pub fn seated<M: Metric<Number = f64>>(agents: &[(i32, i32)], slots: &[(i32, i32)]) -> Self {
        let mut level = Self::laid_out::<M>(agents, slots, &Executor::Inline);
        for slot in 0..level.len() {
            level.slot_of[slot] = slot as u32;
            level.slots.owner[slot] = slot as u32;
        }
        level
    }
}
