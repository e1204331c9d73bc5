//! Slots on the ground: the lattice is laid out, jittered, tried against ground and standing circles, and regrown
//! where slots were dropped (F21, F23 to F25, F39).
#![forbid(unsafe_code)]

use std::ops::Range;

use glam::{DVec2, DVec3};

use super::facing::Facing;
use super::jitter::Jitter;
use super::order::{Order, Sizing};
use super::output::Report;
use super::ring::{RingScratch, dense_ranks};
use super::roster::StandingCircle;
use super::shape::{Growth, Lattice, MAX_SIDES, MAX_SLOTS, SlotSheet};
use super::standing::StandingRule;
use crate::fault::Fault;
use crate::geometry::fixed_point::Quantum;
use crate::geometry::spatial_grid::SpatialGrid;
use crate::ground::Footing;
use crate::ground::probe::{Probed, Prober};
use crate::pace::Pace;

/// Rounds of growth of one call.
const GROWTH_ROUNDS: usize = 8;
/// A round asks for at most this many times the shortfall.
const MOST_PER_SHORTFALL: usize = 4;

/// Who may use a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlotUse {
    /// Every layer of the army.
    #[default]
    Open,
    /// The air layer alone: somebody else stands there.
    AirOnly,
    /// Nobody: it cannot be stood on, or somebody else stands there and nobody flies. Its number stays unused (F4).
    Dropped,
}

/// What to lay out, and for whom.
#[derive(Clone, Copy)]
pub struct SlotRequest<'a> {
    /// The order.
    pub order: &'a Order<'a>,
    /// Its facing.
    pub facing: Facing,
    /// Its lattice.
    pub lattice: &'a (dyn Lattice + Sync),
    /// Slots wanted (F11).
    pub target: usize,
    /// Whether the army has a ground layer. Without one nothing is probed or dropped.
    pub ground_layer: bool,
    /// Whether the army has an air layer.
    pub air_layer: bool,
    /// Circles that are taken.
    pub standing: &'a [StandingCircle],
    /// Radius of the widest ground agent: [`SlotsOnGround::room`] is exact up to it.
    pub widest: f64,
}

/// The slots in order of their number, growth included, and the buffers that made them.
#[derive(Debug, Default)]
pub struct SlotsOnGround {
    /// The lattice's own sheet: local places before jitter.
    pub sheet: SlotSheet,
    /// Who may use the slot.
    pub usage: Vec<SlotUse>,
    /// Distance to the edge of the nearest standing circle: the widest ground agent that fits. Infinite where nobody of
    /// this army is too wide. Empty when there are no circles or no ground layer.
    pub room: Vec<f64>,
    /// Ring: dense rank over all slots, on the lattice before jitter (F22).
    pub ring: Vec<u32>,
    /// Where a caller may go on growing.
    pub growth: Growth,
    center: DVec3,
    facing: Facing,
    /// Offsets with jitter; empty without.
    moved: Vec<DVec2>,
    /// Height of the ground, or of the center where it is not known; empty while nothing was probed.
    height: Vec<f64>,
    rings: RingScratch,
    grid: SpatialGrid,
    asked: Vec<u32>,
    asked_places: Vec<DVec3>,
    footings: Vec<Probed>,
    jittered: Vec<DVec2>,
    jittered_at: Vec<DVec2>,
    jittered_room: Vec<f64>,
}

impl SlotsOnGround {
    /// Number of slots, dropped ones included.
    pub fn len(&self) -> usize {
        self.usage.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.usage.is_empty()
    }

    /// Place of a slot relative to the order's center, in the plane of the world's axes, jitter included.
    pub fn offset(&self, slot: usize) -> DVec2 {
        // Turned when asked for: a turn costs less than the memory of its result.
        self.moved.get(slot).copied().unwrap_or_else(|| self.facing.offset(self.sheet.local[slot]))
    }

    /// Place of a slot in the world: z of the ground, or of the center where nothing was probed.
    pub fn place(&self, slot: usize) -> DVec3 {
        let place = self.center.truncate() + self.offset(slot);
        place.extend(self.height.get(slot).copied().unwrap_or(self.center.z))
    }

