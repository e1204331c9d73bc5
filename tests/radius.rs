//! Body radii (F9) and unusable ones (F5).

use glam::{DQuat, DVec3};
use phalanx::formation::radius::{Capsules, RadiusRules, RadiusSource, body_radii, usable_radius};
use phalanx::geometry::frame::Frame;
use phalanx::parallel::Executor;
use proptest::prelude::*;

const RULES: RadiusRules =
    RadiusRules { source: RadiusSource::Collider, size_multiplier: 1.0, unit_scale: 1.0, frame: Frame::UNREAL };

fn radii(count: usize, capsules: Capsules, rules: &RadiusRules) -> (Vec<f64>, Vec<bool>) {
    let (mut radii, mut bad) = (vec![7.0; count], vec![true; count]);
    body_radii(capsules, rules, &Executor::Inline, &mut radii, &mut bad);
    (radii, bad)
}

fn radius(capsules: Capsules, rules: &RadiusRules) -> f64 {
    let (radii, bad) = radii(1, capsules, rules);
    assert!(!bad[0]);
    radii[0]
}

fn turn(axis: DVec3, degrees: f64) -> [f64; 4] {
    DQuat::from_axis_angle(axis, degrees.to_radians()).to_array()
}

#[test]
fn an_upright_capsule_is_as_wide_as_its_caps() {
    let capsule = Capsules { heights: &[100.0], radii: &[30.0], ..Default::default() };
    assert_eq!(radius(capsule, &RULES), 30.0);
    let heading = [turn(DVec3::Z, 77.0)];
    assert_eq!(radius(Capsules { rotations: &heading, ..capsule }, &RULES), 30.0, "a heading is no tilt");
}

#[test]
fn a_lying_capsule_is_half_its_shaft_longer() {
    let lying = [turn(DVec3::X, 90.0)];
    let capsule = Capsules { heights: &[100.0], radii: &[30.0], rotations: &lying, ..Default::default() };
    assert!((radius(capsule, &RULES) - 80.0).abs() < 1e-9);
}

#[test]
fn scale_widens_both_and_the_collider_multiplier_only_the_caps() {
    let lying = [turn(DVec3::Y, 90.0)];
    let capsule = Capsules {
        heights: &[100.0],
        radii: &[30.0],
        scales: &[2.0],
        collider_multipliers: &[1.5],
        collider_rotations: &lying,
        ..Default::default()
    };
    assert!((radius(capsule, &RULES) - (100.0 + 90.0)).abs() < 1e-9);
}

#[test]
fn the_collider_turns_within_the_agent() {
    let half = turn(DVec3::X, 45.0);
    let half_then_heading = (DQuat::from_rotation_z(90_f64.to_radians()) * DQuat::from_array(half)).to_array();
    let capsule = Capsules { heights: &[100.0], radii: &[30.0], ..Default::default() };
    // Twice 45° about the same axis: lying. The other way round the heading comes between, and 60° are left.
    let inner = Capsules { collider_rotations: &[half], rotations: &[half_then_heading], ..capsule };
    assert!((radius(inner, &RULES) - 80.0).abs() < 1e-9);
    let outer = Capsules { collider_rotations: &[half_then_heading], rotations: &[half], ..capsule };
    assert!((radius(outer, &RULES) - (50.0 * 0.75_f64.sqrt() + 30.0)).abs() < 1e-9);
}

#[test]
fn the_longer_axis_of_the_avoidance_ellipse_counts_in_that_mode_only() {
    let capsule = Capsules { radii: &[30.0], avoidance_multipliers: &[[0.5, 2.0]], ..Default::default() };
    assert_eq!(radius(capsule, &RULES), 30.0);
    let rules = RadiusRules { source: RadiusSource::Avoidance, size_multiplier: 3.0, ..RULES };
    assert_eq!(radius(capsule, &rules), 180.0);
    assert_eq!(radius(Capsules { avoidance_multipliers: &[[2.0, 0.5]], ..capsule }, &rules), 180.0);
}

#[test]
fn an_agent_without_a_collider_has_the_default_radius() {
    let rules =
        RadiusRules { source: RadiusSource::Avoidance, size_multiplier: 2.0, unit_scale: 0.01, frame: Frame::UNITY };
    let scaled = Capsules { scales: &[3.0], avoidance_multipliers: &[[1.5, 1.0]], ..Default::default() };
    let expected = 34.0 * 0.01 * 3.0 * 1.5 * 2.0;
    assert!((radius(scaled, &rules) - expected).abs() < 1e-12, "no radius given");
    let denied = Capsules { radii: &[9.0], heights: &[9.0], has_collider: &[0], ..scaled };
    assert!((radius(denied, &rules) - expected).abs() < 1e-12, "a radius given, but no collider");
}

