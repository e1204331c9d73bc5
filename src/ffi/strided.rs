//! Strided memory of the caller: the one place that reads and writes it, after its checks.

use crate::fault::{Fault, FaultKind};

/// Most elements that one view may have.
pub(super) const MOST_ELEMENTS: u64 = 1 << 26;

/// Elements at equal distances. Made only by [`Strided::new`], so that its numbers have been checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strided {
    name: &'static str,
    start: *mut u8,
    count: usize,
    stride: usize,
    element: usize,
    alignment: usize,
}

// SAFETY: an address and numbers. Reading and writing through it are unsafe functions, whose callers answer for the memory.
unsafe impl Send for Strided {}

impl Strided {
    /// Checks count, pointer, stride, alignment and reach.
    pub(super) fn new(
        name: &'static str,
        start: *mut u8,
        count: u64,
        stride: u32,
        element: usize,
        alignment: usize,
    ) -> Result<Self, Fault> {
        let stride = if stride == 0 { element } else { stride as usize };
        if count == 0 {
            return Ok(Self { name, start: std::ptr::null_mut(), count: 0, stride, element, alignment });
        }
        if count > MOST_ELEMENTS {
            return Err(Fault::new(
                FaultKind::Capacity,
                format!("{name}.count is {count}; at most {MOST_ELEMENTS} elements"),
            ));
        }
        if start.is_null() {
            return Err(Fault::new(FaultKind::NullPointer, format!("{name}.data is NULL but its count is {count}")));
        }
        if stride < element || !stride.is_multiple_of(alignment) {
            return Err(Fault::invalid(
                &format!("{name}.stride"),
                stride,
                &format!("0 (packed), or at least {element} and a multiple of {alignment}"),
            ));
        }
        if !start.addr().is_multiple_of(alignment) {
            return Err(Fault::invalid(
                &format!("{name}.data"),
                format_args!("{start:p}"),
                &format!("it must be aligned to {alignment} bytes"),
            ));
        }
        let count = count as usize;
        let reach = stride.checked_mul(count - 1).and_then(|reach| reach.checked_add(element));
        if reach.is_none_or(|reach| reach > isize::MAX as usize || start.addr().checked_add(reach).is_none()) {
            return Err(Fault::new(
                FaultKind::OutOfRange,
                format!("{name}: {count} elements with stride {stride} reach beyond the address space"),
            ));
        }
        Ok(Self { name, start, count, stride, element, alignment })
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Alignment of an element: the size of its scalar.
    pub(super) fn alignment(&self) -> usize {
        self.alignment
    }

    /// Fails unless the view is absent or has `count` elements.
    pub(super) fn check_count(&self, count: usize, of: &str) -> Result<(), Fault> {
        if self.count == 0 || self.count == count { Ok(()) } else { Err(self.mismatch(count, of)) }
    }

    /// Fails when the view has more than `count` elements.
    pub(super) fn check_at_most(&self, count: usize, of: &str) -> Result<(), Fault> {
        if self.count <= count { Ok(()) } else { Err(self.mismatch(count, of)) }
    }

    /// The fault of a view whose length does not go with `count`.
    pub(super) fn mismatch(&self, count: usize, of: &str) -> Fault {
        Fault::new(FaultKind::LengthMismatch, format!("{}.count is {}; {of} is {count}", self.name, self.count))
    }

    /// Writes values to the first elements, as many as there are values.
    ///
    /// # Safety
    /// The memory may be written now; `T` has the element's size and alignment, or less; no more values than elements.
    pub(super) unsafe fn write<T: Copy>(&self, values: impl Iterator<Item = T>) {
        debug_assert!(size_of::<T>() <= self.element && align_of::<T>() <= self.alignment);
        for (index, value) in values.take(self.count).enumerate() {
            // SAFETY: inside the checked reach, and aligned.
            unsafe { self.start.add(index * self.stride).cast::<T>().write(value) };
        }
    }

    /// Whether an element's bytes of one lie on an element's bytes of the other. Elements are compared, not ranges: two
    /// fields of one array of structs do not overlap.
    fn overlaps(&self, other: &Self) -> bool {
        if self.count == 0 || other.count == 0 {
            return false;
        }
        let apart = |a: &Self, b: &Self| a.start.addr() + (a.count - 1) * a.stride + a.element <= b.start.addr();
        if apart(self, other) || apart(other, self) {
            return false;
        }
        if self.stride == other.stride {
            return other.meets_element(self.start.addr(), self.element, self.count);
        }
        let (few, many) = if self.count <= other.count { (self, other) } else { (other, self) };
        (0..few.count).any(|index| many.meets_element(few.start.addr() + index * few.stride, few.element, 1))
    }

    /// Whether one of `count` elements from `address` on, at this view's own stride, lies on an element of this view.
    fn meets_element(&self, address: usize, element: usize, count: usize) -> bool {
        // Element i of this view is at start + i·stride, element j of the other at address + j·stride. They meet when
        // (i − j)·stride lies strictly between distance − own size and distance + other's size.
        let distance = address as i128 - self.start.addr() as i128;
        let stride = self.stride as i128;
        let least = (distance - self.element as i128).div_euclid(stride) + 1;
        let most = -(-(distance + element as i128)).div_euclid(stride) - 1;
        least.max(1 - count as i128) <= most.min(self.count as i128 - 1)
    }
}

/// Fails when an output shares bytes with an input or with another output.
pub(super) fn check_disjoint(outputs: &[Strided], inputs: &[Strided]) -> Result<(), Fault> {
    for (index, output) in outputs.iter().enumerate() {
        for other in outputs[index + 1..].iter().chain(inputs) {
            if output.overlaps(other) {
                return Err(Fault::new(
                    FaultKind::InvalidArgument,
                    format!("{} and {} share bytes; an output may not lie on another buffer", output.name, other.name),
                ));
            }
        }
    }
    Ok(())
}

/// Looks for overlaps among the buffers of many calls at once.
#[derive(Debug, Default)]
pub(super) struct OverlapSearch {
    spans: Vec<Span>,
    open: Vec<Span>,
}

/// A buffer with the bytes from its first element to its last.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    end: usize,
    view: Strided,
    is_output: bool,
    owner: usize,
}

