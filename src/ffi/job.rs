//! Jobs at the edge: polled, stepped, waited for and cancelled, whatever they do.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::context::Context;
use super::guard::{Call, guarded, on_context};
use super::job_table::{HostJob, JobWork};
use super::layout::layout;
use super::status::Status;
use super::versioned::{self, versioned};
use crate::fault::{Fault, FaultKind};
use crate::job::{Completion, State};

/// Job kind: phx_job_form_up.
pub const PHX_JOB_FORM_UP: u32 = 1;

/// Job state: there is work, and no thread does it.
pub const PHX_JOB_STATE_READY: u32 = 1;
/// Job state: a thread works on it.
pub const PHX_JOB_STATE_WORKING: u32 = 2;
/// Job state: it waits for hits.
pub const PHX_JOB_STATE_NEEDS_TRACES: u32 = 3;
/// Job state: its results can be had.
pub const PHX_JOB_STATE_DONE: u32 = 4;

/// Budget of a step, and time of a wait: no end but that of the work.
pub const PHX_NO_LIMIT: u32 = 0xFFFF_FFFF;

/// What a poll tells of a job. Set by phx_job_info_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PhxJobInfo {
    /// Bytes of this struct, set by phx_job_info_init.
    pub struct_size: u32,
    /// PHX_JOB number: what it does.
    pub kind: u32,
    /// PHX_JOB_STATE number.
    pub state: u32,
    /// How much is done, 0 to 1: a rough estimate that never falls; 1 only when the job is done.
    pub progress: f32,
    /// Agents that it is about.
    pub agents: u64,
    /// Rays that wait for phx_job_take_rays.
    pub rays_to_take: u64,
    /// Rays that wait for their hits, those to be taken included.
    pub rays_to_answer: u64,
    /// Rays asked so far, answered ones included.
    pub rays_asked: u64,
    /// Batches of rays asked so far.
    pub batches: u64,
}
layout!(PhxJobInfo { struct_size, kind, state, progress, agents, rays_to_take, rays_to_answer, rays_asked, batches });
versioned!(PhxJobInfo, "out");

/// Sets what a poll fills to zero.
///
/// info: struct_size bytes, not NULL. struct_size: sizeof(PhxJobInfo).
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_job_info_init(info: *mut PhxJobInfo, struct_size: u32) -> i32 {
    guarded(|| {
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(info, struct_size, PhxJobInfo::default()) }?;
        Ok(Status::Ok)
    })
}

/// Tells where a job stands. Never blocks, whatever other threads do with the job.
///
/// context, job: handles. out: set by phx_job_info_init, or NULL for the status alone.
/// PHX_IN_PROGRESS: there is work left. PHX_NEEDS_TRACES: rays wait to be taken or answered. PHX_OK, PHX_PARTIAL: done, to be
/// finished. The job's own error, whose text this thread gets, PHX_E_CANCELLED: as long as the job is not finished; out is
/// not written. PHX_E_BAD_HANDLE, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread, at any time; allocates nothing
/// unless it fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_job_poll(context: u64, job: u64, out: *mut PhxJobInfo) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract.
        let size = if out.is_null() { 0 } else { unsafe { versioned::writable_size(out) }? };
        let found = call.context.jobs.find(job)?;
        let state = found.job.state();
        let status = state_to_status(&found, state)?;
        if size > 0 {
            // SAFETY: as above, and checked.
            unsafe { versioned::write(out, size, info_of(&found, state)) };
        }
        Ok(status)
    })
}

/// Works on a job on this thread until the time is over, the job is done, or it needs hits.
///
/// context, job: handles. budget_us: microseconds, looked at between the job's stages; 0 works to the next place where it
/// can pause, so that any number of steps ends the job; PHX_NO_LIMIT or more has no end. Places to pause are not evenly
/// spread: one step may take longer than its budget.
/// Returns what phx_job_poll would return then. PHX_IN_PROGRESS without having worked where another thread works on the
/// job. Errors as for phx_job_poll. Any thread; a job is worked on by one at a time. Allocates as the direct call does.
#[unsafe(no_mangle)]
pub extern "C" fn phx_job_step(context: u64, job: u64, budget_us: u64) -> i32 {
    on_context(context, |call| {
        let found = call.context.jobs.find(job)?;
        let budget = (budget_us < u64::from(PHX_NO_LIMIT)).then(|| Duration::from_micros(budget_us));
        found.job.step(budget);
        after_work(call, &found, found.job.state())
    })
}

