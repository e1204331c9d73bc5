//! Drag order: a drawn line becomes center, facing and frontage (F20).
//!
//! Two points, or a polyline that is straight, fill a LINE whose pitch along the front is stretched so that its first row
//! runs evenly from end to end; whoever finds no place in it stands in further rows behind. A bent polyline becomes
//! points: places at even steps of its arc length, and further rows that are the drawn line set back by the pitch, where
//! they keep clear of the places before. Either is an [`Order`] as any caller could have written it.
//!
//! Which side of the line is the front is decided on whole quanta relative to the line's first point (F3).
#![forbid(unsafe_code)]

use std::f64::consts::FRAC_1_SQRT_2;

use glam::{DVec2, DVec3, I64Vec2};

use super::drag_curve::{Curve, CurveScratch, RowsAlong};
use super::facing::Facing;
use super::footprint::Footprint;
use super::order::{Order, Shape};
use super::quotient;
use super::roster::{MAX_DISTANCE, Roster};
use super::shape::MAX_SLOTS;
use crate::fault::{Fault, FaultKind};
use crate::geometry::fixed_point::Quantum;

/// A line shorter than this many unit scales is a click, whatever the pitch.
const CLICK: f64 = 50.0;

/// A polyline that nowhere leaves the straight line between its ends by more than this share of the pitch is straight.
const STRAIGHT: f64 = 0.05;

/// What of the army a drawn line depends on.
#[derive(Clone, Copy, Debug)]
pub struct DraggedArmy<'a> {
    /// Centroid of the eligible agents (F7), in the world.
    pub centroid: DVec2,
    /// Body radius of each eligible agent, in any order.
    pub radii: &'a [f64],
}

impl<'a> DraggedArmy<'a> {
    /// The army of a roster that was gathered for `order`.
    pub fn of(roster: &'a Roster, order: &Order) -> Self {
        let centroid = order.center.truncate() + Quantum::new(order.unit_scale).length2(roster.centroid);
        Self { centroid, radii: &roster.radius }
    }
}

/// What the drawn line turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A click at its first point: the order keeps its shape and measures.
    Click,
    /// A straight line: shape LINE.
    Line,
    /// A bent one: shape POINTS, the places being [`DragScratch::places`].
    Curve,
}

/// The fields of an order that a drawn line fills. Those that it leaves alone have the order's values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// Which shape the order gets.
    pub drawn: Drawn,
    /// Center: the middle of the line, height included; of a click its first point.
    pub center: DVec3,
    /// Facing, a unit vector: across the line, away from the army. Of a click, and of a bent line whose ends meet: from
    /// the army to the center, or the order's own where that is nothing.
    pub direction: DVec2,
    /// Pitch along the front and in depth.
    pub spacing: DVec2,
    /// LINE: its length, and a depth that holds any number of rows.
    pub region: DVec2,
    /// Slots of the first row.
    pub frontage: u32,
}

impl Drag {
    /// `order` with what the line filled. A curve's places become its points, which the caller puts in.
    pub fn applied<'a>(&self, order: &Order<'a>) -> Order<'a> {
        let shape = match self.drawn {
            Drawn::Line => Shape::Line,
            Drawn::Click | Drawn::Curve => order.shape,
        };
        Order {
            shape,
            center: self.center,
            direction: self.direction,
            spacing: self.spacing,
            region: self.region,
            ..order.clone()
        }
    }
}

/// Buffers of a drag, kept for the next one of the same size: a preview asks once per frame.
#[derive(Debug, Default)]
pub struct DragScratch {
    /// Of a curve: places relative to the center, x to the right of the facing and y to the front; front row first.
    pub places: Vec<DVec2>,
    radii: Vec<f64>,
    curve: CurveScratch,
}

/// Reads a drawn line: two points or more, of which the first and the last are its ends. One point is a click.
///
/// The pitch is widened for agents that are wider: to the width that half of the army does not exceed. The wider half
/// takes more than one slot each (F13), so that a single siege engine does not pull a whole line apart.
///
/// # Errors
/// The order is not sound; the line has no point, one that is not finite, or one too far from the others; more agents
/// than a formation can have.
pub fn drag(line: &[DVec3], army: DraggedArmy, order: &Order, scratch: &mut DragScratch) -> Result<Drag, Fault> {
    check(line, army, order)?;
    scratch.places.clear();
    // Finite, whatever the radii: an order takes no other measures.
    let body = (2.0 * scratch.usual_radius(army.radii)).min(f64::MAX);
    let pitch = order.spacing.max(DVec2::splat(body));
    let curve = Curve::new(line);
    let (first, last) = (line[0], line[line.len() - 1]);
    let shortest = order.spacing.x.max(CLICK * order.unit_scale) * (1.0 - quotient::SLACK);
    let chord = (last - first).truncate();
    let is_bent = curve.bend() > STRAIGHT * pitch.x;
    let length = if is_bent { curve.length() } else { chord.length() };
    let drawn = match (length < shortest, is_bent) {
        (true, _) => Drawn::Click,
        (false, false) => Drawn::Line,
        (false, true) => Drawn::Curve,
    };
    let center = match drawn {
        Drawn::Click => first,
        Drawn::Line => first + (last - first) * 0.5,
        Drawn::Curve => curve.middle(),
    };
    let has_ends = drawn != Drawn::Click && chord.length() >= shortest;
    let direction = if has_ends {
        across(first.truncate(), chord, army.centroid, order)
    } else {
        onwards(center.truncate() - army.centroid, order)
    };
    let (spacing, region) = (order.spacing, order.region);
    let unfilled = Drag { drawn, center, direction, spacing, region, frontage: 0 };
    Ok(match drawn {
        Drawn::Click => unfilled,
        Drawn::Line => stretched(unfilled, length, pitch, army.radii.len()),
        Drawn::Curve => {
            let bent = stretched(unfilled, length, pitch, army.radii.len());
            scratch.lay(curve, &bent, body, pitch, army.radii);
            Drag { region, ..bent }
        }
    })
}

