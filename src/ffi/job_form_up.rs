//! Forming up as a job: its inputs are copied when it is begun, its results written when it is finished.

use std::sync::Arc;

use super::agents::{PhxAgents, check_agents};
use super::call_buffers::CallBuffers;
use super::formation::{conclude, draw};
use super::formation_desc::{Measures, PhxFormationDesc, read_desc};
use super::formation_out::{PhxFormationOut, PhxFormationReport, check_out, check_report, status_of};
use super::ground::{PhxGround, read_ground_rules};
use super::guard::{Call, on_context};
use super::job::{PHX_JOB_FORM_UP, state_to_status, take_away};
use super::job_table::JobWork;
use super::status::Status;
use super::strided::{Reading, check_disjoint};
use super::versioned::check_pointer;
use crate::fault::{Fault, FaultKind};
use crate::formation::form_up_in_turns;
use crate::formation::output::Report;
use crate::ground::{Ground, GroundRules};
use crate::job::{Completion, State, WaitingGround};
use crate::pace::{Pace, Turn};
use crate::parallel::Executor;

/// One army under one order.
pub(super) struct FormUp {
    executor: Arc<Executor>,
    /// Inputs, scratch and results.
    buffers: Box<CallBuffers>,
    agents: usize,
    measures: Measures,
    /// What counts as ground, where it matters.
    rules: Option<GroundRules>,
    debug_mask: u32,
    debug_key: u64,
    report: Report,
}

impl FormUp {
    pub(super) async fn run(&mut self, ground: &mut WaitingGround<'_>, turn: &Turn) -> Result<Completion, Fault> {
        let CallBuffers { scratch, agents, points, .. } = &mut *self.buffers;
        let order = self.measures.with_points(points)?;
        let inputs = agents.inputs(self.agents);
        let ground = self.rules.map(|rules| Ground { source: ground, rules });
        let pace = Pace::in_turns(&self.executor, turn);
        self.report = form_up_in_turns(&order, &inputs, ground, &pace, scratch).await?;
        let is_partial = status_of(&self.report) == Status::Partial;
        Ok(if is_partial { Completion::Partial } else { Completion::Whole })
    }

    pub(super) fn into_buffers(self) -> Box<CallBuffers> {
        self.buffers
    }
}

/// Begins to form up an army as a job, which ends with the same bytes as phx_formation_form_up with the same answers.
///
/// All inputs are copied: what they point to may change or go once this returns. context: a handle. agents, desc: as for
/// phx_formation_form_up. ground: NULL = stand anywhere, nothing is probed; else its rules (slope, range, search, probes)
/// are those of the job, and its callbacks are not looked at and may be NULL: a job never calls back, its rays are taken
/// and answered by phx_job_take_rays and phx_job_submit_hits. out_job: gets the handle (never 0), not NULL. Every job ends
/// with phx_job_finish_form_up, or with its context.
///
/// The states of a job, and what phx_job_poll answers in each:
///
/// ```text
/// phx_job_form_up --> READY --- a thread steps ---> WORKING        (both: PHX_IN_PROGRESS)
///                       ^                           | | | |
///                       +--- step's time is over ---+ | | |
///                       +--- last hit --- NEEDS_TRACES + | |       (PHX_NEEDS_TRACES)
///                                         DONE <---------+ |       (PHX_OK, PHX_PARTIAL)
///                                         failed <---------+       (its error, with the text)
/// phx_job_cancel, in any of these ------> cancelled                (PHX_E_CANCELLED)
/// phx_job_finish_form_up: done, failed and cancelled jobs are gone afterwards.
/// ```
///
/// With thread_count 1, and with scheduler hooks, a job goes on inside phx_job_step and phx_job_wait alone. Otherwise the
/// context's threads for jobs go on with it by themselves, at once and whenever the hits of a batch are complete: polling is
/// enough. They take turns at all jobs, so that a long one holds up no short one, nor any direct call.
///
/// The errors of phx_formation_form_up but for those of the outputs; those that come up on the way are told by
/// phx_job_poll. PHX_E_CAPACITY: the context has PHX_MAX_JOBS jobs already. Any thread, many at a time. Repeated with the
/// same size after the earlier job was finished it allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_job_form_up(
    context: u64,
    agents: *const PhxAgents,
    desc: *const PhxFormationDesc,
    ground: *const PhxGround,
    out_job: *mut u64,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract, for all structs and for the memory of all views below.
        unsafe {
            let views = check_agents(agents)?;
            let description = read_desc(desc, &call.context)?;
            let rules = read_ground_rules(ground, &call.context)?;
            check_pointer(out_job, "out_job")?;
            let place = call.context.jobs.reserve()?;
            let mut buffers = call.context.take_buffers();
            let copied = buffers
                .agents
                .read(&views, &call.context, Reading::Copied)
                .map(drop)
                .and_then(|()| description.read_points(&call.context, &mut buffers.points));
            if let Err(fault) = copied {
                call.context.give_back(buffers);
                return Err(fault);
            }
            let (debug_mask, debug_key) = (description.debug_mask, description.debug_key);
            let executor = call.context.executor.clone();
            let (agents, measures, report) = (views.count, description.into_measures(), Report::default());
            let work = FormUp { executor, buffers, agents, measures, rules, debug_mask, debug_key, report };
            let work = JobWork::FormUp(work);
            out_job.write(place.begin(PHX_JOB_FORM_UP, agents as u64, work));
            Ok(Status::Ok)
        }
    })
}

