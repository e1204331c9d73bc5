//! Point tree: a balanced tree over whole-number points of the plane, laid out in flat arrays.
//!
//! Bounded whatever the points are: equal points, a line, one point far away. The layout depends on nothing but the
//! points and their numbers.
#![forbid(unsafe_code)]

mod curve;
mod subtree;

use std::ops::Range;

use glam::{DVec2, I64Vec2, IVec2};

use self::curve::sort_along_curve;
use self::subtree::Subtree;
use crate::parallel::Executor;

/// An upright rectangle; empty when `low` is above `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least x and y.
    pub low: DVec2,
    /// Greatest x and y.
    pub high: DVec2,
}

impl Bounds {
    /// Holds nothing.
    pub const EMPTY: Self = Self { low: DVec2::INFINITY, high: DVec2::NEG_INFINITY };

    /// Holds one point.
    pub fn point(point: DVec2) -> Self {
        Self { low: point, high: point }
    }

    /// The rectangle over both.
    pub fn union(self, other: Self) -> Self {
        Self { low: lesser(self.low, other.low), high: greater(self.high, other.high) }
    }

    /// The same rectangle, drawn in towards the origin.
    pub fn scaled(self, scale: f64) -> Self {
        Self { low: self.low * scale, high: self.high * scale }
    }

    /// Whether it holds nothing.
    pub fn is_empty(self) -> bool {
        self.low.x > self.high.x
    }

    /// Square of the distance from `point`; infinite for the empty rectangle.
    pub fn distance_squared(self, point: DVec2) -> f64 {
        greater(greater(self.low - point, point - self.high), DVec2::ZERO).length_squared()
    }

    /// Square of the distance between the nearest points of two rectangles; infinite when one is empty.
    pub fn gap_squared(self, other: Self) -> f64 {
        greater(greater(self.low - other.high, other.low - self.high), DVec2::ZERO).length_squared()
    }

    /// Square of the distance between the farthest points of two rectangles, neither empty.
    pub fn farthest_squared(self, other: Self) -> f64 {
        greater(self.high - other.low, other.high - self.low).length_squared()
    }
}

/// The lesser of each coordinate. Nothing here is NaN, which the library's own would look out for.
#[inline(always)]
pub fn lesser(one: DVec2, other: DVec2) -> DVec2 {
    DVec2::new(if one.x < other.x { one.x } else { other.x }, if one.y < other.y { one.y } else { other.y })
}

/// The greater of each coordinate; as [`lesser`].
#[inline(always)]
pub fn greater(one: DVec2, other: DVec2) -> DVec2 {
    DVec2::new(if one.x > other.x { one.x } else { other.x }, if one.y > other.y { one.y } else { other.y })
}

/// A place of the core, which lies below 2^31 in magnitude (F3), in half the memory.
pub fn narrow(place: I64Vec2) -> IVec2 {
    let narrow = place.as_ivec2();
    debug_assert_eq!(narrow.as_i64vec2(), place);
    narrow
}

/// A point with the number that its owner knows it by.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The place.
    pub at: DVec2,
    /// The owner's number.
    pub number: u32,
}

/// An entry as it is kept.
#[derive(Clone, Copy, Debug)]
struct Kept {
    at: IVec2,
    number: u32,
}

impl Kept {
    fn entry(self) -> Entry {
        Entry { at: self.at.as_dvec2(), number: self.number }
    }

    /// In order of a coordinate, then of number.
    fn key(self, coordinate: i32) -> i64 {
        (i64::from(coordinate) << 32) | i64::from(self.number)
    }
}

/// The tree. Node 1 is the root, node k has the children 2k and 2k + 1, and the last `leaves()` nodes are the leaves.
#[derive(Debug, Default)]
pub struct PointTree {
    entries: Vec<Kept>,
    position: Vec<u32>,
    bounds: Vec<Bounds>,
    leaves: usize,
    /// Per cell of a curve, how many points lie in it, then where they go.
    cells: Vec<u32>,
}

