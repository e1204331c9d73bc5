//! Seated: a tree over the slots that some of the agents hold, with where they come from, which searches for a partner
//! prune by. Free slots are no part of it: beside wide bodies they are many, and nobody trades with them.
#![forbid(unsafe_code)]

use glam::{DVec2, IVec2};

use super::super::occupancy::{FREE, Occupancy};
use super::super::point_tree::{Bounds, Entry, NOWHERE, PointTree, narrow};
use super::super::{Layer, NO_SLOT};
use super::rows::Walks;
use crate::parallel::Executor;

/// Up to one in so many may have come to a slot that was free before the tree is built anew.
const REPLACED: usize = 64;

/// More of them are not looked for a place one by one.
const MOST_REPLACED: usize = 512;

/// What a tree has learned of the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learned {
    /// The tree is another one: nothing that was known of its nodes holds.
    Rebuilt,
    /// The slots are the same but for those at [`Seated::replaced`].
    Moved,
}

/// The slots that some agents hold, and those agents.
#[derive(Debug, Default)]
pub struct Seated {
    /// The slots, at their whole-number places.
    pub tree: PointTree,
    /// Per position.
    agents: Vec<u32>,
    /// Place that the occupant comes from, per position.
    people: Vec<IVec2>,
    /// The rectangle over the places that the occupants under a node come from.
    people_bounds: Vec<Bounds>,
    /// The longest walk of an occupant under a node; kept for EUCLID and weighted walks alone.
    longest: Vec<f64>,
    is_known: bool,
    /// Whether the tree was planted before it was known who stands where.
    is_planted: bool,
    /// Who stood elsewhere before the seats were learned last; nobody the first time.
    pub moved: Vec<u32>,
    /// Positions of slots that were free before.
    pub replaced: Vec<u32>,
    vacant: Vec<u32>,
}

impl Seated {
    /// Forgets the last layer.
    pub fn forget(&mut self) {
        self.is_known = false;
        self.is_planted = false;
    }

    /// Takes a tree over the slots that are likely to be held.
    pub fn plant(&mut self, tree: PointTree) {
        self.tree = tree;
        self.is_planted = true;
    }

    /// Takes over where those who belong here stand; always the same ones until [`Self::forget`].
    pub fn learn(
        &mut self,
        layer: &Layer,
        seats: &Occupancy,
        belongs: impl Fn(u32) -> bool,
        executor: &Executor,
    ) -> Learned {
        self.moved.clear();
        self.replaced.clear();
        if self.is_known {
            self.note_moved(seats, &belongs);
            if self.follow(layer, seats) {
                return Learned::Moved;
            }
        }
        self.rebuild(layer, seats, belongs, executor);
        Learned::Rebuilt
    }

    fn rebuild(&mut self, layer: &Layer, seats: &Occupancy, belongs: impl Fn(u32) -> bool, executor: &Executor) {
        let slots = layer.slots.at;
        let holds = |slot: &u32| is_held(seats, *slot, &belongs);
        let in_use = (0..slots.len() as u32).filter(holds);
        let most = (0..slots.len() as u32).filter(holds).count();
        let is_of_those = || self.tree.len() == most && self.tree.entries(0..most).all(|entry| holds(&entry.number));
        if !(std::mem::take(&mut self.is_planted) && is_of_those()) {
            self.tree.rebuild_with(executor, slots.len(), most, in_use.map(|slot| (slot, slots[slot as usize])));
        }
        self.agents.clear();
        self.agents.reserve_exact(most);
        self.agents.extend(self.tree.entries(0..self.tree.len()).map(|entry| seats.agent_at[entry.number as usize]));
        self.people.clear();
        self.people.reserve_exact(most);
        self.people.extend(self.agents.iter().map(|agent| narrow(layer.agents.at[*agent as usize])));
        let nodes = 2 * self.tree.leaves();
        self.people_bounds.clear();
        self.people_bounds.reserve_exact(nodes);
        self.people_bounds.resize(nodes, Bounds::EMPTY);
        self.longest.clear();
        if !layer.saves_by_products() {
            self.longest.resize(nodes, 0.0);
        }
        for node in (1..nodes).rev() {
            self.summarize(layer, node);
        }
        self.is_known = true;
    }

    fn note_moved(&mut self, seats: &Occupancy, belongs: impl Fn(u32) -> bool) {
        self.vacant.clear();
        for position in 0..self.tree.len() {
            let (agent, slot) = (self.agents[position], self.tree.entry(position).number);
            if seats.slot_of[agent as usize] != slot {
                self.moved.push(agent);
                if !is_held(seats, slot, &belongs) {
                    self.vacant.push(position as u32);
                }
            }
        }
    }

