//! The body radii at the edge: capsules in, one radius per agent out.

use super::call_buffers::CallBuffers;
use super::guard::{guarded, on_context};
use super::layout::layout;
use super::status::Status;
use super::strided::{Strided, check_disjoint, fill, reserve};
use super::versioned::{self, check_reserved, versioned};
use super::view::{PhxF32View, PhxQuatView, PhxU8View, View};
use crate::fault::Fault;
use crate::formation::radius::{Capsules, RadiusRules, RadiusSource, body_radii};

/// Radius source: the capsule alone.
pub const PHX_RADIUS_FROM_COLLIDER: u32 = 1;
/// Radius source: the capsule, widened by the longer axis of the avoidance ellipse.
pub const PHX_RADIUS_FROM_AVOIDANCE: u32 = 2;

/// The agents' capsules. Set by phx_capsules_init; all views absent. Element i of each view belongs to agent i. A view
/// may be absent or shorter than the number of agents: what is missing has its default. A longer one is
/// PHX_E_LENGTH_MISMATCH.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxCapsules {
    /// Bytes of this struct, set by phx_capsules_init.
    pub struct_size: u32,
    /// 0.
    pub reserved: u32,
    /// Length of the shaft, between the centres of the caps. Missing: 0, a ball.
    pub heights: PhxF32View,
    /// Radius of the caps. Missing: the agent has no collider and counts as 34 unit scales wide.
    pub radii: PhxF32View,
    /// Scale of the body. Missing: 1.
    pub scales: PhxF32View,
    /// Factor on the caps, not on the shaft. Missing: 1.
    pub collider_multipliers: PhxF32View,
    /// First axis of the avoidance ellipse, as a factor on the body. Missing: 1.
    pub avoidance_x: PhxF32View,
    /// Second axis of the avoidance ellipse; as many as of the first. Missing: 1.
    pub avoidance_y: PhxF32View,
    /// Rotation of the agent. A capsule that is not rotated stands upright. Missing: none.
    pub rotations: PhxQuatView,
    /// Rotation of the collider within the agent. Missing: none.
    pub collider_rotations: PhxQuatView,
    /// 0: the agent has no collider. Missing: it has one if it has a radius.
    pub has_collider: PhxU8View,
}
layout!(PhxCapsules {
    struct_size,
    reserved,
    heights,
    radii,
    scales,
    collider_multipliers,
    avoidance_x,
    avoidance_y,
    rotations,
    collider_rotations,
    has_collider,
});
versioned!(PhxCapsules, "capsules");

/// How radii are computed. Set by phx_radius_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxRadiusDesc {
    /// Bytes of this struct, set by phx_radius_desc_init.
    pub struct_size: u32,
    /// PHX_RADIUS number. Default: FROM_COLLIDER.
    pub source: u32,
    /// Factor on every radius, at least 0 and finite. Default: 1. An order has a size_multiplier too: set one of them.
    pub size_multiplier: f64,
}
layout!(PhxRadiusDesc { struct_size, source, size_multiplier });
versioned!(PhxRadiusDesc, "desc");

const NO_FLOATS: PhxF32View = PhxF32View { data: std::ptr::null(), count: 0, stride: 0, reserved: 0 };
const NO_ROTATIONS: PhxQuatView = PhxQuatView { data: std::ptr::null(), count: 0, stride: 0, scalar: 0 };

const NO_CAPSULES: PhxCapsules = PhxCapsules {
    struct_size: size_of::<PhxCapsules>() as u32,
    reserved: 0,
    heights: NO_FLOATS,
    radii: NO_FLOATS,
    scales: NO_FLOATS,
    collider_multipliers: NO_FLOATS,
    avoidance_x: NO_FLOATS,
    avoidance_y: NO_FLOATS,
    rotations: NO_ROTATIONS,
    collider_rotations: NO_ROTATIONS,
    has_collider: PhxU8View { data: std::ptr::null(), count: 0, stride: 0, reserved: 0 },
};

