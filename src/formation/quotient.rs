//! Floor and ceiling of quotients of parameters, with the slack that keeps 100/100 at 1 (F3).
#![forbid(unsafe_code)]

/// How far a quotient may lie beside a whole number and still count as that number.
pub const SLACK: f64 = 1e-6;

/// The floor of `quotient`, not below 0 and not above `most`. NaN becomes 0.
pub fn floor(quotient: f64, most: u64) -> u64 {
    whole((quotient + SLACK).floor(), most)
}

/// The ceiling of `quotient`, not below 0 and not above `most`. NaN becomes 0.
pub fn ceil(quotient: f64, most: u64) -> u64 {
    whole((quotient - SLACK).ceil(), most)
}

fn whole(value: f64, most: u64) -> u64 {
    // Rust's cast takes NaN to 0 and saturates, so that no quotient can overflow.
    (value.max(0.0) as u64).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_that_is_whole_but_for_rounding_counts_as_whole() {
        assert_eq!([floor(0.3 / 0.1, 9), ceil(0.7 / 0.1 + 1e-9, 9)], [3, 7]);
        assert_eq!([floor(2.99, 9), ceil(3.01, 9)], [2, 4]);
    }

    #[test]
    fn no_quotient_overflows() {
        for absurd in [f64::INFINITY, 1e300] {
            assert_eq!([floor(absurd, 7), ceil(absurd, 7)], [7, 7]);
        }
        for nothing in [f64::NAN, f64::NEG_INFINITY, -1.0] {
            assert_eq!([floor(nothing, 7), ceil(nothing, 7)], [0, 0]);
        }
    }
}
