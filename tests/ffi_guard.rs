//! The guard: panics, re-entry, destruction in use, the host's floating-point state, and many threads on one context.

mod ffi_support;

use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};

use ffi_support::*;
use phalanx::ffi::fault_injection::panic_in_next_call;
use phalanx::ffi::*;

#[test]
fn a_panic_becomes_a_status_and_poisons_the_context() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let desc = context.keep([0.0; 3]);
    let mut army = Army::new(3);
    let before = army.clone();
    panic_in_next_call();
    assert_error(army.form_up(context.0, &desc, None), PHX_E_PANIC, &["panic", "injected by a test"]);
    assert_error(army.form_up(context.0, &desc, None), PHX_E_POISONED, &["panic"]);
    assert_eq!(army, before, "a call that failed wrote something");
    assert_eq!(phx_debug_enable(context.0, 0, 0), PHX_E_POISONED);
    let mut count = 0;
    // SAFETY: the pointer is to a number of our own.
    let status = unsafe { phx_debug_poll(context.0, null_mut(), 80, 0, &raw mut count, null_mut()) };
    assert_eq!(status, PHX_E_POISONED);
    let other = Context::new(PHX_FRAME_UNREAL, 1);
    assert_eq!(army.form_up(other.0, &desc, None), PHX_OK, "another context is not touched");
    assert_eq!(phx_context_destroy(context.0), PHX_OK);
    assert_eq!(phx_context_destroy(context.0), PHX_E_BAD_HANDLE);
}

/// What a callback tried, and what it was told.
struct Reentry {
    context: u64,
    other: u64,
    told: Mutex<Vec<i32>>,
}

unsafe extern "C" fn reenter(user: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
    // SAFETY: `user` is the test's own.
    let reentry = unsafe { &*user.cast::<Reentry>() };
    let mut army = Army::new(2);
    let mut desc: PhxFormationDesc = zeroed();
    let mut told = reentry.told.lock().unwrap();
    // SAFETY: the pointer is to a whole value.
    told.push(unsafe { phx_formation_desc_init(reentry.context, &raw mut desc, size::<PhxFormationDesc>(), 1) });
    told.push(phx_debug_enable(reentry.context, 0, 0));
    told.push(phx_context_destroy(reentry.context));
    // Another context is free to be used.
    // SAFETY: the pointer is to a whole value.
    told.push(unsafe { phx_formation_desc_init(reentry.other, &raw mut desc, size::<PhxFormationDesc>(), 1) });
    desc.mode = PHX_MODE_KEEP_FORMATION;
    told.push(army.form_up(reentry.other, &desc, None));
    // SAFETY: passed on as they came.
    unsafe { flat_ground(user, rays, hits, count) }
}

#[test]
fn a_callback_may_not_call_or_destroy_its_own_context_but_may_use_another() {
    for threads in [1, 3] {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let other = Context::new(PHX_FRAME_UNREAL, 1);
        let reentry = Reentry { context: context.0, other: other.0, told: Mutex::default() };
        let mut ground = context.ground();
        ground.raycast_batch = Some(reenter);
        ground.user = std::ptr::from_ref(&reentry).cast_mut().cast();
        let mut army = Army::new(5);
        let status = army.form_up(context.0, &context.keep([300.0, 0.0, 0.0]), Some(&ground));
        assert_eq!(status, PHX_OK, "{}", last_error());
        assert!(army.goals.iter().all(|goal| goal[2] == 7.0), "the call around the callback goes on");
        let told = reentry.told.into_inner().unwrap();
        assert!(!told.is_empty());
        for told in told.chunks(5) {
            assert_eq!(told, [PHX_E_BUSY, PHX_E_BUSY, PHX_E_BUSY, PHX_OK, PHX_OK]);
        }
        assert_eq!(phx_debug_enable(context.0, 0, 0), PHX_OK, "the mark is gone after the call");
    }
}

unsafe extern "C" fn stop(_user: *mut c_void, _ray: *const PhxRay, _hit: *mut PhxHit) -> i32 {
    -42
}

unsafe extern "C" fn wrong_id(_user: *mut c_void, _ray: *const PhxRay, hit: *mut PhxHit) -> i32 {
    // SAFETY: the library promises a hit.
    unsafe { (*hit).id += 1 };
    0
}

unsafe extern "C" fn wrong_kind(_user: *mut c_void, _ray: *const PhxRay, hit: *mut PhxHit) -> i32 {
    // SAFETY: the library promises a hit.
    unsafe { (*hit).kind = 3 };
    0
}

