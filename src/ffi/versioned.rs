//! Structs that start with `struct_size`: read from older and newer callers, and written no farther than they reach.

use crate::fault::{Fault, FaultKind};

/// No struct of any version is larger; a larger number is garbage.
const LARGEST: usize = 4096;

/// A struct that may gain fields at its end.
///
/// # Safety
/// `repr(C)`, first field `struct_size: u32`, no padding on 64-bit targets, and every pattern of bits is a value.
pub(super) unsafe trait Versioned: Copy {
    /// What texts call it: the parameter's name.
    const NAME: &'static str;
    /// Size in the first release that had it.
    const V1_SIZE: usize = size_of::<Self>();

    /// Sets the first field.
    fn set_struct_size(&mut self, size: u32);
}

/// A struct that has gained fields since its first release names its size in bytes there: `versioned!(PhxGround, "ground", 80)`.
macro_rules! versioned {
    ($type:ident, $name:literal $(, $first_size:literal)?) => {
        // SAFETY: the struct is repr(C) and starts with struct_size (offset 0 is proved), its layout is proved to be
        // free of padding, and its fields are integers, floats, raw pointers, nullable functions and structs of those.
        unsafe impl $crate::ffi::versioned::Versioned for $type {
            const NAME: &'static str = $name;
            $(const V1_SIZE: usize = $first_size;)?

            fn set_struct_size(&mut self, size: u32) {
                self.struct_size = size;
            }
        }
        const _: () = assert!(std::mem::offset_of!($type, struct_size) == 0);
    };
}
pub(super) use versioned;

/// Checks that a pointer to a struct is there and aligned.
pub(super) fn check_pointer<T>(pointer: *const T, name: &str) -> Result<(), Fault> {
    if pointer.is_null() {
        return Err(Fault::new(FaultKind::NullPointer, format!("{name} is NULL")));
    }
    if !pointer.is_aligned() {
        return Err(Fault::invalid(
            name,
            format_args!("{pointer:p}"),
            &format!("it must be aligned to {} bytes", align_of::<T>()),
        ));
    }
    Ok(())
}

fn check_size<T: Versioned>(size: u32) -> Result<usize, Fault> {
    let size = size as usize;
    if size < T::V1_SIZE || size > LARGEST {
        return Err(Fault::new(
            FaultKind::Abi,
            format!(
                "{}.struct_size is {size}; this library knows {} to {} bytes (was the struct initialised by its _init?)",
                T::NAME,
                T::V1_SIZE,
                size_of::<T>()
            ),
        ));
    }
    Ok(size)
}

/// Reads a struct of the caller. What an older caller's struct lacks comes from `defaults`; what a newer caller's
/// struct has in addition must be zero.
///
/// # Safety
/// `pointer` is NULL or points to at least 4 bytes, and to `struct_size` bytes if that number is a possible size.
pub(super) unsafe fn read<T: Versioned>(pointer: *const T, mut defaults: T) -> Result<T, Fault> {
    check_pointer(pointer, T::NAME)?;
    // SAFETY: not NULL, aligned, and the first field is a u32.
    let size = check_size::<T>(unsafe { pointer.cast::<u32>().read() })?;
    let known = size_of::<T>();
    if size > known {
        // SAFETY: the caller's struct has `size` bytes.
        let tail = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>().add(known), size - known) };
        if let Some(at) = tail.iter().position(|byte| *byte != 0) {
            return Err(Fault::new(
                FaultKind::Abi,
                format!(
                    "{}: byte {} is not zero; this library knows only the first {known} of {size} bytes",
                    T::NAME,
                    known + at
                ),
            ));
        }
    }
    // SAFETY: copies what both sides have; every pattern of bits is a value of `T`.
    unsafe {
        std::ptr::copy_nonoverlapping(pointer.cast::<u8>(), (&raw mut defaults).cast::<u8>(), size.min(known));
    }
    defaults.set_struct_size(known as u32);
    Ok(defaults)
}

