//! Formations: who stands where.
#![forbid(unsafe_code)]

pub mod assign;
pub mod order;
pub mod shape;
