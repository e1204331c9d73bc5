//! A panel: before, after, and the straight paths between, with the numbers below.

use glam::DVec2;
use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::cases::PITCH;
use super::{Exhibit, radius};
use crate::canvas::{Canvas, Window};
use crate::lettering::{self, Size};
use crate::orders::Mode;
use crate::palette::{self, Ink};

const PICTURE: u32 = 430;
const GUTTER: u32 = 12;
const HEADLINE: u32 = 56;
const NUMBERS: u32 = 72;
const WIDTH: u32 = 3 * PICTURE + 4 * GUTTER;
const HEIGHT: u32 = HEADLINE + PICTURE + NUMBERS;

/// Draws the whole panel.
///
/// # Errors
/// A picture could not be allocated.
pub fn draw(exhibit: &Exhibit) -> Result<Pixmap, String> {
    let inks = inks(&exhibit.moved.starts);
    let [mut before, mut after, mut on_the_way] = pictures(exhibit)?;
    draw_bodies(&mut before, &exhibit.moved.starts, &inks);
    draw_rings(&mut after, exhibit);
    draw_bodies(&mut after, &exhibit.moved.goals, &inks);
    draw_front(&mut after, exhibit);
    draw_walks(&mut on_the_way, exhibit, &inks);
    draw_crossings(&mut on_the_way, exhibit);
    for (canvas, text) in [(&mut before, "before"), (&mut after, "after"), (&mut on_the_way, "paths")] {
        label(canvas, text);
    }
    compose(exhibit, &[before, after, on_the_way])
}

/// Each in a scale of its own, so that bodies can be seen.
fn pictures(exhibit: &Exhibit) -> Result<[Canvas; 3], String> {
    /// Room for the label in the corner.
    const MARGIN: f64 = 1.1;
    let (starts, goals) = (&exhibit.moved.starts, &exhibit.moved.goals);
    let near = |places: &[DVec2]| {
        let (middle, side) = square(places);
        picture(PICTURE, middle, (side.max(LEAST_SIDE) + 2.0 * FRONT_ROOM) * MARGIN)
    };
    let all: Vec<DVec2> = starts.iter().chain(goals).copied().collect();
    let (middle, side) = square(&all);
    Ok([near(starts)?, near(goals)?, paths_picture(PICTURE, middle, side * MARGIN)?])
}

/// An empty picture that shows a square of the ground.
pub fn paths_picture(pixels: u32, middle: DVec2, side: f64) -> Result<Canvas, String> {
    picture(pixels, middle, (side + 4.0 * radius()) * 1.06)
}

fn picture(pixels: u32, middle: DVec2, side: f64) -> Result<Canvas, String> {
    let window = Window { middle, per_pixel: side / f64::from(pixels) };
    let mut canvas = Canvas::new(pixels, pixels, window).ok_or("a picture could not be allocated")?;
    canvas.block(0.0, 0.0, pixels as f32, pixels as f32, palette::GROUND.mix(palette::PAPER, 0.45));
    Ok(canvas)
}

/// Middle and side of the smallest upright square around places.
pub fn square(places: &[DVec2]) -> (DVec2, f64) {
    let low = places.iter().copied().fold(DVec2::INFINITY, DVec2::min);
    let high = places.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
    ((low + high) / 2.0, (high - low).max_element())
}

/// A colour per agent by where it starts, from the left flank to the right one, so that an eye can follow it.
pub fn inks(starts: &[DVec2]) -> Vec<Ink> {
    const RAMP: [Ink; 5] =
        [Ink::rgb(0x2f_4b_9c), Ink::rgb(0x1f_86_b4), Ink::rgb(0x1e_9a_7d), Ink::rgb(0xdd_a1_2a), Ink::rgb(0xd0_4f_2b)];
    let left = starts.iter().map(|start| start.y).fold(f64::INFINITY, f64::min);
    let right = starts.iter().map(|start| start.y).fold(f64::NEG_INFINITY, f64::max);
    let ink = |start: &DVec2| {
        let along = (start.y - left) / (right - left).max(1.0) * (RAMP.len() - 1) as f64;
        let step = (along as usize).min(RAMP.len() - 2);
        RAMP[step].mix(RAMP[step + 1], along - step as f64)
    };
    starts.iter().map(ink).collect()
}

