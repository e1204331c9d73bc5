//! Auction: the balanced core of an assignment, n agents to n slots.
#![forbid(unsafe_code)]

use glam::I64Vec2;

use super::AssignRules;
use crate::parallel::Executor;

/// Buffers of an auction, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct AuctionScratch {}

/// Matches `agents` to as many `slots` and writes the slot of each agent: a permutation of `0..n`.
///
/// Returns a proved lower bound of the summed cost when `want_bound` is set or the effort is EXACT.
pub fn solve(
    agents: &[I64Vec2],
    slots: &[I64Vec2],
    _rules: AssignRules,
    _want_bound: bool,
    _executor: &Executor,
    _scratch: &mut AuctionScratch,
    slot_of: &mut Vec<u32>,
) -> Option<i128> {
    debug_assert_eq!(agents.len(), slots.len());
    slot_of.clear();
    slot_of.extend(0..agents.len() as u32);
    None
}
