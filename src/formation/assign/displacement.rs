//! Chain displacement: whoever is in another's way moves to a clear slot, or takes the slot of a smaller agent, who
//! does the same (F33).
#![forbid(unsafe_code)]

use super::claims::nearest_clear;
use super::occupancy::Occupancy;
use super::{Layer, NO_SLOT};

/// Most agents that one chain moves.
const LONGEST_CHAIN: usize = 32;

/// Smaller agents per agent of a layer that all chains of a call may look at, once the layer is too large to try all.
const MOST_LOOKS: usize = 1024;

/// Layers up to this size are tried whole.
const SMALL_LAYER: usize = 4096;

/// Buffers of the displacement.
#[derive(Debug, Default)]
pub struct Displacement {
    /// Price, agent: the links of a chain share the buffer, each from its own start.
    smaller: Vec<(i128, u32)>,
    looks_left: usize,
}

impl Displacement {
    /// Forgets the last layer.
    pub fn rebuild(&mut self, layer: &Layer) {
        let count = layer.agents.at.len();
        self.looks_left = if count <= SMALL_LAYER { usize::MAX } else { MOST_LOOKS * count };
    }

    /// Moves agents out of each other's way as long as one finds a way out. Answers how many did.
    ///
    /// Each chain that succeeds leaves fewer clashing pairs behind, so that there is an end.
    pub fn settle(&mut self, layer: &Layer, seats: &mut Occupancy) -> usize {
        let mut solved = 0;
        loop {
            let before = solved;
            // The smaller of a pair moves, of equals the higher index; a larger one only where no smaller could.
            for larger_too in [false, true] {
                for agent in (0..layer.agents.at.len() as u32).rev() {
                    if is_in_the_way(layer, seats, agent, larger_too) {
                        self.smaller.clear();
                        let own = seats.unseat(layer, agent);
                        if self.way_out(layer, seats, agent, 1) {
                            solved += 1;
                        } else {
                            seats.seat(layer, agent, own);
                        }
                    }
                }
                if solved != before {
                    break;
                }
            }
            if solved == before {
                return solved;
            }
        }
    }

    /// Seats an agent that has no slot, clear of everybody, at the end of a chain if need be.
    fn way_out(&mut self, layer: &Layer, seats: &mut Occupancy, agent: u32, moved: usize) -> bool {
        if let Some(slot) = nearest_clear(layer, seats, agent, layer.agents.at[agent as usize]) {
            seats.seat(layer, agent, slot);
            return true;
        }
        if moved == LONGEST_CHAIN || self.looks_left == 0 {
            return false;
        }
        let begin = self.smaller.len();
        let radius = layer.agents.radius[agent as usize];
        let smallest_first = seats.clearance.by_radius().iter().rev();
        for other in smallest_first.take_while(|other| layer.agents.radius[**other as usize] < radius) {
            let slot = seats.slot_of[*other as usize];
            if slot != NO_SLOT && layer.has_room(agent, slot) {
                self.smaller.push((layer.walk(agent, slot), *other));
            }
        }
        self.smaller[begin..].sort_unstable();
        let mut link = begin;
        self.looks_left = self.looks_left.saturating_sub(self.smaller.len() - begin);
        while link < self.smaller.len() {
            let (_, other) = self.smaller[link];
            link += 1;
            if !seats.fits(layer, agent, seats.slot_of[other as usize], [agent, other]) {
                continue;
            }
            let slot = seats.unseat(layer, other);
            seats.seat(layer, agent, slot);
            // Sizes fall along a chain, so that nobody moves twice.
            if self.way_out(layer, seats, other, moved + 1) {
                return true;
            }
            seats.unseat(layer, agent);
            seats.seat(layer, other, slot);
        }
        self.smaller.truncate(begin);
        false
    }
}

/// Whether a seated agent clashes with one that does not give way to it: a larger one, or one of its size. With
/// `larger_too`, whether it clashes at all.
fn is_in_the_way(layer: &Layer, seats: &Occupancy, agent: u32, larger_too: bool) -> bool {
    let slot = seats.slot_of[agent as usize];
    if slot == NO_SLOT {
        return false;
    }
    let radius = layer.agents.radius[agent as usize];
    let mut found = false;
    seats.clashes(layer, slot, radius, |other| {
        found = other != agent && (larger_too || layer.agents.radius[other as usize] >= radius);
        !found
    });
    found
}

