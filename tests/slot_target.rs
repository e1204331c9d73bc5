//! The slot target and the blockers' extra slots (F11, F13).

mod lattice_orders;

use glam::DVec2;
use lattice_orders::{CIRCLE, HEXAGON, any_order, order};
use phalanx::fault::FaultKind;
use phalanx::formation::order::{Order, Shape};
use phalanx::formation::shape::{Footprint, Lattice, MAX_SLOTS, lattice};
use phalanx::formation::target::{SlotTarget, slot_target};
use proptest::prelude::*;

fn target(order: &Order, radii: &[f64]) -> SlotTarget {
    slot_target(order, &lattice(order), radii.iter().copied()).unwrap()
}

#[test]
fn extra_slots_are_the_documented_ones() {
    let table = [(50.01, 8, 3, 6), (80.0, 8, 5, 6), (150.0, 8, 12, 6), (151.0, 24, 12, 18), (250.0, 24, 28, 18)];
    for (radius, boxed, disc, hexagon) in table {
        for (shape, extra) in [(Shape::Grid, boxed), (CIRCLE, disc), (HEXAGON, disc), (Shape::Wedge, hexagon)] {
            assert_eq!(target(&order(shape), &[radius]).extra, extra, "{shape:?} at {radius}");
            assert_eq!(target(&order(shape), &[10.0, radius, radius]).slots as u64, 3 + 2 * extra);
        }
    }
}

#[test]
fn extra_slots_do_not_depend_on_the_unit() {
    for (radius, extra) in [(1.5, 8), (1.51, 24)] {
        let metres = Order { spacing: DVec2::splat(1.0), unit_scale: 0.01, ..order(Shape::Grid) };
        assert_eq!(target(&metres, &[radius]).extra, extra);
        let tenths = Order { spacing: DVec2::splat(0.1), ..metres };
        assert_eq!(target(&tenths, &[radius / 10.0]).extra, extra);
    }
}

#[test]
fn half_the_least_distance_is_no_blocker_yet() {
    for shape in [Shape::Grid, CIRCLE, Shape::Wedge] {
        assert_eq!(target(&order(shape), &[50.0]).extra, 0);
        assert!(target(&order(shape), &[50.01]).extra > 0);
    }
}

#[test]
fn the_margin_is_rounded_up_once_for_all_agents() {
    for (agents, margin, slots) in [(10, 1.0, 10), (10, 1.05, 11), (100, 1.1, 110), (3, 8.0, 24), (0, 2.0, 0)] {
        let with_margin = Order { slot_count_margin: margin, ..order(Shape::Grid) };
        assert_eq!(target(&with_margin, &vec![1.0; agents]).slots, slots, "{agents} at {margin}");
    }
}

#[test]
fn unusable_radii_block_nothing() {
    assert_eq!(target(&order(Shape::Grid), &[f64::NAN, -500.0, 0.0]), SlotTarget { slots: 3, extra: 0, cut: false });
}

#[test]
fn a_wish_beyond_the_cap_is_cut_and_says_so() {
    for shape in [Shape::Grid, CIRCLE, Shape::Wedge] {
        for radius in [1e6, 1e300, f64::INFINITY] {
            let wish = target(&order(shape), &[radius; 3]);
            assert_eq!((wish.slots, wish.cut), (MAX_SLOTS, true), "{shape:?} at {radius}");
        }
    }
    let exactly = slot_target(&order(CIRCLE), &lattice(&order(CIRCLE)), (0..MAX_SLOTS).map(|_| 0.0)).unwrap();
    assert_eq!(exactly, SlotTarget { slots: MAX_SLOTS, extra: 0, cut: false });
}

#[test]
fn more_agents_than_slots_can_be_is_an_error() {
    let fault = slot_target(&order(CIRCLE), &lattice(&order(CIRCLE)), (0..=MAX_SLOTS).map(|_| 0.0)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Capacity);
    assert!(fault.text.contains("1048577"), "{}", fault.text);
}

proptest! {
    #[test]
    fn a_footprint_covers_what_the_blocker_reaches(order in any_order(), radius in 0.0..2000.0) {
        let lattice = lattice(&order);
        let least = lattice.least_distance();
        let extra = lattice.footprint().extra_slots(radius, order.spacing, least) as f64;
        let reach = radius + least / 2.0;
        if radius <= least / 2.0 {
            prop_assert_eq!(extra, 0.0);
        } else if lattice.footprint() == Footprint::Box {
            // Slots strictly inside the reach along each axis, with the blocker on a slot.
            let inside = |pitch: f64| (-400..=400).filter(|&step| (f64::from(step) * pitch).abs() < reach * (1.0 - 1e-5)).count();
            prop_assert!(extra + 1.0 >= (inside(order.spacing.x) * inside(order.spacing.y)) as f64);
            prop_assert!(extra + 1.0 <= (2.0 * reach / order.spacing.x + 1.0) * (2.0 * reach / order.spacing.y + 1.0));
        }
    }

    #[test]
    fn the_order_of_the_radii_does_not_matter(order in any_order(), mut radii in prop::collection::vec(0.0..900.0, 1..40)) {
        let forward = target(&order, &radii);
        radii.reverse();
        prop_assert_eq!(target(&order, &radii), forward);
    }
}
