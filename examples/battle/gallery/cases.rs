//! The cases: every shape, taken up from a start of its own and then carried on.

use std::sync::LazyLock;

use glam::{DVec2, DVec3};

use super::starts::Start;
use crate::orders::{Measures, Shape};

/// A shape and the army that takes it up.
#[derive(Clone, Copy)]
pub struct Case {
    pub shape: Shape,
    pub title: &'static str,
    pub agents: usize,
    pub start: Start,
    pub start_title: &'static str,
    pub measures: Measures,
    /// Own points, as an order takes them.
    pub points: &'static [DVec3],
    /// Clockwise turn in degrees when the formation is carried on.
    pub turn: f64,
    /// Whether the agents leave the last ring or row open.
    pub is_open: bool,
}

/// Pitch along the front and in depth, in centimetres.
pub const PITCH: f64 = 120.0;

static PHI: LazyLock<Vec<DVec3>> = LazyLock::new(phi);

/// In the order of the page.
pub fn cases() -> [Case; 12] {
    let crowd = (Start::Crowd, "a crowd");
    let crowds = (Start::TwoCrowds, "two crowds");
    let block = |columns, title| (Start::Block { columns }, title);
    [
        case(Shape::Grid, "Grid", 120, crowd, [2.0, 1.0], 0.0),
        case(Shape::Circle, "Circle", 109, crowds, [1.0, 1.0], 60.0),
        case(Shape::Polygon(6), "Hexagon", 110, crowd, [1.0, 1.0], 30.0),
        case(Shape::Wedge, "Wedge", 105, block(15, "a block"), [1.0, 1.0], 35.0),
        case(Shape::Line, "Line", 90, block(6, "a marching column"), [23.0, 4.0], 20.0),
        case(Shape::Column, "Column", 96, crowd, [6.0, 1.0], 45.0),
        case(Shape::Hollow, "Hollow square", 128, crowds, [1.0, 1.0], 45.0),
        case(Shape::Staggered, "Staggered", 113, crowd, [2.0, 1.0], 15.0),
        case(Shape::Vee, "V", 65, block(13, "a block"), [1.0, 1.0], 0.0),
        case(Shape::EchelonLeft, "Echelon left", 48, block(16, "a line"), [1.0, 1.0], 25.0),
        case(Shape::EchelonRight, "Echelon right", 48, crowd, [1.0, 1.0], 90.0),
        Case { points: &PHI, ..case(Shape::Points, "Own points", PHI.len(), block(16, "a block"), [1.0, 1.0], 40.0) },
    ]
}

/// The same shapes with numbers of agents that do not fill them.
pub fn open_cases() -> Vec<Case> {
    let agents = |case: &Case| match case.shape {
        Shape::Grid => 127,
        Shape::Circle => 118,
        Shape::Polygon(_) => 126,
        Shape::Wedge => 98,
        Shape::Line => 77,
        Shape::Column => 93,
        Shape::Hollow => 117,
        Shape::Staggered => 122,
        Shape::Vee => 64,
        Shape::EchelonLeft | Shape::EchelonRight => case.agents,
        Shape::Points => 115,
    };
    let is_full_at_any_number = |shape| matches!(shape, Shape::EchelonLeft | Shape::EchelonRight);
    let fillable = cases().into_iter().filter(|case| !is_full_at_any_number(case.shape));
    fillable.map(|case| Case { agents: agents(&case), is_open: true, ..case }).collect()
}

/// `region` in pitches.
fn case(
    shape: Shape,
    title: &'static str,
    agents: usize,
    (start, start_title): (Start, &'static str),
    region: [f64; 2],
    turn: f64,
) -> Case {
    let measures = Measures { spacing: DVec2::splat(PITCH), region: DVec2::from_array(region) * PITCH };
    Case { shape, title, agents, start, start_title, measures, points: &[], turn, is_open: false }
}

/// A capital phi, x to the front (north), y to the right. Two rings with serifs on a double stem.
fn phi() -> Vec<DVec3> {
    const HALF_STEM: f64 = 0.5 * PITCH;
    let mut points = Vec::new();
    for (radius, around) in [(6.0 * PITCH, 36), (7.0 * PITCH, 42)] {
        // Half a step off the stem, so that both arms are mirror images.
        let angle = |number: usize| std::f64::consts::TAU * (number as f64 + 0.5) / around as f64;
        let on_ring = |number| DVec3::new(libm::cos(angle(number)), libm::sin(angle(number)), 0.0) * radius;
        points.extend((0..around).map(on_ring).filter(|point| point.y.abs() > 1.3 * PITCH));
    }
    for row in -10_i32..=10 {
        let reach = if row.abs() == 10 { 4 } else { 1 };
        let files = (0..reach).flat_map(|file| [1.0, -1.0].map(|side| side * (HALF_STEM + f64::from(file) * PITCH)));
        points.extend(files.map(|right| DVec3::new(f64::from(row) * PITCH, right, 0.0)));
    }
    points
}
