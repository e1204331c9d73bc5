//! Slots of a lattice on real ground: dropped, regrown, jittered, kept clear of other squads (F21, F24, F25, F27, F39).

mod ground_worlds;

use glam::{DVec2, DVec3};
use ground_worlds::grid_lattice::GridLattice;
use ground_worlds::{World, level, order, rolling, rules};
use phalanx::formation::facing::Facing;
use phalanx::formation::order::{Order, Sizing};
use phalanx::formation::output::Report;
use phalanx::formation::roster::StandingCircle;
use phalanx::formation::slots_on_ground::{SlotRequest, SlotUse, SlotsOnGround};
use phalanx::formation::validate::{SlotState, ValidateScratch, validate};
use phalanx::ground::probe::{ProbeScratch, Prober};
use phalanx::ground::{Ground, GroundRules, Hit};
use phalanx::pace::{Pace, at_once};
use phalanx::parallel::Executor;
use proptest::prelude::*;

const GRID: GridLattice = GridLattice { width: 3, height: 3, pitch: 100.0 };

/// Who is to be served.
#[derive(Clone, Copy)]
struct Layers {
    ground: bool,
    air: bool,
}

const GROUND: Layers = Layers { ground: true, air: false };
const MIXED: Layers = Layers { ground: true, air: true };
const AIR: Layers = Layers { ground: false, air: true };

struct Call<'a> {
    order: Order<'static>,
    lattice: GridLattice,
    target: usize,
    layers: Layers,
    standing: &'a [StandingCircle],
    rules: GroundRules,
}

impl Call<'_> {
    fn new(center: DVec2, lattice: GridLattice) -> Self {
        let target = (lattice.width * lattice.height) as usize;
        Self { order: order(center.extend(0.0)), lattice, target, layers: GROUND, standing: &[], rules: rules() }
    }

    fn request(&self) -> SlotRequest<'_> {
        SlotRequest {
            order: &self.order,
            facing: Facing::new(self.order.direction, DVec2::ZERO).0,
            lattice: &self.lattice,
            target: self.target,
            ground_layer: self.layers.ground,
            air_layer: self.layers.air,
            standing: self.standing,
            widest: 160.0,
        }
    }

    /// Slots, report, rays per batch.
    fn on(&self, column: impl Fn(DVec2) -> Hit + Send) -> (SlotsOnGround, Report, Vec<usize>) {
        let mut world = World::new(column);
        let mut probes = ProbeScratch::default();
        let (mut slots, mut report) = (SlotsOnGround::default(), Report::default());
        let mut prober =
            Prober::new(Ground { source: &mut world, rules: self.rules }, self.target, &mut probes).unwrap();
        at_once(slots.lay_out(&self.request(), Some(&mut prober), &Pace::straight(&Executor::Inline), &mut report))
            .unwrap();
        (slots, report, world.batches)
    }

    fn without_ground(&self) -> (SlotsOnGround, Report) {
        let (mut slots, mut report) = (SlotsOnGround::default(), Report::default());
        at_once(slots.lay_out(&self.request(), None, &Pace::straight(&Executor::Inline), &mut report)).unwrap();
        (slots, report)
    }
}

fn places(slots: &SlotsOnGround) -> impl Iterator<Item = DVec3> {
    (0..slots.len()).map(|slot| slots.place(slot))
}

fn open(slots: &SlotsOnGround) -> Vec<DVec3> {
    let usable = |slot: &usize| slots.usage[*slot] == SlotUse::Open;
    (0..slots.len()).filter(usable).map(|slot| slots.place(slot)).collect()
}

fn plain(at: DVec2) -> Hit {
    level(at, rolling(at))
}

