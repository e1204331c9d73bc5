//! Candidates: which slots an agent looks at, near ones in windows and far ones by strides.
//!
//! Slots are cut into strips of equal count along x and sorted by y within each. A window is the same short run of
//! consecutive slots in each of a few adjacent strips: it adapts to any point set, holds a fixed number of slots
//! whatever their density, and reads memory in straight lines.
#![forbid(unsafe_code)]

use std::ops::Range;

use super::super::lanes::{LANES, Lanes};
use super::frame::{Frame, Lie};
use super::metric::{Metric, Place};
use super::number::{Number, run_of};
use crate::parallel::Executor;

/// Nobody, or no slot.
pub const NONE: u32 = u32::MAX;

/// How many strips a window spans: [`LANES`] slots of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowSize {
    /// Adjacent strips.
    pub strips: usize,
    /// How the slots lie.
    pub lie: Lie,
}

/// The slots of one level in strip order, with what they cost and who owns them.
#[derive(Debug, Default)]
pub struct SlotField<N> {
    /// First coordinate.
    pub x: Vec<N>,
    /// Second coordinate.
    pub y: Vec<N>,
    /// Base plus price.
    pub burden: Vec<N>,
    /// Agent that holds the slot, or [`NONE`].
    pub owner: Vec<u32>,
    /// Index in median order.
    pub rank: Vec<u32>,
    /// The inverse of `rank`.
    pub place: Vec<u32>,
    /// Per slot, how far from it each run of the window around it begins.
    pub window: Vec<i16>,
    strip_start: Vec<u32>,
}

/// A range of consecutive slots as one who bids there sees it.
#[derive(Clone, Copy, Debug)]
pub struct SlotView<'a, N> {
    /// Place of the first one.
    pub first: u32,
    /// First coordinates.
    pub x: &'a [N],
    /// Second coordinates.
    pub y: &'a [N],
    /// Bases plus prices.
    pub burden: &'a [N],
    /// Per slot of the whole field, how far from it each run of the window around it begins.
    pub window: &'a [i16],
}

/// The best slot of a window and the value of the next best.
#[derive(Clone, Copy, Debug)]
pub struct Choice<N> {
    /// Value of the best slot.
    pub value: N,
    /// Value of the second best.
    pub second: N,
    /// Place of the best slot.
    pub slot: u32,
    /// Whether it lies at the edge of the window.
    pub at_edge: bool,
}

impl<N: Number> SlotField<N> {
    /// Number of slots.
    pub fn len(&self) -> usize {
        self.x.len()
    }

    /// Takes over `points` (in median order) without windows.
    pub fn load(&mut self, points: &[Place<N>], keys: &mut Vec<u64>) {
        keys.clear();
        keys.extend(0..points.len() as u64);
        self.window.clear();
        self.strip_start.clear();
        self.take(points, keys);
    }

    /// Takes over `points` (in median order) of some area and width, sorted into strips, and lays a window around each.
    /// `keys` is a buffer for a coordinate in the upper half and an index in the lower.
    pub fn load_strips(
        &mut self,
        points: &[Place<N>],
        spread: (f64, f64),
        size: WindowSize,
        executor: &Executor,
        keys: &mut Vec<u64>,
    ) {
        let frame = Frame::of(points, size.lie);
        keys.clear();
        keys.extend(points.iter().enumerate().map(|(index, point)| frame.first(*point) << 32 | index as u64));
        sort_keys(keys, executor);
        let (area, width) = spread;
        self.cut_strips(keys, area, width, size);
        let parts = self.strips().div_ceil(STRIPS_AT_ONCE);
        executor.for_parts(parts, self.parts_of(1, keys), |(strips, slots)| {
            let begin = self.strip_start[strips.start];
            for ends in self.strip_start[strips.start..=strips.end].windows(2) {
                let strip = &mut slots[(ends[0] - begin) as usize..(ends[1] - begin) as usize];
                for slot in strip.iter_mut() {
                    let index = *slot as u32 as usize;
                    *slot = frame.second(points[index]) << 32 | index as u64;
                }
                strip.sort_unstable();
            }
        });
        self.take(points, keys);
        self.lay_windows(keys, size, executor);
    }

