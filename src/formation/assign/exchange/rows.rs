//! Rows: of a few seated agents, which save anything by a trade with one of a few others; many pairs at a time.
#![forbid(unsafe_code)]

use glam::DVec2;
use pulp::f64x8;

use super::super::lanes::{Kernel, LANES, Lanes, any, run_widest};
use super::super::point_tree::{Bounds, Entry};

/// Most agents on either side: those of two leaves of the slot tree.
pub const MOST_ROWS: usize = 16;

/// Slots in the order of a tree, with where their occupants come from.
pub trait Walks {
    /// The walk of a position's occupant.
    fn walk(&self, position: usize) -> (Entry, DVec2);

    /// The walks of a range of positions.
    fn walks(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = (Entry, DVec2)>;
}

/// Some positions of the slot tree with the places that their occupants come from; NaN fills up the last lanes.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    count: usize,
    positions: [u32; MOST_ROWS],
    person_x: [[f64; LANES]; MOST_ROWS / LANES],
    person_y: [[f64; LANES]; MOST_ROWS / LANES],
    slot_x: [[f64; LANES]; MOST_ROWS / LANES],
    slot_y: [[f64; LANES]; MOST_ROWS / LANES],
}

impl Rows {
    /// No rows yet.
    pub const EMPTY: Self = Self {
        count: 0,
        positions: [0; MOST_ROWS],
        person_x: [[f64::NAN; LANES]; MOST_ROWS / LANES],
        person_y: [[f64::NAN; LANES]; MOST_ROWS / LANES],
        slot_x: [[0.0; LANES]; MOST_ROWS / LANES],
        slot_y: [[0.0; LANES]; MOST_ROWS / LANES],
    };

    /// Takes in up to [`MOST_ROWS`] positions of the slot tree, in place of those before.
    #[inline]
    pub fn load(&mut self, seated: &impl Walks, positions: impl Iterator<Item = usize>) {
        let before = self.count;
        self.count = 0;
        for position in positions {
            let row = self.count;
            self.positions[row] = position as u32;
            self.count += 1;
            self.seat(seated, row);
        }
        for row in self.count..before.min(self.count.next_multiple_of(LANES)) {
            self.person_x[row / LANES][row % LANES] = f64::NAN;
        }
    }

    /// Takes in a range of at most [`MOST_ROWS`] positions, in place of those before; asked for no positions afterwards.
    #[inline]
    pub fn load_range(&mut self, seated: &impl Walks, range: std::ops::Range<usize>) {
        let count = range.len().min(MOST_ROWS);
        for (row, (entry, person)) in seated.walks(range).take(MOST_ROWS).enumerate() {
            let (pack, lane) = (row / LANES, row % LANES);
            (self.person_x[pack][lane], self.person_y[pack][lane]) = (person.x, person.y);
            (self.slot_x[pack][lane], self.slot_y[pack][lane]) = (entry.at.x, entry.at.y);
        }
        for row in count..count.next_multiple_of(LANES) {
            self.person_x[row / LANES][row % LANES] = f64::NAN;
        }
        self.count = count;
    }

    /// Takes over who stands at a row now, and where that is.
    pub fn seat(&mut self, seated: &impl Walks, row: usize) {
        let (slot, person) = seated.walk(self.position(row));
        self.slot_x[row / LANES][row % LANES] = slot.at.x;
        self.slot_y[row / LANES][row % LANES] = slot.at.y;
        self.person_x[row / LANES][row % LANES] = person.x;
        self.person_y[row / LANES][row % LANES] = person.y;
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The position in the slot tree of a row.
    pub fn position(&self, row: usize) -> usize {
        self.positions[row] as usize
    }

    /// The row of a position.
    pub fn row_of(&self, position: usize) -> Option<usize> {
        self.positions[..self.count].iter().position(|own| *own as usize == position)
    }

    /// The rectangles over the places that the occupants come from and over their slots.
    pub fn bounds(&self) -> (Bounds, Bounds) {
        let mut all = (Bounds::EMPTY, Bounds::EMPTY);
        for row in 0..self.count {
            let at = |xs: &[[f64; LANES]], ys: &[[f64; LANES]]| {
                Bounds::point(DVec2::new(xs[row / LANES][row % LANES], ys[row / LANES][row % LANES]))
            };
            let person = at(&self.person_x, &self.person_y);
            all.0 = all.0.union(person);
            all.1 = all.1.union(at(&self.slot_x, &self.slot_y));
        }
        all
    }

    /// The rows, a bit each, for whom (p - q)·(a - b) may be below nought with some of `others`; `doubt` is that part
    /// of the two products by which their sum may be wrong.
    pub fn that_may_save(&self, others: &Rows, doubt: f64) -> u32 {
        if doubt == 0.0 {
            run_widest(Savings::<true> { rows: self, others, doubt })
        } else {
            run_widest(Savings::<false> { rows: self, others, doubt })
        }
    }
}

struct Savings<'a, const EXACT: bool> {
    rows: &'a Rows,
    others: &'a Rows,
    doubt: f64,
}

impl<const EXACT: bool> Kernel for Savings<'_, EXACT> {
    type Output = u32;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u32 {
        let Self { rows, others, doubt } = self;
        let packs = others.count.div_ceil(LANES).min(MOST_ROWS / LANES);
        let eight = |values: &[f64; LANES]| -> f64x8 { pulp::bytemuck::cast(*values) };
        let nought = lanes.splat_f64s(0.0);
        let mut saving = 0;
        for row in 0..rows.count.min(MOST_ROWS) {
            let of_row =
                |values: &[[f64; LANES]; MOST_ROWS / LANES]| lanes.splat_f64s(values[row / LANES][row % LANES]);
            let (person_x, person_y) = (of_row(&rows.person_x), of_row(&rows.person_y));
            let (slot_x, slot_y) = (of_row(&rows.slot_x), of_row(&rows.slot_y));
            let mut saves = lanes.less_than_f64s(nought, nought);
            for pack in 0..packs {
                let apart = |one, other: &[[f64; LANES]]| lanes.sub_f64s(one, eight(&other[pack]));
                let x = lanes.mul_f64s(apart(person_x, &others.person_x), apart(slot_x, &others.slot_x));
                let y = lanes.mul_f64s(apart(person_y, &others.person_y), apart(slot_y, &others.slot_y));
                let sum = lanes.add_f64s(x, y);
                let certain = if EXACT {
                    nought
                } else {
                    lanes.mul_f64s(lanes.splat_f64s(doubt), lanes.add_f64s(lanes.abs_f64s(x), lanes.abs_f64s(y)))
                };
                // False for NaN.
                saves = lanes.or_m64s(saves, lanes.less_than_f64s(sum, certain));
            }
            saving |= u32::from(any(lanes, saves)) << row;
        }
        saving
    }
}
