//! Goals of a translated army that cannot be stood on (F26, F27), against a resolver that asks one place at a time.

mod ground_worlds;

use glam::{DVec2, DVec3};
use ground_worlds::{World, level, rolling, rules};
use phalanx::formation::facing::Facing;
use phalanx::formation::fold_back::{FoldBackScratch, FoldBackTask, fold_back};
use phalanx::formation::output::Outcome;
use phalanx::formation::roster::StandingCircle;
use phalanx::ground::probe::{ProbeScratch, Prober};
use phalanx::ground::{Ground, GroundRules, Hit};
use phalanx::pace::{Pace, at_once};
use phalanx::parallel::Executor;
use proptest::prelude::*;

/// What a resolver made of an army.
#[derive(Debug, PartialEq)]
struct Resolved {
    goals: Vec<DVec3>,
    outcomes: Vec<Outcome>,
    anchor_valid: bool,
}

/// A layer of an army on its way.
#[derive(Clone, Debug)]
struct Army {
    center: DVec3,
    facing: Facing,
    goals: Vec<DVec3>,
    radius: Vec<f64>,
    standing: Vec<StandingCircle>,
}

impl Army {
    fn task(&self, rules: &GroundRules) -> FoldBackTask<'_> {
        FoldBackTask {
            anchor: self.center,
            facing: self.facing,
            search_step: rules.search_step,
            rings: rules.max_search_rings,
            agents: self.goals.len(),
            unit_scale: 1.0,
            standing: &self.standing,
        }
    }

    fn reach(&self) -> u64 {
        8 + (2.0 * (self.goals.len() as f64).sqrt()).ceil() as u64
    }

    /// The most batches that F27 allows.
    fn batch_bound(&self, rules: &GroundRules) -> u64 {
        let steps = |goal: &DVec3| (goal.truncate().distance(self.center.truncate()) / rules.search_step).ceil();
        let steps = self.goals.iter().map(steps).fold(1.0, f64::max);
        let ceil_log2 = |value: u64| u64::from((value - 1).checked_ilog2().map_or(0, |log| log + 1));
        6 + u64::from(rules.max_search_rings) + ceil_log2(steps as u64) + ceil_log2(self.reach())
    }
}

fn in_batches(army: &Army, rules: GroundRules, column: &(dyn Fn(DVec2) -> Hit + Sync)) -> (Resolved, u64, u64) {
    let mut world = World::new(column);
    let mut probes = ProbeScratch::default();
    let mut prober = Prober::new(Ground { source: &mut world, rules }, army.goals.len(), &mut probes).unwrap();
    let mut goals = army.goals.clone();
    let mut outcomes = vec![Outcome::Overflow; goals.len()];
    let mut scratch = FoldBackScratch::default();
    let anchor_valid = at_once(fold_back(
        &army.task(&rules),
        &army.radius,
        &mut goals,
        &mut outcomes,
        &mut prober,
        &Pace::straight(&Executor::Inline),
        &mut scratch,
    ))
    .unwrap();
    let (batches, asked) = (prober.batches(), prober.probes());
    assert_eq!(world.batches.len() as u64, batches);
    (Resolved { goals, outcomes, anchor_valid }, batches, asked)
}

/// F26 as it reads: one goal after another, one place after another.
struct OneByOne<'a> {
    army: &'a Army,
    rules: GroundRules,
    column: &'a (dyn Fn(DVec2) -> Hit + Sync),
    taken: Vec<(DVec2, f64)>,
}

