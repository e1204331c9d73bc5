//! The proved lower bound of a call (F34).

mod support;

use glam::DVec2;
use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;
use phalanx::formation::assign::{Effort, NO_SLOT};
use phalanx::formation::order::{CostRule, Order, RingRule, Shape, Sizing};
use proptest::prelude::*;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use support::{Answer, Army, formed, order, uniform};

const SHAPES: [Shape; 3] = [Shape::Grid, Shape::Circle(RingRule::Chord), Shape::Wedge];
const EFFORTS: [Effort; 3] = [Effort::Quick, Effort::Good, Effort::Exact];

/// Agents on whole units, so that the oracle works on the very numbers of the library, but for the slots' rounding.
fn scattered(count: usize, seed: u64) -> Army {
    let mut random = Pcg64::seed_from_u64(seed);
    Army::at((0..count).map(|_| ((uniform(&mut random) * 1500.0).round(), (uniform(&mut random) * 1500.0).round())))
}

/// The least cost, in the report's terms, of all maps in which each group of agents keeps its slots.
fn least(order: &Order, army: &Army, answer: &Answer, group: impl Fn(usize) -> (u64, u8)) -> f64 {
    let quanta = |at: DVec2| (at * 256.0).round().as_i64vec2();
    let mut groups: Vec<(u64, u8)> = (0..army.len()).map(&group).collect();
    groups.sort_unstable();
    groups.dedup();
    let seated = |agent: &usize| answer.goals.slot[*agent] != NO_SLOT;
    let center = order.center.truncate();
    let mut total = 0.0;
    for fly in [0, 1] {
        let (mut sum, mut shift, mut count) = (0.0, DVec2::ZERO, 0.0);
        for part in &groups {
            let members: Vec<usize> = (0..army.len())
                .filter(seated)
                .filter(|agent| group(*agent) == *part && army.can_fly[*agent] == fly)
                .collect();
            if members.is_empty() {
                continue;
            }
            let from: Vec<_> = members.iter().map(|agent| quanta(army.locations[*agent].truncate() - center)).collect();
            let to: Vec<_> = members.iter().map(|agent| quanta(answer.places()[*agent] - center)).collect();
            let cost = Matrix::from_fn(members.len(), members.len(), |(agent, slot)| {
                let walk = to[slot] - from[agent];
                let squared = walk.x * walk.x + walk.y * walk.y;
                if order.cost == CostRule::Euclid { (squared as f64).sqrt().round() as i64 } else { squared }
            });
            let (best, _) = kuhn_munkres_min(&cost);
            sum += best as f64;
            shift += to.iter().zip(&from).map(|(to, from)| (*to - *from).as_dvec2()).sum::<DVec2>();
            count += members.len() as f64;
        }
        if count > 0.0 {
            total += match order.cost {
                CostRule::Squared => (sum - shift.length_squared() / count) / (256.0 * 256.0),
                CostRule::Euclid => sum / 256.0,
            };
        }
    }
    total
}

#[test]
fn nothing_is_proved_unless_asked_for() {
    let army = scattered(50, 1);
    let order = order(Shape::Grid);
    assert_eq!(formed(&order, &army).report.lower_bound, 0.0);
    let asked = formed(&Order { want_bound: true, ..order.clone() }, &army);
    assert!(asked.report.lower_bound > 0.9 * asked.report.cost);
    assert_eq!(asked.goals, formed(&order, &army).goals, "the question changes no answer");
    assert!(formed(&Order { effort: Effort::Exact, ..order }, &army).report.lower_bound > 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_bound_never_lies_above_the_optimum_and_exact_reaches_it(
        count in 2usize..60,
        shape in 0usize..3,
        effort in 0usize..3,
        euclid in any::<bool>(),
        short_of_slots in any::<bool>(),
        kind in 0usize..4,
        seed in any::<u64>(),
    ) {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut army = scattered(count, seed);
        let mut order = order(SHAPES[shape]);
        order.effort = EFFORTS[effort];
        order.want_bound = true;
        order.cost = if euclid { CostRule::Euclid } else { CostRule::Squared };
        if short_of_slots {
            order.sizing = Sizing::Fixed;
            order.region = DVec2::new(500.0, 500.0);
            order.outer_radius = 300.0;
        }
        army.can_fly.iter_mut().for_each(|fly| *fly = u8::from(uniform(&mut random) < 0.2));
        match kind {
            1 => army.radii.iter_mut().for_each(|radius| *radius = if uniform(&mut random) < 0.2 { 120.0 } else { 40.0 }),
            2 => army.ranks = (0..count).map(|_| (uniform(&mut random) * 3.0) as u8).collect(),
            3 => army.speeds = (0..count).map(|_| 0.5 + uniform(&mut random)).collect(),
            _ => {}
        }
        let answer = formed(&order, &army);
        let group = |agent: usize| {
            (if kind == 1 { army.radii[agent] as u64 } else { 0 }, army.ranks.get(agent).copied().unwrap_or(0))
        };
        let optimum = least(&order, &army, &answer, group);
        let (cost, bound) = (answer.report.cost, answer.report.lower_bound);
        prop_assert!(bound <= optimum * (1.0 + 1e-12) + 1e-6, "bound {bound}, optimum {optimum}");
        prop_assert!(bound <= cost && optimum <= cost * (1.0 + 1e-12) + 1e-6);
        if effort == 2 {
            prop_assert!((bound - optimum).abs() <= 1e-9 * optimum + 1e-6, "proved {bound}, optimum {optimum}");
            if kind != 3 {
                prop_assert!((cost - bound).abs() <= 1e-9 * cost + 1e-6, "cost {cost}, bound {bound}");
            }
        }
        if effort == 1 && kind == 0 {
            prop_assert!(bound >= 0.99 * optimum - 0.01, "bound {bound}, optimum {optimum}: too loose to be of use");
        }
    }
}
