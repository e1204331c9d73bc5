//! The balanced assignment against an exact integer solver, on every kind of army and on degenerate input.

mod instances;

use glam::I64Vec2;
use instances::{Dice, Instance, KINDS, Kind, instance};
use pathfinding::prelude::{Matrix, kuhn_munkres_min};
use phalanx::formation::assign::auction::{AuctionScratch, euclid_cost, solve};
use phalanx::formation::assign::{AssignRules, Effort};
use phalanx::formation::order::CostRule;
use phalanx::parallel::Executor;

const EFFORTS: [Effort; 3] = [Effort::Quick, Effort::Good, Effort::Exact];

fn rules(cost: CostRule, effort: Effort) -> AssignRules {
    AssignRules { cost, near_candidates: 16, strategic_candidates: 8, effort }
}

fn walk_cost(cost: CostRule, agent: I64Vec2, slot: I64Vec2) -> i128 {
    let walk = agent - slot;
    match cost {
        CostRule::Squared => i128::from(walk.x) * i128::from(walk.x) + i128::from(walk.y) * i128::from(walk.y),
        CostRule::Euclid => i128::from(euclid_cost(agent, slot)),
    }
}

fn cost_of(cost: CostRule, input: &Instance, slot_of: &[u32]) -> i128 {
    input.agents.iter().zip(slot_of).map(|(agent, slot)| walk_cost(cost, *agent, input.slots[*slot as usize])).sum()
}

fn optimum(cost: CostRule, input: &Instance) -> i128 {
    let count = input.agents.len();
    let weights =
        Matrix::from_fn(count, count, |(agent, slot)| walk_cost(cost, input.agents[agent], input.slots[slot]));
    kuhn_munkres_min(&weights).0
}

/// What every matching costs because the centroids lie apart, times the number of agents.
fn centring(input: &Instance) -> i128 {
    let sum = |points: &[I64Vec2]| points.iter().copied().sum::<I64Vec2>();
    walk_cost(CostRule::Squared, sum(&input.agents), sum(&input.slots))
}

fn assert_permutation(slot_of: &[u32], count: usize) {
    let mut seen = vec![false; count];
    assert_eq!(slot_of.len(), count);
    slot_of.iter().for_each(|slot| assert!(!std::mem::replace(&mut seen[*slot as usize], true)));
}

/// Solves at every effort and checks what each promises; the scratch stays dirty from call to call.
fn check(name: &str, cost: CostRule, input: &Instance, scratch: &mut AuctionScratch) {
    let count = input.agents.len() as i128;
    let optimum = optimum(cost, input);
    for effort in EFFORTS {
        let mut slot_of = vec![7; 3];
        let rules = rules(cost, effort);
        let bound = solve(&input.agents, &input.slots, rules, true, &Executor::Inline, scratch, &mut slot_of).unwrap();
        assert_permutation(&slot_of, input.agents.len());
        let reached = cost_of(cost, input, &slot_of);
        assert!(bound <= optimum, "{name} {effort:?}: bound {bound} is above the optimum {optimum}");
        match effort {
            Effort::Quick => {}
            Effort::Good => {
                let shift = if cost == CostRule::Squared { centring(input) } else { 0 };
                let (reached, optimum) = (count * reached - shift, count * optimum - shift);
                assert!(
                    1000 * reached <= 1005 * optimum,
                    "{name}, {count}: {} of the optimum",
                    reached as f64 / optimum as f64
                );
            }
            Effort::Exact => {
                assert_eq!(reached, optimum, "{name}, {count}");
                assert_eq!(bound, optimum, "{name}, {count}");
            }
        }
        let mut again = Vec::new();
        let fresh = &mut AuctionScratch::default();
        solve(&input.agents, &input.slots, rules, false, &Executor::Inline, fresh, &mut again);
        assert_eq!(slot_of, again, "{name} {effort:?}: a used scratch changes the answer");
    }
}

#[test]
fn every_effort_keeps_its_promise_on_every_kind_of_army() {
    let mut scratch = AuctionScratch::default();
    let mut dice = Dice::new(1);
    for (name, kind) in KINDS {
        for round in 0..14 {
            let count = match round {
                0..4 => 2 + dice.below(79),
                4..11 => 81 + dice.below(100),
                _ => 181 + dice.below(120),
            };
            let turn = if round % 3 == 0 { 0.0 } else { 90.0 * dice.unit() };
            let input = instance(kind, count, turn, 100 + round);
            check(name, CostRule::Squared, &input, &mut scratch);
        }
    }
}

