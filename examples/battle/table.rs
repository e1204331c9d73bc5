//! The table: one line per order, aligned, for the terminal and for the page.

use crate::answer::{Answer, Outcome};
use crate::orders::Order;

/// Column heads.
pub const HEADS: [&str; 12] = [
    "shape",
    "mode",
    "agents",
    "slots",
    "placed",
    "relocated",
    "overflow",
    "overlap",
    "stacked",
    "longest walk",
    "cost",
    "time",
];

/// The cells of one order. Lengths in metres, the cost in square metres per agent.
pub fn cells(order: &Order, answer: &Answer) -> [String; 12] {
    let count = |outcome| answer.count(outcome).to_string();
    let usable = (answer.slots_made + answer.slots_grown).saturating_sub(answer.slots_dropped);
    let slots = if answer.slots_made == 0 { "-".into() } else { usable.to_string() };
    let agents = answer.goals.len();
    [
        order.shape.name().into(),
        order.mode.name().into(),
        agents.to_string(),
        slots,
        count(Outcome::Placed),
        count(Outcome::Relocated),
        count(Outcome::Overflow),
        count(Outcome::Overlap),
        count(Outcome::Stacked),
        format!("{:.1} m", answer.longest_walk / 100.0),
        format!("{:.2} m\u{b2}", answer.cost / 10_000.0 / agents.max(1) as f64),
        format!("{:.1} ms", answer.time.as_secs_f64() * 1000.0),
    ]
}

/// The table as text: words to the left, numbers to the right.
pub fn text(rows: &[[String; 12]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([HEADS[column].len()]).max().unwrap_or(0)
    };
    let line = |cells: &[&str]| {
        let aligned = cells.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            if column < 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        aligned.collect::<Vec<_>>().join("  ")
    };
    let mut lines = vec![line(&HEADS)];
    lines.push("-".repeat(lines[0].chars().count()));
    lines.extend(rows.iter().map(|row| line(&row.each_ref().map(String::as_str))));
    lines.join("\n")
}
