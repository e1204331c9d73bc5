//! Circle: rings of equal chord or equal arc (F16).
#![forbid(unsafe_code)]

use std::f64::consts::{PI, TAU};

use glam::DVec2;

use super::rings::Rings;
use super::turn::Turn;
use super::{MAX_SLOTS, SlotSheet};
use crate::formation::order::{Order, RingRule, Sizing};
use crate::formation::quotient;
use crate::geometry::trigonometry::sin;

/// Radii that grow by the depth pitch from a first one: F16's R, F17's apothem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RingRadii {
    first: f64,
    step: f64,
}

impl RingRadii {
    pub(super) fn new(order: &Order) -> Self {
        Self { first: order.inner_radius.max(order.spacing.y / 2.0), step: order.spacing.y }
    }

    pub(super) fn radius(self, ring: u32) -> f64 {
        self.first + f64::from(ring) * self.step
    }

    /// How many rings have a radius of at most `limit`; at most [`MAX_SLOTS`], since each ring has a slot.
    pub(super) fn rings_within(self, limit: f64) -> u32 {
        quotient::floor((limit - self.first) / self.step + 1.0, MAX_SLOTS as u64) as u32
    }
}

/// Slots of a ring of `radius` whose neighbours are a pitch apart by `rule`: at least 1, at most [`MAX_SLOTS`].
pub(super) fn slots_around(radius: f64, pitch: f64, rule: RingRule) -> usize {
    let around = match rule {
        RingRule::Arc => TAU * radius / pitch,
        // The largest n with 2·R·sin(π/n) ≥ pitch. A pitch of the diameter, but for rounding, still leaves two slots.
        RingRule::Chord => {
            let sine = pitch / (2.0 * radius);
            if sine > 1.0 + quotient::SLACK { 1.0 } else { PI / libm::asin(sine.min(1.0)) }
        }
    };
    quotient::floor(around, MAX_SLOTS as u64).max(1) as usize
}

/// Appends a circle of `slots` slots, the first straight ahead, then clockwise from above.
pub(super) fn append_circle(radius: f64, slots: usize, ring: u32, sheet: &mut SlotSheet) -> usize {
    let turn = Turn::new(slots as u64);
    sheet.append_ring((0..slots as u64).map(|step| turn.direction(step) * radius), ring)
}

/// Circular rings with their pitches and radii.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    pub(super) radii: RingRadii,
    pub(super) rule: RingRule,
    pub(super) spacing: DVec2,
    outer_radius: f64,
    pub(super) sizing: Sizing,
    may_grow: bool,
}

impl Circle {
    /// The circle of a checked order.
    pub fn new(order: &Order, rule: RingRule) -> Self {
        Self {
            radii: RingRadii::new(order),
            rule,
            spacing: order.spacing,
            outer_radius: order.outer_radius,
            sizing: order.sizing,
            may_grow: order.may_grow(),
        }
    }

    /// Least straight distance of neighbours on any ring.
    ///
    /// By arc, a ring of n slots has a radius of at least n·SX/2π and so a chord of at least SX·sin(π/n)/(π/n), which
    /// rises with n: the least is on the first ring, or on a ring with one slot more than that.
    fn least_chord(&self) -> f64 {
        let pitch = self.spacing.x;
        match self.rule {
            RingRule::Chord => pitch,
            RingRule::Arc => {
                let first = slots_around(self.radii.radius(0), pitch, self.rule);
                let half_step = PI / (first + 1) as f64;
                let later = pitch * sin(half_step) / half_step;
                let own = 2.0 * self.radii.radius(0) * sin(PI / first as f64);
                if first > 1 { own.min(later) } else { later }
            }
        }
    }
}

impl Rings for Circle {
    fn fixed_rings(&self) -> Option<u32> {
        (self.sizing == Sizing::Fixed).then(|| self.radii.rings_within(self.outer_radius))
    }

    fn slots(&self, ring: u32, room: usize) -> usize {
        slots_around(self.radii.radius(ring), self.spacing.x, self.rule).min(room)
    }

    fn append(&self, ring: u32, room: usize, sheet: &mut SlotSheet) -> usize {
        append_circle(self.radii.radius(ring), self.slots(ring, room), ring, sheet)
    }

    fn closest(&self) -> f64 {
        self.least_chord().min(self.spacing.y)
    }

    fn may_grow(&self) -> bool {
        self.may_grow
    }
}
