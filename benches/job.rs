//! What jobs cost over the direct call, and what a frame pays for the small calls: polls, debug items, slices of time.
//!
//! `cargo bench --bench job -- [parts]…` (default all: overhead poll debug threads slices; `slices=N` for N agents alone)

use std::hint::black_box;
use std::mem::size_of;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use phalanx::debug_draw::{CATEGORY_GOAL, DebugItem, DebugQueue, Figure};
use phalanx::ffi::*;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Repetitions of which the median is told.
const RUNS: usize = 201;

fn main() {
    let parts: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|given| given == part);
    if wanted("overhead") {
        overhead();
    }
    if wanted("poll") {
        poll();
    }
    if wanted("debug") {
        debug();
    }
    if wanted("threads") {
        threads();
    }
    let sizes: Vec<usize> = parts.iter().filter_map(|part| part.strip_prefix("slices=")?.parse().ok()).collect();
    if wanted("slices") || !sizes.is_empty() {
        slices(if sizes.is_empty() { &[1000, 10_000, 100_000] } else { &sizes });
    }
}

/// A job from begin to finish against the direct call, in turns, in one run.
fn overhead() {
    for on_ground in [false, true] {
        let mut army = Army::new(1000, 1);
        let ground = on_ground.then_some(&army.ground).copied();
        let (mut direct, mut job) = (Vec::new(), Vec::new());
        for run in 0..RUNS + 20 {
            let direct_time = thread_time(|| army.direct(ground.as_ref()));
            let job_time = thread_time(|| army.job(ground.as_ref()));
            if run >= 20 {
                direct.push(direct_time);
                job.push(job_time);
            }
        }
        let difference = direct.iter().zip(&job).map(|(direct, job)| job - direct).collect();
        println!(
            "1000 agents, ground {on_ground}: direct {:.1} us, job {:.1} us, overhead {:.1} us (medians of {RUNS}, CPU time)",
            1e6 * median(direct),
            1e6 * median(job),
            1e6 * median(difference)
        );
    }
}

fn poll() {
    let mut army = Army::new(100, 1);
    let handles: Vec<u64> = (0..4096).map(|_| army.begin(None)).collect();
    let mut info = zeroed::<PhxJobInfo>();
    let times = (0..RUNS)
        .map(|_| {
            thread_time(|| {
                for handle in &handles {
                    // SAFETY: the pointer is to a live local.
                    unsafe {
                        info.struct_size = size_of::<PhxJobInfo>() as u32;
                        assert_eq!(black_box(phx_job_poll(army.context, *handle, &mut info)), PHX_IN_PROGRESS);
                    }
                }
            }) / handles.len() as f64
        })
        .collect();
    println!("poll of each of 4096 jobs: {:.0} ns", 1e9 * median(times));
}

fn debug() {
    let item = DebugItem {
        figure: Figure::Circle,
        category: CATEGORY_GOAL,
        from: glam::DVec3::ONE,
        to: glam::DVec3::ONE,
        radius: 40.0,
        color: 0xFFFF_FFFF,
        key: 1,
    };
    const ITEMS: usize = 100_000;
    let items = vec![item; 100];
    let queue = DebugQueue::default();
    queue.enable(CATEGORY_GOAL, ITEMS as u64);
    let pushes = (0..RUNS / 4)
        .map(|_| {
            let time = thread_time(|| {
                for _ in 0..ITEMS / items.len() {
                    let call = queue.begin(CATEGORY_GOAL, 1).expect("it is enabled");
                    queue.finish(call, black_box(&items));
                }
            });
            queue.poll(ITEMS, |_, item| {
                black_box(item);
            });
            time / ITEMS as f64
        })
        .collect();
    println!("debug push: {:.1} ns an item, in calls of {} items", 1e9 * median(pushes), items.len());

    let mut army = Army::new(ITEMS / 100, 1);
    let mut room = vec![zeroed::<PhxDebugItem>(); ITEMS];
    army.desc.debug_mask = PHX_DEBUG_CATEGORY_GOAL;
    army.desc.mode = PHX_MODE_KEEP_FORMATION;
    assert_eq!(phx_debug_enable(army.context, PHX_DEBUG_CATEGORY_GOAL, ITEMS as u64), PHX_OK);
    let drains = (0..RUNS / 4)
        .map(|_| {
            (0..100).for_each(|_| army.direct(None));
            let mut count = 0;
            let time = thread_time(|| {
                // SAFETY: there is room for as many items.
                let status = unsafe {
                    let (item, none) = (size_of::<PhxDebugItem>() as u32, std::ptr::null_mut());
                    phx_debug_poll(army.context, room.as_mut_ptr(), item, ITEMS as u64, &mut count, none)
                };
                assert_eq!(status, PHX_OK);
            });
            assert_eq!(count as usize, ITEMS);
            time
        })
        .collect();
    println!("drain of {ITEMS} debug items: {:.2} ms", 1e3 * median(drains));
}

