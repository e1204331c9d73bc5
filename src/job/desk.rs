//! Desk: where a job's coroutine takes its work from and puts it back, and what everybody else may look at meanwhile.
#![forbid(unsafe_code)]

use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::task::Poll;

use parking_lot::Mutex;

use super::rays::{RayBoard, WaitingGround};
use super::{Completion, State, Work};
use crate::fault::{Fault, FaultKind};
use crate::pace::Turn;

/// The work, wherever it is.
enum Place<W> {
    /// Nobody began it.
    ToDo(W),
    /// The coroutine has it.
    UnderWay,
    /// It came back without a result: it was cancelled.
    GivenUp(W),
    /// It came back, with a result unless there was a fault.
    Done(W, Option<Fault>),
    /// It was taken away.
    Gone,
}

const NO_OUTCOME: u8 = 0;
const WHOLE: u8 = 1;
const PARTIAL: u8 = 2;
const FAILED: u8 = 3;

/// A job but for its coroutine.
pub struct Desk<W> {
    pub turn: Turn,
    pub board: RayBoard,
    /// Locked for a moment only, but by those who take the result.
    place: Mutex<Place<W>>,
    outcome: AtomicU8,
    working: AtomicBool,
}

impl<W> Desk<W> {
    pub fn new(work: W) -> Self {
        Self {
            turn: Turn::default(),
            board: RayBoard::default(),
            place: Mutex::new(Place::ToDo(work)),
            outcome: AtomicU8::new(NO_OUTCOME),
            working: AtomicBool::new(false),
        }
    }

    /// Forgets the last work. No other thread looks.
    pub fn reset(&self, work: W) {
        self.turn.reset();
        self.board.reset();
        self.outcome.store(NO_OUTCOME, Ordering::SeqCst);
        *self.place.lock() = Place::ToDo(work);
    }

    pub fn state(&self) -> State {
        if self.turn.is_cancelled() {
            return State::Cancelled;
        }
        match self.outcome.load(Ordering::SeqCst) {
            WHOLE => State::Done(Completion::Whole),
            PARTIAL => State::Done(Completion::Partial),
            FAILED => State::Failed,
            _ if self.board.unanswered() > 0 => State::NeedsTraces,
            _ if self.working.load(Ordering::SeqCst) => State::Working,
            _ => State::Ready,
        }
    }

    pub fn is_under_way(&self) -> bool {
        matches!(*self.place.lock(), Place::UnderWay)
    }

    /// Notes that a thread works until the answer is dropped; a panic of the work fails the job.
    pub fn begin_turn(&self) -> Working<'_, W> {
        self.working.store(true, Ordering::SeqCst);
        Working(self)
    }

    pub fn fault(&self) -> Option<Fault> {
        match &*self.place.lock() {
            Place::Done(_, fault) => fault.clone(),
            // The work itself was lost.
            _ if self.outcome.load(Ordering::SeqCst) == FAILED => {
                Some(Fault::new(FaultKind::Poisoned, "the job was stopped by a defect of the library"))
            }
            _ => None,
        }
    }

    pub fn take_result<R, E>(&self, accept: impl FnOnce(&mut W) -> Result<R, E>) -> Result<(R, W), Option<E>> {
        let mut place = self.place.lock();
        let Place::Done(work, None) = &mut *place else { return Err(None) };
        let answer = accept(work).map_err(Some)?;
        match std::mem::replace(&mut *place, Place::Gone) {
            Place::Done(work, _) => Ok((answer, work)),
            _ => Err(None),
        }
    }

    pub fn reclaim(&self) -> Option<W> {
        let mut place = self.place.lock();
        match std::mem::replace(&mut *place, Place::Gone) {
            Place::ToDo(work) | Place::GivenUp(work) | Place::Done(work, _) => Some(work),
            other => {
                *place = other;
                None
            }
        }
    }

    fn take_up(&self) -> Poll<W> {
        let mut place = self.place.lock();
        match std::mem::replace(&mut *place, Place::UnderWay) {
            Place::ToDo(work) => Poll::Ready(work),
            other => {
                *place = other;
                Poll::Pending
            }
        }
    }

    fn hand_in(&self, work: W, result: Result<Completion, Fault>) {
        let (outcome, fault) = match result {
            Ok(Completion::Whole) => (WHOLE, None),
            Ok(Completion::Partial) => (PARTIAL, None),
            Err(fault) => (FAILED, Some(fault)),
        };
        *self.place.lock() = Place::Done(work, fault);
        self.turn.reach(1.0);
        // Last: whoever sees the outcome finds the work.
        self.outcome.store(outcome, Ordering::SeqCst);
    }
}

/// A thread works on the job.
pub struct Working<'a, W>(&'a Desk<W>);

impl<W> Drop for Working<'_, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.outcome.store(FAILED, Ordering::SeqCst);
        }
        self.0.working.store(false, Ordering::SeqCst);
    }
}

/// Work in the coroutine's hands: goes back to the desk even where the coroutine is dropped on the way.
struct InHand<'a, W> {
    desk: &'a Desk<W>,
    work: Option<W>,
}

impl<W> Drop for InHand<'_, W> {
    fn drop(&mut self) {
        if let Some(work) = self.work.take() {
            *self.desk.place.lock() = Place::GivenUp(work);
        }
    }
}

/// A job's coroutine: takes up what lies on the desk, does it, hands it in, and waits for the next.
pub async fn serve<W: Work>(desk: Arc<Desk<W>>) -> Infallible {
    loop {
        let work = poll_fn(|_| desk.take_up()).await;
        let mut hand = InHand { desk: &desk, work: Some(work) };
        if let Some(work) = &mut hand.work {
            let result = work.run(&mut WaitingGround::new(&desk.board), &desk.turn).await;
            if let Some(work) = hand.work.take() {
                desk.hand_in(work, result);
            }
        }
    }
}
