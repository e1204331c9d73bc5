//! What a walk costs, in exact whole numbers.
//!
//! A squared distance is |p|² + |s|² − 2 p·s and |p|² is the same for every slot, so an agent weighs the slots by
//! b − q·s with q = 2p and b = |s|² + price: two multiplications a candidate. A solve finds b as a whole. Whole numbers
//! are held in `f64` while every sum stays below 2^53, beyond in `i64` and, where even that is too narrow, in `i128`, so
//! that each decision is exact on every machine.
#![forbid(unsafe_code)]

use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

use glam::I64Vec2;

/// A type that holds the whole numbers of a solve.
pub trait Number:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// More than every cost, and never part of a sum.
    const MAX: Self;
    /// Less than every coordinate, and never part of a sum.
    const MIN: Self;
    /// The whole number `value`.
    fn whole(value: i64) -> Self;
    /// A double, rounded down.
    fn floor(value: f64) -> Self;
    /// As a wide integer, exactly.
    fn wide(self) -> i128;
    /// As a double, to the nearest.
    fn double(self) -> f64;
    /// The whole number next to `self / count`.
    fn share(self, count: usize) -> Self;

    /// The lesser one.
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The greater one.
    #[inline(always)]
    fn most(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Number for f64 {
    const MAX: Self = f64::INFINITY;
    const MIN: Self = f64::NEG_INFINITY;

    #[inline(always)]
    fn whole(value: i64) -> Self {
        value as f64
    }

    #[inline(always)]
    fn floor(value: f64) -> Self {
        value.floor()
    }

    #[inline(always)]
    fn wide(self) -> i128 {
        self as i128
    }

    #[inline(always)]
    fn double(self) -> f64 {
        self
    }

    #[inline(always)]
    fn share(self, count: usize) -> Self {
        (self / count as f64 + 0.5).floor()
    }
}

macro_rules! whole_numbers {
    ($($integer:ty),*) => {$(
        impl Number for $integer {
            const MAX: Self = Self::MAX;
            const MIN: Self = Self::MIN;

            #[inline(always)]
            fn whole(value: i64) -> Self {
                value.into()
            }

            #[inline(always)]
            fn floor(value: f64) -> Self {
                value.floor() as Self
            }

            #[inline(always)]
            fn wide(self) -> i128 {
                self.into()
            }

            #[inline(always)]
            fn double(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn share(self, count: usize) -> Self {
                let count = count as Self;
                (2 * self + count).div_euclid(2 * count)
            }
        }
    )*};
}

whole_numbers!(i64, i128);

/// A place of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place<N> {
    /// First axis.
    pub x: N,
    /// Second axis.
    pub y: N,
}

/// The extent of a node of slots, and the least bid value in it as seen from one of its own agents.
#[derive(Clone, Copy, Debug)]
pub struct SlotBox<N> {
    /// Least corner.
    pub low: Place<N>,
    /// Greatest corner.
    pub high: Place<N>,
    /// The viewpoint: any agent place; the nearer to the agents that own these slots, the tighter the bound.
    pub view: Place<N>,
    /// The least of the node's view values.
    pub least: N,
}

/// A rule of cost. All of an agent's costs may be shifted by the same amount: that changes no decision.
pub trait Metric: Copy + Send + Sync + 'static {
    /// Holds costs and prices.
    type Number: Number;

    /// Whether agents and slots may each be moved to their own origin.
    const CENTRED: bool;

    /// The form in which an agent is kept.
    fn agent(at: Place<Self::Number>) -> Place<Self::Number>;

    /// Where a kept agent stands.
    fn position(agent: Place<Self::Number>) -> Place<f64>;

    /// What `agent` would pay for the slot at (x, y) whose base and price sum to `burden`.
    fn value(agent: Place<Self::Number>, x: Self::Number, y: Self::Number, burden: Self::Number) -> Self::Number;

    /// What two agents, each with its slot, pay more in all once they have traded them: below nought where that is worth
    /// while.
    #[inline(always)]
    fn change_by_trade(
        one: (Place<Self::Number>, Place<Self::Number>),
        other: (Place<Self::Number>, Place<Self::Number>),
    ) -> Self::Number {
        let pays = |agent, slot: Place<Self::Number>| Self::value(agent, slot.x, slot.y, Self::Number::default());
        pays(one.0, other.1) + pays(other.0, one.1) - (pays(one.0, one.1) + pays(other.0, other.1))
    }

    /// What a box keeps of a slot: its value as seen from the box's viewpoint, where that tightens the bound.
    fn view_value(view: Place<Self::Number>, slot: Place<Self::Number>, burden: Self::Number) -> Self::Number;

    /// A lower bound of the values of a box's slots.
    fn box_value(agent: Place<Self::Number>, slots: &SlotBox<Self::Number>) -> Self::Number;

    /// A length in units of cost: squared or not.
    fn cost_of_length(length: f64) -> f64;

    /// The mean cost of walks, centred where the rule is centred, from per-walk sums.
    fn mean_cost(walks: &WalkSums) -> f64;
}

