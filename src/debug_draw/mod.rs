//! The debug-draw queue: many producers, one consumer, finished calls only.
//!
//! A call collects its items by itself and hands them over whole when it ends, to the shard of its thread. The consumer
//! puts finished calls in order: one that ended before another began comes first; calls that overlapped in time come by
//! their key. Neither depends on which shard or thread a call ran on.
#![forbid(unsafe_code)]

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use glam::DVec3;
use parking_lot::Mutex;

/// Category: a circle where an agent stands.
pub const CATEGORY_START: u32 = 1;
/// Category: an arrow from where an agent stands to its goal.
pub const CATEGORY_ARROW: u32 = 2;
/// Category: a circle at a goal.
pub const CATEGORY_GOAL: u32 = 4;
/// All categories.
pub const CATEGORIES: u32 = CATEGORY_START | CATEGORY_ARROW | CATEGORY_GOAL;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A flat circle at `from`.
    Circle,
    /// An arrow from `from` to `to`.
    Arrow,
}

/// One thing to draw. Library frame, caller's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugItem {
    /// What is drawn.
    pub figure: Figure,
    /// `CATEGORY_…` bit.
    pub category: u32,
    /// Middle of the circle, or tail of the arrow.
    pub from: DVec3,
    /// Head of the arrow; the middle again for a circle.
    pub to: DVec3,
    /// Radius of the circle, or of the agent whose arrow it is.
    pub radius: f64,
    /// 0xRRGGBBAA.
    pub color: u32,
    /// The key of the call that it belongs to.
    pub key: u64,
}

/// Shards of a queue. More threads than this share shards, which costs them a short wait and changes nothing else.
const SHARDS: usize = 16;

/// A finished call whose items lie in a shard.
#[derive(Clone, Copy, Debug)]
struct Finished {
    began: u64,
    ended: u64,
    key: u64,
    items: usize,
}

/// Calls of some threads, one after another.
#[derive(Debug, Default)]
struct Shard {
    calls: Vec<Finished>,
    items: Vec<DebugItem>,
}

/// The consumer's side: calls that were collected, in order, and how far they were handed out.
#[derive(Debug, Default)]
struct Collected {
    ready: Vec<DebugItem>,
    handed: usize,
    calls: Vec<(Finished, usize)>,
    items: Vec<DebugItem>,
    by_start: Vec<u32>,
    waiting: Vec<u32>,
}

/// The queue of one context.
#[derive(Debug, Default)]
pub struct DebugQueue {
    mask: AtomicU32,
    capacity: AtomicU64,
    /// Items that wait, collected ones included.
    waiting: AtomicU64,
    dropped: AtomicU64,
    /// Ticks at each beginning and each end of a call.
    clock: AtomicU64,
    shards: [Mutex<Shard>; SHARDS],
    collected: Mutex<Collected>,
}

/// A call that has begun. It appears in the queue only when it is handed back finished.
#[derive(Clone, Copy, Debug)]
pub struct DebugCall {
    /// Categories that are to be drawn: what the call asks for of what is enabled.
    pub mask: u32,
    began: u64,
    key: u64,
}

/// What a poll did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polled {
    /// Items handed out.
    pub count: usize,
    /// Items dropped since the last poll because the queue was full.
    pub dropped: u64,
    /// Whether items are left.
    pub more: bool,
}

static NEXT_THREAD: AtomicU32 = AtomicU32::new(0);

thread_local! {
    // A plain number, constant at first and without a destructor.
    static THREAD: Cell<u32> = const { Cell::new(u32::MAX) };
}

fn shard_of_this_thread() -> usize {
    if THREAD.get() == u32::MAX {
        THREAD.set(NEXT_THREAD.fetch_add(1, Ordering::Relaxed) % SHARDS as u32);
    }
    THREAD.get() as usize
}

impl DebugQueue {
    /// Sets which categories are queued and how many items may wait. What waits already stays.
    pub fn enable(&self, mask: u32, capacity: u64) {
        self.capacity.store(capacity, Ordering::Relaxed);
        self.mask.store(mask, Ordering::Relaxed);
    }

    /// Begins a call that wants to draw the categories of `mask`; `None` when none of them is enabled.
    pub fn begin(&self, mask: u32, key: u64) -> Option<DebugCall> {
        let mask = mask & self.mask.load(Ordering::Relaxed);
        (mask != 0).then(|| DebugCall { mask, began: self.clock.fetch_add(1, Ordering::SeqCst), key })
    }

