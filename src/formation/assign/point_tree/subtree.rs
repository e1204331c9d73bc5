//! Subtree: the points under a node of a tree that is being built, which one thread brings in order.
#![forbid(unsafe_code)]

use glam::IVec2;

use super::{Bounds, Kept, range};

/// The points under a node of a tree that is being built over `count`.
pub struct Subtree<'a> {
    /// The node.
    pub root: usize,
    count: usize,
    entries: &'a mut [Kept],
}

impl<'a> Subtree<'a> {
    /// Takes the points under a node off the front of those that begin there.
    pub fn take(root: usize, count: usize, rest: &mut &'a mut [Kept]) -> Self {
        let entries = rest.split_off_mut(..range(root, count).len()).unwrap_or_default();
        Self { root, count, entries }
    }

    fn points(&mut self, node: usize) -> &mut [Kept] {
        let (first, range) = (range(self.root, self.count).start, range(node, self.count));
        &mut self.entries[range.start - first..range.end - first]
    }

    /// Parts a node's points at the middle of its longer side, the number being the last word.
    pub fn split(&mut self, node: usize) {
        let middle = range(2 * node, self.count).len();
        let part = self.points(node);
        if middle == 0 || middle >= part.len() {
            return;
        }
        let low = part.iter().fold(IVec2::MAX, |low, entry| low.min(entry.at));
        let high = part.iter().fold(IVec2::MIN, |high, entry| high.max(entry.at));
        let size = high.as_i64vec2() - low.as_i64vec2();
        if size.x >= size.y {
            part.select_nth_unstable_by_key(middle, |entry| entry.key(entry.at.x));
        } else {
            part.select_nth_unstable_by_key(middle, |entry| entry.key(entry.at.y));
        }
    }

    /// Splits everything down to the leaves, and writes their rectangles.
    pub fn split_all(&mut self, leaves: &mut [Bounds]) {
        let mut nodes = self.root..self.root + 1;
        while nodes.len() < leaves.len() {
            nodes.clone().for_each(|node| self.split(node));
            nodes = 2 * nodes.start..2 * nodes.end;
        }
        for (leaf, bounds) in nodes.zip(leaves) {
            let points = self.points(leaf);
            points.sort_unstable_by_key(|entry| entry.number);
            *bounds = points.iter().fold(Bounds::EMPTY, |all, entry| all.union(Bounds::point(entry.at.as_dvec2())));
        }
    }
}
