//! Footprints: how many slots an agent that is wider than its own slot keeps from others (F13).
#![forbid(unsafe_code)]

use std::f64::consts::PI;

use glam::DVec2;

use super::quotient;

/// How a blocker's exclusion disc is counted in slots (F13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footprint {
    /// Grid.
    Box,
    /// Circle and polygon.
    Disc,
    /// Wedge.
    Hexagon,
}

/// Most steps that a footprint reaches along one axis; far more than a formation has slots.
const MOST_STEPS: u64 = 1 << 20;

impl Footprint {
    /// Slots besides its own that an agent of `radius` makes useless, on a lattice of pitch `spacing` whose nearest
    /// slots are `least_distance` apart. 0 unless the agent is a blocker: wider than half that distance, strictly.
    ///
    /// Deliberately too many: footprints are counted as if none overlapped, because spare slots compact away and
    /// missing ones leave somebody without a place.
    pub fn extra_slots(self, radius: f64, spacing: DVec2, least_distance: f64) -> u64 {
        if !is_blocker(radius, least_distance) {
            return 0;
        }
        let reach = radius + least_distance / 2.0;
        let steps = |pitch: f64| quotient::ceil(reach / pitch, MOST_STEPS).saturating_sub(1);
        match self {
            Self::Box => (2 * steps(spacing.x) + 1) * (2 * steps(spacing.y) + 1) - 1,
            Self::Disc => {
                let area = PI * (reach / spacing.x) * (reach / spacing.y);
                quotient::ceil(area, MOST_STEPS * MOST_STEPS).saturating_sub(1)
            }
            Self::Hexagon => {
                let steps = steps(least_distance);
                3 * steps * (steps + 1)
            }
        }
    }
}

/// Whether an agent of `radius` is too wide for its own slot (F13). A NaN radius is not.
pub fn is_blocker(radius: f64, least_distance: f64) -> bool {
    radius > least_distance / 2.0
}