impl OneByOne<'_> {
    fn height(&self, place: DVec2) -> Option<f64> {
        match (self.column)(place) {
            Hit::Ground { point, normal } if normal.normalize().z >= 0.5f64.sqrt() - 1e-6 => Some(point.z),
            _ => None,
        }
    }

    fn is_free(&self, place: DVec2, radius: f64) -> bool {
        self.taken.iter().all(|(other, wide)| {
            let least = (wide + radius) * (1.0 - 1e-4);
            other.distance_squared(place) >= least * least
        })
    }

    fn fits(&self, place: DVec2, radius: f64) -> Option<DVec3> {
        let height = self.height(place)?;
        self.is_free(place, radius).then_some(place.extend(height))
    }

    fn resolve(mut self) -> Resolved {
        let (mut goals, mut outcomes) = (self.army.goals.clone(), vec![Outcome::Placed; self.army.goals.len()]);
        let anchor = self.height(self.army.center.truncate());
        self.taken.extend(self.army.standing.iter().map(|circle| (circle.center, circle.radius)));
        let mut homeless = Vec::new();
        for (index, goal) in goals.iter_mut().enumerate() {
            match self.height(goal.truncate()) {
                Some(height) => {
                    goal.z = height;
                    self.taken.push((goal.truncate(), self.army.radius[index]));
                }
                None => homeless.push(index),
            }
        }
        let Some(anchor) = anchor else { return Resolved { goals, outcomes, anchor_valid: false } };
        homeless.sort_by(|a, b| self.army.radius[*b].partial_cmp(&self.army.radius[*a]).unwrap().then(a.cmp(b)));
        for index in homeless {
            let radius = self.army.radius[index];
            let goal = goals[index];
            (goals[index], outcomes[index]) = match self.search(goal, radius) {
                Some(place) => (place, Outcome::Relocated),
                None => (self.army.center.truncate().extend(anchor), Outcome::Stacked),
            };
            if outcomes[index] == Outcome::Relocated {
                self.taken.push((goals[index].truncate(), radius));
            }
        }
        Resolved { goals, outcomes, anchor_valid: true }
    }

    fn search(&self, goal: DVec3, radius: f64) -> Option<DVec3> {
        let (center, step) = (self.army.center, self.rules.search_step);
        let way = center - goal;
        let steps = (way.truncate().length() / step - 1e-6).ceil().max(1.0) as u64;
        let on_way = |number: u64| match number >= steps {
            true => center.truncate(),
            false => (goal + way * (number as f64 * step / way.truncate().length())).truncate(),
        };
        let void = matches!((self.column)(goal.truncate()), Hit::Nothing);
        if !void {
            for ring in 1..=self.rules.max_search_rings {
                for eighth in 0..8 {
                    let degrees = 45.0 * f64::from(eighth) + if ring % 2 == 1 { 22.5 } else { 0.0 };
                    let direction = phalanx::geometry::trigonometry::turned(self.army.facing.forward, degrees);
                    let found = self.fits(goal.truncate() + direction * (f64::from(ring) * step), radius);
                    if found.is_some() {
                        return found;
                    }
                }
            }
            if let Some(found) = (1..=steps).find_map(|number| self.fits(on_way(number), radius)) {
                return Some(found);
            }
        }
        let ashore = (1..=steps).find(|number| self.height(on_way(*number)).is_some()).unwrap();
        self.nearest_cell(on_way(ashore + 1), radius).or_else(|| self.nearest_cell(center.truncate(), radius))
    }

    /// All cells within reach, sorted.
    fn nearest_cell(&self, from: DVec2, radius: f64) -> Option<DVec3> {
        let (center, step, facing) = (self.army.center.truncate(), self.rules.search_step, self.army.facing);
        let quanta = |length: f64| (length * 256.0).round() as i64;
        let offset = from - center;
        let (x, y) = (quanta(offset.dot(facing.right)), quanta(-offset.dot(facing.forward)));
        let (reach, limit) = (self.army.reach() as i64 + 1, quanta(self.army.reach() as f64 * step));
        let near = |at: i64| (at as f64 / 256.0 / step).round() as i64;
        let mut cells = Vec::new();
        for row in near(y) - reach..=near(y) + reach {
            for column in near(x) - reach..=near(x) + reach {
                let (dx, dy) = (quanta(column as f64 * step) - x, quanta(row as f64 * step) - y);
                if dx * dx + dy * dy <= limit * limit {
                    cells.push((dx * dx + dy * dy, row, column));
                }
            }
        }
        cells.sort_unstable();
        cells.iter().find_map(|(_, row, column)| {
            let offset = facing.offset(DVec2::new(*column as f64 * step, -(*row as f64) * step));
            self.fits(center + offset, radius)
        })
    }
}

