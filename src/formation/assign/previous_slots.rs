//! Earlier slots: everybody keeps the slot of the call before, the fallen are replaced from the rings outside, and
//! newcomers take the lowest free rings (F38).
//!
//! This takes the place of the stages that find a map anew. (a), (c) and (d) hold as ever; instead of (b) there is no
//! pair left whose exchange would halve the longer of their two walks.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::claims::{nearest_clear, seat_regardless};
use super::exchange::{ALL_PAIRS, Seated, may_trade};
use super::occupancy::{FREE, Occupancy};
use super::point_tree::{self, Step};
use super::roles::Roles;
use super::{AssignRules, AssignScratch, Layer, NO_SLOT};
use crate::pace::Pace;

/// Nodes that one search for a partner may open in a layer too large for all pairs.
const MOST_NODES: usize = 1 << 12;

/// Seats a layer on the slots that its members had, and repairs what is missing.
pub async fn seat_as_before(
    layer: &Layer<'_>,
    roles: &Roles<'_>,
    rules: AssignRules,
    pace: &Pace<'_>,
    scratch: &mut AssignScratch,
) {
    let slots = layer.slots.at.len() as u32;
    let AssignScratch { agents, left_over, open, rings, seats, refinement, .. } = scratch;
    rings.sort(layer, 0..slots);
    // The compaction asks who is in whose way, whatever the sizes.
    seats.rebuild(layer, true, 0..slots);
    refinement.rebuild(layer);
    let radius = |agent: &u32| layer.agents.radius[*agent as usize];
    agents.clear();
    agents.extend(0..layer.agents.at.len() as u32);
    agents.sort_unstable_by(|a, b| radius(b).total_cmp(&radius(a)).then(a.cmp(b)));
    agents.retain(|agent| {
        let slot = roles.previous.get(*agent as usize).copied().unwrap_or(NO_SLOT);
        let keeps =
            slot < slots && seats.agent_at[slot as usize] == FREE && seats.fits(layer, *agent, slot, [*agent; 2]);
        if keeps {
            seats.seat(layer, *agent, slot);
        }
        !keeps
    });
    // Newcomers from here on, largest first.
    left_over.clear();
    let wide = agents.partition_point(|agent| layer.is_wide(*agent));
    for agent in &agents[..wide] {
        match nearest_clear(layer, seats, *agent, layer.agents.at[*agent as usize]) {
            Some(slot) => seats.seat(layer, *agent, slot),
            None => left_over.push(*agent),
        }
    }
    let slender = &mut agents[wide..];
    if let Some(largest) = slender.first().copied() {
        seats.open_to(layer, largest, open);
        rings.sort(layer, open.iter().copied());
        let count = slender.len().min(rings.by_ring.len());
        left_over.extend_from_slice(&slender[count..]);
        let slender = &mut slender[..count];
        slender.sort_unstable();
        rings.choose(layer, slender, refinement.exchange.tree_to_work_with(), open, pace.executor);
        let map = refinement.solve(layer, rules, pace, slender, open).await;
        for (agent, place) in slender.iter().zip(map) {
            seats.seat(layer, *agent, open[*place as usize]);
        }
        rings.sort(layer, 0..slots);
    }
    refinement.crowded = seat_regardless(layer, left_over, |agent| layer.agents.at[agent as usize], seats);
    pace.breathe().await;
    refinement.settle_structure(layer, &rings.by_ring, seats, pace).await;
    pace.breathe().await;
    let seated = refinement.exchange.seated();
    seated.learn(layer, seats, |_| true, pace.executor);
    halve_walks(layer, roles.march, seats, seated);
}

/// Exchanges slots wherever the longer of the two real walks becomes half as long or less. Each exchange lowers the
/// sum of the squared walks, so that there is an end.
fn halve_walks(layer: &Layer, march: I64Vec2, seats: &mut Occupancy, seated: &mut Seated) {
    let mut exchanges_left = 64 * seats.slot_of.len() + 4096;
    loop {
        let before = exchanges_left;
        // A pair is found from the agent whose walk is longer, so that everybody is asked again after an exchange.
        for agent in 0..seats.slot_of.len() as u32 {
            while seats.slot_of[agent as usize] != NO_SLOT
                && exchanges_left > 0
                && let Some(partner) = halving_partner(layer, march, seats, seated, agent)
            {
                exchanges_left -= 1;
                seated.trade(layer, seats, agent, partner);
            }
        }
        if exchanges_left == before {
            return;
        }
    }
}

/// Of the first leaf that has one, the partner with whom the longer walk becomes shortest; then the lower index.
fn halving_partner(layer: &Layer, march: I64Vec2, seats: &Occupancy, seated: &Seated, agent: u32) -> Option<u32> {
    let walk = |agent: u32, slot: u32| squared(layer.agents.at[agent as usize] + march - layer.slots.at[slot as usize]);
    let own = seats.slot_of[agent as usize];
    let own_walk = walk(agent, own);
    if own_walk == 0 {
        return None;
    }
    let from = (layer.agents.at[agent as usize] + march).as_dvec2();
    let partner_from = (layer.slots.at[own as usize] - march).as_dvec2();
    // One part in a thousand million covers the roundings; whole numbers decide.
    let reach = 0.25 * own_walk as f64 * (1.0 + 1e-9);
    let mut opened = 0;
    let mut best = (i128::MAX, FREE);
    point_tree::walk(|node| {
        if seated.tree.bounds(node).distance_squared(from) > reach
            || seated.people(node).distance_squared(partner_from) > reach
        {
            return Step::Pass;
        }
        opened += 1;
        if opened > MOST_NODES && seated.tree.len() > ALL_PAIRS {
            return Step::Stop;
        }
        if !seated.tree.is_leaf(node) {
            return Step::Open;
        }
        for position in seated.tree.range(node) {
            let (slot, other) = (seated.tree.entry(position).number, seated.agent(position));
            if other == agent {
                continue;
            }
            let longer = walk(agent, slot).max(walk(other, own));
            if 4 * longer <= own_walk && (longer, other) < best && may_trade(layer, seats, agent, other) {
                best = (longer, other);
            }
        }
        if best.1 == FREE { Step::Pass } else { Step::Stop }
    });
    (best.1 != FREE).then_some(best.1)
}

fn squared(walk: I64Vec2) -> i128 {
    i128::from(walk.x) * i128::from(walk.x) + i128::from(walk.y) * i128::from(walk.y)
}
