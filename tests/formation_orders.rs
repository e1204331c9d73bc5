//! Whole orders: what the march must not change, stability, layers, standing circles, outcomes and the report
//! (F29, F30, F32, F38, F39, F41).

mod support;

use glam::{DVec2, DVec3};
use phalanx::formation::assign::NO_SLOT;
use phalanx::formation::order::{CostRule, Mode, PolygonRule, RingRule, Shape, Sizing};
use phalanx::formation::output::Outcome;
use phalanx::formation::roster::StandingCircle;
use proptest::prelude::*;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use support::{Army, formed, formed_on, least_gap, least_gap_in_flight, order, worlds};

const SHAPES: [Shape; 5] = [
    Shape::Grid,
    Shape::Circle(RingRule::Chord),
    Shape::Polygon { segments: 5, rule: PolygonRule::Rings },
    Shape::Polygon { segments: 6, rule: PolygonRule::Clip(RingRule::Chord) },
    Shape::Wedge,
];

fn scattered(count: usize, width: f64, seed: u64) -> Army {
    let mut random = Pcg64::seed_from_u64(seed);
    Army::at(
        (0..count)
            .map(|_| ((support::uniform(&mut random) - 0.5) * width, (support::uniform(&mut random) - 0.5) * width)),
    )
}

#[test]
fn a_block_ordered_behind_itself_marches_without_a_meeting() {
    let army =
        Army::at((0..64).map(|index| (f64::from(index % 8) * 100.0 - 350.0, f64::from(index / 8) * 100.0 - 350.0)));
    let mut order = order(Shape::Grid);
    order.region = DVec2::splat(800.0);
    order.center = DVec3::new(-1500.0, 0.0, 0.0);
    order.direction = DVec2::NEG_X;
    let answer = formed(&order, &army);
    assert_eq!(answer.report.longest_walk, 1500.0);
    let from: Vec<DVec2> = army.locations.iter().map(|location| location.truncate()).collect();
    assert!(least_gap_in_flight(&from, &answer.places()) >= 100.0 - 1e-6);
    assert_eq!(answer.report.cost, 0.0, "centred on both sides nobody moves");
}

#[test]
fn how_far_the_army_marches_does_not_change_who_stands_where() {
    let army = scattered(150, 1500.0, 1);
    for shape in SHAPES {
        let mut order = order(shape);
        let near = formed(&order, &army);
        order.center = DVec3::new(20_480.0, -4096.0, 0.0);
        let far = formed(&order, &army);
        assert_eq!(near.goals.slot, far.goals.slot, "{shape:?}");
        assert_eq!(near.report.cost, far.report.cost);
    }
}

#[test]
fn goals_fed_back_as_positions_give_the_same_map_and_no_walk() {
    for shape in SHAPES {
        for count in [2, 3, 17, 100, 333] {
            let mut order = order(shape);
            order.direction = DVec2::new(0.6, 0.8);
            let mut army = scattered(count, 2000.0, count as u64);
            let first = formed(&order, &army);
            army.locations = first.goals.goal.clone();
            let again = formed(&order, &army);
            assert_eq!(again.goals.goal, first.goals.goal, "{shape:?} {count}");
            assert_eq!(again.report.longest_walk, 0.0);
            let march = DVec3::new(3000.0, 1000.0, 0.0);
            order.center += march;
            let moved = formed(&order, &army);
            assert_eq!(moved.goals.slot, first.goals.slot, "{shape:?} {count}");
        }
    }
}

#[test]
fn layers_are_solved_apart_over_all_slots() {
    let mut army = scattered(60, 900.0, 3);
    for agent in 0..60 {
        army.can_fly[agent] = u8::from(agent % 2 == 0);
    }
    // A canvas of 36 slots holds thirty of each layer.
    let mut order = order(Shape::Grid);
    order.sizing = Sizing::Fixed;
    order.region = DVec2::splat(600.0);
    let both = formed(&order, &army);
    assert_eq!(both.report.outcomes[Outcome::Placed as usize], 60);
    for layer in 0..2 {
        let places: Vec<DVec2> = both.places().into_iter().skip(layer).step_by(2).collect();
        assert!(least_gap(&places) >= 100.0 - 1e-9);
    }
}

#[test]
fn slots_inside_standing_circles_are_for_the_air_alone() {
    let mut army = scattered(40, 900.0, 4);
    for agent in 20..40 {
        army.can_fly[agent] = 1;
    }
    army.standing = vec![
        StandingCircle { center: DVec2::new(50.0, 0.0), radius: 120.0 },
        StandingCircle { center: DVec2::new(-210.0, 100.0), radius: 30.0 },
    ];
    army.radii[5] = 90.0;
    let answer = formed(&order(Shape::Grid), &army);
    assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 40);
    let places = answer.places();
    let mut air_inside = 0;
    for circle in &army.standing {
        for (agent, place) in places[..20].iter().enumerate() {
            let distance = place.distance(circle.center);
            assert!(distance >= circle.radius + army.radii[agent].max(50.0) - 1e-6, "agent {agent}: {distance}");
        }
        air_inside += (20..40).filter(|agent| places[*agent].distance(circle.center) < circle.radius + 50.0).count();
    }
    assert!(air_inside > 0, "the air uses what the ground may not");
}

