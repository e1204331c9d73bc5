//! What several threads would take, where the machine is too busy for wall clocks: the code of several threads runs on
//! one, and each loop's parts are dealt out in their order to whichever thread would be free first, by CPU time. Starting
//! and ending a loop, and memory that threads compete for, are left out.

use std::sync::Arc;

use cpu_time::ThreadTime;
use parking_lot::Mutex;
use phalanx::parallel::{Executor, HostScheduler};

/// Milliseconds of CPU time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate {
    /// Outside of all loops.
    pub serial: f64,
    /// Inside of them, added up.
    pub parallel: f64,
    /// The busiest thread's share of those, loop by loop.
    pub longest: f64,
}

/// A host with several threads that are all the caller's own.
#[derive(Debug)]
struct Dealer {
    threads: usize,
    ledger: Arc<Mutex<Ledger>>,
}

#[derive(Debug, Default)]
struct Ledger {
    estimate: Estimate,
    /// When the last loop ended.
    since: f64,
}

fn now() -> f64 {
    ThreadTime::now().as_duration().as_secs_f64() * 1000.0
}

impl HostScheduler for Dealer {
    fn workers(&self) -> usize {
        self.threads
    }

    fn lend(&self, _most: usize, work: &(dyn Fn() -> bool + Sync)) {
        let begin = now();
        let mut busy = vec![0.0; self.threads];
        let mut last = begin;
        while work() {
            let end = now();
            if let Some(first_free) = busy.iter_mut().min_by(|one, other| f64::total_cmp(one, other)) {
                *first_free += end - last;
            }
            last = end;
        }
        let mut ledger = self.ledger.lock();
        ledger.estimate.serial += begin - ledger.since;
        ledger.estimate.parallel += busy.iter().sum::<f64>();
        ledger.estimate.longest += busy.iter().copied().fold(0.0, f64::max);
        ledger.since = now();
    }
}

/// Runs `work` once as `threads` threads would.
pub fn estimate(threads: usize, work: impl FnOnce(&Executor)) -> Estimate {
    let ledger = Arc::new(Mutex::new(Ledger { since: now(), ..Ledger::default() }));
    work(&Executor::Host(Box::new(Dealer { threads, ledger: Arc::clone(&ledger) })));
    let ledger = ledger.lock();
    let Ledger { estimate, since } = *ledger;
    Estimate { serial: estimate.serial + now() - since, ..estimate }
}
