//! Assignment against its peers: CPU time on one thread and cost against a proved bound, per kind and size; of the
//! balanced core alone and of the whole assignment, which also chooses the used slots and exchanges.
//!
//! `cargo bench --bench assignment -- [sizes] [quick|good|exact]... [kind name]... [turn=DEGREES] [runs=N] [nopeers]`
//! `… threads=N [reform] [estimate]`: instead, wall time with N threads against one; `reform`: of the whole layer;
//! `estimate`: by CPU time of what is serial and of what is not, for a busy machine.

#[path = "../tests/instances/mod.rs"]
mod instances;
mod threads;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use glam::{DVec2, I64Vec2};
use instances::{Instance, KINDS, Kind, instance};
use pathfinding::prelude::{Matrix, kuhn_munkres_min};
use phalanx::formation::assign::auction::{AuctionScratch, solve};
use phalanx::formation::assign::{self, AssignRules, AssignScratch, Effort, LayerAgents, LayerSlots};
use phalanx::formation::order::CostRule;
use phalanx::pace::{Pace, at_once};
use phalanx::parallel::Executor;

struct Choice {
    sizes: Vec<usize>,
    efforts: Vec<Effort>,
    kinds: Vec<(&'static str, Kind)>,
    turn: f64,
    runs: usize,
    near: u32,
    peers: bool,
    threads: Option<usize>,
    whole: bool,
    estimate: bool,
}

fn main() {
    let choice = choose(std::env::args().skip(1));
    if let Some(threads) = choice.threads {
        return compare_threads(&choice, threads);
    }
    let executor = Executor::Inline;
    for &size in &choice.sizes {
        println!("\nn = {size}");
        println!(
            "{:14} {:>6} {:>10} {:>9} {:>9} {:>10} {:>9}",
            "kind", "effort", "core ms", "cost", "bound", "whole ms", "cost"
        );
        let mut sums = vec![Sums::default(); choice.efforts.len()];
        for (name, kind) in &choice.kinds {
            let input = instance(*kind, size, choice.turn, 1 + size as u64);
            let mut scratch = AuctionScratch::default();
            let mut slot_of = Vec::new();
            let whole = WholeInput::of(&input);
            let centring = centring(&input);
            let exact = rules(Effort::Exact, choice.near);
            let optimum = solve(&input.agents, &input.slots, exact, true, &executor, &mut scratch, &mut slot_of);
            let optimum = (optimum.unwrap_or(0) - centring) as f64;
            for (place, &effort) in choice.efforts.iter().enumerate() {
                let rules = rules(effort, choice.near);
                let bound = solve(&input.agents, &input.slots, rules, true, &executor, &mut scratch, &mut slot_of);
                let ratio = |slot_of: &[u32]| (cost(&input, slot_of) - centring) as f64 / optimum;
                let core_ratio = ratio(&slot_of);
                let bound = bound.unwrap_or(0);
                let proved = ((bound - centring) as f64 / optimum).max(0.0);
                let time = median(choice.runs, || {
                    solve(&input.agents, &input.slots, rules, false, &executor, &mut scratch, &mut slot_of);
                    black_box(&slot_of);
                });
                let mut assign_scratch = AssignScratch::default();
                let whole_time = median(choice.runs, || {
                    whole.assign(rules, &executor, &mut assign_scratch, &mut slot_of);
                    black_box(&slot_of);
                });
                let whole_ratio = ratio(&slot_of);
                let label = format!("{effort:?}");
                println!(
                    "{name:14} {label:>6} {time:10.3} {core_ratio:9.5} {proved:9.5} {whole_time:10.3} {whole_ratio:9.5}"
                );
                sums[place].add(time, whole_time, core_ratio);
            }
        }
        for (place, effort) in choice.efforts.iter().enumerate() {
            let Sums { logs, whole_logs, worst, slowest } = sums[place];
            let [mean, whole_mean] = [logs, whole_logs].map(|logs| libm::exp(logs / choice.kinds.len() as f64));
            println!(
                "{effort:?}: geometric mean {mean:.3} ms, slowest {:.2} x, worst ratio {worst:.5}; whole {whole_mean:.3} ms",
                slowest / mean,
            );
        }
        if choice.peers {
            peers(size, choice.turn, choice.runs);
        }
    }
}

/// What the kinds of one size and effort add up to.
#[derive(Clone, Copy, Default)]
struct Sums {
    logs: f64,
    whole_logs: f64,
    worst: f64,
    slowest: f64,
}

impl Sums {
    fn add(&mut self, time: f64, whole_time: f64, ratio: f64) {
        self.logs += libm::log(time);
        self.whole_logs += libm::log(whole_time);
        self.worst = self.worst.max(ratio);
        self.slowest = self.slowest.max(time);
    }
}

/// An instance as the input of a whole assignment: nobody can clash, and all slots are of one ring.
struct WholeInput {
    agents: Vec<I64Vec2>,
    slots: Vec<I64Vec2>,
    radius: Vec<f64>,
    exact: Vec<DVec2>,
    ring: Vec<u32>,
}

impl WholeInput {
    fn of(input: &Instance) -> Self {
        let count = input.agents.len();
        let centroid = input.agents.iter().copied().sum::<I64Vec2>() / count as i64;
        Self {
            agents: input.agents.iter().map(|agent| *agent - centroid).collect(),
            slots: input.slots.clone(),
            radius: vec![0.0; count],
            exact: input.slots.iter().map(|slot| slot.as_dvec2() / 256.0).collect(),
            ring: vec![0; count],
        }
    }

