//! Holes: places of a lattice that no slot has. Who stands there goes to slots on every side, so that slots across a
//! hole compete for the same agents, but no window shows them together.
#![forbid(unsafe_code)]

use super::candidates::SlotField;
use super::number::Number;

/// Slots farther apart than this many pitches along a strip, or across strips, have a hole between them. Lattices without
/// holes have hardly any, whichever way they are turned.
const HOLE_PITCHES: f64 = 2.5;

/// What the holes of a set of slots weigh: Σ m³ over all m places that miss in a row, along x and along y, so that a hole
/// of d places across weighs 2 d⁴, which is how the cost of emptying it grows. `last` is a buffer.
pub fn weigh_holes<N: Number>(slots: &SlotField<N>, pitch: f64, last: &mut Vec<N>) -> f64 {
    if pitch <= 0.0 || pitch.is_nan() {
        return 0.0;
    }
    let missing = |way: f64| if way > HOLE_PITCHES * pitch { way / pitch - 1.0 } else { 0.0 };
    let cubed = |missing: f64| missing * missing * missing;
    let low = slots.y.iter().copied().fold(N::MAX, N::least);
    // Bands as high as a strip is wide; a stray far off must not ask for more than there are slots.
    last.clear();
    last.resize(slots.len(), N::MIN);
    let mut weight = 0.0;
    for strip in slots.strip_ranges() {
        let mut below = None;
        for slot in strip {
            let (x, y) = (slots.x[slot], slots.y[slot]);
            if let Some(below) = below.replace(y) {
                weight += cubed(missing((y - below).double()));
            }
            let band = ((y - low).double() / pitch) as usize;
            let left = &mut last[band.min(slots.len() - 1)];
            if *left > N::MIN {
                weight += cubed(missing((x - *left).double()));
            }
            *left = left.most(x);
        }
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::super::candidates::{SlotField, WindowSize};
    use super::super::frame::Lie;
    use super::super::metric::Place;
    use super::*;
    use crate::parallel::Executor;

    const SIDE: i32 = 24;

    /// What a lattice weighs whose places are turned by a vector, without those for which `is_hole` holds.
    fn weight(turn: (f64, f64), is_hole: impl Fn(i32, i32) -> bool) -> f64 {
        let length = (turn.0 * turn.0 + turn.1 * turn.1).sqrt();
        let pitch = 1000.0;
        let (cosine, sine) = (pitch * turn.0 / length, pitch * turn.1 / length);
        let points: Vec<Place<f64>> = (0..SIDE * SIDE)
            .map(|place| (place % SIDE, place / SIDE))
            .filter(|(column, row)| !is_hole(*column, *row))
            .map(|(column, row)| (f64::from(column), f64::from(row)))
            .map(|(x, y)| Place { x: (cosine * x - sine * y).round(), y: (sine * x + cosine * y).round() })
            .collect();
        let mut field = SlotField::default();
        let spread = (pitch * pitch * points.len() as f64, pitch * f64::from(SIDE));
        let window = WindowSize { strips: 3, lie: Lie::Plane };
        field.load_strips(&points, spread, window, &Executor::Inline, &mut Vec::new());
        weigh_holes(&field, pitch, &mut Vec::new())
    }

    /// 2 d⁴.
    fn of_a_hole(width: i32) -> f64 {
        f64::from(2 * width * width * width * width)
    }

    const TURNS: [(f64, f64); 8] =
        [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0), (3.0, 2.0), (5.0, 1.0), (-4.0, 7.0), (100.0, 1.0)];

    #[test]
    fn a_full_lattice_weighs_less_than_one_hole_however_it_is_turned() {
        TURNS.iter().for_each(|turn| assert!(weight(*turn, |_, _| false) < of_a_hole(3) / 4.0, "{turn:?}"));
    }

    #[test]
    fn a_hole_weighs_as_its_width_says_however_the_lattice_is_turned() {
        for turn in TURNS {
            for width in [3, 5, 9] {
                let inside = |place: i32| (8..8 + width).contains(&place);
                let weight = weight(turn, |column, row| inside(column) && inside(row));
                let wanted = of_a_hole(width);
                assert!(weight > wanted / 4.0 && weight < 4.0 * wanted, "{turn:?}, {width}: {weight}");
            }
        }
    }

    #[test]
    fn a_bay_at_the_edge_weighs_as_a_hole_does() {
        for turn in TURNS {
            let bay = |column: i32, row: i32| (8..16).contains(&column) && row >= 12;
            assert!(weight(turn, bay) > 500.0, "{turn:?}: {}", weight(turn, bay));
        }
    }
}