/// Four threads that call on one context, against one thread, and against four with a context each: by wall clock, so that
/// the machine should do nothing else. On a busy one the second number says what sharing costs.
fn threads() {
    const CALLS: usize = 100;
    let shared = context(1);
    let throughput = |threads: usize, own: bool| {
        let army = || if own { Army::new(1000, 1) } else { Army::on(shared, 1000) };
        let mut armies: Vec<Army> = (0..threads).map(|_| army()).collect();
        armies.iter_mut().for_each(|army| army.direct(None));
        let began = Instant::now();
        std::thread::scope(|scope| {
            for army in &mut armies {
                scope.spawn(|| (0..CALLS).for_each(|_| army.direct(None)));
            }
        });
        (threads * CALLS) as f64 / began.elapsed().as_secs_f64()
    };
    let (mut to_one, mut to_own) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        let four = throughput(4, false);
        to_one.push(four / throughput(1, false));
        to_own.push(four / throughput(4, true));
    }
    println!(
        "four threads on one context: {:.2} times the calls of one thread, {:.2} times those of four on their own contexts \
         (medians of 15, {} cores)",
        median(to_one),
        median(to_own),
        std::thread::available_parallelism().map_or(0, usize::from)
    );
    phx_context_destroy(shared);
}

/// How long a step takes that has two milliseconds, and the smallest step.
fn slices(sizes: &[usize]) {
    for size in sizes {
        let mut army = Army::new(*size, 1);
        army.direct(None);
        let whole = thread_time(|| army.direct(None));
        for budget in [Duration::from_millis(2), Duration::ZERO] {
            let handle = army.begin(None);
            let (mut steps, mut longest, mut at, mut over) = (0, 0.0, 0, Vec::new());
            loop {
                let mut status = 0;
                let time = thread_time(|| status = phx_job_step(army.context, handle, budget.as_micros() as u64));
                steps += 1;
                if time > longest {
                    (longest, at) = (time, steps);
                }
                if time > 3e-3 {
                    over.push((steps, (1e4 * time).round() / 10.0));
                }
                match status {
                    PHX_IN_PROGRESS => {}
                    PHX_OK => break,
                    other => panic!("status {other}"),
                }
            }
            army.finish(handle);
            println!(
                "{size:>6} agents, direct {:.2} ms, steps of {budget:?}: {steps}, the longest {:.2} ms (number {at}); over 3 ms: {over:?}",
                1e3 * whole,
                1e3 * longest
            );
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Seconds of this thread's CPU time.
fn thread_time(body: impl FnOnce()) -> f64 {
    let began = ThreadTime::now();
    body();
    began.elapsed().as_secs_f64()
}

fn zeroed<T: Copy>() -> T {
    // SAFETY: used for structs of numbers, raw pointers and nullable functions, for all of which zero is a value.
    unsafe { std::mem::zeroed() }
}

fn context(threads: u32) -> u64 {
    let (mut desc, mut context) = (zeroed::<PhxContextDesc>(), 0);
    // SAFETY: the pointers are to live locals.
    unsafe {
        assert_eq!(phx_context_desc_init(&mut desc, size_of::<PhxContextDesc>() as u32, PHX_FRAME_UNREAL), PHX_OK);
        desc.thread_count = threads;
        assert_eq!(phx_context_create(&desc, &mut context), PHX_OK);
    }
    context
}

/// Level ground.
unsafe extern "C" fn level(_: *mut std::ffi::c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
    for index in 0..count as usize {
        // SAFETY: the library promises `count` rays and hits.
        unsafe { hits.add(index).write(hit_of(&*rays.add(index))) };
    }
    0
}

fn hit_of(ray: &PhxRay) -> PhxHit {
    let [x, y, _] = ray.origin;
    PhxHit { point: [x, y, 7.0], normal: [0.0, 0.0, 1.0], kind: PHX_HIT_GROUND, id: ray.id }
}

/// What the views of an army show.
struct Memory {
    _locations: Vec<[f64; 3]>,
    _radii: Vec<f32>,
    _ids: Vec<u64>,
    _goals: Vec<[f64; 3]>,
    _slots: Vec<u32>,
}

/// A scattered army, its order to a grid, and where its results go.
struct Army {
    context: u64,
    owns_context: bool,
    agents: PhxAgents,
    desc: PhxFormationDesc,
    out: PhxFormationOut,
    ground: PhxGround,
    rays: Vec<PhxRay>,
    hits: Vec<PhxHit>,
    #[expect(dead_code, reason = "the views show it")]
    memory: Memory,
}

// SAFETY: its pointers are to its own memory.
unsafe impl Send for Army {}

impl Army {
    fn new(size: usize, threads: u32) -> Self {
        let mut army = Self::on(context(threads), size);
        army.owns_context = true;
        army
    }

    fn on(context: u64, size: usize) -> Self {
        let mut random = Pcg64::seed_from_u64(size as u64);
        let mut uniform = || random.next_u32() as f64 / f64::from(u32::MAX) - 0.5;
        let width = 1.5 * 100.0 * (size as f64 * 2.0).sqrt();
        let locations: Vec<[f64; 3]> = (0..size).map(|_| [uniform() * width, uniform() * width / 2.0, 0.0]).collect();
        let (radii, ids) = (vec![40.0_f32; size], (1..=size as u64).collect::<Vec<u64>>());
        let (mut goals, mut slots) = (vec![[0.0; 3]; size], vec![0_u32; size]);
        let (mut agents, mut desc, mut out) =
            (zeroed::<PhxAgents>(), zeroed::<PhxFormationDesc>(), zeroed::<PhxFormationOut>());
        let mut ground = zeroed::<PhxGround>();
        // SAFETY: the pointers are to live locals.
        unsafe {
            assert_eq!(phx_agents_init(&mut agents, size_of::<PhxAgents>() as u32), PHX_OK);
            let bytes = size_of::<PhxFormationDesc>() as u32;
            assert_eq!(phx_formation_desc_init(context, &mut desc, bytes, PHX_SHAPE_GRID), PHX_OK);
            assert_eq!(phx_formation_out_init(&mut out, size_of::<PhxFormationOut>() as u32), PHX_OK);
            assert_eq!(phx_ground_init(context, &mut ground, size_of::<PhxGround>() as u32), PHX_OK);
        }
        let count = size as u64;
        agents.count = count;
        agents.locations = PhxVec3View { data: locations.as_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };
        agents.radii = PhxF32View { data: radii.as_ptr().cast(), count, stride: 0, reserved: 0 };
        agents.unique_ids = PhxU64View { data: ids.as_ptr().cast(), count, stride: 0, reserved: 0 };
        out.goals = PhxVec3ViewMut { data: goals.as_mut_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };
        out.slots = PhxU32ViewMut { data: slots.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        desc.center = [50_000.0, 20_000.0, 0.0];
        ground.raycast_batch = Some(level);
        let memory = Memory { _locations: locations, _radii: radii, _ids: ids, _goals: goals, _slots: slots };
        Self { context, owns_context: false, agents, desc, out, ground, rays: Vec::new(), hits: Vec::new(), memory }
    }

    fn direct(&mut self, ground: Option<&PhxGround>) {
        let ground = ground.map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: the structs and their memory live.
        let status = unsafe {
            let none = std::ptr::null_mut();
            phx_formation_form_up(self.context, &self.agents, &self.desc, ground, &self.out, none)
        };
        assert_eq!(status, PHX_OK);
    }

    fn begin(&mut self, ground: Option<&PhxGround>) -> u64 {
        let ground = ground.map_or(std::ptr::null(), std::ptr::from_ref);
        let mut handle = 0;
        // SAFETY: the structs and their memory live.
        let status = unsafe { phx_job_form_up(self.context, &self.agents, &self.desc, ground, &mut handle) };
        assert_eq!(status, PHX_OK);
        handle
    }

    fn finish(&mut self, handle: u64) {
        // SAFETY: the struct and its memory live.
        let status = unsafe { phx_job_finish_form_up(self.context, handle, &self.out, std::ptr::null_mut()) };
        assert_eq!(status, PHX_OK);
    }

    fn job(&mut self, ground: Option<&PhxGround>) {
        let handle = self.begin(ground);
        while phx_job_step(self.context, handle, u64::from(PHX_NO_LIMIT)) == PHX_NEEDS_TRACES {
            self.rays.resize(4096, zeroed());
            let mut count = 0;
            // SAFETY: there is room for as many rays, and there are as many hits.
            unsafe {
                phx_job_take_rays(self.context, handle, self.rays.as_mut_ptr(), 4096, &mut count);
                self.hits.clear();
                self.hits.extend(self.rays[..count as usize].iter().map(hit_of));
                phx_job_submit_hits(self.context, handle, self.hits.as_ptr(), count);
            }
        }
        self.finish(handle);
    }
}

impl Drop for Army {
    fn drop(&mut self) {
        if self.owns_context {
            phx_context_destroy(self.context);
        }
    }
}
