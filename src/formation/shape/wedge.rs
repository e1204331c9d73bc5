//! Wedge: a triangle with its apex to the front (F18), grown at its base (F21).
#![forbid(unsafe_code)]

use glam::DVec2;

use super::{Extent, Footprint, Growth, Lattice, MAX_SLOTS, SlotSheet};
use crate::formation::order::{Order, Sizing};
use crate::formation::quotient;

/// A wedge with its pitches and its region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wedge {
    spacing: DVec2,
    region: DVec2,
    sizing: Sizing,
    may_grow: bool,
}

impl Wedge {
    /// The wedge of a checked order.
    pub fn new(order: &Order) -> Self {
        Self { spacing: order.spacing, region: order.region, sizing: order.sizing, may_grow: order.may_grow() }
    }

    /// Rows of the first layout, and whether a FIXED region would hold more than the cap.
    fn rows(&self, target: usize) -> (u64, bool) {
        let most = MAX_SLOTS as u64;
        match self.sizing {
            Sizing::FitAgents => (rows_for((target as u64).min(most)), false),
            Sizing::Fixed => {
                let rows = rows_within(self.region, self.spacing);
                // The last whole row under the cap.
                let limit = rows_for(most + 1) - 1;
                (rows.min(limit), rows > limit)
            }
        }
    }

    /// Appends row `row` of a wedge whose box is centred for `origin` rows.
    fn append_row(&self, row: u64, origin: u64, room: usize, sheet: &mut SlotSheet) -> usize {
        let half = self.spacing / 2.0;
        let along = (origin as f64 - 1.0 - 2.0 * row as f64) * half.y;
        let places = (0..=row).map(|slot| DVec2::new((2.0 * slot as f64 - row as f64) * half.x, along));
        sheet.append_row(places.take(room), row, i32::try_from(row).unwrap_or(i32::MAX))
    }
}

/// Rows that a FIXED region holds when each row stands a pitch behind the last and reaches a pitch farther (F18).
/// At most one more than [`MAX_SLOTS`].
pub(super) fn rows_within(region: DVec2, spacing: DVec2) -> u64 {
    let fitting = region / spacing;
    quotient::floor(fitting.x, MAX_SLOTS as u64).min(quotient::floor(fitting.y, MAX_SLOTS as u64)) + 1
}

/// Least distance where each row is shifted by half a pitch (F12): in the row, to the next row, and to the row after
/// that, which stands straight behind.
pub(super) fn staggered_distance(spacing: DVec2) -> f64 {
    let DVec2 { x, y } = spacing;
    x.min(diagonal(x / 2.0, y)).min(2.0 * y)
}

/// Length of the diagonal of a rectangle.
pub(super) fn diagonal(width: f64, height: f64) -> f64 {
    (width * width + height * height).sqrt()
}

/// The least rows with rows·(rows + 1)/2 ≥ `slots`.
fn rows_for(slots: u64) -> u64 {
    let rows = (2 * slots).isqrt();
    // rows² ≤ 2·slots < (rows + 1)², so that the answer is one of the two.
    if rows * (rows + 1) / 2 >= slots { rows } else { rows + 1 }
}

impl Lattice for Wedge {
    fn footprint(&self) -> Footprint {
        Footprint::Hexagon
    }

    fn least_distance(&self) -> f64 {
        staggered_distance(self.spacing)
    }

    fn extent(&self, target: usize) -> Extent {
        let (rows, cut) = self.rows(target);
        let aspect = self.spacing.x / self.spacing.y;
        let sound = rows > 0 && aspect.is_finite() && aspect > 0.0;
        Extent { width: rows as u32, height: rows as u32, aspect: if sound { aspect } else { 1.0 }, cut }
    }

    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth {
        let (rows, _) = self.rows(target);
        let mut room = MAX_SLOTS;
        for row in 0..rows {
            room -= self.append_row(row, rows, room, sheet);
        }
        let emitted = (MAX_SLOTS - room) as u64;
        Growth { origin: [rows as i32, rows as i32], next: rows as u32, emitted, ..Growth::default() }
    }

    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
        if !self.may_grow || growth.is_barren(0) || growth.origin[1] < 1 {
            return 0;
        }
        let mut added = 0;
        while added < wanted && growth.room() > 0 {
            let row = self.append_row(growth.next.into(), growth.origin[1] as u64, growth.room(), sheet);
            growth.next = growth.next.saturating_add(1);
            growth.emitted += row as u64;
            added += row;
        }
        added
    }
}
