//! Median order: points sorted by recursive halving, so that every aligned run of 4, 16, 64, … is one compact group.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use crate::parallel::Executor;

/// A point relative to the corner of its set, with its index as the last word in every tie.
#[derive(Clone, Copy, Debug, Default)]
pub struct OrderedPoint {
    /// Distance from the set's least x.
    pub x: u32,
    /// Distance from the set's least y.
    pub y: u32,
    /// Index into the points that were ordered.
    pub index: u32,
}

impl OrderedPoint {
    /// Sort key by x, then y.
    #[inline(always)]
    pub fn along_x(&self) -> (u64, u32) {
        ((u64::from(self.x) << 32) | u64::from(self.y), self.index)
    }

    /// Sort key by y, then x.
    #[inline(always)]
    pub fn along_y(&self) -> (u64, u32) {
        ((u64::from(self.y) << 32) | u64::from(self.x), self.index)
    }
}

/// Fewer points are ordered by one thread.
const FEW_POINTS: usize = 4096;

/// Points to bring in median order.
#[derive(Debug)]
pub struct Unordered<'a> {
    /// The points.
    pub points: &'a [I64Vec2],
    /// The lower corner of their box, which must be smaller than 2^32.
    pub low: I64Vec2,
    /// Where they are written in median order.
    pub ordered: &'a mut Vec<OrderedPoint>,
}

/// Writes two sets of points in median order.
pub fn order_by_medians(mut sets: [Unordered; 2], executor: &Executor) {
    if sets.iter().all(|set| set.points.len() < FEW_POINTS) {
        for set in &mut sets {
            set.load();
            halve(set.ordered);
        }
        return;
    }
    let mut quarters = [[0; 3]; 2];
    executor.for_parts(2, sets.iter_mut().zip(&mut quarters), |(set, quarters)| {
        set.load();
        *quarters = quarter(set.ordered);
    });
    let parts = sets.iter_mut().zip(quarters).flat_map(|(set, [first, middle, last])| {
        let (before, after) = set.ordered.split_at_mut(middle);
        let (one, two) = before.split_at_mut(first);
        let (three, four) = after.split_at_mut(last - middle);
        [one, two, three, four]
    });
    executor.for_parts(8, parts, halve);
}

impl Unordered<'_> {
    fn load(&mut self) {
        self.ordered.clear();
        self.ordered.extend(self.points.iter().enumerate().map(|(index, point)| OrderedPoint {
            x: point.x.wrapping_sub(self.low.x) as u32,
            y: point.y.wrapping_sub(self.low.y) as u32,
            index: index as u32,
        }));
    }
}

/// The first two splits of [`halve`]; answers where the later three quarters begin.
fn quarter(points: &mut [OrderedPoint]) -> [usize; 3] {
    let middle = split(points).unwrap_or(points.len());
    let (before, after) = points.split_at_mut(middle);
    let last = middle + split(after).unwrap_or(after.len());
    [split(before).unwrap_or(before.len()), middle, last]
}

/// Sorts by recursive halving.
fn halve(mut points: &mut [OrderedPoint]) {
    while let Some(middle) = split(points) {
        let (before, after) = points.split_at_mut(middle);
        halve(before);
        points = after;
    }
    points.sort_unstable_by_key(OrderedPoint::along_x);
}

/// Splits at the multiple of a power of four that lies next to the middle, so that at every level only the last group
/// may be short, and two sets of the same size split alike. Four points or fewer are left as they are.
fn split(points: &mut [OrderedPoint]) -> Option<usize> {
    if points.len() <= 4 {
        return None;
    }
    let middle = aligned_middle(points.len());
    if is_wide(points) {
        points.select_nth_unstable_by_key(middle, OrderedPoint::along_x);
    } else {
        points.select_nth_unstable_by_key(middle, OrderedPoint::along_y);
    }
    Some(middle)
}

fn aligned_middle(count: usize) -> usize {
    let mut unit = 4;
    while unit * 4 < count {
        unit *= 4;
    }
    let units = (count + unit) / (2 * unit);
    units.max(1) * unit
}

fn is_wide(points: &[OrderedPoint]) -> bool {
    let (mut low_x, mut high_x, mut low_y, mut high_y) = (u32::MAX, 0, u32::MAX, 0);
    for point in points {
        low_x = low_x.min(point.x);
        high_x = high_x.max(point.x);
        low_y = low_y.min(point.y);
        high_y = high_y.max(point.y);
    }
    high_x - low_x >= high_y - low_y
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            let sets = [(&points, &mut first), (&turned, &mut second)];
            let sets = sets.map(|(points, ordered)| Unordered { points, low, ordered });
            order_by_medians(sets, &Executor::Inline);
            let mut seen = vec![false; points.len()];
            for (one, other) in first.iter().zip(&second) {
                prop_assert_eq!(points[one.index as usize], turned[other.index as usize]);
                prop_assert!(!std::mem::replace(&mut seen[one.index as usize], true));
            }
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
