//! The main call as a game makes it, through the C surface, against its peers in the same run: an exact solver on the
//! same integer costs, the greedy that games write, and the sort of as many keys (a measure of the machine).
//!
//! `cargo bench --bench form_up -- [sizes]… [alone]` (default 1000 2000 10000 100000; alone: one call, no peers, for
//! counting instructions)

use std::ffi::c_void;
use std::hint::black_box;
use std::mem::size_of;
use std::sync::atomic::{AtomicUsize, Ordering};

use cpu_time::ThreadTime;
use glam::{DVec2, I64Vec2};
use pathfinding::prelude::{Matrix, kuhn_munkres_min};
use phalanx::ffi::*;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Calls of which the median is told.
const RUNS: usize = 10;
/// The exact solver takes seconds above this.
const MOST_FOR_EXACT: usize = 2000;
/// The greedy takes seconds above this; it runs once there.
const MOST_FOR_REPEATED_GREEDY: usize = 20_000;

fn main() {
    let alone = std::env::args().any(|argument| argument == "alone");
    let blockers = std::env::args().find_map(|argument| argument.strip_prefix("blockers=")?.parse().ok()).unwrap_or(0);
    let mut sizes: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1000, 2000, 10_000, 100_000];
    }
    if alone {
        sizes.iter().for_each(|size| drop(Army::scattered(*size, blockers).goals()));
        return;
    }
    let counted = count_memory();
    println!("ReformTheLine on a grid of pitch 100, scatter 1.5 times as wide as the lattice; one thread, CPU time,");
    println!("median of {RUNS}; cost is squared and centred, as a ratio to ours; memory is the peak above the inputs.");
    println!(
        "Radius 40, and 80 for {blockers} agents in 100 (argument blockers=N), which the peers know nothing of.\n"
    );
    println!(
        "{:>8} {:>10} {:>9} {:>11} {:>9} {:>11} {:>9} {:>9} {:>9}",
        "agents", "ours ms", "MB", "exact ms", "cost", "greedy ms", "cost", "sort ms", "growth"
    );
    let mut before: Option<(usize, f64)> = None;
    for size in sizes {
        let army = Army::scattered(size, blockers);
        let (ours, peak) = army.time_ours(counted);
        let own_cost = army.cost(&army.goals());
        let (exact_ms, exact_cost) = match size <= MOST_FOR_EXACT {
            true => army.time_exact(own_cost),
            false => ("-".into(), "-".into()),
        };
        let (greedy_ms, greedy_cost) = army.time_greedy();
        let growth = before.map_or("-".into(), |(_, earlier)| format!("{:.1} x", ours / earlier));
        println!(
            "{size:>8} {ours:>10.3} {:>9.1} {exact_ms:>11} {exact_cost:>9} {greedy_ms:>11.3} {:>9.3} {:>9.3} {growth:>9}",
            peak as f64 / 1e6,
            greedy_cost / own_cost,
            time_sort(size),
        );
        before = Some((size, ours));
    }
}

/// An army before a grid of pitch 100, and the buffers that its goals come back in.
struct Army {
    locations: Vec<[f64; 3]>,
    radii: Vec<f32>,
    ids: Vec<u64>,
    context: u64,
}

impl Army {
    /// `blockers` agents in 100 are too wide for a neighbour.
    fn scattered(size: usize, blockers: u32) -> Self {
        let mut random = Pcg64::seed_from_u64(size as u64);
        let mut uniform = || random.next_u32() as f64 / f64::from(u32::MAX) - 0.5;
        let width = 1.5 * 100.0 * (size as f64 * 2.0).sqrt();
        let locations = (0..size).map(|_| [uniform() * width, uniform() * width / 2.0, 0.0]).collect();
        let mut desc = zeroed_context_desc();
        let mut context = 0;
        desc.thread_count = 1;
        // SAFETY: both pointers are to live locals.
        let status = unsafe { phx_context_create(&desc, &mut context) };
        assert_eq!(status, 0);
        let radii = (0..size).map(|_| if random.next_u32() % 100 < blockers { 80.0 } else { 40.0 }).collect();
        Self { locations, radii, ids: (1..=size as u64).collect(), context }
    }

