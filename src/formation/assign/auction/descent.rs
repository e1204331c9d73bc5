//! Descent: from a dense solve of the coarsest level down to prices and places on the finest one.
#![forbid(unsafe_code)]

use super::candidates::WindowSize;
use super::completion::match_in_order;
use super::curve::MANY_ON_CURVE;
use super::dense::solve_dense;
use super::effort::{CURVE_UNITS, MOST_UNITS, Solver};
use super::levels::{Level, coarsen};
use super::metric::{Metric, Place};
use super::number::Number;
use super::plan::{Plan, Side};
use super::prices::{carry_prices, follow_groups};
use crate::formation::assign::Effort;
use crate::pace::at_once;
use crate::parallel::Executor;

/// So many slots are laid out while the coarse levels are solved.
const MANY_TO_LAY_OUT: usize = 4096;

/// Along curves each phase on a coarse level divides the least raise by this.
const COARSE_STEP: f64 = 4.0;

impl<N: Number> Solver<N> {
    /// Fills the coarse levels and lays their slots out; answers how many levels there are. The slots of the finest one, which
    /// wait there, are measured alone.
    pub(super) fn coarsen_sides<M: Metric<Number = N>>(
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

    /// Lays out the finest level and solves the coarse ones, beside each other where there are threads, and carries prices
    /// and places down to it.
    pub(super) async fn descend<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        depth: usize,
        window: WindowSize,
        agents: Side<'_>,
        plan: &Plan<'_>,
        more_keys: &mut Vec<u64>,
    ) {
        let executor = plan.pace.executor;
        // Nobody looks at the finest level before the coarse ones are solved.
        let mut finest = std::mem::take(&mut self.levels[0]);
        self.levels[0].clustered = finest.clustered;
        if executor.workers() > 1 && plan.pace.is_straight() && finest.len() >= MANY_TO_LAY_OUT {
            let solve = || at_once(self.solve_coarse_levels::<M, STRIPS>(depth, plan));
            executor.beside(solve, || {
                finest.lay_out_for::<M>(Some(window), agents, executor, more_keys);
                plan.pace.do_aside();
            });
        } else {
            finest.lay_out_for::<M>(Some(window), agents, executor, &mut self.keys);
            plan.pace.breathe().await;
            self.solve_coarse_levels::<M, STRIPS>(depth, plan).await;
        }
        self.levels[0] = finest;
        self.descend_to::<M, STRIPS>(0, depth, plan).await;
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

    pub(super) fn solve_top<M: Metric<Number = N>>(&mut self, top: usize) {
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
}
