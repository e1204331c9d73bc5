//! Tiles: strips of the plane in which agents bid without a look at the rest, so that several threads may bid at once.
//!
//! A tile is a range of consecutive slots whose prices and owners are its own. An agent whose window leaves the tile
//! waits; then tiles with other borders are laid, and whoever still waits after the last pass bids with all slots in
//! view. Every bid is made at the current prices of its whole window, so that what holds of bidding in one row holds
//! here. Tiles follow from the slots alone: the number of threads changes nothing.
#![forbid(unsafe_code)]

use std::cmp::Reverse;

use super::super::lanes::{Kernel, Lanes, run_widest};
use super::bidding::{FEW, Phase};
use super::candidates::{NONE, RECENTRES, SlotView, take_front};
use super::levels::Level;
use super::metric::{Metric, Place};
use super::number::Number;
use super::tiling::{MOST_TILES, Tiling};
use crate::pace::Pace;
use crate::parallel::Executor;

/// Strips of a tile at the least: windows of agents in the outer ones leave it.
const STRIPS_OF_TILE: usize = 24;

/// Slots of a tile at the least: fewer are not worth a thread's while.
const SLOTS_OF_TILE: usize = 2048;

/// How passes follow one another.
#[derive(Clone, Copy, Debug)]
struct Schedule {
    /// Passes over so many tiles before there are half as many: the fewer agents wait, the farther it is to a free slot.
    passes_of_tiling: usize,
    /// Tiles at the least.
    fewest_tiles: usize,
    /// Bids of a tile in a pass in which few wait: its war goes on in the next one, together with those of others.
    bids_of_few: usize,
    /// With fewer bids in two passes, those who wait go to and fro across the borders.
    least_bids: usize,
    /// Passes in all.
    most_passes: usize,
}

impl Schedule {
    /// For so many tiles to begin with. Whoever waits at the two borders between three tiles finds another one once the
    /// borders are shifted, and both of those are busy; over few slots that costs more bids than it divides.
    fn of(tiles: usize) -> Self {
        if tiles < MANY_TILES {
            Self { passes_of_tiling: 4, fewest_tiles: 2, bids_of_few: usize::MAX, least_bids: 0, most_passes: 64 }
        } else {
            Self { passes_of_tiling: 6, fewest_tiles: 3, bids_of_few: 16_384, least_bids: 1000, most_passes: 256 }
        }
    }
}

/// From so many tiles on a phase is long enough to be divided to its end.
const MANY_TILES: usize = 8;

/// How the slots are cut into tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSize {
    /// Strips of a tile at the least.
    pub strips: usize,
    /// Slots of a tile at the least.
    pub slots: usize,
}

impl Default for TileSize {
    fn default() -> Self {
        Self { strips: STRIPS_OF_TILE, slots: SLOTS_OF_TILE }
    }
}

/// An agent without a slot, and the slot around which it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bidder {
    agent: u32,
    centre: u32,
}

impl Bidder {
    fn packed(self) -> u64 {
        u64::from(self.centre) << 32 | u64::from(self.agent)
    }

    fn unpack(bits: u64) -> Self {
        Self { agent: bits as u32, centre: (bits >> 32) as u32 }
    }
}

/// Agents that have to bid, in buffers that others use too.
pub struct Queue<'a> {
    /// Agents that wait; the next to bid on top.
    pub stack: &'a mut Vec<u32>,
    /// Buffer for the slot around which each of those looks.
    pub centres: &'a mut Vec<u32>,
    /// Buffer for agents and centres, sorted into the tiles of a pass.
    pub bidders: &'a mut Vec<u64>,
    /// So many are left waiting.
    pub few: usize,
}

/// What all tiles of a pass share.
struct Market<'a, M: Metric> {
    agents: &'a [Place<M::Number>],
    x: &'a [M::Number],
    y: &'a [M::Number],
    window: &'a [i16],
    epsilon: M::Number,
    /// Bids that a tile may take.
    most_bids: usize,
}

/// A range of slots with the agents that bid there.
struct Tile<'a, N> {
    first: u32,
    burden: &'a mut [N],
    owner: &'a mut [u32],
    /// Packed.
    bidders: &'a mut [u64],
    outcome: &'a mut Outcome,
}

/// How bidding in a tile ended.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    /// Agents that could not bid within it; they are its first bidders now.
    waiting: usize,
    bids: usize,
}

