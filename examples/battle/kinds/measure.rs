//! A trial: one kind of army at each effort, against the proved optimum.

use cpu_time::ThreadTime;
use glam::I64Vec2;
use phalanx::formation::assign::auction::{AuctionScratch, solve};
use phalanx::formation::assign::{AssignRules, Effort};
use phalanx::formation::order::CostRule;
use phalanx::parallel::Executor;

use super::instances::{Instance, Kind, instance};

/// The whole army is turned by this, as in the benchmark, so that no kind profits from lying along the axes.
const TURN_DEGREES: f64 = 25.0;
/// Calls per effort, of which the median is told.
const CALLS: usize = 5;
const EFFORTS: [Effort; 3] = [Effort::Quick, Effort::Good, Effort::Exact];

/// One kind with what came of it.
pub struct Trial {
    pub name: &'static str,
    pub kind: Kind,
    pub army: Instance,
    /// GOOD's answer.
    pub slot_of: Vec<u32>,
    /// Per effort.
    pub results: Vec<Measured>,
}

/// One effort.
pub struct Measured {
    pub effort: Effort,
    /// Centred cost over the proved optimum.
    pub ratio: f64,
    /// Centred lower bound over the proved optimum.
    pub bound: f64,
    pub milliseconds: f64,
}

/// Solves a kind at every effort.
pub fn trial(name: &'static str, kind: Kind, agents: usize) -> Trial {
    let army = instance(kind, agents, TURN_DEGREES, 1 + agents as u64);
    let mut solver = Solver::default();
    let (optimum, _) = solver.solve(&army, Effort::Exact, true);
    let mut results = Vec::with_capacity(EFFORTS.len());
    let mut slot_of = Vec::new();
    for effort in EFFORTS {
        let (bound, cost) = solver.solve(&army, effort, true);
        if effort == Effort::Good {
            slot_of.clone_from(&solver.slot_of);
        }
        let share = |value: i128| if optimum == 0 { 1.0 } else { value as f64 / optimum as f64 };
        let milliseconds = solver.median_milliseconds(&army, effort);
        results.push(Measured { effort, ratio: share(cost), bound: share(bound).max(0.0), milliseconds });
    }
    Trial { name, kind, army, slot_of, results }
}

impl Trial {
    /// What each effort promises (F32 e), as broken rules.
    pub fn broken_rules(&self) -> Vec<String> {
        let most = |effort| match effort {
            Effort::Quick => f64::INFINITY,
            Effort::Good => 1.005,
            Effort::Exact => 1.0,
        };
        let broken = self.results.iter().filter(|result| result.ratio > most(result.effort) || result.bound > 1.0);
        let told = |result: &Measured| format!("{} {:?}: {} of the optimum", self.name, result.effort, result.ratio);
        broken.map(told).collect()
    }
}

#[derive(Default)]
struct Solver {
    scratch: AuctionScratch,
    slot_of: Vec<u32>,
}

impl Solver {
    /// Bound and cost, both without the way between the centroids.
    fn solve(&mut self, army: &Instance, effort: Effort, want_bound: bool) -> (i128, i128) {
        let rules = AssignRules { cost: CostRule::Squared, near_candidates: 16, strategic_candidates: 8, effort };
        let (scratch, slot_of) = (&mut self.scratch, &mut self.slot_of);
        let bound = solve(&army.agents, &army.slots, rules, want_bound, &Executor::Inline, scratch, slot_of);
        let way = way_between_centroids(army);
        (bound.unwrap_or(way) - way, cost(army, &self.slot_of) - way)
    }

    fn median_milliseconds(&mut self, army: &Instance, effort: Effort) -> f64 {
        let time = |_| {
            let start = ThreadTime::now();
            std::hint::black_box(self.solve(army, effort, false));
            start.elapsed()
        };
        let mut times: Vec<_> = (0..CALLS).map(time).collect();
        times.sort_unstable();
        times[CALLS / 2].as_secs_f64() * 1000.0
    }
}

fn cost(army: &Instance, slot_of: &[u32]) -> i128 {
    let walks = army.agents.iter().zip(slot_of).map(|(agent, slot)| *agent - army.slots[*slot as usize]);
    walks.map(|walk| i128::from(walk.dot(walk))).sum()
}

/// The part that every answer's cost has: the squared way between the centroids, once per agent.
fn way_between_centroids(army: &Instance) -> i128 {
    let sum = |points: &[I64Vec2]| points.iter().copied().sum::<I64Vec2>();
    let way = sum(&army.agents) - sum(&army.slots);
    let square = i128::from(way.x) * i128::from(way.x) + i128::from(way.y) * i128::from(way.y);
    square / army.agents.len().max(1) as i128
}
