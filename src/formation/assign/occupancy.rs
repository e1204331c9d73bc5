//! Occupancy: who stands on which slot, with the summaries that searches for a free slot prune by.
#![forbid(unsafe_code)]

mod room;
mod search;
mod summary;

use glam::DVec2;

pub use self::search::{ANY_RING, Wish};
use self::summary::Summary;
use super::clearance::{Clearance, apart};
use super::neighbours::Neighbours;
use super::point_tree::{Bounds, NOWHERE, PointTree};
use super::{Layer, NO_SLOT};
use crate::parallel::Executor;

/// Nobody stands here.
pub const FREE: u32 = u32::MAX;

/// The room of a slot is good to a rounding, this part of it; who stands there is decided by [`Occupancy::fits`].
const ROOM_DOUBT: f64 = 1e-9;

/// Slots within this many pitches, some twenty, are looked at one by one for who is in the way.
const NEAR_PITCHES: f64 = 2.6;

/// Who stands where. Nobody looks for a free slot outside `tree`.
#[derive(Debug, Default)]
pub struct Occupancy {
    /// Slot per agent, or [`NO_SLOT`].
    pub slot_of: Vec<u32>,
    /// Agent per slot, or [`FREE`].
    pub agent_at: Vec<u32>,
    /// The slots in play, at their whole-number places.
    pub tree: PointTree,
    /// Who clashes with whom; empty unless `guarded`.
    pub clearance: Clearance,
    /// Whether anybody can clash or be short of room: without it clearance is not looked at.
    pub guarded: bool,
    neighbours: Neighbours,
    summaries: Vec<Summary>,
    exact_bounds: Vec<Bounds>,
    /// Largest radius that standing circles and wide agents leave, per slot; of free slots alone.
    room: Vec<f64>,
    widest: f64,
    /// Whether somebody came to a slot or left it, or it was touched otherwise, until [`Self::take_touched`].
    touched: Vec<bool>,
    /// Slots where there is more room since somebody left, with repetitions, until [`Self::take_roomier`].
    roomier: Vec<u32>,
    /// Times that an agent was taken off its slot, but to make place for one of its own size.
    changes: usize,
    /// Who was seated, with repetitions, until [`Self::take_arrivals`].
    arrivals: Vec<u32>,
    /// Who came to a slot that no agent of its size had held, and what its walk has changed by, until
    /// [`Self::take_newcomers`].
    newcomers: Vec<(u32, i128)>,
}

impl Occupancy {
    /// Empties the slots named in `play`.
    pub fn rebuild(&mut self, layer: &Layer, guarded: bool, play: impl Iterator<Item = u32>) {
        let slots = layer.slots;
        let most = play.size_hint().1.unwrap_or(slots.at.len());
        let points = play.map(|slot| (slot, slots.at[slot as usize]));
        self.tree.rebuild_over_even(&Executor::Inline, slots.at.len(), most, points);
        self.slot_of.clear();
        self.slot_of.resize(layer.agents.at.len(), NO_SLOT);
        self.agent_at.clear();
        self.agent_at.resize(slots.at.len(), FREE);
        self.summaries.clear();
        self.summaries.resize(2 * self.tree.leaves(), Summary::EMPTY);
        self.guarded = guarded;
        self.touched.clear();
        self.touched.resize(slots.at.len(), false);
        self.roomier.clear();
        self.arrivals.clear();
        self.newcomers.clear();
        self.changes = 0;
        self.clearance.clear();
        if guarded {
            self.room.clear();
            self.room.extend_from_slice(slots.room);
            self.room.resize(slots.at.len(), f64::INFINITY);
            self.widest = layer.agents.radius.iter().copied().fold(0.0, f64::max);
            let pitch = pitch(slots.exact.iter().copied());
            self.neighbours.rebuild(slots.exact, (2.0 * self.widest).min(NEAR_PITCHES * pitch));
            let known = self.neighbours.reach();
            self.clearance.rebuild(layer.agents.radius, pitch, slots.least_distance, known);
            self.measure_exact(layer);
        }
        self.summarize(layer);
    }

    fn measure_exact(&mut self, layer: &Layer) {
        self.exact_bounds.clear();
        self.exact_bounds.resize(2 * self.tree.leaves(), Bounds::EMPTY);
        for node in (1..2 * self.tree.leaves()).rev() {
            self.exact_bounds[node] = if self.tree.is_leaf(node) {
                let entries = self.tree.entries(self.tree.range(node));
                entries.fold(Bounds::EMPTY, |all, entry| {
                    all.union(Bounds::point(layer.slots.exact[entry.number as usize]))
                })
            } else {
                self.exact_bounds[2 * node].union(self.exact_bounds[2 * node + 1])
            };
        }
    }

