//! Layers: ground and air are assigned apart, each over all the slots that it may use (F30), and their goals written.
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3, I64Vec2};

use super::assign::{self, AssignRules, AssignScratch, Effort, LayerAgents, LayerSlots, NO_SLOT, cost};
use super::layer_roles::{LatticeRows, LayerRoles};
use super::order::{CostRule, Mode, Order};
use super::output::{Goals, Outcome, Report};
use super::roster::{AgentInputs, MAX_DISTANCE, Roster};
use super::slots_on_ground::{SlotUse, SlotsOnGround};
use super::subset::Subset;
use crate::fault::{Fault, FaultKind};
use crate::geometry::fixed_point::Quantum;
use crate::geometry::trigonometry::turned;
use crate::pace::Pace;

/// Where the slots of an order lie, by number.
#[derive(Clone, Copy, Debug)]
pub enum SlotPlaces<'a> {
    /// On a lattice.
    Lattice(&'a SlotsOnGround),
    /// Where the caller says.
    Given {
        /// In the world.
        place: &'a [DVec3],
        /// From the order's center.
        offset: &'a [DVec2],
    },
}

impl SlotPlaces<'_> {
    /// Where in the world.
    fn place(self, number: usize) -> DVec3 {
        match self {
            Self::Lattice(slots) => slots.place(number),
            Self::Given { place, .. } => place[number],
        }
    }

    /// Where from the order's center, unrounded.
    fn offset(self, number: usize) -> DVec2 {
        match self {
            Self::Lattice(slots) => slots.offset(number),
            Self::Given { offset, .. } => offset[number],
        }
    }
}

/// All slots of an order by number, dropped ones included.
#[derive(Clone, Copy, Debug)]
pub struct NumberedSlots<'a> {
    /// Where they lie.
    pub places: SlotPlaces<'a>,
    /// Who may use it.
    pub usage: &'a [SlotUse],
    /// Ring.
    pub ring: &'a [u32],
    /// Room that standing circles leave to the ground layer; empty when there are none.
    pub room: &'a [f64],
    /// No two slots are nearer than this; 0 when nothing is known.
    pub separation: f64,
    /// What ranks are taken by.
    pub rows: LatticeRows<'a>,
}

impl<'a> NumberedSlots<'a> {
    /// The slots of a lattice on the ground, no two of which are nearer than `separation`.
    pub fn of(slots: &'a SlotsOnGround, separation: f64) -> Self {
        Self {
            places: SlotPlaces::Lattice(slots),
            usage: &slots.usage,
            ring: &slots.ring,
            room: &slots.room,
            separation,
            rows: LatticeRows { row: &slots.sheet.row, local: &slots.sheet.local },
        }
    }
}

/// Buffers of the layers, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct LayerScratch {
    /// Whether the layer has all members of the roster: then `member` and `radius` stay empty.
    everybody: bool,
    /// Whether all members stand where the roster says: then `at` stays empty.
    as_in_roster: bool,
    member: Vec<u32>,
    at: Vec<I64Vec2>,
    radius: Vec<f64>,
    /// Whether the layer may use all slots: then `number` and `slot_ring` stay empty.
    all_slots: bool,
    number: Vec<u32>,
    slot_at: Vec<I64Vec2>,
    /// Empty where nobody can clash.
    slot_exact: Vec<DVec2>,
    slot_ring: Vec<u32>,
    room: Vec<f64>,
    slot_of: Vec<u32>,
    overlap: Vec<bool>,
    roles: LayerRoles,
    assign: AssignScratch,
}

/// Farthest that a slot may lie from the order's center along an axis, in quanta (F3).
const MAX_REACH: u64 = (MAX_DISTANCE * Quantum::STEPS) as u64;

/// Assigns both layers and writes the members' goals, slots, rings and outcomes.
///
/// # Errors
/// A slot lies too far from the center for exact costs; so does the army for walks that are not centred.
#[expect(clippy::too_many_arguments, reason = "who, where to, by which rules, and where the answer goes")]
pub async fn assign_layers(
    order: &Order<'_>,
    inputs: &AgentInputs<'_>,
    roster: &Roster,
    slots: NumberedSlots<'_>,
    pace: &Pace<'_>,
    scratch: &mut LayerScratch,
    goals: &mut Goals,
    report: &mut Report,
) -> Result<(), Fault> {
    if order.cost == CostRule::Euclid
        && roster.centroid.x.unsigned_abs().max(roster.centroid.y.unsigned_abs()) > MAX_REACH
    {
        return Err(Fault::new(
            FaultKind::OutOfRange,
            format!("center is {}: with EUCLID costs at most 4e6 unit scales from the centroid", order.center),
        ));
    }
    for air in [false, true] {
        scratch.gather_members(order, roster, air);
        let members = subset(scratch.everybody, &scratch.member, roster.len());
        if members.is_empty() {
            continue;
        }
        scratch.gather_slots(order, slots, air)?;
        let members = subset(scratch.everybody, &scratch.member, roster.len());
        let numbers = subset(scratch.all_slots, &scratch.number, scratch.slot_at.len());
        scratch.roles.gather(order, inputs, roster, members, (numbers, slots.rows));
        scratch.gather_exact(roster, slots);
        let march = if order.cost == CostRule::Squared { roster.centroid } else { I64Vec2::ZERO };
        pace.breathe().await;
        let bound = scratch.assign(order, roster, slots, march, pace).await;
        pace.breathe_at(if air { 0.95 } else { 0.9 }).await;
        scratch.write(roster, inputs.locations, slots, goals);
        pace.breathe().await;
        report.cost += cost_of_walks(order, scratch.walks(roster));
        report.lower_bound += bound.map_or(0.0, |bound| scratch.centred(order, roster, bound));
    }
    Ok(())
}

