//! Layers to assign: lattices built by hand, crowds from a seed, and the call itself.
#![allow(dead_code)]

use glam::{DVec2, I64Vec2};
use phalanx::formation::assign::{self, AssignRules, AssignScratch, Effort, LayerAgents, LayerSlots};
use phalanx::formation::order::CostRule;
use phalanx::geometry::trigonometry::sin_cos;
use phalanx::pace::{Pace, at_once};
use phalanx::parallel::Executor;

use super::assignment_rules::Outcome;

/// Quanta per unit.
pub const STEPS: f64 = 256.0;

pub const RULES: AssignRules =
    AssignRules { cost: CostRule::Squared, near_candidates: 8, strategic_candidates: 8, effort: Effort::Good };

/// Every effort and cost that a call may ask for.
pub const ALL_RULES: [AssignRules; 4] = [
    RULES,
    AssignRules { effort: Effort::Quick, ..RULES },
    AssignRules { effort: Effort::Exact, ..RULES },
    AssignRules { cost: CostRule::Euclid, ..RULES },
];

/// A stream of numbers (Steele and others, SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn point(&mut self, half: f64) -> DVec2 {
        DVec2::new(self.between(-half, half), self.between(-half, half))
    }
}

#[derive(Clone, Debug, Default)]
pub struct Slots {
    pub exact: Vec<DVec2>,
    pub ring: Vec<u32>,
    pub room: Vec<f64>,
    pub least_distance: f64,
}

#[derive(Clone, Debug, Default)]
pub struct Agents {
    pub at: Vec<I64Vec2>,
    pub radius: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub slot_of: Vec<u32>,
    pub overlap: Vec<bool>,
}

pub fn quanta(place: DVec2) -> I64Vec2 {
    (place * STEPS).round().as_i64vec2()
}

fn dense_rank(metric: &[f64]) -> Vec<u32> {
    let key = |metric: f64| (metric * 1024.0).round() as i64;
    let mut keys: Vec<i64> = metric.iter().map(|metric| key(*metric)).collect();
    keys.sort_unstable();
    keys.dedup();
    metric.iter().map(|metric| keys.binary_search(&key(*metric)).unwrap() as u32).collect()
}

/// The most places on a circle whose neighbours are at least a pitch apart.
fn chords_around(radius: f64, pitch: f64) -> usize {
    let chord = |count: usize| 2.0 * radius * sin_cos(std::f64::consts::PI / count as f64).0;
    (2..).take_while(|count| chord(*count) >= pitch * (1.0 - 1e-9)).last().unwrap_or(1)
}

impl Slots {
    /// Columns and rows, front row first, ringed by the greater of |x| and |y|.
    pub fn grid(columns: usize, rows: usize, pitch: f64) -> Self {
        let exact: Vec<DVec2> = (0..columns * rows)
            .map(|slot| {
                let (column, row) = ((slot % columns) as f64, (slot / columns) as f64);
                DVec2::new(column - (columns - 1) as f64 / 2.0, (rows - 1) as f64 / 2.0 - row) * pitch
            })
            .collect();
        let metric: Vec<f64> =
            exact.iter().map(|at| at.x.abs().max(at.y.abs() * columns as f64 / rows as f64)).collect();
        Self { ring: dense_rank(&metric), exact, room: Vec::new(), least_distance: pitch }
    }

    /// Rings around the center, at least a pitch apart along the chord.
    pub fn rings(count: usize, first_radius: f64, pitch: f64) -> Self {
        let mut slots = Self { least_distance: pitch, ..Self::default() };
        let mut ring = 0;
        while slots.exact.len() < count {
            let radius = first_radius + ring as f64 * pitch;
            let around = chords_around(radius, pitch);
            for step in 0..around {
                let (sine, cosine) = sin_cos(std::f64::consts::TAU * step as f64 / around as f64);
                slots.exact.push(DVec2::new(sine, cosine) * radius);
                slots.ring.push(ring);
            }
            ring += 1;
        }
        slots
    }

    /// Rows of 1, 2, 3 … behind an apex.
    pub fn wedge(rows: usize, pitch: f64) -> Self {
        let mut slots = Self { least_distance: pitch, ..Self::default() };
        for row in 0..rows {
            for column in 0..=row {
                let x = (column as f64 - row as f64 / 2.0) * pitch;
                slots.exact.push(DVec2::new(x, ((rows - 1) as f64 / 2.0 - row as f64) * pitch));
                slots.ring.push(row as u32);
            }
        }
        slots
    }

    /// Anywhere, of which nothing is known; ringed by distance in steps of `band`.
    pub fn scattered(count: usize, half: f64, band: f64, numbers: &mut Numbers) -> Self {
        let exact: Vec<DVec2> = (0..count).map(|_| numbers.point(half)).collect();
        let ring = exact.iter().map(|at| (at.length() / band) as u32).collect();
        Self { exact, ring, room: Vec::new(), least_distance: 0.0 }
    }

