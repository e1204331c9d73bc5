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
