//! Slots at the edge: how many, how they lie, how they grow, and whether one can stand on them.

use glam::{DVec2, DVec3};

use super::call_buffers::{CallBuffers, PartBuffers};
use super::context::Context;
use super::formation_desc::{PhxFormationDesc, read_desc};
use super::ground::{HostGround, PhxGround, read_ground};
use super::guard::{guarded, on_context};
use super::layout::layout;
use super::status::Status;
use super::strided::{MOST_ELEMENTS, Strided, check_disjoint, fill, reserve};
use super::versioned::{self, check_pointer, check_reserved, versioned};
use super::view::{PhxF32View, PhxVec3ViewMut, check_finite, check_fits, checked_at, read_vectors, write_vectors};
use crate::fault::{Fault, FaultKind};
use crate::formation::facing::Facing;
use crate::formation::order::Order;
use crate::formation::radius::{DEFAULT_RADIUS, usable_radius};
use crate::formation::ring::dense_ranks;
use crate::formation::shape::{Growth, Lattice, MAX_SLOTS, lattice};
use crate::formation::target::{SlotTarget, slot_target};
use crate::formation::validate::{SlotState, validate};
use crate::ground::probe::Prober;
use crate::pace::at_once;

/// Where the growth of a lattice goes on: plain data that the caller keeps. Set by phx_growth_init, filled by
/// phx_formation_slots, moved on by phx_formation_grow. Goes with the description that it was made with.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PhxGrowth {
    /// Bytes of this struct, set by phx_growth_init.
    pub struct_size: u32,
    /// The next ring or row; of GRID and STAGGERED the next edge: 0 back, 1 right, 2 front, 3 left.
    pub next: u32,
    /// Columns and rows of the first layout; twice the rows for a triangle; 0 for rings and POINTS.
    pub origin: [i32; 2],
    /// GRID, STAGGERED, HOLLOW: first and last column, in the first layout's numbering.
    pub columns: [i32; 2],
    /// GRID, STAGGERED, HOLLOW: first and last row, row 0 being the first layout's front.
    pub rows: [i32; 2],
    /// Per edge (back, right, front, left; only the first for other shapes): rounds in which nothing of it could be used.
    /// At 2 it is skipped. The caller counts them.
    pub barren_rounds: [u8; 4],
    /// 0.
    pub reserved: u32,
    /// Slots so far, growth included.
    pub emitted: u64,
}
layout!(PhxGrowth { struct_size, next, origin, columns, rows, barren_rounds, reserved, emitted });
versioned!(PhxGrowth, "growth");

/// Slot state: it can be stood on.
pub const PHX_SLOT_STATE_OK: u8 = 0;
/// Slot state: there is an obstacle, or the ground is too steep.
pub const PHX_SLOT_STATE_BLOCKED: u8 = 1;
/// Slot state: there is no ground.
pub const PHX_SLOT_STATE_VOID: u8 = 2;
/// Slot state: the call had no probes left to ask with (PhxGround.max_probes).
pub const PHX_SLOT_STATE_NOT_PROBED: u8 = 3;

const _: () = assert!(
    PHX_SLOT_STATE_OK == SlotState::Ok as u8
        && PHX_SLOT_STATE_BLOCKED == SlotState::Blocked as u8
        && PHX_SLOT_STATE_VOID == SlotState::Void as u8
        && PHX_SLOT_STATE_NOT_PROBED == SlotState::NotProbed as u8
);

/// Sets a growth state to the start: nothing laid out, nothing can grow.
///
/// growth: struct_size bytes, not NULL. struct_size: sizeof(PhxGrowth).
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_growth_init(growth: *mut PhxGrowth, struct_size: u32) -> i32 {
    guarded(|| {
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(growth, struct_size, PhxGrowth::default()) }?;
        Ok(Status::Ok)
    })
}

