//! First layouts: where the slots of each shape are (F12, F14 to F18).
// The oracles use the platform's trigonometry, so that they share nothing with the library.
#![allow(clippy::disallowed_methods)]

mod lattice_orders;

use std::f64::consts::{PI, TAU};

use glam::DVec2;
use lattice_orders::{
    CIRCLE, HEXAGON, LATER_SHAPES, any_order, clipped, emitted, fixed, order, polygon, ring_counts, slots,
};
use phalanx::formation::order::{Order, PolygonRule, RingRule, Shape, Sizing};
use phalanx::formation::shape::{Lattice, MAX_SLOTS, lattice};
use proptest::prelude::*;

/// Slots that a rounded-up count may take off a pitch (F3).
const SLACK: f64 = 1e-6;

fn grid_size(order: &Order, target: usize) -> (u32, u32) {
    let extent = lattice(order).extent(target);
    (extent.width, extent.height)
}

#[test]
fn a_fitting_grid_has_the_documented_sizes() {
    let with = |aspect: f64, spacing: f64| Order {
        region: DVec2::new(aspect * 100.0, 100.0),
        spacing: DVec2::splat(spacing),
        ..order(Shape::Grid)
    };
    let table = [(10, 2.0, 5, 2), (7, 1.0, 4, 2), (13, 1.0, 5, 3), (100, 2.0, 13, 8), (5, 100.0, 5, 1)];
    for (target, aspect, columns, rows) in table {
        assert_eq!(grid_size(&with(aspect, 100.0), target), (columns, rows), "{target} at {aspect}");
    }
    assert_eq!(grid_size(&with(3.0, 120.0), 1000), (53, 19));
}

#[test]
fn of_two_grids_of_equal_area_the_truer_one_is_taken_and_then_the_wider_one() {
    let size = |target: usize, aspect: f64, spacing: DVec2| {
        let region = DVec2::new(aspect * 37.3, 37.3);
        grid_size(&Order { region, spacing, ..order(Shape::Grid) }, target)
    };
    // Four slots: 4×1 counts as 3 to a half, 2×2 as 1 to 1; halfway between is √6.
    assert_eq!(size(4, 2.4, DVec2::splat(100.0)), (2, 2));
    assert_eq!(size(4, 2.5, DVec2::splat(100.0)), (4, 1));
    // A square of six: 3×2 and 2×3 are mirror images, whatever the rounding of the pitches makes of them.
    for pitch in [100.0, 0.1, 120.1, 77.7, 1.0 / 3.0] {
        assert_eq!(size(6, 1.0, DVec2::splat(pitch)), (3, 2), "{pitch}");
        assert_eq!(size(6, 3.0, DVec2::new(3.0 * pitch, pitch)), (3, 2), "{pitch}");
        assert_eq!(size(2, 0.7, DVec2::new(0.7 * pitch, pitch)), (2, 1), "{pitch}");
    }
}

#[test]
fn a_region_without_an_aspect_counts_as_a_square() {
    for region in [DVec2::ZERO, DVec2::new(0.0, 5.0), DVec2::new(-100.0, 100.0), DVec2::new(1e300, 1e-300)] {
        assert_eq!(grid_size(&Order { region, ..order(Shape::Grid) }, 16), (4, 4), "{region}");
    }
}

#[test]
fn a_fixed_grid_takes_whole_pitches_and_at_least_one() {
    let region = |x, y| Order { region: DVec2::new(x, y), ..fixed(Shape::Grid) };
    assert_eq!(grid_size(&region(1000.0, 599.9), 7), (10, 5));
    assert_eq!(grid_size(&region(0.0, 99.0), 7), (1, 1));
    let small = Order { spacing: DVec2::splat(0.1), ..region(0.3, 0.7) };
    assert_eq!(grid_size(&small, 7), (3, 7), "0.3/0.1 is 3 in spite of rounding");
}

#[test]
fn grid_rows_run_from_the_front_and_from_left_to_right() {
    let places = slots(&Order { region: DVec2::new(300.0, 200.0), ..order(Shape::Grid) }, 6);
    let rows = [[(-100.0, 50.0), (0.0, 50.0), (100.0, 50.0)], [(-100.0, -50.0), (0.0, -50.0), (100.0, -50.0)]];
    assert_eq!(places, rows.as_flattened().iter().map(|&place| DVec2::from(place)).collect::<Vec<_>>());
}

