//! The cells of the last search for a free place: one grid along the facing, anchored at the order's center, whose
//! footings all goals share (F26).
#![forbid(unsafe_code)]

use glam::{DVec2, DVec3, I64Vec2};

use super::facing::Facing;
use super::occupancy::Occupancy;
use super::search_tile::{SIDE, TILE_CELLS, Taken, Tile, cell_at, square};
use crate::geometry::fixed_point::Quantum;
use crate::ground::Footing;
use crate::ground::probe::Probed;

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

/// A disc of cells around a place, and for whom it was looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    from: I64Vec2,
    reach: u32,
    radius: f64,
    /// The pass or batch, 0 for none.
    turn: u32,
}

impl Look {
    /// Whether a look that found nothing says the same of another.
    fn covers(&self, from: I64Vec2, reach: u32, radius: f64) -> bool {
        self.turn > 0 && self.from == from && self.reach >= reach && radius >= self.radius
    }
}

/// The nearest cell so far: squared distance, row, column, height.
type Nearest = Option<(i128, i64, i64, f64)>;

/// The shared cells. Column numbers grow to the right, row numbers to the rear, as in a lattice.
#[derive(Debug, Default)]
pub struct SearchCells {
    anchor: DVec3,
    axes: Option<(Facing, Quantum)>,
    step: f64,
    tiles: Vec<Tile>,
    heights: Vec<[f64; TILE_CELLS]>,
    /// Open addressing: 0, or a tile's number plus one.
    table: Vec<u32>,
    asked: Vec<(u32, u8)>,
    first_asked: usize,
    pass: u32,
    batch: u32,
    /// The latest searches that found nothing and the latest requests, around the anchor and elsewhere. Many goals look
    /// around the same place one after another.
    in_vain: [Look; 2],
    requested: [Look; 2],
}

impl SearchCells {
    /// Forgets all cells and lays the grid anew.
    pub fn reset(&mut self, anchor: DVec3, facing: Facing, step: f64, quantum: Quantum) {
        self.anchor = anchor;
        self.axes = Some((facing, quantum));
        self.step = step;
        self.tiles.clear();
        self.table.fill(0);
        self.heights.clear();
        self.asked.clear();
        self.pass = 0;
        self.batch = 0;
        self.in_vain = [Look::default(); 2];
        self.requested = [Look::default(); 2];
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
        let memo = usize::from(from != I64Vec2::ZERO);
        let in_vain = self.in_vain[memo];
        if in_vain.turn == self.pass && in_vain.covers(from, reach, radius) {
            return None;
        }
        let limit = self.limit(reach);
        let home = self.tile_of(self.cell_near(from));
        let mut best: Nearest = None;
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
        if best.is_none() {
            self.in_vain[memo] = Look { from, reach, radius, turn: self.pass };
        }
        best.map(|(_, row, column, height)| self.place(column, row).truncate().extend(height))
    }

    /// Whether every cell within `reach` cells of `from` is known, or taken for good for a disc of `radius`.
    pub fn knows_disc(&self, from: I64Vec2, reach: u32, radius: f64) -> bool {
        let limit = square(self.limit(reach));
        let (first, last) = self.tiles_around(from, reach);
        (first.1..=last.1).all(|row| {
            (first.0..=last.0).all(|column| {
                let Some(tile) = self.find((column, row)) else { return false };
                let state = &self.tiles[tile];
                let mut open = state.unknown & !state.for_good.for_radius(radius);
                if open == 0 || state.distances(from).0 > limit {
                    return true;
                }
                while open != 0 && state.distance(from, open.trailing_zeros() as usize) > limit {
                    open &= open - 1;
                }
                open == 0
            })
        })
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
        let memo = usize::from(from != I64Vec2::ZERO);
        let requested = self.requested[memo];
        if requested.covers(from, reach, radius) {
            return if requested.turn == self.batch { DiscRequest::Asked } else { DiscRequest::Known };
        }
        let limit = self.limit(reach);
        let (first, last) = self.tiles_around(from, reach);
        let mut outcome = DiscRequest::Known;
        for tile_row in first.1..=last.1 {
            for tile_column in first.0..=last.0 {
                let tile = self.find_or_make((tile_column, tile_row));
                match self.request_tile(tile, from, limit, radius, taken, batch) {
                    DiscRequest::Known => {}
                    DiscRequest::Asked => outcome = DiscRequest::Asked,
                    DiscRequest::OutOfBudget => return DiscRequest::OutOfBudget,
                }
            }
        }
        self.requested[memo] = Look { from, reach, radius, turn: self.batch };
        outcome
    }

