//! Rings: dense ranks of the lattice's ring keys (F22). Stands in until the lattices bring their own.
#![forbid(unsafe_code)]

/// Buffers of a ranking.
#[derive(Debug, Default)]
pub struct RingScratch {
    sorted: Vec<u64>,
}

/// Overwrites `out` with the rank of each key among the distinct keys.
pub fn dense_ranks(keys: &[u64], scratch: &mut RingScratch, out: &mut Vec<u32>) {
    scratch.sorted.clear();
    scratch.sorted.extend_from_slice(keys);
    scratch.sorted.sort_unstable();
    scratch.sorted.dedup();
    out.clear();
    out.extend(keys.iter().map(|key| scratch.sorted.binary_search(key).unwrap_or_else(|rank| rank) as u32));
}
