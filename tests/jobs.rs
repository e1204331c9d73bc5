//! Jobs through the C surface: same bytes as the direct call, rays in any order, and every state defined.

mod job_support;

use job_support::*;
use phalanx::ffi::*;

const SHAPES: std::ops::RangeInclusive<u32> = PHX_SHAPE_GRID..=PHX_SHAPE_POINTS;
const MODES: [u32; 2] = [PHX_MODE_KEEP_FORMATION, PHX_MODE_REFORM_THE_LINE];

fn with_points(mut desc: PhxFormationDesc, points: &[[f64; 3]]) -> PhxFormationDesc {
    let count = points.len() as u64;
    desc.points = PhxVec3View { data: points.as_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };
    desc
}

/// Places for all of the army and some more.
fn own_points() -> Vec<[f64; 3]> {
    (0..160).map(|point| [f64::from(point / 13) * 110.0, f64::from(point % 13) * 105.0, 0.0]).collect()
}

#[test]
fn a_job_gives_the_bytes_of_the_direct_call_however_its_rays_are_answered() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let (army, points, rough) = (mixed_army(120), own_points(), rough_ground(&context));
    let mut random = random(1);
    for shape in SHAPES {
        for mode in MODES {
            for offset in [0.0, 20.0] {
                let desc = PhxFormationDesc { offset, ..with_points(order(&context, shape, mode), &points) };
                for ground in [None, Some(&rough)] {
                    let expected = directly(&context, &army, &desc, ground);
                    assert!(expected.status >= 0, "{}", last_error());
                    let rules = ground.map(|_| context.ground());
                    for budget in [0, u64::from(PHX_NO_LIMIT)] {
                        let job = Job::begin(context.0, &army, &desc, rules.as_ref());
                        job.run(budget, &mut random);
                        assert_eq!(job.poll(), expected.status);
                        assert_eq!(job.finish(&army), expected, "shape {shape}, mode {mode}, offset {offset}");
                        assert_eq!(job.poll(), PHX_E_BAD_HANDLE);
                    }
                }
            }
        }
    }
}

#[test]
fn the_context_s_own_threads_carry_a_job_to_its_end_and_polling_is_enough() {
    for threads in [2, 5] {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let (army, rough) = (mixed_army(150), rough_ground(&context));
        let mut random = random(2);
        for mode in MODES {
            let desc = order(&context, PHX_SHAPE_CIRCLE, mode);
            let expected = directly(&context, &army, &desc, Some(&rough));
            let jobs: Vec<Job> =
                (0..20).map(|_| Job::begin(context.0, &army, &desc, Some(&context.ground()))).collect();
            let mut left = jobs.clone();
            while !left.is_empty() {
                left.retain(|job| match job.poll() {
                    PHX_IN_PROGRESS => true,
                    PHX_NEEDS_TRACES => {
                        job.answer_anyhow(&mut random);
                        true
                    }
                    status => {
                        assert_eq!(status, expected.status, "{}", last_error());
                        false
                    }
                });
            }
            for job in jobs {
                assert_eq!(job.finish(&army), expected);
            }
        }
    }
}

#[test]
fn rays_may_be_answered_by_another_thread_while_this_one_waits() {
    for threads in [1, 3] {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let (army, rough) = (mixed_army(200), rough_ground(&context));
        for mode in MODES {
            let desc = order(&context, PHX_SHAPE_GRID, mode);
            let expected = directly(&context, &army, &desc, Some(&rough));
            let job = Job::begin(context.0, &army, &desc, Some(&context.ground()));
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    let mut random = random(3);
                    while matches!(job.poll(), PHX_IN_PROGRESS | PHX_NEEDS_TRACES) {
                        if job.info().rays_to_answer > 0 {
                            job.answer_anyhow(&mut random);
                        }
                    }
                });
                while matches!(job.wait(PHX_NO_LIMIT), PHX_NEEDS_TRACES) {
                    std::thread::yield_now();
                }
            });
            assert_eq!(job.finish(&army), expected);
        }
    }
}