#[test]
fn slots_stand_on_the_lattice_at_the_height_of_the_ground() {
    let (slots, report, batches) = Call::new(DVec2::new(1000.0, 500.0), GRID).on(plain);
    assert_eq!(batches, [9]);
    assert_eq!((report.slots_made, report.slots_dropped, report.slots_grown), (9, 0, 0));
    // Facing +X: the front left is ahead and at lower y.
    assert_eq!(slots.place(0).truncate(), DVec2::new(1100.0, 400.0));
    for (slot, place) in places(&slots).enumerate() {
        assert_eq!(place.z, rolling(place.truncate()));
        assert_eq!(place.truncate(), DVec2::new(1000.0, 500.0) + slots.offset(slot));
    }
    assert_eq!(slots.ring, [1, 1, 1, 1, 0, 1, 1, 1, 1]);
}

#[test]
fn without_ground_every_slot_stands_at_the_height_of_the_center() {
    let mut call = Call::new(DVec2::ZERO, GRID);
    call.order.center.z = 77.0;
    let (slots, _) = call.without_ground();
    assert!(places(&slots).all(|place| place.z == 77.0));
    assert_eq!(slots.usage, [SlotUse::Open; 9]);
}

#[test]
fn growth_at_the_corner_of_the_world_finds_the_open_sides() {
    let inside = |at: DVec2| at.min_element() >= 0.0 && at.max_element() <= 5000.0;
    let call = Call::new(DVec2::new(4990.0, 4990.0), GRID);
    let (slots, report, batches) = call.on(|at| if inside(at) { plain(at) } else { Hit::Nothing });
    let open = open(&slots);
    assert!(open.len() >= 9, "{open:?}");
    assert!(open.iter().all(|place| inside(place.truncate())), "{open:?}");
    assert!(open.len() < 30 && open.iter().all(|place| place.x > 4000.0 && place.y > 4000.0), "{open:?}");
    assert!(batches.len() <= 9);
    assert_eq!(report.slots_grown as usize, slots.len() - 9);
    assert_eq!(report.slots_dropped as usize, slots.len() - open.len());
}

#[test]
fn a_side_that_yielded_nothing_in_two_rounds_is_left_alone() {
    let inside = |at: DVec2| at.min_element() >= 0.0 && at.max_element() <= 5000.0;
    let mut call = Call::new(DVec2::new(4990.0, 4990.0), GRID);
    call.target = 400;
    let (slots, ..) = call.on(|at| if inside(at) { plain(at) } else { Hit::Nothing });
    assert!(open(&slots).len() >= 400);
    // Facing +X, the right and the front lie outside.
    assert_eq!(slots.growth.barren_rounds, [0, 2, 2, 0]);
}

#[test]
fn on_a_disc_of_ground_every_slot_that_is_left_stands_on_it_and_the_rounds_end() {
    let on_disc = |at: DVec2| at.length() <= 300.0;
    let lattice = GridLattice { width: 8, height: 5, pitch: 100.0 };
    for offset in [0.0, 30.0] {
        let mut call = Call::new(DVec2::ZERO, GridLattice { ..lattice });
        call.order.offset = offset;
        let (slots, report, batches) = call.on(|at| if on_disc(at) { plain(at) } else { Hit::Obstacle });
        assert!(open(&slots).iter().all(|place| on_disc(place.truncate())));
        assert!((20..40).contains(&open(&slots).len()));
        assert!(batches.len() <= 2 + 2 * 8);
        assert_eq!(report.slots_made, 40);
        let numbers: Vec<f64> = slots.sheet.local.iter().flat_map(|place| place.to_array()).collect();
        assert!(numbers.iter().all(|number| number.is_finite()));
    }
}

#[test]
fn a_lattice_call_needs_two_batches_and_two_per_round_of_growth_at_most() {
    // Every column costs its neighbours: one slot in five can be used, whatever the round.
    let sparse = |at: DVec2| {
        let (x, y) = ((at.x / 100.0).round() as i64, (at.y / 100.0).round() as i64);
        if (x + 2 * y).rem_euclid(25) == 0 { plain(at) } else { Hit::Nothing }
    };
    let mut most = 0;
    for offset in [0.0, 10.0] {
        let mut call = Call::new(DVec2::ZERO, GridLattice { width: 5, height: 5, pitch: 100.0 });
        call.order.offset = offset;
        call.target = 400;
        let (_, report, batches) = call.on(sparse);
        assert!(report.slots_grown > 0);
        assert!(batches.len() <= if offset > 0.0 { 18 } else { 9 }, "{batches:?}");
        most = most.max(batches.len());
    }
    assert_eq!(most, 18);
}

