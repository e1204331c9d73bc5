//! The slot sheet: what a lattice emits, in order of emission.
#![forbid(unsafe_code)]

use std::iter::repeat_n;

use glam::DVec2;

/// The slots of a lattice in order of emission, in local coordinates: x along the front, y to the front.
/// The three columns have the same length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotSheet {
    /// Local place, before jitter and ground.
    pub local: Vec<DVec2>,
    /// Exact key whose dense rank is the slot's ring (F22).
    pub ring_key: Vec<u64>,
    /// Which side of the lattice grew this slot: an index into [`super::Growth::barren_rounds`]. 0 for slots of the
    /// first layout.
    pub side: Vec<u8>,
}

impl SlotSheet {
    /// Forgets all slots and keeps the buffers.
    pub fn clear(&mut self) {
        self.local.clear();
        self.ring_key.clear();
        self.side.clear();
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.local.len()
    }

    /// Whether there is no slot.
    pub fn is_empty(&self) -> bool {
        self.local.is_empty()
    }

    /// Appends slots that share one ring key; returns how many.
    pub fn append_ring(&mut self, places: impl Iterator<Item = DVec2>, ring_key: u64, side: u8) -> usize {
        let before = self.len();
        self.local.extend(places);
        let added = self.len() - before;
        self.ring_key.extend(repeat_n(ring_key, added));
        self.side.extend(repeat_n(side, added));
        added
    }

    /// Appends slots with a ring key each; returns how many. `cells` is walked twice, once per column of the sheet,
    /// which is faster than one walk that writes to both.
    pub fn append_cells<Cell>(
        &mut self,
        cells: impl Iterator<Item = Cell> + Clone,
        place: impl Fn(Cell) -> DVec2,
        ring_key: impl Fn(Cell) -> u64,
        side: u8,
    ) -> usize {
        let before = self.len();
        self.local.extend(cells.clone().map(place));
        self.ring_key.extend(cells.map(ring_key));
        let added = self.len() - before;
        self.side.extend(repeat_n(side, added));
        added
    }
}
