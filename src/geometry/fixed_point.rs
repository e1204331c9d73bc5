//! Whole-number positions: decisions are taken on offsets from an anchor, rounded to 1/256 of the unit scale (F3).
#![forbid(unsafe_code)]

use glam::{DVec2, I64Vec2};

/// The quantum of decisions: s/256 for a unit scale s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantum {
    per_unit: f64,
    length: f64,
}

impl Quantum {
    /// Steps of one unit scale.
    pub const STEPS: f64 = 256.0;

    /// The quantum for unit scale `unit_scale` (Unreal 1, Unity 0.01), which must be positive and finite.
    pub fn new(unit_scale: f64) -> Self {
        Self { per_unit: Self::STEPS / unit_scale, length: unit_scale / Self::STEPS }
    }

    /// A length in whole quanta, halves away from zero. Saturates at the ends of `i64`; NaN becomes 0.
    pub fn round(self, length: f64) -> i64 {
        (length * self.per_unit).round() as i64
    }

    /// A plane offset in whole quanta.
    pub fn round2(self, offset: DVec2) -> I64Vec2 {
        I64Vec2::new(self.round(offset.x), self.round(offset.y))
    }

    /// The length of `quanta` quanta in the caller's unit.
    pub fn length(self, quanta: i64) -> f64 {
        quanta as f64 * self.length
    }

    /// A whole-number offset in the caller's unit.
    pub fn length2(self, offset: I64Vec2) -> DVec2 {
        DVec2::new(self.length(offset.x), self.length(offset.y))
    }
}
