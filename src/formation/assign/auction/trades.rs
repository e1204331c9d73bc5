//! Trades: pairs of agents exchange slots within windows while that lowers the cost. A window is read in a few vector
//! steps, so that the repair, which looks at each pair that matters through trees, finds next to nothing.
//!
//! Many slots are cut into tiles, strips of the plane in which several threads work at once; an agent whose window leaves
//! the tile waits, first for tiles with other borders and then for all slots in view. Tiles follow from the slots alone:
//! the number of threads changes nothing.
#![forbid(unsafe_code)]

use super::super::lanes::{Kernel, Lanes, run_widest};
use super::candidates::{SlotView, take_front};
use super::levels::Level;
use super::metric::{Metric, Pair, Place};
use super::number::{Number, run_of};
use super::tiling::Tiling;
use crate::pace::Pace;

/// Sweeps over those who wait: by then few do, and the repair finds them.
const MOST_SWEEPS: usize = 32;

/// Slots of a tile at the least.
const SLOTS_OF_TILE: usize = 4096;

/// Most tiles.
const MOST_TILES: usize = 8;

/// Slots that are passed over together where nobody waits.
const PASSED_OVER: usize = 16;

/// Buffers of the trades.
pub struct Trading<'a, N> {
    /// Where the occupants of the slots come from, the first coordinate.
    pub people_x: &'a mut Vec<N>,
    /// Per slot, 1 while its occupant waits for a look.
    pub waits: &'a mut Vec<u32>,
    /// Whether prices will be asked for.
    pub keep_prices: bool,
}

/// Lets the agents of a level, each of which has a slot, trade until nobody gains within its window, or for
/// [`MOST_SWEEPS`].
pub async fn trade_in_windows<M: Metric, const STRIPS: usize>(
    level: &mut Level<M::Number>,
    buffers: Trading<'_, M::Number>,
    pace: &Pace<'_>,
) {
    let count = level.len();
    let Level { agents, slots, slot_of, .. } = level;
    let Trading { people_x, waits, keep_prices } = buffers;
    people_x.clear();
    people_x.reserve_exact(if keep_prices { 2 * count } else { count });
    people_x.extend(slots.owner.iter().map(|owner| agents[*owner as usize].x));
    if keep_prices {
        people_x.extend_from_slice(&slots.burden);
    }
    let (people_x, kept) = people_x.split_at_mut(count);
    // Nobody pays here: the second coordinate takes the prices' room.
    for (y, owner) in slots.burden.iter_mut().zip(&slots.owner) {
        *y = agents[*owner as usize].y;
    }
    waits.clear();
    waits.resize(count, 1);
    let tiles = (count / SLOTS_OF_TILE).clamp(1, MOST_TILES);
    let tilings = [(tiles, false), (tiles, true), (1, false)];
    for (tiles, is_shifted) in tilings.into_iter().skip(if tiles > 1 { 0 } else { 2 }) {
        let tiling = Tiling::cut(slots, tiles, is_shifted);
        let mut rest = (&mut *people_x, &mut slots.burden[..], &mut slots.owner[..], &mut waits[..]);
        let (x, y, window) = (&slots.x[..], &slots.y[..], &slots.window[..]);
        let parts = tiling.ranges().map(|range| Tile {
            view: SlotView {
                first: range.start as u32,
                x: &x[range.clone()],
                y: &y[range.clone()],
                burden: &[],
                window,
            },
            people_x: take_front(&mut rest.0, range.len()),
            people_y: take_front(&mut rest.1, range.len()),
            owner: take_front(&mut rest.2, range.len()),
            waits: take_front(&mut rest.3, range.len()),
        });
        pace.executor.for_parts(tiling.len(), parts, |tile| run_widest(TradeInTile::<M, STRIPS>(tile)));
        pace.breathe().await;
    }
    if keep_prices {
        slots.burden.copy_from_slice(kept);
    }
    for (slot, owner) in slots.owner.iter().enumerate() {
        slot_of[*owner as usize] = slot as u32;
    }
}

