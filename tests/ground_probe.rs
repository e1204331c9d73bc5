//! What a probe is and what an answer means (F23, F27).

mod ground_worlds;

use glam::{DVec2, DVec3};
use ground_worlds::{World, level, rules};
use phalanx::fault::{Fault, FaultKind};
use phalanx::geometry::trigonometry;
use phalanx::ground::probe::{ProbeScratch, Probed, Prober};
use phalanx::ground::{Footing, Ground, GroundRules, Hit};
use phalanx::pace::at_once;

fn probe(column: impl Fn(DVec2) -> Hit + Send, rules: GroundRules, places: &[DVec3]) -> Result<Vec<Probed>, Fault> {
    let mut world = World::new(column);
    let mut scratch = ProbeScratch::default();
    let mut footings = Vec::new();
    let mut prober = Prober::new(Ground { source: &mut world, rules }, places.len(), &mut scratch)?;
    at_once(prober.probe(places, &mut footings))?;
    Ok(footings)
}

fn slope(degrees: f64, length: f64) -> impl Fn(DVec2) -> Hit + Send {
    let (sine, cosine) = trigonometry::sin_cos(degrees.to_radians());
    move |at| Hit::Ground { point: at.extend(7.0), normal: DVec3::new(sine, 0.0, cosine) * length }
}

#[test]
fn ground_at_the_steepest_angle_can_be_stood_on_and_a_little_steeper_cannot() {
    for limit in [0.0, 12.5, 45.0, 60.0, 89.0] {
        for length in [1e-200, 0.3, 1.0, 1e200] {
            let rules = GroundRules { max_slope_degrees: limit, ..rules() };
            let stands = |degrees| probe(slope(degrees, length), rules, &[DVec3::ZERO]).unwrap()[0];
            assert_eq!(stands(limit), Some(Footing::Ok { height: 7.0 }), "{limit} {length}");
            assert_eq!(stands(limit + 0.1), Some(Footing::Blocked), "{limit} {length}");
        }
    }
}

#[test]
fn a_limit_of_ninety_degrees_or_more_lets_every_ground_pass_and_no_obstacle() {
    for limit in [90.0, 180.0] {
        let rules = GroundRules { max_slope_degrees: limit, ..rules() };
        for degrees in [0.0, 90.0, 135.0, 180.0] {
            let footing = probe(slope(degrees, 1.0), rules, &[DVec3::ZERO]).unwrap()[0];
            assert_eq!(footing, Some(Footing::Ok { height: 7.0 }));
        }
        assert_eq!(probe(|_| Hit::Obstacle, rules, &[DVec3::ZERO]).unwrap()[0], Some(Footing::Blocked));
    }
}

#[test]
fn an_obstacle_blocks_and_nothing_is_void() {
    assert_eq!(probe(|_| Hit::Obstacle, rules(), &[DVec3::ZERO]).unwrap(), [Some(Footing::Blocked)]);
    assert_eq!(probe(|_| Hit::Nothing, rules(), &[DVec3::ZERO]).unwrap(), [Some(Footing::Void)]);
}

#[test]
fn a_hit_that_is_not_finite_or_has_no_normal_is_refused_and_its_ray_named() {
    let finite = DVec3::new(1.0, 2.0, 3.0);
    let bad = [
        (DVec3::new(f64::NAN, 0.0, 0.0), DVec3::Z),
        (DVec3::new(0.0, 0.0, f64::INFINITY), DVec3::Z),
        (finite, DVec3::ZERO),
        (finite, DVec3::new(0.0, f64::NAN, 1.0)),
        (finite, DVec3::new(0.0, 0.0, f64::INFINITY)),
    ];
    for (point, normal) in bad {
        let column = |at: DVec2| if at.x == 2.0 { Hit::Ground { point, normal } } else { level(at, 0.0) };
        let places = [DVec3::ZERO, DVec3::X, 2.0 * DVec3::X, 3.0 * DVec3::X];
        let fault = probe(column, rules(), &places).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Callback);
        assert!(fault.text.contains("ray 2"), "{}", fault.text);
    }
}

