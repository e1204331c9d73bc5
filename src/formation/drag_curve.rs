//! Places along a drawn curve: even steps of its arc length, row after row behind it (F20).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3};

use super::facing::Facing;
use super::quotient;

/// A place may be nearer than wanted by this share, so that rounding drops nobody.
const SLACK: f64 = 1e-9;

/// A drawn polyline, seen from above.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'a> {
    line: &'a [DVec3],
}

/// What to lay along a curve.
#[derive(Clone, Copy, Debug)]
pub struct RowsAlong {
    /// Where places are measured from.
    pub center: DVec2,
    /// Axes that they are measured along.
    pub facing: Facing,
    /// Places of a row.
    pub frontage: usize,
    /// How many places are wanted in all.
    pub wanted: usize,
    /// Pitch along straight rows, and how far each row stands behind the last.
    pub pitch: DVec2,
    /// No two places are nearer than this.
    pub closest: f64,
}

/// Buffers of the rows: places in strips along the depth, each strip a list from its latest place on.
#[derive(Debug, Default)]
pub struct CurveScratch {
    front: Vec<DVec2>,
    latest: Vec<Option<u32>>,
    before: Vec<Option<u32>>,
}

impl<'a> Curve<'a> {
    /// The curve through the points of `line`, which has at least one.
    pub fn new(line: &'a [DVec3]) -> Self {
        Self { line }
    }

    fn segments(self) -> impl Iterator<Item = (DVec2, DVec2)> {
        self.line.windows(2).map(|ends| (ends[0].truncate(), ends[1].truncate()))
    }

    /// Arc length.
    pub fn length(self) -> f64 {
        self.segments().map(|(from, to)| from.distance(to)).sum()
    }

    /// Farthest that the curve leaves the straight line between its ends.
    pub fn bend(self) -> f64 {
        let (first, last) = (self.line[0].truncate(), self.line[self.line.len() - 1].truncate());
        let chord = last - first;
        let aside = |point: &DVec3| {
            let offset = point.truncate() - first;
            let share = (offset.dot(chord) / chord.length_squared()).clamp(0.0, 1.0);
            (offset - if share.is_finite() { chord * share } else { DVec2::ZERO }).length()
        };
        self.line.iter().map(aside).fold(0.0, f64::max)
    }

    /// The place at half the arc length, with its height.
    pub fn middle(self) -> DVec3 {
        let mut left = self.length() / 2.0;
        for ends in self.line.windows(2) {
            let length = ends[0].truncate().distance(ends[1].truncate());
            if left <= length && length > 0.0 {
                return ends[0] + (ends[1] - ends[0]) * (left / length);
            }
            left -= length;
        }
        self.line[self.line.len() - 1]
    }

    /// Overwrites `places` with `count` places whose arcs from the curve's start are `from`, `from + step` and so on.
    fn places_along(self, from: f64, step: f64, count: usize, places: &mut Vec<DVec2>) {
        places.clear();
        let mut behind = 0.0;
        for (start, end) in self.segments() {
            let length = start.distance(end);
            while places.len() < count {
                let share = (from + step * places.len() as f64 - behind) / length;
                if share > 1.0 || share.is_nan() {
                    break;
                }
                places.push(start + (end - start) * share.max(0.0));
            }
            behind += length;
        }
        // Rounding may leave the last one past the end.
        places.resize(count, self.line[self.line.len() - 1].truncate());
    }

    /// Overwrites `places` with as many as are wanted, in local coordinates: the front row along the curve, from its start
    /// to its end, and further rows that are the same curve farther behind, each without what would crowd others. The
    /// last row is centred. A curve that leaves less than half of a row is followed by straight rows.
    pub fn lay(self, rows: RowsAlong, scratch: &mut CurveScratch, places: &mut Vec<DVec2>) {
        places.clear();
        let mut strips = Strips::new(self.line, rows, scratch);
        let length = self.length();
        let mut behind = 0.0;
        while places.len() < rows.wanted {
            let before = places.len();
            let count = rows.frontage.min(rows.wanted - before);
            let step = if rows.frontage > 1 { length / (rows.frontage - 1) as f64 } else { 0.0 };
            let from = (length - step * (count - 1) as f64) / 2.0;
            self.places_along(from.max(0.0), step, count, strips.front);
            for index in 0..count {
                let local = rows.local(strips.front[index]) - DVec2::new(0.0, behind);
                if strips.is_clear(local, places) {
                    strips.note(local, places.len());
                    places.push(local);
                }
            }
            if places.len() - before < count.div_ceil(2) {
                return strips.follow_straight(rows, places);
            }
            behind += rows.pitch.y;
        }
    }
}

