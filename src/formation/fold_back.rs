//! Fold-back: goals of a translated army that cannot be stood on are moved to where they can (F26, F27).
//!
//! Goals claim places one after another, the widest first. Whether a place can be stood on does not depend on the
//! claims, so places are asked ahead, in batches for all goals at once, and the claims are passed through again with
//! what is known. A goal that stays without a place in a pass is *stuck* and asks further along its path. What stands
//! before the first stuck goal is final; what stands behind may yet be taken away by it. The last two batches that F27
//! allows ask for everything that any goal behind the first stuck one could still need.
#![forbid(unsafe_code)]

use glam::DVec3;

use super::facing::Facing;
use super::fold_back_path::{Candidate, NO_CANDIDATE, Path, PathRules, RING_PLACES};
use super::occupancy::Occupancy;
use super::output::Outcome;
use super::roster::{MAX_DISTANCE, StandingCircle};
use super::search_cells::{DiscRequest, PlaceBatch, SearchCells};
use super::standing::is_meaningful;
use crate::fault::Fault;
use crate::geometry::fixed_point::Quantum;
use crate::ground::Footing;
use crate::ground::probe::{Probed, Prober};
use crate::pace::Pace;

/// Batches besides rings, march and reach that F27 allows.
const SPARE_BATCHES: u64 = 6;
/// The batches at the end in which everything is asked: march and rings, then cells.
const LAST_BATCHES: u64 = 2;

/// What the fold-back of one army goes by.
#[derive(Clone, Copy, Debug)]
pub struct FoldBackTask<'a> {
    /// The order's center: where all marches end.
    pub anchor: DVec3,
    /// The order's facing.
    pub facing: Facing,
    /// Step of the searches, in the caller's unit; held within a quantum and [`MAX_DISTANCE`].
    pub search_step: f64,
    /// Rings around a blocked goal.
    pub rings: u32,
    /// Members of the army, both layers.
    pub agents: usize,
    /// The frame's unit scale s.
    pub unit_scale: f64,
    /// Circles that are taken before anybody claims.
    pub standing: &'a [StandingCircle],
}

/// Buffers of a fold-back, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct FoldBackScratch {
    paths: Vec<Path>,
    chain: Vec<Candidate>,
    occupancy: Occupancy,
    cells: SearchCells,
    batch: PlaceBatch,
    footings: Vec<Probed>,
    walked: Vec<Asked>,
    stuck: Vec<u32>,
    asking: Vec<u32>,
}

/// Who asked for a place of rings or march.
#[derive(Clone, Copy, Debug)]
struct Asked {
    path: u32,
    /// March step, or 0 on a ring.
    step: u64,
}

/// Moves the goals of the ground layer that cannot be stood on, snaps all to the ground and writes PLACED, RELOCATED
/// or STACKED for each. `radius`, `goals` and `outcomes` run over the layer in canonical order. A goal's probe covers
/// the rules' range around its own z.
///
/// Returns whether the anchor's own column can be stood on. If it cannot, nothing is moved: goals that can be stood on
/// are snapped, the others keep their z, and all are PLACED.
///
/// # Errors
/// The ground source stopped the call or answered nonsense.
pub async fn fold_back(
    task: &FoldBackTask<'_>,
    radius: &[f64],
    goals: &mut [DVec3],
    outcomes: &mut [Outcome],
    prober: &mut Prober<'_, '_>,
    pace: &Pace<'_>,
    scratch: &mut FoldBackScratch,
) -> Result<bool, Fault> {
    let quantum = Quantum::new(task.unit_scale);
    let step = task.search_step.clamp(quantum.length(1), MAX_DISTANCE * task.unit_scale);
    let rules = PathRules::new(task.anchor, task.facing, step, task.rings, task.agents);
    let first_batch = prober.batches();
    let Some(height) = scratch.stand_in_place(task, &rules, radius, goals, outcomes, prober).await? else {
        return Ok(false);
    };
    scratch.cells.reset(task.anchor, task.facing, step, quantum);
    let longest = scratch.paths.iter().map(|path| path.steps).max().unwrap_or(1);
    let allowed = SPARE_BATCHES + u64::from(task.rings) + ceil_log2(longest) + ceil_log2(u64::from(rules.reach));
    let mut settled = 0;
    loop {
        pace.breathe().await;
        settled = scratch.pass(settled, &rules);
        pace.breathe().await;
        if settled == scratch.paths.len() {
            break;
        }
        let used = prober.batches() - first_batch;
        scratch.ask(settled, used + LAST_BATCHES >= allowed, &rules, prober).await?;
    }
    for path in &scratch.paths {
        let goal = path.goal as usize;
        (goals[goal], outcomes[goal]) = match path.claim {
            Some(place) => (place, Outcome::Relocated),
            None => (task.anchor.truncate().extend(height), Outcome::Stacked),
        };
    }
    Ok(true)
}