const RADIUS_DEFAULTS: PhxRadiusDesc = PhxRadiusDesc {
    struct_size: size_of::<PhxRadiusDesc>() as u32,
    source: PHX_RADIUS_FROM_COLLIDER,
    size_multiplier: 1.0,
};

/// Sets capsules to absent.
///
/// capsules: struct_size bytes, not NULL. struct_size: sizeof(PhxCapsules).
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_capsules_init(capsules: *mut PhxCapsules, struct_size: u32) -> i32 {
    guarded(|| {
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(capsules, struct_size, NO_CAPSULES) }?;
        Ok(Status::Ok)
    })
}

/// Sets a radius description to its defaults.
///
/// desc: struct_size bytes, not NULL. struct_size: sizeof(PhxRadiusDesc).
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_radius_desc_init(desc: *mut PhxRadiusDesc, struct_size: u32) -> i32 {
    guarded(|| {
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(desc, struct_size, RADIUS_DEFAULTS) }?;
        Ok(Status::Ok)
    })
}

/// The circle that each agent's capsule needs on the ground: (height / 2 * scale * t + radius * scale * multiplier) times
/// avoidance times size_multiplier, where t is the length of the level part of the capsule's up vector. A radius that
/// comes out negative or not finite is 0.
///
/// capsules, desc: not NULL, each set by its _init. out: count radii, not NULL unless count is 0. count: agents, at most
/// 67,108,864.
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT, PHX_E_LENGTH_MISMATCH, PHX_E_CAPACITY, PHX_E_BAD_HANDLE,
/// PHX_E_BUSY, PHX_E_OUT_OF_MEMORY. Any thread; a repeated call of the same size allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_radii(
    context: u64,
    capsules: *const PhxCapsules,
    desc: *const PhxRadiusDesc,
    out: *mut f32,
    count: u64,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract, for the structs and for the memory of all views below.
        unsafe {
            let capsules = versioned::read(capsules, NO_CAPSULES)?;
            let desc = versioned::read(desc, RADIUS_DEFAULTS)?;
            check_reserved("capsules.reserved", u64::from(capsules.reserved))?;
            let out = Strided::new("out", out.cast(), count, 0, size_of::<f32>(), align_of::<f32>())?;
            let views = CapsuleViews::check(&capsules, out.len())?;
            check_disjoint(&[out], &views.inputs())?;
            let rules = RadiusRules {
                source: match desc.source {
                    PHX_RADIUS_FROM_COLLIDER => RadiusSource::Collider,
                    PHX_RADIUS_FROM_AVOIDANCE => RadiusSource::Avoidance,
                    other => return Err(Fault::invalid("desc.source", other, "it must be a PHX_RADIUS number")),
                },
                size_multiplier: desc.size_multiplier,
                unit_scale: call.context.unit_scale,
                frame: call.context.frame,
            };
            if !(desc.size_multiplier >= 0.0 && desc.size_multiplier.is_finite()) {
                return Err(Fault::invalid("desc.size_multiplier", desc.size_multiplier, "at least 0 and finite"));
            }
            call.context.with_buffers(|CallBuffers { parts, .. }| {
                let capsules = &mut parts.capsules;
                capsules.read(&views)?;
                parts.radii.clear();
                reserve(&mut parts.radii, out.len(), "out")?;
                parts.radii.resize(out.len(), 0.0);
                capsules.bad.clear();
                reserve(&mut capsules.bad, out.len(), "out")?;
                capsules.bad.resize(out.len(), false);
                let mut bad = std::mem::take(&mut capsules.bad);
                body_radii(capsules.as_inputs(), &rules, &call.context.executor, &mut parts.radii, &mut bad);
                capsules.bad = bad;
                // What does not fit 32 bits is as unusable as what does not fit 64.
                out.write(
                    parts.radii.iter().map(|radius| *radius as f32).map(
                        |radius| {
                            if radius.is_finite() { radius } else { 0.0 }
                        },
                    ),
                );
                Ok(Status::Ok)
            })
        }
    })
}

/// The checked views of the capsules.
struct CapsuleViews {
    /// heights, radii, scales, collider_multipliers, avoidance_x, avoidance_y.
    floats: [Strided; 6],
    rotations: Strided,
    collider_rotations: Strided,
    has_collider: Strided,
}

