//! What the tests of jobs share: rough ground, the direct call on it, and a host that answers a job's rays as it likes.
#![allow(dead_code)]

#[path = "../ffi_support/mod.rs"]
mod ffi_support;

use std::ffi::c_void;

pub use ffi_support::*;
use phalanx::ffi::*;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;

pub fn random(seed: u64) -> Pcg32 {
    Pcg32::seed_from_u64(seed)
}

pub fn below(random: &mut Pcg32, count: usize) -> usize {
    ((u64::from(random.next_u32()) * count as u64) >> 32) as usize
}

pub fn shuffle<T>(items: &mut [T], random: &mut Pcg32) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(random, last + 1));
    }
}

/// Ground with holes, rocks and steep parts; sound around the center of the orders, which is (500, 300).
pub fn rough(ray: &PhxRay) -> PhxHit {
    let [x, y, _] = ray.origin;
    let cell = |scalar: f64| (scalar / 170.0).floor() as i64;
    let mixed = (cell(x).wrapping_mul(0x9E37_79B9) ^ cell(y).wrapping_mul(0x85EB_CA6B)).wrapping_mul(0xC2B2_AE35) >> 13;
    let height = 0.125 * x - 0.0625 * y;
    let ground = PhxHit { point: [x, y, height], normal: [0.0, 0.0, 2.0], kind: PHX_HIT_GROUND, id: ray.id };
    match mixed.rem_euclid(10) {
        _ if (x - 500.0).abs() < 5.0 && (y - 300.0).abs() < 5.0 => ground,
        0 => PhxHit { kind: PHX_HIT_NONE, ..ground },
        1 => PhxHit { kind: PHX_HIT_OBSTACLE, ..ground },
        2 => PhxHit { normal: [2.0, 0.0, 1.0], ..ground },
        _ => ground,
    }
}

unsafe extern "C" fn rough_batch(_user: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
    for index in 0..count as usize {
        // SAFETY: the library promises `count` rays and hits.
        unsafe { hits.add(index).write(rough(&*rays.add(index))) };
    }
    0
}

pub fn rough_ground(context: &Context) -> PhxGround {
    PhxGround { raycast_batch: Some(rough_batch), ..context.ground() }
}

/// An order to (500, 300).
pub fn order(context: &Context, shape: u32, mode: u32) -> PhxFormationDesc {
    PhxFormationDesc { mode, center: [500.0, 300.0, 0.0], ..context.desc(shape) }
}

/// An army of which some are wide.
pub fn mixed_army(count: usize) -> Army {
    let mut army = Army::new(count);
    army.radii.iter_mut().step_by(9).for_each(|radius| *radius = 110.0);
    army
}

/// Outputs of a call with its status, byte for byte.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub status: i32,
    pub army: Army,
    pub report: Vec<u8>,
}

pub fn report() -> PhxFormationReport {
    let mut report = zeroed();
    // SAFETY: the pointer is to a whole value.
    unsafe { phx_formation_report_init(&raw mut report, size::<PhxFormationReport>()) };
    report
}

fn bytes_of(report: &PhxFormationReport) -> Vec<u8> {
    // SAFETY: a struct without padding.
    unsafe { std::slice::from_raw_parts(std::ptr::from_ref(report).cast(), size_of::<PhxFormationReport>()) }.to_vec()
}

/// What the direct call gives.
pub fn directly(context: &Context, army: &Army, desc: &PhxFormationDesc, ground: Option<&PhxGround>) -> Answer {
    let mut army = army.clone();
    let (agents, out, mut report) = (army.agents(), army.out(), report());
    let ground = ground.map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: all pointers are to whole values that live through the call.
    let status =
        unsafe { phx_formation_form_up(context.0, &raw const agents, desc, ground, &raw const out, &raw mut report) };
    Answer { status, army, report: bytes_of(&report) }
}

/// A job that was begun.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub context: u64,
    pub handle: u64,
}

impl Job {
    pub fn begin(context: u64, army: &Army, desc: &PhxFormationDesc, ground: Option<&PhxGround>) -> Self {
        let mut handle = 0;
        let status = try_begin(context, army, desc, ground, &mut handle);
        assert_eq!(status, PHX_OK, "{}", last_error());
        assert_ne!(handle, 0);
        Self { context, handle }
    }

    pub fn poll(self) -> i32 {
        // SAFETY: NULL is allowed.
        unsafe { phx_job_poll(self.context, self.handle, std::ptr::null_mut()) }
    }

