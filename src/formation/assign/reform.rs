//! The first seating of ReformTheLine: who takes part, which slots are open, and the core solved on them (F31).
#![forbid(unsafe_code)]

use parking_lot::Mutex;

use super::claims::seat_regardless;
use super::occupancy::{ANY_RING, Wish};
use super::roles::Roles;
use super::{AssignRules, AssignScratch, Effort, Layer, LayerAgents};
use crate::pace::{Aside, Pace};

/// Picks the agents that take part: all, or where slots are short those whose way to the nearest slot is shortest,
/// then those nearest to the middle. The others go to `left_over`, in the same order.
fn admit(layer: &Layer, scratch: &mut AssignScratch) {
    let (agents, slots) = (layer.agents.at.len() as u32, layer.slots.at.len());
    scratch.agents.clear();
    scratch.agents.extend(0..agents);
    scratch.left_over.clear();
    if scratch.agents.len() <= slots {
        return;
    }
    scratch.seats.rebuild(layer, false, 0..slots as u32);
    let seats = &scratch.seats;
    let middle = glam::I64Vec2::ZERO;
    scratch.ways.clear();
    scratch.ways.extend(scratch.agents.iter().map(|agent| {
        let from = layer.agents.at[*agent as usize];
        let wish = Wish { from, radius: f64::NEG_INFINITY, rings: ANY_RING, below: i128::MAX };
        let nearest = seats.nearest_free(layer, wish, |_| true);
        (nearest.map_or(0, |slot| layer.walk(*agent, slot)), super::cost::walk(layer.cost, from, middle), *agent)
    }));
    scratch.ways.sort_unstable();
    scratch.agents.clear();
    scratch.agents.extend(scratch.ways.iter().map(|(.., agent)| *agent));
    scratch.left_over.extend(scratch.agents.drain(slots..));
    scratch.agents.sort_unstable();
}

/// Seats a layer without roles and brings it to rest.
pub async fn seat(
    layer: &Layer<'_>,
    may_clash: bool,
    rules: AssignRules,
    pace: &Pace<'_>,
    scratch: &mut AssignScratch,
) {
    admit(layer, scratch);
    pace.breathe().await;
    if may_clash {
        seat_by_size(layer, rules, pace, scratch).await;
    } else {
        seat_by_rings(layer, rules, pace, scratch).await;
    }
    pace.breathe().await;
    scratch.refinement.run(layer, rules, pace, &scratch.rings.by_ring, &mut scratch.seats).await;
}

/// Seats a layer where some can clash as if everybody came from where its rank stands, so that each radius gets slots
/// near its ranks' own.
pub async fn seat_by_rank(
    layer: &Layer<'_>,
    roles: &Roles<'_>,
    rules: AssignRules,
    pace: &Pace<'_>,
    scratch: &mut AssignScratch,
) {
    let AssignScratch { rings, classes, refinement, .. } = scratch;
    rings.sort(layer, 0..layer.slots.at.len() as u32);
    classes.aim_by_rank(layer, roles, rules, pace, refinement, &rings.by_ring).await;
    let places = std::mem::take(&mut classes.ranked_places);
    let agents = LayerAgents { at: &places, radius: layer.agents.radius };
    seat(&Layer::new(agents, layer.slots, layer.cost), true, rules, pace, scratch).await;
    scratch.classes.ranked_places = places;
}