/// Writes for each agent whether it stays in another's way: of a clashing pair the smaller, of equals the higher index.
pub fn note_overlaps(layer: &Layer, seats: &Occupancy, overlap: &mut [bool]) {
    for (agent, overlap) in overlap.iter_mut().enumerate() {
        let slot = seats.slot_of[agent];
        if slot == NO_SLOT {
            continue;
        }
        let radius = layer.agents.radius[agent];
        seats.clashes(layer, slot, radius, |other| {
            let other_radius = layer.agents.radius[other as usize];
            *overlap = other_radius > radius || (other_radius == radius && (other as usize) < agent);
            !*overlap
        });
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, I64Vec2};

    use super::*;
    use crate::formation::assign::{LayerAgents, LayerSlots};
    use crate::formation::order::CostRule;

    /// Slots on a line at these places; agents with radius and seat, each coming from its seat. The seats and flags
    /// afterwards.
    fn displaced(places: &[f64], agents: &[(f64, u32)]) -> (Vec<u32>, Vec<bool>) {
        let exact: Vec<DVec2> = places.iter().map(|x| DVec2::new(*x, 0.0)).collect();
        let at: Vec<I64Vec2> = exact.iter().map(|at| (*at * 256.0).as_i64vec2()).collect();
        let ring = vec![0; places.len()];
        let from: Vec<I64Vec2> = agents.iter().map(|(_, seat)| at[*seat as usize]).collect();
        let radius: Vec<f64> = agents.iter().map(|(radius, _)| *radius).collect();
        let slots = LayerSlots { at: &at, exact: &exact, ring: &ring, room: &[], least_distance: 0.0 };
        let layer = Layer::new(LayerAgents { at: &from, radius: &radius }, slots, CostRule::Squared);
        let mut seats = Occupancy::default();
        seats.rebuild(&layer, true, 0..places.len() as u32);
        for (agent, (_, seat)) in agents.iter().enumerate() {
            seats.seat(&layer, agent as u32, *seat);
        }
        let mut displacement = Displacement::default();
        displacement.rebuild(&layer);
        displacement.settle(&layer, &mut seats);
        let mut overlap = vec![false; agents.len()];
        note_overlaps(&layer, &seats, &mut overlap);
        (seats.slot_of, overlap)
    }

    #[test]
    fn the_smaller_of_a_pair_moves_to_the_cheapest_clear_slot() {
        // 100 is in the large one's way as well; 300 and 500 are clear, and 300 is nearer.
        let (seats, overlap) = displaced(&[0.0, 60.0, 100.0, 500.0, 300.0], &[(100.0, 0), (40.0, 1)]);
        assert_eq!((seats, overlap), (vec![0, 4], vec![false; 2]));
    }

    #[test]
    fn of_equals_the_later_one_moves() {
        let (seats, _) = displaced(&[0.0, 50.0, 300.0, -250.0], &[(40.0, 1), (40.0, 0)]);
        assert_eq!(seats, [1, 3]);
    }

    #[test]
    fn a_middling_agent_takes_the_slot_of_a_smaller_one_that_has_somewhere_to_go() {
        // Slot 3 is far enough from the giant for a body of 10 alone.
        let places = [0.0, 140.0, 300.0, -215.0];
        let (seats, overlap) = displaced(&places, &[(200.0, 0), (50.0, 1), (10.0, 2)]);
        assert_eq!((seats, overlap), (vec![0, 2, 3], vec![false; 3]));
    }

    #[test]
    fn a_chain_goes_down_from_size_to_size() {
        // Between the giants at 0 and -705: slot 2 has room for 100, slot 3 for 60, slot 4 for 30.
        let places = [0.0, 100.0, 400.0, -320.0, -420.0, -705.0];
        let agents = [(250.0, 0), (100.0, 1), (60.0, 2), (30.0, 3), (250.0, 5)];
        let (seats, overlap) = displaced(&places, &agents);
        assert_eq!((seats, overlap), (vec![0, 2, 3, 4, 5], vec![false; 5]));
    }

    #[test]
    fn without_a_way_out_the_smaller_stays_and_is_flagged() {
        let (seats, overlap) = displaced(&[0.0, 60.0, 120.0], &[(200.0, 0), (40.0, 1)]);
        assert_eq!((seats, overlap), (vec![0, 1], vec![false, true]));
    }

    #[test]
    fn nobody_is_displaced_by_an_equal() {
        let (seats, overlap) = displaced(&[0.0, 60.0, 300.0, 370.0], &[(200.0, 0), (40.0, 1), (40.0, 2)]);
        // Slot 3 is in the way of slot 2, which is not given up: the agent in the giant's way stays.
        assert_eq!((seats, overlap), (vec![0, 1, 2], vec![false, true, false]));
    }
}