#[test]
fn a_job_asks_in_as_few_batches_as_the_direct_call_and_the_page_allow() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut random = random(4);
    for (mode, far) in [(MODES[0], 0.0), (MODES[0], 60_000.0), (MODES[1], 0.0)] {
        let mut army = mixed_army(300);
        army.locations.iter_mut().step_by(2).for_each(|location| location[1] += far);
        let desc = PhxFormationDesc { offset: 10.0, ..order(&context, PHX_SHAPE_GRID, mode) };
        let job = Job::begin(context.0, &army, &desc, Some(&context.ground()));
        job.run(0, &mut random);
        let info = job.info();
        let log = |count: u64| u64::from(count.next_power_of_two().trailing_zeros());
        let (steps, reach) = (2 * (far as u64 + 40_000) / 100, 8 + (2.0 * 300_f64.sqrt()).ceil() as u64);
        let most = if mode == MODES[1] { 2 + 2 * 8 } else { 6 + 8 + log(steps) + log(reach) };
        assert!((1..=most).contains(&info.batches), "{} of {most}", info.batches);
        let answer = job.finish(&army);
        // SAFETY: the bytes are those of a report.
        let report: PhxFormationReport = unsafe { std::ptr::read_unaligned(answer.report.as_ptr().cast()) };
        assert_eq!((info.batches, info.rays_asked), (report.probe_batches, report.probes));
    }
}

#[test]
fn rays_are_given_out_once_each_in_order_of_their_ids() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let (army, mut next) = (mixed_army(100), 0);
    let desc = PhxFormationDesc { offset: 10.0, ..order(&context, PHX_SHAPE_GRID, MODES[1]) };
    let job = Job::begin(context.0, &army, &desc, Some(&context.ground()));
    assert_eq!(job.take(10).0.len(), 0, "nothing is asked yet");
    while job.step(u64::from(PHX_NO_LIMIT)) == PHX_NEEDS_TRACES {
        let info = job.info();
        assert_eq!(info.state, PHX_JOB_STATE_NEEDS_TRACES);
        assert_eq!((info.rays_to_take, info.rays_asked), (info.rays_to_answer, info.rays_to_take + next));
        assert_eq!((job.take(0).1, job.take(0).0.len()), (PHX_MORE, 0));
        let mut hits = Vec::new();
        for left in (0..info.rays_to_take.div_ceil(7)).rev() {
            let (rays, status) = job.take(7);
            assert_eq!(status, if left > 0 { PHX_MORE } else { PHX_OK });
            for ray in &rays {
                assert_eq!((ray.id, ray.direction), (next, [0.0, 0.0, -1.0]));
                next += 1;
            }
            hits.extend(rays.iter().map(rough));
        }
        assert_eq!((job.take(7).1, job.info().rays_to_take), (PHX_OK, 0));
        assert_eq!(job.submit(&hits[1..]), PHX_NEEDS_TRACES);
        assert_eq!(job.info().rays_to_answer, 1);
        assert_eq!(job.submit(&hits[..1]), PHX_OK);
        assert_eq!((job.info().state, job.poll()), (PHX_JOB_STATE_READY, PHX_IN_PROGRESS));
    }
    let info = job.info();
    assert_eq!((info.state, info.progress, info.agents, info.kind), (PHX_JOB_STATE_DONE, 1.0, 100, PHX_JOB_FORM_UP));
    assert!(job.finish(&army).status >= 0);
}

#[test]
fn inputs_are_copied_when_a_job_is_begun() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    for shape in [PHX_SHAPE_GRID, PHX_SHAPE_POINTS] {
        let (mut army, mut points) = (mixed_army(80), own_points());
        let desc = with_points(order(&context, shape, MODES[1]), &points);
        let expected = directly(&context, &army, &desc, None);
        let untouched = army.clone();
        let job = Job::begin(context.0, &army, &desc, None);
        army.locations.fill([f64::NAN; 3]);
        army.radii.fill(-1.0);
        army.ids.fill(7);
        points.fill([f64::NAN; 3]);
        drop((army, points));
        assert_eq!(job.wait(PHX_NO_LIMIT), expected.status);
        assert_eq!(job.finish(&untouched), expected);
    }
}

