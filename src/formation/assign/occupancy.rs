//! Occupancy: who stands on which slot, with the summaries that searches over slots prune by.
#![forbid(unsafe_code)]

use glam::{DVec2, I64Vec2};

use super::clearance::{self, Clearance};
use super::cost::{walk, walk_at_least};
use super::point_tree::{Bounds, NOWHERE, PointTree, SEARCH_STACK};
use super::{Layer, NO_SLOT};

/// Nobody stands here.
pub const FREE: u32 = u32::MAX;

/// Nodes that one search may open on a layer too large to be looked at whole.
const MOST_NODES: usize = 1 << 12;

/// What lies under a node of the slot tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The rectangle over the places that the occupants come from.
    pub people: Bounds,
    /// The longest walk of an occupant; kept for EUCLID and weighted walks alone.
    pub longest: f64,
    /// Lowest and highest ring of a free slot; low above high when none is free.
    free_rings: (u32, u32),
    /// A radius that no free slot exceeds.
    room: f64,
}

impl Summary {
    const EMPTY: Self =
        Self { people: Bounds::EMPTY, longest: 0.0, free_rings: (u32::MAX, 0), room: f64::NEG_INFINITY };

    fn has_no_free(&self) -> bool {
        self.free_rings.0 > self.free_rings.1
    }

    fn union(self, other: Self) -> Self {
        Self {
            people: self.people.union(other.people),
            longest: self.longest.max(other.longest),
            free_rings: (self.free_rings.0.min(other.free_rings.0), self.free_rings.1.max(other.free_rings.1)),
            room: self.room.max(other.room),
        }
    }
}

/// What a search for a free slot asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Where the walk begins.
    pub from: I64Vec2,
    /// Slots that leave less room than this are passed over; negative infinity to look at all.
    pub radius: f64,
    /// Lowest and highest ring.
    pub rings: (u32, u32),
    /// Walks of this cost and above are of no use.
    pub below: i128,
}

/// Any ring.
pub const ANY_RING: (u32, u32) = (0, u32::MAX);

/// Who stands where. Slots outside `tree` are out of play.
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
    summaries: Vec<Summary>,
    exact_bounds: Vec<Bounds>,
    /// Place that the occupant comes from, per position in the tree; NaN when the slot is free.
    people: Vec<DVec2>,
    /// Largest radius that standing circles and wide agents leave, per slot; of free slots alone.
    room: Vec<f64>,
    widest: f64,
    /// Slots that somebody came to or left, with repetitions, until [`Self::take_touched`].
    touched: Vec<u32>,
}

impl Occupancy {
    /// Empties the slots named in `play`.
    pub fn rebuild(&mut self, layer: &Layer, guarded: bool, play: impl Iterator<Item = u32>) {
        let slots = layer.slots;
        self.tree.rebuild(slots.at.len(), play.map(|slot| (slot, slots.at[slot as usize].as_dvec2())));
        self.slot_of.clear();
        self.slot_of.resize(layer.agents.at.len(), NO_SLOT);
        self.agent_at.clear();
        self.agent_at.resize(slots.at.len(), FREE);
        self.people.clear();
        self.people.resize(self.tree.len(), DVec2::NAN);
        self.summaries.clear();
        self.summaries.resize(2 * self.tree.leaves(), Summary::EMPTY);
        self.guarded = guarded;
        self.touched.clear();
        self.clearance.clear();
        if guarded {
            self.room.clear();
            self.room.extend_from_slice(slots.room);
            self.room.resize(slots.at.len(), f64::INFINITY);
            self.widest = layer.agents.radius.iter().copied().fold(0.0, f64::max);
            self.clearance.rebuild(layer.agents.radius, pitch(slots.exact), slots.least_distance);
            self.measure_exact(layer);
        }
        self.summarize(layer);
    }

    fn measure_exact(&mut self, layer: &Layer) {
        self.exact_bounds.clear();
        self.exact_bounds.resize(2 * self.tree.leaves(), Bounds::EMPTY);
        for node in (1..2 * self.tree.leaves()).rev() {
            self.exact_bounds[node] = if self.tree.is_leaf(node) {
                let entries = self.tree.entries(self.tree.range(node)).iter();
                entries.fold(Bounds::EMPTY, |all, entry| {
                    all.union(Bounds::point(layer.slots.exact[entry.number as usize]))
                })
            } else {
                self.exact_bounds[2 * node].union(self.exact_bounds[2 * node + 1])
            };
        }
    }

