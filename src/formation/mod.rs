//! Formations: who stands where.
#![forbid(unsafe_code)]

pub mod assign;
pub mod footprint;
pub mod order;
pub mod quotient;
pub mod radius;
pub mod ring;
pub mod shape;
pub mod target;
