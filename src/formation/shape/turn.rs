//! Directions at whole fractions of a turn, clockwise from straight ahead.
#![forbid(unsafe_code)]

use std::f64::consts::FRAC_PI_2;

use glam::DVec2;

use crate::geometry::trigonometry::sin_cos;

/// A full turn in equal steps.
///
/// Each step is folded into the first eighth by whole numbers before any sine is taken. So mirrored steps have
/// mirrored bits, quarter turns are exact, and the sine needs no argument reduction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    steps: u64,
    /// Radians of a quarter step.
    quarter_step: f64,
}

impl Turn {
    /// A turn of `steps` steps: at least one, at most 2^60.
    pub(super) fn new(steps: u64) -> Self {
        let steps = steps.max(1);
        Self { steps, quarter_step: FRAC_PI_2 / steps as f64 }
    }

    /// The unit vector `step` steps clockwise from straight ahead (+y towards +x); `step` lies below the steps.
    pub(super) fn direction(self, step: u64) -> DVec2 {
        let steps = self.steps;
        let (step, left) = if 2 * step > steps { (steps - step, true) } else { (step, false) };
        // From here in half steps, of which `steps` make half a turn.
        let (half_steps, behind) = if 4 * step > steps { (steps - 2 * step, true) } else { (2 * step, false) };
        let (sine, cosine) = if 4 * half_steps > steps {
            let (cosine, sine) = sin_cos((steps - 2 * half_steps) as f64 * self.quarter_step);
            (sine, cosine)
        } else {
            sin_cos((2 * half_steps) as f64 * self.quarter_step)
        };
        DVec2::new(if left { -sine } else { sine }, if behind { -cosine } else { cosine })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_agree_with_the_angle_and_mirror_bit_by_bit() {
        for steps in 1..200 {
            let turn = Turn::new(steps);
            for step in 0..steps {
                let direction = turn.direction(step);
                let (sine, cosine) = sin_cos(std::f64::consts::TAU * step as f64 / steps as f64);
                assert!((direction - DVec2::new(sine, cosine)).length() < 1e-14, "{step}/{steps}");
                let mirrored = turn.direction((steps - step) % steps);
                assert_eq!(direction, DVec2::new(-mirrored.x, mirrored.y), "{step}/{steps}");
            }
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        let quarters = [0, 1, 2, 3].map(|quarter| Turn::new(12).direction(3 * quarter));
        assert_eq!(quarters, [DVec2::Y, DVec2::X, DVec2::NEG_Y, DVec2::NEG_X]);
    }
}