fn one_by_one(army: &Army, rules: GroundRules, column: &(dyn Fn(DVec2) -> Hit + Sync)) -> Resolved {
    OneByOne { army, rules, column, taken: Vec::new() }.resolve()
}

/// What must hold of any answer, whoever gave it.
fn check_rules(army: &Army, resolved: &Resolved, column: &(dyn Fn(DVec2) -> Hit + Sync)) {
    let oracle = OneByOne { army, rules: rules(), column, taken: Vec::new() };
    assert_eq!(resolved.goals.len(), army.goals.len());
    for (index, goal) in resolved.goals.iter().enumerate() {
        assert_eq!(oracle.height(goal.truncate()), Some(goal.z), "goal {index} stands on its ground");
        match resolved.outcomes[index] {
            Outcome::Placed => assert_eq!(goal.truncate(), army.goals[index].truncate()),
            Outcome::Stacked => assert_eq!(goal.truncate(), army.center.truncate()),
            Outcome::Relocated => {
                for (other, place) in resolved.goals.iter().enumerate() {
                    if other != index && resolved.outcomes[other] != Outcome::Stacked {
                        let least = (army.radius[index] + army.radius[other]) * 0.9998;
                        assert!(place.truncate().distance(goal.truncate()) >= least, "{index} and {other} overlap");
                    }
                }
            }
            other => panic!("{other:?}"),
        }
    }
}

/// A thing in the way, in world coordinates.
#[derive(Clone, Debug)]
enum Feature {
    /// Everything beyond a line is missing: a cliff or a coast.
    Cliff { normal: DVec2, distance: f64 },
    /// A round lake without a floor.
    Hole { at: DVec2, radius: f64 },
    /// A wall.
    Wall { from: DVec2, along: DVec2, length: f64, width: f64 },
    /// A round hill too steep to stand on.
    Scree { at: DVec2, radius: f64 },
    /// A wood: an obstacle every few steps.
    Wood { at: DVec2, radius: f64, pitch: f64 },
}

impl Feature {
    fn hit(&self, at: DVec2) -> Option<Hit> {
        match *self {
            Self::Cliff { normal, distance } => (at.dot(normal) > distance).then_some(Hit::Nothing),
            Self::Hole { at: hole, radius } => (at.distance(hole) < radius).then_some(Hit::Nothing),
            Self::Wall { from, along, length, width } => {
                let offset = at - from;
                let inside = (0.0..length).contains(&offset.dot(along)) && offset.perp_dot(along).abs() < width;
                inside.then_some(Hit::Obstacle)
            }
            Self::Scree { at: hill, radius } => (at.distance(hill) < radius)
                .then(|| Hit::Ground { point: at.extend(5.0), normal: DVec3::new(2.0, 0.0, 1.0) }),
            Self::Wood { at: wood, radius, pitch } => {
                let trunk = (at / pitch).round() * pitch;
                (at.distance(wood) < radius && at.distance(trunk) < 0.4 * pitch).then_some(Hit::Obstacle)
            }
        }
    }
}

fn feature() -> impl Strategy<Value = Feature> {
    let place = || (-1500.0..1500.0f64, -1500.0..1500.0f64).prop_map(DVec2::from);
    let bearing = || (0.0..std::f64::consts::TAU).prop_map(DVec2::from_angle);
    prop_oneof![
        (bearing(), 30.0..1200.0f64).prop_map(|(normal, distance)| Feature::Cliff { normal, distance }),
        (place(), 50.0..900.0f64).prop_map(|(at, radius)| Feature::Hole { at, radius }),
        (place(), bearing(), 100.0..2000.0f64, 20.0..300.0f64).prop_map(|(from, along, length, width)| Feature::Wall {
            from,
            along,
            length,
            width
        }),
        (place(), 50.0..700.0f64).prop_map(|(at, radius)| Feature::Scree { at, radius }),
        (place(), 200.0..1500.0f64, 60.0..250.0f64).prop_map(|(at, radius, pitch)| Feature::Wood { at, radius, pitch }),
    ]
}

