//! The land beside the town: a hill with one steep flank, and a cliff beyond which there is nothing.
//!
//! X is north, Y is east, heights are in centimetres. The town lies on flat land at height 0.

use glam::{DVec2, DVec3};

use crate::town::Town;

const METRE: f64 = 100.0;
/// Storeys do not matter here: a column that passes through a building meets its roof first.
const ROOF: f64 = 12.0 * METRE;
/// Where the map ends; there is no ground outside.
pub const SOUTH_WEST: DVec2 = DVec2::new(-345.0 * METRE, -285.0 * METRE);
pub const NORTH_EAST: DVec2 = DVec2::new(290.0 * METRE, 560.0 * METRE);

/// The hill is a broad bell, cut off on its far side by a scarp along an arc.
const SUMMIT: DVec2 = DVec2::new(30.0 * METRE, 345.0 * METRE);
const HILL_HEIGHT: f64 = 36.0 * METRE;
const HILL_REACH: f64 = 135.0 * METRE;
const SCARP_MIDDLE: DVec2 = DVec2::new(5.0 * METRE, 275.0 * METRE);
const SCARP_RADIUS: f64 = 100.0 * METRE;
/// Over this width the scarp takes nearly all of the height away.
const SCARP_WIDTH: f64 = 26.0 * METRE;

/// What a vertical column meets.
#[derive(Clone, Copy, PartialEq)]
pub enum Column {
    Ground { height: f64, normal: DVec3 },
    Roof { height: f64 },
    Nothing,
}

/// Everything that a foot or a ray can meet.
pub struct Land {
    pub town: Town,
}

impl Land {
    /// What stands highest in the column over `place`.
    pub fn column(&self, place: DVec2) -> Column {
        if self.is_void(place) {
            Column::Nothing
        } else if self.town.is_building(place) {
            Column::Roof { height: ROOF }
        } else {
            Column::Ground { height: height(place), normal: normal(place) }
        }
    }

    /// Beyond the cliff or off the map.
    pub fn is_void(&self, place: DVec2) -> bool {
        let on_map = place.cmpge(SOUTH_WEST).all() && place.cmple(NORTH_EAST).all();
        !on_map || place.y > cliff_edge(place.x)
    }

    /// Whether somebody may stand here at all, by the rule that the library applies: ground, and not too steep.
    pub fn can_stand(&self, place: DVec2, max_slope_degrees: f64) -> bool {
        match self.column(place) {
            Column::Ground { normal, .. } => normal.z >= libm::cos(max_slope_degrees.to_radians()) - 1e-6,
            Column::Roof { .. } | Column::Nothing => false,
        }
    }
}

/// Easting of the cliff's edge at a northing.
pub fn cliff_edge(north: f64) -> f64 {
    let phase = north / (60.0 * METRE);
    (478.0 + 10.0 * libm::sin(phase) + 5.0 * libm::sin(2.7 * phase + 1.0) + 1.5 * libm::sin(9.1 * phase)) * METRE
}

/// Height of the land.
pub fn height(place: DVec2) -> f64 {
    let share = (place.distance(SUMMIT) / HILL_REACH).min(1.0);
    let bell = HILL_HEIGHT * (0.5 + 0.5 * libm::cos(std::f64::consts::PI * share));
    let beyond = ((place.distance(SCARP_MIDDLE) - SCARP_RADIUS) / SCARP_WIDTH + 0.5).clamp(0.0, 1.0);
    let cut = beyond * beyond * (3.0 - 2.0 * beyond);
    bell * (1.0 - 0.94 * cut)
}

/// Unit normal from central differences over two centimetres.
pub fn normal(place: DVec2) -> DVec3 {
    let slope = |step: DVec2| (height(place + step) - height(place - step)) / 2.0;
    DVec3::new(-slope(DVec2::X), -slope(DVec2::Y), 1.0).normalize()
}
