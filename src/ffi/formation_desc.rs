//! The order as the caller writes it: its fields, their defaults and their ranges.

use glam::{DVec2, DVec3};

use super::context::Context;
use super::debug_draw::check_categories;
use super::guard::on_context;
use super::layout::layout;
use super::status::Status;
use super::strided::{Strided, reserve};
use super::versioned::{self, check_reserved, versioned};
use super::view::{PhxVec3View, View, check_finite, read_vectors};
use crate::fault::{Fault, FaultKind};
use crate::formation::assign::Effort;
use crate::formation::order::{CostRule, HolePolicy, Mode, Order, PolygonRule, RingRule, Shape, Sizing};
use crate::formation::shape::MAX_SLOTS;
use crate::formation::shape::echelon::Tail;
use crate::formation::shape::points::OwnPoints;
use crate::geometry::closest_pair::ClosestPair;

/// Shape: rows and columns. FIT_AGENTS: in the proportions of the region. FIXED: floor(region / spacing) columns and rows.
pub const PHX_SHAPE_GRID: u32 = 1;
/// Shape: rings, the first at least inner_radius wide; with segments 3 to 32, rings of that many straight edges. FIXED: up
/// to outer_radius.
pub const PHX_SHAPE_CIRCLE: u32 = 2;
/// Shape: a wedge with its apex to the front. FIXED: floor(region / spacing) + 1 rows, by the smaller of the two.
pub const PHX_SHAPE_TRIANGLE: u32 = 3;
/// Shape: a wide front of few rows. The first row runs through the center and spans region[0] from its first slot to its
/// last, the others stand behind it. FIT_AGENTS: wider where it would need more than floor(region[1] / spacing[1]) rows.
/// FIXED: floor(region[0] / spacing[0]) + 1 columns, and that many rows.
pub const PHX_SHAPE_LINE: u32 = 4;
/// Shape: floor(region[0] / spacing[0]) columns of any depth. FIXED: as GRID.
pub const PHX_SHAPE_COLUMN: u32 = 5;
/// Shape: ranks around an empty middle, which begins inner_radius from the center along both axes; with inner_radius 0 it
/// is half as wide and deep as the whole. FIT_AGENTS: as many ranks as it takes, in the proportions of the region where
/// inner_radius is 0. FIXED: the outline of the GRID, ranks inwards. Filled from the outside.
pub const PHX_SHAPE_HOLLOW: u32 = 6;
/// Shape: a GRID whose odd rows stand half a pitch to the right.
pub const PHX_SHAPE_STAGGERED: u32 = 7;
/// Shape: the outline of a wedge, two arms behind one leader. FIXED: as TRIANGLE.
pub const PHX_SHAPE_V: u32 = 8;
/// Shape: a slanting file whose tail is behind to the left of its leader. FIXED: as TRIANGLE.
pub const PHX_SHAPE_ECHELON_LEFT: u32 = 9;
/// Shape: a slanting file whose tail is behind to the right of its leader. FIXED: as TRIANGLE.
pub const PHX_SHAPE_ECHELON_RIGHT: u32 = 10;
/// Shape: the caller's own points, all of them, whatever the sizing; a slot's number is its point's. Nothing grows. Those
/// near the center are taken first, in bands as wide as the smaller spacing.
pub const PHX_SHAPE_POINTS: u32 = 11;

/// Mode: the army moves (and turns) as a rigid whole; nobody changes places.
pub const PHX_MODE_KEEP_FORMATION: u32 = 1;
/// Mode: everybody gets a slot of the shape.
pub const PHX_MODE_REFORM_THE_LINE: u32 = 2;

/// Sizing: as many slots as the agents need; the region only sets the aspect ratio.
pub const PHX_SIZING_FIT_AGENTS: u32 = 1;
/// Sizing: as many slots as fit the region or the outer radius.
pub const PHX_SIZING_FIXED: u32 = 2;

/// Ring rule: neighbours are at least a pitch apart in a straight line.
pub const PHX_RING_RULE_CHORD: u32 = 1;
/// Ring rule: neighbours are at least a pitch apart along the arc; bodies may overlap on small rings.
pub const PHX_RING_RULE_ARC: u32 = 2;

