//! Clearance: who clashes with whom, for bodies of very different size (F31 d).
//!
//! Bodies are kept in one hashed grid per power of two of the radius, so that a small body near a large one is found
//! in a few cells whichever of them asks.
#![forbid(unsafe_code)]

use glam::DVec2;

/// Two bodies keep clear when their centers are at least this part of their summed radii apart.
const KEPT: f64 = 1.0 - 1e-4;

/// Whether two bodies at their places keep clear of each other.
pub fn apart(at: DVec2, radius: f64, other_at: DVec2, other_radius: f64) -> bool {
    let least = (radius + other_radius) * KEPT;
    (at - other_at).length_squared() >= least * least
}

/// Whether two bodies of these radii can clash at all when their slots are at least `distance` apart.
pub fn can_clash(radius: f64, other_radius: f64, distance: f64) -> bool {
    (radius + other_radius) * KEPT > distance
}

/// The largest radius that keeps clear of a body at `distance`; negative inside the body. Good to a rounding: the
/// decision is [`apart`]'s.
pub fn radius_left(distance: f64, other_radius: f64) -> f64 {
    distance / KEPT - other_radius
}

/// The floor, without the call that it is where the processor's own rounding may not be assumed.
fn whole_below(value: f64) -> i64 {
    let towards_nought = value as i64;
    towards_nought.saturating_sub(i64::from(value < towards_nought as f64))
}

const NOBODY: u32 = u32::MAX;

/// So few sizes are looked through for each agent.
const FEW_SIZES: usize = 16;

/// Bodies of one size class.
#[derive(Debug, Default)]
struct Level {
    largest: f64,
    per_length: f64,
    shift: u32,
    heads: Vec<u32>,
    /// Range of the class in `Clearance::members`.
    first: usize,
    last: usize,
}

impl Level {
    fn cell(&self, at: DVec2) -> (i64, i64) {
        (whole_below(at.x * self.per_length), whole_below(at.y * self.per_length))
    }

