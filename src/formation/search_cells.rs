//! The cells of the last search for a free place: one grid along the facing, anchored at the order's center, whose
//! footings all goals share (F26).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3, I64Vec2};

use super::facing::Facing;
use super::occupancy::Occupancy;
use crate::geometry::fixed_point::Quantum;
use crate::ground::Footing;
use crate::ground::probe::Probed;

/// Cells along the side of a tile.
const SIDE: i64 = 8;
const TILE_CELLS: usize = (SIDE * SIDE) as usize;

/// Distances are compared between rounded places: two of them may be this many quanta off.
const ROUNDING: i64 = 2;

/// Places that the next batch asks for, up to what the budget leaves.
#[derive(Clone, Debug, Default)]
pub struct PlaceBatch {
    /// The places, in the order in which they are asked.
    pub places: Vec<DVec3>,
    room: usize,
}

impl PlaceBatch {
    /// Empties it for at most `room` places.
    pub fn reset(&mut self, room: u64) {
        self.places.clear();
        self.room = usize::try_from(room).unwrap_or(usize::MAX);
    }

    /// How many places may still be added.
    pub fn room(&self) -> usize {
        self.room - self.places.len()
    }

    /// Adds a place, or says that there is no room.
    pub fn push(&mut self, place: DVec3) -> bool {
        let fits = self.places.len() < self.room;
        if fits {
            self.places.push(place);
        }
        fits
    }
}

/// What a request for a disc of cells led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscRequest {
    /// Every cell is known already.
    Known,
    /// After the batch every cell will be known.
    Asked,
    /// The budget does not reach for every cell.
    OutOfBudget,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum CellState {
    #[default]
    Unknown,
    Asked,
    Unfit,
    Fit,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    state: CellState,
    height: f64,
    /// In which pass a disc of `full_for` was found not to be free here; a wider one is not free either.
    full_in: u32,
    full_for: f64,
    /// A disc of this radius or a wider one is never free here again: those that stand in its way are final.
    never_for: f64,
}

impl Cell {
    const UNKNOWN: Self =
        Self { state: CellState::Unknown, height: 0.0, full_in: 0, full_for: 0.0, never_for: f64::INFINITY };
}

#[derive(Clone, Debug)]
struct Tile {
    key: (i64, i64),
    cells: [Cell; TILE_CELLS],
    asked: u32,
    fit: u32,
    full_in: u32,
    full_for: f64,
    /// A path of this radius or a wider one has nothing left to ask here.
    closed_for: f64,
}

/// The shared cells. Column numbers grow to the right, row numbers to the rear, as in a lattice.
#[derive(Debug, Default)]
pub struct SearchCells {
    anchor: DVec3,
    axes: Option<(Facing, Quantum)>,
    step: f64,
    tiles: Vec<Tile>,
    /// Open addressing: 0, or a tile's number plus one.
    table: Vec<u32>,
    asked: Vec<(u32, u8)>,
    first_asked: usize,
    pass: u32,
}

impl SearchCells {
    /// Forgets all cells and lays the grid anew.
    pub fn reset(&mut self, anchor: DVec3, facing: Facing, step: f64, quantum: Quantum) {
        self.anchor = anchor;
        self.axes = Some((facing, quantum));
        self.step = step;
        self.tiles.clear();
        self.table.fill(0);
        self.asked.clear();
        self.pass = 0;
    }

    /// Begins a pass over the goals, in which discs are only taken, never given back, and radii only fall.
    pub fn begin_pass(&mut self) {
        self.pass += 1;
    }

    /// A place on the ground in the grid's own whole-number coordinates: to the right, to the rear.
    pub fn local(&self, place: DVec2) -> I64Vec2 {
        let Some((facing, quantum)) = self.axes else { return I64Vec2::ZERO };
        let offset = place - self.anchor.truncate();
        quantum.round2(DVec2::new(offset.dot(facing.right), -offset.dot(facing.forward)))
    }

    /// The first free fit cell within `reach` cells of `from`, by distance, row, column, with its height.
    pub fn nearest_free(&mut self, from: I64Vec2, reach: u32, radius: f64, taken: &Occupancy) -> Option<DVec3> {
        let limit = self.limit(reach);
        let home = self.tile_of(self.cell_near(from));
        let mut best: Option<(i128, i64, i64, f64)> = None;
        for ring in 0.. {
            let nearest = self.least_distance_to_ring(ring);
            if nearest > limit || best.is_some_and(|best| best.0 < square(nearest)) {
                break;
            }
            for_ring(home, ring, |key| {
                if let Some(tile) = self.find(key) {
                    self.scan(tile, from, limit, radius, taken, &mut best);
                }
            });
        }
        best.map(|(_, row, column, height)| self.place(column, row).truncate().extend(height))
    }

