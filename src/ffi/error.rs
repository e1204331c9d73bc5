//! The text of a thread's last error, in a buffer of the thread that needs no destructor.

use std::cell::RefCell;
use std::ffi::c_char;
use std::fmt::{self, Write};

/// Longest text in bytes, NUL included. Longer ones are cut at a character.
pub(super) const TEXT_CAPACITY: usize = 1024;

/// A NUL-terminated text of bounded length.
pub(super) struct ErrorText {
    length: usize,
    bytes: [u8; TEXT_CAPACITY],
}

impl ErrorText {
    pub(super) const fn empty() -> Self {
        Self { length: 0, bytes: [0; TEXT_CAPACITY] }
    }

    pub(super) fn set(&mut self, text: impl fmt::Display) {
        self.length = 0;
        // A text that does not fit is cut; that is what a refused write means here.
        let _ = write!(self, "{text}");
        self.bytes[self.length] = 0;
    }

    /// The text with its NUL.
    pub(super) fn with_nul(&self) -> &[u8] {
        &self.bytes[..=self.length]
    }
}

impl Write for ErrorText {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = TEXT_CAPACITY - 1 - self.length;
        let fits = part.floor_char_boundary(room.min(part.len()));
        for byte in &part.as_bytes()[..fits] {
            // A NUL inside would end the text early for a C caller.
            self.bytes[self.length] = if *byte == 0 { b'?' } else { *byte };
            self.length += 1;
        }
        if fits == part.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

thread_local! {
    // Constant and without a destructor: nothing is registered with the thread, and nothing runs when it ends.
    static LAST: RefCell<ErrorText> = const { RefCell::new(ErrorText::empty()) };
}

/// Sets this thread's text.
pub(super) fn set_last(text: impl fmt::Display) {
    LAST.with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            last.set(text);
        }
    });
}

/// The text of the last call on this thread that failed: it names the argument, the index and the value. A call that
/// succeeds leaves it alone; before the first failure it is empty.
///
/// buffer: `capacity` bytes, or NULL when `capacity` is 0. Gets as much of the UTF-8 text as fits, always
/// NUL-terminated when `capacity` is not 0.
/// Returns the bytes that the whole text needs, its NUL included (1 when there is no text; never more than 1024).
/// Works on any thread, at any time, also when a context is poisoned. Allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_last_error(buffer: *mut c_char, capacity: u64) -> u64 {
    LAST.with(|last| {
        let Ok(last) = last.try_borrow() else { return 1 };
        let text = last.with_nul();
        if !buffer.is_null() && capacity > 0 {
            let mut length = text.len() - 1;
            if capacity <= length as u64 {
                length = capacity as usize - 1;
                // Cut between characters, not inside one.
                while length > 0 && text[length] & 0xC0 == 0x80 {
                    length -= 1;
                }
            }
            // SAFETY: the caller grants `capacity` bytes at `buffer`, and `length` is less than that.
            unsafe {
                std::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), length);
                *buffer.add(length) = 0;
            }
        }
        text.len() as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_cut_at_a_character() {
        let mut text = ErrorText::empty();
        text.set("ä".repeat(600));
        let bytes = text.with_nul();
        assert!(bytes.len() <= TEXT_CAPACITY && bytes.last() == Some(&0));
        assert_eq!(std::str::from_utf8(&bytes[..bytes.len() - 1]).unwrap(), "ä".repeat(511));
    }

    #[test]
    fn a_nul_inside_a_text_does_not_end_it() {
        let mut text = ErrorText::empty();
        text.set("a\0b");
        assert_eq!(text.with_nul(), b"a?b\0");
    }
}