    fn form_up(&self, goals: &mut [[f64; 3]], slots: &mut [u32]) {
        let size = self.locations.len() as u64;
        // SAFETY: the descriptions are plain numbers for which zero is a value; the views point at live slices.
        unsafe {
            let mut agents: PhxAgents = std::mem::zeroed();
            let mut desc: PhxFormationDesc = std::mem::zeroed();
            let mut out: PhxFormationOut = std::mem::zeroed();
            assert_eq!(phx_agents_init(&mut agents, size_of::<PhxAgents>() as u32), 0);
            let shape = phx_formation_desc_init(self.context, &mut desc, size_of::<PhxFormationDesc>() as u32, 1);
            assert_eq!(shape, 0);
            assert_eq!(phx_formation_out_init(&mut out, size_of::<PhxFormationOut>() as u32), 0);
            agents.count = size;
            (agents.locations.data, agents.locations.count) = (self.locations.as_ptr().cast(), size);
            agents.locations.scalar = PHX_SCALAR_F64;
            (agents.radii.data, agents.radii.count) = (self.radii.as_ptr().cast(), size);
            (agents.unique_ids.data, agents.unique_ids.count) = (self.ids.as_ptr().cast(), size);
            desc.center = [50_000.0, 20_000.0, 0.0];
            (out.goals.data, out.goals.count) = (goals.as_mut_ptr().cast(), size);
            out.goals.scalar = PHX_SCALAR_F64;
            (out.slots.data, out.slots.count) = (slots.as_mut_ptr().cast(), size);
            let null = std::ptr::null();
            assert_eq!(phx_formation_form_up(self.context, &agents, &desc, null, &out, std::ptr::null_mut()), 0);
        }
    }

    fn goals(&self) -> Vec<DVec2> {
        let mut goals = vec![[0.0; 3]; self.locations.len()];
        self.form_up(&mut goals, &mut vec![0; self.locations.len()]);
        goals.iter().map(|goal| DVec2::new(goal[0], goal[1])).collect()
    }

    /// Milliseconds, and the library's memory at its peak.
    fn time_ours(&self, counted: &Memory) -> (f64, usize) {
        let mut goals = vec![[0.0; 3]; self.locations.len()];
        let mut slots = vec![0; self.locations.len()];
        counted.peak.store(counted.live.load(Ordering::Relaxed), Ordering::Relaxed);
        let before = counted.live.load(Ordering::Relaxed);
        let time = median(RUNS, || self.form_up(&mut goals, &mut slots));
        black_box(&goals);
        (time, counted.peak.load(Ordering::Relaxed) - before)
    }

    /// Summed squared walks, both sides centred, in square units.
    fn cost(&self, goals: &[DVec2]) -> f64 {
        let walks = || goals.iter().zip(&self.locations).map(|(goal, from)| *goal - DVec2::new(from[0], from[1]));
        let mean = walks().sum::<DVec2>() / goals.len() as f64;
        walks().map(|walk| (walk - mean).length_squared()).sum()
    }

    /// Both sides in whole quanta, centred as the library does it.
    fn whole_numbers(&self) -> (Vec<I64Vec2>, Vec<I64Vec2>) {
        let round = |at: DVec2| I64Vec2::new((at.x * 256.0).round() as i64, (at.y * 256.0).round() as i64);
        let from: Vec<DVec2> = self.locations.iter().map(|at| DVec2::new(at[0], at[1])).collect();
        let mean = from.iter().sum::<DVec2>() / from.len() as f64;
        let center = DVec2::new(50_000.0, 20_000.0);
        let agents = from.iter().map(|at| round(*at - mean)).collect();
        (agents, self.goals().iter().map(|goal| round(*goal - center)).collect())
    }

    /// The exact solver over the slots in use, once.
    fn time_exact(&self, own_cost: f64) -> (String, String) {
        let (agents, slots) = self.whole_numbers();
        let start = ThreadTime::now();
        let weights = Matrix::from_fn(agents.len(), slots.len(), |(agent, slot)| {
            let walk = agents[agent] - slots[slot];
            walk.x * walk.x + walk.y * walk.y
        });
        let (_, slot_of) = kuhn_munkres_min(&weights);
        let time = start.elapsed().as_secs_f64() * 1e3;
        let goals = self.goals();
        let optimum = self.cost(&slot_of.iter().map(|slot| goals[*slot]).collect::<Vec<_>>());
        (format!("{time:.0}"), format!("{:.5}", optimum / own_cost))
    }

    /// Each agent in turn takes the nearest free slot, found through a grid of cells: what games write.
    fn time_greedy(&self) -> (f64, f64) {
        let (agents, slots) = self.whole_numbers();
        let cells = Cells::new(&slots);
        let mut slot_of = Vec::new();
        let runs = if agents.len() <= MOST_FOR_REPEATED_GREEDY { RUNS } else { 1 };
        let time = median(runs, || slot_of = cells.greedy(&agents));
        let goals = self.goals();
        (time, self.cost(&slot_of.iter().map(|slot| goals[*slot as usize]).collect::<Vec<_>>()))
    }
}

impl Drop for Army {
    fn drop(&mut self) {
        phx_context_destroy(self.context);
    }
}

/// Slots in square cells of one pitch.
struct Cells<'a> {
    slots: &'a [I64Vec2],
    low: I64Vec2,
    columns: i64,
    rows: i64,
    cells: Vec<Vec<u32>>,
}

const PITCH: i64 = 100 * 256;

