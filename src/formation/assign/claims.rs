//! Claims: wide agents take their slots before the crowd does, largest first, near where the army's own arrangement
//! puts them.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::occupancy::{ANY_RING, Occupancy, Wish, pitch};
use super::point_tree::narrow;
use super::{Layer, NO_SLOT};

/// So few agents are not parted any further: each wide one aims at where it stands among them, drawn to their slots.
const FEW: usize = 32;

/// A part of the army with its part of the slots.
struct Share<'a> {
    agents: &'a mut [u32],
    slots: &'a mut [u32],
    /// How many slots the agents count for.
    weight: usize,
    /// A rectangle that holds the slots.
    low: I64Vec2,
    high: I64Vec2,
}

/// Buffers of the claims.
#[derive(Debug, Default)]
pub struct Claims {
    agents: Vec<u32>,
    slots: Vec<u32>,
    weight: Vec<u32>,
    /// Where each wide agent would stand if every slot of the group took part.
    target: Vec<I64Vec2>,
    keys: Vec<i64>,
}

impl Claims {
    /// Parts agents and slots together by medians, an agent counting for as many slots as its body covers, and keeps
    /// for each wide agent a target among the slots of its share. `by_ring` are all slots from the inside.
    pub fn aim(&mut self, layer: &Layer, agents: &[u32], by_ring: &[u32]) {
        let pitch = pitch(layer.slots.exact.iter().copied());
        self.weight.clear();
        self.weight.resize(layer.agents.at.len(), 1);
        for agent in agents.iter().filter(|agent| layer.is_wide(**agent)) {
            // The disc that the body denies to a slender neighbour, in slots.
            let reach = layer.agents.radius[*agent as usize] + pitch / 2.0;
            let covered = std::f64::consts::PI * reach * reach / (pitch * pitch);
            // More than a slender agent in any case.
            self.weight[*agent as usize] = covered.clamp(2.0, by_ring.len().max(2) as f64) as u32;
        }
        let weight: usize = agents.iter().map(|agent| self.weight[*agent as usize] as usize).sum();
        self.agents.clear();
        self.agents.extend_from_slice(agents);
        self.slots.clear();
        self.slots.extend_from_slice(&by_ring[..weight.min(by_ring.len())]);
        self.target.clear();
        self.target.resize(layer.agents.at.len(), I64Vec2::ZERO);
        let (mut agents, mut slots) = (std::mem::take(&mut self.agents), std::mem::take(&mut self.slots));
        let slot_at = |slot: &u32| layer.slots.at[*slot as usize];
        let low = slots.iter().map(slot_at).fold(I64Vec2::MAX, I64Vec2::min);
        let high = slots.iter().map(slot_at).fold(I64Vec2::MIN, I64Vec2::max);
        let everybody = Share { agents: &mut agents, slots: &mut slots, weight, low, high };
        self.part(layer, everybody, I64Vec2::ZERO);
        (self.agents, self.slots) = (agents, slots);
    }

    fn part(&mut self, layer: &Layer, share: Share, middle_above: I64Vec2) {
        let Share { agents, slots, weight, low, high } = share;
        if weight == agents.len() {
            // Nobody here is wide.
            return;
        }
        if agents.len() <= FEW || slots.len() <= 1 {
            let middle = if slots.is_empty() { middle_above } else { middle_of(layer.slots.at, slots) };
            let (from, to) = (corners(layer.agents.at, agents), corners(layer.slots.at, slots));
            for agent in agents.iter().filter(|agent| layer.is_wide(**agent)) {
                self.target[*agent as usize] = drawn(layer.agents.at[*agent as usize], from, to, middle);
            }
            return;
        }
        let slot_at = |slot: &u32| layer.slots.at[*slot as usize];
        let axis = usize::from(high.x.saturating_sub(low.x) < high.y.saturating_sub(low.y));
        let half = agents.len() / 2;
        part_along(layer.agents.at, axis, agents, half, &mut self.keys);
        let weight_left = agents[..half].iter().map(|agent| self.weight[*agent as usize] as usize).sum::<usize>();
        let count_left = (slots.len() * weight_left + weight / 2) / weight;
        let (mut high_left, mut low_right, mut middle) = (high, low, middle_above);
        if count_left > 0 && count_left < slots.len() {
            part_along(layer.slots.at, axis, slots, count_left, &mut self.keys);
            high_left[axis] = slot_at(&slots[count_left])[axis];
            low_right[axis] = high_left[axis];
        } else {
            // One side has no slots of its own.
            middle = middle_of(layer.slots.at, slots);
        }
        let (agents_left, agents_right) = agents.split_at_mut(half);
        let (slots_left, slots_right) = slots.split_at_mut(count_left);
        let left = Share { agents: agents_left, slots: slots_left, weight: weight_left, low, high: high_left };
        let weight_right = weight - weight_left;
        let right = Share { agents: agents_right, slots: slots_right, weight: weight_right, low: low_right, high };
        self.part(layer, left, middle);
        self.part(layer, right, middle);
    }

    /// Where a wide agent would like to stand.
    pub fn target(&self, agent: u32) -> I64Vec2 {
        self.target[agent as usize]
    }

    /// Lets the agents (largest first) claim the free slot nearest to their target that clashes with nobody; those who
    /// find none are appended to `left_over`.
    pub fn claim(&self, layer: &Layer, agents: &[u32], seats: &mut Occupancy, left_over: &mut Vec<u32>) {
        for agent in agents {
            match nearest_clear(layer, seats, *agent, self.target(*agent)) {
                Some(slot) => seats.seat(layer, *agent, slot),
                None => left_over.push(*agent),
            }
        }
    }
}

