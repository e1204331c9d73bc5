//! What went wrong: the kind that becomes a status number at the edge, and a text that names argument, index and value.
#![forbid(unsafe_code)]

use std::fmt;

/// The kinds of fault that the systems report. The edge maps each to one negative status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A required pointer is NULL.
    NullPointer,
    /// A parameter lies outside what its documentation allows.
    InvalidArgument,
    /// Two buffers that belong together differ in length.
    LengthMismatch,
    /// A handle that was never given out, or whose object is gone.
    BadHandle,
    /// A number that must be finite is not.
    NotFinite,
    /// More items than the library takes.
    Capacity,
    /// Re-entry from a callback, or an object in use.
    Busy,
    /// The caller's build and the library's disagree on a layout.
    Abi,
    /// The work was cancelled.
    Cancelled,
    /// Memory could not be had.
    OutOfMemory,
    /// The context saw a panic and takes no more calls.
    Poisoned,
    /// A callback of the caller stopped the call or answered nonsense.
    Callback,
    /// A value does not fit the library's range of numbers.
    OutOfRange,
    /// Known, but not to be had in this build.
    Unsupported,
}

/// A fault with its text. The text names the argument, the index and the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which status the caller gets.
    pub kind: FaultKind,
    /// One sentence for the caller's log.
    pub text: String,
}

impl Fault {
    /// A fault of `kind` with its text.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// [`FaultKind::InvalidArgument`] for a named field and its value.
    pub fn invalid(field: &str, value: impl fmt::Display, allowed: &str) -> Self {
        Self::new(FaultKind::InvalidArgument, format!("{field} is {value}; {allowed}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl std::error::Error for Fault {}
