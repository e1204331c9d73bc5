//! One agent: its goal is the center, for every shape, margin and mode (F10).
#![forbid(unsafe_code)]

use glam::DVec3;

use super::order::Order;
use super::output::{Goals, Outcome, REPORT_ANCHOR_INVALID, Report};
use super::roster::Roster;
use crate::fault::Fault;
use crate::ground::Footing;
use crate::ground::probe::{Probed, Prober};

/// Writes the goal of the roster's only member: the center, at the ground's height for the ground layer and at the
/// agent's own, in the `locations` that the roster was gathered from, for a frozen z. A center that cannot be stood on stays the goal, at the order's height, and sets
/// [`REPORT_ANCHOR_INVALID`].
///
/// # Errors
/// The ground source stopped the call or answered nonsense.
pub async fn send_to_center(
    order: &Order<'_>,
    roster: &Roster,
    locations: &[DVec3],
    prober: Option<&mut Prober<'_, '_>>,
    footings: &mut Vec<Probed>,
    goals: &mut Goals,
    report: &mut Report,
) -> Result<(), Fault> {
    let mut goal = order.center;
    if let (Some(prober), false) = (prober, roster.air[0]) {
        prober.probe(&[order.center], footings).await?;
        match footings[0] {
            Some(Footing::Ok { height }) => goal.z = height,
            _ => report.bits |= REPORT_ANCHOR_INVALID,
        }
    }
    if roster.z_frozen[0] && roster.z_known[0] {
        goal.z = roster.location(0, locations).z;
    }
    let agent = roster.agent[0] as usize;
    goals.goal[agent] = DVec3::new(order.center.x, order.center.y, goal.z);
    goals.outcome[agent] = Outcome::Placed;
    Ok(())
}
