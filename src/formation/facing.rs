//! Facing: the formation's own axes on the ground (F1, F2).
#![forbid(unsafe_code)]

use glam::DVec2;

/// Directions shorter than this have no bearing.
const SHORTEST: f64 = 1e-4;

/// Unit vectors along depth and front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing {
    /// To the front.
    pub forward: DVec2,
    /// To the right as a viewer from above sees it.
    pub right: DVec2,
}

impl Default for Facing {
    /// Along the library's forward axis.
    fn default() -> Self {
        Self::along(DVec2::X)
    }
}

impl Facing {
    /// The facing that `direction` asks for, and whether it had to be defaulted: first to `to_center` (from the army
    /// to the order's center), then to the library's forward axis.
    pub fn new(direction: DVec2, to_center: DVec2) -> (Self, bool) {
        match (unit(direction), unit(to_center)) {
            (Some(forward), _) => (Self::along(forward), false),
            (None, Some(forward)) => (Self::along(forward), true),
            (None, None) => (Self::along(DVec2::X), true),
        }
    }

    fn along(forward: DVec2) -> Self {
        Self { forward, right: DVec2::new(-forward.y, forward.x) }
    }

    /// A local place (x along the front, y in depth) as an offset on the ground.
    pub fn offset(self, local: DVec2) -> DVec2 {
        self.right * local.x + self.forward * local.y
    }
}

fn unit(direction: DVec2) -> Option<DVec2> {
    if !direction.is_finite() {
        return None;
    }
    // Scaled first, so that neither the square of a huge component overflows nor that of a small one vanishes.
    let scale = direction.abs().max_element();
    if scale < SHORTEST * 0.5 {
        return None;
    }
    let scaled = direction / scale;
    let length = scaled.length();
    (length * scale >= SHORTEST).then(|| scaled / length)
}