    /// Puts every unknown cell within `reach` cells of `from` where a disc of `radius` may still be free into the batch.
    /// `taken` holds what is final.
    pub fn request_disc(
        &mut self,
        from: I64Vec2,
        reach: u32,
        radius: f64,
        taken: &Occupancy,
        batch: &mut PlaceBatch,
    ) -> DiscRequest {
        let limit = self.limit(reach);
        let (column, row) = self.cell_near(from);
        let cells = i64::from(reach) + 1;
        let (first, last) = (self.tile_of((column - cells, row - cells)), self.tile_of((column + cells, row + cells)));
        let mut outcome = DiscRequest::Known;
        for tile_row in first.1..=last.1 {
            for tile_column in first.0..=last.0 {
                let tile = self.find_or_make((tile_column, tile_row));
                let request = self.request_tile(tile, from, limit, radius, taken, batch);
                match request {
                    DiscRequest::Known => {}
                    DiscRequest::Asked => outcome = request,
                    DiscRequest::OutOfBudget => return request,
                }
            }
        }
        outcome
    }

    /// Writes the answers of the batch into the cells that asked.
    pub fn settle(&mut self, batch: &PlaceBatch, footings: &[Probed]) {
        debug_assert!(batch.places.len() == footings.len());
        let answers = footings.get(self.first_asked..).unwrap_or_default();
        for ((tile, cell), footing) in self.asked.iter().zip(answers) {
            let tile = &mut self.tiles[*tile as usize];
            let cell = &mut tile.cells[*cell as usize];
            tile.asked -= 1;
            cell.state = match footing {
                Some(Footing::Ok { height }) => {
                    cell.height = *height;
                    tile.fit += 1;
                    CellState::Fit
                }
                _ => CellState::Unfit,
            };
        }
        self.asked.clear();
    }

    /// The cells' part of the batch begins here: nothing but cells may be added to it from now on.
    pub fn begin_requests(&mut self, batch: &PlaceBatch) {
        self.first_asked = batch.places.len();
    }

    fn request_tile(
        &mut self,
        tile: usize,
        from: I64Vec2,
        limit: i64,
        radius: f64,
        taken: &Occupancy,
        batch: &mut PlaceBatch,
    ) -> DiscRequest {
        let key = self.tiles[tile].key;
        let mut outcome = if self.tiles[tile].asked > 0 { DiscRequest::Asked } else { DiscRequest::Known };
        if radius >= self.tiles[tile].closed_for {
            return outcome;
        }
        let mut within = 0;
        for index in 0..TILE_CELLS {
            let (column, row) = cell_at(key, index);
            if self.distance(from, column, row) > square(limit) {
                continue;
            }
            within += 1;
            let cell = &self.tiles[tile].cells[index];
            if cell.state != CellState::Unknown || radius >= cell.never_for {
                continue;
            }
            let place = self.place(column, row);
            if !taken.is_free(place.truncate(), radius) {
                self.tiles[tile].cells[index].never_for = radius;
                continue;
            }
            if !batch.push(place) {
                return DiscRequest::OutOfBudget;
            }
            self.tiles[tile].cells[index].state = CellState::Asked;
            self.tiles[tile].asked += 1;
            self.asked.push((tile as u32, index as u8));
            outcome = DiscRequest::Asked;
        }
        if within == TILE_CELLS {
            self.tiles[tile].closed_for = radius;
        }
        outcome
    }

    fn scan(
        &mut self,
        tile: usize,
        from: I64Vec2,
        limit: i64,
        radius: f64,
        taken: &Occupancy,
        best: &mut Option<(i128, i64, i64, f64)>,
    ) {
        let (key, fit) = (self.tiles[tile].key, self.tiles[tile].fit);
        let full = self.tiles[tile].full_in == self.pass && radius >= self.tiles[tile].full_for;
        if fit == 0 || full {
            return;
        }
        let mut full = 0;
        for index in 0..TILE_CELLS {
            let cell = self.tiles[tile].cells[index];
            if cell.state != CellState::Fit {
                continue;
            }
            if cell.full_in == self.pass && radius >= cell.full_for {
                full += 1;
                continue;
            }
            let (column, row) = cell_at(key, index);
            let distance = self.distance(from, column, row);
            let better = best.is_none_or(|best| (distance, row, column) < (best.0, best.1, best.2));
            if distance > square(limit) || !better {
                continue;
            }
            if taken.is_free(self.place(column, row).truncate(), radius) {
                *best = Some((distance, row, column, cell.height));
            } else {
                full += 1;
                let cell = &mut self.tiles[tile].cells[index];
                (cell.full_in, cell.full_for) = (self.pass, radius);
            }
        }
        if full == fit {
            (self.tiles[tile].full_in, self.tiles[tile].full_for) = (self.pass, radius);
        }
    }

