//! A sheet: one order as a picture of three panels under a headline.

use glam::DVec2;
use tiny_skia::{Pixmap, PixmapPaint, Transform};

use crate::answer::{Answer, Outcome};
use crate::army::{Agent, Kind};
use crate::canvas::{Canvas, Window};
use crate::formation_drawing as formation;
use crate::lettering::{self, Size};
use crate::library::MAX_SLOPE_DEGREES;
use crate::map_drawing;
use crate::orders::{Mode, Order};
use crate::palette;
use crate::terrain::Land;

const PANEL: u32 = 1000;
const GUTTER: u32 = 20;
const HEADLINE: u32 = 104;
const WIDTH: u32 = 3 * PANEL + 4 * GUTTER;
const HEIGHT: u32 = HEADLINE + PANEL + GUTTER;

/// Draws the whole sheet.
///
/// # Errors
/// A picture could not be allocated.
pub fn draw(land: &Land, army: &[Agent], order: &Order, answer: &Answer) -> Result<Pixmap, String> {
    let starts = army.iter().map(Agent::place);
    let goals = || answer.goals.iter().map(|goal| goal.truncate());
    let wide = frame(starts.chain(goals()), 1.07)?;
    let near = frame(goals().chain([formation::direction_arrow(order, answer).1]), 1.1)?;

    let mut march = panel(land, wide)?;
    formation::draw_march(&mut march, army, answer);
    formation::draw_goals(&mut march, army, answer);
    label(&mut march, "the march: starts, arrows, goals");

    let mut bodies = panel(land, near)?;
    let mut detail = bodies.clone();
    formation::draw_goals(&mut bodies, army, answer);
    formation::draw_direction(&mut bodies, order, answer);
    label(&mut bodies, "the goals, bodies in true size");

    match order.mode {
        Mode::Reform => {
            formation::draw_slots(&mut detail, army, answer);
            label(&mut detail, "the slots, coloured by ring");
        }
        Mode::Keep => {
            formation::draw_giving_way(&mut detail, army, order, answer);
            label(&mut detail, "who had to give way, and where to");
        }
    }
    formation::draw_direction(&mut detail, order, answer);
    compose(order, army, answer, &[march, bodies, detail])
}

fn panel(land: &Land, window: Window) -> Result<Canvas, String> {
    let mut canvas = Canvas::new(PANEL, PANEL, window).ok_or("a panel could not be allocated")?;
    map_drawing::draw(&mut canvas, land, MAX_SLOPE_DEGREES);
    Ok(canvas)
}

/// A square window around all places.
fn frame(places: impl Iterator<Item = DVec2>, margin: f64) -> Result<Window, String> {
    let start = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    let (low, high) = places.fold(start, |(low, high), place| (low.min(place), high.max(place)));
    if !(low.is_finite() && high.is_finite()) {
        return Err("there is nothing to draw".into());
    }
    let side = (high - low).max_element().max(1_000.0) * margin;
    Ok(Window { middle: (low + high) / 2.0, per_pixel: side / f64::from(PANEL) })
}

/// A caption in the lower left corner and a scale bar in the lower right one.
fn label(canvas: &mut Canvas, text: &str) {
    let size = Size::Small;
    let side = PANEL as f32;
    canvas.block(0.0, side - 36.0, size.width(text) + 28.0, 36.0, palette::PAPER.with_alpha(235));
    lettering::write(&mut canvas.pixels, text, 14.0, side - 29.0, size, palette::TEXT);

    let shown = f64::from(PANEL) * canvas.window.per_pixel;
    let metres = [1, 2, 5, 10, 20, 50, 100].into_iter().rfind(|metres| f64::from(*metres) * 100.0 < shown * 0.22);
    let metres = metres.unwrap_or(1);
    let (length, text) = (canvas.length(f64::from(metres) * 100.0), format!("{metres} m"));
    let left = side - length - size.width(&text) - 42.0;
    canvas.block(left, side - 36.0, side - left, 36.0, palette::PAPER.with_alpha(235));
    canvas.block(left + 14.0, side - 20.0, length, 4.0, palette::TEXT);
    canvas.block(left + 14.0, side - 25.0, 2.0, 14.0, palette::TEXT);
    canvas.block(left + 12.0 + length, side - 25.0, 2.0, 14.0, palette::TEXT);
    lettering::write(&mut canvas.pixels, &text, left + 26.0 + length, side - 29.0, size, palette::TEXT);
}

fn compose(order: &Order, army: &[Agent], answer: &Answer, panels: &[Canvas]) -> Result<Pixmap, String> {
    // The headline is a canvas of its own kind: one pixel is one unit.
    let window = Window { middle: DVec2::ZERO, per_pixel: 1.0 };
    let mut sheet = Canvas::new(WIDTH, HEIGHT, window).ok_or("a sheet could not be allocated")?;
    sheet.block(0.0, 0.0, WIDTH as f32, HEIGHT as f32, palette::PAPER);
    for (number, panel) in panels.iter().enumerate() {
        let left = GUTTER + number as u32 * (PANEL + GUTTER);
        let paint = PixmapPaint::default();
        let (left, top) = (left as i32, HEADLINE as i32);
        sheet.pixels.draw_pixmap(left, top, panel.pixels.as_ref(), &paint, Transform::identity(), None);
    }
    headline(&mut sheet, order, army, answer);
    Ok(sheet.pixels)
}

fn headline(sheet: &mut Canvas, order: &Order, army: &[Agent], answer: &Answer) {
    let title = format!("{} \u{b7} {}", order.shape.name().to_uppercase(), order.mode.name());
    let left = GUTTER as f32;
    lettering::write(&mut sheet.pixels, &title, left, 14.0, Size::Title, palette::TEXT);
    lettering::write(&mut sheet.pixels, order.story, left, 58.0, Size::Body, palette::QUIET_TEXT);

    let counts = format!("{} agents  {}", army.len(), outcome_counts(answer));
    let right = WIDTH as f32 - GUTTER as f32;
    let start = right - Size::Body.width(&counts);
    lettering::write(&mut sheet.pixels, &counts, start, 58.0, Size::Body, palette::TEXT);
    legend(sheet, right, 17.0);
}

/// "1990 placed  10 relocated", without what did not happen.
fn outcome_counts(answer: &Answer) -> String {
    let counted = Outcome::ALL.map(|outcome| (outcome, answer.count(outcome)));
    let told = counted.iter().filter(|(_, count)| *count > 0);
    told.map(|(outcome, count)| format!("{count} {}", outcome.name())).collect::<Vec<_>>().join("  ")
}

/// Kinds with their colours, written from right to left.
fn legend(sheet: &mut Canvas, right: f32, top: f32) {
    let mut right = right;
    let relocated = ("gave way", palette::GROUND, palette::outcome(Outcome::Relocated));
    let kinds = Kind::ALL.map(|kind| (kind.name(), palette::kind(kind), palette::kind(kind)));
    for (name, fill, outline) in std::iter::once(relocated).chain(kinds.into_iter().rev()) {
        right -= Size::Body.width(name);
        lettering::write(&mut sheet.pixels, name, right, top, Size::Body, palette::TEXT);
        right -= 20.0;
        let (x, y) = (f64::from(right), f64::from(top) + 13.0);
        let place = DVec2::new(f64::from(HEIGHT) / 2.0 - y, x - f64::from(WIDTH) / 2.0);
        sheet.disc(place, 10.0, fill);
        sheet.ring(place, 9.0, 2.0, outline);
        right -= 36.0;
    }
}
