//! Median order: points sorted by recursive halving, so that every aligned run of 4, 16, 64, … is one compact group.
//!
//! Both axes are sorted once. A cut along one axis then takes its middle from that axis' order and splits the other
//! axis' order in two without disturbing it, so that nothing is sorted or searched again.
#![forbid(unsafe_code)]

use glam::I64Vec2;

/// Buffers of an ordering.
#[derive(Debug, Default)]
pub struct MedianScratch {
    /// A coordinate in the upper half, an index in the lower.
    pub keys: Vec<u64>,
    /// Indices by x, then y, then index: a point's place in it is its name from there on.
    by_x: Vec<u32>,
    /// Per name, its place by y, then x, then index.
    y_rank: Vec<u32>,
    along_x: Vec<u32>,
    along_y: Vec<u32>,
    spare: Vec<u32>,
}

impl MedianScratch {
    /// Buffers that are free between two orderings.
    pub fn indices(&mut self) -> [&mut Vec<u32>; 5] {
        [&mut self.by_x, &mut self.y_rank, &mut self.along_x, &mut self.along_y, &mut self.spare]
    }
}

/// Writes the indices of `points` in median order. `low` is the lower corner of the points, whose box must be smaller
/// than 2^32.
pub fn order_by_medians(points: &[I64Vec2], low: I64Vec2, scratch: &mut MedianScratch, ordered: &mut Vec<u32>) {
    let MedianScratch { keys, by_x, y_rank, along_x, along_y, spare } = scratch;
    let count = points.len();
    let x = |point: &I64Vec2| point.x.wrapping_sub(low.x) as u32;
    let y = |point: &I64Vec2| point.y.wrapping_sub(low.y) as u32;
    sort_along(points, x, y, keys);
    by_x.clear();
    by_x.extend(keys.iter().map(|key| *key as u32));
    spare.clear();
    spare.resize(count, 0);
    for (name, index) in by_x.iter().enumerate() {
        spare[*index as usize] = name as u32;
    }
    sort_along(points, y, x, keys);
    along_y.clear();
    along_y.extend(keys.iter().map(|key| spare[*key as u32 as usize]));
    y_rank.clear();
    y_rank.resize(count, 0);
    for (rank, name) in along_y.iter().enumerate() {
        y_rank[*name as usize] = rank as u32;
    }
    along_x.clear();
    along_x.extend(0..count as u32);
    let sorted = Sorted { points, by_x, y_rank };
    sorted.halve(along_x, along_y, spare);
    ordered.clear();
    ordered.extend(along_x.iter().map(|name| by_x[*name as usize]));
}

/// Sorts the points' indices by one coordinate, then the other, then index.
fn sort_along(
    points: &[I64Vec2],
    first: impl Fn(&I64Vec2) -> u32,
    second: impl Fn(&I64Vec2) -> u32,
    keys: &mut Vec<u64>,
) {
    keys.clear();
    keys.extend(points.iter().enumerate().map(|(index, point)| u64::from(first(point)) << 32 | index as u64));
    keys.sort_unstable();
    for run in keys.chunk_by_mut(|one, other| one >> 32 == other >> 32) {
        if run.len() > 1 {
            run.sort_unstable_by_key(|key| (second(&points[*key as u32 as usize]), *key));
        }
    }
}

/// Points in the order of both axes.
struct Sorted<'a> {
    points: &'a [I64Vec2],
    by_x: &'a [u32],
    y_rank: &'a [u32],
}

impl Sorted<'_> {
    /// Splits at the multiple of a power of four that lies next to the middle, so that at every level only the last
    /// group may be short, and two sets of the same size split alike. Groups of up to four stay in the order of x.
    fn halve(&self, mut along_x: &mut [u32], mut along_y: &mut [u32], spare: &mut [u32]) {
        while along_x.len() > 4 {
            let middle = aligned_middle(along_x.len());
            if self.is_wide(along_x, along_y) {
                let pivot = along_x[middle];
                split(along_y, spare, |name| name < pivot);
            } else {
                let pivot = self.y_rank[along_y[middle] as usize];
                split(along_x, spare, |name| self.y_rank[name as usize] < pivot);
            }
            let (before_x, after_x) = along_x.split_at_mut(middle);
            let (before_y, after_y) = along_y.split_at_mut(middle);
            self.halve(before_x, before_y, spare);
            (along_x, along_y) = (after_x, after_y);
        }
    }

    fn is_wide(&self, along_x: &[u32], along_y: &[u32]) -> bool {
        let at = |name: u32| self.points[self.by_x[name as usize] as usize];
        let last = along_x.len() - 1;
        at(along_x[last]).x - at(along_x[0]).x >= at(along_y[last]).y - at(along_y[0]).y
    }
}

