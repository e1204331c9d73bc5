//! Numbers worth trying: mostly ordinary lengths, now and then any pattern of bits.

use arbitrary::{Arbitrary, Result, Unstructured};

/// A length, an angle or a factor.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl<'a> Arbitrary<'a> for Number {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(match u8::arbitrary(input)? {
            // Whole numbers collide, so that ties come about.
            0..=119 => f64::from(i8::arbitrary(input)?) * 25.0,
            120..=209 => f64::from(i16::arbitrary(input)?) / 16.0,
            210..=229 => f64::from(i32::arbitrary(input)?),
            230..=239 => f64::from(f32::from_bits(u32::arbitrary(input)?)),
            _ => f64::from_bits(u64::arbitrary(input)?),
        }))
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (2, Some(9))
    }
}
