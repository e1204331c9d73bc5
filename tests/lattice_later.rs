//! Shapes beyond the original: where their slots are, what their rings mean, how they grow (F12, F19, F21, F37).

mod lattice_orders;

use std::collections::BTreeSet;

use glam::DVec2;
use lattice_orders::{ECHELON, LATER_SHAPES, any_order, emitted, fixed, order, slots};
use phalanx::fault::FaultKind;
use phalanx::formation::order::{HolePolicy, Order, Shape, Sizing};
use phalanx::formation::ring::{RingScratch, dense_ranks};
use phalanx::formation::shape::echelon::Tail;
use phalanx::formation::shape::points::OwnPoints;
use phalanx::formation::shape::{Growth, Lattice, MAX_SLOTS, SlotSheet, lattice};
use phalanx::geometry::closest_pair::ClosestPair;
use proptest::prelude::*;

fn rings(sheet: &SlotSheet) -> Vec<u32> {
    let mut rings = Vec::new();
    dense_ranks(&sheet.ring_key, &mut RingScratch::default(), &mut rings);
    rings
}

fn size(order: &Order, target: usize) -> (u32, u32) {
    let extent = lattice(order).extent(target);
    (extent.width, extent.height)
}

fn region(shape: Shape, x: f64, y: f64) -> Order {
    Order { region: DVec2::new(x, y), ..order(shape) }
}

/// Places in whole and half pitches of 100, for drawing expectations.
fn halves(places: &[DVec2]) -> Vec<(i32, i32)> {
    places.iter().map(|place| ((place.x / 50.0).round() as i32, (place.y / 50.0).round() as i32)).collect()
}

/// Slots per row from the front, by place alone.
fn row_counts(places: &[DVec2]) -> Vec<usize> {
    let mut rows: Vec<i64> = places.iter().map(|place| (-place.y * 1024.0).round() as i64).collect();
    rows.sort_unstable();
    rows.chunk_by(|a, b| a == b).map(<[i64]>::len).collect()
}

#[test]
fn a_line_is_as_wide_as_its_region_and_gets_wider_before_it_gets_deeper_than_that() {
    let line = region(Shape::Line, 1000.0, 500.0);
    for (target, expected) in [(1, (1, 1)), (10, (10, 1)), (11, (11, 1)), (12, (11, 2)), (55, (11, 5)), (56, (12, 5))] {
        assert_eq!(size(&line, target), expected, "{target}");
    }
    assert_eq!(size(&region(Shape::Line, 0.0, 0.0), 300), (300, 1), "no region: a single row");
    assert_eq!(size(&region(Shape::Line, 0.3, 1e9), 300), (1, 300));
    assert_eq!(size(&Order { spacing: DVec2::splat(0.1), ..region(Shape::Line, 0.3, 0.7) }, 28), (4, 7));
    assert_eq!(size(&Order { region: DVec2::new(1000.0, 599.9), ..fixed(Shape::Line) }, 1), (11, 5));
}

#[test]
fn the_front_of_a_line_runs_through_its_center_for_any_depth() {
    for target in [3, 30, 55] {
        let places = slots(&region(Shape::Line, 1000.0, 500.0), target);
        let front = places.iter().filter(|place| place.y == 0.0).count();
        assert_eq!(front, target.min(11));
        assert!(places.iter().all(|place| place.y <= 0.0));
    }
}

#[test]
fn a_column_has_its_width_whatever_it_holds() {
    let column = region(Shape::Column, 399.9, 0.0);
    for (target, expected) in [(1, (3, 1)), (3, (3, 1)), (4, (3, 2)), (3000, (3, 1000))] {
        assert_eq!(size(&column, target), expected);
    }
    assert_eq!(halves(&slots(&column, 4)), [(-2, 1), (0, 1), (2, 1), (-2, -1), (0, -1), (2, -1)]);
    assert_eq!(size(&region(Shape::Column, -5.0, 0.0), 7), (1, 7));
    assert_eq!(size(&Order { region: DVec2::new(300.0, 720.0), ..fixed(Shape::Column) }, 1), (3, 7));
}

