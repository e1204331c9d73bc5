//! Lanes: runs a kernel compiled for the widest vectors of this processor. Kernels work on vectors of eight whatever the
//! processor has, on whole numbers without rounding or one IEEE 754 step at a time, so that every width gives the same
//! bytes.
#![forbid(unsafe_code)]

use pulp::{Arch, NullaryFnOnce, Scalar512b, Simd, f64x8};

/// Vectors of eight doubles.
pub trait Lanes: Simd<f64s = f64x8> {}

impl<S: Simd<f64s = f64x8>> Lanes for S {}

/// How many lanes a vector has.
pub const LANES: usize = 8;

/// Code that is compiled once per width, with what is inlined into it.
pub trait Kernel {
    /// What it answers.
    type Output;

    /// Runs it.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Runs `kernel`.
#[inline(always)]
pub fn run_widest<K: Kernel>(kernel: K) -> K::Output {
    match Arch::new() {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Arch::V4(lanes) => lanes.vectorize(On { kernel, lanes }),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Arch::V3(lanes) => lanes.vectorize(On { kernel, lanes: pulp::x86::V3_512b(lanes) }),
        _ => On { kernel, lanes: Scalar512b }.call(),
    }
}

/// As [`run_widest`], on the widest vectors but one.
#[cfg(test)]
pub fn run_narrower<K: Kernel>(kernel: K) -> K::Output {
    match Arch::new() {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Arch::V4(lanes) => lanes.vectorize(On { kernel, lanes: pulp::x86::V3_512b(*lanes) }),
        _ => On { kernel, lanes: Scalar512b }.call(),
    }
}

/// A kernel on its vectors.
struct On<K, L> {
    kernel: K,
    lanes: L,
}

impl<K: Kernel, L: Lanes> NullaryFnOnce for On<K, L> {
    type Output = K::Output;

    #[inline(always)]
    fn call(self) -> K::Output {
        self.kernel.run(self.lanes)
    }
}

/// The lanes of a mask, a bit each, the first lane lowest.
#[inline(always)]
pub fn bits<L: Lanes>(lanes: L, mask: L::m64s) -> u8 {
    if const { size_of::<L::m64s>() == 1 } {
        return pulp::bytemuck::cast(mask);
    }
    // A sum of powers of two is exact, and takes a quarter of the steps that going through the words would.
    lanes.reduce_sum_f64s(lanes.select_f64s(mask, POWERS, lanes.splat_f64s(0.0))) as u8
}

/// Whether a lane of a mask is set.
#[inline(always)]
pub fn any<L: Lanes>(_: L, mask: L::m64s) -> bool {
    if const { size_of::<L::m64s>() == 1 } {
        return pulp::bytemuck::cast::<L::m64s, u8>(mask) != 0;
    }
    let words: [u64; LANES] = pulp::bytemuck::cast(mask);
    words.iter().fold(0, |all, word| all | word) != 0
}

/// The first lane in which `values` are `value`, [`LANES`] if there is none.
#[inline(always)]
pub fn first_equal<L: Lanes>(lanes: L, values: f64x8, value: f64) -> usize {
    let found = lanes.equal_f64s(values, lanes.splat_f64s(value));
    if const { size_of::<L::m64s>() == 1 } {
        return bits(lanes, found).trailing_zeros() as usize;
    }
    lanes.reduce_min_f64s(lanes.select_f64s(found, NUMBERS, lanes.splat_f64s(LANES as f64))) as usize
}

/// Two to the number of each lane.
const POWERS: f64x8 = f64x8(1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0);

/// The number of each lane.
pub const NUMBERS: f64x8 = f64x8(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0);
