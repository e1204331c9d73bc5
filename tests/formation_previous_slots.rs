//! Earlier slots: stability on any ground, losses and reinforcements (F38).

mod support;

use glam::{DVec2, DVec3};
use phalanx::formation::assign::NO_SLOT;
use phalanx::formation::order::{HolePolicy, Order, PolygonRule, RingRule, Shape};
use phalanx::formation::output::Outcome;
use proptest::prelude::*;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use support::{Answer, Army, formed, formed_on, order, uniform, worlds};

const SHAPES: [Shape; 5] = [
    Shape::Grid,
    Shape::Circle(RingRule::Chord),
    Shape::Polygon { segments: 5, rule: PolygonRule::Rings },
    Shape::Wedge,
    Shape::Line,
];

fn scattered(count: usize, width: f64, seed: u64) -> Army {
    let mut random = Pcg64::seed_from_u64(seed);
    Army::at((0..count).map(|_| ((uniform(&mut random) - 0.5) * width, (uniform(&mut random) - 0.5) * width)))
}

/// The army as it stands after a call, and the order that goes on from it.
fn after(answer: &Answer, army: &Army, order: &Order<'static>) -> (Army, Order<'static>) {
    let mut army = army.clone();
    army.locations = answer.goals.goal.clone();
    army.previous_slots = answer.goals.slot.clone();
    (army, Order { previous_slot_count: answer.report.slot_target, ..order.clone() })
}

/// The army without these agents.
fn without(army: &Army, fallen: &[usize]) -> Army {
    let left: Vec<usize> = (0..army.len()).filter(|agent| !fallen.contains(agent)).collect();
    army.permuted(&left)
}

fn some_of(count: usize, wanted: usize, random: &mut Pcg64) -> Vec<usize> {
    let mut all = support::permutation(count, random);
    all.truncate(wanted);
    all
}

fn changed(army: &Army, answer: &Answer) -> usize {
    army.previous_slots.iter().zip(&answer.goals.slot).filter(|(before, now)| before != now).count()
}

fn assert_no_exchange_halves(army: &Army, answer: &Answer) {
    let walk = |agent: usize, goal: usize| answer.places()[goal].distance(army.locations[agent].truncate());
    for agent in 0..army.len() {
        for other in 0..agent {
            let now = walk(agent, agent).max(walk(other, other));
            let then = walk(agent, other).max(walk(other, agent));
            assert!(now < 1.0 || then > 0.499 * now, "agents {agent} and {other}: {now} could be {then}");
        }
    }
}

fn assert_no_inner_slot_is_free(answer: &Answer) {
    let mut rings = answer.goals.ring.clone();
    rings.sort_unstable();
    let last = *rings.last().unwrap();
    // Rings below the last hold what the same rings hold when the lattice is full of agents.
    assert!(rings.iter().all(|ring| *ring != NO_SLOT));
    assert!((0..last).all(|ring| rings.binary_search(&ring).is_ok()));
}

#[test]
fn on_broken_ground_everybody_stays_and_marches_where_the_ground_is_the_same() {
    for (seed, shape) in SHAPES.into_iter().enumerate() {
        let army = scattered(120, 1800.0, seed as u64);
        let mut order = order(shape);
        // Stripes to the left alone: the used slots lie far to one side. The pattern repeats every 3000.
        let mut world = worlds::flat_where(|place| {
            let (x, y) = (place.x.rem_euclid(3000.0), place.y.rem_euclid(3000.0));
            !(x > 1500.0 && y.rem_euclid(250.0) < 120.0)
        });
        let first = formed_on(&mut world, &order, &army);
        assert!(first.report.slots_dropped > 0);
        let (army, next) = after(&first, &army, &order);
        let again = formed_on(&mut world, &next, &army);
        assert_eq!(again.goals.goal, first.goals.goal, "{shape:?}");
        assert_eq!(again.report.longest_walk, 0.0);
        order = Order { center: order.center + DVec3::new(3000.0, -3000.0, 0.0), ..next };
        let moved = formed_on(&mut world, &order, &army);
        assert_eq!(moved.goals.slot, first.goals.slot, "{shape:?}");
    }
}

#[test]
fn the_lattice_is_kept_down_to_85_per_cent_and_no_further() {
    for hole_policy in [HolePolicy::Rings, HolePolicy::RearRank] {
        let army = scattered(100, 1800.0, 1);
        let order = Order { hole_policy, ..order(Shape::Grid) };
        let first = formed(&order, &army);
        assert_eq!(first.report.slot_target, 100);
        let (army, next) = after(&first, &army, &order);
        for (left, slots) in [(100, 100), (85, 100), (84, 84)] {
            let answer = formed(&next, &without(&army, &(left..100).collect::<Vec<_>>()));
            assert_eq!(answer.report.slot_target, slots);
        }
        let anew = Order { previous_slot_count: 0, ..next };
        assert_eq!(formed(&anew, &without(&army, &[3])).report.slot_target, 99);
    }
}

