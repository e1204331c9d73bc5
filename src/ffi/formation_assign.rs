//! Two parts of the pipeline at the edge: agents to slots that the caller brings, and translated goals onto the ground.

use super::agents::{PhxAgents, check_agents};
use super::call_buffers::CallBuffers;
use super::formation::conclude;
use super::formation_desc::{PhxFormationDesc, read_desc};
use super::formation_out::{PhxFormationOut, PhxFormationReport, check_out, check_report};
use super::ground::{HostGround, PhxGround, read_ground};
use super::guard::on_context;
use super::status::Status;
use super::strided::{Reading, Strided, check_disjoint};
use super::view::{PhxVec3View, PhxVec3ViewMut, check_finite, check_fits, checked_at, read_vectors, write_vectors};
use crate::formation::given_slots::assign_to_given_slots;
use crate::formation::output::{Outcome, REPORT_ANCHOR_INVALID, Report};
use crate::formation::translation::{Translation, resolve_goals};
use crate::ground::probe::Prober;
use crate::pace::{Pace, at_once};

/// Assigns an army to slots that the caller brings, in either mode: KEEP_FORMATION takes the nearest places to the
/// arrangement as it stands, REFORM_THE_LINE shortens the walks. Nothing is probed. Rings follow the shape's measure.
///
/// agents, desc, out: not NULL, each set by its _init. slots: the places, not NULL, at most 1,048,576, finite.
/// report: NULL if not wanted, else set by its _init.
/// PHX_PARTIAL, errors, threads and allocation as for phx_formation_form_up; PHX_E_NOT_FINITE names the slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_assign(
    context: u64,
    agents: *const PhxAgents,
    desc: *const PhxFormationDesc,
    slots: *const PhxVec3View,
    out: *const PhxFormationOut,
    report: *mut PhxFormationReport,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract, for all structs and for the memory of all views below.
        unsafe {
            let views = check_agents(agents)?;
            let description = read_desc(desc, &call.context)?;
            let slots = checked_at(slots, "slots")?;
            let outputs = check_out(out, views.count)?;
            let report = check_report(report)?;
            check_disjoint(&[report.memory()?], &outputs.outputs())?;
            check_disjoint(&[report.memory()?], &views.inputs())?;
            check_disjoint(&outputs.outputs(), &views.inputs())?;
            check_disjoint(&outputs.outputs(), &[slots])?;
            check_disjoint(&outputs.outputs(), description.inputs())?;
            call.context.with_buffers(|CallBuffers { scratch, agents, points, parts, .. }| {
                let order = description.order(&call.context, points)?;
                let inputs = agents.read(&views, &call.context, Reading::InPlace)?;
                read_vectors(&slots, call.context.frame, &mut parts.places)?;
                check_finite(&slots, call.context.frame, &parts.places)?;
                let pace = Pace::straight(&call.context.executor);
                let done = at_once(assign_to_given_slots(&order, &inputs, &parts.places, &pace, scratch))?;
                outputs.check_fits(&scratch.goals, &call.context)?;
                outputs.write(&scratch.goals, &call.context);
                report.write(&done);
                Ok(conclude(call, &done))
            })
        }
    })
}

/// Moves goals of a translated army that cannot be stood on to where they can, and snaps all to the ground. Agents of
/// the air layer and those that do not take part keep their goals.
///
/// desc: not NULL; center is the anchor. ground: NULL = all goals stay. agents: not NULL. goals: read and written, exactly
/// as many as agents, not NULL; those of ground members finite. out_outcomes: gets a PHX_OUTCOME number per agent, or
/// NULL.
/// PHX_PARTIAL: somebody ended STACKED, or the center itself cannot be stood on and nothing was moved. Errors, threads
/// and allocation as for phx_formation_form_up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_resolve_goals(
    context: u64,
    desc: *const PhxFormationDesc,
    ground: *const PhxGround,
    agents: *const PhxAgents,
    goals: *const PhxVec3ViewMut,
    out_outcomes: *mut u8,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract, for all structs and for the memory of all views below.
        unsafe {
            let description = read_desc(desc, &call.context)?;
            let ground = read_ground(ground, &call.context)?;
            let views = check_agents(agents)?;
            let goals = checked_at(goals, "goals")?;
            if goals.len() != views.count {
                return Err(goals.mismatch(views.count, "agents.count"));
            }
            let wanted = if out_outcomes.is_null() { 0 } else { views.count as u64 };
            let outcomes = Strided::new("out_outcomes", out_outcomes, wanted, 0, 1, 1)?;
            check_disjoint(&[goals, outcomes], &views.inputs())?;
            check_disjoint(&[goals, outcomes], description.inputs())?;
            call.context.with_buffers(|CallBuffers { scratch, agents, points, parts, rays, .. }| {
                let order = description.order(&call.context, points)?;
                let frame = call.context.frame;
                let inputs = agents.read(&views, &call.context, Reading::InPlace)?;
                read_vectors(&goals, frame, &mut parts.places)?;
                let mut report = Report::default();
                scratch.goals.reset(views.count, order.center);
                scratch.roster.gather(&inputs, &order, &mut scratch.goals, &mut report)?;
                let facing = scratch.roster.facing(&order, &mut report);
                let pace = Pace::straight(&call.context.executor);
                let becomes = &mut scratch.goals.outcome;
                if let Some(ground) = &ground {
                    let mut source = HostGround { call, ground, buffers: rays };
                    let mut prober = Prober::new(source.as_ground(), scratch.roster.len(), &mut parts.probe)?;
                    let (roster, locations) = (&scratch.roster, inputs.locations);
                    let task = Translation { order: &order, facing, roster, locations, standing: inputs.standing };
                    let (places, buffers) = (&mut parts.places, &mut parts.translation);
                    if !at_once(resolve_goals(&task, &mut prober, &pace, buffers, places, becomes))? {
                        report.bits |= REPORT_ANCHOR_INVALID;
                    }
                }
                check_fits(&goals, frame, &parts.places)?;
                write_vectors(&goals, frame, parts.places.iter().copied());
                outcomes.write(becomes.iter().map(|outcome| *outcome as u8));
                report.outcomes[Outcome::Stacked as usize] =
                    becomes.iter().filter(|outcome| **outcome == Outcome::Stacked).count() as u64;
                let status = conclude(call, &report);
                debug_assert!(status != Status::More);
                Ok(status)
            })
        }
    })
}
