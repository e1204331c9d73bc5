//! The allocation hook. A program of its own: the hook belongs to the process.
#![cfg(feature = "allocation_hook")]

mod ffi_support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use ffi_support::*;
use phalanx::ffi::*;

/// What a hook has given and not got back.
#[derive(Default)]
struct Heap {
    blocks: AtomicI64,
    bytes: AtomicI64,
    given: AtomicU64,
    taken: AtomicU64,
}

unsafe extern "C" fn allocate(user: *mut c_void, size: u64, alignment: u64) -> *mut c_void {
    // SAFETY: `user` is the test's own.
    let heap = unsafe { &*user.cast::<Heap>() };
    assert!(size > 0 && alignment >= 16 && alignment.is_power_of_two());
    heap.blocks.fetch_add(1, Ordering::SeqCst);
    heap.bytes.fetch_add(size as i64, Ordering::SeqCst);
    heap.given.fetch_add(1, Ordering::SeqCst);
    // SAFETY: the size is not zero. The system's allocator does not come back here.
    unsafe { System.alloc(Layout::from_size_align(size as usize, alignment as usize).unwrap()).cast() }
}

unsafe extern "C" fn release(user: *mut c_void, pointer: *mut c_void, size: u64, alignment: u64) {
    // SAFETY: `user` is the test's own.
    let heap = unsafe { &*user.cast::<Heap>() };
    heap.blocks.fetch_sub(1, Ordering::SeqCst);
    heap.bytes.fetch_sub(size as i64, Ordering::SeqCst);
    heap.taken.fetch_add(1, Ordering::SeqCst);
    // SAFETY: given by `allocate` with the same size and alignment.
    unsafe { System.dealloc(pointer.cast(), Layout::from_size_align(size as usize, alignment as usize).unwrap()) };
}

fn set(heap: &'static Heap) -> i32 {
    // SAFETY: the functions and the heap live as long as the process.
    unsafe { phx_set_allocator(Some(allocate), Some(release), std::ptr::from_ref(heap).cast_mut().cast()) }
}

fn reset() -> i32 {
    // SAFETY: no functions.
    unsafe { phx_set_allocator(None, None, std::ptr::null_mut()) }
}

fn heap() -> &'static Heap {
    Box::leak(Box::default())
}

/// A context's whole life with some calls of each kind of order, and the blocks that each repeated call took.
fn work(heap: &Heap, threads: u32) -> [u64; 12] {
    let context = Context::new(PHX_FRAME_UNREAL, threads);
    assert_eq!(reset(), PHX_E_BUSY, "a context exists");
    let reform = |shape| PhxFormationDesc { center: [500.0, 20.0, 0.0], offset: 3.0, ..context.desc(shape) };
    let orders = [context.keep([500.0, 20.0, 0.0]), reform(PHX_SHAPE_GRID), reform(PHX_SHAPE_CIRCLE)];
    let ground = PhxGround { raycast_batch: Some(flat_ground), ..context.ground() };
    let mut army = Army::new(400);
    army.radii[7] = 130.0;
    let (agents, out) = (army.agents(), army.out());
    std::array::from_fn(|call| {
        let before = heap.given.load(Ordering::SeqCst);
        let desc = &raw const orders[call / 4];
        // SAFETY: all pointers are to whole values.
        let status = unsafe {
            let (ground, report) = (&raw const ground, std::ptr::null_mut());
            phx_formation_form_up(context.0, &raw const agents, desc, ground, &raw const out, report)
        };
        assert_eq!(status, PHX_OK, "{}", last_error());
        heap.given.load(Ordering::SeqCst) - before
    })
}

/// One test, because the hook belongs to the process.
#[test]
fn blocks_go_back_to_where_they_came_from_and_a_forgotten_hook_is_never_called() {
    let first = heap();
    // A block from before the hook.
    let early = vec![1_u8; 1000];
    assert_eq!(set(first), PHX_OK, "{}", last_error());
    drop(early);
    assert_eq!(first.taken.load(Ordering::SeqCst), 0, "it went back to the C runtime");

    work(first, 1);
    let before = first.blocks.load(Ordering::SeqCst);
    let taken = work(first, 1);
    assert_eq!(first.blocks.load(Ordering::SeqCst), before, "all blocks came back");
    assert!(taken[0] > 0, "the hook is used");
    for kind in taken.chunks(4) {
        assert_eq!(kind[1..], [0, 0, 0], "a repeated call allocates nothing: {taken:?}");
    }

    // The thread pool keeps a few blocks for the process and frees those of ended threads late, but does not pile them up.
    for life in 0..40 {
        work(first, 3);
        let left = first.blocks.load(Ordering::SeqCst) - before;
        assert!(left < 50, "{left} blocks are left after life {life}, of three threads each");
    }

    // Growing a block, zeroed blocks and large alignments go through the hook too.
    let mut grown: Vec<u64> = Vec::new();
    (0..10_000).for_each(|number| grown.push(number));
    assert!(grown.iter().enumerate().all(|(index, number)| index as u64 == *number));
    assert!(vec![0_u32; 5000].iter().all(|number| *number == 0));
    #[repr(align(256))]
    struct Wide([u8; 300]);
    let wide = Box::new(Wide([3; 300]));
    assert!((&raw const *wide).addr().is_multiple_of(256) && wide.0 == [3; 300]);

    // A replaced hook gets its blocks back; one that is forgotten is never called again.
    let second = heap();
    assert_eq!(set(second), PHX_OK);
    let (given, taken) = (first.given.load(Ordering::SeqCst), first.taken.load(Ordering::SeqCst));
    drop(wide);
    assert_eq!(first.taken.load(Ordering::SeqCst), taken + 1);
    grown.push(7);
    grown.reserve(20_000);
    let kept = vec![9_u8; 100];
    assert!(second.given.load(Ordering::SeqCst) >= 2, "new blocks, and a block that grew, come from the new hook");
    assert_eq!(first.given.load(Ordering::SeqCst), given);
    assert_eq!(phx_shutdown(), PHX_OK);
    let counts = |heap: &Heap| (heap.given.load(Ordering::SeqCst), heap.taken.load(Ordering::SeqCst));
    let (first_counts, second_counts) = (counts(first), counts(second));
    assert_eq!(kept, [9; 100]);
    drop(kept);
    drop(grown);
    drop(vec![1_u8; 10]);
    assert_eq!((counts(first), counts(second)), (first_counts, second_counts));

    // Half a hook is none.
    // SAFETY: no function is called.
    unsafe {
        let user = std::ptr::null_mut();
        assert_error(phx_set_allocator(Some(allocate), None, user), PHX_E_NULL_POINTER, &["release"]);
        assert_error(phx_set_allocator(None, Some(release), user), PHX_E_NULL_POINTER, &["allocate"]);
    }
    // Hooks are remembered up to a number, and forgotten by a shutdown.
    let many = heap();
    for _ in 0..16 {
        assert_eq!(set(many), PHX_OK);
    }
    assert_eq!(set(many), PHX_E_CAPACITY);
    assert_eq!(phx_shutdown(), PHX_OK);
    assert_eq!(set(many), PHX_OK);
    assert_eq!(reset(), PHX_OK);
    assert_eq!(phx_shutdown(), PHX_OK);
}
