//! An army and an order as the tests write them: short, in centimetres, with the defaults of the C surface.
#![allow(dead_code)]

use glam::{DVec2, DVec3};
use std::task::Poll;

use phalanx::fault::Fault;
use phalanx::formation::order::{Order, RingRule, Shape};
use phalanx::formation::output::{Goals, Report};
use phalanx::formation::roster::{AgentInputs, StandingCircle};
use phalanx::formation::{FormationScratch, form_up};
use phalanx::ground::{Ground, GroundRules, GroundSource, Hit, Ray};
use phalanx::parallel::Executor;
use rand_core::Rng;

pub mod worlds;

pub mod default_order;
pub use default_order::order;

pub fn circle() -> Shape<'static> {
    Shape::Circle(RingRule::Chord)
}

/// Agents with everything that a caller may know of them.
#[derive(Clone, Debug, Default)]
pub struct Army {
    pub locations: Vec<DVec3>,
    pub radii: Vec<f64>,
    pub unique_ids: Vec<u64>,
    pub can_fly: Vec<u8>,
    pub eligible: Vec<u8>,
    pub z_frozen: Vec<u8>,
    pub ranks: Vec<u8>,
    pub speeds: Vec<f64>,
    pub previous_slots: Vec<u32>,
    pub standing: Vec<StandingCircle>,
}

impl Army {
    /// Agents of radius 40 with ids 1..N at the given places.
    pub fn at(places: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let locations: Vec<DVec3> = places.into_iter().map(|(x, y)| DVec3::new(x, y, 0.0)).collect();
        let count = locations.len();
        Self {
            locations,
            radii: vec![40.0; count],
            unique_ids: (1..=count as u64).collect(),
            can_fly: vec![0; count],
            eligible: vec![1; count],
            z_frozen: vec![0; count],
            ..Self::default()
        }
    }

    pub fn len(&self) -> usize {
        self.locations.len()
    }

    pub fn inputs(&self) -> AgentInputs<'_> {
        AgentInputs {
            count: self.len(),
            locations: &self.locations,
            radii: &self.radii,
            unique_ids: &self.unique_ids,
            can_fly: &self.can_fly,
            eligible: &self.eligible,
            z_frozen: &self.z_frozen,
            ranks: &self.ranks,
            speeds: &self.speeds,
            previous_slots: &self.previous_slots,
            standing: &self.standing,
        }
    }

    /// The same army with its entries in another order.
    pub fn permuted(&self, permutation: &[usize]) -> Self {
        fn pick<T: Clone>(values: &[T], permutation: &[usize]) -> Vec<T> {
            permutation.iter().filter_map(|index| values.get(*index).cloned()).collect()
        }
        Self {
            locations: pick(&self.locations, permutation),
            radii: pick(&self.radii, permutation),
            unique_ids: pick(&self.unique_ids, permutation),
            can_fly: pick(&self.can_fly, permutation),
            eligible: pick(&self.eligible, permutation),
            z_frozen: pick(&self.z_frozen, permutation),
            ranks: pick(&self.ranks, permutation),
            speeds: pick(&self.speeds, permutation),
            previous_slots: pick(&self.previous_slots, permutation),
            standing: self.standing.clone(),
        }
    }

    pub fn centroid(&self) -> DVec2 {
        self.locations.iter().map(|location| location.truncate()).sum::<DVec2>() / self.len() as f64
    }
}

/// What a call gave back.
#[derive(Clone, Debug)]
pub struct Answer {
    pub goals: Goals,
    pub report: Report,
}

impl Answer {
    pub fn places(&self) -> Vec<DVec2> {
        self.goals.goal.iter().map(|goal| goal.truncate()).collect()
    }
}

/// Forms up with `threads` threads, without ground.
pub fn form_up_threads(order: &Order, army: &Army, threads: usize) -> Result<Answer, Fault> {
    let executor = Executor::with_threads(threads).expect("threads can be had");
    let mut scratch = FormationScratch::default();
    let report = form_up(order, &army.inputs(), None, &executor, &mut scratch)?;
    Ok(Answer { goals: scratch.goals, report })
}

