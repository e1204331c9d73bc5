//! What is drawn over the map: start circles, arrows, goals, slots by ring, and the direction.

use glam::DVec2;

use crate::answer::{Answer, Outcome};
use crate::army::{Agent, Kind};
use crate::canvas::Canvas;
use crate::library::NO_SLOT;
use crate::orders::{Order, turned};
use crate::palette::{self, Ink};

/// Start circles, and a thin arrow from every start to its goal.
pub fn draw_march(canvas: &mut Canvas, army: &[Agent], answer: &Answer) {
    for (agent, goal) in army.iter().zip(&answer.goals) {
        let ink = palette::kind(agent.kind).mix(palette::TEXT, 0.25);
        canvas.arrow(agent.place(), goal.truncate(), 0.9, 5.0, ink.with_alpha(34));
    }
    for agent in army {
        let ink = palette::kind(agent.kind);
        let radius = canvas.length(agent.radius()).max(1.4);
        canvas.disc(agent.place(), radius, ink.with_alpha(70));
        canvas.ring(agent.place(), radius, 0.8, ink.with_alpha(190));
    }
}

/// Goals as filled circles of true size, the ground first and what flies above it.
pub fn draw_goals(canvas: &mut Canvas, army: &[Agent], answer: &Answer) {
    for (flying, placed) in [(false, true), (false, false), (true, true), (true, false)] {
        for (index, agent) in army.iter().enumerate() {
            if agent.flies() == flying && (answer.outcomes[index] == Outcome::Placed) == placed {
                draw_goal(canvas, agent.kind, agent.radius(), answer, index);
            }
        }
    }
}

fn draw_goal(canvas: &mut Canvas, kind: Kind, radius: f64, answer: &Answer, index: usize) {
    let (place, outcome) = (answer.goals[index].truncate(), answer.outcomes[index]);
    let pixels = canvas.length(radius).max(1.4);
    let ink = palette::kind(kind);
    // The outline lies inside the true radius, so that bodies which touch are seen to touch and not to overlap.
    let width = if outcome == Outcome::Placed { 0.9 } else { 1.8 };
    if kind == Kind::Flyers {
        canvas.disc(place, pixels, ink.with_alpha(58));
        canvas.ring(place, pixels - 0.9, 1.8, ink);
    } else {
        canvas.disc(place, pixels, ink);
        canvas.ring(place, pixels - width / 2.0, width, palette::outcome(outcome).with_alpha(150));
    }
    if outcome != Outcome::Placed {
        canvas.ring(place, pixels - width / 2.0, width, palette::outcome(outcome));
    }
}

/// Slots as small rings coloured by ring index: filled where somebody stands, crossed out where nobody can.
pub fn draw_slots(canvas: &mut Canvas, army: &[Agent], answer: &Answer) {
    let used = answer.rings.iter().copied().filter(|ring| *ring != NO_SLOT);
    let last = used.max().unwrap_or(0);
    let radius = canvas.length(26.0).clamp(1.8, 6.0);
    for slot in &answer.lattice {
        if slot.usable {
            canvas.ring(slot.place, radius, 1.1, palette::ring(slot.ring.min(last), last).with_alpha(120));
        } else {
            cross(canvas, slot.place, radius * 0.8, palette::BLOCKED_HATCH.with_alpha(220));
        }
    }
    for (index, agent) in army.iter().enumerate() {
        let ring = answer.rings[index];
        if ring == NO_SLOT {
            continue;
        }
        let (place, ink) = (answer.goals[index].truncate(), palette::ring(ring, last));
        if agent.flies() {
            canvas.disc(place, radius * 0.55, palette::PAPER);
        } else {
            canvas.disc(place, canvas.length(agent.radius()).max(1.4), ink);
        }
    }
}

/// KEEP_FORMATION: the rigid places in outline, and the way from there to the goals of those that had to give way.
pub fn draw_giving_way(canvas: &mut Canvas, army: &[Agent], order: &Order, answer: &Answer) {
    let rigid = rigid_places(army, order);
    for flying in [false, true] {
        for index in (0..army.len()).filter(|index| army[*index].flies() == flying) {
            let ink = palette::kind(army[index].kind);
            let radius = canvas.length(army[index].radius()).max(1.4);
            if answer.outcomes[index] == Outcome::Placed {
                canvas.disc(answer.goals[index].truncate(), radius, ink.with_alpha(if flying { 40 } else { 75 }));
            } else {
                canvas.disc(rigid[index], radius, palette::PAPER.with_alpha(130));
                canvas.ring(rigid[index], radius, 1.2, ink);
            }
        }
    }
    for index in 0..army.len() {
        if answer.outcomes[index] != Outcome::Placed {
            draw_goal(canvas, army[index].kind, army[index].radius(), answer, index);
            canvas.arrow(rigid[index], answer.goals[index].truncate(), 1.1, 6.0, palette::TEXT.with_alpha(120));
        }
    }
}

/// Where a pure translation and turn takes everybody.
pub fn rigid_places(army: &[Agent], order: &Order) -> Vec<DVec2> {
    let centroid = army.iter().map(Agent::place).sum::<DVec2>() / army.len().max(1) as f64;
    army.iter().map(|agent| order.center + turned(agent.place() - centroid, order.rotate)).collect()
}

/// A bold arrow past the front, and a dot in the middle.
pub fn draw_direction(canvas: &mut Canvas, order: &Order, answer: &Answer) {
    let (from, to) = direction_arrow(order, answer);
    let back = (to - from).normalize_or_zero() * canvas.window.per_pixel;
    canvas.arrow(from, to, 11.0, 30.0, palette::PAPER.with_alpha(230));
    canvas.arrow(from, to - back * 3.0, 5.0, 24.0, palette::FRONT);
    canvas.disc(order.center, 6.5, palette::PAPER);
    canvas.disc(order.center, 4.0, palette::FRONT);
}

/// From just before the front, along the direction.
pub fn direction_arrow(order: &Order, answer: &Answer) -> (DVec2, DVec2) {
    const GAP: f64 = 200.0;
    const LENGTH: f64 = 600.0;
    let forward = order.direction.normalize_or_zero();
    let across = DVec2::new(-forward.y, forward.x);
    let offsets = answer.goals.iter().map(|goal| goal.truncate() - order.center);
    let ahead = offsets.filter(|offset| offset.dot(across).abs() < GAP).map(|offset| offset.dot(forward));
    let from = order.center + forward * (ahead.fold(0.0, f64::max) + GAP);
    (from, from + forward * LENGTH)
}

fn cross(canvas: &mut Canvas, place: DVec2, half_pixels: f32, ink: Ink) {
    let half = f64::from(half_pixels) * canvas.window.per_pixel;
    canvas.line(&[place - DVec2::splat(half), place + DVec2::splat(half)], 1.1, ink);
    canvas.line(&[place + DVec2::new(half, -half), place + DVec2::new(-half, half)], 1.1, ink);
}
