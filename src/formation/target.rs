//! The slot target: how many slots a formation asks for (F11, F13).
#![forbid(unsafe_code)]

use super::order::Order;
use super::quotient;
use super::shape::{Lattice, MAX_SLOTS};
use crate::fault::{Fault, FaultKind};

/// How many slots a formation asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotTarget {
    /// Slots to emit: agents times margin, and the blockers' extra slots. At most [`MAX_SLOTS`].
    pub slots: usize,
    /// The blockers' share before any cut.
    pub extra: u64,
    /// Whether the wish was larger than [`MAX_SLOTS`].
    pub cut: bool,
}

/// The slot target of `order` on its `lattice` for eligible agents of these radii, both layers together.
///
/// Only the multiset of radii matters, not their order. A NaN radius blocks nothing.
///
/// # Errors
/// [`FaultKind::Capacity`] when the agents alone are more than [`MAX_SLOTS`].
pub fn slot_target(
    order: &Order,
    lattice: &impl Lattice,
    radii: impl IntoIterator<Item = f64>,
) -> Result<SlotTarget, Fault> {
    let (footprint, least_distance) = (lattice.footprint(), lattice.least_distance());
    let (mut agents, mut extra) = (0_u64, 0_u64);
    for radius in radii {
        agents += 1;
        extra = extra.saturating_add(footprint.extra_slots(radius, order.spacing, least_distance));
    }
    let most = MAX_SLOTS as u64;
    if agents > most {
        return Err(Fault::new(
            FaultKind::Capacity,
            format!("agents: {agents} are eligible; at most {most} can form up in one call"),
        ));
    }
    // A product of parameters, with the slack of a quotient: 100 agents at a margin of 1.1 are 110 slots, not 111.
    let wish = quotient::ceil(agents as f64 * order.slot_count_margin, u64::MAX).max(agents).saturating_add(extra);
    Ok(SlotTarget { slots: wish.min(most) as usize, extra, cut: wish > most })
}