#[test]
fn a_round_asks_for_the_shortfall_over_the_last_rounds_survivors_and_at_most_four_times_as_much() {
    // Of the first layout nothing is left: four times the shortfall, in whole edges.
    let call = Call::new(DVec2::ZERO, GRID);
    let (_, _, batches) = call.on(|at| if at.length() > 400.0 { plain(at) } else { Hit::Nothing });
    assert!((36..36 + 12).contains(&batches[1]), "{batches:?}");
    // Of the first layout one in three is left: three times six, and no more than an edge beyond.
    let (_, _, batches) = call.on(|at| if at.x.abs() < 50.0 { plain(at) } else { Hit::Nothing });
    assert!((18..18 + 7).contains(&batches[1]), "{batches:?}");
}

#[test]
fn a_fixed_lattice_grows_only_where_the_order_says_so() {
    let mut call = Call::new(DVec2::ZERO, GRID);
    call.order.sizing = Sizing::Fixed;
    let half = |at: DVec2| if at.x > 50.0 { Hit::Nothing } else { plain(at) };
    assert_eq!(open(&call.on(half).0).len(), 6);
    call.order.grow_fixed = true;
    assert!(open(&call.on(half).0).len() >= 9);
}

#[test]
fn an_army_in_the_air_probes_nothing_and_loses_no_slot() {
    let standing = [StandingCircle { center: DVec2::ZERO, radius: 500.0 }];
    let mut call = Call::new(DVec2::ZERO, GRID);
    (call.layers, call.standing) = (AIR, &standing);
    let (slots, report, batches) = call.on(|_| Hit::Nothing);
    assert!(batches.is_empty());
    assert_eq!((slots.len(), report.slots_dropped), (9, 0));
    assert_eq!(slots.usage, [SlotUse::Open; 9]);
}

#[test]
fn slots_beyond_the_budget_of_probes_are_not_used() {
    let mut call = Call::new(DVec2::ZERO, GRID);
    call.rules.max_probes = 7;
    let (slots, report, batches) = call.on(plain);
    assert_eq!(batches, [7]);
    assert_eq!((open(&slots).len(), report.slots_dropped, report.slots_grown), (7, 2, 0));
}

#[test]
fn a_slot_nearer_to_a_standing_circle_than_half_a_pitch_is_dropped_and_regrown() {
    let standing = [
        StandingCircle { center: DVec2::new(130.0, 20.0), radius: 90.0 },
        StandingCircle { center: DVec2::new(f64::NAN, 0.0), radius: 90.0 },
        StandingCircle { center: DVec2::new(-100.0, -150.0), radius: 0.0 },
    ];
    for (layers, taken) in [(GROUND, SlotUse::Dropped), (MIXED, SlotUse::AirOnly)] {
        for with_ground in [false, true] {
            let mut call = Call::new(DVec2::ZERO, GridLattice { width: 7, height: 7, pitch: 100.0 });
            (call.layers, call.standing) = (layers, &standing);
            let slots = if with_ground { call.on(plain).0 } else { call.without_ground().0 };
            for (slot, place) in places(&slots).enumerate() {
                let edge = |circle: &StandingCircle| circle.center.distance(place.truncate()) - circle.radius;
                let nearest = edge(&standing[0]).min(edge(&standing[2]));
                let expected = if nearest < 50.0 { taken } else { SlotUse::Open };
                assert_eq!(slots.usage[slot], expected, "{place}");
                let room = slots.room[slot];
                assert!(if nearest <= 160.0 { room == nearest } else { room >= 160.0 }, "{place}: {room}, {nearest}");
            }
            assert!(slots.usage.contains(&taken));
            assert!(open(&slots).len() >= 49);
        }
    }
}