#[test]
fn waiting_for_rays_that_nobody_answers_returns_at_once_and_a_short_wait_is_over_in_time() {
    for threads in [1, 2] {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let army = mixed_army(50);
        let desc = order(&context, PHX_SHAPE_GRID, MODES[1]);
        let job = Job::begin(context.0, &army, &desc, Some(&context.ground()));
        assert_eq!(job.wait(PHX_NO_LIMIT), PHX_NEEDS_TRACES);
        assert_eq!(job.wait(0), PHX_NEEDS_TRACES);
        assert_eq!(job.step(u64::from(PHX_NO_LIMIT)), PHX_NEEDS_TRACES);
        assert_eq!(job.finish(&army).status, PHX_NEEDS_TRACES);
        assert_eq!(job.finish(&army).army, army, "nothing is written");
    }
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let job = Job::begin(context.0, &mixed_army(50), &order(&context, PHX_SHAPE_GRID, MODES[1]), None);
    assert_eq!((job.wait(0), job.poll()), (PHX_IN_PROGRESS, PHX_IN_PROGRESS), "a wait of no time does not work");
}

#[test]
fn a_wrong_hit_is_refused_by_name_and_nothing_is_taken() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let army = mixed_army(60);
    let desc = order(&context, PHX_SHAPE_GRID, MODES[1]);
    let job = Job::begin(context.0, &army, &desc, Some(&context.ground()));
    assert_eq!(job.step(u64::from(PHX_NO_LIMIT)), PHX_NEEDS_TRACES);
    let total = job.info().rays_to_take;
    let (rays, _) = job.take(10);
    let hits: Vec<PhxHit> = rays.iter().map(|ray| PhxHit { id: ray.id, ..rough(&rays[0]) }).collect();
    let good = PhxHit { kind: PHX_HIT_GROUND, point: [0.0; 3], normal: [0.0, 0.0, 1.0], id: 5 };
    let cases: [(PhxHit, i32, &[&str]); 7] = [
        (PhxHit { id: 10, ..good }, PHX_E_INVALID_ARGUMENT, &["hits[3]", "id 10", "below 10"]),
        (PhxHit { id: u64::MAX, ..good }, PHX_E_INVALID_ARGUMENT, &["hits[3]", "id 18446744073709551615"]),
        (PhxHit { kind: 3, ..good }, PHX_E_INVALID_ARGUMENT, &["hits[3]", "ray 5", "kind is 3"]),
        (PhxHit { normal: [0.0; 3], ..good }, PHX_E_INVALID_ARGUMENT, &["hits[3]", "ray 5", "normal"]),
        (PhxHit { point: [0.0, f64::NAN, 0.0], ..good }, PHX_E_NOT_FINITE, &["hits[3]", "ray 5", "NaN"]),
        (PhxHit { point: [f64::INFINITY, 0.0, 0.0], ..good }, PHX_E_NOT_FINITE, &["hits[3]", "ray 5", "inf"]),
        (PhxHit { normal: [0.0, f32::NAN, 0.0], ..good }, PHX_E_NOT_FINITE, &["hits[3]", "ray 5", "NaN"]),
    ];
    for (wrong, status, parts) in cases {
        let mut sent = hits[..5].to_vec();
        sent[3] = wrong;
        assert_error(job.submit(&sent), status, parts);
        assert_eq!(job.info().rays_to_answer, total, "nothing is taken");
    }
    // What is not ground may hold anything.
    let nothing = PhxHit { kind: PHX_HIT_NONE, point: [f64::NAN; 3], normal: [0.0; 3], id: 5 };
    assert_eq!(job.submit(&[nothing]), PHX_NEEDS_TRACES);
    assert_eq!(job.info().rays_to_answer, total - 1);
    assert_eq!(job.submit(&[]), PHX_NEEDS_TRACES);
    // SAFETY: NULL is refused.
    unsafe {
        assert_error(phx_job_submit_hits(context.0, job.handle, std::ptr::null(), 1), PHX_E_NULL_POINTER, &["hits"]);
        let mut count = 0;
        let status = phx_job_take_rays(context.0, job.handle, std::ptr::null_mut(), 1, &raw mut count);
        assert_error(status, PHX_E_NULL_POINTER, &["out"]);
        let mut ray = zeroed();
        let status = phx_job_take_rays(context.0, job.handle, &raw mut ray, 1, std::ptr::null_mut());
        assert_error(status, PHX_E_NULL_POINTER, &["out_count"]);
    }
    assert_eq!(job.take(1).0[0].id, 10, "no ray was lost");
}

