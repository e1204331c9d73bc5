//! Exchange repair: two agents trade slots wherever that lowers the cost and keeps everybody clear (F32 b).
//!
//! For SQUARED a trade of i (from p, on a) and j (from q, on b) saves 2 (p - q)·(b - a), so whole parts of the slot
//! tree are passed over by the signs of two rectangles' differences, and an assignment in good order is proved free
//! of savings in little more than one walk over neighbours.
#![forbid(unsafe_code)]

mod all_pairs;
mod crowd;
mod near_pairs;
mod nearest;
mod parts;
mod reach;
mod rounds;
mod rows;
mod seated;
mod wide_ground;

use glam::DVec2;

use self::crowd::Crowd;
use self::rounds::Rounds;
use self::rows::Rows;
pub use self::seated::Seated;
use self::wide_ground::WideGround;
use super::Layer;
use super::occupancy::Occupancy;
use super::point_tree::{Bounds, PointTree, lesser};
use crate::pace::Pace;

/// Up to this many agents all pairs are looked at, whatever it takes.
pub const ALL_PAIRS: usize = 2000;

/// The crowd of those who are not wide.
const SLENDER: usize = 0;
const WIDE: usize = 1;

/// The crowd that an agent belongs to.
fn crowd_of(layer: &Layer, seats: &Occupancy, agent: u32) -> usize {
    let are_parted = seats.guarded && layer.agents.at.len() > ALL_PAIRS;
    if are_parted && layer.is_wide(agent) { WIDE } else { SLENDER }
}

/// Nodes that the looks of a layer may open, beyond those that any one may, for any layer and per agent.
const LONG_LOOKS: usize = 1 << 16;
const LONG_LOOKS_PER_AGENT: usize = 16;

/// Coordinates below this many quanta: differences, products and sums of two products are exact in `f64`.
const EXACT_BELOW: f64 = (1u64 << 25) as f64;

/// Buffers of the repair.
#[derive(Debug, Default)]
pub struct Exchange {
    /// Pairs of nodes that a sweep has before it.
    pairs: Vec<(u32, u32)>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// Those who are not wide, and the wide; everybody in the first where all pairs are looked at or nobody can clash.
    crowds: [Crowd; 2],
    wide_ground: WideGround,
    /// Whether somebody may stand in another's way.
    pub crowded: bool,
    /// Nodes that looks which have seen many already may still open.
    long_looks_left: usize,
    /// Whether somebody was checked against the very nearest alone since the last look at everybody.
    fell_back: bool,
    rounds: Rounds,
    doubt: f64,
    trades_left: usize,
    mixed_trades: usize,
}

impl Exchange {
    /// Forgets the last layer.
    pub fn rebuild(&mut self, layer: &Layer) {
        let count = layer.agents.at.len();
        self.queue.clear();
        self.queued.clear();
        self.queued.resize(count, false);
        self.crowds.iter_mut().for_each(Crowd::forget);
        self.crowded = false;
        self.long_looks_left = LONG_LOOKS + LONG_LOOKS_PER_AGENT * count;
        let largest = |all: f64, place: &glam::I64Vec2| all.max(place.as_dvec2().abs().max_element());
        let largest = layer.agents.at.iter().fold(0.0, largest).max(layer.slots.at.iter().fold(0.0, largest));
        self.doubt = if largest < EXACT_BELOW { 0.0 } else { 1.0 / (1u64 << 50) as f64 };
        // Far more than any start has needed; each trade lowers a whole-number cost, so that there is an end anyway.
        self.trades_left = 256 * count.min(layer.slots.at.len()) + 65_536;
        self.mixed_trades = 0;
    }

    /// The slots in use, as they were learned last.
    pub fn seated(&mut self) -> &mut Seated {
        &mut self.crowds[0].seated
    }

    /// Takes a tree over the slots that are going to be in use, for the next repair: it is kept if they are.
    pub fn plant(&mut self, tree: PointTree) {
        self.crowds[0].seated.plant(tree);
    }

    /// A tree that is free until the next repair; what was known of the seats is forgotten.
    pub fn tree_to_work_with(&mut self) -> &mut PointTree {
        self.crowds[0].seated.forget();
        &mut self.crowds[0].seated.tree
    }

    /// Notes that an agent came to another slot and its pairs must be looked at again.
    pub fn mark(&mut self, agent: u32) {
        if !std::mem::replace(&mut self.queued[agent as usize], true) {
            self.queue.push(agent);
        }
    }

    /// Looks at everybody and trades until no pair saves anything. Answers whether anybody traded: where bodies differ
    /// in size that may have cleared the way for a pair that was looked at before.
    pub async fn settle(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, pace: &Pace<'_>) -> bool {
        let before = self.trades_left;
        if layer.agents.at.len() > ALL_PAIRS {
            self.settle_near_pairs(layer, seats, true, pace).await;
        } else {
            self.crowds[0].seated.learn(layer, seats, |_| true, pace.executor);
            if layer.saves_by_products() {
                self.sweep(layer, seats);
            } else {
                self.mark_everybody(seats);
            }
            pace.breathe().await;
            self.settle_marked(layer, seats);
        }
        before != self.trades_left
    }

