//! Worlds to stand on, for the tests of the ground: a function from a place to a hit, and what was asked of it.
#![allow(dead_code)]

pub mod grid_lattice;

use glam::{DVec2, DVec3};
use std::task::Poll;

use phalanx::fault::Fault;
use phalanx::formation::order::{Order, RingRule, Shape};
use phalanx::ground::{GroundRules, GroundSource, Hit, Ray};

/// A ground source that remembers what it was asked.
pub struct World<F: Fn(DVec2) -> Hit> {
    /// What lies in a column.
    pub column: F,
    /// Rays per batch.
    pub batches: Vec<usize>,
    /// All rays, in order.
    pub rays: Vec<Ray>,
}

impl<F: Fn(DVec2) -> Hit> World<F> {
    pub fn new(column: F) -> Self {
        Self { column, batches: Vec::new(), rays: Vec::new() }
    }
}

impl<F: Fn(DVec2) -> Hit + Send> GroundSource for World<F> {
    fn cast(&mut self, rays: &[Ray], hits: &mut [Hit]) -> Poll<Result<(), Fault>> {
        assert!(!rays.is_empty(), "an empty batch is not sent");
        assert_eq!(rays.len(), hits.len());
        self.batches.push(rays.len());
        self.rays.extend_from_slice(rays);
        for (ray, hit) in rays.iter().zip(hits) {
            *hit = (self.column)(ray.origin.truncate());
        }
        Poll::Ready(Ok(()))
    }
}

/// Level ground at a height.
pub fn level(at: DVec2, height: f64) -> Hit {
    Hit::Ground { point: at.extend(height), normal: DVec3::Z }
}

/// A height that differs from place to place, so that a goal with somebody else's height is noticed.
pub fn rolling(at: DVec2) -> f64 {
    at.x * 0.125 + at.y * 0.0625
}

pub fn rules() -> GroundRules {
    GroundRules {
        max_slope_degrees: 45.0,
        range: (-1000.0, 1000.0),
        search_step: 100.0,
        max_search_rings: 8,
        max_probes: 0,
    }
}

#[path = "../support/default_order.rs"]
mod default_order;

/// The defaults of an order around a center.
pub fn order(center: DVec3) -> Order<'static> {
    Order { center, ..default_order::order(Shape::Circle(RingRule::Chord)) }
}
