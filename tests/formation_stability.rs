//! Stability: an army that has formed up stays, and marches as it stands, however one-sided its last ring (F38).

mod support;

use glam::{DVec2, DVec3};
use phalanx::formation::order::{PolygonRule, RingRule, Shape};
use proptest::prelude::*;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use support::{Army, formed, order, uniform};

const SHAPES: [Shape; 6] = [
    Shape::Grid,
    Shape::Circle(RingRule::Chord),
    Shape::Polygon { segments: 5, rule: PolygonRule::Rings },
    Shape::Wedge,
    Shape::Line,
    Shape::Hollow,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn an_army_on_any_part_of_its_last_ring_stays_and_marches_as_it_stands(
        count in 2usize..260,
        shape in 0usize..6,
        inner_radius in prop::sample::select(vec![0.0, 0.0, 300.0, 900.0]),
        side in (-1.0..1.0f64, -1.0..1.0f64),
        seed in any::<u64>(),
    ) {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut order = order(SHAPES[shape]);
        order.inner_radius = inner_radius;
        order.direction = DVec2::new(0.6, 0.8);
        // Slots of the lattice, full rings and then the last ring's slots farthest to one side.
        let everybody = Army::at((0..count).map(|_| (uniform(&mut random) * 900.0, uniform(&mut random) * 900.0)));
        let mut full = order.clone();
        full.slot_count_margin = 1.0;
        let lattice = formed(&full, &everybody);
        let slots = lattice.report.slots_made as usize;
        let crowd = Army::at((0..slots).map(|_| (uniform(&mut random) * 900.0, uniform(&mut random) * 900.0)));
        let all = formed(&order, &crowd);
        if all.report.slots_made as usize != slots {
            // The larger army has another lattice: no fair start.
            return Ok(());
        }
        let side = DVec2::from(side);
        let mut by_ring: Vec<usize> = (0..slots).collect();
        let key = |agent: &usize| (all.goals.ring[*agent], all.goals.goal[*agent].truncate().dot(side));
        by_ring.sort_by(|a, b| key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)));
        let mut army = Army::at(by_ring[..count].iter().map(|agent| {
            let goal = all.goals.goal[*agent];
            (goal.x, goal.y)
        }));
        let first = formed(&order, &army);
        prop_assert_eq!(first.report.longest_walk, 0.0, "it stands on its lattice already");
        army.locations = first.goals.goal.clone();
        order.center += DVec3::new(3000.0, 1000.0, 0.0);
        let moved = formed(&order, &army);
        prop_assert!(moved.report.cost <= 0.01, "it marches as it stands: {}", moved.report.cost);
        // Few agents may fit in several places of the lattice, and nothing tells which one they come from.
        let lattice: Vec<DVec2> = by_ring.iter().map(|agent| all.places()[*agent]).collect();
        let used_rings = all.goals.ring[by_ring[count - 1]];
        let whole = by_ring.iter().filter(|agent| all.goals.ring[**agent] <= used_rings).count();
        let full = if whole == count { count } else { by_ring.iter().filter(|agent| all.goals.ring[**agent] < used_rings).count() };
        let fits = |shift: DVec2| {
            let at = |agent: &DVec2| lattice[..whole].iter().position(|slot| slot.distance(*agent + shift) < 0.1);
            let found: Vec<Option<usize>> = lattice[..count].iter().map(at).collect();
            found.iter().all(Option::is_some) && found.iter().flatten().filter(|slot| **slot < full).count() == full
        };
        if lattice[..whole].iter().filter(|slot| fits(**slot - lattice[0])).count() == 1 {
            prop_assert_eq!(moved.goals.slot, first.goals.slot);
        }
    }
}

#[test]
fn an_army_on_two_spots_before_a_single_ring_is_formed_without_trying_every_slot() {
    // 8,000 agents on two spots and a ring of some 16,000 slots: trying each slot for everybody would be 10^8 looks.
    let army = Army::at((0..8000).map(|index| (f64::from(index % 2) * 100.0, 0.0)));
    let mut order = order(Shape::Circle(RingRule::Chord));
    order.inner_radius = 260_000.0;
    let answer = formed(&order, &army);
    assert_eq!(answer.report.outcomes[0], 8000);
}