#[test]
fn a_v_has_a_leader_and_two_arms() {
    let expected = [(0, 2), (-1, 0), (1, 0), (-2, -2), (2, -2)];
    for target in 4..=5 {
        assert_eq!(halves(&slots(&order(Shape::Vee), target)), expected);
    }
    assert_eq!(slots(&order(Shape::Vee), 1), [DVec2::ZERO]);
    assert_eq!(slots(&Order { region: DVec2::new(350.0, 900.0), ..fixed(Shape::Vee) }, 1).len(), 7);
}

#[test]
fn an_echelon_trails_behind_its_leader_to_its_side() {
    assert_eq!(halves(&slots(&order(ECHELON), 3)), [(-2, 2), (0, 0), (2, -2)]);
    assert_eq!(halves(&slots(&order(Shape::Echelon(Tail::Left)), 3)), [(2, 2), (0, 0), (-2, -2)]);
    assert_eq!(slots(&Order { region: DVec2::new(350.0, 900.0), ..fixed(ECHELON) }, 1).len(), 4);
}

#[test]
fn every_other_row_of_a_staggered_grid_stands_in_the_gaps() {
    let staggered = region(Shape::Staggered, 300.0, 300.0);
    let quarters = |places: Vec<DVec2>| places.iter().map(|place| (place.x / 25.0) as i32).collect::<Vec<_>>();
    assert_eq!(quarters(slots(&staggered, 9)), [-5, -1, 3, -3, 1, 5, -5, -1, 3]);
    assert_eq!(quarters(slots(&region(Shape::Staggered, 300.0, 1.0), 3)), [-4, 0, 4], "one row is not shifted");
}

#[test]
fn a_hollow_square_without_a_radius_is_half_hole() {
    let square = region(Shape::Hollow, 100.0, 100.0);
    for (target, expected) in [(1, (3, 3)), (8, (3, 3)), (12, (4, 4)), (100, (12, 11)), (1200, (40, 40))] {
        assert_eq!(size(&square, target), expected, "{target}");
    }
    let places = slots(&square, 1200);
    assert_eq!(places.len(), 1200);
    assert!(places.iter().all(|place| place.abs().max_element() > 1000.0));
    let (width, height) = size(&region(Shape::Hollow, 300.0, 100.0), 1200);
    assert!((f64::from(width) / f64::from(height) - 3.0).abs() < 0.2, "{width} to {height}");
}

#[test]
fn a_hollow_square_keeps_its_radius_free() {
    let square = Order { inner_radius: 240.0, ..order(Shape::Hollow) };
    for target in [1, 20, 21, 300] {
        let places = slots(&square, target);
        assert!(places.len() >= target);
        assert!(places.iter().all(|place| place.abs().max_element() >= 240.0));
    }
    // The hole's edge takes six by six: 20 slots.
    assert_eq!([size(&square, 20), size(&square, 21)], [(6, 6), (8, 8)]);
    assert_eq!(slots(&square, 21).len(), 28, "what fits into the outer rank needs no inner one");
    assert_eq!(slots(&square, 29).len(), 48);
    let around = Order { inner_radius: 200.0, region: DVec2::new(1000.0, 700.0), ..fixed(Shape::Hollow) };
    assert_eq!(slots(&around, 0).len(), 10 * 7 - 6 * 3);
    assert_eq!(slots(&Order { inner_radius: 0.0, ..around.clone() }, 0).len(), 10 * 7 - 6 * 3);
    assert_eq!(slots(&Order { inner_radius: 1e9, ..around }, 0).len(), 30, "one rank at the least");
}

#[test]
fn holes_of_a_hollow_square_end_inside() {
    let (mut sheet, mut growth) = emitted(&region(Shape::Hollow, 100.0, 100.0), 100);
    let first = sheet.len();
    lattice(&order(Shape::Hollow)).grow(&mut growth, 60, &mut sheet);
    for (slot, ring) in rings(&sheet).into_iter().enumerate() {
        // Ranks from the outline of the first layout, 12 by 11.
        let ranks = ((6.0 - sheet.local[slot].x.abs() / 100.0 - 0.5)
            .min(5.5 - sheet.local[slot].y.abs() / 100.0 - 0.5))
        .round();
        let expected = if slot < first { ranks } else { 2.0 - ranks };
        assert_eq!(f64::from(ring), expected, "{}", sheet.local[slot]);
        assert_eq!(f64::from(sheet.row[slot]), ranks);
    }
}

