//! `cargo xtask count-instructions`: what a benchmark's runs execute, counted by callgrind. Unlike times, counts are steady on
//! a busy machine, so that a change of a few per cent can be seen.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};

use crate::cargo;
use crate::process;
use crate::tools::VALGRIND;
use crate::workspace::Workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// The benchmark: a file's name in `benches`.
    bench: String,
    /// The arguments of one run, in one word: `--run "--size 1000"`. May be given several times.
    #[arg(long = "run", value_name = "ARGUMENTS")]
    runs: Vec<String>,
    /// Counts only inside functions whose name fits (callgrind's pattern, such as `*form_up*`).
    #[arg(long, value_name = "FUNCTION")]
    inside: Option<String>,
    /// The arguments of one more run.
    #[arg(last = true)]
    last: Vec<String>,
}

pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<bool> {
    let valgrind = workspace.toolbox.find(&VALGRIND).map_err(|why| anyhow!(why))?;
    let building = ["bench", "--locked", "--package", "phalanx", "--bench", &arguments.bench, "--no-run"];
    let built = cargo::build(cargo::cargo(workspace, &building))?;
    let executable = built
        .into_iter()
        .find_map(|made| made.executable.filter(|_| made.target == arguments.bench))
        .context("the build made no executable for the benchmark")?;
    let folder = workspace.scratch("instructions")?;
    let mut runs: Vec<Vec<&str>> = arguments.runs.iter().map(|words| words.split_whitespace().collect()).collect();
    if runs.is_empty() || !arguments.last.is_empty() {
        runs.push(arguments.last.iter().map(String::as_str).collect());
    }
    let mut rows = Vec::new();
    for (number, words) in runs.iter().enumerate() {
        let counts = folder.join(format!("{}-{number}.callgrind", arguments.bench));
        let mut command = Command::new(&valgrind);
        command.args(["--tool=callgrind", "--quiet"]).arg(out_file(&counts));
        if let Some(function) = &arguments.inside {
            command.arg(format!("--toggle-collect={function}"));
        }
        command.arg(&executable).args(words).current_dir(&workspace.root);
        process::stream(&mut command)?;
        rows.push((words.join(" "), read_total(&counts)?, counts));
    }
    println!("\n{:>16}  arguments, counts by function (callgrind_annotate)", "instructions");
    for (words, total, counts) in &rows {
        println!("{:>16}  {words}  {}", grouped(*total), counts.display());
    }
    Ok(true)
}

fn out_file(path: &Path) -> std::ffi::OsString {
    // Callgrind expands a percent sign in the name, so one in the path must be doubled.
    format!("--callgrind-out-file={}", path.display().to_string().replace('%', "%%")).into()
}

/// The instructions executed in all, as the file's last lines say.
fn read_total(counts: &Path) -> Result<u64> {
    let text = std::fs::read_to_string(counts).with_context(|| format!("read {}", counts.display()))?;
    let total = total(&text).with_context(|| format!("{} holds no total", counts.display()))?;
    ensure!(total > 0, "nothing was counted: no function fits, or the run did nothing");
    Ok(total)
}

fn total(text: &str) -> Option<u64> {
    let line = text.lines().rev().find(|line| line.starts_with("totals:") || line.starts_with("summary:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The number in groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_from_the_end_of_the_file() {
        assert_eq!(total("version: 1\nevents: Ir\nfn=(1) main\n1 20\n\ntotals: 123456\n"), Some(123_456));
        assert_eq!(total("version: 1\nevents: Ir\n"), None);
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1 000", "1 234 567"]);
    }
}
