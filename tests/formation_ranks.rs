//! Ranks: the used slots are taken front to back (F36).

mod support;

use glam::{DVec2, DVec3};
use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;
use phalanx::formation::assign::{Effort, NO_SLOT};
use phalanx::formation::order::{HolePolicy, Order, RingRule, Shape};
use phalanx::formation::output::Outcome;
use proptest::prelude::*;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use support::{Answer, Army, formed, least_gap, order, uniform};

const SHAPES: [Shape; 5] = [Shape::Grid, Shape::Line, Shape::Column, Shape::Wedge, Shape::Circle(RingRule::Chord)];

fn scattered(count: usize, seed: u64) -> Army {
    let mut random = Pcg64::seed_from_u64(seed);
    Army::at((0..count).map(|_| ((uniform(&mut random) - 0.5) * 2000.0, (uniform(&mut random) - 0.5) * 2000.0)))
}

/// Depth of a goal from the front, by the meaning of the shape: along the facing (+X), or for circles outside in.
fn depth(shape: Shape, goal: DVec3) -> f64 {
    match shape {
        Shape::Circle(_) => -goal.truncate().length(),
        _ => -goal.x,
    }
}

fn assert_in_order(shape: Shape, army: &Army, answer: &Answer) {
    for (agent, rank) in army.ranks.iter().enumerate() {
        for (other, other_rank) in army.ranks.iter().enumerate() {
            if rank < other_rank {
                let (front, behind) = (answer.goals.goal[agent], answer.goals.goal[other]);
                assert!(depth(shape, front) <= depth(shape, behind) + 1e-6, "{shape:?}: {front} {behind}");
            }
        }
    }
}

#[test]
fn no_archer_stands_in_front_of_a_sword() {
    let mut army = scattered(30, 1);
    army.ranks = (0..30).map(|agent| u8::from(agent % 3 == 0)).collect();
    let order = Order { region: DVec2::new(1000.0, 300.0), ..order(Shape::Grid) };
    let answer = formed(&order, &army);
    assert_eq!((answer.report.extent.width, answer.report.extent.height), (10, 3));
    assert_in_order(Shape::Grid, &army, &answer);
    let row = |agent: usize| ((150.0 - answer.goals.goal[agent].x) / 100.0) as u32;
    assert!((0..30).all(|agent| (row(agent) == 2) == (army.ranks[agent] == 1)), "ten archers are the last row");
}

#[test]
fn where_two_ranks_share_a_row_the_front_one_holds_its_flanks() {
    let mut army = scattered(30, 2);
    army.ranks = (0..30).map(|agent| u8::from(agent >= 24)).collect();
    let order = Order { region: DVec2::new(1000.0, 300.0), ..order(Shape::Grid) };
    let answer = formed(&order, &army);
    for agent in 24..30 {
        let goal = answer.goals.goal[agent];
        assert!(
            goal.x == -100.0 && goal.y.abs() < 300.0,
            "the six archers stand in the middle of the last row: {goal}"
        );
    }
}

#[test]
fn equal_ranks_change_no_byte() {
    for shape in SHAPES {
        let mut army = scattered(77, 3);
        army.radii[5] = 130.0;
        let without = formed(&order(shape), &army);
        army.ranks = vec![7; 77];
        let with = formed(&order(shape), &army);
        assert_eq!((&without.goals, without.report), (&with.goals, with.report), "{shape:?}");
    }
}

#[test]
fn a_ranked_army_that_has_formed_up_stays() {
    for shape in SHAPES {
        let mut army = scattered(90, 4);
        army.ranks = (0..90).map(|agent| (agent % 4) as u8).collect();
        let first = formed(&order(shape), &army);
        army.locations = first.goals.goal.clone();
        let again = formed(&order(shape), &army);
        assert_eq!(again.goals, first.goals, "{shape:?}");
    }
}

#[test]
fn clearance_goes_before_ranks_and_each_radius_stands_in_order() {
    for seed in 0..12 {
        let mut army = scattered(60, 50 + seed);
        army.ranks = (0..60).map(|agent| (agent % 3) as u8).collect();
        for agent in (0..60).step_by(7) {
            army.radii[agent] = 130.0;
        }
        let answer = formed(&order(Shape::Grid), &army);
        assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 60);
        for agent in 0..60 {
            for other in 0..agent {
                let gap = answer.places()[agent].distance(answer.places()[other]);
                assert!(gap >= (army.radii[agent] + army.radii[other]) * (1.0 - 1e-4));
                let ranks = (army.ranks[agent], army.ranks[other]);
                if army.radii[agent] == army.radii[other] && ranks.0 != ranks.1 {
                    let goals = (answer.goals.goal[agent].x, answer.goals.goal[other].x);
                    assert!(if ranks.0 < ranks.1 { goals.0 >= goals.1 } else { goals.0 <= goals.1 });
                }
            }
        }
    }
}

