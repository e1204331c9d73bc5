//! Descriptions and reports as raw bytes of any stated size, in blocks of exactly that size: no byte beyond is touched, and
//! whatever the fields hold, the status is known.
#![no_main]

use std::alloc::{Layout, alloc_zeroed, dealloc};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use phalanx::ffi::{
    PHX_OK, PHX_SCALAR_F64, PhxAgents, PhxFormationDesc, PhxFormationOut, PhxFormationReport, PhxVec3View,
    PhxVec3ViewMut, phx_agents_init, phx_formation_desc_init, phx_formation_form_up, phx_formation_out_init,
    phx_formation_report_init,
};
use phalanx_fuzz::verdict::judge_status;
use phalanx_fuzz::{context, zeroed_struct};

/// No stated size above this is believed by the library, so a block need not be larger.
const LARGEST: usize = 4096;

#[derive(Arbitrary, Debug)]
struct Scene {
    unity: bool,
    shape: u8,
    desc_size: AnySize,
    report_size: AnySize,
    /// Laid over the defaults by exclusive or, so that zero bytes change nothing.
    changes: Vec<u8>,
    agents: u8,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum AnySize {
    Known,
    Near(i8),
    Any(u32),
}

impl AnySize {
    fn stated(self, known: usize) -> u32 {
        match self {
            AnySize::Known => known as u32,
            AnySize::Near(difference) => (known as u32).saturating_add_signed(i32::from(difference)),
            AnySize::Any(size) => size,
        }
    }
}

/// Memory of exactly the stated size, so that the sanitizer sees a byte too many.
struct Block {
    pointer: *mut u8,
    layout: Layout,
}

impl Block {
    fn new(stated: u32) -> Self {
        // The stated size itself must be readable.
        let layout = Layout::from_size_align((stated as usize).clamp(4, LARGEST), 8).expect("a small layout");
        // SAFETY: the size is not zero.
        let pointer = unsafe { alloc_zeroed(layout) };
        assert!(!pointer.is_null());
        // SAFETY: at least four bytes, aligned to eight.
        unsafe { pointer.cast::<u32>().write(stated) };
        Self { pointer, layout }
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the block is initialised and of this size.
        unsafe { std::slice::from_raw_parts_mut(self.pointer, self.layout.size()) }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.pointer, self.layout) };
    }
}

fuzz_target!(|scene: Scene| {
    let context = context(scene.unity);
    let desc_size = scene.desc_size.stated(size_of::<PhxFormationDesc>());
    let report_size = scene.report_size.stated(size_of::<PhxFormationReport>());
    let mut desc = Block::new(desc_size);
    let mut report = Block::new(report_size);
    // SAFETY: each block has the bytes that its size states, as far as a size is believed.
    unsafe {
        judge_status(phx_formation_desc_init(context, desc.pointer.cast(), desc_size, u32::from(scene.shape % 14)));
        judge_status(phx_formation_report_init(report.pointer.cast(), report_size));
    }
    // The first four bytes say how large the block is, and stay.
    for (byte, change) in desc.bytes()[4..].iter_mut().zip(&scene.changes) {
        *byte ^= change;
    }

    // No address that a caller could mean: a point of our own, or none.
    let point = [0.0_f64; 3];
    if desc_size as usize >= size_of::<PhxFormationDesc>() {
        // SAFETY: the block is aligned, and large enough for the struct.
        let points = unsafe { &mut (*desc.pointer.cast::<PhxFormationDesc>()).points };
        (points.data, points.count) = (point.as_ptr().cast(), points.count % 2);
    }

    let count = usize::from(scene.agents % 24);
    let locations: Vec<[f64; 3]> =
        (0..count).map(|index| [index as f64 * 50.0, (index % 5) as f64 * 70.0, 0.0]).collect();
    let mut goals = vec![[-77.5_f64; 3]; count];
    let mut agents = zeroed_struct::<PhxAgents>();
    let mut out = zeroed_struct::<PhxFormationOut>();
    // SAFETY: both pointers are to whole values of our own.
    unsafe {
        assert_eq!(phx_agents_init(&raw mut agents, size_of::<PhxAgents>() as u32), PHX_OK);
        assert_eq!(phx_formation_out_init(&raw mut out, size_of::<PhxFormationOut>() as u32), PHX_OK);
    }
    agents.count = count as u64;
    agents.locations =
        PhxVec3View { data: locations.as_ptr().cast(), count: count as u64, stride: 0, scalar: PHX_SCALAR_F64 };
    out.goals =
        PhxVec3ViewMut { data: goals.as_mut_ptr().cast(), count: count as u64, stride: 0, scalar: PHX_SCALAR_F64 };
    let before = report.bytes().to_vec();
    // SAFETY: as above; the views lie in buffers that are long enough.
    let status = unsafe {
        phx_formation_form_up(
            context,
            &raw const agents,
            desc.pointer.cast(),
            std::ptr::null(),
            &raw const out,
            report.pointer.cast(),
        )
    };
    if judge_status(status) {
        assert!(goals.iter().flatten().all(|scalar| scalar.is_finite()), "a goal is not finite: {goals:?}");
    } else {
        assert_eq!(report.bytes(), before, "an error wrote to the report");
        assert!(goals.iter().flatten().all(|scalar| *scalar == -77.5), "an error wrote goals");
    }
});
