//! Probing: slices of places become batches of rays, and the host's hits become footings (F23, F27).
#![forbid(unsafe_code)]

use std::future::poll_fn;

use glam::DVec3;

use super::{Footing, Ground, Hit, Ray};
use crate::fault::{Fault, FaultKind};
use crate::geometry::trigonometry;

/// Slack of the slope rule, in the cosine (F23).
const SLOPE_SLACK: f64 = 1e-6;

/// Rays that a call may always cast, whatever its number of agents (F27).
const PROBES_PER_CALL: u64 = 65_536;
/// Rays that a call may cast per agent, on top (F27).
const PROBES_PER_AGENT: u64 = 4;

/// A place's footing; `None` where the call had no probes left to ask with.
pub type Probed = Option<Footing>;

/// Buffers of a prober, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct ProbeScratch {
    rays: Vec<Ray>,
    hits: Vec<Hit>,
}

/// Asks the ground of one call, in batches, and counts.
pub struct Prober<'ground, 'scratch> {
    ground: Ground<'ground>,
    scratch: &'scratch mut ProbeScratch,
    least_normal_z: f64,
    budget: u64,
    batches: u64,
    probes: u64,
}

impl<'ground, 'scratch> Prober<'ground, 'scratch> {
    /// A prober for a call of `agents` agents.
    ///
    /// # Errors
    /// The rules mean nothing (see [`super::GroundRules::check`]).
    pub fn new(ground: Ground<'ground>, agents: usize, scratch: &'scratch mut ProbeScratch) -> Result<Self, Fault> {
        ground.rules.check()?;
        let budget = match ground.rules.max_probes {
            0 => PROBES_PER_AGENT * agents as u64 + PROBES_PER_CALL,
            limit => limit,
        };
        let degrees = ground.rules.max_slope_degrees;
        let least_normal_z = match degrees {
            ..90.0 => trigonometry::cos(degrees.to_radians()) - SLOPE_SLACK,
            _ => f64::NEG_INFINITY,
        };
        Ok(Self { ground, scratch, least_normal_z, budget, batches: 0, probes: 0 })
    }

    /// The rules that this prober goes by.
    pub fn rules(&self) -> &super::GroundRules {
        &self.ground.rules
    }

    /// Batches cast so far.
    pub fn batches(&self) -> u64 {
        self.batches
    }

    /// Rays cast so far.
    pub fn probes(&self) -> u64 {
        self.probes
    }

    /// Rays that may still be cast.
    pub fn remaining(&self) -> u64 {
        self.budget - self.probes
    }

    /// Asks for every place (any z: the ray covers the rules' range around it) in one batch and overwrites `footings`
    /// with one answer per place. When the budget ends, the places at the end of the slice stay unanswered. Nothing is
    /// cast for an empty slice. Waits while the source is not ready.
    ///
    /// # Errors
    /// The host stopped the call, or a hit holds a number that is not finite or a normal of no length.
    pub async fn probe(&mut self, places: &[DVec3], footings: &mut Vec<Probed>) -> Result<(), Fault> {
        footings.clear();
        footings.resize(places.len(), None);
        let count = places.len().min(usize::try_from(self.remaining()).unwrap_or(usize::MAX));
        if count == 0 {
            return Ok(());
        }
        let (low, high) = self.ground.rules.range;
        let (low, high) = (low.min(high), low.max(high));
        self.scratch.rays.clear();
        self.scratch.rays.extend(places[..count].iter().zip(self.probes..).map(|(place, id)| Ray {
            origin: DVec3::new(place.x, place.y, place.z + high),
            length: high - low,
            id,
        }));
        self.scratch.hits.clear();
        self.scratch.hits.resize(count, Hit::Nothing);
        self.batches += 1;
        self.probes += count as u64;
        poll_fn(|_| self.ground.source.cast(&self.scratch.rays, &mut self.scratch.hits)).await?;
        for ((footing, hit), ray) in footings.iter_mut().zip(&self.scratch.hits).zip(&self.scratch.rays) {
            *footing = Some(footing_of(hit, ray.id, self.least_normal_z)?);
        }
        Ok(())
    }
}

fn footing_of(hit: &Hit, ray: u64, least_normal_z: f64) -> Result<Footing, Fault> {
    let (point, normal) = match hit {
        Hit::Nothing => return Ok(Footing::Void),
        Hit::Obstacle => return Ok(Footing::Blocked),
        Hit::Ground { point, normal } => (point, normal),
    };
    if !point.is_finite() {
        return Err(nonsense(ray, "point", *point, "it must be finite"));
    }
    // Scaled first, so that the squares neither overflow nor vanish.
    let scale = normal.abs().max_element();
    if !(normal.is_finite() && scale > 0.0) {
        return Err(nonsense(ray, "normal", *normal, "it must be finite and have a length"));
    }
    let scaled = *normal / scale;
    let steep = scaled.z / scaled.length() < least_normal_z;
    Ok(if steep { Footing::Blocked } else { Footing::Ok { height: point.z } })
}

fn nonsense(ray: u64, field: &str, value: DVec3, rule: &str) -> Fault {
    Fault::new(FaultKind::Callback, format!("ground: the hit of ray {ray} has {field} {value}; {rule}"))
}
