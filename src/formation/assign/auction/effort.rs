//! Effort: how far a solve goes on each level, from carried prices alone to a proved optimum.
#![forbid(unsafe_code)]

use super::super::lanes::LANES;
use super::bidding::{Phase, run_phase, stack_discontent};
use super::candidates::WindowSize;
use super::certificate::{CertificateScratch, Violator, certify};
use super::completion::{CompletionScratch, Reach, augment_all, match_at_centres, match_in_order};
use super::curve::CurveScratch;
use super::dense::DenseScratch;
use super::frame::Lie;
use super::levels::Level;
use super::median_order::MedianScratch;
use super::metric::{Metric, Place, WalkSums};
use super::number::Number;
use super::passage::{PassageScratch, few_of, let_through};
use super::plan::{Plan, Side};
use super::tiles::{Queue, TileSize, bid_in_tiles};
use super::trades::{Trading, trade_in_windows};
use crate::formation::assign::Effort;

/// Buffers of a solve over one type of number.
#[derive(Debug, Default)]
pub struct Solver<N> {
    pub(super) levels: Vec<Level<N>>,
    /// The slots of the coarsest level.
    pub(super) top_slots: Vec<Place<N>>,
    pub(super) dense: DenseScratch<N>,
    pub(super) curve: CurveScratch<N>,
    pub(super) completion: CompletionScratch<N>,
    passages: PassageScratch<N>,
    pub(super) certificate: CertificateScratch<N>,
    pub(super) violators: Vec<Violator>,
    pub(super) stack: Vec<u32>,
    pub(super) next: Vec<u32>,
    /// Pairs of two 32-bit numbers.
    pub(super) keys: Vec<u64>,
    pub(super) agents_along: Vec<(f64, u32)>,
    pub(super) slots_along: Vec<(f64, u32)>,
}

/// No share of the mean cost is worth a least raise above this many units.
pub(super) const MOST_UNITS: f64 = 4.0;

/// The least raise behind a bound that no optimum proves, as a share of the mean cost.
const BOUND_SHARE: f64 = 0.005;

/// Each phase divides the least raise by this.
pub(super) const EPSILON_STEP: f64 = 5.0;

/// Up to here GOOD proves what it does: one misplaced agent of so few may cost half a percent.
const FEW_AGENTS: usize = 400;

/// Rounds of GOOD over few agents, or over clustered slots, whose windows see too little to leave it at an auction.
pub(super) const GOOD_ROUNDS: usize = 4;

/// Along curves: the last least raise on coarse levels and the first on the finest, in units.
pub(super) const CURVE_UNITS: f64 = 0.06;

/// Bids that a phase along a curve may take, per agent: beyond, a path is shorter than a war of prices.
const CURVE_BIDS: usize = 20;

/// The last few agents of a level cut into tiles may raise prices by this many times the least raise, where the mean
/// cost allows it.
const LAST_RAISE: f64 = 4.0;

/// Bids that a phase may take, per agent.
const BIDS_PER_AGENT: usize = 100;

/// Windows that the completion of a bounded effort may read, per agent.
const LOOKS_PER_AGENT: usize = 30;

/// Levels of this size and below are solved densely.
const MOST_DENSE: usize = 80;

/// Up to how many are solved densely: more than that, and whoever fills a window, bid. QUICK's bids cost less.
fn most_dense(strips: usize, effort: Effort) -> usize {
    let fewest = (strips + 1) * LANES;
    if effort == Effort::Quick { fewest } else { fewest.max(MOST_DENSE) }
}

impl<N: Number> Solver<N> {
    /// Writes the slot of each agent and returns the bound, where wanted: Σ least values − Σ burdens. The buffers of the
    /// ordering are free for use; `more_keys` too, which several threads need.
    pub async fn solve<M: Metric<Number = N>>(
        &mut self,
        plan: &Plan<'_>,
        medians: &mut MedianScratch,
        more_keys: &mut Vec<u64>,
        slot_of: &mut [u32],
    ) -> Option<i128> {
        self.share_buffers(medians);
        // Three strips see too little of a coarse neighbourhood for any bound, and cost more bids than they save.
        let fewest = if plan.rules.effort == Effort::Quick { 0 } else { 13 };
        let bound = match plan.rules.near_candidates.max(fewest) {
            0..=12 => self.solve_in_windows::<M, 3>(plan, more_keys, slot_of).await,
            13..=24 => self.solve_in_windows::<M, 5>(plan, more_keys, slot_of).await,
            25..=48 => self.solve_in_windows::<M, 7>(plan, more_keys, slot_of).await,
            _ => self.solve_in_windows::<M, 11>(plan, more_keys, slot_of).await,
        };
        self.share_buffers(medians);
        bound
    }

