//! What a call gives back: one entry per input agent, and a report (F41).
#![forbid(unsafe_code)]

use glam::DVec3;

use super::assign::NO_SLOT;
use super::roster::Roster;
use super::shape::Extent;

/// What became of an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// It has its slot, or its translated place.
    #[default]
    Placed = 0,
    /// Its translated place could not be stood on; it got another.
    Relocated = 1,
    /// No slot was left: its goal is the center.
    Overflow = 2,
    /// It has a slot but overlaps somebody there.
    Overlap = 3,
    /// No free place was found: it shares the anchor.
    Stacked = 4,
    /// It does not take part: its goal is the center.
    Ineligible = 5,
    /// Its position is not finite: it is treated as ineligible.
    BadPosition = 6,
}

impl Outcome {
    /// Number of outcomes.
    pub const COUNT: usize = 7;
}

/// Some input was missing and a default stands in (F6).
pub const FLAG_DEFAULTED: u8 = 1;
/// The radius was negative or not a number and counts as 0 (F5).
pub const FLAG_BAD_RADIUS: u8 = 2;
/// Another eligible agent has the same unique id (F4).
pub const FLAG_DUPLICATE_ID: u8 = 4;
/// The speed was not finite or not positive and counts as 1 (F5).
pub const FLAG_BAD_SPEED: u8 = 8;

/// The direction was too short or not finite; it points from the army to the center (F2).
pub const REPORT_DIRECTION_DEFAULTED: u32 = 1;
/// The center's own column cannot be stood on: translated goals were left where they are (F26).
pub const REPORT_ANCHOR_INVALID: u32 = 2;
/// The slots are nearer to one another than the bodies are wide.
pub const REPORT_TOO_TIGHT: u32 = 4;
/// The slot target was cut to the most that one formation can have (F11).
pub const REPORT_SLOTS_CUT: u32 = 8;

/// One entry per input agent, same index. Library frame, caller's unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goals {
    /// Where to go.
    pub goal: Vec<DVec3>,
    /// Number of the slot, or [`NO_SLOT`].
    pub slot: Vec<u32>,
    /// Ring of the slot, or [`NO_SLOT`].
    pub ring: Vec<u32>,
    /// What became of the agent.
    pub outcome: Vec<Outcome>,
    /// `FLAG_…` bits.
    pub flags: Vec<u8>,
}

impl Goals {
    /// Entries for `count` agents that do not take part: the center exactly, and no slot.
    pub fn reset(&mut self, count: usize, center: DVec3) {
        self.goal.clear();
        self.goal.resize(count, center);
        self.slot.clear();
        self.slot.resize(count, NO_SLOT);
        self.ring.clear();
        self.ring.resize(count, NO_SLOT);
        self.outcome.clear();
        self.outcome.resize(count, Outcome::Ineligible);
        self.flags.clear();
        self.flags.resize(count, 0);
    }
}

/// What a call did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Agents per outcome, indexed by the outcome's number.
    pub outcomes: [u64; Outcome::COUNT],
    /// Agents whose location was missing.
    pub defaulted_locations: u64,
    /// Agents whose radius was missing.
    pub defaulted_radii: u64,
    /// Agents whose unique id was missing.
    pub defaulted_ids: u64,
    /// Slots asked for (F11), or those of the earlier call whose lattice was kept: what
    /// [`super::order::Order::previous_slot_count`] takes the next time. 0 where no lattice was laid out.
    pub slot_target: u64,
    /// Slots of the first layout.
    pub slots_made: u64,
    /// Slots that could not be stood on.
    pub slots_dropped: u64,
    /// Slots that growth added, dropped ones included.
    pub slots_grown: u64,
    /// Realised size of the first layout.
    pub extent: Extent,
    /// Batches of probes.
    pub probe_batches: u64,
    /// Probes.
    pub probes: u64,
    /// Summed cost of the walks, both sides centred for SQUARED, in square units; summed length for EUCLID.
    pub cost: f64,
    /// What the cost cannot fall below on the slots that are used (F34), in the unit of `cost`; with mixed radii as long
    /// as each radius keeps its slots, with ranks as long as each rank does. 0, which is always true, unless asked for.
    /// Walks count without the agents' speeds, in the cost too.
    pub lower_bound: f64,
    /// Longest walk in the plane, from where an agent stands to its goal.
    pub longest_walk: f64,
    /// `REPORT_…` bits.
    pub bits: u32,
}

impl Report {
    /// Counts the outcomes and measures the longest walk, once the goals are final. `locations` are those that the roster
    /// was gathered from.
    pub fn conclude(&mut self, roster: &Roster, locations: &[DVec3], goals: &Goals) {
        for outcome in &goals.outcome {
            self.outcomes[*outcome as usize] += 1;
        }
        if self.outcomes[Outcome::Overlap as usize] > 0 {
            self.bits |= REPORT_TOO_TIGHT;
        }
        let mut longest = 0.0_f64;
        for (member, agent) in roster.agent.iter().enumerate() {
            let walk = goals.goal[*agent as usize] - roster.location(member, locations);
            longest = longest.max(walk.truncate().length_squared());
        }
        self.longest_walk = longest.sqrt();
    }
}
