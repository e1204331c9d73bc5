//! How near the optimum a whole assignment comes: inside each group of equal radius, over the slots that the group
//! uses, both sides centred (F32 e), against an exact solver on whole numbers.

mod assignment_rules;
#[path = "assignment_rules/instances.rs"]
mod instances;

use glam::I64Vec2;
use instances::*;
use pathfinding::prelude::{Matrix, kuhn_munkres_min};
use phalanx::formation::assign::{AssignRules, Effort, NO_SLOT};
use phalanx::formation::order::CostRule;
use proptest::prelude::*;

/// Cost of one group and of its optimum, both with the group's and its slots' centroids taken off.
fn group_costs(walks: &[(I64Vec2, I64Vec2)]) -> (f64, f64) {
    let count = walks.len() as i128;
    let squared = |from: I64Vec2, to: I64Vec2| (to - from).length_squared();
    let own: i128 = walks.iter().map(|(from, to)| i128::from(squared(*from, *to))).sum();
    let best = match walks.len() {
        0 => 0,
        _ => kuhn_munkres_min(&Matrix::from_fn(walks.len(), walks.len(), |(agent, slot)| {
            squared(walks[agent].0, walks[slot].1)
        }))
        .0
        .into(),
    };
    let offset = walks
        .iter()
        .fold([0_i128; 2], |sum, (from, to)| [sum[0] + i128::from(to.x - from.x), sum[1] + i128::from(to.y - from.y)]);
    // n times the cost of the common translation: the same for every map.
    let common = offset[0] * offset[0] + offset[1] * offset[1];
    ((count * own - common) as f64, (count * best - common) as f64)
}

fn check_groups(agents: &Agents, slots: &Slots, rules: AssignRules) -> Result<(), TestCaseError> {
    let answer = reform(agents, slots, rules);
    let at = rounded(slots);
    let mut radii = agents.radius.clone();
    radii.sort_by(f64::total_cmp);
    radii.dedup();
    for radius in radii {
        let walks: Vec<_> = (0..agents.at.len())
            .filter(|agent| agents.radius[*agent] == radius && answer.slot_of[*agent] != NO_SLOT)
            .map(|agent| (agents.at[agent], at[answer.slot_of[agent] as usize]))
            .collect();
        let (own, best) = group_costs(&walks);
        match rules.effort {
            Effort::Quick => {}
            Effort::Good => prop_assert!(own <= 1.005 * best, "radius {}: {} of {}", radius, own, best),
            Effort::Exact => prop_assert_eq!(own, best, "radius {}", radius),
        }
    }
    Ok(())
}

fn efforts() -> impl Strategy<Value = AssignRules> {
    prop::sample::select(vec![RULES, AssignRules { effort: Effort::Exact, ..RULES }])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn equal_bodies_come_as_near_the_optimum_as_the_effort_says(
        seed in any::<u64>(), side in 2..14usize, missing in 0..12usize, spread in 0.3..4.0f64, rules in efforts(),
    ) {
        let mut numbers = Numbers(seed);
        let slots = Slots::grid(side + 1, side, 100.0);
        let count = slots.len().saturating_sub(missing).max(2);
        let agents = Agents::crowd(count, spread * 50.0 * side as f64, 40.0, &mut numbers);
        check_groups(&agents, &slots, rules)?;
    }

    #[test]
    fn bodies_of_each_size_come_as_near_the_optimum_of_their_own_slots(
        seed in any::<u64>(), count in 2..120usize, spread in 0.5..3.0f64,
        part in prop::sample::select(vec![0.01, 0.1, 0.5]), rules in efforts(),
    ) {
        let mut numbers = Numbers(seed);
        let side = (4.0 * count as f64).sqrt() as usize + 3;
        let slots = Slots::grid(side, side, 100.0);
        let agents = Agents::crowd(count, spread * 50.0 * (count as f64).sqrt(), 40.0, &mut numbers)
            .with_wide(part, &[80.0, 150.0, 250.0], &mut numbers);
        check_groups(&agents, &slots, rules)?;
    }

    #[test]
    fn plain_distance_comes_as_near_the_optimum(
        seed in any::<u64>(), side in 2..9usize, spread in 0.3..4.0f64,
    ) {
        let mut numbers = Numbers(seed);
        let slots = Slots::grid(side, side, 100.0);
        let agents = Agents::crowd(slots.len(), spread * 50.0 * side as f64, 40.0, &mut numbers);
        let answer = reform(&agents, &slots, AssignRules { cost: CostRule::Euclid, ..RULES });
        let at = rounded(&slots);
        let walk = |agent: usize, slot: usize| {
            ((at[slot] - agents.at[agent]).length_squared() as f64).sqrt().round() as i64
        };
        let own: i64 = (0..slots.len()).map(|agent| walk(agent, answer.slot_of[agent] as usize)).sum();
        let best = kuhn_munkres_min(&Matrix::from_fn(slots.len(), slots.len(), |(agent, slot)| walk(agent, slot))).0;
        prop_assert!(own as f64 <= 1.005 * best as f64, "{} of {}", own, best);
    }
}