    /// A strip is one mean distance between slots wide where it can be: it holds a run at least, and where slots are
    /// much denser than the mean, not many more than a strip of even density would.
    fn cut_strips(&mut self, keys: &[u64], area: f64, width: f64, size: WindowSize) {
        let count = keys.len();
        let x = |key: u64| (key >> 32) as f64;
        let pitch = (area / count as f64).sqrt();
        // Points on a line have no area and may have no width: the finest strips.
        let even = if width > 0.0 { (count as f64 * pitch / width) as usize } else { 0 };
        let most = match size.lie {
            Lie::Plane => 2 * even,
            Lie::Curve => CURVE_RUNS * LANES,
            // As many as there are strips to what stands across one place of the line.
            Lie::Line(_) => (count as f64).sqrt().sqrt() as usize,
        };
        let most = most.min(count / (size.strips + 1)).min(longest_strip(size)).max(LANES);
        let on_a_line = matches!(size.lie, Lie::Line(_));
        self.strip_start.clear();
        let mut begin = 0;
        while begin < count {
            self.strip_start.push(begin as u32);
            let edge = x(keys[begin]) + pitch;
            let strip = &keys[begin..(begin + most).min(count)];
            let within = if on_a_line { strip.len() } else { strip.partition_point(|slot| x(*slot) < edge) };
            begin += within.max(LANES);
            if count < begin + LANES {
                begin = count;
            }
        }
        self.strip_start.push(count as u32);
    }

    fn take(&mut self, points: &[Place<N>], keys: &[u64]) {
        let count = points.len();
        self.rank.clear();
        self.rank.extend(keys.iter().map(|key| *key as u32));
        self.place.clear();
        self.place.resize(count, 0);
        for (place, rank) in self.rank.iter().enumerate() {
            self.place[*rank as usize] = place as u32;
        }
        self.x.clear();
        self.x.extend(self.rank.iter().map(|rank| points[*rank as usize].x));
        self.y.clear();
        self.y.extend(self.rank.iter().map(|rank| points[*rank as usize].y));
        self.burden.clear();
        self.burden.resize(count, N::default());
        self.owner.clear();
        self.owner.resize(count, NONE);
    }

    /// Each run is centred on the slot's y and kept inside its strip.
    fn lay_windows(&mut self, keys: &[u64], size: WindowSize, executor: &Executor) {
        let mut window = std::mem::take(&mut self.window);
        window.clear();
        window.resize(keys.len() * size.strips, 0);
        let parts = self.strips().div_ceil(STRIPS_AT_ONCE);
        executor.for_parts(parts, self.parts_of(size.strips, &mut window), |(strips, window)| {
            let begin = self.strip_start[strips.start] as usize * size.strips;
            strips.for_each(|strip| self.lay_windows_of(strip, keys, size, begin, window));
        });
        self.window = window;
    }

    /// Lays the windows of one strip into a part of the table that starts at `begin`.
    fn lay_windows_of(&self, strip: usize, keys: &[u64], size: WindowSize, begin_of_part: usize, window: &mut [i16]) {
        let strips = self.strips();
        let first = strip.saturating_sub(size.strips / 2).min(strips - size.strips);
        for row in 0..size.strips {
            let begin = self.strip_start[first + row] as usize;
            let end = self.strip_start[first + row + 1] as usize;
            let mut near = begin;
            for slot in self.strip_start[strip] as usize..self.strip_start[strip + 1] as usize {
                let y = keys[slot] >> 32;
                while near < end && keys[near] >> 32 < y {
                    near += 1;
                }
                // Among equal ones its own strip's run still holds the slot and both neighbours, so that windows
                // connect all slots.
                let middle = if first + row == strip { slot } else { near };
                let run = middle.saturating_sub(LANES / 2).clamp(begin, end - LANES);
                window[slot * size.strips + row - begin_of_part] = (run as i64 - slot as i64) as i16;
            }
        }
    }

