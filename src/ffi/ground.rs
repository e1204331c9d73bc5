//! The host's ground: its description, and its callbacks behind the library's probes.

use std::ffi::c_void;
use std::task::Poll;

use glam::DVec3;

use super::context::Context;
use super::guard::{Call, Entered, on_context};
use super::layout::layout;
use super::status::Status;
use super::strided::reserve;
use super::versioned::{self, check_reserved, versioned};
use crate::fault::{Fault, FaultKind};
use crate::geometry::frame::Frame;
use crate::ground::{Ground, GroundRules, GroundSource, Hit, Ray};

/// A vertical probe in the context's axes. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxRay {
    /// Top end.
    pub origin: [f64; 3],
    /// Unit vector, straight down.
    pub direction: [f32; 3],
    /// How far it reaches.
    pub length: f32,
    /// Counts up from 0 within one call of the library.
    pub id: u64,
}
layout!(PhxRay { origin, direction, length, id });

/// What a ray met first, in the context's axes. Arrives all zero (kind NONE) but with the ray's id, which must stay.
/// Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxHit {
    /// GROUND: where.
    pub point: [f64; 3],
    /// GROUND: the surface's normal, of any length.
    pub normal: [f32; 3],
    /// PHX_HIT number.
    pub kind: u32,
    /// The ray's id.
    pub id: u64,
}
layout!(PhxHit { point, normal, kind, id });

/// Hit kind: nothing that counts.
pub const PHX_HIT_NONE: u32 = 0;
/// Hit kind: ground; point and normal are set.
pub const PHX_HIT_GROUND: u32 = 1;
/// Hit kind: something that nobody can stand on.
pub const PHX_HIT_OBSTACLE: u32 = 2;

/// Ground flag: the callback may be called from several threads of the context at the same time.
pub const PHX_GROUND_THREAD_SAFE: u32 = 1;

/// Answers one ray. A negative return stops the call with PHX_E_CALLBACK; any other means that hit is set.
/// May not call the same context (PHX_E_BUSY) and must not throw.
pub type PhxRaycastFn = Option<unsafe extern "C" fn(user: *mut c_void, ray: *const PhxRay, hit: *mut PhxHit) -> i32>;

/// Answers count rays, one hit to each in their order. A negative return stops the call with PHX_E_CALLBACK; any other means that
/// all hits are set. May not call the same context (PHX_E_BUSY) and must not throw.
pub type PhxRaycastBatchFn =
    Option<unsafe extern "C" fn(user: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32>;

/// Where one can stand: a callback that answers vertical probes, and what its answers mean. Set by phx_ground_init.
/// No lock of the library is held during a callback, and the thread has the host's own floating-point state.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxGround {
    /// Bytes of this struct, set by phx_ground_init.
    pub struct_size: u32,
    /// PHX_GROUND flags. Default: 0, callbacks come on the calling thread only.
    pub flags: u32,
    /// Answers one ray; NULL if raycast_batch is set.
    pub raycast: PhxRaycastFn,
    /// Answers many rays; preferred when both are set.
    pub raycast_batch: PhxRaycastBatchFn,
    /// Handed to the callbacks.
    pub user: *mut c_void,
    /// Steepest ground that can be stood on, at least 0; from 90 on any. Default: 45.
    pub max_slope_degrees: f64,
    /// Ends of a probe, relative to the probed place, in any order; different and finite. Default: -1000 and 1000 unit scales.
    pub range: [f64; 2],
    /// Step of the searches for a free place; 0 = the smaller spacing (default).
    pub search_step: f64,
    /// Rings of the search around a blocked goal, at most 1024. Default: 8.
    pub max_search_rings: u32,
    /// 0.
    pub reserved: u32,
    /// Rays that one call may ask; 0 = 4 per member and 65,536 (default).
    pub max_probes: u64,
}
layout!(PhxGround {
    struct_size,
    flags,
    raycast,
    raycast_batch,
    user,
    max_slope_degrees,
    range,
    search_step,
    max_search_rings,
    reserved,
    max_probes,
});
versioned!(PhxGround, "ground");

/// Most rings that a search may have.
const MOST_RINGS: u32 = 1024;

fn defaults(unit_scale: f64) -> PhxGround {
    PhxGround {
        struct_size: size_of::<PhxGround>() as u32,
        flags: 0,
        raycast: None,
        raycast_batch: None,
        user: std::ptr::null_mut(),
        max_slope_degrees: 45.0,
        range: [-1000.0 * unit_scale, 1000.0 * unit_scale],
        search_step: 0.0,
        max_search_rings: 8,
        reserved: 0,
        max_probes: 0,
    }
}

