//! Frame: the two coordinates by which slots are sorted into strips and within them.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::metric::Place;
use super::number::Number;

/// How slots lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lie {
    /// All over the plane.
    Plane,
    /// Along a curve.
    Curve,
    /// On a line of this direction, but for less than their distance.
    Line(DVec2),
}

/// Sorts by x and y; on a line, by the way along it and by how far off it they lie. There whoever stands across many slots
/// may choose by nothing but how far off each is, however little: the way off is stretched until strips are as wide as long.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    low: DVec2,
    line: Option<DVec2>,
    stretch: f64,
}

/// Ways off a line are stretched to this many.
const STRETCHED: f64 = (1u64 << 31) as f64;

impl Frame {
    /// The frame of some points: every coordinate is at least nought and below 2^32.
    pub fn of<N: Number>(points: &[Place<N>], lie: Lie) -> Self {
        let line = if let Lie::Line(direction) = lie { Some(direction) } else { None };
        let mut frame = Self { low: DVec2::ZERO, line, stretch: 1.0 };
        let places = || points.iter().map(|point| frame.place(*point));
        let low = places().fold(DVec2::INFINITY, DVec2::min);
        let high = places().fold(DVec2::NEG_INFINITY, DVec2::max);
        frame.low = low;
        if line.is_some() && high.y > low.y {
            frame.stretch = STRETCHED / (high.y - low.y);
        }
        frame
    }

    fn place<N: Number>(&self, point: Place<N>) -> DVec2 {
        let at = DVec2::new(point.x.double(), point.y.double());
        match self.line {
            None => at,
            Some(direction) => DVec2::new(at.dot(direction), direction.perp_dot(at)),
        }
    }

    /// By this slots are cut into strips.
    pub fn first<N: Number>(&self, point: Place<N>) -> u64 {
        (self.place(point).x - self.low.x) as u64
    }

    /// By this slots are sorted within a strip.
    pub fn second<N: Number>(&self, point: Place<N>) -> u64 {
        ((self.place(point).y - self.low.y) * self.stretch) as u64
    }
}