    /// Seats an agent without a summary: for many at once, before [`Self::summarize`]. Not for guarded layers.
    pub fn seat_unsummarized(&mut self, agent: u32, slot: u32) {
        self.slot_of[agent as usize] = slot;
        self.agent_at[slot as usize] = agent;
    }

    /// Seats an agent that has no slot on a free one.
    pub fn seat(&mut self, layer: &Layer, agent: u32, slot: u32) {
        self.seat_unsummarized(agent, slot);
        self.arrivals.push(agent);
        if self.guarded {
            self.clearance.stand(agent, layer.slots.exact[slot as usize]);
            if layer.is_wide(agent) {
                self.narrow(layer, agent, slot);
            }
        }
        self.refresh(layer, slot);
    }

    /// Seats agents who are not wide and have no slot, each on the free slot next in turn.
    pub fn seat_slender(&mut self, layer: &Layer, agents: &[u32], slots: impl Iterator<Item = u32>) {
        for (agent, slot) in agents.iter().zip(slots) {
            self.seat_unsummarized(*agent, slot);
            self.clearance.stand(*agent, layer.slots.exact[slot as usize]);
        }
        self.summarize(layer);
    }

    /// Takes an agent off its slot, which becomes free.
    pub fn unseat(&mut self, layer: &Layer, agent: u32) -> u32 {
        let slot = std::mem::replace(&mut self.slot_of[agent as usize], NO_SLOT);
        self.agent_at[slot as usize] = FREE;
        self.changes += 1;
        if self.guarded {
            self.clearance.leave(agent);
            self.room[slot as usize] = self.measured_room(layer, slot);
            if layer.is_wide(agent) {
                self.widen(layer, agent, slot);
            }
            let mut roomier = std::mem::take(&mut self.roomier);
            let reach = layer.agents.radius[agent as usize] + self.widest;
            self.slots_within(layer, slot, reach, |near| roomier.push(near));
            self.roomier = roomier;
        }
        self.refresh(layer, slot);
        slot
    }

    /// Moves a seated agent to a free slot and returns the slot that it left.
    pub fn shift(&mut self, layer: &Layer, agent: u32, slot: u32) -> u32 {
        let left = self.unseat(layer, agent);
        self.seat(layer, agent, slot);
        self.note_change(layer, agent, left, slot);
        left
    }

    /// Exchanges the slots of two seated agents.
    pub fn exchange(&mut self, layer: &Layer, one: u32, other: u32) {
        if self.guarded && layer.agents.radius[one as usize] != layer.agents.radius[other as usize] {
            let (a, b) = (self.unseat(layer, one), self.unseat(layer, other));
            self.seat(layer, one, b);
            self.seat(layer, other, a);
            self.note_change(layer, one, a, b);
            self.note_change(layer, other, b, a);
            return;
        }
        // Equal bodies: the ground looks the same to everybody else.
        let (a, b) = (self.slot_of[one as usize], self.slot_of[other as usize]);
        self.follow(layer, one, b);
        self.follow(layer, other, a);
    }

    /// Puts an agent on a slot that somebody of its size leaves, who goes elsewhere.
    pub fn follow(&mut self, layer: &Layer, agent: u32, slot: u32) {
        self.seat_unsummarized(agent, slot);
        if self.guarded {
            self.clearance.leave(agent);
            self.clearance.stand(agent, layer.slots.exact[slot as usize]);
        }
        self.touch(slot);
    }

    fn note_change(&mut self, layer: &Layer, agent: u32, from: u32, to: u32) {
        self.newcomers.push((agent, (layer.walk(agent, from) - layer.walk(agent, to)).abs()));
    }

    /// How often an agent was taken off its slot, but to make place for one of its own size.
    pub fn changes(&self) -> usize {
        self.changes
    }

    /// Hands over who was shifted, or exchanged with another size, since the last time, each time it was, with what its
    /// walk has changed by.
    pub fn take_newcomers(&mut self, newcomers: &mut Vec<(u32, i128)>) {
        newcomers.clear();
        newcomers.append(&mut self.newcomers);
    }

    /// Hands agents of equal radius each other's slots: agent by agent the slot that `slot` names.
    pub fn reseat(&mut self, layer: &Layer, agents: &[u32], slot: impl Fn(usize) -> u32) {
        for (index, agent) in agents.iter().enumerate() {
            let slot = slot(index);
            if self.guarded && self.slot_of[*agent as usize] != slot {
                self.clearance.leave(*agent);
                self.clearance.stand(*agent, layer.slots.exact[slot as usize]);
            }
            self.seat_unsummarized(*agent, slot);
        }
    }

