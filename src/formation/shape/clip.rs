//! Clipped circle: circular rings of which a polygon keeps what lies inside (F17, polygon rule CLIP).
//!
//! The polygon has a vertex straight ahead and is told by its circumradius. FIXED: that is the outer radius.
//! FIT_AGENTS ignores the outer radius and grows the polygon instead, ring by ring: the layout is the FIXED one for
//! the least circumradius, among the rings' own radii, that holds the target. Growth makes the polygon larger by one
//! ring at a time and adds what lies between the old and the new one, also on inner rings, where the old edges cut.
#![forbid(unsafe_code)]

use std::f64::consts::{PI, TAU};

use super::circle::{Circle, slots_around};
use super::rings::Rings;
use super::turn::Turn;
use super::{Extent, Footprint, Growth, Lattice, MAX_SLOTS, SlotSheet};
use crate::formation::order::{Order, RingRule, Sizing};
use crate::formation::quotient;
use crate::geometry::trigonometry::cos;

/// Circular rings and the polygon that clips them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClippedCircle {
    circle: Circle,
    segments: u64,
    outer_radius: f64,
}

/// How far an edge may miss the ring, in radii, and still touch it: near 1 the arc cosine turns a rounding error into
/// its square root.
const TOUCHING: f64 = 1e-9;

/// One ring: slot i stands at i/slots of a turn, vertex v of the polygon at v/segments. Their distance is counted in
/// whole steps of 1/(slots·segments) of a turn, |i·segments − v·slots|, so that which slot is kept is decided by
/// whole numbers once the reach of the polygon on this ring is known.
struct ClippedRing {
    ring: u32,
    radius: f64,
    slots: u64,
    segments: u64,
}

impl ClippedRing {
    /// Steps from a vertex within which a polygon of this circumradius covers the ring; 0: nowhere.
    fn reach(&self, circumradius: f64) -> u64 {
        let half_edge = PI / self.segments as f64;
        // The edge's apothem over the radius is the cosine of the angle, from the middle of the edge, at which the
        // ring leaves the polygon.
        let leaves = libm::acos((circumradius * cos(half_edge) / self.radius + TOUCHING).min(1.0));
        let steps = (half_edge - leaves) / TAU * (self.slots * self.segments) as f64;
        // One more than the farthest distance inside, so that 0 can say "none".
        quotient::floor(steps + 1.0, self.slots)
    }

    /// How many slots stand less than `reach` steps from their nearest vertex.
    fn count(&self, reach: u64) -> u64 {
        if reach == 0 {
            return 0;
        }
        let farthest = reach - 1;
        if farthest >= self.slots / 2 {
            return self.slots;
        }
        // The distances that occur are the multiples of the greatest common divisor, each that many times.
        let divisor = greatest_common_divisor(self.slots, self.segments);
        divisor * (2 * (farthest / divisor) + 1)
    }

