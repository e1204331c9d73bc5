//! What a formation call draws: where each member stands, its walk, and its goal (F42).
#![forbid(unsafe_code)]

use glam::DVec3;

use super::output::{Goals, Outcome};
use super::roster::Roster;
use crate::debug_draw::{CATEGORY_ARROW, CATEGORY_GOAL, CATEGORY_START, DebugItem, Figure};

/// How far the figures float above the ground, in unit scales.
const RAISED: f64 = 5.0;

const START_COLOR: u32 = 0x4C9B_E8FF;
const ARROW_COLOR: u32 = 0xD0D0_D0FF;
const PLACED_COLOR: u32 = 0x5AC8_5AFF;
const RELOCATED_COLOR: u32 = 0xE8C1_4CFF;
const HOMELESS_COLOR: u32 = 0xE850_4CFF;

/// Appends the figures of the categories in `mask` for each member whose place is known, in the members' canonical
/// order. Those that don't take part have no figures. `locations` are those that the roster was gathered from.
pub fn figures(
    roster: &Roster,
    locations: &[DVec3],
    goals: &Goals,
    unit_scale: f64,
    mask: u32,
    key: u64,
    items: &mut Vec<DebugItem>,
) {
    let raised = DVec3::Z * (RAISED * unit_scale);
    for member in 0..roster.len() {
        if !roster.z_known[member] {
            continue;
        }
        let agent = roster.agent[member] as usize;
        let (from, to) = (roster.location(member, locations) + raised, goals.goal[agent] + raised);
        let radius = roster.radius[member];
        let mut push = |category, figure, from, to, color| {
            if mask & category != 0 {
                items.push(DebugItem { figure, category, from, to, radius, color, key });
            }
        };
        push(CATEGORY_START, Figure::Circle, from, from, START_COLOR);
        push(CATEGORY_ARROW, Figure::Arrow, from, to, ARROW_COLOR);
        push(CATEGORY_GOAL, Figure::Circle, to, to, goal_color(goals.outcome[agent]));
    }
}

fn goal_color(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Placed => PLACED_COLOR,
        Outcome::Relocated => RELOCATED_COLOR,
        _ => HOMELESS_COLOR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_follow_the_mask_and_float_above_the_ground() {
        let mut roster = Roster::default();
        roster.agent.extend([1, 0]);
        let locations = [DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0)];
        roster.radius.extend([40.0, 50.0]);
        roster.z_known.extend([true, false]);
        let mut goals = Goals::default();
        goals.reset(2, DVec3::ZERO);
        goals.goal[1] = DVec3::new(7.0, 8.0, 9.0);
        let mut items = Vec::new();
        figures(&roster, &locations, &goals, 0.01, CATEGORY_ARROW | CATEGORY_GOAL, 5, &mut items);
        let seen: Vec<_> =
            items.iter().map(|item| (item.category, item.from, item.to, item.radius, item.key)).collect();
        let (from, to) = (DVec3::new(1.0, 2.0, 3.05), DVec3::new(7.0, 8.0, 9.05));
        assert_eq!(seen, [(CATEGORY_ARROW, from, to, 40.0, 5), (CATEGORY_GOAL, to, to, 40.0, 5)]);
    }
}