/// Sums over the walks of a matching, as doubles.
#[derive(Clone, Copy, Debug, Default)]
pub struct WalkSums {
    /// Number of walks.
    pub count: f64,
    /// Sum of the x parts.
    pub x: f64,
    /// Sum of the y parts.
    pub y: f64,
    /// Sum of squared lengths.
    pub squared: f64,
    /// Sum of lengths.
    pub length: f64,
}

/// Squared distance, both sides centred.
#[derive(Clone, Copy, Debug)]
pub struct Squared<N>(std::marker::PhantomData<N>);

impl<N: Number> Metric for Squared<N> {
    type Number = N;

    const CENTRED: bool = true;

    #[inline(always)]
    fn agent(at: Place<N>) -> Place<N> {
        Place { x: at.x + at.x, y: at.y + at.y }
    }

    #[inline(always)]
    fn position(agent: Place<N>) -> Place<f64> {
        Place { x: agent.x.double() * 0.5, y: agent.y.double() * 0.5 }
    }

    #[inline(always)]
    fn value(agent: Place<N>, x: N, y: N, burden: N) -> N {
        burden - (agent.x * x + agent.y * y)
    }

    #[inline(always)]
    fn change_by_trade(one: (Place<N>, Place<N>), other: (Place<N>, Place<N>)) -> N {
        (one.0.x - other.0.x) * (one.1.x - other.1.x) + (one.0.y - other.0.y) * (one.1.y - other.1.y)
    }

    #[inline(always)]
    fn view_value(view: Place<N>, slot: Place<N>, burden: N) -> N {
        Self::value(view, slot.x, slot.y, burden)
    }

    /// b − q·s = (b − g·s) − (q − g)·s, and the last product is greatest in a corner.
    #[inline(always)]
    fn box_value(agent: Place<N>, slots: &SlotBox<N>) -> N {
        let (x, y) = (agent.x - slots.view.x, agent.y - slots.view.y);
        slots.least - (x * slots.low.x).most(x * slots.high.x) - (y * slots.low.y).most(y * slots.high.y)
    }

    fn cost_of_length(length: f64) -> f64 {
        length * length
    }

    fn mean_cost(walks: &WalkSums) -> f64 {
        let (x, y) = (walks.x / walks.count, walks.y / walks.count);
        (walks.squared / walks.count - x * x - y * y).max(0.0)
    }
}

/// Plain distance rounded to whole quanta, not centred.
#[derive(Clone, Copy, Debug)]
pub struct Euclid;

impl Metric for Euclid {
    type Number = f64;

    const CENTRED: bool = false;

    #[inline(always)]
    fn agent(at: Place<f64>) -> Place<f64> {
        at
    }

    #[inline(always)]
    fn position(agent: Place<f64>) -> Place<f64> {
        agent
    }

    #[inline(always)]
    fn value(agent: Place<f64>, x: f64, y: f64, burden: f64) -> f64 {
        burden + whole_length(agent.x - x, agent.y - y)
    }

    #[inline(always)]
    fn view_value(_: Place<f64>, _: Place<f64>, burden: f64) -> f64 {
        burden
    }

    /// The least burden, and the way to the box: rounding keeps the order of lengths.
    #[inline(always)]
    fn box_value(agent: Place<f64>, slots: &SlotBox<f64>) -> f64 {
        let x = (slots.low.x - agent.x).most(agent.x - slots.high.x).most(0.0);
        let y = (slots.low.y - agent.y).most(agent.y - slots.high.y).most(0.0);
        slots.least + whole_length(x, y)
    }

    fn cost_of_length(length: f64) -> f64 {
        length
    }

    fn mean_cost(walks: &WalkSums) -> f64 {
        walks.length / walks.count
    }
}

/// Each step is rounded as IEEE 754 says, so the result is the same everywhere, and it grows with |x| and |y|.
#[inline(always)]
fn whole_length(x: f64, y: f64) -> f64 {
    ((x * x + y * y).sqrt() + 0.5).floor()
}

/// The distance from `from` to `to` as the EUCLID rule counts it, in quanta.
pub fn euclid_cost(from: I64Vec2, to: I64Vec2) -> i64 {
    let walk = to - from;
    whole_length(walk.x as f64, walk.y as f64) as i64
}
