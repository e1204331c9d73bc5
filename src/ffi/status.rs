//! Status numbers: 0 is success, positive is information, negative is an error. A number is never used again.

use std::ffi::{CStr, c_char};

use crate::fault::FaultKind;

/// Success.
pub const PHX_OK: i32 = 0;
/// Success, but somebody ended OVERFLOW, OVERLAP or STACKED, or the center cannot be stood on; the report says more.
pub const PHX_PARTIAL: i32 = 1;
/// A job is under way: there is work left, or another thread is at it.
pub const PHX_IN_PROGRESS: i32 = 2;
/// A job waits for hits: phx_job_take_rays gives out its rays, phx_job_submit_hits takes the answers.
pub const PHX_NEEDS_TRACES: i32 = 3;
/// There is more than fits: a writer whose capacity is short wrote nothing and tells the count it needs; a debug poll
/// left items for the next one.
pub const PHX_MORE: i32 = 4;
/// A required pointer is NULL.
pub const PHX_E_NULL_POINTER: i32 = -1;
/// A parameter lies outside what its documentation allows.
pub const PHX_E_INVALID_ARGUMENT: i32 = -2;
/// Two buffers that belong together differ in length.
pub const PHX_E_LENGTH_MISMATCH: i32 = -3;
/// A handle that was never given out, or whose object is gone.
pub const PHX_E_BAD_HANDLE: i32 = -4;
/// A number that must be finite is not.
pub const PHX_E_NOT_FINITE: i32 = -5;
/// More items than the library takes.
pub const PHX_E_CAPACITY: i32 = -6;
/// Re-entry from a callback on the same context, or an object that is in use.
pub const PHX_E_BUSY: i32 = -7;
/// The caller's build and the library disagree on a struct.
pub const PHX_E_ABI: i32 = -8;
/// The job was cancelled.
pub const PHX_E_CANCELLED: i32 = -9;
/// Memory, or a thread, could not be had.
pub const PHX_E_OUT_OF_MEMORY: i32 = -10;
/// The context saw a panic and takes no more calls but phx_context_destroy.
pub const PHX_E_POISONED: i32 = -11;
/// A defect of the library was caught at its edge; the context is poisoned.
pub const PHX_E_PANIC: i32 = -12;
/// A callback stopped the call (its number stands in the text) or gave an answer that cannot be used.
pub const PHX_E_CALLBACK: i32 = -13;
/// A number does not fit the range in which the library computes, or an output's scalar type.
pub const PHX_E_OUT_OF_RANGE: i32 = -14;
/// Known, but not to be had in this build.
pub const PHX_E_UNSUPPORTED: i32 = -15;

/// What a call that did not fail has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ok,
    Partial,
    InProgress,
    NeedsTraces,
    More,
}

impl Status {
    pub(super) const fn number(self) -> i32 {
        match self {
            Self::Ok => PHX_OK,
            Self::Partial => PHX_PARTIAL,
            Self::InProgress => PHX_IN_PROGRESS,
            Self::NeedsTraces => PHX_NEEDS_TRACES,
            Self::More => PHX_MORE,
        }
    }
}

/// The status of a fault.
pub(super) const fn number_of(kind: FaultKind) -> i32 {
    match kind {
        FaultKind::NullPointer => PHX_E_NULL_POINTER,
        FaultKind::InvalidArgument => PHX_E_INVALID_ARGUMENT,
        FaultKind::LengthMismatch => PHX_E_LENGTH_MISMATCH,
        FaultKind::BadHandle => PHX_E_BAD_HANDLE,
        FaultKind::NotFinite => PHX_E_NOT_FINITE,
        FaultKind::Capacity => PHX_E_CAPACITY,
        FaultKind::Busy => PHX_E_BUSY,
        FaultKind::Abi => PHX_E_ABI,
        FaultKind::Cancelled => PHX_E_CANCELLED,
        FaultKind::OutOfMemory => PHX_E_OUT_OF_MEMORY,
        FaultKind::Poisoned => PHX_E_POISONED,
        FaultKind::Callback => PHX_E_CALLBACK,
        FaultKind::OutOfRange => PHX_E_OUT_OF_RANGE,
        FaultKind::Unsupported => PHX_E_UNSUPPORTED,
    }
}

const fn name_of(status: i32) -> &'static CStr {
    match status {
        PHX_OK => c"PHX_OK",
        PHX_PARTIAL => c"PHX_PARTIAL",
        PHX_IN_PROGRESS => c"PHX_IN_PROGRESS",
        PHX_NEEDS_TRACES => c"PHX_NEEDS_TRACES",
        PHX_MORE => c"PHX_MORE",
        PHX_E_NULL_POINTER => c"PHX_E_NULL_POINTER",
        PHX_E_INVALID_ARGUMENT => c"PHX_E_INVALID_ARGUMENT",
        PHX_E_LENGTH_MISMATCH => c"PHX_E_LENGTH_MISMATCH",
        PHX_E_BAD_HANDLE => c"PHX_E_BAD_HANDLE",
        PHX_E_NOT_FINITE => c"PHX_E_NOT_FINITE",
        PHX_E_CAPACITY => c"PHX_E_CAPACITY",
        PHX_E_BUSY => c"PHX_E_BUSY",
        PHX_E_ABI => c"PHX_E_ABI",
        PHX_E_CANCELLED => c"PHX_E_CANCELLED",
        PHX_E_OUT_OF_MEMORY => c"PHX_E_OUT_OF_MEMORY",
        PHX_E_POISONED => c"PHX_E_POISONED",
        PHX_E_PANIC => c"PHX_E_PANIC",
        PHX_E_CALLBACK => c"PHX_E_CALLBACK",
        PHX_E_OUT_OF_RANGE => c"PHX_E_OUT_OF_RANGE",
        PHX_E_UNSUPPORTED => c"PHX_E_UNSUPPORTED",
        _ => c"unknown status",
    }
}

/// The name of a status, such as "PHX_E_BUSY"; "unknown status" for any other number.
/// Returns a static, NUL-terminated ASCII text, never NULL. Any thread, any time; allocates nothing.
#[unsafe(no_mangle)]
pub extern "C" fn phx_status_name(status: i32) -> *const c_char {
    name_of(status).as_ptr()
}