fn land(features: Vec<Feature>, clearing: f64) -> impl Fn(DVec2) -> Hit + Sync {
    move |at| {
        let free = || level(at, rolling(at));
        if at.length() <= clearing {
            free()
        } else {
            features.iter().find_map(|feature| feature.hit(at)).unwrap_or_else(free)
        }
    }
}

fn army(most: usize) -> impl Strategy<Value = Army> {
    let radius = prop_oneof![4 => Just(40.0), 1 => Just(80.0), 1 => Just(160.0), 1 => 0.0..120.0f64];
    let goal = (-1500.0..1500.0f64, -1500.0..1500.0f64);
    let direction = prop_oneof![Just(DVec2::X), (0.0..6.0f64).prop_map(DVec2::from_angle)];
    let standing = prop::collection::vec((-1000.0..1000.0f64, -1000.0..1000.0f64, 10.0..300.0f64), 0..3);
    (prop::collection::vec((goal, radius), 1..most), direction, standing).prop_map(|(members, direction, standing)| {
        Army {
            center: DVec3::ZERO,
            facing: Facing::new(direction, DVec2::ZERO).0,
            goals: members.iter().map(|((x, y), _)| DVec3::new(*x, *y, 0.0)).collect(),
            radius: members.iter().map(|(_, radius)| *radius).collect(),
            standing: standing
                .iter()
                .map(|(x, y, radius)| StandingCircle { center: DVec2::new(*x, *y), radius: *radius })
                .collect(),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn batches_give_what_one_place_at_a_time_gives(
        army in army(60),
        features in prop::collection::vec(feature(), 0..6),
        clearing in 1.0..500.0f64,
        rings in 0u32..9,
        step in prop_oneof![Just(100.0), Just(37.5), Just(220.0)],
    ) {
        let rules = GroundRules { max_search_rings: rings, search_step: step, max_probes: 1_000_000, ..rules() };
        let column = land(features, clearing);
        let (resolved, batches, _) = in_batches(&army, rules, &column);
        check_rules(&army, &resolved, &column);
        prop_assert_eq!(&resolved, &one_by_one(&army, rules, &column));
        prop_assert!(batches <= army.batch_bound(&rules), "{} batches", batches);
    }
}

/// `side` by `side` agents at a pitch, around a place.
fn block(side: i32, pitch: f64, around: DVec2) -> Army {
    let middle = 0.5 * f64::from(side - 1);
    let place = |index: i32| DVec2::new(f64::from(index / side) - middle, f64::from(index % side) - middle) * pitch;
    Army {
        center: around.extend(0.0),
        facing: Facing::new(DVec2::X, DVec2::ZERO).0,
        goals: (0..side * side).map(|index| (around + place(index)).extend(0.0)).collect(),
        radius: (0..side * side).map(|index| if index % 7 == 0 { 80.0 } else { 40.0 }).collect(),
        standing: Vec::new(),
    }
}

type Column = Box<dyn Fn(DVec2) -> Hit + Sync>;

/// Worlds in which many goals fight for the same places.
fn crowded_worlds() -> Vec<(&'static str, Column)> {
    let ground = |at: DVec2| level(at, rolling(at));
    let nothing = |_: DVec2| Hit::Nothing;
    vec![
        ("a cliff through the middle", Box::new(move |at: DVec2| if at.x > 10.0 { nothing(at) } else { ground(at) })),
        (
            "an island of radius 900",
            Box::new(move |at: DVec2| if at.length() > 900.0 { nothing(at) } else { ground(at) }),
        ),
        ("a causeway", Box::new(move |at: DVec2| if at.y.abs() > 150.0 { nothing(at) } else { ground(at) })),
        ("a rock beside the center", {
            Box::new(move |at: DVec2| if at.x > 10.0 && at.y.abs() < 3000.0 { Hit::Obstacle } else { ground(at) })
        }),
        ("a wood all around", {
            Box::new(move |at: DVec2| {
                let trunk = (at / 240.0).round() * 240.0;
                if at.length() > 60.0 && at.distance(trunk) < 110.0 { Hit::Obstacle } else { ground(at) }
            })
        }),
        ("stepping stones", {
            Box::new(move |at: DVec2| {
                let stone = (at / 500.0).round() * 500.0;
                if at.distance(stone) > 90.0 { nothing(at) } else { ground(at) }
            })
        }),
        (
            "one place in the world",
            Box::new(move |at: DVec2| if at.length() > 30.0 { nothing(at) } else { ground(at) }),
        ),
    ]
}

#[test]
fn a_crowd_gets_what_one_place_at_a_time_gives() {
    for (name, column) in crowded_worlds() {
        for side in [2, 9, 17] {
            let army = block(side, 100.0, DVec2::ZERO);
            let rules = GroundRules { max_probes: 10_000_000, ..rules() };
            let (resolved, batches, _) = in_batches(&army, rules, &column);
            check_rules(&army, &resolved, &column);
            assert!(resolved == one_by_one(&army, rules, &column), "{name}, side {side}");
            assert!(batches <= army.batch_bound(&rules), "{name}, side {side}: {batches}");
        }
    }
}

#[test]
fn the_number_of_batches_stays_within_its_bound_for_thousands() {
    for (name, column) in crowded_worlds() {
        let army = block(60, 100.0, DVec2::ZERO);
        let (resolved, batches, probes) = in_batches(&army, rules(), &column);
        check_rules(&army, &resolved, &column);
        let stacked = resolved.outcomes.iter().filter(|outcome| **outcome == Outcome::Stacked).count();
        assert!(batches <= army.batch_bound(&rules()), "{name}: {batches}");
        assert!(probes <= 4 * 3600 + 65_536);
        if name == "a cliff through the middle" {
            assert_eq!(stacked, 0, "there is room and the budget reaches for it");
        }
    }
}

#[test]
fn goals_beyond_the_budget_of_probes_are_stacked_at_the_anchor() {
    let column = |at: DVec2| if at.x > 10.0 { Hit::Nothing } else { level(at, rolling(at)) };
    let army = block(10, 100.0, DVec2::ZERO);
    for max_probes in [1, 50, 101, 110, 200] {
        let rules = GroundRules { max_probes, ..rules() };
        let (resolved, _, probes) = in_batches(&army, rules, &column);
        check_rules(&army, &resolved, &column);
        assert!(probes <= max_probes);
        let stacked = resolved.outcomes.iter().filter(|outcome| **outcome == Outcome::Stacked).count();
        let unasked = 101_usize.saturating_sub(max_probes as usize);
        assert!(stacked >= unasked.max(1), "{max_probes}: {stacked}");
    }
}

#[test]
fn an_anchor_that_cannot_be_stood_on_moves_nobody() {
    for hit in [Hit::Nothing, Hit::Obstacle] {
        let column = move |at: DVec2| if at.x > -100.0 { hit } else { level(at, 12.0) };
        let army = block(4, 100.0, DVec2::ZERO);
        let (resolved, batches, _) = in_batches(&army, rules(), &column);
        assert!(!resolved.anchor_valid);
        assert_eq!(batches, 1);
        assert_eq!(resolved.outcomes, [Outcome::Placed; 16]);
        for (goal, before) in resolved.goals.iter().zip(&army.goals) {
            assert_eq!(goal.truncate(), before.truncate());
            assert_eq!(goal.z, if goal.x < -100.0 { 12.0 } else { 0.0 });
        }
    }
}

#[test]
fn a_blocked_goal_goes_to_the_first_place_of_the_first_ring_clockwise_from_the_front() {
    let army = Army { goals: vec![DVec3::new(1000.0, 0.0, 0.0)], radius: vec![40.0], ..block(1, 100.0, DVec2::ZERO) };
    let rock = |at: DVec2| if at.distance(DVec2::new(1000.0, 0.0)) < 50.0 { Hit::Obstacle } else { level(at, 0.0) };
    let (resolved, batches, probes) = in_batches(&army, rules(), &rock);
    // Facing +X, 22.5 degrees towards +Y.
    let expected = DVec2::new(1000.0, 0.0) + 100.0 * DVec2::from_angle(22.5f64.to_radians());
    assert!(resolved.goals[0].truncate().distance(expected) < 1e-9, "{}", resolved.goals[0]);
    assert_eq!((batches, probes), (2, 10));
}

#[test]
fn a_relocated_goal_keeps_clear_of_standing_circles() {
    let mut army = block(6, 100.0, DVec2::ZERO);
    army.standing.push(StandingCircle { center: DVec2::new(-300.0, 0.0), radius: 250.0 });
    army.standing.push(StandingCircle { center: DVec2::new(f64::NAN, 0.0), radius: 250.0 });
    let column = |at: DVec2| if at.x > 10.0 { Hit::Nothing } else { level(at, rolling(at)) };
    let (resolved, ..) = in_batches(&army, rules(), &column);
    check_rules(&army, &resolved, &column);
    let mut moved = 0;
    for (index, goal) in resolved.goals.iter().enumerate() {
        if resolved.outcomes[index] == Outcome::Relocated {
            moved += 1;
            assert!(goal.truncate().distance(DVec2::new(-300.0, 0.0)) >= (250.0 + army.radius[index]) * 0.9999);
        }
    }
    assert_eq!(moved, 18);
}

#[test]
fn a_step_of_any_size_ends_in_bounded_time() {
    let column = |at: DVec2| if at.x > 10.0 { Hit::Nothing } else { level(at, 0.0) };
    let army = block(5, 100.0, DVec2::ZERO);
    for search_step in [1e-300, 1e-3, 1e9, 1e300] {
        let rules = GroundRules { search_step, ..rules() };
        let (resolved, ..) = in_batches(&army, rules, &column);
        assert!(resolved.anchor_valid);
        check_rules(&army, &resolved, &column);
    }
}

#[test]
fn an_order_far_from_the_origin_is_resolved_like_one_at_it() {
    let far = DVec2::new(1048576.0, -2097152.0);
    let column = |at: DVec2| if at.x > 10.0 { Hit::Nothing } else { level(at, 3.0) };
    let near = in_batches(&block(9, 100.0, DVec2::ZERO), rules(), &column).0;
    let away = in_batches(&block(9, 100.0, far), rules(), &|at| column(at - far)).0;
    assert_eq!(near.outcomes, away.outcomes);
    for (near, away) in near.goals.iter().zip(&away.goals) {
        assert!((*near + far.extend(0.0)).distance(*away) < 1e-6);
    }
}

#[test]
fn goals_that_displace_one_another_in_long_chains_need_no_more_batches() {
    // A thick wood under a loose army of many sizes: each claim takes the next goal's place away.
    let (_, column) = crowded_worlds().remove(4);
    for (side, rings) in [(9, 2), (17, 0), (17, 1), (17, 2)] {
        let mut army = block(side, 170.0, DVec2::ZERO);
        army.radius.iter_mut().enumerate().for_each(|(index, radius)| *radius = 20.0 + (index * 37 % 101) as f64);
        let rules = GroundRules { max_probes: 1_000_000, max_search_rings: rings, ..rules() };
        let (resolved, batches, _) = in_batches(&army, rules, &column);
        assert!(batches <= army.batch_bound(&rules), "side {side}, {rings} rings: {batches}");
        assert!(resolved == one_by_one(&army, rules, &column), "side {side}, {rings} rings");
    }
}
