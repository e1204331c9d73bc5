//! Ring of a slot: the dense rank of its key over all slots (F22).

mod lattice_orders;

use glam::DVec2;
use lattice_orders::{CIRCLE, HEXAGON, any_order, clipped, emitted, order};
use phalanx::formation::order::{Order, Shape};
use phalanx::formation::ring::{RingScratch, dense_ranks};
use phalanx::formation::shape::{Lattice, SlotSheet, lattice};
use proptest::prelude::*;

fn rings(sheet: &SlotSheet) -> Vec<u32> {
    let mut rings = Vec::new();
    dense_ranks(&sheet.ring_key, &mut RingScratch::default(), &mut rings);
    rings
}

/// Rank by counting the distinct lower keys.
fn brute_force_ranks<T: PartialOrd + Copy>(keys: &[T], same: impl Fn(T, T) -> bool) -> Vec<u32> {
    let mut distinct: Vec<T> = Vec::new();
    for &key in keys {
        if !distinct.iter().any(|&other| same(other, key)) {
            distinct.push(key);
        }
    }
    let lower = |key: T| distinct.iter().filter(|&&other| other < key && !same(other, key)).count() as u32;
    keys.iter().map(|&key| lower(key)).collect()
}

#[test]
fn the_rings_of_a_square_grid_are_squares() {
    let (sheet, _) = emitted(&Order { region: DVec2::splat(1.0), ..order(Shape::Grid) }, 25);
    let expected = [[2; 5], [2, 1, 1, 1, 2], [2, 1, 0, 1, 2], [2, 1, 1, 1, 2], [2; 5]];
    assert_eq!(rings(&sheet), expected.as_flattened());
}

#[test]
fn the_row_of_a_wedge_is_its_ring_also_after_growth() {
    let (mut sheet, mut growth) = emitted(&order(Shape::Wedge), 30);
    lattice(&order(Shape::Wedge)).grow(&mut growth, 30, &mut sheet);
    let front = sheet.local[0].y;
    for (place, ring) in sheet.local.iter().zip(rings(&sheet)) {
        assert_eq!(f64::from(ring), (front - place.y) / 100.0);
    }
}

#[test]
fn the_ring_of_a_circular_slot_is_its_generator_ring() {
    for shape in [CIRCLE, HEXAGON, clipped(6)] {
        let (mut sheet, mut growth) = emitted(&order(shape), 100);
        lattice(&order(shape)).grow(&mut growth, 100, &mut sheet);
        for (place, ring) in sheet.local.iter().zip(rings(&sheet)) {
            let radius = place.length();
            let apothem = f64::from(ring) * 100.0 + 50.0;
            let circumradius = if shape == HEXAGON { apothem * 2.0 / 3_f64.sqrt() } else { apothem };
            assert!((apothem - 1e-9..=circumradius + 1e-9).contains(&radius), "{shape:?} ring {ring} at {radius}");
        }
    }
}

#[test]
fn sparse_keys_are_ranked_as_dense_ones() {
    let dense = [5, 0, 5, 3, 64, 63, 65, 0];
    let sparse = dense.map(|key| key * 0x1234_5678_9ABC);
    let expected = [2, 0, 2, 1, 4, 3, 5, 0];
    let (mut scratch, mut rings) = (RingScratch::default(), Vec::new());
    for keys in [dense, sparse, dense.map(|key| u64::MAX - 65 + key)] {
        dense_ranks(&keys, &mut scratch, &mut rings);
        assert_eq!(rings, expected);
    }
    dense_ranks(&[], &mut scratch, &mut rings);
    assert_eq!(rings, []);
}

proptest! {
    #[test]
    fn ranks_are_those_of_counting_lower_keys(keys in prop::collection::vec(prop_oneof![0_u64..40, any::<u64>()], 0..80)) {
        let mut ranks = vec![7; 3];
        dense_ranks(&keys, &mut RingScratch::default(), &mut ranks);
        prop_assert_eq!(ranks, brute_force_ranks(&keys, |a, b| a == b));
    }

    #[test]
    fn the_ring_of_a_grid_slot_is_the_rank_of_its_scaled_distance(order in any_order(), target in 1_usize..200, wanted in 0_usize..100) {
        let order = Order { shape: Shape::Grid, ..order };
        let extent = lattice(&order).extent(target);
        let (mut sheet, mut growth) = emitted(&order, target);
        lattice(&order).grow(&mut growth, wanted, &mut sheet);
        // m = max(|x|, q·|y|) on the emitted places; rounding aside, equal m is the same ring.
        let m: Vec<f64> =
            sheet.local.iter().map(|place| place.x.abs().max(extent.aspect * place.y.abs())).collect();
        prop_assert_eq!(rings(&sheet), brute_force_ranks(&m, |a, b| (a - b).abs() < 1e-7));
    }
}
