//! Running other programs: in the open for cargo, which talks to the reader, and into a log for what speaks only on failure.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use wait_timeout::ChildExt;

/// How long a single program of ours may run before it counts as hung. Valgrind slows a program some fifty times.
const PATIENCE: Duration = Duration::from_secs(600);

/// How many of a log's last lines a failure shows.
const SHOWN_LINES: usize = 60;

/// The command as a reader would type it.
pub fn shown(command: &Command) -> String {
    // A program is named without its folder: which of several is meant is seldom the question, and paths are long.
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let mut words = vec![program.to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    let quoted = words.iter().map(|word| if word.contains(' ') { format!("'{word}'") } else { word.clone() });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Runs the command in the open. An error says which command ended how.
pub fn stream(command: &mut Command) -> Result<()> {
    println!("$ {}", shown(command));
    let status = command.status().with_context(|| format!("start {}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(anyhow!("{}: {status}", shown(command))) }
}

/// Runs the command in the open and gives each line of its standard output to `each_line` too.
/// Returns whether it ended well.
pub fn stream_lines(command: &mut Command, mut each_line: impl FnMut(&str)) -> Result<bool> {
    println!("$ {}", shown(command));
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| format!("start {}", shown(command)))?;
    let output = child.stdout.take().context("the child's standard output")?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        each_line(&line);
    }
    std::io::stdout().flush()?;
    Ok(child.wait()?.success())
}

/// Runs the command with all its output in the file `log`. An error carries the command, how it ended and the log's last lines.
pub fn quiet(command: &mut Command, log: &Path) -> Result<()> {
    let output = File::create(log).with_context(|| format!("create {}", log.display()))?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let mut child = command.spawn().with_context(|| format!("start {}", shown(command)))?;
    let ending = match child.wait_timeout(PATIENCE)? {
        Some(status) if status.success() => return Ok(()),
        Some(status) => status.to_string(),
        None => {
            child.kill()?;
            child.wait()?;
            format!("stopped after {} s", PATIENCE.as_secs())
        }
    };
    bail!("{}\n{ending}\n{}", shown(command), last_lines(log)?)
}

/// What the command printed, trimmed, if it ended well.
pub fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn last_lines(log: &Path) -> Result<String> {
    let text = std::fs::read(log).with_context(|| format!("read {}", log.display()))?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    Ok(lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n"))
}
