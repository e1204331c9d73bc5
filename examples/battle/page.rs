//! The page: overview, table, legend and one figure per order in a single file that needs nothing else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::Carried;
use crate::answer::{Answer, Outcome};
use crate::army::Kind;
use crate::library::MAX_SLOPE_DEGREES;
use crate::orders::{Mode, Shape};
use crate::palette::{self, Ink};
use crate::table;

/// The style of every page.
pub const STYLE: &str = "
:root{color-scheme:light;--ink:#2b2a28;--quiet:#6d6962;--line:#e2ddd1;--paper:#fbf9f4}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:1560px;margin:0 auto;padding:2.5rem 1.5rem 4rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.25rem;margin:2.8rem 0 .4rem}
p{max-width:52rem;margin:.4rem 0}.quiet{color:var(--quiet);font-size:.9rem}
figure{margin:1rem 0 0}img{width:100%;height:auto;display:block;cursor:zoom-in;border-radius:3px}
figure.sheet{overflow-x:auto}figure input{position:absolute;opacity:0;pointer-events:none}
figure input:checked+img{width:auto;max-width:none;cursor:zoom-out}
figure input:focus-visible+img{outline:3px solid #2a78b5}
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:.8rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .8rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:nth-child(-n+2),td:nth-child(-n+2){text-align:left}th{font-weight:600;color:var(--quiet)}
td a{color:inherit}.legend{display:grid;grid-template-columns:repeat(auto-fit,minmax(19rem,1fr));gap:.3rem 2rem;padding:0}
.legend li{list-style:none;display:flex;align-items:center;gap:.7rem}
.swatch{flex:none;width:2.6rem;display:flex;justify-content:center}
";

/// The whole page.
pub fn html(overview: &[u8], carried: &[Carried], rows: &[[String; 12]]) -> String {
    let figures: String = carried.iter().map(figure).collect();
    let agents = carried.first().map_or(0, |carried| carried.answer.goals.len());
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Phalanx: the battle of Bubeneč</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>The battle of Bubeneč</h1>\n\
         <p>{agents} agents of four sizes take up four formations in a real district of Prague and on a hill beside it, \
         and carry them on to other ground. Every goal comes from the library's C functions; every picture is drawn from \
         what they returned.</p>\n\
         <p>Beside it: <a href=\"formations.html\">every shape on flat ground</a>, before, after and on the way, and \
         <a href=\"instances.html\">the assignment alone</a>, its cost and time per effort.</p>\n\
         <h2>The ground</h2>\n<p>Each army waits in the streets, forms up at the first label and is carried on to the \
         second. Buildings and ground steeper than {MAX_SLOPE_DEGREES}° cannot be stood on; beyond the cliff there is \
         nothing.</p>\n{overview}\n\
         <h2>What came of it</h2>\n{table}\n{legend}\n{figures}\
         <p class=\"quiet\">Buildings and streets: data set <i>bubenec</i> of momepy 0.11.0 (BSD-3-Clause), map data © \
         <a href=\"https://www.openstreetmap.org/copyright\">OpenStreetMap contributors</a>, ODbL 1.0. \
         Hill and cliff are invented.</p>\n</main>\n</body>\n</html>\n",
        overview = image(overview, "Map of the district, the hill and the cliff with all formations"),
        table = html_table(carried, rows),
        legend = legend(),
    )
}

fn image(png: &[u8], description: &str) -> String {
    format!(
        "<figure class=\"sheet\"><label><input type=\"checkbox\"><img alt=\"{description}\" \
         src=\"data:image/png;base64,{}\"></label></figure>",
        STANDARD.encode(png)
    )
}

fn html_table(carried: &[Carried], rows: &[[String; 12]]) -> String {
    let heads: String = table::HEADS.iter().map(|head| format!("<th>{head}</th>")).collect();
    let line = |(carried, row): (&Carried, &[String; 12])| {
        let cells = row.iter().enumerate().map(|(column, cell)| match column {
            0 => format!("<td><a href=\"#{}\">{cell}</a></td>", anchor(carried)),
            _ => format!("<td>{cell}</td>"),
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let body: String = carried.iter().zip(rows).map(line).collect();
    format!(
        "<div class=\"scroll\"><table><thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n\
         <p class=\"quiet\">Slots: those that can be stood on, growth included. Cost: squared walk per agent once both \
         sides are moved to a common centre, that is, how much the army had to rearrange itself. Time: one call with warm \
         buffers on this machine, ground probes included.</p>"
    )
}

fn figure(carried: &Carried) -> String {
    let order = &carried.order;
    let shape = match order.shape {
        Shape::Polygon(corners) => format!("Polygon of {corners} corners"),
        shape => capitalised(shape.name()),
    };
    let alt = format!("{shape}, {}: the march, the goals in true size, and the slots", order.mode.name());
    format!(
        "<h2 id=\"{}\">{shape}, {}</h2>\n<p>{}. {}</p>\n{}\n",
        anchor(carried),
        order.mode.name(),
        capitalised(order.story),
        told(order.mode, &carried.answer),
        image(&carried.picture, &alt),
    )
}

/// What the report says, as a sentence.
fn told(mode: Mode, answer: &Answer) -> String {
    let batches = if answer.probe_batches == 1 { "batch" } else { "batches" };
    let probes = format!("{} probes went out in {} {batches}.", answer.probes, answer.probe_batches);
    match mode {
        Mode::Reform => format!(
            "{} slots were laid out and {} grown; {} of them could not be stood on. {probes}",
            answer.slots_made, answer.slots_grown, answer.slots_dropped
        ),
        Mode::Keep => format!("{} agents could not keep their place. {probes}", answer.count(Outcome::Relocated)),
    }
}

fn legend() -> String {
    let mut items = Vec::new();
    for kind in Kind::ALL {
        // Pixels per centimetre are free here; the sizes are in proportion.
        let swatch = circle(kind.radius() * 0.085, palette::kind(kind), palette::PAPER);
        items.push((swatch, format!("{} {}, radius {} cm", kind.count(), kind.name(), kind.radius())));
    }
    items.push((
        circle(8.0, palette::kind(Kind::Infantry).mix(palette::PAPER, 0.7), palette::kind(Kind::Infantry)),
        "pale: where an agent starts".into(),
    ));
    items.push((
        circle(8.0, palette::GROUND, palette::outcome(Outcome::Relocated)),
        "black outline: its place could not be stood on, it was given another".into(),
    ));
    items.push((
        circle(8.0, palette::GROUND, palette::outcome(Outcome::Overlap)),
        "red outline: overlaps or shares a place, and says so".into(),
    ));
    items.push((
        circle(8.0, palette::GROUND, palette::outcome(Outcome::Overflow)),
        "yellow outline: no slot was left".into(),
    ));
    items.push((ramp(), "rings of slots, from the innermost to the outermost".into()));
    items.push((circle(4.0, palette::PAPER, palette::ring(3, 6)), "white dot: the slot of a flyer".into()));
    items.push((text_swatch("×", palette::BLOCKED_HATCH), "a slot that nobody can stand on".into()));
    items.push((box_swatch(palette::BUILDING), "building".into()));
    items.push((box_swatch(palette::BLOCKED.mix(palette::BLOCKED_HATCH, 0.3)), "hatched: too steep".into()));
    items.push((box_swatch(palette::VOID), "beyond the cliff".into()));
    items.push((text_swatch("➔", palette::FRONT), "where the formation faces".into()));
    let item = |(swatch, text): &(String, String)| format!("<li><span class=\"swatch\">{swatch}</span>{text}</li>\n");
    format!("<ul class=\"legend\">\n{}</ul>\n", items.iter().map(item).collect::<String>())
}

fn circle(radius: f64, fill: Ink, outline: Ink) -> String {
    format!(
        "<svg width=\"28\" height=\"28\" viewBox=\"-14 -14 28 28\" aria-hidden=\"true\"><circle r=\"{radius:.1}\" \
         fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/></svg>",
        fill.css(),
        outline.css()
    )
}

fn box_swatch(ink: Ink) -> String {
    format!(
        "<svg width=\"28\" height=\"18\" aria-hidden=\"true\"><rect width=\"28\" height=\"18\" rx=\"2\" fill=\"{}\"/></svg>",
        ink.css()
    )
}

fn text_swatch(text: &str, ink: Ink) -> String {
    format!("<b style=\"color:{}\">{text}</b>", ink.css())
}

fn ramp() -> String {
    const RINGS: u32 = 7;
    let discs = (0..RINGS).map(|ring| {
        format!("<circle cx=\"{}\" cy=\"9\" r=\"3\" fill=\"{}\"/>", 3 + 6 * ring, palette::ring(ring, RINGS - 1).css())
    });
    format!("<svg width=\"42\" height=\"18\" aria-hidden=\"true\">{}</svg>", discs.collect::<String>())
}

fn anchor(carried: &Carried) -> String {
    format!("{}_{}", carried.order.shape.name(), carried.order.mode.slug())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
