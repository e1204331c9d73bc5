//! Faults that users of other systems reported, each with the answer that a right library gives. Lengths in cm.

#![allow(clippy::disallowed_methods, reason = "an oracle may use the platform's trigonometry")]

mod support;

use std::f64::consts::TAU;

use glam::{DVec2, DVec3};
use phalanx::formation::assign::NO_SLOT;
use phalanx::formation::order::{Mode, Shape, Sizing};
use phalanx::formation::output::{Outcome, REPORT_DIRECTION_DEFAULTED};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use support::worlds::flat_where;
use support::{Army, circle, exchange_stable, formed, formed_on, least_gap, least_gap_in_flight, order};

/// Places of a W×H block facing +Y, pitch 100, centred on `center`.
fn block(columns: usize, rows: usize, center: (f64, f64)) -> Vec<(f64, f64)> {
    let middle = |count: usize| (count as f64 - 1.0) / 2.0;
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .map(|(column, row)| {
            let (x, y) = ((column as f64 - middle(columns)) * 100.0, (row as f64 - middle(rows)) * 100.0);
            (center.0 + x, center.1 + y)
        })
        .collect()
}

/// Normally distributed places, by the sum of uniform numbers (enough for a scatter).
fn scatter(count: usize, sigma: f64, seed: u64) -> Vec<(f64, f64)> {
    let mut random = Pcg64::seed_from_u64(seed);
    (0..count).map(|_| (support::normal(&mut random) * sigma, support::normal(&mut random) * sigma)).collect()
}

#[test]
fn case_1_an_order_to_the_rear_does_not_flip_the_block() {
    let army = Army::at(block(4, 4, (0.0, 0.0)));
    let mut order = order(Shape::Grid);
    order.region = DVec2::splat(400.0);
    order.center = DVec3::new(0.0, -1000.0, 0.0);
    order.direction = DVec2::new(0.0, -1.0);
    let answer = formed(&order, &army);
    assert_eq!(answer.report.longest_walk, 1000.0);
    let from: Vec<DVec2> = army.locations.iter().map(|location| location.truncate()).collect();
    assert!(exchange_stable(&from, &answer.places()));
}

#[test]
fn case_6_a_click_inside_the_group_makes_no_clump() {
    let army = Army::at(scatter(50, 400.0, 6));
    for shape in [Shape::Grid, circle(), Shape::Wedge] {
        let mut order = order(shape);
        order.center = DVec3::new(10.0, 0.0, 0.0);
        let answer = formed(&order, &army);
        assert!(least_gap(&answer.places()) >= 100.0 - 1e-6, "{shape:?}");
    }
}

#[test]
fn case_9_one_agent_goes_to_the_center_and_none_is_fine() {
    for shape in [Shape::Grid, circle(), Shape::Wedge] {
        for mode in [Mode::ReformTheLine, Mode::KeepFormation] {
            let mut order = order(shape);
            order.mode = mode;
            order.slot_count_margin = 3.0;
            order.center = DVec3::new(123.4, -56.7, 8.9);
            let one = formed(&order, &Army::at([(5.0, 5.03)]));
            assert_eq!(one.goals.goal, [order.center]);
            assert_eq!(one.goals.outcome, [Outcome::Placed]);
            let none = formed(&order, &Army::default());
            assert!(none.goals.goal.is_empty());
        }
    }
}

#[test]
fn case_10_agents_at_one_point_far_from_the_center() {
    for count in [1, 2, 3, 26] {
        let army = Army::at(vec![(0.0, 0.0); count]);
        let mut order = order(Shape::Grid);
        order.center = DVec3::new(1e6, 0.0, 0.0);
        let answer = formed(&order, &army);
        assert!(least_gap(&answer.places()) >= 100.0 - 1e-6);
        assert_eq!(answer.report.outcomes[Outcome::Placed as usize], count as u64);
    }
}

#[test]
fn case_12_the_formation_sits_on_the_click() {
    for shape in [circle(), Shape::Grid] {
        for count in 1..=12 {
            let mut order = order(shape);
            order.direction = DVec2::Y;
            let army = Army::at(block(count, 1, (700.0, 300.0)));
            let answer = formed(&order, &army);
            assert_eq!(answer.report.outcomes[Outcome::Placed as usize], count as u64);
            if count == 1 {
                assert_eq!(answer.goals.goal, [DVec3::ZERO]);
            } else if answer.report.slots_made == count as u64 {
                let mean = answer.places().iter().sum::<DVec2>() / count as f64;
                assert!(mean.length() <= 1e-3, "{shape:?} {count}: {mean}");
            }
        }
    }
}