/// Ends a job of phx_job_form_up: writes what phx_formation_form_up would have written, queues its debug items (as a call
/// that begins and ends now), and frees the job.
///
/// context, job: handles. out: not NULL for a job that is done; as many elements as the job has agents. report: NULL if not
/// wanted. Both set by their _init.
/// PHX_OK, PHX_PARTIAL: written, and the handle is gone. PHX_IN_PROGRESS, PHX_NEEDS_TRACES: not done; nothing happens.
/// The job's own error, or PHX_E_CANCELLED: nothing is written, and the handle is gone; out and report are not looked at.
/// Errors of the outputs as for phx_formation_form_up, PHX_E_OUT_OF_RANGE among them: the job stays and can be finished with
/// other outputs. PHX_E_BAD_HANDLE: there is no such job (any more). Any thread, one of several at the same time finishes.
/// Allocates nothing but for debug items while their buffers grow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_job_finish_form_up(
    context: u64,
    job: u64,
    out: *const PhxFormationOut,
    report: *mut PhxFormationReport,
) -> i32 {
    on_context(context, |call| {
        let found = call.context.jobs.find(job)?;
        match found.job.state() {
            State::Done(_) => {}
            state @ (State::Failed | State::Cancelled) => {
                // Read before the job may be begun again.
                let answer = state_to_status(&found, state);
                take_away(&call.context, &found);
                call.context.jobs.remove(job, found)?;
                return answer;
            }
            state => return state_to_status(&found, state),
        }
        // SAFETY: the caller's contract, for both structs and the memory of all views.
        let written = found.job.take_result(|JobWork::FormUp(work)| unsafe { write(work, out, report, call) });
        match written {
            Ok((status, JobWork::FormUp(work))) => {
                call.context.give_back(work.into_buffers());
                call.context.jobs.remove(job, found)?;
                Ok(status)
            }
            Err(Some(fault)) => Err(fault),
            Err(None) => {
                let text = format!("job is {job:#x}; another thread finished or cancelled it at the same time");
                Err(Fault::new(FaultKind::BadHandle, text))
            }
        }
    })
}

/// # Safety
/// As for [`phx_job_finish_form_up`].
unsafe fn write(
    work: &mut FormUp,
    out: *const PhxFormationOut,
    report: *mut PhxFormationReport,
    call: &Call,
) -> Result<Status, Fault> {
    // SAFETY: the caller's contract.
    unsafe {
        let outputs = check_out(out, work.agents)?;
        let report = check_report(report)?;
        check_disjoint(&[report.memory()?], &outputs.outputs())?;
        let CallBuffers { scratch, agents, debug, .. } = &mut *work.buffers;
        outputs.check_fits(&scratch.goals, &call.context)?;
        let drawing = call.context.debug.begin(work.debug_mask, work.debug_key);
        outputs.write(&scratch.goals, &call.context);
        report.write(&work.report);
        if let Some(drawing) = drawing {
            draw(drawing, work.debug_key, agents.inputs(work.agents).locations, scratch, &call.context, debug);
        }
    }
    Ok(conclude(call, &work.report))
}
