//! The caller's axes against the library's: a signed permutation, exact in every number it touches (F1).
//!
//! Library: left-handed, +X forward, +Y right as a viewer from above sees it, +Z up.
#![forbid(unsafe_code)]

use glam::DVec3;

/// One axis of the caller with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedAxis {
    /// 0, 1 or 2: the component of the caller's vector.
    pub component: usize,
    /// Whether the axis points against the component.
    pub negative: bool,
}

impl SignedAxis {
    const fn positive(component: usize) -> Self {
        Self { component, negative: false }
    }

    fn read(self, vector: [f64; 3]) -> f64 {
        if self.negative { -vector[self.component] } else { vector[self.component] }
    }
}

/// Which way the caller's coordinate system turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handedness {
    /// As Unreal and Unity.
    Left,
    /// As Godot, glTF and most mathematics.
    Right,
}

/// How the caller's coordinates become the library's and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    axes: [SignedAxis; 3],
}

impl Frame {
    /// Unreal: X forward, Y right, Z up; the library's own frame.
    pub const UNREAL: Self = Self { axes: [SignedAxis::positive(0), SignedAxis::positive(1), SignedAxis::positive(2)] };

    /// Unity: Z forward, X right, Y up.
    pub const UNITY: Self = Self { axes: [SignedAxis::positive(2), SignedAxis::positive(0), SignedAxis::positive(1)] };

    /// A frame from its forward axis, its up axis and its handedness; `None` when the two share a component.
    ///
    /// The right axis follows: it is where a viewer from above, looking along forward, has his right hand.
    pub fn custom(forward: SignedAxis, up: SignedAxis, handedness: Handedness) -> Option<Self> {
        if forward.component > 2 || up.component > 2 || forward.component == up.component {
            return None;
        }
        let component = 3 - forward.component - up.component;
        // up × forward in component arithmetic is the right-hand side in a left-handed frame and the left-hand side
        // in a right-handed one.
        let cyclic = (up.component + 1) % 3 == forward.component;
        let negative = (up.negative != forward.negative) == cyclic;
        let right = SignedAxis { component, negative: negative != (handedness == Handedness::Right) };
        Some(Self { axes: [forward, right, up] })
    }

    /// A vector of the caller in the library's frame.
    pub fn to_library(self, vector: [f64; 3]) -> DVec3 {
        DVec3::new(self.axes[0].read(vector), self.axes[1].read(vector), self.axes[2].read(vector))
    }

    /// A vector of the library in the caller's frame. Negative zero becomes zero.
    pub fn to_caller(self, vector: DVec3) -> [f64; 3] {
        let mut caller = [0.0; 3];
        for (axis, value) in self.axes.iter().zip(vector.to_array()) {
            caller[axis.component] = if axis.negative { -value } else { value } + 0.0;
        }
        caller
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn axis(component: usize, negative: bool) -> SignedAxis {
        SignedAxis { component, negative }
    }

    #[test]
    fn custom_frames_reproduce_the_named_ones() {
        assert_eq!(Frame::custom(axis(0, false), axis(2, false), Handedness::Left), Some(Frame::UNREAL));
        assert_eq!(Frame::custom(axis(2, false), axis(1, false), Handedness::Left), Some(Frame::UNITY));
        assert_eq!(Frame::custom(axis(1, false), axis(1, true), Handedness::Left), None);
    }

    #[test]
    fn right_is_the_viewers_right_in_a_right_handed_frame() {
        // Godot: right-handed, Y up, -Z forward, +X right.
        let godot = Frame::custom(axis(2, true), axis(1, false), Handedness::Right).unwrap();
        assert_eq!(godot.to_library([1.0, 0.0, 0.0]), DVec3::Y);
        assert_eq!(godot.to_library([0.0, 0.0, -1.0]), DVec3::X);
        // Mathematics: right-handed, Z up, X forward: the right hand is at -Y.
        let plane = Frame::custom(axis(0, false), axis(2, false), Handedness::Right).unwrap();
        assert_eq!(plane.to_library([0.0, -1.0, 0.0]), DVec3::Y);
    }

    #[test]
    fn there_and_back_is_exact_and_without_negative_zero() {
        for forward in 0..3 {
            for up in 0..3 {
                for signs in 0..8 {
                    let handedness = if signs & 4 == 0 { Handedness::Left } else { Handedness::Right };
                    let Some(frame) =
                        Frame::custom(axis(forward, signs & 1 != 0), axis(up, signs & 2 != 0), handedness)
                    else {
                        continue;
                    };
                    let vector = [1.5, -2.25, 1e300];
                    assert_eq!(frame.to_caller(frame.to_library(vector)), vector);
                    assert!(frame.to_caller(DVec3::ZERO).iter().all(|value| value.is_sign_positive()));
                }
            }
        }
    }
}