#[test]
fn case_13_a_large_body_among_small_ones_gets_its_slot_too() {
    let mut army = Army::at(scatter(12, 300.0, 13));
    army.radii[11] = 120.0;
    let answer = formed(&order(Shape::Grid), &army);
    assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 12);
    assert!(answer.goals.slot.iter().all(|slot| *slot != NO_SLOT));
    let places = answer.places();
    for small in 0..11 {
        assert!(places[small].distance(places[11]) >= 160.0 * (1.0 - 1e-4));
    }
}

#[test]
fn case_15_facing_turns_the_goals_with_it() {
    let army = Army::at(block(3, 3, (0.0, 0.0)));
    for degrees in [0.0_f64, 17.0, 45.0, 90.0, 133.0] {
        let direction = DVec2::from_angle(degrees.to_radians());
        let mut first = order(Shape::Grid);
        first.region = DVec2::splat(300.0);
        first.direction = direction;
        let mut second = first.clone();
        second.direction = direction.perp();
        let turned: Vec<DVec2> = formed(&first, &army).places().iter().map(|place| place.perp()).collect();
        for place in formed(&second, &army).places() {
            assert!(turned.iter().any(|other| other.distance(place) <= 1e-3), "{degrees}: {place}");
        }
    }
}

#[test]
fn case_16_the_wedge_points_where_the_order_faces() {
    let army = Army::at(block(3, 2, (-400.0, 200.0)));
    for direction in [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y] {
        let mut order = order(Shape::Wedge);
        order.direction = direction;
        let front = formed(&order, &army).places();
        let apex = direction * 100.0;
        assert!(front.iter().any(|place| place.distance(apex) <= 1e-6), "{direction}: {front:?}");
        assert!(front.iter().all(|place| place.dot(direction) <= 100.0 + 1e-6));
    }
}

#[test]
fn case_18_nobody_is_sent_off_the_ground() {
    let army = Army::at(scatter(40, 200.0, 18));
    let mut world = flat_where(|place| place.length() <= 300.0);
    let answer = formed_on(&mut world, &order(Shape::Grid), &army);
    for (goal, outcome) in answer.places().iter().zip(&answer.goals.outcome) {
        match outcome {
            Outcome::Placed => assert!(goal.length() <= 300.0),
            Outcome::Overflow => assert_eq!(*goal, DVec2::ZERO),
            other => panic!("{other:?}"),
        }
    }
    let placed = answer.report.outcomes[Outcome::Placed as usize];
    assert!(placed > 20 && placed < 40, "{placed}");
}

#[test]
fn case_19_a_formation_on_the_maps_corner_grows_inwards() {
    let army = Army::at(block(3, 3, (4000.0, 4000.0)));
    let mut order = order(Shape::Grid);
    order.center = DVec3::new(4990.0, 4990.0, 0.0);
    let mut world = flat_where(|place| place.min_element() >= 0.0 && place.max_element() <= 5000.0);
    let answer = formed_on(&mut world, &order, &army);
    assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 9);
    assert!(least_gap(&answer.places()) >= 100.0 - 1e-6);
    assert!(answer.places().iter().all(|place| place.max_element() <= 5000.0));
}

#[test]
fn case_21_air_and_ground_keep_their_offsets_order_after_order() {
    let mut army = Army::at(block(5, 2, (30.0, 70.0)));
    army.can_fly[5..].fill(1);
    army.locations[5..].iter_mut().for_each(|location| location.z = 800.0);
    let offsets = |locations: &[DVec3]| locations.iter().map(|at| *at - locations[0]).collect::<Vec<_>>();
    let before = offsets(&army.locations);
    for step in 1..=2 {
        let mut order = order(Shape::Grid);
        order.mode = Mode::KeepFormation;
        order.center = DVec3::new(30.0 + 1000.0 * f64::from(step), 70.0, 0.0);
        army.locations = formed(&order, &army).goals.goal;
        assert_eq!(offsets(&army.locations), before);
    }
}

#[test]
fn case_22_a_ring_ordered_to_its_rear_does_not_trade_sides() {
    let places = (0..9).map(|index| {
        let angle = TAU * f64::from(index) / 9.0;
        (200.0 * angle.cos(), 200.0 * angle.sin())
    });
    let army = Army::at(places);
    let mut order = order(circle());
    order.inner_radius = 200.0;
    order.center = DVec3::new(-1500.0, 0.0, 0.0);
    order.direction = DVec2::NEG_X;
    let answer = formed(&order, &army);
    let from: Vec<DVec2> = army.locations.iter().map(|location| location.truncate()).collect();
    assert!(exchange_stable(&from, &answer.places()));
    assert!(answer.report.longest_walk < 1600.0, "{}", answer.report.longest_walk);
}

#[test]
fn case_24_a_large_circle_has_several_rings() {
    let army = Army::at(scatter(200, 600.0, 24));
    let answer = formed(&order(circle()), &army);
    assert!(answer.places().iter().all(|place| place.length() <= 900.0));
    assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 200);
}

