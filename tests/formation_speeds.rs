//! Speeds: the walks of the slow weigh more.

mod support;

use glam::{DVec2, DVec3};
use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;
use phalanx::formation::order::{CostRule, RingRule, Shape};
use phalanx::formation::output::FLAG_BAD_SPEED;
use proptest::prelude::*;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use support::{Answer, Army, formed, order, uniform};

const SHAPES: [Shape; 3] = [Shape::Grid, Shape::Circle(RingRule::Chord), Shape::Wedge];

fn scattered(count: usize, width: f64, seed: u64) -> Army {
    let mut random = Pcg64::seed_from_u64(seed);
    Army::at((0..count).map(|_| ((uniform(&mut random) - 0.5) * width, (uniform(&mut random) - 0.5) * width)))
}

fn with_speeds(mut army: Army, seed: u64) -> Army {
    let mut random = Pcg64::seed_from_u64(seed ^ 0x5EED);
    army.speeds = (0..army.len()).map(|_| [0.5, 1.0, 2.0][(uniform(&mut random) * 3.0) as usize]).collect();
    army
}

/// Walks with both sides centred, or as they are: from the agent's place to the goal of another.
fn walk(army: &Army, answer: &Answer, centred: bool) -> impl Fn(usize, usize) -> f64 {
    let places = answer.places();
    let from: Vec<DVec2> = army.locations.iter().map(|location| location.truncate()).collect();
    let middle = |places: &[DVec2]| places.iter().sum::<DVec2>() / places.len() as f64;
    let shift = if centred { middle(&places) - middle(&from) } else { DVec2::ZERO };
    move |agent, other| (places[other] - from[agent] - shift).length()
}

#[test]
fn the_slower_of_two_walks_less() {
    // Slots at -50 and 50 across; both stand left of both.
    let mut army = Army::at([(0.0, -400.0), (0.0, -300.0)]);
    let mut order = order(Shape::Line);
    order.cost = CostRule::Euclid;
    for (slow, fast) in [(0, 1), (1, 0)] {
        army.speeds = vec![1.0; 2];
        army.speeds[slow] = 0.25;
        army.speeds[fast] = 4.0;
        let answer = formed(&order, &army);
        let walks = walk(&army, &answer, false);
        // Plain distances along a line tie; with weights the slow one gets the near slot.
        assert!(answer.goals.goal[slow].y < answer.goals.goal[fast].y, "slow {slow}: {}", walks(slow, slow));
    }
}

#[test]
fn equal_speeds_change_no_byte() {
    for shape in SHAPES {
        let mut army = scattered(77, 1500.0, 3);
        army.radii[5] = 130.0;
        let without = formed(&order(shape), &army);
        for speed in [1.0, 3.0] {
            army.speeds = vec![speed; 77];
            let with = formed(&order(shape), &army);
            assert_eq!((&without.goals, without.report), (&with.goals, with.report), "{shape:?}");
        }
    }
}

#[test]
fn a_speed_that_is_none_is_flagged_and_counts_as_one() {
    let mut army = scattered(40, 1500.0, 4);
    army.speeds = vec![1.0; 37];
    army.speeds[3] = 0.25;
    let sound = formed(&order(Shape::Grid), &army);
    for bad in [f64::NAN, 0.0, -2.0, f64::INFINITY] {
        army.speeds[7] = bad;
        let answer = formed(&order(Shape::Grid), &army);
        assert_eq!(answer.goals.slot, sound.goals.slot, "{bad}");
        assert!((0..40).all(|agent| (answer.goals.flags[agent] & FLAG_BAD_SPEED != 0) == (agent == 7)));
    }
}

#[test]
fn an_army_of_many_speeds_that_has_formed_up_stays_and_marches_as_it_stands() {
    for shape in SHAPES {
        for count in [2, 7, 38, 90] {
            let mut army = with_speeds(scattered(count, 2000.0, count as u64), 5);
            let mut order = order(shape);
            let first = formed(&order, &army);
            army.locations = first.goals.goal.clone();
            order.center += DVec3::new(3000.0, 500.0, 0.0);
            let moved = formed(&order, &army);
            assert_eq!(moved.goals.slot, first.goals.slot, "{shape:?} {count}");
        }
    }
}

#[test]
fn on_the_whole_the_army_arrives_sooner_than_without() {
    let (mut with, mut without) = (0.0, 0.0);
    for seed in 0..20 {
        let army = with_speeds(scattered(60, 1500.0, seed), seed);
        let blind = Army { speeds: Vec::new(), ..army.clone() };
        let time = |answer: &Answer| {
            let walks = walk(&army, answer, true);
            (0..60).map(|agent| walks(agent, agent) / army.speeds[agent]).sum::<f64>()
        };
        with += time(&formed(&order(Shape::Grid), &army));
        without += time(&formed(&order(Shape::Grid), &blind));
    }
    assert!(with < 0.97 * without, "{with} {without}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_trade_lowers_the_weighted_cost_which_comes_near_the_least(
        count in 2usize..60,
        shape in 0usize..3,
        euclid in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let army = with_speeds(scattered(count, 1500.0, seed), seed);
        let mut order = order(SHAPES[shape]);
        order.cost = if euclid { CostRule::Euclid } else { CostRule::Squared };
        let answer = formed(&order, &army);
        let walk = walk(&army, &answer, !euclid);
        let cost = |agent: usize, other: usize| {
            let time = walk(agent, other) / army.speeds[agent];
            if euclid { time } else { time * time }
        };
        for agent in 0..count {
            for other in 0..agent {
                let (now, then) = (cost(agent, agent) + cost(other, other), cost(agent, other) + cost(other, agent));
                prop_assert!(now <= then * (1.0 + 1e-4) + 1.0, "a trade of {agent} and {other} saves {}", now - then);
            }
        }
        let matrix = Matrix::from_fn(count, count, |(agent, other)| (cost(agent, other) * 16.0) as i64);
        let (best, _) = kuhn_munkres_min(&matrix);
        let total: i64 = (0..count).map(|agent| matrix[(agent, agent)]).sum();
        // No bound is promised with unequal speeds: 8,000 armies stayed within 1.12, and an assignment that forgot the
        // speeds would not.
        prop_assert!(total as f64 <= best as f64 * 1.15 + 16.0 * count as f64, "{total} {best}");
    }
}
