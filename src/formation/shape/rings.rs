//! Lattices made of rings that are laid whole, one around the other (F16, F17): layout, cap and growth (F21).
#![forbid(unsafe_code)]

use super::{Extent, Footprint, Growth, Lattice, MAX_SLOTS, SlotSheet};

/// What a lattice of rings knows of itself; [`Lattice`] follows from it.
pub trait Rings {
    /// Rings of a FIXED region, at most [`MAX_SLOTS`]; `None` in FIT_AGENTS.
    fn fixed_rings(&self) -> Option<u32>;

    /// Slots of a ring when there is room for `room` more: at least 1 if `room` is. A ring that does not fit has
    /// fewer slots, spread evenly all around.
    fn slots(&self, ring: u32, room: usize) -> usize;

    /// Appends the slots of a ring and returns how many: [`Rings::slots`].
    fn append(&self, ring: u32, room: usize, sheet: &mut SlotSheet) -> usize;

    /// Least distance between two slots of any rings.
    fn closest(&self) -> f64;

    /// Whether the order allows growth.
    fn may_grow(&self) -> bool;
}

/// The rings of a first layout.
struct Walk {
    rings: u32,
    widest: usize,
    emitted: usize,
}

fn walk(lattice: &impl Rings, target: usize, mut lay: impl FnMut(u32, usize) -> usize) -> Walk {
    let mut walk = Walk { rings: 0, widest: 0, emitted: 0 };
    let fixed = lattice.fixed_rings();
    while walk.emitted < MAX_SLOTS && fixed.map_or(walk.emitted < target, |rings| walk.rings < rings) {
        let slots = lay(walk.rings, MAX_SLOTS - walk.emitted);
        walk.rings += 1;
        walk.widest = walk.widest.max(slots);
        walk.emitted += slots;
    }
    walk
}

impl<R: Rings> Lattice for R {
    fn footprint(&self) -> Footprint {
        Footprint::Disc
    }

    fn least_distance(&self) -> f64 {
        self.closest()
    }

    fn extent(&self, target: usize) -> Extent {
        let walk = walk(self, target, |ring, room| self.slots(ring, room));
        let cut = self.fixed_rings().is_some() && walk.emitted == MAX_SLOTS;
        Extent { width: walk.widest as u32, height: walk.rings, aspect: 1.0, cut }
    }

    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth {
        let walk = walk(self, target, |ring, room| self.append(ring, room, sheet));
        Growth { next: walk.rings, emitted: walk.emitted as u64, ..Growth::default() }
    }

    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
        if !self.may_grow() || growth.is_barren(0) {
            return 0;
        }
        let mut added = 0;
        while added < wanted && growth.room() > 0 {
            let slots = self.append(growth.next, growth.room(), sheet);
            growth.next = growth.next.saturating_add(1);
            growth.emitted += slots as u64;
            added += slots;
        }
        added
    }
}
