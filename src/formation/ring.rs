//! Rings: the dense rank of the lattice's ring keys (F22).
#![forbid(unsafe_code)]

/// Buffers of a ranking, kept for the next call of the same size.
#[derive(Debug, Default)]
pub struct RingScratch {
    /// One bit per key value that occurs.
    present: Vec<u64>,
    /// Distinct keys below each word of `present`.
    below: Vec<u32>,
    /// Distinct keys in order, for keys too sparse for a bit each.
    distinct: Vec<u64>,
}

/// Bits per key up to which a bit set is the faster way. The keys of the built-in lattices are at most a few
/// times their slots, so that they always take it; own points far from the center may not.
const BITS_PER_KEY: u64 = 64;

/// Overwrites `rings` with the dense rank of each key: 0 for the lowest key, no number left out.
pub fn dense_ranks(keys: &[u64], scratch: &mut RingScratch, rings: &mut Vec<u32>) {
    rings.clear();
    let Some(&highest) = keys.iter().max() else { return };
    if highest / BITS_PER_KEY <= keys.len() as u64 {
        rank_by_bits(keys, highest, scratch, rings);
    } else {
        rank_by_order(keys, &mut scratch.distinct, rings);
    }
}

fn rank_by_bits(keys: &[u64], highest: u64, scratch: &mut RingScratch, rings: &mut Vec<u32>) {
    let RingScratch { present, below, .. } = scratch;
    present.clear();
    present.resize((highest / 64) as usize + 1, 0);
    for &key in keys {
        present[(key / 64) as usize] |= 1 << (key % 64);
    }
    below.clear();
    below.extend(present.iter().scan(0, |distinct, word| {
        let before = *distinct;
        *distinct += word.count_ones();
        Some(before)
    }));
    rings.extend(keys.iter().map(|&key| {
        let word = (key / 64) as usize;
        let lower = present[word] & ((1 << (key % 64)) - 1);
        below[word] + lower.count_ones()
    }));
}

fn rank_by_order(keys: &[u64], distinct: &mut Vec<u64>, rings: &mut Vec<u32>) {
    distinct.clear();
    distinct.extend_from_slice(keys);
    distinct.sort_unstable();
    distinct.dedup();
    rings.extend(keys.iter().map(|key| distinct.partition_point(|lower| lower < key) as u32));
}