#[test]
fn the_first_of_two_different_hits_counts() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let army = Army::new(1);
    let desc = order(&context, PHX_SHAPE_GRID, MODES[1]);
    let job = Job::begin(context.0, &army, &desc, Some(&context.ground()));
    assert_eq!(job.step(u64::from(PHX_NO_LIMIT)), PHX_NEEDS_TRACES);
    let ray = job.take(1).0[0];
    let at =
        |height| PhxHit { kind: PHX_HIT_GROUND, point: [500.0, 300.0, height], normal: [0.0, 0.0, 1.0], id: ray.id };
    assert_eq!(job.submit(&[at(11.0), at(22.0)]), PHX_OK);
    assert_eq!(job.submit(&[at(33.0)]), PHX_OK);
    assert_eq!(job.wait(PHX_NO_LIMIT), PHX_OK);
    assert_eq!(job.submit(&[at(44.0)]), PHX_OK, "late and ignored");
    assert_eq!(job.finish(&army).army.goals, [[500.0, 300.0, 11.0]]);
}

#[test]
fn a_cancelled_job_tells_so_to_everybody_until_it_is_freed() {
    for threads in [1, 2] {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let (army, rough) = (mixed_army(90), rough_ground(&context));
        let desc = order(&context, PHX_SHAPE_GRID, MODES[1]);
        let job = Job::begin(context.0, &army, &desc, Some(&context.ground()));
        assert_eq!(job.wait(PHX_NO_LIMIT), PHX_NEEDS_TRACES);
        let hits: Vec<PhxHit> = job.take(5).0.iter().map(job_support::rough).collect();
        assert_eq!((job.cancel(), job.cancel()), (PHX_OK, PHX_OK));
        assert_error(job.submit(&hits), PHX_E_CANCELLED, &["cancelled"]);
        assert_eq!(job.submit(&[]), PHX_E_CANCELLED);
        assert_eq!(job.take(5).1, PHX_E_CANCELLED);
        assert_eq!((job.poll(), job.step(0)), (PHX_E_CANCELLED, PHX_E_CANCELLED));
        assert_eq!((job.wait(0), job.wait(PHX_NO_LIMIT)), (PHX_E_CANCELLED, PHX_E_CANCELLED));
        let answer = job.finish(&army);
        assert_eq!((answer.status, answer.army), (PHX_E_CANCELLED, army.clone()), "nothing is written");
        assert_eq!((job.free(), job.poll(), job.cancel()), (PHX_E_BAD_HANDLE, PHX_E_BAD_HANDLE, PHX_E_BAD_HANDLE));
        // Its buffers serve the next.
        let expected = directly(&context, &army, &desc, Some(&rough));
        let next = Job::begin(context.0, &army, &desc, Some(&context.ground()));
        assert_ne!(next.handle, job.handle);
        next.run(u64::from(PHX_NO_LIMIT), &mut random(5));
        assert_eq!(next.finish(&army), expected);
    }
}