/// Polygon rule: polygonal rings.
pub const PHX_POLYGON_RULE_RINGS: u32 = 1;
/// Polygon rule: circular rings, clipped by the polygon.
pub const PHX_POLYGON_RULE_CLIP: u32 = 2;

/// Hole policy: more slots than agents leave their holes on the outer rings.
pub const PHX_HOLE_POLICY_RINGS: u32 = 1;
/// Hole policy: GRID, LINE and COLUMN leave them in the last row, which is centred, and grow behind; others as RINGS.
pub const PHX_HOLE_POLICY_REAR_RANK: u32 = 2;

/// Effort: no exchange of two agents would shorten the walks; no bound.
pub const PHX_EFFORT_QUICK: u32 = 1;
/// Effort: within half a percent of the optimum.
pub const PHX_EFFORT_GOOD: u32 = 2;
/// Effort: the optimum, proved.
pub const PHX_EFFORT_EXACT: u32 = 3;

/// Cost of a walk: squared distance with both sides centred, so that how far the army marches does not matter.
pub const PHX_COST_SQUARED: u32 = 1;
/// Cost of a walk: plain distance, not centred.
pub const PHX_COST_EUCLID: u32 = 2;

/// The order. Set by phx_formation_desc_init. Lengths in the caller's unit, positions and directions in the context's
/// axes, angles in degrees. A field that is out of its range is PHX_E_INVALID_ARGUMENT, whatever the shape.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxFormationDesc {
    /// Bytes of this struct, set by phx_formation_desc_init.
    pub struct_size: u32,
    /// PHX_SHAPE number.
    pub shape: u32,
    /// PHX_MODE number. Default: REFORM_THE_LINE.
    pub mode: u32,
    /// PHX_SIZING number. Default: FIT_AGENTS.
    pub sizing: u32,
    /// Where the formation's center goes. Finite. Default: 0.
    pub center: [f64; 3],
    /// Where the front faces, any length; height is ignored. Shorter than 1e-4 or not finite: from the army to the
    /// center. Default: forward.
    pub direction: [f64; 3],
    /// Pitch along the front, and in depth. Positive. Default: 100 unit scales each.
    pub spacing: [f64; 2],
    /// Frontage and depth of every shape but CIRCLE and POINTS. Finite. Default: 1000 and 500 unit scales.
    pub region: [f64; 2],
    /// CIRCLE: least radius of the first ring. HOLLOW: half the width of the empty middle. Finite. Default: 0.
    pub inner_radius: f64,
    /// CIRCLE, FIXED: bound of the rings. Finite. Default: 500 unit scales.
    pub outer_radius: f64,
    /// POINTS: the slots, 1 to 1,048,576 places relative to the center, in the context's axes, as if the formation faced
    /// the frame's forward axis; they turn with direction. Finite; height does not matter. Default: absent.
    pub points: PhxVec3View,
    /// Circle: 0 for round rings (default), 3 to 32 for a polygon with that many corners.
    pub segments: u32,
    /// Circle: PHX_RING_RULE number. Default: CHORD.
    pub ring_rule: u32,
    /// Polygon: PHX_POLYGON_RULE number. Default: RINGS.
    pub polygon_rule: u32,
    /// PHX_HOLE_POLICY number. Default: RINGS.
    pub hole_policy: u32,
    /// Non-zero: FIXED shapes grow too when ground drops slots. Default: 0.
    pub grow_fixed: u32,
    /// Non-zero: the report gets a lower bound of the cost. EXACT gives one in any case. Default: 0.
    pub want_bound: u32,
    /// Slots per member, 1 to 8. Default: 1.
    pub slot_count_margin: f64,
    /// Factor on every radius, at least 0. Default: 1.
    pub size_multiplier: f64,
    /// KEEP_FORMATION: turn, clockwise as seen from above. Finite. Default: 0, which is exact.
    pub keep_rotate_degrees: f64,
    /// Length by which each slot is displaced in a direction of its own, at least 0. Default: 0.
    pub offset: f64,
    /// Auction: nearest slots per agent, at most 1024. Default: 16.
    pub k_near: u32,
    /// Auction: stride-sampled slots per agent, at most 1024. Default: 8.
    pub k_strat: u32,
    /// PHX_EFFORT number. Default: GOOD.
    pub effort: u32,
    /// PHX_COST number. Default: SQUARED.
    pub cost: u32,
    /// FIT_AGENTS, with PhxAgents.previous_slots: PhxFormationReport.slot_target of the earlier call, whose layout is kept
    /// while everybody finds a slot on it and at least 85 % of it are needed. 0: the layout follows from the agents
    /// (default).
    pub previous_slot_count: u64,
    /// PHX_DEBUG_CATEGORY bits to draw, of those that the context has enabled. Default: 0.
    pub debug_mask: u32,
    /// 0.
    pub reserved: u32,
    /// Orders the debug items of calls that run at the same time, and is handed out with them. Default: 0.
    pub debug_key: u64,
}
layout!(PhxFormationDesc {
    struct_size,
    shape,
    mode,
    sizing,
    center,
    direction,
    spacing,
    region,
    inner_radius,
    outer_radius,
    points,
    segments,
    ring_rule,
    polygon_rule,
    hole_policy,
    grow_fixed,
    want_bound,
    slot_count_margin,
    size_multiplier,
    keep_rotate_degrees,
    offset,
    k_near,
    k_strat,
    effort,
    cost,
    previous_slot_count,
    debug_mask,
    reserved,
    debug_key,
});
versioned!(PhxFormationDesc, "desc");