/// Most points in a leaf.
const LEAF: usize = 8;

/// Fewer points are split by one thread.
const FEW_POINTS: usize = 8192;

/// Subtrees that several threads split.
const SUBTREES: usize = 16;

/// Position of a number that is not in the tree.
pub const NOWHERE: u32 = u32::MAX;

/// Nodes that wait in a walk: one sibling per level, and some air.
const WAITING: usize = 64;

/// What a walk does about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Leaves it, and all that lies under it, behind.
    Pass,
    /// Goes on to its two children: never below a leaf.
    Open,
    /// Ends the walk.
    Stop,
}

/// Walks down from the root, first children first, as far as `visit` opens nodes.
#[inline(always)]
pub fn walk(visit: impl FnMut(usize) -> Step) {
    walk_from(1, visit);
}

/// As [`walk`], down from some node.
#[inline(always)]
pub fn walk_from(root: usize, mut visit: impl FnMut(usize) -> Step) {
    let mut stack = [0u32; WAITING];
    stack[0] = root as u32;
    let mut waiting = 1;
    while waiting > 0 {
        waiting -= 1;
        let node = stack[waiting];
        match visit(node as usize) {
            Step::Pass => {}
            Step::Open => {
                stack[waiting] = 2 * node + 1;
                stack[waiting + 1] = 2 * node;
                waiting += 2;
            }
            Step::Stop => return,
        }
    }
}

/// As [`walk`], the child of the lower bound first (of equals the first child); `visit` gets the node and its bound,
/// which is nought for the root.
#[inline(always)]
pub fn walk_by(bound: impl Fn(usize) -> f64, mut visit: impl FnMut(usize, f64) -> Step) {
    let mut stack = [(0.0, 0u32); WAITING];
    stack[0] = (0.0, 1);
    let mut waiting = 1;
    while waiting > 0 {
        waiting -= 1;
        let (above, node) = stack[waiting];
        match visit(node as usize, above) {
            Step::Pass => {}
            Step::Open => {
                let children = [2 * node, 2 * node + 1].map(|child| (bound(child as usize), child));
                let first_is_lower = children[0].0 <= children[1].0;
                stack[waiting] = children[usize::from(first_is_lower)];
                stack[waiting + 1] = children[usize::from(!first_is_lower)];
                waiting += 2;
            }
            Step::Stop => return,
        }
    }
}

impl PointTree {
    /// Builds the tree over `points`, at most `most`, whose numbers are distinct and below `numbers`.
    pub fn rebuild_with(
        &mut self,
        executor: &Executor,
        numbers: usize,
        most: usize,
        points: impl Iterator<Item = (u32, I64Vec2)>,
    ) {
        self.take_in(most, points);
        self.split(executor);
        self.finish(numbers);
    }

    /// As [`Self::rebuild_with`], fast where points are spread about evenly. Who shares a node with whom, and the order of
    /// points in a leaf, mean even less: for those who ask what does not depend on it.
    pub fn rebuild_over_even(
        &mut self,
        executor: &Executor,
        numbers: usize,
        most: usize,
        points: impl Iterator<Item = (u32, I64Vec2)>,
    ) {
        self.take_in(most, points);
        self.position.clear();
        self.position.reserve_exact(numbers);
        if sort_along_curve(&mut self.entries, &mut self.position, &mut self.cells) {
            for leaf in self.leaves..2 * self.leaves {
                let entries = &self.entries[range(leaf, self.entries.len())];
                let (low, high) = entries
                    .iter()
                    .fold((IVec2::MAX, IVec2::MIN), |(low, high), entry| (low.min(entry.at), high.max(entry.at)));
                if !entries.is_empty() {
                    self.bounds[leaf] = Bounds { low: low.as_dvec2(), high: high.as_dvec2() };
                }
            }
        } else {
            self.split(executor);
        }
        self.finish(numbers);
    }

