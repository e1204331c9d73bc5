//! GOOD: phases of bidding until the cost is within half a percent of the optimum, across holes too.
#![forbid(unsafe_code)]

use super::effort::{EPSILON_STEP, GOOD_ROUNDS, MOST_UNITS, Solver, mean_cost};
use super::holes::weigh_holes;
use super::metric::Metric;
use super::number::Number;
use super::plan::Plan;

/// The final least raise as a share of the mean cost. Chosen by measurement, not proved: with the trades that follow, over
/// the kinds of `benches/assignment.rs` and 1,800 fresh ones in `tests/auction.rs` a share of 0.03 lost at most 0.28 %,
/// 0.024 0.23 % and 0.018 0.21 %.
const GOOD_SHARE: f64 = 0.028;

/// Holes are negligible while what they weigh, in units, is less than this share of the cost: a hole of d places across
/// weighs 2 d⁴, of which windows hide a few hundredths.
const NEGLIGIBLE_HOLES: f64 = 0.04;

/// The share of the cost that may stay hidden from windows; of a gap in prices, some third is lost in cost.
const HIDDEN_SHARE: f64 = 0.001;

/// How often agents are shown what their windows hide. Measured: twice is enough for all but a few.
const LOOKS_ACROSS: usize = 8;

impl<N: Number> Solver<N> {
    /// Phases until the least raise is a small share of the mean cost.
    pub(super) async fn be_good<M: Metric<Number = N>, const STRIPS: usize>(&mut self, plan: &Plan<'_>) {
        let unit = self.levels[0].unit;
        let most = MOST_UNITS * unit;
        let mut share = GOOD_SHARE * mean_cost::<M>(&self.levels[1]);
        let mut epsilon = share.clamp(unit.min(most), most);
        loop {
            self.bid::<M, STRIPS>(0, epsilon, share, plan).await;
            self.complete::<M, STRIPS>(0);
            plan.pace.breathe().await;
            share = GOOD_SHARE * mean_cost::<M>(&self.levels[0]);
            let wanted = share.min(most);
            if epsilon <= 1.25 * wanted {
                break;
            }
            if epsilon <= 1.0 {
                // Whole numbers allow no finer raise.
                self.settle::<M, STRIPS>(self.most_looks(GOOD_ROUNDS), plan.pace.executor);
                break;
            }
            epsilon = (epsilon / EPSILON_STEP).max(wanted).max(1.0);
        }
        let mean = mean_cost::<M>(&self.levels[0]);
        if self.has_wide_holes(mean) {
            self.look_across_holes::<M, STRIPS>(epsilon, mean, plan).await;
        }
    }

    /// Whether agents who stand in holes may make up more than a negligible part of the cost.
    fn has_wide_holes(&mut self, mean: f64) -> bool {
        let level = &self.levels[0];
        let weight = weigh_holes(&level.slots, level.pitch, self.completion.numbers());
        weight * level.unit > NEGLIGIBLE_HOLES * mean * level.len() as f64
    }

    /// Phases at the last least raise, each after every agent was shown what its window hides, until that is little.
    async fn look_across_holes<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        epsilon: f64,
        mean: f64,
        plan: &Plan<'_>,
    ) {
        let allowed = HIDDEN_SHARE * mean * self.levels[0].len() as f64;
        for _ in 0..LOOKS_ACROSS {
            if self.look_far::<M>(epsilon) <= allowed {
                return;
            }
            self.bid::<M, STRIPS>(0, epsilon, epsilon, plan).await;
            self.complete::<M, STRIPS>(0);
            plan.pace.breathe().await;
        }
    }
}