/// F14 word for word, with the whole numbers beside the root found by walking, and no slack to speak of.
fn documented_grid(order: &Order, target: u64) -> (u64, u64) {
    let sound = order.region.x > 0.0 && order.region.y > 0.0;
    let aspect = if sound { order.region.x / order.region.y } else { 1.0 };
    let k = aspect * order.spacing.y / order.spacing.x;
    let above_root = |h: f64, slack: f64| k * h * h + (1.0 - k) * h - target as f64 > slack;
    let floor = (1..=target).rev().find(|&h| !above_root(h as f64 - 1e-6, 0.0)).unwrap_or(1);
    let ceil = (1..=target).find(|&h| above_root(h as f64 + 1e-6, 0.0)).unwrap_or(target);
    let half = |count: u64| if count == 1 { 0.5 } else { count as f64 - 1.0 };
    let sizes = [floor, ceil].map(|h| {
        let w = target.div_ceil(h);
        let h = target.div_ceil(w);
        let skew = (half(w) * order.spacing.x / (half(h) * order.spacing.y) / aspect).ln().abs();
        (w * h, (skew * 1e5).round() as u64, u64::MAX - w, (w, h))
    });
    sizes.into_iter().min().unwrap().3
}

#[test]
fn a_circle_has_the_documented_rings() {
    let (sheet, _) = emitted(&order(CIRCLE), 109);
    assert_eq!(ring_counts(&sheet), [2, 9, 15, 21, 28, 34]);
    let by_arc = emitted(&order(Shape::Circle(RingRule::Arc)), 1).0;
    assert_eq!(ring_counts(&by_arc), [3]);
    assert!((lattice(&order(Shape::Circle(RingRule::Arc))).least_distance() - 86.602_540_378).abs() < 1e-6);
}

#[test]
fn polygons_have_the_documented_rings() {
    for (segments, rings) in [(3, &[3, 15, 24, 36][..]), (4, &[4, 12, 20, 28]), (6, &[2, 6, 12, 24, 30])] {
        let (sheet, _) = emitted(&order(polygon(segments, PolygonRule::Rings)), rings.iter().sum());
        assert_eq!(ring_counts(&sheet), rings);
    }
}

#[test]
fn fixed_rings_end_at_the_outer_radius() {
    assert_eq!(lattice(&fixed(CIRCLE)).extent(1).height, 5, "radii 50 to 450");
    let reached = Order { outer_radius: 450.0, ..fixed(CIRCLE) };
    assert_eq!(lattice(&reached).extent(1).height, 5, "the bound itself counts");
    // Circumradii of a hexagon with apothems 50, 150, 250, 350, 450: 57.7, 173.2, 288.7, 404.1, 519.6.
    assert_eq!(lattice(&fixed(HEXAGON)).extent(1).height, 4);
    assert_eq!(slots(&Order { outer_radius: 10.0, ..fixed(HEXAGON) }, 9), []);
}

#[test]
fn a_wedge_has_its_apex_in_front_and_one_slot_more_in_each_row() {
    let expected = [(0.0, 100.0), (-50.0, 0.0), (50.0, 0.0), (-100.0, -100.0), (0.0, -100.0), (100.0, -100.0)];
    for target in 4..=6 {
        assert_eq!(slots(&order(Shape::Wedge), target), expected.map(DVec2::from));
    }
    for (region, rows) in [((1000.0, 500.0), 6), ((250.0, 500.0), 3), ((0.0, 0.0), 1), ((-5.0, 900.0), 1)] {
        let wedge = Order { region: DVec2::from(region), ..fixed(Shape::Wedge) };
        assert_eq!(lattice(&wedge).extent(99).height, rows);
    }
}