impl FoldBackScratch {
    /// The first batch: snaps the goals that can be stood on, and lists the paths of the others in order of their
    /// claims. Returns the anchor's height, or `None` where the anchor cannot be stood on.
    async fn stand_in_place(
        &mut self,
        task: &FoldBackTask<'_>,
        rules: &PathRules,
        radius: &[f64],
        goals: &mut [DVec3],
        outcomes: &mut [Outcome],
        prober: &mut Prober<'_, '_>,
    ) -> Result<Option<f64>, Fault> {
        outcomes.fill(Outcome::Placed);
        self.batch.reset(u64::MAX);
        self.batch.places.push(task.anchor);
        self.batch.places.extend_from_slice(goals);
        prober.probe(&self.batch.places, &mut self.footings).await?;
        let largest = radius.iter().copied().fold(0.0, f64::max);
        let standing = || task.standing.iter().filter(|circle| is_meaningful(circle));
        let largest = standing().map(|circle| circle.radius).fold(largest, f64::max);
        self.occupancy.reset(goals.len() + task.standing.len(), largest);
        standing().for_each(|circle| self.occupancy.take(circle.center, circle.radius));
        self.paths.clear();
        self.chain.clear();
        for (index, footing) in self.footings[1..].iter().enumerate() {
            if let Some(Footing::Ok { height }) = footing {
                goals[index].z = *height;
                self.occupancy.take(goals[index].truncate(), radius[index]);
            } else {
                self.paths.push(Path::new(index as u32, goals[index], radius[index], *footing, rules));
            }
        }
        self.paths.sort_unstable_by(|a, b| b.radius.total_cmp(&a.radius).then(a.goal.cmp(&b.goal)));
        Ok(match self.footings[0] {
            Some(Footing::Ok { height }) => Some(height),
            _ => None,
        })
    }

    /// Lets every path from `first` on claim its place, and lists those that are stuck. Takes the claims before the
    /// first stuck one for good and returns its index.
    fn pass(&mut self, first: usize, rules: &PathRules) -> usize {
        self.cells.begin_pass();
        self.stuck.clear();
        let mut mark = self.occupancy.mark();
        for index in first..self.paths.len() {
            let claim = match self.first_free(index, rules) {
                Search::Found(place) => Some(place),
                Search::Nowhere => None,
                Search::Ahead => {
                    self.stuck.push(index as u32);
                    None
                }
            };
            if let Some(place) = claim {
                self.occupancy.take(place.truncate(), self.paths[index].radius);
            }
            self.paths[index].claim = claim;
            if self.stuck.is_empty() {
                mark = self.occupancy.mark();
            }
        }
        self.occupancy.undo(mark);
        self.stuck.first().map_or(self.paths.len(), |index| *index as usize)
    }

    /// The first free place on the known part of a path.
    fn first_free(&mut self, index: usize, rules: &PathRules) -> Search {
        let path = self.paths[index];
        let mut next = path.candidates[0];
        while next != NO_CANDIDATE {
            let candidate = self.chain[next as usize];
            if self.occupancy.is_free(candidate.place.truncate(), path.radius) {
                return Search::Found(candidate.place);
            }
            next = candidate.next;
        }
        let ahead = if path.cut { Search::Nowhere } else { Search::Ahead };
        if path.has_rings(rules) || path.has_march() {
            return ahead;
        }
        let origins = path.cell_origins(rules, |place| self.cells.local(place));
        for (search, origin) in origins.into_iter().enumerate() {
            let mut known = path.cells_known[search];
            loop {
                if let Some(place) = self.cells.nearest_free(origin, known, path.radius, &self.occupancy) {
                    return Search::Found(place);
                }
                // What others have asked counts as known.
                let next = (2 * known).max(2).min(rules.reach);
                if next == known || !self.cells.knows_disc(origin, next, path.radius) {
                    break;
                }
                known = next;
                self.paths[index].cells_known[search] = known;
            }
            if known < rules.reach {
                return ahead;
            }
        }
        Search::Nowhere
    }

