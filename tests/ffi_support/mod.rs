//! What the tests of the edge share: contexts, an army in buffers, and the text of the last error.
#![allow(dead_code)]

use phalanx::ffi::*;

/// A struct of the C surface before its `_init`.
pub fn zeroed<T: Copy>() -> T {
    // SAFETY: these structs hold numbers, raw pointers and nullable functions, for all of which zero is a value.
    unsafe { std::mem::zeroed() }
}

pub fn size<T>() -> u32 {
    size_of::<T>() as u32
}

/// The text of this thread's last error.
pub fn last_error() -> String {
    let mut bytes = [0_u8; 1024];
    // SAFETY: the buffer has the stated capacity.
    let needed = unsafe { phx_last_error(bytes.as_mut_ptr().cast(), bytes.len() as u64) } as usize;
    String::from_utf8(bytes[..needed - 1].to_vec()).unwrap()
}

/// Fails unless the status is the error and its text holds each part.
#[track_caller]
pub fn assert_error(status: i32, expected: i32, parts: &[&str]) {
    let text = last_error();
    assert_eq!(status, expected, "{text}");
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in {text:?}");
    }
}

/// A context that is destroyed when dropped.
pub struct Context(pub u64);

impl Context {
    pub fn new(frame: u32, threads: u32) -> Self {
        Self::with(frame, threads, |_| {})
    }

    pub fn with(frame: u32, threads: u32, edit: impl FnOnce(&mut PhxContextDesc)) -> Self {
        let mut desc = zeroed();
        let mut handle = 0;
        // SAFETY: both pointers are to whole values of our own.
        unsafe {
            assert_eq!(phx_context_desc_init(&raw mut desc, size::<PhxContextDesc>(), frame), PHX_OK);
            desc.thread_count = threads;
            edit(&mut desc);
            assert_eq!(phx_context_create(&raw const desc, &raw mut handle), PHX_OK, "{}", last_error());
        }
        Self(handle)
    }

    pub fn desc(&self, shape: u32) -> PhxFormationDesc {
        let mut desc = zeroed();
        // SAFETY: the pointer is to a whole value of our own.
        let status = unsafe { phx_formation_desc_init(self.0, &raw mut desc, size::<PhxFormationDesc>(), shape) };
        assert_eq!(status, PHX_OK, "{}", last_error());
        desc
    }

    /// An order that moves the army as it stands to `center`.
    pub fn keep(&self, center: [f64; 3]) -> PhxFormationDesc {
        PhxFormationDesc { mode: PHX_MODE_KEEP_FORMATION, center, ..self.desc(PHX_SHAPE_GRID) }
    }

    pub fn ground(&self) -> PhxGround {
        let mut ground = zeroed();
        // SAFETY: the pointer is to a whole value of our own.
        let status = unsafe { phx_ground_init(self.0, &raw mut ground, size::<PhxGround>()) };
        assert_eq!(status, PHX_OK, "{}", last_error());
        ground
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        phx_context_destroy(self.0);
    }
}

/// What stands in every output byte before a call.
pub const PATTERN: u8 = 0xA5;

/// An army with packed buffers.
#[derive(Clone, Debug, PartialEq)]
pub struct Army {
    pub locations: Vec<[f64; 3]>,
    pub radii: Vec<f32>,
    pub ids: Vec<u64>,
    pub goals: Vec<[f64; 3]>,
    pub slots: Vec<u32>,
    pub rings: Vec<u32>,
    pub outcomes: Vec<u8>,
    pub flags: Vec<u8>,
}

impl Army {
    /// `count` agents on a crooked line.
    pub fn new(count: usize) -> Self {
        let filled = f64::from_ne_bytes([PATTERN; 8]);
        Self {
            locations: (0..count)
                .map(|agent| [agent as f64 * 120.5, (agent * agent % 7) as f64 * 150.25, 5.0])
                .collect(),
            radii: vec![40.0; count],
            ids: (0..count as u64).map(|agent| 1_000_000 - agent).collect(),
            goals: vec![[filled; 3]; count],
            slots: vec![u32::from_ne_bytes([PATTERN; 4]); count],
            rings: vec![u32::from_ne_bytes([PATTERN; 4]); count],
            outcomes: vec![PATTERN; count],
            flags: vec![PATTERN; count],
        }
    }

    pub fn agents(&self) -> PhxAgents {
        let mut agents: PhxAgents = zeroed();
        // SAFETY: the pointer is to a whole value of our own.
        assert_eq!(unsafe { phx_agents_init(&raw mut agents, size::<PhxAgents>()) }, PHX_OK);
        let count = self.locations.len() as u64;
        agents.count = count;
        agents.locations =
            PhxVec3View { data: self.locations.as_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };
        agents.radii = PhxF32View { data: self.radii.as_ptr().cast(), count, stride: 0, reserved: 0 };
        agents.unique_ids = PhxU64View { data: self.ids.as_ptr().cast(), count, stride: 0, reserved: 0 };
        agents
    }

    pub fn out(&mut self) -> PhxFormationOut {
        let mut out: PhxFormationOut = zeroed();
        // SAFETY: the pointer is to a whole value of our own.
        assert_eq!(unsafe { phx_formation_out_init(&raw mut out, size::<PhxFormationOut>()) }, PHX_OK);
        let count = self.locations.len() as u64;
        out.goals = PhxVec3ViewMut { data: self.goals.as_mut_ptr().cast(), count, stride: 0, scalar: PHX_SCALAR_F64 };
        out.slots = PhxU32ViewMut { data: self.slots.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.rings = PhxU32ViewMut { data: self.rings.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.outcomes = PhxU8ViewMut { data: self.outcomes.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out.flags = PhxU8ViewMut { data: self.flags.as_mut_ptr().cast(), count, stride: 0, reserved: 0 };
        out
    }

    /// The main call on these buffers.
    pub fn form_up(&mut self, context: u64, desc: &PhxFormationDesc, ground: Option<&PhxGround>) -> i32 {
        let agents = self.agents();
        let out = self.out();
        let ground = ground.map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: all pointers are to whole values that live through the call.
        unsafe { phx_formation_form_up(context, &raw const agents, desc, ground, &raw const out, std::ptr::null_mut()) }
    }
}

/// Flat ground at height 7 of the caller's Z axis.
pub unsafe extern "C" fn flat_ground(
    _user: *mut std::ffi::c_void,
    rays: *const PhxRay,
    hits: *mut PhxHit,
    count: u64,
) -> i32 {
    for index in 0..count as usize {
        // SAFETY: the library promises `count` rays and hits.
        let (ray, hit) = unsafe { (&*rays.add(index), &mut *hits.add(index)) };
        hit.point = [ray.origin[0], ray.origin[1], 7.0];
        hit.normal = [0.0, 0.0, 1.0];
        hit.kind = PHX_HIT_GROUND;
    }
    0
}
