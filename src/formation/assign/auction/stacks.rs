//! Stacks: one side stands on few places, many to each. Those in one place are alike, which leaves a transport problem:
//! places with capacities, solved exactly by shortest paths over the places (primal–dual, Ford and Fulkerson 1957).
//!
//! Everybody begins at the place that is best at prices found for a quarter of them; that is optimal for whatever
//! crowd it puts on each place. Each path then moves one from a place with too many towards one with too few, where it
//! costs least, until every place holds as many as it can.
#![forbid(unsafe_code)]

use super::super::lanes::{Kernel, Lanes, run_widest};
use super::metric::{Metric, Place};
use super::number::Number;
use super::plan::{Plan, Side};
use glam::I64Vec2;

/// Where more than one place comes to so many points, the windows of an auction see enough.
const MOST_SHARE: usize = 8;

/// More pairs of a place and a taker would make a search too long.
const MOST_PAIRS: usize = 40_000_000;

/// Samples of fewer takers are not worth a price.
const FEW: usize = 64;

/// Whether `points` (in `order`, which keeps most of those in one place together) stand on so few places.
pub fn are_stacked(points: &[I64Vec2], order: &[u32]) -> bool {
    let most = (points.len() / MOST_SHARE).min(MOST_PAIRS / points.len().max(1));
    let is_new = |pair: &&[u32]| points[pair[0] as usize] != points[pair[1] as usize];
    order.windows(2).filter(is_new).take(most).count() < most
}

/// How a transport ended.
#[derive(Clone, Copy, Debug)]
struct Transported {
    /// Σ least values − Σ burdens.
    dual: i128,
    /// Searches over all pairs of a place and a taker: what bounds the work.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests bound the work by it"))]
    searches: usize,
}

struct Transport<'a, M: Metric>(&'a mut StackScratch<M::Number>);

impl<M: Metric> Kernel for Transport<'_, M> {
    type Output = Transported;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Transported {
        self.0.transport_lanes::<M>()
    }
}

/// Buffers of a transport.
#[derive(Debug, Default)]
pub struct StackScratch<N> {
    /// Slots in order of their places.
    order: Vec<u32>,
    /// The places, each of which some of the stacked side stand on.
    places: Vec<Place<N>>,
    /// What a place costs whoever takes it.
    burden: Vec<N>,
    /// How many stand on each place.
    capacity: Vec<u32>,
    /// Of the sample at hand: how many each place must get, and how many more it has now.
    excess: Vec<i64>,
    /// Those of the other side, in median order.
    takers: Vec<Place<N>>,
    /// The place of each taker.
    place_of: Vec<u32>,
    /// Takers by their place, and where those of each place begin.
    members: Vec<u32>,
    start: Vec<u32>,
    distance: Vec<N>,
    /// The taker who would move here, and whether the distance is final.
    mover: Vec<u32>,
    closed: Vec<bool>,
}

/// A quarter of a quarter … of the takers: every `step`-th one.
#[derive(Clone, Copy)]
struct Sample {
    step: usize,
}

impl Sample {
    fn takers(self, count: usize) -> impl Iterator<Item = usize> + Clone {
        (0..count).step_by(self.step)
    }
}

impl<N: Number> StackScratch<N> {
    /// Writes the slot of each agent of a plan whose slots are stacked and returns the dual bound, which the cost equals.
    pub fn solve<M: Metric<Number = N>>(&mut self, plan: &Plan<'_>, slot_of: &mut [u32]) -> i128 {
        self.load_places(plan);
        let takers = Side { points: plan.agents, order: plan.agent_order, origin: plan.agent_origin };
        takers.load(M::agent, &mut self.takers);
        let dual = self.transport::<M>().dual;
        self.deal(plan.agent_order, slot_of);
        dual
    }

    /// Sorts the slots into places. They are taken in order of place, and of index within one.
    fn load_places(&mut self, plan: &Plan<'_>) {
        let key = |slot: u32| (plan.slots[slot as usize].x, plan.slots[slot as usize].y, slot);
        self.order.clear();
        self.order.extend_from_slice(plan.slot_order);
        self.order.sort_unstable_by_key(|slot| key(*slot));
        self.places.clear();
        self.capacity.clear();
        for slot in &self.order {
            let at = plan.slots[*slot as usize] - plan.slot_origin;
            let at = Place { x: N::whole(at.x), y: N::whole(at.y) };
            match self.capacity.last_mut() {
                Some(capacity) if self.places.last() == Some(&at) => *capacity += 1,
                _ => {
                    self.places.push(at);
                    self.capacity.push(1);
                }
            }
        }
    }

