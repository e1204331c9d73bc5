//! Lookout: keeps threads of the pool awake between the loops of one call. To wake one up takes the system some tens of
//! microseconds, as long as many a loop; a call of a hundred loops would lose a twentieth of its time to that.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use rayon::Yield;

use super::Ranges;

/// So long a thread without work stays awake.
const PATIENCE: Duration = Duration::from_micros(200);

/// So many threads look out besides the one that works: a core each while they are awake.
const MOST: usize = 3;

/// Where threads that look out rest when there is nothing to do for long.
#[derive(Debug, Default)]
pub struct Lookout {
    /// Loops begun, and calls ended.
    rung: AtomicUsize,
    resting: AtomicUsize,
    door: Mutex<()>,
    opened: Condvar,
}

impl Lookout {
    /// Runs `work`, on a thread of the pool, while others look out for its loops.
    pub fn during<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let over = AtomicBool::new(false);
        let (threads, own) = (rayon::current_num_threads(), rayon::current_thread_index());
        let work = || {
            let _end = End { lookout: self, over: &over };
            work()
        };
        // A thread that waits for its own loop may take this up, and would wait here for itself.
        let look_out = || (rayon::current_thread_index() != own).then(|| self.look_out(&over));
        beside((threads - 1).min(MOST), work, &look_out)
    }

    /// Tells whoever rests that there is something to do.
    pub fn ring(&self) {
        self.rung.fetch_add(1, Ordering::SeqCst);
        if self.resting.load(Ordering::SeqCst) > 0 {
            // Whoever is about to rest does so, or has seen that it rang.
            drop(self.door.lock());
            self.opened.notify_all();
        }
    }

    fn look_out(&self, over: &AtomicBool) {
        let mut since = Instant::now();
        loop {
            // Before it is seen that the call goes on: else its end could ring unheard.
            let heard = self.rung.load(Ordering::SeqCst);
            if over.load(Ordering::Acquire) {
                return;
            }
            if rayon::yield_now() == Some(Yield::Executed) {
                since = Instant::now();
            } else if since.elapsed() < PATIENCE {
                std::hint::spin_loop();
            } else {
                self.rest(heard);
                since = Instant::now();
            }
        }
    }

    /// Waits until it rings, unless it has since `heard`.
    fn rest(&self, heard: usize) {
        self.resting.fetch_add(1, Ordering::SeqCst);
        let mut door = self.door.lock();
        while self.rung.load(Ordering::SeqCst) == heard {
            self.opened.wait(&mut door);
        }
        drop(door);
        self.resting.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The end of a call, also by a panic.
struct End<'a> {
    lookout: &'a Lookout,
    over: &'a AtomicBool,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Release);
        self.lookout.ring();
    }
}

/// Runs `work`, and so many times `other` on other threads if they come by before it ends.
fn beside<R: Send, T: Send>(times: usize, work: impl FnOnce() -> R + Send, other: &(impl Fn() -> T + Sync)) -> R {
    match times {
        0 => work(),
        1 => rayon::join(work, other).0,
        2 => rayon::join(|| rayon::join(work, other).0, other).0,
        _ => rayon::join(|| rayon::join(|| rayon::join(work, other).0, other).0, other).0,
    }
}

/// Runs a loop's ranges on this thread and on `others` more, as they come by.
pub fn spread(others: usize, ranges: &Ranges) {
    if others > 0 {
        rayon::join(|| spread(others - 1, ranges), || while ranges.take_one() {});
        return;
    }
    while ranges.take_one() {}
    // The last ranges of others end soon as a rule: sooner than a thread that sleeps is awake again.
    let since = Instant::now();
    while !ranges.are_done() && since.elapsed() < PATIENCE {
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Executor;
    use super::*;

    #[test]
    fn calls_end_and_run_each_range_once_though_threads_rest_between_loops() {
        const CALLS: usize = 60;
        let executor = Executor::with_threads(3).unwrap();
        let call = |pause: Duration| {
            let visits = AtomicUsize::new(0);
            for _ in 0..3 {
                executor.for_ranges(40, 3, &|range| {
                    visits.fetch_add(range.len(), Ordering::Relaxed);
                });
                std::thread::sleep(pause);
            }
            visits.into_inner()
        };
        let calls = || -> usize { (0..CALLS as u32).map(|turn| executor.inside(|| call(PATIENCE * (turn % 3)))).sum() };
        // Alone, then four threads at once.
        assert_eq!(calls(), CALLS * 3 * 40);
        std::thread::scope(|scope| {
            let callers = [(); 4].map(|()| scope.spawn(calls));
            for caller in callers {
                assert_eq!(caller.join().unwrap(), CALLS * 3 * 40);
            }
        });
    }
}
