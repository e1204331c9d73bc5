//! The debug-draw queue: finished calls only, whole and in order, bounded, whoever produced them.

use std::sync::Barrier;

use glam::DVec3;
use phalanx::debug_draw::*;

fn item(key: u64, number: usize) -> DebugItem {
    let place = DVec3::new(number as f64, 0.0, 0.0);
    DebugItem { figure: Figure::Circle, category: CATEGORY_START, from: place, to: place, radius: 1.0, color: 0, key }
}

fn items(key: u64, count: usize) -> Vec<DebugItem> {
    (0..count).map(|number| item(key, number)).collect()
}

fn queue(capacity: u64) -> DebugQueue {
    let queue = DebugQueue::default();
    queue.enable(CATEGORIES, capacity);
    queue
}

/// Keys of the items that a poll of `capacity` hands out, and what it says.
fn poll(queue: &DebugQueue, capacity: usize) -> (Vec<(u64, f64)>, Polled) {
    let mut seen = Vec::new();
    let polled = queue.poll(capacity, |index, item| {
        assert_eq!(index, seen.len());
        seen.push((item.key, item.from.x));
    });
    (seen, polled)
}

fn keys(queue: &DebugQueue) -> Vec<u64> {
    poll(queue, 1000).0.into_iter().map(|(key, _)| key).collect()
}

#[test]
fn only_what_is_enabled_and_asked_for_begins() {
    let queue = DebugQueue::default();
    assert!(queue.begin(CATEGORIES, 0).is_none());
    queue.enable(CATEGORY_START | CATEGORY_GOAL, 10);
    assert_eq!(queue.begin(CATEGORY_GOAL | CATEGORY_ARROW, 0).map(|call| call.mask), Some(CATEGORY_GOAL));
    assert!(queue.begin(CATEGORY_ARROW, 0).is_none());
}

#[test]
fn a_call_is_seen_only_when_it_is_finished() {
    let queue = queue(10);
    let call = queue.begin(CATEGORIES, 1).unwrap();
    assert_eq!(keys(&queue), []);
    queue.finish(call, &items(1, 2));
    assert_eq!(keys(&queue), [1, 1]);
    assert_eq!(keys(&queue), []);
}

#[test]
fn calls_one_after_another_keep_their_order_whatever_their_keys_and_threads() {
    let queue = queue(100);
    for key in [9, 3, 7, 3, 1] {
        std::thread::scope(|scope| {
            scope.spawn(|| queue.finish(queue.begin(CATEGORIES, key).unwrap(), &items(key, 2)));
        });
    }
    assert_eq!(keys(&queue), [9, 9, 3, 3, 7, 7, 3, 3, 1, 1]);
}

#[test]
fn calls_that_overlap_in_time_come_by_their_key() {
    for threads in [1, 2, 5, 40] {
        let queue = queue(10_000);
        let gate = Barrier::new(threads);
        std::thread::scope(|scope| {
            for key in 0..threads as u64 {
                let (queue, gate) = (&queue, &gate);
                scope.spawn(move || {
                    let call = queue.begin(CATEGORIES, 1000 - key).unwrap();
                    // All have begun before any ends.
                    gate.wait();
                    queue.finish(call, &items(1000 - key, 3));
                });
            }
        });
        let (seen, _) = poll(&queue, 10_000);
        let wanted: Vec<(u64, f64)> =
            (0..threads as u64).rev().flat_map(|key| [0.0, 1.0, 2.0].map(|number| (1000 - key, number))).collect();
        assert_eq!(seen, wanted);
    }
}

#[test]
fn a_call_that_ended_before_another_began_comes_first_even_if_a_third_overlaps_both() {
    let queue = queue(100);
    let long = queue.begin(CATEGORIES, 5).unwrap();
    let early = queue.begin(CATEGORIES, 9).unwrap();
    queue.finish(early, &items(9, 1));
    let late = queue.begin(CATEGORIES, 1).unwrap();
    queue.finish(late, &items(1, 1));
    queue.finish(long, &items(5, 1));
    // 5 overlaps both and precedes 9 by key; 1 began after 9 had ended.
    assert_eq!(keys(&queue), [5, 9, 1]);
}

#[test]
fn a_full_queue_drops_a_calls_tail_and_counts_it_once() {
    let queue = queue(5);
    queue.finish(queue.begin(CATEGORIES, 1).unwrap(), &items(1, 3));
    queue.finish(queue.begin(CATEGORIES, 2).unwrap(), &items(2, 4));
    queue.finish(queue.begin(CATEGORIES, 3).unwrap(), &items(3, 1));
    let (seen, polled) = poll(&queue, 100);
    assert_eq!(seen, [(1, 0.0), (1, 1.0), (1, 2.0), (2, 0.0), (2, 1.0)]);
    assert_eq!(polled, Polled { count: 5, dropped: 3, more: false });
    queue.finish(queue.begin(CATEGORIES, 4).unwrap(), &items(4, 5));
    assert_eq!(poll(&queue, 100).1, Polled { count: 5, dropped: 0, more: false });
}

#[test]
fn a_short_poll_goes_on_where_the_last_one_ended() {
    let queue = queue(100);
    queue.finish(queue.begin(CATEGORIES, 1).unwrap(), &items(1, 3));
    queue.finish(queue.begin(CATEGORIES, 2).unwrap(), &items(2, 2));
    assert_eq!(poll(&queue, 0).1, Polled { count: 0, dropped: 0, more: true });
    assert_eq!(poll(&queue, 2).0, [(1, 0.0), (1, 1.0)]);
    // A call that finishes in between does not jump the queue.
    queue.finish(queue.begin(CATEGORIES, 0).unwrap(), &items(0, 1));
    let (seen, polled) = poll(&queue, 2);
    assert_eq!((seen, polled.more), (vec![(1, 2.0), (2, 0.0)], true));
    let (seen, polled) = poll(&queue, 2);
    assert_eq!((seen, polled.more), (vec![(2, 1.0), (0, 0.0)], false));
}

#[test]
fn many_producers_and_a_consumer_lose_nothing_and_keep_each_producers_order() {
    let queue = queue(1 << 20);
    let producers = 6;
    let mut seen: Vec<(u64, f64)> = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..producers)
            .map(|producer| {
                let queue = &queue;
                scope.spawn(move || {
                    for call in 0..200_u64 {
                        let key = producer * 1000 + call;
                        queue.finish(queue.begin(CATEGORIES, key).unwrap(), &items(key, (key % 4) as usize));
                    }
                })
            })
            .collect();
        while running.iter().any(|thread| !thread.is_finished()) {
            queue.poll(7, |_, item| seen.push((item.key, item.from.x)));
        }
    });
    queue.poll(usize::MAX, |_, item| seen.push((item.key, item.from.x)));
    for producer in 0..producers {
        let own: Vec<(u64, f64)> = seen.iter().copied().filter(|(key, _)| key / 1000 == producer).collect();
        let wanted: Vec<(u64, f64)> = (0..200)
            .map(|call| producer * 1000 + call)
            .flat_map(|key| (0..key % 4).map(move |number| (key, number as f64)))
            .collect();
        assert_eq!(own, wanted);
    }
    // Each call's items stand together.
    for pair in seen.windows(2) {
        assert!(pair[1].1 == 0.0 || (pair[0].0 == pair[1].0 && pair[1].1 == pair[0].1 + 1.0), "{pair:?}");
    }
}
