//! What an order gave back, in plain types.

use std::time::Duration;

use glam::{DVec2, DVec3};

/// What became of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Placed,
    Relocated,
    Overflow,
    Overlap,
    Stacked,
    Ineligible,
    BadPosition,
}

impl Outcome {
    /// In the order of the library's numbers.
    pub const ALL: [Self; 7] = [
        Self::Placed,
        Self::Relocated,
        Self::Overflow,
        Self::Overlap,
        Self::Stacked,
        Self::Ineligible,
        Self::BadPosition,
    ];

    /// As the table and the pictures call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Placed => "placed",
            Self::Relocated => "relocated",
            Self::Overflow => "overflow",
            Self::Overlap => "overlap",
            Self::Stacked => "stacked",
            Self::Ineligible => "ineligible",
            Self::BadPosition => "bad position",
        }
    }
}

/// One place of the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    pub place: DVec2,
    pub ring: u32,
    /// Whether somebody can stand there.
    pub usable: bool,
}

/// One entry per agent, and the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub goals: Vec<DVec3>,
    pub slots: Vec<u32>,
    pub rings: Vec<u32>,
    pub outcomes: Vec<Outcome>,
    /// The first layout that the goals were taken from, growth not included; empty for KEEP_FORMATION.
    pub lattice: Vec<Slot>,
    pub slots_made: u64,
    pub slots_dropped: u64,
    pub slots_grown: u64,
    pub probes: u64,
    pub probe_batches: u64,
    /// Square centimetres.
    pub cost: f64,
    /// Centimetres.
    pub longest_walk: f64,
    pub time: Duration,
}

impl Answer {
    /// How many agents it became of.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.outcomes.iter().filter(|other| **other == outcome).count()
    }
}
