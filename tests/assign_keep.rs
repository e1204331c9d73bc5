//! KeepFormation over a slot list: everybody as near as may be to its place in the arrangement (F35).

mod assignment_rules;
#[path = "assignment_rules/instances.rs"]
mod instances;

use assignment_rules::{Outcome, clash};
use glam::{DVec2, I64Vec2};
use instances::*;
use phalanx::formation::assign::{LayerAgents, NO_SLOT};
use phalanx::formation::order::CostRule;
use proptest::prelude::*;

/// Ideal points: the offsets from the slots' centroid, rounded to a whole quantum.
fn ideal_points(agents: &Agents, slots: &Slots) -> Vec<I64Vec2> {
    let at = rounded(slots);
    let count = at.len().max(1) as f64;
    let sum: I64Vec2 = at.iter().copied().sum();
    let mean = |sum: i64| (sum as f64 / count + 0.5).floor() as i64;
    agents.at.iter().map(|offset| *offset + I64Vec2::new(mean(sum.x), mean(sum.y))).collect()
}

fn with_kept(agents: &Agents, slots: &Slots, answer: &Answer, check: impl FnOnce(&Outcome)) {
    let (ideal, at) = (ideal_points(agents, slots), rounded(slots));
    check(&Outcome {
        agents: LayerAgents { at: &ideal, radius: &agents.radius },
        slots: layer_slots(slots, &at),
        cost: CostRule::Squared,
        slot_of: &answer.slot_of,
        overlap: &answer.overlap,
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn all_are_seated_apart_and_no_two_would_trade(
        seed in any::<u64>(), count in 0..90usize, share in 0.5..5.0f64, part in 0.0..1.0f64, scattered in any::<bool>(),
        standing in any::<bool>(),
    ) {
        let mut numbers = Numbers(seed);
        let side = (count as f64 * share).sqrt().ceil() as usize + 1;
        let mut slots = if scattered {
            Slots::scattered(side * side, 50.0 * side as f64, 100.0, &mut numbers)
        } else {
            Slots::grid(side, side, 100.0)
        };
        if standing {
            slots = slots.beside(&[(numbers.point(300.0), 90.0)]);
        }
        let agents = Agents::crowd(count, 60.0 * side as f64, 40.0, &mut numbers)
            .with_wide(part, &[20.0, 80.0, 130.0, 240.0], &mut numbers);
        let answer = keep(&agents, &slots);
        with_kept(&agents, &slots, &answer, |outcome| {
            assignment_rules::check_seats(outcome);
            assignment_rules::check_clearance(outcome);
            assignment_rules::check_ways_out(outcome);
            assignment_rules::check_exchanges(outcome);
        });
    }

    #[test]
    fn of_two_with_one_ideal_point_the_wider_gets_the_nearest_slot(
        x in -160_000i64..160_000, y in -160_000i64..160_000, wider_first in any::<bool>(),
    ) {
        let slots = Slots::grid(14, 14, 100.0);
        let radius = if wider_first { vec![240.0, 130.0] } else { vec![130.0, 240.0] };
        let agents = Agents { at: vec![I64Vec2::new(x, y); 2], radius };
        let answer = keep(&agents, &slots);
        let ideal = ideal_points(&agents, &slots)[0];
        let distance = |slot: usize| assignment_rules::cost(CostRule::Squared, ideal, quanta(slots.exact[slot]));
        let outside = |slot: &usize| slots.exact[*slot].distance(slots.exact[wider(&answer, wider_first)]) >= 369.99;
        let slot_of = |wider: bool| answer.slot_of[usize::from(wider != wider_first)] as usize;
        prop_assert_eq!(distance(slot_of(true)), (0..slots.len()).map(distance).min().unwrap());
        prop_assert_eq!(distance(slot_of(false)), (0..slots.len()).filter(outside).map(distance).min().unwrap());
    }
}

fn wider(answer: &Answer, wider_first: bool) -> usize {
    answer.slot_of[usize::from(!wider_first)] as usize
}

#[test]
fn an_arrangement_that_is_the_slot_list_is_kept_exactly() {
    let mut numbers = Numbers(31);
    let slots = Slots::rings(120, 50.0, 100.0);
    let mut order: Vec<usize> = (0..slots.len()).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last + 1));
    }
    let places: Vec<DVec2> = order.iter().map(|slot| slots.exact[*slot]).collect();
    let agents = Agents::centred(&places, vec![40.0; places.len()]);
    let answer = keep(&agents, &slots);
    assert!(answer.slot_of.iter().zip(&order).all(|(slot, expected)| *slot as usize == *expected));
}

#[test]
fn slots_run_out_for_the_smallest_first() {
    let slots = Slots::grid(3, 3, 1000.0);
    let mut numbers = Numbers(3);
    let mut agents = Agents::crowd(20, 900.0, 40.0, &mut numbers);
    for wide in [3, 7, 11, 19] {
        agents.radius[wide] = 300.0;
    }
    let answer = keep(&agents, &slots);
    assert_eq!(answer.slot_of.iter().filter(|slot| **slot != NO_SLOT).count(), 9);
    for wide in [3, 7, 11, 19] {
        assert_ne!(answer.slot_of[wide], NO_SLOT);
    }
    for one in 0..20 {
        for other in 0..one {
            let (a, b) = (answer.slot_of[one], answer.slot_of[other]);
            if a != NO_SLOT && b != NO_SLOT {
                let (a, b) = (slots.exact[a as usize], slots.exact[b as usize]);
                assert!(!clash(a, agents.radius[one], b, agents.radius[other]));
            }
        }
    }
}
