//! Lattices made of rows that follow one another from the front (F19): layout, cap and growth at the back (F21).
//!
//! The ring of a slot is its row: the front fills first and holes end in the rear.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::{Extent, Footprint, Growth, Lattice, MAX_SLOTS, SlotSheet};

/// The first layout of a lattice of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLayout {
    /// Columns that the layout spans; 0 only without rows.
    pub columns: u64,
    /// How many rows.
    pub rows: u64,
    /// Slots of the last row.
    pub last: u64,
    /// Whether a FIXED region would hold more than [`MAX_SLOTS`].
    pub cut: bool,
}

/// What a lattice of rows knows of itself; [`Lattice`] for [`InRows`] follows from it.
pub trait Rows {
    /// The first layout for `target` slots, at most [`MAX_SLOTS`] of them.
    fn layout(&self, target: u64) -> RowLayout;

    /// Slots of a whole row, in a layout of `columns`: at least 1.
    fn slots(&self, row: u64, columns: u64) -> u64;

    /// Twice the distance of a slot from the middle, in pitches, to the right. `of` is how many slots the row has,
    /// `rows` how many rows the first layout has.
    fn across(&self, row: u64, slot: u64, of: u64, rows: u64) -> i64;

    /// Twice the distance of the front row from the middle, in pitches, to the front. By default the box of the first
    /// layout, of `rows` rows, is centred.
    fn ahead(&self, rows: u64) -> u64 {
        rows - 1
    }

    /// How blockers are counted.
    fn family(&self) -> Footprint;

    /// Least distance between two slots of any rows.
    fn closest(&self) -> f64;

    /// Pitch along the front and in depth.
    fn spacing(&self) -> DVec2;

    /// Whether the order allows growth.
    fn may_grow(&self) -> bool;
}

/// The lattice of `R`'s rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InRows<R>(pub R);

impl<R: Rows> InRows<R> {
    /// Appends a row of `slots` slots, of which the sheet's cap leaves room for `room`; returns how many.
    fn append(&self, row: u64, slots: u64, origin_rows: u64, room: usize, sheet: &mut SlotSheet) -> usize {
        let half = self.0.spacing() / 2.0;
        let along = (self.0.ahead(origin_rows) as f64 - 2.0 * row as f64) * half.y;
        let slots = slots.min(room as u64);
        let across = |slot| self.0.across(row, slot, slots, origin_rows) as f64 * half.x;
        let places = (0..slots).map(|slot| DVec2::new(across(slot), along));
        sheet.append_row(places, row, i32::try_from(row).unwrap_or(i32::MAX))
    }

    fn layout(&self, target: usize) -> RowLayout {
        self.0.layout(target.min(MAX_SLOTS) as u64)
    }
}

impl<R: Rows> Lattice for InRows<R> {
    fn footprint(&self) -> Footprint {
        self.0.family()
    }

    fn least_distance(&self) -> f64 {
        self.0.closest()
    }

    fn extent(&self, target: usize) -> Extent {
        let layout = self.layout(target);
        let size = DVec2::new(layout.columns as f64, layout.rows as f64) * self.0.spacing();
        let aspect = size.x / size.y;
        let sound = aspect.is_finite() && aspect > 0.0;
        Extent {
            width: layout.columns as u32,
            height: layout.rows as u32,
            aspect: if sound { aspect } else { 1.0 },
            cut: layout.cut,
        }
    }

    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth {
        let layout = self.layout(target);
        let mut room = MAX_SLOTS;
        for row in 0..layout.rows {
            let slots = if row + 1 == layout.rows { layout.last } else { self.0.slots(row, layout.columns) };
            room -= self.append(row, slots, layout.rows, room, sheet);
        }
        Growth {
            origin: [layout.columns as i32, layout.rows as i32],
            next: layout.rows as u32,
            emitted: (MAX_SLOTS - room) as u64,
            ..Growth::default()
        }
    }

    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
        let most = MAX_SLOTS as i32;
        let is_coherent = growth.origin.iter().all(|count| (1..=most).contains(count));
        if !self.0.may_grow() || growth.is_barren(0) || !is_coherent {
            return 0;
        }
        let [columns, rows] = growth.origin.map(|count| count as u64);
        let mut added = 0;
        while added < wanted && growth.room() > 0 {
            let row = u64::from(growth.next);
            let slots = self.append(row, self.0.slots(row, columns), rows, growth.room(), sheet);
            growth.next = growth.next.saturating_add(1);
            growth.emitted += slots as u64;
            added += slots;
        }
        added
    }
}
