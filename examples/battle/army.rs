//! The army: four kinds of agents, scattered around a place in the streets.

use glam::{DVec2, DVec3};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::terrain::{self, Land};

/// Four sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Infantry,
    Cavalry,
    Wagons,
    Flyers,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Infantry, Self::Cavalry, Self::Wagons, Self::Flyers];

    /// How many take part.
    pub fn count(self) -> usize {
        match self {
            Self::Infantry => 1420,
            Self::Cavalry => 360,
            Self::Wagons => 80,
            Self::Flyers => 140,
        }
    }

    /// Radius of the body in centimetres.
    pub fn radius(self) -> f64 {
        match self {
            Self::Infantry => 40.0,
            Self::Cavalry => 80.0,
            Self::Wagons => 150.0,
            Self::Flyers => 110.0,
        }
    }

    /// As the pictures and the page call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Wagons => "wagons",
            Self::Flyers => "flyers",
        }
    }
}

/// One member.
#[derive(Clone, Copy, Debug)]
pub struct Agent {
    pub id: u64,
    pub kind: Kind,
    pub location: DVec3,
}

impl Agent {
    pub fn radius(&self) -> f64 {
        self.kind.radius()
    }

    pub fn flies(&self) -> bool {
        self.kind == Kind::Flyers
    }

    /// Where it stands on the map.
    pub fn place(&self) -> DVec2 {
        self.location.truncate()
    }
}

/// Height of a flyer over the ground at its start.
const ALTITUDE: f64 = 1500.0;
/// Steepest ground that somebody stands on at the start.
const COMFORTABLE_SLOPE: f64 = 30.0;

/// Where an army waits.
#[derive(Clone, Copy)]
pub struct Quarters {
    pub middle: DVec2,
    pub reach: f64,
    pub seed: u64,
}

/// Scatters the whole army over free ground within `quarters`: nobody in a wall, nobody on anybody. Wide bodies choose
/// first, so that they find room.
///
/// # Errors
/// Says when the quarters are too small.
pub fn scatter(land: &Land, quarters: Quarters) -> Result<Vec<Agent>, String> {
    let mut random = Pcg64::seed_from_u64(quarters.seed);
    let mut army: Vec<Agent> = Vec::with_capacity(2000);
    for kind in [Kind::Wagons, Kind::Cavalry, Kind::Infantry, Kind::Flyers] {
        for _ in 0..kind.count() {
            let place = free_place(land, quarters, kind, &army, &mut random).ok_or_else(|| {
                format!("the quarters around {} are too small for the {}", quarters.middle, kind.name())
            })?;
            let altitude = if kind == Kind::Flyers { ALTITUDE } else { 0.0 };
            let location = place.extend(terrain::height(place) + altitude);
            army.push(Agent { id: 0, kind, location });
        }
    }
    number(&mut army, &mut random);
    Ok(army)
}

/// Ids that follow neither place nor kind, in an order of their own.
fn number(army: &mut [Agent], random: &mut Pcg64) {
    for last in (1..army.len()).rev() {
        army.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
    for (index, agent) in army.iter_mut().enumerate() {
        agent.id = 1_000 + index as u64;
    }
}

fn free_place(land: &Land, quarters: Quarters, kind: Kind, army: &[Agent], random: &mut Pcg64) -> Option<DVec2> {
    const TRIES: u32 = 20_000;
    let radius = kind.radius();
    for _ in 0..TRIES {
        // Denser towards the middle, as crowds are.
        let distance = quarters.reach * unit(random).sqrt();
        let angle = std::f64::consts::TAU * unit(random);
        let place = quarters.middle + DVec2::new(libm::cos(angle), libm::sin(angle)) * distance;
        let same_layer = |agent: &&Agent| agent.flies() == (kind == Kind::Flyers);
        let clear_of = |agent: &Agent| agent.place().distance(place) > agent.radius() + radius + 8.0;
        let flies = kind == Kind::Flyers;
        let standable = flies
            || (land.can_stand(place, COMFORTABLE_SLOPE)
                && land.town.clearance(place, radius + 20.0) >= radius + 20.0
                && in_a_street(land, place));
        if standable && army.iter().filter(same_layer).all(clear_of) {
            return Some(place);
        }
    }
    None
}

/// Within nine metres of the middle line of a street: from one front of the houses to the other.
fn in_a_street(land: &Land, place: DVec2) -> bool {
    land.town.streets.iter().any(|street| {
        street.points.windows(2).any(|pair| crate::town::distance_to_segment(place, pair[0], pair[1]) < 900.0)
    })
}

/// From 0 up to 1.
fn unit(random: &mut Pcg64) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