    /// As [`Self::settle`], when only marked agents have moved since.
    pub async fn settle_after_steps(&mut self, layer: &Layer<'_>, seats: &mut Occupancy, pace: &Pace<'_>) -> bool {
        let before = self.trades_left;
        if layer.agents.at.len() > ALL_PAIRS {
            self.settle_near_pairs(layer, seats, false, pace).await;
        } else {
            self.crowds[0].seated.learn(layer, seats, |_| true, pace.executor);
            for index in 0..self.crowds[0].seated.moved.len() {
                self.mark(self.crowds[0].seated.moved[index]);
            }
            self.settle_marked(layer, seats);
        }
        before != self.trades_left
    }

    /// Trades between agents of different radius so far: each changed which slots a group of equal radius holds.
    pub fn mixed_trades(&self) -> usize {
        self.mixed_trades
    }

    fn trade(&mut self, layer: &Layer, seats: &mut Occupancy, one: u32, other: u32) {
        let [of_one, of_other] = [one, other].map(|agent| crowd_of(layer, seats, agent));
        if of_one == of_other {
            self.crowds[of_one].seated.trade(layer, seats, one, other);
        } else {
            let sides = [(of_one, one), (of_other, other)];
            let positions = sides.map(|(crowd, agent)| self.crowds[crowd].seated.position_of(seats, agent));
            seats.exchange(layer, one, other);
            for ((crowd, agent), position) in sides.into_iter().zip(positions) {
                self.crowds[crowd].follow_to(layer, seats, position, seats.slot_of[agent as usize]);
            }
        }
        self.trades_left -= 1;
        let radius = layer.agents.radius;
        self.mixed_trades += usize::from(radius[one as usize] != radius[other as usize]);
    }

    /// See [`is_below_nought`].
    fn is_below_nought(&self, products: DVec2) -> bool {
        is_below_nought(products, self.doubt)
    }

    /// Whether no pair across two nodes can save anything.
    fn in_order(&self, a: usize, b: usize) -> bool {
        let seated = &self.crowds[0].seated;
        let [a, b] = [a, b].map(|node| (seated.people(node), seated.tree.bounds(node)));
        self.rectangles_in_order(a, b)
    }

    fn rectangles_in_order(&self, a: (Bounds, Bounds), b: (Bounds, Bounds)) -> bool {
        rectangles_in_order(a, b, self.doubt)
    }
}

/// Whether the sum of two products may be below nought; certain while the coordinates are small. `doubt` is that part of
/// the products by which their sum may be wrong.
fn is_below_nought(products: DVec2, doubt: f64) -> bool {
    products.x + products.y < doubt * (products.x.abs() + products.y.abs())
}

/// Whether no pair of two groups, each who comes from a rectangle and has its slots in another, can save anything.
fn rectangles_in_order(a: (Bounds, Bounds), b: (Bounds, Bounds), doubt: f64) -> bool {
    if a.0.is_empty() || b.0.is_empty() {
        return true;
    }
    let (people_low, people_high) = (a.0.low - b.0.high, a.0.high - b.0.low);
    let (slots_low, slots_high) = (a.1.low - b.1.high, a.1.high - b.1.low);
    let least = lesser(
        lesser(people_low * slots_low, people_low * slots_high),
        lesser(people_high * slots_low, people_high * slots_high),
    );
    !is_below_nought(least, doubt)
}

/// What a trade of two seated agents saves.
fn saving(layer: &Layer, seats: &Occupancy, i: u32, j: u32) -> i128 {
    let (a, b) = (seats.slot_of[i as usize], seats.slot_of[j as usize]);
    if layer.saves_by_products() {
        let from = layer.agents.at[i as usize] - layer.agents.at[j as usize];
        let to = layer.slots.at[b as usize] - layer.slots.at[a as usize];
        return 2 * (i128::from(from.x) * i128::from(to.x) + i128::from(from.y) * i128::from(to.y));
    }
    let walk = |agent, slot| layer.weighted_walk(agent, slot);
    walk(i, a) + walk(j, b) - walk(i, b) - walk(j, a)
}

/// Whether two seated agents may stand on each other's slots.
pub fn may_trade(layer: &Layer, seats: &Occupancy, i: u32, j: u32) -> bool {
    let (a, b) = (seats.slot_of[i as usize], seats.slot_of[j as usize]);
    let (of_i, of_j) = (layer.agents.radius[i as usize], layer.agents.radius[j as usize]);
    if !seats.guarded || of_i == of_j {
        return true;
    }
    // Where the smaller one stands there is seldom room for the larger.
    let (larger, smaller) = if of_i > of_j { ((i, b), (j, a)) } else { ((j, a), (i, b)) };
    clearance_of_trade(layer, a, b, i, j)
        && [larger, smaller].into_iter().all(|(agent, slot)| seats.fits(layer, agent, slot, [i, j]))
}

fn clearance_of_trade(layer: &Layer, a: u32, b: u32, i: u32, j: u32) -> bool {
    let (exact, radius) = (layer.slots.exact, layer.agents.radius);
    super::clearance::apart(exact[a as usize], radius[i as usize], exact[b as usize], radius[j as usize])
}

/// Takes `other` for `best` if the trade saves more (then: the lower index) and may be made.
fn offer(layer: &Layer, seats: &Occupancy, agent: u32, other: u32, best: &mut (i128, u32)) {
    let saved = saving(layer, seats, agent, other);
    if saved > 0 && (saved > best.0 || (saved == best.0 && other < best.1)) && may_trade(layer, seats, agent, other) {
        *best = (saved, other);
    }
}
