//! Ranks: line and column, and the grid whose holes end in the rear rank: rows of one width, front to back (F19, F37).
//!
//! - LINE has the frontage that `region.x` spans from its first slot to its last, floor(RX/SX) + 1 slots as for a drawn
//!   line (F20), or fewer when fewer are wanted. It gets wider, not deeper, where it would take more rows than `region.y`
//!   holds, floor(RY/SY): a line stays a line for any army. FIXED: those columns and rows. Its first row runs through the
//!   order's center and the others stand behind, so that the front is where it was ordered, for any number of rows.
//! - COLUMN has floor(RX/SX) columns (F15) and any depth. FIXED: as a grid.
//! - GRID with the hole policy REAR_RANK has the size of the grid (F14, F15).
//!
//! With REAR_RANK the last row of a FIT_AGENTS layout has only the slots that are still wanted, centred, which shifts
//! them by half a pitch where their number is odd and the width even or the other way round.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::grid::{Grid, Size};
use super::rows::{InRows, RowLayout, Rows};
use super::{Footprint, MAX_SLOTS};
use crate::formation::order::{HolePolicy, Order, Sizing};
use crate::formation::quotient;

/// Where the number of columns comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Frontage {
    Line,
    Column,
    Grid(Grid),
}

/// Rows of one width with their pitches and region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranks {
    frontage: Frontage,
    spacing: DVec2,
    region: DVec2,
    sizing: Sizing,
    may_grow: bool,
    thin_rear: bool,
}

impl Ranks {
    fn new(order: &Order, frontage: Frontage) -> Self {
        Self {
            frontage,
            spacing: order.spacing,
            region: order.region,
            sizing: order.sizing,
            may_grow: order.may_grow(),
            thin_rear: order.hole_policy == HolePolicy::RearRank && order.sizing == Sizing::FitAgents,
        }
    }

    /// The line of a checked order.
    pub fn line(order: &Order) -> InRows<Self> {
        InRows(Self::new(order, Frontage::Line))
    }

    /// The column of a checked order.
    pub fn column(order: &Order) -> InRows<Self> {
        InRows(Self::new(order, Frontage::Column))
    }

    /// The grid of a checked order, laid and grown row by row.
    pub fn grid(order: &Order) -> InRows<Self> {
        InRows(Self::new(order, Frontage::Grid(Grid::new(order))))
    }

    /// Columns of the frontage, however many slots are wanted: at least 1, at most [`MAX_SLOTS`].
    fn columns(&self, ends: f64) -> u64 {
        quotient::floor(self.region.x / self.spacing.x + ends, MAX_SLOTS as u64).max(1)
    }

    /// Rows of the region: at least 1, at most [`MAX_SLOTS`].
    fn rows(&self) -> u64 {
        quotient::floor(self.region.y / self.spacing.y, MAX_SLOTS as u64).max(1)
    }

    /// Columns and rows, and whether a FIXED region would hold more than the cap. Of such a region the front is kept.
    fn size(&self, target: u64) -> (Size, bool) {
        let columns = match self.frontage {
            Frontage::Grid(grid) => return grid.size(target as usize),
            Frontage::Line => self.columns(1.0),
            Frontage::Column => self.columns(0.0),
        };
        if self.sizing == Sizing::Fixed {
            let most = MAX_SLOTS as u64 / columns;
            return (Size { columns, rows: self.rows().min(most) }, self.rows() > most || columns == MAX_SLOTS as u64);
        }
        if target == 0 {
            return (Size { columns: 0, rows: 0 }, false);
        }
        let columns = match self.frontage {
            Frontage::Line => columns.min(target).max(target.div_ceil(self.rows())),
            _ => columns,
        };
        (Size { columns, rows: target.div_ceil(columns) }, false)
    }
}

impl Rows for Ranks {
    fn layout(&self, target: u64) -> RowLayout {
        let (Size { columns, rows }, cut) = self.size(target);
        let last = if self.thin_rear && rows > 0 { target - (rows - 1) * columns } else { columns };
        RowLayout { columns, rows, last, cut }
    }

    fn slots(&self, _row: u64, columns: u64) -> u64 {
        columns
    }

    fn across(&self, _row: u64, slot: u64, of: u64, _rows: u64) -> i64 {
        2 * slot as i64 - (of as i64 - 1)
    }

    fn ahead(&self, rows: u64) -> u64 {
        if self.frontage == Frontage::Line { 0 } else { rows - 1 }
    }

    fn family(&self) -> Footprint {
        Footprint::Box
    }

    fn closest(&self) -> f64 {
        let DVec2 { x, y } = self.spacing;
        x.min(y)
    }

    fn spacing(&self) -> DVec2 {
        self.spacing
    }

    fn may_grow(&self) -> bool {
        self.may_grow
    }
}
