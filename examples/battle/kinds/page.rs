//! The page of the assignment: a card per kind, and what all kinds come to.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::AGENTS;
use super::instances::Kind;
use super::measure::Trial;
use crate::page::STYLE;

const KINDS_STYLE: &str = "
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(22rem,1fr));gap:2rem 1.6rem;margin-top:1.4rem}
.card h2{margin:0 0 .1rem;font-size:1.05rem}.card p{margin:.1rem 0 .5rem;min-height:1.4rem}
.card table{width:100%;margin:.4rem 0 0;font-size:.92rem}.card th,.card td{padding:.22rem .3rem}
th:nth-child(2),td:nth-child(2){text-align:right}.agent{color:#2a78b5}.slot{color:#c85a10}
";

/// The whole page.
pub fn html(trials: &[(Trial, Vec<u8>)]) -> String {
    let cards: String = trials.iter().map(card).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Phalanx: the assignment</title>\n<style>{STYLE}{KINDS_STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>The assignment alone</h1>\n\
         <p>{AGENTS} agents and as many slots, in the fifteen kinds of <code>cargo bench --bench assignment</code>, and \
         what each effort makes of them. <b class=\"agent\">Blue</b> are the agents, <b class=\"slot\">orange</b> the \
         slots, the lines are GOOD's answer.</p>\n\
         <p>Cost and bound are given as shares of the optimum, which EXACT proves: a cost of 1.002 is 0.2 % more squared \
         walk than any answer must have, and a bound of 0.990 is what the call itself can prove. Times are milliseconds \
         of one thread on this machine, the bound not asked for. QUICK is shown as the auction leaves it; in a whole \
         call exchanges between neighbours follow.</p>\n\
         {summary}\n<div class=\"cards\">\n{cards}</div>\n\
         <p class=\"quiet\"><a href=\"index.html\">The battle of Bubeneč</a> · <a href=\"formations.html\">Formations</a>\
         </p>\n</main>\n</body>\n</html>\n",
        summary = summary(trials),
    )
}

/// Over all kinds, per effort.
fn summary(trials: &[(Trial, Vec<u8>)]) -> String {
    let efforts = trials.first().map_or(0, |(trial, _)| trial.results.len());
    let row = |effort: usize| {
        let results = || trials.iter().map(move |(trial, _)| &trial.results[effort]);
        let name = trials.first().map_or(String::new(), |(trial, _)| name(trial, effort));
        let worst = results().map(|result| result.ratio).fold(0.0, f64::max);
        let mean = results().map(|result| result.ratio).sum::<f64>() / trials.len() as f64;
        let weakest = results().map(|result| result.bound).fold(f64::INFINITY, f64::min);
        let logarithms: f64 = results().map(|result| libm::log(result.milliseconds)).sum();
        let typical = libm::exp(logarithms / trials.len() as f64);
        let slowest = results().map(|result| result.milliseconds).fold(0.0, f64::max);
        format!(
            "<tr><td>{name}</td><td>{mean:.5}</td><td>{worst:.5}</td><td>{}</td><td>{typical:.2}</td>\
             <td>{slowest:.2}</td></tr>\n",
            bound(weakest)
        )
    };
    format!(
        "<div class=\"scroll\"><table><thead><tr><th>effort</th><th>mean cost</th><th>worst cost</th>\
         <th>weakest bound</th><th>typical ms</th><th>slowest ms</th></tr></thead>\n<tbody>\n{}</tbody></table></div>\n\
         <p class=\"quiet\">Typical: the geometric mean over the kinds.</p>",
        (0..efforts).map(row).collect::<String>()
    )
}

fn card((trial, picture): &(Trial, Vec<u8>)) -> String {
    let row = |effort: usize| {
        let result = &trial.results[effort];
        format!(
            "<tr><td>{}</td><td>{:.5}</td><td>{}</td><td>{:.2}</td></tr>\n",
            name(trial, effort),
            result.ratio,
            bound(result.bound),
            result.milliseconds
        )
    };
    let rows: String = (0..trial.results.len()).map(row).collect();
    let (name, description, picture) = (trial.name, description(trial.kind), STANDARD.encode(picture));
    format!(
        "<section class=\"card\"><h2>{name}</h2><p class=\"quiet\">{description}</p>\n\
         <img alt=\"{description}: agents, slots and paths\" src=\"data:image/png;base64,{picture}\">\n\
         <table><thead><tr><th>effort</th><th>cost</th><th>bound</th><th>ms</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table></section>\n"
    )
}

fn bound(share: f64) -> String {
    if share > 0.0 { format!("{share:.5}") } else { "none".into() }
}

fn name(trial: &Trial, effort: usize) -> String {
    format!("{:?}", trial.results[effort].effort).to_uppercase()
}

fn description(kind: Kind) -> String {
    match kind {
        Kind::Uniform => "anywhere in the block's own box".into(),
        Kind::Shaken(1.0) => "the block, shaken by a pitch".into(),
        Kind::Shaken(pitches) => format!("the block, shaken by {pitches} pitches"),
        Kind::Scatter(1.0) => "a scatter as wide as the block".into(),
        Kind::Scatter(times) => format!("a scatter {times} times as wide as the block"),
        Kind::Turned(degrees) => format!("the block, turned by {degrees}\u{b0}"),
        Kind::Blobs => "five blobs before a block".into(),
        Kind::RingToWedge => "a ring before a wedge".into(),
        Kind::LineToBlock => "a line before a block".into(),
        Kind::ScatterToRings => "a scatter before rings".into(),
    }
}
