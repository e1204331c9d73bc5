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
use crate::pace::Pace;

/// Rounds of all stages. Each round lowers clashes, rings or cost, and few are needed; this bounds the worst.
const MOST_ROUNDS: usize = 256;

/// From this many agents up GOOD may leave it at the repairs, where a core solved again would hardly differ.
const LARGE: usize = 500;

/// Where bodies can clash and no more agents than this, GOOD settles the used slots before the core, from about where
/// everybody will stand: of so few, those whom the repairs bring to other slots are too large a part to leave a core at
/// what it was. Measured with ten wide agents in a hundred: a core of QUICK's effort in place of that takes 6 % more of the
/// whole at 1,000 and 2,000, and 10,000 or 100,000 agents would take a fifth to a third longer with this than without.
const SMALL: usize = 5000;

/// Rounds of the stages that settle the used slots.
const MOST_EARLY_ROUNDS: usize = 3;

/// Agents who came to slots that their group had not held are negligible while their walks, summed, have changed by less
/// than this part of the group's cost: the core is solved to some quarter of a percent, and half a percent is allowed.
const NEGLIGIBLE: i128 = 300;

/// Or else while the squared ways from everybody's slot to the one that the core gave him, summed, are less than this
/// part. Where walks cost their square, differences of costs and of prices are equal and opposite around the slot that
/// a core gives, so that about the square of the way is lost, and less where the way was an exchange's: a fifth of a
/// percent on top of the core's loss. Measured over the 900 groups of 400 to 2,500 that armies with wide bodies gave: a
/// part of 150 ended at up to 1.0069 of the optimum, 300 at 1.0043, 500 at 1.0029, in equal time.
const NEGLIGIBLE_WAYS: i128 = 500;

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
    /// The agents of each group in median order, as indices into the group, in order of `by_radius`; empty while unknown.
    orders: Vec<u32>,
    /// Slot per agent after the last solve.
    solved: Vec<u32>,
    /// Who came to a slot that its group had not held, and what its walk has changed by.
    newcomers: Vec<(u32, i128)>,
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
    pub fn rebuild(&mut self, layer: &Layer) {
        self.exchange.rebuild(layer);
        self.displacement.rebuild(layer);
        self.compaction.rebuild();
        self.newcomers.clear();
        self.orders.clear();
        self.crowded = false;
        self.in_place = false;
        self.at_optimum = false;
    }

    /// Matches agents to as many slots, both in order of number; the answer is an index into `slots` per agent.
    pub async fn solve(
        &mut self,
        layer: &Layer<'_>,
        rules: AssignRules,
        pace: &Pace<'_>,
        agents: &[u32],
        slots: &[u32],
    ) -> &[u32] {
        let everybody = self.gather(layer, agents, slots);
        auction::solve_in_turns(
            if everybody { layer.agents.at } else { &self.core_agents },
            &self.core_slots,
            rules,
            false,
            pace,
            &mut self.auction,
            &mut self.core_map,
        )
        .await;
        &self.core_map
    }

    /// As [`Self::solve`], near enough to tell about where everybody will stand.
    fn solve_about(&mut self, layer: &Layer, pace: &Pace, agents: &[u32], slots: &[u32]) -> &[u32] {
        let everybody = self.gather(layer, agents, slots);
        auction::match_by_medians(
            if everybody { layer.agents.at } else { &self.core_agents },
            &self.core_slots,
            pace.executor,
            &mut self.auction,
            &mut self.core_map,
        );
        &self.core_map
    }

    /// Copies the places of agents and slots for a core, but for those of everybody. Answers whether it is everybody.
    fn gather(&mut self, layer: &Layer, agents: &[u32], slots: &[u32]) -> bool {
        self.core_agents.clear();
        // Distinct agents in order of number, as many as there are: everybody.
        let everybody = agents.len() == layer.agents.at.len();
        if !everybody {
            self.core_agents.extend(agents.iter().map(|agent| layer.agents.at[*agent as usize]));
        }
        self.core_slots.clear();
        self.core_slots.extend(slots.iter().map(|slot| layer.slots.at[*slot as usize]));
        everybody
    }

    /// A proved lower bound of the summed cost of matching agents to as many slots, both in order of number.
    pub async fn bound(
        &mut self,
        layer: &Layer<'_>,
        rules: AssignRules,
        pace: &Pace<'_>,
        agents: &[u32],
        slots: &[u32],
    ) -> i128 {
        let everybody = self.gather(layer, agents, slots);
        let agents = if everybody { layer.agents.at } else { &self.core_agents };
        let (core, map) = (&mut self.auction, &mut self.core_map);
        let solved = auction::solve_in_turns(agents, &self.core_slots, rules, true, pace, core, map);
        solved.await.unwrap_or(0)
    }

    /// Brings a complete seating to rest.
    pub async fn run(
        &mut self,
        layer: &Layer<'_>,
        rules: AssignRules,
        pace: &Pace<'_>,
        by_ring: &[u32],
        seats: &mut Occupancy,
    ) {
        if seats.guarded {
            self.settle_structure(layer, by_ring, seats, pace).await;
            if rules.effort == Effort::Good && layer.agents.at.len() <= SMALL {
                self.solve_groups(layer, None, pace, true, seats).await;
                self.settle_used_slots(layer, by_ring, seats, pace).await;
            }
            self.solve_groups(layer, Some(rules), pace, true, seats).await;
        }
        seats.take_newcomers(&mut self.newcomers);
        self.solved.clone_from(&seats.slot_of);
        let most_solves = match rules.effort {
            Effort::Quick => 0,
            Effort::Good => 64,
            Effort::Exact => MOST_ROUNDS,
        };
        // No pair of an optimal map saves anything.
        let is_optimal = rules.effort == Effort::Exact && !(layer.is_mixed && seats.guarded);
        let mut look_at_all = true;
        for solves in 0..=most_solves {
            let trades = !is_optimal || solves == most_solves;
            let changes = self.settle(layer, by_ring, (look_at_all, trades), seats, pace).await;
            self.at_optimum = rules.effort == Effort::Exact && changes == 0;
            if changes == 0 || solves == most_solves {
                return;
            }
            seats.take_newcomers(&mut self.newcomers);
            // Who was displaced is not among the newcomers.
            if !self.solve_groups(layer, Some(rules), pace, self.crowded, seats).await {
                self.at_optimum = rules.effort == Effort::Exact;
                return;
            }
            self.solved.clone_from(&seats.slot_of);
            look_at_all = self.moved.len() * FEW_MOVED >= layer.agents.at.len();
            if !look_at_all {
                self.moved.iter().for_each(|agent| self.exchange.mark(*agent));
            }
        }
    }

    /// Displacement and compaction until neither has anything to do. Answers how many steps were taken.
    pub async fn settle_structure(
        &mut self,
        layer: &Layer<'_>,
        by_ring: &[u32],
        seats: &mut Occupancy,
        pace: &Pace<'_>,
    ) -> usize {
        let mut steps = 0;
        for _ in 0..MOST_ROUNDS {
            pace.breathe().await;
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

    /// The stages that decide which slots each size uses: all but the trades between equals.
    async fn settle_used_slots(&mut self, layer: &Layer<'_>, by_ring: &[u32], seats: &mut Occupancy, pace: &Pace<'_>) {
        self.exchange.crowded = self.crowded;
        for round in 0..MOST_EARLY_ROUNDS {
            self.settle_structure(layer, by_ring, seats, pace).await;
            let (moves, exchange) = (&mut self.ring_moves, &mut self.exchange);
            let moves = moves.settle(layer, by_ring, round == 0, self.crowded, seats, exchange);
            pace.breathe().await;
            let traded = self.exchange.trade_across(layer, seats, pace).await;
            if moves == 0 && !traded {
                break;
            }
        }
    }

    /// All stages until none has anything to do, the exchange if it `trades`. Answers how many steps changed which
    /// slots a group of equal radius holds.
    async fn settle(
        &mut self,
        layer: &Layer<'_>,
        by_ring: &[u32],
        (look_at_all, trades): (bool, bool),
        seats: &mut Occupancy,
        pace: &Pace<'_>,
    ) -> usize {
        let mixed_trades = self.exchange.mixed_trades();
        let mut steps = 0;
        // Everybody is looked at in the first round, or who is marked, then whoever a step concerns: who moved, and who
        // stands where a step has made room.
        let mut look_at_all = look_at_all;
        for round in 0..MOST_ROUNDS {
            let before = steps;
            steps += self.settle_structure(layer, by_ring, seats, pace).await;
            if !self.in_place {
                let all_rings = look_at_all || round == 0;
                steps += {
                    let (moves, exchange) = (&mut self.ring_moves, &mut self.exchange);
                    moves.settle(layer, by_ring, all_rings, self.crowded, seats, exchange)
                };
            }
            pace.breathe().await;
            self.exchange.crowded = self.crowded;
            let traded = match (trades, look_at_all) {
                (false, _) => false,
                (true, true) => self.exchange.settle(layer, seats, pace).await,
                (true, false) => self.exchange.settle_after_steps(layer, seats, pace).await,
            };
            if steps == before && !traded {
                break;
            }
            look_at_all = false;
        }
        steps + self.exchange.mixed_trades() - mixed_trades
    }

    /// Solves each group of equal radius on the slots that it holds: all of them, or those that newcomers may have
    /// brought out of order. Without rules about where each will stand. Answers whether any map became cheaper.
    pub async fn solve_groups(
        &mut self,
        layer: &Layer<'_>,
        rules: Option<AssignRules>,
        pace: &Pace<'_>,
        all: bool,
        seats: &mut Occupancy,
    ) -> bool {
        self.moved.clear();
        let mut by_radius = std::mem::take(&mut self.by_radius);
        by_radius.clear();
        by_radius.reserve_exact(layer.agents.at.len());
        let has_slot = |agent: &u32| seats.slot_of[*agent as usize] != NO_SLOT;
        let mut newcomers = std::mem::take(&mut self.newcomers);
        let are_parted = layer.is_mixed && seats.guarded;
        let radius = |agent: u32| if are_parted { layer.agents.radius[agent as usize] } else { 0.0 };
        if are_parted {
            by_radius.extend(seats.clearance.by_radius().iter().copied().filter(has_slot));
            newcomers.sort_unstable_by(|(a, _), (b, _)| radius(*b).total_cmp(&radius(*a)));
        } else {
            by_radius.extend((0..layer.agents.at.len() as u32).filter(has_slot));
        }
        let mut cheaper = false;
        if rules.is_none() || self.orders.len() != by_radius.len() {
            self.orders.clear();
        }
        if rules.is_none() {
            self.orders.resize(by_radius.len(), 0);
        }
        let (mut rest, mut new) = (&by_radius[..], &newcomers[..]);
        while let Some(first) = rest.first() {
            let own = radius(*first);
            let (group, others) = rest.split_at(rest.partition_point(|agent| radius(*agent) == own));
            let (new_here, new_there) = new.split_at(new.partition_point(|(agent, _)| radius(*agent) >= own));
            (rest, new) = (others, new_there);
            let is_negligible = || {
                let may_neglect = rules.is_some_and(|rules| rules.effort == Effort::Good) && group.len() >= LARGE;
                may_neglect && self.is_negligible(layer, seats, group, new_here)
            };
            if group.len() > 1 && (all || !(new_here.is_empty() || is_negligible())) {
                let first = by_radius.len() - rest.len() - group.len();
                cheaper |= self.solve_group(layer, rules, pace, (group, first), seats).await;
            }
        }
        (self.by_radius, self.newcomers) = (by_radius, newcomers);
        cheaper
    }

    /// Whether what newcomers may have brought out of order is not worth another solve.
    fn is_negligible(&self, layer: &Layer<'_>, seats: &Occupancy, group: &[u32], newcomers: &[(u32, i128)]) -> bool {
        let cost = centred_cost(layer, seats, group);
        let changed: i128 = newcomers.iter().map(|(_, changed)| changed).sum();
        let squared_way = |agent: &u32| {
            let place = |slot: u32| layer.slots.at[slot as usize];
            let way = place(seats.slot_of[*agent as usize]) - place(self.solved[*agent as usize]);
            i128::from(way.x) * i128::from(way.x) + i128::from(way.y) * i128::from(way.y)
        };
        let ways =
            || group.iter().filter(|agent| self.solved[**agent as usize] != NO_SLOT).map(squared_way).sum::<i128>();
        changed * NEGLIGIBLE <= cost || (layer.is_squared() && ways() * NEGLIGIBLE_WAYS <= cost)
    }

    async fn solve_group(
        &mut self,
        layer: &Layer<'_>,
        rules: Option<AssignRules>,
        pace: &Pace<'_>,
        (group, first): (&[u32], usize),
        seats: &mut Occupancy,
    ) -> bool {
        // Whoever stands keeps some slot, so that groups stay what they are.
        let orders = first..first + group.len();
        if rules.is_some()
            && let Some(order) = self.orders.get(orders.clone())
        {
            self.auction.tell_order(order);
        }
        let (mut places, mut moved) = (std::mem::take(&mut self.places), std::mem::take(&mut self.moved));
        places.clear();
        places.extend(group.iter().map(|agent| seats.slot_of[*agent as usize]));
        let before: i128 = group.iter().zip(&places).map(|(agent, slot)| layer.walk(*agent, *slot)).sum();
        places.sort_unstable();
        let map = match rules {
            Some(rules) => self.solve(layer, rules, pace, group, &places).await,
            None => {
                self.solve_about(layer, pace, group, &places);
                self.orders[orders].copy_from_slice(self.auction.agents_in_order());
                &self.core_map
            }
        };
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
