//! Growth: where a lattice goes on after its first layout, as plain data that a caller can keep between calls (F21).
#![forbid(unsafe_code)]

use super::MAX_SLOTS;

/// Sides of a lattice that can grow on their own.
pub const MAX_SIDES: usize = 4;

/// Rounds without a usable slot after which a side is skipped (F21).
const BARREN: u8 = 2;

/// Where growth goes on (F21). A lattice with one side counts its barren rounds as side 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Columns and rows of the first layout: places and ring keys stay anchored to them. Wedge, V and echelon: rows,
    /// twice. 0 for rings.
    pub origin: [i32; 2],
    /// Grid, staggered and hollow: first and last column, in the first layout's numbering.
    pub columns: [i32; 2],
    /// Grid, staggered and hollow: first and last row, row 0 being the first layout's front.
    pub rows: [i32; 2],
    /// The next ring, row or (grid, staggered) side: 0 back, 1 right, 2 front, 3 left.
    pub next: u32,
    /// Rounds in which a side grew and nothing of it could be used; at two the side is skipped.
    pub barren_rounds: [u8; MAX_SIDES],
    /// Slots emitted so far, growth included.
    pub emitted: u64,
}

impl Growth {
    /// Reports a round: per side, how many slots the round emitted and how many of them can be stood on. A side that
    /// emitted and kept nothing has had a barren round; a side that did not take part is left as it is.
    pub fn record_round(&mut self, emitted: [usize; MAX_SIDES], usable: [usize; MAX_SIDES]) {
        for (side, barren) in self.barren_rounds.iter_mut().enumerate() {
            if emitted[side] > 0 && usable[side] == 0 {
                *barren = barren.saturating_add(1);
            }
        }
    }

    /// Whether a side is given up.
    pub fn is_barren(&self, side: usize) -> bool {
        self.barren_rounds.get(side).is_none_or(|&rounds| rounds >= BARREN)
    }

    /// How many slots may still be emitted.
    pub fn room(&self) -> usize {
        (MAX_SLOTS as u64).saturating_sub(self.emitted) as usize
    }
}
