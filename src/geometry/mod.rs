//! Plain geometry under the systems: frames, whole-number positions, exact trigonometry, a spatial grid.
#![forbid(unsafe_code)]

pub mod fixed_point;
pub mod frame;
pub mod spatial_grid;
pub mod trigonometry;
