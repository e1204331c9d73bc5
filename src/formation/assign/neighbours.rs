//! Neighbours: the slots around each slot. Bodies stand on slots alone, so that whether one of usual size fits somewhere
//! is a question to the few slots nearby.
#![forbid(unsafe_code)]

use glam::DVec2;

use crate::geometry::spatial_grid::SpatialGrid;

/// Slots looked at per slot, on average, before the table is given up as too large.
const MOST_LOOKS: usize = 256;

/// Neighbours per slot, on average, before the table is given up as too large.
const MOST_NEIGHBOURS: usize = 32;

const NO_TABLE: f64 = -1.0;

/// Per slot those within a distance, itself included.
#[derive(Debug, Default)]
pub struct Neighbours {
    reach: f64,
    starts: Vec<u32>,
    near: Vec<u32>,
    grid: SpatialGrid,
}

impl Neighbours {
    /// Builds the table over slots at these places; where slots lie too densely for one, it stays empty.
    pub fn rebuild(&mut self, exact: &[DVec2], reach: f64) {
        self.grid.rebuild(exact, reach);
        self.reach = reach;
        self.near.clear();
        self.starts.clear();
        self.starts.push(0);
        let mut looks = 0;
        for at in exact {
            self.grid.around(*at, reach).for_each(|other| {
                looks += 1;
                if (exact[other as usize] - *at).length_squared() <= reach * reach {
                    self.near.push(other);
                }
            });
            if looks > MOST_LOOKS * exact.len() || self.near.len() > MOST_NEIGHBOURS * exact.len() {
                self.reach = NO_TABLE;
                return;
            }
            self.starts.push(self.near.len() as u32);
        }
    }

    /// The distance up to which the table is complete; negative when there is none.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// The slots within reach of a slot.
    pub fn of(&self, slot: u32) -> &[u32] {
        if self.reach == NO_TABLE {
            return &[];
        }
        &self.near[self.starts[slot as usize] as usize..self.starts[slot as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_slot_has_exactly_the_slots_within_reach_as_its_neighbours(
            places in prop::collection::vec((-9i32..9, -9i32..9), 1..120),
            reach in 0.5..4.0f64,
        ) {
            let exact: Vec<DVec2> = places.iter().map(|(x, y)| DVec2::new(f64::from(*x), f64::from(*y))).collect();
            let mut neighbours = Neighbours::default();
            neighbours.rebuild(&exact, reach);
            prop_assert_eq!(neighbours.reach(), reach);
            for (slot, at) in exact.iter().enumerate() {
                let mut found = neighbours.of(slot as u32).to_vec();
                found.sort_unstable();
                let within = |other: &u32| (exact[*other as usize] - *at).length() <= reach;
                let expected: Vec<u32> = (0..exact.len() as u32).filter(within).collect();
                prop_assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn slots_on_one_spot_have_no_table() {
        let mut neighbours = Neighbours::default();
        neighbours.rebuild(&[DVec2::ZERO; 1000], 1.0);
        assert_eq!((neighbours.reach(), neighbours.of(0).len()), (NO_TABLE, 0));
    }
}