    /// Gives every taker a place.
    fn transport<M: Metric<Number = N>>(&mut self) -> Transported {
        run_widest(Transport::<M>(self))
    }

    #[inline(always)]
    fn transport_lanes<M: Metric<Number = N>>(&mut self) -> Transported {
        let count = self.takers.len();
        self.burden.clear();
        self.burden.resize(self.places.len(), N::default());
        self.place_of.clear();
        self.place_of.resize(count, 0);
        let mut step = 1;
        while count / (4 * step) >= FEW.max(2 * self.places.len()) {
            step *= 4;
        }
        let mut searches = 0;
        loop {
            searches += self.balance::<M>(Sample { step });
            if step == 1 {
                break;
            }
            step /= 4;
        }
        let paid: i128 = (0..count).map(|taker| self.value::<M>(taker, self.place_of[taker] as usize).wide()).sum();
        let burdens = self.burden.iter().zip(&self.capacity);
        let burdens: i128 = burdens.map(|(burden, capacity)| burden.wide() * i128::from(*capacity)).sum();
        Transported { dual: paid - burdens, searches }
    }

    /// Writes the slot of each agent: those of one place in order of the takers.
    fn deal(&mut self, agent_order: &[u32], slot_of: &mut [u32]) {
        let mut next = 0;
        self.start.clear();
        for capacity in &self.capacity {
            self.start.push(next);
            next += capacity;
        }
        for (agent, place) in agent_order.iter().zip(&self.place_of) {
            let next = &mut self.start[*place as usize];
            slot_of[*agent as usize] = self.order[*next as usize];
            *next += 1;
        }
    }

    #[inline(always)]
    fn value<M: Metric<Number = N>>(&self, taker: usize, place: usize) -> N {
        M::value(self.takers[taker], self.places[place].x, self.places[place].y, self.burden[place])
    }

    /// Sends each taker of the sample to its best place, then moves them along shortest paths until each place has its
    /// share. Returns the number of searches.
    #[inline(always)]
    fn balance<M: Metric<Number = N>>(&mut self, sample: Sample) -> usize {
        self.share_out(sample);
        for taker in sample.takers(self.takers.len()) {
            let mut best = 0;
            for place in 1..self.places.len() {
                if self.value::<M>(taker, place) < self.value::<M>(taker, best) {
                    best = place;
                }
            }
            self.place_of[taker] = best as u32;
            self.excess[best] += 1;
        }
        let mut searches = 0;
        while self.excess.iter().any(|excess| *excess > 0) {
            self.gather_members(sample);
            self.search::<M>();
            self.take_paths();
            searches += 1;
        }
        searches
    }

    /// Starts each place at minus its share of the sample; the shares of the first places add up to theirs of the whole,
    /// rounded down.
    fn share_out(&mut self, sample: Sample) {
        let count = self.takers.len() as u64;
        let takers = count.div_ceil(sample.step as u64);
        let (mut before, mut given) = (0_u64, 0);
        self.excess.clear();
        self.excess.extend(self.capacity.iter().map(|capacity| {
            before += u64::from(*capacity);
            let until = before * takers / count;
            let share = until - given;
            given = until;
            -(share as i64)
        }));
    }

    /// Sorts the takers of the sample by their places, in order within each.
    fn gather_members(&mut self, sample: Sample) {
        let places = self.places.len();
        self.start.clear();
        self.start.resize(places + 1, 0);
        for taker in sample.takers(self.takers.len()) {
            self.start[self.place_of[taker] as usize + 1] += 1;
        }
        for place in 0..places {
            self.start[place + 1] += self.start[place];
        }
        self.members.clear();
        self.members.resize(self.start[places] as usize, 0);
        self.mover.clear();
        self.mover.extend_from_slice(&self.start[..places]);
        for taker in sample.takers(self.takers.len()) {
            let next = &mut self.mover[self.place_of[taker] as usize];
            self.members[*next as usize] = taker as u32;
            *next += 1;
        }
    }

