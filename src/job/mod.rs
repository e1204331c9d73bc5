//! Jobs: work that spans frames, goes on in turns on whatever thread, and waits for rays without holding one.
//!
//! ```text
//!  begin ──▶ READY ──turn──▶ WORKING ──end of the turn──▶ READY
//!              ▲                ├──── rays to be answered ──▶ NEEDS TRACES ──last hit──▶ READY
//!              └── no thread    ├──── end of the work ──────▶ DONE
//!                  works on it  └──── error ────────────────▶ FAILED
//!  cancel, from any of them ──▶ CANCELLED
//! ```
//!
//! A job runs the same code as a direct call, as a coroutine. The coroutine outlives its work and takes on the next,
//! so that a job that is begun again allocates nothing.
#![forbid(unsafe_code)]

mod desk;
mod rays;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use self::desk::{Desk, serve};
pub use self::rays::{Answered, RayBoard, UnknownRay, WaitingGround};
use crate::fault::Fault;
use crate::pace::Turn;

/// What a job computes: its own inputs, its buffers, and room for its result.
pub trait Work: Send + 'static {
    /// Computes the result and keeps it. Waits where `ground` is not ready and pauses at the checkpoints of `turn`. May be
    /// dropped while it waits or pauses.
    ///
    /// # Errors
    /// Those of the direct call.
    fn run(
        &mut self,
        ground: &mut WaitingGround<'_>,
        turn: &Turn,
    ) -> impl Future<Output = Result<Completion, Fault>> + Send;
}

/// How far a result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// All that was asked for.
    Whole,
    /// Not for everybody; the result says more.
    Partial,
}

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is work, and nobody does it.
    Ready,
    /// A thread works on it.
    Working,
    /// It waits for hits.
    NeedsTraces,
    /// The result is there.
    Done(Completion),
    /// An error ended it.
    Failed,
    /// It was cancelled.
    Cancelled,
}

type Coroutine = Pin<Box<dyn Future<Output = Infallible> + Send>>;

/// Work in turns. All of it may be called from any thread at any time.
pub struct Job<W> {
    desk: Arc<Desk<W>>,
    /// Held by whoever works, and never waited for.
    coroutine: Mutex<Option<Coroutine>>,
    /// With [`Self::turn_ended`]: taken by those who wait for the end of another thread's turn.
    waiting: Mutex<()>,
    turn_ended: Condvar,
}

impl<W: Work> Job<W> {
    /// A job that has `work` to do.
    pub fn new(work: W) -> Self {
        Self {
            desk: Arc::new(Desk::new(work)),
            coroutine: Mutex::new(None),
            waiting: Mutex::new(()),
            turn_ended: Condvar::new(),
        }
    }

    /// Takes on the next work. What is left of the last is dropped.
    pub fn begin_again(&mut self, work: W) {
        if self.desk.is_under_way() {
            *self.coroutine.get_mut() = None;
        }
        self.desk.reset(work);
    }

    /// Where it stands. Never waits.
    pub fn state(&self) -> State {
        self.desk.state()
    }

    /// How far it has come, 0..1.
    pub fn progress(&self) -> f32 {
        self.desk.turn.progress()
    }

    /// Its rays and hits.
    pub fn board(&self) -> &RayBoard {
        &self.desk.board
    }

    /// Works for one turn of about `budget` (`None`: until it is done or needs hits), on this thread, if there is work to do
    /// and no other thread at it. Answers whether it did.
    pub fn step(&self, budget: Option<Duration>) -> bool {
        let worked = self.turn(budget);
        // Somebody may have cancelled meanwhile and found the coroutine taken.
        self.drop_cancelled();
        worked
    }

    fn turn(&self, budget: Option<Duration>) -> bool {
        // Dropped after the coroutine's lock.
        let _told = TellWaiting(self);
        let Some(mut coroutine) = self.coroutine.try_lock() else { return false };
        if self.state() != State::Ready {
            return false;
        }
        self.desk.turn.begin(budget);
        let _working = self.desk.begin_turn();
        let coroutine = coroutine.get_or_insert_with(|| Box::pin(serve(self.desk.clone())));
        // There is nobody to wake: the next turn goes on.
        match coroutine.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(never) => match never {},
            Poll::Pending => true,
        }
    }

    /// Works, or waits for the thread that does, until there is nothing to do here or the time has come (`None`: never).
    pub fn wait(&self, until: Option<Instant>) -> State {
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            match self.state() {
                State::Ready | State::Working if left != Some(Duration::ZERO) => {}
                state => return state,
            }
            if !self.step(left) {
                let mut waiting = self.waiting.lock();
                if self.coroutine.is_locked() {
                    // Woken early is woken well: the state is looked at again.
                    match until {
                        Some(until) => drop(self.turn_ended.wait_until(&mut waiting, until)),
                        None => self.turn_ended.wait(&mut waiting),
                    }
                }
            }
        }
    }

    /// Ends it, whatever its state. A thread that works on it stops at its next checkpoint.
    pub fn cancel(&self) {
        self.desk.turn.cancel();
        self.drop_cancelled();
    }

    fn drop_cancelled(&self) {
        if self.state() == State::Cancelled && self.desk.is_under_way() {
            let _told = TellWaiting(self);
            if let Some(mut coroutine) = self.coroutine.try_lock() {
                *coroutine = None;
            }
        }
    }

    /// The error that ended it.
    pub fn fault(&self) -> Option<Fault> {
        self.desk.fault()
    }

    /// Takes the work with its result, if it is done and `accept` says so. Others who want it wait meanwhile.
    ///
    /// # Errors
    /// `Some` error of `accept`, after which the result stays; `None` when there is no result (any more).
    pub fn take_result<R, E>(&self, accept: impl FnOnce(&mut W) -> Result<R, E>) -> Result<(R, W), Option<E>> {
        self.desk.take_result(accept)
    }

    /// Takes the work of a job that was cancelled or failed, unless a thread still has it.
    pub fn reclaim(&self) -> Option<W> {
        self.desk.reclaim()
    }
}

/// Tells those who wait, when it is dropped, that the coroutine may be free: whoever locks it makes one first.
struct TellWaiting<'a, W>(&'a Job<W>);

impl<W> Drop for TellWaiting<'_, W> {
    fn drop(&mut self) {
        drop(self.0.waiting.lock());
        self.0.turn_ended.notify_all();
    }
}
