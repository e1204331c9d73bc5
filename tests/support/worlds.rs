//! Small grounds: flat wherever a closure says so.

use glam::{DVec2, DVec3};
use phalanx::ground::Hit;

use super::World;

/// Flat ground of height 0 where `inside` holds, and nothing elsewhere.
pub fn flat_where(inside: impl Fn(DVec2) -> bool + Send) -> World<impl FnMut(DVec2) -> Hit + Send> {
    World(move |place| if inside(place) { flat(place) } else { Hit::Nothing })
}

/// Ground of height 0, upright.
pub fn flat(place: DVec2) -> Hit {
    Hit::Ground { point: place.extend(0.0), normal: DVec3::Z }
}
