//! The jobs of a context: their handles, those that can be begun again, and the tasks that work on them in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::{Condvar, Mutex};

use super::float_state::HostFloats;
use super::job_form_up::FormUp;
use crate::fault::{Fault, FaultKind};
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
    /// Whether a task in the background is about to look at it.
    queued: AtomicBool,
}

/// All jobs of a context. When it is dropped all are cancelled, and no task is left.
pub(super) struct Jobs {
    table: Mutex<Table>,
    /// Finished ones, to be begun again.
    spare: Mutex<Vec<Arc<HostJob>>>,
    background: Arc<Background>,
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
    pub(super) fn new(poisoned: Arc<AtomicBool>) -> Self {
        let background = Background { tasks: Mutex::new(0), idle: Condvar::new(), poisoned };
        Self { table: Mutex::default(), spare: Mutex::default(), background: Arc::new(background) }
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

    /// Lets a task go on with a job that has work to do, where the executor has threads for it.
    pub(super) fn go_on(&self, job: &Arc<HostJob>, executor: &Executor) {
        if !executor.has_background() || job.job.state() != State::Ready || job.queued.swap(true, Ordering::SeqCst) {
            return;
        }
        *self.background.tasks.lock() += 1;
        let (job, background) = (job.clone(), self.background.clone());
        executor.spawn(move || background.work_on(job));
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
    /// Begins a job there and returns its handle. Lets a task work on it where the executor has threads.
    pub(super) fn begin(mut self, kind: u32, agents: u64, work: JobWork, executor: &Executor) -> u64 {
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
            None => Arc::new(HostJob { job: Job::new(work), kind, agents, queued }),
        };
        let number = BEGUN.fetch_add(1, Ordering::Relaxed) + 1;
        let handle = IS_JOB | (number << PLACE_BITS) | u64::from(self.place);
        self.jobs.table.lock().places[usize::from(self.place)] = Place { handle, job: Some(job.clone()) };
        self.is_taken = true;
        self.jobs.go_on(&job, executor);
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
        // A task holds a job, and with it the executor, whose threads it must not be the one to end.
        self.background.wait_until_idle();
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

/// The tasks of a context that work on jobs.
struct Background {
    tasks: Mutex<usize>,
    idle: Condvar,
    poisoned: Arc<AtomicBool>,
}

impl Background {
    /// Works until the job is done, needs hits, or another thread is at it, who then goes on with it.
    fn work_on(&self, job: Arc<HostJob>) {
        let _floats = HostFloats::enter();
        let worked = catch_unwind(AssertUnwindSafe(|| {
            job.queued.store(false, Ordering::SeqCst);
            while job.job.state() == State::Ready && job.job.step(None) {}
            drop(job);
        }));
        if let Err(payload) = worked {
            self.poisoned.store(true, Ordering::Release);
            // Dropping it could run code that panics again.
            std::mem::forget(payload);
        }
        // Nothing of the job is held from here on.
        let mut tasks = self.tasks.lock();
        *tasks -= 1;
        if *tasks == 0 {
            self.idle.notify_all();
        }
    }

    fn wait_until_idle(&self) {
        let mut tasks = self.tasks.lock();
        while *tasks > 0 {
            self.idle.wait(&mut tasks);
        }
    }
}