#[test]
fn ring_slots_start_straight_ahead_and_run_clockwise_from_above() {
    for shape in [CIRCLE, polygon(5, PolygonRule::Rings), clipped(4)] {
        let (sheet, _) = emitted(&order(shape), 150);
        let mut last: Option<(u64, f64)> = None;
        for (place, &ring) in sheet.local.iter().zip(&sheet.ring_key) {
            // 0 ahead (+y), a quarter turn at the right hand (+x).
            let clockwise = place.x.atan2(place.y).rem_euclid(TAU);
            match last {
                Some((before, angle)) if before == ring => assert!(clockwise > angle, "{shape:?} ring {ring}"),
                _ => assert!(place.x.abs() < 1e-9 && place.y > 0.0, "{shape:?} ring {ring} starts at {place}"),
            }
            last = Some((ring, clockwise));
        }
    }
}

/// The circumradius of the polygon through a place: the largest of its distances to the edges' lines.
fn circumradius_through(place: DVec2, segments: u32) -> f64 {
    let half = PI / f64::from(segments);
    let normals = (0..segments).map(|edge| half + f64::from(edge) * 2.0 * half);
    normals.map(|angle| place.dot(DVec2::new(angle.sin(), angle.cos()))).fold(0.0, f64::max) / half.cos()
}

#[test]
fn a_clipped_circle_fits_by_the_least_polygon_that_holds_the_target() {
    for target in [1, 5, 40, 333] {
        let fit = order(clipped(5));
        let rings = lattice(&fit).extent(target).height;
        let as_fixed = |rings: u32| Order { outer_radius: f64::from(rings) * 100.0 - 50.0, ..fixed(clipped(5)) };
        assert_eq!(slots(&fit, target), slots(&as_fixed(rings), 0));
        assert!(slots(&fit, target).len() >= target);
        assert!(rings == 1 || slots(&as_fixed(rings - 1), 0).len() < target);
    }
}

#[test]
fn case_12_the_lattice_is_centred_on_the_order() {
    for shape in [Shape::Grid, CIRCLE] {
        for agents in 1..=12 {
            let places = slots(&order(shape), agents);
            let mean = places.iter().sum::<DVec2>() / places.len() as f64;
            // A grid's last row is whole too, so that its mean is the middle for every count.
            assert!(mean.length() < 1e-3, "{shape:?} for {agents}: {mean}");
        }
    }
    assert_eq!(slots(&order(Shape::Grid), 1), [DVec2::ZERO]);
}

#[test]
fn case_24_a_circle_of_200_is_a_disc_and_not_one_wide_ring() {
    let farthest = slots(&order(CIRCLE), 200).iter().map(|place| place.length()).fold(0.0, f64::max);
    assert!(farthest <= 900.0, "{farthest}");
}

#[test]
fn case_36_a_huge_inner_radius_still_places_two() {
    for shape in [CIRCLE, HEXAGON, clipped(6)] {
        let places = slots(&Order { inner_radius: 10_000.0, ..order(shape) }, 2);
        assert!(places.len() >= 2);
        assert!(places.iter().all(|place| place.is_finite() && place.length() > 9_999.0));
    }
}

#[test]
fn nobody_needs_no_slot() {
    for shape in [Shape::Grid, CIRCLE, HEXAGON, clipped(3), Shape::Wedge].into_iter().chain(LATER_SHAPES) {
        assert_eq!(slots(&order(shape), 0), []);
    }
}

#[test]
fn absurd_parameters_end_at_the_cap() {
    let original = [Shape::Grid, CIRCLE, Shape::Circle(RingRule::Arc), HEXAGON, clipped(3), Shape::Wedge];
    for shape in original.into_iter().chain(LATER_SHAPES) {
        for (spacing, inner) in [((1e-9, 1e-9), 0.0), ((1e-9, 1e-9), 1e18), ((1e9, 1e-9), 0.0), ((1e-9, 1e9), 0.0)] {
            for sizing in [Sizing::FitAgents, Sizing::Fixed] {
                let absurd = Order {
                    sizing,
                    spacing: DVec2::from(spacing),
                    region: DVec2::splat(1e18),
                    inner_radius: inner,
                    outer_radius: 1e18,
                    ..order(shape)
                };
                let target = 100_000;
                let (sheet, growth) = emitted(&absurd, target);
                assert!(sheet.len() <= MAX_SLOTS && growth.emitted <= MAX_SLOTS as u64);
                assert!(sizing == Sizing::Fixed || sheet.len() >= target, "{shape:?} {spacing:?}: {}", sheet.len());
                assert!(sheet.local.iter().all(|place| place.is_finite()));
            }
        }
    }
}