/// Sets a ground description to the defaults in the context's unit. Set a callback, and user if it needs one.
///
/// ground: struct_size bytes, not NULL. struct_size: sizeof(PhxGround).
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_BAD_HANDLE, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_ground_init(context: u64, ground: *mut PhxGround, struct_size: u32) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(ground, struct_size, defaults(call.context.unit_scale)) }?;
        Ok(Status::Ok)
    })
}

/// Reads a ground description; NULL is none.
///
/// # Safety
/// `ground` is NULL or points to a struct as [`versioned::read`] wants it.
pub(super) unsafe fn read_ground(ground: *const PhxGround, context: &Context) -> Result<Option<PhxGround>, Fault> {
    if ground.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's contract.
    let ground = unsafe { versioned::read(ground, defaults(context.unit_scale)) }?;
    check_rules(&ground)?;
    if ground.raycast.is_none() && ground.raycast_batch.is_none() {
        return Err(Fault::new(
            FaultKind::NullPointer,
            "ground.raycast and ground.raycast_batch are both NULL; pass NULL as ground to probe nothing",
        ));
    }
    Ok(Some(ground))
}

/// Reads a ground description for work that never calls back; NULL is none.
///
/// # Safety
/// As for [`read_ground`].
pub(super) unsafe fn read_ground_rules(
    ground: *const PhxGround,
    context: &Context,
) -> Result<Option<GroundRules>, Fault> {
    if ground.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's contract.
    let ground = unsafe { versioned::read(ground, defaults(context.unit_scale)) }?;
    check_rules(&ground)?;
    Ok(Some(ground.rules()))
}

/// Checks all but the callbacks.
fn check_rules(ground: &PhxGround) -> Result<(), Fault> {
    if ground.flags & !PHX_GROUND_THREAD_SAFE != 0 {
        return Err(Fault::invalid("ground.flags", ground.flags, "only PHX_GROUND flags"));
    }
    ground.rules().check()?;
    let [low, high] = ground.range;
    if (high - low).abs() > f64::from(f32::MAX) {
        return Err(Fault::invalid("ground.range", format_args!("[{low}, {high}]"), "a ray's length must fit 32 bits"));
    }
    if ground.max_search_rings > MOST_RINGS {
        return Err(Fault::invalid("ground.max_search_rings", ground.max_search_rings, "at most 1024"));
    }
    check_reserved("ground.reserved", u64::from(ground.reserved))
}

impl PhxGround {
    /// What counts as ground.
    pub(super) fn rules(&self) -> GroundRules {
        GroundRules {
            max_slope_degrees: self.max_slope_degrees,
            range: (self.range[0], self.range[1]),
            search_step: self.search_step,
            max_search_rings: self.max_search_rings,
            max_probes: self.max_probes,
        }
    }
}

/// The rays and hits of a batch, in the caller's frame.
#[derive(Debug, Default)]
pub(super) struct RayBuffers {
    rays: Vec<PhxRay>,
    hits: Vec<PhxHit>,
}

/// The host's callbacks as a source of ground.
pub(super) struct HostGround<'a> {
    pub(super) call: &'a Call,
    pub(super) ground: &'a PhxGround,
    pub(super) buffers: &'a mut RayBuffers,
}

/// Rays that one callback gets at a time when several threads ask.
const RAYS_PER_THREAD: usize = 512;

// SAFETY: made, asked and dropped inside one call on the host's thread; the pointers are only handed back to the host.
unsafe impl Send for HostGround<'_> {}

impl GroundSource for HostGround<'_> {
    fn cast(&mut self, rays: &[Ray], hits: &mut [Hit]) -> Poll<Result<(), Fault>> {
        Poll::Ready(self.cast_at_once(rays, hits))
    }
}

