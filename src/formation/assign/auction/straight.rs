//! Straight lines: where one side lies on a line, squared distance makes the others' order along it the optimum, and
//! prices follow from neighbours alone.
#![forbid(unsafe_code)]

use glam::{DVec2, I64Vec2};

use super::effort::{EPSILON_STEP, GOOD_ROUNDS, Solver, mean_cost};
use super::levels::Level;
use super::metric::{Metric, Place};
use super::number::Number;
use super::plan::Plan;
use crate::formation::assign::Effort;

/// Points count as a line while they deviate from one by less than this share of their mean distance along it.
const DEVIATION: f64 = 0.01;

/// The share of the cost that GOOD may lose by sorting along a line.
const LINE_SHARE: f64 = 0.004;

/// On a line that its slots leave a little: the first and the last least raise, as shares of what agents could pay less on
/// the mean once they are sorted.
const LINE_SHARES: (f64, f64) = (0.25, 0.005);

/// The direction of the line on which all points lie, zero if they all coincide; `None` if there is no such line.
pub fn line_through(points: &[I64Vec2]) -> Option<DVec2> {
    let first = *points.first()?;
    let count = points.len() as f64;
    let relative = |point: &I64Vec2| point.wrapping_sub(first).as_dvec2();
    let mean = points.iter().map(relative).sum::<DVec2>() / count;
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for point in points {
        let at = relative(point) - mean;
        xx += at.x * at.x;
        yy += at.y * at.y;
        xy += at.x * at.y;
    }
    // The greater eigenvalue of the second moments and its direction; the lesser one is what is left across.
    let half = (xx - yy) / 2.0;
    let root = (half * half + xy * xy).sqrt();
    let along = (xx + yy) / 2.0 + root;
    let direction = if half >= 0.0 { DVec2::new(half + root, xy) } else { DVec2::new(xy, root - half) };
    let length = direction.length();
    if length == 0.0 {
        // As wide as high: all in one place, or no line.
        return (along == 0.0).then_some(DVec2::ZERO);
    }
    let direction = direction / length;
    let across =
        points.iter().map(|point| (relative(point) - mean).perp_dot(direction)).map(|off| off * off).sum::<f64>();
    let allowed = DEVIATION * DEVIATION * 12.0 * along / (count * count);
    (across <= allowed).then_some(direction)
}

/// Matches agents and slots in their order along `direction`, on which the slots lie, with the prices that make each
/// agent's slot its best: between two neighbours, halfway between what either would pay for the other's slot.
fn match_along<M: Metric>(
    level: &mut Level<M::Number>,
    direction: DVec2,
    agents: &mut Vec<(f64, u32)>,
    slots: &mut Vec<(f64, u32)>,
) {
    let along = |at: Place<f64>| at.x * direction.x + at.y * direction.y;
    let rank = |(one, first): &(f64, u32), (other, second): &(f64, u32)| one.total_cmp(other).then(first.cmp(second));
    agents.clear();
    agents.extend(level.agents.iter().enumerate().map(|(agent, at)| (along(M::position(*at)), agent as u32)));
    agents.sort_unstable_by(rank);
    slots.clear();
    slots.extend(
        (0..level.len()).map(|slot| {
            (along(Place { x: level.slots.x[slot].double(), y: level.slots.y[slot].double() }), slot as u32)
        }),
    );
    slots.sort_unstable_by(rank);
    let mut previous: Option<(usize, usize)> = None;
    for (&(_, agent), &(_, slot)) in agents.iter().zip(slots.iter()) {
        let (agent, slot) = (agent as usize, slot as usize);
        level.slot_of[agent] = slot as u32;
        level.centre[agent] = slot as u32;
        level.slots.owner[slot] = agent as u32;
        if let Some((neighbour, before)) = previous {
            let step = |agent: usize| {
                let free = |slot: usize| {
                    M::value(level.agents[agent], level.slots.x[slot], level.slots.y[slot], M::Number::default())
                };
                free(before) - free(slot)
            };
            level.slots.burden[slot] = level.slots.burden[before] + (step(neighbour) + step(agent)).share(2);
        }
        previous = Some((agent, slot));
    }
}

impl<N: Number> Solver<N> {
    /// Slots on a line: sorting is next to the optimum.
    pub(super) async fn follow_line<M: Metric<Number = N>, const STRIPS: usize>(
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_in_every_direction_and_nothing_else_is_one() {
        for (x, y) in [(1, 0), (0, 1), (3, 4), (-700, 1), (5, -5), (0, 0)] {
            let line: Vec<_> = (-50..60).map(|step| I64Vec2::new(x * step + 9, y * step - 7)).collect();
            let direction = line_through(&line).unwrap();
            assert!(direction.perp_dot(DVec2::new(x as f64, y as f64)).abs() < 1e-9, "{x} {y}");
            let mut bent = line;
            bent[30] += I64Vec2::new(-100 * y, 100 * x);
            assert_eq!(line_through(&bent).is_none(), (x, y) != (0, 0), "{x} {y}");
        }
        let corners = [(1, 1), (-1, 1), (-1, -1), (1, -1)].map(I64Vec2::from);
        assert_eq!(line_through(&corners), None);
    }
}