    /// Lays out the slots of a request, probes and regrows them. Everything of an earlier call is overwritten.
    ///
    /// # Errors
    /// The ground source stopped the call or answered nonsense.
    pub async fn lay_out(
        &mut self,
        request: &SlotRequest<'_>,
        prober: Option<&mut Prober<'_, '_>>,
        pace: &Pace<'_>,
        report: &mut Report,
    ) -> Result<(), Fault> {
        let mut prober = prober.filter(|_| request.ground_layer);
        self.clear();
        (self.center, self.facing) = (request.order.center, request.facing);
        self.growth = request.lattice.emit(request.target, &mut self.sheet);
        let made = self.sheet.local.len();
        pace.breathe().await;
        let order = request.order;
        let jitter =
            (order.offset > 0.0).then(|| Jitter::new(&self.sheet.local, order.offset, Quantum::new(order.unit_scale)));
        self.settle(0..made, request, jitter, prober.as_deref_mut()).await?;
        if order.sizing == Sizing::FitAgents || order.grow_fixed {
            self.grow(request, jitter, prober, pace).await?;
        }
        pace.breathe().await;
        dense_ranks(&self.sheet.ring_key, &mut self.rings, &mut self.ring);
        report.slots_made = made as u64;
        report.slots_grown = (self.len() - made) as u64;
        report.slots_dropped = self.count(0..self.len(), |usage| usage == SlotUse::Dropped) as u64;
        report.extent = request.lattice.extent(request.target);
        Ok(())
    }

    fn clear(&mut self) {
        self.sheet.clear();
        self.moved.clear();
        self.height.clear();
        self.usage.clear();
        self.room.clear();
    }

    /// Adds slots until as many as wanted can be used, or nothing is left to grow.
    async fn grow(
        &mut self,
        request: &SlotRequest<'_>,
        jitter: Option<Jitter>,
        mut prober: Option<&mut Prober<'_, '_>>,
        pace: &Pace<'_>,
    ) -> Result<(), Fault> {
        let counts = |usage| usage == SlotUse::Open || (!request.ground_layer && usage == SlotUse::AirOnly);
        let mut usable = self.count(0..self.len(), counts);
        let (mut last_made, mut last_usable) = (self.len(), usable);
        for _ in 0..GROWTH_ROUNDS {
            pace.breathe().await;
            let first = self.len();
            let out_of_probes = prober.as_ref().is_some_and(|prober| prober.remaining() == 0);
            if usable >= request.target || first >= MAX_SLOTS || out_of_probes {
                return Ok(());
            }
            let wanted = slots_to_ask(request.target - usable, last_made, last_usable).min(MAX_SLOTS - first);
            if request.lattice.grow(&mut self.growth, wanted, &mut self.sheet) == 0 {
                return Ok(());
            }
            // A whole ring or row may lead past the limit.
            self.sheet.truncate(MAX_SLOTS);
            let new = first..self.sheet.local.len();
            self.settle(new.clone(), request, jitter, prober.as_deref_mut()).await?;
            last_made = new.len();
            last_usable = self.count(new.clone(), counts);
            usable += last_usable;
            self.note_barren_sides(new, counts);
        }
        Ok(())
    }

    /// Counts a round against each side that grew and yielded nothing.
    fn note_barren_sides(&mut self, new: Range<usize>, counts: impl Fn(SlotUse) -> bool) {
        let (mut grew, mut yielded) = ([false; MAX_SIDES], [false; MAX_SIDES]);
        for slot in new {
            let side = usize::from(self.sheet.side[slot]).min(MAX_SIDES - 1);
            grew[side] = true;
            yielded[side] |= counts(self.usage[slot]);
        }
        for (side, rounds) in self.growth.barren_rounds.iter_mut().enumerate() {
            if grew[side] && !yielded[side] {
                *rounds = rounds.saturating_add(1);
            }
        }
    }

    /// Finds out about new slots: standing circles, ground, jitter.
    async fn settle(
        &mut self,
        new: Range<usize>,
        request: &SlotRequest<'_>,
        jitter: Option<Jitter>,
        mut prober: Option<&mut Prober<'_, '_>>,
    ) -> Result<(), Fault> {
        self.usage.resize(new.end, SlotUse::Open);
        self.keep_clear_of_standing(new.clone(), request);
        if let Some(prober) = prober.as_deref_mut() {
            self.stand_on_ground(new.clone(), prober).await?;
        }
        if let Some(jitter) = jitter {
            self.jitter(new, request, jitter, prober).await?;
        }
        Ok(())
    }

