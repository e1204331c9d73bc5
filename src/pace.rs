//! Pace: with whom a long computation works, and where it may pause. A direct call runs through on the stack of its
//! caller; a job goes on turn by turn, on whatever thread.
#![forbid(unsafe_code)]

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::parallel::Executor;

/// What a computation goes by while it runs. Passed down to whatever takes long.
#[derive(Clone, Copy, Debug)]
pub struct Pace<'a> {
    /// Who runs its parallel loops.
    pub executor: &'a Executor,
    turn: Option<&'a Turn>,
    aside: Option<&'a Aside<'a>>,
}

/// Work that somebody needs later, for whoever has a thread to spare before that. It may be left undone.
pub struct Aside<'a> {
    work: &'a (dyn Fn() + Sync),
    is_taken: AtomicBool,
}

impl std::fmt::Debug for Aside<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Aside").field("is_taken", &self.is_taken).finish_non_exhaustive()
    }
}

impl<'a> Aside<'a> {
    /// To be done once at the most.
    pub fn new(work: &'a (dyn Fn() + Sync)) -> Self {
        Self { work, is_taken: AtomicBool::new(false) }
    }

    /// Whether it was done.
    pub fn is_done(self) -> bool {
        self.is_taken.into_inner()
    }
}

impl<'a> Pace<'a> {
    /// Straight to the end.
    pub fn straight(executor: &'a Executor) -> Self {
        Self { executor, turn: None, aside: None }
    }

    /// In turns: each lasts as long as `turn` says.
    pub fn in_turns(executor: &'a Executor, turn: &'a Turn) -> Self {
        Self { executor, turn: Some(turn), aside: None }
    }

    /// The same, with work that may be done beside the other.
    pub fn with_aside<'b>(&self, aside: &'b Aside<'b>) -> Pace<'b>
    where
        'a: 'b,
    {
        Pace { aside: Some(aside), ..*self }
    }

    /// Does what may be done beside other work, unless it was done before. Called where a thread would be idle.
    pub fn do_aside(&self) {
        if let Some(Aside { work, is_taken }) = self.aside
            && !is_taken.swap(true, Ordering::Relaxed)
        {
            work();
        }
    }

    /// Whether it never pauses.
    pub fn is_straight(&self) -> bool {
        self.turn.is_none()
    }

    /// A checkpoint: pauses here when the turn is over. Costs next to nothing on the straight way and one look at the
    /// clock in turns, so that a loop may call it every few thousand steps. What is computed never depends on it.
    pub async fn breathe(&self) {
        if let Some(turn) = self.turn
            && turn.is_over()
        {
            let mut paused = false;
            poll_fn(|_| if std::mem::replace(&mut paused, true) { Poll::Ready(()) } else { Poll::Pending }).await;
        }
    }

    /// A checkpoint at which `part` (0..1) of the work is done, by a rough estimate.
    pub async fn breathe_at(&self, part: f32) {
        if let Some(turn) = self.turn {
            turn.reach(part);
        }
        self.breathe().await;
    }
}

/// How long a computation may run before it pauses, and how far it has come. Shared with those who watch it.
#[derive(Debug)]
pub struct Turn {
    clock: clock::Clock,
    /// On the clock.
    end: AtomicU64,
    cancelled: AtomicBool,
    /// Bits of a number of 0..1, which are ordered as the numbers are.
    progress: AtomicU32,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            clock: clock::Clock::start(),
            end: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
            progress: AtomicU32::new(0),
        }
    }
}

impl Turn {
    /// Forgets the last computation.
    pub fn reset(&self) {
        self.cancelled.store(false, Ordering::Relaxed);
        self.progress.store(0, Ordering::Relaxed);
    }

    /// Begins a turn of at least one checkpoint and about `budget`; `None` is without end.
    pub fn begin(&self, budget: Option<Duration>) {
        let nanoseconds = |budget: Duration| u64::try_from(budget.as_nanos()).unwrap_or(u64::MAX);
        let end = budget.map_or(u64::MAX, |budget| self.clock.now().saturating_add(nanoseconds(budget)));
        self.end.store(end, Ordering::Relaxed);
    }

    /// Lets the computation pause at its next checkpoint, and not go on.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
    }

    /// Whether it is not to go on.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// How far the computation has come, 0..1: an estimate that never falls.
    pub fn progress(&self) -> f32 {
        f32::from_bits(self.progress.load(Ordering::Relaxed))
    }

    /// Notes that `part` is done.
    pub fn reach(&self, part: f32) {
        self.progress.fetch_max(part.clamp(0.0, 1.0).to_bits(), Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        let end = self.end.load(Ordering::Relaxed);
        self.is_cancelled() || (end != u64::MAX && self.clock.now() >= end)
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod clock {
    use std::time::Instant;

    #[derive(Debug)]
    pub struct Clock(Instant);

    impl Clock {
        pub fn start() -> Self {
            Self(Instant::now())
        }

        /// Nanoseconds since the start.
        pub fn now(&self) -> u64 {
            self.0.elapsed().as_nanos() as u64
        }
    }
}

/// Where there is no clock, every turn with an end is over at its first checkpoint.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod clock {
    #[derive(Debug)]
    pub struct Clock;

    impl Clock {
        pub fn start() -> Self {
            Self
        }

        pub fn now(&self) -> u64 {
            u64::MAX
        }
    }
}

/// Runs a computation that never has to wait to its end, on this stack.
///
/// # Panics
/// It had to wait: a source of its was not ready, or its pace is in turns.
pub fn at_once<F: Future>(computation: F) -> F::Output {
    match pin!(computation).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("somebody who answers a direct call made it wait"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns that a computation of three checkpoints takes.
    fn turns(budget: Option<Duration>, cancel: bool) -> Option<usize> {
        let (executor, turn) = (Executor::Inline, Turn::default());
        let pace = Pace::in_turns(&executor, &turn);
        let mut computation = pin!(async {
            for part in [0.25, 0.5, 0.75] {
                pace.breathe_at(part).await;
            }
        });
        for turns in 1..10 {
            turn.begin(budget);
            if cancel {
                turn.cancel();
            }
            if computation.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
                return Some(turns);
            }
            assert_eq!(turn.progress(), 0.25 * turns as f32);
        }
        None
    }

    #[test]
    fn a_turn_without_budget_ends_at_the_next_checkpoint_and_one_without_end_never() {
        assert_eq!(turns(Some(Duration::ZERO), false), Some(4));
        assert_eq!(turns(Some(Duration::from_secs(3600)), false), Some(1));
        assert_eq!(turns(None, false), Some(1));
    }

    #[test]
    fn a_cancelled_computation_pauses_at_the_next_checkpoint_however_long_its_turn() {
        assert_eq!(turns(None, true), Some(4));
    }

    #[test]
    fn the_straight_way_has_no_pauses() {
        at_once(async {
            let pace = Pace::straight(&Executor::Inline);
            pace.breathe_at(0.5).await;
            pace.breathe().await;
        });
    }
}