    fn take_in(&mut self, most: usize, points: impl Iterator<Item = (u32, I64Vec2)>) {
        // A tree over slightly more points than the last must not double its buffers.
        self.entries.clear();
        self.entries.reserve_exact(most);
        self.entries.extend(points.map(|(number, at)| Kept { at: narrow(at), number }));
        self.leaves = self.entries.len().div_ceil(LEAF).max(1).next_power_of_two();
        self.bounds.clear();
        self.bounds.reserve_exact(2 * self.leaves);
        self.bounds.resize(2 * self.leaves, Bounds::EMPTY);
    }

    /// Notes where each point lies, and bounds all nodes above the leaves.
    fn finish(&mut self, numbers: usize) {
        self.position.clear();
        self.position.reserve_exact(numbers);
        self.position.resize(numbers, NOWHERE);
        for (position, entry) in self.entries.iter().enumerate() {
            self.position[entry.number as usize] = position as u32;
        }
        for node in (1..self.leaves).rev() {
            self.bounds[node] = self.bounds[2 * node].union(self.bounds[2 * node + 1]);
        }
    }

    /// Splits all nodes, sorts the points of each leaf by number, and bounds the leaves. Many points are split from the
    /// top until there are subtrees for several threads.
    fn split(&mut self, executor: &Executor) {
        let Self { entries, bounds, leaves, .. } = self;
        let (count, leaves) = (entries.len(), *leaves);
        let subtrees = if count < FEW_POINTS || executor.workers() == 1 { 1 } else { SUBTREES.min(leaves) };
        let mut nodes = 1;
        while nodes < subtrees {
            let mut rest = &mut entries[..];
            let parts = (nodes..2 * nodes).map(|node| Subtree::take(node, count, &mut rest));
            executor.for_parts(nodes, parts, |mut part| part.split(part.root));
            nodes *= 2;
        }
        let mut rest = &mut entries[..];
        let of_leaves = bounds[leaves..].chunks_mut(leaves / subtrees);
        let parts = (subtrees..2 * subtrees).map(|root| Subtree::take(root, count, &mut rest)).zip(of_leaves);
        executor.for_parts(subtrees, parts, |(mut part, bounds)| part.split_all(bounds));
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Number of leaves: a power of two.
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// Whether a node has no children.
    pub fn is_leaf(&self, node: usize) -> bool {
        node >= self.leaves
    }

    /// Positions of a node's points.
    pub fn range(&self, node: usize) -> Range<usize> {
        range(node, self.entries.len())
    }

    /// The leaf that holds a position.
    pub fn leaf_of(&self, position: usize) -> usize {
        // Leaf k begins at floor(k n / leaves): this quotient is never above the right leaf and at most one below.
        let across = (position * self.leaves) / self.entries.len().max(1);
        let mut leaf = self.leaves + across;
        while self.range(leaf).end <= position {
            leaf += 1;
        }
        leaf
    }

    /// The point at a position.
    pub fn entry(&self, position: usize) -> Entry {
        self.entries[position].entry()
    }

    /// The points at a range of positions.
    pub fn entries(&self, range: Range<usize>) -> impl Iterator<Item = Entry> {
        self.entries[range].iter().map(|kept| kept.entry())
    }

    /// Where the point with this number lies, or [`NOWHERE`].
    pub fn position(&self, number: u32) -> u32 {
        self.position[number as usize]
    }

    /// Puts another point, of a number that is not in the tree, in the place of the one at a position. Rectangles grow
    /// to hold it and do not shrink.
    pub fn replace(&mut self, position: usize, number: u32, at: I64Vec2) {
        let before = std::mem::replace(&mut self.entries[position], Kept { at: narrow(at), number });
        self.position[before.number as usize] = NOWHERE;
        self.position[number as usize] = position as u32;
        let mut node = self.leaf_of(position);
        while node > 0 {
            self.bounds[node] = self.bounds[node].union(Bounds::point(at.as_dvec2()));
            node /= 2;
        }
    }

    /// The rectangle over a node's points.
    pub fn bounds(&self, node: usize) -> Bounds {
        self.bounds[node]
    }
}

/// Positions of the points under a node of a tree over `count`.
fn range(node: usize, count: usize) -> Range<usize> {
    let depth = node.ilog2();
    let across = node - (1 << depth);
    (across * count) >> depth..((across + 1) * count) >> depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_point_lies_in_its_leaf_and_in_every_rectangle_above(
            points in prop::collection::vec((-9i64..9, -9i64..9), 0..200),
            other in (-19i64..19, -19i64..19),
            are_even in any::<bool>(),
        ) {
            let mut tree = PointTree::default();
            let places = || points.iter().map(|(x, y)| I64Vec2::new(*x, *y));
            let numbered = places().enumerate().map(|(number, at)| (number as u32, at));
            if are_even {
                tree.rebuild_over_even(&Executor::Inline, points.len() + 1, points.len(), numbered);
            } else {
                tree.rebuild_with(&Executor::Inline, points.len() + 1, points.len(), numbered);
            }
            let mut points: Vec<(usize, I64Vec2)> = places().enumerate().collect();
            if let Some(last) = points.last_mut() {
                let position = tree.position(last.0 as u32);
                *last = (last.0 + 1, I64Vec2::new(other.0, other.1));
                tree.replace(position as usize, last.0 as u32, last.1);
            }
            for (number, at) in points {
                let position = tree.position(number as u32) as usize;
                let at = at.as_dvec2();
                prop_assert_eq!(tree.entry(position).at, at);
                let mut node = tree.leaf_of(position);
                prop_assert!(tree.is_leaf(node));
                while node > 0 {
                    prop_assert!(tree.range(node).contains(&position));
                    prop_assert_eq!(tree.bounds(node).distance_squared(at), 0.0);
                    node /= 2;
                }
            }
        }
    }