    /// Writes the free slots on which an agent clashes with nobody, in order of number.
    pub fn open_to(&self, layer: &Layer, agent: u32, open: &mut Vec<u32>) {
        let radius = layer.agents.radius[agent as usize];
        // Room counts wide agents alone, and others are not in the way of one who is not.
        let is_sure = |slot: u32| !layer.is_wide(agent) && self.room[slot as usize] > radius + ROOM_DOUBT * radius;
        let is_open =
            |slot: &u32| self.is_open(*slot, radius) && (is_sure(*slot) || self.fits(layer, agent, *slot, [agent; 2]));
        open.clear();
        open.extend((0..layer.slots.at.len() as u32).filter(is_open));
    }

    /// Whether an agent may stand on a slot as far as room and everybody but `but` go.
    pub fn fits(&self, layer: &Layer, agent: u32, slot: u32, but: [u32; 2]) -> bool {
        if !self.guarded {
            return true;
        }
        let mut blocked = false;
        if layer.has_room(agent, slot) {
            self.clashes(layer, slot, layer.agents.radius[agent as usize], |other| {
                blocked = !but.contains(&other);
                !blocked
            });
            return !blocked;
        }
        false
    }

    /// Calls `visit` once for each standing agent that a body of `radius` on a slot would clash with, in no order that
    /// means anything, until it answers false.
    pub fn clashes(&self, layer: &Layer, slot: u32, radius: f64, mut visit: impl FnMut(u32) -> bool) {
        let at = layer.slots.exact[slot as usize];
        for near in self.neighbours.of(slot) {
            let other = self.agent_at[*near as usize];
            if other != FREE
                && !apart(at, radius, layer.slots.exact[*near as usize], layer.agents.radius[other as usize])
                && !visit(other)
            {
                return;
            }
        }
        self.clearance.clashes_beyond(self.neighbours.reach(), at, radius, visit);
    }

    /// Whether a slot is free and leaves room for a body of this radius, as far as wide agents and standing circles go.
    pub fn is_open(&self, slot: u32, radius: f64) -> bool {
        self.agent_at[slot as usize] == FREE
            && (!self.guarded || self.room[slot as usize] >= radius - ROOM_DOUBT * radius)
    }

    /// Hands over the slots where there is more room than the last time, each once.
    pub fn take_roomier(&mut self, roomier: &mut Vec<u32>) {
        // Not swapped: each buffer keeps its own capacity, so that a repeated call finds both large enough.
        roomier.clear();
        roomier.append(&mut self.roomier);
        roomier.sort_unstable();
        roomier.dedup();
    }

    /// Notes that what can be done on a slot may have changed.
    pub fn touch(&mut self, slot: u32) {
        self.touched[slot as usize] = true;
    }

    /// Hands over for each slot whether it was touched since the last time.
    pub fn take_touched(&mut self, touched: &mut Vec<bool>) {
        touched.clear();
        touched.extend_from_slice(&self.touched);
        self.touched.fill(false);
    }

    /// The slots where there is more room than when they were handed over the last time, with repetitions.
    pub fn roomier(&self) -> &[u32] {
        &self.roomier
    }

    /// Hands over who was seated since the last time, with repetitions.
    pub fn take_arrivals(&mut self, arrivals: &mut Vec<u32>) {
        arrivals.clear();
        arrivals.append(&mut self.arrivals);
    }

    /// Whether no slot in play is free.
    pub fn is_full(&self) -> bool {
        self.summaries[1].has_no_free()
    }

    /// Whether a free slot of this ring may be left.
    pub fn may_have_free(&self, ring: u32) -> bool {
        let (low, high) = self.summaries[1].rings;
        low <= ring && ring <= high
    }

    /// The distance within which the slots around a slot are at hand; negative where slots lie too densely.
    pub fn at_hand(&self) -> f64 {
        self.neighbours.reach()
    }

    /// Whether a slot is in play.
    pub fn in_play(&self, slot: u32) -> bool {
        self.tree.position(slot) != NOWHERE
    }
}

/// About how far neighbouring slots are apart.
pub fn pitch(places: impl ExactSizeIterator<Item = DVec2>) -> f64 {
    let count = places.len() as f64;
    let bounds = places.fold(Bounds::EMPTY, |all, place| all.union(Bounds::point(place)));
    if bounds.is_empty() {
        return 0.0;
    }
    let size = bounds.high - bounds.low;
    (size.x * size.y / count).sqrt().max(size.max_element() / count)
}
