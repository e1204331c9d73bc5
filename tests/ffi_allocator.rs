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

/// Stands for a number of threads: the host lends its own.
const HOSTS_THREADS: u32 = u32::MAX;

unsafe extern "C" fn run_at_once(
    _user: *mut c_void,
    run: PhxTaskFn,
    task: *mut c_void,
    count: u64,
    _grain: u64,
) -> *mut c_void {
    // SAFETY: the library's own function and task.
    run.into_iter().for_each(|run| (0..count).rev().for_each(|item| unsafe { run(task, item, item + 1, 0) }));
    std::ptr::null_mut()
}

unsafe extern "C" fn nothing_to_wait_for(_user: *mut c_void, _handle: *mut c_void) {
    unreachable!("everything has run when enqueue returns");
}

/// Calls of each kind that a context gets; each is made some times in a row.
const KINDS: usize = 30;
const CALLS: usize = 4;

/// A context's whole life with some calls of each of the first kinds, and the blocks that each repeated call took.
fn work(heap: &Heap, threads: u32, kinds: usize) -> [[u64; CALLS]; KINDS] {
    let context = match threads {
        HOSTS_THREADS => Context::with(PHX_FRAME_UNREAL, 0, |desc| {
            desc.enqueue = Some(run_at_once);
            desc.finish = Some(nothing_to_wait_for);
            desc.worker_count = 4;
        }),
        count => Context::new(PHX_FRAME_UNREAL, count),
    };
    assert_eq!(reset(), PHX_E_BUSY, "a context exists");
    let own: Vec<[f64; 3]> =
        (0..600).map(|point| [f64::from(point / 25) * 90.0, f64::from(point % 25) * 90.0, 0.0]).collect();
    let points = PhxVec3View { data: own.as_ptr().cast(), count: 600, stride: 0, scalar: PHX_SCALAR_F64 };
    let order = |kind: usize| {
        let shape = (kind / 2 % 11 + 1) as u32;
        let mut desc = PhxFormationDesc { center: [500.0, 20.0, 0.0], points, ..context.desc(shape) };
        desc.mode = [PHX_MODE_KEEP_FORMATION, PHX_MODE_REFORM_THE_LINE][kind % 2];
        desc.offset = if kind % 4 == 1 { 3.0 } else { 0.0 };
        desc
    };
    let ground = PhxGround { raycast_batch: Some(flat_ground), ..context.ground() };
    let mut army = Army::new(400);
    army.radii[7] = 130.0;
    let (ranks, speeds): (Vec<u8>, Vec<f32>) =
        (0..400).map(|agent| ((agent % 3) as u8, 1.0 + (agent % 2) as f32)).unzip();
    let previous: Vec<u32> = (0..400).rev().collect();
    let (agents, out) = (army.agents(), army.out());
    let mut roles = agents;
    roles.ranks = PhxU8View { data: ranks.as_ptr().cast(), count: 400, stride: 0, reserved: 0 };
    roles.speeds = PhxF32View { data: speeds.as_ptr().cast(), count: 400, stride: 0, reserved: 0 };
    let mut told = agents;
    told.previous_slots = PhxU32View { data: previous.as_ptr().cast(), count: 400, stride: 0, reserved: 0 };
    let mut second = army.clone();
    let second_out = second.out();
    std::array::from_fn(|kind| {
        if kind >= kinds {
            return [0; CALLS];
        }
        let mut desc = order(kind);
        std::array::from_fn(|_| {
            let before = heap.given.load(Ordering::SeqCst);
            // SAFETY: all pointers are to whole values.
            let status = unsafe {
                let (ground, report, out) = (&raw const ground, std::ptr::null_mut(), &raw const out);
                match kind {
                    0..22 => phx_formation_form_up(context.0, &raw const agents, &raw const desc, ground, out, report),
                    22 => phx_formation_form_up(context.0, &raw const roles, &raw const desc, ground, out, report),
                    23 => phx_formation_form_up(context.0, &raw const told, &raw const desc, ground, out, report),
                    24..26 => {
                        let squad = |out| PhxSquad { agents: &raw const agents, desc: &raw const desc, out, report };
                        let squads = [squad(out), squad(&raw const second_out)];
                        let ground = if kind == 24 { std::ptr::null() } else { ground };
                        let size = size::<PhxSquad>();
                        phx_formation_form_up_many(context.0, squads.as_ptr(), size, 2, ground)
                    }
                    26..28 => drag(&context, &agents, &mut desc, kind == 26),
                    _ => job(&context, &agents, &desc, kind == 29, out),
                }
            };
            assert!(status >= 0, "{kind}: {}", last_error());
            heap.given.load(Ordering::SeqCst) - before
        })
    })
}

