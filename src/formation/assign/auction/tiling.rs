//! Tiling: slots cut into tiles, ranges of consecutive slots between strips. It follows from the slots alone.
#![forbid(unsafe_code)]

use std::ops::Range;

use super::candidates::SlotField;
use super::number::Number;

/// Most tiles of a pass; with shifted borders there is one more.
pub const MOST_TILES: usize = 16;

/// One pass's tiles: the first slot of each, then the number of slots.
#[derive(Clone, Copy, Debug)]
pub struct Tiling {
    borders: [u32; MOST_TILES + 2],
    tiles: usize,
}

impl Tiling {
    /// Cuts the slots between strips into `count` tiles of about equal size, or one more with all borders shifted by
    /// half a tile.
    pub fn cut<N: Number>(slots: &SlotField<N>, count: usize, is_shifted: bool) -> Self {
        let mut tiling = Self { borders: [0; MOST_TILES + 2], tiles: 0 };
        let halves = usize::from(is_shifted);
        for tile in 1..count + halves {
            let wanted = (2 * tile - halves) * slots.len() / (2 * count);
            let border = slots.strip_start_from(wanted as u32);
            if border > tiling.borders[tiling.tiles] && (border as usize) < slots.len() {
                tiling.tiles += 1;
                tiling.borders[tiling.tiles] = border;
            }
        }
        tiling.tiles += 1;
        tiling.borders[tiling.tiles] = slots.len() as u32;
        tiling
    }

    /// Number of tiles.
    pub fn len(&self) -> usize {
        self.tiles
    }

    /// The slots of each tile.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.borders[..=self.tiles].windows(2).map(|ends| ends[0] as usize..ends[1] as usize)
    }

    /// Which tile holds a slot.
    pub fn tile_of(&self, slot: u32) -> usize {
        self.borders[1..self.tiles].partition_point(|border| *border <= slot)
    }
}
