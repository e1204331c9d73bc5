//! Formations: who stands where.
//!
//! ```text
//! agents ─▶ roster ─▶ slots ─▶ ground ─▶ assignment ─▶ goals
//!           who may    where     can one    who goes     one goal per
//!           take part  to stand  stand there where       input agent
//! ```
#![forbid(unsafe_code)]

pub mod assign;
pub mod debug_geometry;
pub mod facing;
pub mod footprint;
pub mod order;
pub mod output;
pub mod quotient;
pub mod radius;
pub mod ring;
pub mod roster;
pub mod shape;
pub mod target;

use assign::AssignScratch;
use order::Order;
use output::{Goals, Report};
use roster::{AgentInputs, Roster};

use crate::fault::Fault;
use crate::ground::Ground;
use crate::parallel::Executor;

/// Buffers of a call, kept for the next call of the same size. The results stand in [`FormationScratch::goals`].
#[derive(Debug, Default)]
pub struct FormationScratch {
    /// One entry per input agent.
    pub goals: Goals,
    /// Who took part, in canonical order.
    pub roster: Roster,
    #[expect(dead_code)]
    assign: AssignScratch,
}

/// The whole pipeline: one goal per input agent in `scratch.goals`, and what was done.
///
/// # Errors
/// The order or an input is out of its range, or the ground source stopped the call.
pub fn form_up(
    _order: &Order,
    _inputs: &AgentInputs,
    _ground: Option<Ground>,
    _executor: &Executor,
    _scratch: &mut FormationScratch,
) -> Result<Report, Fault> {
    todo!()
}
