//! Staggered grid: a grid whose odd rows stand half a pitch to the right, so that everybody looks through a gap (F19).
//!
//! Size, growth and rings are those of the grid (F14, F15, F21, F22), on the shifted places. A layout of one row is not
//! shifted; any other has its rows a quarter of a pitch left and right of the middle, so that its box is centred.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::grid::Grid;
use super::wedge::staggered_distance;
use super::{Extent, Footprint, Growth, Lattice, SlotSheet};
use crate::formation::order::Order;

/// A staggered grid with its pitch and its region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Staggered {
    grid: Grid,
    spacing: DVec2,
}

impl Staggered {
    /// The staggered grid of a checked order.
    pub fn new(order: &Order) -> Self {
        Self { grid: Grid::staggered(order), spacing: order.spacing }
    }
}

impl Lattice for Staggered {
    fn footprint(&self) -> Footprint {
        Footprint::Hexagon
    }

    fn least_distance(&self) -> f64 {
        staggered_distance(self.spacing)
    }

    fn extent(&self, target: usize) -> Extent {
        self.grid.extent(target)
    }

    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth {
        self.grid.emit(target, sheet)
    }

    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
        self.grid.grow(growth, wanted, sheet)
    }
}