#[test]
fn case_25_no_direction_and_no_distance_still_gives_finite_goals() {
    let army = Army::at(vec![(70.0, -30.0); 9]);
    for shape in [Shape::Grid, circle(), Shape::Wedge] {
        let mut order = order(shape);
        order.direction = DVec2::ZERO;
        order.center = DVec3::new(70.0, -30.0, 0.0);
        let answer = formed(&order, &army);
        assert!(answer.goals.goal.iter().all(|goal| goal.is_finite()));
        assert_ne!(answer.report.bits & REPORT_DIRECTION_DEFAULTED, 0);
    }
}

#[test]
fn case_27_a_wedge_turned_about_does_not_cross_through_its_leader() {
    let places = (0..4).flat_map(|row| {
        (0..=row)
            .map(move |column| ((f64::from(column) - f64::from(row) / 2.0) * 100.0, 150.0 - f64::from(row) * 100.0))
    });
    let army = Army::at(places);
    let mut order = order(Shape::Wedge);
    order.direction = DVec2::NEG_Y;
    let answer = formed(&order, &army);
    let from: Vec<DVec2> = army.locations.iter().map(|location| location.truncate()).collect();
    assert!(answer.report.longest_walk <= 300.0, "{}", answer.report.longest_walk);
    let gap = least_gap_in_flight(&from, &answer.places());
    assert!(gap >= 70.0, "{gap}");
}

#[test]
fn case_28_the_order_of_the_input_does_not_matter() {
    let mut army = Army::at(scatter(60, 500.0, 28));
    for (index, radius) in army.radii.iter_mut().enumerate() {
        *radius = [40.0, 80.0, 160.0][index % 3];
    }
    let order = order(Shape::Grid);
    let first = formed(&order, &army);
    let mut random = Pcg64::seed_from_u64(28);
    for _ in 0..100 {
        let permutation = support::permutation(army.len(), &mut random);
        let shuffled = formed(&order, &army.permuted(&permutation));
        for (index, original) in permutation.iter().enumerate() {
            assert_eq!(
                shuffled.goals.goal[index].to_array().map(f64::to_bits),
                first.goals.goal[*original].to_array().map(f64::to_bits)
            );
            assert_eq!(shuffled.goals.slot[index], first.goals.slot[*original]);
        }
    }
}

#[test]
fn case_30_a_full_canvas_flags_the_rest() {
    let army = Army::at(scatter(25, 300.0, 30));
    let mut order = order(Shape::Grid);
    order.sizing = Sizing::Fixed;
    order.region = DVec2::splat(200.0);
    let fixed = formed(&order, &army);
    assert_eq!(fixed.report.outcomes[Outcome::Placed as usize], 4);
    assert_eq!(fixed.report.outcomes[Outcome::Overflow as usize], 21);
    order.grow_fixed = true;
    let grown = formed(&order, &army);
    assert_eq!(grown.report.outcomes[Outcome::Placed as usize], 25);
}

#[test]
fn case_31_a_plus_arrives_as_a_plus() {
    let army = Army::at([(0.0, 0.0), (100.0, 0.0), (-100.0, 0.0), (0.0, 100.0), (0.0, -100.0)]);
    let mut order = order(Shape::Grid);
    order.mode = Mode::KeepFormation;
    order.center = DVec3::new(5000.0, 3000.0, 0.0);
    let answer = formed(&order, &army);
    for (goal, location) in answer.goals.goal.iter().zip(&army.locations) {
        assert_eq!(*goal, *location + order.center);
    }
}

#[test]
fn case_36_more_rings_than_members() {
    let army = Army::at([(0.0, 0.0), (50.0, 80.0)]);
    for inner_radius in [0.0, 10_000.0] {
        let mut order = order(circle());
        order.inner_radius = inner_radius;
        let answer = formed(&order, &army);
        assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 2);
    }
}

#[test]
fn case_37_a_position_that_is_no_number_harms_nobody_else() {
    let army = Army::at(scatter(30, 300.0, 37));
    let mut broken = army.clone();
    broken.locations.insert(7, DVec3::new(f64::NAN, 0.0, 0.0));
    broken.radii.insert(7, 40.0);
    broken.unique_ids.insert(7, 1000);
    broken.can_fly.insert(7, 0);
    broken.eligible.insert(7, 1);
    broken.z_frozen.insert(7, 0);
    for mode in [Mode::ReformTheLine, Mode::KeepFormation] {
        let mut order = order(Shape::Grid);
        order.mode = mode;
        let mut answer = formed(&order, &broken);
        assert_eq!(answer.goals.outcome.remove(7), Outcome::BadPosition);
        assert_eq!(answer.goals.goal.remove(7), order.center);
        assert_eq!(answer.goals.goal, formed(&order, &army).goals.goal);
    }
}