#[test]
fn the_rear_rank_holds_what_is_left_in_its_middle() {
    for shape in [Shape::Grid, Shape::Line, Shape::Column] {
        let rear = Order { hole_policy: HolePolicy::RearRank, ..region(shape, 500.0, 300.0) };
        let whole = Order { hole_policy: HolePolicy::Rings, ..rear.clone() };
        for target in 1..90 {
            let (sheet, _) = emitted(&rear, target);
            let (columns, rows) = size(&whole, target);
            assert_eq!((sheet.len(), size(&rear, target)), (target, (columns, rows)));
            let mut counts = vec![columns as usize; rows as usize - 1];
            counts.push(target - counts.len() * columns as usize);
            assert_eq!(row_counts(&sheet.local), counts, "{shape:?} of {target}");
            let last = &sheet.local[target - counts[counts.len() - 1]..];
            assert!(last.iter().map(|place| place.x).sum::<f64>().abs() < 1e-9);
            assert!(last.windows(2).all(|pair| pair[1].x - pair[0].x == 100.0));
            assert!(rings(&sheet).iter().zip(&sheet.row).all(|(ring, row)| *ring as i32 == *row));
        }
    }
}

#[test]
fn the_rear_rank_grows_behind_itself() {
    let rear = Order { hole_policy: HolePolicy::RearRank, ..region(Shape::Grid, 500.0, 300.0) };
    let (mut sheet, mut growth) = emitted(&rear, 13);
    lattice(&rear).grow(&mut growth, 6, &mut sheet);
    assert_eq!(row_counts(&sheet.local), [5, 5, 3, 5, 5]);
    let fixed_rear = Order { sizing: Sizing::Fixed, ..rear };
    assert_eq!(row_counts(&slots(&fixed_rear, 7)), [5; 3], "a canvas is filled whole");
}

#[test]
fn rows_run_from_the_front_and_circles_outside_in() {
    for shape in [Shape::Grid, Shape::Wedge, Shape::Line, Shape::Column, Shape::Staggered, Shape::Vee, ECHELON] {
        let (mut sheet, mut growth) = emitted(&order(shape), 30);
        lattice(&order(shape)).grow(&mut growth, 60, &mut sheet);
        let front = sheet.local[0].y;
        for (place, row) in sheet.local.iter().zip(&sheet.row) {
            assert_eq!(f64::from(*row), (front - place.y) / 100.0, "{shape:?} at {place}");
        }
    }
    for shape in [lattice_orders::CIRCLE, lattice_orders::HEXAGON, lattice_orders::clipped(5)] {
        let (mut sheet, mut growth) = emitted(&order(shape), 30);
        lattice(&order(shape)).grow(&mut growth, 60, &mut sheet);
        assert!(sheet.row.iter().zip(rings(&sheet)).all(|(row, ring)| *row == -(ring as i32)));
    }
}

#[test]
fn a_fixed_region_beyond_the_cap_says_so_and_fills_nearly_all_of_it() {
    for shape in LATER_SHAPES {
        let vast = Order { region: DVec2::new(400_000_000.0, 200_000_000.0), ..fixed(shape) };
        assert!(lattice(&vast).extent(0).cut, "{shape:?}");
        let places = slots(&vast, 0);
        assert!(places.len() <= MAX_SLOTS && places.len() > MAX_SLOTS * 98 / 100, "{shape:?}: {}", places.len());
        let mean = places.iter().sum::<DVec2>() / places.len() as f64;
        let off = if shape == Shape::Vee { DVec2::new(mean.x, 0.0) } else { mean };
        assert!(off.length() < 200.0, "{shape:?} is off by {mean}");
        assert!(!lattice(&fixed(shape)).extent(0).cut);
    }
}

fn points<'a>(local: &'a [DVec2], base: &Order<'a>) -> Order<'a> {
    let points = OwnPoints::new(local, &mut ClosestPair::default()).unwrap();
    Order { shape: Shape::Points(points), ..base.clone() }
}