/// Facing where the line has none of its own: away from the army, or as the order faces.
fn onwards(march: DVec2, order: &Order) -> DVec2 {
    let (facing, defaulted) = Facing::new(march, DVec2::ZERO);
    if defaulted { order.direction } else { facing.forward }
}

/// Frontage and pitch of a line of this length for so many agents.
fn stretched(drag: Drag, length: f64, pitch: DVec2, agents: usize) -> Drag {
    let fitting = quotient::floor(length / pitch.x + 1.0, MAX_SLOTS as u64).max(1);
    let frontage = fitting.min(agents.max(1) as u64);
    let (step, front) = if frontage > 1 { (length / (frontage - 1) as f64, length) } else { (pitch.x, 0.0) };
    let spacing = DVec2::new(step, pitch.y);
    Drag {
        spacing,
        region: DVec2::new(front, (MAX_SLOTS as f64 * pitch.y).min(f64::MAX)),
        frontage: frontage as u32,
        ..drag
    }
}

fn check(line: &[DVec3], army: DraggedArmy, order: &Order) -> Result<(), Fault> {
    order.check()?;
    if line.is_empty() {
        return Err(Fault::invalid("line.count", 0, "a drawn line has at least one point"));
    }
    if let Some(index) = line.iter().position(|point| !point.is_finite()) {
        return Err(Fault::new(FaultKind::NotFinite, format!("line[{index}] is {}", line[index])));
    }
    let farthest = 2.0 * MAX_DISTANCE * order.unit_scale;
    if let Some(index) = line.iter().position(|point| (*point - line[0]).abs().max_element() > farthest) {
        let text = format!("line[{index}] is {}: more than 8e6 unit scales from the line's start", line[index]);
        return Err(Fault::new(FaultKind::OutOfRange, text));
    }
    if army.radii.len() > MAX_SLOTS {
        let text = format!("agents: {} are eligible; at most {MAX_SLOTS} can form up in one call", army.radii.len());
        return Err(Fault::new(FaultKind::Capacity, text));
    }
    Ok(())
}

/// The unit normal of a line that points away from the army, whichever way the line was drawn. An army that stands on
/// the line keeps its facing as near as the line allows; without any it faces forward, or right along a line forward.
fn across(first: DVec2, chord: DVec2, centroid: DVec2, order: &Order) -> DVec2 {
    let (facing, quantum) = (order.direction, Quantum::new(order.unit_scale));
    let unit = Facing::new(chord, DVec2::X).0.forward;
    let normal = DVec2::new(-unit.y, unit.x);
    let (whole_chord, to_army) = (quantum.round2(chord), quantum.round2(centroid - first));
    let side =
        |of: I64Vec2| i128::from(whole_chord.x) * i128::from(of.y) - i128::from(whole_chord.y) * i128::from(of.x);
    let own = if facing.is_finite() { normal.dot(facing) } else { 0.0 };
    let along = |value: f64| if value > 0.0 { -1 } else { i128::from(value < 0.0) };
    // Positive: the army is on the normal's side.
    let sides = [side(to_army), along(own), along(normal.x), along(normal.y)];
    match sides.into_iter().find(|side| *side != 0) {
        Some(side) if side > 0 => -normal,
        _ => normal,
    }
}

impl DragScratch {
    /// Lays the places of a bent line, clear of one another by the usual body and at least by what a right angle between
    /// two steps leaves of the pitch.
    fn lay(&mut self, curve: Curve, drag: &Drag, body: f64, pitch: DVec2, radii: &[f64]) {
        let closest = body.max(pitch.min_element() * FRAC_1_SQRT_2);
        let extra = |radius: &f64| Footprint::Disc.extra_slots(*radius, pitch, closest);
        let wanted = radii.iter().map(extra).fold(radii.len() as u64, u64::saturating_add).min(MAX_SLOTS as u64);
        let rows = RowsAlong {
            center: drag.center.truncate(),
            facing: Facing::new(drag.direction, DVec2::X).0,
            frontage: drag.frontage as usize,
            wanted: wanted as usize,
            pitch,
            closest,
        };
        curve.lay(rows, &mut self.curve, &mut self.places);
    }

    /// The radius that half of the army does not exceed: the lower median. 0 for nobody.
    fn usual_radius(&mut self, radii: &[f64]) -> f64 {
        self.radii.clear();
        self.radii.extend(radii.iter().copied().filter(|radius| radius.is_finite()));
        if self.radii.is_empty() {
            return 0.0;
        }
        let middle = (self.radii.len() - 1) / 2;
        *self.radii.select_nth_unstable_by(middle, f64::total_cmp).1
    }
}
