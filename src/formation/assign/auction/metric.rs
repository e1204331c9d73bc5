//! What a walk costs, in exact whole numbers.
//!
//! A squared distance is |p|² + |s|² − 2 p·s and |p|² is the same for every slot, so an agent weighs the slots by
//! b − q·s with q = 2p and b = |s|² + price: two multiplications a candidate. A solve finds b as a whole.
#![forbid(unsafe_code)]

use glam::I64Vec2;
use pulp::f64x8;

use super::super::lanes::{LANES, Lanes};
use super::number::Number;

/// A place of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place<N> {
    /// First axis.
    pub x: N,
    /// Second axis.
    pub y: N,
}

/// Agents, each with its slot.
#[derive(Clone, Copy, Debug)]
pub struct Pair<N> {
    /// As the metric keeps them.
    pub agent: Place<N>,
    /// Where the slots lie.
    pub slot: Place<N>,
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

impl<N: Number> Place<N> {
    /// The same place in each lane.
    #[inline(always)]
    pub fn splat<L: Lanes>(self, lanes: L) -> Place<N::Eight> {
        Place { x: N::splat(lanes, self.x), y: N::splat(lanes, self.y) }
    }
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

    /// What `agent`, in each lane, would pay for eight slots.
    fn values<L: Lanes>(
        lanes: L,
        agent: Place<<Self::Number as Number>::Eight>,
        slots: Place<<Self::Number as Number>::Eight>,
        burden: <Self::Number as Number>::Eight,
    ) -> <Self::Number as Number>::Eight;

    /// What two agents, each with its slot, pay more in all once they have traded them: below nought where that is worth
    /// while. Lane by lane.
    #[inline(always)]
    fn changes_by_trade<L: Lanes>(
        lanes: L,
        one: Pair<<Self::Number as Number>::Eight>,
        other: Pair<<Self::Number as Number>::Eight>,
    ) -> <Self::Number as Number>::Eight {
        let free = Self::Number::splat(lanes, Self::Number::default());
        let pays = |agent, slot| Self::values(lanes, agent, slot, free);
        let then = Self::Number::plus(lanes, pays(one.agent, other.slot), pays(other.agent, one.slot));
        let now = Self::Number::plus(lanes, pays(one.agent, one.slot), pays(other.agent, other.slot));
        Self::Number::minus(lanes, then, now)
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
    fn values<L: Lanes>(lanes: L, agent: Place<N::Eight>, slots: Place<N::Eight>, burden: N::Eight) -> N::Eight {
        let (x, y) = (N::times(lanes, agent.x, slots.x), N::times(lanes, agent.y, slots.y));
        N::minus(lanes, burden, N::plus(lanes, x, y))
    }

    #[inline(always)]
    fn changes_by_trade<L: Lanes>(lanes: L, one: Pair<N::Eight>, other: Pair<N::Eight>) -> N::Eight {
        let apart = |one, other| N::minus(lanes, one, other);
        let (agents_x, agents_y) = (apart(one.agent.x, other.agent.x), apart(one.agent.y, other.agent.y));
        let (slots_x, slots_y) = (apart(one.slot.x, other.slot.x), apart(one.slot.y, other.slot.y));
        N::plus(lanes, N::times(lanes, agents_x, slots_x), N::times(lanes, agents_y, slots_y))
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
    fn values<L: Lanes>(lanes: L, agent: Place<f64x8>, slots: Place<f64x8>, burden: f64x8) -> f64x8 {
        let (x, y) = (lanes.sub_f64s(agent.x, slots.x), lanes.sub_f64s(agent.y, slots.y));
        let squared = lanes.add_f64s(lanes.mul_f64s(x, x), lanes.mul_f64s(y, y));
        let length: [f64; LANES] =
            pulp::bytemuck::cast(lanes.add_f64s(lanes.sqrt_f64s(squared), lanes.splat_f64s(0.5)));
        lanes.add_f64s(burden, f64::eight(&length.map(f64::floor)))
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