fn defaults(context: &Context, shape: u32) -> PhxFormationDesc {
    let scale = context.unit_scale;
    PhxFormationDesc {
        struct_size: size_of::<PhxFormationDesc>() as u32,
        shape,
        mode: PHX_MODE_REFORM_THE_LINE,
        sizing: PHX_SIZING_FIT_AGENTS,
        center: [0.0; 3],
        direction: context.frame.to_caller(glam::DVec3::X),
        spacing: [100.0 * scale; 2],
        region: [1000.0 * scale, 500.0 * scale],
        inner_radius: 0.0,
        outer_radius: 500.0 * scale,
        points: PhxVec3View { data: std::ptr::null(), count: 0, stride: 0, scalar: 0 },
        segments: 0,
        ring_rule: PHX_RING_RULE_CHORD,
        polygon_rule: PHX_POLYGON_RULE_RINGS,
        hole_policy: PHX_HOLE_POLICY_RINGS,
        grow_fixed: 0,
        want_bound: 0,
        slot_count_margin: 1.0,
        size_multiplier: 1.0,
        keep_rotate_degrees: 0.0,
        offset: 0.0,
        k_near: 16,
        k_strat: 8,
        effort: PHX_EFFORT_GOOD,
        cost: PHX_COST_SQUARED,
        previous_slot_count: 0,
        debug_mask: 0,
        reserved: 0,
        debug_key: 0,
    }
}

/// Sets an order to the defaults of a shape in the context's unit and axes. Set center, and direction unless it shall
/// follow from the march.
///
/// desc: struct_size bytes, not NULL. struct_size: sizeof(PhxFormationDesc). shape: PHX_SHAPE number.
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_BAD_HANDLE, PHX_E_INVALID_ARGUMENT (shape, alignment). Any thread; allocates
/// nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_desc_init(
    context: u64,
    desc: *mut PhxFormationDesc,
    struct_size: u32,
    shape: u32,
) -> i32 {
    on_context(context, |call| {
        let defaults = defaults(&call.context, shape);
        shape_of(&defaults, "shape")?;
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(desc, struct_size, defaults) }?;
        Ok(Status::Ok)
    })
}

/// A checked description. Its own points, if it has any, are not read yet.
#[derive(Debug)]
pub(super) struct Description {
    measures: Measures,
    /// POINTS: the places.
    points: Option<Strided>,
    pub(super) debug_mask: u32,
    pub(super) debug_key: u64,
}

