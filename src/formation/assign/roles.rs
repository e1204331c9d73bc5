//! Roles: what members of a layer bring besides place and body: rank, weight, earlier slot.
#![forbid(unsafe_code)]

use glam::I64Vec2;

/// What the members of a layer bring besides place and body. Each slice is empty where it has no effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles<'a> {
    /// Rank per agent, lower is further forward. Needs `post`.
    pub rank: &'a [u8],
    /// Each slot's place in the row of all slots from front to back, distinct.
    pub post: &'a [u32],
    /// What an agent's walk weighs, at least 1.
    pub weight: &'a [u32],
    /// Slot index per agent of an earlier call, or [`super::NO_SLOT`].
    pub previous: &'a [u32],
    /// What the agents' places are relative to, from the order's center: adding it gives real walks.
    pub march: I64Vec2,
}

impl Roles<'_> {
    /// Whether ranks say anything.
    pub fn are_ranked(&self) -> bool {
        !self.post.is_empty() && self.rank.iter().any(|rank| *rank != self.rank[0])
    }

    /// Whether some walks weigh more than others.
    pub fn are_weighted(&self) -> bool {
        self.weight.iter().any(|weight| *weight != self.weight[0])
    }

    /// Whether anybody has an earlier slot.
    pub fn stand_already(&self) -> bool {
        self.previous.iter().any(|slot| *slot != super::NO_SLOT)
    }

    pub(super) fn rank_of(&self, agent: u32) -> u8 {
        self.rank.get(agent as usize).copied().unwrap_or(0)
    }

    pub(super) fn weight_of(&self, agent: u32) -> u32 {
        self.weight.get(agent as usize).copied().unwrap_or(1)
    }
}