unsafe extern "C" fn not_finite(_user: *mut c_void, ray: *const PhxRay, hit: *mut PhxHit) -> i32 {
    // SAFETY: the library promises a ray and a hit.
    unsafe { *hit = PhxHit { point: [f64::NAN; 3], normal: [0.0, 0.0, 1.0], kind: PHX_HIT_GROUND, id: (*ray).id } };
    0
}

#[test]
fn a_callback_that_stops_or_answers_nonsense_ends_the_call_and_nothing_is_written() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let answers: [(PhxRaycastFn, &[&str]); 4] = [
        (Some(stop), &["ground.raycast returned -42"]),
        (Some(wrong_id), &["ray 0", "id 1"]),
        (Some(wrong_kind), &["ray 0", "kind 3"]),
        (Some(not_finite), &["ray 0", "NaN"]),
    ];
    for (raycast, parts) in answers {
        let ground = PhxGround { raycast, ..context.ground() };
        let mut army = Army::new(4);
        let before = army.clone();
        assert_error(army.form_up(context.0, &context.keep([0.0; 3]), Some(&ground)), PHX_E_CALLBACK, parts);
        assert_eq!(army, before);
    }
}

static HITS_SEEN: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn check_arrival(_user: *mut c_void, ray: *const PhxRay, hit: *mut PhxHit) -> i32 {
    // SAFETY: the library promises a ray and a hit.
    let (ray, hit) = unsafe { (&*ray, &mut *hit) };
    assert_eq!((hit.point, hit.normal, hit.kind, hit.id), ([0.0; 3], [0.0; 3], PHX_HIT_NONE, ray.id));
    // Unity: up is Y, and the range is 10 up and down.
    assert_eq!((ray.direction, ray.length), ([0.0, -1.0, 0.0], 20.0));
    *hit = PhxHit { point: ray.origin, normal: [0.0, 3.0, 0.0], kind: PHX_HIT_GROUND, id: ray.id };
    HITS_SEEN.fetch_add(1, Ordering::Relaxed);
    0
}

#[test]
fn rays_are_in_the_callers_frame_and_hits_arrive_zeroed_with_their_id() {
    let context = Context::new(PHX_FRAME_UNITY, 1);
    let ground = PhxGround { raycast: Some(check_arrival), ..context.ground() };
    let mut army = Army::new(3);
    assert_eq!(army.form_up(context.0, &context.keep([0.0, 2.0, 0.0]), Some(&ground)), PHX_OK, "{}", last_error());
    assert!(HITS_SEEN.load(Ordering::Relaxed) >= 3);
    assert!(army.goals.iter().all(|goal| goal[1] == 12.0), "{:?}", army.goals);
}

#[test]
fn a_thread_safe_callback_gives_the_same_bytes_as_one_on_the_calling_thread() {
    let mut results = Vec::new();
    for (threads, flags) in [(1, 0), (4, 0), (4, PHX_GROUND_THREAD_SAFE)] {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let ground = PhxGround { raycast_batch: Some(flat_ground), flags, ..context.ground() };
        let mut army = Army::new(3000);
        assert_eq!(army.form_up(context.0, &context.keep([9.0, 9.0, 0.0]), Some(&ground)), PHX_OK, "{}", last_error());
        results.push(army);
    }
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
}

struct Gate {
    inside: Barrier,
    leave: Barrier,
}

unsafe extern "C" fn wait_inside(user: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
    // SAFETY: `user` is the test's own.
    let gate = unsafe { &*user.cast::<Gate>() };
    gate.inside.wait();
    gate.leave.wait();
    // SAFETY: passed on as they came.
    unsafe { flat_ground(user, rays, hits, count) }
}

#[test]
fn a_context_in_use_is_not_destroyed_and_calls_on_it_run_side_by_side() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let gate = Gate { inside: Barrier::new(2), leave: Barrier::new(2) };
    let gate_address = &raw const gate as usize;
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| {
            let mut ground = context.ground();
            ground.raycast_batch = Some(wait_inside);
            ground.user = std::ptr::with_exposed_provenance_mut(gate_address);
            // One agent is probed in one batch, so the callback comes once.
            Army::new(1).form_up(context.0, &context.keep([0.0; 3]), Some(&ground))
        });
        gate.inside.wait();
        assert_error(phx_context_destroy(context.0), PHX_E_BUSY, &["inside a call"]);
        // While that call waits, another one on the same context goes through.
        assert_eq!(Army::new(7).form_up(context.0, &context.keep([0.0; 3]), None), PHX_OK, "{}", last_error());
        gate.leave.wait();
        assert_eq!(caller.join().unwrap(), PHX_OK);
    });
    assert_eq!(phx_context_destroy(context.0), PHX_OK);
}

