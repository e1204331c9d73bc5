//! ReformTheLine over one layer: what must hold afterwards, on every kind of layer (F29 to F33, F39).

mod assignment_rules;
#[path = "assignment_rules/instances.rs"]
mod instances;

use glam::DVec2;
use instances::*;
use phalanx::formation::assign::{AssignScratch, NO_SLOT};
use proptest::prelude::*;

/// Slots of some kind, about `count` of them at a pitch of 100.
fn slots_of_a_kind(kind: usize, count: usize, numbers: &mut Numbers) -> Slots {
    let side = (count as f64).sqrt().ceil().max(1.0) as usize;
    let grid = Slots::grid(side, count.div_ceil(side), 100.0);
    match kind {
        0 => grid,
        1 => Slots::grid(count.max(1), 1, 100.0),
        2 => Slots::rings(count, 50.0, 100.0),
        3 => Slots::rings(count, 100.0 * side as f64, 100.0),
        4 => Slots::wedge((2.0 * count as f64).sqrt() as usize + 1, 100.0),
        5 => grid.jittered(20.0, numbers),
        6 => Slots::grid(side, count.div_ceil(side), 20.0).turned(DVec2::new(3.0, 4.0)),
        7 => Slots { ring: vec![9; grid.len()], ..grid },
        8 => Slots { ring: (0..grid.len() as u32).map(|slot| u32::MAX - 3 * slot).collect(), ..grid },
        _ => Slots::scattered(count.max(1), 50.0 * side as f64, 150.0, numbers),
    }
}

