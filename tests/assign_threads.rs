//! The number of threads changes no byte of an assignment, and tiles cost no quality.

mod instances;

use glam::{DVec2, I64Vec2};
use instances::{Instance, KINDS, Kind, PITCH, instance};
use phalanx::formation::assign::auction::{AuctionScratch, solve};
use phalanx::formation::assign::{AssignRules, AssignScratch, Effort, LayerAgents, LayerSlots, reform_the_line};
use phalanx::formation::order::CostRule;
use phalanx::pace::{Pace, at_once};
use phalanx::parallel::Executor;

/// Enough for several tiles; the fewer where code is barely optimised.
const MANY: usize = if cfg!(debug_assertions) { 9_000 } else { 20_000 };

const KINDS_IN_TILES: [Kind; 6] =
    [Kind::Uniform, Kind::Shaken(1.0), Kind::Scatter(4.0), Kind::Turned(30.0), Kind::RingToWedge, Kind::ScatterToRings];

fn rules(effort: Effort) -> AssignRules {
    AssignRules { cost: CostRule::Squared, near_candidates: 8, strategic_candidates: 8, effort }
}

fn executors() -> Vec<Executor> {
    [1, 2, 3, 4, 8].map(|threads| Executor::with_threads(threads).unwrap()).into()
}

#[test]
fn any_number_of_threads_matches_alike() {
    let executors = executors();
    for kind in KINDS_IN_TILES {
        let input = instance(kind, MANY, 25.0, 9);
        for effort in [Effort::Quick, Effort::Good, Effort::Exact] {
            let run = |executor: &Executor| {
                let (mut scratch, mut slot_of) = (AuctionScratch::default(), Vec::new());
                let bound =
                    solve(&input.agents, &input.slots, rules(effort), true, executor, &mut scratch, &mut slot_of);
                (bound, slot_of)
            };
            let first = run(&executors[0]);
            for executor in &executors[1..] {
                assert!(run(executor) == first, "{kind:?} {effort:?} with {} threads", executor.workers());
            }
        }
    }
}

#[test]
fn any_number_of_threads_forms_a_layer_alike() {
    let executors = executors();
    let kinds = KINDS_IN_TILES.map(|kind| (kind, false));
    for (kind, has_wide) in kinds.into_iter().chain([(Kind::Uniform, true), (Kind::Scatter(4.0), true)]) {
        let input = instance(kind, MANY, 25.0, 10);
        let exact: Vec<DVec2> = input.slots.iter().map(|slot| slot.as_dvec2() / 256.0).collect();
        let ring = vec![0; MANY];
        // One agent in fifty denies the slots around it to the others, who then need more than there are agents.
        let (count, every) = if has_wide { (MANY - MANY / 20, 50) } else { (MANY, usize::MAX) };
        let width = |agent: usize| if agent % every == every - 1 { 0.8 } else { 0.4 };
        let radius: Vec<f64> = (0..count).map(|agent| width(agent) * PITCH / 256.0).collect();
        let run = |executor: &Executor| {
            let agents = LayerAgents { at: &input.agents[..count], radius: &radius };
            let least_distance = PITCH / 256.0;
            let slots = LayerSlots { at: &input.slots, exact: &exact, ring: &ring, room: &[], least_distance };
            let (mut scratch, mut slot_of, mut overlap) = (AssignScratch::default(), Vec::new(), Vec::new());
            let rules = rules(Effort::Good);
            let pace = Pace::straight(executor);
            at_once(reform_the_line(agents, slots, rules, &pace, &mut scratch, &mut slot_of, &mut overlap));
            (slot_of, overlap)
        };
        let first = run(&executors[0]);
        for executor in &executors[1..] {
            assert!(run(executor) == first, "{kind:?} with {} threads, wide ones: {has_wide}", executor.workers());
        }
    }
}

fn cost(input: &Instance, slot_of: &[u32]) -> i128 {
    let walks = input.agents.iter().zip(slot_of).map(|(agent, slot)| *agent - input.slots[*slot as usize]);
    walks.map(|walk| i128::from(walk.dot(walk))).sum()
}

/// The part of every matching's cost that is the way between the centroids.
fn centring(input: &Instance) -> f64 {
    let sum = |points: &[I64Vec2]| points.iter().copied().sum::<I64Vec2>();
    (sum(&input.agents) - sum(&input.slots)).as_dvec2().length_squared() / input.agents.len() as f64
}

#[test]
#[cfg_attr(debug_assertions, ignore = "minutes where code is barely optimised")]
fn good_stays_within_half_a_percent_of_a_proved_optimum_in_tiles() {
    let executor = Executor::with_threads(2).unwrap();
    let mut scratch = AuctionScratch::default();
    for count in [10_000, 20_000] {
        for (name, kind) in KINDS {
            let input = instance(kind, count, 40.0, 12);
            let mut slot_of = Vec::new();
            let mut run = |effort| {
                let bound =
                    solve(&input.agents, &input.slots, rules(effort), true, &executor, &mut scratch, &mut slot_of);
                (cost(&input, &slot_of), bound.unwrap())
            };
            let (optimum, proved) = run(Effort::Exact);
            assert_eq!(optimum, proved, "{name}");
            let (good, bound) = run(Effort::Good);
            assert!(bound <= optimum);
            let centring = centring(&input);
            let ratio = (good as f64 - centring) / (optimum as f64 - centring);
            println!("{name} {count}: {ratio:.5}");
            assert!(ratio <= 1.005, "{name} {count}: {ratio}");
        }
    }
}
