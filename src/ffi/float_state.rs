//! The host's floating-point state (rounding, flush-to-zero): set to the default inside a call and restored after it.

/// The state of this thread that was found at the start of a call; restored when dropped.
pub(super) struct HostFloats {
    host: Word,
}

impl HostFloats {
    /// Keeps the host's state and sets the default: round to nearest, subnormal numbers as they are, no traps.
    pub(super) fn enter() -> Self {
        let host = read();
        if host != DEFAULT {
            write(DEFAULT);
        }
        Self { host }
    }

    /// Runs a callback of the host in the host's own state.
    pub(super) fn host_during<R>(&self, callback: impl FnOnce() -> R) -> R {
        struct Default;
        impl Drop for Default {
            fn drop(&mut self) {
                write(DEFAULT);
            }
        }
        // Back to the default whatever the callback did to the state.
        let _default = Default;
        write(self.host);
        callback()
    }
}

impl Drop for HostFloats {
    fn drop(&mut self) {
        write(self.host);
    }
}

#[cfg(target_arch = "x86_64")]
mod register {
    pub(super) type Word = u32;
    /// MXCSR: all exceptions masked, round to nearest, no flush-to-zero, no denormals-are-zero.
    pub(super) const DEFAULT: Word = 0x1F80;

    pub(super) fn read() -> Word {
        let mut word: Word = 0;
        // SAFETY: stores the 32-bit control word to a place of that size.
        unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut word, options(nostack, preserves_flags)) };
        word
    }

    pub(super) fn write(word: Word) {
        // SAFETY: loads a word that was read before, or the default; no reserved bit is set in either.
        unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const word, options(nostack, preserves_flags)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod register {
    pub(super) type Word = u64;
    /// FPCR: round to nearest, no flush-to-zero, no traps.
    pub(super) const DEFAULT: Word = 0;

    pub(super) fn read() -> Word {
        let word: Word;
        // SAFETY: reads the control register.
        unsafe { std::arch::asm!("mrs {}, fpcr", out(reg) word, options(nostack, nomem, preserves_flags)) };
        word
    }

    pub(super) fn write(word: Word) {
        // SAFETY: sets a word that was read before, or the default.
        unsafe { std::arch::asm!("msr fpcr, {}", in(reg) word, options(nostack, nomem, preserves_flags)) };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod register {
    // WebAssembly has one fixed state; no other target is supported.
    pub(super) type Word = ();
    pub(super) const DEFAULT: Word = ();
    pub(super) fn read() -> Word {}
    pub(super) fn write(_word: Word) {}
}

use register::{DEFAULT, Word, read, write};
