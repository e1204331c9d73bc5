//! Who takes part and with what: eligibility, defaults, bad input, the centroid and the limits (F2 to F8, F28).

mod support;

use glam::{DVec2, DVec3};
use phalanx::fault::FaultKind;
use phalanx::formation::assign::NO_SLOT;
use phalanx::formation::order::{Mode, Shape};
use phalanx::formation::output::{
    FLAG_BAD_RADIUS, FLAG_DEFAULTED, FLAG_DUPLICATE_ID, Goals, Outcome, REPORT_DIRECTION_DEFAULTED, Report,
};
use phalanx::formation::roster::{AgentInputs, Roster};
use proptest::prelude::*;
use support::{Army, form_up_threads, formed, order};

fn gathered(inputs: &AgentInputs) -> (Roster, Goals, Report) {
    let (mut roster, mut goals, mut report) = (Roster::default(), Goals::default(), Report::default());
    goals.reset(inputs.count, DVec3::ZERO);
    roster.gather(inputs, &order(Shape::Grid), &mut goals, &mut report).expect("sound inputs");
    (roster, goals, report)
}

#[test]
fn ineligible_agents_take_no_slot_and_stand_at_the_center_in_the_output() {
    let mut army = Army::at((0..10).map(|index| (f64::from(index) * 70.0, 5.0)));
    army.eligible = vec![1, 0, 255, 0, 1, 1, 1, 1, 1, 1];
    let mut order = order(Shape::Grid);
    order.center = DVec3::new(0.1, 0.2, 0.3);
    let answer = formed(&order, &army);
    for agent in [1, 3] {
        assert_eq!(answer.goals.goal[agent], order.center);
        assert_eq!(answer.goals.outcome[agent], Outcome::Ineligible);
        assert_eq!(answer.goals.slot[agent], NO_SLOT);
        assert_eq!(answer.goals.ring[agent], NO_SLOT);
    }
    assert_eq!(answer.report.outcomes[Outcome::Placed as usize], 8);
    assert_eq!(answer.report.slots_made, 8, "the dropped agents are not counted");
}

#[test]
fn what_is_missing_falls_back_and_is_counted() {
    let locations = [DVec3::new(10.0, 0.0, 4.0), DVec3::new(30.0, 20.0, 8.0)];
    let inputs =
        AgentInputs { count: 4, locations: &locations, radii: &[5.0], unique_ids: &[9, 8, 7], ..Default::default() };
    let (roster, goals, report) = gathered(&inputs);
    // Canonical order: the missing id is the index 3.
    assert_eq!(roster.agent, [3, 2, 1, 0]);
    for (member, stands_at) in
        [DVec3::new(20.0, 10.0, 6.0), DVec3::new(20.0, 10.0, 6.0), locations[1], locations[0]].iter().enumerate()
    {
        assert_eq!(roster.location(member, &locations), *stands_at, "missing locations are the centroid");
    }
    assert_eq!(roster.radius, [34.0, 34.0, 34.0, 5.0]);
    assert_eq!(roster.air, [false; 4]);
    assert_eq!((report.defaulted_locations, report.defaulted_radii, report.defaulted_ids), (2, 3, 1));
    assert_eq!(goals.flags, [0, FLAG_DEFAULTED, FLAG_DEFAULTED, FLAG_DEFAULTED]);
    assert_eq!(goals.outcome, [Outcome::Placed; 4], "missing eligibility is eligible");
    let (nowhere, ..) = gathered(&AgentInputs { count: 2, ..Default::default() });
    assert_eq!(
        [0, 1].map(|member| nowhere.location(member, &[])),
        [DVec3::ZERO; 2],
        "nobody has a location: the center"
    );
}

#[test]
fn bad_radii_count_as_zero_and_are_flagged() {
    let mut army = Army::at([(0.0, 0.0), (100.0, 0.0), (0.0, 100.0), (50.0, 50.0)]);
    army.radii = vec![f64::NAN, -1.0, f64::INFINITY, 0.0];
    let (roster, goals, _) = gathered(&army.inputs());
    assert_eq!(roster.radius, [0.0; 4]);
    assert_eq!(goals.flags, [FLAG_BAD_RADIUS, FLAG_BAD_RADIUS, FLAG_BAD_RADIUS, 0]);
}

#[test]
fn twins_are_flagged_and_others_are_not() {
    let mut army = Army::at((0..5).map(|index| (f64::from(index) * 100.0, 0.0)));
    army.unique_ids = vec![3, 1, 3, 2, 3];
    let (_, goals, _) = gathered(&army.inputs());
    assert_eq!(goals.flags, [FLAG_DUPLICATE_ID, 0, FLAG_DUPLICATE_ID, 0, FLAG_DUPLICATE_ID]);
}

#[test]
fn an_agent_too_far_from_the_others_is_named() {
    let mut army = Army::at((0..9).map(|index| (f64::from(index), 0.0)));
    army.locations[4].y = 4.6e6;
    let fault = form_up_threads(&order(Shape::Grid), &army, 1).expect_err("4.09e6 from the centroid");
    assert_eq!(fault.kind, FaultKind::OutOfRange);
    assert!(fault.text.contains("locations[4]"), "{}", fault.text);
    army.locations[4].y = 4.4e6;
    assert!(form_up_threads(&order(Shape::Grid), &army, 1).is_ok(), "3.91e6 from the centroid");
}