#[test]
fn reinforcements_take_the_free_slots_of_the_lowest_rings_and_nobody_else_moves() {
    for shape in SHAPES {
        let army = scattered(95, 1500.0, 2);
        let order = order(shape);
        let first = formed(&order, &army);
        let (mut army, next) = after(&first, &army, &order);
        let free = first.report.slots_made as usize - 95;
        // Two fall of whom one stood in the middle, and as many come as there is room for.
        let inner = (0..95).min_by_key(|agent| first.goals.ring[*agent]).unwrap();
        army = without(&army, &[inner, (inner + 1) % 95]);
        let old = army.len();
        for newcomer in 0..2 + free.min(3) {
            army.locations.push(DVec3::new(4000.0, 300.0 * newcomer as f64, 0.0));
            army.radii.push(40.0);
            army.unique_ids.push(1000 + newcomer as u64);
            army.can_fly.push(0);
            army.eligible.push(1);
            army.z_frozen.push(0);
        }
        let answer = formed(&next, &army);
        assert_eq!(answer.report.slots_made, first.report.slots_made, "{shape:?}: the lattice has room");
        assert_eq!(answer.goals.slot[..old], army.previous_slots[..], "{shape:?}");
        assert_eq!(answer.report.outcomes[Outcome::Placed as usize], army.len() as u64);
        assert_no_inner_slot_is_free(&answer);
    }
}

#[test]
fn nonsense_for_earlier_slots_does_no_harm() {
    let mut army = scattered(60, 1500.0, 3);
    army.previous_slots = vec![7; 60];
    army.previous_slots[5] = 4_000_000_000;
    army.previous_slots.truncate(31);
    let answer = formed(&order(Shape::Grid), &army);
    let mut slots = answer.goals.slot.clone();
    slots.sort_unstable();
    slots.dedup();
    assert_eq!(slots.len(), 60);
    assert_eq!(answer.goals.slot[0], 7, "of several the first keeps it");
    let absurd = Order { previous_slot_count: u64::MAX, ..order(Shape::Grid) };
    assert_eq!(formed(&absurd, &army).goals, answer.goals);
}

#[test]
fn a_turn_about_in_place_leaves_no_pair_that_crosses_the_field_for_nothing() {
    let army = scattered(80, 1500.0, 4);
    let order = order(Shape::Grid);
    let first = formed(&order, &army);
    let (army, next) = after(&first, &army, &order);
    let turned = Order { direction: DVec2::NEG_X, ..next };
    let answer = formed(&turned, &army);
    assert_no_exchange_halves(&army, &answer);
    assert!(changed(&army, &answer) > 0);
}

#[test]
fn bodies_of_different_size_keep_their_slots_and_stay_clear() {
    for seed in 0..8 {
        let mut army = scattered(70, 1500.0, seed);
        let mut random = Pcg64::seed_from_u64(seed);
        army.radii.iter_mut().for_each(|radius| *radius = if uniform(&mut random) < 0.15 { 130.0 } else { 40.0 });
        let order = order(Shape::Grid);
        let first = formed(&order, &army);
        let (army, next) = after(&first, &army, &order);
        assert_eq!(formed(&next, &army).goals.goal, first.goals.goal);
        let army = without(&army, &some_of(70, 5, &mut random));
        let answer = formed(&next, &army);
        assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 65);
        for (agent, place) in answer.places().iter().enumerate() {
            for other in 0..agent {
                let apart = (army.radii[agent] + army.radii[other]) * (1.0 - 1e-4);
                assert!(place.distance(answer.places()[other]) >= apart);
            }
        }
        assert_no_exchange_halves_of_one_size(&army, &answer);
    }
}

fn assert_no_exchange_halves_of_one_size(army: &Army, answer: &Answer) {
    let slender: Vec<usize> = (0..army.len()).filter(|agent| army.radii[*agent] == 40.0).collect();
    let pick = |goals: &[DVec3]| slender.iter().map(|agent| goals[*agent]).collect::<Vec<_>>();
    let mut part = answer.clone();
    part.goals.goal = pick(&answer.goals.goal);
    assert_no_exchange_halves(&Army::at(pick(&army.locations).iter().map(|at| (at.x, at.y))), &part);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn after_losses_few_change_slots_no_inner_slot_stays_free_and_no_walk_could_be_halved(
        count in 4usize..200,
        shape in 0usize..5,
        share in 0.0..0.15f64,
        march in prop::option::of((-1e4..1e4f64, -1e4..1e4f64)),
        seed in any::<u64>(),
    ) {
        let mut random = Pcg64::seed_from_u64(seed);
        let army = scattered(count, 2500.0, seed);
        let order = order(SHAPES[shape]);
        let first = formed(&order, &army);
        let (army, mut next) = after(&first, &army, &order);
        let losses = ((share * count as f64) as usize).max(1).min(count * 15 / 100);
        let army = without(&army, &some_of(count, losses, &mut random));
        next.center += march.map_or(DVec3::ZERO, |(x, y)| DVec3::new(x, y, 0.0));
        let answer = formed(&next, &army);
        prop_assert_eq!(answer.report.outcomes[Outcome::Placed as usize], army.len() as u64);
        let rings = 1 + *first.goals.ring.iter().max().unwrap() as usize;
        prop_assert!(changed(&army, &answer) <= 2 * rings * losses, "{} of {losses}", changed(&army, &answer));
        assert_no_inner_slot_is_free(&answer);
        assert_no_exchange_halves(&army, &answer);
        // All rings below the last one used are as full as they were.
        let last = *answer.goals.ring.iter().max().unwrap();
        for ring in 0..last {
            let held = |goals: &[u32]| goals.iter().filter(|other| **other == ring).count();
            prop_assert_eq!(held(&answer.goals.ring), held(&first.goals.ring), "ring {}", ring);
        }
    }
}