    /// Buffers of indices that are free until a solve.
    pub fn indices(&mut self) -> [&mut Vec<u32>; 5] {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let Level { slots, slot_of, centre, .. } = &mut self.levels[0];
        [&mut slots.owner, &mut slots.rank, &mut slots.place, slot_of, centre]
    }

    /// Trades buffers with the ordering, which is over when they are needed here.
    fn share_buffers(&mut self, medians: &mut MedianScratch) {
        std::mem::swap(&mut self.keys, &mut medians.keys);
        let completion = self.completion.indices();
        let here = [&mut self.stack, &mut self.next].into_iter().chain(completion);
        here.zip(medians.indices()).for_each(|(here, there)| std::mem::swap(here, there));
    }

    async fn solve_in_windows<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        plan: &Plan<'_>,
        more_keys: &mut Vec<u64>,
        slot_of: &mut [u32],
    ) -> Option<i128> {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        self.certificate.forget();
        self.completion.looks = 0;
        let top = most_dense(STRIPS, plan.rules.effort);
        let on_line = plan.line.filter(|_| M::CENTRED && plan.agents.len() > top);
        let lie = on_line.map_or(if plan.on_curve { Lie::Curve } else { Lie::Plane }, Lie::Line);
        let window = WindowSize { strips: STRIPS, lie };
        let executor = plan.pace.executor;
        let slots = Side { points: plan.slots, order: plan.slot_order, origin: plan.slot_origin };
        let agents = Side { points: plan.agents, order: plan.agent_order, origin: plan.agent_origin };
        slots.load(|at| at, &mut self.levels[0].agents);
        if let Some(direction) = on_line {
            self.levels[0].measure::<M>();
            self.levels[0].lay_out_for::<M>(Some(window), agents, executor, &mut self.keys);
            let bound = self.follow_line::<M, STRIPS>(plan, direction).await;
            if plan.rules.effort != Effort::Exact {
                self.trade::<M, STRIPS>(plan).await;
            }
            return self.report::<M, STRIPS>(plan, bound, slot_of).await;
        }
        let depth = self.coarsen_sides::<M>(top, window, (slots, agents), executor);
        plan.pace.breathe().await;
        if depth == 1 {
            self.levels[0].lay_out_for::<M>(None, agents, executor, &mut self.keys);
            self.solve_top::<M>(0);
            return self.report::<M, STRIPS>(plan, None, slot_of).await;
        }
        self.descend::<M, STRIPS>(depth, window, agents, plan, more_keys).await;
        let mut bound = None;
        match plan.rules.effort {
            // The slots of the coarse groups: trades do the rest.
            Effort::Quick => match_at_centres(&mut self.levels[0]),
            Effort::Good if self.levels[0].clustered || self.levels[0].len() <= FEW_AGENTS => {
                self.be_exact::<M, STRIPS>(plan, GOOD_ROUNDS).await;
            }
            Effort::Good => self.be_good::<M, STRIPS>(plan).await,
            Effort::Exact => bound = self.be_exact::<M, STRIPS>(plan, usize::MAX).await,
        }
        if plan.rules.effort != Effort::Exact {
            self.trade::<M, STRIPS>(plan).await;
        }
        let bound = self.report::<M, STRIPS>(plan, bound, slot_of).await;
        if plan.agents_on_curve {
            self.trade_on_curve::<M, STRIPS>(plan, slot_of).await;
        }
        bound
    }

    /// Writes the slot of each agent, and proves a bound where one is wanted and none is known.
    async fn report<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        plan: &Plan<'_>,
        bound: Option<i128>,
        slot_of: &mut [u32],
    ) -> Option<i128> {
        let level = &self.levels[0];
        for (agent, place) in plan.agent_order.iter().zip(&level.slot_of) {
            slot_of[*agent as usize] = plan.slot_order[level.slots.rank[*place as usize] as usize];
        }
        if bound.is_some() || !plan.want_bound {
            return bound;
        }
        if plan.line.is_none() && self.levels[0].slots.strips() > 0 {
            self.tighten::<M, STRIPS>(plan).await;
        }
        Some(certify::<M>(&self.levels[0], N::default(), &mut self.certificate, &mut self.violators))
    }

    /// Lets prices settle to a raise that hardly loosens the bound. The matching has been reported before.
    async fn tighten<M: Metric<Number = N>, const STRIPS: usize>(&mut self, plan: &Plan<'_>) {
        let mut epsilon = match plan.rules.effort {
            Effort::Quick => self.levels[0].unit,
            _ => BOUND_SHARE * mean_cost::<M>(&self.levels[0]),
        };
        loop {
            self.bid::<M, STRIPS>(0, epsilon, epsilon, plan).await;
            match_in_order(&mut self.levels[0]);
            let wanted = (BOUND_SHARE * mean_cost::<M>(&self.levels[0])).max(1.0);
            if epsilon <= 1.25 * wanted {
                return;
            }
            epsilon = (epsilon / EPSILON_STEP).max(wanted);
        }
    }

    pub(super) fn is_curved(&self, plan: &Plan<'_>) -> bool {
        plan.on_curve || self.levels[0].clustered
    }

    /// Trades within windows, which leave little to the repair.
    pub(super) async fn trade<M: Metric<Number = N>, const STRIPS: usize>(&mut self, plan: &Plan<'_>) {
        let (people_x, waits, keep_prices) = (self.completion.numbers(), &mut self.next, plan.want_bound);
        let buffers = Trading { people_x, waits, keep_prices };
        trade_in_windows::<M, STRIPS>(&mut self.levels[0], buffers, &plan.pace).await;
    }

    /// One phase at `epsilon`; its last few agents may raise prices by up to `allowed`.
    pub(super) async fn bid<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        level: usize,
        epsilon: f64,
        allowed: f64,
        plan: &Plan<'_>,
    ) {
        let curve = self.is_curved(plan);
        let per_agent = if curve { CURVE_BIDS } else { BIDS_PER_AGENT };
        // Coarser levels hand their prices down, which are those of a war fought out.
        let may_pass = level == 0 && !curve && plan.rules.effort == Effort::Good;
        let Self { levels, stack, next, keys, completion, passages, .. } = self;
        let level = &mut levels[level];
        let few = if may_pass { few_of(level.len()) } else { 0 };
        let mut phase = Phase {
            epsilon: N::floor(epsilon.max(1.0)),
            last_epsilon: N::floor(allowed.min(LAST_RAISE * epsilon).max(epsilon).max(1.0)),
            most_bids: per_agent * level.len(),
            samples: plan.rules.strategic_candidates as usize,
        };
        stack_discontent::<M, STRIPS>(level, phase.epsilon, plan.pace.executor, stack);
        plan.pace.breathe().await;
        let queue = Queue { stack, centres: next, bidders: &mut *keys, few };
        let taken = bid_in_tiles::<M, STRIPS>(level, phase, TileSize::default(), &plan.pace, queue).await;
        if !stack.is_empty() && taken > 0 && stack.len() <= few {
            completion.prepare(level.len());
            return let_through::<M, STRIPS>(level, stack, passages, completion, keys, plan.pace.executor);
        }
        if taken > 0 {
            phase.epsilon = phase.least_raise(stack.len(), level.len());
        }
        run_phase::<M, STRIPS>(level, phase, taken, stack);
        plan.pace.breathe().await;
    }

    /// Agents that the bounded phase left over.
    pub(super) fn complete<M: Metric<Number = N>, const STRIPS: usize>(&mut self, level: usize) {
        if self.stack.is_empty() {
            return;
        }
        let level = &mut self.levels[level];
        self.completion.prepare(level.len());
        let most_looks = LOOKS_PER_AGENT * level.len();
        augment_all::<M, STRIPS>(level, &mut self.stack, Reach::Window, most_looks, &mut self.completion);
        match_in_order(level);
    }
}

pub(super) fn mean_cost<M: Metric>(level: &Level<M::Number>) -> f64 {
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
