//! Validation of a caller's own slots against the ground: jitter, footing, height (F23, F24).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3};

use super::facing::Facing;
use super::jitter::Jitter;
use super::order::Order;
use crate::fault::Fault;
use crate::geometry::fixed_point::Quantum;
use crate::ground::Footing;
use crate::ground::probe::{Probed, Prober};

/// Whether a slot can be stood on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum SlotState {
    /// Yes: it stands at its final place and height.
    #[default]
    Ok = 0,
    /// There is an obstacle, or the ground is too steep. The slot was left as it is.
    Blocked = 1,
    /// There is no ground. The slot was left as it is.
    Void = 2,
    /// The call had no probes left to ask with. The slot was left as it is.
    NotProbed = 3,
}

/// Buffers of a validation, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct ValidateScratch {
    local: Vec<DVec2>,
    places: Vec<DVec3>,
    slots: Vec<u32>,
    footings: Vec<Probed>,
}

/// Probes each slot around its own z, moves those that can be stood on by the order's jitter where the jittered place
/// can be stood on too, and snaps them to the ground. The jitter is hashed over the slots given, so the slots of a first
/// layout get the jitter that a call with that lattice gives them. Without a prober every slot is OK and keeps its z.
///
/// # Errors
/// The ground source stopped the call or answered nonsense.
pub async fn validate(
    order: &Order<'_>,
    facing: Facing,
    mut prober: Option<&mut Prober<'_, '_>>,
    scratch: &mut ValidateScratch,
    slots: &mut [DVec3],
    states: &mut Vec<SlotState>,
) -> Result<(), Fault> {
    states.clear();
    states.resize(slots.len(), SlotState::Ok);
    let jitter = (order.offset > 0.0).then(|| {
        let offset = |slot: &DVec3| (*slot - order.center).truncate();
        scratch.local.clear();
        scratch
            .local
            .extend(slots.iter().map(offset).map(|at| DVec2::new(at.dot(facing.right), at.dot(facing.forward))));
        Jitter::new(&scratch.local, order.offset, Quantum::new(order.unit_scale))
    });
    scratch.places.clear();
    scratch.slots.clear();
    let jittered = |slot: &DVec3, number: usize| {
        let by = jitter.map_or(DVec2::ZERO, |jitter| jitter.of(number));
        *slot + facing.offset(by).extend(0.0)
    };
    let Some(prober) = prober.as_mut() else {
        slots.iter_mut().enumerate().for_each(|(number, slot)| *slot = jittered(slot, number));
        return Ok(());
    };
    prober.probe(slots, &mut scratch.footings).await?;
    for (number, ((slot, state), footing)) in slots.iter_mut().zip(states).zip(&scratch.footings).enumerate() {
        *state = match footing {
            Some(Footing::Ok { height }) => {
                scratch.places.push(jittered(slot, number));
                scratch.slots.push(number as u32);
                slot.z = *height;
                SlotState::Ok
            }
            Some(Footing::Blocked) => SlotState::Blocked,
            Some(Footing::Void) => SlotState::Void,
            None => SlotState::NotProbed,
        };
    }
    if jitter.is_some() {
        prober.probe(&scratch.places, &mut scratch.footings).await?;
        for ((number, place), footing) in scratch.slots.iter().zip(&scratch.places).zip(&scratch.footings) {
            if let Some(Footing::Ok { height }) = footing {
                slots[*number as usize] = place.truncate().extend(*height);
            }
        }
    }
    Ok(())
}
