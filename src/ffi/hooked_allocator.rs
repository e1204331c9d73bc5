//! The library's allocator: every block knows which hook it came from and goes back there.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};

use super::allocator::{PhxAllocFn, PhxFreeFn};
use crate::fault::{Fault, FaultKind};

/// Hooks that may have blocks out at the same time.
const HOOKS: usize = 16;

/// The tag of blocks from the C runtime.
const SYSTEM: u64 = 0;

/// A hook of the host. `tag` is its index (low byte) and a count that never comes again; [`SYSTEM`] when forgotten.
struct Hook {
    tag: AtomicU64,
    allocate: AtomicUsize,
    release: AtomicUsize,
    user: AtomicPtr<c_void>,
}

static TABLE: [Hook; HOOKS] = [const {
    Hook {
        tag: AtomicU64::new(SYSTEM),
        allocate: AtomicUsize::new(0),
        release: AtomicUsize::new(0),
        user: AtomicPtr::new(std::ptr::null_mut()),
    }
}; HOOKS];

/// The tag of new blocks.
static CURRENT: AtomicU64 = AtomicU64::new(SYSTEM);
static INSTALLED: AtomicU64 = AtomicU64::new(0);

/// Sends new blocks to a hook: functions of the types [`PhxAllocFn`] and [`PhxFreeFn`], as numbers.
pub(super) fn install(allocate: usize, release: usize, user: *mut c_void) -> Result<(), Fault> {
    let Some((index, hook)) = TABLE.iter().enumerate().find(|(_, hook)| hook.tag.load(Ordering::Acquire) == SYSTEM)
    else {
        return Err(Fault::new(
            FaultKind::Capacity,
            format!("phx_set_allocator: {HOOKS} hooks may still have blocks out; phx_shutdown forgets them"),
        ));
    };
    let tag = ((INSTALLED.fetch_add(1, Ordering::Relaxed) + 1) << 8) | index as u64;
    hook.allocate.store(allocate, Ordering::Relaxed);
    hook.release.store(release, Ordering::Relaxed);
    hook.user.store(user, Ordering::Relaxed);
    hook.tag.store(tag, Ordering::Release);
    CURRENT.store(tag, Ordering::Release);
    Ok(())
}

/// Sends new blocks to the C runtime; those of the hooks still go back to them.
pub(super) fn reset() {
    CURRENT.store(SYSTEM, Ordering::Release);
}

/// Goes back to the C runtime and never calls a hook again. Their blocks that are still out are leaked.
pub(super) fn forget() {
    CURRENT.store(SYSTEM, Ordering::Release);
    for hook in &TABLE {
        hook.tag.store(SYSTEM, Ordering::Release);
    }
}

fn hook_of(tag: u64) -> Option<&'static Hook> {
    let hook = &TABLE[(tag & 0xFF) as usize % HOOKS];
    (tag != SYSTEM && hook.tag.load(Ordering::Acquire) == tag).then_some(hook)
}

impl Hook {
    fn allocate(&self, size: usize, alignment: usize) -> *mut u8 {
        // SAFETY: the number was made from a function of this type when the hook was installed.
        let allocate: PhxAllocFn = unsafe { std::mem::transmute(self.allocate.load(Ordering::Relaxed)) };
        match allocate {
            // SAFETY: the host's function with the host's pointer.
            Some(allocate) => unsafe {
                allocate(self.user.load(Ordering::Relaxed), size as u64, alignment as u64).cast()
            },
            None => std::ptr::null_mut(),
        }
    }

    /// `base` came from this hook's `allocate` with the same size and alignment.
    unsafe fn release(&self, base: *mut u8, size: usize, alignment: usize) {
        // SAFETY: the number was made from a function of this type when the hook was installed.
        let release: PhxFreeFn = unsafe { std::mem::transmute(self.release.load(Ordering::Relaxed)) };
        if let Some(release) = release {
            // SAFETY: the host's function with the host's pointer and block.
            unsafe { release(self.user.load(Ordering::Relaxed), base.cast(), size as u64, alignment as u64) };
        }
    }
}

/// Bytes in front of a block: its tag stands in the last eight of them.
const HEADER: usize = 16;

/// The library's allocator: the hook's if there is one, else the C runtime's.
struct HookedAllocator;

#[global_allocator]
static ALLOCATOR: HookedAllocator = HookedAllocator;

/// The block with its header: its layout and how far the header reaches.
fn with_header(layout: Layout) -> Option<(Layout, usize)> {
    let alignment = layout.align().max(HEADER);
    let whole = Layout::from_size_align(layout.size().checked_add(alignment)?, alignment).ok()?;
    Some((whole, alignment))
}

/// # Safety
/// `base` is NULL or has room for a header of `header` bytes.
unsafe fn tagged(base: *mut u8, header: usize, tag: u64) -> *mut u8 {
    if base.is_null() {
        return base;
    }
    // SAFETY: inside the header, and aligned: `header` is a multiple of 16.
    unsafe {
        let block = base.add(header);
        block.cast::<u64>().sub(1).write(tag);
        block
    }
}

// SAFETY: blocks are as large and as aligned as asked, and each goes back to where it came from with the layout it was
// taken with; nothing here unwinds.
unsafe impl GlobalAlloc for HookedAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((whole, header)) = with_header(layout) else { return std::ptr::null_mut() };
        let tag = CURRENT.load(Ordering::Acquire);
        match hook_of(tag) {
            // SAFETY: the hook gives `whole` or NULL.
            Some(hook) => unsafe { tagged(hook.allocate(whole.size(), whole.align()), header, tag) },
            // SAFETY: `whole` is not empty.
            None => unsafe { tagged(System.alloc(whole), header, SYSTEM) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if hook_of(CURRENT.load(Ordering::Acquire)).is_none() {
            let Some((whole, header)) = with_header(layout) else { return std::ptr::null_mut() };
            // SAFETY: `whole` is not empty.
            return unsafe { tagged(System.alloc_zeroed(whole), header, SYSTEM) };
        }
        // SAFETY: a block of `layout`, if not NULL.
        unsafe {
            let block = self.alloc(layout);
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some((whole, header)) = with_header(layout) else { return };
        // SAFETY: the block was made here with this layout, so its header is before it and its base is `header` back.
        unsafe {
            let base = block.sub(header);
            match block.cast::<u64>().sub(1).read() {
                SYSTEM => System.dealloc(base, whole),
                // Of a forgotten hook: leaked, its code may be gone.
                tag => {
                    if let Some(hook) = hook_of(tag) {
                        hook.release(base, whole.size(), whole.align());
                    }
                }
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let Ok(wanted) = Layout::from_size_align(size, layout.align()) else { return std::ptr::null_mut() };
        let (Some((old, header)), Some((new, _))) = (with_header(layout), with_header(wanted)) else {
            return std::ptr::null_mut();
        };
        // SAFETY: as in dealloc; a system block keeps its header when it moves, and stays with the system.
        unsafe {
            if block.cast::<u64>().sub(1).read() == SYSTEM {
                let base = System.realloc(block.sub(header), old, new.size());
                return if base.is_null() { base } else { base.add(header) };
            }
            let moved = self.alloc(wanted);
            if !moved.is_null() {
                std::ptr::copy_nonoverlapping(block, moved, layout.size().min(size));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}
