//! The gallery: every shape before, after and on the way, on flat ground.
//!
//! ```text
//! case ─▶ start ─▶ take up the shape ─▶ carry it on ─▶ a panel of three pictures each ─▶ page, poster
//! ```

mod call;
mod cases;
mod page;
mod panel;
mod paths;
mod poster;
mod starts;

use std::path::Path;

use glam::DVec2;
use tiny_skia::Pixmap;

use call::{Destination, KIND, Moved, carry_out};
use cases::Case;
use paths::Paths;

use crate::library::Library;
use crate::orders::Mode;

/// One order of a case with what came of it.
pub struct Exhibit {
    pub case: Case,
    pub mode: Mode,
    pub moved: Moved,
    pub paths: Paths,
    /// Where it faces: x north, y east.
    pub forward: DVec2,
}

/// Of every body, in centimetres.
fn radius() -> f64 {
    KIND.radius()
}

/// Carries out all orders.
///
/// # Errors
/// What the library says.
pub fn exhibits(library: &Library) -> Result<Vec<Exhibit>, String> {
    let mut exhibits = Vec::new();
    for (number, case) in cases::cases().into_iter().enumerate() {
        let starts = starts::places(case.start, case.agents, radius(), 11 + number as u64);
        let taken_up = take_up(library, case, starts)?;
        let carried_on = carry_on(library, case, &taken_up)?;
        exhibits.extend([taken_up, carried_on]);
    }
    for (number, case) in cases::open_cases().into_iter().enumerate() {
        let starts = starts::places(case.start, case.agents, radius(), 31 + number as u64);
        exhibits.push(take_up(library, case, starts)?);
    }
    Ok(exhibits)
}

/// Far enough ahead of the start that both can be seen: who goes where does not depend on it.
fn take_up(library: &Library, case: Case, starts: Vec<DVec2>) -> Result<Exhibit, String> {
    const GAP: f64 = 350.0;
    let here = Destination { center: DVec2::ZERO, keep_turn: None };
    let trial = carry_out(library, &case, starts.clone(), here)?;
    let front = |places: &[DVec2]| places.iter().map(|place| place.x).fold(f64::NEG_INFINITY, f64::max);
    let rear = |places: &[DVec2]| places.iter().map(|place| place.x).fold(f64::INFINITY, f64::min);
    let center = DVec2::new(front(&starts) - rear(&trial.goals) + GAP, 0.0);
    let moved = carry_out(library, &case, starts, Destination { center, keep_turn: None })?;
    let paths = Paths::of(&moved, radius());
    Ok(Exhibit { case, mode: Mode::Reform, moved, paths, forward: DVec2::X })
}

/// On to the north-east, turned on the way.
fn carry_on(library: &Library, case: Case, before: &Exhibit) -> Result<Exhibit, String> {
    let starts = before.moved.goals.clone();
    let middle = starts.iter().sum::<DVec2>() / starts.len() as f64;
    let reach = starts.iter().map(|start| start.distance(middle)).fold(0.0, f64::max);
    let center = middle + DVec2::new(1.35, 0.75) * reach;
    let turn = case.turn;
    let moved = carry_out(library, &case, starts, Destination { center, keep_turn: Some(turn) })?;
    let paths = Paths::of(&moved, radius());
    let forward = crate::orders::turned(DVec2::X, turn);
    Ok(Exhibit { case, mode: Mode::Keep, moved, paths, forward })
}

impl Exhibit {
    /// For file names and anchors.
    pub fn slug(&self) -> String {
        let suffix = if self.case.is_open { "_open" } else { "" };
        format!("formation_{}_{}{suffix}", self.case.shape.name(), self.mode.slug())
    }

    /// Every broken rule as a sentence.
    pub fn broken_rules(&self) -> Vec<String> {
        let name = format!("{} {} on flat ground", self.case.shape.name(), self.mode.name());
        let mut broken = Vec::new();
        let agents = self.moved.goals.len();
        if self.moved.placed != agents {
            broken.push(format!("{name}: {} of {agents} are placed", self.moved.placed));
        }
        if self.paths.least_separation < 2.0 * radius() * (1.0 - 1e-4) {
            broken.push(format!("{name}: two stand {:.2} apart", self.paths.least_separation));
        }
        if self.mode == Mode::Reform && !self.paths.pass_as_promised() {
            broken.push(format!("{name}: two pass at {:.2}", self.paths.nearest_pass));
        }
        broken
    }
}

/// Draws all panels, saves them with the page, and returns the rules that were broken.
///
/// # Errors
/// A picture or a file could not be made.
pub fn show(folder: &Path, exhibits: &[Exhibit]) -> Result<Vec<String>, String> {
    let mut panels = Vec::with_capacity(exhibits.len());
    for exhibit in exhibits {
        panels.push(crate::save(folder, &format!("{}.png", exhibit.slug()), &panel::draw(exhibit)?)?);
    }
    crate::write(&folder.join("formations.html"), page::html(exhibits, &panels).as_bytes())?;
    Ok(exhibits.iter().flat_map(Exhibit::broken_rules).collect())
}

/// The sheet for the README: every shape being taken up.
///
/// # Errors
/// A picture could not be allocated.
pub fn poster(exhibits: &[Exhibit]) -> Result<Pixmap, String> {
    poster::draw(exhibits)
}
