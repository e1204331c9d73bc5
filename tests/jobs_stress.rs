//! Jobs under everything at once: many threads poll, step, answer, wait, cancel and finish the same jobs and destroy the
//! contexts under them. Nothing dead-locks, every status is one that the page allows, and whoever finishes gets the bytes of
//! the direct call.

mod job_support;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use job_support::*;
use phalanx::ffi::*;
use rand_pcg::Pcg32;

const THREADS: u64 = 8;
const ROUNDS: u64 = 24;
const MOST_ROUNDS: u64 = 30 * ROUNDS;
const ACTIONS: usize = 220;

/// What a call that goes by a job's state answers.
const STATES: &[i32] = &[PHX_OK, PHX_PARTIAL, PHX_IN_PROGRESS, PHX_NEEDS_TRACES];

/// What all threads see.
struct Field {
    context: u64,
    army: Army,
    desc: PhxFormationDesc,
    rules: PhxGround,
    rough: PhxGround,
    expected: Answer,
    jobs: Mutex<Vec<Job>>,
    finished: AtomicU64,
    destroyed: AtomicBool,
}

// SAFETY: the pointers in the structs are NULL or functions.
unsafe impl Sync for Field {}

impl Field {
    fn new(threads: u32, mode: u32) -> Self {
        let context = Context::new(PHX_FRAME_UNREAL, threads);
        let (army, desc) = (mixed_army(60), order(&context, PHX_SHAPE_GRID, mode));
        let rough = rough_ground(&context);
        let expected = directly(&context, &army, &desc, Some(&rough));
        assert!(expected.status >= 0, "{}", last_error());
        let (rules, handle) = (context.ground(), context.0);
        std::mem::forget(context);
        let (jobs, finished, destroyed) = (Mutex::default(), AtomicU64::new(0), AtomicBool::new(false));
        Self { context: handle, army, desc, rules, rough, expected, jobs, finished, destroyed }
    }

    /// Fails on a status that nobody is told; an unknown handle is one only once somebody finished or destroyed.
    fn allow(&self, what: &str, status: i32, others: &[i32]) {
        let always = [PHX_E_BAD_HANDLE, PHX_E_CANCELLED];
        assert!(always.contains(&status) || others.contains(&status), "{what}: {status}, {}", last_error());
    }

    fn any_job(&self, random: &mut Pcg32) -> Option<Job> {
        let jobs = self.jobs.lock().unwrap();
        (!jobs.is_empty()).then(|| jobs[below(random, jobs.len())])
    }

    fn act(&self, may_destroy: bool, random: &mut Pcg32) {
        let action = below(random, 100);
        let Some(job) = self.any_job(random).filter(|_| action >= 12) else {
            let mut handle = 0;
            let status = try_begin(self.context, &self.army, &self.desc, Some(&self.rules), &mut handle);
            self.allow("begin", status, &[PHX_OK]);
            if status == PHX_OK {
                self.jobs.lock().unwrap().push(Job { context: self.context, handle });
            }
            return;
        };
        match action {
            12..30 => self.allow("poll", job.poll(), STATES),
            30..50 => self.allow("step", job.step([0, 50, u64::from(PHX_NO_LIMIT)][below(random, 3)]), STATES),
            50..58 => self.allow("wait", job.wait([0, 1, 3][below(random, 3)]), STATES),
            58..80 => self.answer(job, random),
            80..94 => self.finish(job),
            94..97 => self.allow("cancel", job.cancel(), &[PHX_OK]),
            97..99 if may_destroy => self.destroy(),
            _ => self.form_up(),
        }
    }

    /// Answers what there is to take, in two parts.
    fn answer(&self, job: Job, random: &mut Pcg32) {
        let (rays, status) = job.take(200);
        self.allow("take", status, &[PHX_OK, PHX_MORE]);
        if status < 0 {
            return;
        }
        let mut hits: Vec<PhxHit> = rays.iter().map(rough).collect();
        shuffle(&mut hits, random);
        let (first, second) = hits.split_at(below(random, hits.len() + 1));
        for part in [second, first] {
            self.allow("submit", job.submit(part), &[PHX_OK, PHX_NEEDS_TRACES]);
        }
    }

