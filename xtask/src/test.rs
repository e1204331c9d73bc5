//! `cargo xtask test`: runs the parts in their order, times each, and ends with one line of counts.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::ledger::Ledger;
use crate::parts::{PARTS, Part};
use crate::workspace::Workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// Runs this part alone; may be given several times.
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// Names the parts and ends.
    #[arg(long)]
    list: bool,
}

/// Runs what was asked for. The answer says whether nothing failed.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<bool> {
    if arguments.list {
        for part in PARTS {
            println!("{:14} {}", part.name, part.about);
        }
        return Ok(true);
    }
    let mut ledger = Ledger::default();
    let mut rows = Vec::new();
    for part in chosen(&arguments.only)? {
        println!("\n== {}: {}", part.name, part.about);
        let start = Instant::now();
        if let Err(error) = (part.run)(workspace, &mut ledger) {
            ledger.fail(part.name, &format!("{error:#}"));
        }
        rows.push((part.name, start.elapsed()));
        println!("== {}: {}", part.name, seconds(start.elapsed()));
    }
    conclude(&ledger, &rows);
    Ok(ledger.counts.failed == 0)
}

fn chosen(names: &[String]) -> Result<Vec<&'static Part>> {
    for name in names {
        if PARTS.iter().all(|part| part.name != name) {
            let known: Vec<_> = PARTS.iter().map(|part| part.name).collect();
            bail!("there is no part `{name}`; the parts are {}", known.join(", "));
        }
    }
    Ok(PARTS.iter().filter(|part| names.is_empty() || names.iter().any(|name| name == part.name)).collect())
}

fn conclude(ledger: &Ledger, rows: &[(&str, Duration)]) {
    println!("\nTime of each part");
    for (name, time) in rows {
        println!("{name:14} {:>9}", seconds(*time));
    }
    println!("{:14} {:>9}", "all", seconds(rows.iter().map(|row| row.1).sum()));
    for (title, entries) in [("Not run", &ledger.skips), ("Failed", &ledger.failures)] {
        if !entries.is_empty() {
            println!("\n{title}");
            entries.iter().for_each(|entry| println!("- {entry}"));
        }
    }
    // The last line: machines read it.
    println!("\n{}", ledger.counts);
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
