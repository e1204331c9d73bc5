//! The main job: two thousand agents of four sizes in a district of Prague, ordered into four shapes in both modes.
//!
//! `cargo run --release --example battle` prints a table and writes `target/battle/index.html` with a picture per
//! order. It ends with an error when an answer breaks a rule that it checks.

mod answer;
mod army;
mod canvas;
mod checks;
mod formation_drawing;
mod lettering;
mod library;
mod map_drawing;
mod orders;
mod overview;
mod page;
mod palette;
mod sheet;
mod table;
mod terrain;
mod town;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use answer::Answer;
use army::Agent;
use glam::DVec3;
use library::Library;
use orders::Order;
use overview::Overview;
use terrain::Land;
use tiny_skia::Pixmap;

const TOWN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bubenec.town"));

/// An order with what came of it.
pub struct Carried {
    pub order: Order,
    pub answer: Answer,
    pub picture: Vec<u8>,
}

fn main() -> ExitCode {
    match run() {
        Ok(broken) if broken.is_empty() => ExitCode::SUCCESS,
        Ok(broken) => {
            eprintln!("\n{} checks failed:", broken.len());
            broken.iter().for_each(|rule| eprintln!("  {rule}"));
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Carries out every order, writes table and page, and returns the rules that were broken.
fn run() -> Result<Vec<String>, String> {
    let land = Land { town: town::Town::parse(TOWN)? };
    let (library, one_thread) = (Library::new(0)?, Library::new(1)?);
    let folder = output_folder()?;
    let mut overview = Overview::new(&land)?;
    let (mut carried, mut broken) = (Vec::new(), Vec::new());
    for campaign in orders::campaigns() {
        let mut army = army::scatter(&land, campaign.quarters)?;
        let mut from = campaign.quarters.middle;
        overview.add_start(&army);
        for order in [campaign.reform, campaign.keep] {
            let answer = library.form_up(&order, &army, &land)?;
            broken.extend(checks::broken_rules(&order, &army, &answer, &land));
            broken.extend(checks::differences(&order, &answer, &one_thread.form_up(&order, &army, &land)?));
            let name = format!("{}_{}.png", order.shape.name(), order.mode.slug());
            let picture = save(&folder, &name, &sheet::draw(&land, &army, &order, &answer)?)?;
            march(&mut army, &answer.goals);
            overview.add_arrival(from, &order, &army);
            from = order.center;
            carried.push(Carried { order, answer, picture });
        }
    }
    let rows: Vec<_> = carried.iter().map(|carried| table::cells(&carried.order, &carried.answer)).collect();
    println!("{}", table::text(&rows));
    let map = save(&folder, "overview.png", &overview.finish())?;
    let page = folder.join("index.html");
    write(&page, page::html(&map, &carried, &rows).as_bytes())?;
    println!("\n{}", page.display());
    Ok(broken)
}

/// Everybody arrives.
fn march(army: &mut [Agent], goals: &[DVec3]) {
    for (agent, goal) in army.iter_mut().zip(goals) {
        agent.location = *goal;
    }
}

fn save(folder: &Path, name: &str, picture: &Pixmap) -> Result<Vec<u8>, String> {
    let png = canvas::encode(picture).map_err(|error| format!("{name}: {error}"))?;
    write(&folder.join(name), &png)?;
    Ok(png)
}

/// `target/battle`, wherever the target folder is.
fn output_folder() -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target"), PathBuf::from);
    let folder = target.join("battle");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
