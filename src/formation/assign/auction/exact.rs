//! EXACT: phases of bidding down to a fine least raise, then shortest paths until the certificate finds nobody.
#![forbid(unsafe_code)]

use super::bidding::{reduce, stack_discontent};
use super::certificate::certify;
use super::completion::{Reach, augment_all, match_in_order};
use super::effort::{CURVE_UNITS, EPSILON_STEP, Solver};
use super::metric::Metric;
use super::number::Number;
use super::plan::Plan;
use crate::pace::Pace;
use crate::parallel::Executor;

/// Where EXACT stops bidding and turns to shortest paths, in units.
const EXACT_UNITS: f64 = 0.05;

/// Rounds of certificate and completion within windows before EXACT turns to all slots.
const WINDOW_ROUNDS: usize = 24;

/// Violators times slots up to which paths over all slots are cheaper than another certificate.
const FEW_ARCS: usize = 15_000;

/// Windows that GOOD may read on its way to the optimum, per agent: clusters would have it read thousands.
const LOOKS_OF_GOOD: usize = 100;

impl<N: Number> Solver<N> {
    /// Phases down to a fine least raise, then shortest paths until the certificate finds nobody. Returns the optimum,
    /// or nothing when `most_rounds` end first.
    pub(super) async fn be_exact<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        plan: &Plan<'_>,
        most_rounds: usize,
    ) -> Option<i128> {
        let unit = self.levels[0].unit;
        let curve = self.is_curved(plan);
        // Along a curve neighbours stand nearer than a unit says, and costs differ by less.
        let (first, last) = if curve { (CURVE_UNITS, 1.0 / self.levels[0].len() as f64) } else { (1.0, EXACT_UNITS) };
        let (mut epsilon, last) = (first * unit, (last * unit).max(1.0));
        loop {
            self.bid::<M, STRIPS>(0, epsilon, epsilon, plan).await;
            if curve {
                self.complete::<M, STRIPS>(0);
                self.look_far::<M>(epsilon);
                plan.pace.breathe().await;
            }
            if epsilon <= last {
                break;
            }
            epsilon = (epsilon / EPSILON_STEP).max(last);
        }
        let most_looks = self.most_looks(most_rounds);
        self.settle::<M, STRIPS>(most_looks, plan.pace.executor);
        self.prove::<M, STRIPS>(most_rounds, most_looks, &plan.pace).await
    }

    /// Windows that a completion may read: any number where only the optimum will do.
    pub(super) fn most_looks(&self, most_rounds: usize) -> usize {
        if most_rounds == usize::MAX { usize::MAX } else { LOOKS_OF_GOOD * self.levels[0].len() }
    }

    /// Shows each agent that a window keeps from a slot more than `slack` better where that slot is. Returns how much
    /// better in all, beyond the slack.
    pub(super) fn look_far<M: Metric<Number = N>>(&mut self, slack: f64) -> f64 {
        let gap = self.gap::<M>(N::floor(slack));
        for violator in &self.violators {
            self.levels[0].see_far(violator.agent as usize, violator.slot);
        }
        gap
    }

    /// How much less than they do all agents could pay over all slots, beyond a slack of each; and who are the violators.
    pub(super) fn gap<M: Metric<Number = N>>(&mut self, slack: N) -> f64 {
        let level = &self.levels[0];
        let bound = certify::<M>(level, slack, &mut self.certificate, &mut self.violators);
        let content: i128 = (0..level.len()).map(|agent| (level.paid::<M>(agent) - slack).wide()).sum();
        let burden: i128 = level.slots.burden.iter().map(|burden| burden.wide()).sum();
        (content - burden - bound) as f64
    }

    /// Shortest paths until the certificate finds nobody, or `most_rounds` times.
    pub(super) async fn prove<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        most_rounds: usize,
        most_looks: usize,
        pace: &Pace<'_>,
    ) -> Option<i128> {
        for round in 0..most_rounds {
            pace.breathe().await;
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
            augment_all::<M, STRIPS>(&mut self.levels[0], &mut self.stack, reach, most_looks, &mut self.completion);
            if !self.stack.is_empty() {
                match_in_order(&mut self.levels[0]);
                return None;
            }
        }
        None
    }

    /// A tight check, two passes without least raise, and shortest paths for the rest.
    pub(super) fn settle<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        most_looks: usize,
        executor: &Executor,
    ) {
        self.completion.prepare(self.levels[0].len());
        stack_discontent::<M, STRIPS>(&mut self.levels[0], N::default(), executor, &mut self.stack);
        reduce::<M, STRIPS>(&mut self.levels[0], &mut self.stack, &mut self.next);
        augment_all::<M, STRIPS>(&mut self.levels[0], &mut self.stack, Reach::Window, most_looks, &mut self.completion);
        match_in_order(&mut self.levels[0]);
    }
}
