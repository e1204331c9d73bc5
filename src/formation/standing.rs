//! Standing circles: places that other squads hold (F39).
#![forbid(unsafe_code)]

use glam::DVec2;

use super::roster::StandingCircle;
use crate::geometry::spatial_grid::SpatialGrid;

/// Whether a circle has a place and a size at all; others are passed over.
pub fn is_meaningful(circle: &StandingCircle) -> bool {
    circle.center.is_finite() && circle.radius >= 0.0 && circle.radius.is_finite()
}

/// Standing circles against the slots of one lattice.
#[derive(Clone, Copy, Debug)]
pub struct StandingRule<'a> {
    /// The circles.
    pub circles: &'a [StandingCircle],
    /// Half the least slot distance: no slot is nearer to a circle's edge (d/2).
    pub half_distance: f64,
    /// Room beyond this does not matter: nobody is wider.
    pub widest: f64,
}

impl StandingRule<'_> {
    /// Writes, for each place, the distance to the edge of the nearest circle: negative inside, and infinite where it
    /// is more than both `half_distance` and `widest`.
    pub fn room(&self, places: &[DVec2], grid: &mut SpatialGrid, room: &mut [f64]) {
        room.fill(f64::INFINITY);
        if self.circles.is_empty() || places.is_empty() {
            return;
        }
        let matters = self.half_distance.max(self.widest);
        grid.rebuild(places, 2.0 * self.half_distance);
        for circle in self.circles.iter().filter(|circle| is_meaningful(circle)) {
            for place in grid.around(circle.center, circle.radius + matters) {
                let edge = circle.center.distance(places[place as usize]) - circle.radius;
                if edge <= matters {
                    room[place as usize] = room[place as usize].min(edge);
                }
            }
        }
    }

    /// Whether `room` leaves space for a slot.
    pub fn allows(&self, room: f64) -> bool {
        room >= self.half_distance
    }
}
