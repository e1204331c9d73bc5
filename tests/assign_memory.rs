//! A repeated assignment of the same size allocates nothing (F40).
#![cfg(feature = "allocation_hook")]

#[path = "assignment_rules/mod.rs"]
mod assignment_rules;
#[path = "assignment_rules/instances.rs"]
mod instances;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::c_void;

use instances::*;
use phalanx::ffi::{PHX_OK, phx_set_allocator};
use phalanx::formation::assign::{self, AssignScratch, LayerAgents};
use phalanx::parallel::Executor;

thread_local! {
    static BLOCKS: Cell<usize> = const { Cell::new(0) };
}

/// Counts the blocks that a thread asks for, as the library's allocation hook: the process has one allocator, and it is
/// the library's.
unsafe extern "C" fn allocate(_user: *mut c_void, size: u64, alignment: u64) -> *mut c_void {
    BLOCKS.set(BLOCKS.get() + 1);
    // SAFETY: the library asks for at least one byte, at a power of two.
    unsafe { System.alloc(Layout::from_size_align_unchecked(size as usize, alignment as usize)).cast() }
}

unsafe extern "C" fn release(_user: *mut c_void, block: *mut c_void, size: u64, alignment: u64) {
    // SAFETY: given by `allocate` with the same size and alignment.
    unsafe { System.dealloc(block.cast(), Layout::from_size_align_unchecked(size as usize, alignment as usize)) }
}

#[test]
fn a_second_call_of_the_same_size_allocates_nothing() {
    // SAFETY: the functions live as long as the process.
    assert_eq!(unsafe { phx_set_allocator(Some(allocate), Some(release), std::ptr::null_mut()) }, PHX_OK);
    assert!(BLOCKS.get() == 0 && vec![1_u8; 9].len() == 9 && BLOCKS.get() == 1, "blocks are counted");
    let mut numbers = Numbers(40);
    // Equal bodies, wide bodies with room to spare, too few slots, and wide bodies in each other's way.
    for (count, columns, part) in [(300, 20, 0.0), (150, 24, 0.2), (300, 15, 0.0), (120, 12, 0.5)] {
        let slots = Slots::grid(columns, columns, 100.0);
        let agents = Agents::crowd(count, 900.0, 40.0, &mut numbers).with_wide(part, &[80.0, 170.0], &mut numbers);
        let at = rounded(&slots);
        let layer = LayerAgents { at: &agents.at, radius: &agents.radius };
        let (mut scratch, mut slot_of, mut overlap) = (AssignScratch::default(), Vec::new(), Vec::new());
        for keep in [false, true] {
            let mut blocks = 0;
            for _ in 0..3 {
                let (slots, executor) = (layer_slots(&slots, &at), &Executor::Inline);
                let before = BLOCKS.get();
                if keep {
                    assign::keep_formation(layer, slots, executor, &mut scratch, &mut slot_of, &mut overlap);
                } else {
                    assign::reform_the_line(layer, slots, RULES, executor, &mut scratch, &mut slot_of, &mut overlap);
                }
                blocks = BLOCKS.get() - before;
            }
            assert_eq!(blocks, 0, "{count} agents, {columns} columns, keep {keep}");
        }
    }
}
