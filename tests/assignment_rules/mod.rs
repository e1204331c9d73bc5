//! What must hold after an assignment (F32 a to d, F33), checked the slow and plain way: every pair, every free slot.
//!
//! Nothing here is shared with the library but the types of its call. Usable from any test: `mod assignment_rules;`.
#![allow(dead_code)]

use glam::{DVec2, I64Vec2};
use phalanx::formation::assign::{LayerAgents, LayerSlots, NO_SLOT};
use phalanx::formation::order::CostRule;

/// From this many agents on exchanges are asked for among this many nearest slots alone.
pub const ALL_PAIRS: usize = 2000;
pub const NEAREST: usize = 48;

/// What a walk costs.
pub fn cost(rule: CostRule, agent: I64Vec2, slot: I64Vec2) -> i128 {
    let (x, y) = ((agent.x - slot.x) as i128, (agent.y - slot.y) as i128);
    match rule {
        CostRule::Squared => x * x + y * y,
        CostRule::Euclid => ((x * x + y * y) as f64).sqrt().round() as i128,
    }
}

/// Two bodies at their places: at least the summed radii apart, one part in ten thousand forgiven.
pub fn clash(at: DVec2, radius: f64, other: DVec2, other_radius: f64) -> bool {
    let least = (radius + other_radius) * (1.0 - 1e-4);
    (at - other).length_squared() < least * least
}

/// An assignment as it came back.
#[derive(Clone, Copy)]
pub struct Outcome<'a> {
    pub agents: LayerAgents<'a>,
    pub slots: LayerSlots<'a>,
    pub cost: CostRule,
    pub slot_of: &'a [u32],
    pub overlap: &'a [bool],
}

/// Panics with a sentence if a rule of ReformTheLine is broken.
pub fn check_rules(outcome: &Outcome) {
    check_seats(outcome);
    check_clearance(outcome);
    check_ways_out(outcome);
    check_holes(outcome);
    check_ring_moves(outcome);
    check_exchanges(outcome);
}

impl Outcome<'_> {
    fn count(&self) -> usize {
        self.agents.at.len()
    }

    fn slot(&self, agent: usize) -> Option<usize> {
        (self.slot_of[agent] != NO_SLOT).then_some(self.slot_of[agent] as usize)
    }

    fn placed(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.count()).filter_map(|agent| Some((agent, self.slot(agent)?)))
    }

    fn free(&self) -> Vec<usize> {
        let mut taken = vec![false; self.slots.at.len()];
        self.placed().for_each(|(_, slot)| taken[slot] = true);
        (0..taken.len()).filter(|slot| !taken[*slot]).collect()
    }

    fn has_room(&self, agent: usize, slot: usize) -> bool {
        self.slots.room.is_empty() || self.agents.radius[agent] <= self.slots.room[slot]
    }

    fn agents_clash(&self, one: usize, at: usize, other: usize, other_at: usize) -> bool {
        let (exact, radius) = (self.slots.exact, self.agents.radius);
        clash(exact[at], radius[one], exact[other_at], radius[other])
    }

    /// Whether an agent could stand on a slot, everybody else but `gone` standing where they stand.
    pub fn may_stand(&self, agent: usize, slot: usize, gone: &[usize]) -> bool {
        self.has_room(agent, slot)
            && self.placed().all(|(other, other_slot)| {
                other == agent || gone.contains(&other) || !self.agents_clash(agent, slot, other, other_slot)
            })
    }

    fn walk(&self, agent: usize, slot: usize) -> i128 {
        cost(self.cost, self.agents.at[agent], self.slots.at[slot])
    }

    /// The summed cost of all walks.
    pub fn total(&self) -> i128 {
        self.placed().map(|(agent, slot)| self.walk(agent, slot)).sum()
    }
}

/// (a) As many agents as can be are on distinct slots with room for them.
pub fn check_seats(outcome: &Outcome) {
    assert_eq!(outcome.slot_of.len(), outcome.count());
    assert_eq!(outcome.overlap.len(), outcome.count());
    let mut taken = vec![false; outcome.slots.at.len()];
    for (agent, slot) in outcome.placed() {
        assert!(!std::mem::replace(&mut taken[slot], true), "(a) slot {slot} is given out twice");
        assert!(outcome.has_room(agent, slot), "F39: agent {agent} has no room on slot {slot}");
    }
    // What is open to a wide agent is open to a slender one: widest first, any slot will do.
    let mut radii = outcome.agents.radius.to_vec();
    radii.sort_by(|a, b| b.total_cmp(a));
    let mut seats = 0;
    for radius in radii {
        let open = match outcome.slots.room {
            [] => outcome.slots.at.len(),
            room => room.iter().filter(|room| radius <= **room).count(),
        };
        seats += usize::from(open > seats);
    }
    assert_eq!(outcome.placed().count(), seats, "(a) agents with a slot");
}

/// (d) Every pair is apart, or its smaller agent (of equals the later one) is flagged; nobody is flagged without cause.
pub fn check_clearance(outcome: &Outcome) {
    let radius = outcome.agents.radius;
    for (agent, slot) in outcome.placed() {
        let gives_way = outcome.placed().any(|(other, other_slot)| {
            other != agent
                && outcome.agents_clash(agent, slot, other, other_slot)
                && (radius[other], agent) > (radius[agent], other)
        });
        assert_eq!(outcome.overlap[agent], gives_way, "(d) overlap flag of agent {agent}");
    }
    for agent in (0..outcome.count()).filter(|agent| outcome.slot(*agent).is_none()) {
        assert!(!outcome.overlap[agent], "agent {agent} has no slot and cannot overlap");
    }
}

