//! Every shape of the header is the one that its comment says, and the caller's own points are taken as he drew them.

mod ffi_support;

use std::ptr::{null, null_mut};

use ffi_support::*;
use phalanx::ffi::*;

const MARK: [f64; 3] = [f64::MIN; 3];

/// The slots of an order for so many agents, and their rings; in the caller's axes.
fn slots(context: &Context, desc: &PhxFormationDesc, target: u64) -> (Vec<[f64; 3]>, Vec<u32>) {
    let (mut places, mut rings, mut count) = (vec![MARK; 2000], vec![0; 2000], 0);
    let view = PhxVec3ViewMut { data: places.as_mut_ptr().cast(), count: 2000, stride: 0, scalar: PHX_SCALAR_F64 };
    // SAFETY: all pointers are NULL or to whole values.
    let status = unsafe {
        phx_formation_slots(context.0, desc, target, &raw const view, rings.as_mut_ptr(), &raw mut count, null_mut())
    };
    assert_eq!(status, PHX_OK, "{}", last_error());
    places.truncate(count as usize);
    rings.truncate(count as usize);
    (places, rings)
}

fn view(points: &[[f64; 3]]) -> PhxVec3View {
    PhxVec3View { data: points.as_ptr().cast(), count: points.len() as u64, stride: 0, scalar: PHX_SCALAR_F64 }
}

/// Slots of a shape with region 400 by 300 and spacing 100 around the origin, facing X, Y to the right.
fn plain(shape: u32, target: u64, edit: impl FnOnce(&mut PhxFormationDesc)) -> Vec<[f64; 2]> {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut desc = PhxFormationDesc { region: [400.0, 300.0], ..context.desc(shape) };
    edit(&mut desc);
    slots(&context, &desc, target).0.iter().map(|[x, y, _]| [*x, *y]).collect()
}

/// How many slots stand in each row, from the front.
fn rows(slots: &[[f64; 2]]) -> Vec<usize> {
    let mut depths: Vec<f64> = slots.iter().map(|slot| slot[0]).collect();
    depths.sort_by(|a, b| b.total_cmp(a));
    depths.chunk_by(|a, b| a == b).map(<[f64]>::len).collect()
}

#[test]
fn a_line_runs_through_its_center_from_end_to_end_of_the_region() {
    let line = plain(PHX_SHAPE_LINE, 8, |_| {});
    assert_eq!(rows(&line), [5, 5]);
    assert_eq!(line[..5], [-200.0, -100.0, 0.0, 100.0, 200.0].map(|y| [0.0, y]));
    // 3 rows at the most: 24 agents make it 8 wide.
    assert_eq!(rows(&plain(PHX_SHAPE_LINE, 24, |_| {})), [8; 3]);
    assert_eq!(rows(&plain(PHX_SHAPE_LINE, 1, |desc| desc.sizing = PHX_SIZING_FIXED)), [5; 3]);
}

#[test]
fn a_column_is_as_wide_as_the_region_and_as_deep_as_it_takes() {
    assert_eq!(rows(&plain(PHX_SHAPE_COLUMN, 40, |_| {})), [4; 10]);
    assert_eq!(rows(&plain(PHX_SHAPE_COLUMN, 40, |desc| desc.sizing = PHX_SIZING_FIXED)), [4; 3]);
}

#[test]
fn the_middle_of_a_hollow_square_is_empty_as_far_as_the_inner_radius() {
    let hollow = plain(PHX_SHAPE_HOLLOW, 60, |desc| desc.inner_radius = 250.0);
    assert!(hollow.len() >= 60);
    assert!(hollow.iter().all(|[x, y]| x.abs().max(y.abs()) >= 250.0));
    // The outermost outline comes first.
    let outermost = hollow.iter().map(|[x, y]| x.abs().max(y.abs())).fold(0.0, f64::max);
    assert_eq!(hollow[0][0].abs().max(hollow[0][1].abs()), outermost);
}

#[test]
fn odd_rows_of_a_staggered_grid_stand_half_a_pitch_to_the_right() {
    let (grid, staggered) = (plain(PHX_SHAPE_GRID, 12, |_| {}), plain(PHX_SHAPE_STAGGERED, 12, |_| {}));
    assert_eq!(rows(&grid), rows(&staggered));
    let shifts: Vec<f64> = grid.iter().zip(&staggered).map(|(grid, slot)| slot[1] - grid[1]).collect();
    assert_eq!(shifts, [-25.0, 25.0, -25.0].map(|shift| [shift; 4]).concat());
}

#[test]
fn a_v_has_two_arms_and_an_echelon_one_on_the_named_side() {
    let arms = |shape| plain(shape, 5, |_| {});
    assert_eq!(rows(&arms(PHX_SHAPE_V)), [1, 2, 2]);
    let tail = |side: f64| [-200.0, -100.0, 0.0, 100.0, 200.0].map(|behind| [-behind, side * behind]);
    assert_eq!(arms(PHX_SHAPE_ECHELON_LEFT), tail(-1.0));
    assert_eq!(arms(PHX_SHAPE_ECHELON_RIGHT), tail(1.0));
}

#[test]
fn the_hole_policy_rear_rank_centres_what_is_left_in_the_last_row() {
    let policy = |policy| plain(PHX_SHAPE_COLUMN, 7, |desc| desc.hole_policy = policy);
    assert_eq!(rows(&policy(PHX_HOLE_POLICY_RINGS)), [4, 4]);
    let rear = policy(PHX_HOLE_POLICY_REAR_RANK);
    assert_eq!(rows(&rear), [4, 3]);
    assert_eq!(rear[4..], [-100.0, 0.0, 100.0].map(|y| [-50.0, y]));
}