#[test]
fn a_job_can_be_cancelled_after_any_number_of_steps_and_leaves_sound_buffers() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let (army, rough) = (mixed_army(70), rough_ground(&context));
    for mode in MODES {
        let desc = PhxFormationDesc { want_bound: 1, ..order(&context, PHX_SHAPE_GRID, mode) };
        let expected = directly(&context, &army, &desc, Some(&rough));
        let mut random = random(6);
        let mut most = 0;
        for steps in 0..10_000 {
            let job = Job::begin(context.0, &army, &desc, Some(&context.ground()));
            let mut status = PHX_IN_PROGRESS;
            for _ in 0..steps {
                status = job.step(0);
                if status == PHX_NEEDS_TRACES && steps % 3 > 0 {
                    job.answer_anyhow(&mut random);
                }
            }
            assert_eq!(job.cancel(), PHX_OK);
            assert_eq!(job.free(), PHX_E_CANCELLED);
            assert_eq!(directly(&context, &army, &desc, Some(&rough)), expected, "after {steps} steps");
            most = steps;
            if steps % 3 > 0 && matches!(status, PHX_OK | PHX_PARTIAL) {
                break;
            }
        }
        assert!(most > 8, "{most} steps are too few to be a test");
    }
}

#[test]
fn four_thousand_jobs_are_in_flight_at_once() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let (army, rough) = (mixed_army(12), rough_ground(&context));
    let descs = MODES.map(|mode| order(&context, PHX_SHAPE_GRID, mode));
    let expected = descs.each_ref().map(|desc| directly(&context, &army, desc, Some(&rough)));
    let jobs: Vec<Job> =
        (0..4096).map(|job| Job::begin(context.0, &army, &descs[job % 2], Some(&context.ground()))).collect();
    let mut left = jobs.clone();
    while !left.is_empty() {
        left.retain(|job| match job.step(0) {
            PHX_NEEDS_TRACES => {
                job.answer_all();
                true
            }
            status => status == PHX_IN_PROGRESS,
        });
    }
    for (index, job) in jobs.iter().enumerate() {
        assert_eq!(job.finish(&army), expected[index % 2]);
    }
    assert!(jobs.iter().all(|job| job.poll() == PHX_E_BAD_HANDLE));
}

#[test]
fn there_is_a_last_job_and_room_again_after_it() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let (army, desc) = (Army::new(0), order(&context, PHX_SHAPE_GRID, MODES[1]));
    let jobs: Vec<Job> = (0..PHX_MAX_JOBS).map(|_| Job::begin(context.0, &army, &desc, None)).collect();
    let mut handle = 77;
    assert_error(try_begin(context.0, &army, &desc, None, &mut handle), PHX_E_CAPACITY, &["16384"]);
    assert_eq!(handle, 77, "nothing is written");
    assert_eq!(jobs[5].wait(PHX_NO_LIMIT), PHX_OK);
    assert_eq!(jobs[5].finish(&army).status, PHX_OK);
    let next = Job::begin(context.0, &army, &desc, None);
    assert_eq!((jobs[5].poll(), next.poll()), (PHX_E_BAD_HANDLE, PHX_IN_PROGRESS));
}

#[test]
fn a_handle_is_good_for_one_job_of_one_context() {
    let contexts = [Context::new(PHX_FRAME_UNREAL, 1), Context::new(PHX_FRAME_UNREAL, 1)];
    let (army, desc) = (Army::new(3), order(&contexts[0], PHX_SHAPE_GRID, MODES[1]));
    let [first, second] = [0, 1].map(|context| Job::begin(contexts[context].0, &army, &desc, None));
    assert_ne!(first.handle, second.handle);
    let wrong = Job { handle: second.handle, ..first };
    for job in [wrong, Job { handle: 0, ..first }, Job { handle: 1 << 63, ..first }, Job { handle: u64::MAX, ..first }]
    {
        assert_error(job.poll(), PHX_E_BAD_HANDLE, &[&format!("{:#x}", job.handle)]);
        assert_eq!((job.step(0), job.wait(0), job.cancel()), (job.poll(), job.poll(), job.poll()));
        assert_eq!((job.take(1).1, job.submit(&[]), job.free()), (job.poll(), job.poll(), job.poll()));
    }
    assert_eq!(Job { context: first.handle, ..first }.poll(), PHX_E_BAD_HANDLE, "nor is it a context");
    let old = contexts[0].0;
    assert_eq!(phx_context_destroy(old), PHX_OK, "{}", last_error());
    assert_error(first.poll(), PHX_E_BAD_HANDLE, &["context"]);
    assert_eq!(second.wait(PHX_NO_LIMIT), PHX_OK);
}

