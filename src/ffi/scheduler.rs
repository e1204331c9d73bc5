//! The host's scheduler: two hooks through which all parallel work of a context runs on the host's own threads.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::float_state::HostFloats;
use super::guard::outside_of_calls;
use crate::parallel::HostScheduler;

/// Runs the items begin to end - 1 of a task. The host calls it with the task that enqueue was given, from any threads
/// at the same time, so that together the calls cover 0 to count - 1. worker: the number of the host's thread; not used
/// for anything that decides a result. It never throws.
pub type PhxTaskFn = Option<unsafe extern "C" fn(task: *mut c_void, begin: u64, end: u64, worker: u32)>;

/// Takes work for the host's threads: run must be called for all items 0 to count - 1 of task, in ranges of any size
/// (grain: the least size that is worth a thread), before or after this returns. Returns what finish is to be called
/// with, or NULL when everything has run already; then finish is not called. Called on any thread that calls the
/// context, and from inside a task. It must not throw.
pub type PhxEnqueueFn = Option<
    unsafe extern "C" fn(user: *mut c_void, run: PhxTaskFn, task: *mut c_void, count: u64, grain: u64) -> *mut c_void,
>;

/// Returns when all ranges of the task with this handle have run and none is running. task is gone afterwards. While it
/// waits it may run other work on this thread, calls on the same context included. It must not throw.
pub type PhxFinishFn = Option<unsafe extern "C" fn(user: *mut c_void, handle: *mut c_void)>;

/// The hooks of a context.
#[derive(Debug)]
pub(super) struct SchedulerHooks {
    pub(super) enqueue:
        unsafe extern "C" fn(*mut c_void, PhxTaskFn, *mut c_void, count: u64, grain: u64) -> *mut c_void,
    pub(super) finish: unsafe extern "C" fn(*mut c_void, *mut c_void),
    pub(super) user: *mut c_void,
    pub(super) workers: usize,
}

// SAFETY: the pointer is never followed here, only handed back to the host, whose hooks may be called on every thread
// that calls the context.
unsafe impl Send for SchedulerHooks {}
// SAFETY: as above.
unsafe impl Sync for SchedulerHooks {}

/// What the host holds while it runs a task.
struct Task<'a> {
    work: &'a (dyn Fn() -> bool + Sync),
    inside: AtomicUsize,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl HostScheduler for SchedulerHooks {
    fn workers(&self) -> usize {
        self.workers
    }

    fn lend(&self, most: usize, work: &(dyn Fn() -> bool + Sync)) {
        let task = Task { work, inside: AtomicUsize::new(0), panic: Mutex::new(None) };
        let address = (&raw const task).cast_mut().cast::<c_void>();
        outside_of_calls(|| {
            // SAFETY: the host's functions, with the host's pointer and a task that outlives both calls.
            unsafe {
                let handle = (self.enqueue)(self.user, Some(run_items), address, most as u64, 1);
                if !handle.is_null() {
                    (self.finish)(self.user, handle);
                }
            }
        });
        // A host that returns a moment early still has a thread in here.
        while task.inside.load(Ordering::Acquire) != 0 {
            std::thread::yield_now();
        }
        let panic = task.panic.lock().take();
        if let Some(payload) = panic {
            resume_unwind(payload);
        }
    }
}

/// The function that the host runs: each item is one turn at the task's work, whichever that is by then.
unsafe extern "C" fn run_items(task: *mut c_void, begin: u64, end: u64, _worker: u32) {
    // SAFETY: the host hands back what it was given, before its finish returns.
    let task = unsafe { &*task.cast_const().cast::<Task>() };
    task.inside.fetch_add(1, Ordering::AcqRel);
    {
        let _floats = HostFloats::enter();
        let turns = AssertUnwindSafe(|| (begin..end).all(|_| (task.work)()));
        if let Err(payload) = catch_unwind(turns) {
            task.panic.lock().get_or_insert(payload);
        }
    }
    task.inside.fetch_sub(1, Ordering::Release);
}
