//! All parallel work goes through here: one `for_ranges`, and over it loops that write to indexed outputs.
//!
//! The result of a loop never depends on how its ranges are spread over threads: each range writes its own outputs.
#![forbid(unsafe_code)]

#[cfg(feature = "parallel")]
mod lookout;

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

/// Who runs the ranges of a loop.
#[derive(Debug, Default)]
pub enum Executor {
    /// The caller's own thread.
    #[default]
    Inline,
    /// A pool that belongs to one context; joined when the executor is dropped.
    #[cfg(feature = "parallel")]
    Pool(JoinedPool),
    /// The host's own threads.
    Host(Box<dyn HostScheduler>),
}

/// A host's scheduler. It only lends threads: which ranges there are, and that each runs once, is decided here, so that
/// a scheduler which forgets a call, or makes one too many, changes no result.
pub trait HostScheduler: Send + Sync + std::fmt::Debug {
    /// How many threads may be in `work` at the same time.
    fn workers(&self) -> usize;

    /// Has the host's threads call `work` up to `most` times and returns when none of them is in it any more. `work`
    /// answers whether anything may be left to do.
    fn lend(&self, most: usize, work: &(dyn Fn() -> bool + Sync));
}

impl Executor {
    /// An executor with `threads` workers (0 = one per core, 1 = the caller's thread and no other).
    ///
    /// # Errors
    /// The text of the system's refusal to start a thread.
    pub fn with_threads(threads: usize) -> Result<Self, String> {
        #[cfg(feature = "parallel")]
        if threads != 1 {
            return JoinedPool::new(threads).map(Self::Pool);
        }
        let _ = threads;
        Ok(Self::Inline)
    }

    /// How many threads may run ranges at the same time.
    pub fn workers(&self) -> usize {
        match self {
            Self::Inline => 1,
            #[cfg(feature = "parallel")]
            Self::Pool(JoinedPool { pool, .. }) => pool.current_num_threads(),
            Self::Host(host) => host.workers(),
        }
    }

    /// Whether there are threads of our own, which can work while the caller does something else. A host lends its threads
    /// for the length of a call only.
    pub fn has_background(&self) -> bool {
        !matches!(self, Self::Inline | Self::Host(_))
    }

    /// Runs `work` on one of the pool's own threads, if there is a pool, while the caller waits: a loop that begins there
    /// takes no detour, which from outside costs two threads' waking up.
    pub fn inside<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self {
            #[cfg(feature = "parallel")]
            Self::Pool(JoinedPool { pool, lookout, .. }) => {
                // Whoever rests in another call may take this one up.
                lookout.ring();
                pool.install(|| lookout.during(work))
            }
            _ => work(),
        }
    }

    /// Runs two works, beside each other where there is a pool; each may run loops. A host lends its threads for single
    /// loops alone: there one comes after the other.
    pub fn beside<A: Send, B: Send>(&self, one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
        match self {
            #[cfg(feature = "parallel")]
            Self::Pool(JoinedPool { pool, lookout, .. }) => {
                lookout.ring();
                pool.install(|| rayon::join(one, other))
            }
            _ => (one(), other()),
        }
    }

    /// Calls `body` for consecutive ranges of at most `grain` items that together cover `0..count`.
    pub fn for_ranges(&self, count: usize, grain: usize, body: &(dyn Fn(Range<usize>) + Sync)) {
        let grain = grain.max(1);
        match self {
            Self::Inline => serial_ranges(count, grain, body),
            #[cfg(feature = "parallel")]
            Self::Pool(JoinedPool { pool, lookout, .. }) => {
                if count <= grain {
                    return serial_ranges(count, grain, body);
                }
                let ranges = Ranges::new(count, grain, body);
                lookout.ring();
                pool.install(|| lookout::spread(pool.current_num_threads().min(ranges.number) - 1, &ranges));
            }
            Self::Host(host) => {
                let ranges = Ranges::new(count, grain, body);
                if ranges.number <= 1 || host.workers() <= 1 {
                    return serial_ranges(count, grain, body);
                }
                host.lend(ranges.number, &|| ranges.take_one());
                while ranges.take_one() {}
            }
        }
    }

    /// Calls `body(first index, chunk)` for consecutive chunks of at most `grain` items of `outputs`.
    pub fn for_chunks<T: Send>(&self, outputs: &mut [T], grain: usize, body: impl Fn(usize, &mut [T]) + Sync) {
        let grain = grain.max(1);
        let count = outputs.len().div_ceil(grain);
        self.for_parts(count, outputs.chunks_mut(grain).enumerate(), |(chunk, part)| body(chunk * grain, part));
    }

    /// Calls `body` for each of the `count` items of `parts`, which may hold disjoint parts of several outputs.
    pub fn for_parts<P: Send>(&self, count: usize, parts: impl Iterator<Item = P> + Send, body: impl Fn(P) + Sync) {
        let parts = Mutex::new(parts);
        self.for_ranges(count, 1, &|range| {
            for _ in range {
                let next = parts.lock().next();
                if let Some(part) = next {
                    body(part);
                }
            }
        });
    }
}