#[test]
fn the_largest_target_is_met_exactly_at_the_cap() {
    for shape in [Shape::Grid, CIRCLE, HEXAGON, clipped(7), Shape::Wedge].into_iter().chain(LATER_SHAPES) {
        let wide = Order { region: DVec2::new(317.0, 100.0), ..order(shape) };
        assert_eq!(emitted(&wide, MAX_SLOTS).0.len(), MAX_SLOTS, "{shape:?}");
    }
}

#[test]
fn a_fixed_region_beyond_the_cap_says_so_and_stays_centred() {
    for shape in [Shape::Grid, CIRCLE, HEXAGON, Shape::Wedge] {
        let vast = Order { region: DVec2::new(400_000.0, 200_000.0), outer_radius: 100_000.0, ..fixed(shape) };
        let places = slots(&vast, 0);
        let (low, high) =
            places.iter().fold((DVec2::MAX, DVec2::MIN), |(low, high), &place| (low.min(place), high.max(place)));
        assert!(lattice(&vast).extent(0).cut, "{shape:?}");
        assert!(places.len() > MAX_SLOTS * 99 / 100);
        assert!((low + high).length() < 200.0, "{shape:?} reaches from {low} to {high}");
        assert!(!lattice(&fixed(shape)).extent(0).cut);
        if shape == Shape::Grid {
            assert!((lattice(&vast).extent(0).aspect - 2.0).abs() < 0.01, "the region's own proportions");
        }
    }
}

#[test]
fn a_ring_that_touches_the_clipping_edges_from_inside_is_kept_whole() {
    for segments in 3..=32_u32 {
        for radius in (100..110).map(f64::from) {
            // Slots at the vertices, in the middle of the edges and between them.
            let around = segments * 40;
            let touching = Order {
                inner_radius: radius,
                outer_radius: radius / (PI / f64::from(segments)).cos(),
                spacing: DVec2::new(2.0 * radius * (PI / (f64::from(around) + 0.2)).sin(), 2.0 * radius),
                ..fixed(clipped(segments))
            };
            assert_eq!(slots(&touching, 0).len(), around as usize, "{segments} edges around {radius}");
        }
    }
}

