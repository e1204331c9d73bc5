//! Cost: what a walk from an agent's place to a slot costs, in whole numbers (F29).
#![forbid(unsafe_code)]

use glam::I64Vec2;

use crate::formation::order::CostRule;

/// Cost of the walk from `agent` to `slot`: quanta squared (SQUARED), or quanta to the nearest whole number (EUCLID).
///
/// EUCLID takes the root of the exact square in `f64`: conversion, root and rounding are all correctly rounded by
/// IEEE 754, so the number is the same on every platform.
pub fn walk(rule: CostRule, agent: I64Vec2, slot: I64Vec2) -> i128 {
    let x = agent.x as i128 - slot.x as i128;
    let y = agent.y as i128 - slot.y as i128;
    let squared = x * x + y * y;
    match rule {
        CostRule::Squared => squared,
        CostRule::Euclid => (squared as f64).sqrt().round() as i128,
    }
}

/// A cost that no walk of at least the given squared length falls below: what a search may prune by.
pub fn walk_at_least(rule: CostRule, squared_length: f64) -> f64 {
    // One part in 2^50 covers the roundings of the squared length and of its root.
    const DOWN: f64 = 1.0 - 1.0 / (1u64 << 50) as f64;
    match rule {
        CostRule::Squared => squared_length * DOWN,
        CostRule::Euclid => squared_length.sqrt() * DOWN - 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_walk_is_the_exact_square_or_the_nearest_whole_length(
            ax in -1_000_000_000i64..1_000_000_000, ay in -1_000_000_000i64..1_000_000_000,
            sx in -1_000_000_000i64..1_000_000_000, sy in -1_000_000_000i64..1_000_000_000,
        ) {
            let (agent, slot) = (I64Vec2::new(ax, ay), I64Vec2::new(sx, sy));
            let squared = walk(CostRule::Squared, agent, slot);
            prop_assert_eq!(squared, ((ax - sx) as i128).pow(2) + ((ay - sy) as i128).pow(2));
            let length = walk(CostRule::Euclid, agent, slot);
            prop_assert!((2 * length - 1).pow(2) <= 4 * squared && 4 * squared <= (2 * length + 1).pow(2));
            for rule in [CostRule::Squared, CostRule::Euclid] {
                prop_assert!(walk_at_least(rule, squared as f64) <= walk(rule, agent, slot) as f64);
            }
        }
    }
}
