//! Numbers that hold the whole numbers of a solve, one by one and eight side by side.
//!
//! They are held in `f64` while every sum stays below 2^53, beyond in `i64` and, where even that is too narrow, in `i128`,
//! so that each decision is exact on every machine.
#![forbid(unsafe_code)]

use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

use pulp::f64x8;

use super::super::lanes::{LANES, Lanes, NUMBERS, bits, first_equal};

/// A type that holds the whole numbers of a solve.
pub trait Number:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// More than every cost, and never part of a sum.
    const MAX: Self;
    /// Less than every coordinate, and never part of a sum.
    const MIN: Self;
    /// The whole number `value`.
    fn whole(value: i64) -> Self;
    /// A double, rounded down.
    fn floor(value: f64) -> Self;
    /// As a wide integer, exactly.
    fn wide(self) -> i128;
    /// As a double, to the nearest.
    fn double(self) -> f64;
    /// The whole number next to `self / count`.
    fn share(self, count: usize) -> Self;

    /// Numbers that are not below nought, and a number of 32 bits behind each, in one that compares in one step.
    type Rank: Ord;
    /// The rank of this number with `next`.
    fn rank(self, next: u32) -> Self::Rank;

    /// Eight numbers, side by side.
    type Eight: Copy;
    /// Takes eight numbers over.
    fn eight(values: &[Self; LANES]) -> Self::Eight;
    /// Eight times the same number.
    fn splat<L: Lanes>(lanes: L, value: Self) -> Self::Eight;
    /// Lane by lane.
    fn plus<L: Lanes>(lanes: L, one: Self::Eight, other: Self::Eight) -> Self::Eight;
    /// Lane by lane.
    fn minus<L: Lanes>(lanes: L, one: Self::Eight, other: Self::Eight) -> Self::Eight;
    /// Lane by lane.
    fn times<L: Lanes>(lanes: L, one: Self::Eight, other: Self::Eight) -> Self::Eight;
    /// The lesser ones, lane by lane.
    fn lesser<L: Lanes>(lanes: L, one: Self::Eight, other: Self::Eight) -> Self::Eight;
    /// The greater ones, lane by lane.
    fn greater<L: Lanes>(lanes: L, one: Self::Eight, other: Self::Eight) -> Self::Eight;
    /// The lanes of `then` where the first of two is below the second, of `otherwise` elsewhere.
    fn choose_below<L: Lanes>(
        lanes: L,
        compared: (Self::Eight, Self::Eight),
        then: Self::Eight,
        otherwise: Self::Eight,
    ) -> Self::Eight;
    /// `values` with one lane out of `others`.
    fn with_lane<L: Lanes>(lanes: L, values: Self::Eight, lane: usize, others: Self::Eight) -> Self::Eight;
    /// The least of all lanes.
    fn least_of<L: Lanes>(lanes: L, values: Self::Eight) -> Self;
    /// The first lane that is `value`, which one of them is.
    fn first_equal<L: Lanes>(lanes: L, values: Self::Eight, value: Self) -> usize;
    /// All lanes.
    fn array(values: Self::Eight) -> [Self; LANES];
    /// Which lanes of the first of two are below the second, a bit each, the first lane lowest.
    fn below<L: Lanes>(lanes: L, one: Self::Eight, other: Self::Eight) -> u8;
    /// A small number in the bits of one of these, to be selected with it and read by [`Self::untag`].
    fn tag(tag: usize) -> Self;
    /// See [`Self::tag`].
    fn untag(self) -> usize;

    /// The lesser one.
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The greater one.
    #[inline(always)]
    fn most(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Number for f64 {
    const MAX: Self = f64::INFINITY;
    const MIN: Self = f64::NEG_INFINITY;

    #[inline(always)]
    fn whole(value: i64) -> Self {
        value as f64
    }

    #[inline(always)]
    fn floor(value: f64) -> Self {
        value.floor()
    }

    #[inline(always)]
    fn wide(self) -> i128 {
        self as i128
    }

    #[inline(always)]
    fn double(self) -> f64 {
        self
    }

    #[inline(always)]
    fn share(self, count: usize) -> Self {
        (self / count as f64 + 0.5).floor()
    }

    type Rank = u128;

    /// Doubles that are not below nought are in the order of their bits.
    #[inline(always)]
    fn rank(self, next: u32) -> u128 {
        u128::from(self.to_bits()) << 32 | u128::from(next)
    }

    type Eight = f64x8;

    #[inline(always)]
    fn eight(values: &[Self; LANES]) -> f64x8 {
        pulp::bytemuck::cast(*values)
    }

    #[inline(always)]
    fn splat<L: Lanes>(lanes: L, value: Self) -> f64x8 {
        lanes.splat_f64s(value)
    }

    #[inline(always)]
    fn plus<L: Lanes>(lanes: L, one: f64x8, other: f64x8) -> f64x8 {
        lanes.add_f64s(one, other)
    }

    #[inline(always)]
    fn minus<L: Lanes>(lanes: L, one: f64x8, other: f64x8) -> f64x8 {
        lanes.sub_f64s(one, other)
    }

    #[inline(always)]
    fn times<L: Lanes>(lanes: L, one: f64x8, other: f64x8) -> f64x8 {
        lanes.mul_f64s(one, other)
    }

    #[inline(always)]
    fn lesser<L: Lanes>(lanes: L, one: f64x8, other: f64x8) -> f64x8 {
        lanes.min_f64s(one, other)
    }

    #[inline(always)]
    fn greater<L: Lanes>(lanes: L, one: f64x8, other: f64x8) -> f64x8 {
        lanes.max_f64s(one, other)
    }

    #[inline(always)]
    fn choose_below<L: Lanes>(lanes: L, (one, other): (f64x8, f64x8), then: f64x8, otherwise: f64x8) -> f64x8 {
        lanes.select_f64s(lanes.less_than_f64s(one, other), then, otherwise)
    }

    #[inline(always)]
    fn with_lane<L: Lanes>(lanes: L, values: f64x8, lane: usize, others: f64x8) -> f64x8 {
        lanes.select_f64s(lanes.equal_f64s(NUMBERS, lanes.splat_f64s(lane as f64)), others, values)
    }

    #[inline(always)]
    fn least_of<L: Lanes>(lanes: L, values: f64x8) -> Self {
        lanes.reduce_min_f64s(values)
    }

    #[inline(always)]
    fn first_equal<L: Lanes>(lanes: L, values: f64x8, value: Self) -> usize {
        first_equal(lanes, values, value) % LANES
    }

    #[inline(always)]
    fn array(values: f64x8) -> [Self; LANES] {
        pulp::bytemuck::cast(values)
    }

    #[inline(always)]
    fn below<L: Lanes>(lanes: L, one: f64x8, other: f64x8) -> u8 {
        bits(lanes, lanes.less_than_f64s(one, other))
    }

    // No arithmetic is done with it.
    #[inline(always)]
    fn tag(tag: usize) -> Self {
        Self::from_bits(tag as u64)
    }

    #[inline(always)]
    fn untag(self) -> usize {
        self.to_bits() as usize
    }
}

macro_rules! whole_numbers {
    ($($integer:ty),*) => {$(
        impl Number for $integer {
            const MAX: Self = Self::MAX;
            const MIN: Self = Self::MIN;

            #[inline(always)]
            fn whole(value: i64) -> Self {
                value.into()
            }

            #[inline(always)]
            fn floor(value: f64) -> Self {
                value.floor() as Self
            }

            #[inline(always)]
            fn wide(self) -> i128 {
                self.into()
            }

            #[inline(always)]
            fn double(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn share(self, count: usize) -> Self {
                let count = count as Self;
                (2 * self + count).div_euclid(2 * count)
            }

            type Rank = (Self, u32);

            #[inline(always)]
            fn rank(self, next: u32) -> (Self, u32) {
                (self, next)
            }

            type Eight = [Self; LANES];

            #[inline(always)]
            fn eight(values: &[Self; LANES]) -> [Self; LANES] {
                *values
            }

            #[inline(always)]
            fn splat<L: Lanes>(_: L, value: Self) -> [Self; LANES] {
                [value; LANES]
            }

            #[inline(always)]
            fn plus<L: Lanes>(_: L, one: [Self; LANES], other: [Self; LANES]) -> [Self; LANES] {
                std::array::from_fn(|lane| one[lane] + other[lane])
            }

            #[inline(always)]
            fn minus<L: Lanes>(_: L, one: [Self; LANES], other: [Self; LANES]) -> [Self; LANES] {
                std::array::from_fn(|lane| one[lane] - other[lane])
            }

            #[inline(always)]
            fn times<L: Lanes>(_: L, one: [Self; LANES], other: [Self; LANES]) -> [Self; LANES] {
                std::array::from_fn(|lane| one[lane] * other[lane])
            }

            #[inline(always)]
            fn lesser<L: Lanes>(_: L, one: [Self; LANES], other: [Self; LANES]) -> [Self; LANES] {
                std::array::from_fn(|lane| one[lane].min(other[lane]))
            }

            #[inline(always)]
            fn greater<L: Lanes>(_: L, one: [Self; LANES], other: [Self; LANES]) -> [Self; LANES] {
                std::array::from_fn(|lane| one[lane].max(other[lane]))
            }

            #[inline(always)]
            fn choose_below<L: Lanes>(
                _: L,
                (one, other): ([Self; LANES], [Self; LANES]),
                then: [Self; LANES],
                otherwise: [Self; LANES],
            ) -> [Self; LANES] {
                std::array::from_fn(|lane| if one[lane] < other[lane] { then[lane] } else { otherwise[lane] })
            }

            #[inline(always)]
            fn with_lane<L: Lanes>(
                _: L,
                mut values: [Self; LANES],
                lane: usize,
                others: [Self; LANES],
            ) -> [Self; LANES] {
                values[lane] = others[lane];
                values
            }

            #[inline(always)]
            fn least_of<L: Lanes>(_: L, values: [Self; LANES]) -> Self {
                values.into_iter().fold(Self::MAX, Self::min)
            }

            #[inline(always)]
            fn first_equal<L: Lanes>(_: L, values: [Self; LANES], value: Self) -> usize {
                values.iter().position(|other| *other == value).unwrap_or(0)
            }

            #[inline(always)]
            fn array(values: [Self; LANES]) -> [Self; LANES] {
                values
            }

            #[inline(always)]
            fn below<L: Lanes>(_: L, one: [Self; LANES], other: [Self; LANES]) -> u8 {
                (0..LANES).fold(0, |bits, lane| bits | u8::from(one[lane] < other[lane]) << lane)
            }

            #[inline(always)]
            fn tag(tag: usize) -> Self {
                tag as Self
            }

            #[inline(always)]
            fn untag(self) -> usize {
                self as usize
            }
        }
    )*};
}

whole_numbers!(i64, i128);

/// The run of [`LANES`] numbers that begins at `begin`.
#[inline(always)]
pub fn run_of<N: Number>(numbers: &[N], begin: usize) -> N::Eight {
    let mut run = [N::default(); LANES];
    run.copy_from_slice(&numbers[begin..begin + LANES]);
    N::eight(&run)
}
