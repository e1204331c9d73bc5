//! A uniform grid over points of the plane: build once, look around a place.
#![forbid(unsafe_code)]

use std::ops::Range;

use glam::DVec2;

/// Points sorted into square cells by counting sort. Order within a cell is the order of the input, so that every walk
/// over the grid is the same on every machine.
#[derive(Clone, Debug, Default)]
pub struct SpatialGrid {
    low: DVec2,
    per_length: f64,
    columns: usize,
    rows: usize,
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl SpatialGrid {
    /// Sorts `points` (finite) into cells of about `cell` length; cells are enlarged where there would be more than
    /// four per point.
    pub fn rebuild(&mut self, points: &[DVec2], cell: f64) {
        self.rebuild_from(points.iter().copied(), cell);
    }

    /// As [`Self::rebuild`], from points that lie in no slice.
    pub fn rebuild_from(&mut self, points: impl ExactSizeIterator<Item = DVec2> + Clone, cell: f64) {
        let count = points.len();
        let mut low = DVec2::splat(f64::INFINITY);
        let mut high = DVec2::splat(f64::NEG_INFINITY);
        for point in points.clone() {
            low = low.min(point);
            high = high.max(point);
        }
        if count == 0 {
            (low, high) = (DVec2::ZERO, DVec2::ZERO);
        }
        let budget = 4.0 * count as f64 + 16.0;
        let size = high - low;
        let mut cell = if cell > 0.0 { cell } else { 1.0 };
        let cells = |cell: f64| ((size.x / cell).floor() + 1.0) * ((size.y / cell).floor() + 1.0);
        while cells(cell) > budget {
            cell *= 2.0;
        }
        self.low = low;
        self.per_length = 1.0 / cell;
        self.columns = (size.x * self.per_length) as usize + 1;
        self.rows = (size.y * self.per_length) as usize + 1;
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        for point in points.clone() {
            let cell = self.cell_index(point);
            self.starts[cell + 1] += 1;
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        self.entries.clear();
        self.entries.resize(count, 0);
        // Filling from the back leaves each start where its cell begins and keeps the input's order inside a cell.
        for cell in (1..self.starts.len()).rev() {
            self.starts[cell] = self.starts[cell - 1];
        }
        for (index, point) in points.enumerate() {
            let cell = self.cell_index(point);
            let place = &mut self.starts[cell + 1];
            self.entries[*place as usize] = index as u32;
            *place += 1;
        }
    }

    /// Number of columns and rows of cells.
    pub fn dimensions(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// Side of a cell.
    pub fn cell_size(&self) -> f64 {
        1.0 / self.per_length
    }

    /// Column and row of a place, clamped into the grid.
    pub fn cell_of(&self, point: DVec2) -> (usize, usize) {
        let offset = (point - self.low) * self.per_length;
        // A float to integer cast saturates: negative becomes 0.
        ((offset.x as usize).min(self.columns - 1), (offset.y as usize).min(self.rows - 1))
    }

    /// The points of one cell, as indices into the points that the grid was built from.
    pub fn cell(&self, column: usize, row: usize) -> &[u32] {
        let cell = row * self.columns + column;
        &self.entries[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The points of all cells, row after row, each row cell after cell.
    pub fn entries(&self) -> &[u32] {
        &self.entries
    }

    /// Where in [`Self::entries`] the points of some columns of a row lie.
    pub fn run(&self, row: usize, columns: Range<usize>) -> Range<usize> {
        let (first, end) = (row * self.columns + columns.start, row * self.columns + columns.end);
        self.starts[first] as usize..self.starts[end] as usize
    }

    /// The points of all cells that a square of half side `reach` around `point` touches.
    pub fn around(&self, point: DVec2, reach: f64) -> impl Iterator<Item = u32> + '_ {
        let (first_column, first_row) = self.cell_of(point - DVec2::splat(reach));
        let (last_column, last_row) = self.cell_of(point + DVec2::splat(reach));
        // The cells of a row follow one another in memory.
        (first_row..=last_row)
            .flat_map(move |row| self.entries[self.run(row, first_column..last_column + 1)].iter().copied())
    }

    fn cell_index(&self, point: DVec2) -> usize {
        let (column, row) = self.cell_of(point);
        row * self.columns + column
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_look_around_misses_nobody(
            points in prop::collection::vec((-500.0..500.0f64, -500.0..500.0f64), 0..200),
            at in (-600.0..600.0f64, -600.0..600.0f64),
            reach in 0.0..300.0f64,
            cell in 0.001..400.0f64,
        ) {
            let points: Vec<DVec2> = points.into_iter().map(DVec2::from).collect();
            let at = DVec2::from(at);
            let mut grid = SpatialGrid::default();
            grid.rebuild(&points, cell);
            let found: Vec<u32> = grid.around(at, reach).collect();
            for (index, point) in points.iter().enumerate() {
                if (*point - at).abs().max_element() <= reach {
                    prop_assert_eq!(found.iter().filter(|found| **found == index as u32).count(), 1);
                }
            }
        }
    }
}
