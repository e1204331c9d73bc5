//! Refinement: the repairing stages in turn until none has anything left to do, and the core solved again where they
//! changed which slots are used.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::auction::{self, AuctionScratch};
use super::compaction::Compaction;
use super::displacement::Displacement;
use super::exchange::Exchange;
use super::occupancy::Occupancy;
use super::ring_moves::RingMoves;
use super::{AssignRules, Effort, Layer, NO_SLOT};
use crate::parallel::Executor;

/// Rounds of all stages. Each round lowers clashes, rings or cost, and few are needed; this bounds the worst.
const MOST_ROUNDS: usize = 256;

/// From this many agents up GOOD may leave it at the repairs, where a core solved again would hardly differ.
const LARGE: usize = 2_000;
/// Agents who came to slots that their group had not held are negligible while their walks, summed, have changed by less
/// than this part of the group's cost: the core is solved to a tenth of a percent, and half a percent is allowed.
const NEGLIGIBLE: i128 = 300;

/// A core solved again that moved less than this part of the agents lets the repairs look at those alone.
const FEW_MOVED: usize = 4;

/// Buffers of the refinement.
#[derive(Debug, Default)]
pub struct Refinement {
    pub exchange: Exchange,
    pub displacement: Displacement,
    compaction: Compaction,
    ring_moves: RingMoves,
    auction: AuctionScratch,
    core_agents: Vec<I64Vec2>,
    core_slots: Vec<I64Vec2>,
    core_map: Vec<u32>,
    places: Vec<u32>,
    by_radius: Vec<u32>,
    /// Who came to another slot when the groups were solved last.
    moved: Vec<u32>,
    /// Whether somebody was seated in another's way.
    pub crowded: bool,
    /// Whether the army stands on its slots already, but for the march: then nobody leaves for a nearer slot of its
    /// ring, or an army on one side of its last ring would wander order after order (F38).
    pub in_place: bool,
    /// Whether each class stands as an EXACT solve of its slots put it: the cost is its own lower bound.
    pub at_optimum: bool,
}

impl Refinement {
    /// Forgets the last layer.
    pub fn rebuild(&mut self, layer: &Layer, seats: &Occupancy) {
        self.exchange.rebuild(layer, seats);
        self.displacement.rebuild(layer);
        self.compaction.rebuild();
        self.crowded = false;
        self.in_place = false;
        self.at_optimum = false;
    }

    /// Matches agents to as many slots, both in order of number; the answer is an index into `slots` per agent.
    pub fn solve(
        &mut self,
        layer: &Layer,
        rules: AssignRules,
        executor: &Executor,
        agents: &[u32],
        slots: &[u32],
    ) -> &[u32] {
        self.core_agents.clear();
        // Distinct agents in order of number, as many as there are: everybody.
        let everybody = agents.len() == layer.agents.at.len();
        if !everybody {
            self.core_agents.extend(agents.iter().map(|agent| layer.agents.at[*agent as usize]));
        }
        self.core_slots.clear();
        self.core_slots.extend(slots.iter().map(|slot| layer.slots.at[*slot as usize]));
        auction::solve(
            if everybody { layer.agents.at } else { &self.core_agents },
            &self.core_slots,
            rules,
            false,
            executor,
            &mut self.auction,
            &mut self.core_map,
        );
        &self.core_map
    }

    /// A proved lower bound of the summed cost of matching agents to as many slots, both in order of number.
    pub fn bound(
        &mut self,
        layer: &Layer,
        rules: AssignRules,
        executor: &Executor,
        agents: &[u32],
        slots: &[u32],
    ) -> i128 {
        self.core_agents.clear();
        self.core_agents.extend(agents.iter().map(|agent| layer.agents.at[*agent as usize]));
        self.core_slots.clear();
        self.core_slots.extend(slots.iter().map(|slot| layer.slots.at[*slot as usize]));
        let (core, map) = (&mut self.auction, &mut self.core_map);
        auction::solve(&self.core_agents, &self.core_slots, rules, true, executor, core, map).unwrap_or(0)
    }

    /// Brings a complete seating to rest.
    pub fn run(
        &mut self,
        layer: &Layer,
        rules: AssignRules,
        executor: &Executor,
        by_ring: &[u32],
        seats: &mut Occupancy,
    ) {
        if seats.guarded {
            self.settle_structure(layer, by_ring, seats);
            self.solve_groups(layer, rules, executor, 0, seats);
        }
        seats.take_changed_cost();
        let most_solves = match rules.effort {
            Effort::Quick => 0,
            Effort::Good => 64,
            Effort::Exact => MOST_ROUNDS,
        };
        let mut look_at_all = true;
        for solves in 0..=most_solves {
            let changes = self.settle(layer, by_ring, look_at_all, executor, seats);
            self.at_optimum = rules.effort == Effort::Exact && changes == 0;
            if changes == 0 || solves == most_solves {
                return;
            }
            let changed_cost = seats.take_changed_cost();
            let may_neglect = rules.effort == Effort::Good && !self.crowded;
            let negligible = if may_neglect { changed_cost * NEGLIGIBLE } else { 0 };
            if !self.solve_groups(layer, rules, executor, negligible, seats) {
                self.at_optimum = rules.effort == Effort::Exact;
                return;
            }
            look_at_all = self.moved.len() * FEW_MOVED >= layer.agents.at.len();
            if !look_at_all {
                self.moved.iter().for_each(|agent| self.exchange.mark(*agent));
            }
        }
    }