#[test]
fn more_members_than_a_formation_holds_are_refused() {
    let count = (1 << 20) + 1;
    let inputs = AgentInputs { count, ..Default::default() };
    let (mut roster, mut goals, mut report) = (Roster::default(), Goals::default(), Report::default());
    goals.reset(count, DVec3::ZERO);
    let fault = roster.gather(&inputs, &order(Shape::Grid), &mut goals, &mut report).expect_err("too many");
    assert_eq!(fault.kind, FaultKind::Capacity);
}

#[test]
fn a_useless_direction_points_from_the_army_to_the_center() {
    for direction in [DVec2::ZERO, DVec2::new(9e-5, 0.0), DVec2::new(f64::NAN, 1.0), DVec2::new(f64::INFINITY, 0.0)] {
        let mut order = order(Shape::Wedge);
        order.direction = direction;
        order.center = DVec3::new(0.0, 5000.0, 0.0);
        let army = Army::at([(0.0, 0.0), (10.0, 0.0), (-10.0, 0.0)]);
        let answer = formed(&order, &army);
        assert_ne!(answer.report.bits & REPORT_DIRECTION_DEFAULTED, 0);
        let apex =
            answer.places().into_iter().fold(DVec2::ZERO, |best, place| if place.y > best.y { place } else { best });
        assert!(apex.distance(DVec2::new(0.0, 5050.0)) < 1e-6, "{apex}");
    }
    let mut order = order(Shape::Wedge);
    order.direction = DVec2::new(0.0, 1.1e-4);
    let answer = formed(&order, &Army::at([(0.0, 0.0), (10.0, 0.0), (-10.0, 0.0)]));
    assert_eq!(answer.report.bits & REPORT_DIRECTION_DEFAULTED, 0);
}

#[test]
fn frozen_heights_stay_and_air_keeps_its_own() {
    let mut army = Army::at((0..9).map(|index| (f64::from(index) * 10.0, 0.0)));
    for (index, location) in army.locations.iter_mut().enumerate() {
        location.z = 100.0 * index as f64;
    }
    army.z_frozen[2] = 1;
    army.can_fly[5] = 1;
    for mode in [Mode::ReformTheLine, Mode::KeepFormation] {
        let mut order = order(Shape::Grid);
        order.mode = mode;
        order.center.z = 50.0;
        let goals = formed(&order, &army).goals.goal;
        assert_eq!(goals[2].z, 200.0, "frozen");
        // The others, on the ground, stand at 387.5 on average.
        assert_eq!(goals[5].z, 50.0 + (500.0 - 387.5), "in the air: above the center as it was above the army");
        assert_eq!(goals[0].z, 50.0, "on the ground, without probes: the center's");
    }
}

proptest! {
    #[test]
    fn the_centroid_is_the_mean_of_rounded_positions(
        places in prop::collection::vec((-1e5..1e5f64, -1e5..1e5f64), 1..60),
        center in (-1e6..1e6f64, -1e6..1e6f64),
    ) {
        let army = Army::at(places);
        let mut order = order(Shape::Grid);
        order.center = DVec3::new(center.0, center.1, 0.0);
        let (mut roster, mut goals, mut report) = (Roster::default(), Goals::default(), Report::default());
        goals.reset(army.len(), order.center);
        roster.gather(&army.inputs(), &order, &mut goals, &mut report).unwrap();
        let expected = (army.centroid() - order.center.truncate()) * 256.0;
        // Each position is off by at most half a quantum, and so is the mean; its own rounding adds another half.
        prop_assert!((roster.centroid.x as f64 - expected.x).abs() <= 1.001);
        prop_assert!((roster.centroid.y as f64 - expected.y).abs() <= 1.001);
        // Exactly: the mean of the integers, to the nearest. Relative to it they add up to what its rounding leaves.
        let left: i128 = roster.at.iter().map(|at| i128::from(at.x)).sum();
        prop_assert!((2 * left).abs() <= roster.len() as i128);
    }

    #[test]
    fn the_roster_does_not_depend_on_the_order_of_the_input(
        agents in prop::collection::vec((-1e4..1e4f64, -1e4..1e4f64, 0u8..2, 0u8..4), 1..50),
        seed in any::<u64>(),
    ) {
        use rand_core::SeedableRng;
        let mut army = Army::at(agents.iter().map(|agent| (agent.0, agent.1)));
        army.can_fly = agents.iter().map(|agent| agent.2).collect();
        army.eligible = agents.iter().map(|agent| agent.3).collect();
        let permutation = support::permutation(army.len(), &mut rand_pcg::Pcg64::seed_from_u64(seed));
        let shuffled = army.permuted(&permutation);
        let ((first, ..), (second, ..)) = (gathered(&army.inputs()), gathered(&shuffled.inputs()));
        prop_assert_eq!(&first.at, &second.at);
        prop_assert_eq!(first.centroid, second.centroid);
        prop_assert_eq!(&first.air, &second.air);
        let originals: Vec<u32> = second.agent.iter().map(|agent| permutation[*agent as usize] as u32).collect();
        prop_assert_eq!(first.agent, originals);
    }
}

#[test]
fn positions_beyond_all_numbers_are_refused_not_wrapped() {
    for far in [-1.8e38, 1.8e38, f64::MAX, -f64::MAX] {
        let mut army = Army::at((0..3).map(|index| (f64::from(index), 0.0)));
        army.locations[1].x = far;
        let fault = form_up_threads(&order(Shape::Grid), &army, 1).expect_err("not representable");
        assert_eq!(fault.kind, FaultKind::OutOfRange);
        assert!(fault.text.contains("locations[1]"), "{}", fault.text);
    }
}