    fn finish(&self, job: Job) {
        let answer = job.finish(&self.army);
        self.allow("finish", answer.status, STATES);
        if matches!(answer.status, PHX_OK | PHX_PARTIAL) {
            assert_eq!(answer, self.expected);
            self.finished.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn form_up(&self) {
        let mut army = self.army.clone();
        let status = army.form_up(self.context, &self.desc, Some(&self.rough));
        self.allow("direct", status, &[self.expected.status]);
        assert!(status < 0 || army == self.expected.army);
    }

    fn destroy(&self) {
        let status = phx_context_destroy(self.context);
        self.allow("destroy", status, &[PHX_OK, PHX_E_BUSY]);
        self.destroyed.fetch_or(status == PHX_OK, Ordering::SeqCst);
    }
}

#[test]
fn eight_threads_on_the_same_jobs_neither_dead_lock_nor_disturb_a_result() {
    let (mut finished, mut destroyed) = (0, 0);
    // How many jobs come to their end before their context is destroyed depends on what else the machine does.
    for round in 0..MOST_ROUNDS {
        if round >= ROUNDS && finished > 20 && destroyed > 0 {
            break;
        }
        let mode = [PHX_MODE_KEEP_FORMATION, PHX_MODE_REFORM_THE_LINE][round as usize % 2];
        let field = Field::new([1, 3, 2][round as usize % 3], mode);
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let field = &field;
                scope.spawn(move || {
                    let mut random = random(1000 * round + thread);
                    (0..ACTIONS).for_each(|action| field.act(2 * action > ACTIONS, &mut random));
                });
            }
        });
        finished += field.finished.load(Ordering::SeqCst);
        destroyed += u64::from(field.destroyed.load(Ordering::SeqCst));
        let expected = if field.destroyed.load(Ordering::SeqCst) { PHX_E_BAD_HANDLE } else { PHX_OK };
        assert_eq!(phx_context_destroy(field.context), expected, "{}", last_error());
    }
    assert!(finished > 20 && destroyed > 0, "{finished} finished, {destroyed} destroyed: too few to be a test");
}

/// A large army's job, again until `happened`: what a machine does at the same time cannot be told beforehand.
fn until_it_happens(mut happened: impl FnMut(Job, &Army) -> bool) {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let (army, desc) = (mixed_army(4000), order(&context, PHX_SHAPE_GRID, PHX_MODE_REFORM_THE_LINE));
    let seen = (0..200).any(|_| happened(Job::begin(context.0, &army, &desc, None), &army));
    assert!(seen, "two threads were never at one job at the same time");
}

#[test]
fn a_poll_never_waits_for_the_thread_that_works() {
    until_it_happens(|job, army| {
        let (polls, steps) = std::thread::scope(|scope| {
            let worker = scope.spawn(|| job.step(u64::from(PHX_NO_LIMIT)));
            let (mut polls, mut steps) = (0, 0);
            while job.poll() == PHX_IN_PROGRESS {
                if job.info().state == PHX_JOB_STATE_WORKING {
                    polls += 1;
                    // The second of two threads on one job has nothing to do, and says so.
                    steps += u64::from(job.step(u64::from(PHX_NO_LIMIT)) == PHX_IN_PROGRESS);
                }
            }
            assert!(worker.join().unwrap() >= 0);
            (polls, steps)
        });
        assert!(job.finish(army).status >= 0);
        polls > 10 && steps > 0
    });
}

#[test]
fn a_cancel_from_another_thread_stops_the_one_that_works_and_those_who_wait() {
    until_it_happens(|job, _| {
        let ends = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..3).map(|_| scope.spawn(move || job.wait(PHX_NO_LIMIT))).collect();
            while job.poll() == PHX_IN_PROGRESS && job.info().state != PHX_JOB_STATE_WORKING {}
            assert_eq!(job.cancel(), PHX_OK);
            workers.into_iter().map(|worker| worker.join().unwrap()).collect::<Vec<i32>>()
        });
        assert_eq!(job.free(), PHX_E_CANCELLED);
        assert!(ends.iter().all(|end| [PHX_E_CANCELLED, PHX_OK, PHX_PARTIAL].contains(end)));
        ends == [PHX_E_CANCELLED; 3]
    });
}
