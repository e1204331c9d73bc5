//! Crew: threads that work on jobs in turns, one turn of each job after another, so that a long job holds up no short one.
//!
//! They are not the pool's: a thread of the pool that waits for its loop takes up other tasks meanwhile, and would begin
//! job inside job; and the loops of a direct call would queue behind whole turns.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::JoinHandle;

use parking_lot::{Condvar, Mutex};

/// Something to work on in turns.
pub trait Task: Send + Sync + 'static {
    /// Works for one turn, without a panic. Answers whether there is more to do at once.
    fn turn(&self) -> bool;
}

/// Threads and what they have to do. When it is dropped no thread is left, and what was waiting is dropped.
pub struct Crew<T> {
    shared: Arc<Shared<T>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    size: usize,
}

struct Shared<T> {
    queue: Mutex<Queue<T>>,
    more: Condvar,
}

struct Queue<T> {
    tasks: VecDeque<Arc<T>>,
    is_over: bool,
}

impl<T: Task> Crew<T> {
    /// A crew of up to `size` threads, none of which runs yet.
    pub fn new(size: usize) -> Self {
        let queue = Mutex::new(Queue { tasks: VecDeque::new(), is_over: false });
        Self { shared: Arc::new(Shared { queue, more: Condvar::new() }), threads: Mutex::default(), size }
    }

    /// Has a thread take turns at `task` until it says that there is no more to do. Starts a thread where there are fewer
    /// than the crew's size; where the system refuses one and there is none, the task waits for another call.
    pub fn take_on(&self, task: Arc<T>) {
        self.shared.queue.lock().tasks.push_back(task);
        self.shared.more.notify_one();
        let mut threads = self.threads.lock();
        if threads.len() < self.size {
            let shared = self.shared.clone();
            let name = format!("phalanx job {}", threads.len());
            threads.extend(std::thread::Builder::new().name(name).spawn(move || shared.serve()));
        }
    }
}

impl<T: Task> Shared<T> {
    fn serve(&self) {
        while let Some(task) = self.next() {
            if task.turn() {
                self.queue.lock().tasks.push_back(task);
                self.more.notify_one();
            }
        }
    }

    fn next(&self) -> Option<Arc<T>> {
        let mut queue = self.queue.lock();
        loop {
            if queue.is_over {
                return None;
            }
            if let Some(task) = queue.tasks.pop_front() {
                return Some(task);
            }
            self.more.wait(&mut queue);
        }
    }
}

impl<T> Drop for Crew<T> {
    fn drop(&mut self) {
        self.shared.queue.lock().is_over = true;
        self.shared.more.notify_all();
        for thread in self.threads.get_mut().drain(..) {
            // A turn does not panic.
            let _ = thread.join();
        }
        self.shared.queue.lock().tasks.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    struct Count {
        turns: AtomicUsize,
        wanted: usize,
    }

    impl Count {
        fn to(wanted: usize) -> Arc<Self> {
            Arc::new(Self { turns: AtomicUsize::new(0), wanted })
        }

        fn has_come_to_its_end(&self) -> bool {
            (0..5000).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(1));
                self.turns.load(Ordering::SeqCst) == self.wanted
            })
        }
    }

    impl Task for Count {
        fn turn(&self) -> bool {
            self.turns.fetch_add(1, Ordering::SeqCst) + 1 < self.wanted
        }
    }

    #[test]
    fn a_task_gets_its_turns_and_no_more_beside_one_that_never_ends() {
        let crew = Crew::new(1);
        let endless = Count::to(usize::MAX);
        crew.take_on(endless.clone());
        for wanted in [1, 7, 100] {
            let task = Count::to(wanted);
            crew.take_on(task.clone());
            assert!(task.has_come_to_its_end());
        }
        drop(crew);
        assert_eq!(Arc::strong_count(&endless), 1, "no thread and no queue holds it any more");
    }

    #[test]
    fn no_thread_runs_before_there_is_a_task() {
        let crew = Crew::<Count>::new(8);
        assert!(crew.threads.lock().is_empty());
        crew.take_on(Count::to(1));
        assert_eq!(crew.threads.lock().len(), 1);
    }
}