#[test]
fn a_context_takes_its_jobs_with_it_whatever_they_do() {
    for threads in [1, 3] {
        for round in 0..20_u64 {
            let context = Context::new(PHX_FRAME_UNREAL, threads);
            let (army, desc) = (mixed_army(400), order(&context, PHX_SHAPE_GRID, MODES[1]));
            let mut random = random(round);
            for index in 0..12 {
                let ground = (index % 2 == 0).then(|| context.ground());
                let job = Job::begin(context.0, &army, &desc, ground.as_ref());
                match below(&mut random, 4) {
                    0 => {}
                    1 => assert!(job.step(0) >= 0),
                    2 => assert!(job.wait(1) >= 0),
                    _ => assert_eq!(job.cancel(), PHX_OK),
                }
            }
            assert_eq!(phx_context_destroy(context.0), PHX_OK, "{}", last_error());
        }
    }
}

#[test]
fn an_error_on_the_way_is_told_to_whoever_polls_and_ends_the_job() {
    for threads in [1, 2] {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let mut army = mixed_army(10);
        army.locations[3][0] = 1e9;
        let desc = order(&context, PHX_SHAPE_GRID, MODES[1]);
        let expected = directly(&context, &army, &desc, None);
        let text = last_error();
        let job = Job::begin(context.0, &army, &desc, None);
        while job.poll() == PHX_IN_PROGRESS {
            job.step(0);
        }
        std::thread::scope(|scope| {
            scope.spawn(|| {
                assert_eq!(job.poll(), expected.status);
                assert_eq!(last_error(), text, "another thread gets the text too");
            });
        });
        assert_eq!((job.step(0), job.wait(0)), (expected.status, expected.status));
        assert_eq!(job.finish(&army), expected);
        assert_eq!(last_error(), text);
        assert_eq!(job.poll(), PHX_E_BAD_HANDLE);
    }
}

#[test]
fn wrong_outputs_leave_the_job_to_be_finished_with_right_ones() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(30);
    army.locations.fill([1e39, 0.0, 0.0]);
    let untouched = army.clone();
    let desc = context.keep([1e39, 0.0, 0.0]);
    let expected = directly(&context, &army, &desc, None);
    let job = Job::begin(context.0, &army, &desc, None);
    assert_eq!(job.wait(PHX_NO_LIMIT), expected.status, "{}", last_error());
    // SAFETY: the pointers are to whole values or NULL.
    unsafe {
        let none = std::ptr::null_mut();
        let status = phx_job_finish_form_up(context.0, job.handle, std::ptr::null(), none);
        assert_error(status, PHX_E_NULL_POINTER, &["out"]);
        let mut out = army.out();
        out.goals.count = 29;
        let status = phx_job_finish_form_up(context.0, job.handle, &raw const out, none);
        assert_error(status, PHX_E_LENGTH_MISMATCH, &["goals", "29"]);
        let mut narrow = vec![[0.0_f32; 3]; 30];
        out.goals = PhxVec3ViewMut { data: narrow.as_mut_ptr().cast(), count: 30, stride: 0, scalar: PHX_SCALAR_F32 };
        let status = phx_job_finish_form_up(context.0, job.handle, &raw const out, none);
        assert_error(status, PHX_E_OUT_OF_RANGE, &["goals[0]"]);
    }
    assert_eq!(job.poll(), expected.status);
    assert_eq!(job.finish(&untouched), expected);
}

