//! Rays of a job: a batch is put up on a board, taken by the host piece by piece, and answered in any order.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

use parking_lot::Mutex;

use crate::fault::Fault;
use crate::ground::{GroundSource, Hit, Ray};

/// Where the rays of one job wait.
#[derive(Debug, Default)]
pub struct RayBoard {
    /// Locked while rays or hits are copied.
    batch: Mutex<Batch>,
    // What the batch says, for those who only look.
    untaken: AtomicU64,
    unanswered: AtomicU64,
    asked: AtomicU64,
    batches: AtomicU64,
}

#[derive(Debug, Default)]
struct Batch {
    /// Id of the first ray; ids count up without a gap over all batches of a job.
    first: u64,
    rays: Vec<Ray>,
    /// Rays that were given out.
    taken: usize,
    /// One per ray.
    hits: Vec<Option<Hit>>,
    unanswered: usize,
}

/// A hit for a ray that was not given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRay {
    /// Which of the hits.
    pub index: usize,
    /// Its id.
    pub id: u64,
    /// Rays that were given out so far: ids below it are known.
    pub given_out: u64,
}

/// What a batch lacks after some hits came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Nothing is missing, or was before.
    All,
    /// There are rays left.
    Some,
}

impl RayBoard {
    /// Rays that nobody has taken.
    pub fn untaken(&self) -> u64 {
        self.untaken.load(Ordering::SeqCst)
    }

    /// Rays that nobody has answered, untaken ones included.
    pub fn unanswered(&self) -> u64 {
        self.unanswered.load(Ordering::SeqCst)
    }

    /// Rays put up so far, over all batches.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::SeqCst)
    }

    /// Batches put up so far.
    pub fn batches(&self) -> u64 {
        self.batches.load(Ordering::SeqCst)
    }

    /// Gives out up to `capacity` rays through `give(index, ray)`, in order of their id and each once. Returns how many.
    pub fn take(&self, capacity: usize, mut give: impl FnMut(usize, &Ray)) -> usize {
        let mut batch = self.batch.lock();
        let count = capacity.min(batch.rays.len() - batch.taken);
        let from = batch.taken;
        batch.rays[from..from + count].iter().enumerate().for_each(|(index, ray)| give(index, ray));
        batch.taken += count;
        self.untaken.store((batch.rays.len() - batch.taken) as u64, Ordering::SeqCst);
        count
    }

    /// Takes `count` hits, which `hit(index)` tells with the ids of their rays. Of several hits for one ray the first counts.
    ///
    /// # Errors
    /// An id that was not given out. Then nothing is taken.
    pub fn answer(&self, count: usize, mut hit: impl FnMut(usize) -> (u64, Hit)) -> Result<Answered, UnknownRay> {
        let mut batch = self.batch.lock();
        let batch = &mut *batch;
        let given_out = batch.first + batch.taken as u64;
        for index in 0..count {
            let id = hit(index).0;
            if id >= given_out {
                return Err(UnknownRay { index, id, given_out });
            }
        }
        for index in 0..count {
            let (id, hit) = hit(index);
            // Ids below are those of earlier batches, which were answered whole.
            let place = id.checked_sub(batch.first).and_then(|place| batch.hits.get_mut(place as usize));
            if let Some(place @ None) = place {
                *place = Some(hit);
                batch.unanswered -= 1;
            }
        }
        self.unanswered.store(batch.unanswered as u64, Ordering::SeqCst);
        Ok(if batch.unanswered == 0 { Answered::All } else { Answered::Some })
    }

    /// Forgets the last work.
    pub fn reset(&self) {
        let mut batch = self.batch.lock();
        batch.clear(0);
        for count in [&self.untaken, &self.unanswered, &self.asked, &self.batches] {
            count.store(0, Ordering::SeqCst);
        }
    }

    fn put_up(&self, rays: &[Ray]) {
        let mut batch = self.batch.lock();
        batch.clear(rays.first().map_or(0, |ray| ray.id));
        batch.rays.extend_from_slice(rays);
        batch.hits.resize(rays.len(), None);
        batch.unanswered = rays.len();
        self.asked.fetch_add(rays.len() as u64, Ordering::SeqCst);
        self.batches.fetch_add(1, Ordering::SeqCst);
        self.untaken.store(rays.len() as u64, Ordering::SeqCst);
        self.unanswered.store(rays.len() as u64, Ordering::SeqCst);
    }

    /// The hits of the batch, if all have come.
    fn collect(&self, hits: &mut [Hit]) -> Poll<()> {
        let batch = self.batch.lock();
        if batch.unanswered > 0 {
            return Poll::Pending;
        }
        for (hit, answer) in hits.iter_mut().zip(&batch.hits) {
            *hit = answer.unwrap_or(Hit::Nothing);
        }
        Poll::Ready(())
    }
}

impl Batch {
    fn clear(&mut self, first: u64) {
        self.first = first;
        self.rays.clear();
        self.hits.clear();
        (self.taken, self.unanswered) = (0, 0);
    }
}

/// A source of ground that puts rays up and is ready when all are answered.
#[derive(Debug)]
pub struct WaitingGround<'a> {
    board: &'a RayBoard,
    /// Whether the batch in question is up.
    is_up: bool,
}

impl<'a> WaitingGround<'a> {
    /// A source over a board that nobody else puts rays on.
    pub fn new(board: &'a RayBoard) -> Self {
        Self { board, is_up: false }
    }
}

impl GroundSource for WaitingGround<'_> {
    fn cast(&mut self, rays: &[Ray], hits: &mut [Hit]) -> Poll<Result<(), Fault>> {
        if !std::mem::replace(&mut self.is_up, true) {
            self.board.put_up(rays);
        }
        let collected = self.board.collect(hits);
        self.is_up = collected.is_pending();
        collected.map(Ok)
    }
}
