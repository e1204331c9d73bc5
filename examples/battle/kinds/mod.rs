//! The assignment alone: fifteen kinds of army at a thousand agents, what each effort costs and how long it takes.
//!
//! The kinds are those of `cargo bench --bench assignment`.

#[path = "../../../tests/instances/mod.rs"]
mod instances;
mod measure;
mod page;
mod picture;

use std::path::Path;

/// Agents, and as many slots.
const AGENTS: usize = 1_000;

/// Measures every kind, draws it, and writes the page. Returns the rules that were broken.
///
/// # Errors
/// A picture or the page could not be made.
pub fn show(folder: &Path) -> Result<Vec<String>, String> {
    let mut trials = Vec::with_capacity(instances::KINDS.len());
    for (name, kind) in instances::KINDS {
        let trial = measure::trial(name, kind, AGENTS);
        let picture = crate::save(folder, &format!("instance_{name}.png"), &picture::draw(&trial)?)?;
        trials.push((trial, picture));
    }
    crate::write(&folder.join("instances.html"), page::html(&trials).as_bytes())?;
    Ok(trials.iter().flat_map(|(trial, _)| trial.broken_rules()).collect())
}
