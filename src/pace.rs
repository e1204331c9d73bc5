//! Pace: how the steps of a long computation are driven. A call on the stack of its caller runs through at once.
#![forbid(unsafe_code)]

use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Runs a computation whose sources are always ready to its end, on this stack.
///
/// # Panics
/// A source was not ready.
pub fn at_once<F: Future>(computation: F) -> F::Output {
    match pin!(computation).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("somebody who answers a direct call made it wait"),
    }
}
