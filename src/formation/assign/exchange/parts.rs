//! Parts: the seats of a large layer cut into subtrees of the slot tree, each with what is kept of its positions and
//! nodes, so that several threads may trade in different parts at once.
#![forbid(unsafe_code)]

use std::ops::Range;

use glam::{DVec2, IVec2};

use super::super::Layer;
use super::super::point_tree::{Bounds, Entry, PointTree};
use super::Crowd;
use super::reach::{PersonReach, Reach, block_of, first_block};
use super::rows::Walks;

/// Parts at the most.
pub const MOST_PARTS: usize = 8;

/// Levels of a tree at the most.
const LEVELS: usize = 32;

/// Positions of a block, a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// To be looked at in this pass.
    pub taken: u16,
    /// To be looked at in the next.
    pub noted: u16,
    /// With more near them than is looked at here.
    pub left_over: u16,
}

/// What all parts share.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    pub layer: &'a Layer<'a>,
    pub tree: &'a PointTree,
    pub person_reach: &'a PersonReach,
    /// That part of two products by which their sum may be wrong.
    pub doubt: f64,
}

/// How many trades were made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trades {
    pub all: usize,
    /// Between agents of different radius.
    pub mixed: usize,
}

/// A subtree, for change.
#[derive(Default)]
pub struct Part<'a> {
    /// The node that all of it lies under.
    pub root: usize,
    first_position: usize,
    first_block: usize,
    agents: &'a mut [u32],
    people: &'a mut [IVec2],
    people_bounds: Levels<'a, Bounds>,
    reach: Levels<'a, Reach>,
    marks: &'a mut [Marks],
    /// Made here, or with another part that was asked by this one.
    pub trades: Trades,
}

/// The nodes of a part, level by level.
struct Levels<'a, T>([&'a mut [T]; LEVELS]);

impl<T> Default for Levels<'_, T> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Default::default()))
    }
}

/// Cuts the seats of a crowd into `count` parts, a power of two; `marks` has an item per block.
pub fn cut<'a>(
    crowd: &'a mut Crowd,
    marks: &'a mut [Marks],
    count: usize,
) -> (&'a PointTree, &'a PersonReach, [Part<'a>; MOST_PARTS]) {
    let Crowd { seated, reaches, .. } = crowd;
    let (tree, mut agents, mut people, mut people_bounds) = seated.in_parts();
    let (mut reach, person_reach) = reaches.in_parts();
    let mut marks = marks;
    let mut parts: [Part; MOST_PARTS] = Default::default();
    // What lies above the parts is brought up to date in the end.
    take(&mut people_bounds, count);
    take(&mut reach, count);
    for (number, part) in parts[..count].iter_mut().enumerate() {
        part.root = count + number;
        let range = tree.range(part.root);
        part.first_position = range.start;
        (part.agents, part.people) = (take(&mut agents, range.len()), take(&mut people, range.len()));
        let blocks = first_block(tree) / count;
        part.first_block = first_block(tree) + number * blocks;
        part.marks = take(&mut marks, blocks);
    }
    for level in 0..LEVELS {
        let (in_tree, in_blocks) = (people_bounds.len(), reach.len());
        for part in &mut parts[..count] {
            part.people_bounds.0[level] = take(&mut people_bounds, (1 << level).min(in_tree / count));
            part.reach.0[level] = take(&mut reach, (1 << level).min(in_blocks / count));
        }
        if people_bounds.is_empty() {
            break;
        }
    }
    (tree, person_reach, parts)
}

fn take<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    rest.split_off_mut(..count).unwrap_or_default()
}

impl Part<'_> {
    /// Its blocks.
    pub fn blocks(&self) -> Range<usize> {
        self.first_block..self.first_block + self.marks.len()
    }

    /// Who waits in a block, and for what.
    pub fn marks(&mut self, block: usize) -> &mut Marks {
        &mut self.marks[block - self.first_block]
    }

    /// Who stands at a position.
    pub fn agent(&self, position: usize) -> u32 {
        self.agents[position - self.first_position]
    }

    /// Where the occupant of a position comes from.
    pub fn person(&self, position: usize) -> DVec2 {
        self.people[position - self.first_position].as_dvec2()
    }

    /// The rectangle over the places that the occupants under a node come from.
    pub fn people(&self, node: usize) -> Bounds {
        let (level, index) = self.place_of(node);
        self.people_bounds.0[level][index]
    }

    /// How far everybody's nearest slots lie, under a node that is a block or above one.
    pub fn reach(&self, node: usize) -> Reach {
        let (level, index) = self.place_of(node);
        self.reach.0[level][index]
    }

    fn place_of(&self, node: usize) -> (usize, usize) {
        let level = node.ilog2() - self.root.ilog2();
        (level as usize, node - (self.root << level))
    }

    /// Notes that an agent came to a position, which is to be looked at again.
    pub fn put(&mut self, ground: &Ground, position: usize, agent: u32, person: DVec2) {
        self.agents[position - self.first_position] = agent;
        self.people[position - self.first_position] = person.as_ivec2();
        let mut node = ground.tree.leaf_of(position);
        let occupants = ground.tree.range(node).map(|position| self.person(position));
        let mut people = occupants.fold(Bounds::EMPTY, |all, person| all.union(Bounds::point(person)));
        while node >= self.root {
            let (level, index) = self.place_of(node);
            let kept = &mut self.people_bounds.0[level][index];
            if std::mem::replace(kept, people) == people || node == self.root {
                break;
            }
            people = self.people(node).union(self.people(node ^ 1));
            node /= 2;
        }
        let block = block_of(ground.tree, position);
        self.marks(block).noted |= 1 << (position - ground.tree.range(block).start);
        let reach = ground.person_reach.around(ground.layer, ground.tree, agent);
        self.raise_reach(block, reach);
    }

    fn raise_reach(&mut self, mut node: usize, around_people: f64) {
        while node >= self.root {
            let (level, index) = self.place_of(node);
            let kept = &mut self.reach.0[level][index];
            if kept.around_people >= around_people {
                return;
            }
            kept.around_people = around_people;
            node /= 2;
        }
    }
}

/// A part, in the terms of rows.
pub struct Seen<'a, 'b>(pub &'a PointTree, pub &'a Part<'b>);

impl Walks for Seen<'_, '_> {
    fn walk(&self, position: usize) -> (Entry, DVec2) {
        (self.0.entry(position), self.1.person(position))
    }

    fn walks(&self, range: Range<usize>) -> impl Iterator<Item = (Entry, DVec2)> {
        let first = self.1.first_position;
        let people = &self.1.people[range.start - first..range.end - first];
        self.0.entries(range).zip(people.iter().map(|person| person.as_dvec2()))
    }
}
