//! The picture of a trial: agents, slots, and who goes where.

use glam::{DVec2, I64Vec2};
use tiny_skia::Pixmap;

use super::instances::PITCH;
use super::measure::Trial;
use crate::canvas::{Canvas, Window};
use crate::palette::{self, Ink};

const SIDE: u32 = 560;
const AGENT: Ink = Ink::rgb(0x2a_78_b5);
const SLOT: Ink = Ink::rgb(0xe0_6a_1a);
const PATH: Ink = Ink::rgb(0x45_4a_52);

/// Draws agents in blue, slots in orange, and the straight paths.
///
/// # Errors
/// The picture could not be allocated.
pub fn draw(trial: &Trial) -> Result<Pixmap, String> {
    let pitches = |point: &I64Vec2| point.as_dvec2() / PITCH;
    let agents: Vec<DVec2> = trial.army.agents.iter().map(pitches).collect();
    let slots: Vec<DVec2> = trial.army.slots.iter().map(pitches).collect();
    let mut canvas = canvas(&agents, &slots)?;
    let walks = || agents.iter().zip(&trial.slot_of).map(|(agent, slot)| [*agent, slots[*slot as usize]]);
    let mean = walks().map(|[from, to]| from.distance(to)).sum::<f64>() / agents.len().max(1) as f64;
    // Short walks are to be seen between the dots, long ones lie over one another.
    let alpha = (230.0 - canvas.length(mean)).clamp(90.0, 220.0);
    for walk in walks() {
        canvas.line(&walk, 1.1, PATH.with_alpha(alpha as u8));
    }
    let radius = canvas.length(0.17).clamp(1.1, 2.6);
    for slot in &slots {
        canvas.disc(*slot, radius, SLOT);
    }
    for agent in &agents {
        canvas.disc(*agent, radius, AGENT);
    }
    Ok(canvas.pixels)
}

fn canvas(agents: &[DVec2], slots: &[DVec2]) -> Result<Canvas, String> {
    let both = || agents.iter().chain(slots).copied();
    let (low, high) = (both().fold(DVec2::INFINITY, DVec2::min), both().fold(DVec2::NEG_INFINITY, DVec2::max));
    let side = (high - low).max_element().max(1.0) * 1.06;
    let window = Window { middle: (low + high) / 2.0, per_pixel: side / f64::from(SIDE) };
    let mut canvas = Canvas::new(SIDE, SIDE, window).ok_or("a picture could not be allocated")?;
    canvas.block(0.0, 0.0, SIDE as f32, SIDE as f32, palette::GROUND.mix(palette::PAPER, 0.45));
    Ok(canvas)
}
