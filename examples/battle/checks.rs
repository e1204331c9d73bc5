//! What must be true of every answer; the example fails when it is not.

use glam::DVec2;

use crate::answer::{Answer, Outcome};
use crate::army::Agent;
use crate::library::{MAX_SLOPE_DEGREES, NO_SLOT};
use crate::orders::Order;
use crate::terrain::{self, Land};

/// Relative slack of a distance between two bodies.
const SLACK: f64 = 1e-4;

/// Every broken rule as a sentence; empty when all is well.
pub fn broken_rules(order: &Order, army: &[Agent], answer: &Answer, land: &Land) -> Vec<String> {
    let mut broken = Vec::new();
    let lengths = [answer.goals.len(), answer.outcomes.len(), answer.slots.len(), answer.rings.len()];
    if lengths.iter().any(|length| *length != army.len()) {
        return vec![format!("{} agents got {lengths:?} goals, outcomes, slots and rings", army.len())];
    }
    broken.extend(everybody_has_a_goal(answer));
    broken.extend(nobody_overlaps(army, answer));
    broken.extend(nobody_stands_in_a_wall(army, answer, land));
    broken.extend(nobody_shares_a_slot(army, answer));
    broken.extend(walks_are_as_reported(army, answer));
    broken.iter().map(|rule| format!("{} {}: {rule}", order.shape.name(), order.mode.name())).collect()
}

fn everybody_has_a_goal(answer: &Answer) -> Vec<String> {
    let mut broken = Vec::new();
    let endless = answer.goals.iter().filter(|goal| !goal.is_finite()).count();
    if endless > 0 {
        broken.push(format!("{endless} goals are not finite"));
    }
    let left_out = answer.count(Outcome::Ineligible) + answer.count(Outcome::BadPosition);
    if left_out > 0 {
        broken.push(format!("{left_out} agents were left out although all may take part"));
    }
    if !(answer.cost.is_finite() && answer.longest_walk.is_finite()) {
        broken.push("the report has a number that is not finite".into());
    }
    broken
}

/// Whether an outcome says that its goal may coincide with others.
fn is_flagged(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Overlap | Outcome::Stacked | Outcome::Overflow)
}

/// Pairs of one layer by a sweep along north.
fn nobody_overlaps(army: &[Agent], answer: &Answer) -> Vec<String> {
    let mut broken = Vec::new();
    let widest = army.iter().map(Agent::radius).fold(0.0, f64::max);
    let mut order: Vec<usize> = (0..army.len()).filter(|index| !is_flagged(answer.outcomes[*index])).collect();
    order.sort_unstable_by(|one, other| answer.goals[*one].x.total_cmp(&answer.goals[*other].x));
    let place = |index: usize| answer.goals[index].truncate();
    for (rank, one) in order.iter().copied().enumerate() {
        let reach = army[one].radius() + widest;
        let near = order[rank + 1..].iter().copied().take_while(|other| place(*other).x - place(one).x < reach);
        for other in near.filter(|other| army[*other].flies() == army[one].flies()) {
            let (gap, wanted) = (place(one).distance(place(other)), army[one].radius() + army[other].radius());
            if gap < wanted * (1.0 - SLACK) {
                let ids = (army[one].id, army[other].id);
                broken.push(format!("agents {} and {} are {gap:.2} apart instead of {wanted:.2}", ids.0, ids.1));
            }
        }
    }
    first_few(broken, "overlaps")
}

fn nobody_stands_in_a_wall(army: &[Agent], answer: &Answer, land: &Land) -> Vec<String> {
    let mut broken = Vec::new();
    for (index, agent) in army.iter().enumerate() {
        let place: DVec2 = answer.goals[index].truncate();
        let standing = !agent.flies() && !is_flagged(answer.outcomes[index]);
        if standing && !land.can_stand(place, MAX_SLOPE_DEGREES) {
            broken.push(format!("agent {} is sent to {place}, where nobody can stand", agent.id));
        } else if standing && (answer.goals[index].z - terrain::height(place)).abs() > 0.5 {
            broken.push(format!("agent {} is sent to {}, which is not on the ground", agent.id, answer.goals[index]));
        }
    }
    first_few(broken, "goals on bad ground")
}

fn nobody_shares_a_slot(army: &[Agent], answer: &Answer) -> Vec<String> {
    let taken = |index: &usize| answer.slots[*index] != NO_SLOT;
    let mut slots: Vec<(bool, u32)> =
        (0..army.len()).filter(taken).map(|index| (army[index].flies(), answer.slots[index])).collect();
    slots.sort_unstable();
    let twice = slots.windows(2).filter(|pair| pair[0] == pair[1]).count();
    if twice > 0 { vec![format!("{twice} slots are taken twice by one layer")] } else { Vec::new() }
}

fn walks_are_as_reported(army: &[Agent], answer: &Answer) -> Vec<String> {
    let walk = |index: usize| army[index].place().distance(answer.goals[index].truncate());
    let longest = (0..army.len()).map(walk).fold(0.0, f64::max);
    let off = (longest - answer.longest_walk).abs();
    if off > 1.0 {
        vec![format!("the longest walk is {longest:.1}, reported as {:.1}", answer.longest_walk)]
    } else {
        Vec::new()
    }
}

fn first_few(mut broken: Vec<String>, what: &str) -> Vec<String> {
    const SHOWN: usize = 4;
    if broken.len() > SHOWN {
        let rest = broken.len() - SHOWN;
        broken.truncate(SHOWN);
        broken.push(format!("and {rest} more {what}"));
    }
    broken
}

/// Lockstep: another context with one thread must give the same bytes.
pub fn differences(order: &Order, answer: &Answer, other: &Answer) -> Vec<String> {
    let bits = |answer: &Answer| -> Vec<[u64; 3]> {
        answer.goals.iter().map(|goal| goal.to_array().map(f64::to_bits)).collect()
    };
    let same = bits(answer) == bits(other)
        && answer.slots == other.slots
        && answer.rings == other.rings
        && answer.outcomes == other.outcomes;
    if same {
        Vec::new()
    } else {
        vec![format!("{} {}: one thread gives other bytes than all threads", order.shape.name(), order.mode.name())]
    }
}