/// Works on a job on this thread, or waits for the thread that does, until it is done, needs hits, or the time is over.
/// It does not wait for hits: where hits are missing it returns at once.
///
/// context, job: handles. timeout_ms: milliseconds; 0 returns at once like phx_job_poll; PHX_NO_LIMIT has no end.
/// PHX_OK, PHX_PARTIAL: done. PHX_NEEDS_TRACES: take rays and submit hits, then wait again. PHX_IN_PROGRESS: the time is over.
/// Errors as for phx_job_poll; PHX_E_CANCELLED also when another thread cancels meanwhile. Any thread, several at a time.
/// Allocates as the direct call does.
#[unsafe(no_mangle)]
pub extern "C" fn phx_job_wait(context: u64, job: u64, timeout_ms: u32) -> i32 {
    on_context(context, |call| {
        let found = call.context.jobs.find(job)?;
        let until = match timeout_ms {
            PHX_NO_LIMIT => None,
            timeout => Instant::now().checked_add(Duration::from_millis(u64::from(timeout))),
        };
        let state = found.job.wait(until);
        // The thread that worked may have seen a panic.
        call.context.check_sound()?;
        after_work(call, &found, state)
    })
}

/// Cancels a job, at any moment and in any state. A thread that works on it stops at the next place where it can pause. The
/// handle stays until phx_job_finish_form_up, as every other call on the job tells PHX_E_CANCELLED from now on, also to hits
/// that come late. Its buffers go back to the context. Cancelling again does nothing.
///
/// context, job: handles. PHX_E_BAD_HANDLE. Any thread; never waits for the thread that works; allocates nothing.
#[unsafe(no_mangle)]
pub extern "C" fn phx_job_cancel(context: u64, job: u64) -> i32 {
    on_context(context, |call| {
        let found = call.context.jobs.find(job)?;
        found.job.cancel();
        take_away(&call.context, &found);
        Ok(Status::Ok)
    })
}

/// What a poll answers.
pub(super) fn state_to_status(found: &HostJob, state: State) -> Result<Status, Fault> {
    match state {
        State::Ready | State::Working => Ok(Status::InProgress),
        State::NeedsTraces => Ok(Status::NeedsTraces),
        State::Done(Completion::Whole) => Ok(Status::Ok),
        State::Done(Completion::Partial) => Ok(Status::Partial),
        State::Failed => Err(found.job.fault().unwrap_or_else(cancelled)),
        State::Cancelled => Err(cancelled()),
    }
}

fn cancelled() -> Fault {
    Fault::new(FaultKind::Cancelled, "the job was cancelled")
}

/// The status after this thread worked on a job, or another one ended to.
fn after_work(call: &Call, found: &Arc<HostJob>, state: State) -> Result<Status, Fault> {
    match state {
        State::Cancelled => take_away(&call.context, found),
        State::Ready => call.context.jobs.go_on(found),
        _ => {}
    }
    state_to_status(found, state)
}

/// Takes the buffers of a job that was cancelled or failed back, unless a thread still works with them: then that thread
/// does.
pub(super) fn take_away(context: &Context, found: &HostJob) {
    if let Some(JobWork::FormUp(work)) = found.job.reclaim() {
        context.give_back(work.into_buffers());
    }
}

fn info_of(found: &HostJob, state: State) -> PhxJobInfo {
    let board = found.job.board();
    PhxJobInfo {
        struct_size: 0,
        kind: found.kind,
        state: match state {
            State::Working => PHX_JOB_STATE_WORKING,
            State::NeedsTraces => PHX_JOB_STATE_NEEDS_TRACES,
            State::Done(_) => PHX_JOB_STATE_DONE,
            State::Ready | State::Failed | State::Cancelled => PHX_JOB_STATE_READY,
        },
        // The job may have come to its end since the state was looked at.
        progress: match state {
            State::Done(_) => 1.0,
            _ => found.job.progress().min(1.0_f32.next_down()),
        },
        agents: found.agents,
        rays_to_take: board.untaken(),
        rays_to_answer: board.unanswered(),
        rays_asked: board.asked(),
        batches: board.batches(),
    }
}

/// Fails for a job that was cancelled.
pub(super) fn check_not_cancelled(found: &HostJob) -> Result<(), Fault> {
    if found.job.state() == State::Cancelled { Err(cancelled()) } else { Ok(()) }
}