    fn assign(&self, rules: AssignRules, executor: &Executor, scratch: &mut AssignScratch, slot_of: &mut Vec<u32>) {
        let agents = LayerAgents { at: &self.agents, radius: &self.radius };
        let (exact, ring) = (&self.exact, &self.ring);
        let slots = LayerSlots { at: &self.slots, exact, ring, room: &[], least_distance: 50.0 };
        let pace = Pace::straight(executor);
        at_once(assign::reform_the_line(agents, slots, rules, &pace, scratch, slot_of, &mut Vec::new()));
    }
}

fn compare_threads(choice: &Choice, threads: usize) {
    for &size in &choice.sizes {
        let clock = if choice.estimate { "estimated" } else { "wall" };
        println!("\nn = {size}, {clock} ms with 1 and {threads} threads, CPU ms with {threads}");
        println!("{:14} {:>6} {:>10} {:>10} {:>10} {:>6}", "kind", "effort", "one", "several", "CPU", "ratio");
        for &effort in &choice.efforts {
            let mut logs = 0.0;
            for (name, kind) in &choice.kinds {
                let input = instance(*kind, size, choice.turn, 1 + size as u64);
                let work = threads::Work { input: &input, rules: rules(effort, choice.near), whole: choice.whole };
                let compare = if choice.estimate { threads::estimate } else { threads::compare };
                let threads::Comparison { one, several, cpu } = compare(&work, threads, choice.runs);
                let (label, ratio) = (format!("{effort:?}"), several / one);
                println!("{name:14} {label:>6} {one:10.3} {several:10.3} {cpu:10.3} {ratio:6.3}");
                logs += libm::log(ratio);
            }
            println!("{effort:?}: geometric mean of the ratios {:.3}", libm::exp(logs / choice.kinds.len() as f64));
        }
    }
}

fn choose(arguments: impl Iterator<Item = String>) -> Choice {
    let mut choice = Choice {
        sizes: vec![],
        efforts: vec![],
        kinds: vec![],
        turn: 25.0,
        runs: 10,
        near: 16,
        peers: true,
        threads: None,
        whole: false,
        estimate: false,
    };
    for argument in arguments {
        if let Ok(size) = argument.parse() {
            choice.sizes.push(size);
        } else if let Some(degrees) = argument.strip_prefix("turn=") {
            choice.turn = degrees.parse().unwrap_or(0.0);
        } else if let Some(runs) = argument.strip_prefix("runs=") {
            choice.runs = runs.parse().unwrap_or(10);
        } else if let Some(near) = argument.strip_prefix("near=") {
            choice.near = near.parse().unwrap_or(16);
        } else if let Some(threads) = argument.strip_prefix("threads=") {
            choice.threads = threads.parse().ok();
        } else {
            match argument.as_str() {
                "quick" => choice.efforts.push(Effort::Quick),
                "good" => choice.efforts.push(Effort::Good),
                "exact" => choice.efforts.push(Effort::Exact),
                "nopeers" => choice.peers = false,
                "reform" => choice.whole = true,
                "estimate" => choice.estimate = true,
                name => choice.kinds.extend(KINDS.iter().filter(|kind| kind.0 == name)),
            }
        }
    }
    if choice.sizes.is_empty() {
        choice.sizes = vec![1_000, 2_000, 10_000, 100_000];
    }
    if choice.efforts.is_empty() {
        choice.efforts = vec![Effort::Quick, Effort::Good, Effort::Exact];
    }
    if choice.kinds.is_empty() {
        choice.kinds = KINDS.to_vec();
    }
    choice
}

fn rules(effort: Effort, near: u32) -> AssignRules {
    AssignRules { cost: CostRule::Squared, near_candidates: near, strategic_candidates: 8, effort }
}

/// What the same army costs in a few lines, and what merely sorting it costs.
fn peers(size: usize, turn: f64, runs: usize) {
    let input = instance(Kind::Shaken(1.0), size, turn, 1);
    let keys: Vec<u64> = input.agents.iter().map(|agent| (agent.x as u64) << 32 ^ agent.y as u64).collect();
    let mut sorted = keys.clone();
    let sort = median(runs, || {
        sorted.copy_from_slice(&keys);
        sorted.sort_unstable();
        black_box(&sorted);
    });
    println!("peer: sort of {size} 64-bit keys {sort:.3} ms");
    if size <= 10_000 {
        let mut slot_of = Vec::new();
        let time = median(1, || slot_of = nearest_free(&input));
        let centring = centring(&input);
        let mut optimum = Vec::new();
        let (executor, mut scratch) = (Executor::Inline, AuctionScratch::default());
        let bound =
            solve(&input.agents, &input.slots, rules(Effort::Exact, 16), true, &executor, &mut scratch, &mut optimum);
        let ratio = (cost(&input, &slot_of) - centring) as f64 / (bound.unwrap_or(0) - centring) as f64;
        println!("peer: each agent in turn to the nearest free slot (jit1) {time:.3} ms, ratio {ratio:.3}");
    }
    if size <= 2_000 {
        let weights = Matrix::from_fn(size, size, |(agent, slot)| {
            let walk = input.agents[agent] - input.slots[slot];
            walk.dot(walk)
        });
        let time = median(1, || {
            black_box(kuhn_munkres_min(&weights));
        });
        println!("peer: pathfinding::kuhn_munkres (jit1, exact) {time:.3} ms");
    }
}

/// What games write first.
fn nearest_free(input: &Instance) -> Vec<u32> {
    let mut free: Vec<u32> = (0..input.slots.len() as u32).collect();
    let walk = |agent: I64Vec2, slot: u32| {
        let walk = agent - input.slots[slot as usize];
        walk.dot(walk)
    };
    let take = |agent: &I64Vec2| {
        let best = (0..free.len()).min_by_key(|place| walk(*agent, free[*place])).unwrap_or(0);
        free.swap_remove(best)
    };
    input.agents.iter().map(take).collect()
}

fn cost(input: &Instance, slot_of: &[u32]) -> i128 {
    let walks = input.agents.iter().zip(slot_of).map(|(agent, slot)| *agent - input.slots[*slot as usize]);
    walks.map(|walk| i128::from(walk.dot(walk))).sum()
}

/// The part of every matching's cost that is the way between the centroids.
fn centring(input: &Instance) -> i128 {
    let sum = |points: &[I64Vec2]| points.iter().copied().sum::<I64Vec2>();
    let walk = sum(&input.agents) - sum(&input.slots);
    let square = i128::from(walk.x) * i128::from(walk.x) + i128::from(walk.y) * i128::from(walk.y);
    square / input.agents.len() as i128
}

/// Median CPU time of a thread in milliseconds.
fn median(runs: usize, mut work: impl FnMut()) -> f64 {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = ThreadTime::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1000.0
}
