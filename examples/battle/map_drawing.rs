//! The map under every picture: shaded ground with contours, blocked slopes, the void, streets and buildings.

use glam::{DVec2, DVec3};
use tiny_skia::PremultipliedColorU8;

use crate::canvas::Canvas;
use crate::palette::{self, Ink};
use crate::terrain::{self, Column, Land};

/// Height between two contours.
const CONTOUR_STEP: f64 = 200.0;
/// Light from the north-west, as maps have it.
const LIGHT: DVec3 = DVec3::new(0.5, -0.5, 0.7);

/// Paints the whole canvas.
pub fn draw(canvas: &mut Canvas, land: &Land, max_slope_degrees: f64) {
    draw_ground(canvas, max_slope_degrees);
    draw_streets(canvas, land);
    draw_void(canvas, land);
    let outline = canvas.length(25.0).clamp(0.8, 2.5);
    for building in &land.town.buildings {
        canvas.polygon(&building.corners, palette::BUILDING, palette::BUILDING_EDGE, outline);
    }
}

fn draw_ground(canvas: &mut Canvas, max_slope_degrees: f64) {
    let steepest = libm::tan(max_slope_degrees.to_radians());
    for row in 0..canvas.pixels.height() {
        for column in 0..canvas.pixels.width() {
            let place = canvas.to_place(column, row);
            let ink = ground_ink(place, canvas.window.per_pixel, steepest, f64::from(column + row));
            set(canvas, column, row, ink);
        }
    }
}

fn ground_ink(place: DVec2, per_pixel: f64, steepest: f64, diagonal: f64) -> Ink {
    let height = terrain::height(place);
    if height <= 0.0 {
        return palette::GROUND;
    }
    let normal = terrain::normal(place);
    let slope = DVec2::new(normal.x, normal.y).length() / normal.z;
    let light = normal.dot(LIGHT.normalize()) / LIGHT.normalize().z - 1.0;
    let shaded = if light > 0.0 {
        palette::GROUND.mix(palette::GROUND_LIT, light * 2.2)
    } else {
        palette::GROUND.mix(palette::GROUND_SHADED, -light * 0.9)
    };
    // How far the slope lies beyond the steepest that can be stood on, softened over a pixel or two.
    let blocked = ((slope - steepest) * 40.0).clamp(0.0, 1.0);
    let tinted = shaded.mix(palette::BLOCKED, 0.75 * blocked);
    let stripe = stripes(diagonal, 15.0, 2.0);
    let hatched = tinted.mix(palette::BLOCKED_HATCH, 0.8 * blocked * stripe);
    hatched.mix(palette::CONTOUR, 0.55 * contour(height, slope, per_pixel))
}

/// Coverage of a contour line at this height, in a line about a pixel wide whatever the slope.
fn contour(height: f64, slope: f64, per_pixel: f64) -> f64 {
    let off = (height / CONTOUR_STEP - (height / CONTOUR_STEP).round()).abs() * CONTOUR_STEP;
    let pixels = off / (slope.max(0.02) * per_pixel);
    (1.1 - pixels).clamp(0.0, 1.0) * (slope / 0.05).min(1.0)
}

/// Coverage of stripes `pitch` apart along a running coordinate.
fn stripes(along: f64, pitch: f64, width: f64) -> f64 {
    let off = (along / pitch - (along / pitch).round()).abs() * pitch;
    (width / 2.0 + 0.5 - off).clamp(0.0, 1.0)
}

fn draw_void(canvas: &mut Canvas, land: &Land) {
    for row in 0..canvas.pixels.height() {
        for column in 0..canvas.pixels.width() {
            if land.column(canvas.to_place(column, row)) == Column::Nothing {
                let stripe = stripes(f64::from(column) - f64::from(row), 14.0, 2.0);
                set(canvas, column, row, palette::VOID.mix(palette::VOID_HATCH, stripe));
            }
        }
    }
    draw_cliff_edge(canvas);
}

/// The edge as a line with ticks that point down into the void.
fn draw_cliff_edge(canvas: &mut Canvas) {
    let (south, north) = (terrain::SOUTH_WEST.x, terrain::NORTH_EAST.x);
    let at = |north: f64| DVec2::new(north, terrain::cliff_edge(north));
    let steps = ((north - south) / 100.0) as u32;
    let edge: Vec<DVec2> = (0..=steps).map(|step| at(south + f64::from(step) * 100.0)).collect();
    canvas.line(&edge, canvas.length(60.0).clamp(1.5, 5.0), palette::CLIFF);
    let tick = f64::from(canvas.length(400.0).clamp(6.0, 26.0)) * canvas.window.per_pixel;
    let spacing = (tick * 0.8 / 100.0).ceil() as usize;
    for pair in edge.windows(2).step_by(spacing.max(1)) {
        let along = (pair[1] - pair[0]).normalize_or_zero();
        let outward = DVec2::new(-along.y, along.x);
        canvas.line(&[pair[0], pair[0] + outward * tick], 1.6, palette::CLIFF);
    }
}

fn draw_streets(canvas: &mut Canvas, land: &Land) {
    for street in &land.town.streets {
        canvas.line(&street.points, canvas.length(street.width), palette::STREET);
    }
}

fn set(canvas: &mut Canvas, column: u32, row: u32, ink: Ink) {
    let width = canvas.pixels.width();
    let opaque = PremultipliedColorU8::from_rgba(ink.red, ink.green, ink.blue, 255);
    if let (Some(pixel), Some(opaque)) = (canvas.pixels.pixels_mut().get_mut((row * width + column) as usize), opaque) {
        *pixel = opaque;
    }
}
