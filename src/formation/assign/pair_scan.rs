//! Pair scan: who could save by a trade with anybody, found by several threads that compare node with node.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

use super::exchange::{is_below_nought, rectangles_in_order};
use super::occupancy::Occupancy;
use super::point_tree::SEARCH_STACK;
use crate::parallel::Executor;

/// How deep the nodes lie whose pairs the threads share.
const ROOT_DEPTH: u32 = 4;

/// Pairs of so many nodes, each with itself too.
const ROOT_PAIRS: usize = 16 * 17 / 2;

/// Sets `useful` for one agent of each pair whose trade would save something; answers false, and nothing of use, if that
/// would take too long.
pub fn scan_pairs(doubt: f64, seats: &Occupancy, executor: &Executor, useful: &[AtomicBool]) -> bool {
    let mut roots = [(1, 1); ROOT_PAIRS];
    let count = root_pairs(seats, &mut roots);
    // An assignment in good order needs some twenty pairs of leaves for each leaf, most of them within a root.
    let most = 128 * seats.tree.leaves() + 4096;
    let overrun = AtomicBool::new(false);
    executor.for_parts(count, roots[..count].iter(), |root| {
        let budget = if root.0 == root.1 { most >> (ROOT_DEPTH + 1) } else { most / (2 * ROOT_PAIRS) };
        scan_pair(doubt, seats, *root, budget, useful, &overrun);
    });
    !overrun.into_inner()
}

/// Parts the pairs of all nodes: pairs of nodes that together hold each pair of positions once. Answers how many.
fn root_pairs(seats: &Occupancy, roots: &mut [(u32, u32); ROOT_PAIRS]) -> usize {
    let depth = ROOT_DEPTH.min(seats.tree.leaves().ilog2());
    let nodes = 1 << depth..2 << depth;
    let pairs = nodes.clone().flat_map(|one| (one..nodes.end).map(move |other| (one, other)));
    roots.iter_mut().zip(pairs).map(|(root, pair)| *root = pair).count()
}

/// Notes who could trade across two nodes, and whether the budget of pairs did not suffice.
fn scan_pair(
    doubt: f64,
    seats: &Occupancy,
    (one, other): (u32, u32),
    mut budget: usize,
    useful: &[AtomicBool],
    overrun: &AtomicBool,
) {
    let mut waiting = [(0, 0); 2 * SEARCH_STACK];
    waiting[0] = (one, other);
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (one, other) = waiting[count];
        let (a, b) = (one as usize, other as usize);
        let (people_a, people_b) = (seats.summary(a).people, seats.summary(b).people);
        if a != b && rectangles_in_order(doubt, (people_a, seats.tree.bounds(a)), (people_b, seats.tree.bounds(b))) {
            continue;
        }
        // Where another has overrun already, nothing that is found here counts.
        if budget == 0 || overrun.load(Ordering::Relaxed) {
            overrun.store(true, Ordering::Relaxed);
            return;
        }
        budget -= 1;
        if seats.tree.is_leaf(a) {
            scan_leaves(doubt, seats, a, b, useful);
            continue;
        }
        // All leaves lie equally deep.
        let children =
            [(2 * one, 2 * other), (2 * one + 1, 2 * other + 1), (2 * one, 2 * other + 1), (2 * one + 1, 2 * other)];
        let children = if a == b { &children[..3] } else { &children[..] };
        waiting[count..count + children.len()].copy_from_slice(children);
        count += children.len();
    }
}

fn scan_leaves(doubt: f64, seats: &Occupancy, a: usize, b: usize, useful: &[AtomicBool]) {
    for position in seats.tree.range(a) {
        let slot = seats.tree.entry(position);
        let begin = if a == b { position + 1 } else { seats.tree.range(b).start };
        for other in begin..seats.tree.range(b).end {
            let other_slot = seats.tree.entry(other);
            let apart = seats.person(position) - seats.person(other);
            // Free slots hold NaN, which is never below.
            if is_below_nought(doubt, apart * (slot.at - other_slot.at)) {
                useful[seats.agent_at[slot.number as usize] as usize].store(true, Ordering::Relaxed);
            }
        }
    }
}
