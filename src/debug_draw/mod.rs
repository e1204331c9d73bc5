//! The debug-draw queue: many producers, one consumer, finished calls only.
#![forbid(unsafe_code)]
