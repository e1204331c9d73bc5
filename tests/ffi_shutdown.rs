//! The library's end. A program of its own: a shutdown takes every context of the process away.

mod ffi_support;

use std::ffi::c_void;

use ffi_support::*;
use phalanx::ffi::*;

/// Whether this process comes to have `count` threads of the library's pools. A thread names itself some moments after it
/// was started, and the system lists it for a moment after it was joined.
#[cfg(target_os = "linux")]
fn comes_to_have_pool_threads(count: usize) -> bool {
    (0..2000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        pool_threads() == count
    })
}

#[cfg(target_os = "linux")]
fn pool_threads() -> usize {
    std::fs::read_dir("/proc/self/task")
        .unwrap()
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok())
        .filter(|name| name.starts_with("phalanx "))
        .count()
}

unsafe extern "C" fn shut_down_inside(user: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
    // SAFETY: `user` is the test's own.
    unsafe { *user.cast::<i32>() = phx_shutdown() };
    // SAFETY: passed on as they came.
    unsafe { flat_ground(user, rays, hits, count) }
}

/// One test, because its parts would take each other's contexts away.
#[test]
fn a_shutdown_ends_everything_and_the_library_can_be_used_again() {
    assert_eq!(phx_shutdown(), PHX_OK, "before anything was made");
    for round in 0..3 {
        let contexts: Vec<Context> = (0..4).map(|_| Context::new(PHX_FRAME_UNREAL, 3)).collect();
        let handles: Vec<u64> = contexts.iter().map(|context| context.0).collect();
        let desc = contexts[0].keep([50.0, 0.0, 0.0]);
        assert_eq!(Army::new(600).form_up(handles[0], &desc, None), PHX_OK, "round {round}: {}", last_error());
        #[cfg(target_os = "linux")]
        assert!(comes_to_have_pool_threads(12));

        // From a callback: the context around it stays, the others go.
        let mut told = 0_i32;
        let mut ground = contexts[0].ground();
        ground.raycast_batch = Some(shut_down_inside);
        ground.user = (&raw mut told).cast();
        assert_eq!(Army::new(1).form_up(handles[0], &desc, Some(&ground)), PHX_OK, "{}", last_error());
        assert_eq!(told, PHX_E_BUSY);
        assert_eq!(phx_debug_enable(handles[0], 0, 0), PHX_OK);
        assert_eq!(phx_debug_enable(handles[1], 0, 0), PHX_E_BAD_HANDLE);

        assert_eq!(phx_shutdown(), PHX_OK);
        #[cfg(target_os = "linux")]
        assert!(comes_to_have_pool_threads(0), "all threads are joined");
        assert_eq!(phx_shutdown(), PHX_OK, "twice");
        for handle in handles {
            assert_eq!(phx_debug_enable(handle, 0, 0), PHX_E_BAD_HANDLE, "a handle from before stays invalid");
        }
    }
    // As many contexts as there are places, and no more.
    let all: Vec<Context> = (0..PHX_MAX_CONTEXTS).map(|_| Context::new(PHX_FRAME_UNITY, 1)).collect();
    let mut desc: PhxContextDesc = zeroed();
    let mut handle = 0;
    // SAFETY: both pointers are to whole values.
    let status = unsafe {
        phx_context_desc_init(&raw mut desc, size::<PhxContextDesc>(), PHX_FRAME_UNREAL);
        desc.thread_count = 1;
        phx_context_create(&raw const desc, &raw mut handle)
    };
    assert_error(status, PHX_E_CAPACITY, &["256"]);
    drop(all);
}
