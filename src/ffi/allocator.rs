//! The process-wide allocation hook at the edge: who may set it, and when.

use std::ffi::c_void;

use super::context;
use super::guard::guarded;
use super::status::Status;
use crate::fault::{Fault, FaultKind};

/// Gives `size` bytes (never 0) at a multiple of `alignment` (a power of two, at least 16), or NULL.
/// Called on any thread, several at a time; must not throw and must not call the library.
pub type PhxAllocFn = Option<unsafe extern "C" fn(user: *mut c_void, size: u64, alignment: u64) -> *mut c_void>;

/// Takes back a block with the size and alignment that it was asked for with. Called on any thread, several at a time;
/// must not throw and must not call the library.
pub type PhxFreeFn = Option<unsafe extern "C" fn(user: *mut c_void, pointer: *mut c_void, size: u64, alignment: u64)>;

/// Sends the library's memory through the host's functions from now on; allocate and release both NULL: through the C
/// runtime again. Blocks that are already out go back to where they came from, so a replaced hook must stay loaded
/// until phx_shutdown, which forgets all hooks (what is still out then is never touched by release again).
///
/// Set it before anything else is called. The library asks for 16 bytes per block more than it uses, and remembers there
/// whose block it is. When the hook answers NULL for a buffer whose size the caller chose, the call returns
/// PHX_E_OUT_OF_MEMORY; anywhere else the process is aborted.
///
/// Not covered: stacks of threads, what the system's thread start takes, texts on a thread's stack, and memory of the
/// host's callbacks. A few small blocks of the thread pool and of locks live as long as the process: the hook's memory
/// must stay readable until then.
///
/// allocate, release: both given or both NULL, else PHX_E_NULL_POINTER. user: any, handed back.
/// PHX_E_BUSY while a context exists, PHX_E_CAPACITY after 16 hooks without a shutdown, PHX_E_UNSUPPORTED in a build
/// without the feature allocation_hook. Not to be called while another thread is inside the library. Allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_set_allocator(allocate: PhxAllocFn, release: PhxFreeFn, user: *mut c_void) -> i32 {
    guarded(|| {
        if context::any() {
            return Err(Fault::new(FaultKind::Busy, "phx_set_allocator: a context exists; destroy it first"));
        }
        match (allocate, release) {
            (None, None) => hooks::reset(),
            (Some(allocate), Some(release)) => hooks::install(allocate as usize, release as usize, user)?,
            (None, Some(_)) => return Err(Fault::new(FaultKind::NullPointer, "allocate is NULL, release is not")),
            (Some(_), None) => return Err(Fault::new(FaultKind::NullPointer, "release is NULL, allocate is not")),
        }
        Ok(Status::Ok)
    })
}

#[cfg(feature = "allocation_hook")]
pub(super) use super::hooked_allocator as hooks;

/// What stands in where the library does not own the process's allocator.
#[cfg(not(feature = "allocation_hook"))]
pub(super) mod hooks {
    use super::{Fault, FaultKind, c_void};

    pub(in crate::ffi) fn reset() {}

    pub(in crate::ffi) fn install(_allocate: usize, _release: usize, _user: *mut c_void) -> Result<(), Fault> {
        Err(Fault::new(FaultKind::Unsupported, "phx_set_allocator: built without the feature allocation_hook"))
    }

    pub(in crate::ffi) fn forget() {}
}