/// The free slot nearest to a place on which an agent clashes with nobody.
pub fn nearest_clear(layer: &Layer, seats: &Occupancy, agent: u32, from: I64Vec2) -> Option<u32> {
    let radius = layer.agents.radius[agent as usize];
    let wish = Wish { from, radius, rings: ANY_RING, below: i128::MAX };
    seats.nearest_free(layer, wish, |slot| seats.fits(layer, agent, slot, [agent; 2]))
}

/// Seats agents (largest first) for whom there is no clear slot: on the free slot nearest to `from` where all they
/// touch are smaller and can make way, else on any that has room, else on one that a smaller agent gives up.
/// Whoever gets none keeps [`NO_SLOT`]. Answers whether somebody may now stand in another's way.
pub fn seat_regardless(layer: &Layer, agents: &[u32], from: impl Fn(u32) -> I64Vec2, seats: &mut Occupancy) -> bool {
    let mut crowded = false;
    for agent in agents {
        let mut agent = *agent;
        if seats.is_full() {
            break;
        }
        if let Some(slot) = nearest_clear(layer, seats, agent, from(agent)) {
            seats.seat(layer, agent, slot);
            continue;
        }
        loop {
            let radius = layer.agents.radius[agent as usize];
            let anywhere = Wish { from: from(agent), radius: f64::NEG_INFINITY, rings: ANY_RING, below: i128::MAX };
            let among_smaller = |slot: u32| {
                let mut all_smaller = layer.has_room(agent, slot);
                seats.clashes(layer, slot, radius, |other| {
                    all_smaller &= layer.agents.radius[other as usize] < radius;
                    all_smaller
                });
                all_smaller
            };
            let slot = seats
                .nearest_free(layer, anywhere, among_smaller)
                .or_else(|| seats.nearest_free(layer, anywhere, |slot| layer.has_room(agent, slot)))
                .or_else(|| first_free_with_room(layer, seats, agent));
            if let Some(slot) = slot {
                seats.seat(layer, agent, slot);
                crowded = true;
                break;
            }
            // Room is a threshold: what is open to a wider agent is open to a smaller one, so that handing down from
            // size to size seats as many as can be seated.
            let Some(smaller) = smallest_with_room_for(layer, seats, agent) else { break };
            let slot = seats.unseat(layer, smaller);
            seats.seat(layer, agent, slot);
            crowded = true;
            agent = smaller;
        }
    }
    crowded
}

/// The complete word on whether there is a slot at all: the search above is bounded on very large layers.
fn first_free_with_room(layer: &Layer, seats: &Occupancy, agent: u32) -> Option<u32> {
    (0..layer.slots.at.len() as u32).find(|slot| {
        seats.in_play(*slot) && seats.agent_at[*slot as usize] == super::occupancy::FREE && layer.has_room(agent, *slot)
    })
}

fn smallest_with_room_for(layer: &Layer, seats: &Occupancy, agent: u32) -> Option<u32> {
    let radius = layer.agents.radius[agent as usize];
    let smallest_first = seats.clearance.by_radius().iter().rev().copied();
    smallest_first.take_while(|other| layer.agents.radius[*other as usize] < radius).find(|other| {
        let slot = seats.slot_of[*other as usize];
        slot != NO_SLOT && layer.has_room(agent, slot)
    })
}

/// Brings the number whose place is so many from the first along an axis (then by number) where it belongs, and the lesser
/// before it. `keys` is a buffer to work with.
fn part_along(places: &[I64Vec2], axis: usize, numbers: &mut [u32], count: usize, keys: &mut Vec<i64>) {
    let key = |number: &u32| i64::from(narrow(places[*number as usize])[axis]) << 32 | i64::from(*number);
    keys.clear();
    keys.extend(numbers.iter().map(key));
    keys.select_nth_unstable(count);
    numbers.iter_mut().zip(&*keys).for_each(|(number, key)| *number = *key as u32);
}

fn middle_of(places: &[I64Vec2], numbers: &[u32]) -> I64Vec2 {
    let (mut x, mut y) = (0i128, 0i128);
    for number in numbers {
        x += places[*number as usize].x as i128;
        y += places[*number as usize].y as i128;
    }
    let count = numbers.len() as i128;
    I64Vec2::new(x.div_euclid(count) as i64, y.div_euclid(count) as i64)
}

/// The corners of the rectangle over some places; turned about when there are none.
fn corners(places: &[I64Vec2], numbers: &[u32]) -> [I64Vec2; 2] {
    numbers
        .iter()
        .map(|number| places[*number as usize])
        .fold([I64Vec2::MAX, I64Vec2::MIN], |[low, high], place| [low.min(place), high.max(place)])
}

/// Where a place of one rectangle lies in another, drawn to it along each axis; the middle where either has no length.
fn drawn(place: I64Vec2, from: [I64Vec2; 2], to: [I64Vec2; 2], middle: I64Vec2) -> I64Vec2 {
    let along = |axis: usize| {
        let (length, wanted) = (from[1][axis] - from[0][axis], to[1][axis].saturating_sub(to[0][axis]));
        if length <= 0 || wanted <= 0 {
            return middle[axis];
        }
        let way = i128::from(place[axis] - from[0][axis]) * i128::from(wanted);
        to[0][axis] + way.div_euclid(i128::from(length)) as i64
    };
    I64Vec2::new(along(0), along(1))
}