impl RowsAlong {
    fn local(&self, place: DVec2) -> DVec2 {
        let offset = place - self.center;
        DVec2::new(offset.dot(self.facing.right), offset.dot(self.facing.forward))
    }
}

/// Strips along the depth in which places are looked up.
struct Strips<'a> {
    low: f64,
    high: f64,
    width: f64,
    closest: f64,
    /// How far the curve reaches along the depth: a row behind by more than this stays clear.
    deep: f64,
    front: &'a mut Vec<DVec2>,
    latest: &'a mut Vec<Option<u32>>,
    before: &'a mut Vec<Option<u32>>,
}

impl<'a> Strips<'a> {
    fn new(line: &[DVec3], rows: RowsAlong, scratch: &'a mut CurveScratch) -> Self {
        let CurveScratch { front, latest, before } = scratch;
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for point in line {
            let local = rows.local(point.truncate());
            (low, high) = (low.min(local), high.max(local));
        }
        let most = 4.0 * rows.frontage as f64 + 16.0;
        let width = rows.closest.max((high.x - low.x) / most);
        latest.clear();
        latest.resize(((high.x - low.x) / width) as usize + 1, None);
        before.clear();
        Self {
            low: low.x,
            high: high.x,
            width,
            closest: rows.closest * (1.0 - SLACK),
            deep: high.y - low.y,
            front,
            latest,
            before,
        }
    }

    fn strip(&self, x: f64) -> usize {
        // A float to integer cast saturates: negative becomes 0.
        (((x - self.low) / self.width) as usize).min(self.latest.len() - 1)
    }

    fn is_clear(&self, local: DVec2, places: &[DVec2]) -> bool {
        let (first, last) = (self.strip(local.x - self.closest), self.strip(local.x + self.closest));
        self.latest[first..=last].iter().all(|latest| {
            let mut place = *latest;
            while let Some(index) = place {
                let other = places[index as usize];
                // Earlier places stand farther to the front by whole rows; within their row they reach this deep.
                if other.y > local.y + self.closest + self.deep {
                    break;
                }
                if other.distance_squared(local) < self.closest * self.closest {
                    return false;
                }
                place = self.before[index as usize];
            }
            true
        })
    }

    fn note(&mut self, local: DVec2, index: usize) {
        let strip = self.strip(local.x);
        self.before.push(self.latest[strip]);
        self.latest[strip] = Some(index as u32);
    }

    /// Adds straight rows behind all places, as wide as the curve and at least as wide as deep.
    fn follow_straight(&self, rows: RowsAlong, places: &mut Vec<DVec2>) {
        let left = rows.wanted - places.len();
        let width = (self.high - self.low).max(rows.pitch.x * ((left as f64).sqrt() - 1.0));
        let columns = quotient::floor(width / rows.pitch.x + 1.0, left as u64).max(1) as usize;
        let step = if columns > 1 { width / (columns - 1) as f64 } else { 0.0 };
        let middle = 0.5 * (self.low + self.high);
        let rear = places.iter().map(|place| place.y).fold(f64::INFINITY, f64::min);
        for row in 0..left.div_ceil(columns) {
            let slots = columns.min(left - row * columns);
            let y = rear - (row + 1) as f64 * rows.pitch.y;
            let x = |slot: usize| middle + (slot as f64 - 0.5 * (slots - 1) as f64) * step;
            places.extend((0..slots).map(|slot| DVec2::new(x(slot), y)));
        }
    }
}
