//! An order with the defaults of the C surface.

use glam::{DVec2, DVec3};
use phalanx::formation::assign::Effort;
use phalanx::formation::order::{CostRule, HolePolicy, Mode, Order, Shape, Sizing};

/// The defaults of the C surface for unit scale 1.
pub fn order(shape: Shape) -> Order {
    Order {
        shape,
        mode: Mode::ReformTheLine,
        sizing: Sizing::FitAgents,
        center: DVec3::ZERO,
        direction: DVec2::X,
        spacing: DVec2::splat(100.0),
        region: DVec2::new(1000.0, 500.0),
        inner_radius: 0.0,
        outer_radius: 500.0,
        slot_count_margin: 1.0,
        size_multiplier: 1.0,
        keep_rotate_degrees: 0.0,
        offset: 0.0,
        near_candidates: 16,
        strategic_candidates: 8,
        effort: Effort::Good,
        cost: CostRule::Squared,
        hole_policy: HolePolicy::Rings,
        grow_fixed: false,
        want_bound: false,
        previous_slot_count: 0,
        unit_scale: 1.0,
    }
}
