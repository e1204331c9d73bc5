//! KeepFormation over a slot list: everybody as near as may be to its place in the arrangement (F35).
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::claims::{nearest_clear, seat_regardless};
use super::{AssignScratch, Layer};
use crate::pace::Pace;

/// Writes the ideal points: offsets from the slots' centroid, the mean rounded to a whole quantum.
pub fn place_ideal_points(offsets: &[I64Vec2], slots: &[I64Vec2], ideal: &mut Vec<I64Vec2>) {
    let count = slots.len().max(1) as i128;
    // Halves go up.
    let mean = |sum: i128| (2 * sum + count).div_euclid(2 * count) as i64;
    let centroid = I64Vec2::new(
        mean(slots.iter().map(|slot| slot.x as i128).sum()),
        mean(slots.iter().map(|slot| slot.y as i128).sum()),
    );
    ideal.clear();
    ideal.extend(offsets.iter().map(|offset| offset.saturating_add(centroid)));
}

/// Largest first, each takes the nearest free slot outside everybody's reach; then trades while the summed squared
/// distance falls.
pub async fn seat_nearest(layer: &Layer<'_>, pace: &Pace<'_>, scratch: &mut AssignScratch) {
    let guarded = layer.somebody_may_clash(&mut scratch.slot_grid);
    let AssignScratch { agents, left_over, seats, refinement, .. } = scratch;
    seats.rebuild(layer, guarded, 0..layer.slots.at.len() as u32);
    refinement.rebuild(layer);
    agents.clear();
    agents.extend(0..layer.agents.at.len() as u32);
    let radius = |agent: &u32| layer.agents.radius[*agent as usize];
    agents.sort_unstable_by(|a, b| radius(b).total_cmp(&radius(a)).then(a.cmp(b)));
    left_over.clear();
    let ideal = |agent: u32| layer.agents.at[agent as usize];
    for agent in agents {
        match nearest_clear(layer, seats, *agent, ideal(*agent)) {
            Some(slot) => seats.seat(layer, *agent, slot),
            None => left_over.push(*agent),
        }
    }
    let crowded = seat_regardless(layer, left_over, ideal, seats);
    refinement.exchange.crowded = crowded;
    refinement.crowded = crowded;
    // A trade opens ways out, and a way out trades: both lower what they lower, so that they come to rest together.
    loop {
        pace.breathe().await;
        let displaced = crowded && refinement.displacement.settle(layer, seats) > 0;
        let traded = refinement.exchange.settle(layer, seats, pace).await;
        if !(displaced || traded && guarded) {
            return;
        }
    }
}
