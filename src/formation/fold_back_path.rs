//! The places that one goal tries in turn: rings around it, the march to the anchor, cells around where the march
//! came ashore, cells around the anchor (F26).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3, I64Vec2};

use super::facing::Facing;
use crate::geometry::trigonometry;
use crate::ground::Footing;
use crate::ground::probe::Probed;

/// Places on one ring.
pub const RING_PLACES: usize = 8;

/// Slack of the number of march steps, in steps (F3).
const STEP_SLACK: f64 = 1e-6;

/// The end of a chain of candidates.
pub const NO_CANDIDATE: u32 = u32::MAX;

/// A place that can be stood on, and the one that is tried after it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where, on the ground.
    pub place: DVec3,
    /// Number of the next, or [`NO_CANDIDATE`].
    pub next: u32,
}

/// The measures that all paths of a call share.
#[derive(Clone, Copy, Debug)]
pub struct PathRules {
    /// Where all marches end.
    pub anchor: DVec3,
    /// Length of a step and of a cell.
    pub step: f64,
    /// Rings around a blocked goal.
    pub rings: u32,
    /// Reach of the searches over cells, in cells.
    pub reach: u32,
    /// Directions of the even rings, then of the odd ones.
    directions: [[DVec2; RING_PLACES]; 2],
}

impl PathRules {
    /// Paths for an army of `agents`.
    pub fn new(anchor: DVec3, facing: Facing, step: f64, rings: u32, agents: usize) -> Self {
        let turned = |index: usize, first: f64| trigonometry::turned(facing.forward, first + 45.0 * index as f64);
        let directions =
            [std::array::from_fn(|index| turned(index, 0.0)), std::array::from_fn(|index| turned(index, 22.5))];
        let reach = 8 + (2.0 * (agents as f64).sqrt()).ceil() as u32;
        Self { anchor, step, rings, reach, directions }
    }
}

/// How far the search of one goal has come. What lies behind is known, what lies ahead has not been asked.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// Index of the goal.
    pub goal: u32,
    /// The goal as it was.
    pub from: DVec3,
    /// Body radius.
    pub radius: f64,
    /// Whether something stands there, or nothing.
    pub blocked: bool,
    /// Whether the budget of probes ended before its search did.
    pub cut: bool,
    /// Rings asked.
    pub rings_asked: u32,
    /// March steps to the anchor.
    pub steps: u64,
    /// March steps asked.
    pub steps_asked: u64,
    /// First step that can be stood on; 0 while there is none.
    pub ashore: u64,
    /// Radius, in cells, of the known disc around the place ashore and around the anchor.
    pub cells_known: [u32; 2],
    /// First and last place of rings and march that can be stood on.
    pub candidates: [u32; 2],
    /// Where the goal goes, on the ground, in the latest pass; `None`: nowhere, it is stacked.
    pub claim: Option<DVec3>,
}

impl Path {
    /// The path of a goal that cannot be stood on. `footing` says why, `None` that nobody asked.
    pub fn new(goal: u32, from: DVec3, radius: f64, footing: Probed, rules: &PathRules) -> Self {
        let distance = from.truncate().distance(rules.anchor.truncate());
        let steps = (distance / rules.step - STEP_SLACK).ceil().max(1.0) as u64;
        Self {
            goal,
            from,
            radius,
            blocked: footing == Some(Footing::Blocked),
            cut: footing.is_none(),
            rings_asked: 0,
            steps,
            steps_asked: 0,
            ashore: 0,
            cells_known: [0; 2],
            candidates: [NO_CANDIDATE; 2],
            claim: None,
        }
    }

    /// Whether rings are left to ask.
    pub fn has_rings(&self, rules: &PathRules) -> bool {
        self.blocked && self.rings_asked < rules.rings
    }

    /// Whether march steps are left to ask: a blocked goal wants a free one, the other just the first ashore.
    pub fn has_march(&self) -> bool {
        self.steps_asked < self.steps && (self.blocked || self.ashore == 0)
    }

    /// Last ring of the next group: one, one more, then the groups double what is known.
    pub fn next_ring_end(&self, rules: &PathRules) -> u32 {
        self.rings_asked.saturating_mul(2).max(1).min(rules.rings)
    }

    /// Last step of the next group of the march. The groups double what is known.
    pub fn next_march_end(&self) -> u64 {
        (2 * self.steps_asked).max(2).min(self.steps)
    }

    /// A place on a ring, at the goal's own height.
    pub fn ring_place(&self, ring: u32, index: usize, rules: &PathRules) -> DVec3 {
        let direction = rules.directions[ring as usize % 2][index];
        (self.from.truncate() + direction * (f64::from(ring) * rules.step)).extend(self.from.z)
    }

    /// A place on the march, between the goal's height and the anchor's.
    pub fn march_place(&self, step: u64, rules: &PathRules) -> DVec3 {
        if step >= self.steps {
            return rules.anchor;
        }
        let way = rules.anchor - self.from;
        self.from + way * (step as f64 * rules.step / way.truncate().length())
    }

    /// Where the search over cells begins: one step further than the first ashore.
    pub fn inland(&self, rules: &PathRules) -> DVec3 {
        // A march that found nothing ends at the anchor all the same.
        let step = if self.ashore == 0 { self.steps } else { self.ashore + 1 };
        self.march_place(step, rules)
    }

    /// Where the two searches over cells begin, given in the cells' own coordinates.
    pub fn cell_origins(&self, rules: &PathRules, local: impl Fn(DVec2) -> I64Vec2) -> [I64Vec2; 2] {
        [local(self.inland(rules).truncate()), I64Vec2::ZERO]
    }

    /// Appends a place that can be stood on.
    pub fn append(&mut self, place: DVec3, chain: &mut Vec<Candidate>) {
        let number = chain.len() as u32;
        chain.push(Candidate { place, next: NO_CANDIDATE });
        if self.candidates[0] == NO_CANDIDATE {
            self.candidates[0] = number;
        } else {
            chain[self.candidates[1] as usize].next = number;
        }
        self.candidates[1] = number;
    }
}
