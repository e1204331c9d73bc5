//! The main job: two thousand agents of four sizes in a district of Prague, ordered into four shapes in both modes.
//!
//! `cargo run --release --example battle` prints a table and writes `target/battle/index.html` with a picture per
//! order. It ends with an error when an answer breaks a rule that it checks.

mod army;
mod canvas;
mod checks;
mod formation_drawing;
mod lettering;
mod library;
mod map_drawing;
mod orders;
mod page;
mod palette;
mod sheet;
mod table;
mod terrain;
mod town;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use army::Agent;
use glam::DVec3;
use library::{Answer, Library};
use orders::Order;
use terrain::Land;

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
    let (mut carried, mut broken) = (Vec::new(), Vec::new());
    for campaign in orders::campaigns() {
        let mut army = army::scatter(&land, campaign.quarters)?;
        for order in [campaign.reform, campaign.keep] {
            let answer = library.form_up(&order, &army, &land)?;
            broken.extend(checks::broken_rules(&order, &army, &answer, &land));
            broken.extend(checks::differences(&order, &answer, &one_thread.form_up(&order, &army, &land)?));
            let picture = save_picture(&folder, &land, &army, &order, &answer)?;
            march(&mut army, &answer.goals);
            carried.push(Carried { order, answer, picture });
        }
    }
    let rows: Vec<_> = carried.iter().map(|carried| table::cells(&carried.order, &carried.answer)).collect();
    println!("{}", table::text(&rows));
    let page = folder.join("index.html");
    write(&page, page::html(&land, &carried, &rows)?.as_bytes())?;
    println!("\n{}", page.display());
    Ok(broken)
}

/// Everybody arrives.
fn march(army: &mut [Agent], goals: &[DVec3]) {
    for (agent, goal) in army.iter_mut().zip(goals) {
        agent.location = *goal;
    }
}

fn save_picture(
    folder: &Path,
    land: &Land,
    army: &[Agent],
    order: &Order,
    answer: &Answer,
) -> Result<Vec<u8>, String> {
    let picture = sheet::draw(land, army, order, answer)?;
    let png = picture.encode_png().map_err(|error| format!("a picture could not be encoded: {error}"))?;
    write(&folder.join(format!("{}_{}.png", order.shape.name(), order.mode.slug())), &png)?;
    Ok(png)
}

/// `target/battle`, wherever the target folder is.
fn output_folder() -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("target"),
        PathBuf::from,
    );
    let folder = target.join("battle");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
