//! Classes: within the slots that are used, ranks stand from front to back (F36), and the walks of slow agents weigh
//! more.
//!
//! A class is what may change slots among itself without anybody else noticing: agents of one rank and, where bodies
//! can clash, one radius. The slots that a radius holds are kept; front to back, its ranks take them in blocks.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::exchange::Exchange;
use super::occupancy::Occupancy;
use super::refinement::Refinement;
use super::roles::Roles;
use super::{AssignRules, Effort, Layer, LayerAgents, LayerSlots, NO_SLOT};
use crate::pace::Pace;

/// Buffers of the classes.
#[derive(Debug, Default)]
pub struct Classes {
    /// Agents with a slot, class by class, and the slots that each class holds; both in order of index within a class.
    agents: Vec<u32>,
    slots: Vec<u32>,
    /// Where each class ends.
    ends: Vec<usize>,
    slot_of: Vec<u32>,
    /// See [`Classes::aim_by_rank`].
    pub ranked_places: Vec<I64Vec2>,
    weighed: Weighed,
}

impl Classes {
    /// Parts the seated agents, and the slots they hold, into classes.
    fn part(&mut self, layer: &Layer, roles: &Roles, seats: &Occupancy) {
        let (ranked, by_radius) = (roles.are_ranked(), layer.is_mixed && seats.guarded);
        let radius = |agent: u32| if by_radius { layer.agents.radius[agent as usize] } else { 0.0 };
        let rank = |agent: u32| if ranked { roles.rank_of(agent) } else { 0 };
        self.agents.clear();
        self.agents.extend((0..seats.slot_of.len() as u32).filter(|agent| seats.slot_of[*agent as usize] != NO_SLOT));
        self.agents.sort_unstable_by(|a, b| radius(*b).total_cmp(&radius(*a)).then(a.cmp(b)));
        self.slots.clear();
        self.slots.extend(self.agents.iter().map(|agent| seats.slot_of[*agent as usize]));
        self.ends.clear();
        let mut begin = 0;
        while begin < self.agents.len() {
            let own = radius(self.agents[begin]);
            let end = begin + self.agents[begin..].partition_point(|agent| radius(*agent) == own);
            if ranked {
                self.slots[begin..end].sort_unstable_by_key(|slot| roles.post[*slot as usize]);
                self.agents[begin..end].sort_unstable_by_key(|agent| (rank(*agent), *agent));
            }
            while begin < end {
                let own = rank(self.agents[begin]);
                let block = begin + self.agents[begin..end].partition_point(|agent| rank(*agent) == own);
                self.slots[begin..block].sort_unstable();
                self.ends.push(block);
                begin = block;
            }
        }
    }

    fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        self.ends.iter().scan(0, |begin, end| Some(std::mem::replace(begin, *end)..*end))
    }

    /// Deals the used slots out to the ranks and brings each class to rest by weighted walks.
    pub async fn settle(
        &mut self,
        layer: &Layer<'_>,
        roles: &Roles<'_>,
        rules: AssignRules,
        pace: &Pace<'_>,
        refinement: &mut Refinement,
        seats: &mut Occupancy,
    ) {
        self.part(layer, roles, seats);
        let ranked = roles.are_ranked();
        let center = self.weighed.center(layer, &self.agents, &self.slots);
        let mut slot_of = std::mem::take(&mut self.slot_of);
        slot_of.clear();
        slot_of.extend_from_slice(&seats.slot_of);
        if ranked {
            for range in self.ranges() {
                let (agents, slots) = (&self.agents[range.clone()], &self.slots[range]);
                let map = refinement.solve(layer, rules, pace, agents, slots).await;
                agents.iter().zip(map).for_each(|(agent, place)| slot_of[*agent as usize] = slots[*place as usize]);
            }
        }
        let mut weighed = std::mem::take(&mut self.weighed);
        for range in self.ranges() {
            pace.breathe().await;
            let class = (&self.agents[range.clone()], &self.slots[range]);
            weighed.settle(layer, roles, center, class, rules.effort == Effort::Exact, pace, &mut slot_of).await;
        }
        self.weighed = weighed;
        seats.reseat(layer, &self.agents, |index| slot_of[self.agents[index] as usize]);
        self.slot_of = slot_of;
        refinement.at_optimum = ranked && rules.effort == Effort::Exact && !roles.are_weighted();
    }

    /// Writes to `ranked_places` where each agent would stand if ranks were all that mattered and nobody could clash: on
    /// the lowest rings, rank by rank from the front. Those without a slot stay where they are.
    pub async fn aim_by_rank(
        &mut self,
        layer: &Layer<'_>,
        roles: &Roles<'_>,
        rules: AssignRules,
        pace: &Pace<'_>,
        refinement: &mut Refinement,
        by_ring: &[u32],
    ) {
        let places = &mut self.ranked_places;
        places.clear();
        places.extend_from_slice(layer.agents.at);
        let count = places.len().min(by_ring.len());
        self.agents.clear();
        self.agents.extend(0..places.len() as u32);
        self.agents.sort_unstable_by_key(|agent| (roles.rank_of(*agent), *agent));
        self.agents.truncate(count);
        self.slots.clear();
        self.slots.extend_from_slice(&by_ring[..count]);
        self.slots.sort_unstable_by_key(|slot| roles.post[*slot as usize]);
        let mut begin = 0;
        while begin < count {
            let rank = roles.rank_of(self.agents[begin]);
            let end = begin + self.agents[begin..].partition_point(|agent| roles.rank_of(*agent) == rank);
            let (agents, slots) = (&self.agents[begin..end], &mut self.slots[begin..end]);
            slots.sort_unstable();
            let map = refinement.solve(layer, rules, pace, agents, slots).await;
            for (agent, place) in agents.iter().zip(map) {
                places[*agent as usize] = layer.slots.at[slots[*place as usize] as usize];
            }
            begin = end;
        }
    }

    /// A proved lower bound of the summed cost (without weights) of all maps that leave each class its slots (F34).
    pub async fn lower_bound(
        &mut self,
        layer: &Layer<'_>,
        roles: &Roles<'_>,
        rules: AssignRules,
        pace: &Pace<'_>,
        refinement: &mut Refinement,
        seats: &Occupancy,
    ) -> i128 {
        let held = |agent: &u32| seats.slot_of[*agent as usize];
        if refinement.at_optimum {
            let seated = (0..seats.slot_of.len() as u32).filter(|agent| held(agent) != NO_SLOT);
            return seated.map(|agent| layer.walk(agent, held(&agent))).sum();
        }
        self.part(layer, roles, seats);
        // What the slots of a class are does not follow from the ranks where somebody kept an earlier slot.
        let mut bound = 0;
        let mut slots = std::mem::take(&mut self.slots);
        for range in self.ranges() {
            let agents = &self.agents[range.clone()];
            let slots = &mut slots[range];
            slots.iter_mut().zip(agents).for_each(|(slot, agent)| *slot = held(agent));
            slots.sort_unstable();
            bound += refinement.bound(layer, rules, pace, agents, slots).await;
        }
        self.slots = slots;
        bound
    }
}

