//! Effort: how far a solve goes on each level, from carried prices alone to a proved optimum.
#![forbid(unsafe_code)]

use glam::{DVec2, I64Vec2};

use super::bidding::{Phase, reduce, run_phase, stack_discontent};
use super::candidates::WindowSize;
use super::certificate::{CertificateScratch, Violator, certify};
use super::completion::{CompletionScratch, Reach, augment_all, match_in_order};
use super::dense::{DENSE_LIMIT, DenseScratch, solve_dense};
use super::levels::{Level, coarsen};
use super::median_order::OrderedPoint;
use super::metric::{Metric, Number, Place, WalkSums};
use super::prices::carry_prices;
use super::straight::match_along;
use super::tiles::{TileScratch, TileSize, bid_in_tiles};
use crate::formation::assign::{AssignRules, Effort};
use crate::parallel::Executor;

/// A solve's input.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Agents as given.
    pub agents: &'a [I64Vec2],
    /// Slots as given.
    pub slots: &'a [I64Vec2],
    /// Agents in median order.
    pub agent_order: &'a [OrderedPoint],
    /// Slots in median order.
    pub slot_order: &'a [OrderedPoint],
    /// Taken from each agent.
    pub agent_origin: I64Vec2,
    /// Taken from each slot.
    pub slot_origin: I64Vec2,
    /// How to assign.
    pub rules: AssignRules,
    /// Whether the slots of this plan lie along a curve.
    pub on_curve: bool,
    /// The direction of the line on which they lie, if they do.
    pub line: Option<DVec2>,
    /// Whether to prove a bound.
    pub want_bound: bool,
    /// Who runs the parts of a loop.
    pub executor: &'a Executor,
    /// How slots are cut into tiles.
    pub tile_size: TileSize,
}

/// Buffers of a solve over one type of number.
#[derive(Debug, Default)]
pub struct Solver<N> {
    levels: Vec<Level<N>>,
    dense: DenseScratch<N>,
    completion: CompletionScratch<N>,
    certificate: CertificateScratch<N>,
    violators: Vec<Violator>,
    stack: Vec<u32>,
    next: Vec<u32>,
    tiles: TileScratch,
    agents_along: Vec<(f64, u32)>,
    slots_along: Vec<(f64, u32)>,
}

/// The final least raise as a share of the mean cost. Chosen by measurement, not proved: over the kinds of
/// `benches/assignment.rs` a share of 0.03 still lost up to 0.54 %, and 0.018 at most 0.28 %.
const GOOD_SHARE: f64 = 0.018;

/// No share of the mean cost is worth a least raise above this many units.
const MOST_UNITS: f64 = 4.0;

/// Where EXACT stops bidding and turns to shortest paths, in units.
const EXACT_UNITS: f64 = 0.05;

/// Each phase divides the least raise by this.
const EPSILON_STEP: f64 = 5.0;

/// Rounds of certificate and completion within windows before EXACT turns to all slots.
const WINDOW_ROUNDS: usize = 24;

/// Up to here GOOD proves what it does: one misplaced agent of so few may cost half a percent.
const FEW_AGENTS: usize = 400;

/// Rounds of GOOD over few agents, or over clustered slots, whose windows see too little to leave it at an auction.
const GOOD_ROUNDS: usize = 4;

/// Along curves agents are shown far slots once the least raise is this many units.
const FAR_UNITS: f64 = 0.3;

/// Violators times slots up to which paths over all slots are cheaper than another certificate.
const FEW_ARCS: usize = 15_000;

/// Bids that a phase along a curve may take, per agent: beyond, a path is shorter than a war of prices.
const CURVE_BIDS: usize = 20;

/// The last few agents of a level cut into tiles may raise prices by this many times the least raise, where the mean
/// cost allows it.
const LAST_RAISE: f64 = 4.0;

/// Bids that a phase may take, per agent.
const BIDS_PER_AGENT: usize = 100;

/// The share of the cost that GOOD may lose by sorting along a line.
const LINE_SHARE: f64 = 0.004;

/// Windows that GOOD may read on its way to the optimum, per agent: clusters would have it read thousands.
const LOOKS_OF_GOOD: usize = 100;

/// Windows that the completion of a bounded effort may read, per agent.
const LOOKS_PER_AGENT: usize = 30;

