//! Layouts of the structs that cross: where each field lies, and a proof that nothing lies between them.

/// A field of a struct that crosses.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    /// Bytes from the start of the struct.
    pub offset: usize,
    /// Bytes.
    pub size: usize,
}

/// A struct that crosses the edge.
pub(super) trait Layout {
    /// Its fields in order, none left out.
    const FIELDS: &'static [Field];
}

/// The size of a field, found through a reference to it.
pub(super) const fn field_size<Struct, Type>(_field: fn(&Struct) -> &Type) -> usize {
    size_of::<Type>()
}

/// Whether the fields lie one after another and fill the struct: no hidden padding, none left out.
#[cfg(target_pointer_width = "64")]
pub(super) const fn is_packed(fields: &[Field], size: usize) -> bool {
    let mut end = 0;
    let mut index = 0;
    while index < fields.len() {
        if fields[index].offset != end {
            return false;
        }
        end += fields[index].size;
        index += 1;
    }
    end == size
}

/// Lists the fields of a struct. On 64-bit targets the list is proved to be whole and free of padding.
macro_rules! layout {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl $crate::ffi::layout::Layout for $type {
            const FIELDS: &'static [$crate::ffi::layout::Field] = &[$($crate::ffi::layout::Field {
                name: stringify!($field),
                offset: std::mem::offset_of!($type, $field),
                size: $crate::ffi::layout::field_size(|whole: &$type| &whole.$field),
            }),*];
        }
        #[cfg(target_pointer_width = "64")]
        const _: () = assert!(
            $crate::ffi::layout::is_packed(<$type as $crate::ffi::layout::Layout>::FIELDS, size_of::<$type>()),
            concat!(stringify!($type), " has hidden padding, or its list of fields is not whole")
        );
    };
}
pub(super) use layout;

/// FNV-1a-64 over the fields of one struct.
pub(super) const fn hash_fields(mut hash: u64, fields: &[Field], size: usize) -> u64 {
    let mut index = 0;
    while index < fields.len() {
        hash = hash_number(hash, fields[index].offset as u32);
        hash = hash_number(hash, fields[index].size as u32);
        index += 1;
    }
    hash_number(hash, size as u32)
}

/// Start of FNV-1a-64.
pub(super) const FNV_OFFSET: u64 = 0xCBF2_9CE4_8422_2325;

const fn hash_number(mut hash: u64, number: u32) -> u64 {
    let bytes = number.to_le_bytes();
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        index += 1;
    }
    hash
}
