//! The main call: an army, an order and a ground in; one goal per agent out.

use glam::DVec3;

use super::agents::{PhxAgents, check_agents};
use super::call_buffers::CallBuffers;
use super::context::Context;
use super::formation_desc::{PhxFormationDesc, read_desc};
use super::formation_out::{PhxFormationOut, PhxFormationReport, check_out, check_report, report_of, status_of};
use super::ground::{HostGround, PhxGround, read_ground};
use super::guard::{Call, on_context};
use super::log::{self, PHX_LOG_WARNING};
use super::status::Status;
use super::strided::{Reading, check_disjoint};
use crate::debug_draw::{DebugCall, DebugItem};
use crate::formation::debug_geometry::figures;
use crate::formation::output::Report;
use crate::formation::{FormationScratch, form_up};

/// Orders an army into a formation: who takes part, which slots there are, where one can stand, who goes where. The same
/// inputs with unique ids give the same bytes for any thread count, any order of the agents and on every platform.
///
/// context: a handle. agents, desc, out: not NULL, each set by its _init. ground: NULL = stand anywhere, nothing is
/// probed. report: NULL if not wanted, else set by its _init.
///
/// PHX_OK: everybody who takes part has a place of his own. PHX_PARTIAL: somebody ended OVERFLOW, OVERLAP or STACKED, or
/// ANCHOR_INVALID is set. Outputs and report are written in both cases, and never on an error. No agents: PHX_OK.
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (a field, a stride, alignment, outputs that share bytes with
/// other buffers), PHX_E_LENGTH_MISMATCH (an output whose count is not agents.count, an input that is longer),
/// PHX_E_BAD_HANDLE, PHX_E_NOT_FINITE (a blocker, a point), PHX_E_CAPACITY (too many agents or points),
/// PHX_E_OUT_OF_RANGE (an agent too far from the others, a goal that does not fit 32 bits), PHX_E_CALLBACK, PHX_E_BUSY, PHX_E_OUT_OF_MEMORY.
/// Any thread, many at a time on one context. A repeated call of the same size allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_form_up(
    context: u64,
    agents: *const PhxAgents,
    desc: *const PhxFormationDesc,
    ground: *const PhxGround,
    out: *const PhxFormationOut,
    report: *mut PhxFormationReport,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract, for all structs and for the memory of all views below.
        unsafe {
            let views = check_agents(agents)?;
            let description = read_desc(desc, &call.context)?;
            let ground = read_ground(ground, &call.context)?;
            let outputs = check_out(out, views.count)?;
            let report = check_report(report)?;
            check_disjoint(&[report.memory()?], &outputs.outputs())?;
            check_disjoint(&[report.memory()?], &views.inputs())?;
            check_disjoint(&outputs.outputs(), &views.inputs())?;
            check_disjoint(&outputs.outputs(), description.inputs())?;
            let drawing = call.context.debug.begin(description.debug_mask, description.debug_key);
            call.context.with_buffers(|buffers| {
                let CallBuffers { scratch, agents, points, rays, debug, .. } = buffers;
                let inputs = agents.read(&views, &call.context, Reading::InPlace)?;
                let order = description.order(&call.context, points)?;
                let mut source = ground.as_ref().map(|ground| HostGround { call, ground, buffers: rays });
                let ground = source.as_mut().map(HostGround::as_ground);
                let done = form_up(&order, &inputs, ground, &call.context.executor, scratch)?;
                outputs.check_fits(&scratch.goals, &call.context)?;
                outputs.write(&scratch.goals, &call.context);
                report.write(&done);
                if let Some(drawing) = drawing {
                    draw(drawing, description.debug_key, inputs.locations, scratch, &call.context, debug);
                }
                Ok(conclude(call, &done))
            })
        }
    })
}

/// Queues what a call draws.
pub(super) fn draw(
    drawing: DebugCall,
    key: u64,
    locations: &[DVec3],
    done: &FormationScratch,
    context: &Context,
    items: &mut Vec<DebugItem>,
) {
    items.clear();
    figures(&done.roster, locations, &done.goals, context.unit_scale, drawing.mask, key, items);
    context.debug.finish(drawing, items);
}

/// The status of a finished call; tells the log of a partial one.
pub(super) fn conclude(call: &Call, report: &Report) -> Status {
    let status = status_of(report);
    if status == Status::Partial {
        let counts = report_of(report);
        log::report(
            call,
            PHX_LOG_WARNING,
            format_args!(
                "formation is partial: {} overflow, {} overlap, {} stacked, report bits {:#x}",
                counts.overflow, counts.overlap, counts.stacked, counts.bits
            ),
        );
    }
    status
}