    /// What lies under a node.
    pub fn summary(&self, node: usize) -> &Summary {
        &self.summaries[node]
    }

    /// Where the occupant of a position in the tree comes from; NaN when the slot is free.
    pub fn person(&self, position: usize) -> DVec2 {
        self.people[position]
    }

    /// Seats an agent without a summary: for many at once, before [`Self::summarize`]. Not for guarded layers.
    pub fn seat_unsummarized(&mut self, layer: &Layer, agent: u32, slot: u32) {
        self.slot_of[agent as usize] = slot;
        self.agent_at[slot as usize] = agent;
        self.people[self.tree.position(slot) as usize] = layer.agents.at[agent as usize].as_dvec2();
    }

    /// Builds all summaries anew.
    pub fn summarize(&mut self, layer: &Layer) {
        for node in (1..2 * self.tree.leaves()).rev() {
            self.summaries[node] = self.summary_of(layer, node);
        }
    }

    fn summary_of(&self, layer: &Layer, node: usize) -> Summary {
        if !self.tree.is_leaf(node) {
            return self.summaries[2 * node].union(self.summaries[2 * node + 1]);
        }
        let mut all = Summary::EMPTY;
        for position in self.tree.range(node) {
            let slot = self.tree.entry(position).number as usize;
            let agent = self.agent_at[slot];
            if agent == FREE {
                let ring = layer.slots.ring[slot];
                all.free_rings = (all.free_rings.0.min(ring), all.free_rings.1.max(ring));
                all.room = all.room.max(if self.guarded { self.room[slot] } else { f64::INFINITY });
            } else {
                all.people = all.people.union(Bounds::point(self.people[position]));
                if !layer.saves_by_products() {
                    all.longest = all.longest.max(layer.weighted_walk(agent, slot as u32) as f64);
                }
            }
        }
        all
    }

    fn refresh(&mut self, layer: &Layer, slot: u32) {
        self.touched.push(slot);
        let mut node = self.tree.leaf_of(self.tree.position(slot) as usize);
        while node > 0 {
            let summary = self.summary_of(layer, node);
            if summary == self.summaries[node] {
                return;
            }
            self.summaries[node] = summary;
            node /= 2;
        }
    }

    /// Seats an agent that has no slot on a free one.
    pub fn seat(&mut self, layer: &Layer, agent: u32, slot: u32) {
        self.seat_unsummarized(layer, agent, slot);
        if self.guarded {
            self.clearance.stand(agent, layer.slots.exact[slot as usize]);
            if layer.is_wide(agent) {
                self.narrow(layer, agent, slot, 1);
            }
        }
        self.refresh(layer, slot);
    }

    /// Takes an agent off its slot, which becomes free.
    pub fn unseat(&mut self, layer: &Layer, agent: u32) -> u32 {
        let slot = std::mem::replace(&mut self.slot_of[agent as usize], NO_SLOT);
        self.agent_at[slot as usize] = FREE;
        self.people[self.tree.position(slot) as usize] = DVec2::NAN;
        if self.guarded {
            self.clearance.leave(agent);
            self.room[slot as usize] = self.measured_room(layer, slot as usize);
            if layer.is_wide(agent) {
                self.widen(layer, agent, slot, 1);
            }
        }
        self.refresh(layer, slot);
        slot
    }

    /// Moves a seated agent to a free slot and returns the slot that it left.
    pub fn shift(&mut self, layer: &Layer, agent: u32, slot: u32) -> u32 {
        let left = self.unseat(layer, agent);
        self.seat(layer, agent, slot);
        left
    }