    /// Hands over a call's items. When the queue is full their tail is dropped and counted.
    pub fn finish(&self, call: DebugCall, items: &[DebugItem]) {
        let room = self.reserve(items.len() as u64) as usize;
        let mut shard = self.shards[shard_of_this_thread()].lock();
        shard.items.extend_from_slice(&items[..room]);
        // The end ticks while the shard is held, so that a poll which sees the call also sees all that ended before it
        // on this shard, and ticks do not run ahead of what is visible for long.
        let ended = self.clock.fetch_add(1, Ordering::SeqCst);
        shard.calls.push(Finished { began: call.began, ended, key: call.key, items: room });
    }

    /// Takes room for up to `wanted` items; counts the rest as dropped.
    fn reserve(&self, wanted: u64) -> u64 {
        let capacity = self.capacity.load(Ordering::Relaxed);
        let mut waiting = self.waiting.load(Ordering::Relaxed);
        loop {
            let room = wanted.min(capacity.saturating_sub(waiting));
            match self.waiting.compare_exchange_weak(waiting, waiting + room, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    self.dropped.fetch_add(wanted - room, Ordering::Relaxed);
                    return room;
                }
                Err(now) => waiting = now,
            }
        }
    }

    /// Hands out up to `capacity` items through `take(index, item)`: finished calls in order, each whole unless
    /// `capacity` ends inside it; then the next poll goes on there.
    pub fn poll(&self, capacity: usize, mut take: impl FnMut(usize, &DebugItem)) -> Polled {
        let mut collected = self.collected.lock();
        let mut count = 0;
        // What is left of the last collection comes first, then one new collection.
        for round in 0..2 {
            if round == 1 && collected.handed == collected.ready.len() {
                collected.collect(&self.shards);
            }
            let rest = &collected.ready[collected.handed..];
            let part = rest.len().min(capacity - count);
            rest[..part].iter().enumerate().for_each(|(index, item)| take(count + index, item));
            count += part;
            collected.handed += part;
        }
        self.waiting.fetch_sub(count as u64, Ordering::Relaxed);
        let more =
            collected.handed < collected.ready.len() || self.shards.iter().any(|shard| !shard.lock().items.is_empty());
        Polled { count, dropped: self.dropped.swap(0, Ordering::Relaxed), more }
    }
}

impl Collected {
    /// Takes all finished calls out of the shards and puts them in order.
    fn collect(&mut self, shards: &[Mutex<Shard>; SHARDS]) {
        self.ready.clear();
        self.handed = 0;
        self.calls.clear();
        self.items.clear();
        {
            // All shards at once: a call seen here implies that every call that ended before it is seen too.
            let mut locked = shards.each_ref().map(|shard| shard.lock());
            for shard in &mut locked {
                let mut first = self.items.len();
                self.items.extend_from_slice(&shard.items);
                for call in &shard.calls {
                    self.calls.push((*call, first));
                    first += call.items;
                }
                shard.items.clear();
                shard.calls.clear();
            }
        }
        self.put_in_order();
    }

    /// Repeatedly emits, of the calls before which no other one ended, the one with the least key.
    fn put_in_order(&mut self) {
        let Self { ready, calls, items, by_start, waiting, .. } = self;
        by_start.clear();
        by_start.extend(0..calls.len() as u32);
        by_start.sort_unstable_by_key(|call| calls[*call as usize].0.began);
        waiting.clear();
        let mut next = 0;
        while next < by_start.len() || !waiting.is_empty() {
            // Calls that begin before the earliest end of those which wait overlap with all of them.
            let mut first_end = waiting.iter().map(|call| calls[*call as usize].0.ended).min().unwrap_or(u64::MAX);
            while let Some(call) = by_start.get(next) {
                let (finished, _) = calls[*call as usize];
                if finished.began > first_end {
                    break;
                }
                first_end = first_end.min(finished.ended);
                waiting.push(*call);
                next += 1;
            }
            let least = (0..waiting.len())
                .min_by_key(|place| {
                    let (finished, _) = calls[waiting[*place] as usize];
                    (finished.key, finished.began)
                })
                .unwrap_or(0);
            let (finished, first) = calls[waiting.swap_remove(least) as usize];
            ready.extend_from_slice(&items[first..first + finished.items]);
        }
    }
}