impl HostGround<'_> {
    fn cast_at_once(&mut self, rays: &[Ray], hits: &mut [Hit]) -> Result<(), Fault> {
        let frame = self.call.context.frame;
        let down = down_in(frame);
        self.buffers.rays.clear();
        reserve(&mut self.buffers.rays, rays.len(), "rays")?;
        self.buffers.rays.extend(rays.iter().map(|ray| shown(ray, down, frame)));
        self.buffers.hits.clear();
        reserve(&mut self.buffers.hits, rays.len(), "hits")?;
        self.buffers.hits.extend(rays.iter().map(|ray| PhxHit {
            point: [0.0; 3],
            normal: [0.0; 3],
            kind: PHX_HIT_NONE,
            id: ray.id,
        }));
        self.ask()?;
        for (answer, (hit, ray)) in self.buffers.hits.iter().zip(hits.iter_mut().zip(rays)) {
            *hit = meaning(answer, ray, self.call.context.frame)?;
        }
        Ok(())
    }

    /// As a source with its rules.
    pub(super) fn as_ground(&mut self) -> Ground<'_> {
        let rules = self.ground.rules();
        Ground { source: self, rules }
    }

    /// Lets the host answer all rays: at once on this thread, or in parts on the context's threads if it may be asked
    /// there.
    fn ask(&mut self) -> Result<(), Fault> {
        let Self { call, ground, buffers } = self;
        let host = HostCallback { raycast: ground.raycast, batch: ground.raycast_batch, user: ground.user };
        let handle = call.handle;
        let alone = ground.flags & PHX_GROUND_THREAD_SAFE == 0 || call.context.executor.workers() == 1;
        if alone || buffers.rays.len() <= RAYS_PER_THREAD {
            let RayBuffers { rays, hits } = &mut **buffers;
            return call.floats.host_during(|| host.answer(rays, hits));
        }
        let rays = &buffers.rays;
        let first_fault = parking_lot::Mutex::new(None::<(usize, Fault)>);
        call.context.executor.for_chunks(&mut buffers.hits, RAYS_PER_THREAD, |first, hits| {
            let _inside = Entered::push(handle);
            if let Err(fault) = host.answer(&rays[first..first + hits.len()], hits) {
                let mut kept = first_fault.lock();
                // The text does not depend on which thread was first.
                if kept.as_ref().is_none_or(|(at, _)| first < *at) {
                    *kept = Some((first, fault));
                }
            }
        });
        first_fault.into_inner().map_or(Ok(()), |(_, fault)| Err(fault))
    }
}

/// The host's functions. Lent to other threads only when the host says that they may be called there.
struct HostCallback {
    raycast: PhxRaycastFn,
    batch: PhxRaycastBatchFn,
    user: *mut c_void,
}

// SAFETY: only handed back to the host, which sets PHX_GROUND_THREAD_SAFE before it is used from another thread.
unsafe impl Sync for HostCallback {}

impl HostCallback {
    fn answer(&self, rays: &[PhxRay], hits: &mut [PhxHit]) -> Result<(), Fault> {
        if rays.is_empty() {
            return Ok(());
        }
        if let Some(batch) = self.batch {
            // SAFETY: the host's function, with as many rays and hits as it is told.
            let answer = unsafe { batch(self.user, rays.as_ptr(), hits.as_mut_ptr(), rays.len() as u64) };
            return if answer < 0 { Err(stopped("ground.raycast_batch", answer)) } else { Ok(()) };
        }
        let Some(single) = self.raycast else { return Ok(()) };
        for (ray, hit) in rays.iter().zip(hits) {
            // SAFETY: the host's function, with one ray and one hit.
            let answer = unsafe { single(self.user, ray, hit) };
            if answer < 0 {
                return Err(stopped("ground.raycast", answer));
            }
        }
        Ok(())
    }
}

fn stopped(callback: &str, answer: i32) -> Fault {
    Fault::new(FaultKind::Callback, format!("{callback} returned {answer} and stopped the call"))
}

/// Which way is down in the caller's frame.
pub(super) fn down_in(frame: Frame) -> [f32; 3] {
    frame.to_caller(-DVec3::Z).map(|scalar| scalar as f32)
}

/// A ray in the caller's frame.
pub(super) fn shown(ray: &Ray, down: [f32; 3], frame: Frame) -> PhxRay {
    PhxRay { origin: frame.to_caller(ray.origin), direction: down, length: length_at_least(ray.length), id: ray.id }
}

/// What an answer means in the library's frame.
fn meaning(answer: &PhxHit, ray: &Ray, frame: Frame) -> Result<Hit, Fault> {
    let unusable = |what: String| Err(Fault::new(FaultKind::Callback, format!("hits: ray {} {what}", ray.id)));
    if answer.id != ray.id {
        return unusable(format!("was answered with id {}; hits[i] must keep the id of rays[i]", answer.id));
    }
    match hit_of(answer, frame) {
        Some(hit) => Ok(hit),
        None => unusable(format!("was answered with kind {}; it must be a PHX_HIT number", answer.kind)),
    }
}

/// A hit in the library's frame; `None` when its kind is no PHX_HIT number.
pub(super) fn hit_of(answer: &PhxHit, frame: Frame) -> Option<Hit> {
    match answer.kind {
        PHX_HIT_NONE => Some(Hit::Nothing),
        PHX_HIT_OBSTACLE => Some(Hit::Obstacle),
        PHX_HIT_GROUND => {
            let point = frame.to_library(answer.point);
            let normal = frame.to_library(answer.normal.map(f64::from));
            Some(Hit::Ground { point, normal })
        }
        _ => None,
    }
}

/// The length as a 32-bit float that is not shorter.
fn length_at_least(length: f64) -> f32 {
    let rounded = length as f32;
    if f64::from(rounded) < length { rounded.next_up() } else { rounded }
}
