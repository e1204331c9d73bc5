//! How near the optimum a whole assignment comes: inside each group of equal radius, over the slots that the group
//! uses, both sides centred (F32 e), against an exact solver on whole numbers.

mod assignment_rules;
#[path = "assignment_rules/instances.rs"]
mod instances;

use glam::{DVec2, I64Vec2};
use instances::*;
use pathfinding::prelude::{Matrix, kuhn_munkres_min};
use phalanx::formation::assign::auction::{AuctionScratch, solve};
use phalanx::formation::assign::{AssignRules, Effort, NO_SLOT};
use phalanx::formation::order::CostRule;
use phalanx::parallel::Executor;
use proptest::prelude::*;

fn squared(from: I64Vec2, to: I64Vec2) -> i64 {
    (to - from).length_squared()
}

/// From this many agents on the optimum is the one that EXACT proves by its prices: the solver takes their cube.
const MANY: usize = 200;

/// The proved optimum of a group.
fn proved_optimum(walks: &[(I64Vec2, I64Vec2)]) -> i128 {
    let (agents, slots): (Vec<_>, Vec<_>) = walks.iter().copied().unzip();
    let (rules, mut slot_of) = (AssignRules { effort: Effort::Exact, near_candidates: 16, ..RULES }, Vec::new());
    let bound =
        solve(&agents, &slots, rules, true, &Executor::Inline, &mut AuctionScratch::default(), &mut slot_of).unwrap();
    let reached = agents.iter().zip(&slot_of).map(|(agent, slot)| i128::from(squared(*agent, slots[*slot as usize])));
    assert_eq!(reached.sum::<i128>(), bound);
    bound
}

/// Cost of one group and of its optimum, both with the group's and its slots' centroids taken off.
fn group_costs(walks: &[(I64Vec2, I64Vec2)]) -> (f64, f64) {
    let count = walks.len() as i128;
    let own: i128 = walks.iter().map(|(from, to)| i128::from(squared(*from, *to))).sum();
    let best = match walks.len() {
        0 => 0,
        MANY.. => proved_optimum(walks),
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

/// A lattice of about `places` places, a hundred apart.
fn lattice(kind: usize, places: usize) -> Slots {
    let side = (places as f64).sqrt();
    match kind {
        0 => Slots::grid(side.ceil() as usize, places.div_ceil(side.ceil() as usize), 100.0),
        1 => Slots::rings(places, 50.0, 100.0),
        2 => Slots::wedge((2.0 * places as f64).sqrt() as usize + 1, 100.0),
        _ => {
            let radius = 100.0 * (places as f64 / std::f64::consts::PI).sqrt();
            let mut circle = Slots::grid(2 * side as usize, 2 * side as usize, 100.0);
            circle.exact.retain(|at| at.length() <= radius);
            circle.ring = circle.exact.iter().map(|at| (at.length() / 100.0) as u32).collect();
            circle
        }
    }
}

/// Bodies in a lattice: how many they are to a hundred slender agents, and how many pitches their radius is.
const BODIES: [(usize, f64); 6] = [(10, 1.5), (5, 2.5), (2, 3.5), (2, 5.0), (4, 4.0), (10, 1.1)];

/// How wide an army is, in lattices: where it is as wide, the optimum is tiny and each slip shows.
const SPREADS: [f64; 3] = [1.0, 1.3, 2.0];

#[test]
fn good_is_within_half_a_percent_of_the_optimum_across_holes() {
    let mut scratch = AuctionScratch::default();
    let mut groups = 0;
    for (round, (bodies, radius)) in BODIES.into_iter().enumerate() {
        for kind in 0..4 {
            for (place, spread) in SPREADS.into_iter().enumerate() {
                let mut numbers = Numbers((100 * round + 10 * kind + place) as u64);
                let count = [500, 800, 1300, 2500][(round + place) % 4];
                let bodies = bodies * count / 100;
                let places = count + (bodies as f64 * std::f64::consts::PI * radius * radius) as usize;
                let slots = lattice(kind, places);
                let wide: Vec<DVec2> = (0..bodies).map(|_| slots.exact[numbers.below(slots.len())]).collect();
                let is_free = |at: &&DVec2| wide.iter().all(|body| body.distance(**at) >= 100.0 * radius + 49.0);
                let free: Vec<I64Vec2> = slots.exact.iter().filter(is_free).map(|at| quanta(*at)).collect();
                let half = 50.0 * (places as f64).sqrt() * spread;
                let agents = Agents::crowd(free.len(), half, 40.0, &mut numbers).at;
                for near_candidates in [8, 16] {
                    let (rules, mut slot_of) = (AssignRules { near_candidates, ..RULES }, Vec::new());
                    solve(&agents, &free, rules, false, &Executor::Inline, &mut scratch, &mut slot_of);
                    let walks: Vec<_> =
                        agents.iter().zip(&slot_of).map(|(agent, slot)| (*agent, free[*slot as usize])).collect();
                    let (own, best) = group_costs(&walks);
                    let ratio = own / best;
                    assert!(
                        own <= 1.005 * best,
                        "{ratio} of {} agents, {bodies} of radius {radius}, lattice {kind}, spread {spread}, {near_candidates}",
                        agents.len(),
                    );
                    groups += usize::from(agents.len() >= 400);
                }
            }
        }
    }
    assert!(groups > 100, "{groups} large groups");
}

#[test]
fn hundreds_beside_wide_bodies_come_as_near_the_optimum_of_their_own_slots() {
    for (round, (part, radii)) in
        [(0.1, &[80.0, 150.0, 250.0][..]), (0.02, &[500.0]), (0.1, &[80.0])].into_iter().enumerate()
    {
        for count in [600, 1100] {
            for kind in 0..4 {
                let mut numbers = Numbers((count + 10 * round + kind) as u64);
                let half = 50.0 * (count as f64).sqrt();
                let agents = Agents::crowd(count, half * [1.0, 1.5][kind % 2], 40.0, &mut numbers).with_wide(
                    part,
                    radii,
                    &mut numbers,
                );
                let across = |radius: &f64| 2.0 * ((radius + 50.0) / 100.0).ceil() - 1.0;
                let places = |radius: &f64| across(radius) * across(radius);
                let places: f64 = agents.radius.iter().map(places).sum();
                check_groups(&agents, &lattice(kind, places as usize), RULES).unwrap();
            }
        }
    }
}
