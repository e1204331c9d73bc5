//! Squads: several formations ordered in one call, none on another's slots.
//!
//! What comes out is, byte for byte, what one call after another gives when the goals of the earlier squads' ground
//! members (place and radius) are appended to a squad's standing circles.
//!
//! Without ground the squads are formed up side by side first, each as if it were alone. Then they are taken in order:
//! a squad that no goal of an earlier squad comes near stays as it is, and the others are formed up again. With ground
//! they are formed up in order from the start, so that the host is asked the same questions in the same order.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::order::Order;
use super::output::{Goals, Outcome, Report};
use super::roster::{AgentInputs, Roster, StandingCircle};
use super::{FormationScratch, form_up};
use crate::fault::Fault;
use crate::ground::Ground;
use crate::parallel::Executor;

/// One squad: its order, its agents, and what became of them.
#[derive(Clone, Debug)]
pub struct Squad<'a> {
    /// Its own center, direction and shape.
    pub order: Order<'a>,
    /// Its agents. Their standing circles are those that stand before any squad of this call.
    pub agents: AgentInputs<'a>,
    /// What was done: written by [`form_up_many`].
    pub report: Report,
}

impl<'a> Squad<'a> {
    /// A squad that has not been formed up.
    pub fn new(order: Order<'a>, agents: AgentInputs<'a>) -> Self {
        Self { order, agents, report: Report::default() }
    }
}

/// Buffers of a call, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct SquadScratch {
    squads: Vec<SquadBuffers>,
    circles: Vec<StandingCircle>,
    standing: Vec<StandingCircle>,
}

#[derive(Debug, Default)]
struct SquadBuffers {
    formation: FormationScratch,
    result: Option<Result<Report, Fault>>,
}

impl SquadScratch {
    /// The goals of a squad of the last call, one entry per input agent. Panics when there is no such squad.
    pub fn goals(&self, squad: usize) -> &Goals {
        &self.squads[squad].formation.goals
    }

    /// The members of a squad of the last call. Panics when there is no such squad.
    pub fn roster(&self, squad: usize) -> &Roster {
        &self.squads[squad].formation.roster
    }
}

/// Forms up squads, each beside the earlier ones: writes a report per squad, and goals in `scratch`.
///
/// An agent that is alone in its squad goes to its center whoever stands there (F10).
///
/// # Errors
/// The first squad that an error stops, named in the text. No report is written then.
pub fn form_up_many(
    squads: &mut [Squad],
    mut ground: Option<Ground>,
    executor: &Executor,
    scratch: &mut SquadScratch,
) -> Result<(), Fault> {
    let SquadScratch { squads: buffers, circles, standing } = scratch;
    if buffers.len() < squads.len() {
        buffers.resize_with(squads.len(), SquadBuffers::default);
    }
    let buffers = &mut buffers[..squads.len()];
    buffers.iter_mut().for_each(|buffers| buffers.result = None);
    if ground.is_none() && executor.workers() > 1 {
        let squads = &*squads;
        executor.for_chunks(buffers, 1, |index, buffers| {
            let (squad, buffers) = (&squads[index], &mut buffers[0]);
            let result = form_up(&squad.order, &squad.agents, None, &Executor::Inline, &mut buffers.formation);
            buffers.result = Some(result);
        });
    }
    circles.clear();
    for (index, (squad, buffers)) in squads.iter().zip(buffers.iter_mut()).enumerate() {
        let alone_is_right = match &buffers.result {
            Some(Ok(_)) => !buffers.formation.is_reached_by(&squad.order, circles),
            // Standing circles cause no errors of their own.
            Some(Err(_)) => true,
            None => false,
        };
        if !alone_is_right {
            standing.clear();
            standing.extend_from_slice(squad.agents.standing);
            standing.extend_from_slice(circles);
            let agents = AgentInputs { standing, ..squad.agents };
            let ground = ground.as_mut().map(|ground| Ground { source: &mut *ground.source, rules: ground.rules });
            buffers.result = Some(form_up(&squad.order, &agents, ground, executor, &mut buffers.formation));
        }
        if let Some(Err(fault)) = &buffers.result {
            return Err(Fault::new(fault.kind, format!("squads[{index}]: {}", fault.text)));
        }
        append_circles(&buffers.formation, circles);
    }
    for (squad, buffers) in squads.iter_mut().zip(buffers) {
        if let Some(Ok(report)) = buffers.result.take() {
            squad.report = report;
        }
    }
    Ok(())
}

/// Appends the ground members' goals. Whoever found no place stands nowhere.
fn append_circles(formation: &FormationScratch, circles: &mut Vec<StandingCircle>) {
    let FormationScratch { goals, roster, .. } = formation;
    for member in (0..roster.len()).filter(|member| !roster.air[*member]) {
        let agent = roster.agent[member] as usize;
        if goals.outcome[agent] != Outcome::Overflow {
            let center: DVec2 = goals.goal[agent].truncate();
            circles.push(StandingCircle { center, radius: roster.radius[member] });
        }
    }
}
