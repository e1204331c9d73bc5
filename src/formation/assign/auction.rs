//! Auction: the balanced core of an assignment, n agents to n slots.
//!
//! ```text
//! median order ─▶ coarse levels ─▶ dense top ─▶ per level: prices ─▶ candidates ─▶ bidding ─▶ completion
//!                                                                                   EXACT: ─▶ certificate ─┐
//!                                                                                     completion ◀─────────┘
//! ```
#![forbid(unsafe_code)]

mod bidding;
mod candidates;
mod certificate;
mod chain;
mod completion;
mod curve;
mod dense;
mod descent;
mod effort;
mod exact;
mod frame;
mod good;
mod holes;
mod levels;
mod median_order;
mod metric;
mod number;
mod passage;
mod plan;
mod prices;
mod stacks;
mod straight;
mod tiles;
mod tiling;
mod trades;
mod turned;

use glam::I64Vec2;

pub use metric::euclid_cost;

use self::effort::Solver;
use self::median_order::{MedianScratch, order_by_medians};
use self::metric::{Euclid, Squared};
use self::plan::Plan;
use self::stacks::{StackScratch, are_stacked};
use self::straight::line_through;
use super::{AssignRules, Effort};
use crate::formation::order::CostRule;
use crate::pace::{Pace, at_once};
use crate::parallel::Executor;

/// Buffers of an auction, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct AuctionScratch {
    medians: MedianScratch,
    /// Of the second side, where several threads order both at once.
    more_medians: MedianScratch,
    /// Indices of the agents in median order.
    agents: Vec<u32>,
    /// Indices of the slots in median order.
    slots: Vec<u32>,
    /// Whether `agents` has been told and is in order already, for the next solve.
    agents_are_ordered: bool,
    doubles: Solver<f64>,
    integers: Solver<i64>,
    wides: Solver<i128>,
    stacks: Stacks,
    agent_of: Vec<u32>,
}

/// Buffers of transports.
#[derive(Debug, Default)]
struct Stacks {
    doubles: StackScratch<f64>,
    integers: StackScratch<i64>,
    wides: StackScratch<i128>,
}

/// Fewer points are ordered by one thread.
const FEW_POINTS: usize = 4096;

impl AuctionScratch {
    /// The agents of the last solve in median order.
    pub fn agents_in_order(&self) -> &[u32] {
        &self.agents
    }

    /// Tells the median order of the agents of the next solve, which need not be found again then.
    pub fn tell_order(&mut self, agents: &[u32]) {
        self.agents.clear();
        self.agents.extend_from_slice(agents);
        self.agents_are_ordered = true;
    }

    /// Brings agents and slots, each with its lower corner, in median order.
    fn order(&mut self, sides: [(&[I64Vec2], I64Vec2); 2], executor: &Executor) {
        let Self { medians, more_medians, agents, slots, doubles, .. } = self;
        let [one, other] = sides;
        if std::mem::take(&mut self.agents_are_ordered) {
            debug_assert_eq!(agents.len(), one.0.len());
            return order_by_medians(other.0, other.1, medians, slots);
        }
        if one.0.len() < FEW_POINTS || executor.workers() == 1 {
            order_by_medians(one.0, one.1, medians, agents);
            return order_by_medians(other.0, other.1, medians, slots);
        }
        let mut lend = |medians: &mut MedianScratch| {
            doubles.indices().into_iter().zip(medians.indices()).for_each(|(here, there)| std::mem::swap(here, there));
        };
        lend(more_medians);
        let tasks = [(one, &mut *medians, agents), (other, &mut *more_medians, slots)];
        executor.for_parts(2, tasks.into_iter(), |((points, low), medians, ordered)| {
            order_by_medians(points, low, medians, ordered);
        });
        lend(more_medians);
    }
}

