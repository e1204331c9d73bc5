//! V: the outline of a wedge, two arms behind one leader (F19). FIXED as the wedge; rings from the apex, so that holes
//! end at the tips of the arms; growth lengthens the arms.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::rows::{InRows, RowLayout, Rows};
use super::wedge::{diagonal, rows_within};
use super::{Footprint, MAX_SLOTS};
use crate::formation::order::{Order, Sizing};

/// A V with its pitches and its region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vee {
    spacing: DVec2,
    region: DVec2,
    sizing: Sizing,
    may_grow: bool,
}

impl Vee {
    /// The V of a checked order.
    pub fn new(order: &Order) -> InRows<Self> {
        InRows(Self { spacing: order.spacing, region: order.region, sizing: order.sizing, may_grow: order.may_grow() })
    }
}

impl Rows for Vee {
    fn layout(&self, target: u64) -> RowLayout {
        // The leader, and two slots in each further row.
        let rows_for = |slots: u64| if slots == 0 { 0 } else { slots / 2 + 1 };
        let (rows, cut) = match self.sizing {
            Sizing::FitAgents => (rows_for(target), false),
            Sizing::Fixed => {
                // The last whole row under the cap.
                let limit = (MAX_SLOTS as u64).div_ceil(2);
                let rows = rows_within(self.region, self.spacing);
                (rows.min(limit), rows > limit)
            }
        };
        RowLayout { columns: rows, rows, last: rows.min(2), cut }
    }

    fn slots(&self, row: u64, _columns: u64) -> u64 {
        row.min(1) + 1
    }

    fn across(&self, row: u64, slot: u64, _of: u64, _rows: u64) -> i64 {
        if slot == 0 { -(row as i64) } else { row as i64 }
    }

    fn family(&self) -> Footprint {
        Footprint::Hexagon
    }

    fn closest(&self) -> f64 {
        let DVec2 { x, y } = self.spacing;
        // Between the arms behind the leader, and along an arm. Two rows on, an arm stands a whole pitch farther out.
        x.min(diagonal(x / 2.0, y))
    }

    fn spacing(&self) -> DVec2 {
        self.spacing
    }

    fn may_grow(&self) -> bool {
        self.may_grow
    }
}
