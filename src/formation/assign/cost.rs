//! What a walk costs, in whole numbers (F29).
#![forbid(unsafe_code)]

use glam::I64Vec2;

use crate::formation::order::CostRule;

/// The cost of walking from `from` to `to`: the squared distance, or the distance rounded to whole quanta.
pub fn walk(rule: CostRule, from: I64Vec2, to: I64Vec2) -> i128 {
    let (x, y) = (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y));
    match rule {
        CostRule::Squared => x * x + y * y,
        CostRule::Euclid => {
            let (x, y) = (x as f64, y as f64);
            (x * x + y * y).sqrt().round() as i128
        }
    }
}