/// As [`solve_in_turns`], straight to the end.
pub fn solve(
    agents: &[I64Vec2],
    slots: &[I64Vec2],
    rules: AssignRules,
    want_bound: bool,
    executor: &Executor,
    scratch: &mut AuctionScratch,
    slot_of: &mut Vec<u32>,
) -> Option<i128> {
    let pace = Pace::straight(executor);
    let mut solve = || at_once(solve_in_turns(agents, slots, rules, want_bound, &pace, scratch, slot_of));
    if agents.len() < FEW_POINTS { solve() } else { executor.inside(solve) }
}

/// Matches each agent to the slot of its place in the order of the recursive medians of both sides: near enough to the
/// optimum to tell about where everybody will stand.
pub fn match_by_medians(
    agents: &[I64Vec2],
    slots: &[I64Vec2],
    executor: &Executor,
    scratch: &mut AuctionScratch,
    slot_of: &mut Vec<u32>,
) {
    order_and_match(agents, slots, executor, scratch, slot_of);
}

/// Brings both sides in median order and matches by it. Answers their corners, unless there is nobody.
fn order_and_match(
    agents: &[I64Vec2],
    slots: &[I64Vec2],
    executor: &Executor,
    scratch: &mut AuctionScratch,
    slot_of: &mut Vec<u32>,
) -> Option<(Bounds, Bounds)> {
    slot_of.clear();
    slot_of.resize(agents.len(), 0);
    let (of_agents, of_slots) = (Bounds::of(agents)?, Bounds::of(slots)?);
    scratch.order([(agents, of_agents.low), (slots, of_slots.low)], executor);
    for (agent, slot) in scratch.agents.iter().zip(&scratch.slots) {
        slot_of[*agent as usize] = *slot;
    }
    Some((of_agents, of_slots))
}

/// Matches `agents` to as many `slots` and writes the slot of each agent: a permutation of `0..n`.
///
/// Coordinates are whole quanta, below 2^31 in magnitude. With equal input the result is the same on every machine.
/// SQUARED is indifferent to how far apart the two sides lie.
///
/// Returns a proved lower bound of the summed cost (of the places as given: squared quanta, or quanta rounded per walk
/// as [`euclid_cost`] does) when `want_bound` is set or the effort is EXACT, where it equals the cost.
pub async fn solve_in_turns(
    agents: &[I64Vec2],
    slots: &[I64Vec2],
    rules: AssignRules,
    want_bound: bool,
    pace: &Pace<'_>,
    scratch: &mut AuctionScratch,
    slot_of: &mut Vec<u32>,
) -> Option<i128> {
    debug_assert_eq!(agents.len(), slots.len());
    let want_bound = want_bound || rules.effort == Effort::Exact;
    let Some((agent_box, slot_box)) = order_and_match(agents, slots, pace.executor, scratch, slot_of) else {
        return want_bound.then_some(0);
    };
    pace.breathe().await;
    if is_in_place(agents, slots, rules.cost, scratch) {
        return want_bound.then(|| total_cost(agents, slots, rules.cost, slot_of));
    }
    let (agent_origin, slot_origin) = match rules.cost {
        CostRule::Squared => (agent_box.middle(), slot_box.middle()),
        CostRule::Euclid => (slot_box.middle(), slot_box.middle()),
    };
    let AuctionScratch {
        medians,
        more_medians,
        agents: agent_order,
        slots: slot_order,
        doubles,
        integers,
        wides,
        stacks,
        agent_of,
        ..
    } = scratch;
    let centred = rules.cost == CostRule::Squared;
    let agent_line = if centred { line_through(agents) } else { None };
    let line = if centred { agent_line.or_else(|| line_through(slots)) } else { None };
    let mut plan = Plan {
        agents,
        slots,
        agent_order,
        slot_order,
        agent_origin,
        slot_origin,
        rules,
        want_bound,
        line,
        on_curve: false,
        agents_on_curve: false,
        pace: *pace,
    };
    // Along a curve, whoever competes for a slot stands next on the curve but anywhere among the slots. Windows must lie
    // on the curve, so there the slots choose among the agents.
    let exact = rules.effort == Effort::Exact;
    let agents_stacked = exact && are_stacked(agents, plan.agent_order);
    let stacked = agents_stacked || (exact && are_stacked(slots, plan.slot_order));
    let is_curve = !stacked && line.is_none() && {
        let breadth_of_agents = breadth(agents, plan.agent_order);
        breadth_of_agents < CURVE_BREADTH && breadth_of_agents < breadth(slots, plan.slot_order)
    };
    let on_curve = !stacked && (agent_line.is_some() || (exact && is_curve));
    plan.agents_on_curve = !exact && is_curve;
    let swapped = agents_stacked || on_curve;
    plan.on_curve = on_curve;
    if swapped {
        std::mem::swap(&mut plan.agents, &mut plan.slots);
        std::mem::swap(&mut plan.agent_order, &mut plan.slot_order);
        std::mem::swap(&mut plan.agent_origin, &mut plan.slot_origin);
        agent_of.clear();
        agent_of.resize(agents.len(), 0);
    }
    let matched: &mut [u32] = if swapped { agent_of } else { slot_of };
    let bits = product_bits(agent_box, slot_box);
    let dual = match rules.cost {
        CostRule::Euclid if stacked => Some(stacks.doubles.solve::<Euclid>(&plan, matched)),
        CostRule::Squared if stacked => Some(match bits {
            0..=53 => stacks.doubles.solve::<Squared<f64>>(&plan, matched),
            54..=63 => stacks.integers.solve::<Squared<i64>>(&plan, matched),
            _ => stacks.wides.solve::<Squared<i128>>(&plan, matched),
        }),
        CostRule::Euclid => doubles.solve::<Euclid>(&plan, medians, &mut more_medians.keys, matched).await,
        CostRule::Squared => match bits {
            0..=53 => doubles.solve::<Squared<f64>>(&plan, medians, &mut more_medians.keys, matched).await,
            54..=63 => integers.solve::<Squared<i64>>(&plan, medians, &mut more_medians.keys, matched).await,
            _ => wides.solve::<Squared<i128>>(&plan, medians, &mut more_medians.keys, matched).await,
        },
    };
    if swapped {
        for (slot, agent) in agent_of.iter().enumerate() {
            slot_of[*agent as usize] = slot as u32;
        }
    }
    dual.map(|dual| match rules.cost {
        CostRule::Euclid => dual.max(0),
        CostRule::Squared => uncentred_bound(agents, slots, agent_origin, slot_origin, dual),
    })
}

