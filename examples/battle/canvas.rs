//! A canvas: a window of the land in pixels, and the few strokes that the pictures are made of.

use std::collections::BTreeMap;

use color_quant::NeuQuant;
use glam::DVec2;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke, Transform,
};

use crate::palette::Ink;

/// A square or oblong piece of land, north up.
#[derive(Clone, Copy)]
pub struct Window {
    /// Middle of the piece: x north, y east, centimetres.
    pub middle: DVec2,
    /// Centimetres per pixel.
    pub per_pixel: f64,
}

/// A picture with a window on the land.
#[derive(Clone)]
pub struct Canvas {
    pub pixels: Pixmap,
    pub window: Window,
}

impl Canvas {
    /// An empty picture; `None` when a side is 0.
    pub fn new(width: u32, height: u32, window: Window) -> Option<Self> {
        Pixmap::new(width, height).map(|pixels| Self { pixels, window })
    }

    /// Pixel coordinates of a place.
    pub fn to_pixel(&self, place: DVec2) -> (f32, f32) {
        let offset = (place - self.window.middle) / self.window.per_pixel;
        let (half_width, half_height) = (f64::from(self.pixels.width()) / 2.0, f64::from(self.pixels.height()) / 2.0);
        ((half_width + offset.y) as f32, (half_height - offset.x) as f32)
    }

    /// Place in the middle of a pixel.
    pub fn to_place(&self, column: u32, row: u32) -> DVec2 {
        let east = f64::from(column) + 0.5 - f64::from(self.pixels.width()) / 2.0;
        let north = f64::from(self.pixels.height()) / 2.0 - f64::from(row) - 0.5;
        self.window.middle + DVec2::new(north, east) * self.window.per_pixel
    }

    /// Length on the land in pixels.
    pub fn length(&self, centimetres: f64) -> f32 {
        (centimetres / self.window.per_pixel) as f32
    }

    /// A filled disc.
    pub fn disc(&mut self, place: DVec2, radius_pixels: f32, ink: Ink) {
        let (x, y) = self.to_pixel(place);
        if let Some(path) = PathBuilder::from_circle(x, y, radius_pixels.max(0.5)) {
            self.pixels.fill_path(&path, &paint(ink), FillRule::Winding, Transform::identity(), None);
        }
    }

    /// The outline of a circle.
    pub fn ring(&mut self, place: DVec2, radius_pixels: f32, width: f32, ink: Ink) {
        let (x, y) = self.to_pixel(place);
        if let Some(path) = PathBuilder::from_circle(x, y, radius_pixels.max(0.5)) {
            self.pixels.stroke_path(&path, &paint(ink), &stroke(width), Transform::identity(), None);
        }
    }

    /// A line along places.
    pub fn line(&mut self, places: &[DVec2], width: f32, ink: Ink) {
        if let Some(path) = self.path(places, false) {
            self.pixels.stroke_path(&path, &paint(ink), &stroke(width), Transform::identity(), None);
        }
    }

    /// A filled polygon with an outline.
    pub fn polygon(&mut self, corners: &[DVec2], fill: Ink, outline: Ink, width: f32) {
        if let Some(path) = self.path(corners, true) {
            self.pixels.fill_path(&path, &paint(fill), FillRule::EvenOdd, Transform::identity(), None);
            self.pixels.stroke_path(&path, &paint(outline), &stroke(width), Transform::identity(), None);
        }
    }

    /// A line with a filled head at its end.
    pub fn arrow(&mut self, from: DVec2, to: DVec2, width: f32, head: f32, ink: Ink) {
        let along = (to - from).normalize_or_zero();
        let across = DVec2::new(-along.y, along.x);
        let head = f64::from(head) * self.window.per_pixel;
        if from.distance(to) <= head {
            return;
        }
        let neck = to - along * head;
        self.line(&[from, neck], width, ink);
        if let Some(path) = self.path(&[to, neck + across * head * 0.38, neck - across * head * 0.38], true) {
            self.pixels.fill_path(&path, &paint(ink), FillRule::Winding, Transform::identity(), None);
        }
    }

    /// A filled box in pixels.
    pub fn block(&mut self, left: f32, top: f32, width: f32, height: f32, ink: Ink) {
        if let Some(rect) = Rect::from_xywh(left, top, width, height) {
            self.pixels.fill_rect(rect, &paint(ink), Transform::identity(), None);
        }
    }

    fn path(&self, places: &[DVec2], closed: bool) -> Option<tiny_skia::Path> {
        let mut builder = PathBuilder::new();
        for (number, place) in places.iter().enumerate() {
            let (x, y) = self.to_pixel(*place);
            if number == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        if closed {
            builder.close();
        }
        builder.finish()
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(ink.red, ink.green, ink.blue, ink.alpha);
    paint.anti_alias = true;
    paint
}

fn stroke(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

/// A picture of half the width and height, each pixel the mean of four; `None` when a side would be 0.
pub fn halved(picture: &Pixmap) -> Option<Pixmap> {
    let mut half = Pixmap::new(picture.width() / 2, picture.height() / 2)?;
    let (from_width, width) = (picture.width() as usize, half.width() as usize);
    let (from, to) = (picture.pixels(), half.pixels_mut());
    for (index, pixel) in to.iter_mut().enumerate() {
        let first = index / width * 2 * from_width + index % width * 2;
        let four = [first, first + 1, first + from_width, first + from_width + 1].map(|place| from[place]);
        let mean = |channel: fn(PremultipliedColorU8) -> u8| {
            ((four.iter().map(|pixel| u32::from(channel(*pixel))).sum::<u32>() + 2) / 4) as u8
        };
        let (red, green) = (mean(|pixel| pixel.red()), mean(|pixel| pixel.green()));
        let (blue, alpha) = (mean(|pixel| pixel.blue()), mean(|pixel| pixel.alpha()));
        *pixel = PremultipliedColorU8::from_rgba(red, green, blue, alpha)?;
    }
    Some(half)
}

/// A picture as a PNG file with a palette of its own: a third of the size, and no eye sees the difference.
/// Each `every`-th pixel teaches the palette, 1 to 30: fewer are quicker, and rare colours suffer first.
///
/// # Errors
/// The encoder failed.
pub fn encode(picture: &Pixmap, every: i32) -> Result<Vec<u8>, png::EncodingError> {
    let palette = NeuQuant::new(every, 256, picture.data());
    let mut known: BTreeMap<[u8; 4], u8> = BTreeMap::new();
    // Most pixels are as their left neighbour.
    let mut left = ([0; 4], palette.index_of(&[0; 4]) as u8);
    let index = |pixel: &[u8; 4]| {
        if left.0 != *pixel {
            left = (*pixel, *known.entry(*pixel).or_insert_with(|| palette.index_of(pixel) as u8));
        }
        left.1
    };
    let indices: Vec<u8> = picture.data().as_chunks::<4>().0.iter().map(index).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.color_map_rgb());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(file)
}