/// How many slots an order asks for: members times slot_count_margin, and the extra slots that members wider than the
/// pitch block. At most 1,048,576.
///
/// desc: not NULL. radii: one per member of both layers, not NULL; multiplied by desc.size_multiplier; negative or NaN
/// counts as 0. out_target: gets the slots, not NULL. out_extra: gets the blockers' share of them, or NULL.
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT, PHX_E_NOT_FINITE (a point), PHX_E_CAPACITY (more members
/// than slots can be, too many points), PHX_E_BAD_HANDLE, PHX_E_BUSY, PHX_E_OUT_OF_MEMORY. Any thread; a repeated call of the same size
/// allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_slot_target(
    context: u64,
    desc: *const PhxFormationDesc,
    radii: *const PhxF32View,
    out_target: *mut u64,
    out_extra: *mut u64,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract.
        unsafe {
            let description = read_desc(desc, &call.context)?;
            let radii = checked_at(radii, "radii")?;
            check_pointer(out_target, "out_target")?;
            check_optional(out_extra, "out_extra")?;
            let target = call.context.with_buffers(|CallBuffers { points, parts, .. }| {
                let order = description.order(&call.context, points)?;
                fill(&radii, &mut parts.radii, |radius: f32| f64::from(radius))?;
                target_of(&order, &parts.radii, parts.radii.len())
            })?;
            out_target.write(target.slots as u64);
            if !out_extra.is_null() {
                out_extra.write(target.extra);
            }
            Ok(Status::Ok)
        }
    })
}

/// The width of the first layout to its depth, in lengths, without laying it out; 1 for rings and if degenerate.
///
/// desc: not NULL. radii: of the members; NULL, or shorter than count: 34 unit scales for the others; longer is
/// PHX_E_LENGTH_MISMATCH. count: members of both layers. out_aspect: gets the ratio, not NULL.
/// Other errors, threads and allocation as for phx_formation_slot_target.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_aspect(
    context: u64,
    desc: *const PhxFormationDesc,
    radii: *const PhxF32View,
    count: u64,
    out_aspect: *mut f64,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract.
        unsafe {
            let description = read_desc(desc, &call.context)?;
            let count = slot_count("count", count)?;
            check_pointer(out_aspect, "out_aspect")?;
            let aspect = call.context.with_buffers(|CallBuffers { points, parts, .. }| {
                let order = description.order(&call.context, points)?;
                parts.radii.clear();
                if !radii.is_null() {
                    let radii = checked_at(radii, "radii")?;
                    radii.check_at_most(count, "count")?;
                    fill(&radii, &mut parts.radii, |radius: f32| f64::from(radius))?;
                }
                let target = target_of(&order, &parts.radii, count)?;
                Ok(lattice(&order).extent(target.slots).aspect)
            })?;
            out_aspect.write(aspect);
            Ok(Status::Ok)
        }
    })
}

/// The slots of an order's first layout, before jitter and ground: place and ring of each, in order of their number.
/// Without agents a direction that is too short faces forward.
///
/// desc: not NULL. target: slots wanted, at most 1,048,576; FIXED sizing ignores it, FIT_AGENTS gives whole rows or
/// rings until there are as many. out_slots: gets the places, at the center's height; NULL or absent to ask for the
/// count. out_rings: as many rings as out_slots has elements, or NULL. out_count: gets the number of slots, not NULL.
/// out_growth: gets where growth goes on, or NULL; set by phx_growth_init.
/// PHX_MORE when out_slots is too short: out_count gets the number, nothing else is written. PHX_E_OUT_OF_RANGE when a
/// place does not fit 32 bits. Other errors, threads and allocation as for phx_formation_slot_target.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_slots(
    context: u64,
    desc: *const PhxFormationDesc,
    target: u64,
    out_slots: *const PhxVec3ViewMut,
    out_rings: *mut u32,
    out_count: *mut u64,
    out_growth: *mut PhxGrowth,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract.
        unsafe {
            let description = read_desc(desc, &call.context)?;
            let target = slot_count("target", target)?;
            let out = capacity_of(out_slots)?;
            let rings = match out_rings.is_null() {
                true => None,
                false => Some(Strided::new("out_rings", out_rings.cast(), out.len() as u64, 0, 4, 4)?),
            };
            check_pointer(out_count, "out_count")?;
            let growth_size = match out_growth.is_null() {
                true => None,
                false => Some(versioned::writable_size(out_growth)?),
            };
            if let Some(rings) = rings {
                check_disjoint(&[out, rings], description.inputs())?;
            }
            check_disjoint(&[out], description.inputs())?;
            call.context.with_buffers(|CallBuffers { points, parts, .. }| {
                let order = description.order(&call.context, points)?;
                parts.sheet.clear();
                let growth = lattice(&order).emit(target, &mut parts.sheet);
                if write_slots(&order, parts, &out, out_count, &call.context)? == Status::More {
                    return Ok(Status::More);
                }
                if let Some(rings) = rings {
                    dense_ranks(&parts.sheet.ring_key, &mut parts.ring, &mut parts.rings);
                    rings.write(parts.rings.iter().copied());
                }
                if let Some(size) = growth_size {
                    versioned::write(out_growth, size, growth_out(&growth));
                }
                Ok(Status::Ok)
            })
        }
    })
}

