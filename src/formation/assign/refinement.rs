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

/// From this many agents up GOOD solves the core again only when more than one agent in [`NEGLIGIBLE`] has moved.
const LARGE: usize = 2_000;
const NEGLIGIBLE: usize = 500;

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
    /// Whether somebody was seated in another's way.
    pub crowded: bool,
}

impl Refinement {
    /// Forgets the last layer.
    pub fn rebuild(&mut self, layer: &Layer, seats: &Occupancy) {
        self.exchange.rebuild(layer, seats);
        self.displacement.rebuild(layer);
        self.crowded = false;
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
        self.core_agents.extend(agents.iter().map(|agent| layer.agents.at[*agent as usize]));
        self.core_slots.clear();
        self.core_slots.extend(slots.iter().map(|slot| layer.slots.at[*slot as usize]));
        auction::solve(
            &self.core_agents,
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
        let count = layer.agents.at.len();
        if seats.guarded {
            self.settle_structure(layer, by_ring, seats);
            self.solve_groups(layer, rules, executor, seats);
        }
        let most_solves = match rules.effort {
            Effort::Quick => 0,
            Effort::Good => 4,
            Effort::Exact => MOST_ROUNDS,
        };
        for solves in 0..=most_solves {
            let changes = self.settle(layer, by_ring, seats);
            let negligible = rules.effort == Effort::Good && count >= LARGE && changes * NEGLIGIBLE < count;
            if changes == 0 || negligible || solves == most_solves {
                return;
            }
            if !self.solve_groups(layer, rules, executor, seats) {
                return;
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
    fn settle(&mut self, layer: &Layer, by_ring: &[u32], seats: &mut Occupancy) -> usize {
        let trades = self.exchange.mixed_trades();
        let mut steps = 0;
        // Everybody is looked at in the first round, then whoever a step concerns. A body's step may clear the way for
        // others far from it: where bodies can clash, a last round looks at everybody again.
        let mut look_at_all = true;
        for _ in 0..MOST_ROUNDS {
            let before = steps;
            steps += self.settle_structure(layer, by_ring, seats);
            steps += self.ring_moves.settle(layer, by_ring, look_at_all, seats, &mut self.exchange);
            let traded = if look_at_all {
                self.exchange.settle(layer, seats)
            } else {
                self.exchange.settle_after_steps(layer, seats)
            };
            let at_rest = steps == before && !traded;
            if at_rest && (look_at_all || !seats.guarded) {
                break;
            }
            look_at_all = at_rest;
        }
        steps + self.exchange.mixed_trades() - trades
    }

    /// Solves each group of equal radius on the slots that it holds. Answers whether any map became cheaper.
    pub fn solve_groups(
        &mut self,
        layer: &Layer,
        rules: AssignRules,
        executor: &Executor,
        seats: &mut Occupancy,
    ) -> bool {
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
            if size > 1 {
                cheaper |= self.solve_group(layer, rules, executor, &rest[..size], seats);
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
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        places.extend(group.iter().map(|agent| seats.slot_of[*agent as usize]));
        let before: i128 = group.iter().zip(&places).map(|(agent, slot)| layer.walk(*agent, *slot)).sum();
        places.sort_unstable();
        let map = self.solve(layer, rules, executor, group, &places);
        let after: i128 = group.iter().zip(map).map(|(agent, place)| layer.walk(*agent, places[*place as usize])).sum();
        // A map within half a percent of the optimum may cost more than the one that the repairs have reached.
        let cheaper = after < before;
        if cheaper {
            seats.reseat(layer, group, |index| places[map[index] as usize]);
        }
        self.places = places;
        cheaper
    }
}