    /// Follows those who have moved; false if the tree had better be built anew.
    fn follow(&mut self, layer: &Layer, seats: &Occupancy) -> bool {
        if self.vacant.len() > MOST_REPLACED.min(16 + self.tree.len() / REPLACED) {
            return false;
        }
        for index in 0..self.moved.len() {
            let agent = self.moved[index];
            let slot = seats.slot_of[agent as usize];
            if slot == NO_SLOT {
                return false;
            }
            let mut position = self.tree.position(slot);
            if position == NOWHERE {
                let Some(vacant) = self.take_nearest_vacant(layer, slot) else { return false };
                self.tree.replace(vacant as usize, slot, layer.slots.at[slot as usize]);
                self.replaced.push(vacant);
                position = vacant;
            }
            self.put(layer, position as usize, agent);
        }
        self.vacant.is_empty()
    }

    fn take_nearest_vacant(&mut self, layer: &Layer, slot: u32) -> Option<u32> {
        let at = layer.slots.at[slot as usize].as_dvec2();
        let distance = |position: u32| (self.tree.entry(position as usize).at - at).length_squared();
        let nearest = (0..self.vacant.len())
            .min_by(|a, b| distance(self.vacant[*a]).total_cmp(&distance(self.vacant[*b])).then(a.cmp(b)))?;
        Some(self.vacant.remove(nearest))
    }

    /// Trades the slots of two of these agents.
    pub fn trade(&mut self, layer: &Layer, seats: &mut Occupancy, one: u32, other: u32) {
        let positions = [one, other].map(|agent| self.position_of(seats, agent));
        seats.exchange(layer, one, other);
        self.put(layer, positions[0], other);
        self.put(layer, positions[1], one);
    }

    /// Takes in that the agent of a position stands on a slot that was nobody's here.
    pub fn follow_to(&mut self, layer: &Layer, position: usize, slot: u32) {
        self.tree.replace(position, slot, layer.slots.at[slot as usize]);
        self.put(layer, position, self.agents[position]);
    }

    /// Notes that an agent stands at a position.
    fn put(&mut self, layer: &Layer, position: usize, agent: u32) {
        self.agents[position] = agent;
        self.people[position] = narrow(layer.agents.at[agent as usize]);
        let mut node = self.tree.leaf_of(position);
        while node > 0 {
            let before = (self.people_bounds[node], self.longest.get(node).copied());
            self.summarize(layer, node);
            if before == (self.people_bounds[node], self.longest.get(node).copied()) {
                return;
            }
            node /= 2;
        }
    }

    fn summarize(&mut self, layer: &Layer, node: usize) {
        let keeps_walks = !self.longest.is_empty();
        if self.tree.is_leaf(node) {
            let range = self.tree.range(node);
            let people = self.people[range.clone()].iter();
            self.people_bounds[node] =
                people.fold(Bounds::EMPTY, |all, person| all.union(Bounds::point(person.as_dvec2())));
            if keeps_walks {
                let walk = |position: usize| {
                    layer.weighted_walk(self.agents[position], self.tree.entry(position).number) as f64
                };
                self.longest[node] = range.map(walk).fold(0.0, f64::max);
            }
            return;
        }
        self.people_bounds[node] = self.people_bounds[2 * node].union(self.people_bounds[2 * node + 1]);
        if keeps_walks {
            self.longest[node] = self.longest[2 * node].max(self.longest[2 * node + 1]);
        }
    }

    /// The tree, and for change what is kept per position, agents and where they come from, and per node.
    pub fn in_parts(&mut self) -> (&PointTree, &mut [u32], &mut [IVec2], &mut [Bounds]) {
        (&self.tree, &mut self.agents, &mut self.people, &mut self.people_bounds)
    }

    /// Whether all of them are of one size.
    pub fn are_alike(&self, layer: &Layer) -> bool {
        let radius = |agent: &u32| layer.agents.radius[*agent as usize];
        self.agents.windows(2).all(|pair| radius(&pair[0]) == radius(&pair[1]))
    }

    /// Seats everybody as is noted here, where nobody can clash or all are of one size, after the nodes from `below` on were
    /// brought up to date.
    pub fn seat_as_noted(&mut self, layer: &Layer, seats: &mut Occupancy, below: usize) {
        for (position, agent) in self.agents.iter().enumerate() {
            let slot = self.tree.entry(position).number;
            if seats.slot_of[*agent as usize] != slot {
                seats.follow(layer, *agent, slot);
            }
        }
        for node in (1..below).rev() {
            self.summarize(layer, node);
        }
    }