#[test]
fn own_points_are_all_slots_in_their_own_order_and_never_more() {
    let local = [(0.0, 0.0), (130.0, 0.0), (0.0, -70.0), (-140.0, 10.0), (0.0, 160.0)].map(DVec2::from);
    for sizing in [Sizing::FitAgents, Sizing::Fixed] {
        let own = points(&local, &Order { sizing, grow_fixed: true, ..order(Shape::Grid) });
        for target in [1, 5, 500] {
            let (mut sheet, mut growth) = emitted(&own, target);
            assert_eq!(sheet.local, local);
            assert_eq!(rings(&sheet), [0, 1, 1, 1, 2]);
            assert_eq!(sheet.row, [0, 0, 1, 0, -2]);
            assert_eq!(lattice(&own).grow(&mut growth, 9, &mut sheet), 0);
        }
        assert_eq!(lattice(&own).least_distance(), 70.0);
    }
}

#[test]
fn bad_points_are_refused_by_name() {
    let mut search = ClosestPair::default();
    let fault = OwnPoints::new(&[DVec2::ZERO, DVec2::new(0.0, f64::NAN)], &mut search).unwrap_err();
    assert_eq!((fault.kind, fault.text.starts_with("points[1] is ")), (FaultKind::NotFinite, true));
    let fault = OwnPoints::new(&vec![DVec2::ZERO; MAX_SLOTS + 1], &mut search).unwrap_err();
    assert_eq!((fault.kind, fault.text.contains("1048577")), (FaultKind::Capacity, true));
    let fault = points(&[], &order(Shape::Grid)).check().unwrap_err();
    assert_eq!((fault.kind, fault.text.starts_with("points.count is 0")), (FaultKind::InvalidArgument, true));
}

#[test]
fn absurd_points_have_finite_keys() {
    let local = [DVec2::splat(1e300), DVec2::splat(-1e300), DVec2::ZERO];
    for unit_scale in [1e-12, 1.0, 1e12] {
        let (sheet, growth) = emitted(&points(&local, &Order { unit_scale, ..order(Shape::Grid) }), 3);
        assert_eq!((sheet.len(), growth.emitted), (3, 3));
        assert_eq!(rings(&sheet)[2], 0);
    }
}