impl CapsuleViews {
    fn check(capsules: &PhxCapsules, count: usize) -> Result<Self, Fault> {
        let views = Self {
            floats: [
                capsules.heights.checked("capsules.heights")?,
                capsules.radii.checked("capsules.radii")?,
                capsules.scales.checked("capsules.scales")?,
                capsules.collider_multipliers.checked("capsules.collider_multipliers")?,
                capsules.avoidance_x.checked("capsules.avoidance_x")?,
                capsules.avoidance_y.checked("capsules.avoidance_y")?,
            ],
            rotations: capsules.rotations.checked("capsules.rotations")?,
            collider_rotations: capsules.collider_rotations.checked("capsules.collider_rotations")?,
            has_collider: capsules.has_collider.checked("capsules.has_collider")?,
        };
        for view in views.inputs() {
            view.check_at_most(count, "count")?;
        }
        let [.., x, y] = &views.floats;
        if x.len() != y.len() {
            return Err(y.mismatch(x.len(), "capsules.avoidance_x.count"));
        }
        Ok(views)
    }

    fn inputs(&self) -> [Strided; 9] {
        let [heights, radii, scales, multipliers, x, y] = self.floats;
        let (rotations, turned) = (self.rotations, self.collider_rotations);
        [heights, radii, scales, multipliers, x, y, rotations, turned, self.has_collider]
    }
}

/// Capsules as plain slices, in the caller's own axes.
#[derive(Debug, Default)]
pub(super) struct CapsuleBuffers {
    heights: Vec<f64>,
    radii: Vec<f64>,
    scales: Vec<f64>,
    collider_multipliers: Vec<f64>,
    avoidance_y: Vec<f64>,
    avoidance: Vec<[f64; 2]>,
    rotations: Vec<[f64; 4]>,
    collider_rotations: Vec<[f64; 4]>,
    has_collider: Vec<u8>,
    bad: Vec<bool>,
}

impl CapsuleBuffers {
    /// # Safety
    /// The memory of the views may be read now.
    unsafe fn read(&mut self, views: &CapsuleViews) -> Result<(), Fault> {
        let [heights, radii, scales, multipliers, x, y] = &views.floats;
        // SAFETY: the caller's contract; the types are those of the views.
        unsafe {
            fill(heights, &mut self.heights, |value: f32| f64::from(value))?;
            fill(radii, &mut self.radii, |value: f32| f64::from(value))?;
            fill(scales, &mut self.scales, |value: f32| f64::from(value))?;
            fill(multipliers, &mut self.collider_multipliers, |value: f32| f64::from(value))?;
            fill(y, &mut self.avoidance_y, |value: f32| f64::from(value))?;
            let mut second = self.avoidance_y.iter();
            fill(x, &mut self.avoidance, |value: f32| [f64::from(value), second.next().copied().unwrap_or(1.0)])?;
            read_rotations(&views.rotations, &mut self.rotations)?;
            read_rotations(&views.collider_rotations, &mut self.collider_rotations)?;
            fill(&views.has_collider, &mut self.has_collider, |flag: u8| flag)
        }
    }

    fn as_inputs(&self) -> Capsules<'_> {
        Capsules {
            heights: &self.heights,
            radii: &self.radii,
            scales: &self.scales,
            collider_multipliers: &self.collider_multipliers,
            avoidance_multipliers: &self.avoidance,
            rotations: &self.rotations,
            collider_rotations: &self.collider_rotations,
            has_collider: &self.has_collider,
        }
    }
}

/// # Safety
/// The view came from a PhxQuatView whose memory may be read now.
unsafe fn read_rotations(view: &Strided, into: &mut Vec<[f64; 4]>) -> Result<(), Fault> {
    // SAFETY: the caller's contract; the alignment says which scalar it is.
    unsafe {
        if view.alignment() == 4 {
            fill(view, into, |quaternion: [f32; 4]| quaternion.map(f64::from))
        } else {
            fill(view, into, |quaternion: [f64; 4]| quaternion)
        }
    }
}
