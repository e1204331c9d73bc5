//! Orders, and the eight of the battle: four shapes, each first taken up from a scatter in the streets, then carried on as it stands.

use glam::{DVec2, DVec3};

use crate::army::Quarters;

/// The lattice that an order asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Grid,
    Circle,
    /// With this many corners.
    Polygon(u32),
    Wedge,
    Line,
    Column,
    Hollow,
    Staggered,
    Vee,
    EchelonLeft,
    EchelonRight,
    /// The order's own points.
    Points,
}

impl Shape {
    /// As the table and the pictures call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Circle => "circle",
            Self::Polygon(_) => "polygon",
            Self::Wedge => "wedge",
            Self::Line => "line",
            Self::Column => "column",
            Self::Hollow => "hollow",
            Self::Staggered => "staggered",
            Self::Vee => "vee",
            Self::EchelonLeft => "echelon_left",
            Self::EchelonRight => "echelon_right",
            Self::Points => "points",
        }
    }
}

/// Take up the lattice, or keep the arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Reform,
    Keep,
}

impl Mode {
    /// As the interface calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reform => "REFORM_THE_LINE",
            Self::Keep => "KEEP_FORMATION",
        }
    }

    /// For file names.
    pub fn slug(self) -> &'static str {
        match self {
            Self::Reform => "reform",
            Self::Keep => "keep",
        }
    }
}

/// Lengths in centimetres.
#[derive(Clone, Copy, Debug)]
pub struct Measures {
    /// Pitch along the front and in depth.
    pub spacing: DVec2,
    /// Frontage and depth.
    pub region: DVec2,
}

/// One order.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    pub shape: Shape,
    pub mode: Mode,
    /// Where the formation goes: x north, y east, centimetres.
    pub center: DVec2,
    pub direction: DVec2,
    /// Clockwise turn of KEEP_FORMATION in degrees.
    pub rotate: f64,
    /// Other measures than the library's.
    pub measures: Option<Measures>,
    /// Own points, seen from the center of a formation that faces north.
    pub points: &'static [DVec3],
    /// Why this place.
    pub story: &'static str,
}

/// A shape, where its army waits, where it forms up and where it is carried on to.
pub struct Campaign {
    pub quarters: Quarters,
    pub reform: Order,
    pub keep: Order,
}

const fn metres(north: f64, east: f64) -> DVec2 {
    DVec2::new(north * 100.0, east * 100.0)
}

/// The four campaigns, in the order of the table.
pub fn campaigns() -> [Campaign; 4] {
    [
        campaign(
            Shape::Grid,
            Quarters { middle: metres(151.0, 222.0), reach: 10_500.0, seed: 1 },
            Stand { center: metres(165.0, 335.0), direction: DVec2::new(0.3, 1.0) },
            "out of the streets in the north, into the meadow",
            Place { center: metres(120.0, 150.0), rotate: 0.0 },
            "the same block set down among villas: whoever would stand in a house steps aside",
        ),
        campaign(
            Shape::Circle,
            Quarters { middle: metres(32.0, 195.0), reach: 10_500.0, seed: 2 },
            Stand { center: metres(20.0, 337.0), direction: DVec2::new(0.2, 1.0) },
            "onto the hill: the steep flank cuts a piece out of the disc, which grows on elsewhere",
            Place { center: metres(-118.0, 170.0), rotate: 90.0 },
            "down from the hill, turned to face south, and set down across a street: the houses push a rim out",
        ),
        campaign(
            Shape::Polygon(6),
            Quarters { middle: metres(-92.0, 163.0), reach: 10_500.0, seed: 3 },
            Stand { center: metres(-85.0, 285.0), direction: DVec2::new(0.0, 1.0) },
            "a hexagon in the field south of the hill",
            Place { center: metres(10.0, 412.0), rotate: 0.0 },
            "carried on to the foot of the steep flank: whoever would stand on it finds a place beside",
        ),
        campaign(
            Shape::Wedge,
            Quarters { middle: metres(-178.0, 130.0), reach: 10_500.0, seed: 4 },
            Stand { center: metres(-185.0, 270.0), direction: DVec2::new(0.45, 1.0) },
            "a wedge in the open field",
            Place { center: metres(-150.0, 440.0), rotate: 30.0 },
            "turned by 30 degrees and driven over the cliff: the point is taken back to where there is ground",
        ),
    ]
}

/// Where and facing where a formation is taken up.
struct Stand {
    center: DVec2,
    direction: DVec2,
}

/// Where it is carried on to, and how far it turns on the way.
struct Place {
    center: DVec2,
    rotate: f64,
}

fn campaign(
    shape: Shape,
    quarters: Quarters,
    first: Stand,
    first_story: &'static str,
    second: Place,
    second_story: &'static str,
) -> Campaign {
    let Stand { center, direction } = first;
    let story = first_story;
    let reform =
        Order { shape, mode: Mode::Reform, center, direction, rotate: 0.0, measures: None, points: &[], story };
    let keep = Order {
        mode: Mode::Keep,
        center: second.center,
        direction: turned(direction, second.rotate),
        rotate: second.rotate,
        story: second_story,
        ..reform
    };
    Campaign { quarters, reform, keep }
}

/// Turned clockwise as seen from above: from north (x) towards east (y).
pub fn turned(offset: DVec2, degrees: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    DVec2::new(offset.x * cos - offset.y * sin, offset.x * sin + offset.y * cos)
}