#[test]
fn a_slot_of_a_mixed_army_that_cannot_be_stood_on_is_dropped_for_all() {
    let standing = [StandingCircle { center: DVec2::ZERO, radius: 20.0 }];
    let mut call = Call::new(DVec2::ZERO, GRID);
    (call.layers, call.standing) = (MIXED, &standing);
    let (slots, ..) = call.on(|at| if at.length() < 60.0 { Hit::Obstacle } else { plain(at) });
    assert_eq!(slots.usage[4], SlotUse::Dropped);
}

fn jittered(call: &Call, column: impl Fn(DVec2) -> Hit + Send) -> (SlotsOnGround, Vec<DVec2>) {
    let (slots, ..) = call.on(column);
    let facing = Facing::new(call.order.direction, DVec2::ZERO).0;
    let by = (0..slots.len()).map(|slot| slots.offset(slot) - facing.offset(slots.sheet.local[slot])).collect();
    (slots, by)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn jitter_has_the_length_of_the_offset_and_does_not_depend_on_drops_growth_place_or_facing(
        offset in 0.5..45.0f64,
        hole in (-400.0..400.0f64, -400.0..400.0f64).prop_map(DVec2::from),
        bearing in 0.0..6.0f64,
        center in (-1e5..1e5f64, -1e5..1e5f64).prop_map(DVec2::from),
    ) {
        let lattice = || GridLattice { width: 8, height: 6, pitch: 100.0 };
        let mut call = Call::new(DVec2::ZERO, lattice());
        call.order.offset = offset;
        let (whole, expected) = jittered(&call, plain);
        for by in &expected {
            prop_assert!((by.length() - offset).abs() < 1e-9);
        }
        for (slot, place) in places(&whole).enumerate() {
            prop_assert_eq!(place.z, rolling(whole.offset(slot)));
        }
        let in_hole = |at: DVec2| at.distance(hole) < 150.0;
        let (holed, by) = jittered(&call, |at| if in_hole(at) { Hit::Nothing } else { plain(at) });
        for (slot, by) in by.iter().enumerate() {
            let local = Facing::new(DVec2::X, DVec2::ZERO).0.offset(holed.sheet.local[slot]);
            if holed.usage[slot] == SlotUse::Dropped {
                prop_assert!(in_hole(local));
            } else if by.length() > 0.5 * offset {
                prop_assert!(!in_hole(holed.offset(slot)));
                prop_assert!(slot >= expected.len() || (*by - expected[slot]).length() < 1e-9);
            } else {
                prop_assert_eq!(by.length(), 0.0, "back on the lattice");
                prop_assert!(slot >= expected.len() || in_hole(local + expected[slot]));
            }
        }
        let direction = DVec2::from_angle(bearing);
        (call.order.center, call.order.direction) = (center.extend(0.0), direction);
        let (_, turned) = jittered(&call, plain);
        for (turned, by) in turned.iter().zip(&expected) {
            prop_assert!((*turned - direction.rotate(*by)).length() < 1e-9);
        }
    }
}

#[test]
fn jitter_differs_between_slots_and_between_lattices_of_the_same_count() {
    let by = |width, height, pitch| {
        let mut call = Call::new(DVec2::ZERO, GridLattice { width, height, pitch });
        call.order.offset = 20.0;
        jittered(&call, plain).1
    };
    let same = |left: &[DVec2], right: &[DVec2]| {
        left.iter().zip(right).filter(|(left, right)| left.distance(**right) < 0.5).count()
    };
    let first = by(8, 6, 100.0);
    assert_eq!(same(&first, &by(8, 6, 100.0)), 48);
    assert!(same(&first, &by(6, 8, 100.0)) < 5);
    assert!(same(&first, &by(8, 6, 101.0)) < 5);
    assert!(same(&first, &first.iter().skip(1).copied().collect::<Vec<_>>()) < 5);
    // All around: no quarter is empty, and the directions cancel roughly.
    let many = by(40, 25, 100.0);
    let mean = many.iter().sum::<DVec2>() / 1000.0;
    assert!(mean.length() < 2.0, "{mean}");
    // Nor do neighbours turn by a constant step.
    let steps: Vec<f64> = many.windows(2).map(|pair| pair[0].angle_to(pair[1])).collect();
    let step = steps.iter().map(|step| DVec2::from_angle(*step)).sum::<DVec2>() / 999.0;
    assert!(step.length() < 0.1, "{step}");
}