impl<N: Number> Solver<N> {
    /// Writes the slot of each agent and returns the bound, where wanted: Σ least values − Σ burdens.
    pub fn solve<M: Metric<Number = N>>(&mut self, plan: &Plan, slot_of: &mut [u32]) -> Option<i128> {
        match plan.rules.near_candidates {
            0..=12 => self.solve_in_windows::<M, 3, 8>(plan, slot_of),
            13..=24 => self.solve_in_windows::<M, 5, 8>(plan, slot_of),
            25..=48 => self.solve_in_windows::<M, 7, 8>(plan, slot_of),
            _ => self.solve_in_windows::<M, 7, 12>(plan, slot_of),
        }
    }

    fn solve_in_windows<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(
        &mut self,
        plan: &Plan,
        slot_of: &mut [u32],
    ) -> Option<i128> {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        load::<M>(plan, &mut self.levels[0]);
        if let Some(direction) = plan.line.filter(|_| M::CENTRED && plan.agents.len() > DENSE_LIMIT) {
            self.levels[0].prepare::<M>(WindowSize { strips: STRIPS, run: RUN }, plan.executor);
            let bound = self.follow_line::<M, STRIPS, RUN>(plan, direction);
            return self.report::<M>(plan, bound, slot_of);
        }
        let depth = coarsen(&mut self.levels);
        for level in &mut self.levels[..depth] {
            level.prepare::<M>(WindowSize { strips: STRIPS, run: RUN }, plan.executor);
        }
        let curve = plan.on_curve || self.levels[0].clustered;
        self.solve_top::<M>(depth - 1);
        for fine in (0..depth - 1).rev() {
            let (finer, coarser) = self.levels.split_at_mut(fine + 1);
            let (coarse, fine_level, is_dense) = (&coarser[0], &mut finer[fine], fine + 2 == depth);
            let offers = self.completion.numbers();
            carry_prices::<M, STRIPS, RUN>(coarse, fine_level, is_dense, plan.executor, offers);
            if fine > 0 {
                let epsilon = self.levels[fine].unit * if curve { MOST_UNITS } else { 1.0 };
                self.bid::<M, STRIPS, RUN>(fine, epsilon, epsilon, plan);
                match_in_order(&mut self.levels[fine]);
            }
        }
        let mut bound = None;
        if depth > 1 {
            match plan.rules.effort {
                Effort::Quick => self.be_quick::<M, STRIPS, RUN>(plan),
                Effort::Good if self.levels[0].clustered || self.levels[0].len() <= FEW_AGENTS => {
                    self.be_exact::<M, STRIPS, RUN>(plan, GOOD_ROUNDS);
                }
                Effort::Good => self.be_good::<M, STRIPS, RUN>(plan),
                Effort::Exact => bound = self.be_exact::<M, STRIPS, RUN>(plan, usize::MAX),
            }
        }
        self.report::<M>(plan, bound, slot_of)
    }

    /// Writes the slot of each agent, and proves a bound where one is wanted and none is known.
    fn report<M: Metric<Number = N>>(&mut self, plan: &Plan, bound: Option<i128>, slot_of: &mut [u32]) -> Option<i128> {
        let level = &self.levels[0];
        for (agent, place) in plan.agent_order.iter().zip(&level.slot_of) {
            slot_of[agent.index as usize] = plan.slot_order[level.slots.rank[*place as usize] as usize].index;
        }
        bound.or_else(|| {
            plan.want_bound.then(|| certify::<M>(level, N::default(), &mut self.certificate, &mut self.violators))
        })
    }

    /// Slots on a line: sorting is next to the optimum.
    fn follow_line<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(
        &mut self,
        plan: &Plan,
        direction: DVec2,
    ) -> Option<i128> {
        match_along::<M>(&mut self.levels[0], direction, &mut self.agents_along, &mut self.slots_along);
        let most_rounds = match plan.rules.effort {
            Effort::Quick => return None,
            Effort::Good if self.line_loss::<M>(direction) <= LINE_SHARE * mean_cost::<M>(&self.levels[0]) => {
                return None;
            }
            Effort::Good => GOOD_ROUNDS,
            Effort::Exact => usize::MAX,
        };
        let most_looks = self.most_looks(most_rounds);
        self.settle::<M, STRIPS, RUN>(most_looks, plan.executor);
        self.prove::<M, STRIPS, RUN>(most_rounds, most_looks)
    }

    /// What sorting may lose per agent: twice the slots' way off the line times the extent of the agents across it.
    fn line_loss<M: Metric<Number = N>>(&self, direction: DVec2) -> f64 {
        let level = &self.levels[0];
        let across = |x: f64, y: f64| x * direction.y - y * direction.x;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for agent in &level.agents {
            let at = M::position(*agent);
            low = low.min(across(at.x, at.y));
            high = high.max(across(at.x, at.y));
        }
        let count = level.len() as f64;
        let off = |slot: &Place<N>| across(slot.x.double(), slot.y.double());
        let middle = level.points.iter().map(off).sum::<f64>() / count;
        let way = level.points.iter().map(|slot| (off(slot) - middle).abs()).sum::<f64>() / count;
        2.0 * way * (high - low)
    }