#[test]
fn wide_agents_of_the_front_rank_stand_further_forward_than_those_of_the_last() {
    let mut army = scattered(120, 6);
    army.ranks = vec![1; 120];
    for agent in 0..12 {
        army.radii[agent] = 130.0;
        army.ranks[agent] = if agent % 2 == 0 { 0 } else { 2 };
    }
    let answer = formed(&order(Shape::Grid), &army);
    let mean = |from: usize| (from..12).step_by(2).map(|agent| answer.goals.goal[agent].x).sum::<f64>() / 6.0;
    let middle = (12..120).map(|agent| answer.goals.goal[agent].x).sum::<f64>() / 108.0;
    assert!(mean(0) > middle + 100.0 && middle > mean(1) + 100.0, "{} {middle} {}", mean(0), mean(1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn ranks_stand_front_to_back_on_the_slots_of_a_call_without_and_each_rank_walks_least(
        count in 2usize..70,
        shape in 0usize..5,
        ranks in 1u8..5,
        rear in any::<bool>(),
        exact in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut army = scattered(count, seed);
        let shape = SHAPES[shape];
        let mut order = order(shape);
        order.hole_policy = if rear { HolePolicy::RearRank } else { HolePolicy::Rings };
        order.effort = if exact { Effort::Exact } else { Effort::Good };
        let mut used = formed(&order, &army).goals.slot;
        army.ranks = (0..count).map(|_| (uniform(&mut random) * f64::from(ranks)) as u8).collect();
        let answer = formed(&order, &army);
        let mut ranked = answer.goals.slot.clone();
        used.sort_unstable();
        ranked.sort_unstable();
        prop_assert_eq!(used, ranked);
        assert_in_order(shape, &army, &answer);
        let center = army.centroid();
        let from = |agent: usize| army.locations[agent].truncate() - center;
        let walk = |agent: usize, other: usize| (from(agent) - answer.places()[other]).length_squared();
        for rank in 0..ranks {
            let block: Vec<usize> = (0..count).filter(|agent| army.ranks[*agent] == rank).collect();
            for (agent, other) in block.iter().flat_map(|agent| block.iter().map(move |other| (*agent, *other))) {
                let (now, then) = (walk(agent, agent) + walk(other, other), walk(agent, other) + walk(other, agent));
                prop_assert!(now <= then + 0.01 * now.sqrt() + 0.01, "a trade of {agent} and {other} saves");
            }
            if block.is_empty() {
                continue;
            }
            let cost = Matrix::from_fn(block.len(), block.len(), |(i, j)| (walk(block[i], block[j]) * 16.0) as i64);
            let (best, _) = kuhn_munkres_min(&cost);
            let total: i64 = (0..block.len()).map(|i| cost[(i, i)]).sum();
            // The costs of both sides centred: the walks of a rank have a mean of their own.
            let shift: DVec2 = block.iter().map(|agent| answer.places()[*agent] - from(*agent)).sum();
            let centred = best as f64 - 16.0 * shift.length_squared() / block.len() as f64;
            let slack = if exact { 1.0 } else { 1.005 };
            let off = 16.0 * block.len() as f64;
            prop_assert!(
                total as f64 - 16.0 * shift.length_squared() / block.len() as f64 <= centred * slack + off,
                "{total} {best}"
            );
        }
    }

    #[test]
    fn order_of_input_changes_no_byte_of_a_ranked_call(count in 2usize..90, shape in 0usize..5, seed in any::<u64>()) {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut army = scattered(count, seed);
        army.ranks = (0..count).map(|_| (uniform(&mut random) * 3.0) as u8).collect();
        army.speeds = (0..count).map(|_| 0.5 + uniform(&mut random)).collect();
        for radius in &mut army.radii {
            *radius = if uniform(&mut random) < 0.1 { 130.0 } else { 40.0 };
        }
        let first = formed(&order(SHAPES[shape]), &army);
        let permutation = support::permutation(count, &mut random);
        let second = formed(&order(SHAPES[shape]), &army.permuted(&permutation));
        for (index, original) in permutation.iter().enumerate() {
            prop_assert_eq!(second.goals.slot[index], first.goals.slot[*original]);
            prop_assert!(second.goals.slot[index] != NO_SLOT);
        }
        prop_assert!(least_gap(&second.places()) > 99.0);
    }
}
