//! Polygon: rings of straight edges with a vertex straight ahead (F17).
#![forbid(unsafe_code)]

use std::f64::consts::PI;

use glam::DVec2;

use super::circle::{RingRadii, append_circle, slots_around};
use super::rings::Rings;
use super::turn::Turn;
use super::{MAX_SLOTS, SlotSheet};
use crate::formation::order::{Order, RingRule, Sizing};
use crate::formation::quotient;
use crate::geometry::trigonometry::{cos, tan};

/// Polygonal rings with their pitches and apothems.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon {
    apothems: RingRadii,
    segments: u64,
    spacing: DVec2,
    outer_radius: f64,
    sizing: Sizing,
    may_grow: bool,
}

/// How one ring is laid.
enum Outline {
    /// Each edge takes this many slots, from its first vertex on.
    Edges(usize),
    /// The edges are shorter than a pitch: a circle of this many slots.
    Circle(usize),
}

impl Polygon {
    /// The polygon of a checked order, with `segments` edges.
    pub fn new(order: &Order, segments: u32) -> Self {
        Self {
            apothems: RingRadii::new(order),
            segments: segments.clamp(3, 32).into(),
            spacing: order.spacing,
            outer_radius: order.outer_radius,
            sizing: order.sizing,
            may_grow: order.may_grow(),
        }
    }

    /// Half the angle that an edge takes.
    fn half_edge(&self) -> f64 {
        PI / self.segments as f64
    }

    fn outline(&self, ring: u32, room: usize) -> Outline {
        let apothem = self.apothems.radius(ring);
        let edge = 2.0 * apothem * tan(self.half_edge());
        let per_edge = quotient::floor(edge / self.spacing.x, MAX_SLOTS as u64).min(room as u64 / self.segments);
        if per_edge > 0 {
            return Outline::Edges(per_edge as usize);
        }
        Outline::Circle(slots_around(apothem, self.spacing.x, RingRule::Chord).min(room))
    }

    fn append_edges(&self, ring: u32, per_edge: usize, sheet: &mut SlotSheet) -> usize {
        let circumradius = self.apothems.radius(ring) / cos(self.half_edge());
        let turn = Turn::new(self.segments);
        let vertex = |number: u64| turn.direction(number % self.segments) * circumradius;
        let mut appended = 0;
        for edge in 0..self.segments {
            let (from, to) = (vertex(edge), vertex(edge + 1));
            let step = (to - from) / per_edge as f64;
            let places = (0..per_edge).map(|slot| from + step * slot as f64);
            appended += sheet.append_ring(places, ring);
        }
        appended
    }
}

impl Rings for Polygon {
    fn fixed_rings(&self) -> Option<u32> {
        let apothem = self.outer_radius * cos(self.half_edge());
        (self.sizing == Sizing::Fixed).then(|| self.apothems.rings_within(apothem))
    }

    fn slots(&self, ring: u32, room: usize) -> usize {
        match self.outline(ring, room) {
            Outline::Edges(per_edge) => per_edge * self.segments as usize,
            Outline::Circle(slots) => slots,
        }
    }

    fn append(&self, ring: u32, room: usize, sheet: &mut SlotSheet) -> usize {
        match self.outline(ring, room) {
            Outline::Edges(per_edge) => self.append_edges(ring, per_edge, sheet),
            Outline::Circle(slots) => append_circle(self.apothems.radius(ring), slots, ring, sheet),
        }
    }

    fn closest(&self) -> f64 {
        // Neighbours on an edge and across a corner (60° at the least) are a pitch apart; rings are offset curves.
        self.spacing.min_element()
    }

    fn may_grow(&self) -> bool {
        self.may_grow
    }
}
