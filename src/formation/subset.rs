//! Subset: some numbers of a sequence, in order: all of them, or those listed. The common case takes no memory.
#![forbid(unsafe_code)]

/// Some numbers of a sequence that begins at 0.
#[derive(Clone, Copy, Debug)]
pub enum Subset<'a> {
    /// As many as this: all.
    All(usize),
    /// These, which ascend.
    Listed(&'a [u32]),
}

impl Subset<'_> {
    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            Self::All(count) => count,
            Self::Listed(numbers) => numbers.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The number at a place.
    pub fn number(self, place: usize) -> usize {
        match self {
            Self::All(_) => place,
            Self::Listed(numbers) => numbers[place] as usize,
        }
    }

    /// All numbers, in order.
    pub fn numbers(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.len()).map(move |place| self.number(place))
    }

    /// The place of a number, where it is one of them.
    pub fn place(self, number: u32) -> Option<u32> {
        match self {
            Self::All(count) => ((number as usize) < count).then_some(number),
            Self::Listed(numbers) => numbers.binary_search(&number).ok().map(|place| place as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_numbers_and_their_list_are_the_same_subset(count in 0_u32..50, number in 0_u32..60) {
            let list: Vec<u32> = (0..count).collect();
            let (all, listed) = (Subset::All(count as usize), Subset::Listed(&list));
            prop_assert_eq!(all.len(), listed.len());
            prop_assert!(all.numbers().eq(listed.numbers()));
            prop_assert_eq!(all.place(number), listed.place(number));
        }

        #[test]
        fn a_number_has_a_place_exactly_when_it_is_listed(
            listed in prop::collection::btree_set(0_u32..60, 0..30), number in 0_u32..60,
        ) {
            let list: Vec<u32> = listed.iter().copied().collect();
            let subset = Subset::Listed(&list);
            let place = subset.place(number);
            prop_assert_eq!(place.is_some(), listed.contains(&number));
            prop_assert!(place.is_none_or(|place| subset.number(place as usize) == number as usize));
        }
    }
}