    /// Appends the slots that stand at least `inner` and less than `outer` steps from their nearest vertex, clockwise.
    fn append(&self, inner: u64, outer: u64, room: usize, sheet: &mut SlotSheet) -> usize {
        let Self { slots, segments, .. } = *self;
        let Some(farthest) = outer.checked_sub(1) else { return 0 };
        let turn = Turn::new(slots);
        let mut left = room;
        let mut stretch = |from: u64, to: u64| {
            // Steps of the turn, ends included, to slots.
            let numbers = from.div_ceil(segments)..to / segments + 1;
            let places = numbers.map(|slot| turn.direction(slot) * self.radius);
            left -= sheet.append_ring(places.take(left), self.ring);
        };
        for vertex in 0..segments {
            // Behind this vertex up to the middle of the edge, and from there to the next vertex. A slot in the very
            // middle belongs to the former, one on a vertex to the stretch behind it.
            let at = vertex * slots;
            if inner <= farthest.min(slots / 2) {
                stretch(at + inner, at + farthest.min(slots / 2));
            }
            let (near, far) = (inner.max(1), farthest.min((slots - 1) / 2));
            if near <= far {
                stretch(at + slots - far, at + slots - near);
            }
        }
        room - left
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl ClippedCircle {
    /// The clipped circle of a checked order, with a polygon of `segments` edges.
    pub fn new(order: &Order, segments: u32, rule: RingRule) -> Self {
        let segments = segments.clamp(3, 32).into();
        Self { circle: Circle::new(order, rule), segments, outer_radius: order.outer_radius }
    }

    fn ring(&self, ring: u32) -> ClippedRing {
        let radius = self.circle.radii.radius(ring);
        let slots = slots_around(radius, self.circle.spacing.x, self.circle.rule) as u64;
        ClippedRing { ring, radius, slots, segments: self.segments }
    }

    /// Rings of the first layout, and the polygon's circumradius.
    fn layout(&self, target: usize) -> (u32, f64) {
        match self.circle.sizing {
            Sizing::Fixed => (self.circle.radii.rings_within(self.outer_radius), self.outer_radius),
            Sizing::FitAgents if target == 0 => (0, 0.0),
            Sizing::FitAgents => {
                let rings = self.fitting_rings(target.min(MAX_SLOTS) as u64);
                (rings, self.circle.radii.radius(rings - 1))
            }
        }
    }

    /// The least number of rings whose polygon holds `target` slots. Each ring has a slot at the front vertex, so
    /// that there is one of at most `target` rings.
    fn fitting_rings(&self, target: u64) -> u32 {
        let holds = |rings: u32| {
            let circumradius = self.circle.radii.radius(rings - 1);
            let mut kept = 0;
            (0..rings).any(|ring| {
                let ring = self.ring(ring);
                kept += ring.count(ring.reach(circumradius));
                kept >= target
            })
        };
        let (mut short, mut enough) = (0, 1);
        while !holds(enough) && u64::from(enough) < target {
            (short, enough) = (enough, enough * 2);
        }
        while enough - short > 1 {
            let middle = short + (enough - short) / 2;
            if holds(middle) { enough = middle } else { short = middle }
        }
        enough
    }

    /// The circumradius up to which slots were emitted before ring `next` is to be added; `None` for none at all.
    fn emitted_circumradius(&self, next: u32) -> Option<f64> {
        let last = next.checked_sub(1).map(|ring| self.circle.radii.radius(ring));
        match self.circle.sizing {
            Sizing::FitAgents => last,
            Sizing::Fixed => Some(last.map_or(self.outer_radius, |radius| radius.max(self.outer_radius))),
        }
    }

    /// Appends what the polygon gains when it grows to the radius of ring `next`.
    fn append_shell(&self, next: u32, room: usize, sheet: &mut SlotSheet) -> usize {
        let radii = self.circle.radii;
        let outer = radii.radius(next);
        let inner = self.emitted_circumradius(next);
        // Rings inside the old polygon's inscribed circle were whole; one ring earlier is safe against rounding.
        let whole = inner.map_or(0, |radius| radii.rings_within(radius * cos(PI / self.segments as f64)));
        let mut added = 0;
        for ring in whole.saturating_sub(1)..=next {
            let ring = self.ring(ring);
            let before = inner.map_or(0, |radius| ring.reach(radius));
            added += ring.append(before, ring.reach(outer), room - added, sheet);
        }
        added
    }
}

impl Lattice for ClippedCircle {
    fn footprint(&self) -> Footprint {
        Footprint::Disc
    }

    fn least_distance(&self) -> f64 {
        self.circle.closest()
    }

    fn extent(&self, target: usize) -> Extent {
        let (rings, circumradius) = self.layout(target);
        let (mut widest, mut kept, mut height) = (0, 0, 0);
        while height < rings && kept < MAX_SLOTS as u64 {
            let ring = self.ring(height);
            let slots = ring.count(ring.reach(circumradius)).min(MAX_SLOTS as u64 - kept);
            (widest, kept, height) = (slots.max(widest), kept + slots, height + 1);
        }
        let cut = self.circle.sizing == Sizing::Fixed && kept == MAX_SLOTS as u64;
        Extent { width: widest as u32, height, aspect: 1.0, cut }
    }

    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth {
        let (rings, circumradius) = self.layout(target);
        let mut emitted = 0;
        for ring in 0..rings {
            if emitted == MAX_SLOTS {
                break;
            }
            let ring = self.ring(ring);
            emitted += ring.append(0, ring.reach(circumradius), MAX_SLOTS - emitted, sheet);
        }
        Growth { next: rings, emitted: emitted as u64, ..Growth::default() }
    }

    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
        if !self.circle.may_grow() || growth.is_barren(0) || growth.next as usize > MAX_SLOTS {
            return 0;
        }
        let mut added = 0;
        while added < wanted && growth.room() > 0 && (growth.next as usize) < MAX_SLOTS {
            let shell = self.append_shell(growth.next, growth.room(), sheet);
            growth.next += 1;
            growth.emitted += shell as u64;
            added += shell;
        }
        added
    }
}