    /// Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, 6.4) of a cell.
    fn bucket(&self, cell: (i64, i64)) -> usize {
        let key =
            (cell.0 as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (cell.1 as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }
}

/// The bodies that stand, by size and place.
#[derive(Debug, Default)]
pub struct Clearance {
    levels: Vec<Level>,
    used_levels: usize,
    /// Agents by radius, largest first, then by index.
    members: Vec<u32>,
    /// Radii and how many agents have each, then how many go before them; while there are few.
    sizes: Vec<(f64, u32)>,
    level_of: Vec<u32>,
    radius: Vec<f64>,
    at: Vec<DVec2>,
    stands: Vec<bool>,
    next: Vec<u32>,
    previous: Vec<u32>,
    least_distance: f64,
}

impl Clearance {
    /// Empties the ground for agents of these radii. `pitch` is about how far neighbouring slots are apart;
    /// `least_distance` is a bound that no two slots undercut (0 when nothing is known). Nobody will be asked for who is
    /// within `known`, nor for a body wider than the widest of these: where nobody farther away can be in anybody's way,
    /// nothing is kept but the order of the agents.
    pub fn rebuild(&mut self, radius: &[f64], pitch: f64, least_distance: f64, known: f64) {
        let count = radius.len();
        self.least_distance = least_distance;
        self.radius.clear();
        self.radius.extend_from_slice(radius);
        self.sort_members(radius);
        self.used_levels = 0;
        let widest = self.members.first().map_or(0.0, |agent| radius[*agent as usize]);
        if !can_clash(widest, widest, known.max(least_distance)) {
            return;
        }
        for (buffer, value) in [(&mut self.next, NOBODY), (&mut self.previous, NOBODY), (&mut self.level_of, 0)] {
            buffer.clear();
            buffer.resize(count, value);
        }
        self.at.clear();
        self.at.resize(count, DVec2::ZERO);
        self.stands.clear();
        self.stands.resize(count, false);
        let mut first = 0;
        while first < count {
            let largest = radius[self.members[first] as usize];
            // Bodies of less than a pitch share cells of a pitch: finer classes would gain nothing.
            let class = |radius: f64| radius.max(0.25 * pitch).to_bits() >> 52;
            let size = self.members[first..].partition_point(|agent| class(radius[*agent as usize]) == class(largest));
            self.open_level(first, first + size, largest, pitch);
            first += size;
        }
    }

    /// Sorts everybody by radius, largest first, then by index: by counting where there are few sizes.
    fn sort_members(&mut self, radius: &[f64]) {
        let Self { members, sizes, .. } = self;
        let size_of =
            |sizes: &[(f64, u32)], radius: &f64| sizes.iter().position(|(size, _)| size.total_cmp(radius).is_eq());
        members.clear();
        sizes.clear();
        for radius in radius {
            match size_of(sizes, radius) {
                Some(size) => sizes[size].1 += 1,
                None => sizes.push((*radius, 1)),
            }
            if sizes.len() > FEW_SIZES {
                members.extend(0..self.radius.len() as u32);
                let radius = &self.radius;
                let by_size = |a: &u32, b: &u32| radius[*b as usize].total_cmp(&radius[*a as usize]).then(a.cmp(b));
                members.sort_unstable_by(by_size);
                return;
            }
        }
        sizes.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut before = 0;
        for (_, count) in &mut sizes[..] {
            before += std::mem::replace(count, before);
        }
        members.resize(radius.len(), 0);
        for (agent, radius) in radius.iter().enumerate() {
            if let Some(size) = size_of(sizes, radius) {
                members[sizes[size].1 as usize] = agent as u32;
                sizes[size].1 += 1;
            }
        }
    }

    fn open_level(&mut self, first: usize, last: usize, largest: f64, pitch: f64) {
        if self.used_levels == self.levels.len() {
            self.levels.push(Level::default());
        }
        for agent in &self.members[first..last] {
            self.level_of[*agent as usize] = self.used_levels as u32;
        }
        let level = &mut self.levels[self.used_levels];
        self.used_levels += 1;
        let buckets = (2 * (last - first)).next_power_of_two().max(2);
        let cell = (2.0 * largest).max(pitch);
        level.largest = largest;
        level.per_length = if cell > 0.0 && cell.is_finite() { 1.0 / cell } else { 1.0 };
        level.shift = 64 - buckets.ilog2();
        level.heads.clear();
        level.heads.resize(buckets, NOBODY);
        (level.first, level.last) = (first, last);
    }

    /// Forgets everybody.
    pub fn clear(&mut self) {
        self.used_levels = 0;
        self.members.clear();
    }

    /// Agents by radius, largest first, then by index.
    pub fn by_radius(&self) -> &[u32] {
        &self.members
    }

    /// Puts an agent that does not stand yet at a place.
    pub fn stand(&mut self, agent: u32, at: DVec2) {
        if self.used_levels == 0 {
            return;
        }
        let index = agent as usize;
        let level = &mut self.levels[self.level_of[index] as usize];
        let bucket = level.bucket(level.cell(at));
        let head = std::mem::replace(&mut level.heads[bucket], agent);
        self.next[index] = head;
        self.previous[index] = NOBODY;
        if head != NOBODY {
            self.previous[head as usize] = agent;
        }
        self.at[index] = at;
        self.stands[index] = true;
    }

    /// Takes an agent that stands off the ground.
    pub fn leave(&mut self, agent: u32) {
        if self.used_levels == 0 {
            return;
        }
        let index = agent as usize;
        let (previous, next) = (self.previous[index], self.next[index]);
        if previous == NOBODY {
            let level = &mut self.levels[self.level_of[index] as usize];
            let bucket = level.bucket(level.cell(self.at[index]));
            level.heads[bucket] = next;
        } else {
            self.next[previous as usize] = next;
        }
        if next != NOBODY {
            self.previous[next as usize] = previous;
        }
        self.stands[index] = false;
    }

    /// Calls `visit` once for each agent standing farther away than `known` that a body of `radius` at `at` would clash
    /// with, until it answers false. Negative `known`: each agent standing anywhere.
    pub fn clashes_beyond(&self, known: f64, at: DVec2, radius: f64, mut visit: impl FnMut(u32) -> bool) {
        let known_squared = known * known.abs();
        // Small bodies are the more, and the likelier to be in the way.
        for level in self.levels[..self.used_levels].iter().rev() {
            if !can_clash(radius, level.largest, self.least_distance.max(known)) {
                continue;
            }
            let reach = DVec2::splat(radius + level.largest);
            let (low, high) = (level.cell(at - reach), level.cell(at + reach));
            let members = level.last - level.first;
            let cells = (high.0 as f64 - low.0 as f64 + 1.0) * (high.1 as f64 - low.1 as f64 + 1.0);
            let keeps_clear = |agent: u32| {
                let index = agent as usize;
                apart(at, radius, self.at[index], self.radius[index])
                    || (self.at[index] - at).length_squared() <= known_squared
            };
            if cells > members as f64 {
                let standing =
                    self.members[level.first..level.last].iter().filter(|agent| self.stands[**agent as usize]);
                for agent in standing {
                    if !keeps_clear(*agent) && !visit(*agent) {
                        return;
                    }
                }
                continue;
            }
            for row in low.1..=high.1 {
                for column in low.0..=high.0 {
                    let mut agent = level.heads[level.bucket((column, row))];
                    while agent != NOBODY {
                        // Cells share buckets: an agent counts in its own cell alone.
                        if !keeps_clear(agent) && level.cell(self.at[agent as usize]) == (column, row) && !visit(agent)
                        {
                            return;
                        }
                        agent = self.next[agent as usize];
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_grids_find_the_same_clashes_as_a_look_at_everybody(
            bodies in prop::collection::vec(((-50.0..50.0f64, -50.0..50.0f64), 0.0..1.0f64, any::<bool>()), 1..80),
            at in (-60.0..60.0f64, -60.0..60.0f64),
            size in 0.0..=1.0f64,
            pitch in 0.1..10.0f64,
            known in -20.0..20.0f64,
        ) {
            // Radii over six powers of two, nought included.
            let radii: Vec<f64> = bodies.iter().map(|(_, size, _)| (64.0 * size * size).floor() / 4.0).collect();
            let radius = size * radii.iter().copied().fold(0.0, f64::max);
            let mut clearance = Clearance::default();
            clearance.rebuild(&radii, pitch, 0.0, known);
            for (agent, (place, ..)) in bodies.iter().enumerate() {
                clearance.stand(agent as u32, DVec2::from(*place));
            }
            for (agent, (.., stays)) in bodies.iter().enumerate() {
                if !stays {
                    clearance.leave(agent as u32);
                }
            }
            let at = DVec2::from(at);
            let mut found = Vec::new();
            clearance.clashes_beyond(known, at, radius, |agent| {
                found.push(agent as usize);
                true
            });
            found.sort_unstable();
            let expected: Vec<usize> = (0..bodies.len())
                .filter(|agent| bodies[*agent].2 && !apart(at, radius, DVec2::from(bodies[*agent].0), radii[*agent]))
                .filter(|agent| (DVec2::from(bodies[*agent].0) - at).length_squared() > known * known.abs())
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
