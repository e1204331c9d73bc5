//! Exchanges in layers too large for all pairs (F32 b): nobody gains by a trade with whoever stands on one of the 48 slots
//! nearest to its own slot or to its own place, found by looking at every slot.

mod assignment_rules;
#[path = "assignment_rules/instances.rs"]
mod instances;

use assignment_rules::{ALL_PAIRS, NEAREST, check_clearance, check_exchanges, check_seats};
use glam::I64Vec2;
use instances::*;
use phalanx::formation::assign::roles::Roles;
use phalanx::formation::assign::{self, AssignRules, AssignScratch, Effort, LayerAgents};
use phalanx::formation::order::CostRule;
use phalanx::pace::{Pace, at_once};
use phalanx::parallel::Executor;

const MANY: usize = ALL_PAIRS + 300;

fn check(agents: &Agents, slots: &Slots, rules: AssignRules) {
    assert!(agents.at.len() > ALL_PAIRS);
    let answer = reform(agents, slots, rules);
    with_outcome(agents, slots, &answer, rules.cost, |outcome| {
        check_seats(outcome);
        check_clearance(outcome);
        check_exchanges(outcome);
    });
}

#[test]
fn on_lines_nobody_gains_by_a_trade_with_a_neighbour() {
    let mut numbers = Numbers(61);
    let line = Slots::grid(2 * MANY, 1, 100.0);
    let rings = Slots::rings(MANY, 100.0 * MANY as f64 / 7.0, 100.0);
    for (slots, half, part) in [(&line, 4000.0, 0.0), (&line, 100.0 * MANY as f64, 0.05), (&rings, 30_000.0, 0.0)] {
        let agents = Agents::crowd(MANY, half, 40.0, &mut numbers).with_wide(part, &[80.0, 200.0], &mut numbers);
        for cost in [CostRule::Squared, CostRule::Euclid] {
            check(&agents, slots, AssignRules { cost, ..RULES });
        }
    }
}

#[test]
fn across_the_parts_of_a_large_army_nobody_gains_by_a_trade_with_a_neighbour() {
    // Two parts at the least, of those who are not wide.
    const LARGE: usize = 8_700;
    let mut numbers = Numbers(65);
    for (half, part, side, effort) in [
        (4_700.0, 0.0, 94, Effort::Quick),
        (20_000.0, 0.0, 94, Effort::Quick),
        (4_700.0, 0.0, 94, Effort::Good),
        (5_500.0, 0.04, 110, Effort::Quick),
    ] {
        let agents = Agents::crowd(LARGE, half, 40.0, &mut numbers).with_wide(part, &[80.0], &mut numbers);
        check(&agents, &Slots::grid(side, side, 100.0), AssignRules { effort, ..RULES });
    }
}

#[test]
fn by_plain_distance_nobody_gains_by_a_trade_with_a_neighbour() {
    let mut numbers = Numbers(62);
    let rules = AssignRules { cost: CostRule::Euclid, ..RULES };
    for (side, half, part) in [(49, 2500.0, 0.0), (70, 3500.0, 0.06), (70, 9000.0, 0.02)] {
        let agents = Agents::crowd(MANY, half, 40.0, &mut numbers).with_wide(part, &[80.0, 260.0], &mut numbers);
        check(&agents, &Slots::grid(side, side, 100.0), rules);
    }
}

#[test]
fn with_many_wide_bodies_nobody_gains_by_a_trade_with_a_neighbour() {
    let mut numbers = Numbers(63);
    for (side, part, radii) in [(66, 0.1, &[80.0][..]), (90, 0.3, &[60.0, 80.0, 110.0]), (120, 0.2, &[80.0, 250.0])] {
        let agents = Agents::crowd(MANY, 2500.0, 40.0, &mut numbers).with_wide(part, radii, &mut numbers);
        check(&agents, &Slots::grid(side, side, 100.0), RULES);
    }
}

fn mean(places: &[I64Vec2]) -> I64Vec2 {
    let count = places.len() as i64;
    let sum: I64Vec2 = places.iter().sum();
    I64Vec2::new(sum.x.div_euclid(count), sum.y.div_euclid(count))
}

#[test]
fn of_unequal_speeds_nobody_gains_by_a_trade_with_a_neighbour() {
    let mut numbers = Numbers(64);
    for (half, cost) in [(2500.0, CostRule::Squared), (8000.0, CostRule::Squared), (4000.0, CostRule::Euclid)] {
        let slots = Slots::grid(52, 52, 100.0);
        let agents = Agents::crowd(MANY, half, 40.0, &mut numbers);
        let weight: Vec<u32> = (0..MANY).map(|_| [1, 4, 16][numbers.below(3)]).collect();
        let (at, rules) = (rounded(&slots), AssignRules { cost, ..RULES });
        let (mut slot_of, mut overlap) = (Vec::new(), Vec::new());
        at_once(assign::reform_with_roles(
            LayerAgents { at: &agents.at, radius: &agents.radius },
            layer_slots(&slots, &at),
            &Roles { weight: &weight, ..Roles::default() },
            rules,
            &Pace::straight(&Executor::Inline),
            &mut AssignScratch::default(),
            &mut slot_of,
            &mut overlap,
        ));
        // Where walks are squared both sides are taken from their middles.
        let goals: Vec<I64Vec2> = slot_of.iter().map(|slot| at[*slot as usize]).collect();
        let middles = match cost {
            CostRule::Squared => [mean(&agents.at), mean(&goals)],
            CostRule::Euclid => [I64Vec2::ZERO; 2],
        };
        let people: Vec<I64Vec2> = agents.at.iter().map(|at| *at - middles[0]).collect();
        let goals: Vec<I64Vec2> = goals.iter().map(|at| *at - middles[1]).collect();
        let walk = |agent: usize, other: usize| {
            i128::from(weight[agent]) * assignment_rules::cost(cost, people[agent], goals[other])
        };
        for agent in 0..MANY {
            for from in [goals[agent], people[agent]] {
                let mut nearest: Vec<usize> = (0..MANY).collect();
                nearest.select_nth_unstable_by_key(NEAREST, |other| ((goals[*other] - from).length_squared(), *other));
                for other in &nearest[..NEAREST] {
                    let now = walk(agent, agent) + walk(*other, *other);
                    let then = walk(agent, *other) + walk(*other, agent);
                    assert!(then >= now, "agents {agent} and {other} save {} by a trade, {cost:?}", now - then);
                }
            }
        }
    }
}