proptest! {
    #[test]
    fn no_two_slots_of_a_later_shape_are_nearer_than_the_least_distance(
        base in any_order(), which in 0..LATER_SHAPES.len(), target in 1_usize..200, wanted in 0_usize..200, rear in any::<bool>(),
    ) {
        let hole_policy = if rear { HolePolicy::RearRank } else { HolePolicy::Rings };
        let order = Order { shape: LATER_SHAPES[which], hole_policy, ..base };
        let (mut sheet, mut growth) = emitted(&order, target);
        if wanted > 0 {
            lattice(&order).grow(&mut growth, wanted, &mut sheet);
        }
        let least = lattice(&order).least_distance() * (1.0 - 1e-6) - 1e-9;
        let mut nearest = f64::INFINITY;
        for (index, place) in sheet.local.iter().enumerate().take(1500) {
            for other in &sheet.local[..index] {
                nearest = nearest.min(place.distance(*other));
            }
        }
        prop_assert!(nearest >= least, "{nearest} under {least}");
    }

    /// The least distance is no idle bound: a layout that is large enough has a pair that near.
    #[test]
    fn the_least_distance_is_reached(sx in 20.0..300.0f64, sy in 20.0..300.0f64, which in 0..LATER_SHAPES.len()) {
        let spacing = DVec2::new(sx, sy);
        let order = Order { spacing, region: spacing * 4.0, ..order(LATER_SHAPES[which]) };
        let nearest = ClosestPair::default().least_distance(&slots(&order, 60)).unwrap();
        prop_assert!((nearest - lattice(&order).least_distance()).abs() < 1e-9);
    }

    #[test]
    fn layouts_are_symmetric_left_to_right_or_by_a_half_turn(
        base in any_order(), which in 0..LATER_SHAPES.len(), target in 1_usize..300,
    ) {
        let order = Order { shape: LATER_SHAPES[which], ..base };
        let places = slots(&order, target);
        let turned = matches!(order.shape, Shape::Echelon(_) | Shape::Staggered);
        let exact = |place: DVec2| [place.x + 0.0, place.y + 0.0].map(f64::to_bits);
        let set: BTreeSet<_> = places.iter().copied().map(exact).collect();
        prop_assert_eq!(set.len(), places.len());
        // A staggered grid with an odd number of rows has neither symmetry.
        if order.shape != Shape::Staggered || lattice(&order).extent(target).height % 2 == 0 {
            for place in places {
                let mirrored = DVec2::new(-place.x, if turned { -place.y } else { place.y });
                prop_assert!(set.contains(&exact(mirrored)), "{}", place);
            }
        }
    }

    #[test]
    fn the_ring_of_a_staggered_slot_is_the_rank_of_its_scaled_distance(base in any_order(), target in 1_usize..150, wanted in 0_usize..80) {
        let order = Order { shape: Shape::Staggered, ..base };
        let (mut sheet, mut growth) = emitted(&order, target);
        lattice(&order).grow(&mut growth, wanted, &mut sheet);
        let aspect = lattice(&order).extent(target).aspect;
        let m: Vec<f64> = sheet.local.iter().map(|place| place.x.abs().max(aspect * place.y.abs())).collect();
        let mut distinct = m.clone();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup_by(|a, b| (*a - *b).abs() < 1e-7);
        for (ring, m) in rings(&sheet).into_iter().zip(m) {
            prop_assert!((distinct[ring as usize] - m).abs() < 1e-6, "ring {ring} at {m}");
        }
    }

    #[test]
    fn a_hollow_square_is_a_frame_of_a_grid(base in any_order(), target in 1_usize..500, wanted in 0_usize..300) {
        let order = Order { shape: Shape::Hollow, ..base };
        let (mut sheet, mut growth) = emitted(&order, target);
        if wanted > 0 {
            lattice(&order).grow(&mut growth, wanted, &mut sheet);
        }
        // What is inside the outermost box and not a slot is a box too: the hole, centred.
        let (width, height) = (growth.columns[1] - growth.columns[0] + 1, growth.rows[1] - growth.rows[0] + 1);
        let half = order.spacing / 2.0;
        let cell = |place: &DVec2| ((place.x / half.x).round() as i32, (place.y / half.y).round() as i32);
        let taken: BTreeSet<_> = sheet.local.iter().map(cell).collect();
        prop_assert_eq!(taken.len(), sheet.len());
        let all = (0..height).flat_map(|row| (0..width).map(move |column| (2 * column - (width - 1), 2 * row - (height - 1))));
        let free: Vec<_> = all.filter(|cell| !taken.contains(cell)).collect();
        prop_assert_eq!(free.len() + taken.len(), (width * height) as usize);
        let (across, along) = free.iter().fold((-1, -1), |(x, y), cell| (x.max(cell.0), y.max(cell.1)));
        prop_assert_eq!(free.len() as i32, (across + 1) * (along + 1));
        if !free.is_empty() {
            prop_assert_eq!(width - (across + 1), height - (along + 1), "as thick on all sides");
        }
    }

    #[test]
    fn own_points_are_banded_by_their_distance_and_depth(
        places in prop::collection::vec((-900.0..900.0f64, -900.0..900.0f64), 1..80), sx in 20.0..300.0f64, sy in 20.0..300.0f64,
    ) {
        let local: Vec<DVec2> = places.into_iter().map(DVec2::from).collect();
        let (sheet, _) = emitted(&points(&local, &Order { spacing: DVec2::new(sx, sy), ..order(Shape::Grid) }), 1);
        for (slot, place) in local.iter().enumerate() {
            // Distance and pitch are rounded to quanta, and there are up to 64 pitches.
            let (band, row) = (place.length() / sx.min(sy), -place.y / sy);
            prop_assert!((band - sheet.ring_key[slot] as f64).abs() < 0.51);
            prop_assert!((row - f64::from(sheet.row[slot])).abs() < 0.51);
        }
    }
}

#[test]
fn a_state_of_another_layout_adds_no_slot_twice() {
    // What a grid leaves behind has no meaning for rows, but it must not be read out of bounds either.
    let (_, grid_state) = emitted(&order(Shape::Grid), 20);
    for shape in LATER_SHAPES {
        for state in [grid_state, Growth::default()] {
            let (mut growth, mut sheet) = (state, SlotSheet::default());
            let added = lattice(&order(shape)).grow(&mut growth, 40, &mut sheet);
            let cells: BTreeSet<_> =
                halves(&sheet.local.iter().map(|place| *place * 2.0).collect::<Vec<_>>()).into_iter().collect();
            assert_eq!((added, cells.len()), (sheet.len(), sheet.len()), "{shape:?}");
        }
    }
}