    fn solve_top<M: Metric<Number = N>>(&mut self, top: usize) {
        let Level { agents, points, slots, slot_of, .. } = &mut self.levels[top];
        debug_assert!(agents.len() <= DENSE_LIMIT);
        solve_dense::<M>(agents, points, &mut slots.burden, &mut self.dense, slot_of);
        for (agent, slot) in slot_of.iter().enumerate() {
            slots.owner[*slot as usize] = agent as u32;
        }
    }

    /// Carried prices and one coarse phase.
    fn be_quick<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(&mut self, plan: &Plan) {
        let epsilon = MOST_UNITS * self.levels[0].unit;
        self.bid::<M, STRIPS, RUN>(0, epsilon, epsilon, plan);
        match_in_order(&mut self.levels[0]);
    }

    /// Phases until the least raise is a small share of the mean cost.
    fn be_good<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(&mut self, plan: &Plan) {
        let unit = self.levels[0].unit;
        let most = MOST_UNITS * unit;
        let mut share = GOOD_SHARE * mean_cost::<M>(&self.levels[1]);
        let mut epsilon = share.clamp(unit.min(most), most);
        loop {
            self.bid::<M, STRIPS, RUN>(0, epsilon, share, plan);
            self.complete::<M, STRIPS, RUN>();
            share = GOOD_SHARE * mean_cost::<M>(&self.levels[0]);
            let wanted = share.min(most);
            if epsilon <= 1.25 * wanted {
                return;
            }
            if epsilon <= 1.0 {
                // Whole numbers allow no finer raise.
                self.settle::<M, STRIPS, RUN>(self.most_looks(GOOD_ROUNDS), plan.executor);
                return;
            }
            epsilon = (epsilon / EPSILON_STEP).max(wanted).max(1.0);
        }
    }

    /// Phases down to a fine least raise, then shortest paths until the certificate finds nobody. Returns the optimum,
    /// or nothing when `most_rounds` end first.
    fn be_exact<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(
        &mut self,
        plan: &Plan,
        most_rounds: usize,
    ) -> Option<i128> {
        let unit = self.levels[0].unit;
        let curve = plan.on_curve || self.levels[0].clustered;
        // Along a curve neighbours stand nearer than a unit says, and costs differ by less.
        let last = if curve { 1.0 / self.levels[0].len() as f64 } else { EXACT_UNITS };
        let (mut epsilon, last) = (unit, (last * unit).max(1.0));
        loop {
            self.bid::<M, STRIPS, RUN>(0, epsilon, epsilon, plan);
            if curve {
                self.complete::<M, STRIPS, RUN>();
                if epsilon <= FAR_UNITS * unit {
                    self.look_far::<M>(epsilon);
                }
            }
            if epsilon <= last {
                break;
            }
            epsilon = (epsilon / EPSILON_STEP).max(last);
        }
        let most_looks = self.most_looks(most_rounds);
        self.settle::<M, STRIPS, RUN>(most_looks, plan.executor);
        self.prove::<M, STRIPS, RUN>(most_rounds, most_looks)
    }

    /// Windows that a completion may read: any number where only the optimum will do.
    fn most_looks(&self, most_rounds: usize) -> usize {
        if most_rounds == usize::MAX { usize::MAX } else { LOOKS_OF_GOOD * self.levels[0].len() }
    }

    /// Shows each agent that a window keeps from a slot more than `slack` better where that slot is.
    fn look_far<M: Metric<Number = N>>(&mut self, slack: f64) {
        let level = &mut self.levels[0];
        certify::<M>(level, N::floor(slack), &mut self.certificate, &mut self.violators);
        for violator in &self.violators {
            level.see_far(violator.agent as usize, violator.slot);
        }
    }

