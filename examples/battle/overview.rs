//! The overview: the whole land with every army at its start and at both of its goals.

use glam::DVec2;
use tiny_skia::Pixmap;

use crate::army::Agent;
use crate::canvas::{Canvas, Window};
use crate::lettering::{self, Size};
use crate::library::MAX_SLOPE_DEGREES;
use crate::map_drawing;
use crate::orders::{Mode, Order};
use crate::palette;
use crate::terrain::{self, Land};

/// Centimetres of land in a pixel.
const PER_PIXEL: f64 = 45.0;
/// Land that is shown outside the map.
const MARGIN: f64 = 600.0;

/// Collects one order after the other.
pub struct Overview {
    canvas: Canvas,
    labels: Vec<(DVec2, String)>,
}

impl Overview {
    /// The land alone.
    ///
    /// # Errors
    /// The picture could not be allocated.
    pub fn new(land: &Land) -> Result<Self, String> {
        let (low, high) = (terrain::SOUTH_WEST - MARGIN, terrain::NORTH_EAST + MARGIN);
        let size = (high - low) / PER_PIXEL;
        let window = Window { middle: (low + high) / 2.0, per_pixel: PER_PIXEL };
        let canvas = Canvas::new(size.y as u32, size.x as u32, window);
        let mut canvas = canvas.ok_or("the overview could not be allocated")?;
        map_drawing::draw(&mut canvas, land, MAX_SLOPE_DEGREES);
        Ok(Self { canvas, labels: Vec::new() })
    }

    /// An army as it stands before any order.
    pub fn add_start(&mut self, army: &[Agent]) {
        for agent in army {
            let radius = self.canvas.length(agent.radius()).max(1.0);
            self.canvas.disc(agent.place(), radius, palette::kind(agent.kind).with_alpha(110));
        }
    }

    /// An army that has carried out an order, with the way of its middle.
    pub fn add_arrival(&mut self, from: DVec2, order: &Order, army: &[Agent]) {
        for agent in army {
            let radius = self.canvas.length(agent.radius()).max(1.0);
            self.canvas.disc(agent.place(), radius, palette::kind(agent.kind).with_alpha(210));
        }
        let way = (order.center - from).normalize_or_zero() * 700.0;
        self.canvas.arrow(from + way, order.center - way, 6.0, 24.0, palette::PAPER.with_alpha(225));
        self.canvas.arrow(from + way, order.center - way * 1.1, 2.5, 18.0, palette::FRONT);
        let number = if order.mode == Mode::Reform { 1 } else { 2 };
        let south = army.iter().map(|agent| agent.place().x - agent.radius()).fold(f64::INFINITY, f64::min);
        self.labels.push((DVec2::new(south - 600.0, order.center.y), format!("{} {number}", order.shape.name())));
    }

    /// The finished picture.
    pub fn finish(mut self) -> Pixmap {
        for (place, text) in &self.labels {
            let (x, y) = self.canvas.to_pixel(*place);
            let width = Size::Small.width(text) + 16.0;
            let (left, top) = ((x - width / 2.0).round(), (y - 14.0).round());
            self.canvas.block(left, top, width, 28.0, palette::PAPER.with_alpha(235));
            lettering::write(&mut self.canvas.pixels, text, left + 8.0, top + 3.0, Size::Small, palette::TEXT);
        }
        self.canvas.pixels
    }
}
