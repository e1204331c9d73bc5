//! One call on flat ground: an army, an order, and what came of it.

use std::time::{Duration, Instant};

use glam::{DVec2, DVec3};
use phalanx::formation::assign::Effort;
use phalanx::formation::order::{CostRule, HolePolicy, Mode, Order, PolygonRule, RingRule, Shape as Lattice, Sizing};
use phalanx::formation::output::Outcome;
use phalanx::formation::roster::AgentInputs;
use phalanx::formation::shape::echelon::Tail;
use phalanx::formation::shape::points::OwnPoints;
use phalanx::formation::{FormationScratch, form_up};
use phalanx::geometry::closest_pair::ClosestPair;
use phalanx::parallel::Executor;

use super::cases::{Case, Form, PITCH, phi};

/// Radius of every body in centimetres.
pub const RADIUS: f64 = 40.0;
/// Calls per order, of which the fastest is told.
const CALLS: u32 = 5;

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
pub fn carry_out(case: &Case, starts: Vec<DVec2>, destination: Destination) -> Result<Moved, String> {
    let points = phi();
    let mut search = ClosestPair::default();
    let lattice = lattice(case.form, &points, &mut search)?;
    let order = order(lattice, case, destination);
    let locations: Vec<DVec3> = starts.iter().map(|start| start.extend(0.0)).collect();
    let radii = vec![RADIUS; starts.len()];
    let inputs = AgentInputs { count: starts.len(), locations: &locations, radii: &radii, ..AgentInputs::default() };
    let mut scratch = FormationScratch::default();
    let (mut time, mut report) = (Duration::MAX, None);
    for _ in 0..CALLS {
        let start = Instant::now();
        let done = form_up(&order, &inputs, None, &Executor::Inline, &mut scratch);
        time = time.min(start.elapsed());
        report = Some(done.map_err(|fault| fault.text)?);
    }
    let report = report.ok_or("no call was made")?;
    let goals = scratch.goals;
    let kept = destination.keep_turn.is_some();
    Ok(Moved {
        starts,
        goals: goals.goal.iter().map(|goal| goal.truncate()).collect(),
        rings: if kept { Vec::new() } else { goals.ring },
        placed: goals.outcome.iter().filter(|outcome| **outcome == Outcome::Placed).count(),
        cost: report.cost,
        longest_walk: report.longest_walk,
        time,
    })
}

fn lattice<'a>(form: Form, points: &'a [DVec2], search: &mut ClosestPair) -> Result<Lattice<'a>, String> {
    Ok(match form {
        Form::Grid => Lattice::Grid,
        Form::Circle => Lattice::Circle(RingRule::Chord),
        Form::Hexagon => Lattice::Polygon { segments: 6, rule: PolygonRule::Rings },
        Form::Wedge => Lattice::Wedge,
        Form::Line => Lattice::Line,
        Form::Column => Lattice::Column,
        Form::Hollow => Lattice::Hollow,
        Form::Staggered => Lattice::Staggered,
        Form::Vee => Lattice::Vee,
        Form::EchelonLeft => Lattice::Echelon(Tail::Left),
        Form::EchelonRight => Lattice::Echelon(Tail::Right),
        Form::Phi => Lattice::Points(OwnPoints::new(points, search).map_err(|fault| fault.text)?),
    })
}

/// The defaults of the C surface, with this case's measures.
fn order<'a>(shape: Lattice<'a>, case: &Case, destination: Destination) -> Order<'a> {
    Order {
        shape,
        mode: if destination.keep_turn.is_some() { Mode::KeepFormation } else { Mode::ReformTheLine },
        sizing: Sizing::FitAgents,
        center: destination.center.extend(0.0),
        direction: DVec2::X,
        spacing: DVec2::splat(PITCH),
        region: case.region,
        inner_radius: 0.0,
        outer_radius: 500.0,
        slot_count_margin: 1.0,
        size_multiplier: 1.0,
        keep_rotate_degrees: destination.keep_turn.unwrap_or(0.0),
        offset: 0.0,
        near_candidates: 16,
        strategic_candidates: 8,
        effort: Effort::Good,
        cost: CostRule::Squared,
        hole_policy: HolePolicy::Rings,
        grow_fixed: false,
        unit_scale: 1.0,
    }
}
