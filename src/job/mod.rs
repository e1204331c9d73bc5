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

pub mod crew;
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
        let Some(mut kept) = self.coroutine.try_lock() else { return false };
        if self.state() != State::Ready {
            return false;
        }
        self.desk.turn.begin(budget);
        let _working = self.desk.begin_turn();
        // Taken out meanwhile, so that one that panics is not kept.
        let mut coroutine = kept.take().unwrap_or_else(|| Box::pin(serve(self.desk.clone())));
        // There is nobody to wake: the next turn goes on.
        match coroutine.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(never) => match never {},
            Poll::Pending => *kept = Some(coroutine),
        }
        true
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

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::fault::FaultKind;
    use crate::ground::{GroundSource, Hit, Ray};
    use crate::pace::Pace;
    use crate::parallel::Executor;

    /// Asks one ray, pauses once, and does as it is told.
    struct Task(Result<Completion, &'static str>);

    impl Work for Task {
        async fn run(&mut self, ground: &mut WaitingGround<'_>, turn: &Turn) -> Result<Completion, Fault> {
            let (rays, mut hits) = ([Ray { origin: glam::DVec3::ZERO, length: 1.0, id: 0 }], [Hit::Nothing]);
            std::future::poll_fn(|_| ground.cast(&rays, &mut hits)).await?;
            Pace::in_turns(&Executor::Inline, turn).breathe_at(0.5).await;
            match self.0 {
                Err("panic") => panic!("injected by a test"),
                Err(text) => Err(Fault::new(FaultKind::OutOfRange, text)),
                Ok(completion) => Ok(completion),
            }
        }
    }

    /// A job whose ray is answered.
    fn answered(task: Task) -> Job<Task> {
        let job = Job::new(task);
        answer(&job);
        job
    }

    fn answer(job: &Job<Task>) {
        assert!(job.step(None));
        assert_eq!((job.state(), job.board().take(9, |_, _| ())), (State::NeedsTraces, 1));
        assert_eq!(job.board().answer(1, |_| (0, Hit::Obstacle)), Ok(Answered::All));
    }

    #[test]
    fn a_job_goes_through_its_states_and_begins_again() {
        let mut job = Job::new(Task(Ok(Completion::Partial)));
        for completion in [Completion::Partial, Completion::Whole] {
            answer(&job);
            assert_eq!((job.state(), job.progress()), (State::Ready, 0.0));
            assert!(job.step(Some(Duration::ZERO)));
            assert_eq!((job.state(), job.progress()), (State::Ready, 0.5));
            assert_eq!(job.wait(None), State::Done(completion));
            assert!(!job.step(None), "there is nothing left to do");
            assert!(job.take_result(|_| Err::<(), _>("refused")).is_err_and(|error| error == Some("refused")));
            assert!(job.take_result(|_| Ok::<_, ()>(7)).is_ok_and(|(seven, _)| seven == 7));
            assert!(job.take_result(|_| Ok::<_, ()>(7)).is_err_and(|error| error.is_none()));
            job.begin_again(Task(Ok(Completion::Whole)));
        }
    }

    #[test]
    fn a_cancelled_job_gives_its_work_back_at_any_moment() {
        for turns in 0..4 {
            let mut job = Job::new(Task(Ok(Completion::Whole)));
            match turns {
                0 => {}
                1 => assert!(job.step(None)),
                2 => answer(&job),
                _ => {
                    answer(&job);
                    job.step(Some(Duration::ZERO));
                }
            }
            job.cancel();
            assert_eq!((job.state(), job.wait(None)), (State::Cancelled, State::Cancelled));
            assert!(!job.step(None) && job.reclaim().is_some() && job.reclaim().is_none());
            job.begin_again(Task(Ok(Completion::Whole)));
            answer(&job);
            assert_eq!(job.wait(None), State::Done(Completion::Whole));
        }
    }

    /// Works until it is let go.
    struct Held(Arc<AtomicBool>);

    impl Work for Held {
        async fn run(&mut self, _: &mut WaitingGround<'_>, _: &Turn) -> Result<Completion, Fault> {
            while !self.0.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            Ok(Completion::Whole)
        }
    }

    #[test]
    fn whoever_waits_without_end_is_told_when_another_threads_turn_ends() {
        for ends_by_cancel in [false, true] {
            let let_go = Arc::new(AtomicBool::new(false));
            let job = Job::new(Held(let_go.clone()));
            std::thread::scope(|scope| {
                let worker = scope.spawn(|| job.step(None));
                while job.state() != State::Working {}
                let waiters = [0, 1].map(|_| scope.spawn(|| job.wait(None)));
                // Both are asleep when two are woken at once; they find the job as it was and go to sleep again.
                while job.turn_ended.notify_all() < 2 {}
                std::thread::sleep(Duration::from_millis(5));
                if ends_by_cancel {
                    job.cancel();
                }
                let_go.store(true, Ordering::SeqCst);
                assert!(worker.join().unwrap());
                let end = if ends_by_cancel { State::Cancelled } else { State::Done(Completion::Whole) };
                for waiter in waiters {
                    assert_eq!(waiter.join().unwrap(), end);
                }
            });
        }
    }

    #[test]
    fn an_error_is_kept_and_a_panic_fails_the_job_for_everybody() {
        let job = answered(Task(Err("too far")));
        assert_eq!(job.wait(None), State::Failed);
        assert_eq!(job.fault().map(|fault| (fault.kind, fault.text)), Some((FaultKind::OutOfRange, "too far".into())));
        assert!(job.take_result(|_| Ok::<_, ()>(())).is_err() && job.reclaim().is_some());
        let mut job = answered(Task(Err("panic")));
        assert!(catch_unwind(AssertUnwindSafe(|| job.step(None))).is_err());
        assert_eq!((job.state(), job.wait(None), job.step(None)), (State::Failed, State::Failed, false));
        assert_eq!(job.fault().map(|fault| fault.kind), Some(FaultKind::Poisoned));
        job.begin_again(Task(Ok(Completion::Whole)));
        answer(&job);
        assert_eq!(job.wait(None), State::Done(Completion::Whole));
    }
}
