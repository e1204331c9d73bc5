//! Growth: more slots without moving any (F21).

mod lattice_orders;

use glam::DVec2;
use lattice_orders::{CIRCLE, ECHELON, HEXAGON, any_order, clipped, emitted, fixed, order};
use phalanx::formation::order::{Order, Shape, Sizing};
use phalanx::formation::shape::{Growth, Lattice, MAX_SLOTS, lattice};
use proptest::prelude::*;

const SHAPES: [Shape; 11] = [
    Shape::Grid,
    CIRCLE,
    HEXAGON,
    clipped(5),
    Shape::Wedge,
    Shape::Line,
    Shape::Column,
    Shape::Hollow,
    Shape::Staggered,
    Shape::Vee,
    ECHELON,
];

fn square() -> Order<'static> {
    Order { region: DVec2::splat(100.0), ..order(Shape::Grid) }
}

/// Places as whole numbers, for comparing sets.
fn in_order(places: &[DVec2]) -> Vec<(i64, i64)> {
    let mut whole: Vec<_> =
        places.iter().map(|place| ((place.x * 1024.0).round() as i64, (place.y * 1024.0).round() as i64)).collect();
    whole.sort_unstable();
    whole
}

#[test]
fn a_grid_grows_whole_edges_at_the_back_right_front_and_left() {
    let (mut sheet, mut growth) = emitted(&square(), 4);
    assert_eq!(lattice(&square()).grow(&mut growth, 11, &mut sheet), 12);
    let expected = [
        // Back row, right column over all three rows, front row over all three columns, left column over all four.
        [(-50.0, -150.0), (50.0, -150.0), (150.0, 50.0)],
        [(150.0, -50.0), (150.0, -150.0), (-50.0, 150.0)],
        [(50.0, 150.0), (150.0, 150.0), (-150.0, 150.0)],
        [(-150.0, 50.0), (-150.0, -50.0), (-150.0, -150.0)],
    ];
    assert_eq!(sheet.local[4..], expected.as_flattened().iter().map(|&place| place.into()).collect::<Vec<DVec2>>());
    assert_eq!(sheet.side[4..], [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]);
    assert_eq!((growth.columns, growth.rows, growth.next), ([-1, 2], [-1, 2], 0));
}

#[test]
fn a_grid_goes_on_where_the_last_round_ended() {
    let (mut sheet, mut growth) = emitted(&square(), 4);
    let sides: Vec<u8> = (0..6)
        .map(|_| {
            let before = sheet.len();
            assert!(lattice(&square()).grow(&mut growth, 1, &mut sheet) > 0);
            sheet.side[before]
        })
        .collect();
    assert_eq!(sides, [0, 1, 2, 3, 0, 1]);
}

#[test]
fn a_side_that_yielded_nothing_in_two_rounds_is_skipped() {
    let (mut sheet, mut growth) = emitted(&square(), 4);
    growth.record_round([3, 2, 0, 0], [0, 1, 0, 0]);
    assert!((0..4).all(|side| !growth.is_barren(side)), "one round is not enough");
    growth.record_round([3, 2, 0, 5], [0, 0, 0, 5]);
    assert_eq!([0, 1, 2, 3].map(|side| growth.is_barren(side)), [true, false, false, false]);
    lattice(&square()).grow(&mut growth, 50, &mut sheet);
    assert!(!sheet.side[4..].contains(&0));
    assert_eq!(growth.rows[1], 1);
}

#[test]
fn nothing_is_left_to_grow_when_all_sides_are_barren() {
    for shape in SHAPES {
        let (mut sheet, mut growth) = emitted(&order(shape), 10);
        // Shapes with one side know it as side 0.
        let emitted = if matches!(shape, Shape::Grid | Shape::Staggered) { [25; 4] } else { [100, 0, 0, 0] };
        for _ in 0..2 {
            assert!(lattice(&order(shape)).grow(&mut growth, 100, &mut sheet) >= 100);
            growth.record_round(emitted, [0; 4]);
        }
        assert_eq!(lattice(&order(shape)).grow(&mut growth, 1, &mut sheet), 0, "{shape:?}");
    }
}

#[test]
fn growth_ends_at_the_cap() {
    for shape in SHAPES {
        let (mut sheet, mut growth) = emitted(&order(shape), MAX_SLOTS - 1000);
        let first = sheet.len();
        let added = lattice(&order(shape)).grow(&mut growth, usize::MAX, &mut sheet);
        assert_eq!((first + added, sheet.len()), (MAX_SLOTS, MAX_SLOTS), "{shape:?}");
        assert_eq!(lattice(&order(shape)).grow(&mut growth, 1, &mut sheet), 0);
    }
}