/// Adds slots to a layout and moves none: whole edges, rows or rings until there are as many new ones as wanted, or
/// nothing is left to grow (out_count 0).
///
/// desc: the order of the first layout, not NULL. wanted: new slots. growth: from phx_formation_slots or the last growth,
/// moved on; not NULL. out_slots: gets the places of the new slots; NULL or absent to ask for the count. out_count: gets
/// their number, not NULL.
/// PHX_MORE when out_slots is too short: out_count gets the number, nothing else is written and growth stays.
/// Other errors, threads and allocation as for phx_formation_slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_grow(
    context: u64,
    desc: *const PhxFormationDesc,
    wanted: u64,
    growth: *mut PhxGrowth,
    out_slots: *const PhxVec3ViewMut,
    out_count: *mut u64,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract.
        unsafe {
            let description = read_desc(desc, &call.context)?;
            let size = versioned::writable_size(growth)?;
            let state = versioned::read(growth, PhxGrowth::default())?;
            check_reserved("growth.reserved", u64::from(state.reserved))?;
            let out = capacity_of(out_slots)?;
            check_disjoint(&[out], description.inputs())?;
            check_pointer(out_count, "out_count")?;
            call.context.with_buffers(|CallBuffers { points, parts, .. }| {
                let order = description.order(&call.context, points)?;
                parts.sheet.clear();
                let mut state = growth_in(&state);
                let wanted = wanted.min(MAX_SLOTS as u64) as usize;
                if wanted > 0 {
                    lattice(&order).grow(&mut state, wanted, &mut parts.sheet);
                }
                let status = write_slots(&order, parts, &out, out_count, &call.context)?;
                if status == Status::Ok {
                    versioned::write(growth, size, growth_out(&state));
                }
                Ok(status)
            })
        }
    })
}

/// Tries slots against the ground: those that can be stood on are displaced by desc.offset where the displaced place can
/// be stood on too, and snapped to the ground. The others stay as they are.
///
/// desc: not NULL. ground: NULL = all can be stood on. slots: read and written, exactly count places, not NULL; finite.
/// out_states: gets count PHX_SLOT_STATE numbers, not NULL unless count is 0. count: at most 1,048,576.
/// PHX_E_NOT_FINITE naming the slot, PHX_E_LENGTH_MISMATCH, PHX_E_CALLBACK; others, threads and allocation as for
/// phx_formation_slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_validate(
    context: u64,
    desc: *const PhxFormationDesc,
    ground: *const PhxGround,
    slots: *const PhxVec3ViewMut,
    out_states: *mut u8,
    count: u64,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract.
        unsafe {
            let description = read_desc(desc, &call.context)?;
            let ground = read_ground(ground, &call.context)?;
            let slots = checked_at(slots, "slots")?;
            let count = slot_count("count", count)?;
            if slots.len() != count {
                return Err(slots.mismatch(count, "count"));
            }
            let states = Strided::new("out_states", out_states, count as u64, 0, 1, 1)?;
            check_disjoint(&[slots, states], description.inputs())?;
            call.context.with_buffers(|CallBuffers { points, parts, rays, .. }| {
                let order = description.order(&call.context, points)?;
                let frame = call.context.frame;
                read_vectors(&slots, frame, &mut parts.places)?;
                check_finite(&slots, frame, &parts.places)?;
                let mut source = ground.as_ref().map(|ground| HostGround { call, ground, buffers: rays });
                let mut prober = match source.as_mut() {
                    Some(source) => Some(Prober::new(source.as_ground(), count, &mut parts.probe)?),
                    None => None,
                };
                let facing = facing_of(&order);
                let (buffers, places, becomes) = (&mut parts.validate, &mut parts.places, &mut parts.states);
                at_once(validate(&order, facing, prober.as_mut(), buffers, places, becomes))?;
                check_fits(&slots, frame, &parts.places)?;
                write_vectors(&slots, frame, parts.places.iter().copied());
                states.write(parts.states.iter().map(|state| *state as u8));
                Ok(Status::Ok)
            })
        }
    })
}