    /// Exchanges the slots of two seated agents.
    pub fn exchange(&mut self, layer: &Layer, one: u32, other: u32) {
        if self.guarded && layer.agents.radius[one as usize] != layer.agents.radius[other as usize] {
            let (a, b) = (self.unseat(layer, one), self.unseat(layer, other));
            self.seat(layer, one, b);
            self.seat(layer, other, a);
            return;
        }
        // Equal bodies: the ground looks the same to everybody else.
        let (a, b) = (self.slot_of[one as usize], self.slot_of[other as usize]);
        self.seat_unsummarized(layer, one, b);
        self.seat_unsummarized(layer, other, a);
        if self.guarded {
            for (agent, slot) in [(one, b), (other, a)] {
                self.clearance.leave(agent);
                self.clearance.stand(agent, layer.slots.exact[slot as usize]);
            }
        }
        self.refresh(layer, a);
        self.refresh(layer, b);
    }

    /// Hands agents of equal radius each other's slots: agent by agent the slot that `slot` names. Summaries are left
    /// to [`Self::summarize`].
    pub fn reseat(&mut self, layer: &Layer, agents: &[u32], slot: impl Fn(usize) -> u32) {
        for (index, agent) in agents.iter().enumerate() {
            let slot = slot(index);
            if self.guarded && self.slot_of[*agent as usize] != slot {
                self.clearance.leave(*agent);
                self.clearance.stand(*agent, layer.slots.exact[slot as usize]);
            }
            self.seat_unsummarized(layer, *agent, slot);
        }
    }

    /// Whether an agent may stand on a slot as far as room and everybody but `but` go.
    pub fn fits(&self, layer: &Layer, agent: u32, slot: u32, but: [u32; 2]) -> bool {
        !self.guarded
            || layer.has_room(agent, slot)
                && !self.clearance.is_blocked(
                    layer.slots.exact[slot as usize],
                    layer.agents.radius[agent as usize],
                    but,
                )
    }

    fn measured_room(&self, layer: &Layer, slot: usize) -> f64 {
        let wide = |agent| layer.is_wide(agent);
        let (left, agent) = self.clearance.radius_left(layer.slots.exact[slot], self.widest, wide);
        let left = if agent == FREE { f64::INFINITY } else { left };
        layer.slots.room.get(slot).copied().unwrap_or(f64::INFINITY).min(left)
    }

    /// Lowers the room of the free slots that a wide agent reaches.
    fn narrow(&mut self, layer: &Layer, agent: u32, slot: u32, node: usize) {
        let (at, radius) = (layer.slots.exact[slot as usize], layer.agents.radius[agent as usize]);
        let near = clearance::radius_left(self.exact_bounds[node].distance_squared(at).sqrt(), radius);
        if near >= self.widest.min(self.summaries[node].room) {
            return;
        }
        if self.tree.is_leaf(node) {
            for position in self.tree.range(node) {
                let slot = self.tree.entry(position).number as usize;
                let left = clearance::radius_left((layer.slots.exact[slot] - at).length(), radius);
                if left < self.widest {
                    self.room[slot] = self.room[slot].min(left);
                }
            }
        } else {
            self.narrow(layer, agent, slot, 2 * node);
            self.narrow(layer, agent, slot, 2 * node + 1);
        }
        self.summaries[node] = self.summary_of(layer, node);
    }

    /// Measures the room of the free slots anew that a wide agent has narrowed before it left.
    fn widen(&mut self, layer: &Layer, agent: u32, slot: u32, node: usize) {
        let (at, radius) = (layer.slots.exact[slot as usize], layer.agents.radius[agent as usize]);
        let near = clearance::radius_left(self.exact_bounds[node].distance_squared(at).sqrt(), radius);
        if near >= self.widest || self.summaries[node].has_no_free() {
            return;
        }
        if self.tree.is_leaf(node) {
            for position in self.tree.range(node) {
                let slot = self.tree.entry(position).number as usize;
                if clearance::radius_left((layer.slots.exact[slot] - at).length(), radius) <= self.room[slot] {
                    self.room[slot] = self.measured_room(layer, slot);
                }
            }
        } else {
            self.widen(layer, agent, slot, 2 * node);
            self.widen(layer, agent, slot, 2 * node + 1);
        }
        self.summaries[node] = self.summary_of(layer, node);
    }

