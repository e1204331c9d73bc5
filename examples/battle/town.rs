//! The town: building outlines and streets of Bubeneč, Prague, turned into the library's frame.
//!
//! The file has metres, x east and y north. Here everything is in Unreal's frame and unit: X forward is north, Y right
//! is east, centimetres. A picture with north up therefore shows Y to the right and X upwards, and nothing is mirrored.

use glam::DVec2;

const CENTIMETRES: f64 = 100.0;
/// Side of a cell of the index over the outlines.
const CELL: f64 = 1000.0;
/// The index covers this far from the middle of the town in each direction.
const REACH: f64 = 30_000.0;

/// A closed outline; the first corner is not repeated.
pub struct Building {
    pub corners: Vec<DVec2>,
    low: DVec2,
    high: DVec2,
}

/// The middle line of a street.
pub struct Street {
    pub points: Vec<DVec2>,
    pub width: f64,
}

/// Outlines, streets, and an index of the outlines by square cells.
pub struct Town {
    pub buildings: Vec<Building>,
    pub streets: Vec<Street>,
    cells: Vec<Vec<u32>>,
}

impl Building {
    fn new(corners: Vec<DVec2>) -> Self {
        let low = corners.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let high = corners.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        Self { corners, low, high }
    }

    /// Even-odd rule.
    fn contains(&self, place: DVec2) -> bool {
        let in_box = place.cmpge(self.low).all() && place.cmple(self.high).all();
        in_box && self.edges().filter(|(from, to)| crosses(*from, *to, place)).count() % 2 == 1
    }

    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }

    fn distance(&self, place: DVec2) -> f64 {
        let to_edge = self.edges().map(|(from, to)| distance_to_segment(place, from, to));
        if self.contains(place) { 0.0 } else { to_edge.fold(f64::INFINITY, f64::min) }
    }
}

impl Town {
    /// Reads the text form described in `tests/data/NOTICE.md`.
    ///
    /// # Errors
    /// Names the line that cannot be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut town = Self { buildings: Vec::new(), streets: Vec::new(), cells: Vec::new() };
        for (number, line) in text.lines().enumerate() {
            let place = || format!("line {} of the town", number + 1);
            let fields: Vec<&str> = line.split_ascii_whitespace().collect();
            match fields.first().copied() {
                Some("B") => town.buildings.push(Building::new(points(&fields, 1).ok_or_else(place)?)),
                Some("R") => {
                    let width = fields.get(2).and_then(|width| width.parse::<f64>().ok()).ok_or_else(place)?;
                    let points = points(&fields, 7).ok_or_else(place)?;
                    town.streets.push(Street { points, width: width * CENTIMETRES });
                }
                Some(comment) if comment.starts_with('#') => {}
                None => {}
                Some(_) => return Err(place()),
            }
        }
        town.index();
        Ok(town)
    }

    fn index(&mut self) {
        let side = cells_per_side();
        self.cells = vec![Vec::new(); side * side];
        for (number, building) in self.buildings.iter().enumerate() {
            let (low, high) = (cell_of(building.low), cell_of(building.high));
            for row in low.0..=high.0 {
                for column in low.1..=high.1 {
                    self.cells[row * side + column].push(number as u32);
                }
            }
        }
    }

    /// Whether a place lies inside a building.
    pub fn is_building(&self, place: DVec2) -> bool {
        self.near(place).any(|building| building.contains(place))
    }

    /// Distance to the nearest building, at most `reach`; 0 inside.
    pub fn clearance(&self, place: DVec2, reach: f64) -> f64 {
        let near = self.buildings.iter().filter(|building| {
            let nearest = place.clamp(building.low, building.high);
            nearest.distance(place) <= reach
        });
        near.map(|building| building.distance(place)).fold(reach, f64::min)
    }

    fn near(&self, place: DVec2) -> impl Iterator<Item = &Building> {
        let (row, column) = cell_of(place);
        self.cells[row * cells_per_side() + column].iter().map(|number| &self.buildings[*number as usize])
    }
}

fn cells_per_side() -> usize {
    (2.0 * REACH / CELL) as usize
}

/// Places outside the index fall into its outermost cells, where the outlines' own boxes reject them.
fn cell_of(place: DVec2) -> (usize, usize) {
    let last = cells_per_side() - 1;
    let along = |value: f64| (((value + REACH) / CELL).max(0.0) as usize).min(last);
    (along(place.x), along(place.y))
}

/// `<n> x0 y0 x1 y1 …` from field `at`, as north and east in centimetres.
fn points(fields: &[&str], at: usize) -> Option<Vec<DVec2>> {
    let count = fields.get(at)?.parse::<usize>().ok()?;
    let values: Vec<f64> = fields[at + 1..].iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
    let usable = count >= 2 && Some(values.len()) == count.checked_mul(2) && values.iter().all(|v| v.is_finite());
    usable.then(|| values.chunks_exact(2).map(|pair| DVec2::new(pair[1], pair[0]) * CENTIMETRES).collect())
}

/// Whether a ray from `place` along +X crosses the edge.
fn crosses(from: DVec2, to: DVec2, place: DVec2) -> bool {
    let spans = (from.y > place.y) != (to.y > place.y);
    spans && place.x < from.x + (to.x - from.x) * (place.y - from.y) / (to.y - from.y)
}

pub fn distance_to_segment(place: DVec2, from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let length = along.length_squared();
    let share = if length > 0.0 { ((place - from).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    place.distance(from + along * share)
}
