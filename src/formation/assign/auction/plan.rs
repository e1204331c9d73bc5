//! Plan: the input of a solve.
#![forbid(unsafe_code)]

use glam::{DVec2, I64Vec2};

use super::metric::Place;
use super::number::Number;
use crate::formation::assign::AssignRules;
use crate::pace::Pace;

/// A solve's input.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Agents as given.
    pub agents: &'a [I64Vec2],
    /// Slots as given.
    pub slots: &'a [I64Vec2],
    /// Agents in median order.
    pub agent_order: &'a [u32],
    /// Slots in median order.
    pub slot_order: &'a [u32],
    /// Taken from each agent.
    pub agent_origin: I64Vec2,
    /// Taken from each slot.
    pub slot_origin: I64Vec2,
    /// How to assign.
    pub rules: AssignRules,
    /// Whether the slots of this plan lie along a curve.
    pub on_curve: bool,
    /// Whether agents stand along a curve whose slots lie all over, and may trade on it in the end.
    pub agents_on_curve: bool,
    /// The direction of the line on which they lie, if they do.
    pub line: Option<DVec2>,
    /// Whether to prove a bound.
    pub want_bound: bool,
    /// With whom to work, and where to pause.
    pub pace: Pace<'a>,
}

/// One side of a plan.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// As given.
    pub points: &'a [I64Vec2],
    /// Indices in median order.
    pub order: &'a [u32],
    /// Taken from each point.
    pub origin: I64Vec2,
}

impl<'a> Side<'a> {
    /// Places relative to the origin, in median order, in the form in which they are kept.
    pub fn places<N: Number>(
        self,
        form: impl Fn(Place<N>) -> Place<N> + Copy + 'a,
    ) -> impl ExactSizeIterator<Item = Place<N>> + Clone + 'a {
        self.order.iter().map(move |index| {
            let at = self.points[*index as usize] - self.origin;
            form(Place { x: N::whole(at.x), y: N::whole(at.y) })
        })
    }

    /// Writes those.
    pub fn load<N: Number>(self, form: impl Fn(Place<N>) -> Place<N> + Copy + 'a, places: &mut Vec<Place<N>>) {
        places.clear();
        places.extend(self.places(form));
    }
}