/// A job from its beginning to its end, without ground or on it, in the smallest steps.
///
/// # Safety
/// The agents' and the outputs' memory is there.
unsafe fn job(
    context: &Context,
    agents: &PhxAgents,
    desc: &PhxFormationDesc,
    on_ground: bool,
    out: *const PhxFormationOut,
) -> i32 {
    let (mut handle, mut rays, mut hits) = (0, [zeroed::<PhxRay>(); 64], [zeroed::<PhxHit>(); 64]);
    let rules = context.ground();
    let ground = if on_ground { &raw const rules } else { std::ptr::null() };
    // SAFETY: all pointers are to whole values, or granted by the caller.
    unsafe {
        assert_eq!(phx_job_form_up(context.0, agents, desc, ground, &raw mut handle), PHX_OK, "{}", last_error());
        while phx_job_step(context.0, handle, 0) == PHX_IN_PROGRESS
            || phx_job_wait(context.0, handle, PHX_NO_LIMIT) == PHX_NEEDS_TRACES
        {
            let mut count = 0;
            phx_job_take_rays(context.0, handle, rays.as_mut_ptr(), 64, &raw mut count);
            flat_ground(std::ptr::null_mut(), rays.as_ptr(), hits.as_mut_ptr(), count);
            (0..count as usize).for_each(|index| hits[index].id = rays[index].id);
            phx_job_submit_hits(context.0, handle, hits.as_ptr(), count);
        }
        phx_job_finish_form_up(context.0, handle, out, std::ptr::null_mut())
    }
}

/// Draws a line, straight or bent, over the description's own points.
///
/// # Safety
/// The agents' memory is there.
unsafe fn drag(context: &Context, agents: &PhxAgents, desc: &mut PhxFormationDesc, is_straight: bool) -> i32 {
    let line =
        [[3000.0, 0.0, 0.0], [if is_straight { 3000.0 } else { 4000.0 }, 1500.0, 0.0], [3000.0, 3000.0, 0.0_f64]];
    let line = PhxVec3View { data: line.as_ptr().cast(), count: 3, stride: 0, scalar: PHX_SCALAR_F64 };
    let mut places = [[0.0_f32; 3]; 900];
    desc.points = PhxVec3View { data: places.as_mut_ptr().cast(), count: 900, stride: 0, scalar: PHX_SCALAR_F32 };
    // SAFETY: all pointers are to whole values, and the places may be written.
    let status = unsafe { phx_formation_drag(context.0, &raw const line, agents, desc) };
    assert_eq!(desc.shape, if is_straight { PHX_SHAPE_LINE } else { PHX_SHAPE_POINTS }, "{}", last_error());
    status
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

    work(first, 1, KINDS);
    let before = first.blocks.load(Ordering::SeqCst);
    for threads in [1, HOSTS_THREADS] {
        let taken = work(first, threads, KINDS);
        assert_eq!(first.blocks.load(Ordering::SeqCst), before, "all blocks came back");
        assert!(taken[0][0] > 0, "the hook is used");
        for (kind, taken) in taken.iter().enumerate() {
            assert_eq!(taken[1..], [0; CALLS - 1], "a repeated call of kind {kind} allocates nothing: {taken:?}");
        }
    }

    // The thread pool keeps a few blocks for the process and frees those of ended threads late, but does not pile them up.
    for life in 0..40 {
        work(first, 3, 3);
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