    /// One batch: the next group of each stuck path or, when `all` is set, everything that any path from `first` on
    /// could still ask.
    async fn ask(
        &mut self,
        first: usize,
        all: bool,
        rules: &PathRules,
        prober: &mut Prober<'_, '_>,
    ) -> Result<(), Fault> {
        self.batch.reset(prober.remaining());
        self.walked.clear();
        self.asking.clear();
        self.asking.extend_from_slice(&self.stuck);
        if all {
            // The stuck ones first: should the budget end, the others have a claim at least.
            let stuck = &self.stuck;
            self.asking
                .extend((first as u32..self.paths.len() as u32).filter(|path| stuck.binary_search(path).is_err()));
        }
        // A path that walks in this batch looks around in a later one: it does not know yet from where.
        let walking = |path: &Path| path.has_rings(rules) || path.has_march();
        for asking in 0..self.asking.len() {
            let path = self.asking[asking];
            if walking(&self.paths[path as usize]) {
                self.ask_walk(path, all, rules);
                self.asking[asking] = NO_CANDIDATE;
            }
        }
        self.cells.begin_requests(&self.batch);
        for asking in 0..self.asking.len() {
            if self.asking[asking] != NO_CANDIDATE {
                self.ask_cells(self.asking[asking] as usize, all, rules);
            }
        }
        prober.probe(&self.batch.places, &mut self.footings).await?;
        self.settle();
        Ok(())
    }

    /// The next ring that may have a free place, or else the next group of the march; both whole when `all` is set.
    /// A place that is taken for good is not asked for, unless the march still looks for its first step ashore.
    fn ask_walk(&mut self, index: u32, all: bool, rules: &PathRules) {
        let path = &mut self.paths[index as usize];
        let (batch, occupancy, walked) = (&mut self.batch, &self.occupancy, &mut self.walked);
        let mut ask = |path: &mut Path, place: DVec3, step: u64, even_taken: bool| {
            if !even_taken && !occupancy.is_free(place.truncate(), path.radius) {
                return false;
            }
            let asked = batch.push(place);
            path.cut |= !asked;
            if asked {
                walked.push(Asked { path: index, step });
            }
            true
        };
        let mut asked = false;
        while path.has_rings(rules) && !path.cut && (all || !asked) {
            let last = if all { rules.rings } else { path.next_ring_end(rules) };
            while path.rings_asked < last && !path.cut {
                path.rings_asked += 1;
                for place in 0..RING_PLACES {
                    let place = path.ring_place(path.rings_asked, place, rules);
                    asked |= ask(path, place, 0, false);
                }
            }
        }
        while path.has_march() && !path.has_rings(rules) && !path.cut && (all || !asked) {
            let last = if all { path.steps } else { path.next_march_end() };
            while path.steps_asked < last && !path.cut {
                path.steps_asked += 1;
                let (place, step) = (path.march_place(path.steps_asked, rules), path.steps_asked);
                asked |= ask(path, place, step, path.ashore == 0);
            }
        }
    }

    /// The next disc of cells that holds one unknown; both discs whole when `all` is set.
    fn ask_cells(&mut self, index: usize, all: bool, rules: &PathRules) {
        let path = self.paths[index];
        let origins = path.cell_origins(rules, |place| self.cells.local(place));
        for (search, origin) in origins.into_iter().enumerate() {
            let mut known = path.cells_known[search];
            while known < rules.reach {
                let next = if all { rules.reach } else { next_disc(known, self.batch.room()).min(rules.reach) };
                let request = self.cells.request_disc(origin, next, path.radius, &self.occupancy, &mut self.batch);
                if request == DiscRequest::OutOfBudget {
                    self.paths[index].cut = true;
                    return;
                }
                known = next;
                self.paths[index].cells_known[search] = known;
                // What others have asked already is looked at before anything is asked beyond it.
                if !all {
                    return;
                }
            }
        }
    }

    /// Writes the answers of a batch into the paths and cells that asked.
    fn settle(&mut self) {
        for ((asked, place), footing) in self.walked.iter().zip(&self.batch.places).zip(&self.footings) {
            let Some(Footing::Ok { height }) = footing else { continue };
            let path = &mut self.paths[asked.path as usize];
            if asked.step > 0 && path.ashore == 0 {
                path.ashore = asked.step;
            }
            if path.blocked {
                path.append(place.truncate().extend(*height), &mut self.chain);
            }
        }
        self.cells.settle(&self.batch, &self.footings);
    }
}

/// What the known part of a path holds.
enum Search {
    Found(DVec3),
    /// Nothing, but the path goes on.
    Ahead,
    /// Nothing, and nothing is left.
    Nowhere,
}

/// Radius of the disc that is asked after one of `known` cells: twice that, but where the budget runs low no more than
/// about half of what it leaves, and at least one cell more.
fn next_disc(known: u32, room: usize) -> u32 {
    let affordable = f64::from(known) * f64::from(known) + room as f64 / (2.0 * std::f64::consts::PI);
    (2 * known).max(2).min(affordable.sqrt() as u32).max(known + 1)
}

fn ceil_log2(value: u64) -> u64 {
    u64::from(value.max(1).next_power_of_two().trailing_zeros())
}
