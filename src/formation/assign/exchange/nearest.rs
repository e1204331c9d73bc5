//! Nearest: what a look falls back on where too many lie within reach, the very nearest, agent by agent.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::super::Layer;
use super::super::occupancy::{FREE, Occupancy};
use super::super::point_tree::{Step, walk_by};
use super::near_pairs::Look;
use super::reach::NEIGHBOURS;
use super::{Exchange, Rows, Seated, offer};

impl Exchange {
    /// Trades the agent of the only row with the best of the very nearest of a crowd, if there is one.
    pub(super) fn look_at_nearest(&mut self, layer: &Layer, seats: &mut Occupancy, look: Look, rows: &mut Rows) {
        self.fell_back = true;
        let (seated, position) = (&self.crowds[look.crowd].seated, rows.position(0));
        let agent = seated.agent(position);
        let around = [seated.tree.entry(position).at, seated.person(position)];
        let others = &self.crowds[look.others].seated;
        let partner = around.into_iter().find_map(|from| partner(layer, seats, others, agent, from));
        if let Some(partner) = partner
            && self.trades_left > 0
        {
            self.trade_and_note(layer, seats, agent, partner, (look, rows));
        }
    }
}

/// The best partner among those on the slots nearest to a place.
fn partner(layer: &Layer, seats: &Occupancy, seated: &Seated, agent: u32, from: DVec2) -> Option<u32> {
    let mut nearest = [(f64::INFINITY, FREE); NEIGHBOURS + 1];
    let bound = |node: usize| seated.tree.bounds(node).distance_squared(from);
    walk_by(bound, |node, bound| {
        let (farthest, _) = nearest[NEIGHBOURS];
        if bound > farthest {
            return Step::Pass;
        }
        if !seated.tree.is_leaf(node) {
            return Step::Open;
        }
        for position in seated.tree.range(node) {
            let at = seated.tree.entry(position).at;
            let mut item = ((at - from).length_squared(), seated.agent(position));
            if item >= nearest[NEIGHBOURS] {
                continue;
            }
            for place in &mut nearest {
                if item < *place {
                    std::mem::swap(&mut item, place);
                }
            }
        }
        Step::Pass
    });
    let mut best = (0, FREE);
    for (_, other) in nearest.into_iter().filter(|(_, other)| *other != FREE && *other != agent) {
        offer(layer, seats, agent, other, &mut best);
    }
    (best.1 != FREE).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use glam::I64Vec2;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::formation::assign::{LayerAgents, LayerSlots};
    use crate::formation::order::CostRule;
    use crate::pace::{Pace, at_once};
    use crate::parallel::Executor;

    #[test]
    fn where_looks_give_up_nobody_gains_by_a_trade_with_the_very_nearest() {
        // From so far away all slots are about as near, so that no look can pass over any.
        const SIDE: i64 = 66;
        let slots: Vec<I64Vec2> = (0..SIDE * SIDE).map(|slot| I64Vec2::new(slot % SIDE, slot / SIDE) * 256).collect();
        let mut random = Pcg64::seed_from_u64(48);
        let mut jitter = || i64::from(random.next_u32() % 4096);
        let people: Vec<I64Vec2> = slots.iter().map(|_| I64Vec2::new(500_000 + jitter(), jitter())).collect();
        let (radius, ring) = (vec![0.0; slots.len()], vec![0; slots.len()]);
        let layer_slots = LayerSlots { at: &slots, exact: &[], ring: &ring, room: &[], least_distance: 256.0 };
        let layer = Layer::new(LayerAgents { at: &people, radius: &radius }, layer_slots, CostRule::Euclid);
        let mut seats = Occupancy::default();
        seats.rebuild(&layer, false, std::iter::empty());
        (0..slots.len() as u32).for_each(|agent| seats.seat_unsummarized(agent, agent));
        let mut exchange = Exchange::default();
        exchange.rebuild(&layer);
        exchange.long_looks_left = 0;
        at_once(exchange.settle(&layer, &mut seats, &Pace::straight(&Executor::Inline)));
        assert!(exchange.fell_back, "no look was too long");
        for agent in 0..slots.len() as u32 {
            let own = seats.slot_of[agent as usize];
            for from in [slots[own as usize], people[agent as usize]] {
                let mut nearest: Vec<u32> = (0..slots.len() as u32).collect();
                nearest.select_nth_unstable_by_key(NEIGHBOURS, |slot| {
                    ((slots[*slot as usize] - from).length_squared(), *slot)
                });
                for slot in &nearest[..NEIGHBOURS] {
                    let other = seats.agent_at[*slot as usize];
                    let now = layer.walk(agent, own) + layer.walk(other, *slot);
                    let then = layer.walk(agent, *slot) + layer.walk(other, own);
                    assert!(then >= now, "agents {agent} and {other} save {} by a trade", now - then);
                }
            }
        }
    }
}