/// F33 Nobody stays in another's way who could step on a clear slot, or could take the slot of a smaller agent that
/// could step on a clear one.
pub fn check_ways_out(outcome: &Outcome) {
    let radius = outcome.agents.radius;
    let free = outcome.free();
    for agent in (0..outcome.count()).filter(|agent| outcome.overlap[*agent]) {
        for slot in &free {
            assert!(!outcome.may_stand(agent, *slot, &[]), "F33 agent {agent} could step on slot {slot}");
        }
        let mut after = outcome.slot_of.to_vec();
        for (smaller, slot) in outcome.placed().filter(|(other, _)| radius[*other] < radius[agent]) {
            if !outcome.may_stand(agent, slot, &[smaller]) {
                continue;
            }
            after[agent] = slot as u32;
            after[smaller] = NO_SLOT;
            let moved = Outcome { slot_of: &after, ..*outcome };
            for way_out in moved.free() {
                assert!(
                    !moved.may_stand(smaller, way_out, &[]),
                    "F33 agent {agent} could take slot {slot} of agent {smaller}, who could step on {way_out}"
                );
            }
            after[agent] = outcome.slot_of[agent];
            after[smaller] = outcome.slot_of[smaller];
        }
    }
}

/// (c) Nobody could move to a free slot of a lower ring.
pub fn check_holes(outcome: &Outcome) {
    let (ring, exact, radius) = (outcome.slots.ring, outcome.slots.exact, outcome.agents.radius);
    let mut radii = radius.to_vec();
    radii.sort_by(f64::total_cmp);
    radii.dedup();
    for free in outcome.free() {
        for own in &radii {
            // At most two of those in the way: whoever moves is not in its own.
            let in_the_way: Vec<usize> = outcome
                .placed()
                .filter(|(other, slot)| clash(exact[free], *own, exact[*slot], radius[*other]))
                .map(|(other, _)| other)
                .take(2)
                .collect();
            for (agent, slot) in outcome.placed().filter(|(_, slot)| ring[*slot] > ring[free]) {
                assert!(
                    radius[agent] != *own
                        || !outcome.has_room(agent, free)
                        || in_the_way.iter().any(|other| *other != agent),
                    "(c) agent {agent} on slot {slot} (ring {}) could use slot {free} (ring {})",
                    ring[slot],
                    ring[free]
                );
            }
        }
    }
}

/// (b) Nobody walks less to a free slot of its own ring.
pub fn check_ring_moves(outcome: &Outcome) {
    let ring = outcome.slots.ring;
    let free = outcome.free();
    for (agent, slot) in outcome.placed() {
        for better in free.iter().filter(|free| ring[**free] == ring[slot]) {
            let cheaper = outcome.walk(agent, *better) < outcome.walk(agent, slot);
            let clear = || outcome.may_stand(agent, *better, &[]);
            assert!(!(cheaper && clear()), "(b) agent {agent} on slot {slot} would walk less to slot {better}");
        }
    }
}

/// (b) No two agents walk less on each other's slots.
pub fn check_exchanges(outcome: &Outcome) {
    let mut agent_at = vec![None; outcome.slots.at.len()];
    outcome.placed().for_each(|(agent, slot)| agent_at[slot] = Some(agent));
    for (agent, slot) in outcome.placed() {
        if outcome.count() <= ALL_PAIRS {
            for (other, other_slot) in outcome.placed().filter(|(other, _)| *other > agent) {
                check_exchange(outcome, (agent, slot), (other, other_slot));
            }
            continue;
        }
        for from in [outcome.slots.at[slot], outcome.agents.at[agent]] {
            let distance = |slot: &usize| cost(CostRule::Squared, from, outcome.slots.at[*slot]);
            let mut nearest: Vec<usize> = (0..outcome.slots.at.len()).collect();
            if nearest.len() > NEAREST {
                nearest.select_nth_unstable_by_key(NEAREST, |slot| (distance(slot), *slot));
                nearest.truncate(NEAREST);
            }
            for other_slot in nearest {
                if let Some(other) = agent_at[other_slot].filter(|other| *other != agent) {
                    check_exchange(outcome, (agent, slot), (other, other_slot));
                }
            }
        }
    }
}

fn check_exchange(outcome: &Outcome, (agent, slot): (usize, usize), (other, other_slot): (usize, usize)) {
    let now = outcome.walk(agent, slot) + outcome.walk(other, other_slot);
    let then = outcome.walk(agent, other_slot) + outcome.walk(other, slot);
    if then >= now {
        return;
    }
    let radius = outcome.agents.radius;
    let both = [agent, other];
    // Equal bodies leave the ground as it was; others must clash with nobody, each other included.
    let allowed = radius[agent] == radius[other]
        || !outcome.agents_clash(agent, other_slot, other, slot)
            && outcome.may_stand(agent, other_slot, &both)
            && outcome.may_stand(other, slot, &both);
    assert!(!allowed, "(b) agents {agent} and {other} on slots {slot} and {other_slot} save {} by a trade", now - then);
}