/// Checks a struct that results will be written to: returns the size that it says it has.
///
/// # Safety
/// As for [`read`].
pub(super) unsafe fn writable_size<T: Versioned>(pointer: *const T) -> Result<u32, Fault> {
    check_pointer(pointer, T::NAME)?;
    // SAFETY: not NULL, aligned, and the first field is a u32.
    let size = unsafe { pointer.cast::<u32>().read() };
    check_size::<T>(size)?;
    Ok(size)
}

/// Writes `value` to a struct of `size` bytes, no farther; its struct_size becomes `size`.
///
/// # Safety
/// `pointer` is aligned and points to `size` writable bytes; `size` passed the check.
pub(super) unsafe fn write<T: Versioned>(pointer: *mut T, size: u32, mut value: T) {
    value.set_struct_size(size);
    let bytes = (size as usize).min(size_of::<T>());
    // SAFETY: both sides have that many bytes.
    unsafe { std::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), pointer.cast::<u8>(), bytes) };
}

/// Sets a struct of `size` bytes to its defaults; what this library does not know becomes zero.
///
/// # Safety
/// `pointer` is NULL or points to `size` writable bytes.
pub(super) unsafe fn initialise<T: Versioned>(pointer: *mut T, size: u32, defaults: T) -> Result<(), Fault> {
    check_pointer(pointer, T::NAME)?;
    let bytes = check_size::<T>(size)?;
    // SAFETY: the caller grants `size` bytes.
    unsafe {
        write(pointer, size, defaults);
        if bytes > size_of::<T>() {
            pointer.cast::<u8>().add(size_of::<T>()).write_bytes(0, bytes - size_of::<T>());
        }
    }
    Ok(())
}

/// Checks that a reserved field is zero.
pub(super) fn check_reserved(name: &str, value: u64) -> Result<(), Fault> {
    if value == 0 { Ok(()) } else { Err(Fault::invalid(name, value, "reserved fields are 0")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Grown {
        struct_size: u32,
        old: u32,
        new: u64,
    }

    versioned!(Grown, "grown", 8);

    const DEFAULTS: Grown = Grown { struct_size: 16, old: 1, new: 2 };

    #[test]
    fn an_older_callers_struct_gets_defaults_for_what_it_lacks() {
        let caller = Grown { struct_size: 8, old: 7, new: 99 };
        // SAFETY: the struct has its 8 bytes.
        let read = unsafe { read(&raw const caller, DEFAULTS) };
        assert_eq!(read, Ok(Grown { struct_size: 16, old: 7, new: 2 }));
    }

    #[test]
    fn nothing_is_written_past_an_older_callers_struct() {
        let mut caller = Grown { struct_size: 8, old: 7, new: 99 };
        // SAFETY: the struct has its 8 bytes.
        unsafe { write(&raw mut caller, 8, DEFAULTS) };
        assert_eq!(caller, Grown { struct_size: 8, old: 1, new: 99 });
        // SAFETY: as above.
        unsafe { initialise(&raw mut caller, 8, Grown { old: 5, ..DEFAULTS }) }.unwrap();
        assert_eq!(caller, Grown { struct_size: 8, old: 5, new: 99 });
    }

    #[test]
    fn a_newer_callers_tail_must_be_zero() {
        let mut caller = [24_u64 | (7 << 32), 8, 0];
        // SAFETY: the three words are the 24 bytes that struct_size says.
        let known = unsafe { read(caller.as_ptr().cast::<Grown>(), DEFAULTS) };
        assert_eq!(known, Ok(Grown { struct_size: 16, old: 7, new: 8 }));
        caller[2] = 1 << 40;
        // SAFETY: as above.
        let fault = unsafe { read(caller.as_ptr().cast::<Grown>(), DEFAULTS) }.unwrap_err();
        assert_eq!(fault.kind, FaultKind::Abi);
        assert!(fault.text.contains("byte 21"), "{}", fault.text);
    }

    #[test]
    fn initialising_a_newer_callers_struct_zeroes_its_tail() {
        let mut caller = [u64::MAX; 4];
        // SAFETY: 24 of the 32 bytes are granted.
        unsafe { initialise(caller.as_mut_ptr().cast::<Grown>(), 24, DEFAULTS) }.unwrap();
        assert_eq!(caller, [24 | (1 << 32), 2, 0, u64::MAX]);
    }
}
