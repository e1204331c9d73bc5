//! Several squads in one call: the same bytes as one call after another, and nobody on another squad's slots (F39).

mod support;

use glam::{DVec2, DVec3};
use phalanx::fault::FaultKind;
use phalanx::formation::order::{Mode, Order, RingRule, Shape, Sizing};
use phalanx::formation::output::Outcome;
use phalanx::formation::roster::StandingCircle;
use phalanx::formation::squads::{Squad, SquadScratch, form_up_many};
use phalanx::formation::{FormationScratch, form_up};
use phalanx::ground::Ground;
use phalanx::parallel::Executor;
use proptest::prelude::*;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use support::{Answer, Army, ground_rules, order, uniform, worlds};

fn scattered(count: usize, center: DVec2, random: &mut Pcg64) -> Army {
    Army::at(
        (0..count).map(|_| (center.x + (uniform(random) - 0.5) * 1000.0, center.y + (uniform(random) - 0.5) * 1000.0)),
    )
}

/// Squads of all kinds, in a field of this half width: crowded when it is small.
fn squads(count: usize, half: f64, seed: u64) -> Vec<(Order<'static>, Army)> {
    let mut random = Pcg64::seed_from_u64(seed);
    let shapes = [Shape::Grid, Shape::Circle(RingRule::Chord), Shape::Wedge, Shape::Line, Shape::Hollow];
    (0..count)
        .map(|_| {
            let mut pick = |from: f64, to: f64| from + (to - from) * uniform(&mut random);
            let mut order = order(shapes[pick(0.0, 5.0) as usize]);
            order.center = DVec3::new(pick(-half, half), pick(-half, half), pick(0.0, 50.0));
            order.direction = DVec2::new(pick(-1.0, 1.0), pick(-1.0, 1.0));
            order.offset = if pick(0.0, 1.0) < 0.3 { 9.0 } else { 0.0 };
            order.mode = if pick(0.0, 1.0) < 0.15 { Mode::KeepFormation } else { Mode::ReformTheLine };
            order.sizing = if pick(0.0, 1.0) < 0.2 { Sizing::Fixed } else { Sizing::FitAgents };
            let (members, shift) = (pick(0.0, 45.0) as usize, DVec2::new(pick(-half, half), pick(-half, half)));
            let mut army = scattered(members, shift, &mut random);
            for agent in 0..members {
                army.radii[agent] = [40.0, 40.0, 40.0, 130.0][(uniform(&mut random) * 4.0) as usize];
                army.can_fly[agent] = u8::from(uniform(&mut random) < 0.1);
            }
            (order, army)
        })
        .collect()
}

/// The rule itself: one call after another, with the goals of those before as standing circles.
fn one_after_another(squads: &[(Order<'static>, Army)], with_ground: bool) -> Vec<Answer> {
    let mut circles: Vec<StandingCircle> = Vec::new();
    squads
        .iter()
        .map(|(order, army)| {
            let mut army = army.clone();
            army.standing.extend(&circles);
            let mut world = worlds::flat_where(|place| place.x.rem_euclid(600.0) < 480.0);
            let ground = with_ground.then(|| Ground { source: &mut world, rules: ground_rules(army.len()) });
            let mut scratch = FormationScratch::default();
            let report = form_up(order, &army.inputs(), ground, &Executor::Inline, &mut scratch).unwrap();
            let goals = scratch.goals;
            for agent in (0..army.len()).filter(|agent| army.can_fly[*agent] == 0) {
                if goals.outcome[agent] != Outcome::Overflow {
                    let center = goals.goal[agent].truncate();
                    circles.push(StandingCircle { center, radius: army.radii[agent] });
                }
            }
            Answer { goals, report }
        })
        .collect()
}

fn together(squads: &[(Order<'static>, Army)], with_ground: bool, threads: usize) -> Vec<Answer> {
    let executor = Executor::with_threads(threads).unwrap();
    let mut calls: Vec<Squad> = squads.iter().map(|(order, army)| Squad::new(order.clone(), army.inputs())).collect();
    let mut scratch = SquadScratch::default();
    let mut answers = Vec::new();
    // Twice with the same buffers: nothing of the first call may be left in the second.
    for _ in 0..2 {
        let mut world = worlds::flat_where(|place| place.x.rem_euclid(600.0) < 480.0);
        let most = squads.iter().map(|(_, army)| army.len()).max().unwrap_or(0);
        let ground = with_ground.then(|| Ground { source: &mut world, rules: ground_rules(most) });
        form_up_many(&mut calls, ground, &executor, &mut scratch).unwrap();
        answers = calls
            .iter()
            .enumerate()
            .map(|(squad, call)| Answer { goals: scratch.goals(squad).clone(), report: call.report })
            .collect();
    }
    answers
}

#[test]
fn two_squads_sent_to_one_place_stand_beside_each_other() {
    let mut random = Pcg64::seed_from_u64(1);
    let squads: Vec<_> = (0..3).map(|_| (order(Shape::Grid), scattered(30, DVec2::ZERO, &mut random))).collect();
    for threads in [1, 4] {
        let answers = together(&squads, false, threads);
        let places: Vec<DVec2> = answers.iter().flat_map(Answer::places).collect();
        assert!(answers.iter().all(|answer| answer.report.outcomes[Outcome::Placed as usize] == 30));
        assert!(
            support::least_gap(&places) >= 90.0 - 1e-6,
            "a body of 40 and half a pitch: {}",
            support::least_gap(&places)
        );
    }
}

#[test]
fn an_error_names_the_squad_and_writes_no_report() {
    let mut random = Pcg64::seed_from_u64(2);
    let army = scattered(5, DVec2::ZERO, &mut random);
    let bad = Order { spacing: DVec2::ZERO, ..order(Shape::Grid) };
    for threads in [1, 2] {
        let mut calls = [Squad::new(order(Shape::Grid), army.inputs()), Squad::new(bad.clone(), army.inputs())];
        let executor = Executor::with_threads(threads).unwrap();
        let fault = form_up_many(&mut calls, None, &executor, &mut SquadScratch::default()).unwrap_err();
        assert_eq!(fault.kind, FaultKind::InvalidArgument);
        assert!(fault.text.starts_with("squads[1]: spacing"), "{}", fault.text);
        assert_eq!(calls[0].report, Default::default());
    }
}

#[test]
fn no_squads_are_no_error() {
    form_up_many(&mut [], None, &Executor::Inline, &mut SquadScratch::default()).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn squads_give_the_same_bytes_as_one_call_after_another_on_any_number_of_threads(
        count in 1usize..9,
        half in prop::sample::select(vec![300.0, 1500.0, 8000.0]),
        with_ground in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let squads = squads(count, half, seed);
        let expected = one_after_another(&squads, with_ground);
        for threads in [1, 3] {
            for (got, expected) in together(&squads, with_ground, threads).iter().zip(&expected) {
                prop_assert_eq!(&got.goals, &expected.goals);
                prop_assert_eq!(got.report, expected.report);
            }
        }
    }
}