    fn keep_clear_of_standing(&mut self, new: Range<usize>, request: &SlotRequest) {
        let Some(rule) = standing_rule(request) else { return };
        self.room.resize(new.end, f64::INFINITY);
        self.jittered.clear();
        for slot in new.clone() {
            let place = self.place(slot).truncate();
            self.jittered.push(place);
        }
        rule.room(&self.jittered, &mut self.grid, &mut self.room[new.clone()]);
        let taken = if request.air_layer { SlotUse::AirOnly } else { SlotUse::Dropped };
        for slot in new {
            if !rule.allows(self.room[slot]) {
                self.usage[slot] = taken;
            }
        }
    }

    /// One batch: slots that cannot be stood on are dropped, the others take the ground's height.
    async fn stand_on_ground(&mut self, new: Range<usize>, prober: &mut Prober<'_, '_>) -> Result<(), Fault> {
        self.height.resize(new.end, self.center.z);
        self.asked.clear();
        self.asked_places.clear();
        for slot in new {
            if self.usage[slot] != SlotUse::Dropped {
                self.asked.push(slot as u32);
                self.asked_places.push(self.place(slot));
            }
        }
        prober.probe(&self.asked_places, &mut self.footings).await?;
        for (slot, footing) in self.asked.iter().zip(&self.footings) {
            match footing {
                Some(Footing::Ok { height }) => self.height[*slot as usize] = *height,
                _ => self.usage[*slot as usize] = SlotUse::Dropped,
            }
        }
        Ok(())
    }

    /// Moves the slots that are left by their jitter, in one batch, each where it can be stood on there too.
    async fn jitter(
        &mut self,
        new: Range<usize>,
        request: &SlotRequest<'_>,
        jitter: Jitter,
        prober: Option<&mut Prober<'_, '_>>,
    ) -> Result<(), Fault> {
        let center = request.order.center;
        self.moved.extend(self.sheet.local[new.clone()].iter().map(|local| request.facing.offset(*local)));
        let offset_of = |local: &DVec2, slot| request.facing.offset(*local + jitter.of(slot));
        self.jittered.clear();
        self.jittered
            .extend(self.sheet.local[new.clone()].iter().zip(new.clone()).map(|(local, slot)| offset_of(local, slot)));
        let rule = standing_rule(request);
        if let Some(rule) = rule {
            self.jittered_at.clear();
            self.jittered_at.extend(self.jittered.iter().map(|offset| center.truncate() + *offset));
            self.jittered_room.clear();
            self.jittered_room.resize(new.len(), 0.0);
            rule.room(&self.jittered_at, &mut self.grid, &mut self.jittered_room);
        }
        self.asked.clear();
        self.asked_places.clear();
        for slot in new.clone() {
            let index = slot - new.start;
            let into_circle = rule.is_some_and(|rule| !rule.allows(self.jittered_room[index]));
            if self.usage[slot] == SlotUse::AirOnly || (self.usage[slot] == SlotUse::Open && !into_circle) {
                self.asked.push(slot as u32);
                self.asked_places.push(center + self.jittered[index].extend(0.0));
            }
        }
        match prober {
            Some(prober) => prober.probe(&self.asked_places, &mut self.footings).await?,
            None => {
                self.footings.clear();
                self.footings.resize(self.asked.len(), Some(Footing::Ok { height: center.z }));
            }
        }
        for (slot, footing) in self.asked.iter().zip(&self.footings) {
            let Some(Footing::Ok { height }) = footing else { continue };
            let slot = *slot as usize;
            let index = slot - new.start;
            self.moved[slot] = self.jittered[index];
            if let Some(known) = self.height.get_mut(slot) {
                *known = *height;
            }
            if rule.is_some() {
                self.room[slot] = self.jittered_room[index];
            }
        }
        Ok(())
    }

    fn count(&self, slots: Range<usize>, counts: impl Fn(SlotUse) -> bool) -> usize {
        self.usage[slots].iter().filter(|usage| counts(**usage)).count()
    }
}

fn standing_rule<'a>(request: &SlotRequest<'a>) -> Option<StandingRule<'a>> {
    (request.ground_layer && !request.standing.is_empty()).then(|| StandingRule {
        circles: request.standing,
        half_distance: 0.5 * request.lattice.least_distance(),
        widest: request.widest,
    })
}

/// The shortfall over the share of the last round's slots that could be used, at most four times the shortfall.
fn slots_to_ask(shortfall: usize, made: usize, usable: usize) -> usize {
    let most = MOST_PER_SHORTFALL * shortfall;
    match usable {
        0 => most,
        _ => (shortfall * made).div_ceil(usable).min(most),
    }
}
