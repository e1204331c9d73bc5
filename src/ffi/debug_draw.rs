//! Debug draw at the edge: what is queued, and the one consumer that takes it out.

use super::guard::on_context;
use super::layout::layout;
use super::status::Status;
use super::strided::Strided;
use super::versioned::check_pointer;
use crate::debug_draw::{CATEGORIES, CATEGORY_ARROW, CATEGORY_GOAL, CATEGORY_START, Figure};
use crate::fault::{Fault, FaultKind};

/// Debug category: circles where the members stand.
pub const PHX_DEBUG_CATEGORY_START: u32 = 1;
/// Debug category: arrows from there to the goals.
pub const PHX_DEBUG_CATEGORY_ARROW: u32 = 2;
/// Debug category: circles at the goals.
pub const PHX_DEBUG_CATEGORY_GOAL: u32 = 4;

/// Debug item kind: a flat circle.
pub const PHX_DEBUG_KIND_CIRCLE: u32 = 1;
/// Debug item kind: an arrow.
pub const PHX_DEBUG_KIND_ARROW: u32 = 2;

const _: () = assert!(
    PHX_DEBUG_CATEGORY_START == CATEGORY_START
        && PHX_DEBUG_CATEGORY_ARROW == CATEGORY_ARROW
        && PHX_DEBUG_CATEGORY_GOAL == CATEGORY_GOAL
);

/// Items that may wait unless the caller says otherwise.
pub(super) const DEFAULT_CAPACITY: u64 = 65_536;
const MOST_CAPACITY: u64 = 1 << 24;

/// One thing to draw, in the context's axes and unit. Its size is passed to phx_debug_poll.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxDebugItem {
    /// PHX_DEBUG_KIND number.
    pub kind: u32,
    /// PHX_DEBUG_CATEGORY bit.
    pub category: u32,
    /// Middle of the circle, or tail of the arrow.
    pub from: [f64; 3],
    /// Head of the arrow; the middle again for a circle.
    pub to: [f64; 3],
    /// Radius of the circle, or of the agent whose arrow it is.
    pub radius: f32,
    /// 0xRRGGBBAA.
    pub color: u32,
    /// debug_key of the order that it belongs to.
    pub key: u64,
}
layout!(PhxDebugItem { kind, category, from, to, radius, color, key });

pub(super) fn check_categories(field: &str, mask: u32) -> Result<(), Fault> {
    if mask & !CATEGORIES == 0 { Ok(()) } else { Err(Fault::invalid(field, mask, "only PHX_DEBUG_CATEGORY bits")) }
}

pub(super) fn check_queue_capacity(field: &str, capacity: u64) -> Result<(), Fault> {
    if capacity <= MOST_CAPACITY {
        return Ok(());
    }
    Err(Fault::new(FaultKind::Capacity, format!("{field} is {capacity}; at most {MOST_CAPACITY} items may wait")))
}

/// Sets which categories calls on the context queue, of those that their orders ask for (debug_mask), and how many items
/// may wait. What waits already stays. When the queue is full, the tail of a call's items is dropped and counted.
///
/// category_mask: PHX_DEBUG_CATEGORY bits, 0 = off. capacity: items; 0 = 65,536, at most 16,777,216.
/// PHX_E_BAD_HANDLE, PHX_E_INVALID_ARGUMENT (mask), PHX_E_CAPACITY. Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub extern "C" fn phx_debug_enable(context: u64, category_mask: u32, capacity: u64) -> i32 {
    on_context(context, |call| {
        check_categories("category_mask", category_mask)?;
        check_queue_capacity("capacity", capacity)?;
        let capacity = if capacity == 0 { DEFAULT_CAPACITY } else { capacity };
        call.context.debug.enable(category_mask, capacity);
        Ok(Status::Ok)
    })
}

/// Takes queued items out, oldest call first. Only finished calls are seen. Calls one after another come in that order;
/// calls that overlapped in time come by their debug_key; the items of a call stay together, members by unique id. The
/// order does not depend on the number of threads.
///
/// out: capacity items of item_size bytes each, aligned to 8; NULL only when capacity is 0. item_size:
/// sizeof(PhxDebugItem). out_count: gets the number of items written, not NULL. out_dropped: gets the number dropped
/// since the last poll, or NULL. Bytes of a larger item beyond what the library knows become zero.
/// PHX_MORE when items are left, to be polled next. PHX_E_BAD_HANDLE, PHX_E_NULL_POINTER, PHX_E_ABI (item_size),
/// PHX_E_INVALID_ARGUMENT (alignment), PHX_E_CAPACITY (more than 67,108,864). Any thread, one at a time. Allocates while
/// the queue's buffers grow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_debug_poll(
    context: u64,
    out: *mut PhxDebugItem,
    item_size: u32,
    capacity: u64,
    out_count: *mut u64,
    out_dropped: *mut u64,
) -> i32 {
    on_context(context, |call| {
        check_pointer(out_count, "out_count")?;
        if !out_dropped.is_null() {
            check_pointer(out_dropped, "out_dropped")?;
        }
        let known = size_of::<PhxDebugItem>();
        let size = item_size as usize;
        if size < known || size > 4096 || !size.is_multiple_of(align_of::<PhxDebugItem>()) {
            return Err(Fault::new(
                FaultKind::Abi,
                format!("item_size is {size}; this library's item has {known} bytes, larger ones a multiple of 8"),
            ));
        }
        let items = Strided::new("out", out.cast(), capacity, item_size, known, align_of::<PhxDebugItem>())?;
        let frame = call.context.frame;
        let polled = call.context.debug.poll(items.len(), |index, item| {
            let item = PhxDebugItem {
                kind: match item.figure {
                    Figure::Circle => PHX_DEBUG_KIND_CIRCLE,
                    Figure::Arrow => PHX_DEBUG_KIND_ARROW,
                },
                category: item.category,
                from: frame.to_caller(item.from),
                to: frame.to_caller(item.to),
                radius: item.radius as f32,
                color: item.color,
                key: item.key,
            };
            // SAFETY: `index` is less than the capacity, and each item has `size` bytes.
            unsafe {
                let place = out.cast::<u8>().add(index * size);
                place.cast::<PhxDebugItem>().write(item);
                place.add(known).write_bytes(0, size - known);
            }
        });
        // SAFETY: checked, and granted by the caller.
        unsafe {
            out_count.write(polled.count as u64);
            if !out_dropped.is_null() {
                out_dropped.write(polled.dropped);
            }
        }
        Ok(if polled.more { Status::More } else { Status::Ok })
    })
}