#[test]
fn thousands_are_matched_as_well_as_by_an_integer_solver() {
    let mut scratch = AuctionScratch::default();
    for (name, kind) in KINDS {
        // The integer solver takes seconds on wide scatters of this size and a blink on shaken lattices.
        let count = if matches!(kind, Kind::Shaken(_) | Kind::Turned(_)) { 2000 } else { 600 };
        check(name, CostRule::Squared, &instance(kind, count, 25.0, 400), &mut scratch);
    }
}

#[test]
fn plain_distance_keeps_the_same_promises() {
    let mut scratch = AuctionScratch::default();
    let mut dice = Dice::new(2);
    for (name, kind) in KINDS {
        for count in [40, 110, 190] {
            let mut input = instance(kind, count, 25.0, 300);
            let march = I64Vec2::new(dice.below(4_000_000) as i64, dice.below(4_000_000) as i64);
            input.agents.iter_mut().for_each(|agent| *agent += march);
            check(name, CostRule::Euclid, &input, &mut scratch);
        }
    }
}

#[test]
fn how_far_the_army_marches_changes_no_squared_assignment() {
    let mut scratch = AuctionScratch::default();
    for effort in EFFORTS {
        let mut input = instance(KINDS[0].1, 200, 10.0, 4);
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let rules = rules(CostRule::Squared, effort);
        solve(&input.agents, &input.slots, rules, false, &Executor::Inline, &mut scratch, &mut here);
        input.agents.iter_mut().for_each(|agent| *agent += I64Vec2::new(-777_777_777, 123_456_789));
        solve(&input.agents, &input.slots, rules, false, &Executor::Inline, &mut scratch, &mut there);
        assert_eq!(here, there);
    }
}

#[test]
fn an_army_in_place_stays_in_place_at_every_effort() {
    let mut scratch = AuctionScratch::default();
    for count in [1, 2, 50, 81, 500, 1000] {
        let Instance { agents, slots } = instance(instances::Kind::Turned(0.0), count, 33.0, 5);
        for effort in EFFORTS {
            for offset in [I64Vec2::ZERO, I64Vec2::new(5_000_000, -3)] {
                let moved: Vec<I64Vec2> = agents.iter().map(|agent| *agent + offset).collect();
                let mut slot_of = Vec::new();
                let rules = rules(CostRule::Squared, effort);
                solve(&moved, &slots, rules, false, &Executor::Inline, &mut scratch, &mut slot_of);
                assert!(agents.iter().zip(&slot_of).all(|(agent, slot)| *agent == slots[*slot as usize]));
            }
        }
    }
}

#[test]
fn a_nudge_of_one_quantum_leaves_everybody_at_the_own_slot() {
    let mut scratch = AuctionScratch::default();
    let mut dice = Dice::new(6);
    for count in [90, 400, 1000] {
        let Instance { mut agents, slots } = instance(instances::Kind::Turned(0.0), count, 33.0, 7);
        let home = agents.clone();
        for agent in &mut agents {
            *agent += I64Vec2::new(dice.below(3) as i64 - 1, dice.below(3) as i64 - 1);
        }
        for effort in [Effort::Good, Effort::Exact] {
            let mut slot_of = Vec::new();
            let rules = rules(CostRule::Squared, effort);
            solve(&agents, &slots, rules, false, &Executor::Inline, &mut scratch, &mut slot_of);
            assert!(home.iter().zip(&slot_of).all(|(home, slot)| *home == slots[*slot as usize]), "{count} {effort:?}");
        }
    }
}

