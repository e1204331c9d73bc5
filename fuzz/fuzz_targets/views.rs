//! Views of any place, count, stride and scalar over one piece of memory, inputs and outputs mixed: an error leaves all of
//! it as it was, and a success changes nothing but the elements of the outputs.
#![no_main]

use std::ffi::c_void;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use phalanx::ffi::{
    PHX_OK, PHX_SCALAR_F32, PHX_SCALAR_F64, PhxAgents, PhxF32View, PhxFormationOut, PhxU8View, PhxU8ViewMut,
    PhxU32View, PhxU32ViewMut, PhxU64View, PhxVec3View, PhxVec3ViewMut, phx_agents_init, phx_formation_form_up,
    phx_formation_out_init,
};
use phalanx_fuzz::order::order;
use phalanx_fuzz::verdict::judge_status;
use phalanx_fuzz::{context, zeroed_struct};

const WORDS: usize = 512;

#[derive(Arbitrary, Clone, Copy, Debug)]
struct AnyView {
    offset: u16,
    count: Count,
    stride: Stride,
    scalar: u8,
    is_null: bool,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Count {
    AllAgents,
    Fewer(u8),
    More(u64),
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Stride {
    Packed,
    Elements(u8),
    Bytes(u32),
}

#[derive(Arbitrary, Debug)]
struct Scene {
    unity: bool,
    shape: u8,
    agents: u8,
    inputs: [AnyView; 9],
    outputs: [AnyView; 5],
    memory: Vec<u8>,
}

/// A view whose elements lie inside the memory, or one that must be refused before it is read.
#[derive(Clone, Copy)]
struct Placed {
    offset: usize,
    count: u64,
    stride: u32,
    scalar: u32,
    element: usize,
    is_null: bool,
}

impl Placed {
    fn new(view: AnyView, agents: u64, element_of: impl Fn(u32) -> usize) -> Self {
        let scalar = u32::from(view.scalar % 4);
        let element = element_of(scalar);
        let offset = usize::from(view.offset) % (WORDS * 8);
        let stride = match view.stride {
            Stride::Packed => 0,
            Stride::Elements(number) => u32::from(number) * element as u32,
            Stride::Bytes(number) => number,
        };
        let step = if stride == 0 { element } else { stride as usize };
        let fitting = if offset + element > WORDS * 8 { 0 } else { (WORDS * 8 - offset - element) / step + 1 };
        let count = match view.count {
            Count::AllAgents => agents,
            Count::Fewer(number) => u64::from(number).min(agents),
            // Refused: no view may be longer than the army.
            Count::More(number) => agents.saturating_add(number),
        };
        let count = if count <= agents { count.min(fitting as u64) } else { count };
        Self { offset, count, stride, scalar, element, is_null: view.is_null }
    }

    fn pointer(&self, memory: *mut u8) -> *mut c_void {
        // SAFETY: the offset lies inside the memory.
        if self.is_null { std::ptr::null_mut() } else { unsafe { memory.add(self.offset) }.cast() }
    }

    /// Marks the bytes that belong to its elements.
    fn mark(&self, allowed: &mut [bool]) {
        let step = if self.stride == 0 { self.element } else { self.stride as usize };
        for index in 0..self.count as usize {
            let start = self.offset + index * step;
            allowed[start..start + self.element].fill(true);
        }
    }
}

fn vector(scalar: u32) -> usize {
    match scalar {
        PHX_SCALAR_F32 => 12,
        PHX_SCALAR_F64 => 24,
        // An unknown scalar is refused; the size only has to be some size.
        _ => 24,
    }
}

fuzz_target!(|scene: Scene| {
    let context = context(scene.unity);
    let count = u64::from(scene.agents % 64);
    let mut memory = vec![0_u64; WORDS];
    let base: *mut u8 = memory.as_mut_ptr().cast();
    for (index, byte) in scene.memory.iter().take(WORDS * 8).enumerate() {
        // SAFETY: the index lies inside the memory.
        unsafe { base.add(index).write(*byte) };
    }
    let before: Vec<u64> = memory.clone();

    let inputs: [Placed; 9] = std::array::from_fn(|index| {
        let sizes = [0, 4, 8, 1, 1, 1, 1, 4, 4];
        Placed::new(scene.inputs[index], count, |scalar| if index == 0 { vector(scalar) } else { sizes[index] })
    });
    let outputs: [Placed; 5] = std::array::from_fn(|index| {
        let sizes = [0, 4, 4, 1, 1];
        Placed::new(scene.outputs[index], count, |scalar| if index == 0 { vector(scalar) } else { sizes[index] })
    });

    let mut agents = zeroed_struct::<PhxAgents>();
    let mut out = zeroed_struct::<PhxFormationOut>();
    // SAFETY: both pointers are to whole values of our own.
    unsafe {
        assert_eq!(phx_agents_init(&raw mut agents, size_of::<PhxAgents>() as u32), PHX_OK);
        assert_eq!(phx_formation_out_init(&raw mut out, size_of::<PhxFormationOut>() as u32), PHX_OK);
    }
    let bytes =
        |view: &Placed| PhxU8View { data: view.pointer(base), count: view.count, stride: view.stride, reserved: 0 };
    let bytes_out =
        |view: &Placed| PhxU8ViewMut { data: view.pointer(base), count: view.count, stride: view.stride, reserved: 0 };
    let numbers_out =
        |view: &Placed| PhxU32ViewMut { data: view.pointer(base), count: view.count, stride: view.stride, reserved: 0 };
    agents.count = count;
    let [locations, radii, ids, can_fly, eligible, z_frozen, ranks, speeds, previous] = &inputs;
    agents.locations = PhxVec3View {
        data: locations.pointer(base),
        count: locations.count,
        stride: locations.stride,
        scalar: locations.scalar,
    };
    agents.radii = PhxF32View { data: radii.pointer(base), count: radii.count, stride: radii.stride, reserved: 0 };
    agents.unique_ids = PhxU64View { data: ids.pointer(base), count: ids.count, stride: ids.stride, reserved: 0 };
    agents.can_fly = bytes(can_fly);
    agents.eligible = bytes(eligible);
    agents.z_frozen = bytes(z_frozen);
    agents.ranks = bytes(ranks);
    agents.speeds = PhxF32View { data: speeds.pointer(base), count: speeds.count, stride: speeds.stride, reserved: 0 };
    agents.previous_slots =
        PhxU32View { data: previous.pointer(base), count: previous.count, stride: previous.stride, reserved: 0 };
    let [goals, slots, rings, outcomes, flags] = &outputs;
    out.goals =
        PhxVec3ViewMut { data: goals.pointer(base), count: goals.count, stride: goals.stride, scalar: goals.scalar };
    out.slots = numbers_out(slots);
    out.rings = numbers_out(rings);
    out.outcomes = bytes_out(outcomes);
    out.flags = bytes_out(flags);

    let desc = order(context, scene.shape, &[[0.0; 3], [120.0, 40.0, 0.0]], &[]);
    // SAFETY: a view either lies inside the memory or is longer than the army, which is refused before it is read.
    let status = unsafe {
        phx_formation_form_up(
            context,
            &raw const agents,
            &raw const desc,
            std::ptr::null(),
            &raw const out,
            std::ptr::null_mut(),
        )
    };
    let mut allowed = vec![false; WORDS * 8];
    if judge_status(status) {
        outputs.iter().for_each(|view| view.mark(&mut allowed));
    }
    let changed =
        before.iter().flat_map(|word| word.to_ne_bytes()).zip(memory.iter().flat_map(|word| word.to_ne_bytes()));
    for (index, (old, new)) in changed.enumerate() {
        assert!(old == new || allowed[index], "byte {index} was written; status {status}");
    }
});
