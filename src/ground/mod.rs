//! Ground: vertical probes that the host answers, and what an answer means for somebody who wants to stand there (F23).
#![forbid(unsafe_code)]

pub mod probe;

use std::task::Poll;

use glam::DVec3;

use crate::fault::Fault;

/// A vertical probe, straight down from `origin`, in the library's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Top end.
    pub origin: DVec3,
    /// How far down it reaches.
    pub length: f64,
    /// Counts up from 0 within one call, in the order in which the rays are asked.
    pub id: u64,
}

/// What the host found along a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hit {
    /// Nothing of a configured kind.
    Nothing,
    /// Ground, at a point with a normal (not necessarily normalised).
    Ground {
        /// Where.
        point: DVec3,
        /// Surface normal.
        normal: DVec3,
    },
    /// Something that nobody can stand on.
    Obstacle,
}

/// Somebody who answers rays: a callback of the host, who answers at once, or a job's board, where rays wait for the host.
/// `Send`, because a job goes on on any thread.
pub trait GroundSource: Send {
    /// Answers `rays` one for one into `hits`, which has their length. While it is not ready it will be asked again with
    /// the same rays, and nothing else meanwhile.
    ///
    /// # Errors
    /// The host stopped the call, or its answer is not usable.
    fn cast(&mut self, rays: &[Ray], hits: &mut [Hit]) -> Poll<Result<(), Fault>>;
}

/// What counts as ground, and how far to look for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundRules {
    /// Steepest ground that can be stood on.
    pub max_slope_degrees: f64,
    /// Lowest and highest height of a probe, relative to the probed place.
    pub range: (f64, f64),
    /// Step of the searches of F26. 0: the smaller spacing of the order.
    pub search_step: f64,
    /// Rings of the search around a blocked goal.
    pub max_search_rings: u32,
    /// Rays that one call may cast. 0: four per agent and 65,536 more (F27).
    pub max_probes: u64,
}

impl GroundRules {
    /// Refuses rules that mean nothing.
    ///
    /// # Errors
    /// Names the field and its value.
    pub fn check(&self) -> Result<(), Fault> {
        let (low, high) = self.range;
        if !(self.max_slope_degrees >= 0.0 && self.max_slope_degrees.is_finite()) {
            return Err(Fault::invalid("ground.max_slope_degrees", self.max_slope_degrees, "at least 0 and finite"));
        }
        if !(low.is_finite() && high.is_finite() && low != high) {
            let value = format!("[{low}, {high}]");
            return Err(Fault::invalid("ground.range", value, "two different finite heights"));
        }
        if !(self.search_step >= 0.0 && self.search_step.is_finite()) {
            return Err(Fault::invalid("ground.search_step", self.search_step, "at least 0 and finite"));
        }
        Ok(())
    }
}

/// Whether a place can be stood on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Footing {
    /// Yes, at this height.
    Ok {
        /// Height of the ground.
        height: f64,
    },
    /// There is something, but it is an obstacle or too steep.
    Blocked,
    /// There is nothing.
    Void,
}

/// A source of ground with its rules.
pub struct Ground<'a> {
    /// Who answers.
    pub source: &'a mut dyn GroundSource,
    /// What counts.
    pub rules: GroundRules,
}