/// All that an order says but for the places of POINTS.
#[derive(Clone, Debug)]
pub(super) struct Measures {
    /// POINTS: with another shape in its place.
    order: Order<'static>,
    is_points: bool,
}

impl Measures {
    /// The whole order, with the points that were read.
    pub(super) fn with_points<'a>(&self, buffers: &'a mut PointBuffers) -> Result<Order<'a>, Fault> {
        let mut order: Order<'a> = self.order.clone();
        if self.is_points {
            order.shape = Shape::Points(OwnPoints::new(&buffers.local, &mut buffers.search)?);
            check(&order)?;
        }
        Ok(order)
    }
}

/// The caller's own points in local coordinates: x to the right, y to the front.
#[derive(Debug, Default)]
pub(super) struct PointBuffers {
    places: Vec<DVec3>,
    local: Vec<DVec2>,
    search: ClosestPair,
}

impl Description {
    /// The memory that is read.
    pub(super) fn inputs(&self) -> &[Strided] {
        self.points.as_slice()
    }

    /// All that it says but for the places of POINTS, which another shape stands in for.
    pub(super) fn measures(&self) -> &Order<'static> {
        &self.measures.order
    }

    /// What is left once the points are read.
    pub(super) fn into_measures(self) -> Measures {
        self.measures
    }

    /// The whole order; reads the points of POINTS.
    ///
    /// # Safety
    /// The memory of `desc.points` may be read now.
    pub(super) unsafe fn order<'a>(
        &self,
        context: &Context,
        buffers: &'a mut PointBuffers,
    ) -> Result<Order<'a>, Fault> {
        // SAFETY: the caller's contract.
        unsafe { self.read_points(context, buffers) }?;
        self.measures.with_points(buffers)
    }

    /// Reads the points of POINTS.
    ///
    /// # Safety
    /// As for [`Self::order`].
    pub(super) unsafe fn read_points(&self, context: &Context, buffers: &mut PointBuffers) -> Result<(), Fault> {
        if let Some(view) = &self.points {
            // SAFETY: the caller's contract.
            unsafe { read_vectors(view, context.frame, &mut buffers.places) }?;
            check_finite(view, context.frame, &buffers.places)?;
            buffers.local.clear();
            reserve(&mut buffers.local, buffers.places.len(), view.name())?;
            buffers.local.extend(buffers.places.iter().map(|place| DVec2::new(place.y, place.x)));
        }
        Ok(())
    }
}

/// Reads and checks a description.
///
/// # Safety
/// `desc` is NULL or points to a struct as [`versioned::read`] wants it.
pub(super) unsafe fn read_desc(desc: *const PhxFormationDesc, context: &Context) -> Result<Description, Fault> {
    // SAFETY: the caller's contract.
    describe(&unsafe { read_whole_desc(desc, context) }?, context)
}

/// Reads a description as it is, with defaults for what an older caller's lacks.
///
/// # Safety
/// As for [`read_desc`].
pub(super) unsafe fn read_whole_desc(
    desc: *const PhxFormationDesc,
    context: &Context,
) -> Result<PhxFormationDesc, Fault> {
    // SAFETY: the caller's contract.
    unsafe { versioned::read(desc, defaults(context, PHX_SHAPE_GRID)) }
}

/// Checks a description that is read already.
pub(super) fn describe(desc: &PhxFormationDesc, context: &Context) -> Result<Description, Fault> {
    check_reserved("desc.reserved", u64::from(desc.reserved))?;
    check_categories("desc.debug_mask", desc.debug_mask)?;
    let order = measures_of(desc, context)?;
    let points = desc.points.checked("desc.points")?;
    let is_points = desc.shape == PHX_SHAPE_POINTS;
    if is_points && points.len() > MAX_SLOTS {
        let text = format!("desc.points.count is {}; one formation holds at most {MAX_SLOTS}", points.len());
        return Err(Fault::new(FaultKind::Capacity, text));
    }
    Ok(Description {
        measures: Measures { order, is_points },
        points: is_points.then_some(points),
        debug_mask: desc.debug_mask,
        debug_key: desc.debug_key,
    })
}