#[test]
fn many_threads_on_one_context_get_the_bytes_of_a_call_alone() {
    let context = Context::new(PHX_FRAME_UNREAL, 2);
    let order = |context: &Context| PhxFormationDesc { center: [800.0, -40.0, 0.0], ..context.desc(PHX_SHAPE_CIRCLE) };
    let desc = order(&context);
    let ground = PhxGround { raycast_batch: Some(flat_ground), ..context.ground() };
    let mut alone: Vec<Army> = (1..9).map(|count| Army::new(count * 31)).collect();
    for army in &mut alone {
        assert_eq!(army.form_up(context.0, &desc, Some(&ground)), PHX_OK, "{}", last_error());
    }
    std::thread::scope(|scope| {
        for army in &alone {
            let context = &context;
            scope.spawn(move || {
                let desc = &order(context);
                for _ in 0..5 {
                    let mut again = Army::new(army.locations.len());
                    let ground = PhxGround { raycast_batch: Some(flat_ground), ..context.ground() };
                    assert_eq!(again.form_up(context.0, desc, Some(&ground)), PHX_OK, "{}", last_error());
                    assert_eq!(again, *army);
                    assert_eq!(again.form_up(context.0 + 1, desc, None), PHX_E_BAD_HANDLE);
                }
            });
        }
    });
}

#[cfg(target_arch = "x86_64")]
mod floats {
    use super::*;

    /// Flush-to-zero, denormals-are-zero, and rounding up.
    const ODD: u32 = 0x1F80 | 1 << 15 | 1 << 6 | 2 << 13;

    fn read() -> u32 {
        let mut word = 0_u32;
        // SAFETY: stores the control word to a place of its size.
        unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut word, options(nostack, preserves_flags)) };
        word
    }

    fn write(word: u32) {
        // SAFETY: no reserved bit is set.
        unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const word, options(nostack, preserves_flags)) };
    }

    static SEEN_INSIDE: AtomicU64 = AtomicU64::new(0);

    unsafe extern "C" fn note_state(user: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
        SEEN_INSIDE.store(u64::from(read() & !0x3F), Ordering::Relaxed);
        // SAFETY: passed on as they came.
        unsafe { flat_ground(user, rays, hits, count) }
    }

    #[test]
    fn a_host_with_flush_to_zero_keeps_it_and_gets_the_same_bytes() {
        let context = Context::new(PHX_FRAME_UNITY, 1);
        let mut desc = context.keep([1.0 / 3.0, 0.1, 0.7]);
        desc.keep_rotate_degrees = 12.345;
        let army = || {
            let mut army = Army::new(50);
            for (agent, place) in army.locations.iter_mut().enumerate() {
                *place = [agent as f64 / 7.0, 1e-310, agent as f64 / 11.0];
            }
            army
        };
        let mut plain = army();
        assert_eq!(plain.form_up(context.0, &desc, None), PHX_OK, "{}", last_error());
        let mut odd = army();
        write(ODD);
        let status = odd.form_up(context.0, &desc, None);
        let after = read();
        write(0x1F80);
        assert_eq!(status, PHX_OK, "{}", last_error());
        assert_eq!(after & !0x3F, ODD, "the host's state is restored");
        assert_eq!(odd.goals, plain.goals);
    }

    #[test]
    fn a_callback_sees_the_hosts_own_state() {
        let context = Context::new(PHX_FRAME_UNREAL, 1);
        let desc = context.keep([0.0; 3]);
        let ground = PhxGround { raycast_batch: Some(note_state), ..context.ground() };
        let mut army = Army::new(2);
        write(ODD);
        let status = army.form_up(context.0, &desc, Some(&ground));
        write(0x1F80);
        assert_eq!(status, PHX_OK, "{}", last_error());
        assert_eq!(SEEN_INSIDE.load(Ordering::Relaxed), u64::from(ODD));
    }

    #[test]
    fn an_error_and_a_panic_restore_the_state_too() {
        let context = Context::new(PHX_FRAME_UNREAL, 1);
        write(ODD);
        let error = phx_debug_enable(context.0, 99, 0);
        let after_error = read();
        panic_in_next_call();
        let panic = phx_debug_enable(context.0, 0, 0);
        let after_panic = read();
        write(0x1F80);
        assert_eq!((error, panic), (PHX_E_INVALID_ARGUMENT, PHX_E_PANIC));
        assert_eq!((after_error & !0x3F, after_panic & !0x3F), (ODD, ODD));
    }
}