#[test]
fn rays_cover_the_range_around_each_place_and_their_ids_count_up_over_the_call() {
    for range in [(-30.0, 200.0), (200.0, -30.0)] {
        let mut world = World::new(|at| level(at, 0.0));
        let mut scratch = ProbeScratch::default();
        let mut footings = Vec::new();
        let rules = GroundRules { range, ..rules() };
        let mut prober = Prober::new(Ground { source: &mut world, rules }, 5, &mut scratch).unwrap();
        at_once(prober.probe(&[DVec3::new(1.0, 2.0, 10.0), DVec3::new(3.0, 4.0, -10.0)], &mut footings)).unwrap();
        at_once(prober.probe(&[], &mut footings)).unwrap();
        at_once(prober.probe(&[DVec3::new(5.0, 6.0, 0.0)], &mut footings)).unwrap();
        assert_eq!((prober.batches(), prober.probes()), (2, 3));
        assert_eq!(world.batches, [2, 1]);
        assert_eq!(world.rays.iter().map(|ray| ray.id).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(world.rays.iter().all(|ray| ray.length == 230.0));
        let origins: Vec<DVec3> = world.rays.iter().map(|ray| ray.origin).collect();
        assert_eq!(origins, [DVec3::new(1.0, 2.0, 210.0), DVec3::new(3.0, 4.0, 190.0), DVec3::new(5.0, 6.0, 200.0)]);
    }
}

#[test]
fn beyond_the_budget_nothing_is_cast_and_the_last_places_stay_unanswered() {
    let mut world = World::new(|at| level(at, 0.0));
    let mut scratch = ProbeScratch::default();
    let mut footings = Vec::new();
    let rules = GroundRules { max_probes: 5, ..rules() };
    let mut prober = Prober::new(Ground { source: &mut world, rules }, 1000, &mut scratch).unwrap();
    at_once(prober.probe(&[DVec3::ZERO; 3], &mut footings)).unwrap();
    assert!(footings.iter().all(Option::is_some));
    at_once(prober.probe(&[DVec3::ZERO; 4], &mut footings)).unwrap();
    assert_eq!(footings.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false, false]);
    at_once(prober.probe(&[DVec3::ZERO; 4], &mut footings)).unwrap();
    assert_eq!(footings, [None; 4]);
    assert_eq!((prober.remaining(), prober.batches()), (0, 2));
    assert_eq!(world.rays.len(), 5);
}

#[test]
fn a_budget_of_zero_stands_for_four_probes_per_agent_and_65536_more() {
    let mut world = World::new(|at| level(at, 0.0));
    let mut scratch = ProbeScratch::default();
    let prober = Prober::new(Ground { source: &mut world, rules: rules() }, 1000, &mut scratch).unwrap();
    assert_eq!(prober.remaining(), 4 * 1000 + 65_536);
}

#[test]
fn rules_that_mean_nothing_are_refused_by_name() {
    let bad = [
        ("ground.max_slope_degrees", GroundRules { max_slope_degrees: f64::NAN, ..rules() }),
        ("ground.max_slope_degrees", GroundRules { max_slope_degrees: -1.0, ..rules() }),
        ("ground.range", GroundRules { range: (f64::NEG_INFINITY, 0.0), ..rules() }),
        ("ground.range", GroundRules { range: (5.0, 5.0), ..rules() }),
        ("ground.search_step", GroundRules { search_step: f64::NAN, ..rules() }),
    ];
    for (field, rules) in bad {
        let fault = probe(|_| Hit::Nothing, rules, &[DVec3::ZERO]).unwrap_err();
        assert_eq!(fault.kind, FaultKind::InvalidArgument);
        assert!(fault.text.contains(field), "{}", fault.text);
    }
}
