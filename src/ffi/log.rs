//! The log hook: what went wrong on a context, told to the host while it happens.

use std::ffi::{c_char, c_void};
use std::fmt;

use super::error::ErrorText;
use super::guard::Call;

/// Log level: nothing.
pub const PHX_LOG_NONE: u32 = 0;
/// Log level: the text of each call on the context that fails.
pub const PHX_LOG_ERROR: u32 = 1;
/// Log level: also calls that return PHX_PARTIAL, with the counts.
pub const PHX_LOG_WARNING: u32 = 2;

/// Takes a message: `level` is a PHX_LOG number, `message` a NUL-terminated UTF-8 text that is valid during the callback.
/// Called on the thread whose call it is about, with no lock held. It must not throw and may not call the same context
/// (PHX_E_BUSY).
pub type PhxLogFn = Option<unsafe extern "C" fn(user: *mut c_void, level: u32, message: *const c_char)>;

/// The hook of a context.
#[derive(Clone, Copy)]
pub(super) struct LogHook {
    pub(super) function: PhxLogFn,
    pub(super) user: *mut c_void,
    pub(super) level: u32,
}

// SAFETY: the pointer is never followed here, only handed back to the host, who says in the context's description that
// its hook may be called on every thread that calls the context.
unsafe impl Send for LogHook {}
// SAFETY: as above.
unsafe impl Sync for LogHook {}

/// Tells the host of `message`, if it wants to hear of that level. The thread is marked as inside the call.
pub(super) fn report(call: &Call, level: u32, message: impl fmt::Display) {
    let hook = call.context.log;
    let (Some(function), true) = (hook.function, level <= hook.level) else { return };
    let mut text = ErrorText::empty();
    text.set(message);
    // SAFETY: the host's function, with the host's pointer and a text that outlives the call.
    call.floats.host_during(|| unsafe { function(hook.user, level, text.with_nul().as_ptr().cast()) });
}
