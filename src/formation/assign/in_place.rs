//! In place: recognises an army that stands on slots of the lattice already, here or somewhere else (F38).
//!
//! Costs are counted from the army's centroid, and that of an army on part of its last ring lies off the center. Where
//! it lies half a pitch off, the nearest slots are others than those the army would stand on after a plain march.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::Layer;
use crate::geometry::spatial_grid::SpatialGrid;

/// How far a place that has been rounded twice may lie from its slot along an axis, in quanta.
const ROUNDING: i64 = 2;

/// Agents that may be looked at, per agent of the army and for any army: where many stand on few places every shift
/// fits most of them, and none all.
const LOOKS_PER_AGENT: usize = 4;
const LOOKS: usize = 1 << 16;

/// Buffers of the search.
#[derive(Debug, Default)]
pub struct InPlace {
    /// Square of a shift of the army, and slot for the agent that leads it.
    shifts: Vec<(i128, u32, I64Vec2)>,
}

impl InPlace {
    /// Whether the agents, all moved by the same way, stand on one slot each of `by_ring`, among them the first `full`.
    /// Writes the slots in order of number. `grid` is one to work with. Of several ways the real one goes first, then the shortest.
    pub fn find(
        &mut self,
        layer: &Layer,
        agents: &[u32],
        (by_ring, full): (&[u32], usize),
        grid: &mut SpatialGrid,
        open: &mut Vec<u32>,
    ) -> bool {
        let at = |agent: &u32| layer.agents.at[*agent as usize];
        let slot_at = |slot: &u32| layer.slots.at[*slot as usize];
        let Some(leftmost) = agents.iter().min_by_key(|agent| at(agent).to_array()) else { return false };
        if !layer.is_squared() {
            return false;
        }
        // The slot of the leftmost agent lies no further right than the leftmost slot that is certainly used.
        let limit = by_ring[..full].iter().map(|slot| slot_at(slot).x).min().unwrap_or(i64::MAX - ROUNDING);
        self.shifts.clear();
        let real = (-1, u32::MAX, layer.march);
        self.shifts.push(real);
        self.shifts.extend(by_ring.iter().filter(|slot| slot_at(slot).x <= limit + ROUNDING).map(|slot| {
            let shift = slot_at(slot) - at(leftmost);
            (super::cost::walk(layer.cost, slot_at(slot), at(leftmost)), *slot, shift)
        }));
        self.shifts.sort_unstable_by_key(|(length, slot, _)| (*length, *slot));
        let places = by_ring.iter().map(|slot| slot_at(slot).as_dvec2());
        grid.rebuild_from(places.clone(), super::occupancy::pitch(places).max(1.0));
        let mut looks = LOOKS + LOOKS_PER_AGENT * agents.len();
        open.clear();
        open.reserve_exact(agents.len());
        self.shifts.iter().any(|(.., shift)| {
            let mut on_full = 0;
            open.clear();
            for agent in agents {
                if looks == 0 {
                    return false;
                }
                looks -= 1;
                let place = at(agent) + *shift;
                let near = |index: &u32| {
                    let off = slot_at(&by_ring[*index as usize]) - place;
                    off.x.abs().max(off.y.abs()) <= ROUNDING
                };
                let mut around = grid.around(place.as_dvec2(), ROUNDING as f64);
                let Some(index) = around.find(near) else { return false };
                on_full += usize::from((index as usize) < full);
                open.push(by_ring[index as usize]);
            }
            open.sort_unstable();
            open.dedup();
            open.len() == agents.len() && on_full == full
        })
    }
}
