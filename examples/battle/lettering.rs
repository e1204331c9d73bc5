//! Letters in the pictures, from a rasterised Noto Sans Mono; no font file and no system font is needed.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::palette::Ink;

/// Four sizes are enough.
#[derive(Clone, Copy)]
pub enum Size {
    Title,
    Body,
    Small,
    Fine,
}

impl Size {
    fn raster(self) -> (FontWeight, RasterHeight) {
        match self {
            Self::Title => (FontWeight::Bold, RasterHeight::Size32),
            Self::Body => (FontWeight::Regular, RasterHeight::Size24),
            Self::Small => (FontWeight::Regular, RasterHeight::Size20),
            Self::Fine => (FontWeight::Regular, RasterHeight::Size16),
        }
    }

    /// Width of a text in pixels.
    pub fn width(self, text: &str) -> f32 {
        let (weight, height) = self.raster();
        (text.chars().count() * get_raster_width(weight, height)) as f32
    }
}

/// Writes `text` with its upper left corner at a pixel.
pub fn write(pixels: &mut Pixmap, text: &str, left: f32, top: f32, size: Size, ink: Ink) {
    let (weight, height) = size.raster();
    let advance = get_raster_width(weight, height);
    for (number, letter) in text.chars().enumerate() {
        let Some(glyph) = get_raster(letter, weight, height).or_else(|| get_raster('?', weight, height)) else {
            continue;
        };
        for (row, coverages) in glyph.rows().enumerate() {
            for (column, coverage) in coverages.iter().enumerate() {
                let (x, y) = (left as i64 + (number * advance + column) as i64, top as i64 + row as i64);
                blend(pixels, x, y, ink, *coverage);
            }
        }
    }
}

fn blend(pixels: &mut Pixmap, x: i64, y: i64, ink: Ink, coverage: u8) {
    let (width, height) = (i64::from(pixels.width()), i64::from(pixels.height()));
    if coverage == 0 || x < 0 || y < 0 || x >= width || y >= height {
        return;
    }
    if let Some(pixel) = pixels.pixels_mut().get_mut((y * width + x) as usize) {
        let under = Ink { red: pixel.red(), green: pixel.green(), blue: pixel.blue(), alpha: 255 };
        let mixed = under.mix(ink, f64::from(coverage) / 255.0);
        if let Some(opaque) = PremultipliedColorU8::from_rgba(mixed.red, mixed.green, mixed.blue, 255) {
            *pixel = opaque;
        }
    }
}
