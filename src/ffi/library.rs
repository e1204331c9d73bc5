//! The library as a whole: its version, and its end.

use std::ffi::{CStr, c_char};

use super::guard::guarded;
use super::status::Status;
use super::{allocator, context};
use crate::fault::{Fault, FaultKind};

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// The version of the library such as "1.2.3": static, NUL-terminated, never NULL. Any thread, any time; allocates
/// nothing.
#[unsafe(no_mangle)]
pub extern "C" fn phx_version_string() -> *const c_char {
    VERSION.as_ptr()
}

/// Ends the library's work: destroys all contexts, joins their threads and forgets all hooks. May be called twice, and
/// the library may be used again afterwards; handles from before stay invalid.
///
/// Jobs are cancelled and dropped with their contexts; only for a thread of a context that works on one does it wait, until
/// that thread sees the cancellation. A context that is inside a call (of another thread, or of this one when called from a
/// callback) can't be destroyed: then PHX_E_BUSY, the other contexts are gone, hooks stay, and a later call finishes the work.
/// Not to be called while another thread sets the allocator.
#[unsafe(no_mangle)]
pub extern "C" fn phx_shutdown() -> i32 {
    guarded(|| {
        if context::destroy_all() {
            return Err(Fault::new(FaultKind::Busy, "phx_shutdown: a context is inside a call"));
        }
        allocator::hooks::forget();
        Ok(Status::Ok)
    })
}
