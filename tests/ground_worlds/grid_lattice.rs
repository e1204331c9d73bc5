//! A plain grid for the tests of what happens between the lattice and the ground: whole edges grow in turn.
#![allow(dead_code)]

use glam::DVec2;
use phalanx::formation::shape::{Extent, Footprint, Growth, Lattice, SlotSheet};

/// Columns and rows at a pitch.
pub struct GridLattice {
    pub width: i32,
    pub height: i32,
    pub pitch: f64,
}

impl GridLattice {
    fn slot(&self, column: i32, row: i32, side: u8, sheet: &mut SlotSheet) {
        let x = (f64::from(column) - 0.5 * f64::from(self.width - 1)) * self.pitch;
        let y = (0.5 * f64::from(self.height - 1) - f64::from(row)) * self.pitch;
        sheet.local.push(DVec2::new(x, y));
        sheet.ring_key.push((2.0 * x.abs().max(y.abs()) / self.pitch).round() as u64);
        sheet.row.push(row);
        sheet.side.push(side);
    }
}

impl Lattice for GridLattice {
    fn footprint(&self) -> Footprint {
        Footprint::Box
    }

    fn least_distance(&self) -> f64 {
        self.pitch
    }

    fn extent(&self, _target: usize) -> Extent {
        let aspect = f64::from(self.width) / f64::from(self.height);
        Extent { width: self.width as u32, height: self.height as u32, aspect, cut: false }
    }

    fn emit(&self, _target: usize, sheet: &mut SlotSheet) -> Growth {
        for row in 0..self.height {
            for column in 0..self.width {
                self.slot(column, row, 0, sheet);
            }
        }
        Growth { columns: [0, self.width - 1], rows: [0, self.height - 1], ..Growth::default() }
    }

    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
        let before = sheet.local.len();
        while sheet.local.len() - before < wanted && growth.barren_rounds.iter().any(|rounds| *rounds < 2) {
            let side = growth.next as u8;
            growth.next = (growth.next + 1) % 4;
            if growth.barren_rounds[side as usize] >= 2 {
                continue;
            }
            let (columns, rows) = (growth.columns, growth.rows);
            match side {
                0 => growth.rows[1] += 1,
                1 => growth.columns[1] += 1,
                2 => growth.rows[0] -= 1,
                _ => growth.columns[0] -= 1,
            }
            match side {
                0 => (columns[0]..=columns[1]).for_each(|column| self.slot(column, growth.rows[1], side, sheet)),
                1 => (rows[0]..=rows[1]).for_each(|row| self.slot(growth.columns[1], row, side, sheet)),
                2 => (columns[0]..=columns[1]).for_each(|column| self.slot(column, growth.rows[0], side, sheet)),
                _ => (rows[0]..=rows[1]).for_each(|row| self.slot(growth.columns[0], row, side, sheet)),
            }
        }
        sheet.local.len() - before
    }
}