#[test]
fn the_report_tells_what_happened() {
    let mut army = scattered(30, 900.0, 5);
    army.eligible[3] = 0;
    army.locations[4].x = f64::NAN;
    let mut order = order(Shape::Grid);
    let mut world = worlds::flat_where(|place| place.x < 120.0);
    let answer = formed_on(&mut world, &order, &army);
    let report = answer.report;
    for outcome in [Outcome::Placed, Outcome::Ineligible, Outcome::BadPosition, Outcome::Overflow] {
        let counted = answer.goals.outcome.iter().filter(|other| **other == outcome).count();
        assert_eq!(report.outcomes[outcome as usize], counted as u64);
    }
    assert_eq!(report.slots_made, 28, "7 by 4");
    assert!(report.slots_dropped >= 4 && report.slots_grown >= 4, "{report:?}");
    assert!(report.probes >= 32 && report.probe_batches >= 2);
    assert_eq!((report.extent.width, report.extent.height), (7, 4));
    let walks = |answer: &support::Answer| {
        (0..30)
            .filter(|agent| answer.goals.slot[*agent] != NO_SLOT)
            .map(|agent| answer.places()[agent] - army.locations[agent].truncate())
            .collect::<Vec<_>>()
    };
    let longest = walks(&answer).iter().map(|walk| walk.length()).fold(0.0, f64::max);
    assert!((report.longest_walk - longest).abs() < 1e-9);
    let centred = |walks: &[DVec2]| {
        let mean = walks.iter().sum::<DVec2>() / walks.len() as f64;
        walks.iter().map(|walk| (*walk - mean).length_squared()).sum::<f64>()
    };
    // Rounding to a quantum moves each walk by at most a quantum's diagonal.
    assert!((report.cost / centred(&walks(&answer)) - 1.0).abs() < 1e-3);
    order.cost = CostRule::Euclid;
    let plain = formed_on(&mut world, &order, &army);
    let length: f64 = walks(&plain).iter().map(|walk| walk.length()).sum();
    assert!((plain.report.cost / length - 1.0).abs() < 1e-3);
}

#[test]
fn plain_distance_never_costs_more_than_the_squared_map() {
    for seed in 0..10 {
        let army = scattered(60, 1200.0, seed);
        let mut order = order(Shape::Grid);
        order.center = DVec3::new(800.0, 0.0, 0.0);
        let length = |answer: &support::Answer| {
            answer.places().iter().zip(&army.locations).map(|(to, from)| to.distance(from.truncate())).sum::<f64>()
        };
        let squared = length(&formed(&order, &army));
        order.cost = CostRule::Euclid;
        assert!(length(&formed(&order, &army)) <= squared * 1.0001, "seed {seed}");
    }
}

#[test]
fn keep_formation_takes_no_slots_and_turns_clockwise_from_above() {
    let army = Army::at([(100.0, 0.0), (-100.0, 0.0), (0.0, 0.0)]);
    let mut order = order(Shape::Grid);
    order.mode = Mode::KeepFormation;
    order.center = DVec3::new(1000.0, 0.0, 0.0);
    order.keep_rotate_degrees = 90.0;
    let answer = formed(&order, &army);
    assert!(answer.goals.slot.iter().all(|slot| *slot == NO_SLOT));
    // Up is +Z and +Y lies to the right of +X, so clockwise from above turns +X to +Y.
    assert!(answer.places()[0].distance(DVec2::new(1000.0, 100.0)) < 1e-9);
    assert!(answer.places()[1].distance(DVec2::new(1000.0, -100.0)) < 1e-9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn everybody_gets_one_distinct_slot_and_free_slots_lie_no_further_in(
        count in 2usize..200,
        shape in 0usize..5,
        direction in (-1.0..1.0f64, -1.0..1.0f64),
        spacing in (40.0..200.0f64, 40.0..200.0f64),
        margin in 1.0..3.0f64,
        seed in any::<u64>(),
    ) {
        let mut order = order(SHAPES[shape]);
        order.direction = DVec2::from(direction);
        order.spacing = DVec2::from(spacing);
        order.slot_count_margin = margin;
        let mut army = scattered(count, 3000.0, seed);
        army.radii.fill(0.4 * spacing.0.min(spacing.1));
        let answer = formed(&order, &army);
        let mut slots = answer.goals.slot.clone();
        slots.sort_unstable();
        slots.dedup();
        prop_assert_eq!(slots.len(), count);
        prop_assert!(slots.iter().all(|slot| *slot != NO_SLOT));
        prop_assert_eq!(answer.report.outcomes[Outcome::Placed as usize], count as u64);
        prop_assert!(answer.report.slots_made as f64 >= (count as f64 * margin).ceil());
        // Rings fill from the inside: with r rings in use, all but the last are full, so no ring number is skipped.
        let mut rings = answer.goals.ring.clone();
        rings.sort_unstable();
        rings.dedup();
        prop_assert_eq!(rings.clone(), (0..rings.len() as u32).collect::<Vec<_>>());
    }

    #[test]
    fn order_of_input_and_threads_change_no_byte(
        count in 2usize..150,
        shape in 0usize..5,
        mode in 0usize..2,
        seed in any::<u64>(),
    ) {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut order = order(SHAPES[shape]);
        order.mode = [Mode::ReformTheLine, Mode::KeepFormation][mode];
        order.offset = 7.0;
        let mut army = scattered(count, 2000.0, seed);
        for agent in 0..count {
            army.radii[agent] = [30.0, 45.0, 130.0][(support::uniform(&mut random) * 3.0) as usize];
            army.can_fly[agent] = u8::from(support::uniform(&mut random) < 0.2);
        }
        let first = formed(&order, &army);
        let permutation = support::permutation(count, &mut random);
        let second = support::form_up_threads(&order, &army.permuted(&permutation), 4).unwrap();
        for (index, original) in permutation.iter().enumerate() {
            prop_assert_eq!(second.goals.goal[index].to_array().map(f64::to_bits), first.goals.goal[*original].to_array().map(f64::to_bits));
            prop_assert_eq!(second.goals.slot[index], first.goals.slot[*original]);
            prop_assert_eq!(second.goals.outcome[index], first.goals.outcome[*original]);
        }
        prop_assert_eq!(first.report, second.report);
    }
}
