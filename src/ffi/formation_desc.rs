//! The order as the caller writes it: its fields, their defaults and their ranges.

use super::context::Context;
use super::debug_draw::check_categories;
use super::guard::on_context;
use super::layout::layout;
use super::status::Status;
use super::versioned::{self, check_reserved, versioned};
use crate::fault::{Fault, FaultKind};
use crate::formation::assign::Effort;
use crate::formation::order::{CostRule, Mode, Order, PolygonRule, RingRule, Shape, Sizing};

/// Shape: rows and columns.
pub const PHX_SHAPE_GRID: u32 = 1;
/// Shape: rings; with segments 3 to 32, rings of that many straight edges.
pub const PHX_SHAPE_CIRCLE: u32 = 2;
/// Shape: a wedge with its apex to the front.
pub const PHX_SHAPE_TRIANGLE: u32 = 3;

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
    /// Frontage and depth of a grid or wedge. Finite. Default: 1000 and 500 unit scales.
    pub region: [f64; 2],
    /// Circle: least radius of the first ring. Finite. Default: 0.
    pub inner_radius: f64,
    /// Circle, FIXED: bound of the rings. Finite. Default: 500 unit scales.
    pub outer_radius: f64,
    /// Circle: 0 for round rings (default), 3 to 32 for a polygon with that many corners.
    pub segments: u32,
    /// Circle: PHX_RING_RULE number. Default: CHORD.
    pub ring_rule: u32,
    /// Polygon: PHX_POLYGON_RULE number. Default: RINGS.
    pub polygon_rule: u32,
    /// Non-zero: FIXED shapes grow too when ground drops slots. Default: 0.
    pub grow_fixed: u32,
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
    segments,
    ring_rule,
    polygon_rule,
    grow_fixed,
    slot_count_margin,
    size_multiplier,
    keep_rotate_degrees,
    offset,
    k_near,
    k_strat,
    effort,
    cost,
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
        segments: 0,
        ring_rule: PHX_RING_RULE_CHORD,
        polygon_rule: PHX_POLYGON_RULE_RINGS,
        grow_fixed: 0,
        slot_count_margin: 1.0,
        size_multiplier: 1.0,
        keep_rotate_degrees: 0.0,
        offset: 0.0,
        k_near: 16,
        k_strat: 8,
        effort: PHX_EFFORT_GOOD,
        cost: PHX_COST_SQUARED,
        debug_mask: 0,
        reserved: 0,
        debug_key: 0,
    }
}

/// Sets an order to the defaults of a shape in the context's unit and axes. Set center, and direction unless it shall
/// follow from the march.
///
/// desc: struct_size bytes, not NULL. struct_size: sizeof(PhxFormationDesc). shape: PHX_SHAPE number.
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_BAD_HANDLE, PHX_E_INVALID_ARGUMENT (shape, alignment), PHX_E_UNSUPPORTED (4 to
/// 11: shapes to come). Any thread; allocates nothing.
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

/// An order with what only the edge needs of its description.
pub(super) struct Description {
    pub(super) order: Order<'static>,
    pub(super) debug_mask: u32,
    pub(super) debug_key: u64,
}

/// Reads and checks an order.
///
/// # Safety
/// `desc` is NULL or points to a struct as [`versioned::read`] wants it.
pub(super) unsafe fn read_desc(desc: *const PhxFormationDesc, context: &Context) -> Result<Description, Fault> {
    // SAFETY: the caller's contract.
    let desc = unsafe { versioned::read(desc, defaults(context, PHX_SHAPE_GRID)) }?;
    check_reserved("desc.reserved", u64::from(desc.reserved))?;
    check_categories("desc.debug_mask", desc.debug_mask)?;
    Ok(Description { order: order_of(&desc, context)?, debug_mask: desc.debug_mask, debug_key: desc.debug_key })
}

fn order_of(desc: &PhxFormationDesc, context: &Context) -> Result<Order<'static>, Fault> {
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
        hole_policy: crate::formation::order::HolePolicy::Rings,
        grow_fixed: desc.grow_fixed != 0,
        want_bound: false,
        previous_slot_count: 0,
        unit_scale: context.unit_scale,
    };
    // The texts name the field; the caller knows it as a field of the description.
    order.check().map_err(|fault| Fault::new(fault.kind, format!("desc.{}", fault.text)))?;
    Ok(order)
}

fn shape_of(desc: &PhxFormationDesc, field: &str) -> Result<Shape<'static>, Fault> {
    let ring = one_of("desc.ring_rule", desc.ring_rule, &[RingRule::Chord, RingRule::Arc])?;
    let rule = one_of("desc.polygon_rule", desc.polygon_rule, &[PolygonRule::Rings, PolygonRule::Clip(ring)])?;
    if !matches!(desc.segments, 0 | 3..=32) {
        return Err(Fault::invalid("desc.segments", desc.segments, "0, or 3 to 32"));
    }
    match desc.shape {
        PHX_SHAPE_GRID => Ok(Shape::Grid),
        PHX_SHAPE_CIRCLE if desc.segments == 0 => Ok(Shape::Circle(ring)),
        PHX_SHAPE_CIRCLE => Ok(Shape::Polygon { segments: desc.segments, rule }),
        PHX_SHAPE_TRIANGLE => Ok(Shape::Wedge),
        4..=11 => Err(Fault::new(
            FaultKind::Unsupported,
            format!("{field} is {}; this version has GRID, CIRCLE and TRIANGLE", desc.shape),
        )),
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
