//! Hollow square: ranks all around an empty middle, facing outwards (F19).
//!
//! FIT_AGENTS with an `inner_radius` keeps the middle free that far from the center along both axes and takes as many
//! ranks around it as it needs. Without one the hole is about half as wide and deep as the whole, in the proportions of
//! the region. FIXED: the outermost outline is that of the grid (F15), and its ranks reach inwards to `inner_radius`, or
//! to half of the width and depth.
//!
//! Rings and rows run from the outermost outline inwards, so that the outside is closed and holes end in the innermost
//! rank, where nobody sees them. Growth puts further outlines around the first layout: the last rings, the first rows.
#![forbid(unsafe_code)]

use glam::DVec2;

use super::grid::Grid;
use super::{Extent, Footprint, Growth, Lattice, MAX_SLOTS, SlotSheet};
use crate::formation::order::{Order, Sizing};
use crate::formation::quotient;

/// A hollow square with its pitches and measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hollow {
    spacing: DVec2,
    region: DVec2,
    aspect: f64,
    inner_radius: f64,
    sizing: Sizing,
    may_grow: bool,
}

/// A rectangle of columns and rows of which only the edge is occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outline {
    columns: u64,
    rows: u64,
}

/// The outermost outline of a first layout, its ranks, and whether a FIXED region would hold more than the cap.
struct Layout {
    outline: Outline,
    ranks: u64,
    cut: bool,
}

const NOTHING: Layout = Layout { outline: Outline { columns: 0, rows: 0 }, ranks: 0, cut: false };

impl Outline {
    fn slots(self) -> u64 {
        match (self.columns, self.rows) {
            (0, _) | (_, 0) => 0,
            (1, long) | (long, 1) => long,
            (columns, rows) => 2 * (columns + rows) - 4,
        }
    }

    /// The outline `ranks` ranks farther in; nothing where there is no room.
    fn inner(self, ranks: u64) -> Self {
        Self { columns: self.columns.saturating_sub(2 * ranks), rows: self.rows.saturating_sub(2 * ranks) }
    }

    /// The outline `ranks` ranks farther out.
    fn outer(self, ranks: u64) -> Self {
        Self { columns: self.columns + 2 * ranks, rows: self.rows + 2 * ranks }
    }

    /// Slots of this outline and those inside it, `ranks` of them.
    fn slots_of(self, ranks: u64) -> u64 {
        let area = |outline: Self| outline.columns * outline.rows;
        area(self) - area(self.inner(ranks))
    }

    /// Column and row of a slot, clockwise from the front's left corner.
    fn cell(self, slot: u64) -> (u64, u64) {
        let Self { columns, rows } = self;
        let (across, down) = (columns - 1, rows - 1);
        if rows == 1 || slot < across {
            (slot, 0)
        } else if columns == 1 || slot < across + down {
            (across, slot - across)
        } else if slot < 2 * across + down {
            (2 * across + down - slot, down)
        } else {
            (0, 2 * (across + down) - slot)
        }
    }
}

impl Hollow {
    /// The hollow square of a checked order.
    pub fn new(order: &Order) -> Self {
        Self {
            spacing: order.spacing,
            region: order.region,
            aspect: Grid::new(order).wanted_aspect(),
            inner_radius: order.inner_radius,
            sizing: order.sizing,
            may_grow: order.may_grow(),
        }
    }

    fn layout(&self, target: usize) -> Layout {
        match (self.sizing, target.min(MAX_SLOTS) as u64) {
            (Sizing::Fixed, _) => self.fixed(),
            (Sizing::FitAgents, 0) => NOTHING,
            (Sizing::FitAgents, target) if self.inner_radius > 0.0 => self.around_hole(target),
            (Sizing::FitAgents, target) => self.in_proportion(target),
        }
    }

    /// The smallest square around the hole of `inner_radius`, and of its ranks as few as it takes, from the outside.
    fn around_hole(&self, target: u64) -> Layout {
        let innermost = |pitch: f64| (quotient::ceil(2.0 * self.inner_radius / pitch, MAX_SLOTS as u64) + 1).max(2);
        let inner = Outline { columns: innermost(self.spacing.x), rows: innermost(self.spacing.y) };
        // t ranks have 4t² + 2t·m slots; the root of that, rounded down, is at most two short.
        let m = inner.columns + inner.rows - 4;
        let mut ranks = (((m * m + 4 * target).isqrt() - m) / 4).max(1);
        while 4 * ranks * ranks + 2 * ranks * m < target {
            ranks += 1;
        }
        let outline = inner.outer(ranks - 1);
        // Whoever fits into the outer ranks needs no inner one.
        while outline.slots_of(ranks - 1) >= target {
            ranks -= 1;
        }
        Layout { outline, ranks, cut: false }
    }