/// Lets the agents on the stack bid in tiles and leaves those that could not on the stack. Answers how many bids that
/// took: at most a quarter of the phase's, and none where the slots make fewer than two tiles.
pub async fn bid_in_tiles<M: Metric, const STRIPS: usize>(
    level: &mut Level<M::Number>,
    phase: Phase<M::Number>,
    size: TileSize,
    pace: &Pace<'_>,
    mut queue: Queue<'_>,
) -> usize {
    let mut tiles = (level.slots.strips() / size.strips).min(level.len() / size.slots).min(MOST_TILES);
    // Far slots lie in other tiles.
    if tiles < 2 || !level.far.is_empty() {
        return 0;
    }
    queue.stack.reverse();
    queue.centres.clear();
    queue.centres.extend(queue.stack.iter().map(|agent| level.centre[*agent as usize]));
    let schedule = Schedule::of(tiles);
    let (mut bids, mut of_last_pass) = (0, usize::MAX);
    for pass in 0..schedule.most_passes {
        // One alone needs no tiles.
        if queue.stack.len() <= queue.few.max(1) {
            break;
        }
        if pass > 0 && pass.is_multiple_of(schedule.passes_of_tiling) {
            tiles = (tiles / 2).max(schedule.fewest_tiles.min(tiles));
        }
        let tiling = Tiling::cut(&level.slots, tiles, pass % 2 == 1);
        let phase = Phase {
            epsilon: phase.least_raise(queue.stack.len(), level.len()),
            most_bids: phase.most_bids / 4 - bids,
            ..phase
        };
        let few_wait = queue.stack.len() <= level.len() / FEW;
        let most_of_tile = if few_wait { schedule.bids_of_few } else { usize::MAX };
        let of_pass = run_pass::<M, STRIPS>(level, phase, &tiling, most_of_tile, pace.executor, &mut queue);
        bids += of_pass;
        pace.breathe().await;
        if of_last_pass.saturating_add(of_pass) >= schedule.least_bids {
            of_last_pass = of_pass;
        } else if tiles > 2 {
            (tiles, of_last_pass) = (2, usize::MAX);
        } else {
            break;
        }
    }
    let Level { slots, slot_of, centre, .. } = level;
    slot_of.fill(NONE);
    for (slot, owner) in slots.owner.iter().enumerate().filter(|(_, owner)| **owner != NONE) {
        slot_of[*owner as usize] = slot as u32;
        centre[*owner as usize] = slot as u32;
    }
    for (agent, looks_at) in queue.stack.iter().zip(&*queue.centres) {
        centre[*agent as usize] = *looks_at;
    }
    queue.stack.reverse();
    bids
}

/// Sorts the waiting agents into the tiles, lets them bid, up to `most_of_tile` times in each, and gathers those that wait
/// again, in order of the tiles.
fn run_pass<M: Metric, const STRIPS: usize>(
    level: &mut Level<M::Number>,
    phase: Phase<M::Number>,
    tiling: &Tiling,
    most_of_tile: usize,
    executor: &Executor,
    queue: &mut Queue,
) -> usize {
    let starts = queue.sort_into(tiling);
    let Queue { stack, centres, bidders, .. } = queue;
    let mut outcomes = [Outcome::default(); MOST_TILES + 1];
    let Level { agents, slots, .. } = level;
    let market: Market<M> = Market {
        agents,
        x: &slots.x,
        y: &slots.y,
        window: &slots.window,
        epsilon: phase.epsilon,
        most_bids: most_of_tile.min(phase.most_bids / tiling.len()),
    };
    let mut rest = (&mut slots.burden[..], &mut slots.owner[..], &mut bidders[..]);
    let tiles = tiling.ranges().zip(starts.windows(2)).zip(&mut outcomes).map(|((slots, ends), outcome)| Tile {
        first: slots.start as u32,
        burden: take_front(&mut rest.0, slots.len()),
        owner: take_front(&mut rest.1, slots.len()),
        bidders: take_front(&mut rest.2, ends[1] - ends[0]),
        outcome,
    });
    // The longest first, as far as can be told: then threads end together. Two alike fill each other's waits best.
    let mut busy = 0;
    let mut by_length: [Option<Tile<M::Number>>; MOST_TILES + 1] = [const { None }; MOST_TILES + 1];
    for tile in tiles.filter(|tile| !tile.bidders.is_empty()) {
        by_length[busy] = Some(tile);
        busy += 1;
    }
    by_length[..busy].sort_unstable_by_key(|tile| {
        tile.as_ref().map_or((Reverse(0), 0), |tile| (Reverse(tile.bidders.len()), tile.first))
    });
    // Pairs only where every thread has one.
    let in_pairs = busy >= 2 * executor.workers();
    let mut busy_tiles = by_length.iter_mut().map_while(Option::take);
    let pairs = std::iter::from_fn(|| {
        let tile = busy_tiles.next()?;
        Some((tile, if in_pairs { busy_tiles.next() } else { None }))
    });
    executor.for_parts(if in_pairs { busy.div_ceil(2) } else { busy }, pairs, |pair| {
        run_widest(BidInTiles::<M, STRIPS> { market: &market, pair });
    });
    stack.clear();
    centres.clear();
    for (start, outcome) in starts.iter().zip(&outcomes[..tiling.len()]) {
        let waiting = bidders[*start..*start + outcome.waiting].iter().map(|bits| Bidder::unpack(*bits));
        stack.extend(waiting.clone().map(|bidder| bidder.agent));
        centres.extend(waiting.map(|bidder| bidder.centre));
    }
    outcomes.iter().map(|outcome| outcome.bids).sum()
}

