//! Grid: rows and columns (F14, F15), grown by whole edges on all four sides (F21).
#![forbid(unsafe_code)]

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use glam::DVec2;

use super::{Extent, Footprint, Growth, Lattice, MAX_SIDES, MAX_SLOTS, SlotSheet};
use crate::formation::order::{Order, Sizing};
use crate::formation::quotient;
use crate::geometry::trigonometry::ln;

/// A grid with its pitch and its region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    spacing: DVec2,
    region: DVec2,
    sizing: Sizing,
    may_grow: bool,
    staggered: bool,
}

/// Columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) columns: u64,
    pub(super) rows: u64,
}

impl Grid {
    /// The grid of a checked order.
    pub fn new(order: &Order) -> Self {
        Self {
            spacing: order.spacing,
            region: order.region,
            sizing: order.sizing,
            may_grow: order.may_grow(),
            staggered: false,
        }
    }

    /// The same grid with every other row shifted by half a pitch.
    pub(super) fn staggered(order: &Order) -> Self {
        Self { staggered: true, ..Self::new(order) }
    }

    /// Width to depth of the region; 1 if degenerate.
    pub(super) fn wanted_aspect(&self) -> f64 {
        let aspect = self.region.x / self.region.y;
        let sound = self.region.x > 0.0 && self.region.y > 0.0 && aspect.is_finite() && aspect > 0.0;
        if sound { aspect } else { 1.0 }
    }

    /// Columns and rows of the first layout, and whether a FIXED region would hold more than the cap.
    pub(super) fn size(&self, target: usize) -> (Size, bool) {
        match self.sizing {
            Sizing::FitAgents => (self.fitting_size(target.min(MAX_SLOTS) as u64), false),
            Sizing::Fixed => self.fixed_size(),
        }
    }

    /// F14: the least rectangle of the wanted aspect that holds `target` slots.
    fn fitting_size(&self, target: u64) -> Size {
        if target == 0 {
            return Size { columns: 0, rows: 0 };
        }
        let aspect = self.wanted_aspect();
        let rows = ideal_rows(aspect * self.spacing.y / self.spacing.x, target as f64);
        let candidate = |rows: u64| {
            let columns = target.div_ceil(rows.max(1));
            Size { columns, rows: target.div_ceil(columns) }
        };
        let [low, high] = [quotient::floor(rows, target), quotient::ceil(rows, target)].map(candidate);
        let order = |size: Size| (size.columns * size.rows, Reverse(size.columns));
        let skews = [self.skew(low, aspect), self.skew(high, aspect)];
        let equal_area = low.columns * low.rows == high.columns * high.rows;
        // Skews within the slack count as equal, so that rounding does not choose between mirror images.
        if equal_area && (skews[0] - skews[1]).abs() > quotient::SLACK {
            return if skews[0] < skews[1] { low } else { high };
        }
        if order(low) <= order(high) { low } else { high }
    }

    /// |ln| of the realised aspect over the wanted one, where a single row or column counts as half a pitch.
    fn skew(&self, size: Size, aspect: f64) -> f64 {
        let steps = |count: u64| if count == 1 { 0.5 } else { (count - 1) as f64 };
        // A sum of logarithms, because the quotient itself may overflow.
        let across = ln(steps(size.columns)) + ln(self.spacing.x);
        let along = ln(steps(size.rows)) + ln(self.spacing.y);
        (across - along - ln(aspect)).abs()
    }

    /// F15, and whether the region would hold more than the cap. Such a region is filled from its middle, in its own
    /// proportions, so that the formation stays centred.
    fn fixed_size(&self) -> (Size, bool) {
        let most = MAX_SLOTS as u64;
        let count = |length: f64, pitch: f64| quotient::floor(length / pitch, 1 << 40).max(1);
        let columns = count(self.region.x, self.spacing.x);
        let rows = count(self.region.y, self.spacing.y);
        if columns.saturating_mul(rows) <= most {
            return (Size { columns, rows }, false);
        }
        let proportional = (most as f64 * (columns as f64 / rows as f64)).sqrt();
        let narrowed = quotient::floor(proportional, columns.min(most)).max(1);
        let rows = rows.min(most / narrowed).max(1);
        (Size { columns: columns.min(most / rows), rows }, true)
    }

    /// By how many quarters of a pitch a row stands right of the plain grid: odd rows half a pitch farther than even
    /// ones, and the box of the first layout centred.
    fn shift(&self, row: i64, origin_rows: i64) -> i64 {
        match (self.staggered, origin_rows) {
            (false, _) => 0,
            (true, 1) => 2 * (row & 1),
            (true, _) => 2 * (row & 1) - 1,
        }
    }

