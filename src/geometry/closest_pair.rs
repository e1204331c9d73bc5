//! Closest pair: the least distance among points of the plane, in n·log n whatever they look like.
#![forbid(unsafe_code)]

use glam::DVec2;

/// Buffers of a search, kept for the next one of the same size.
#[derive(Debug, Default)]
pub struct ClosestPair {
    points: Vec<DVec2>,
    merged: Vec<DVec2>,
}

impl ClosestPair {
    /// The least distance between two of `points` (finite); `None` for fewer than two.
    ///
    /// Divide and conquer (Shamos and Hoey 1975): across a dividing line only points nearer to it than the best pair of
    /// either side can do better, and of those only a few neighbours in y.
    pub fn least_distance(&mut self, points: &[DVec2]) -> Option<f64> {
        if points.len() < 2 {
            return None;
        }
        self.points.clear();
        self.points.extend_from_slice(points);
        self.points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x));
        self.merged.clear();
        self.merged.resize(points.len(), DVec2::ZERO);
        Some(closest_squared(&mut self.points, &mut self.merged).sqrt())
    }
}

/// Least squared distance of points sorted by x; leaves them sorted by y. `merged` is as long and is overwritten.
fn closest_squared(points: &mut [DVec2], merged: &mut [DVec2]) -> f64 {
    if points.len() < 2 {
        return f64::INFINITY;
    }
    let middle = points.len() / 2;
    let line = points[middle].x;
    let (left, right) = points.split_at_mut(middle);
    let (left_merged, right_merged) = merged.split_at_mut(middle);
    let mut best = closest_squared(left, left_merged).min(closest_squared(right, right_merged));
    merge_by_y(left, right, merged);
    points.copy_from_slice(merged);
    // From here `merged` holds the points beside the line, in order of y.
    let mut beside = 0;
    for &point in points.iter() {
        if (point.x - line) * (point.x - line) >= best {
            continue;
        }
        for other in merged[..beside].iter().rev() {
            let rise = point.y - other.y;
            if rise * rise >= best {
                break;
            }
            best = best.min(point.distance_squared(*other));
        }
        merged[beside] = point;
        beside += 1;
    }
    best
}

fn merge_by_y<'a>(mut left: &'a [DVec2], mut right: &'a [DVec2], merged: &mut [DVec2]) {
    for place in merged {
        let from = match (left.first(), right.first()) {
            (Some(a), Some(b)) if a.y <= b.y => &mut left,
            (Some(_), None) => &mut left,
            _ => &mut right,
        };
        *place = from[0];
        *from = &from[1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn least(points: &[DVec2]) -> Option<f64> {
        ClosestPair::default().least_distance(points)
    }

    #[test]
    fn fewer_than_two_points_have_no_distance() {
        assert_eq!([least(&[]), least(&[DVec2::ONE])], [None, None]);
    }

    #[test]
    fn equal_points_lines_and_crosses_take_no_longer() {
        const COUNT: i32 = 200_000;
        assert_eq!(least(&vec![DVec2::ONE; COUNT as usize]), Some(0.0));
        for axis in [DVec2::X, DVec2::Y] {
            let line: Vec<DVec2> = (0..COUNT).map(|step| axis * f64::from(step)).collect();
            assert_eq!(least(&line), Some(1.0));
        }
        let cross: Vec<DVec2> =
            (1..COUNT).map(|step| (if step % 2 == 0 { DVec2::X } else { DVec2::Y }) * f64::from(step)).collect();
        assert_eq!(least(&cross), Some(2.0));
    }

    proptest! {
        #[test]
        fn the_least_distance_is_that_of_all_pairs(
            points in prop::collection::vec((0..60_i32, -9..9_i32, 0.0..1.0f64), 2..120),
            jittered in any::<bool>(),
        ) {
            let shift = if jittered { 1.0 } else { 0.0 };
            let points: Vec<DVec2> =
                points.into_iter().map(|(x, y, by)| DVec2::new(f64::from(x) + by * shift, f64::from(y) * 3.0)).collect();
            let mut naive = f64::INFINITY;
            for (index, point) in points.iter().enumerate() {
                for other in &points[..index] {
                    naive = naive.min(point.distance(*other));
                }
            }
            prop_assert!((least(&points).unwrap() - naive).abs() < 1e-12);
        }
    }
}
