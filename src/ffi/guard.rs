//! The guard around each export: catches panics, keeps the error's text, sets the floating-point state, refuses re-entry.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::context::{self, Context};
use super::float_state::HostFloats;
use super::status::{PHX_E_PANIC, Status, number_of};
use super::{error, fault_injection, log};
use crate::fault::{Fault, FaultKind};

/// What a call on a context has in hand.
pub(super) struct Call {
    /// Its handle.
    pub(super) handle: u64,
    /// The context; cannot be destroyed meanwhile.
    pub(super) context: Arc<Context>,
    /// The host's floating-point state, for callbacks.
    pub(super) floats: HostFloats,
}

/// Runs a call that belongs to no context.
pub(super) fn guarded(body: impl FnOnce() -> Result<Status, Fault>) -> i32 {
    let _floats = HostFloats::enter();
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(status)) => status.number(),
        Ok(Err(fault)) => {
            error::set_last(&fault);
            number_of(fault.kind)
        }
        Err(payload) => {
            note_panic(payload);
            PHX_E_PANIC
        }
    }
}

/// Runs a call on a context. A panic poisons the context.
pub(super) fn on_context(handle: u64, body: impl FnOnce(&Call) -> Result<Status, Fault>) -> i32 {
    let floats = HostFloats::enter();
    let context = match context::find(handle) {
        Ok(context) => context,
        Err(fault) => {
            error::set_last(&fault);
            return number_of(fault.kind);
        }
    };
    let call = Call { handle, context, floats };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let _entered = Entered::once(handle)?;
        call.context.check_sound()?;
        fault_injection::take();
        body(&call)
    }));
    match outcome {
        Ok(Ok(status)) => status.number(),
        Ok(Err(fault)) => {
            error::set_last(&fault);
            log_afterwards(&call, &fault);
            number_of(fault.kind)
        }
        Err(payload) => {
            call.context.poison();
            note_panic(payload);
            log_afterwards(&call, &"a panic was caught; the context is poisoned");
            PHX_E_PANIC
        }
    }
}

/// Tells the log of a call that failed. Not where the call was a re-entry from a callback: the host hears by the status.
fn log_afterwards(call: &Call, message: &dyn std::fmt::Display) {
    if let Ok(_entered) = Entered::once(call.handle) {
        log::report(call, log::PHX_LOG_ERROR, message);
    }
}

/// Keeps the panic's message. The payload itself is leaked: dropping it could run code that panics again.
fn note_panic(payload: Box<dyn Any + Send>) {
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    error::set_last(format_args!("a panic was caught at the edge of the library: {message}"));
    std::mem::forget(payload);
}

/// Calls on contexts that one thread may have open inside one another, through callbacks.
const DEEPEST: usize = 8;

thread_local! {
    // The contexts whose calls this thread is in. Constant and without a destructor.
    static OPEN: Cell<(usize, [u64; DEEPEST])> = const { Cell::new((0, [0; DEEPEST])) };
}

/// Marks that this thread is inside a call on a context.
pub(super) struct Entered;

impl Entered {
    /// Enters a call of the host; refused when this thread is already in one on the same context.
    pub(super) fn once(handle: u64) -> Result<Self, Fault> {
        let (depth, open) = OPEN.get();
        if open[..depth].contains(&handle) {
            return Err(Fault::new(
                FaultKind::Busy,
                format!("context {handle:#x} was called from inside one of its own callbacks"),
            ));
        }
        Self::push(handle)
    }

    /// Marks a worker thread that runs a callback for a call on the context.
    pub(super) fn push(handle: u64) -> Result<Self, Fault> {
        let (depth, mut open) = OPEN.get();
        if depth == DEEPEST {
            return Err(Fault::new(
                FaultKind::Busy,
                format!("calls from callbacks are nested more than {DEEPEST} deep"),
            ));
        }
        open[depth] = handle;
        OPEN.set((depth + 1, open));
        Ok(Self)
    }
}

/// Runs a hook of the host's scheduler. While it waits, this thread may be given any other work of the host, calls on the
/// same contexts among them: no lock is held and buffers are lent per call, so these are no re-entry.
pub(super) fn outside_of_calls<R>(hook: impl FnOnce() -> R) -> R {
    struct Restored((usize, [u64; DEEPEST]));
    impl Drop for Restored {
        fn drop(&mut self) {
            OPEN.set(self.0);
        }
    }
    let _restored = Restored(OPEN.replace((0, [0; DEEPEST])));
    hook()
}

impl Drop for Entered {
    fn drop(&mut self) {
        let (depth, open) = OPEN.get();
        OPEN.set((depth - 1, open));
    }
}