/// A range of slots with those who trade there.
struct Tile<'a, N> {
    view: SlotView<'a, N>,
    people_x: &'a mut [N],
    people_y: &'a mut [N],
    owner: &'a mut [u32],
    waits: &'a mut [u32],
}

struct TradeInTile<'a, M: Metric, const STRIPS: usize>(Tile<'a, M::Number>);

impl<M: Metric, const STRIPS: usize> Kernel for TradeInTile<'_, M, STRIPS> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let mut tile = self.0;
        for _ in 0..MOST_SWEEPS {
            if !tile.sweep::<M, L, STRIPS>(lanes) {
                break;
            }
        }
    }
}

impl<N: Number> Tile<'_, N> {
    /// Looks from everybody who waits and whose window lies here. Answers whether anybody traded.
    #[inline(always)]
    fn sweep<M: Metric<Number = N>, L: Lanes, const STRIPS: usize>(&mut self, lanes: L) -> bool {
        let (mut traded, mut slot) = (false, 0);
        while slot < self.waits.len() {
            let end = (slot + PASSED_OVER).min(self.waits.len());
            if self.waits[slot..end].iter().fold(0, |any, waits| any | waits) != 0 {
                for slot in slot..end {
                    if self.waits[slot] != 0 && self.view.holds_window::<STRIPS>(self.view.first + slot as u32) {
                        traded |= self.trade_from::<M, L, STRIPS>(lanes, slot);
                    }
                }
            }
            slot = end;
        }
        traded
    }

    /// The occupant of a slot trades with whoever in its window saves the most; then both wait again.
    #[inline(always)]
    fn trade_from<M: Metric<Number = N>, L: Lanes, const STRIPS: usize>(&mut self, lanes: L, slot: usize) -> bool {
        let other = self.best::<M, L, STRIPS>(lanes, slot);
        self.waits[slot] = u32::from(other.is_some());
        let Some(other) = other else { return false };
        self.waits[other] = 1;
        self.people_x.swap(slot, other);
        self.people_y.swap(slot, other);
        self.owner.swap(slot, other);
        true
    }

    /// Whose slot in the window around `slot` saves the most; of equal ones, the first of the first lane.
    #[inline(always)]
    fn best<M: Metric<Number = N>, L: Lanes, const STRIPS: usize>(&self, lanes: L, slot: usize) -> Option<usize> {
        let Self { view, people_x, people_y, .. } = self;
        let runs = view.runs::<STRIPS>(view.first + slot as u32);
        let own = Pair {
            agent: Place { x: people_x[slot], y: people_y[slot] }.splat(lanes),
            slot: Place { x: view.x[slot], y: view.y[slot] }.splat(lanes),
        };
        let (mut least, mut rows) = (N::splat(lanes, N::default()), N::splat(lanes, N::default()));
        for (row, begin) in runs.iter().enumerate() {
            let begin = (begin - view.first) as usize;
            let other = Pair {
                agent: Place { x: run_of(people_x, begin), y: run_of(people_y, begin) },
                slot: Place { x: run_of(view.x, begin), y: run_of(view.y, begin) },
            };
            let change = M::changes_by_trade(lanes, own, other);
            rows = N::choose_below(lanes, (change, least), N::splat(lanes, N::tag(row)), rows);
            least = N::lesser(lanes, least, change);
        }
        let most = N::least_of(lanes, least);
        if most >= N::default() {
            return None;
        }
        let lane = N::first_equal(lanes, least, most);
        let row = N::array(rows)[lane].untag().min(STRIPS - 1);
        Some((runs[row] - view.first) as usize + lane)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::lanes::LANES;
    use super::super::metric::{Euclid, Squared};
    use super::*;
    use crate::pace::at_once;
    use crate::parallel::Executor;

    const STRIPS: usize = 3;

    fn trade<M: Metric<Number = f64>>(level: &mut Level<f64>, executor: &Executor) {
        let buffers = Trading { people_x: &mut vec![3.0; 5], waits: &mut vec![7; 2], keep_prices: true };
        at_once(trade_in_windows::<M, STRIPS>(level, buffers, &Pace::straight(executor)));
    }

    fn pays<M: Metric<Number = f64>>(level: &Level<f64>, agent: u32, slot: u32) -> f64 {
        let slot = slot as usize;
        M::value(level.agents[agent as usize], level.slots.x[slot], level.slots.y[slot], 0.0)
    }

    fn window(level: &Level<f64>, slot: u32) -> impl Iterator<Item = u32> {
        level.slots.runs::<STRIPS>(slot).into_iter().flat_map(|run| run..run + LANES as u32)
    }

    /// Everybody has a slot of its own, and no two who see each other save anything.
    fn check<M: Metric<Number = f64>>(level: &Level<f64>) -> Result<(), TestCaseError> {
        let mut seated = level.slot_of.clone();
        seated.sort_unstable();
        prop_assert!(seated.iter().copied().eq(0..level.len() as u32));
        for (here, one) in (0..).zip(&level.slots.owner) {
            prop_assert_eq!(level.slot_of[*one as usize], here);
            let sees = |there: &u32| window(level, *there).any(|slot| slot == here);
            for there in window(level, here).filter(sees) {
                let other = level.slots.owner[there as usize];
                let now = pays::<M>(level, *one, here) + pays::<M>(level, other, there);
                let then = pays::<M>(level, *one, there) + pays::<M>(level, other, here);
                prop_assert!(then >= now, "{} and {} would save {}", one, other, now - then);
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn nobody_gains_by_a_trade_within_a_window(
            points in prop::collection::vec(((-900..900, -900..900), (-300..300, -300..300)), 40..120),
        ) {
            let (agents, slots): (Vec<_>, Vec<_>) = points.into_iter().unzip();
            let mut squared = Level::seated::<Squared<f64>>(&agents, &slots);
            let prices: Vec<_> = (0..squared.len()).map(|slot| slot as f64).collect();
            squared.slots.burden.clone_from(&prices);
            trade::<Squared<f64>>(&mut squared, &Executor::Inline);
            check::<Squared<f64>>(&squared)?;
            prop_assert_eq!(prices, squared.slots.burden);
            let mut plain = Level::seated::<Euclid>(&agents, &slots);
            trade::<Euclid>(&mut plain, &Executor::Inline);
            check::<Euclid>(&plain)?;
        }
    }

    #[test]
    fn any_number_of_threads_trades_alike_and_to_the_end() {
        type Cost = Squared<f64>;
        let count = 3 * SLOTS_OF_TILE as i32;
        // A lattice whose agents are shaken by some places.
        let slots: Vec<_> = (0..count).map(|slot| (100 * (slot % 128), 100 * (slot / 128))).collect();
        let mut first = Level::seated::<Cost>(&slots, &slots);
        let places: Vec<_> =
            (0..count as usize).map(|slot| (first.slots.x[slot] as i32, first.slots.y[slot] as i32)).collect();
        let shaken = |index: i32| (index * 7919 % 601 - 300, index * 104_729 % 599 - 299);
        let agents: Vec<_> =
            places.iter().zip(0..).map(|((x, y), index)| (x + shaken(index).0, y + shaken(index).1)).collect();
        first = Level::seated::<Cost>(&agents, &slots);
        trade::<Cost>(&mut first, &Executor::Inline);
        check::<Cost>(&first).unwrap();
        for threads in [2, 3] {
            let mut other = Level::seated::<Cost>(&agents, &slots);
            trade::<Cost>(&mut other, &Executor::with_threads(threads).unwrap());
            assert_eq!(first.slot_of, other.slot_of);
        }
    }
}
