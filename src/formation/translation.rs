//! Rigid translation: the army keeps its arrangement and moves as one (F35), then folds back onto the ground (F26).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3};

use super::facing::Facing;
use super::fold_back::{FoldBackScratch, FoldBackTask, fold_back};
use super::layers::cost_of_walks;
use super::order::Order;
use super::output::{Goals, Outcome, REPORT_ANCHOR_INVALID, Report};
use super::roster::{MAX_DISTANCE, Roster, StandingCircle};
use crate::fault::{Fault, FaultKind};
use crate::geometry::fixed_point::Quantum;
use crate::geometry::trigonometry;
use crate::ground::GroundRules;
use crate::ground::probe::Prober;
use crate::pace::Pace;

/// An army under an order that keeps its arrangement.
#[derive(Clone, Copy, Debug)]
pub struct Translation<'a> {
    /// The order.
    pub order: &'a Order<'a>,
    /// Its facing.
    pub facing: Facing,
    /// The army.
    pub roster: &'a Roster,
    /// Where the agents stand: what the roster was gathered from.
    pub locations: &'a [DVec3],
    /// Circles that are taken: relocations keep clear of them.
    pub standing: &'a [StandingCircle],
}

/// Buffers of a translation, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct TranslationScratch {
    fold_back: FoldBackScratch,
    members: Vec<u32>,
    radius: Vec<f64>,
    goals: Vec<DVec3>,
    outcomes: Vec<Outcome>,
}

/// KeepFormation by shape: writes goal and outcome of every member into `goals`. Ground agents are resolved when a
/// prober is given; relocations keep clear of `standing`.
///
/// # Errors
/// The ground source stopped the call or answered nonsense.
pub async fn keep_formation_by_shape(
    translation: &Translation<'_>,
    prober: Option<&mut Prober<'_, '_>>,
    pace: &Pace<'_>,
    scratch: &mut TranslationScratch,
    goals: &mut Goals,
    report: &mut Report,
) -> Result<(), Fault> {
    let Translation { order, roster, locations, .. } = *translation;
    let delta = to_center(order, roster);
    for (member, agent) in roster.agent.iter().enumerate() {
        let place = translated(order, roster.location(member, locations).truncate(), delta);
        goals.goal[*agent as usize] = place.extend(roster.goal_height(member, locations, order.center.z));
        goals.outcome[*agent as usize] = Outcome::Placed;
    }
    if let Some(prober) = prober
        && !resolve_goals(translation, prober, pace, scratch, &mut goals.goal, &mut goals.outcome).await?
    {
        report.bits |= REPORT_ANCHOR_INVALID;
    }
    let quantum = Quantum::new(order.unit_scale);
    let to = |agent: &u32| quantum.round2((goals.goal[*agent as usize] - order.center).truncate());
    report.cost = cost_of_walks(
        order,
        roster.at.iter().zip(&roster.agent).map(|(from, agent)| (*from + roster.centroid, to(agent))),
    );
    Ok(())
}

/// Folds the goals of the roster's ground agents back onto the ground (F26). `goals` and `outcomes` are indexed by
/// input agent; whoever is not a ground member keeps both. An agent with a frozen z is moved in the plane only.
///
/// Returns whether the center's own column can be stood on; if not, nothing is moved (see [`fold_back`]).
///
/// # Errors
/// A ground agent's goal is not finite or too far from the center, or the ground source stopped the call or answered
/// nonsense.
pub async fn resolve_goals(
    translation: &Translation<'_>,
    prober: &mut Prober<'_, '_>,
    pace: &Pace<'_>,
    scratch: &mut TranslationScratch,
    goals: &mut [DVec3],
    outcomes: &mut [Outcome],
) -> Result<bool, Fault> {
    let Translation { order, facing, roster, locations, standing } = *translation;
    scratch.members.clear();
    scratch.members.extend((0..roster.len() as u32).filter(|member| !roster.air[*member as usize]));
    if scratch.members.is_empty() {
        return Ok(true);
    }
    scratch.radius.clear();
    scratch.goals.clear();
    scratch.outcomes.clear();
    for member in &scratch.members {
        let agent = roster.agent[*member as usize];
        let goal = goals[agent as usize];
        // A goal of a translated army may lie as far from the center as its agent from the centroid, rounding aside.
        let distance = (goal - order.center).truncate().length();
        if !(goal.is_finite() && distance <= 1.001 * MAX_DISTANCE * order.unit_scale) {
            let text = format!("goals[{agent}] is {goal}; at most 4e6 unit scales from the center");
            return Err(Fault::new(FaultKind::OutOfRange, text));
        }
        scratch.radius.push(roster.radius[*member as usize]);
        scratch.goals.push(goal);
        scratch.outcomes.push(Outcome::Placed);
    }
    let task = FoldBackTask {
        anchor: order.center,
        facing,
        search_step: search_step(prober.rules(), order),
        rings: prober.rules().max_search_rings,
        agents: roster.len(),
        unit_scale: order.unit_scale,
        standing,
    };
    let (resolved, becomes) = (&mut scratch.goals, &mut scratch.outcomes);
    let anchor_valid =
        fold_back(&task, &scratch.radius, resolved, becomes, prober, pace, &mut scratch.fold_back).await?;
    for ((member, goal), outcome) in scratch.members.iter().zip(&scratch.goals).zip(&scratch.outcomes) {
        let member = *member as usize;
        let agent = roster.agent[member] as usize;
        goals[agent] = *goal;
        if roster.z_frozen[member] && roster.z_known[member] {
            goals[agent].z = roster.location(member, locations).z;
        }
        outcomes[agent] = *outcome;
    }
    Ok(anchor_valid)
}

/// The search step of the rules, or the smaller spacing of the order.
pub fn search_step(rules: &GroundRules, order: &Order) -> f64 {
    if rules.search_step > 0.0 { rules.search_step } else { order.spacing.min_element() }
}

/// From the army's centroid to the center, as one vector for everybody.
///
/// Its components are whole multiples of a power of two, the largest that is no longer than a quantum, so that adding
/// them to positions in single precision, or in whole units, loses no bit: offsets between agents stay exactly what
/// they were. In Unreal's units the quantum is such a power itself and nothing is rounded.
fn to_center(order: &Order, roster: &Roster) -> DVec2 {
    let quantum = Quantum::new(order.unit_scale);
    let grain = power_of_two_at_most(quantum.length(1));
    let delta = -quantum.length2(roster.centroid);
    (delta / grain).round() * grain
}

/// The largest power of two that is at most `length`; `length` itself where that has no exponent of its own.
fn power_of_two_at_most(length: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    let power = f64::from_bits(length.to_bits() & EXPONENT);
    if power > 0.0 && power.is_finite() { power } else { length }
}

/// Where the goal of a member at `location` lies in the plane.
fn translated(order: &Order, location: DVec2, delta: DVec2) -> DVec2 {
    if order.keep_rotate_degrees == 0.0 {
        return location + delta;
    }
    // Clockwise from above is from +x (forward) towards +y (right): a positive turn.
    let center = order.center.truncate();
    center + trigonometry::turned(location - center + delta, order.keep_rotate_degrees)
}
