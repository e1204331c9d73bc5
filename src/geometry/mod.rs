//! Plain geometry under the systems: frames, whole-number positions, exact trigonometry, a spatial grid, closest pairs.
#![forbid(unsafe_code)]

pub mod closest_pair;
pub mod fixed_point;
pub mod frame;
pub mod spatial_grid;
pub mod trigonometry;