    fn append(&self, origin: Size, cells: impl Iterator<Item = (i64, i64)> + Clone, side: u8, sheet: &mut SlotSheet) {
        let quarter = self.spacing / 4.0;
        let (columns, rows) = (origin.columns as i64, origin.rows as i64);
        // Four times the distance from the middle in pitches: a whole number for odd and even sizes.
        let middle = move |(column, row): (i64, i64)| {
            (4 * column - 2 * (columns - 1) + self.shift(row, rows), 2 * (rows - 1) - 4 * row)
        };
        let place = |cell| {
            let (across, along) = middle(cell);
            DVec2::new(across as f64 * quarter.x, along as f64 * quarter.y)
        };
        // F22: max(|x|, q·|y|) with q = W·SX/(H·SY), times 4·H/SX; the pitches cancel. Without shifts all keys are even,
        // and halved ones have the same order.
        let halves = if self.staggered { 1 } else { 2 };
        let ring_key = |cell| {
            let (across, along) = middle(cell);
            (across.unsigned_abs() * origin.rows).max(along.unsigned_abs() * origin.columns) / halves
        };
        sheet.append_cells(cells, place, ring_key, |(_, row)| row as i32, side);
    }

    fn append_edge(&self, side: usize, growth: &mut Growth, sheet: &mut SlotSheet) -> usize {
        let before = sheet.len();
        let room = growth.room();
        let origin = Size { columns: growth.origin[0] as u64, rows: growth.origin[1] as u64 };
        let (columns, rows) = (span(growth.columns), span(growth.rows));
        let across = |row: i32| columns.map(move |column| (column, i64::from(row))).take(room);
        let along = |column: i32| rows.map(move |row| (i64::from(column), row)).take(room);
        match side {
            0 => {
                growth.rows[1] += 1;
                self.append(origin, across(growth.rows[1]), 0, sheet);
            }
            1 => {
                growth.columns[1] += 1;
                self.append(origin, along(growth.columns[1]), 1, sheet);
            }
            2 => {
                growth.rows[0] -= 1;
                self.append(origin, across(growth.rows[0]), 2, sheet);
            }
            _ => {
                growth.columns[0] -= 1;
                self.append(origin, along(growth.columns[0]), 3, sheet);
            }
        }
        sheet.len() - before
    }
}

fn span(bounds: [i32; 2]) -> RangeInclusive<i64> {
    i64::from(bounds[0])..=i64::from(bounds[1])
}

/// The positive root h of k·h² + (1 − k)·h = T: rows for which W·H = T and W − 1 = k·(H − 1).
fn ideal_rows(ratio: f64, target: f64) -> f64 {
    // Beyond these ends one row or one column is ideal for every target, and the squares might overflow.
    let ratio = ratio.clamp(1e-15, 1e15);
    let root = ((1.0 - ratio) * (1.0 - ratio) + 4.0 * ratio * target).sqrt();
    // Of the two forms of the root the one that does not cancel.
    if ratio < 1.0 { 2.0 * target / ((1.0 - ratio) + root) } else { ((ratio - 1.0) + root) / (2.0 * ratio) }
}

/// Whether growth can have come from a grid: untouched bounds hold the first layout, and none is beyond the cap.
fn is_coherent(growth: &Growth) -> bool {
    let most = MAX_SLOTS as i32;
    [growth.columns, growth.rows].iter().zip(growth.origin).all(|(bounds, count)| {
        (1..=most).contains(&count) && (-most..=0).contains(&bounds[0]) && (count - 1..=2 * most).contains(&bounds[1])
    })
}

impl Lattice for Grid {
    fn footprint(&self) -> Footprint {
        Footprint::Box
    }

    fn least_distance(&self) -> f64 {
        self.spacing.min_element()
    }

    fn extent(&self, target: usize) -> Extent {
        let (size, cut) = self.size(target);
        let aspect = (size.columns as f64 * self.spacing.x) / (size.rows as f64 * self.spacing.y);
        let sound = aspect.is_finite() && aspect > 0.0;
        let aspect = if sound { aspect } else { 1.0 };
        Extent { width: size.columns as u32, height: size.rows as u32, aspect, cut }
    }

    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth {
        let (size, _) = self.size(target);
        let (columns, rows) = (size.columns as i64, size.rows as i64);
        let mut room = MAX_SLOTS;
        for row in 0..rows {
            let before = sheet.len();
            self.append(size, (0..columns).map(move |column| (column, row)).take(room), 0, sheet);
            room -= sheet.len() - before;
        }
        Growth {
            origin: [columns as i32, rows as i32],
            columns: [0, columns as i32 - 1],
            rows: [0, rows as i32 - 1],
            emitted: (MAX_SLOTS - room) as u64,
            ..Growth::default()
        }
    }

    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
        if !self.may_grow || !is_coherent(growth) {
            return 0;
        }
        let mut added = 0;
        while added < wanted && growth.room() > 0 {
            let turn = (0..MAX_SIDES).map(|step| (growth.next as usize % MAX_SIDES + step) % MAX_SIDES);
            let Some(side) = turn.into_iter().find(|&side| !growth.is_barren(side)) else { break };
            let edge = self.append_edge(side, growth, sheet);
            growth.next = ((side + 1) % MAX_SIDES) as u32;
            growth.emitted += edge as u64;
            added += edge;
        }
        added
    }
}
