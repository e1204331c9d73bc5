//! The poster: every shape being taken up, twelve small pictures on one sheet.

use glam::DVec2;
use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::Exhibit;
use super::panel::{draw_walks, inks, paths_picture, square};
use crate::canvas::{Canvas, Window};
use crate::lettering::{self, Size};
use crate::orders::Mode;
use crate::palette;

const COLUMNS: u32 = 4;
const PICTURE: u32 = 388;
const GUTTER: u32 = 9;
const CAPTION: u32 = 36;

/// Draws the sheet.
///
/// # Errors
/// A picture could not be allocated.
pub fn draw(exhibits: &[Exhibit]) -> Result<Pixmap, String> {
    let taken_up: Vec<&Exhibit> =
        exhibits.iter().filter(|exhibit| exhibit.mode == Mode::Reform && !exhibit.case.is_open).collect();
    let rows = (taken_up.len() as u32).div_ceil(COLUMNS);
    let (width, height) = (GUTTER + COLUMNS * (PICTURE + GUTTER), GUTTER + rows * (PICTURE + CAPTION));
    let window = Window { middle: DVec2::ZERO, per_pixel: 1.0 };
    let mut sheet = Canvas::new(width, height, window).ok_or("the poster could not be allocated")?;
    sheet.block(0.0, 0.0, width as f32, height as f32, palette::PAPER);
    for (number, exhibit) in taken_up.into_iter().enumerate() {
        let (column, row) = (number as u32 % COLUMNS, number as u32 / COLUMNS);
        let (left, top) = (GUTTER + column * (PICTURE + GUTTER), GUTTER + row * (PICTURE + CAPTION));
        let picture = picture(exhibit)?;
        let paint = PixmapPaint::default();
        let pixels = picture.pixels.as_ref();
        sheet.pixels.draw_pixmap(left as i32, top as i32, pixels, &paint, Transform::identity(), None);
        caption(&mut sheet, exhibit, left as f32, (top + PICTURE) as f32);
    }
    Ok(sheet.pixels)
}

fn picture(exhibit: &Exhibit) -> Result<Canvas, String> {
    let all: Vec<DVec2> = exhibit.moved.starts.iter().chain(&exhibit.moved.goals).copied().collect();
    let (middle, side) = square(&all);
    let mut canvas = paths_picture(PICTURE, middle, side)?;
    draw_walks(&mut canvas, exhibit, &inks(&exhibit.moved.starts));
    Ok(canvas)
}

fn caption(sheet: &mut Canvas, exhibit: &Exhibit, left: f32, top: f32) {
    let size = Size::Fine;
    lettering::write(&mut sheet.pixels, exhibit.case.title, left + 2.0, top + 6.0, size, palette::TEXT);
    let from = format!("{} agents from {}", exhibit.moved.goals.len(), exhibit.case.start_title);
    let start = left + PICTURE as f32 - size.width(&from) - 2.0;
    lettering::write(&mut sheet.pixels, &from, start, top + 6.0, size, palette::QUIET_TEXT);
}
