//! The slot sheet: what a lattice emits, in order of emission.
#![forbid(unsafe_code)]

use std::iter::repeat_n;

use glam::DVec2;

/// The slots of a lattice in order of emission, in local coordinates: x along the front, y to the front.
/// The columns have the same length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotSheet {
    /// Local place, before jitter and ground.
    pub local: Vec<DVec2>,
    /// Exact key whose dense rank is the slot's ring (F22).
    pub ring_key: Vec<u64>,
    /// Row from front to back: lower is further forward, and equal within a row. Rings and shells count outside in.
    /// What ranks are taken by (F36). Rows that grew in front are negative; only the order means something.
    pub row: Vec<i32>,
    /// Which side of the lattice grew this slot: an index into [`super::Growth::barren_rounds`]. 0 for slots of the
    /// first layout.
    pub side: Vec<u8>,
}

impl SlotSheet {
    /// Forgets all slots and keeps the buffers.
    pub fn clear(&mut self) {
        self.local.clear();
        self.ring_key.clear();
        self.row.clear();
        self.side.clear();
    }

    /// Forgets the slots from number `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.local.truncate(len);
        self.ring_key.truncate(len);
        self.row.truncate(len);
        self.side.truncate(len);
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.local.len()
    }

    /// Whether there is no slot.
    pub fn is_empty(&self) -> bool {
        self.local.is_empty()
    }

    /// Appends slots that share one ring key and one row; returns how many.
    pub fn append_row(&mut self, places: impl Iterator<Item = DVec2>, ring_key: u64, row: i32) -> usize {
        let before = self.len();
        self.local.extend(places);
        let added = self.len() - before;
        self.ring_key.extend(repeat_n(ring_key, added));
        self.row.extend(repeat_n(row, added));
        self.side.extend(repeat_n(0, added));
        added
    }

    /// Appends slots of a ring around the center, which is a row too, counted outside in; returns how many.
    pub fn append_ring(&mut self, places: impl Iterator<Item = DVec2>, ring: u32) -> usize {
        self.append_row(places, ring.into(), -(i32::try_from(ring).unwrap_or(i32::MAX)))
    }

    /// Appends slots with a ring key and a row each; returns how many. `cells` is walked once per column of the sheet,
    /// which is faster than one walk that writes to all.
    pub fn append_cells<Cell>(
        &mut self,
        cells: impl Iterator<Item = Cell> + Clone,
        place: impl Fn(Cell) -> DVec2,
        ring_key: impl Fn(Cell) -> u64,
        row: impl Fn(Cell) -> i32,
        side: u8,
    ) -> usize {
        let before = self.len();
        let count = cells.clone().count();
        self.local.reserve_exact(count);
        self.ring_key.reserve_exact(count);
        self.row.reserve_exact(count);
        self.local.extend(cells.clone().map(place));
        self.ring_key.extend(cells.clone().map(ring_key));
        self.row.extend(cells.map(row));
        let added = self.len() - before;
        self.side.extend(repeat_n(side, added));
        added
    }
}
