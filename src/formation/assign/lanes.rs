//! Lanes: runs a kernel compiled for the widest vectors of this processor. All kernels work on whole numbers without
//! rounding, or one IEEE 754 step at a time, so that every width gives the same bytes.
#![forbid(unsafe_code)]

use pulp::{Arch, NullaryFnOnce};

/// Runs `kernel`, whose `call` (and what is inlined into it) is compiled once per width.
#[inline(always)]
pub fn run_widest<K: NullaryFnOnce>(kernel: K) -> K::Output {
    Arch::new().dispatch(kernel)
}
