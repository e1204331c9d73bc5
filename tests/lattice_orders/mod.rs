//! Orders for the lattice tests: the documented defaults, and random ones of every shape.
#![allow(dead_code)]

use glam::DVec2;
use phalanx::formation::order::{Order, PolygonRule, RingRule, Shape, Sizing};
use phalanx::formation::shape::echelon::Tail;
use phalanx::formation::shape::{Growth, Lattice, SlotSheet, lattice};
use proptest::prelude::*;

pub const HEXAGON: Shape = polygon(6, PolygonRule::Rings);
pub const CIRCLE: Shape = Shape::Circle(RingRule::Chord);
pub const ECHELON: Shape = Shape::Echelon(Tail::Right);

/// Beyond the original, own points apart (F19).
pub const LATER_SHAPES: [Shape; 7] =
    [Shape::Line, Shape::Column, Shape::Hollow, Shape::Staggered, Shape::Vee, ECHELON, Shape::Echelon(Tail::Left)];

pub const fn polygon(segments: u32, rule: PolygonRule) -> Shape<'static> {
    Shape::Polygon { segments, rule }
}

pub const fn clipped(segments: u32) -> Shape<'static> {
    polygon(segments, PolygonRule::Clip(RingRule::Chord))
}

#[path = "../support/default_order.rs"]
mod default_order;
pub use default_order::order;

pub fn fixed(shape: Shape) -> Order {
    Order { sizing: Sizing::Fixed, ..order(shape) }
}

pub fn emitted(order: &Order, target: usize) -> (SlotSheet, Growth) {
    let mut sheet = SlotSheet::default();
    let growth = lattice(order).emit(target, &mut sheet);
    assert_eq!([sheet.ring_key.len(), sheet.row.len(), sheet.side.len()], [sheet.len(); 3]);
    assert_eq!(growth.emitted, sheet.len() as u64);
    (sheet, growth)
}

pub fn slots(order: &Order, target: usize) -> Vec<DVec2> {
    emitted(order, target).0.local
}

/// How many slots each ring has, by the generator's ring number.
pub fn ring_counts(sheet: &SlotSheet) -> Vec<usize> {
    let mut counts = Vec::new();
    for &ring in &sheet.ring_key {
        counts.resize(counts.len().max(ring as usize + 1), 0);
        counts[ring as usize] += 1;
    }
    counts
}

pub fn any_shape() -> impl Strategy<Value = Shape<'static>> {
    let rings = prop_oneof![Just(RingRule::Chord), Just(RingRule::Arc)];
    let rule = prop_oneof![Just(PolygonRule::Rings), rings.clone().prop_map(PolygonRule::Clip)];
    prop_oneof![
        Just(Shape::Grid),
        Just(Shape::Wedge),
        rings.prop_map(Shape::Circle),
        prop::sample::select(LATER_SHAPES.to_vec()),
        (3_u32..=32, rule).prop_map(|(segments, rule)| polygon(segments, rule)),
    ]
}

/// Orders of any shape and sizing. Whole pitches are frequent, because that is where a quotient comes out even.
pub fn any_order() -> impl Strategy<Value = Order<'static>> {
    let length =
        |low: f64, high: f64| prop_oneof![low..high, (low..high).prop_map(|value| (value / 50.0).round() * 50.0)];
    let pitch = move || prop_oneof![20.0..300.0, (1_u32..6).prop_map(|halves| f64::from(halves) * 50.0)];
    let size = (pitch(), pitch(), length(0.0, 2000.0), length(0.0, 2000.0), length(0.0, 700.0), length(0.0, 1500.0));
    (any_shape(), any::<bool>(), size).prop_map(|(shape, fit, (sx, sy, rx, ry, inner, outer))| Order {
        sizing: if fit { Sizing::FitAgents } else { Sizing::Fixed },
        spacing: DVec2::new(sx, sy),
        region: DVec2::new(rx, ry),
        inner_radius: inner,
        outer_radius: outer,
        grow_fixed: true,
        ..order(shape)
    })
}
