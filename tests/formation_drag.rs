//! Drag orders: a drawn line fills an order, and what the army makes of it (F20).
// The oracles use the platform's trigonometry, so that they share nothing with the library.
#![allow(clippy::disallowed_methods)]

mod support;

use std::f64::consts::PI;

use glam::{DVec2, DVec3};
use phalanx::fault::FaultKind;
use phalanx::formation::drag::{Drag, DragScratch, DraggedArmy, Drawn, drag};
use phalanx::formation::facing::Facing;
use phalanx::formation::order::{Order, Shape};
use phalanx::formation::shape::points::OwnPoints;
use phalanx::formation::shape::{Lattice, SlotSheet, lattice};
use phalanx::formation::target::slot_target;
use phalanx::geometry::closest_pair::ClosestPair;
use proptest::prelude::*;
use support::{Army, least_gap, order};

fn at(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn dragged(line: &[DVec3], army: &Army, order: &Order) -> Drag {
    let army = DraggedArmy { centroid: army.centroid(), radii: &army.radii };
    drag(line, army, order, &mut DragScratch::default()).expect("the line is sound")
}

/// The slots of the order that a line fills, in the world and in order of their number.
fn slots_of(line: &[DVec3], army: &Army, order: &Order) -> Vec<DVec2> {
    let mut scratch = DragScratch::default();
    let seen = DraggedArmy { centroid: army.centroid(), radii: &army.radii };
    let drag = drag(line, seen, order, &mut scratch).expect("the line is sound");
    let mut order = drag.applied(order);
    if drag.drawn == Drawn::Curve {
        order.shape = Shape::Points(OwnPoints::new(&scratch.places, &mut ClosestPair::default()).unwrap());
    }
    let lattice = lattice(&order);
    let target = slot_target(&order, &lattice, army.radii.iter().copied()).unwrap().slots;
    let mut sheet = SlotSheet::default();
    lattice.emit(target, &mut sheet);
    let facing = Facing::new(order.direction, DVec2::ZERO).0;
    sheet.local.iter().map(|local| order.center.truncate() + facing.offset(*local)).collect()
}

fn block(count: usize) -> Army {
    Army::at((0..count).map(|index| ((index % 10) as f64 * 100.0, -600.0 - (index / 10) as f64 * 100.0)))
}

#[test]
fn a_line_as_long_as_the_pitch_is_no_click_any_more() {
    let drawn = |length: f64, pitch: f64| {
        let order = Order { spacing: DVec2::splat(pitch), ..order(Shape::Grid) };
        dragged(&[at(7.0, 3.0), at(7.0, 3.0 + length)], &block(9), &order).drawn
    };
    assert_eq!([drawn(99.9, 100.0), drawn(100.0, 100.0)], [Drawn::Click, Drawn::Line]);
    assert_eq!([drawn(49.9, 20.0), drawn(50.0, 20.0)], [Drawn::Click, Drawn::Line]);
    let metres = Order { spacing: DVec2::splat(0.2), unit_scale: 0.01, ..order(Shape::Grid) };
    assert_eq!(dragged(&[at(0.0, 0.0), at(0.5, 0.0)], &block(9), &metres).drawn, Drawn::Line);
}

#[test]
fn case_4_a_tiny_drag_is_a_click() {
    let click = dragged(&[at(0.0, 0.0), at(15.0, 0.0)], &block(20), &order(Shape::Grid));
    assert_eq!((click.drawn, click.center), (Drawn::Click, DVec3::ZERO));
}

#[test]
fn a_click_keeps_shape_and_measures_and_faces_onwards() {
    let army = block(10);
    let before = order(Shape::Wedge);
    let click = dragged(&[at(450.0, 300.0)], &army, &before);
    let after = click.applied(&before);
    assert_eq!(after, Order { center: at(450.0, 300.0), direction: DVec2::Y, ..before.clone() });
    let inside = army.centroid();
    assert_eq!(dragged(&[inside.extend(0.0)], &army, &before).direction, before.direction);
}

#[test]
fn rows_follow_behind_until_everybody_has_a_place() {
    let slots = slots_of(&[at(-450.0, 0.0), at(450.0, 0.0)], &block(25), &order(Shape::Grid));
    let in_row = |y: f64| slots.iter().filter(|place| place.y == y).count();
    assert_eq!([in_row(0.0), in_row(-100.0), in_row(-200.0), slots.len()], [10, 10, 10, 30]);
}

#[test]
fn a_minority_that_is_wide_does_not_pull_the_line_apart() {
    let mut army = block(20);
    army.radii[7] = 300.0;
    let line = [at(-950.0, 0.0), at(950.0, 0.0)];
    assert_eq!(dragged(&line, &army, &order(Shape::Grid)).spacing, DVec2::splat(100.0));
    army.radii[..10].fill(300.0);
    assert_eq!(dragged(&line, &army, &order(Shape::Grid)).spacing.y, 100.0, "half of the army is not more than half");
    army.radii[..11].fill(300.0);
    assert_eq!(dragged(&line, &army, &order(Shape::Grid)).spacing.y, 600.0);
}

#[test]
fn an_army_on_the_line_keeps_its_facing_as_near_as_the_line_allows() {
    let army = Army::at([(-100.0, 0.0), (100.0, 0.0)]);
    let line = [at(-500.0, 0.0), at(500.0, 0.0)];
    let back = [line[1], line[0]];
    for (direction, expected) in [((1.0, 5.0), DVec2::Y), ((1.0, -0.1), DVec2::NEG_Y), ((1.0, 0.0), DVec2::Y)] {
        let order = Order { direction: direction.into(), ..order(Shape::Grid) };
        assert_eq!(dragged(&line, &army, &order).direction, expected);
        assert_eq!(dragged(&back, &army, &order).direction, expected);
    }
}

#[test]
fn places_follow_a_drawn_curve_from_end_to_end() {
    // A half circle of radius 1000 around the origin, open towards the army.
    let arc: Vec<DVec3> = (0..=180)
        .map(|degree| PI * f64::from(degree) / 180.0)
        .map(|angle| at(-1000.0 * angle.cos(), 1000.0 * angle.sin()))
        .collect();
    for count in [2, 3, 20, 32, 70] {
        let places = slots_of(&arc, &block(count), &order(Shape::Grid));
        assert_eq!(places.len(), count);
        assert!(least_gap(&places) >= 80.0);
        let on_arc = places.iter().filter(|place| (place.length() - 1000.0).abs() < 1.0).count();
        assert!(on_arc >= count.min(32), "{on_arc} of {count}");
        for end in [-1000.0, 1000.0] {
            assert!(places.iter().any(|place| place.distance(DVec2::new(end, 0.0)) < 1e-6), "{count} at {end}");
        }
    }
    assert!(dragged(&arc, &block(70), &order(Shape::Grid)).direction.distance(DVec2::Y) < 1e-9);
    let lone = dragged(&arc, &block(1), &order(Shape::Grid)).center;
    assert!(lone.distance(at(0.0, 1000.0)) < 1e-6, "{lone}");
}

#[test]
fn a_closed_curve_faces_away_from_the_army() {
    let square = [at(0.0, 0.0), at(1000.0, 0.0), at(1000.0, 1000.0), at(0.0, 1000.0), at(0.0, 0.0)];
    let drag = dragged(&square, &Army::at([(1000.0, -500.0), (1000.0, 0.0)]), &order(Shape::Grid));
    assert_eq!((drag.drawn, drag.center, drag.direction), (Drawn::Curve, at(1000.0, 1000.0), DVec2::Y));
}

#[test]
fn a_curve_that_folds_onto_itself_ends_in_bounded_time() {
    let zigzag: Vec<DVec3> = (0..400).map(|turn| at(f64::from(turn) * 3.0, f64::from(turn % 2) * 9000.0)).collect();
    let spike = [at(0.0, 0.0), at(50.0, 1e6), at(100.0, 0.0)];
    let spot = vec![at(3.0, 3.0); 5];
    for line in [&zigzag[..], &spike, &spot] {
        for count in [1, 2, 500, 20_000] {
            let mut scratch = DragScratch::default();
            let radii = vec![40.0; count];
            let army = DraggedArmy { centroid: DVec2::NEG_Y, radii: &radii };
            let drag = drag(line, army, &order(Shape::Grid), &mut scratch).unwrap();
            assert_eq!(scratch.places.len(), if drag.drawn == Drawn::Curve { count } else { 0 });
            let seen = scratch.places.iter().step_by(count.div_ceil(1000)).copied().collect::<Vec<_>>();
            assert!(least_gap(&seen) >= 79.9);
        }
    }
}

#[test]
fn a_line_that_makes_no_sense_is_refused_by_its_point() {
    let refused = |line: &[DVec3]| {
        let army = DraggedArmy { centroid: DVec2::ZERO, radii: &[1.0] };
        drag(line, army, &order(Shape::Grid), &mut DragScratch::default()).unwrap_err()
    };
    assert_eq!(refused(&[]).kind, FaultKind::InvalidArgument);
    let not_finite = refused(&[at(0.0, 0.0), at(f64::NAN, 0.0)]);
    assert_eq!((not_finite.kind, not_finite.text.starts_with("line[1] is ")), (FaultKind::NotFinite, true));
    assert_eq!(refused(&[at(0.0, 0.0), at(1e300, 0.0)]).kind, FaultKind::OutOfRange);
}

proptest! {
    #[test]
    fn a_straight_line_is_filled_evenly_from_end_to_end_whichever_way_it_was_drawn(
        (ax, ay, bx, by) in (-3000.0..3000.0f64, -3000.0..3000.0f64, -3000.0..3000.0f64, -3000.0..3000.0f64),
        count in 2_usize..60,
        radius in 10.0..90.0f64,
        pitch in 30.0..200.0f64,
    ) {
        let mut army = block(count);
        army.radii.fill(radius);
        let order = Order { spacing: DVec2::splat(pitch), ..order(Shape::Grid) };
        let (a, b) = (DVec2::new(ax, ay), DVec2::new(bx, by));
        let length = a.distance(b);
        prop_assume!(length > pitch.max(50.0) + 1.0);
        let drag = dragged(&[a.extend(5.0), b.extend(9.0)], &army, &order);
        let reversed = dragged(&[b.extend(9.0), a.extend(5.0)], &army, &order);
        let side = (b - a).perp_dot(army.centroid() - a);
        if side.abs() > 10.0 {
            prop_assert!((drag.direction - reversed.direction).length() < 1e-9);
            prop_assert!(drag.direction.dot(army.centroid() - a) < 0.0);
        }
        prop_assert_eq!(drag.center.z, 7.0);
        prop_assert!(drag.direction.dot(b - a).abs() < 1e-6 * length);
        let columns = ((length / pitch.max(2.0 * radius) + 1e-6).floor() as usize + 1).min(count);
        prop_assert_eq!(drag.frontage as usize, columns);
        let slots = slots_of(&[a.extend(5.0), b.extend(9.0)], &army, &order);
        prop_assert_eq!(slots.len(), count.div_ceil(columns) * columns);
        prop_assert!(least_gap(&slots) >= (2.0 * radius).max(pitch) * (1.0 - 1e-6) || columns == 1);
        if columns > 1 {
            for step in 0..columns {
                let expected = a + (b - a) * (step as f64 / (columns - 1) as f64);
                prop_assert!(slots[..columns].iter().any(|place| place.distance(expected) < 1e-6), "{expected}");
            }
        }
    }
}