/// Point sets in which something coincides.
fn degenerate(kind: usize, count: usize, dice: &mut Dice) -> Vec<I64Vec2> {
    let wide = 1_100_000_000.0;
    (0..count)
        .map(|index| match kind {
            0 => I64Vec2::new(5, -9),
            1 => I64Vec2::new(if index % 2 == 0 { -40_000 } else { 90_000 }, 0),
            2 => I64Vec2::new(25_600 * index as i64, 0),
            3 => I64Vec2::new(0, 25_600 * index as i64),
            4 => I64Vec2::new(17 * index as i64, -17 * index as i64),
            5 => I64Vec2::new(dice.below(4) as i64, dice.below(4) as i64) * 25_600,
            6 => I64Vec2::new((dice.signed() * wide) as i64, (dice.signed() * wide) as i64),
            7 => {
                I64Vec2::new(if dice.unit() < 0.5 { -1 } else { 1 }, if dice.unit() < 0.5 { -1 } else { 1 })
                    * 1_099_999_999
            }
            _ => I64Vec2::new(dice.below(3) as i64, 25_600 * dice.below(1000) as i64),
        })
        .collect()
}

#[test]
fn degenerate_sets_are_matched_as_well_as_any() {
    let mut scratch = AuctionScratch::default();
    let mut dice = Dice::new(8);
    for agents in 0..9 {
        for slots in 0..9 {
            for count in [1, 2, 3, 10, 90, 120] {
                let input = Instance {
                    agents: degenerate(agents, count, &mut dice),
                    slots: degenerate(slots, count, &mut dice),
                };
                check(&format!("degenerate {agents} to {slots}"), CostRule::Squared, &input, &mut scratch);
            }
        }
    }
}

#[test]
fn large_degenerate_sets_end() {
    let mut scratch = AuctionScratch::default();
    let mut dice = Dice::new(9);
    for (agents, slots) in [(0, 0), (0, 2), (1, 5), (2, 3), (3, 0), (5, 5), (6, 7), (7, 6), (8, 4)] {
        let (agents, slots) = (degenerate(agents, 3000, &mut dice), degenerate(slots, 3000, &mut dice));
        for effort in EFFORTS {
            let mut slot_of = Vec::new();
            let rules = rules(CostRule::Squared, effort);
            solve(&agents, &slots, rules, false, &Executor::Inline, &mut scratch, &mut slot_of);
            assert_permutation(&slot_of, 3000);
        }
    }
}

#[test]
fn stacked_armies_are_matched_as_well_as_by_an_integer_solver() {
    let mut scratch = AuctionScratch::default();
    let mut dice = Dice::new(14);
    for (name, kind) in [KINDS[2], KINDS[6], KINDS[11], KINDS[14]] {
        for (count, places) in [(30, 1), (90, 2), (120, 7), (200, 30), (150, 70)] {
            let mut input = instance(kind, count, 25.0, 15);
            for agent in places..count {
                input.agents[agent] = input.agents[dice.below(places)];
            }
            for cost in [CostRule::Squared, CostRule::Euclid] {
                check(&format!("{name} on {places} places"), cost, &input, &mut scratch);
            }
            std::mem::swap(&mut input.agents, &mut input.slots);
            check(&format!("{name} from {places} places"), CostRule::Squared, &input, &mut scratch);
        }
    }
}

/// Whole numbers in doubles, in 64 bits and in 128 bits, one after the other.
#[test]
fn the_optimum_of_an_army_ever_farther_apart_grows_by_the_square() {
    let mut scratch = AuctionScratch::default();
    for (name, kind) in [KINDS[0], KINDS[5], KINDS[12], KINDS[13]] {
        let mut input = instance(kind, 150, 25.0, 13);
        let mut slot_of = Vec::new();
        let mut optimum = None;
        for scale in [1, 1 << 4, 1 << 5, 1 << 5] {
            input.agents.iter_mut().chain(&mut input.slots).for_each(|point| *point *= scale);
            let rules = rules(CostRule::Squared, Effort::Exact);
            let proved = solve(&input.agents, &input.slots, rules, true, &Executor::Inline, &mut scratch, &mut slot_of);
            assert_eq!(proved, Some(cost_of(CostRule::Squared, &input, &slot_of)), "{name}");
            let expected = optimum.map_or(proved, |optimum: i128| Some(optimum * i128::from(scale * scale)));
            assert_eq!(proved, expected, "{name}");
            optimum = proved;
        }
    }
}

#[test]
fn nobody_is_matched_to_nothing() {
    let mut slot_of = vec![1, 2];
    let rules = rules(CostRule::Squared, Effort::Exact);
    let bound = solve(&[], &[], rules, true, &Executor::Inline, &mut AuctionScratch::default(), &mut slot_of);
    assert_eq!((bound, slot_of.len()), (Some(0), 0));
}