    /// Where the slot of one of these agents lies in the tree.
    pub fn position_of(&self, seats: &Occupancy, agent: u32) -> usize {
        self.tree.position(seats.slot_of[agent as usize]) as usize
    }

    /// Who stands at a position.
    pub fn agent(&self, position: usize) -> u32 {
        self.agents[position]
    }

    /// Where the occupant of a position comes from.
    pub fn person(&self, position: usize) -> DVec2 {
        self.people[position].as_dvec2()
    }

    /// The rectangle over the places that the occupants under a node come from.
    pub fn people(&self, node: usize) -> Bounds {
        self.people_bounds[node]
    }

    /// The longest walk of an occupant under a node; kept for EUCLID and weighted walks alone.
    pub fn longest_walk(&self, node: usize) -> f64 {
        self.longest[node]
    }
}

impl Walks for Seated {
    fn walk(&self, position: usize) -> (Entry, DVec2) {
        (self.tree.entry(position), self.person(position))
    }

    fn walks(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = (Entry, DVec2)> {
        self.tree.entries(range.clone()).zip(self.people[range].iter().map(|person| person.as_dvec2()))
    }
}

fn is_held(seats: &Occupancy, slot: u32, belongs: impl Fn(u32) -> bool) -> bool {
    let agent = seats.agent_at[slot as usize];
    agent != FREE && belongs(agent)
}

#[cfg(test)]
mod tests {
    use glam::I64Vec2;
    use proptest::prelude::*;

    use super::*;
    use crate::formation::assign::{LayerAgents, LayerSlots};
    use crate::formation::order::CostRule;

    proptest! {
        #[test]
        fn whoever_moves_is_followed_to_the_slot_where_it_stands(
            moves in prop::collection::vec((0usize..90, 0usize..90), 1..60), parted in any::<bool>(),
        ) {
            let slots: Vec<I64Vec2> = (0..100).map(|slot| I64Vec2::new(slot % 10, slot / 10) * 256).collect();
            let people: Vec<I64Vec2> = (0..80).map(|agent| I64Vec2::new(agent * 7 % 64, agent * 11 % 37) * 64).collect();
            let (ring, radius) = (vec![0; 100], vec![0.0; 80]);
            let of_slots = LayerSlots { at: &slots, exact: &[], ring: &ring, room: &[], least_distance: 256.0 };
            let layer = Layer::new(LayerAgents { at: &people, radius: &radius }, of_slots, CostRule::Euclid);
            let mut seats = Occupancy::default();
            seats.rebuild(&layer, false, 0..100);
            (0..80).for_each(|agent| seats.seat(&layer, agent, agent));
            let belongs = |agent: u32| !parted || agent.is_multiple_of(3);
            let mut seated = Seated::default();
            seated.learn(&layer, &seats, belongs, &Executor::Inline);
            for (index, (one, other)) in moves.iter().enumerate() {
                let (a, b) = (seats.agent_at[*one], seats.agent_at[*other]);
                match (a == FREE, b == FREE) {
                    (false, true) => drop(seats.shift(&layer, a, *other as u32)),
                    (false, false) if a != b => seats.exchange(&layer, a, b),
                    _ => {}
                }
                if index % 4 == 3 {
                    seated.learn(&layer, &seats, belongs, &Executor::Inline);
                }
            }
            seated.learn(&layer, &seats, belongs, &Executor::Inline);
            let members: Vec<u32> = (0..80).filter(|agent| belongs(*agent)).collect();
            prop_assert_eq!(seated.tree.len(), members.len());
            for agent in members {
                let position = seated.position_of(&seats, agent);
                let slot = seats.slot_of[agent as usize];
                prop_assert_eq!((seated.agent(position), seated.tree.entry(position).number), (agent, slot));
                let (at, person) = (slots[slot as usize].as_dvec2(), people[agent as usize].as_dvec2());
                prop_assert_eq!(seated.person(position), person);
                let mut node = seated.tree.leaf_of(position);
                while node > 0 {
                    prop_assert_eq!(seated.tree.bounds(node).distance_squared(at), 0.0);
                    prop_assert_eq!(seated.people(node).distance_squared(person), 0.0);
                    prop_assert!(seated.longest_walk(node) >= layer.walk(agent, slot) as f64);
                    node /= 2;
                }
            }
        }
    }
}