/// Forms up without ground.
pub fn formed(order: &Order, army: &Army) -> Answer {
    form_up_threads(order, army, 1).expect("the order is sound")
}

/// The default rules of the ground for unit scale 1 and pitch 100.
pub fn ground_rules(agents: usize) -> GroundRules {
    GroundRules {
        max_slope_degrees: 45.0,
        range: (-1000.0, 1000.0),
        search_step: 100.0,
        max_search_rings: 8,
        max_probes: 4 * agents as u64 + 65_536,
    }
}

/// Forms up on the ground that `world` is.
pub fn formed_on(world: &mut dyn GroundSource, order: &Order, army: &Army) -> Answer {
    let mut scratch = FormationScratch::default();
    let ground = Ground { source: world, rules: ground_rules(army.len()) };
    let report = form_up(order, &army.inputs(), Some(ground), &Executor::Inline, &mut scratch).expect("sound");
    Answer { goals: scratch.goals, report }
}

/// Least distance between two of `places`; infinite for fewer than two.
pub fn least_gap(places: &[DVec2]) -> f64 {
    let mut least = f64::INFINITY;
    for (index, place) in places.iter().enumerate() {
        for other in &places[index + 1..] {
            least = least.min(place.distance(*other));
        }
    }
    least
}

/// Least distance between two agents that walk in straight lines and arrive together.
pub fn least_gap_in_flight(from: &[DVec2], to: &[DVec2]) -> f64 {
    let mut least = f64::INFINITY;
    for first in 0..from.len() {
        for second in first + 1..from.len() {
            let (start, end) = (from[first] - from[second], to[first] - to[second]);
            let change = end - start;
            let time = if change.length_squared() > 0.0 {
                (-start.dot(change) / change.length_squared()).clamp(0.0, 1.0)
            } else {
                0.0
            };
            least = least.min((start + change * time).length());
        }
    }
    least
}

/// Whether no two agents could exchange goals for less squared distance, by more than rounding can explain.
pub fn exchange_stable(from: &[DVec2], to: &[DVec2]) -> bool {
    for first in 0..from.len() {
        for second in first + 1..from.len() {
            // The gain of an exchange is twice the scalar product; a quantum on each side moves it by this much.
            let rounding =
                2.0 * ((from[first] - from[second]).length() + (to[first] - to[second]).length()) / 256.0 + 0.1;
            if (from[first] - from[second]).dot(to[first] - to[second]) < -rounding {
                return false;
            }
        }
    }
    true
}

/// A source that answers each ray through a closure.
pub struct World<F: FnMut(DVec2) -> Hit>(pub F);

impl<F: FnMut(DVec2) -> Hit + Send> GroundSource for World<F> {
    fn cast(&mut self, rays: &[Ray], hits: &mut [Hit]) -> Poll<Result<(), Fault>> {
        for (ray, hit) in rays.iter().zip(hits) {
            *hit = (self.0)(ray.origin.truncate());
        }
        Poll::Ready(Ok(()))
    }
}

/// A number from a normal distribution, near enough for a scatter: the sum of twelve uniform ones.
pub fn normal(random: &mut impl Rng) -> f64 {
    (0..12).map(|_| uniform(random)).sum::<f64>() - 6.0
}

/// A number in 0..1.
pub fn uniform(random: &mut impl Rng) -> f64 {
    f64::from(random.next_u32()) / 4_294_967_296.0
}

/// A random order of `0..count`.
pub fn permutation(count: usize, random: &mut impl Rng) -> Vec<usize> {
    let mut permutation: Vec<usize> = (0..count).collect();
    for index in (1..count).rev() {
        permutation.swap(index, random.next_u32() as usize % (index + 1));
    }
    permutation
}