/// All of `count` numbers, or those of a list.
fn subset(all: bool, listed: &[u32], count: usize) -> Subset<'_> {
    if all { Subset::All(count) } else { Subset::Listed(listed) }
}

impl LayerScratch {
    /// The layer's members: relative to the centroid, so that the march does not matter; EUCLID walks are real ones.
    fn gather_members(&mut self, order: &Order, roster: &Roster, air: bool) {
        let quantum = Quantum::new(order.unit_scale);
        let keep = order.mode == Mode::KeepFormation;
        let turn = if keep { order.keep_rotate_degrees } else { 0.0 };
        let moved = if order.cost == CostRule::Squared || keep { I64Vec2::ZERO } else { roster.centroid };
        let count = roster.air.iter().filter(|flies| **flies == air).count();
        self.everybody = count == roster.len();
        self.as_in_roster = self.everybody && turn == 0.0 && moved == I64Vec2::ZERO;
        self.member.clear();
        self.radius.clear();
        self.at.clear();
        if !self.everybody {
            self.member.reserve_exact(count);
            self.radius.reserve_exact(count);
        }
        if !self.as_in_roster {
            self.at.reserve_exact(count);
        }
        for member in (0..roster.len()).filter(|member| roster.air[*member] == air) {
            if !self.as_in_roster {
                let at = roster.at[member] + moved;
                let at = if turn == 0.0 { at } else { quantum.round2(turned(quantum.length2(at), turn)) };
                self.at.push(at);
            }
            if !self.everybody {
                self.member.push(member as u32);
                self.radius.push(roster.radius[member]);
            }
        }
    }

    fn at<'a>(&'a self, roster: &'a Roster) -> &'a [I64Vec2] {
        if self.as_in_roster { &roster.at } else { &self.at }
    }

    /// The slots that the layer may use, in order of their number.
    fn gather_slots(&mut self, order: &Order, slots: NumberedSlots, air: bool) -> Result<(), Fault> {
        let quantum = Quantum::new(order.unit_scale);
        let may_use = |usage: SlotUse| usage == SlotUse::Open || (air && usage == SlotUse::AirOnly);
        let count = slots.usage.iter().filter(|usage| may_use(**usage)).count();
        self.all_slots = count == slots.usage.len();
        self.number.clear();
        self.slot_at.clear();
        self.slot_at.reserve_exact(count);
        if !self.all_slots {
            self.number.reserve_exact(count);
        }
        self.slot_ring.clear();
        self.room.clear();
        for (number, usage) in slots.usage.iter().enumerate() {
            if may_use(*usage) {
                let offset = slots.places.offset(number);
                let at = quantum.round2(offset);
                if at.x.unsigned_abs().max(at.y.unsigned_abs()) > MAX_REACH {
                    return Err(Fault::new(
                        FaultKind::OutOfRange,
                        format!("slot {number} lies {offset} from the center; at most 4e6 unit scales are allowed"),
                    ));
                }
                self.slot_at.push(at);
                if !self.all_slots {
                    self.number.push(number as u32);
                    self.slot_ring.push(slots.ring[number]);
                }
                if !air {
                    self.room.extend(slots.room.get(number));
                }
            }
        }
        Ok(())
    }

    /// The unrounded places of the slots gathered last, for agents and roles gathered before.
    fn gather_exact(&mut self, roster: &Roster, slots: NumberedSlots) {
        let radius = if self.everybody { &roster.radius } else { &self.radius };
        let roles = self.roles.roles(I64Vec2::ZERO);
        self.slot_exact.clear();
        if assign::needs_exact_places(radius, &roles, &self.room, slots.separation) {
            let numbers = subset(self.all_slots, &self.number, self.slot_at.len());
            self.slot_exact.reserve_exact(numbers.len());
            self.slot_exact.extend(numbers.numbers().map(|number| slots.places.offset(number)));
        }
    }