    #[test]
    fn any_number_of_threads_builds_the_same_tree() {
        let count = FEW_POINTS + 1234;
        let place = |number: usize| I64Vec2::new((number * 7919 % 1009) as i64, (number * 104_729 % 97) as i64);
        let points = || (0..count).map(|number| (number as u32, place(number)));
        let mut alone = PointTree::default();
        alone.rebuild_with(&Executor::Inline, count, count, points());
        for threads in [2, 3] {
            let mut tree = PointTree::default();
            tree.rebuild_with(&Executor::with_threads(threads).unwrap(), count, count, points());
            assert!((0..count as u32).all(|number| tree.position(number) == alone.position(number)));
            assert!((1..2 * tree.leaves()).all(|node| tree.bounds(node) == alone.bounds(node)));
        }
    }

    #[test]
    fn a_walk_sees_the_first_child_first_and_ends_when_told() {
        let mut seen = Vec::new();
        walk(|node| {
            seen.push(node);
            match node {
                1..4 => Step::Open,
                6 => Step::Stop,
                _ => Step::Pass,
            }
        });
        assert_eq!(seen, [1, 2, 4, 5, 3, 6]);
    }

    #[test]
    fn a_walk_by_bounds_sees_the_child_of_the_lower_bound_first() {
        let mut seen = Vec::new();
        let bound = |node: usize| [0.0, 0.0, 5.0, 4.0, 1.0, 1.0, 7.0, 6.0][node];
        walk_by(bound, |node, bound| {
            seen.push((node, bound));
            if node < 4 { Step::Open } else { Step::Pass }
        });
        assert_eq!(seen, [(1, 0.0), (3, 4.0), (7, 6.0), (6, 7.0), (2, 5.0), (4, 1.0), (5, 1.0)]);
    }
}