/// One class with weights, as a layer of its own.
#[derive(Debug, Default)]
struct Weighed {
    agent_at: Vec<I64Vec2>,
    slot_at: Vec<I64Vec2>,
    radius: Vec<f64>,
    ring: Vec<u32>,
    weight: Vec<u32>,
    place_of: Vec<u32>,
    seats: Occupancy,
    exchange: Exchange,
}

impl Weighed {
    /// The middles of agents and slots. Unlike plain walks, weighted ones tell a formation from the same one moved, so
    /// that both sides are centred first. Plain distances are real ones.
    fn center(&self, layer: &Layer, agents: &[u32], slots: &[u32]) -> [I64Vec2; 2] {
        if !layer.is_squared() {
            return [I64Vec2::ZERO; 2];
        }
        [middle(layer.agents.at, agents), middle(layer.slots.at, slots)]
    }

    /// Trades slots within a class until no trade lowers the weighted cost (F32 b). Of a map that `is_optimal` when all
    /// weigh the same no pair saves anything.
    #[expect(clippy::too_many_arguments, reason = "who, where to, by which rules, and where the answer goes")]
    async fn settle(
        &mut self,
        layer: &Layer<'_>,
        roles: &Roles<'_>,
        center: [I64Vec2; 2],
        (agents, slots): (&[u32], &[u32]),
        is_optimal: bool,
        pace: &Pace<'_>,
        slot_of: &mut [u32],
    ) {
        self.weight.clear();
        self.weight.extend(agents.iter().map(|agent| roles.weight_of(*agent)));
        let even = self.weight.iter().all(|weight| *weight == self.weight[0]);
        if even && (is_optimal || !roles.are_ranked()) {
            return;
        }
        if even {
            self.weight.clear();
        }
        let count = agents.len();
        self.agent_at.clear();
        self.agent_at.extend(agents.iter().map(|agent| layer.agents.at[*agent as usize] - center[0]));
        self.slot_at.clear();
        self.slot_at.extend(slots.iter().map(|slot| layer.slots.at[*slot as usize] - center[1]));
        self.radius.clear();
        self.radius.resize(count, 0.0);
        self.ring.clear();
        self.ring.resize(count, 0);
        let slots_of_class = LayerSlots {
            at: &self.slot_at,
            exact: &[],
            ring: &self.ring,
            room: &[],
            least_distance: layer.slots.least_distance,
        };
        let agents_of_class = LayerAgents { at: &self.agent_at, radius: &self.radius };
        let class = Layer::new(agents_of_class, slots_of_class, layer.cost).weighted(&self.weight);
        self.seats.rebuild(&class, false, std::iter::empty());
        self.exchange.rebuild(&class);
        for (index, agent) in agents.iter().enumerate() {
            if let Ok(place) = slots.binary_search(&slot_of[*agent as usize]) {
                self.seats.seat_unsummarized(index as u32, place as u32);
            }
        }
        self.exchange.settle(&class, &mut self.seats, pace).await;
        self.place_of.clear();
        self.place_of.extend_from_slice(&self.seats.slot_of);
        for (agent, place) in agents.iter().zip(&self.place_of) {
            slot_of[*agent as usize] = slots[*place as usize];
        }
    }
}

/// The mean, rounded down.
fn middle(places: &[I64Vec2], numbers: &[u32]) -> I64Vec2 {
    let count = numbers.len().max(1) as i128;
    let sum = |axis: usize| numbers.iter().map(|number| i128::from(places[*number as usize][axis])).sum::<i128>();
    I64Vec2::new(sum(0).div_euclid(count) as i64, sum(1).div_euclid(count) as i64)
}