/// A set of points equals the other, moved: nobody walks relative to the group, which nothing can better.
fn is_in_place(agents: &[I64Vec2], slots: &[I64Vec2], cost: CostRule, scratch: &AuctionScratch) -> bool {
    let walk = |place: usize| {
        let (agent, slot) = (scratch.agents[place], scratch.slots[place]);
        slots[slot as usize].wrapping_sub(agents[agent as usize])
    };
    let first = walk(0);
    (cost == CostRule::Squared || first == I64Vec2::ZERO) && (1..agents.len()).all(|place| walk(place) == first)
}

/// The summed cost of a matching.
fn total_cost(agents: &[I64Vec2], slots: &[I64Vec2], cost: CostRule, slot_of: &[u32]) -> i128 {
    let walks = agents.iter().zip(slot_of).map(|(agent, slot)| (*agent, slots[*slot as usize]));
    match cost {
        CostRule::Squared => walks.map(|(agent, slot)| product(slot - agent, slot - agent)).sum(),
        CostRule::Euclid => walks.map(|(agent, slot)| i128::from(euclid_cost(agent, slot))).sum(),
    }
}

fn product(one: I64Vec2, other: I64Vec2) -> i128 {
    i128::from(one.x) * i128::from(other.x) + i128::from(one.y) * i128::from(other.y)
}

/// Below this breadth points count as a curve; scattered points and lattices have about a third.
const CURVE_BREADTH: f64 = 0.05;

