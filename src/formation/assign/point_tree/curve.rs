//! Curve: points brought in order along a Hilbert curve by one counting sort. Where points are spread about evenly, as
//! slots are, the nodes of a tree over that order are nearly as compact as those of medians, for a tenth of the work.
#![forbid(unsafe_code)]

use glam::IVec2;

use super::Kept;

/// Most points in one cell of the curve: more than a few leaves would lie on one another there.
const MOST_IN_CELL: u32 = 32;

/// Sorts entries along the curve, those of a cell as they came; false, with nothing sorted, where too many of them share a
/// cell. `places` and `cells` are buffers to work with.
pub fn sort_along_curve(entries: &mut [Kept], places: &mut Vec<u32>, cells: &mut Vec<u32>) -> bool {
    let low = entries.iter().fold(IVec2::MAX, |low, entry| low.min(entry.at)).as_i64vec2();
    let high = entries.iter().fold(IVec2::MIN, |high, entry| high.max(entry.at)).as_i64vec2();
    // From half as many cells as points to twice as many, in a square.
    let levels = entries.len().max(1).ilog2().div_ceil(2);
    let per_length = (1_u64 << (32 + levels)) / ((high - low).max_element().max(0) as u64 + 1);
    let cell_of = |coordinate: i32, low: i64| (((i64::from(coordinate) - low) as u64 * per_length) >> 32) as u32;
    cells.clear();
    cells.resize((1 << (2 * levels)) + 1, 0);
    places.clear();
    places.extend(entries.iter().map(|entry| {
        let cell = along_curve(levels, cell_of(entry.at.x, low.x), cell_of(entry.at.y, low.y));
        cells[cell as usize + 1] += 1;
        cell
    }));
    if cells.iter().any(|count| *count > MOST_IN_CELL) {
        return false;
    }
    let mut sum = 0;
    for cell in &mut cells[..] {
        sum += *cell;
        *cell = sum;
    }
    for place in &mut places[..] {
        let next = &mut cells[*place as usize];
        *place = *next;
        *next += 1;
    }
    for index in 0..entries.len() {
        // Each step brings an entry where it belongs.
        while places[index] as usize != index {
            let place = places[index] as usize;
            entries.swap(index, place);
            places.swap(index, place);
        }
    }
    true
}

/// How far along a Hilbert curve over 2^levels cells each way a cell lies (Hilbert, Mathematische Annalen 38, 1891).
fn along_curve(levels: u32, mut x: u32, mut y: u32) -> u32 {
    let mut along = 0;
    for level in (0..levels).rev() {
        let (right, up) = (x >> level & 1, y >> level & 1);
        along = along << 2 | ((3 * right) ^ up);
        // In the lower quarters the curve is turned over: about one diagonal in the left, the other in the right one.
        let is_low = up.wrapping_sub(1);
        let mirror = is_low & right.wrapping_neg();
        (x, y) = (x ^ mirror, y ^ mirror);
        let differ = (x ^ y) & is_low;
        (x, y) = (x ^ differ, y ^ differ);
    }
    along
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_follow_one_another_on_the_curve_are_neighbours() {
        for levels in 1..6 {
            let side = 1 << levels;
            let mut cells = vec![None; side * side];
            for cell in 0..side * side {
                let (x, y) = ((cell % side) as u32, (cell / side) as u32);
                assert!(cells[along_curve(levels as u32, x, y) as usize].replace((x, y)).is_none());
            }
            for pair in cells.windows(2) {
                let ((x, y), (next_x, next_y)) = (pair[0].unwrap(), pair[1].unwrap());
                assert_eq!(x.abs_diff(next_x) + y.abs_diff(next_y), 1);
            }
        }
    }

    #[test]
    fn entries_are_sorted_along_the_curve_unless_they_crowd() {
        let place = |number: u32| IVec2::new((number * 37 % 40) as i32 * 1000, (number * 37 % 1600 / 40) as i32 * 900);
        let mut entries: Vec<Kept> = (0..1600).map(|number| Kept { at: place(number), number }).collect();
        let (mut places, mut cells) = (Vec::new(), Vec::new());
        assert!(sort_along_curve(&mut entries, &mut places, &mut cells));
        let mut seen = vec![false; entries.len()];
        let cell = |entry: &Kept| {
            let high = (0..1600).map(place).fold(IVec2::ZERO, IVec2::max).max_element() as u64 + 1;
            let cell_of = |at: i32| ((at as u64 * ((1 << 37) / high)) >> 32) as u32;
            along_curve(5, cell_of(entry.at.x), cell_of(entry.at.y))
        };
        for entry in &entries {
            assert_eq!(entry.at, place(entry.number));
            assert!(!std::mem::replace(&mut seen[entry.number as usize], true));
        }
        assert!(entries.windows(2).all(|pair| cell(&pair[0]) <= cell(&pair[1])));
        let crowd =
            (0..1600).map(|number| Kept { at: IVec2::new(number % 2 * 1_000_000, number), number: number as u32 });
        let mut crowd: Vec<Kept> = crowd.collect();
        assert!(!sort_along_curve(&mut crowd, &mut places, &mut cells));
        assert!(crowd.iter().enumerate().all(|(index, entry)| entry.number as usize == index));
    }
}
