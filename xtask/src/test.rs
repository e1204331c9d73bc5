//! `cargo xtask test`: runs the parts in their order, times each, and ends with one line of counts.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::ledger::Ledger;
use crate::parts::{Group, PARTS, Part, When};
use crate::tools;
use crate::workspace::Workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// Runs this part alone; may be given several times.
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// Runs the parts for other machines too: Windows under Wine, ARM under QEMU. Some minutes and 200 MB of tools.
    #[arg(long)]
    cross: bool,
    /// Names the parts and ends.
    #[arg(long)]
    list: bool,
}

/// How long a part took: its own work, and what it installed.
struct Row {
    part: &'static Part,
    work: Duration,
    set_up: Duration,
}

/// Runs what was asked for. The answer says whether nothing failed.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<bool> {
    if arguments.list {
        for part in PARTS {
            let note = if part.when == When::Cross { " (with --cross)" } else { "" };
            println!("{:14} {}{note}", part.name, part.about);
        }
        return Ok(true);
    }
    let mut ledger = Ledger::default();
    let mut rows = Vec::new();
    let with_cross = arguments.cross || tools::is_continuous_integration();
    for part in chosen(&arguments.only)? {
        if !runs(part, &arguments.only, with_cross) {
            ledger.skip(part.name, "run `cargo xtask test --cross`, or set CI");
            continue;
        }
        println!("\n== {}: {}", part.name, part.about);
        let (start, set_up) = (Instant::now(), workspace.toolbox.set_up_time());
        if let Err(error) = (part.run)(workspace, &mut ledger) {
            ledger.fail(part.name, &format!("{error:#}"));
        }
        let set_up = workspace.toolbox.set_up_time() - set_up;
        let work = start.elapsed().saturating_sub(set_up);
        println!("== {}: {}", part.name, minutes(work));
        rows.push(Row { part, work, set_up });
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

/// Whether a part that was chosen runs here: one for other machines wants to be named, or asked for with all of its kind.
fn runs(part: &Part, named: &[String], with_cross: bool) -> bool {
    part.when == When::Always || !named.is_empty() || with_cross
}

fn conclude(ledger: &Ledger, rows: &[Row]) {
    println!("\nTime of each part");
    for group in Group::ALL {
        let of_group: Vec<&Row> = rows.iter().filter(|row| row.part.group == group).collect();
        if of_group.is_empty() {
            continue;
        }
        println!("{:16} {:>12}", group.name(), minutes(of_group.iter().map(|row| row.work).sum()));
        for row in of_group {
            println!("  {:14} {:>12}", row.part.name, minutes(row.work));
        }
    }
    let set_up: Duration = rows.iter().map(|row| row.set_up).sum();
    println!("{:16} {:>12}", "set-up of tools", minutes(set_up));
    println!("{:16} {:>12}", "all", minutes(set_up + rows.iter().map(|row| row.work).sum::<Duration>()));
    for (title, entries) in [("Not run", &ledger.skips), ("Failed", &ledger.failures)] {
        if !entries.is_empty() {
            println!("\n{title}");
            entries.iter().for_each(|entry| println!("- {entry}"));
        }
    }
    // The last line: machines read it.
    println!("\n{}", ledger.counts);
}

fn minutes(time: Duration) -> String {
    let tenths = (time.as_secs_f64() * 10.0).round() as u64;
    let (minutes, seconds) = (tenths / 600, tenths % 600);
    let seconds = format!("{}.{} s", seconds / 10, seconds % 10);
    if minutes == 0 { seconds } else { format!("{minutes} min {seconds:>6}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_minutes_and_seconds() {
        let shown = |milliseconds| minutes(Duration::from_millis(milliseconds));
        assert_eq!(shown(0), "0.0 s");
        assert_eq!(shown(59_940), "59.9 s");
        assert_eq!(shown(59_960), "1 min  0.0 s");
        assert_eq!(shown(751_300), "12 min 31.3 s");
    }

    #[test]
    fn parts_for_other_machines_run_when_named_or_asked_for() {
        for part in PARTS {
            assert!(runs(part, &[], true) && runs(part, &[part.name.to_owned()], false), "{}", part.name);
            assert_eq!(runs(part, &[], false), part.group != Group::Cross, "{}", part.name);
        }
    }

    #[test]
    fn each_part_has_a_name_of_its_own() {
        for (position, part) in PARTS.iter().enumerate() {
            assert!(PARTS[..position].iter().all(|other| other.name != part.name), "{}", part.name);
        }
    }
}
