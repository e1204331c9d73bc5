//! The edge: guard, errors, views, handles. The only unsafe code.
//!
//! Each export is one guard around a body that checks everything which came from outside, turns it into plain slices in
//! the library's frame, calls a safe function, and writes the outputs only after that succeeded. The contract of every
//! function stands in its documentation, which is also the text of the generated header; the safety contract is the
//! same for all: a pointer is NULL or points to what its documentation says, and no other thread writes there meanwhile.
#![allow(unsafe_code)]
#![allow(rustdoc::broken_intra_doc_links, reason = "the text is the C header's: brackets are C's")]
#![allow(clippy::missing_safety_doc)]

mod abi;
mod agents;
mod allocator;
mod call_buffers;
mod context;
mod debug_draw;
mod error;
pub mod fault_injection;
mod float_state;
mod formation;
mod formation_assign;
mod formation_desc;
mod formation_drag;
mod formation_out;
mod formation_radii;
mod formation_slots;
mod formation_squads;
mod ground;
mod guard;
mod handle;
#[cfg(feature = "allocation_hook")]
mod hooked_allocator;
mod job;
mod job_form_up;
mod job_rays;
mod job_table;
mod layout;
mod library;
mod log;
mod scheduler;
mod status;
mod strided;
mod versioned;
mod view;

pub use abi::*;
pub use agents::*;
pub use allocator::*;
pub use context::*;
pub use debug_draw::*;
pub use error::phx_last_error;
pub use formation::*;
pub use formation_assign::*;
pub use formation_desc::*;
pub use formation_drag::*;
pub use formation_out::*;
pub use formation_radii::*;
pub use formation_slots::*;
pub use formation_squads::*;
pub use ground::*;
pub use job::*;
pub use job_form_up::*;
pub use job_rays::*;
pub use job_table::*;
pub use library::*;
pub use log::*;
pub use scheduler::{PhxEnqueueFn, PhxFinishFn, PhxTaskFn};
pub use status::*;
pub use view::*;