/// Bodies in true size.
pub fn draw_bodies(canvas: &mut Canvas, places: &[DVec2], inks: &[Ink]) {
    let radius = canvas.length(radius()).max(1.5);
    for (place, ink) in places.iter().zip(inks) {
        canvas.disc(*place, radius, *ink);
    }
}

/// The ring of each slot as a faint disc of half a pitch.
fn draw_rings(canvas: &mut Canvas, exhibit: &Exhibit) {
    let last = exhibit.moved.rings.iter().copied().max().unwrap_or(0);
    for (place, ring) in exhibit.moved.goals.iter().zip(&exhibit.moved.rings) {
        let ink = palette::ring(*ring, last).mix(palette::PAPER, 0.45);
        canvas.disc(*place, canvas.length(PITCH / 2.0), ink.with_alpha(120));
    }
}

/// No picture shows less than this, in centimetres.
const LEAST_SIDE: f64 = 1_500.0;
/// Room for the arrow ahead of the front, in centimetres.
const FRONT_ROOM: f64 = 170.0;

/// A small arrow ahead of the middle of the front.
fn draw_front(canvas: &mut Canvas, exhibit: &Exhibit) {
    let (forward, goals) = (exhibit.forward, &exhibit.moved.goals);
    let middle = goals.iter().sum::<DVec2>() / goals.len().max(1) as f64;
    let across = DVec2::new(-forward.y, forward.x);
    let offsets = goals.iter().map(|goal| *goal - middle);
    let ahead = offsets.filter(|offset| offset.dot(across).abs() < PITCH).map(|offset| offset.dot(forward));
    let front = ahead.fold(f64::NEG_INFINITY, f64::max);
    let from = middle + forward * (if front.is_finite() { front + radius() } else { 0.0 } + 20.0);
    canvas.arrow(from, from + forward * (FRONT_ROOM - 35.0), 2.5, 10.0, palette::FRONT);
}

/// Starts in outline, goals in full, and where who meets whom between.
pub fn draw_walks(canvas: &mut Canvas, exhibit: &Exhibit, inks: &[Ink]) {
    let moved = &exhibit.moved;
    for ((from, to), ink) in moved.starts.iter().zip(&moved.goals).zip(inks) {
        canvas.line(&[*from, *to], 1.1, ink.with_alpha(165));
    }
    let radius = canvas.length(radius()).max(1.5);
    for (start, ink) in moved.starts.iter().zip(inks) {
        canvas.disc(*start, radius, ink.mix(palette::PAPER, 0.62));
        canvas.ring(*start, radius - 0.4, 0.8, *ink);
    }
    draw_bodies(canvas, &moved.goals, inks);
    for meeting in &exhibit.paths.meetings {
        let [one, other] = meeting.places;
        let middle = (one + other) / 2.0;
        canvas.ring(middle, 7.5, 5.0, palette::PAPER);
        canvas.ring(middle, 7.5, 2.6, MEETING);
        canvas.disc(middle, 3.0, MEETING);
    }
}

/// Where two paths cross, whoever is there at what time.
fn draw_crossings(canvas: &mut Canvas, exhibit: &Exhibit) {
    // Many are a texture, few are to be counted.
    let crossings = &exhibit.paths.crossings;
    let (size, alpha) = if crossings.len() > 500 { (0.8, 130) } else { (1.4, 235) };
    for crossing in crossings {
        canvas.disc(*crossing, size, palette::TEXT.with_alpha(alpha));
    }
}

/// Two agents too near on the way.
pub const MEETING: Ink = Ink::rgb(0xe0_00_20);