impl OverlapSearch {
    pub(super) fn clear(&mut self) {
        self.spans.clear();
    }

    /// Adds the buffers of one owner.
    pub(super) fn add(&mut self, owner: usize, outputs: &[Strided], inputs: &[Strided]) {
        for (views, is_output) in [(outputs, true), (inputs, false)] {
            self.spans.extend(views.iter().filter(|view| view.count > 0).map(|view| {
                let start = view.start.addr();
                Span {
                    start,
                    end: start + (view.count - 1) * view.stride + view.element,
                    view: *view,
                    is_output,
                    owner,
                }
            }));
        }
    }

    /// The owners and names of an output and another buffer that share bytes. Of several pairs always the same one.
    pub(super) fn find(&mut self) -> Option<[(usize, &'static str); 2]> {
        let Self { spans, open } = self;
        spans.sort_by_key(|span| span.start);
        open.clear();
        for span in spans.iter() {
            open.retain(|before| before.end > span.start);
            let meets = |before: &&Span| (before.is_output || span.is_output) && before.view.overlaps(&span.view);
            if let Some(before) = open.iter().find(meets) {
                return Some([before, span].map(|span| (span.owner, span.view.name)));
            }
            open.push(*span);
        }
        None
    }
}

/// Empties `into` and fills it with the converted elements.
///
/// # Safety
/// The memory may be read now; `T` is what lies there: its size and alignment are the element's, and every pattern of
/// bits is a value.
pub(super) unsafe fn fill<T: Copy, U>(
    view: &Strided,
    into: &mut Vec<U>,
    mut convert: impl FnMut(T) -> U,
) -> Result<(), Fault> {
    debug_assert!(size_of::<T>() == view.element && align_of::<T>() <= view.alignment);
    into.clear();
    reserve(into, view.count, view.name)?;
    // SAFETY: inside the checked reach, and aligned.
    into.extend(
        (0..view.count).map(|index| unsafe { convert(view.start.add(index * view.stride).cast::<T>().read()) }),
    );
    Ok(())
}

/// How the caller's memory is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Where it lies, if it lies there as the library wants it: for as long as the caller's call lasts.
    InPlace,
    /// Into buffers that outlive the call.
    Copied,
}

