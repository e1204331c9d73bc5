//! Jitter: each slot is moved by the same length in a direction of its own (F24).
#![forbid(unsafe_code)]

use std::f64::consts::TAU;

use glam::DVec2;

use crate::geometry::fixed_point::Quantum;
use crate::geometry::trigonometry;

/// FNV-1a with 64 bits: the offset basis and the prime of its authors (Fowler, Noll, Vo).
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// The jitter of a lattice. It depends on the lattice's own layout and on a slot's number, not on where the formation
/// stands, which slots were dropped or how it grew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jitter {
    lattice: u64,
    length: f64,
}

impl Jitter {
    /// The jitter of a first layout with `places` in local coordinates, by `length`. Places count in whole quanta, so
    /// that the last bits of a sine do not matter.
    pub fn new(places: &[DVec2], length: f64, quantum: Quantum) -> Self {
        let mut hash = FNV_BASIS;
        for place in places {
            let rounded = quantum.round2(*place);
            hash = fnv(hash, rounded.x as u64);
            hash = fnv(hash, rounded.y as u64);
        }
        Self { lattice: hash, length }
    }

    /// How far, and in which direction, a slot moves.
    pub fn of(self, slot: usize) -> DVec2 {
        // 53 bits: what a double holds.
        let turn = (spread(fnv(self.lattice, slot as u64)) >> 11) as f64 / (1_u64 << 53) as f64;
        let (sine, cosine) = trigonometry::sin_cos(turn * TAU);
        DVec2::new(cosine, sine) * self.length
    }
}

fn fnv(hash: u64, value: u64) -> u64 {
    value.to_le_bytes().iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME))
}

/// FNV leaves a constant step between the hashes of neighbouring numbers, which the eye would see as a turning pattern
/// along a row. Two rounds of shift and multiply (the 64-bit finaliser of MurmurHash3) take it out.
fn spread(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}
