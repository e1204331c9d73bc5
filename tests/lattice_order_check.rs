//! A bad parameter is refused by the name of its field (F5).

mod lattice_orders;

use glam::{DVec2, DVec3};
use lattice_orders::{HEXAGON, clipped, order, polygon};
use phalanx::fault::FaultKind;
use phalanx::formation::order::{Order, PolygonRule, Shape};

const NOT_FINITE: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn refused(field: &str, order: &Order) {
    let fault = order.check().expect_err(field);
    assert_eq!(fault.kind, FaultKind::InvalidArgument);
    assert!(fault.text.starts_with(&format!("{field} is ")), "{}", fault.text);
}

#[test]
fn the_defaults_pass_and_so_does_any_direction() {
    for shape in [Shape::Grid, Shape::Wedge, HEXAGON, clipped(3), polygon(32, PolygonRule::Rings)] {
        assert_eq!(order(shape).check(), Ok(()));
    }
    for direction in [DVec2::ZERO, DVec2::NAN, DVec2::INFINITY] {
        assert_eq!(Order { direction, ..order(Shape::Grid) }.check(), Ok(()));
    }
}

#[test]
fn a_number_that_is_not_finite_is_refused_by_name() {
    let base = || order(Shape::Grid);
    for bad in NOT_FINITE {
        for part in 0..3 {
            let mut center = DVec3::ZERO;
            center[part] = bad;
            refused("center", &Order { center, ..base() });
        }
        for pair in [DVec2::new(bad, 1.0), DVec2::new(1.0, bad)] {
            refused("spacing", &Order { spacing: pair, ..base() });
            refused("region", &Order { region: pair, ..base() });
        }
        refused("inner_radius", &Order { inner_radius: bad, ..base() });
        refused("outer_radius", &Order { outer_radius: bad, ..base() });
        refused("slot_count_margin", &Order { slot_count_margin: bad, ..base() });
        refused("size_multiplier", &Order { size_multiplier: bad, ..base() });
        refused("keep_rotate_degrees", &Order { keep_rotate_degrees: bad, ..base() });
        refused("offset", &Order { offset: bad, ..base() });
    }
}

#[test]
fn a_number_out_of_its_range_is_refused_by_name() {
    let base = || order(Shape::Grid);
    for spacing in [DVec2::new(0.0, 1.0), DVec2::new(1.0, -0.0), DVec2::new(-100.0, 100.0)] {
        refused("spacing", &Order { spacing, ..base() });
    }
    for slot_count_margin in [0.999, 8.001, -1.0] {
        refused("slot_count_margin", &Order { slot_count_margin, ..base() });
    }
    for segments in [0, 1, 2, 33, u32::MAX] {
        refused("segments", &order(polygon(segments, PolygonRule::Rings)));
        refused("segments", &order(clipped(segments)));
    }
    refused("size_multiplier", &Order { size_multiplier: -1.0, ..base() });
    refused("offset", &Order { offset: -1.0, ..base() });
    refused("k_near", &Order { near_candidates: 1025, ..base() });
    refused("k_strat", &Order { strategic_candidates: 1025, ..base() });
}
