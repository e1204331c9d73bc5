//! Starts: how an army stands before its first order, around the origin.

use glam::DVec2;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::cases::PITCH;

/// How the army stands.
#[derive(Clone, Copy)]
pub enum Start {
    /// Loosely about one place.
    Crowd,
    /// Loosely about two places, left and right.
    TwoCrowds,
    /// In rows.
    Block { columns: usize },
}

/// Places of `count` agents: x north, y east, in centimetres.
pub fn places(start: Start, count: usize, radius: f64, seed: u64) -> Vec<DVec2> {
    let side = (count as f64).sqrt() * PITCH;
    let mut random = Pcg64::seed_from_u64(seed);
    match start {
        Start::Crowd => crowd(&[(DVec2::ZERO, count)], side * 0.78, radius, &mut random),
        Start::TwoCrowds => {
            let apart = DVec2::new(side * 0.12, side * 0.85);
            let half = count / 2;
            crowd(&[(-apart, half), (apart, count - half)], side * 0.55, radius, &mut random)
        }
        Start::Block { columns } => block(count, columns),
    }
}

/// The last row is centred when it is not full.
fn block(count: usize, columns: usize) -> Vec<DVec2> {
    let depth = count.div_ceil(columns) as f64 - 1.0;
    let place = |number: usize| {
        let (row, column) = (number / columns, number % columns);
        let in_row = columns.min(count - row * columns);
        DVec2::new(depth / 2.0 - row as f64, column as f64 - (in_row as f64 - 1.0) / 2.0)
    };
    (0..count).map(|number| place(number) * PITCH).collect()
}

/// Uniform in discs, nobody on anybody.
fn crowd(blobs: &[(DVec2, usize)], reach: f64, radius: f64, random: &mut Pcg64) -> Vec<DVec2> {
    const ELBOW_ROOM: f64 = 15.0;
    let mut places: Vec<DVec2> = Vec::new();
    for (middle, count) in blobs {
        let full = places.len() + count;
        while places.len() < full {
            let (angle, distance) = (std::f64::consts::TAU * unit(random), reach * unit(random).sqrt());
            let place = middle + DVec2::new(libm::cos(angle), libm::sin(angle)) * distance;
            if places.iter().all(|other| other.distance(place) > 2.0 * radius + ELBOW_ROOM) {
                places.push(place);
            }
        }
    }
    places
}

/// From 0 up to 1.
fn unit(random: &mut Pcg64) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