/// The ranges of one loop: each thread takes the next one until there are none.
struct Ranges<'a> {
    count: usize,
    grain: usize,
    number: usize,
    body: &'a (dyn Fn(Range<usize>) + Sync),
    next: AtomicUsize,
    done: AtomicUsize,
}

impl<'a> Ranges<'a> {
    fn new(count: usize, grain: usize, body: &'a (dyn Fn(Range<usize>) + Sync)) -> Self {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { count, grain, number: count.div_ceil(grain), body, next, done }
    }

    /// Runs the next range. Answers whether there was one.
    fn take_one(&self) -> bool {
        let range = self.next.fetch_add(1, Ordering::Relaxed);
        if range >= self.number {
            return false;
        }
        let begin = range * self.grain;
        (self.body)(begin..(begin + self.grain).min(self.count));
        self.done.fetch_add(1, Ordering::Release);
        true
    }

    /// Whether each has been run to its end.
    #[cfg(feature = "parallel")]
    fn are_done(&self) -> bool {
        self.done.load(Ordering::Acquire) == self.number
    }
}

/// A pool whose threads have ended when it is dropped; rayon's own drop only tells them to end.
#[cfg(feature = "parallel")]
#[derive(Debug)]
pub struct JoinedPool {
    // Fields are dropped in order: first the pool, which tells its threads to end, then the threads, which waits for them.
    pool: rayon::ThreadPool,
    lookout: lookout::Lookout,
    #[expect(dead_code, reason = "held for its drop")]
    threads: Threads,
}

#[cfg(feature = "parallel")]
#[derive(Debug, Default)]
struct Threads(Vec<std::thread::JoinHandle<()>>);

#[cfg(feature = "parallel")]
impl Drop for Threads {
    fn drop(&mut self) {
        for thread in self.0.drain(..) {
            // A worker's panic was already passed on to the caller of its loop.
            let _ = thread.join();
        }
    }
}

#[cfg(feature = "parallel")]
impl JoinedPool {
    fn new(threads: usize) -> Result<Self, String> {
        let mut started = Threads::default();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|worker| format!("phalanx {worker}"))
            .spawn_handler(|worker| {
                let name = worker.name().unwrap_or_default().to_owned();
                started.0.push(std::thread::Builder::new().name(name).spawn(|| worker.run())?);
                Ok(())
            })
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Self { pool, lookout: lookout::Lookout::default(), threads: started })
    }
}

fn serial_ranges(count: usize, grain: usize, body: &(dyn Fn(Range<usize>) + Sync)) {
    let mut begin = 0;
    while begin < count {
        let end = (begin + grain).min(count);
        body(begin..end);
        begin = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    /// Forgets all calls but the first, or makes more than it was asked for.
    #[derive(Debug)]
    struct CarelessHost {
        calls: usize,
    }

    impl HostScheduler for CarelessHost {
        fn workers(&self) -> usize {
            3
        }

        fn lend(&self, _most: usize, work: &(dyn Fn() -> bool + Sync)) {
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| (0..self.calls).filter(|_| work()).count());
                }
            });
        }
    }

    #[test]
    fn each_range_runs_once_whatever_the_hosts_scheduler_forgets_or_repeats() {
        for calls in [0, 1, 50] {
            let executor = Executor::Host(Box::new(CarelessHost { calls }));
            let visits: Vec<AtomicU32> = (0..100).map(|_| AtomicU32::new(0)).collect();
            executor.for_ranges(100, 7, &|range| {
                for index in range {
                    visits[index].fetch_add(1, Ordering::Relaxed);
                }
            });
            assert!(visits.iter().all(|visit| visit.load(Ordering::Relaxed) == 1), "{calls} calls");
        }
    }

    #[test]
    fn ranges_cover_each_index_once_with_any_number_of_threads() {
        for threads in [1, 2, 4, 8] {
            let executor = Executor::with_threads(threads).unwrap();
            for (count, grain) in [(0, 4), (1, 0), (7, 3), (1000, 64)] {
                let visits: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
                executor.for_ranges(count, grain, &|range| {
                    assert!(range.len() <= grain.max(1));
                    range.for_each(|index| {
                        visits[index].fetch_add(1, Ordering::Relaxed);
                    });
                });
                assert!(visits.iter().all(|visit| visit.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn chunks_know_where_they_begin() {
        for threads in [1, 4] {
            let executor = Executor::with_threads(threads).unwrap();
            let mut outputs = vec![0; 1001];
            executor.for_chunks(&mut outputs, 10, |first, chunk| {
                chunk.iter_mut().enumerate().for_each(|(index, output)| *output = first + index);
            });
            assert!(outputs.iter().enumerate().all(|(index, output)| index == *output));
        }
    }
}
