//! Phalanx: formations on real ground for RTS and crowd games, behind a C ABI.
//!
//! Data flows one way: an engine's buffers come in at the edge ([`ffi`]), are checked and turned into plain slices
//! once, pass through pure functions ([`formation`] over [`ground`]), and leave into the caller's buffers.
//!
//! Inside the library up is +Z, the frame is left-handed, positions are `f64` in the caller's unit, and angles are in
//! degrees at the C surface and radians within.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod debug_draw;
pub mod fault;
pub mod ffi;
pub mod formation;
pub mod geometry;
pub mod ground;
pub mod job;
pub mod pace;
pub mod parallel;
