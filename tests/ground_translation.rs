//! Rigid translation (F35), heights (F23, F28), one agent (F10), and goals resolved for a caller (F26).

mod ground_worlds;

use glam::{DVec2, DVec3};
use ground_worlds::{World, level, order, rolling, rules};
use phalanx::formation::facing::Facing;
use phalanx::formation::lone_agent;
use phalanx::formation::order::Order;
use phalanx::formation::output::{Goals, Outcome, REPORT_ANCHOR_INVALID, Report};
use phalanx::formation::roster::{AgentInputs, Roster};
use phalanx::formation::translation::{Translation, TranslationScratch, keep_formation_by_shape, resolve_goals};
use phalanx::ground::probe::{ProbeScratch, Prober};
use phalanx::ground::{Ground, Hit};
use phalanx::pace::{Pace, at_once};
use phalanx::parallel::Executor;
use proptest::prelude::*;

const FACING: Facing = Facing { forward: DVec2::X, right: DVec2::Y };

/// Goals and report of a translation; on ground where a column is given.
fn keep(order: &Order, inputs: &AgentInputs, column: Option<&(dyn Fn(DVec2) -> Hit + Sync)>) -> (Goals, Report, usize) {
    let (mut goals, mut report, mut roster) = (Goals::default(), Report::default(), Roster::default());
    goals.reset(inputs.count, order.center);
    roster.gather(inputs, order, &mut goals, &mut report).unwrap();
    let translation =
        Translation { order, facing: FACING, roster: &roster, locations: inputs.locations, standing: inputs.standing };
    let mut scratch = TranslationScratch::default();
    let mut world = World::new(|at| column.map_or(Hit::Nothing, |column| column(at)));
    let mut probes = ProbeScratch::default();
    let mut prober = Prober::new(Ground { source: &mut world, rules: rules() }, roster.len(), &mut probes).unwrap();
    let prober = column.is_some().then_some(&mut prober);
    at_once(keep_formation_by_shape(
        &translation,
        prober,
        &Pace::straight(&Executor::Inline),
        &mut scratch,
        &mut goals,
        &mut report,
    ))
    .unwrap();
    (goals, report, world.rays.len())
}

fn inputs(locations: &[DVec3]) -> AgentInputs<'_> {
    AgentInputs { count: locations.len(), locations, ..AgentInputs::default() }
}

fn offsets(places: &[DVec3]) -> Vec<DVec3> {
    places.iter().map(|place| *place - places[0]).collect()
}

#[test]
fn a_cross_of_five_arrives_as_the_same_cross() {
    let cross = [(0.0, 0.0), (100.0, 0.0), (-100.0, 0.0), (0.0, 100.0), (0.0, -100.0)];
    let locations = cross.map(|(x, y)| DVec3::new(x, y, 0.0));
    let (goals, ..) = keep(&order(DVec3::new(5000.0, 3000.0, 0.0)), &inputs(&locations), None);
    let expected: Vec<DVec3> = locations.iter().map(|place| *place + DVec3::new(5000.0, 3000.0, 0.0)).collect();
    assert_eq!(goals.goal, expected);
    assert_eq!(goals.outcome, [Outcome::Placed; 5]);
}

#[test]
fn ground_and_air_keep_their_offsets_over_two_orders() {
    let mut places: Vec<DVec3> =
        (0..10).map(|index| DVec3::new(f64::from(index) * 73.5, f64::from(index * index) * 11.25, 0.0)).collect();
    places[5..].iter_mut().enumerate().for_each(|(index, place)| place.z = 400.0 + 25.0 * index as f64);
    let can_fly = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1];
    let before = offsets(&places);
    for step in 1..=2 {
        let order = order(DVec3::new(1000.0 * f64::from(step), 0.0, 0.0));
        let inputs = AgentInputs { can_fly: &can_fly, ..inputs(&places) };
        let goals = keep(&order, &inputs, None).0.goal;
        for (offset, was) in offsets(&goals).iter().zip(&before) {
            assert_eq!(offset.truncate(), was.truncate());
        }
        for (goal, was) in offsets(&goals[5..]).iter().zip(offsets(&places[5..])) {
            assert_eq!(goal.z, was.z, "heights within the air layer");
        }
        assert!(goals[..5].iter().all(|goal| goal.z == 0.0));
        places = goals;
    }
}

