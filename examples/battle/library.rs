#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome { Placed, Relocated, Overflow, Overlap, Stacked, Ineligible, BadPosition }
