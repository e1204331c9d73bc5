//! What the fuzz targets share: contexts, numbers worth trying, the edits of an order, a ground that answers anything,
//! and what must hold after a call.

pub mod ground;
pub mod number;
pub mod order;
pub mod verdict;

use std::sync::OnceLock;

use phalanx::ffi::{
    PHX_FRAME_UNITY, PHX_FRAME_UNREAL, PHX_OK, PhxContextDesc, phx_context_create, phx_context_desc_init,
};

/// A context that lives as long as the program and works on the calling thread alone.
pub fn context(unity: bool) -> u64 {
    static CONTEXTS: [OnceLock<u64>; 2] = [OnceLock::new(), OnceLock::new()];
    *CONTEXTS[usize::from(unity)].get_or_init(|| {
        let mut desc = zeroed_struct::<PhxContextDesc>();
        let mut context = 0;
        let frame = if unity { PHX_FRAME_UNITY } else { PHX_FRAME_UNREAL };
        // SAFETY: both pointers are to whole values of our own.
        unsafe {
            assert_eq!(phx_context_desc_init(&raw mut desc, size_of::<PhxContextDesc>() as u32, frame), PHX_OK);
            desc.thread_count = 1;
            assert_eq!(phx_context_create(&raw const desc, &raw mut context), PHX_OK);
        }
        context
    })
}

/// A struct of the C surface before its `_init`.
pub fn zeroed_struct<T: Copy>() -> T {
    // SAFETY: the structs of the C surface hold numbers, raw pointers and nullable functions, for all of which zero is a
    // value.
    unsafe { std::mem::zeroed() }
}