    /// A hole of half the width and depth: t ranks with a side of 4t have 12t² slots. The width and depth then follow
    /// from the target, 2t·(W + H) − 4t², and the aspect.
    fn in_proportion(&self, target: u64) -> Layout {
        let ranks = quotient::floor((target as f64 / 12.0).sqrt() + 0.5, target).max(1);
        let thickness = 2 * ranks;
        let both = (target + thickness * thickness).div_ceil(thickness).max(2 * (thickness + 1));
        let ratio = self.aspect * (self.spacing.y / self.spacing.x);
        let share = if ratio.is_finite() { ratio / (1.0 + ratio) } else { 1.0 };
        let columns = quotient::floor(both as f64 * share + 0.5, both).clamp(thickness + 1, both - thickness - 1);
        Layout { outline: Outline { columns, rows: both - columns }, ranks, cut: false }
    }

    fn fixed(&self) -> Layout {
        let most = MAX_SLOTS as u64;
        let count = |length: f64, pitch: f64| quotient::floor(length / pitch, 1 << 30).max(1);
        let mut outline =
            Outline { columns: count(self.region.x, self.spacing.x), rows: count(self.region.y, self.spacing.y) };
        if outline.slots() > most {
            // One rank in the region's own proportions.
            let both = outline.columns + outline.rows;
            let share = |count: u64| (count * (most / 2) / both).max(1);
            outline = Outline { columns: share(outline.columns), rows: share(outline.rows) };
            return Layout { outline, ranks: 1, cut: true };
        }
        let solid = outline.columns.min(outline.rows).div_ceil(2);
        let ranks = if self.inner_radius > 0.0 {
            let within = |count: u64, pitch: f64| {
                quotient::floor((count as f64 - 1.0 - 2.0 * self.inner_radius / pitch) / 2.0 + 1.0, solid)
            };
            within(outline.columns, self.spacing.x).min(within(outline.rows, self.spacing.y))
        } else {
            (outline.columns.min(outline.rows) + 2) / 4
        };
        let ranks = ranks.max(1);
        let (mut fits, mut beyond) = (1, ranks + 1);
        while beyond - fits > 1 {
            let middle = fits + (beyond - fits) / 2;
            if outline.slots_of(middle) <= most { fits = middle } else { beyond = middle }
        }
        Layout { outline, ranks: fits, cut: fits < ranks }
    }

    /// Appends an outline, or as many of its slots as there is room for, all around.
    fn append(&self, outline: Outline, ring: u64, row: i32, room: usize, sheet: &mut SlotSheet) -> usize {
        let half = self.spacing / 2.0;
        let all = outline.slots();
        let taken = all.min(room as u64);
        let places = (0..taken).map(|number| {
            let (column, row) = outline.cell(number * all / taken);
            let across = 2 * column as i64 - (outline.columns as i64 - 1);
            let along = outline.rows as i64 - 1 - 2 * row as i64;
            DVec2::new(across as f64 * half.x, along as f64 * half.y)
        });
        sheet.append_row(places, ring, row)
    }
}

impl Lattice for Hollow {
    fn footprint(&self) -> Footprint {
        Footprint::Box
    }

    fn least_distance(&self) -> f64 {
        self.spacing.min_element()
    }

    fn extent(&self, target: usize) -> Extent {
        let Layout { outline, cut, .. } = self.layout(target);
        let size = DVec2::new(outline.columns as f64, outline.rows as f64) * self.spacing;
        let aspect = size.x / size.y;
        let sound = aspect.is_finite() && aspect > 0.0;
        let aspect = if sound { aspect } else { 1.0 };
        Extent { width: outline.columns as u32, height: outline.rows as u32, aspect, cut }
    }

    fn emit(&self, target: usize, sheet: &mut SlotSheet) -> Growth {
        let Layout { outline, ranks, .. } = self.layout(target);
        let mut room = MAX_SLOTS;
        for rank in 0..ranks {
            room -= self.append(outline.inner(rank), rank, rank as i32, room, sheet);
        }
        let (columns, rows) = (outline.columns as i32, outline.rows as i32);
        Growth {
            origin: [columns, rows],
            columns: [0, columns - 1],
            rows: [0, rows - 1],
            next: ranks as u32,
            emitted: (MAX_SLOTS - room) as u64,
            ..Growth::default()
        }
    }

    fn grow(&self, growth: &mut Growth, wanted: usize, sheet: &mut SlotSheet) -> usize {
        let most = 2 * MAX_SLOTS as i32;
        let is_coherent = growth.origin.iter().all(|count| (1..=most).contains(count))
            && (-most..=0).contains(&growth.columns[0])
            && growth.rows[0] == growth.columns[0];
        if !self.may_grow || growth.is_barren(0) || !is_coherent {
            return 0;
        }
        let first = Outline { columns: growth.origin[0] as u64, rows: growth.origin[1] as u64 };
        let mut added = 0;
        while added < wanted && growth.room() > 0 {
            for bounds in [&mut growth.columns, &mut growth.rows] {
                *bounds = [bounds[0] - 1, bounds[1].saturating_add(1)];
            }
            let outline = first.outer(growth.columns[0].unsigned_abs().into());
            let slots = self.append(outline, growth.next.into(), growth.columns[0], growth.room(), sheet);
            growth.next = growth.next.saturating_add(1);
            growth.emitted += slots as u64;
            added += slots;
        }
        added
    }
}