/// Three points as a formation that faces forward shows them, to the right and to the front; not symmetric in anything.
const DRAWN: [[f64; 2]; 3] = [[0.0, 300.0], [250.0, -50.0], [-100.0, -400.0]];

#[test]
fn points_stand_as_they_were_drawn_and_turn_with_the_direction_in_every_frame() {
    type Place = fn(f64, f64) -> [f64; 3];
    // From right and front to the axes of each frame.
    let frames: [(u32, Place); 3] = [
        (PHX_FRAME_UNREAL, |right, front| [front, right, 0.0]),
        (PHX_FRAME_UNITY, |right, front| [right, 0.0, front]),
        // Right-handed, Y up, -Z forward.
        (PHX_FRAME_CUSTOM, |right, front| [right, 0.0, 0.0 - front]),
    ];
    for (frame, place) in frames {
        let context = Context::with(frame, 1, |desc| {
            (desc.forward_axis, desc.up_axis, desc.handedness) = (PHX_AXIS_NEGATIVE_Z, PHX_AXIS_Y, PHX_HANDED_RIGHT);
        });
        let points = DRAWN.map(|[right, front]| place(right, front));
        let mut desc = PhxFormationDesc { points: view(&points), ..context.desc(PHX_SHAPE_POINTS) };
        assert_eq!(slots(&context, &desc, 99).0, points, "frame {frame}");
        // Facing right, what was right is behind, and what was in front is on the right.
        (desc.direction, desc.center) = (place(1.0, 0.0), place(1000.0, 5000.0));
        let turned = DRAWN.map(|[right, front]| place(1000.0 + front, 5000.0 - right));
        assert_eq!(slots(&context, &desc, 1).0, turned, "frame {frame}");
    }
}

#[test]
fn an_army_takes_the_callers_points_by_their_numbers() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let points = [[0.0_f32, 0.0, 9.0], [0.0, 400.0, 8.0], [0.0, 800.0, 7.0]];
    let mut army = Army::new(3);
    army.locations = vec![[0.0, 800.0, 0.0], [0.0, 0.0, 0.0], [0.0, 400.0, 0.0]];
    let mut desc = PhxFormationDesc { center: [500.0, 0.0, 3.0], ..context.desc(PHX_SHAPE_POINTS) };
    desc.points = PhxVec3View { data: points.as_ptr().cast(), count: 3, stride: 0, scalar: PHX_SCALAR_F32 };
    assert_eq!(army.form_up(context.0, &desc, None), PHX_OK, "{}", last_error());
    assert_eq!(army.slots, [2, 0, 1]);
    assert_eq!(army.goals, [[500.0, 800.0, 3.0], [500.0, 0.0, 3.0], [500.0, 400.0, 3.0]]);
    desc.points.count = 2;
    assert_eq!(army.form_up(context.0, &desc, None), PHX_PARTIAL);
    assert_eq!(army.outcomes.iter().filter(|outcome| **outcome == PHX_OUTCOME_OVERFLOW).count(), 1);
}

#[test]
fn points_that_cannot_be_taken_are_refused_and_named() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let points = [[0.0; 3], [100.0, 0.0, f64::NAN], [200.0, 0.0, 0.0]];
    let own = PhxFormationDesc { points: view(&points), ..context.desc(PHX_SHAPE_POINTS) };
    let refused = |points: PhxVec3View, status: i32, parts: &[&str]| {
        let mut army = Army::new(3);
        let before = army.clone();
        assert_error(army.form_up(context.0, &PhxFormationDesc { points, ..own }, None), status, parts);
        assert_eq!(army, before, "an error wrote something");
    };
    refused(PhxVec3View { count: 0, ..own.points }, PHX_E_INVALID_ARGUMENT, &["desc.points.count is 0"]);
    refused(own.points, PHX_E_NOT_FINITE, &["desc.points[1]", "NaN"]);
    refused(PhxVec3View { data: null(), ..own.points }, PHX_E_NULL_POINTER, &["desc.points.data"]);
    refused(PhxVec3View { stride: 20, ..own.points }, PHX_E_INVALID_ARGUMENT, &["desc.points.stride is 20"]);
    refused(PhxVec3View { scalar: 0, ..own.points }, PHX_E_INVALID_ARGUMENT, &["desc.points.scalar is 0"]);
    refused(PhxVec3View { count: (1 << 20) + 1, ..own.points }, PHX_E_CAPACITY, &["desc.points.count is 1048577"]);
    // Another shape does not read them, but the view itself must be in order.
    let mut army = Army::new(3);
    let grid = PhxFormationDesc { shape: PHX_SHAPE_GRID, ..own };
    assert_eq!(army.form_up(context.0, &grid, None), PHX_OK, "{}", last_error());
    let odd = PhxFormationDesc { points: PhxVec3View { stride: 1, ..own.points }, ..grid };
    assert_error(army.form_up(context.0, &odd, None), PHX_E_INVALID_ARGUMENT, &["desc.points.stride is 1"]);
}

#[test]
fn results_may_not_be_written_over_the_points() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(3);
    army.goals = vec![[0.0; 3], [300.0, 0.0, 0.0], [600.0, 0.0, 0.0]];
    let before = army.clone();
    let desc = PhxFormationDesc { points: view(&army.goals), ..context.desc(PHX_SHAPE_POINTS) };
    let status = army.form_up(context.0, &desc, None);
    assert_error(status, PHX_E_INVALID_ARGUMENT, &["out.goals", "desc.points", "share bytes"]);
    assert_eq!(army, before);
}