impl Queue<'_> {
    /// Copies the waiting agents to `bidders`, tile by tile, and answers where those of each tile begin.
    fn sort_into(&mut self, tiling: &Tiling) -> [usize; MOST_TILES + 2] {
        let mut starts = [0; MOST_TILES + 2];
        for centre in self.centres.iter() {
            starts[tiling.tile_of(*centre) + 1] += 1;
        }
        for tile in 0..tiling.len() {
            starts[tile + 1] += starts[tile];
        }
        self.bidders.clear();
        self.bidders.resize(self.stack.len(), 0);
        let mut next = starts;
        for (agent, centre) in self.stack.iter().zip(self.centres.iter()) {
            let place = &mut next[tiling.tile_of(*centre)];
            self.bidders[*place] = Bidder { agent: *agent, centre: *centre }.packed();
            *place += 1;
        }
        starts
    }
}

struct BidInTiles<'m, 't, M: Metric, const STRIPS: usize> {
    market: &'m Market<'m, M>,
    pair: (Tile<'t, M::Number>, Option<Tile<'t, M::Number>>),
}

impl<M: Metric, const STRIPS: usize> Kernel for BidInTiles<'_, '_, M, STRIPS> {
    type Output = ();

    /// A bid waits for the one before it in its tile, not for those in another: two tiles in turn fill the waits.
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let (one, other) = self.pair;
        let mut one = Bids::<M>::begin(self.market, one);
        if let Some(other) = other {
            let mut other = Bids::<M>::begin(self.market, other);
            while one.step::<L, STRIPS>(lanes) && other.step::<L, STRIPS>(lanes) {}
            while other.step::<L, STRIPS>(lanes) {}
            other.end();
        }
        while one.step::<L, STRIPS>(lanes) {}
        one.end();
    }
}

/// Bidding in a tile: each agent bids, then whomever it outbids, until a slot was free or a window leaves the tile.
struct Bids<'m, 't, M: Metric> {
    market: &'m Market<'m, M>,
    tile: Tile<'t, M::Number>,
    x: &'m [M::Number],
    y: &'m [M::Number],
    bidder: Bidder,
    /// Bidders taken so far.
    next: usize,
    waiting: usize,
    bids: usize,
    /// The best value around the last centre, if this bidder has looked there.
    held: M::Number,
    /// How often the bidder has moved its window.
    recentred: usize,
}

impl<'m, 't, M: Metric> Bids<'m, 't, M> {
    fn begin(market: &'m Market<'m, M>, tile: Tile<'t, M::Number>) -> Self {
        let range = tile.first as usize..tile.first as usize + tile.owner.len();
        let bidder = Bidder::unpack(tile.bidders[0]);
        let (x, y) = (&market.x[range.clone()], &market.y[range]);
        let held = M::Number::MAX;
        Self { market, tile, x, y, bidder, next: 1, waiting: 0, bids: 0, held, recentred: 0 }
    }