/// Moves the names that lie `before` to the front; both parts keep their order.
fn split(names: &mut [u32], spare: &mut [u32], before: impl Fn(u32) -> bool) {
    let (mut front, mut back) = (0, 0);
    for place in 0..names.len() {
        let name = names[place];
        let goes_before = before(name);
        names[front] = name;
        spare[back] = name;
        front += usize::from(goes_before);
        back += usize::from(!goes_before);
    }
    names[front..].copy_from_slice(&spare[..back]);
}

/// Where a group of so many is cut.
pub fn aligned_middle(count: usize) -> usize {
    let mut unit = 4;
    while unit * 4 < count {
        unit *= 4;
    }
    let units = (count + unit) / (2 * unit);
    units.max(1) * unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same order by searching the middle of every group.
    fn order_by_searching(points: &[I64Vec2], indices: &mut [u32]) {
        let at = |index: &u32| (points[*index as usize].x, points[*index as usize].y, *index);
        if indices.len() <= 4 {
            indices.sort_by_key(at);
            return;
        }
        let extent = |coordinate: fn(&I64Vec2) -> i64| {
            let all = || indices.iter().map(|index| coordinate(&points[*index as usize]));
            all().max().unwrap() - all().min().unwrap()
        };
        let is_wide = extent(|point| point.x) >= extent(|point| point.y);
        if is_wide {
            indices.sort_by_key(at);
        } else {
            indices.sort_by_key(|index| (points[*index as usize].y, points[*index as usize].x, *index));
        }
        let (before, after) = indices.split_at_mut(aligned_middle(indices.len()));
        order_by_searching(points, before);
        order_by_searching(points, after);
    }

    proptest! {
        #[test]
        fn an_order_depends_on_the_places_alone(
            points in prop::collection::vec((-50..50i64, -50..50i64), 1..300),
            turn in 0..300usize,
        ) {
            let points: Vec<I64Vec2> = points.into_iter().map(I64Vec2::from).collect();
            let mut turned = points.clone();
            turned.rotate_left(turn % points.len());
            let low = points.iter().copied().reduce(I64Vec2::min).unwrap();
            let (mut first, mut second) = (Vec::new(), Vec::new());
            let mut scratch = MedianScratch::default();
            order_by_medians(&points, low, &mut scratch, &mut first);
            order_by_medians(&turned, low, &mut scratch, &mut second);
            let mut seen = vec![false; points.len()];
            for (one, other) in first.iter().zip(&second) {
                prop_assert_eq!(points[*one as usize], turned[*other as usize]);
                prop_assert!(!std::mem::replace(&mut seen[*one as usize], true));
            }
        }

        #[test]
        fn every_group_is_cut_across_its_longer_side(
            points in prop::collection::vec((-30..30i64, -60..60i64), 1..400),
        ) {
            let points: Vec<I64Vec2> = points.into_iter().map(I64Vec2::from).collect();
            let low = points.iter().copied().reduce(I64Vec2::min).unwrap();
            let mut ordered = Vec::new();
            order_by_medians(&points, low, &mut MedianScratch::default(), &mut ordered);
            let mut searched: Vec<u32> = (0..points.len() as u32).collect();
            order_by_searching(&points, &mut searched);
            prop_assert_eq!(ordered, searched);
        }
    }

    #[test]
    fn a_middle_is_aligned_to_the_largest_power_of_four_below_the_count() {
        for count in 5..5000 {
            let middle = aligned_middle(count);
            let mut unit = 4;
            while unit * 4 < count {
                unit *= 4;
            }
            assert!(middle < count && middle.is_multiple_of(unit) && middle > 0, "{count}: {middle}");
        }
    }
}
