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
use phalanx::formation::assign::auction::{AuctionScratch, solve};
use phalanx::formation::assign::roles::Roles;
use phalanx::formation::assign::{self, AssignRules, AssignScratch, Effort, LayerAgents, NO_SLOT};
use phalanx::pace::{Pace, at_once};
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
    assert!(
        BLOCKS.get() == 0 && std::hint::black_box(vec![1_u8; 9]).len() == 9 && BLOCKS.get() == 1,
        "blocks are counted"
    );
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
                let (slots, pace) = (layer_slots(&slots, &at), &Pace::straight(&Executor::Inline));
                let before = BLOCKS.get();
                if keep {
                    at_once(assign::keep_formation(layer, slots, pace, &mut scratch, &mut slot_of, &mut overlap));
                } else {
                    at_once(assign::reform_the_line(
                        layer,
                        slots,
                        RULES,
                        pace,
                        &mut scratch,
                        &mut slot_of,
                        &mut overlap,
                    ));
                }
                blocks = BLOCKS.get() - before;
            }
            assert_eq!(blocks, 0, "{count} agents, {columns} columns, keep {keep}");
        }
    }
    assert_roles_allocate_nothing();
    assert_tiles_allocate_nothing();
    assert_stacks_allocate_nothing();
}

/// Part of the test above: an army on a few places.
fn assert_stacks_allocate_nothing() {
    let mut numbers = Numbers(43);
    let slots = rounded(&Slots::grid(30, 30, 100.0));
    let mut agents = Agents::crowd(slots.len(), 4000.0, 0.0, &mut numbers).at;
    for agent in 12..agents.len() {
        agents[agent] = agents[agent % 12];
    }
    let (rules, mut scratch, mut slot_of) =
        (AssignRules { effort: Effort::Exact, ..RULES }, AuctionScratch::default(), Vec::new());
    let mut blocks = 0;
    for _ in 0..2 {
        let before = BLOCKS.get();
        solve(&agents, &slots, rules, true, &Executor::Inline, &mut scratch, &mut slot_of);
        blocks = BLOCKS.get() - before;
    }
    assert_eq!(blocks, 0);
}

/// Part of the test above: an auction of so many that they bid in tiles.
fn assert_tiles_allocate_nothing() {
    let mut numbers = Numbers(42);
    let slots = rounded(&Slots::grid(80, 80, 100.0));
    let agents = Agents::crowd(slots.len(), 4000.0, 0.0, &mut numbers);
    for effort in [Effort::Quick, Effort::Good, Effort::Exact] {
        let (rules, mut scratch, mut slot_of) =
            (AssignRules { effort, ..RULES }, AuctionScratch::default(), Vec::new());
        let mut blocks = 0;
        for _ in 0..2 {
            let before = BLOCKS.get();
            solve(&agents.at, &slots, rules, true, &Executor::Inline, &mut scratch, &mut slot_of);
            blocks = BLOCKS.get() - before;
        }
        assert_eq!(blocks, 0, "{effort:?}");
    }
}

/// Part of the test above: the allocator is set once in a process.
fn assert_roles_allocate_nothing() {
    let mut numbers = Numbers(41);
    for part in [0.0, 0.1] {
        let slots = Slots::grid(24, 24, 100.0);
        let agents = Agents::crowd(200, 900.0, 40.0, &mut numbers).with_wide(part, &[80.0, 130.0], &mut numbers);
        let at = rounded(&slots);
        let layer = LayerAgents { at: &agents.at, radius: &agents.radius };
        let rank: Vec<u8> = (0..200).map(|agent| (agent % 3) as u8).collect();
        let post: Vec<u32> = (0..at.len() as u32).collect();
        let weight: Vec<u32> = (0..200).map(|agent| 1 + agent % 5).collect();
        let previous: Vec<u32> = (0..200).map(|agent| if agent % 9 == 0 { NO_SLOT } else { 2 * agent }).collect();
        let none = Roles::default();
        for roles in [
            Roles { rank: &rank, post: &post, ..none },
            Roles { weight: &weight, ..none },
            Roles { rank: &rank, post: &post, weight: &weight, ..none },
            Roles { previous: &previous, ..none },
        ] {
            let (mut scratch, mut slot_of, mut overlap) = (AssignScratch::default(), Vec::new(), Vec::new());
            let mut blocks = 0;
            for _ in 0..3 {
                let (slots, pace) = (layer_slots(&slots, &at), &Pace::straight(&Executor::Inline));
                let before = BLOCKS.get();
                let (slot_of, overlap) = (&mut slot_of, &mut overlap);
                at_once(assign::reform_with_roles(layer, slots, &roles, RULES, pace, &mut scratch, slot_of, overlap));
                assert!(at_once(assign::lower_bound(layer, slots, &roles, RULES, pace, &mut scratch)) > 0);
                blocks = BLOCKS.get() - before;
            }
            assert_eq!(blocks, 0, "{part} {roles:?}");
        }
    }
}
