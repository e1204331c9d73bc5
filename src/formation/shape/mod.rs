//! Lattices: each shape answers three questions (its slots, the ring of a slot, its next growth) and names its
//! footprint family.
//!
//! A new shape is one new file with its [`Lattice`], and one line in the list at the end of this one.
#![forbid(unsafe_code)]

pub mod circle;
pub mod clip;
pub mod echelon;
pub mod grid;
mod growth;
pub mod hollow;
pub mod points;
pub mod polygon;
pub mod ranks;
pub mod rings;
pub mod rows;
mod sheet;
pub mod staggered;
mod turn;
pub mod vee;
pub mod wedge;

pub use super::footprint::Footprint;
pub use growth::{Growth, MAX_SIDES};
pub use sheet::SlotSheet;

use super::order::{HolePolicy, Order, PolygonRule, Shape};

/// Most slots that one formation can have (F11).
pub const MAX_SLOTS: usize = 1 << 20;

/// Realised size of a first layout: what the report shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// Columns that the layout spans (own points: their number), or slots of the widest ring.
    pub width: u32,
    /// Rows (own points: 1) or rings.
    pub height: u32,
    /// Width to depth in lengths (F14; wedge, V, echelon: of the pitches); 1 for rings, own points and if degenerate.
    pub aspect: f64,
    /// Whether a FIXED region would hold more than [`MAX_SLOTS`] and the layout stops there.
    pub cut: bool,
}

/// One lattice shape with its measures.
pub trait Lattice {
    /// How blockers are counted.
    fn footprint(&self) -> Footprint;

    /// No two slots are nearer than this (F12), up to the 1e-6 of a pitch by which a count of slots may be rounded up.
    fn least_distance(&self) -> f64;

    /// Realised size of the layout for `target` slots, without emitting it.
    fn extent(&self, target: usize) -> Extent;

    /// Appends the first layout for `target` slots to an empty sheet and says where growth goes on.
    /// FIT_AGENTS emits whole rows or rings until there are at least `target` (at most [`MAX_SLOTS`] count);
    /// FIXED ignores `target`. Never more than [`MAX_SLOTS`]: at that number a last row or ring may stay thinner.
    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth;

    /// Appends at least `wanted` new slots, in whole rows, edges or rings, and returns how many. Moves none.
    ///
    /// Less than `wanted` when [`MAX_SLOTS`] are reached, 0 when nothing is left to grow: all sides barren, a FIXED
    /// order without `grow_fixed`, or a `growth` that no layout of this lattice leaves behind.
    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize;
}

/// Writes the enum over all lattices and the choice among them, so that an order's lattice lives on the stack.
macro_rules! lattices {
    (match $order:ident.shape {
        $($(#[$doc:meta])* $shape:pat $(if $condition:expr)? => $name:ident($lattice:ty): $made:expr,)+
    }) => {
        /// The lattice of an order.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyLattice<'a> { $($(#[$doc])* $name($lattice),)+ }

        impl Lattice for AnyLattice<'_> {
            fn footprint(&self) -> Footprint {
                match self { $(Self::$name(lattice) => lattice.footprint(),)+ }
            }

            fn least_distance(&self) -> f64 {
                match self { $(Self::$name(lattice) => lattice.least_distance(),)+ }
            }

            fn extent(&self, target: usize) -> Extent {
                match self { $(Self::$name(lattice) => lattice.extent(target),)+ }
            }

            fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth {
                match self { $(Self::$name(lattice) => lattice.emit(target, sheet),)+ }
            }

            fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
                match self { $(Self::$name(lattice) => lattice.grow(growth, wanted, sheet),)+ }
            }
        }

        /// The lattice of an order that passed its check.
        pub fn lattice<'a>($order: &Order<'a>) -> AnyLattice<'a> {
            match $order.shape { $($shape $(if $condition)? => AnyLattice::$name($made),)+ }
        }
    };
}

lattices! {
    match order.shape {
        /// Rows and columns whose holes end in the rear rank.
        Shape::Grid if order.hole_policy == HolePolicy::RearRank =>
            GridRanks(rows::InRows<ranks::Ranks>): ranks::Ranks::grid(order),
        /// Rows and columns.
        Shape::Grid => Grid(grid::Grid): grid::Grid::new(order),
        /// Circular rings.
        Shape::Circle(rule) => Circle(circle::Circle): circle::Circle::new(order, rule),
        /// Polygonal rings.
        Shape::Polygon { segments, rule: PolygonRule::Rings } =>
            Polygon(polygon::Polygon): polygon::Polygon::new(order, segments),
        /// Circular rings, clipped by a polygon.
        Shape::Polygon { segments, rule: PolygonRule::Clip(rule) } =>
            Clip(clip::ClippedCircle): clip::ClippedCircle::new(order, segments, rule),
        /// A triangle.
        Shape::Wedge => Wedge(wedge::Wedge): wedge::Wedge::new(order),
        /// A wide front of few rows.
        Shape::Line => Line(rows::InRows<ranks::Ranks>): ranks::Ranks::line(order),
        /// Rows of fixed width, any depth.
        Shape::Column => Column(rows::InRows<ranks::Ranks>): ranks::Ranks::column(order),
        /// Ranks around an empty middle.
        Shape::Hollow => Hollow(hollow::Hollow): hollow::Hollow::new(order),
        /// A grid with odd rows shifted.
        Shape::Staggered => Staggered(staggered::Staggered): staggered::Staggered::new(order),
        /// The outline of a wedge.
        Shape::Vee => Vee(rows::InRows<vee::Vee>): vee::Vee::new(order),
        /// A slanting file.
        Shape::Echelon(tail) => Echelon(rows::InRows<echelon::Echelon>): echelon::Echelon::new(order, tail),
        /// The caller's own points.
        Shape::Points(points) => Points(points::PointLattice<'a>): points::PointLattice::new(order, points),
    }
}