    /// One look; a bid unless the window has to move. False when nobody is left. As [`SlotView::look_until_centred`], but
    /// whether to bid, and who is next, is selected rather than branched upon: neither can be foretold.
    #[inline(always)]
    fn step<L: Lanes, const STRIPS: usize>(&mut self, lanes: L) -> bool {
        let Self { market, tile, x, y, bidder, next, waiting, bids, held, recentred } = self;
        let Some(last) = tile.bidders.len().checked_sub(1) else { return false };
        if *next > last + 1 {
            return false;
        }
        let upcoming = Bidder::unpack(tile.bidders[(*next).min(last)]);
        let view = SlotView { first: tile.first, x, y, burden: tile.burden, window: market.window };
        if *bids == market.most_bids || !view.holds_window::<STRIPS>(bidder.centre) {
            tile.bidders[*waiting] = bidder.packed();
            *waiting += 1;
            *bidder = upcoming;
            *next += 1;
            (*held, *recentred) = (M::Number::MAX, 0);
            return true;
        }
        let choice = view.look::<M, L, STRIPS>(lanes, market.agents[bidder.agent as usize], bidder.centre);
        let moves = choice.at_edge & (choice.slot != bidder.centre) & (choice.value < *held) & (*recentred < RECENTRES);
        let slot = (choice.slot - tile.first) as usize;
        let raised = tile.burden[slot] + (choice.second - choice.value) + market.epsilon;
        tile.burden[slot] = if moves { tile.burden[slot] } else { raised };
        let owner = tile.owner[slot];
        tile.owner[slot] = if moves { owner } else { bidder.agent };
        let was_free = !moves & (owner == NONE);
        let follower = if moves { bidder.agent } else { owner };
        bidder.agent = if was_free { upcoming.agent } else { follower };
        bidder.centre = if was_free { upcoming.centre } else { choice.slot };
        *held = if moves { choice.value } else { M::Number::MAX };
        *recentred = if moves { *recentred + 1 } else { 0 };
        *bids += usize::from(!moves);
        *next += usize::from(was_free);
        true
    }

    fn end(self) {
        self.tile.outcome.waiting = self.waiting;
        self.tile.outcome.bids = self.bids;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::bidding::{run_phase, stack_discontent};
    use super::super::metric::Squared;
    use super::*;
    use crate::pace::at_once;

    const STRIPS: usize = 3;

    type Cost = Squared<f64>;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn bidding_in_tiles_seats_everybody_alike_whatever_the_number_of_threads(
            points in prop::collection::vec(((-900..900, -900..900), (-300..300, -300..300)), 250..700),
            last_epsilon in 1000..4000,
        ) {
            let (agents, slots): (Vec<_>, Vec<_>) = points.into_iter().unzip();
            let size = TileSize { strips: 5, slots: 40 };
            let mut first: Option<Level<f64>> = None;
            for threads in [1, 2, 3] {
                let executor = Executor::with_threads(threads).unwrap();
                let mut level = Level::laid_out::<Cost>(&agents, &slots, &executor);
                let (mut stack, mut centres, mut bidders) = (Vec::new(), Vec::new(), Vec::new());
                for epsilon in [8000.0, 1000.0] {
                    let last_epsilon = f64::from(last_epsilon).max(epsilon);
                    let phase = Phase { epsilon, last_epsilon, most_bids: 4000 * agents.len(), samples: 0 };
                    stack_discontent::<Cost, STRIPS>(&mut level, epsilon, &executor, &mut stack);
                    let queue = Queue { stack: &mut stack, centres: &mut centres, bidders: &mut bidders, few: 0 };
                    let pace = Pace::straight(&executor);
                    let taken = at_once(bid_in_tiles::<Cost, STRIPS>(&mut level, phase, size, &pace, queue));
                    prop_assert!(epsilon < 8000.0 || taken > 0, "no tiles");
                    for (agent, slot) in level.slot_of.iter().enumerate() {
                        let is_waiting = stack.contains(&(agent as u32));
                        prop_assert!(is_waiting == (*slot == NONE));
                        prop_assert!(is_waiting || level.slots.owner[*slot as usize] == agent as u32);
                    }
                    run_phase::<Cost, STRIPS>(&mut level, phase, taken, &mut stack);
                    prop_assert!(stack.is_empty());
                    let mut seated = level.slot_of.clone();
                    seated.sort_unstable();
                    prop_assert!(seated.iter().copied().eq(0..agents.len() as u32));
                }
                if let Some(first) = &first {
                    prop_assert_eq!(&first.slot_of, &level.slot_of);
                    prop_assert_eq!(&first.slots.burden, &level.slots.burden);
                } else {
                    first = Some(level);
                }
            }
        }
    }
}
