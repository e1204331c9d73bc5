//! Occupancy: discs in the plane, in buckets by size and place, with a way back (F26).
#![forbid(unsafe_code)]

use glam::DVec2;

/// Discs may reach this share of their summed radii into one another.
const SLACK: f64 = 1e-4;

/// Classes of radii, each twice as wide as the one below; what is smaller still falls into the lowest.
const LEVELS: usize = 24;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Disc {
    center: DVec2,
    radius: f64,
    level: u32,
    /// The disc before it in the same bucket.
    next: u32,
}

/// One class of radii.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Largest radius of the class.
    largest: f64,
    count: u32,
}

/// Discs that are taken. Taking is undone in reverse order, down to a mark.
///
/// The buckets are the cells of one grid per class of radii, folded into a table by a hash; two cells that share an
/// entry only cost a look at each other's discs.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    discs: Vec<Disc>,
    heads: Vec<u32>,
    levels: [Level; LEVELS],
    largest: f64,
}

impl Occupancy {
    /// Empties it for at most `count` discs with radii up to `largest`.
    pub fn reset(&mut self, count: usize, largest: f64) {
        self.discs.clear();
        self.heads.clear();
        self.heads.resize((2 * count).next_power_of_two().max(16), NONE);
        self.largest = if largest > 0.0 { largest } else { 1.0 };
        let mut radius = self.largest;
        for level in &mut self.levels {
            *level = Level { largest: radius, count: 0 };
            radius *= 0.5;
        }
    }

    /// Where [`Occupancy::undo`] gets back to.
    pub fn mark(&self) -> usize {
        self.discs.len()
    }

    /// Takes a disc, overlapping or not.
    pub fn take(&mut self, center: DVec2, radius: f64) {
        let level = self.level_of(radius);
        let bucket = self.bucket(level, self.cell_of(level, center));
        let next = std::mem::replace(&mut self.heads[bucket], self.discs.len() as u32);
        self.discs.push(Disc { center, radius, level: level as u32, next });
        self.levels[level].count += 1;
    }

    /// Gives back everything that was taken since `mark`.
    pub fn undo(&mut self, mark: usize) {
        while self.discs.len() > mark {
            let Some(disc) = self.discs.pop() else { return };
            let level = disc.level as usize;
            let bucket = self.bucket(level, self.cell_of(level, disc.center));
            self.heads[bucket] = disc.next;
            self.levels[level].count -= 1;
        }
    }

    /// Whether a disc at `center` touches none that is taken.
    pub fn is_free(&self, center: DVec2, radius: f64) -> bool {
        self.levels.iter().enumerate().all(|(level, class)| class.count == 0 || self.is_free_in(level, center, radius))
    }

    fn is_free_in(&self, level: usize, center: DVec2, radius: f64) -> bool {
        let class = self.levels[level];
        let reach = DVec2::splat(radius + class.largest);
        let (low, high) = (self.cell_of(level, center - reach), self.cell_of(level, center + reach));
        let cells = (high.0 - low.0 + 1) as f64 * (high.1 - low.1 + 1) as f64;
        // A wide disc among many small ones: looking at them all is cheaper than at all cells.
        if cells > self.discs.len() as f64 {
            return self.discs.iter().all(|disc| disc.level as usize != level || apart(disc, center, radius));
        }
        (low.1..=high.1).all(|row| {
            (low.0..=high.0).all(|column| {
                let mut next = self.heads[self.bucket(level, (column, row))];
                while next != NONE {
                    let disc = &self.discs[next as usize];
                    if !apart(disc, center, radius) {
                        return false;
                    }
                    next = disc.next;
                }
                true
            })
        })
    }

    fn level_of(&self, radius: f64) -> usize {
        (1..LEVELS).take_while(|level| radius <= self.levels[*level].largest).last().unwrap_or(0)
    }

    fn cell_of(&self, level: usize, center: DVec2) -> (i64, i64) {
        let cell = center / (2.0 * self.levels[level].largest);
        // Half of the range, so that the number of cells between two of them can be told.
        let limit = (1_i64 << 60) as f64;
        (cell.x.floor().clamp(-limit, limit) as i64, cell.y.floor().clamp(-limit, limit) as i64)
    }

    fn bucket(&self, level: usize, cell: (i64, i64)) -> usize {
        // Odd multipliers, then the high half folded down: neighbouring cells land far apart.
        let mixed = (cell.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (cell.1 as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
            ^ (level as u64).wrapping_mul(0x1656_67b1_9e37_79f9);
        (mixed ^ (mixed >> 32)) as usize & (self.heads.len() - 1)
    }
}

fn apart(disc: &Disc, center: DVec2, radius: f64) -> bool {
    let least = (disc.radius + radius) * (1.0 - SLACK);
    disc.center.distance_squared(center) >= least * least
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn disc() -> impl Strategy<Value = (DVec2, f64)> {
        let radius = prop_oneof![0.0..2.0f64, 10.0..160.0f64, Just(0.0), Just(40.0)];
        (-400.0..400.0f64, -400.0..400.0f64, radius).prop_map(|(x, y, radius)| (DVec2::new(x, y), radius))
    }

    proptest! {
        #[test]
        fn a_place_is_free_exactly_when_its_disc_touches_no_disc_taken(
            discs in prop::collection::vec(disc(), 0..60),
            kept in 0usize..60,
            asked in prop::collection::vec(disc(), 1..30),
        ) {
            let mut occupancy = Occupancy::default();
            let largest = discs.iter().map(|disc| disc.1).fold(0.0, f64::max);
            occupancy.reset(discs.len(), largest);
            let kept = kept.min(discs.len());
            discs[..kept].iter().for_each(|(center, radius)| occupancy.take(*center, *radius));
            let mark = occupancy.mark();
            discs[kept..].iter().for_each(|(center, radius)| occupancy.take(*center, *radius));
            for given_back in [false, true] {
                let taken = if given_back { &discs[..kept] } else { &discs[..] };
                if given_back {
                    occupancy.undo(mark);
                }
                for (center, radius) in &asked {
                    let expected =
                        taken.iter().all(|(other, wide)| other.distance(*center) >= (wide + radius) * 0.9999);
                    prop_assert_eq!(occupancy.is_free(*center, *radius), expected);
                }
            }
        }
    }
}