/// The elements where they lie when nothing lies between them, or copied into `buffer`.
///
/// # Safety
/// The memory may be read now, and in place as long as the slice lives, in which nobody writes to it; `T` is what lies
/// there, as for [`fill`].
pub(super) unsafe fn lend<'a, T: Copy>(
    view: &Strided,
    reading: Reading,
    buffer: &'a mut Vec<T>,
) -> Result<&'a [T], Fault> {
    if reading == Reading::InPlace && view.count > 0 && view.stride == view.element {
        debug_assert!(size_of::<T>() == view.element && align_of::<T>() <= view.alignment);
        // SAFETY: the caller's contract; the pointer is not NULL, aligned, and the reach was checked.
        return Ok(unsafe { std::slice::from_raw_parts(view.start.cast::<T>(), view.count) });
    }
    // SAFETY: the caller's contract.
    unsafe { fill(view, buffer, |element: T| element) }?;
    Ok(buffer)
}

/// Room for `count` items in an empty buffer, or PHX_E_OUT_OF_MEMORY.
pub(super) fn reserve<T>(buffer: &mut Vec<T>, count: usize, name: &str) -> Result<(), Fault> {
    buffer.try_reserve(count).map_err(|_| {
        Fault::new(FaultKind::OutOfMemory, format!("{name}: no memory for {count} items of {} bytes", size_of::<T>()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn view(start: usize, count: u64, stride: u32, element: usize) -> Strided {
        Strided::new("view", std::ptr::without_provenance_mut(start), count, stride, element, 1).unwrap()
    }

    fn bytes(view: &Strided) -> impl Iterator<Item = usize> {
        (0..view.count).flat_map(|index| {
            let first = view.start.addr() + index * view.stride;
            first..first + view.element
        })
    }

    proptest! {
        #[test]
        fn views_overlap_exactly_when_they_share_a_byte(
            starts in (1000..1100_usize, 1000..1100_usize),
            counts in (1..8_u64, 1..8_u64),
            elements in (1..9_usize, 1..9_usize),
            gaps in (0..12_u32, 0..12_u32),
            same_stride: bool,
        ) {
            let first = view(starts.0, counts.0, elements.0 as u32 + gaps.0, elements.0);
            let stride = if same_stride { (first.stride as u32).max(elements.1 as u32) } else { elements.1 as u32 + gaps.1 };
            let second = view(starts.1, counts.1, stride, elements.1);
            let shared = bytes(&first).any(|byte| bytes(&second).any(|other| other == byte));
            prop_assert_eq!(first.overlaps(&second), shared);
            prop_assert_eq!(second.overlaps(&first), shared);
        }
    }

    proptest! {
        #[test]
        fn a_search_finds_an_overlap_exactly_when_an_output_shares_a_byte_with_another_buffer(
            buffers in prop::collection::vec((1000..1200_usize, 1..6_u64, 1..9_usize, 0..30_u32, prop::bool::ANY), 0..9),
        ) {
            let views: Vec<(Strided, bool)> = buffers
                .iter()
                .map(|(start, count, element, gap, is_output)| {
                    (view(*start, *count, *element as u32 + gap, *element), *is_output)
                })
                .collect();
            let mut search = OverlapSearch::default();
            for (owner, (view, is_output)) in views.iter().enumerate() {
                let (outputs, inputs) = if *is_output { ([*view], &[][..]) } else { ([*view], &[*view][..]) };
                search.add(owner, if *is_output { &outputs } else { &[] }, inputs);
            }
            let meets = |a: usize, b: usize| {
                a != b && (views[a].1 || views[b].1) && bytes(&views[a].0).any(|byte| bytes(&views[b].0).any(|other| other == byte))
            };
            let any = (0..views.len()).any(|a| (0..a).any(|b| meets(a, b)));
            let found = search.find();
            prop_assert_eq!(found.is_some(), any);
            if let Some([(a, _), (b, _)]) = found {
                prop_assert!(meets(a, b));
            }
        }
    }

    #[test]
    fn a_reach_beyond_the_address_space_is_refused() {
        let start = std::ptr::without_provenance_mut(usize::MAX - 63);
        assert_eq!(Strided::new("v", start, 2, 64, 8, 8).unwrap_err().kind, FaultKind::OutOfRange);
        assert!(Strided::new("v", start, 1, 64, 8, 8).is_ok());
        assert_eq!(Strided::new("v", start, u64::MAX, 64, 8, 8).unwrap_err().kind, FaultKind::Capacity);
    }
}
