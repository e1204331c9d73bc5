//! Turned: agents on a curve trade once more among neighbours on it, whose slots may lie anywhere. Windows over slots show
//! none of those pairs, and the repair, which finds them through trees, would make as many trades one by one.
#![forbid(unsafe_code)]

use super::candidates::WindowSize;
use super::effort::Solver;
use super::frame::Lie;
use super::metric::Metric;
use super::number::Number;
use super::plan::{Plan, Side};

impl<N: Number> Solver<N> {
    /// Lets agents who stand along a curve, and have their slots, trade within windows on the curve: the places of agents
    /// take the part of slots, and slots that of agents.
    pub(super) async fn trade_on_curve<M: Metric<Number = N>, const STRIPS: usize>(
        &mut self,
        plan: &Plan<'_>,
        slot_of: &mut [u32],
    ) {
        let Self { levels, keys, stack, .. } = self;
        let level = &mut levels[0];
        let window = WindowSize { strips: STRIPS, lie: Lie::Curve };
        let curve = Side { points: plan.agents, order: plan.agent_order, origin: plan.agent_origin };
        let others = Side { points: plan.slots, order: plan.slot_order, origin: plan.slot_origin };
        curve.load(|at| at, &mut level.agents);
        level.measure::<M>();
        level.lay_out(Some(window), plan.pace.executor, keys);
        others.load(M::agent, &mut level.agents);
        let rank_of_slot = stack;
        rank_of_slot.clear();
        rank_of_slot.resize(plan.slots.len(), 0);
        plan.slot_order.iter().zip(0..).for_each(|(slot, rank)| rank_of_slot[*slot as usize] = rank);
        for (owner, rank) in level.slots.owner.iter_mut().zip(&level.slots.rank) {
            *owner = rank_of_slot[slot_of[plan.agent_order[*rank as usize] as usize] as usize];
        }
        rank_of_slot.clear();
        self.trade::<M, STRIPS>(plan).await;
        let slots = &self.levels[0].slots;
        for (owner, rank) in slots.owner.iter().zip(&slots.rank) {
            slot_of[plan.agent_order[*rank as usize] as usize] = plan.slot_order[*owner as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, I64Vec2};

    use super::super::super::{AssignRules, Effort};
    use super::super::{AuctionScratch, solve};
    use crate::formation::order::CostRule;
    use crate::geometry::trigonometry::sin_cos;
    use crate::parallel::Executor;

    const SIDE: usize = 55;
    const COUNT: usize = SIDE * SIDE;
    const PITCH: f64 = 25_600.0;

    fn turned(point: DVec2) -> I64Vec2 {
        let (sine, cosine) = sin_cos(0.4);
        (PITCH * DVec2::new(cosine * point.x - sine * point.y, sine * point.x + cosine * point.y)).round().as_i64vec2()
    }

    /// Where agents and their slots are, agents in the order given.
    fn assigned(agent: impl Fn(usize) -> DVec2, effort: Effort) -> Vec<(I64Vec2, I64Vec2)> {
        let agents: Vec<I64Vec2> = (0..COUNT).map(|number| turned(agent(number))).collect();
        let slot = |number: usize| turned(DVec2::new((number % SIDE) as f64, (number / SIDE) as f64));
        let slots: Vec<I64Vec2> = (0..COUNT).map(slot).collect();
        let rules = AssignRules { cost: CostRule::Squared, near_candidates: 16, strategic_candidates: 8, effort };
        let mut slot_of = Vec::new();
        solve(&agents, &slots, rules, false, &Executor::Inline, &mut AuctionScratch::default(), &mut slot_of);
        agents.into_iter().zip(slot_of).map(|(agent, slot)| (agent, slots[slot as usize])).collect()
    }

    /// Whether the squares of the walks of two agents would sum to less if they traded.
    fn would_save(one: (I64Vec2, I64Vec2), other: (I64Vec2, I64Vec2)) -> bool {
        let (from, to) = (one.0 - other.0, other.1 - one.1);
        from.x * to.x + from.y * to.y > 0
    }

    #[test]
    fn no_two_neighbours_on_a_ring_would_gain_by_a_trade() {
        let on_ring = |number: usize| {
            let (sine, cosine) = sin_cos(std::f64::consts::TAU * number as f64 / COUNT as f64);
            DVec2::new(27.0, 27.0) + 35.0 * DVec2::new(cosine, sine)
        };
        for effort in [Effort::Quick, Effort::Good] {
            let ring = assigned(on_ring, effort);
            let gain = (0..COUNT).filter(|number| would_save(ring[*number], ring[(number + 1) % COUNT])).count();
            assert_eq!(gain, 0, "{effort:?}");
        }
    }

    #[test]
    fn on_a_line_few_pairs_of_all_would_gain_by_a_trade() {
        let on_line = |number: usize| DVec2::new(number as f64, 3.0);
        for effort in [Effort::Quick, Effort::Good] {
            let line = assigned(on_line, effort);
            let gain = |one: usize| (0..one).filter(|other| would_save(line[one], line[*other])).count();
            let pairs: usize = (0..COUNT).map(gain).sum();
            assert!(pairs < COUNT / 10, "{effort:?}: {pairs}");
        }
    }
}
