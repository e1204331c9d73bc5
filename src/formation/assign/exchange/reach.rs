//! Reach: how far from a block of slots, and from where their occupants come from, the nearest slots of everybody there
//! may lie: a bound that the true distance of the last of the nearest slots never exceeds.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU32, Ordering};

use super::super::Layer;
use super::super::occupancy::Occupancy;
use super::super::point_tree::{Bounds, PointTree};
use super::Seated;
use crate::parallel::Executor;

/// So many slots nearest to an agent's slot, and as many nearest to its own place, at the least.
pub const NEIGHBOURS: usize = 48;

/// Blocks that one thread measures at a time.
const MEASURED: usize = 256;

/// Covers the roundings of a squared distance.
const UP: f64 = 1.0 + 1e-9;

/// Squared distances that hold the nearest slots of everybody under a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    pub around_slots: f64,
    pub around_people: f64,
}

impl Reach {
    /// What holds both.
    pub fn union(self, other: Self) -> Self {
        Self {
            around_slots: self.around_slots.max(other.around_slots),
            around_people: self.around_people.max(other.around_people),
        }
    }
}

/// Reaches of a crowd.
#[derive(Debug, Default)]
pub struct Reaches {
    /// Per node of the tree, blocks last; empty before everybody has been looked at.
    reach: Vec<Reach>,
    /// The same around the place that an agent comes from.
    person_reach: PersonReach,
}

/// Per agent, the squared distance that holds the nearest slots of the place that it comes from, once somebody has asked.
/// Several threads may ask at once: whoever reckons it finds the same.
#[derive(Debug, Default)]
pub struct PersonReach {
    /// Bits of a number of single precision; [`UNKNOWN`] before.
    bits: Vec<AtomicU32>,
}

/// The bits of -1.
const UNKNOWN: u32 = 0xbf80_0000;

impl PersonReach {
    /// Of the place of an agent, among the slots of a tree.
    #[inline]
    pub fn around(&self, layer: &Layer, tree: &PointTree, agent: u32) -> f64 {
        let known = &self.bits[agent as usize];
        let bits = known.load(Ordering::Relaxed);
        if bits != UNKNOWN {
            return f64::from(f32::from_bits(bits));
        }
        let place = Bounds::point(layer.agents.at[agent as usize].as_dvec2());
        // Never below the number that it rounds.
        let reach = (reach_around(tree, place) * (1.0 + 1e-6)) as f32;
        known.store(reach.to_bits(), Ordering::Relaxed);
        f64::from(reach)
    }
}

/// The node of the first block: two leaves each.
pub fn first_block(tree: &PointTree) -> usize {
    (tree.leaves() / 2).max(1)
}

/// The block that holds a position.
pub fn block_of(tree: &PointTree, position: usize) -> usize {
    let leaf = tree.leaf_of(position);
    if leaf >= 2 * first_block(tree) { leaf / 2 } else { leaf }
}

impl Reaches {
    /// Forgets the last layer.
    pub fn forget(&mut self) {
        self.reach.clear();
        self.person_reach.bits.clear();
    }

    /// Whether nothing is known of this layer.
    pub fn is_empty(&self) -> bool {
        self.reach.is_empty()
    }

    /// Of everybody under a node.
    pub fn under(&self, node: usize) -> Reach {
        self.reach[node]
    }

    /// Measures all blocks.
    pub fn measure(&mut self, seats: &Occupancy, seated: &Seated, executor: &Executor) {
        self.person_reach.bits.reserve_exact(seats.slot_of.len());
        self.person_reach.bits.resize_with(seats.slot_of.len(), || AtomicU32::new(UNKNOWN));
        let first = first_block(&seated.tree);
        self.reach.clear();
        self.reach.reserve_exact(2 * first);
        self.reach.resize(2 * first, Reach::default());
        let lattice = lattice(seats, seated);
        executor.for_chunks(&mut self.reach[first..], MEASURED, |chunk, reaches| {
            for (block, reach) in (first + chunk..).zip(reaches) {
                *reach = Reach {
                    around_slots: reach_around(lattice, seated.tree.bounds(block)),
                    around_people: reach_around(lattice, seated.people(block)),
                };
            }
        });
        self.unite(first);
    }

    /// Takes in that a position is that of another slot.
    pub fn widen(&mut self, seats: &Occupancy, seated: &Seated, position: usize) {
        let block = block_of(&seated.tree, position);
        let around_slots = reach_around(lattice(seats, seated), seated.tree.bounds(block));
        self.raise(block, Reach { around_slots, around_people: 0.0 });
    }

    /// Takes in that an agent came to a position.
    pub fn note(&mut self, layer: &Layer, seats: &Occupancy, seated: &Seated, position: usize) {
        let around_people = self.around_person(layer, seats, seated, seated.agent(position));
        self.raise(block_of(&seated.tree, position), Reach { around_slots: 0.0, around_people });
    }

    fn raise(&mut self, mut node: usize, reach: Reach) {
        while node > 0 {
            let own = self.reach[node];
            if own.around_slots >= reach.around_slots && own.around_people >= reach.around_people {
                return;
            }
            self.reach[node] = own.union(reach);
            node /= 2;
        }
    }

    /// What is kept per node, for change, and per agent.
    pub fn in_parts(&mut self) -> (&mut [Reach], &PersonReach) {
        (&mut self.reach, &self.person_reach)
    }

    /// Brings the nodes above `below` up to date.
    pub fn unite(&mut self, below: usize) {
        for node in (1..below).rev() {
            self.reach[node] = self.reach[2 * node].union(self.reach[2 * node + 1]);
        }
    }

    /// The squared distance that holds the nearest slots of an agent's own place.
    pub fn around_person(&self, layer: &Layer, seats: &Occupancy, seated: &Seated, agent: u32) -> f64 {
        self.person_reach.around(layer, lattice(seats, seated), agent)
    }
}

/// The slots among which the nearest are counted: all of the layer, or where bodies cannot clash those in use, which
/// are all but some of the last ring. Fewer slots make for a longer reach.
fn lattice<'a>(seats: &'a Occupancy, seated: &'a Seated) -> &'a PointTree {
    if seats.guarded { &seats.tree } else { &seated.tree }
}

/// A squared distance within which each point of a rectangle has as many slots as are asked for, or all.
fn reach_around(tree: &PointTree, points: Bounds) -> f64 {
    if points.is_empty() {
        return 0.0;
    }
    let farthest = |node: usize| tree.bounds(node).farthest_squared(points);
    let (mut node, mut least) = (1, farthest(1));
    while !tree.is_leaf(node) && tree.range(node).len() >= 2 * NEIGHBOURS {
        let children = [2 * node, 2 * node + 1].map(|child| (farthest(child), child));
        let nearer = if children[0].0 <= children[1].0 { children[0] } else { children[1] };
        node = nearer.1;
        least = least.min(nearer.0);
    }
    least * UP
}
