//! The page of the gallery: a table, and a panel per shape and mode.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::cases::PITCH;
use super::panel;
use super::{Exhibit, radius};
use crate::page::STYLE;

const GALLERY_STYLE: &str = "
.panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,44rem),1fr));gap:1.6rem 1.4rem}
.panels figure{margin:0}main{max-width:1900px}
";

/// The whole page; `panels` as the exhibits.
pub fn html(exhibits: &[Exhibit], panels: &[Vec<u8>]) -> String {
    let figures = |is_open: bool| -> String {
        let chosen = exhibits.iter().zip(panels).filter(|(exhibit, _)| exhibit.case.is_open == is_open);
        chosen.map(figure).collect()
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Phalanx: formations</title>\n<style>{STYLE}{GALLERY_STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Formations</h1>\n\
         <p>Every shape on flat ground in both modes: taken up from a crowd or another formation, then carried on. The \
         colour of an agent is where it starts, from the left flank to the right one; behind the bodies, faintly, the \
         rings of the slots.</p>\n\
         <p>A small dot marks where two paths cross, a red mark where two agents meet: all start and end together, and \
         these two come nearer than their bodies, {diameter} m, on the way. Paths may cross without anybody meeting. \
         When an exchange of two slots would not shorten the squared walks, those two never pass nearer than 0.71 times \
         their distance at rest; the example checks that. The pitch of the shapes is {pitch} m.</p>\n\
         {table}\n<div class=\"panels\">\n{full}</div>\n\
         <h2>When the last ring is not full</h2>\n\
         <p>The same shapes with numbers of agents that do not fill them: the open slots are those of the last ring or \
         row, and which of them are taken is decided by the walks alone.</p>\n\
         <div class=\"panels\">\n{open}</div>\n\
         <p class=\"quiet\"><a href=\"index.html\">The battle of Bubeneč</a> · <a href=\"instances.html\">The assignment \
         alone</a></p>\n</main>\n</body>\n</html>\n",
        diameter = 2.0 * radius() / 100.0,
        pitch = PITCH / 100.0,
        table = table(exhibits),
        full = figures(false),
        open = figures(true),
    )
}

fn table(exhibits: &[Exhibit]) -> String {
    let Some(first) = exhibits.first() else {
        return String::new();
    };
    let heads: String = panel::numbers(first).iter().map(|(name, _)| format!("<th>{name}</th>")).collect();
    let row = |exhibit: &Exhibit| {
        let cells: String = panel::numbers(exhibit).iter().map(|(_, number)| format!("<td>{number}</td>")).collect();
        let (anchor, title, mode) = (exhibit.slug(), exhibit.case.title, exhibit.mode.name());
        let title = if exhibit.case.is_open { format!("{title}, open") } else { title.into() };
        format!("<tr><td><a href=\"#{anchor}\">{title}</a></td><td>{mode}</td>{cells}</tr>\n")
    };
    let rows: String = exhibits.iter().map(row).collect();
    format!(
        "<div class=\"scroll\"><table><thead><tr><th>shape</th><th>mode</th>{heads}</tr></thead>\n\
         <tbody>\n{rows}</tbody></table></div>\n\
         <p class=\"quiet\">Cost: squared walk once both sides are moved to a common centre. Time: one call on one thread \
         with warm buffers on this machine.</p>"
    )
}

fn figure((exhibit, panel): (&Exhibit, &Vec<u8>)) -> String {
    let alt = format!("{}, {}: before, after, paths", exhibit.case.title, exhibit.mode.name());
    format!(
        "<figure id=\"{}\"><img alt=\"{alt}\" src=\"data:image/png;base64,{}\"></figure>\n",
        exhibit.slug(),
        STANDARD.encode(panel)
    )
}
