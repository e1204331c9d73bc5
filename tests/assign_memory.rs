//! A repeated assignment of the same size allocates nothing (F40).

#[path = "assignment_rules/mod.rs"]
mod assignment_rules;
#[path = "assignment_rules/instances.rs"]
mod instances;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use instances::*;
use phalanx::formation::assign::{self, AssignScratch, LayerAgents};
use phalanx::parallel::Executor;

thread_local! {
    static BLOCKS: Cell<usize> = const { Cell::new(0) };
}

/// Counts the blocks that a thread asks for.
struct Counting;

// SAFETY: hands every call on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BLOCKS.set(BLOCKS.get() + 1);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_second_call_of_the_same_size_allocates_nothing() {
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
