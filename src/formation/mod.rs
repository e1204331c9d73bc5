//! Formations: who stands where.
//!
//! ```text
//! agents ─▶ roster ─▶ slots ─▶ ground ─▶ assignment ─▶ goals
//!           who may    where     can one    who goes     one goal per
//!           take part  to stand  stand there where       input agent
//! ```
#![forbid(unsafe_code)]

pub mod assign;
pub mod facing;
pub mod fold_back;
pub mod fold_back_path;
pub mod jitter;
pub mod lone_agent;
pub mod occupancy;
pub mod order;
pub mod output;
pub mod ring;
pub mod roster;
pub mod search_cells;
pub mod search_tile;
pub mod shape;
pub mod slots_on_ground;
pub mod standing;
pub mod translation;
pub mod validate;

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