fn label(canvas: &mut Canvas, text: &str) {
    let (size, side) = (Size::Small, PICTURE as f32);
    lettering::write(&mut canvas.pixels, text, 10.0, 8.0, size, palette::QUIET_TEXT);
    let metres = [1, 2, 5, 10, 20].into_iter().rfind(|metres| canvas.length(f64::from(*metres) * 100.0) < side * 0.2);
    let metres = metres.unwrap_or(1);
    let (length, text) = (canvas.length(f64::from(metres) * 100.0).round(), format!("{metres} m"));
    let left = side - 10.0 - length;
    let text_left = left - size.width(&text) - 7.0;
    lettering::write(&mut canvas.pixels, &text, text_left, side - 28.0, size, palette::QUIET_TEXT);
    canvas.block(left, side - 17.0, length, 2.0, palette::QUIET_TEXT);
    canvas.block(left, side - 20.0, 1.0, 8.0, palette::QUIET_TEXT);
    canvas.block(left + length - 1.0, side - 20.0, 1.0, 8.0, palette::QUIET_TEXT);
}

fn compose(exhibit: &Exhibit, pictures: &[Canvas]) -> Result<Pixmap, String> {
    let window = Window { middle: DVec2::ZERO, per_pixel: 1.0 };
    let mut sheet = Canvas::new(WIDTH, HEIGHT, window).ok_or("a panel could not be allocated")?;
    sheet.block(0.0, 0.0, WIDTH as f32, HEIGHT as f32, palette::PAPER);
    for (number, picture) in pictures.iter().enumerate() {
        let left = GUTTER + number as u32 * (PICTURE + GUTTER);
        let (left, top, paint) = (left as i32, HEADLINE as i32, PixmapPaint::default());
        sheet.pixels.draw_pixmap(left, top, picture.pixels.as_ref(), &paint, Transform::identity(), None);
    }
    let left = GUTTER as f32;
    let title = format!("{} \u{b7} {}", exhibit.case.title, exhibit.mode.name());
    lettering::write(&mut sheet.pixels, &title, left, 10.0, Size::Title, palette::TEXT);
    let from = match exhibit.mode {
        Mode::Reform if exhibit.case.is_open => format!("from {}, last ring open", exhibit.case.start_title),
        Mode::Reform => format!("from {}", exhibit.case.start_title),
        Mode::Keep if exhibit.case.turn == 0.0 => "carried on".into(),
        Mode::Keep => format!("carried on, turned by {:.0}\u{b0}", exhibit.case.turn),
    };
    let start = WIDTH as f32 - left - Size::Body.width(&from);
    lettering::write(&mut sheet.pixels, &from, start, 17.0, Size::Body, palette::QUIET_TEXT);
    write_numbers(&mut sheet, exhibit);
    Ok(sheet.pixels)
}

/// Seven numbers in seven columns, each over its name.
fn write_numbers(sheet: &mut Canvas, exhibit: &Exhibit) {
    let numbers = numbers(exhibit);
    let column = (WIDTH - 2 * GUTTER) as f32 / numbers.len() as f32;
    let top = (HEADLINE + PICTURE) as f32 + 10.0;
    for (place, (name, number)) in numbers.iter().enumerate() {
        let left = GUTTER as f32 + place as f32 * column;
        let alarming = *name == "meetings" && number != "0";
        let ink = if alarming { MEETING } else { palette::TEXT };
        lettering::write(&mut sheet.pixels, number, left, top, Size::Body, ink);
        lettering::write(&mut sheet.pixels, name, left, top + 29.0, Size::Small, palette::QUIET_TEXT);
    }
}

/// What stands below a panel, and in the page's table.
pub fn numbers(exhibit: &Exhibit) -> [(&'static str, String); 7] {
    let (moved, paths) = (&exhibit.moved, &exhibit.paths);
    let agents = moved.goals.len();
    [
        ("agents", agents.to_string()),
        ("crossings", paths.crossings.len().to_string()),
        ("meetings", paths.meetings.len().to_string()),
        ("nearest pass", format!("{:.2} m", paths.nearest_pass / 100.0)),
        ("longest walk", format!("{:.1} m", moved.longest_walk / 100.0)),
        ("cost per agent", format!("{:.2} m\u{b2}", moved.cost / 10_000.0 / agents.max(1) as f64)),
        ("time", format!("{:.0} \u{b5}s", moved.time.as_secs_f64() * 1e6)),
    ]
}
