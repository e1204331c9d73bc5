//! The lattice of the call before: FIT_AGENTS keeps it while the army is not much smaller (F38).
#![forbid(unsafe_code)]

use super::order::{Order, Sizing};
use super::roster::AgentInputs;
use super::shape::{Lattice, SlotSheet};

/// Per cent of the earlier target below which the lattice is laid out anew.
const KEPT_FROM: u64 = 85;

/// The slots to ask for: those of the earlier call while its lattice has enough for `target` and needs to be at least
/// 85 % of them, else `target`. Overwrites `sheet`.
pub fn kept_target(
    order: &Order,
    inputs: &AgentInputs,
    lattice: &impl Lattice,
    target: usize,
    sheet: &mut SlotSheet,
) -> usize {
    let before = order.previous_slot_count;
    let Ok(earlier) = usize::try_from(before) else { return target };
    if before == 0 || inputs.previous_slots.is_empty() || order.sizing == Sizing::Fixed {
        return target;
    }
    if earlier >= target {
        // Far above any formation's size, where the product could overflow, the army is smaller than 85 %.
        let keeps = before.checked_mul(KEPT_FROM).is_some_and(|least| target as u64 * 100 >= least);
        return if keeps { earlier } else { target };
    }
    sheet.clear();
    lattice.emit(earlier, sheet);
    if sheet.len() >= target { earlier } else { target }
}