impl<'a> Cells<'a> {
    fn new(slots: &'a [I64Vec2]) -> Self {
        let low = slots.iter().copied().reduce(I64Vec2::min).unwrap_or_default();
        let size = slots.iter().copied().reduce(I64Vec2::max).unwrap_or_default() - low;
        let (columns, rows) = (size.x / PITCH + 1, size.y / PITCH + 1);
        let mut cells = vec![Vec::new(); (columns * rows) as usize];
        for (slot, at) in slots.iter().enumerate() {
            cells[((at.y - low.y) / PITCH * columns + (at.x - low.x) / PITCH) as usize].push(slot as u32);
        }
        Self { slots, low, columns, rows, cells }
    }

    fn greedy(&self, agents: &[I64Vec2]) -> Vec<u32> {
        let mut cells = self.cells.clone();
        agents.iter().map(|agent| self.take_nearest(*agent, &mut cells)).collect()
    }

    /// Looks at rings of cells around the agent's own until nothing nearer can come.
    fn take_nearest(&self, agent: I64Vec2, cells: &mut [Vec<u32>]) -> u32 {
        let column = ((agent.x - self.low.x).div_euclid(PITCH)).clamp(0, self.columns - 1);
        let row = ((agent.y - self.low.y).div_euclid(PITCH)).clamp(0, self.rows - 1);
        let mut best = (i64::MAX, 0, 0);
        for ring in 0..self.columns.max(self.rows) {
            if best.0 != i64::MAX && best.0 <= ((ring - 1).max(0) * PITCH).pow(2) {
                break;
            }
            for y in (row - ring).max(0)..=(row + ring).min(self.rows - 1) {
                let whole_row = (y - row).abs() == ring;
                let step = if whole_row { 1 } else { (2 * ring).max(1) };
                let mut x = column - ring;
                while x <= column + ring {
                    if (0..self.columns).contains(&x) {
                        let cell = (y * self.columns + x) as usize;
                        for (place, slot) in cells[cell].iter().enumerate() {
                            let walk = agent - self.slots[*slot as usize];
                            let cost = walk.x * walk.x + walk.y * walk.y;
                            if cost < best.0 {
                                best = (cost, cell, place);
                            }
                        }
                    }
                    x += step;
                }
            }
        }
        cells[best.1].swap_remove(best.2)
    }
}

fn time_sort(size: usize) -> f64 {
    let mut random = Pcg64::seed_from_u64(1);
    let keys: Vec<u64> = (0..size).map(|_| random.next_u64()).collect();
    median(RUNS, || {
        let mut keys = keys.clone();
        keys.sort_unstable();
        black_box(&keys);
    })
}

fn median(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..runs)
        .map(|_| {
            let start = ThreadTime::now();
            run();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[(runs - 1) / 2] + times[runs / 2]) / 2.0
}

fn zeroed_context_desc() -> PhxContextDesc {
    // SAFETY: plain numbers and optional pointers, for which zero is a value; init sets every field.
    unsafe {
        let mut desc: PhxContextDesc = std::mem::zeroed();
        assert_eq!(phx_context_desc_init(&mut desc, size_of::<PhxContextDesc>() as u32, PHX_FRAME_UNREAL), 0);
        desc
    }
}

/// The library's memory, counted through its own hook.
#[derive(Default)]
struct Memory {
    live: AtomicUsize,
    peak: AtomicUsize,
}

fn count_memory() -> &'static Memory {
    let memory: &'static Memory = Box::leak(Box::default());
    let user = std::ptr::from_ref(memory).cast_mut().cast();
    // SAFETY: the functions and the leaked counter live as long as the process, and nobody else is in the library.
    let status = unsafe { phx_set_allocator(Some(take), Some(give_back), user) };
    assert_eq!(status, 0);
    memory
}

extern "C" fn take(user: *mut c_void, size: u64, alignment: u64) -> *mut c_void {
    // SAFETY: `user` is the leaked counter; size and alignment are as the library's documentation says.
    unsafe {
        let memory = &*user.cast::<Memory>();
        let live = memory.live.fetch_add(size as usize, Ordering::Relaxed) + size as usize;
        memory.peak.fetch_max(live, Ordering::Relaxed);
        libc_block(size, alignment).cast()
    }
}

extern "C" fn give_back(user: *mut c_void, pointer: *mut c_void, size: u64, _alignment: u64) {
    // SAFETY: as above; the block came from `take` with the same layout.
    unsafe {
        (*user.cast::<Memory>()).live.fetch_sub(size as usize, Ordering::Relaxed);
        libc::free(pointer);
    }
}

/// A block from the C runtime: the global allocator is the library's own and would call back.
fn libc_block(size: u64, alignment: u64) -> *mut c_void {
    let mut block = std::ptr::null_mut();
    // SAFETY: the alignment is a power of two of at least 16.
    match unsafe { libc::posix_memalign(&mut block, alignment as usize, size as usize) } {
        0 => block,
        _ => std::ptr::null_mut(),
    }
}