    /// Strips that one thread lays out at a time, with their part of a table of `width` items per slot.
    fn parts_of<'a, T>(
        &'a self,
        width: usize,
        table: &'a mut [T],
    ) -> impl Iterator<Item = (Range<usize>, &'a mut [T])> + use<'a, N, T> {
        let mut rest = table;
        (0..self.strips()).step_by(STRIPS_AT_ONCE).map(move |first| {
            let strips = first..(first + STRIPS_AT_ONCE).min(self.strips());
            let slots = (self.strip_start[strips.end] - self.strip_start[strips.start]) as usize;
            (strips, take_front(&mut rest, slots * width))
        })
    }

    /// The places of each strip, in order of y.
    pub fn strip_ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.strip_start.windows(2).map(|ends| ends[0] as usize..ends[1] as usize)
    }

    /// Number of strips.
    pub fn strips(&self) -> usize {
        self.strip_start.len().saturating_sub(1)
    }

    /// Where the first strip at or behind `place` begins.
    pub fn strip_start_from(&self, place: u32) -> u32 {
        self.strip_start[self.strip_start.partition_point(|start| *start < place)]
    }

    /// All slots.
    #[inline(always)]
    pub fn view(&self) -> SlotView<'_, N> {
        SlotView { first: 0, x: &self.x, y: &self.y, burden: &self.burden, window: &self.window }
    }

    /// Where the runs of the window around `centre` begin.
    #[inline(always)]
    pub fn runs<const STRIPS: usize>(&self, centre: u32) -> [u32; STRIPS] {
        self.view().runs(centre)
    }

    /// What `agent` would pay for the slot at `place`.
    #[inline(always)]
    pub fn value<M: Metric<Number = N>>(&self, agent: Place<N>, place: u32) -> N {
        let place = place as usize;
        M::value(agent, self.x[place], self.y[place], self.burden[place])
    }

    /// The best of the window around `centre`.
    #[inline(always)]
    pub fn look<M: Metric<Number = N>, L: Lanes, const STRIPS: usize>(
        &self,
        lanes: L,
        agent: Place<N>,
        centre: u32,
    ) -> Choice<N> {
        self.view().look::<M, L, STRIPS>(lanes, agent, centre)
    }

    /// See [`SlotView::look_until_centred`].
    #[inline(always)]
    pub fn look_until_centred<M: Metric<Number = N>, L: Lanes, const STRIPS: usize>(
        &self,
        lanes: L,
        agent: Place<N>,
        centre: &mut u32,
    ) -> Choice<N> {
        self.view().look_until_centred::<M, L, STRIPS>(lanes, agent, centre)
    }
}