    /// Shortest paths until the certificate finds nobody, or `most_rounds` times.
    fn prove<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(
        &mut self,
        most_rounds: usize,
        most_looks: usize,
    ) -> Option<i128> {
        for round in 0..most_rounds {
            let bound = certify::<M>(&self.levels[0], N::default(), &mut self.certificate, &mut self.violators);
            if self.violators.is_empty() {
                return Some(bound);
            }
            self.stack.clear();
            for violator in self.violators.iter().rev() {
                let agent = violator.agent as usize;
                self.levels[0].see_far(agent, violator.slot);
                self.levels[0].centre[agent] = self.levels[0].slot_of[agent];
                self.levels[0].release(agent);
                self.stack.push(violator.agent);
            }
            // Whoever is no violator now is content with its slot over all slots, and paths over all slots keep it so:
            // the round after one of those finds nobody. For a few violators that costs less than another round.
            let few = self.violators.len() * self.levels[0].len() <= FEW_ARCS;
            let reach = if round < WINDOW_ROUNDS && !few { Reach::Window } else { Reach::All };
            augment_all::<M, STRIPS, RUN>(
                &mut self.levels[0],
                &mut self.stack,
                reach,
                most_looks,
                &mut self.completion,
            );
            if !self.stack.is_empty() {
                match_in_order(&mut self.levels[0]);
                return None;
            }
        }
        None
    }

    /// A tight check, two passes without least raise, and shortest paths for the rest.
    fn settle<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(
        &mut self,
        most_looks: usize,
        executor: &Executor,
    ) {
        self.completion.prepare(self.levels[0].len());
        stack_discontent::<M, STRIPS, RUN>(&mut self.levels[0], N::default(), executor, &mut self.stack);
        reduce::<M, STRIPS, RUN>(&mut self.levels[0], &mut self.stack, &mut self.next);
        augment_all::<M, STRIPS, RUN>(
            &mut self.levels[0],
            &mut self.stack,
            Reach::Window,
            most_looks,
            &mut self.completion,
        );
        match_in_order(&mut self.levels[0]);
    }

    /// One phase at `epsilon`; its last few agents may raise prices by up to `allowed`.
    fn bid<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(
        &mut self,
        level: usize,
        epsilon: f64,
        allowed: f64,
        plan: &Plan,
    ) {
        let curve = plan.on_curve || self.levels[0].clustered;
        let per_agent = if curve { CURVE_BIDS } else { BIDS_PER_AGENT };
        let level = &mut self.levels[level];
        let mut phase = Phase {
            epsilon: N::floor(epsilon.max(1.0)),
            last_epsilon: N::floor(allowed.min(LAST_RAISE * epsilon).max(epsilon).max(1.0)),
            most_bids: per_agent * level.len(),
            samples: plan.rules.strategic_candidates as usize,
        };
        stack_discontent::<M, STRIPS, RUN>(level, phase.epsilon, plan.executor, &mut self.stack);
        let (tiles, stack) = (&mut self.tiles, &mut self.stack);
        let taken = bid_in_tiles::<M, STRIPS, RUN>(level, phase, plan.tile_size, plan.executor, tiles, stack);
        if taken > 0 {
            phase.epsilon = phase.least_raise(stack.len(), level.len());
        }
        run_phase::<M, STRIPS, RUN>(level, phase, taken, stack);
    }

    /// Agents that the bounded phase left over.
    fn complete<M: Metric<Number = N>, const STRIPS: usize, const RUN: usize>(&mut self) {
        if self.stack.is_empty() {
            return;
        }
        let level = &mut self.levels[0];
        self.completion.prepare(level.len());
        let most_looks = LOOKS_PER_AGENT * level.len();
        augment_all::<M, STRIPS, RUN>(level, &mut self.stack, Reach::Window, most_looks, &mut self.completion);
        match_in_order(level);
    }
}

/// Fills the finest level with places relative to the origins, in median order.
fn load<M: Metric>(plan: &Plan, level: &mut Level<M::Number>) {
    let place = |point: I64Vec2| Place { x: M::Number::whole(point.x), y: M::Number::whole(point.y) };
    level.agents.clear();
    level.agents.extend(
        plan.agent_order.iter().map(|ordered| M::agent(place(plan.agents[ordered.index as usize] - plan.agent_origin))),
    );
    level.points.clear();
    level
        .points
        .extend(plan.slot_order.iter().map(|ordered| place(plan.slots[ordered.index as usize] - plan.slot_origin)));
}

fn mean_cost<M: Metric>(level: &Level<M::Number>) -> f64 {
    let mut walks = WalkSums { count: level.len() as f64, ..WalkSums::default() };
    for (agent, slot) in level.agents.iter().zip(&level.slot_of) {
        let at = M::position(*agent);
        let slot = *slot as usize;
        let (x, y) = (level.slots.x[slot].double() - at.x, level.slots.y[slot].double() - at.y);
        walks.x += x;
        walks.y += y;
        walks.squared += x * x + y * y;
        walks.length += (x * x + y * y).sqrt();
    }
    M::mean_cost(&walks)
}