type Messages = Mutex<Vec<(u32, String)>>;

unsafe extern "C" fn keep_message(user: *mut c_void, level: u32, message: *const c_char) {
    // SAFETY: `user` is the test's own, and the message is a text.
    let (messages, text) = unsafe { (&*user.cast::<Messages>(), CStr::from_ptr(message)) };
    messages.lock().unwrap().push((level, text.to_str().unwrap().to_owned()));
}

#[test]
fn the_log_hears_what_its_level_lets_through() {
    for (level, wanted) in [(PHX_LOG_NONE, 0), (PHX_LOG_ERROR, 1), (PHX_LOG_WARNING, 2)] {
        let messages: Messages = Mutex::default();
        let context = Context::with(PHX_FRAME_UNREAL, 1, |desc| {
            desc.log = Some(keep_message);
            desc.log_user = std::ptr::from_ref(&messages).cast_mut().cast();
            desc.log_level = level;
        });
        assert_eq!(phx_debug_enable(context.0, 99, 0), PHX_E_INVALID_ARGUMENT);
        let text = last_error();
        // A center that nobody can stand on is a warning.
        let ground = PhxGround { raycast: Some(nothing), ..context.ground() };
        let mut army = Army::new(3);
        assert_eq!(army.form_up(context.0, &context.keep([0.0; 3]), Some(&ground)), PHX_PARTIAL, "{}", last_error());
        drop(context);
        let messages = messages.into_inner().unwrap();
        assert_eq!(messages.len(), wanted, "{messages:?}");
        if let Some(first) = messages.first() {
            assert_eq!(*first, (PHX_LOG_ERROR, text));
        }
        if let Some(second) = messages.get(1) {
            assert!(second.0 == PHX_LOG_WARNING && second.1.contains("partial"), "{second:?}");
        }
    }
}

unsafe extern "C" fn nothing(_user: *mut c_void, _ray: *const PhxRay, _hit: *mut PhxHit) -> i32 {
    0
}

#[test]
fn debug_items_come_in_the_callers_frame_with_the_items_size() {
    let context = Context::with(PHX_FRAME_UNITY, 1, |desc| {
        desc.debug_categories = PHX_DEBUG_CATEGORY_START | PHX_DEBUG_CATEGORY_GOAL;
    });
    let mut desc = context.keep([10.0, 0.0, 20.0]);
    desc.debug_mask = PHX_DEBUG_CATEGORY_GOAL | PHX_DEBUG_CATEGORY_ARROW;
    desc.debug_key = 77;
    let mut army = Army::new(3);
    assert_eq!(army.form_up(context.0, &desc, None), PHX_OK, "{}", last_error());
    let poll = |out: *mut PhxDebugItem, item_size: u32, capacity: u64| {
        let (mut count, mut dropped) = (9, 9);
        // SAFETY: the tests below pass memory of `capacity` items of `item_size` bytes.
        let status = unsafe { phx_debug_poll(context.0, out, item_size, capacity, &raw mut count, &raw mut dropped) };
        (status, count, dropped)
    };
    let known = size::<PhxDebugItem>();
    assert_eq!(poll(null_mut(), known - 8, 0).0, PHX_E_ABI);
    assert_eq!(poll(null_mut(), known, 0), (PHX_MORE, 0, 0));
    assert_eq!(poll(null_mut(), known, 2).0, PHX_E_NULL_POINTER);
    // Items of a newer caller: 16 bytes more than the library knows.
    let mut larger = [u64::MAX; 2 * 11];
    assert_eq!(poll(larger.as_mut_ptr().cast(), known + 16, 2), (PHX_MORE, 2, 0));
    // Members come by unique id, which runs against the index here.
    for (place, agent) in [(0, 2), (1, 1)] {
        // SAFETY: an item stands there.
        let item = unsafe { larger.as_ptr().add(place * 11).cast::<PhxDebugItem>().read() };
        assert_eq!((item.kind, item.category, item.key), (PHX_DEBUG_KIND_CIRCLE, PHX_DEBUG_CATEGORY_GOAL, 77));
        let goal = army.goals[agent];
        assert_eq!(item.from, [goal[0], goal[1] + 0.05, goal[2]]);
        assert_eq!(larger[place * 11 + 9..place * 11 + 11], [0, 0]);
    }
    let mut rest = [zeroed::<PhxDebugItem>(); 4];
    assert_eq!(poll(rest.as_mut_ptr(), known, 4), (PHX_OK, 1, 0));
    assert_eq!(poll(rest.as_mut_ptr(), known, 4), (PHX_OK, 0, 0));
}