fn measures_of(desc: &PhxFormationDesc, context: &Context) -> Result<Order<'static>, Fault> {
    let order = Order {
        shape: shape_of(desc, "desc.shape")?,
        mode: one_of("desc.mode", desc.mode, &[Mode::KeepFormation, Mode::ReformTheLine])?,
        sizing: one_of("desc.sizing", desc.sizing, &[Sizing::FitAgents, Sizing::Fixed])?,
        center: context.frame.to_library(desc.center),
        direction: context.frame.to_library(desc.direction).truncate(),
        spacing: desc.spacing.into(),
        region: desc.region.into(),
        inner_radius: desc.inner_radius,
        outer_radius: desc.outer_radius,
        slot_count_margin: desc.slot_count_margin,
        size_multiplier: desc.size_multiplier,
        keep_rotate_degrees: desc.keep_rotate_degrees,
        offset: desc.offset,
        near_candidates: desc.k_near,
        strategic_candidates: desc.k_strat,
        effort: one_of("desc.effort", desc.effort, &[Effort::Quick, Effort::Good, Effort::Exact])?,
        cost: one_of("desc.cost", desc.cost, &[CostRule::Squared, CostRule::Euclid])?,
        hole_policy: one_of("desc.hole_policy", desc.hole_policy, &[HolePolicy::Rings, HolePolicy::RearRank])?,
        grow_fixed: desc.grow_fixed != 0,
        want_bound: desc.want_bound != 0,
        previous_slot_count: desc.previous_slot_count,
        unit_scale: context.unit_scale,
    };
    check(&order)?;
    Ok(order)
}

/// Checks the ranges. The texts name the field; the caller knows it as a field of the description.
fn check(order: &Order) -> Result<(), Fault> {
    order.check().map_err(|fault| Fault::new(fault.kind, format!("desc.{}", fault.text)))
}

/// The shape; for POINTS one that needs none.
fn shape_of(desc: &PhxFormationDesc, field: &str) -> Result<Shape<'static>, Fault> {
    let ring = one_of("desc.ring_rule", desc.ring_rule, &[RingRule::Chord, RingRule::Arc])?;
    let rule = one_of("desc.polygon_rule", desc.polygon_rule, &[PolygonRule::Rings, PolygonRule::Clip(ring)])?;
    if !matches!(desc.segments, 0 | 3..=32) {
        return Err(Fault::invalid("desc.segments", desc.segments, "0, or 3 to 32"));
    }
    match desc.shape {
        PHX_SHAPE_GRID | PHX_SHAPE_POINTS => Ok(Shape::Grid),
        PHX_SHAPE_CIRCLE if desc.segments == 0 => Ok(Shape::Circle(ring)),
        PHX_SHAPE_CIRCLE => Ok(Shape::Polygon { segments: desc.segments, rule }),
        PHX_SHAPE_TRIANGLE => Ok(Shape::Wedge),
        PHX_SHAPE_LINE => Ok(Shape::Line),
        PHX_SHAPE_COLUMN => Ok(Shape::Column),
        PHX_SHAPE_HOLLOW => Ok(Shape::Hollow),
        PHX_SHAPE_STAGGERED => Ok(Shape::Staggered),
        PHX_SHAPE_V => Ok(Shape::Vee),
        PHX_SHAPE_ECHELON_LEFT => Ok(Shape::Echelon(Tail::Left)),
        PHX_SHAPE_ECHELON_RIGHT => Ok(Shape::Echelon(Tail::Right)),
        other => Err(Fault::invalid(field, other, "it must be a PHX_SHAPE number")),
    }
}

/// The enumerator with a number, counted from 1.
fn one_of<T: Copy>(field: &str, number: u32, values: &[T]) -> Result<T, Fault> {
    number
        .checked_sub(1)
        .and_then(|index| values.get(index as usize).copied())
        .ok_or_else(|| Fault::invalid(field, number, &format!("1 to {}", values.len())))
}
