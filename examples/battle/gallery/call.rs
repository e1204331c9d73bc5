//! One call on flat ground: an army, an order, and what came of it.

use std::time::Duration;

use glam::DVec2;

use super::cases::Case;
use crate::answer::Outcome;
use crate::army::{Agent, Kind};
use crate::library::Library;
use crate::orders::{Mode, Order};

/// Everybody is of this kind.
pub const KIND: Kind = Kind::Infantry;

/// Where an order takes the army.
#[derive(Clone, Copy)]
pub struct Destination {
    pub center: DVec2,
    /// Clockwise turn of the arrangement as it stands, or `None` to take up the shape, facing north.
    pub keep_turn: Option<f64>,
}

/// An army before and after.
pub struct Moved {
    pub starts: Vec<DVec2>,
    pub goals: Vec<DVec2>,
    /// Ring of each agent's slot; empty for an arrangement that was kept.
    pub rings: Vec<u32>,
    pub placed: usize,
    /// Square centimetres.
    pub cost: f64,
    pub longest_walk: f64,
    pub time: Duration,
}

/// Carries out one order.
///
/// # Errors
/// What the library says.
pub fn carry_out(
    library: &Library,
    case: &Case,
    starts: Vec<DVec2>,
    destination: Destination,
) -> Result<Moved, String> {
    let order = order(case, destination);
    let agent = |(index, start): (usize, &DVec2)| Agent { id: index as u64, kind: KIND, location: start.extend(0.0) };
    let army: Vec<Agent> = starts.iter().enumerate().map(agent).collect();
    let answer = library.form_up(&order, &army, None)?;
    Ok(Moved {
        starts,
        goals: answer.goals.iter().map(|goal| goal.truncate()).collect(),
        placed: answer.count(Outcome::Placed),
        rings: if order.mode == Mode::Keep { Vec::new() } else { answer.rings },
        cost: answer.cost,
        longest_walk: answer.longest_walk,
        time: answer.time,
    })
}

fn order(case: &Case, destination: Destination) -> Order {
    Order {
        shape: case.shape,
        mode: if destination.keep_turn.is_some() { Mode::Keep } else { Mode::Reform },
        center: destination.center,
        direction: DVec2::X,
        rotate: destination.keep_turn.unwrap_or(0.0),
        measures: Some(case.measures),
        points: case.points,
        story: "on flat ground",
    }
}
