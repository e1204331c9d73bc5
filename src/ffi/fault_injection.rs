//! A defect on demand, for tests of the guard. Not part of the C surface: no symbol is exported and no header names it.

use std::cell::Cell;

thread_local! {
    static PANIC_NEXT: Cell<bool> = const { Cell::new(false) };
}

/// The next call of this thread on any context panics inside its body, as a defect of the library would.
#[doc(hidden)]
pub fn panic_in_next_call() {
    PANIC_NEXT.set(true);
}

/// Where the panic happens.
pub(super) fn take() {
    if PANIC_NEXT.replace(false) {
        panic!("injected by a test");
    }
}