proptest! {
    #[test]
    fn places_in_single_precision_keep_their_offsets_exactly_in_every_unit(
        places in prop::collection::vec((-3000.0..3000.0f32, -3000.0..3000.0f32), 2..40),
        centers in prop::collection::vec((-50_000.0..50_000.0f32, -50_000.0..50_000.0f32), 2),
        unit_scale in prop_oneof![Just(1.0), Just(0.01), Just(0.3)],
    ) {
        let lift = |(x, y): &(f32, f32)| DVec3::new(f64::from(*x), f64::from(*y), 0.0);
        let mut places: Vec<DVec3> = places.iter().map(lift).collect();
        let before = offsets(&places);
        for center in &centers {
            let order = Order { unit_scale, ..order(lift(center)) };
            places = keep(&order, &inputs(&places), None).0.goal;
            prop_assert_eq!(&offsets(&places), &before);
            let mean = places.iter().map(|place| place.truncate()).sum::<DVec2>() / places.len() as f64;
            prop_assert!((mean - order.center.truncate()).abs().max_element() <= unit_scale / 128.0);
        }
    }
}

#[test]
fn a_quarter_turn_is_clockwise_from_above() {
    // The one ahead of the centroid (+X is forward) ends at its right (+Y).
    let locations = [DVec3::new(100.0, 0.0, 0.0), DVec3::new(-100.0, 0.0, 0.0)];
    let order = Order { keep_rotate_degrees: 90.0, ..order(DVec3::new(1000.0, 0.0, 0.0)) };
    let goals = keep(&order, &inputs(&locations), None).0.goal;
    assert!(goals[0].distance(DVec3::new(1000.0, 100.0, 0.0)) < 1e-9, "{}", goals[0]);
    assert!(goals[1].distance(DVec3::new(1000.0, -100.0, 0.0)) < 1e-9, "{}", goals[1]);
}

#[test]
fn heights_follow_layer_and_freeze_and_what_is_known() {
    let locations = [(0.0, 10.0), (100.0, 50.0), (0.0, 300.0), (100.0, 500.0)].map(|(x, z)| DVec3::new(x, 0.0, z));
    let (can_fly, z_frozen) = ([0, 0, 1, 1, 1, 0], [0, 1, 0, 1, 1, 1]);
    let inputs = AgentInputs { count: 6, can_fly: &can_fly, z_frozen: &z_frozen, ..inputs(&locations) };
    let order = order(DVec3::new(0.0, 0.0, 1000.0));
    // Flyers keep their height above the ground layer, whose known mean is 30: they must not sink towards it.
    let expected = [1000.0, 50.0, 1000.0 + 300.0 - 30.0, 500.0, 1000.0, 1000.0];
    let heights = |goals: &Goals| goals.goal.iter().map(|goal| goal.z).collect::<Vec<_>>();
    let (goals, ..) = keep(&order, &inputs, None);
    assert_eq!(heights(&goals), expected);
    // On ground only the ground layer asks, and the frozen keep theirs.
    let (goals, _, rays) = keep(&order, &inputs, Some(&|at| level(at, 7.0)));
    assert_eq!(heights(&goals), [7.0, 50.0, 1000.0 + 300.0 - 30.0, 500.0, 1000.0, 7.0]);
    assert_eq!(rays, 1 + 3);
}

#[test]
fn an_anchor_that_cannot_be_stood_on_is_reported() {
    let locations = [DVec3::ZERO, DVec3::new(200.0, 0.0, 0.0)];
    let order = order(DVec3::new(1000.0, 0.0, 5.0));
    let column = |at: DVec2| if at.x < 950.0 { level(at, 30.0) } else { Hit::Nothing };
    let (goals, report, _) = keep(&order, &inputs(&locations), Some(&column));
    assert_eq!(report.bits & REPORT_ANCHOR_INVALID, REPORT_ANCHOR_INVALID);
    assert_eq!(goals.goal, [DVec3::new(900.0, 0.0, 30.0), DVec3::new(1100.0, 0.0, 5.0)]);
    assert_eq!(goals.outcome, [Outcome::Placed; 2]);
}

#[test]
fn a_translated_army_does_not_depend_on_the_order_of_its_input() {
    let column = |at: DVec2| if at.x > 1010.0 { Hit::Nothing } else { level(at, rolling(at)) };
    let agent = |index: u64| {
        let at = DVec3::new((index % 8) as f64 * 90.0, (index / 8) as f64 * 90.0, 0.0);
        (index, at, if index.is_multiple_of(5) { 80.0 } else { 40.0 })
    };
    let mut agents: Vec<(u64, DVec3, f64)> = (0..64).map(agent).collect();
    let mut expected: Option<Vec<DVec3>> = None;
    for shuffle in 0..6 {
        let unique_ids: Vec<u64> = agents.iter().map(|agent| agent.0).collect();
        let locations: Vec<DVec3> = agents.iter().map(|agent| agent.1).collect();
        let radii: Vec<f64> = agents.iter().map(|agent| agent.2).collect();
        let inputs = AgentInputs { unique_ids: &unique_ids, radii: &radii, ..inputs(&locations) };
        let (goals, ..) = keep(&order(DVec3::new(1000.0, 0.0, 0.0)), &inputs, Some(&column));
        assert!(goals.outcome.contains(&Outcome::Relocated));
        let mut by_id = vec![DVec3::ZERO; 64];
        unique_ids.iter().zip(&goals.goal).for_each(|(id, goal)| by_id[*id as usize] = *goal);
        assert_eq!(*expected.get_or_insert(by_id.clone()), by_id);
        agents.rotate_left(17 + shuffle);
        agents[..32].reverse();
    }
}