impl<N: Number> SlotView<'_, N> {
    /// Where the runs of the window around `centre` begin.
    #[inline(always)]
    pub fn runs<const STRIPS: usize>(&self, centre: u32) -> [u32; STRIPS] {
        let begin = centre as usize * STRIPS;
        let window = &self.window[begin..begin + STRIPS];
        std::array::from_fn(|row| centre.wrapping_add_signed(i32::from(window[row])))
    }

    /// Whether the whole window around `centre` lies here.
    #[inline(always)]
    pub fn holds_window<const STRIPS: usize>(&self, centre: u32) -> bool {
        let runs = self.runs::<STRIPS>(centre);
        runs[0] >= self.first && runs[STRIPS - 1] as usize + LANES <= self.first as usize + self.x.len()
    }

    /// The best of the window around `centre`; of equal ones, the first of the first lane.
    #[inline(always)]
    pub fn look<M: Metric<Number = N>, L: Lanes, const STRIPS: usize>(
        &self,
        lanes: L,
        agent: Place<N>,
        centre: u32,
    ) -> Choice<N> {
        let runs = self.runs::<STRIPS>(centre);
        let agent = agent.splat(lanes);
        // Of the same length for all to see, so that one check serves all three.
        let (x, y, burden) = (self.x, &self.y[..self.x.len()], &self.burden[..self.x.len()]);
        let (mut best, mut second) = (N::splat(lanes, N::MAX), N::splat(lanes, N::MAX));
        let mut rows = N::splat(lanes, N::default());
        for (row, &begin) in runs.iter().enumerate() {
            let begin = (begin - self.first) as usize;
            let slots = Place { x: run_of(x, begin), y: run_of(y, begin) };
            let value = M::values(lanes, agent, slots, run_of(burden, begin));
            rows = N::choose_below(lanes, (value, best), N::splat(lanes, N::tag(row)), rows);
            second = N::lesser(lanes, second, N::greater(lanes, best, value));
            best = N::lesser(lanes, best, value);
        }
        let value = N::least_of(lanes, best);
        let winner = N::first_equal(lanes, best, value);
        let row = N::array(rows)[winner].untag().min(STRIPS - 1);
        Choice {
            value,
            second: N::least_of(lanes, N::with_lane(lanes, best, winner, second)),
            slot: runs[row] + winner as u32,
            at_edge: (row == 0) | (row == STRIPS - 1) | (winner == 0) | (winner == LANES - 1),
        }
    }

    /// Looks around `centre`, and again around the best slot, until the best is near the middle of its window.
    #[inline(always)]
    pub fn look_until_centred<M: Metric<Number = N>, L: Lanes, const STRIPS: usize>(
        &self,
        lanes: L,
        agent: Place<N>,
        centre: &mut u32,
    ) -> Choice<N> {
        let mut choice = self.look::<M, L, STRIPS>(lanes, agent, *centre);
        for _ in 0..RECENTRES {
            if !choice.at_edge || choice.slot == *centre {
                break;
            }
            let held = choice.value;
            *centre = choice.slot;
            choice = self.look::<M, L, STRIPS>(lanes, agent, *centre);
            // A window always holds its centre, so this only ends walks over equal values.
            if choice.value >= held {
                break;
            }
        }
        choice
    }
}

/// So long at most that the offset from a slot to a run of its window, a few strips away, fits 16 bits.
fn longest_strip(size: WindowSize) -> usize {
    i16::MAX as usize / (size.strips + 1) - 2 * LANES
}

/// A curve crosses most strips twice. With so many runs to a strip each branch fills one, and a window holds the slots next
/// to its centre on the curve.
const CURVE_RUNS: usize = 2;

/// Strips that one thread lays out at a time.
const STRIPS_AT_ONCE: usize = 16;

/// Fewer slots are sorted by one thread.
const FEW_SLOTS: usize = 4096;

/// Sorts keys of which no two are equal: on several threads, halves by themselves once each has its keys.
fn sort_keys(keys: &mut [u64], executor: &Executor) {
    if keys.len() < FEW_SLOTS || executor.workers() == 1 {
        return keys.sort_unstable();
    }
    let middle = keys.len() / 2;
    keys.select_nth_unstable(middle);
    let (before, after) = keys.split_at_mut(middle);
    executor.for_parts(2, [before, after].into_iter(), <[u64]>::sort_unstable);
}

/// Takes the first `count` items off a slice.
pub fn take_front<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (front, back) = std::mem::take(rest).split_at_mut(count);
    *rest = back;
    front
}

/// Bounds the walk of a window; an agent that has farther to go walks on with its next bid.
pub const RECENTRES: usize = 16;

/// The stride-sampled slots of `agent`: together the agents' samples cover every slot, so each slot is biddable.
pub fn strided(agent: usize, samples: usize, count: usize) -> impl Iterator<Item = u32> {
    let stride = (count / samples.max(1)).max(1);
    (0..samples.min(count)).map(move |sample| ((agent + sample * stride) % count) as u32)
}