    /// The shortest ways from the places with too many to all others; raises each place's burden so that every move on
    /// such a way costs nothing.
    #[inline(always)]
    fn search<M: Metric<Number = N>>(&mut self) {
        let places = self.places.len();
        self.distance.clear();
        self.distance.resize(places, N::MAX);
        self.closed.clear();
        self.closed.resize(places, false);
        self.mover.clear();
        self.mover.resize(places, u32::MAX);
        for (distance, excess) in self.distance.iter_mut().zip(&self.excess) {
            if *excess > 0 {
                *distance = N::default();
            }
        }
        let mut farthest = N::default();
        for _ in 0..places {
            let mut nearest = None;
            for place in (0..places).filter(|place| !self.closed[*place] && self.distance[*place] < N::MAX) {
                if nearest.is_none_or(|nearest| self.distance[place] < self.distance[nearest]) {
                    nearest = Some(place);
                }
            }
            let Some(place) = nearest else { break };
            self.closed[place] = true;
            farthest = self.distance[place];
            for member in self.start[place]..self.start[place + 1] {
                self.offer::<M>(self.members[member as usize], place);
            }
        }
        for place in (0..places).filter(|place| self.closed[*place]) {
            self.burden[place] = self.burden[place] + (farthest - self.distance[place]);
        }
    }

    /// What it would cost to move `taker` from `place` to each other one.
    #[inline(always)]
    fn offer<M: Metric<Number = N>>(&mut self, taker: u32, place: usize) {
        let at = self.takers[taker as usize];
        let reached = self.distance[place] - self.value::<M>(taker as usize, place);
        let places = self.places.iter().zip(&self.burden);
        for ((there, burden), (distance, mover)) in places.zip(self.distance.iter_mut().zip(&mut self.mover)) {
            let length = reached + M::value(at, there.x, there.y, *burden);
            if length < *distance {
                *distance = length;
                *mover = taker;
            }
        }
    }

    /// Moves takers along the ways to as many places with too few as do not use the same mover.
    fn take_paths(&mut self) {
        for end in 0..self.places.len() {
            if self.excess[end] >= 0 || !self.way_is_free(end) {
                continue;
            }
            let mut place = end;
            while self.mover[place] != u32::MAX {
                let taker = self.mover[place] as usize;
                let from = std::mem::replace(&mut self.place_of[taker], place as u32) as usize;
                // Taken: the next search finds another.
                self.distance[place] = N::MAX;
                place = from;
            }
            self.excess[place] -= 1;
            self.excess[end] += 1;
        }
    }

    fn way_is_free(&self, end: usize) -> bool {
        let mut place = end;
        while self.mover[place] != u32::MAX {
            if self.distance[place] == N::MAX {
                return false;
            }
            place = self.place_of[self.mover[place] as usize] as usize;
        }
        self.excess[place] > 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::metric::Squared;
    use super::*;

    #[test]
    fn ten_thousand_on_few_places_take_few_searches() {
        for places in [3_i32, 10, 40] {
            let mut scratch = StackScratch::<f64>::default();
            for place in 0..places {
                let (x, y) = (f64::from(place * 7919 % 1009), f64::from(place * 104_729 % 997));
                scratch.places.push(Place { x: 256.0 * x, y: 256.0 * y });
                scratch.capacity.push((10_000 / places) as u32);
            }
            *scratch.capacity.last_mut().unwrap() += (10_000 % places) as u32;
            let takers = (0..10_000).map(|taker| (f64::from(taker % 100), f64::from(taker / 100)));
            scratch.takers.extend(takers.map(|(x, y)| Squared::agent(Place { x: 2560.0 * x, y: 2560.0 * y })));
            let searches = scratch.transport::<Squared<f64>>().searches;
            assert!(searches < 400, "{places} places: {searches}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_transport_fills_every_place_and_nobody_would_rather_stand_elsewhere(
            places in prop::collection::vec(((-90..90, -90..90), 1..30_u32), 1..20),
            seed in 1..1000_i32,
        ) {
            let mut scratch = StackScratch::<f64>::default();
            for ((x, y), capacity) in &places {
                scratch.places.push(Place { x: f64::from(*x), y: f64::from(*y) });
                scratch.capacity.push(*capacity);
            }
            let count: u32 = scratch.capacity.iter().sum();
            for taker in 0..count as i32 {
                let at = Place { x: f64::from(taker * seed % 97), y: f64::from(taker * seed % 89) };
                scratch.takers.push(Squared::agent(at));
            }
            let Transported { dual, .. } = scratch.transport::<Squared<f64>>();
            let mut filled = vec![0; places.len()];
            let mut cost = 0.0;
            for taker in 0..count as usize {
                let own = scratch.place_of[taker] as usize;
                filled[own] += 1;
                cost += scratch.value::<Squared<f64>>(taker, own) - scratch.burden[own];
                for place in 0..places.len() {
                    let (own, other) = (scratch.value::<Squared<f64>>(taker, own), scratch.value::<Squared<f64>>(taker, place));
                    prop_assert!(own <= other);
                }
            }
            prop_assert_eq!(filled, &scratch.capacity[..]);
            prop_assert_eq!(dual, cost as i128);
        }
    }
}