    /// Answers a lower bound of the walks' summed cost as the layer counts it, where one was asked for.
    async fn assign(
        &mut self,
        order: &Order<'_>,
        roster: &Roster,
        slots: NumberedSlots<'_>,
        march: I64Vec2,
        pace: &Pace<'_>,
    ) -> Option<i128> {
        let radius = if self.everybody { &roster.radius } else { &self.radius };
        let at = if self.as_in_roster { &roster.at } else { &self.at };
        let agents = LayerAgents { at, radius };
        let slots = LayerSlots {
            at: &self.slot_at,
            exact: &self.slot_exact,
            ring: if self.all_slots { slots.ring } else { &self.slot_ring },
            room: &self.room,
            least_distance: slots.separation,
        };
        let (assign, slot_of, overlap) = (&mut self.assign, &mut self.slot_of, &mut self.overlap);
        match order.mode {
            Mode::ReformTheLine => {
                let rules = AssignRules {
                    cost: order.cost,
                    near_candidates: order.near_candidates,
                    strategic_candidates: order.strategic_candidates,
                    effort: order.effort,
                };
                let roles = self.roles.roles(march);
                assign::reform_with_roles(agents, slots, &roles, rules, pace, assign, slot_of, overlap).await;
                let wants_bound = order.want_bound || order.effort == Effort::Exact;
                match wants_bound {
                    true => Some(assign::lower_bound(agents, slots, &roles, rules, pace, assign).await),
                    false => None,
                }
            }
            Mode::KeepFormation => {
                assign::keep_formation(agents, slots, pace, assign, slot_of, overlap).await;
                None
            }
        }
    }

    fn write(&self, roster: &Roster, locations: &[DVec3], slots: NumberedSlots, goals: &mut Goals) {
        let members = subset(self.everybody, &self.member, roster.len());
        let numbers = subset(self.all_slots, &self.number, self.slot_at.len());
        for (index, member) in members.numbers().enumerate() {
            let agent = roster.agent[member] as usize;
            let slot = self.slot_of[index];
            if slot == NO_SLOT {
                goals.outcome[agent] = Outcome::Overflow;
                continue;
            }
            let number = numbers.number(slot as usize);
            let place = slots.places.place(number);
            goals.goal[agent] = place.truncate().extend(roster.goal_height(member, locations, place.z));
            goals.slot[agent] = number as u32;
            goals.ring[agent] = slots.ring[number];
            goals.outcome[agent] = if self.overlap[index] { Outcome::Overlap } else { Outcome::Placed };
        }
    }

    /// From and to, of everybody who has a slot.
    fn walks<'a>(&'a self, roster: &'a Roster) -> impl Iterator<Item = (I64Vec2, I64Vec2)> {
        let placed = self.at(roster).iter().zip(&self.slot_of).filter(|(_, slot)| **slot != NO_SLOT);
        placed.map(|(at, slot)| (*at, self.slot_at[*slot as usize]))
    }

    /// A summed cost of the layer's walks in the report's terms. Centring takes the same off every map, because the
    /// walks add up to the same.
    fn centred(&self, order: &Order, roster: &Roster, cost: i128) -> f64 {
        let quantum = Quantum::new(order.unit_scale).length(1);
        match order.cost {
            CostRule::Squared => centred_squares(self.walks(roster), Some(cost)) * quantum * quantum,
            CostRule::Euclid => cost as f64 * quantum,
        }
    }
}

/// What walks (from, to; in quanta) cost: squared and centred on both sides, or as plain lengths.
pub(super) fn cost_of_walks(order: &Order, walks: impl Iterator<Item = (I64Vec2, I64Vec2)>) -> f64 {
    let quantum = Quantum::new(order.unit_scale).length(1);
    match order.cost {
        CostRule::Squared => centred_squares(walks, None) * quantum * quantum,
        CostRule::Euclid => {
            walks.map(|(from, to)| cost::walk(CostRule::Euclid, from, to)).sum::<i128>() as f64 * quantum
        }
    }
}

/// Σ|walk|² − |Σ walk|²/n, exact until the last division; with another sum of squares where one is given.
fn centred_squares(walks: impl Iterator<Item = (I64Vec2, I64Vec2)>, instead: Option<i128>) -> f64 {
    let (mut count, mut sum, mut squares) = (0_i128, [0_i128; 2], 0_i128);
    for (at, slot) in walks {
        let walk = [i128::from(slot.x - at.x), i128::from(slot.y - at.y)];
        count += 1;
        sum = [sum[0] + walk[0], sum[1] + walk[1]];
        squares += walk[0] * walk[0] + walk[1] * walk[1];
    }
    let squares = instead.unwrap_or(squares);
    let centred = count * squares - sum[0] * sum[0] - sum[1] * sum[1];
    if count == 0 { 0.0 } else { centred.max(0) as f64 / count as f64 }
}
