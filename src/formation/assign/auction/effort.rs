//! Effort: how far a solve goes on each level, from carried prices alone to a proved optimum.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::super::lanes::LANES;
use super::bidding::{Phase, run_phase, stack_discontent};
use super::candidates::WindowSize;
use super::certificate::{CertificateScratch, Violator, certify};
use super::completion::{CompletionScratch, Reach, augment_all, match_at_centres, match_in_order};
use super::curve::{CurveScratch, ROUNDS};
use super::dense::{DenseScratch, solve_dense};
use super::frame::Lie;
use super::levels::{Level, coarsen};
use super::median_order::MedianScratch;
use super::metric::{Metric, Place, WalkSums};
use super::number::Number;
use super::passage::{PassageScratch, few_of, let_through};
use super::plan::{Plan, Side};
use super::prices::{carry_prices, follow_groups};
use super::straight::match_along;
use super::tiles::{Queue, TileSize, bid_in_tiles};
use super::trades::{Trading, trade_in_windows};
use crate::formation::assign::Effort;
use crate::pace::at_once;
use crate::parallel::Executor;

/// Buffers of a solve over one type of number.
#[derive(Debug, Default)]
pub struct Solver<N> {
    pub(super) levels: Vec<Level<N>>,
    /// The slots of the coarsest level.
    top_slots: Vec<Place<N>>,
    dense: DenseScratch<N>,
    curve: CurveScratch<N>,
    pub(super) completion: CompletionScratch<N>,
    passages: PassageScratch<N>,
    pub(super) certificate: CertificateScratch<N>,
    pub(super) violators: Vec<Violator>,
    pub(super) stack: Vec<u32>,
    pub(super) next: Vec<u32>,
    /// Pairs of two 32-bit numbers.
    pub(super) keys: Vec<u64>,
    agents_along: Vec<(f64, u32)>,
    slots_along: Vec<(f64, u32)>,
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

/// Along curves each phase on a coarse level divides the least raise by this.
const COARSE_STEP: f64 = 4.0;

/// From so many agents on they are sorted along a curve first: among fewer, carried prices are wrong by so little that
/// bids and paths mend it in less time. Measured: 20,000 were as fast without, 40,000 six times as fast with it.
const MANY_ON_CURVE: usize = 25_000;

/// Bids that a phase along a curve may take, per agent: beyond, a path is shorter than a war of prices.
const CURVE_BIDS: usize = 20;

/// The last few agents of a level cut into tiles may raise prices by this many times the least raise, where the mean
/// cost allows it.
const LAST_RAISE: f64 = 4.0;

/// Bids that a phase may take, per agent.
const BIDS_PER_AGENT: usize = 100;

/// The share of the cost that GOOD may lose by sorting along a line.
const LINE_SHARE: f64 = 0.004;

/// On a line that its slots leave a little: the first and the last least raise, as shares of what agents could pay less on
/// the mean once they are sorted.
const LINE_SHARES: (f64, f64) = (0.25, 0.005);

/// Windows that the completion of a bounded effort may read, per agent.
const LOOKS_PER_AGENT: usize = 30;

/// So many slots are laid out while the coarse levels are solved.
const MANY_TO_LAY_OUT: usize = 4096;

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
            self.levels[0].lay_out(Some(window), executor, &mut self.keys);
            agents.load(M::agent, &mut self.levels[0].agents);
            self.levels[0].take_agents::<M>();
            let bound = self.follow_line::<M, STRIPS>(plan, direction).await;
            if plan.rules.effort != Effort::Exact {
                self.trade::<M, STRIPS>(plan).await;
            }
            return self.report::<M, STRIPS>(plan, bound, slot_of).await;
        }
        let depth = self.coarsen_sides::<M>(top, window, (slots, agents), executor);
        plan.pace.breathe().await;
        // Nobody looks at the finest level before the coarse ones are solved.
        let mut finest = std::mem::take(&mut self.levels[0]);
        self.levels[0].clustered = finest.clustered;
        let lay_out = |finest: &mut Level<N>, keys: &mut Vec<u64>| {
            finest.lay_out((depth > 1).then_some(window), executor, keys);
            agents.load(M::agent, &mut finest.agents);
            finest.take_agents::<M>();
        };
        if depth > 1 && executor.workers() > 1 && plan.pace.is_straight() && finest.len() >= MANY_TO_LAY_OUT {
            let solve = || at_once(self.solve_coarse_levels::<M, STRIPS>(depth, plan));
            executor.beside(solve, || {
                lay_out(&mut finest, more_keys);
                plan.pace.do_aside();
            });
            self.levels[0] = finest;
        } else {
            lay_out(&mut finest, &mut self.keys);
            if depth == 1 {
                self.levels[0] = finest;
                self.solve_top::<M>(0);
            } else {
                plan.pace.breathe().await;
                self.solve_coarse_levels::<M, STRIPS>(depth, plan).await;
                self.levels[0] = finest;
            }
        }
        if depth > 1 {
            self.descend_to::<M, STRIPS>(0, depth, plan).await;
        }
        let mut bound = None;
        if depth > 1 {
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
        }
        let bound = self.report::<M, STRIPS>(plan, bound, slot_of).await;
        if plan.agents_on_curve && depth > 1 {
            self.trade_on_curve::<M, STRIPS>(plan, slot_of).await;
        }
        bound
    }

    /// Fills the coarse levels and lays their slots out; answers how many levels there are. The slots of the finest one, which
    /// wait there, are measured alone.
    fn coarsen_sides<M: Metric<Number = N>>(
        &mut self,
        top: usize,
        window: WindowSize,
        (slots, agents): (Side<'_>, Side<'_>),
        executor: &Executor,
    ) -> usize {
        self.levels[0].measure::<M>();
        let depth = coarsen(&mut self.levels, top, slots.places(|at| at));
        for (number, level) in self.levels[..depth].iter_mut().enumerate().skip(1) {
            level.measure::<M>();
            level.lay_out((number + 1 < depth).then_some(window), executor, &mut self.keys);
        }
        coarsen(&mut self.levels, top, agents.places(M::agent));
        self.levels[1..depth].iter_mut().for_each(Level::take_agents::<M>);
        depth
    }

    /// Solves all levels but the finest.
    async fn solve_coarse_levels<M: Metric<Number = N>, const STRIPS: usize>(&mut self, depth: usize, plan: &Plan<'_>) {
        self.solve_top::<M>(depth - 1);
        for fine in (1..depth - 1).rev() {
            self.descend_to::<M, STRIPS>(fine, depth, plan).await;
            self.solve_coarse::<M, STRIPS>(fine, plan).await;
        }
    }

    /// Carries prices and places down to a level of `depth`.
    async fn descend_to<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        fine: usize,
        depth: usize,
        plan: &Plan<'_>,
    ) {
        let executor = plan.pace.executor;
        let (finer, coarser) = self.levels.split_at_mut(fine + 1);
        let (coarse, fine_level, is_dense) = (&coarser[0], &mut finer[fine], fine + 2 == depth);
        // QUICK asks for no price on the finest level, unless for a bound.
        if fine > 0 || plan.rules.effort != Effort::Quick || plan.want_bound {
            carry_prices::<M, STRIPS>(coarse, fine_level, is_dense, executor, self.completion.numbers());
        }
        follow_groups(coarse, fine_level, executor);
        if plan.on_curve && M::CENTRED && plan.agents.len() >= MANY_ON_CURVE {
            self.sort_along_curve::<M>(fine, plan).await;
        }
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

    /// Slots on a line: sorting is next to the optimum.
    async fn follow_line<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        plan: &Plan<'_>,
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
        let gap = self.gap::<M>(N::default()) / self.levels[0].len() as f64;
        if gap > 0.0 {
            let (mut epsilon, last) = (LINE_SHARES.0 * gap, (LINE_SHARES.1 * gap).max(1.0));
            loop {
                self.bid::<M, STRIPS>(0, epsilon, epsilon, plan).await;
                if epsilon <= last {
                    break;
                }
                epsilon = (epsilon / EPSILON_STEP).max(last);
            }
        }
        let most_looks = self.most_looks(most_rounds);
        self.settle::<M, STRIPS>(most_looks, plan.pace.executor);
        self.prove::<M, STRIPS>(most_rounds, most_looks, &plan.pace).await
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
        let off = || level.slots.x.iter().zip(&level.slots.y).map(|(x, y)| across(x.double(), y.double()));
        let middle = off().sum::<f64>() / count;
        let way = off().map(|off| (off - middle).abs()).sum::<f64>() / count;
        2.0 * way * (high - low)
    }

    /// Rounds of sorting along the curve on which the slots of a level lie.
    async fn sort_along_curve<M: Metric<Number = N>>(&mut self, level: usize, plan: &Plan<'_>) {
        let Self { levels, curve, certificate, violators, .. } = self;
        let level = &mut levels[level];
        curve.follow(level);
        for round in 0..ROUNDS {
            if !curve.sort::<M>(round, level, certificate, violators) {
                break;
            }
            plan.pace.breathe().await;
        }
    }

    fn solve_top<M: Metric<Number = N>>(&mut self, top: usize) {
        let Level { agents, slots, slot_of, .. } = &mut self.levels[top];
        self.top_slots.clear();
        self.top_slots.extend(slots.x.iter().zip(&slots.y).map(|(x, y)| Place { x: *x, y: *y }));
        solve_dense::<M>(agents, &self.top_slots, &mut slots.burden, &mut self.dense, slot_of);
        for (agent, slot) in slot_of.iter().enumerate() {
            slots.owner[*slot as usize] = agent as u32;
        }
    }

    /// One phase; along a curve, where prices are wrong by the sum of all raises on the way, down to a fine one.
    async fn solve_coarse<M: Metric<Number = N>, const STRIPS: usize>(&mut self, level: usize, plan: &Plan<'_>) {
        let unit = self.levels[level].unit;
        if !self.is_curved(plan) {
            self.bid::<M, STRIPS>(level, unit, unit, plan).await;
            return match_in_order(&mut self.levels[level]);
        }
        let mut epsilon = MOST_UNITS * unit;
        loop {
            self.bid::<M, STRIPS>(level, epsilon, epsilon, plan).await;
            if epsilon <= CURVE_UNITS * unit {
                self.complete::<M, STRIPS>(level);
                return match_in_order(&mut self.levels[level]);
            }
            epsilon = (epsilon / COARSE_STEP).max(CURVE_UNITS * unit);
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
