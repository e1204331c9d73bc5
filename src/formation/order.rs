//! An order: which formation, where, facing which way, and by which rules.
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3};

use super::assign::Effort;
use super::shape::echelon::Tail;
use super::shape::points::OwnPoints;
use crate::fault::Fault;

/// The lattice that an order asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<'a> {
    /// Rows and columns (F14, F15).
    Grid,
    /// Rings of equal chord or equal arc (F16).
    Circle(RingRule),
    /// Rings of `segments` straight edges, 3 to 32 (F17).
    Polygon {
        /// Number of corners.
        segments: u32,
        /// How the rings are laid out.
        rule: PolygonRule,
    },
    /// A triangle with its apex to the front (F18).
    Wedge,
    /// A front as wide as the region, few rows deep (F19): [`crate::formation::shape::ranks`].
    Line,
    /// Rows as wide as the region, any depth (F19).
    Column,
    /// Ranks around an empty middle (F19): [`crate::formation::shape::hollow`].
    Hollow,
    /// Rows and columns, odd rows shifted half a pitch (F19).
    Staggered,
    /// The outline of a wedge (F19).
    Vee,
    /// A slanting file (F19).
    Echelon(Tail),
    /// The caller's own points (F19).
    Points(OwnPoints<'a>),
}

/// How the slots of a circular ring are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingRule {
    /// Neighbours are at least a pitch apart in a straight line.
    Chord,
    /// Neighbours are at least a pitch apart along the arc; they may overlap on small rings.
    Arc,
}

/// How a polygon is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonRule {
    /// Polygonal rings.
    Rings,
    /// Circular rings, clipped by the polygon.
    Clip(RingRule),
}

/// Whether the army keeps its arrangement or takes up the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A rigid translation (and rotation) of the arrangement as it stands (F35).
    KeepFormation,
    /// Every agent gets a slot of the lattice (F31).
    ReformTheLine,
}

/// Whether the region counts as a canvas or as an aspect ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizing {
    /// As many slots as the agents need; the region only sets the aspect ratio.
    FitAgents,
    /// As many slots as fit the region.
    Fixed,
}

/// Where a lattice that has more slots than agents leaves its holes (F37).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HolePolicy {
    /// On the outer rings.
    Rings,
    /// Grid, line and column: in the last row, which is centred; the rows before it are full. Growth adds rows behind.
    /// FIT_AGENTS alone thins the last row, to the slots asked for: with a margin of 1 and nobody wider than the pitch
    /// these are as many as agents. Other shapes: as `Rings`.
    RearRank,
}

/// What a walk costs (F29).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostRule {
    /// Squared distance with both sides centred: how far the army marches does not matter.
    Squared,
    /// Plain distance, not centred.
    Euclid,
}

/// Everything that an order says, in the library's frame and the caller's unit. It borrows nothing but the caller's own
/// points.
#[derive(Clone, Debug, PartialEq)]
pub struct Order<'a> {
    /// The lattice.
    pub shape: Shape<'a>,
    /// Keep the arrangement, or take up the lattice.
    pub mode: Mode,
    /// Canvas or aspect ratio.
    pub sizing: Sizing,
    /// Where the formation's center goes.
    pub center: DVec3,
    /// Facing; any length. Too short or not finite: from the army towards the center (F2).
    pub direction: DVec2,
    /// Pitch along the front and in depth.
    pub spacing: DVec2,
    /// Frontage and depth of everything that has no rings.
    pub region: DVec2,
    /// Radius of the first ring, at the least. Hollow: half the width of the hole.
    pub inner_radius: f64,
    /// Bound of FIXED circles and polygons.
    pub outer_radius: f64,
    /// Slots per agent, 1 to 8.
    pub slot_count_margin: f64,
    /// Factor on every radius.
    pub size_multiplier: f64,
    /// KeepFormation: clockwise turn from above, in degrees.
    pub keep_rotate_degrees: f64,
    /// Length of the jitter of each slot; 0 for none (F24).
    pub offset: f64,
    /// Auction: nearest slots per agent.
    pub near_candidates: u32,
    /// Auction: stride-sampled slots per agent.
    pub strategic_candidates: u32,
    /// How near the optimum the assignment must come.
    pub effort: Effort,
    /// What a walk costs.
    pub cost: CostRule,
    /// Where holes end.
    pub hole_policy: HolePolicy,
    /// Whether FIXED lattices may grow too.
    pub grow_fixed: bool,
    /// Whether the report must prove a lower bound of the cost (F34). EXACT always does.
    pub want_bound: bool,
    /// With [`super::roster::AgentInputs::previous_slots`]: the earlier call's [`super::output::Report::slot_target`].
    /// FIT_AGENTS then keeps that call's lattice as long as everybody finds a slot on it and needs at least 85 % of it
    /// (F38). 0: unknown, the lattice follows from the agents.
    pub previous_slot_count: u64,
    /// The frame's unit scale s (Unreal 1, Unity 0.01).
    pub unit_scale: f64,
}

/// Most candidates of either kind per agent: the memory of an auction is agents times candidates.
pub const MAX_CANDIDATES: u32 = 1024;

impl Order<'_> {
    /// Whether every parameter lies where its documentation says (F5). Direction is exempt: a short or non-finite one
    /// has a meaning (F2). A negative region or radius does too: the smallest layout.
    ///
    /// # Errors
    /// [`crate::fault::FaultKind::InvalidArgument`], naming the field as the C description does.
    pub fn check(&self) -> Result<(), Fault> {
        let finite = "it must be finite";
        let not_negative = "it must be finite and not negative";
        let positive = "it must be finite and greater than 0";
        let candidates = "it must be at most 1024";
        require(self.center.is_finite(), "center", self.center, finite)?;
        require(self.spacing.is_finite() && self.spacing.min_element() > 0.0, "spacing", self.spacing, positive)?;
        require(self.region.is_finite(), "region", self.region, finite)?;
        require(self.inner_radius.is_finite(), "inner_radius", self.inner_radius, finite)?;
        require(self.outer_radius.is_finite(), "outer_radius", self.outer_radius, finite)?;
        let margin = self.slot_count_margin;
        require((1.0..=8.0).contains(&margin), "slot_count_margin", margin, "it must lie in 1 to 8")?;
        let size = self.size_multiplier;
        require(size.is_finite() && size >= 0.0, "size_multiplier", size, not_negative)?;
        require(self.keep_rotate_degrees.is_finite(), "keep_rotate_degrees", self.keep_rotate_degrees, finite)?;
        require(self.offset.is_finite() && self.offset >= 0.0, "offset", self.offset, not_negative)?;
        if let Shape::Polygon { segments, .. } = self.shape {
            require((3..=32).contains(&segments), "segments", segments, "it must be 0 or lie in 3 to 32")?;
        }
        if let Shape::Points(points) = self.shape {
            require(!points.is_empty(), "points.count", points.len(), "POINTS needs at least one")?;
        }
        require(self.near_candidates <= MAX_CANDIDATES, "k_near", self.near_candidates, candidates)?;
        require(self.strategic_candidates <= MAX_CANDIDATES, "k_strat", self.strategic_candidates, candidates)?;
        require(self.unit_scale.is_finite() && self.unit_scale > 0.0, "unit_scale", self.unit_scale, positive)
    }

    /// Whether the lattice may grow past its first layout (F21).
    pub fn may_grow(&self) -> bool {
        self.sizing == Sizing::FitAgents || self.grow_fixed
    }
}

fn require(holds: bool, field: &str, value: impl std::fmt::Display, allowed: &str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::invalid(field, value, allowed)) }
}
