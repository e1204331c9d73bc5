//! The cases: every shape, taken up from a start of its own and then carried on.

use glam::DVec2;

use super::starts::Start;

/// The lattice that a case asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Grid,
    Circle,
    Hexagon,
    Wedge,
    Line,
    Column,
    Hollow,
    Staggered,
    Vee,
    EchelonLeft,
    EchelonRight,
    /// The caller's own points: a capital phi.
    Phi,
}

/// A shape and the army that takes it up.
pub struct Case {
    pub form: Form,
    pub title: &'static str,
    /// For file names and anchors.
    pub slug: &'static str,
    pub agents: usize,
    pub start: Start,
    pub start_title: &'static str,
    /// Frontage and depth in centimetres, or only their ratio where the shape fits its agents.
    pub region: DVec2,
    /// Clockwise turn in degrees when the formation is carried on.
    pub turn: f64,
}

/// Pitch along the front and in depth, in centimetres.
pub const PITCH: f64 = 120.0;

/// In the order of the page.
pub fn cases() -> [Case; 12] {
    use Form::{Circle, Column, EchelonLeft, EchelonRight, Grid, Hexagon, Hollow, Line, Phi, Staggered, Vee, Wedge};
    [
        case(Grid, "Grid", "grid", 120, Start::Crowd, "a crowd", 2.0, 0.0),
        case(Circle, "Circle", "circle", 109, Start::TwoCrowds, "two crowds", 1.0, 60.0),
        case(Hexagon, "Hexagon", "polygon", 126, Start::Crowd, "a crowd", 1.0, 30.0),
        case(Wedge, "Wedge", "wedge", 105, Start::Block { columns: 15 }, "a block", 1.0, 35.0),
        case(Line, "Line", "line", 96, Start::Block { columns: 6 }, "a marching column", 24.0, 20.0),
        case(Column, "Column", "column", 96, Start::Crowd, "a crowd", 6.0, 45.0),
        case(Hollow, "Hollow square", "hollow", 128, Start::TwoCrowds, "two crowds", 1.0, 45.0),
        case(Staggered, "Staggered", "staggered", 113, Start::Crowd, "a crowd", 2.0, 15.0),
        case(Vee, "V", "vee", 81, Start::Block { columns: 9 }, "a block", 1.0, 0.0),
        case(EchelonLeft, "Echelon left", "echelon_left", 80, Start::Block { columns: 20 }, "a line", 1.0, 25.0),
        case(EchelonRight, "Echelon right", "echelon_right", 80, Start::Crowd, "a crowd", 1.0, 90.0),
        case(Phi, "Own points", "points", 124, Start::Block { columns: 16 }, "a block", 1.0, 40.0),
    ]
}

/// `width` in pitches; the depth is one pitch.
#[expect(clippy::too_many_arguments, reason = "a row of the table above")]
fn case(
    form: Form,
    title: &'static str,
    slug: &'static str,
    agents: usize,
    start: Start,
    start_title: &'static str,
    width: f64,
    turn: f64,
) -> Case {
    Case { form, title, slug, agents, start, start_title, region: DVec2::new(width, 1.0) * PITCH, turn }
}

/// A capital phi in local coordinates: x to the right, y to the front. Two rings with serifs on a double stem.
pub fn phi() -> Vec<DVec2> {
    const HALF_STEM: f64 = 0.5 * PITCH;
    let mut points = Vec::with_capacity(128);
    for (radius, around) in [(6.0 * PITCH, 36), (7.0 * PITCH, 42)] {
        // Half a step off the stem, so that both arms are mirror images.
        let angle = |number: usize| std::f64::consts::TAU * (number as f64 + 0.5) / around as f64;
        let on_ring = |number| DVec2::new(libm::sin(angle(number)), libm::cos(angle(number))) * radius;
        points.extend((0..around).map(on_ring).filter(|point| point.x.abs() > 1.3 * PITCH));
    }
    for row in -10_i32..=10 {
        let reach = if row.abs() == 10 { 4 } else { 1 };
        let files = (0..reach).flat_map(|file| [1.0, -1.0].map(|side| side * (HALF_STEM + f64::from(file) * PITCH)));
        points.extend(files.map(|x| DVec2::new(x, f64::from(row) * PITCH)));
    }
    points
}
