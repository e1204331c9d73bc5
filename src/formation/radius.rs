//! Body radii: the circle that an agent's capsule needs on the ground (F9).
#![forbid(unsafe_code)]

use glam::DVec3;

use crate::geometry::frame::Frame;
use crate::parallel::Executor;

/// Radius of an agent about whose body nothing is known, in unit scales (F6, F9).
pub const DEFAULT_RADIUS: f64 = 34.0;

/// From this many agents on the radii are computed in parallel (F9).
const PARALLEL_FROM: usize = 256;

/// Agents that one worker takes at a time.
const GRAIN: usize = 128;

/// What is known of the agents' capsules, one slice per property, in the caller's unit and frame.
///
/// Every slice may be absent (empty) or shorter than the number of agents; the rest then has the stated default.
/// Quaternions are x, y, z, w and of any length; a zero one turns nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Capsules<'a> {
    /// Length of the shaft, between the centres of the caps. Default 0: a ball.
    pub heights: &'a [f64],
    /// Radius of the caps. An agent without one has no collider.
    pub radii: &'a [f64],
    /// Scale of the body. Default 1.
    pub scales: &'a [f64],
    /// Factor on the caps, not on the shaft. Default 1.
    pub collider_multipliers: &'a [f64],
    /// Axes of the avoidance ellipse as factors on the body; the longer counts. Default 1, 1.
    pub avoidance_multipliers: &'a [[f64; 2]],
    /// Rotation of the agent. Default: none, so that the capsule stands upright.
    pub rotations: &'a [[f64; 4]],
    /// Rotation of the collider within the agent. Default: none.
    pub collider_rotations: &'a [[f64; 4]],
    /// 0: the agent has no collider, whatever the other slices say. Default: it has one.
    pub has_collider: &'a [u8],
}

/// Where the radius comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RadiusSource {
    /// The capsule alone.
    Collider,
    /// The capsule, widened by the avoidance ellipse.
    Avoidance,
}

/// How radii are computed.
#[derive(Clone, Copy, Debug)]
pub struct RadiusRules {
    /// Where the radius comes from.
    pub source: RadiusSource,
    /// Factor on every radius.
    pub size_multiplier: f64,
    /// The frame's unit scale s.
    pub unit_scale: f64,
    /// The caller's axes.
    pub frame: Frame,
}

/// Overwrites `radii` with the agents' radii, and `bad` with whether an agent's came out unusable (F5).
/// Both have one entry per agent. The bits do not depend on the executor.
pub fn body_radii(capsules: Capsules, rules: &RadiusRules, executor: &Executor, radii: &mut [f64], bad: &mut [bool]) {
    debug_assert_eq!(radii.len(), bad.len());
    let fill = |first: usize, chunk: &mut [f64]| {
        for (agent, radius) in (first..).zip(chunk) {
            *radius = capsules.radius(agent, rules);
        }
    };
    if radii.len() < PARALLEL_FROM {
        fill(0, radii);
    } else {
        executor.for_chunks(radii, GRAIN, fill);
    }
    for (radius, bad) in radii.iter_mut().zip(bad) {
        (*radius, *bad) = usable_radius(*radius);
    }
}

/// F5: a radius that is negative or not finite is 0 and bad.
pub fn usable_radius(radius: f64) -> (f64, bool) {
    // Adding 0 takes the sign off a negative zero.
    if radius.is_finite() && radius >= 0.0 { (radius + 0.0, false) } else { (0.0, true) }
}

impl Capsules<'_> {
    /// F9, before anything is found unusable.
    fn radius(&self, agent: usize, rules: &RadiusRules) -> f64 {
        let scale = known(self.scales, agent, 1.0);
        let avoidance = match rules.source {
            RadiusSource::Collider => 1.0,
            RadiusSource::Avoidance => {
                let [x, y] = known(self.avoidance_multipliers, agent, [1.0; 2]);
                // Not f64::max, which would hide a NaN.
                if x > y || x.is_nan() { x } else { y }
            }
        };
        let cap = self.radii.get(agent).filter(|_| known(self.has_collider, agent, 1) != 0);
        let body = match cap {
            None => DEFAULT_RADIUS * rules.unit_scale * scale,
            Some(cap) => {
                let shaft = 0.5 * known(self.heights, agent, 0.0) * scale * self.tilt(agent, rules.frame);
                shaft + cap * scale * known(self.collider_multipliers, agent, 1.0)
            }
        };
        body * avoidance * rules.size_multiplier
    }

    /// Length of the level part of the capsule's up vector: 0 upright, 1 lying.
    ///
    /// Everything happens in the caller's components, where rotating by a quaternion is the same arithmetic in left-
    /// and right-handed frames.
    fn tilt(&self, agent: usize, frame: Frame) -> f64 {
        const NONE: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
        let up = DVec3::from(frame.to_caller(DVec3::Z));
        let in_agent = rotated(known(self.collider_rotations, agent, NONE), up);
        let in_world = rotated(known(self.rotations, agent, NONE), in_agent);
        let level = frame.to_library(in_world.to_array()).truncate();
        (level.x * level.x + level.y * level.y).sqrt()
    }
}

fn known<T: Copy>(values: &[T], agent: usize, default: T) -> T {
    values.get(agent).copied().unwrap_or(default)
}

/// `vector` turned by a quaternion of any length: v + 2·(w·(q × v) + q × (q × v))/|quaternion|².
fn rotated(quaternion: [f64; 4], vector: DVec3) -> DVec3 {
    let [x, y, z, w] = quaternion;
    let square = x * x + y * y + z * z + w * w;
    if square == 0.0 {
        return vector;
    }
    let axis = DVec3::new(x, y, z);
    let across = axis.cross(vector);
    vector + (across * w + axis.cross(across)) * (2.0 / square)
}