#[test]
fn a_fixed_layout_grows_only_where_the_order_says_so() {
    for shape in SHAPES {
        let (mut sheet, mut growth) = emitted(&fixed(shape), 0);
        assert_eq!(lattice(&fixed(shape)).grow(&mut growth, 9, &mut sheet), 0, "{shape:?}");
        let growing = Order { grow_fixed: true, ..fixed(shape) };
        assert!(lattice(&growing).grow(&mut growth, 9, &mut sheet) >= 9, "{shape:?}");
    }
}

#[test]
fn a_state_that_no_layout_leaves_behind_is_harmless() {
    let ends = [i32::MIN, -1, 0, 1, i32::MAX];
    for shape in SHAPES {
        for low in ends {
            for high in ends {
                for next in [0, 7, u32::MAX] {
                    let bounds = [low, high];
                    let emitted = if next == 7 { u64::MAX } else { MAX_SLOTS as u64 - 2000 };
                    let mut growth =
                        Growth { origin: bounds, columns: bounds, rows: bounds, next, emitted, ..Growth::default() };
                    let mut sheet = Default::default();
                    let added = lattice(&order(shape)).grow(&mut growth, 5000, &mut sheet);
                    assert_eq!(added, sheet.len());
                    assert!(added <= 2000);
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn growth_moves_none_and_adds_only_new_places(order in any_order(), target in 1_usize..150, wanted in 1_usize..300) {
        let (first, mut growth) = emitted(&order, target);
        let mut sheet = first.clone();
        let added = lattice(&order).grow(&mut growth, wanted, &mut sheet);
        prop_assert!(added >= wanted);
        prop_assert_eq!(sheet.len(), first.len() + added);
        prop_assert_eq!(growth.emitted, sheet.len() as u64);
        prop_assert_eq!(&sheet.local[..first.len()], &first.local[..]);
        prop_assert_eq!(&sheet.ring_key[..first.len()], &first.ring_key[..]);
        let least = lattice(&order).least_distance() * (1.0 - 1e-6) - 1e-9;
        for (index, place) in sheet.local.iter().enumerate().skip(first.len()).take(400) {
            for other in &sheet.local[..index] {
                prop_assert!(place.distance(*other) >= least, "{} and {}", place, other);
            }
        }
    }

    #[test]
    fn many_rounds_emit_the_same_as_one(order in any_order(), target in 1_usize..150, rounds in 1_usize..9) {
        let (first, start) = emitted(&order, target);
        let (mut in_rounds, mut growth) = (first.clone(), start);
        for _ in 0..rounds {
            lattice(&order).grow(&mut growth, 1, &mut in_rounds);
        }
        let (mut in_one, mut growth_in_one) = (first.clone(), start);
        lattice(&order).grow(&mut growth_in_one, in_rounds.len() - first.len(), &mut in_one);
        prop_assert_eq!(in_one, in_rounds);
        prop_assert_eq!(growth_in_one, growth);
    }

    #[test]
    fn grown_rings_and_clipped_polygons_are_those_of_the_larger_layout(order in any_order(), target in 1_usize..150) {
        let is_ringed = matches!(order.shape, Shape::Circle(_) | Shape::Polygon { .. });
        let shape = if is_ringed { order.shape } else { clipped(4) };
        let order = Order { shape, sizing: Sizing::FitAgents, ..order };
        let (mut grown, mut growth) = emitted(&order, target);
        lattice(&order).grow(&mut growth, 1, &mut grown);
        let (larger, larger_growth) = emitted(&order, grown.len());
        prop_assert_eq!(growth, larger_growth);
        prop_assert_eq!(in_order(&grown.local), in_order(&larger.local));
    }

    #[test]
    fn grown_edges_stay_on_the_first_layouts_lattice(order in any_order(), target in 1_usize..150) {
        let order = Order { shape: Shape::Grid, ..order };
        let (mut sheet, mut growth) = emitted(&order, target);
        lattice(&order).grow(&mut growth, 200, &mut sheet);
        let corner = sheet.local[0];
        for place in &sheet.local {
            let steps = (*place - corner) / order.spacing;
            prop_assert!((steps - steps.round()).length() < 1e-6);
        }
        let (width, height) = (growth.columns[1] - growth.columns[0] + 1, growth.rows[1] - growth.rows[0] + 1);
        prop_assert_eq!(sheet.len(), (width * height) as usize);
    }
}
