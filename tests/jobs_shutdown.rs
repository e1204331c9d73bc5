//! The library's end with live jobs. A program of its own: a shutdown takes every context of the process away.

mod job_support;

use job_support::*;
use phalanx::ffi::*;

/// One test, because its parts would take each other's contexts away.
#[test]
fn a_shutdown_takes_live_jobs_with_it_in_whatever_state_they_are() {
    for round in 0..6 {
        let contexts = [1, 3].map(|threads| Context::new(PHX_FRAME_UNREAL, threads));
        let (army, small) = (mixed_army(1500), mixed_army(20));
        let mut jobs = Vec::new();
        for context in &contexts {
            let desc = order(context, PHX_SHAPE_GRID, PHX_MODE_REFORM_THE_LINE);
            let rules = context.ground();
            // Begun, worked on, waiting for hits, done, cancelled.
            jobs.push(Job::begin(context.0, &army, &desc, None));
            jobs.push(Job::begin(context.0, &army, &desc, None));
            assert!(jobs[jobs.len() - 1].step(0) >= 0);
            jobs.push(Job::begin(context.0, &small, &desc, Some(&rules)));
            assert_eq!(jobs[jobs.len() - 1].wait(PHX_NO_LIMIT), PHX_NEEDS_TRACES);
            jobs.push(Job::begin(context.0, &small, &desc, None));
            assert!(jobs[jobs.len() - 1].wait(PHX_NO_LIMIT) <= PHX_PARTIAL);
            jobs.push(Job::begin(context.0, &small, &desc, None));
            assert_eq!(jobs[jobs.len() - 1].cancel(), PHX_OK);
        }
        assert_eq!(phx_shutdown(), PHX_OK, "round {round}: {}", last_error());
        assert!(jobs.iter().all(|job| job.poll() == PHX_E_BAD_HANDLE));
        assert!(jobs.iter().all(|job| job.finish(&small).status == PHX_E_BAD_HANDLE));
        assert_eq!(phx_shutdown(), PHX_OK, "twice");
    }
}
