//! Crowd: agents that trade among each other, wide ones or the others, with what the repair of a large layer knows of
//! them. Apart, neighbours come from neighbouring places, and whole blocks of them are found in order; few of the others
//! stand where a wide one could.
#![forbid(unsafe_code)]

use super::super::Layer;
use super::super::occupancy::Occupancy;
use super::Seated;
use super::reach::{Reaches, block_of};
use super::seated::Learned;
use crate::parallel::Executor;

/// Some of the agents.
#[derive(Debug, Default)]
pub struct Crowd {
    pub seated: Seated,
    pub reaches: Reaches,
    /// Positions to be looked at again, a bit each.
    waiting: Vec<u64>,
}

impl Crowd {
    /// Forgets the last layer.
    pub fn forget(&mut self) {
        self.seated.forget();
        self.reaches.forget();
    }

    /// Measures what has changed since the seats were learned anew.
    pub fn remeasure(&mut self, seats: &Occupancy, learned: Learned, executor: &Executor) {
        match learned {
            Learned::Rebuilt => self.measure(seats, executor),
            Learned::Moved => {
                let Self { seated, reaches, .. } = self;
                seated.replaced.iter().for_each(|position| reaches.widen(seats, seated, *position as usize));
            }
        }
    }

    /// Measures all blocks. Nobody waits.
    pub fn measure(&mut self, seats: &Occupancy, executor: &Executor) {
        self.reaches.measure(seats, &self.seated, executor);
        self.waiting.clear();
        self.waiting.resize(self.seated.tree.len().div_ceil(64), 0);
    }

    /// Notes that an agent came to another slot: it waits.
    pub fn note(&mut self, layer: &Layer, seats: &Occupancy, agent: u32) {
        let position = self.seated.position_of(seats, agent);
        self.waiting[position / 64] |= 1 << (position % 64);
        self.reaches.note(layer, seats, &self.seated, position);
    }

    /// Lets some positions of a block wait, a bit each.
    pub fn let_wait(&mut self, block: usize, positions: u32) {
        for position in self.seated.tree.range(block).zip(0..32).filter(|(_, bit)| positions >> bit & 1 != 0) {
            self.waiting[position.0 / 64] |= 1 << (position.0 % 64);
        }
    }

    /// Takes in that the agent of a position came to a slot that nobody held here.
    pub fn follow_to(&mut self, layer: &Layer, seats: &Occupancy, position: usize, slot: u32) {
        self.seated.follow_to(layer, position, slot);
        self.reaches.widen(seats, &self.seated, position);
    }

    /// The first block from a position on where somebody waits.
    pub fn next_waiting(&self, begin: usize) -> Option<usize> {
        let mut word = begin / 64;
        let mut bits = self.waiting.get(word)? & (u64::MAX << (begin % 64));
        while bits == 0 {
            word += 1;
            bits = *self.waiting.get(word)?;
        }
        Some(block_of(&self.seated.tree, 64 * word + bits.trailing_zeros() as usize))
    }

    /// Takes the positions of a block that wait, a bit each.
    pub fn take_waiting(&mut self, block: usize) -> u32 {
        let range = self.seated.tree.range(block);
        let mut taken = 0;
        for position in range.clone() {
            let (word, bit) = (position / 64, 1 << (position % 64));
            taken |= u32::from(self.waiting[word] & bit != 0) << (position - range.start);
            self.waiting[word] &= !bit;
        }
        taken
    }
}