#[test]
fn a_jittered_slot_does_not_enter_a_standing_circle() {
    let standing = [StandingCircle { center: DVec2::new(150.0, 0.0), radius: 95.0 }];
    let mut call = Call::new(DVec2::ZERO, GridLattice { width: 9, height: 9, pitch: 100.0 });
    (call.order.offset, call.standing) = (40.0, &standing);
    for slots in [call.on(plain).0, call.without_ground().0] {
        for place in open(&slots) {
            assert!(place.truncate().distance(standing[0].center) >= 95.0 + 50.0);
        }
    }
}

#[test]
fn validation_gives_the_slots_of_a_first_layout_what_a_call_gives_them() {
    let hole = |at: DVec2| at.distance(DVec2::new(260.0, 40.0)) < 90.0;
    let column = |at: DVec2| {
        if hole(at) {
            Hit::Nothing
        } else if at.y > 240.0 {
            Hit::Obstacle
        } else {
            plain(at)
        }
    };
    for offset in [0.0, 35.0] {
        let mut call = Call::new(DVec2::new(10.0, -20.0), GridLattice { width: 8, height: 6, pitch: 100.0 });
        (call.order.offset, call.order.direction) = (offset, DVec2::new(3.0, 4.0));
        call.order.sizing = Sizing::Fixed;
        let (expected, ..) = call.on(column);
        let facing = Facing::new(call.order.direction, DVec2::ZERO).0;
        let place = |local: &DVec2| call.order.center + facing.offset(*local).extend(0.0);
        let before: Vec<DVec3> = expected.sheet.local.iter().map(place).collect();
        let mut slots = before.clone();
        let mut states = Vec::new();
        let mut world = World::new(column);
        let mut probes = ProbeScratch::default();
        let mut prober = Prober::new(Ground { source: &mut world, rules: rules() }, 48, &mut probes).unwrap();
        let mut scratch = ValidateScratch::default();
        at_once(validate(&call.order, facing, Some(&mut prober), &mut scratch, &mut slots, &mut states)).unwrap();
        assert_eq!(world.batches.len(), if offset > 0.0 { 2 } else { 1 });
        for slot in 0..48 {
            let lattice = before[slot].truncate();
            let state = if hole(lattice) {
                SlotState::Void
            } else if lattice.y > 240.0 {
                SlotState::Blocked
            } else {
                SlotState::Ok
            };
            assert_eq!(states[slot], state);
            let place = if state == SlotState::Ok { expected.place(slot) } else { before[slot] };
            assert!(slots[slot].distance(place) < 1e-9);
        }
        assert!(states.contains(&SlotState::Void) && states.contains(&SlotState::Blocked));
    }
}

#[test]
fn validation_says_which_slots_the_budget_did_not_reach_and_passes_all_without_ground() {
    let order = order(DVec3::ZERO);
    let facing = Facing::new(DVec2::X, DVec2::ZERO).0;
    let (mut scratch, mut states) = (ValidateScratch::default(), Vec::new());
    let mut slots = [DVec3::new(8.0, 0.0, 5.0); 3];
    at_once(validate(&order, facing, None, &mut scratch, &mut slots, &mut states)).unwrap();
    assert_eq!((slots, &states[..]), ([DVec3::new(8.0, 0.0, 5.0); 3], &[SlotState::Ok; 3][..]));
    let mut world = World::new(plain);
    let mut probes = ProbeScratch::default();
    let rules = GroundRules { max_probes: 2, ..rules() };
    let mut prober = Prober::new(Ground { source: &mut world, rules }, 3, &mut probes).unwrap();
    at_once(validate(&order, facing, Some(&mut prober), &mut scratch, &mut slots, &mut states)).unwrap();
    assert_eq!(states, [SlotState::Ok, SlotState::Ok, SlotState::NotProbed]);
    assert_eq!(slots.map(|slot| slot.z), [1.0, 1.0, 5.0]);
}