    fn place(&self, column: i64, row: i64) -> DVec3 {
        let Some((facing, _)) = self.axes else { return self.anchor };
        let offset = facing.offset(DVec2::new(column as f64 * self.step, -(row as f64) * self.step));
        (self.anchor.truncate() + offset).extend(self.anchor.z)
    }

    fn in_quanta(&self, cells: f64) -> i64 {
        self.axes.map_or(0, |(_, quantum)| quantum.round(cells * self.step))
    }

    fn limit(&self, reach: u32) -> i64 {
        self.in_quanta(f64::from(reach))
    }

    /// Squared distance in quanta between a place and a cell, both rounded.
    fn distance(&self, from: I64Vec2, column: i64, row: i64) -> i128 {
        square(self.in_quanta(column as f64) - from.x) + square(self.in_quanta(row as f64) - from.y)
    }

    /// No cell of the `ring`-th ring of tiles is nearer than this to a place of the home tile.
    fn least_distance_to_ring(&self, ring: i64) -> i64 {
        match ring {
            0 => 0,
            _ => (self.in_quanta(((ring - 1) * SIDE) as f64 + 0.5) - ROUNDING).max(0),
        }
    }

    fn cell_near(&self, from: I64Vec2) -> (i64, i64) {
        let cell = self.axes.map_or(DVec2::ZERO, |(_, quantum)| quantum.length2(from)) / self.step;
        (cell.x.round() as i64, cell.y.round() as i64)
    }

    fn tile_of(&self, cell: (i64, i64)) -> (i64, i64) {
        (cell.0.div_euclid(SIDE), cell.1.div_euclid(SIDE))
    }

    fn find(&self, key: (i64, i64)) -> Option<usize> {
        if self.table.is_empty() {
            return None;
        }
        match self.table[self.entry(key)] {
            0 => None,
            number => Some(number as usize - 1),
        }
    }

    fn find_or_make(&mut self, key: (i64, i64)) -> usize {
        if let Some(tile) = self.find(key) {
            return tile;
        }
        if self.table.len() < 2 * (self.tiles.len() + 1) {
            let entries = (self.table.len() * 2).max(64);
            self.table.clear();
            self.table.resize(entries, 0);
            for tile in 0..self.tiles.len() {
                let entry = self.entry(self.tiles[tile].key);
                self.table[entry] = tile as u32 + 1;
            }
        }
        let entry = self.entry(key);
        self.tiles.push(Tile {
            key,
            cells: [Cell::UNKNOWN; TILE_CELLS],
            asked: 0,
            fit: 0,
            full_in: 0,
            full_for: 0.0,
            closed_for: f64::INFINITY,
        });
        self.table[entry] = self.tiles.len() as u32;
        self.tiles.len() - 1
    }

    /// The table's entry that holds `key`, or the free one where it belongs.
    fn entry(&self, key: (i64, i64)) -> usize {
        let mixed =
            (key.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (key.1 as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mask = self.table.len() - 1;
        let mut entry = (mixed ^ (mixed >> 32)) as usize & mask;
        while self.table[entry] != 0 && self.tiles[self.table[entry] as usize - 1].key != key {
            entry = (entry + 1) & mask;
        }
        entry
    }
}

fn square(length: i64) -> i128 {
    i128::from(length) * i128::from(length)
}

fn cell_at(tile: (i64, i64), index: usize) -> (i64, i64) {
    (tile.0 * SIDE + index as i64 % SIDE, tile.1 * SIDE + index as i64 / SIDE)
}

/// The tiles at Chebyshev distance `ring` from `home`.
fn for_ring(home: (i64, i64), ring: i64, mut visit: impl FnMut((i64, i64))) {
    for row in -ring..=ring {
        let stride = if row.abs() == ring { 1 } else { 2 * ring };
        let mut column = -ring;
        while column <= ring {
            visit((home.0 + column, home.1 + row));
            column += stride.max(1);
        }
    }
}