/// Seats agents where nobody can clash: the lowest rings, the core solved over all at once.
async fn seat_by_rings(layer: &Layer<'_>, rules: AssignRules, pace: &Pace<'_>, scratch: &mut AssignScratch) {
    let rings = &mut scratch.rings;
    rings.sort(layer, 0..layer.slots.at.len() as u32);
    let whole = rings.whole_rings(layer, scratch.agents.len());
    let in_use = (&rings.by_ring[..whole], rings.full_rings(layer, whole, scratch.agents.len()));
    pace.breathe().await;
    let in_place = scratch.in_place.find(layer, &scratch.agents, in_use, &mut scratch.slot_grid, &mut scratch.open);
    pace.breathe().await;
    if !in_place {
        let tree = scratch.refinement.exchange.tree_to_work_with();
        rings.choose(layer, &scratch.agents, tree, &mut scratch.open, pace.executor);
    }
    pace.breathe().await;
    // Only the last ring has free slots, or slots that become free.
    let full = rings.full_rings(layer, whole, scratch.agents.len());
    scratch.seats.rebuild(layer, false, rings.by_ring[full..whole].iter().copied());
    pace.breathe().await;
    scratch.refinement.rebuild(layer);
    scratch.refinement.in_place = in_place;
    pace.breathe().await;
    // The repair needs a tree over the slots, whoever comes to stand on them; no pair of an optimal map is repaired.
    let tree = Mutex::new(std::mem::take(scratch.refinement.exchange.tree_to_work_with()));
    let plant = || {
        let places = scratch.open.iter().map(|slot| (*slot, layer.slots.at[*slot as usize]));
        tree.lock().rebuild_with(pace.executor, layer.slots.at.len(), scratch.open.len(), places);
    };
    let aside = Aside::new(&plant);
    let pace_with_aside = if rules.effort == Effort::Exact { *pace } else { pace.with_aside(&aside) };
    let map = scratch.refinement.solve(layer, rules, &pace_with_aside, &scratch.agents, &scratch.open).await;
    pace.breathe().await;
    for (agent, place) in scratch.agents.iter().zip(map) {
        scratch.seats.seat_unsummarized(*agent, scratch.open[*place as usize]);
    }
    let is_planted = aside.is_done();
    if is_planted {
        scratch.refinement.exchange.plant(tree.into_inner());
    } else {
        *scratch.refinement.exchange.tree_to_work_with() = tree.into_inner();
    }
    scratch.seats.summarize(layer);
}

/// Seats agents where some can clash: wide ones claim their slots, largest first; the slender ones, who cannot clash
/// among each other, share the lowest rings of what is left; whoever is left over stands where there is room.
async fn seat_by_size(layer: &Layer<'_>, rules: AssignRules, pace: &Pace<'_>, scratch: &mut AssignScratch) {
    let slots = layer.slots.at.len() as u32;
    let AssignScratch { agents, left_over, open, rings, claims, seats, refinement, .. } = scratch;
    rings.sort(layer, 0..slots);
    seats.rebuild(layer, true, 0..slots);
    refinement.rebuild(layer);
    claims.aim(layer, agents, &rings.by_ring);
    let radius = |agent: &u32| layer.agents.radius[*agent as usize];
    if agents.len() == layer.agents.at.len() {
        agents.copy_from_slice(seats.clearance.by_radius());
    } else {
        agents.sort_unstable_by(|a, b| radius(b).total_cmp(&radius(a)).then(a.cmp(b)));
    }
    let wide = agents.partition_point(|agent| layer.is_wide(*agent));
    let not_admitted = left_over.len();
    pace.breathe().await;
    claims.claim(layer, &agents[..wide], seats, left_over);
    pace.breathe().await;
    let slender = &mut agents[wide..];
    if let Some(largest) = slender.first().copied() {
        seats.open_to(layer, largest, open);
        rings.sort(layer, open.iter().copied());
        let count = slender.len().min(rings.by_ring.len());
        left_over.extend_from_slice(&slender[count..]);
        let is_mixed = slender.iter().any(|agent| radius(agent) != radius(&largest));
        let slender = &mut slender[..count];
        slender.sort_unstable();
        rings.choose(layer, slender, refinement.exchange.tree_to_work_with(), open, pace.executor);
        if is_mixed {
            // Sizes mingle as the army has them. A single size is solved once the used slots are final.
            let map = refinement.solve(layer, rules, pace, slender, open).await;
            seats.seat_slender(layer, slender, map.iter().map(|place| open[*place as usize]));
        } else {
            seats.seat_slender(layer, slender, open.iter().copied());
        }
        rings.sort(layer, 0..slots);
    }
    // Those who were not admitted come last: they get what nobody else has room on.
    left_over.rotate_left(not_admitted);
    let admitted = left_over.len() - not_admitted;
    left_over[..admitted].sort_unstable_by(|a, b| radius(b).total_cmp(&radius(a)).then(a.cmp(b)));
    refinement.crowded = seat_regardless(layer, left_over, |agent| layer.agents.at[agent as usize], seats);
}