#[test]
fn what_a_job_is_begun_with_is_checked_at_once() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let (army, desc) = (Army::new(4), order(&context, PHX_SHAPE_GRID, MODES[1]));
    let agents = army.agents();
    let mut handle = 77;
    let begin = |agents: *const PhxAgents, desc: *const PhxFormationDesc, ground: *const PhxGround, out: *mut u64| {
        // SAFETY: NULL, or whole values.
        unsafe { phx_job_form_up(context.0, agents, desc, ground, out) }
    };
    let (none, out) = (std::ptr::null(), &raw mut handle);
    assert_error(begin(std::ptr::null(), &raw const desc, none, out), PHX_E_NULL_POINTER, &["agents"]);
    assert_error(begin(&raw const agents, std::ptr::null(), none, out), PHX_E_NULL_POINTER, &["desc"]);
    let status = begin(&raw const agents, &raw const desc, none, std::ptr::null_mut());
    assert_error(status, PHX_E_NULL_POINTER, &["out_job"]);
    let wrong = PhxFormationDesc { mode: 9, ..desc };
    assert_error(begin(&raw const agents, &raw const wrong, none, out), PHX_E_INVALID_ARGUMENT, &["desc.mode", "9"]);
    let steep = PhxGround { max_slope_degrees: -1.0, ..context.ground() };
    let status = begin(&raw const agents, &raw const desc, &raw const steep, out);
    assert_error(status, PHX_E_INVALID_ARGUMENT, &["ground.max_slope_degrees"]);
    let points = [[f64::NAN; 3]];
    let wrong = with_points(PhxFormationDesc { shape: PHX_SHAPE_POINTS, ..desc }, &points);
    assert_error(begin(&raw const agents, &raw const wrong, none, out), PHX_E_NOT_FINITE, &["desc.points[0]"]);
    assert_eq!(handle, 77);
}

#[test]
fn a_job_never_calls_the_callbacks_of_its_ground() {
    unsafe extern "C" fn never(_: *mut std::ffi::c_void, _: *const PhxRay, _: *mut PhxHit, _: u64) -> i32 {
        std::process::abort()
    }
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let (army, rough) = (mixed_army(40), rough_ground(&context));
    let desc = order(&context, PHX_SHAPE_GRID, MODES[1]);
    let expected = directly(&context, &army, &desc, Some(&rough));
    let ground = PhxGround { raycast_batch: Some(never), ..context.ground() };
    let job = Job::begin(context.0, &army, &desc, Some(&ground));
    job.run(0, &mut random(7));
    assert_eq!(job.finish(&army), expected);
}

#[test]
fn debug_items_are_queued_when_a_job_is_finished() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let army = Army::new(5);
    assert_eq!(phx_debug_enable(context.0, 7, 0), PHX_OK);
    let desc = PhxFormationDesc { debug_mask: 7, debug_key: 99, ..order(&context, PHX_SHAPE_GRID, MODES[1]) };
    let polled = || {
        let mut items: Vec<PhxDebugItem> = (0..64).map(|_| zeroed()).collect();
        let mut count = 0;
        // SAFETY: there is room for as many items.
        let status = unsafe {
            let (item, none) = (size::<PhxDebugItem>(), std::ptr::null_mut());
            phx_debug_poll(context.0, items.as_mut_ptr(), item, 64, &raw mut count, none)
        };
        assert_eq!(status, PHX_OK);
        items.truncate(count as usize);
        items
    };
    assert!(directly(&context, &army, &desc, None).status >= 0);
    let expected = polled();
    assert_eq!(expected.len(), 15);
    let jobs = [0, 1].map(|_| Job::begin(context.0, &army, &desc, None));
    assert!(jobs.iter().all(|job| job.wait(PHX_NO_LIMIT) == PHX_OK));
    assert_eq!(polled().len(), 0, "nothing is queued before");
    assert!(jobs[0].finish(&army).status >= 0);
    let (items, text) = (polled(), |items: &[PhxDebugItem]| format!("{items:?}"));
    assert_eq!(text(&items), text(&expected));
    assert_eq!((jobs[1].cancel(), jobs[1].free()), (PHX_OK, PHX_E_CANCELLED));
    assert_eq!(polled().len(), 0, "a cancelled job draws nothing");
}
