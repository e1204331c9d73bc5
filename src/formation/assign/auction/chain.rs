//! Chain: the points of a curve in their order along it.
//!
//! Median order cuts a curve into pieces, and pieces into pieces. Each two are joined where their ends lie nearest to
//! each other, so that whoever follows on the curve follows in the chain but for a few jumps.
#![forbid(unsafe_code)]

use super::median_order::aligned_middle;
use super::metric::Place;
use super::number::Number;

/// Brings ranks of points, which stand in median order, in the order of the chain.
pub fn chain_up<N: Number>(at: &impl Fn(u32) -> Place<N>, ranks: &mut [u32]) {
    if ranks.len() <= 4 {
        return sort_along_the_longer_side(ranks, at);
    }
    let (before, after) = ranks.split_at_mut(aligned_middle(ranks.len()));
    chain_up(at, before);
    chain_up(at, after);
    let ends = |part: &[u32]| [at(part[0]), at(part[part.len() - 1])];
    let ([first, last], [next, end]) = (ends(before), ends(after));
    // Each with what has to be turned round for it.
    let joints =
        [(last, next, false, false), (last, end, false, true), (first, next, true, false), (first, end, true, true)];
    let mut least = f64::INFINITY;
    let mut turns = (false, false);
    for (one, other, turn_before, turn_after) in joints {
        let (x, y) = ((one.x - other.x).double(), (one.y - other.y).double());
        if x * x + y * y < least {
            least = x * x + y * y;
            turns = (turn_before, turn_after);
        }
    }
    if turns.0 {
        before.reverse();
    }
    if turns.1 {
        after.reverse();
    }
}

fn sort_along_the_longer_side<N: Number>(ranks: &mut [u32], at: &impl Fn(u32) -> Place<N>) {
    let extent = |coordinate: fn(Place<N>) -> N| {
        let all = || ranks.iter().map(|rank| coordinate(at(*rank)));
        (all().fold(N::MIN, N::most) - all().fold(N::MAX, N::least)).double()
    };
    let is_wide = extent(|place| place.x) >= extent(|place| place.y);
    let key = |rank: &u32| {
        let place = at(*rank);
        let (along, across) = if is_wide { (place.x, place.y) } else { (place.y, place.x) };
        (along.wide(), across.wide(), *rank)
    };
    ranks.sort_unstable_by_key(key);
}

#[cfg(test)]
mod tests {
    use glam::I64Vec2;

    use super::super::median_order::{MedianScratch, order_by_medians};
    use super::*;
    use crate::geometry::trigonometry::sin_cos;

    #[test]
    fn on_a_ring_all_but_a_few_are_followed_by_their_neighbours() {
        for count in [100, 1000, 2600, 5000] {
            let point = |step: usize| {
                let (sine, cosine) = sin_cos(std::f64::consts::TAU * step as f64 / count as f64);
                I64Vec2::new((1e6 * cosine) as i64, (1e6 * sine) as i64)
            };
            let points: Vec<I64Vec2> = (0..count).map(point).collect();
            let mut order = Vec::new();
            order_by_medians(&points, I64Vec2::splat(-1_000_000), &mut MedianScratch::default(), &mut order);
            let at = |rank: u32| {
                let point = points[order[rank as usize] as usize];
                Place { x: point.x as f64, y: point.y as f64 }
            };
            let mut chain: Vec<u32> = (0..count as u32).collect();
            chain_up(&at, &mut chain);
            let step = |pair: &[u32]| order[pair[0] as usize].abs_diff(order[pair[1] as usize]);
            let jumps = chain.windows(2).filter(|pair| ![1, count as u32 - 1].contains(&step(pair))).count();
            assert!(jumps <= 4, "{count}: {jumps}");
            chain.sort_unstable();
            assert!(chain.into_iter().eq(0..count as u32));
        }
    }
}
