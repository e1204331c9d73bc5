//! Neighbours: the slots around each slot. Bodies stand on slots alone, so that whether one of usual size fits somewhere
//! is a question to the few slots nearby.
#![forbid(unsafe_code)]

use std::ops::Range;

use glam::DVec2;

use crate::geometry::spatial_grid::SpatialGrid;

/// Slots looked at per slot, on average, before the table is given up as too large.
const MOST_LOOKS: usize = 256;

/// Neighbours per slot, on average, before the table is given up as too large.
const MOST_NEIGHBOURS: usize = 32;

const NO_TABLE: f64 = -1.0;

/// Per slot those within a distance, itself included.
#[derive(Debug, Default)]
pub struct Neighbours {
    reach: f64,
    /// Where the neighbours of each slot begin and end.
    ranges: Vec<(u32, u32)>,
    near: Vec<u32>,
    grid: SpatialGrid,
    /// The places of the grid's entries.
    x: Vec<f64>,
    y: Vec<f64>,
}

impl Neighbours {
    /// Builds the table over slots at these places; where slots lie too densely for one, it stays empty.
    pub fn rebuild(&mut self, exact: &[DVec2], reach: f64) {
        // A little more, so that no rounding brings a neighbour two cells away.
        self.grid.rebuild(exact, reach * (1.0 + 1e-9));
        self.reach = reach;
        self.ranges.clear();
        self.ranges.resize(exact.len(), (0, 0));
        for (places, axis) in [(&mut self.x, 0), (&mut self.y, 1)] {
            places.clear();
            places.extend(self.grid.entries().iter().map(|slot| exact[*slot as usize][axis]));
        }
        if !self.fill() {
            self.reach = NO_TABLE;
        }
    }

    /// Answers whether the slots lie thinly enough.
    fn fill(&mut self) -> bool {
        let count = self.ranges.len();
        let (columns, rows) = self.grid.dimensions();
        let (mut looks, mut found) = (0, 0);
        for row in 0..rows {
            for column in 0..columns {
                let cell = self.grid.run(row, column..column + 1);
                if cell.is_empty() {
                    continue;
                }
                let next_to = column.saturating_sub(1)..(column + 2).min(columns);
                let rows_around = [row.wrapping_sub(1), row, row + 1];
                let run = |row| if row < rows { self.grid.run(row, next_to.clone()) } else { 0..0 };
                let runs = rows_around.map(run);
                let around: usize = runs.iter().map(Range::len).sum();
                looks += cell.len() * around;
                if looks > MOST_LOOKS * count {
                    return false;
                }
                for entry in cell {
                    if self.near.len() < found + around {
                        self.near.resize(found + around + count, 0);
                    }
                    let first = found;
                    for run in &runs {
                        found += self.note_near(entry, run.clone(), found);
                    }
                    self.ranges[self.grid.entries()[entry] as usize] = (first as u32, found as u32);
                }
                if found > MOST_NEIGHBOURS * count {
                    return false;
                }
            }
        }
        true
    }

    /// Writes the slots of a run of entries that lie within reach of an entry. Answers how many.
    #[inline(always)]
    fn note_near(&mut self, entry: usize, run: Range<usize>, found: usize) -> usize {
        let (own_x, own_y, most_squared) = (self.x[entry], self.y[entry], self.reach * self.reach);
        let slots = &self.grid.entries()[run.clone()];
        let (x, y) = (&self.x[run.clone()][..slots.len()], &self.y[run][..slots.len()]);
        let near = &mut self.near[found..][..slots.len()];
        let mut last = 0;
        for index in 0..slots.len() {
            // All are written, and those that are too far are written over.
            near[last] = slots[index];
            let (along, up) = (x[index] - own_x, y[index] - own_y);
            last += usize::from(along * along + up * up <= most_squared);
        }
        last
    }

    /// The distance up to which the table is complete; negative when there is none.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// The slots within reach of a slot.
    pub fn of(&self, slot: u32) -> &[u32] {
        if self.reach == NO_TABLE {
            return &[];
        }
        let (first, last) = self.ranges[slot as usize];
        &self.near[first as usize..last as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_slot_has_exactly_the_slots_within_reach_as_its_neighbours(
            places in prop::collection::vec((-9i32..9, -9i32..9), 1..120),
            reach in 0.5..4.0f64,
        ) {
            let exact: Vec<DVec2> = places.iter().map(|(x, y)| DVec2::new(f64::from(*x), f64::from(*y))).collect();
            let mut neighbours = Neighbours::default();
            neighbours.rebuild(&exact, reach);
            prop_assert_eq!(neighbours.reach(), reach);
            for (slot, at) in exact.iter().enumerate() {
                let mut found = neighbours.of(slot as u32).to_vec();
                found.sort_unstable();
                let within = |other: &u32| (exact[*other as usize] - *at).length() <= reach;
                let expected: Vec<u32> = (0..exact.len() as u32).filter(within).collect();
                prop_assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn slots_on_one_spot_have_no_table() {
        let mut neighbours = Neighbours::default();
        neighbours.rebuild(&[DVec2::ZERO; 1000], 1.0);
        assert_eq!((neighbours.reach(), neighbours.of(0).len()), (NO_TABLE, 0));
    }
}
