//! Echelon: a slanting file, each slot a pitch behind the last and a pitch to its left or right (F19). FIXED as the
//! wedge; rings from the foremost slot, so that holes end at the tail; growth lengthens the tail.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::rows::{InRows, RowLayout, Rows};
use super::wedge::{diagonal, rows_within};
use super::{Footprint, MAX_SLOTS};
use crate::formation::order::{Order, Sizing};

/// Where an echelon's tail is, as its leader sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Behind to the left.
    Left,
    /// Behind to the right.
    Right,
}

/// An echelon with its pitches and its region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Echelon {
    tail: Tail,
    spacing: DVec2,
    region: DVec2,
    sizing: Sizing,
    may_grow: bool,
}

impl Echelon {
    /// The echelon of a checked order.
    pub fn new(order: &Order, tail: Tail) -> InRows<Self> {
        InRows(Self {
            tail,
            spacing: order.spacing,
            region: order.region,
            sizing: order.sizing,
            may_grow: order.may_grow(),
        })
    }
}

impl Rows for Echelon {
    fn layout(&self, target: u64) -> RowLayout {
        let most = MAX_SLOTS as u64;
        let (rows, cut) = match self.sizing {
            Sizing::FitAgents => (target, false),
            Sizing::Fixed => {
                let rows = rows_within(self.region, self.spacing);
                (rows.min(most), rows > most)
            }
        };
        RowLayout { columns: rows, rows, last: rows.min(1), cut }
    }

    fn slots(&self, _row: u64, _columns: u64) -> u64 {
        1
    }

    fn across(&self, row: u64, _slot: u64, _of: u64, rows: u64) -> i64 {
        let right = 2 * row as i64 - (rows as i64 - 1);
        match self.tail {
            Tail::Left => -right,
            Tail::Right => right,
        }
    }

    fn family(&self) -> Footprint {
        Footprint::Hexagon
    }

    fn closest(&self) -> f64 {
        diagonal(self.spacing.x, self.spacing.y)
    }

    fn spacing(&self) -> DVec2 {
        self.spacing
    }

    fn may_grow(&self) -> bool {
        self.may_grow
    }
}
