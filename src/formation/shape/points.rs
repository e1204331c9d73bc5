//! Points: the caller's own places as slots (F19).
//!
//! All of them are slots, whatever the sizing, in their own order, so that a slot's number is its point's; nothing
//! grows. The order's center is where they were measured from, not their middle.
#![forbid(unsafe_code)]

use glam::{DVec2, I64Vec2};

use super::{Extent, Footprint, Growth, Lattice, MAX_SLOTS, SlotSheet};
use crate::fault::{Fault, FaultKind};
use crate::formation::order::Order;
use crate::geometry::closest_pair::ClosestPair;
use crate::geometry::fixed_point::Quantum;

/// Places that passed their check, with the least distance between two of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnPoints<'a> {
    local: &'a [DVec2],
    least_distance: Option<f64>,
}

impl<'a> OwnPoints<'a> {
    /// Checks places in local coordinates relative to the order's center: x to the right, y to the front. They turn with
    /// the order's direction, so that a template is drawn once and used for every facing.
    ///
    /// # Errors
    /// More than [`MAX_SLOTS`], or a place that is not finite.
    pub fn new(local: &'a [DVec2], search: &mut ClosestPair) -> Result<Self, Fault> {
        if local.len() > MAX_SLOTS {
            let text = format!("points.count is {}; one formation holds at most {MAX_SLOTS}", local.len());
            return Err(Fault::new(FaultKind::Capacity, text));
        }
        if let Some(index) = local.iter().position(|place| !place.is_finite()) {
            return Err(Fault::new(FaultKind::NotFinite, format!("points[{index}] is {}", local[index])));
        }
        Ok(Self { local, least_distance: search.least_distance(local) })
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.local.len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.local.is_empty()
    }
}

/// The caller's points as a lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointLattice<'a> {
    points: OwnPoints<'a>,
    spacing: DVec2,
    quantum: Quantum,
}

impl<'a> PointLattice<'a> {
    /// The lattice of a checked order.
    pub fn new(order: &Order, points: OwnPoints<'a>) -> Self {
        Self { points, spacing: order.spacing, quantum: Quantum::new(order.unit_scale) }
    }

    /// Rings are bands around the center, as wide as the smaller pitch: band k reaches half a pitch to either side of
    /// k pitches. Points that are about as far out are one ring, and the inner ones are taken first.
    fn ring_key(at: I64Vec2, pitch: u64) -> u64 {
        let square = |value: i64| u128::from(value.unsigned_abs()) * u128::from(value.unsigned_abs());
        let distance = square(at.x).saturating_add(square(at.y)).isqrt();
        u64::try_from((2 * distance + u128::from(pitch)) / (2 * u128::from(pitch))).unwrap_or(u64::MAX)
    }

    /// Rows are bands across the front, as deep as the pitch in depth.
    fn row(at: I64Vec2, pitch: u64) -> i32 {
        let pitch = i128::from(pitch);
        let ahead = (2 * i128::from(at.y) + pitch).div_euclid(2 * pitch);
        -(ahead.clamp(-i128::from(i32::MAX), i128::from(i32::MAX)) as i32)
    }
}

impl Lattice for PointLattice<'_> {
    fn footprint(&self) -> Footprint {
        Footprint::Disc
    }

    fn least_distance(&self) -> f64 {
        self.points.least_distance.unwrap_or(self.spacing.min_element())
    }

    fn extent(&self, _target: usize) -> Extent {
        Extent { width: self.points.len() as u32, height: 1, aspect: 1.0, cut: false }
    }

    fn emit(&self, _target: usize, sheet: &mut SlotSheet) -> Growth {
        let whole = |pitch: f64| self.quantum.round(pitch).max(1).unsigned_abs();
        let (pitch, depth) = (whole(self.spacing.min_element()), whole(self.spacing.y));
        let at = |place: DVec2| self.quantum.round2(place);
        let added = sheet.append_cells(
            self.points.local.iter().copied(),
            |place| place,
            |place| Self::ring_key(at(place), pitch),
            |place| Self::row(at(place), depth),
            0,
        );
        Growth { emitted: added as u64, ..Growth::default() }
    }

    fn grow(&self, _growth: &mut Growth, _wanted: usize, _sheet: &mut SlotSheet) -> usize {
        0
    }
}