    /// The free slot with the cheapest walk (then the lowest number) that meets a wish and that `fits` admits.
    pub fn nearest_free(&self, layer: &Layer, wish: Wish, mut fits: impl FnMut(u32) -> bool) -> Option<u32> {
        let from = wish.from.as_dvec2();
        let mut best = (wish.below, NO_SLOT);
        let mut stack = [(0.0, 0u32); SEARCH_STACK];
        let mut waiting = 1;
        stack[0] = (0.0, 1);
        let mut opened = 0;
        while waiting > 0 {
            waiting -= 1;
            let (bound, node) = stack[waiting];
            let node = node as usize;
            if bound > best.0 as f64 || !self.may_hold(node, wish) {
                continue;
            }
            opened += 1;
            if opened > MOST_NODES && self.tree.len() > MOST_NODES {
                break;
            }
            if self.tree.is_leaf(node) {
                for entry in self.tree.entries(self.tree.range(node)) {
                    let (slot, index) = (entry.number, entry.number as usize);
                    let ring = layer.slots.ring[index];
                    if self.agent_at[index] != FREE || ring < wish.rings.0 || ring > wish.rings.1 {
                        continue;
                    }
                    let key = (walk(layer.cost, wish.from, layer.slots.at[index]), slot);
                    if key < best && key.0 < wish.below && fits(slot) {
                        best = key;
                    }
                }
                continue;
            }
            let children = [2 * node, 2 * node + 1]
                .map(|child| (walk_at_least(layer.cost, self.tree.bounds(child).distance_squared(from)), child as u32));
            // The nearer child lies on top.
            let nearer_first = children[0].0 <= children[1].0;
            stack[waiting] = children[usize::from(nearer_first)];
            stack[waiting + 1] = children[usize::from(!nearer_first)];
            waiting += 2;
        }
        (best.1 != NO_SLOT).then_some(best.1)
    }

    fn may_hold(&self, node: usize, wish: Wish) -> bool {
        let summary = &self.summaries[node];
        // The room of a slot is good to a rounding; who stands there is decided by `fits`.
        summary.free_rings.0 <= wish.rings.1
            && summary.free_rings.1 >= wish.rings.0
            && summary.room + 1e-9 * summary.room.abs() >= wish.radius
    }

    /// Calls `visit` for each free slot nearer than `reach` to a place.
    pub fn free_within(&self, layer: &Layer, at: DVec2, reach: f64, mut visit: impl FnMut(u32)) {
        let mut stack = [0u32; SEARCH_STACK];
        stack[0] = 1;
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let node = stack[waiting] as usize;
            if self.summaries[node].has_no_free() || self.exact_bounds[node].distance_squared(at) > reach * reach {
                continue;
            }
            if self.tree.is_leaf(node) {
                for entry in self.tree.entries(self.tree.range(node)) {
                    let slot = entry.number as usize;
                    if self.agent_at[slot] == FREE && (layer.slots.exact[slot] - at).length_squared() <= reach * reach {
                        visit(entry.number);
                    }
                }
            } else {
                stack[waiting] = 2 * node as u32 + 1;
                stack[waiting + 1] = 2 * node as u32;
                waiting += 2;
            }
        }
    }

    /// Hands over the slots that somebody came to or left since the last time, with repetitions.
    pub fn take_touched(&mut self, touched: &mut Vec<u32>) {
        touched.clear();
        std::mem::swap(touched, &mut self.touched);
    }

    /// Whether no slot in play is free.
    pub fn is_full(&self) -> bool {
        self.summaries[1].has_no_free()
    }

    /// Whether a free slot of this ring may be left.
    pub fn may_have_free(&self, ring: u32) -> bool {
        let (low, high) = self.summaries[1].free_rings;
        low <= ring && ring <= high
    }

    /// Whether a slot is in play.
    pub fn in_play(&self, slot: u32) -> bool {
        self.tree.position(slot) != NOWHERE
    }
}

/// About how far neighbouring slots are apart.
pub fn pitch(exact: &[DVec2]) -> f64 {
    let bounds = exact.iter().fold(Bounds::EMPTY, |all, place| all.union(Bounds::point(*place)));
    if bounds.is_empty() {
        return 0.0;
    }
    let size = bounds.high - bounds.low;
    (size.x * size.y / exact.len() as f64).sqrt().max(size.max_element() / exact.len() as f64)
}