    /// Writes the answers of the batch into the cells that asked.
    pub fn settle(&mut self, batch: &PlaceBatch, footings: &[Probed]) {
        debug_assert!(batch.places.len() == footings.len());
        let answers = footings.get(self.first_asked..).unwrap_or_default();
        for ((tile, cell), footing) in self.asked.iter().zip(answers) {
            let bit = 1_u64 << cell;
            self.tiles[*tile as usize].asked &= !bit;
            if let Some(Footing::Ok { height }) = footing {
                self.tiles[*tile as usize].fit |= bit;
                self.heights[*tile as usize][*cell as usize] = *height;
            }
        }
        self.asked.clear();
    }

    /// The cells' part of the batch begins here: nothing but cells may be added to it from now on.
    pub fn begin_requests(&mut self, batch: &PlaceBatch) {
        self.first_asked = batch.places.len();
        self.batch += 1;
    }

    /// First and last tile of the square around a disc.
    fn tiles_around(&self, from: I64Vec2, reach: u32) -> ((i64, i64), (i64, i64)) {
        let (column, row) = self.cell_near(from);
        let cells = i64::from(reach) + 1;
        (self.tile_of((column - cells, row - cells)), self.tile_of((column + cells, row + cells)))
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
        let state = self.tiles[tile];
        let mut outcome = if state.asked != 0 { DiscRequest::Asked } else { DiscRequest::Known };
        let mut open = state.unknown & !state.for_good.for_radius(radius);
        if open == 0 {
            return outcome;
        }
        let (least, most) = state.distances(from);
        if least > square(limit) {
            return DiscRequest::Known;
        }
        let mut taken_for_good = 0;
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            if most > square(limit) && state.distance(from, cell) > square(limit) {
                continue;
            }
            let (column, row) = cell_at(state.key, cell);
            let place = self.place(column, row);
            if !taken.is_free(place.truncate(), radius) {
                taken_for_good |= 1 << cell;
                continue;
            }
            if !batch.push(place) {
                outcome = DiscRequest::OutOfBudget;
                break;
            }
            self.tiles[tile].unknown &= !(1 << cell);
            self.tiles[tile].asked |= 1 << cell;
            self.asked.push((tile as u32, cell as u8));
            outcome = DiscRequest::Asked;
        }
        self.tiles[tile].for_good.note(radius, taken_for_good);
        outcome
    }

    fn scan(&mut self, tile: usize, from: I64Vec2, limit: i64, radius: f64, taken: &Occupancy, best: &mut Nearest) {
        if self.tiles[tile].pass != self.pass {
            self.tiles[tile].pass = self.pass;
            self.tiles[tile].for_now = Taken::default();
        }
        let state = &self.tiles[tile];
        let mut open = state.fit & !state.for_good.for_radius(radius) & !state.for_now.for_radius(radius);
        if open == 0 || state.distances(from).0 > best.map_or(square(limit), |best| best.0) {
            return;
        }
        let mut taken_now = 0;
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            let distance = state.distance(from, cell);
            let (column, row) = cell_at(state.key, cell);
            let better = best.is_none_or(|best| (distance, row, column) < (best.0, best.1, best.2));
            if distance > square(limit) || !better {
                continue;
            }
            if taken.is_free(self.place(column, row).truncate(), radius) {
                *best = Some((distance, row, column, self.heights[tile][cell]));
            } else {
                taken_now |= 1 << cell;
            }
        }
        self.tiles[tile].for_now.note(radius, taken_now);
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
        let tile = Tile::new(key, |cells| self.in_quanta(cells));
        self.tiles.push(tile);
        self.heights.push([0.0; TILE_CELLS]);
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