/// How far from a line groups of four neighbours lie: 0 on a line, ½ for squares.
fn breadth(points: &[I64Vec2], order: &[u32]) -> f64 {
    let (mut areas, mut squares) = (0.0, 0.0);
    for group in order.chunks_exact(4) {
        let place = |member: usize| points[group[member] as usize];
        let sides = [1, 2, 3].map(|member| place(member).wrapping_sub(place(0)));
        let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
        for side in sides {
            let (x, y) = (side.x as f64, side.y as f64);
            xx += x * x;
            yy += y * y;
            xy += x * y;
        }
        areas += (xx * yy - xy * xy).max(0.0).sqrt();
        squares += xx + yy;
    }
    if squares > 0.0 { areas / squares } else { 0.0 }
}

/// From a bound of Σ −2 p·s over places relative to their origins to one of Σ |a − s|² over the places as given.
fn uncentred_bound(
    agents: &[I64Vec2],
    slots: &[I64Vec2],
    agent_origin: I64Vec2,
    slot_origin: I64Vec2,
    dual: i128,
) -> i128 {
    let mut squares: i128 = 0;
    let (mut agent_sum, mut slot_sum) = (I64Vec2::ZERO, I64Vec2::ZERO);
    for (agent, slot) in agents.iter().zip(slots) {
        squares += product(*agent, *agent) + product(*slot, *slot);
        agent_sum += *agent - agent_origin;
        slot_sum += *slot - slot_origin;
    }
    let count = agents.len() as i128;
    let shift =
        product(slot_origin, agent_sum) + product(agent_origin, slot_sum) + count * product(agent_origin, slot_origin);
    (squares + dual - 2 * shift).max(0)
}

/// The corners of a set of points.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: I64Vec2,
    high: I64Vec2,
}

impl Bounds {
    fn of(points: &[I64Vec2]) -> Option<Self> {
        let first = *points.first()?;
        Some(points.iter().fold(Self { low: first, high: first }, |bounds, point| Self {
            low: bounds.low.min(*point),
            high: bounds.high.max(*point),
        }))
    }

    fn middle(self) -> I64Vec2 {
        self.low + (self.high - self.low) / 2
    }

    /// The greatest coordinate once the middle is the origin.
    fn reach(self) -> f64 {
        let half = (self.high - self.low) / 2 + 1;
        half.x.max(half.y) as f64
    }
}

/// How many bits hold each sum of a solve. Values are |2 p·s| ≤ 4AS apart from the burdens, burdens span a few times that,
/// and a bound over a box adds the same once more for the way between two agents.
fn product_bits(agents: Bounds, slots: Bounds) -> u32 {
    let most = 32.0 * agents.reach() * slots.reach();
    u128::BITS - (most as u128).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::trigonometry::sin_cos;

    const PITCH: f64 = 25_600.0;

    /// Windows that completions read on the way to the optimum, per agent.
    fn looks_per_agent(agents: &[glam::DVec2], slots: &[glam::DVec2]) -> f64 {
        let (sine, cosine) = sin_cos(0.4);
        let turn = |at: &glam::DVec2| glam::DVec2::new(cosine * at.x - sine * at.y, sine * at.x + cosine * at.y);
        let [agents, slots] = [agents, slots]
            .map(|points| points.iter().map(|at| (PITCH * turn(at)).round().as_i64vec2()).collect::<Vec<_>>());
        let rules = AssignRules {
            cost: CostRule::Squared,
            near_candidates: 16,
            strategic_candidates: 8,
            effort: Effort::Exact,
        };
        let (mut scratch, mut slot_of) = (AuctionScratch::default(), Vec::new());
        solve(&agents, &slots, rules, true, &Executor::Inline, &mut scratch, &mut slot_of);
        (scratch.doubles.completion.looks + scratch.integers.completion.looks) as f64 / agents.len() as f64
    }

    fn block(side: i32) -> Vec<glam::DVec2> {
        let place = |slot: i32| glam::DVec2::new(f64::from(slot % side), f64::from(slot / side));
        (0..side * side).map(place).collect()
    }

    #[test]
    fn a_line_in_step_with_a_block_leaves_little_to_shortest_paths() {
        let side = 100;
        let line: Vec<_> = (0..side * side).map(|agent| glam::DVec2::new(f64::from(agent), 0.0)).collect();
        let looks = looks_per_agent(&line, &block(side));
        assert!(looks < 8.0, "{looks}");
    }
}