#[test]
fn armies_that_barely_fill_their_windows_are_matched_as_well_as_by_an_integer_solver() {
    let mut scratch = AuctionScratch::default();
    for count in (30..112).step_by(3) {
        let input = instance(KINDS[count % KINDS.len()].1, count, 25.0, 3 + count as u64);
        let optimum = optimum(CostRule::Squared, &input);
        for near_candidates in [1, 16, 30, 200] {
            for effort in EFFORTS {
                let rules = AssignRules { near_candidates, ..rules(CostRule::Squared, effort) };
                let mut slot_of = Vec::new();
                solve(&input.agents, &input.slots, rules, false, &Executor::Inline, &mut scratch, &mut slot_of);
                assert_permutation(&slot_of, count);
                let reached = cost_of(CostRule::Squared, &input, &slot_of);
                assert!(effort != Effort::Exact || reached == optimum, "{count} in windows of {near_candidates}");
            }
        }
    }
}

#[test]
fn every_window_size_proves_the_same_optimum() {
    let mut scratch = AuctionScratch::default();
    let input = instance(KINDS[4].1, 700, 20.0, 11);
    let mut proved = Vec::new();
    for near_candidates in [1, 16, 30, 200] {
        let rules = AssignRules { near_candidates, ..rules(CostRule::Squared, Effort::Exact) };
        let mut slot_of = Vec::new();
        proved.push(solve(&input.agents, &input.slots, rules, true, &Executor::Inline, &mut scratch, &mut slot_of));
        assert_eq!(proved.last().unwrap().unwrap(), cost_of(CostRule::Squared, &input, &slot_of));
    }
    assert!(proved.iter().all(|bound| *bound == proved[0]));
}

/// The certificate proves EXACT here, so that no slow oracle is needed.
#[test]
fn good_stays_within_half_a_percent_of_a_proved_optimum_at_size() {
    let mut scratch = AuctionScratch::default();
    for (name, kind) in KINDS {
        let input = instance(kind, 1500, 40.0, 12);
        let mut slot_of = Vec::new();
        let mut run = |effort| {
            let rules = rules(CostRule::Squared, effort);
            let bound = solve(&input.agents, &input.slots, rules, true, &Executor::Inline, &mut scratch, &mut slot_of);
            (cost_of(CostRule::Squared, &input, &slot_of), bound.unwrap())
        };
        let (optimum, proved) = run(Effort::Exact);
        assert_eq!(optimum, proved, "{name}");
        let (good, bound) = run(Effort::Good);
        assert!(bound <= optimum);
        let centring = centring(&input) as f64 / 1500.0;
        let ratio = (good as f64 - centring) / (optimum as f64 - centring);
        assert!(ratio <= 1.005, "{name}: {ratio}");
    }
}

/// By hand: `cargo test --release --test auction -- --ignored --nocapture`.
#[test]
fn good_keeps_its_promise_on_fresh_seeds() {
    let mut scratch = AuctionScratch::default();
    let mut dice = Dice::new(77);
    let mut broken = 0;
    for (name, kind) in KINDS {
        let mut worst: f64 = 0.0;
        for seed in 0..20 {
            for count in [200, 410, 450, 600, 1000, 2000] {
                let turn = [0.0, 17.0, 45.0, 90.0 * dice.unit()][seed % 4];
                let input = instance(kind, count, turn, 5_000_000 + 31 * seed as u64 + count as u64);
                let mut slot_of = Vec::new();
                let mut run = |effort| {
                    let rules = rules(CostRule::Squared, effort);
                    solve(&input.agents, &input.slots, rules, false, &Executor::Inline, &mut scratch, &mut slot_of);
                    cost_of(CostRule::Squared, &input, &slot_of)
                };
                let (optimum, good) = (run(Effort::Exact), run(Effort::Good));
                let centring = centring(&input) as f64 / count as f64;
                let ratio = (good as f64 - centring) / (optimum as f64 - centring);
                worst = worst.max(ratio);
                if ratio > 1.005 {
                    broken += 1;
                    println!("{name} {count} turn {turn} seed {seed}: {ratio:.5}");
                }
            }
        }
        println!("{name}: worst {worst:.5}");
    }
    assert_eq!(broken, 0);
}
