//! Reported cases of drawn lines, through the whole call (F20).

mod support;

use glam::{DVec2, DVec3};
use phalanx::formation::drag::{DragScratch, DraggedArmy, Drawn, drag};
use phalanx::formation::order::{Order, Shape};
use phalanx::formation::output::Outcome;
use phalanx::formation::shape::points::OwnPoints;
use phalanx::geometry::closest_pair::ClosestPair;
use support::{Answer, Army, formed, least_gap, order};

fn at(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

/// Draws the line and forms up by it.
fn formed_by(line: &[DVec3], army: &Army, order: &Order) -> Answer {
    let mut scratch = DragScratch::default();
    let seen = DraggedArmy { centroid: army.centroid(), radii: &army.radii };
    let drag = drag(line, seen, order, &mut scratch).expect("the line is sound");
    let mut order = drag.applied(order);
    if drag.drawn == Drawn::Curve {
        order.shape = Shape::Points(OwnPoints::new(&scratch.places, &mut ClosestPair::default()).unwrap());
    }
    formed(&order, army)
}

fn block(count: usize) -> Army {
    Army::at((0..count).map(|index| ((index % 10) as f64 * 100.0, -600.0 - (index / 10) as f64 * 100.0)))
}

fn ends_of_row(answer: &Answer) -> (f64, f64) {
    let across = answer.places().into_iter().map(|place| place.x);
    (across.clone().fold(f64::INFINITY, f64::min), across.fold(f64::NEG_INFINITY, f64::max))
}

#[test]
fn case_3_a_second_line_ahead_keeps_everybody_in_place() {
    let mut army = block(10);
    let mut order = order(Shape::Grid);
    order.direction = DVec2::Y;
    let line = |y| [at(-450.0, y), at(450.0, y)];
    army.locations = formed_by(&line(1000.0), &army, &order).goals.goal;
    let second = formed_by(&line(2000.0), &army, &order);
    for (goal, location) in second.goals.goal.iter().zip(&army.locations) {
        assert_eq!(*goal - *location, at(0.0, 1000.0));
    }
}

#[test]
fn case_4_a_tiny_drag_is_a_click() {
    let army = block(20);
    let line = [at(0.0, 0.0), at(15.0, 0.0)];
    let answer = formed_by(&line, &army, &order(Shape::Grid));
    assert!(least_gap(&answer.places()) >= 100.0 - 1e-6);
    assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 20);
}

#[test]
fn case_7_wide_bodies_widen_the_pitch() {
    let mut army = block(30);
    army.radii.fill(60.0);
    let line = [at(0.0, 0.0), at(1000.0, 0.0)];
    let answer = formed_by(&line, &army, &order(Shape::Grid));
    assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 30);
    assert!(least_gap(&answer.places()) >= 120.0 - 1e-6);
    assert_eq!(ends_of_row(&answer), (0.0, 1000.0));
}

#[test]
fn case_33_two_stand_on_the_ends_and_one_in_the_middle() {
    let line = [at(0.0, 0.0), at(1000.0, 0.0)];
    let mut places = formed_by(&line, &block(2), &order(Shape::Grid)).places();
    places.sort_by(|a, b| a.x.total_cmp(&b.x));
    assert_eq!(places, [DVec2::ZERO, DVec2::new(1000.0, 0.0)]);
    assert_eq!(formed_by(&line, &block(1), &order(Shape::Grid)).places(), [DVec2::new(500.0, 0.0)]);
}

#[test]
fn whoever_finds_no_place_in_the_first_row_stands_behind() {
    let army = block(25);
    let answer = formed_by(&[at(-450.0, 0.0), at(450.0, 0.0)], &army, &order(Shape::Grid));
    let in_row = |y: f64| answer.places().iter().filter(|place| place.y == y).count();
    assert_eq!([in_row(0.0), in_row(-100.0), in_row(-200.0)], [10, 10, 5]);
}

#[test]
fn an_army_stands_along_a_drawn_curve() {
    let corner = [at(-1000.0, 0.0), at(0.0, 500.0), at(1000.0, 0.0)];
    for count in [2, 20, 50] {
        let answer = formed_by(&corner, &block(count), &order(Shape::Grid));
        assert_eq!(answer.report.outcomes[Outcome::Placed as usize] as usize, count);
        assert!(least_gap(&answer.places()) >= 80.0);
        for end in [-1000.0, 1000.0] {
            assert!(answer.places().iter().any(|place| place.distance(DVec2::new(end, 0.0)) < 1e-6));
        }
    }
}
