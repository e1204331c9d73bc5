//! The main job: two thousand agents of four sizes in a district of Prague, ordered into four shapes in both modes.
//!
//! `cargo run --release --example battle` prints a table and writes three pages into `target/battle`: `index.html` with
//! a picture per order, `formations.html` with every shape on flat ground, and `instances.html` with the assignment
//! alone. It ends with an error when an answer breaks a rule that it checks.
//!
//! `-- --only battle`, `formations` or `instances` makes one page; `-- --docs` also writes the pictures of the README,
//! `docs/battle.png` and `docs/formations.png`.

mod answer;
mod army;
mod canvas;
mod checks;
mod formation_drawing;
mod gallery;
mod kinds;
mod lettering;
mod library;
mod map_drawing;
mod options;
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
use options::{Options, Part};
use orders::{Mode, Order, Shape};
use overview::Overview;
use terrain::Land;
use tiny_skia::Pixmap;

const TOWN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bubenec.town"));

/// The sheet that the README shows.
const README_SHEET: (Shape, Mode) = (Shape::Circle, Mode::Reform);

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

/// Makes the pages that are wanted, and returns the rules that were broken.
fn run() -> Result<Vec<String>, String> {
    let options = Options::read(std::env::args().skip(1))?;
    let folder = output_folder()?;
    let mut broken = Vec::new();
    if options.wants(Part::Battle) {
        broken.extend(fight(&folder, options.docs)?);
    }
    if options.wants(Part::Formations) {
        let exhibits = gallery::exhibits(&Library::new(1)?)?;
        broken.extend(gallery::show(&folder, &exhibits)?);
        if options.docs {
            save_for_docs("formations.png", &gallery::poster(&exhibits)?)?;
        }
        println!("{}", folder.join("formations.html").display());
    }
    if options.wants(Part::Instances) {
        broken.extend(kinds::show(&folder)?);
        println!("{}", folder.join("instances.html").display());
    }
    Ok(broken)
}

/// Carries out every order of the battle, writes table and page, and returns the rules that were broken.
fn fight(folder: &Path, docs: bool) -> Result<Vec<String>, String> {
    let land = Land { town: town::Town::parse(TOWN)? };
    let (library, one_thread) = (Library::new(0)?, Library::new(1)?);
    let mut overview = Overview::new(&land)?;
    let (mut carried, mut broken) = (Vec::new(), Vec::new());
    for campaign in orders::campaigns() {
        let mut army = army::scatter(&land, campaign.quarters)?;
        let mut from = campaign.quarters.middle;
        overview.add_start(&army);
        for order in [campaign.reform, campaign.keep] {
            let answer = library.form_up(&order, &army, Some(&land))?;
            broken.extend(checks::broken_rules(&order, &army, &answer, &land));
            broken.extend(checks::differences(&order, &answer, &one_thread.form_up(&order, &army, Some(&land))?));
            let name = format!("{}_{}.png", order.shape.name(), order.mode.slug());
            let sheet = sheet::draw(&land, &army, &order, &answer)?;
            let picture = save(folder, &name, &sheet)?;
            if docs && (order.shape, order.mode) == README_SHEET {
                save_for_docs("battle.png", &canvas::halved(&sheet).ok_or("the sheet could not be halved")?)?;
            }
            march(&mut army, &answer.goals);
            overview.add_arrival(from, &order, &army);
            from = order.center;
            carried.push(Carried { order, answer, picture });
        }
    }
    let rows: Vec<_> = carried.iter().map(|carried| table::cells(&carried.order, &carried.answer)).collect();
    println!("{}\n", table::text(&rows));
    let map = save(folder, "overview.png", &overview.finish())?;
    let page = folder.join("index.html");
    write(&page, page::html(&map, &carried, &rows).as_bytes())?;
    println!("{}", page.display());
    Ok(broken)
}

/// Everybody arrives.
fn march(army: &mut [Agent], goals: &[DVec3]) {
    for (agent, goal) in army.iter_mut().zip(goals) {
        agent.location = *goal;
    }
}

fn save(folder: &Path, name: &str, picture: &Pixmap) -> Result<Vec<u8>, String> {
    /// The pages have many pictures.
    const QUICK: i32 = 13;
    save_taught_by(QUICK, folder, name, picture)
}

/// For the README, beside which the pictures lie.
fn save_for_docs(name: &str, picture: &Pixmap) -> Result<(), String> {
    const FINE: i32 = 2;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    save_taught_by(FINE, &folder, name, picture).map(drop)
}

fn save_taught_by(every: i32, folder: &Path, name: &str, picture: &Pixmap) -> Result<Vec<u8>, String> {
    let png = canvas::encode(picture, every).map_err(|error| format!("{name}: {error}"))?;
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