#[test]
fn goals_of_a_caller_are_resolved_for_its_ground_agents_alone() {
    let order = order(DVec3::ZERO);
    let eligible = [1, 1, 0, 1];
    let can_fly = [0, 1, 0, 0];
    let inputs = AgentInputs { eligible: &eligible, can_fly: &can_fly, ..inputs(&[DVec3::ZERO; 4]) };
    let (mut goals, mut report, mut roster) = (Goals::default(), Report::default(), Roster::default());
    goals.reset(4, order.center);
    roster.gather(&inputs, &order, &mut goals, &mut report).unwrap();
    let translation =
        Translation { order: &order, facing: FACING, roster: &roster, locations: inputs.locations, standing: &[] };
    let mut world = World::new(|at: DVec2| if at.x > 250.0 { Hit::Nothing } else { level(at, 9.0) });
    let mut probes = ProbeScratch::default();
    let mut prober = Prober::new(Ground { source: &mut world, rules: rules() }, 4, &mut probes).unwrap();
    let mut scratch = TranslationScratch::default();
    let mut places = [DVec3::new(300.0, 0.0, 1.0); 4];
    places[3].x = 100.0;
    let valid = at_once(resolve_goals(
        &translation,
        &mut prober,
        &Pace::straight(&Executor::Inline),
        &mut scratch,
        &mut places,
        &mut goals.outcome,
    ))
    .unwrap();
    assert!(valid);
    let there = DVec3::new(300.0, 0.0, 1.0);
    // Ashore at 200, one step further is the fourth's place; the nearest free cell in front of it is taken.
    assert_eq!(places, [DVec3::new(200.0, 0.0, 9.0), there, there, DVec3::new(100.0, 0.0, 9.0)]);
    assert_eq!(goals.outcome, [Outcome::Relocated, Outcome::Placed, Outcome::Ineligible, Outcome::Placed]);
    for bad in [DVec3::new(f64::NAN, 0.0, 0.0), DVec3::new(1e7, 0.0, 0.0)] {
        places[3] = bad;
        let fault = at_once(resolve_goals(
            &translation,
            &mut prober,
            &Pace::straight(&Executor::Inline),
            &mut scratch,
            &mut places,
            &mut goals.outcome,
        ));
        assert!(fault.unwrap_err().text.contains("goals[3]"));
    }
}

#[test]
fn one_agent_goes_to_the_center() {
    let send = |column: &(dyn Fn(DVec2) -> Hit + Sync), with_ground: bool, air: u8, frozen: u8| {
        let order = order(DVec3::new(500.0, 600.0, 70.0));
        let locations = [DVec3::new(1.0, 2.0, 3.0)];
        let (can_fly, z_frozen) = ([air], [frozen]);
        let inputs = AgentInputs { can_fly: &can_fly, z_frozen: &z_frozen, ..inputs(&locations) };
        let (mut goals, mut report, mut roster) = (Goals::default(), Report::default(), Roster::default());
        goals.reset(1, order.center);
        roster.gather(&inputs, &order, &mut goals, &mut report).unwrap();
        let mut world = World::new(column);
        let mut probes = ProbeScratch::default();
        let mut prober = Prober::new(Ground { source: &mut world, rules: rules() }, 1, &mut probes).unwrap();
        let prober = with_ground.then_some(&mut prober);
        let mut footings = Vec::new();
        let sent =
            lone_agent::send_to_center(&order, &roster, &locations, prober, &mut footings, &mut goals, &mut report);
        at_once(sent).unwrap();
        assert_eq!(goals.goal[0].truncate(), DVec2::new(500.0, 600.0));
        assert_eq!(goals.outcome[0], Outcome::Placed);
        (goals.goal[0].z, report.bits & REPORT_ANCHOR_INVALID != 0, world.rays.len())
    };
    let flat = |at: DVec2| level(at, 12.0);
    assert_eq!(send(&flat, false, 0, 0), (70.0, false, 0));
    assert_eq!(send(&flat, true, 0, 0), (12.0, false, 1));
    assert_eq!(send(&flat, true, 0, 1), (3.0, false, 1));
    assert_eq!(send(&flat, true, 1, 0), (70.0, false, 0));
    assert_eq!(send(&|_| Hit::Nothing, true, 0, 0), (70.0, true, 1));
}