    pub fn info(self) -> PhxJobInfo {
        let mut info = zeroed();
        // SAFETY: the pointer is to a whole value.
        unsafe {
            assert_eq!(phx_job_info_init(&raw mut info, size::<PhxJobInfo>()), PHX_OK);
            let status = phx_job_poll(self.context, self.handle, &raw mut info);
            assert!(status >= 0, "{}", last_error());
        }
        info
    }

    pub fn step(self, budget_us: u64) -> i32 {
        phx_job_step(self.context, self.handle, budget_us)
    }

    pub fn wait(self, timeout_ms: u32) -> i32 {
        phx_job_wait(self.context, self.handle, timeout_ms)
    }

    pub fn cancel(self) -> i32 {
        phx_job_cancel(self.context, self.handle)
    }

    /// Up to `capacity` rays, and the status.
    pub fn take(self, capacity: usize) -> (Vec<PhxRay>, i32) {
        let mut rays: Vec<PhxRay> = (0..capacity).map(|_| zeroed()).collect();
        let mut count = 0;
        // SAFETY: there is room for as many rays.
        let status =
            unsafe { phx_job_take_rays(self.context, self.handle, rays.as_mut_ptr(), capacity as u64, &raw mut count) };
        if status >= 0 {
            rays.truncate(count as usize);
        }
        (rays, status)
    }

    pub fn submit(self, hits: &[PhxHit]) -> i32 {
        // SAFETY: a slice of hits.
        unsafe { phx_job_submit_hits(self.context, self.handle, hits.as_ptr(), hits.len() as u64) }
    }

    /// Answers all rays of the batch at once.
    pub fn answer_all(self) {
        let (rays, status) = self.take(self.info().rays_to_take as usize);
        assert_eq!(status, PHX_OK);
        let hits: Vec<PhxHit> = rays.iter().map(rough).collect();
        assert_eq!(self.submit(&hits), PHX_OK, "{}", last_error());
    }

    /// Takes rays in pieces and answers them shuffled, in pieces, some twice, until the job has what it needs.
    pub fn answer_anyhow(self, random: &mut Pcg32) {
        let mut open: Vec<PhxHit> = Vec::new();
        loop {
            let (rays, status) = self.take(1 + below(random, 40));
            open.extend(rays.iter().map(rough));
            shuffle(&mut open, random);
            let count = below(random, open.len() + 1);
            let mut part: Vec<PhxHit> = open.drain(..count).collect();
            if let Some(first) = part.first().copied() {
                // A second, different answer to a ray is ignored.
                part.push(PhxHit { kind: PHX_HIT_OBSTACLE, ..first });
            }
            let answered = self.submit(&part);
            assert!(answered == PHX_OK || answered == PHX_NEEDS_TRACES, "{}", last_error());
            if answered == PHX_OK && status == PHX_OK && open.is_empty() {
                return;
            }
        }
    }

    /// Runs it on this thread with steps of `budget_us`, answering anyhow. Returns the number of steps.
    pub fn run(self, budget_us: u64, random: &mut Pcg32) -> usize {
        let mut progress = 0.0;
        for steps in 1..100_000 {
            let info = self.info();
            assert!(info.progress >= progress && info.progress <= 1.0);
            progress = info.progress;
            match self.step(budget_us) {
                PHX_OK | PHX_PARTIAL => return steps,
                PHX_NEEDS_TRACES => self.answer_anyhow(random),
                status => assert_eq!(status, PHX_IN_PROGRESS, "{}", last_error()),
            }
        }
        panic!("it does not end");
    }

    /// Writes into a copy of the army's buffers.
    pub fn finish(self, army: &Army) -> Answer {
        let mut army = army.clone();
        let (out, mut report) = (army.out(), report());
        // SAFETY: the pointers are to whole values that live through the call.
        let status = unsafe { phx_job_finish_form_up(self.context, self.handle, &raw const out, &raw mut report) };
        Answer { status, army, report: bytes_of(&report) }
    }

    /// Frees a job that failed or was cancelled.
    pub fn free(self) -> i32 {
        // SAFETY: outputs are looked at only where a job is done.
        unsafe { phx_job_finish_form_up(self.context, self.handle, std::ptr::null(), std::ptr::null_mut()) }
    }
}

pub fn try_begin(
    context: u64,
    army: &Army,
    desc: &PhxFormationDesc,
    ground: Option<&PhxGround>,
    handle: &mut u64,
) -> i32 {
    let agents = army.agents();
    let ground = ground.map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: all pointers are to whole values that live through the call.
    unsafe { phx_job_form_up(context, &raw const agents, desc, ground, handle) }
}
