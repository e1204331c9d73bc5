//! Orders: the defaults of a shape with some fields set to something else.

use arbitrary::Arbitrary;
use phalanx::ffi::{PHX_OK, PHX_SCALAR_F64, PhxFormationDesc, PhxVec3View, phx_formation_desc_init};

use crate::number::Number;
use crate::zeroed_struct;

/// One field set to something else.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Edit {
    Shape(u8),
    Mode(u8),
    Sizing(u8),
    Center([Number; 3]),
    Direction([Number; 3]),
    Spacing([Number; 2]),
    Region([Number; 2]),
    InnerRadius(Number),
    OuterRadius(Number),
    Segments(u8),
    RingRule(u8),
    PolygonRule(u8),
    HolePolicy(u8),
    GrowFixed(bool),
    WantBound(bool),
    PreviousSlotCount(u8),
    SlotCountMargin(u8),
    SizeMultiplier(Number),
    KeepRotateDegrees(Number),
    Offset(Number),
    Candidates { near: u16, strategic: u16 },
    Effort(u8),
    Cost(u8),
    DebugMask(u8),
}

/// An order with the defaults of a shape, then the points, and then the edits.
pub fn order(context: u64, shape: u8, points: &[[f64; 3]], edits: &[Edit]) -> PhxFormationDesc {
    let mut desc = zeroed_struct::<PhxFormationDesc>();
    let shape = u32::from(shape % 11) + 1;
    // SAFETY: the pointer is to a whole value of our own.
    let status =
        unsafe { phx_formation_desc_init(context, &raw mut desc, size_of::<PhxFormationDesc>() as u32, shape) };
    assert_eq!(status, PHX_OK);
    let count = points.len() as u64;
    desc.points = PhxVec3View { data: points.as_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };
    for edit in edits {
        apply(&mut desc, *edit);
    }
    desc
}

fn apply(desc: &mut PhxFormationDesc, edit: Edit) {
    // Enumerators run from 1; one above the last and zero are tried too.
    let enumerator = |number: u8, last: u8| u32::from(number % (last + 2));
    match edit {
        Edit::Shape(number) => desc.shape = enumerator(number, 11),
        Edit::Mode(number) => desc.mode = enumerator(number, 2),
        Edit::Sizing(number) => desc.sizing = enumerator(number, 2),
        Edit::Center(center) => desc.center = center.map(|number| number.0),
        Edit::Direction(direction) => desc.direction = direction.map(|number| number.0),
        Edit::Spacing(spacing) => desc.spacing = spacing.map(|number| number.0),
        Edit::Region(region) => desc.region = region.map(|number| number.0),
        Edit::InnerRadius(radius) => desc.inner_radius = radius.0,
        Edit::OuterRadius(radius) => desc.outer_radius = radius.0,
        Edit::Segments(number) => desc.segments = u32::from(number % 40),
        Edit::RingRule(number) => desc.ring_rule = enumerator(number, 2),
        Edit::PolygonRule(number) => desc.polygon_rule = enumerator(number, 2),
        Edit::HolePolicy(number) => desc.hole_policy = enumerator(number, 2),
        Edit::WantBound(want) => desc.want_bound = u32::from(want),
        Edit::PreviousSlotCount(count) => desc.previous_slot_count = u64::from(count),
        Edit::GrowFixed(grow) => desc.grow_fixed = u32::from(grow),
        Edit::SlotCountMargin(number) => desc.slot_count_margin = f64::from(number) / 28.0,
        Edit::SizeMultiplier(factor) => desc.size_multiplier = factor.0 / 100.0,
        Edit::KeepRotateDegrees(angle) => desc.keep_rotate_degrees = angle.0,
        Edit::Offset(length) => desc.offset = length.0,
        Edit::Candidates { near, strategic } => {
            desc.k_near = u32::from(near % 300);
            desc.k_strat = u32::from(strategic % 300);
        }
        Edit::Effort(number) => desc.effort = enumerator(number, 3),
        Edit::Cost(number) => desc.cost = enumerator(number, 2),
        Edit::DebugMask(bits) => desc.debug_mask = u32::from(bits),
    }
}