/// The slot target for `count` members, of whom the first have these radii.
fn target_of(order: &Order, radii: &[f64], count: usize) -> Result<SlotTarget, Fault> {
    let default = DEFAULT_RADIUS * order.unit_scale;
    let radius = |member: usize| radii.get(member).copied().unwrap_or(default) * order.size_multiplier;
    slot_target(order, &lattice(order), (0..count).map(|member| usable_radius(radius(member)).0))
}

/// The facing where there are no agents to look at.
fn facing_of(order: &Order) -> Facing {
    Facing::new(order.direction, DVec2::ZERO).0
}

fn slot_count(name: &str, count: u64) -> Result<usize, Fault> {
    if count <= MAX_SLOTS as u64 {
        return Ok(count as usize);
    }
    Err(Fault::new(FaultKind::Capacity, format!("{name} is {count}; one formation holds at most {MAX_SLOTS}")))
}

/// A view to write to, or nothing where it is NULL.
///
/// # Safety
/// `view` is NULL or points to a view.
unsafe fn capacity_of(view: *const PhxVec3ViewMut) -> Result<Strided, Fault> {
    if view.is_null() {
        return Strided::new("out_slots", std::ptr::null_mut(), 0, 0, 12, 4);
    }
    // SAFETY: the caller's contract.
    unsafe { checked_at(view, "out_slots") }
}

fn check_optional<T>(pointer: *const T, name: &str) -> Result<(), Fault> {
    if pointer.is_null() { Ok(()) } else { check_pointer(pointer, name) }
}

/// Writes the sheet's slots as places, or only their number when there is no room for them.
///
/// # Safety
/// `out` and `out_count` may be written now.
unsafe fn write_slots(
    order: &Order,
    parts: &mut PartBuffers,
    out: &Strided,
    out_count: *mut u64,
    context: &Context,
) -> Result<Status, Fault> {
    let count = parts.sheet.len();
    debug_assert!(count as u64 <= MOST_ELEMENTS);
    if count <= out.len() {
        let facing = facing_of(order);
        parts.places.clear();
        reserve(&mut parts.places, count, "out_slots")?;
        parts.places.extend(parts.sheet.local.iter().map(|local| place_of(order, facing, *local)));
        check_fits(out, context.frame, &parts.places)?;
        // SAFETY: the caller's contract; there are as many elements.
        unsafe { write_vectors(out, context.frame, parts.places.iter().copied()) };
    }
    // SAFETY: checked by the caller.
    unsafe { out_count.write(count as u64) };
    Ok(if count <= out.len() { Status::Ok } else { Status::More })
}

fn place_of(order: &Order, facing: Facing, local: DVec2) -> DVec3 {
    order.center + facing.offset(local).extend(0.0)
}

fn growth_out(growth: &Growth) -> PhxGrowth {
    PhxGrowth {
        struct_size: size_of::<PhxGrowth>() as u32,
        next: growth.next,
        origin: growth.origin,
        columns: growth.columns,
        rows: growth.rows,
        barren_rounds: growth.barren_rounds,
        reserved: 0,
        emitted: growth.emitted,
    }
}

fn growth_in(growth: &PhxGrowth) -> Growth {
    Growth {
        next: growth.next,
        origin: growth.origin,
        columns: growth.columns,
        rows: growth.rows,
        barren_rounds: growth.barren_rounds,
        emitted: growth.emitted,
    }
}