    /// Each slot moved by `length` in a direction of its own.
    pub fn jittered(mut self, length: f64, numbers: &mut Numbers) -> Self {
        for at in &mut self.exact {
            *at += DVec2::from_angle(numbers.between(0.0, std::f64::consts::TAU)) * length;
        }
        self.least_distance = (self.least_distance - 2.0 * length).max(0.0);
        self
    }

    /// Turned and stretched by a vector of whole numbers: (3, 4) is a turn with sines of 0.8.
    pub fn turned(mut self, by: DVec2) -> Self {
        self.exact.iter_mut().for_each(|at| *at = by.rotate(*at));
        self.least_distance *= by.length() * (1.0 - 1e-12);
        self
    }

    /// Room as standing circles leave it.
    pub fn beside(mut self, circles: &[(DVec2, f64)]) -> Self {
        let room =
            |at: &DVec2| circles.iter().map(|(center, radius)| at.distance(*center) - radius).fold(1e9, f64::min);
        self.room = self.exact.iter().map(room).collect();
        self
    }

    pub fn len(&self) -> usize {
        self.exact.len()
    }
}

impl Agents {
    /// At places around their own centroid.
    pub fn centred(places: &[DVec2], radius: Vec<f64>) -> Self {
        let quanta: Vec<I64Vec2> = places.iter().map(|place| self::quanta(*place)).collect();
        let count = quanta.len().max(1) as i64;
        let sum = quanta.iter().copied().sum::<I64Vec2>();
        let centroid = I64Vec2::new(sum.x.div_euclid(count), sum.y.div_euclid(count));
        Self { at: quanta.into_iter().map(|at| at - centroid).collect(), radius }
    }

    /// A crowd anywhere in a square.
    pub fn crowd(count: usize, half: f64, radius: f64, numbers: &mut Numbers) -> Self {
        let places: Vec<DVec2> = (0..count).map(|_| numbers.point(half)).collect();
        Self::centred(&places, vec![radius; count])
    }

    /// Makes a part of them as wide as one of `radii`.
    pub fn with_wide(mut self, part: f64, radii: &[f64], numbers: &mut Numbers) -> Self {
        for radius in &mut self.radius {
            if numbers.between(0.0, 1.0) < part {
                *radius = radii[numbers.below(radii.len())];
            }
        }
        self
    }
}

/// The layer as the call takes it; `slots_at` are the rounded places.
pub fn rounded(slots: &Slots) -> Vec<I64Vec2> {
    slots.exact.iter().map(|at| quanta(*at)).collect()
}

pub fn layer_slots<'a>(slots: &'a Slots, at: &'a [I64Vec2]) -> LayerSlots<'a> {
    LayerSlots { at, exact: &slots.exact, ring: &slots.ring, room: &slots.room, least_distance: slots.least_distance }
}

pub fn reform(agents: &Agents, slots: &Slots, rules: AssignRules) -> Answer {
    reform_with(agents, slots, rules, &mut AssignScratch::default())
}

pub fn reform_with(agents: &Agents, slots: &Slots, rules: AssignRules, scratch: &mut AssignScratch) -> Answer {
    let at = rounded(slots);
    let layer = LayerAgents { at: &agents.at, radius: &agents.radius };
    let mut answer = Answer { slot_of: vec![77; 3], overlap: vec![true; 900] };
    at_once(assign::reform_the_line(
        layer,
        layer_slots(slots, &at),
        rules,
        &Pace::straight(&Executor::Inline),
        scratch,
        &mut answer.slot_of,
        &mut answer.overlap,
    ));
    answer
}

pub fn keep(agents: &Agents, slots: &Slots) -> Answer {
    let at = rounded(slots);
    let layer = LayerAgents { at: &agents.at, radius: &agents.radius };
    let mut answer = Answer { slot_of: Vec::new(), overlap: Vec::new() };
    let mut scratch = AssignScratch::default();
    let (slot_of, overlap) = (&mut answer.slot_of, &mut answer.overlap);
    let pace = Pace::straight(&Executor::Inline);
    at_once(assign::keep_formation(layer, layer_slots(slots, &at), &pace, &mut scratch, slot_of, overlap));
    answer
}

/// Calls and hands the outcome to a check.
pub fn with_outcome(agents: &Agents, slots: &Slots, answer: &Answer, rule: CostRule, check: impl FnOnce(&Outcome)) {
    let at = rounded(slots);
    check(&Outcome {
        agents: LayerAgents { at: &agents.at, radius: &agents.radius },
        slots: layer_slots(slots, &at),
        cost: rule,
        slot_of: &answer.slot_of,
        overlap: &answer.overlap,
    });
}

/// Calls and checks all rules.
pub fn reform_by_the_rules(agents: &Agents, slots: &Slots, rules: AssignRules) -> Answer {
    let answer = reform(agents, slots, rules);
    with_outcome(agents, slots, &answer, rules.cost, super::assignment_rules::check_rules);
    answer
}
