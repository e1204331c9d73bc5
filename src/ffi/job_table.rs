//! The jobs of a context: their handles, those that can be begun again, and the crew that works on them in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::float_state::HostFloats;
use super::job_form_up::FormUp;
use crate::fault::{Fault, FaultKind};
use crate::job::crew::{Crew, Task};
use crate::job::{Completion, Job, State, WaitingGround, Work};
use crate::pace::Turn;
use crate::parallel::Executor;

/// Jobs of one context that may be begun and not finished at the same time.
pub const PHX_MAX_JOBS: u32 = 16_384;

/// What a job does, by kind.
pub(super) enum JobWork {
    /// phx_job_form_up.
    FormUp(FormUp),
}

impl Work for JobWork {
    async fn run(&mut self, ground: &mut WaitingGround<'_>, turn: &Turn) -> Result<Completion, Fault> {
        match self {
            Self::FormUp(work) => work.run(ground, turn).await,
        }
    }
}

/// A job, and what a poll tells of it besides.
pub(super) struct HostJob {
    pub(super) job: Job<JobWork>,
    /// PHX_JOB number.
    pub(super) kind: u32,
    /// Agents that it is about.
    pub(super) agents: u64,
    /// Whether the crew has it and is about to look at it.
    queued: AtomicBool,
    /// The context's.
    poisoned: Arc<AtomicBool>,
}

/// How long the crew works on a job before the next one's turn comes.
const TURN: Duration = Duration::from_millis(2);

impl Task for HostJob {
    /// Unless another thread is at it, who then goes on with it.
    fn turn(&self) -> bool {
        let _floats = HostFloats::enter();
        self.queued.store(false, Ordering::SeqCst);
        match catch_unwind(AssertUnwindSafe(|| self.job.step(Some(TURN)))) {
            Ok(worked) => worked && self.job.state() == State::Ready && !self.queued.swap(true, Ordering::SeqCst),
            Err(payload) => {
                self.poisoned.store(true, Ordering::Release);
                // Dropping it could run code that panics again.
                std::mem::forget(payload);
                false
            }
        }
    }
}

/// All jobs of a context. When it is dropped all are cancelled, and no thread is at one.
pub(super) struct Jobs {
    table: Mutex<Table>,
    /// Finished ones, to be begun again.
    spare: Mutex<Vec<Arc<HostJob>>>,
    /// Where the context has threads of its own.
    crew: Option<Crew<HostJob>>,
    poisoned: Arc<AtomicBool>,
}

#[derive(Default)]
struct Table {
    places: Vec<Place>,
    free: Vec<u16>,
}

#[derive(Default)]
struct Place {
    handle: u64,
    job: Option<Arc<HostJob>>,
}

/// Counts the jobs of the process, so that a handle stands for one job of one context and for no other, ever.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// A handle: the top bit, which no context has, then the job's number, then its place.
const IS_JOB: u64 = 1 << 63;
const PLACE_BITS: u32 = 16;

impl Jobs {
    pub(super) fn new(poisoned: Arc<AtomicBool>, executor: &Executor) -> Self {
        let crew = executor.has_background().then(|| Crew::new(executor.workers()));
        Self { table: Mutex::default(), spare: Mutex::default(), crew, poisoned }
    }

    /// A place for a job, if there is one.
    pub(super) fn reserve(&self) -> Result<Reserved<'_>, Fault> {
        let place = self.table.lock().reserve();
        place.map(|place| Reserved { jobs: self, place, is_taken: false }).ok_or_else(|| {
            Fault::new(FaultKind::Capacity, format!("the context has {PHX_MAX_JOBS} jobs already; finish some"))
        })
    }

    /// The job of a handle.
    pub(super) fn find(&self, handle: u64) -> Result<Arc<HostJob>, Fault> {
        self.table.lock().place(handle).and_then(|place| place.job.clone()).ok_or_else(|| bad_handle(handle))
    }

    /// Takes a job out of the table, and keeps it to be begun again unless somebody has it in hand.
    pub(super) fn remove(&self, handle: u64, in_hand: Arc<HostJob>) -> Result<(), Fault> {
        let mut table = self.table.lock();
        let job = table.place(handle).and_then(|place| place.job.take()).ok_or_else(|| bad_handle(handle))?;
        table.free.push(place_of(handle));
        drop(table);
        drop(in_hand);
        if Arc::strong_count(&job) == 1 {
            self.spare.lock().push(job);
        }
        Ok(())
    }

    /// Lets the crew go on with a job that has work to do.
    pub(super) fn go_on(&self, job: &Arc<HostJob>) {
        if let Some(crew) = &self.crew
            && job.job.state() == State::Ready
            && !job.queued.swap(true, Ordering::SeqCst)
        {
            crew.take_on(job.clone());
        }
    }
}

/// A place that nobody else gets.
pub(super) struct Reserved<'a> {
    jobs: &'a Jobs,
    place: u16,
    /// Whether a job is there.
    is_taken: bool,
}

impl Reserved<'_> {
    /// Begins a job there and returns its handle. Lets the crew work on it.
    pub(super) fn begin(mut self, kind: u32, agents: u64, work: JobWork) -> u64 {
        let queued = AtomicBool::new(false);
        let spare = self.jobs.spare.lock().pop();
        let job = match spare {
            Some(mut job) => match Arc::get_mut(&mut job) {
                Some(spare) => {
                    spare.job.begin_again(work);
                    (spare.kind, spare.agents, spare.queued) = (kind, agents, queued);
                    job
                }
                None => unreachable!("nobody has a spare job in hand"),
            },
            None => {
                let poisoned = self.jobs.poisoned.clone();
                Arc::new(HostJob { job: Job::new(work), kind, agents, queued, poisoned })
            }
        };
        let number = BEGUN.fetch_add(1, Ordering::Relaxed) + 1;
        let handle = IS_JOB | (number << PLACE_BITS) | u64::from(self.place);
        self.jobs.table.lock().places[usize::from(self.place)] = Place { handle, job: Some(job.clone()) };
        self.is_taken = true;
        self.jobs.go_on(&job);
        handle
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        if !self.is_taken {
            self.jobs.table.lock().free.push(self.place);
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        for place in &self.table.get_mut().places {
            if let Some(job) = &place.job {
                job.job.cancel();
            }
        }
        // A thread of the crew holds a job while it works on it.
        self.crew = None;
    }
}

impl Table {
    /// A free place, which is nobody else's from now on.
    fn reserve(&mut self) -> Option<u16> {
        self.free.pop().or_else(|| {
            let next = self.places.len();
            (next < PHX_MAX_JOBS as usize).then(|| {
                self.places.push(Place::default());
                next as u16
            })
        })
    }

    fn place(&mut self, handle: u64) -> Option<&mut Place> {
        self.places.get_mut(usize::from(place_of(handle))).filter(|place| place.handle == handle && handle != 0)
    }
}

fn place_of(handle: u64) -> u16 {
    handle as u16
}

fn bad_handle(handle: u64) -> Fault {
    Fault::new(FaultKind::BadHandle, format!("job is {handle:#x}; the context has no job of this handle (any more)"))
}
