//! Several threads against one: wall time in alternating runs of the same instance, so that noise hits both.

mod estimate;

use std::time::Instant;

use cpu_time::ProcessTime;
use glam::{DVec2, I64Vec2};
use phalanx::formation::assign::auction::{AuctionScratch, solve};
use phalanx::formation::assign::{AssignRules, AssignScratch, LayerAgents, LayerSlots, reform_the_line};
use phalanx::pace::{Pace, at_once};
use phalanx::parallel::Executor;

use super::instances::{Instance, PITCH};

/// Quanta per unit of length.
const STEPS: f64 = 256.0;

/// What is timed.
pub struct Work<'a> {
    pub input: &'a Instance,
    pub rules: AssignRules,
    /// The whole of the assignment of a layer, or the auction alone.
    pub whole: bool,
}

/// One call's milliseconds.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    cpu: f64,
}

/// What a row of the table tells.
pub struct Comparison {
    pub one: f64,
    pub several: f64,
    /// CPU time of the call with several threads.
    pub cpu: f64,
}

/// Medians of the wall times with one thread and with `threads`; panics if a slot differs.
pub fn compare(work: &Work, threads: usize, runs: usize) -> Comparison {
    let several = Executor::with_threads(threads).unwrap_or_default();
    let (mut first, mut other) = (Caller::new(work), Caller::new(work));
    let mut costs: [Vec<Cost>; 2] = [Vec::new(), Vec::new()];
    for run in 0..=runs {
        let one = first.call(work, &Executor::Inline);
        let more = other.call(work, &several);
        assert!(first.slot_of == other.slot_of, "threads change a slot");
        if run > 0 {
            costs[0].push(one);
            costs[1].push(more);
        }
    }
    let median = |costs: &[Cost], part: fn(&Cost) -> f64| {
        let mut sorted: Vec<f64> = costs.iter().map(part).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    };
    Comparison {
        one: median(&costs[0], |cost| cost.wall),
        several: median(&costs[1], |cost| cost.wall),
        cpu: median(&costs[1], |cost| cost.cpu),
    }
}

/// As [`compare`], by CPU time: the least of one thread's runs, and the run of several with the least sum of what is
/// serial and the busiest threads' shares; the last column is what all threads together take.
pub fn estimate(work: &Work, threads: usize, runs: usize) -> Comparison {
    let (mut first, mut other) = (Caller::new(work), Caller::new(work));
    let mut best = Comparison { one: f64::INFINITY, several: f64::INFINITY, cpu: 0.0 };
    for _ in 0..=runs {
        best.one = best.one.min(first.call(work, &Executor::Inline).cpu);
        let cost = estimate::estimate(threads, |executor| {
            other.call(work, executor);
        });
        assert!(first.slot_of == other.slot_of, "threads change a slot");
        if cost.serial + cost.longest < best.several {
            best = Comparison { several: cost.serial + cost.longest, cpu: cost.serial + cost.parallel, ..best };
        }
    }
    best
}

struct Caller {
    /// Relative to their middle, as an order gives them.
    agents: Vec<I64Vec2>,
    exact: Vec<DVec2>,
    ring: Vec<u32>,
    radius: Vec<f64>,
    auction: AuctionScratch,
    layer: AssignScratch,
    slot_of: Vec<u32>,
    overlap: Vec<bool>,
}

impl Caller {
    fn new(work: &Work) -> Self {
        let count = work.input.agents.len();
        let middle = work.input.agents.iter().copied().sum::<I64Vec2>() / count as i64;
        Self {
            agents: work.input.agents.iter().map(|agent| *agent - middle).collect(),
            exact: work.input.slots.iter().map(|slot| slot.as_dvec2() / STEPS).collect(),
            ring: vec![0; count],
            radius: vec![0.4 * PITCH / STEPS; count],
            auction: AuctionScratch::default(),
            layer: AssignScratch::default(),
            slot_of: Vec::new(),
            overlap: Vec::new(),
        }
    }

    fn call(&mut self, work: &Work, executor: &Executor) -> Cost {
        let Instance { agents, slots } = work.input;
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        if work.whole {
            let agents = LayerAgents { at: &self.agents, radius: &self.radius };
            let least_distance = PITCH / STEPS;
            let slots = LayerSlots { at: slots, exact: &self.exact, ring: &self.ring, room: &[], least_distance };
            let (scratch, slot_of, overlap) = (&mut self.layer, &mut self.slot_of, &mut self.overlap);
            at_once(reform_the_line(agents, slots, work.rules, &Pace::straight(executor), scratch, slot_of, overlap));
        } else {
            solve(agents, slots, work.rules, false, executor, &mut self.auction, &mut self.slot_of);
        }
        let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1000.0;
        Cost { wall: milliseconds(wall.elapsed()), cpu: milliseconds(cpu.elapsed()) }
    }
}