    /// Displacement and compaction until neither has anything to do. Answers how many steps were taken.
    pub fn settle_structure(&mut self, layer: &Layer, by_ring: &[u32], seats: &mut Occupancy) -> usize {
        let mut steps = 0;
        for _ in 0..MOST_ROUNDS {
            let before = steps;
            if self.crowded {
                steps += self.displacement.settle(layer, seats);
            }
            if seats.guarded {
                steps += self.compaction.settle(layer, by_ring, seats);
            }
            if steps == before || !self.crowded {
                break;
            }
        }
        steps
    }

    /// All stages until none has anything to do. Answers how many steps changed which slots a group of equal radius
    /// holds.
    fn settle(
        &mut self,
        layer: &Layer,
        by_ring: &[u32],
        look_at_all: bool,
        executor: &Executor,
        seats: &mut Occupancy,
    ) -> usize {
        let trades = self.exchange.mixed_trades();
        let mut steps = 0;
        // Everybody is looked at in the first round, or who is marked, then whoever a step concerns: who moved, and who
        // stands where a step has made room.
        let mut look_at_all = look_at_all;
        for round in 0..MOST_ROUNDS {
            let before = steps;
            steps += self.settle_structure(layer, by_ring, seats);
            if !self.in_place {
                let all_rings = look_at_all || round == 0;
                steps += self.ring_moves.settle(layer, by_ring, all_rings, seats, &mut self.exchange);
            }
            let traded = if look_at_all {
                self.exchange.settle(layer, executor, seats)
            } else {
                self.exchange.settle_after_steps(layer, executor, seats)
            };
            if steps == before && !traded {
                break;
            }
            look_at_all = false;
        }
        steps + self.exchange.mixed_trades() - trades
    }

    /// Solves each group of equal radius on the slots that it holds, but for large ones whose cost is at least
    /// `negligible`. Answers whether any map became cheaper.
    pub fn solve_groups(
        &mut self,
        layer: &Layer,
        rules: AssignRules,
        executor: &Executor,
        negligible: i128,
        seats: &mut Occupancy,
    ) -> bool {
        self.moved.clear();
        let mut by_radius = std::mem::take(&mut self.by_radius);
        by_radius.clear();
        by_radius.extend((0..layer.agents.at.len() as u32).filter(|agent| seats.slot_of[*agent as usize] != NO_SLOT));
        if layer.is_mixed && seats.guarded {
            let radius = |agent: &u32| layer.agents.radius[*agent as usize];
            by_radius.sort_unstable_by(|a, b| radius(b).total_cmp(&radius(a)).then(a.cmp(b)));
        }
        let mut cheaper = false;
        let mut rest = &by_radius[..];
        while let Some(first) = rest.first() {
            let radius = layer.agents.radius[*first as usize];
            let size = if layer.is_mixed && seats.guarded {
                rest.partition_point(|agent| layer.agents.radius[*agent as usize] == radius)
            } else {
                rest.len()
            };
            let group = &rest[..size];
            let still_good = negligible > 0 && size >= LARGE && negligible <= centred_cost(layer, seats, group);
            if size > 1 && !still_good {
                cheaper |= self.solve_group(layer, rules, executor, group, seats);
            }
            rest = &rest[size..];
        }
        self.by_radius = by_radius;
        if cheaper {
            seats.summarize(layer);
        }
        cheaper
    }

    fn solve_group(
        &mut self,
        layer: &Layer,
        rules: AssignRules,
        executor: &Executor,
        group: &[u32],
        seats: &mut Occupancy,
    ) -> bool {
        let (mut places, mut moved) = (std::mem::take(&mut self.places), std::mem::take(&mut self.moved));
        places.clear();
        places.extend(group.iter().map(|agent| seats.slot_of[*agent as usize]));
        let before: i128 = group.iter().zip(&places).map(|(agent, slot)| layer.walk(*agent, *slot)).sum();
        places.sort_unstable();
        let map = self.solve(layer, rules, executor, group, &places);
        let after: i128 = group.iter().zip(map).map(|(agent, place)| layer.walk(*agent, places[*place as usize])).sum();
        // A map within half a percent of the optimum may cost more than the one that the repairs have reached.
        let cheaper = after < before;
        if cheaper {
            let moves = |(agent, place): &(&u32, &u32)| seats.slot_of[**agent as usize] != places[**place as usize];
            moved.extend(group.iter().zip(map).filter(moves).map(|(agent, _)| *agent));
            seats.reseat(layer, group, |index| places[map[index] as usize]);
        }
        (self.places, self.moved) = (places, moved);
        cheaper
    }
}

/// The summed cost of a group's walks, both sides centred where they are squared.
fn centred_cost(layer: &Layer, seats: &Occupancy, group: &[u32]) -> i128 {
    let (mut cost, mut sum) = (0, [0; 2]);
    for agent in group {
        let slot = seats.slot_of[*agent as usize];
        let walk = layer.slots.at[slot as usize] - layer.agents.at[*agent as usize];
        cost += layer.walk(*agent, slot);
        sum = [sum[0] + i128::from(walk.x), sum[1] + i128::from(walk.y)];
    }
    let shared = if layer.is_squared() { (sum[0] * sum[0] + sum[1] * sum[1]) / group.len() as i128 } else { 0 };
    cost - shared
}
