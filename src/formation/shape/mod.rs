//! Lattices: each shape answers three questions (its slots, the ring of a slot, its next growth) and names its
//! footprint family.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::order::Order;

/// Most slots that one formation can have (F11).
pub const MAX_SLOTS: usize = 1 << 20;

/// How a blocker's exclusion disc is counted in slots (F13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footprint {
    /// Grid.
    Box,
    /// Circle and polygon.
    Disc,
    /// Wedge.
    Hexagon,
}

/// The slots of a lattice in order of emission, in local coordinates: x along the front, y to the front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotSheet {
    /// Local place, before jitter and ground.
    pub local: Vec<DVec2>,
    /// Exact key whose dense rank is the slot's ring (F22).
    pub ring_key: Vec<u64>,
    /// Which side of the lattice grew this slot: an index into [`Growth::sides`]. 0 for slots of the first layout.
    pub side: Vec<u8>,
}

/// Sides of a lattice that can grow on their own.
pub const MAX_SIDES: usize = 4;

/// Where growth goes on: plain data, so that a caller can keep it between calls (F21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Grid: columns and rows of the first layout; ring keys stay anchored to them.
    pub origin: [i32; 2],
    /// Grid: first and last column, in the first layout's numbering.
    pub columns: [i32; 2],
    /// Grid: first and last row, row 0 being the first layout's front.
    pub rows: [i32; 2],
    /// The next ring, row or (grid) side: 0 back, 1 right, 2 front, 3 left.
    pub next: u32,
    /// Rounds in which a side grew and nothing of it could be used; at two the side is skipped.
    pub barren_rounds: [u8; MAX_SIDES],
    /// Slots emitted so far, growth included.
    pub emitted: u64,
}

/// Realised size of a first layout: what the report shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// Columns, or slots of the widest row or ring.
    pub width: u32,
    /// Rows or rings.
    pub height: u32,
    /// Width to depth in lengths (F14 for grids); 1 if degenerate.
    pub aspect: f64,
}

/// One lattice shape with its measures.
pub trait Lattice {
    /// How blockers are counted.
    fn footprint(&self) -> Footprint;

    /// Least distance between two slots (F12).
    fn least_distance(&self) -> f64;

    /// Realised size of the layout for `target` slots, without emitting it.
    fn extent(&self, target: usize) -> Extent;

    /// Appends the first layout for `target` slots to an empty sheet and says where growth goes on.
    /// FIT_AGENTS emits whole rows or rings until there are at least `target`; FIXED ignores `target`.
    /// Never more than [`MAX_SLOTS`].
    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth;

    /// Appends at least `wanted` new slots, if the lattice can grow, and returns how many. Moves none.
    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize;
}

/// The lattice of an order that passed its check.
pub fn lattice(_order: &Order) -> Box<dyn Lattice> {
    todo!()
}