proptest! {
    #[test]
    fn no_two_slots_are_nearer_than_the_least_distance(order in any_order(), target in 1_usize..400) {
        let places = slots(&order, target);
        let least = lattice(&order).least_distance() * (1.0 - SLACK) - 1e-9;
        for (index, &place) in places.iter().take(1500).enumerate() {
            for &other in &places[..index] {
                prop_assert!(place.distance(other) >= least, "{place} and {other} at {least}");
            }
        }
    }

    #[test]
    fn a_fitting_layout_meets_the_target_and_needs_its_last_row_or_ring(order in any_order(), target in 1_usize..400) {
        let order = Order { sizing: Sizing::FitAgents, ..order };
        let (sheet, _) = emitted(&order, target);
        prop_assert!(sheet.len() >= target);
        if matches!(order.shape, Shape::Grid | Shape::Staggered) {
            let extent = lattice(&order).extent(target);
            prop_assert!(sheet.len() - (extent.width as usize) < target && sheet.len() - (extent.height as usize) < target);
        } else if !matches!(order.shape, Shape::Polygon { rule: PolygonRule::Clip(_), .. }) {
            let last = *sheet.ring_key.iter().max().unwrap();
            prop_assert!(sheet.ring_key.iter().filter(|&&ring| ring < last).count() < target);
        }
    }

    #[test]
    fn a_fitting_grid_follows_the_documented_rule(order in any_order(), target in 1_u64..3000) {
        let order = Order { shape: Shape::Grid, sizing: Sizing::FitAgents, ..order };
        let (columns, rows) = grid_size(&order, target as usize);
        prop_assert_eq!((u64::from(columns), u64::from(rows)), documented_grid(&order, target));
    }

    #[test]
    fn the_extent_is_that_of_the_emitted_layout(order in any_order(), target in 1_usize..400) {
        let extent = lattice(&order).extent(target);
        let (sheet, _) = emitted(&order, target);
        match order.shape {
            Shape::Grid => {
                let front = sheet.local[0].y;
                let columns = sheet.local.iter().filter(|place| place.y == front).count();
                prop_assert_eq!(columns, extent.width as usize);
                prop_assert_eq!(sheet.len(), columns * extent.height as usize);
                let size = DVec2::new(f64::from(extent.width), f64::from(extent.height)) * order.spacing;
                prop_assert!((extent.aspect * size.y - size.x).abs() <= 1e-9 * size.x);
            }
            Shape::Wedge | Shape::Circle(_) | Shape::Polygon { .. } => {
                let counts = ring_counts(&sheet);
                prop_assert_eq!(counts.len(), extent.height as usize);
                prop_assert_eq!(counts.into_iter().max().unwrap_or(0), extent.width as usize);
            }
            _ => {
                let low = sheet.local.iter().copied().reduce(DVec2::min).unwrap();
                let high = sheet.local.iter().copied().reduce(DVec2::max).unwrap();
                let shifted = order.shape == Shape::Staggered && extent.height > 1;
                let pitches = DVec2::new(f64::from(extent.width) - 1.0, f64::from(extent.height) - 1.0)
                    + DVec2::new(if shifted { 0.5 } else { 0.0 }, 0.0);
                prop_assert!((high - low - pitches * order.spacing).length() < 1e-6, "{extent:?} from {low} to {high}");
                let size = DVec2::new(f64::from(extent.width), f64::from(extent.height)) * order.spacing;
                prop_assert!((extent.aspect * size.y - size.x).abs() <= 1e-9 * size.x);
            }
        }
    }

    #[test]
    fn a_chord_ring_is_as_full_as_can_be(order in any_order(), target in 1_usize..400) {
        let order = Order { shape: CIRCLE, ..order };
        for (ring, count) in ring_counts(&emitted(&order, target).0).into_iter().enumerate() {
            let radius = order.inner_radius.max(order.spacing.y / 2.0) + ring as f64 * order.spacing.y;
            let chord = |slots: usize| 2.0 * radius * (PI / slots as f64).sin();
            prop_assert!(count == 1 || chord(count) >= order.spacing.x * (1.0 - SLACK));
            prop_assert!(chord(count + 1) < order.spacing.x);
        }
    }

    #[test]
    fn a_clipped_circle_keeps_what_lies_inside_the_polygon(order in any_order(), segments in 3_u32..=32) {
        let ring_rule = RingRule::Chord;
        let clip = Order { sizing: Sizing::Fixed, shape: clipped(segments), ..order.clone() };
        let whole = Order { sizing: Sizing::Fixed, shape: Shape::Circle(ring_rule), ..order };
        let kept = slots(&clip, 0);
        for place in slots(&whole, 0) {
            let beyond = circumradius_through(place, segments) - clip.outer_radius;
            let is_kept = kept.iter().any(|other| other.distance(place) < 1e-6);
            // On the very edge either answer is right.
            prop_assert!(beyond.abs() < 1e-4 || is_kept == (beyond < 0.0), "{place} is {beyond} beyond");
        }
        prop_assert!(kept.len() <= slots(&whole, 0).len());
    }

    #[test]
    fn shapes_without_rings_around_the_center_have_a_centred_box(order in any_order(), target in 1_usize..400) {
        let is_ringed = matches!(order.shape, Shape::Circle(_) | Shape::Polygon { .. });
        let order = Order { shape: if is_ringed { Shape::Grid } else { order.shape }, ..order };
        let places = slots(&order, target);
        let low = places.iter().copied().reduce(DVec2::min).unwrap();
        let high = places.iter().copied().reduce(DVec2::max).unwrap();
        if order.shape == Shape::Line {
            prop_assert_eq!((low.x, high.y), (-high.x, 0.0), "a line has its front on the center");
        } else {
            prop_assert_eq!(low, -high);
        }
    }
}
