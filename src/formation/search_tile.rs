//! A tile of the search's cells: what is known of each, as bits.
#![forbid(unsafe_code)]

use glam::I64Vec2;

/// Cells along the side of a tile.
pub const SIDE: i64 = 8;
/// Cells of a tile.
pub const TILE_CELLS: usize = (SIDE * SIDE) as usize;

/// Cells of a tile that a disc does not fit into, as bits. What holds for a radius holds for every wider one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    radius: f64,
    cells: u64,
}

impl Taken {
    /// The bits that hold for a disc of `radius`.
    pub fn for_radius(self, radius: f64) -> u64 {
        if radius >= self.radius { self.cells } else { 0 }
    }

    /// Notes cells that were found taken for `radius`. Narrower discs start anew; of wider ones nothing is kept.
    pub fn note(&mut self, radius: f64, cells: u64) {
        if cells == 0 {
            return;
        }
        if radius < self.radius || self.cells == 0 {
            *self = Self { radius, cells };
        } else if radius == self.radius {
            self.cells |= cells;
        }
    }
}

/// A square of cells; cell `i` is bit `i`, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    /// Column and row of the tile.
    pub key: (i64, i64),
    /// Where its columns and rows lie, in quanta.
    pub columns: [i64; SIDE as usize],
    /// See `columns`.
    pub rows: [i64; SIDE as usize],
    /// Nobody asked for them yet.
    pub unknown: u64,
    /// In the batch that is under way.
    pub asked: u64,
    /// They can be stood on.
    pub fit: u64,
    /// Taken by what is final.
    pub for_good: Taken,
    /// Taken in the current pass.
    pub for_now: Taken,
    /// The pass of `for_now`.
    pub pass: u32,
}

impl Tile {
    /// A tile of which nothing is known. `in_quanta` says where a column or row lies.
    pub fn new(key: (i64, i64), in_quanta: impl Fn(f64) -> i64) -> Self {
        let along = |first: i64| std::array::from_fn(|index| in_quanta((first * SIDE + index as i64) as f64));
        Self {
            key,
            columns: along(key.0),
            rows: along(key.1),
            unknown: u64::MAX,
            asked: 0,
            fit: 0,
            for_good: Taken::default(),
            for_now: Taken::default(),
            pass: 0,
        }
    }

    /// Least and most squared distance of its cells from a place.
    pub fn distances(&self, from: I64Vec2) -> (i128, i128) {
        let span = |places: &[i64; SIDE as usize], at: i64| {
            let (low, high) = (places[0] - at, places[SIDE as usize - 1] - at);
            let nearest = if low > 0 { low } else { high.min(0) };
            (square(nearest), square(low).max(square(high)))
        };
        let (across, along) = (span(&self.columns, from.x), span(&self.rows, from.y));
        (across.0 + along.0, across.1 + along.1)
    }

    /// Squared distance of a cell from a place, in quanta.
    pub fn distance(&self, from: I64Vec2, cell: usize) -> i128 {
        square(self.columns[cell % SIDE as usize] - from.x) + square(self.rows[cell / SIDE as usize] - from.y)
    }
}

/// Squared, without overflow.
pub fn square(length: i64) -> i128 {
    i128::from(length) * i128::from(length)
}

/// Column and row of a cell of a tile.
pub fn cell_at(tile: (i64, i64), index: usize) -> (i64, i64) {
    (tile.0 * SIDE + index as i64 % SIDE, tile.1 * SIDE + index as i64 / SIDE)
}