/// Agents of some kind.
fn agents_of_a_kind(kind: usize, count: usize, radius: f64, numbers: &mut Numbers) -> Agents {
    let half = 50.0 * (count as f64).sqrt() + 1.0;
    match kind {
        0 => Agents::crowd(count, half, radius, numbers),
        1 => Agents::crowd(count, 4.0 * half, radius, numbers),
        2 => Agents::centred(&vec![DVec2::ONE; count], vec![radius; count]),
        3 => {
            let side = (count as f64).sqrt().ceil().max(1.0) as usize;
            let mut block = Slots::grid(side, count.div_ceil(side), 100.0).exact;
            block.truncate(count);
            Agents::centred(&block, vec![radius; count])
        }
        _ => {
            let line: Vec<DVec2> = (0..count).map(|step| DVec2::new(80.0 * step as f64, 0.0)).collect();
            Agents::centred(&line, vec![radius; count])
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn equal_bodies_keep_all_rules_on_any_slots(
        seed in any::<u64>(), kind in 0..10usize, crowd in 0..5usize, count in 0..140usize, share in 0.3..2.5f64,
        radius in prop::sample::select(vec![0.0, 40.0, 50.0, 60.0, 120.0]), rules in prop::sample::select(ALL_RULES.to_vec()),
    ) {
        let mut numbers = Numbers(seed);
        let slots = slots_of_a_kind(kind, (count as f64 * share) as usize, &mut numbers);
        let agents = agents_of_a_kind(crowd, count, radius, &mut numbers);
        reform_by_the_rules(&agents, &slots, rules);
    }

    #[test]
    fn bodies_of_different_size_keep_all_rules_on_any_slots(
        seed in any::<u64>(), kind in 0..10usize, crowd in 0..5usize, count in 0..100usize, share in 0.6..6.0f64,
        part in prop::sample::select(vec![0.01, 0.1, 0.5, 1.0]), rules in prop::sample::select(ALL_RULES.to_vec()),
    ) {
        let mut numbers = Numbers(seed);
        let slots = slots_of_a_kind(kind, (count as f64 * share) as usize, &mut numbers);
        let radii = [0.0, 30.0, 51.0, 80.0, 120.0, 250.0, 500.0];
        let agents = agents_of_a_kind(crowd, count, 40.0, &mut numbers).with_wide(part, &radii, &mut numbers);
        reform_by_the_rules(&agents, &slots, rules);
    }

    #[test]
    fn standing_circles_keep_their_room(
        seed in any::<u64>(), kind in 0..10usize, count in 0..100usize, share in 0.6..3.0f64, part in 0.0..0.6f64,
    ) {
        let mut numbers = Numbers(seed);
        let half = 60.0 * (count as f64 * share).sqrt() + 1.0;
        let circles: Vec<(DVec2, f64)> =
            (0..4).map(|_| (numbers.point(half), numbers.between(10.0, 250.0))).collect();
        let slots = slots_of_a_kind(kind, (count as f64 * share) as usize, &mut numbers).beside(&circles);
        let agents = agents_of_a_kind(0, count, 40.0, &mut numbers).with_wide(part, &[20.0, 70.0, 200.0], &mut numbers);
        reform_by_the_rules(&agents, &slots, RULES);
    }

    #[test]
    fn a_second_call_with_the_same_buffers_answers_the_same(
        seed in any::<u64>(), first in 0..10usize, second in 0..10usize, count in 0..60usize, part in 0.0..0.5f64,
    ) {
        let mut numbers = Numbers(seed);
        let mut scratch = AssignScratch::default();
        let other_slots = slots_of_a_kind(first, 2 * count, &mut numbers);
        let other_agents = agents_of_a_kind(0, count + 17, 60.0, &mut numbers).with_wide(part, &[150.0], &mut numbers);
        let slots = slots_of_a_kind(second, 2 * count, &mut numbers);
        let agents = agents_of_a_kind(0, count, 40.0, &mut numbers).with_wide(part, &[80.0, 130.0], &mut numbers);
        let fresh = reform(&agents, &slots, RULES);
        reform_with(&other_agents, &other_slots, RULES, &mut scratch);
        prop_assert_eq!(&reform_with(&agents, &slots, RULES, &mut scratch), &fresh);
        prop_assert_eq!(&reform_with(&agents, &slots, RULES, &mut scratch), &fresh);
    }
}

#[test]
fn large_layers_keep_exchanges_among_the_nearest_slots() {
    let mut numbers = Numbers(5);
    for (half, part) in [(2500.0, 0.0), (9000.0, 0.0), (3000.0, 0.02)] {
        let slots = Slots::grid(60, 60, 100.0);
        let agents = Agents::crowd(2500, half, 40.0, &mut numbers).with_wide(part, &[80.0, 260.0], &mut numbers);
        let answer = reform(&agents, &slots, RULES);
        with_outcome(&agents, &slots, &answer, RULES.cost, |outcome| {
            assignment_rules::check_seats(outcome);
            assignment_rules::check_clearance(outcome);
            assignment_rules::check_holes(outcome);
            assignment_rules::check_ring_moves(outcome);
            assignment_rules::check_exchanges(outcome);
        });
    }
}

#[test]
fn two_thousand_bodies_with_any_share_of_wide_ones_keep_the_rules_at_every_effort() {
    let mut numbers = Numbers(33);
    for (part, radii) in [(0.0, &[80.0][..]), (0.01, &[80.0, 500.0]), (0.1, &[80.0]), (0.5, &[60.0, 80.0, 150.0])] {
        for rules in ALL_RULES {
            let agents = Agents::crowd(2000, 3500.0, 40.0, &mut numbers).with_wide(part, radii, &mut numbers);
            // A wide body keeps the slots around it free.
            let covered = |radius: &f64| {
                let across = if *radius > 50.0 { 2.0 * ((radius + 50.0) / 100.0).ceil() - 1.0 } else { 1.0 };
                across * across
            };
            let side = agents.radius.iter().map(covered).sum::<f64>().sqrt().ceil() as usize;
            let slots = Slots::grid(side, side, 100.0);
            let answer = reform(&agents, &slots, rules);
            assert!(!answer.overlap.contains(&true), "there is room for all");
            with_outcome(&agents, &slots, &answer, rules.cost, |outcome| {
                assignment_rules::check_seats(outcome);
                assignment_rules::check_clearance(outcome);
                assignment_rules::check_holes(outcome);
                assignment_rules::check_ring_moves(outcome);
                assignment_rules::check_exchanges(outcome);
            });
        }
    }
}

#[test]
fn everybody_on_one_spot_and_slots_on_one_line_come_to_an_end() {
    for count in [1, 2, 3, 26, 3000] {
        let agents = Agents::centred(&vec![DVec2::ZERO; count], vec![40.0; count]);
        let line = Slots::grid(count + 3, 1, 100.0);
        let answer = reform(&agents, &line, RULES);
        assert!(answer.slot_of.iter().all(|slot| *slot != NO_SLOT) && !answer.overlap.contains(&true));
        let spot = Slots { exact: vec![DVec2::ONE; count], ..Slots::grid(count, 1, 100.0) };
        let spot = Slots { least_distance: 0.0, ..spot };
        let answer = reform(&agents, &spot, RULES);
        with_outcome(&agents, &spot, &answer, RULES.cost, assignment_rules::check_seats);
        // All stand on one spot: everybody but the first gives way to somebody and cannot.
        assert_eq!(answer.overlap.iter().filter(|overlap| **overlap).count(), count - 1);
    }
}

#[test]
fn the_order_of_the_input_does_not_matter_once_agents_are_sorted() {
    let mut numbers = Numbers(28);
    let slots = Slots::grid(22, 22, 100.0).jittered(10.0, &mut numbers);
    let agents = Agents::crowd(60, 600.0, 40.0, &mut numbers).with_wide(0.6, &[80.0, 160.0], &mut numbers);
    let expected = reform(&agents, &slots, RULES);
    let mut order: Vec<usize> = (0..60).collect();
    for _ in 0..20 {
        for last in (1..order.len()).rev() {
            order.swap(last, numbers.below(last + 1));
        }
        // The input in this order, then sorted by id as the call asks for.
        let mut input: Vec<(usize, _, f64)> =
            order.iter().map(|id| (*id, agents.at[*id], agents.radius[*id])).collect();
        input.sort_by_key(|(id, ..)| *id);
        let (at, radius) = input.into_iter().map(|(_, at, radius)| (at, radius)).unzip();
        assert_eq!(reform(&Agents { at, radius }, &slots, RULES), expected);
    }
}

#[test]
fn a_block_ordered_behind_itself_walks_straight_there() {
    let block = Slots::grid(4, 4, 100.0);
    let agents = Agents::centred(&block.exact, vec![40.0; 16]);
    // Facing the other way the first slot is the one at the far corner.
    let behind = Slots { exact: block.exact.iter().map(|at| -*at).collect(), ..block.clone() };
    let answer = reform_by_the_rules(&agents, &behind, RULES);
    for (agent, slot) in answer.slot_of.iter().enumerate() {
        assert_eq!(behind.exact[*slot as usize], block.exact[agent], "centred, the plain shift costs nothing");
    }
}

#[test]
fn goals_fed_back_as_positions_give_the_same_slots() {
    let mut numbers = Numbers(38);
    for (count, slots) in
        [(150, Slots::grid(13, 13, 100.0)), (100, Slots::rings(110, 50.0, 100.0)), (97, Slots::wedge(14, 100.0))]
    {
        let agents = Agents::crowd(count, 700.0, 40.0, &mut numbers);
        let first = reform(&agents, &slots, RULES);
        let goals: Vec<DVec2> = first.slot_of.iter().map(|slot| slots.exact[*slot as usize]).collect();
        let second = reform(&Agents::centred(&goals, agents.radius.clone()), &slots, RULES);
        assert!(second == first, "{count} agents on {} slots", slots.len());
    }
}

#[test]
fn a_ring_ordered_to_turn_about_takes_short_arcs() {
    let ring = Slots::rings(9, 200.0, 130.0);
    assert_eq!(ring.len(), 9);
    // The slots of a ring that faces the other way: turned by half.
    let turned = Slots { exact: ring.exact.iter().map(|at| -*at).collect(), ..ring.clone() };
    let agents = Agents::centred(&ring.exact, vec![40.0; 9]);
    let answer = reform_by_the_rules(&agents, &turned, RULES);
    for (agent, slot) in answer.slot_of.iter().enumerate() {
        let walk = turned.exact[*slot as usize] + DVec2::new(0.0, -1500.0) - ring.exact[agent];
        assert!(walk.length() < 1600.0);
    }
}

#[test]
fn a_wedge_that_turns_about_in_place_does_not_meet_itself() {
    let wedge = Slots::wedge(4, 100.0);
    let agents = Agents::centred(&wedge.exact, vec![34.0; 10]);
    let turned = Slots { exact: wedge.exact.iter().map(|at| -*at).collect(), ..wedge.clone() };
    let answer = reform_by_the_rules(&agents, &turned, RULES);
    let goal = |agent: usize| turned.exact[answer.slot_of[agent] as usize];
    for one in 0..10 {
        assert!(goal(one).distance(wedge.exact[one]) <= 300.0);
        for other in 0..one {
            let nearest = (0..=100).map(|step| {
                let part = step as f64 / 100.0;
                wedge.exact[one].lerp(goal(one), part).distance(wedge.exact[other].lerp(goal(other), part))
            });
            assert!(nearest.fold(f64::INFINITY, f64::min) >= 70.0);
        }
    }
}

#[test]
fn one_wide_unit_among_eleven_finds_room_for_all() {
    let mut numbers = Numbers(13);
    for (columns, rows) in [(5, 4), (4, 5), (10, 2), (7, 3)] {
        for wide in 0..12 {
            let mut agents = Agents::crowd(12, 300.0, 40.0, &mut numbers);
            agents.radius[wide] = 120.0;
            let slots = Slots::grid(columns, rows, 100.0);
            let answer = reform_by_the_rules(&agents, &slots, RULES);
            assert!(answer.slot_of.iter().all(|slot| *slot != NO_SLOT));
            assert!(!answer.overlap.contains(&true), "{columns} x {rows}, wide unit {wide}: {answer:?}");
        }
    }
}

#[test]
fn where_slots_are_short_those_far_away_get_none() {
    let slots = Slots::grid(2, 2, 100.0);
    let block = Slots::grid(5, 5, 100.0);
    let agents = Agents::centred(&block.exact, vec![40.0; 25]);
    let answer = reform_by_the_rules(&agents, &slots, RULES);
    for (agent, slot) in answer.slot_of.iter().enumerate() {
        // The nine in the middle are equally near to a slot; four of them stand.
        assert!(*slot == NO_SLOT || block.exact[agent].abs().max_element() <= 100.0);
    }
    assert_eq!(answer.slot_of.iter().filter(|slot| **slot != NO_SLOT).count(), 4);
}