#[test]
fn slices_that_are_too_short_leave_the_rest_at_the_defaults() {
    let capsules = Capsules { radii: &[10.0, 20.0], scales: &[2.0], ..Default::default() };
    assert_eq!(radii(3, capsules, &RULES).0, [20.0, 20.0, 34.0]);
}

#[test]
fn an_unusable_radius_is_zero_and_flagged() {
    let capsules = Capsules { radii: &[-1.0, f64::NAN, f64::INFINITY, 5.0, 0.0], ..Default::default() };
    let expected = (vec![0.0, 0.0, 0.0, 5.0, 0.0], vec![true, true, true, false, false]);
    assert_eq!(radii(5, capsules, &RULES), expected);
    let twisted = [[f64::NAN, 0.0, 0.0, 1.0]];
    let capsules = Capsules { heights: &[1.0], radii: &[5.0], rotations: &twisted, ..Default::default() };
    assert_eq!(radii(1, capsules, &RULES), (vec![0.0], vec![true]));
    let avoidance = RadiusRules { source: RadiusSource::Avoidance, ..RULES };
    for half in [[f64::NAN, 1.0], [1.0, f64::NAN]] {
        let capsules = Capsules { radii: &[5.0], avoidance_multipliers: &[half], ..Default::default() };
        assert_eq!(radii(1, capsules, &avoidance), (vec![0.0], vec![true]));
    }
    assert!(usable_radius(-0.0).0.is_sign_positive());
}

#[test]
fn a_quaternion_of_zeroes_turns_nothing() {
    let capsule = Capsules { heights: &[100.0], radii: &[30.0], rotations: &[[0.0; 4]], ..Default::default() };
    assert_eq!(radius(capsule, &RULES), 30.0);
}

#[test]
fn unity_capsules_stand_along_y() {
    let unity = RadiusRules { frame: Frame::UNITY, ..RULES };
    let capsule = Capsules { heights: &[100.0], radii: &[30.0], ..Default::default() };
    assert_eq!(radius(Capsules { rotations: &[turn(DVec3::Y, 50.0)], ..capsule }, &unity), 30.0);
    assert!((radius(Capsules { rotations: &[turn(DVec3::X, 90.0)], ..capsule }, &unity) - 80.0).abs() < 1e-9);
}

proptest! {
    #[test]
    fn any_number_of_threads_gives_each_agent_the_bits_it_has_alone(count in 250_usize..1500, seed in any::<u32>()) {
        let noise = |agent: usize, salt: u32| {
            f64::from((agent as u32 ^ seed).wrapping_mul(2_654_435_761).wrapping_add(salt.wrapping_mul(40_503)) >> 8) / 65536.0
        };
        let column = |salt| (0..count).map(|agent| noise(agent, salt)).collect::<Vec<_>>();
        let turns = |salt| (0..count).map(|agent| [0_u32, 1, 2, 3].map(|part| noise(agent, salt + part) - 100.0)).collect::<Vec<_>>();
        let (heights, caps, scales, rotations, colliders) = (column(1), column(2), column(3), turns(4), turns(9));
        let capsules = Capsules {
            heights: &heights,
            radii: &caps,
            scales: &scales,
            rotations: &rotations,
            collider_rotations: &colliders,
            ..Default::default()
        };
        let alone = |agent: usize| {
            let one = Capsules {
                heights: &heights[agent..],
                radii: &caps[agent..],
                scales: &scales[agent..],
                rotations: &rotations[agent..],
                collider_rotations: &colliders[agent..],
                ..Default::default()
            };
            radius(one, &RULES)
        };
        let expected = ((0..count).map(alone).collect::<Vec<_>>(), vec![false; count]);
        for threads in [1, 2, 4] {
            let executor = Executor::with_threads(threads).unwrap();
            let (mut radii, mut bad) = (vec![0.0; count], vec![true; count]);
            body_radii(capsules, &RULES, &executor, &mut radii, &mut bad);
            prop_assert_eq!(&radii, &expected.0);
            prop_assert_eq!(&bad, &expected.1);
        }
    }

    #[test]
    fn tilt_agrees_with_a_rotation_matrix(agent in prop::array::uniform4(-1.0..1.0_f64), collider in prop::array::uniform4(-1.0..1.0_f64)) {
        let [agent_turn, collider_turn] = [agent, collider].map(|parts| DQuat::from_array(parts).normalize());
        prop_assume!(agent_turn.is_finite() && collider_turn.is_finite());
        let shaft = (agent_turn * collider_turn).mul_vec3(DVec3::Z);
        let capsule = Capsules {
            heights: &[200.0],
            radii: &[1.0],
            rotations: &[agent],
            collider_rotations: &[collider],
            ..Default::default()
        };
        prop_assert!((radius(capsule, &RULES) - (100.0 * shaft.truncate().length() + 1.0)).abs() < 1e-6);
    }
}
