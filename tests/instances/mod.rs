//! Instances of assignment: fifteen kinds of army, from one that re-forms in place to a column before a block.
#![allow(dead_code)]

use glam::{DVec2, I64Vec2};
use phalanx::geometry::trigonometry::sin_cos;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// One metre in whole quanta of 1/256 centimetre: the pitch of every lattice here.
pub const PITCH: f64 = 25_600.0;

/// How agents and slots lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Uniform in the lattice's own box.
    Uniform,
    /// The lattice, shaken by that many pitches.
    Shaken(f64),
    /// Normal, with that many times the lattice's deviation.
    Scatter(f64),
    /// A square block, turned by that many degrees.
    Turned(f64),
    /// Five blobs before a block.
    Blobs,
    /// A ring before a wedge.
    RingToWedge,
    /// A line before a block.
    LineToBlock,
    /// A scatter before rings.
    ScatterToRings,
}

/// All kinds with their names.
pub const KINDS: [(&str, Kind); 15] = [
    ("un1", Kind::Uniform),
    ("jit0.5", Kind::Shaken(0.5)),
    ("jit1", Kind::Shaken(1.0)),
    ("jit3", Kind::Shaken(3.0)),
    ("sc1", Kind::Scatter(1.0)),
    ("sc1.5", Kind::Scatter(1.5)),
    ("sc4", Kind::Scatter(4.0)),
    ("rot15", Kind::Turned(15.0)),
    ("rot30", Kind::Turned(30.0)),
    ("rot37", Kind::Turned(37.0)),
    ("rot45", Kind::Turned(45.0)),
    ("blobs-block", Kind::Blobs),
    ("ring-wedge", Kind::RingToWedge),
    ("line-block", Kind::LineToBlock),
    ("scatter-rings", Kind::ScatterToRings),
];

/// Agents and as many slots, in quanta.
#[derive(Clone, Debug)]
pub struct Instance {
    pub agents: Vec<I64Vec2>,
    pub slots: Vec<I64Vec2>,
}

/// The instance of a kind: `count` agents and slots, the whole turned by `turn` degrees, agents in random order.
pub fn instance(kind: Kind, count: usize, turn: f64, seed: u64) -> Instance {
    let mut dice = Dice(Pcg64Mcg::seed_from_u64(seed));
    let slots = match kind {
        Kind::RingToWedge => wedge(count),
        Kind::ScatterToRings => rings(count),
        _ => block(count),
    };
    let side = (count as f64).sqrt();
    // The deviation of a uniform box.
    let deviation = side / 12.0_f64.sqrt();
    let mut agents: Vec<DVec2> = match kind {
        Kind::Uniform => (0..count).map(|_| DVec2::new(dice.signed(), dice.signed()) * (side / 2.0)).collect(),
        Kind::Shaken(pitches) => slots.iter().map(|slot| *slot + dice.normal() * pitches).collect(),
        Kind::Scatter(times) => (0..count).map(|_| dice.normal() * (times * deviation)).collect(),
        Kind::Turned(degrees) => slots.iter().map(|slot| turned(*slot, degrees)).collect(),
        Kind::Blobs => {
            let centres: Vec<DVec2> = (0..5).map(|_| dice.normal() * (2.0 * side)).collect();
            (0..count).map(|agent| centres[agent % 5] + dice.normal() * (0.2 * side)).collect()
        }
        Kind::RingToWedge => {
            (0..count).map(|agent| turned(DVec2::new(0.0, side), 360.0 * agent as f64 / count as f64)).collect()
        }
        Kind::LineToBlock => (0..count).map(|agent| DVec2::new(agent as f64 - count as f64 / 2.0, 0.0)).collect(),
        Kind::ScatterToRings => (0..count).map(|_| dice.normal() * side).collect(),
    };
    for last in (1..agents.len()).rev() {
        agents.swap(last, dice.below(last + 1));
    }
    let whole = |point: &DVec2| (turned(*point, turn) * PITCH).round().as_i64vec2();
    Instance { agents: agents.iter().map(whole).collect(), slots: slots.iter().map(whole).collect() }
}

fn block(count: usize) -> Vec<DVec2> {
    let columns = (count as f64).sqrt().ceil() as usize;
    let rows = count.div_ceil(columns.max(1));
    let middle = DVec2::new(columns as f64 - 1.0, rows as f64 - 1.0) / 2.0;
    (0..count).map(|slot| DVec2::new((slot % columns) as f64, (slot / columns) as f64) - middle).collect()
}

fn wedge(count: usize) -> Vec<DVec2> {
    let mut slots = Vec::with_capacity(count);
    for row in 0.. {
        for column in 0..=row {
            if slots.len() == count {
                return slots;
            }
            slots.push(DVec2::new(f64::from(column) - f64::from(row) / 2.0, -f64::from(row)));
        }
    }
    slots
}

fn rings(count: usize) -> Vec<DVec2> {
    let mut slots = Vec::with_capacity(count);
    for ring in 0.. {
        let radius = 0.5 + f64::from(ring);
        let around = (std::f64::consts::TAU * radius) as usize;
        for slot in 0..around {
            if slots.len() == count {
                return slots;
            }
            slots.push(turned(DVec2::new(0.0, radius), 360.0 * slot as f64 / around as f64));
        }
    }
    slots
}

fn turned(point: DVec2, degrees: f64) -> DVec2 {
    let (sine, cosine) = sin_cos(degrees.to_radians());
    DVec2::new(cosine * point.x - sine * point.y, sine * point.x + cosine * point.y)
}

/// A seeded source of chance, the same on every platform.
pub struct Dice(pub Pcg64Mcg);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// In [-1, 1).
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }

    /// In 0..end.
    pub fn below(&mut self, end: usize) -> usize {
        (self.unit() * end as f64) as usize
    }

    /// Two normal deviates (Box and Muller).
    pub fn normal(&mut self) -> DVec2 {
        let radius = (-2.0 * libm::log(1.0 - self.unit())).sqrt();
        let (sine, cosine) = sin_cos(std::f64::consts::TAU * self.unit());
        DVec2::new(cosine, sine) * radius
    }
}
