//! The library, through its exported C functions: the only unsafe code of the example.
//!
//! What a caller in C would write, once: descriptions from their `_init`, views of the caller's own structs by stride,
//! a callback that answers rays, and a status after every call.

use std::ffi::{CStr, c_char, c_void};
use std::time::{Duration, Instant};

use glam::{DVec2, DVec3};
use phalanx::ffi;

use crate::answer::{Answer, Outcome, Slot};
use crate::army::Agent;
use crate::orders::{Mode, Order, Shape};
use crate::terrain::{Column, Land, height};

/// Steepest ground that the orders allow.
pub const MAX_SLOPE_DEGREES: f64 = 45.0;
/// Number of "no slot".
pub const NO_SLOT: u32 = ffi::PHX_SLOT_NONE;

/// Probes reach this far up and down, so that the whole hill lies between.
const PROBE_REACH: f64 = 8_000.0;

/// Calls per order, of which the fastest is told.
const CALLS: u32 = 3;

/// One context.
pub struct Library {
    context: u64,
}

impl Library {
    /// A context in Unreal's frame with this many threads; 0 for all cores.
    ///
    /// # Errors
    /// What the library says.
    pub fn new(thread_count: u32) -> Result<Self, String> {
        let mut desc = std::mem::MaybeUninit::<ffi::PhxContextDesc>::zeroed();
        let mut context = 0;
        // SAFETY: the struct is as large as told, and `_init` fills all of it before it is used.
        unsafe {
            check(ffi::phx_context_desc_init(desc.as_mut_ptr(), size::<ffi::PhxContextDesc>(), ffi::PHX_FRAME_UNREAL))?;
            let mut desc = desc.assume_init();
            desc.thread_count = thread_count;
            check(ffi::phx_context_create(&raw const desc, &raw mut context))?;
        }
        Ok(Self { context })
    }

    /// Carries out an order, on flat ground that nobody asks about when there is no land. The call is made a few times and the fastest counts, as in a running game whose buffers are
    /// warm.
    ///
    /// # Errors
    /// What the library says.
    pub fn form_up(&self, order: &Order, army: &[Agent], land: Option<&Land>) -> Result<Answer, String> {
        let bodies = Bodies::new(army);
        let agents = self.agents(army, &bodies)?;
        let desc = self.desc(order, land.map_or(0.0, |_| height(order.center)))?;
        let ground = land.map(|land| self.ground(land)).transpose()?;
        let mut buffers = Buffers::new(army.len());
        let out = self.out(&mut buffers)?;
        let mut report = self.report()?;
        let mut time = Duration::MAX;
        for _ in 0..CALLS {
            let start = Instant::now();
            // SAFETY: all structs come from their `_init`; the views show `army`, `bodies` and `buffers`, which outlive
            // the call and are not touched meanwhile; the callback's user is `land`.
            check(unsafe {
                ffi::phx_formation_form_up(
                    self.context,
                    &raw const agents,
                    &raw const desc,
                    ground.as_ref().map_or(std::ptr::null(), std::ptr::from_ref),
                    &raw const out,
                    &raw mut report,
                )
            })?;
            time = time.min(start.elapsed());
        }
        let lattice = match (order.mode, &ground) {
            (Mode::Reform, Some(ground)) => self.lattice(&bodies, &desc, ground)?,
            _ => Vec::new(),
        };
        buffers.answer(lattice, &report, time)
    }

    /// The first layout that the order asks for, each slot tried against the ground.
    fn lattice(
        &self,
        bodies: &Bodies,
        desc: &ffi::PhxFormationDesc,
        ground: &ffi::PhxGround,
    ) -> Result<Vec<Slot>, String> {
        let radii = bodies.radii_view();
        let (mut target, mut count) = (0, 0);
        // SAFETY: the structs come from their `_init`, and the view shows `bodies`; NULL asks for the count alone.
        unsafe {
            let extra = std::ptr::null_mut();
            check(ffi::phx_formation_slot_target(self.context, desc, &raw const radii, &raw mut target, extra))?;
            let (none, rings, growth) = (std::ptr::null(), std::ptr::null_mut(), std::ptr::null_mut());
            check(ffi::phx_formation_slots(self.context, desc, target, none, rings, &raw mut count, growth))?;
        }
        let mut places = vec![DVec3::NAN; count as usize];
        let (mut rings, mut states) = (vec![0_u32; places.len()], vec![u8::MAX; places.len()]);
        let view = vectors(&mut places);
        // SAFETY: as above; the view, the rings and the states have `count` elements.
        unsafe {
            let (rings, growth) = (rings.as_mut_ptr(), std::ptr::null_mut());
            check(ffi::phx_formation_slots(self.context, desc, target, &view, rings, &raw mut count, growth))?;
            check(ffi::phx_formation_validate(self.context, desc, ground, &view, states.as_mut_ptr(), count))?;
        }
        let slots = places.iter().zip(rings).zip(states);
        let slot = |((place, ring), state): ((&DVec3, u32), u8)| Slot {
            place: place.truncate(),
            ring,
            usable: state == ffi::PHX_SLOT_STATE_OK,
        };
        Ok(slots.map(slot).collect())
    }

    fn agents(&self, army: &[Agent], bodies: &Bodies) -> Result<ffi::PhxAgents, String> {
        let mut agents = std::mem::MaybeUninit::<ffi::PhxAgents>::zeroed();
        // SAFETY: as in `new`.
        let mut agents = unsafe {
            check(ffi::phx_agents_init(agents.as_mut_ptr(), size::<ffi::PhxAgents>()))?;
            agents.assume_init()
        };
        let count = army.len() as u64;
        agents.count = count;
        let stride = size::<Agent>();
        if let Some(first) = army.first() {
            // Straight out of the game's own structs.
            let (location, id) = ((&raw const first.location).cast(), (&raw const first.id).cast());
            agents.locations = ffi::PhxVec3View { data: location, count, stride, scalar: ffi::PHX_SCALAR_F64 };
            agents.unique_ids = ffi::PhxU64View { data: id, count, stride, reserved: 0 };
        }
        agents.radii = bodies.radii_view();
        agents.can_fly = ffi::PhxU8View { data: bodies.can_fly.as_ptr().cast(), count, stride: 0, reserved: 0 };
        Ok(agents)
    }

    fn desc(&self, order: &Order, center_height: f64) -> Result<ffi::PhxFormationDesc, String> {
        let shape = match order.shape {
            Shape::Grid => ffi::PHX_SHAPE_GRID,
            Shape::Circle | Shape::Polygon(_) => ffi::PHX_SHAPE_CIRCLE,
            Shape::Wedge => ffi::PHX_SHAPE_TRIANGLE,
            Shape::Line => ffi::PHX_SHAPE_LINE,
            Shape::Column => ffi::PHX_SHAPE_COLUMN,
            Shape::Hollow => ffi::PHX_SHAPE_HOLLOW,
            Shape::Staggered => ffi::PHX_SHAPE_STAGGERED,
            Shape::Vee => ffi::PHX_SHAPE_V,
            Shape::EchelonLeft => ffi::PHX_SHAPE_ECHELON_LEFT,
            Shape::EchelonRight => ffi::PHX_SHAPE_ECHELON_RIGHT,
            Shape::Points => ffi::PHX_SHAPE_POINTS,
        };
        let mut desc = std::mem::MaybeUninit::<ffi::PhxFormationDesc>::zeroed();
        // SAFETY: as in `new`.
        let mut desc = unsafe {
            let size = size::<ffi::PhxFormationDesc>();
            check(ffi::phx_formation_desc_init(self.context, desc.as_mut_ptr(), size, shape))?;
            desc.assume_init()
        };
        desc.mode = match order.mode {
            Mode::Keep => ffi::PHX_MODE_KEEP_FORMATION,
            Mode::Reform => ffi::PHX_MODE_REFORM_THE_LINE,
        };
        if let Shape::Polygon(corners) = order.shape {
            desc.segments = corners;
        }
        if let Some(measures) = order.measures {
            desc.spacing = measures.spacing.to_array();
            desc.region = measures.region.to_array();
        }
        if order.shape == Shape::Points {
            let (data, count) = (order.points.as_ptr().cast(), order.points.len() as u64);
            let (stride, scalar) = (size::<DVec3>(), ffi::PHX_SCALAR_F64);
            desc.points = ffi::PhxVec3View { data, count, stride, scalar };
        }
        desc.center = order.center.extend(center_height).to_array();
        desc.direction = order.direction.extend(0.0).to_array();
        desc.keep_rotate_degrees = order.rotate;
        Ok(desc)
    }

    fn ground(&self, land: &Land) -> Result<ffi::PhxGround, String> {
        let mut ground = std::mem::MaybeUninit::<ffi::PhxGround>::zeroed();
        // SAFETY: as in `new`.
        let mut ground = unsafe {
            check(ffi::phx_ground_init(self.context, ground.as_mut_ptr(), size::<ffi::PhxGround>()))?;
            ground.assume_init()
        };
        ground.raycast_batch = Some(answer_rays);
        ground.user = std::ptr::from_ref(land).cast_mut().cast();
        ground.max_slope_degrees = MAX_SLOPE_DEGREES;
        ground.range = [-PROBE_REACH, PROBE_REACH];
        Ok(ground)
    }

    fn out(&self, buffers: &mut Buffers) -> Result<ffi::PhxFormationOut, String> {
        let mut out = std::mem::MaybeUninit::<ffi::PhxFormationOut>::zeroed();
        // SAFETY: as in `new`.
        let mut out = unsafe {
            check(ffi::phx_formation_out_init(out.as_mut_ptr(), size::<ffi::PhxFormationOut>()))?;
            out.assume_init()
        };
        let count = buffers.goals.len() as u64;
        out.goals = vectors(&mut buffers.goals);
        let numbers = |data: &mut Vec<u32>| {
            let data: *mut c_void = data.as_mut_ptr().cast();
            ffi::PhxU32ViewMut { data, count, stride: 0, reserved: 0 }
        };
        (out.slots, out.rings) = (numbers(&mut buffers.slots), numbers(&mut buffers.rings));
        let outcomes = buffers.outcomes.as_mut_ptr().cast();
        out.outcomes = ffi::PhxU8ViewMut { data: outcomes, count, stride: 0, reserved: 0 };
        Ok(out)
    }

    fn report(&self) -> Result<ffi::PhxFormationReport, String> {
        let mut report = std::mem::MaybeUninit::<ffi::PhxFormationReport>::zeroed();
        // SAFETY: as in `new`.
        unsafe {
            check(ffi::phx_formation_report_init(report.as_mut_ptr(), size::<ffi::PhxFormationReport>()))?;
            Ok(report.assume_init())
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // The only failures are a handle that is gone already and a call in flight; neither can happen here.
        let _ = ffi::phx_context_destroy(self.context);
    }
}

/// What the agents' structs say only through their kind.
struct Bodies {
    radii: Vec<f32>,
    can_fly: Vec<u8>,
}

impl Bodies {
    fn new(army: &[Agent]) -> Self {
        Self {
            radii: army.iter().map(|agent| agent.radius() as f32).collect(),
            can_fly: army.iter().map(|agent| u8::from(agent.flies())).collect(),
        }
    }

    fn radii_view(&self) -> ffi::PhxF32View {
        let (data, count) = (self.radii.as_ptr().cast(), self.radii.len() as u64);
        ffi::PhxF32View { data, count, stride: 0, reserved: 0 }
    }
}

/// Three doubles each, to be written.
fn vectors(places: &mut [DVec3]) -> ffi::PhxVec3ViewMut {
    let (data, count) = (places.as_mut_ptr().cast(), places.len() as u64);
    ffi::PhxVec3ViewMut { data, count, stride: size::<DVec3>(), scalar: ffi::PHX_SCALAR_F64 }
}

/// What the call writes to.
struct Buffers {
    goals: Vec<DVec3>,
    slots: Vec<u32>,
    rings: Vec<u32>,
    outcomes: Vec<u8>,
}

impl Buffers {
    /// Filled with what no call may leave behind.
    fn new(count: usize) -> Self {
        Self {
            goals: vec![DVec3::NAN; count],
            slots: vec![0; count],
            rings: vec![0; count],
            outcomes: vec![u8::MAX; count],
        }
    }

    fn answer(self, lattice: Vec<Slot>, report: &ffi::PhxFormationReport, time: Duration) -> Result<Answer, String> {
        let outcomes: Vec<Outcome> = self.outcomes.iter().map(|code| outcome(*code)).collect::<Result<_, _>>()?;
        let counted = Outcome::ALL.map(|outcome| outcomes.iter().filter(|other| **other == outcome).count() as u64);
        let reported = [
            report.placed,
            report.relocated,
            report.overflow,
            report.overlap,
            report.stacked,
            report.ineligible,
            report.bad_position,
        ];
        if counted != reported {
            return Err(format!("the report counts {reported:?} outcomes, the outputs hold {counted:?}"));
        }
        Ok(Answer {
            goals: self.goals,
            slots: self.slots,
            rings: self.rings,
            outcomes,
            lattice,
            slots_made: report.slots_made,
            slots_dropped: report.slots_dropped,
            slots_grown: report.slots_grown,
            probes: report.probes,
            probe_batches: report.probe_batches,
            cost: report.cost,
            longest_walk: report.longest_walk,
            time,
        })
    }
}

fn outcome(code: u8) -> Result<Outcome, String> {
    match code {
        ffi::PHX_OUTCOME_PLACED => Ok(Outcome::Placed),
        ffi::PHX_OUTCOME_RELOCATED => Ok(Outcome::Relocated),
        ffi::PHX_OUTCOME_OVERFLOW => Ok(Outcome::Overflow),
        ffi::PHX_OUTCOME_OVERLAP => Ok(Outcome::Overlap),
        ffi::PHX_OUTCOME_STACKED => Ok(Outcome::Stacked),
        ffi::PHX_OUTCOME_INELIGIBLE => Ok(Outcome::Ineligible),
        ffi::PHX_OUTCOME_BAD_POSITION => Ok(Outcome::BadPosition),
        other => Err(format!("{other} is no outcome")),
    }
}

/// The host's side of the ground: answers a batch of vertical rays from the land itself.
unsafe extern "C" fn answer_rays(
    user: *mut c_void,
    rays: *const ffi::PhxRay,
    hits: *mut ffi::PhxHit,
    count: u64,
) -> i32 {
    // SAFETY: `user` is the land that `Library::ground` was given, and the library shows `count` rays and hits.
    let (land, rays, hits) = unsafe {
        let count = count as usize;
        (&*user.cast::<Land>(), std::slice::from_raw_parts(rays, count), std::slice::from_raw_parts_mut(hits, count))
    };
    for (ray, hit) in rays.iter().zip(hits) {
        answer_ray(land, ray, hit);
    }
    ffi::PHX_OK
}

fn answer_ray(land: &Land, ray: &ffi::PhxRay, hit: &mut ffi::PhxHit) {
    let [north, east, top] = ray.origin;
    let met = |height: f64| (top - f64::from(ray.length)..=top).contains(&height);
    match land.column(DVec2::new(north, east)) {
        Column::Roof { height } if met(height) => hit.kind = ffi::PHX_HIT_OBSTACLE,
        Column::Ground { height, normal } if met(height) => {
            hit.kind = ffi::PHX_HIT_GROUND;
            hit.point = [north, east, height];
            hit.normal = normal.as_vec3().to_array();
        }
        Column::Ground { .. } | Column::Roof { .. } | Column::Nothing => {}
    }
}

/// A negative status as the library's own words.
fn check(status: i32) -> Result<(), String> {
    if status >= 0 {
        return Ok(());
    }
    let mut text = [0_u8; 512];
    // SAFETY: the buffer is as long as told and is terminated by the library; the name is static.
    let (name, text) = unsafe {
        ffi::phx_last_error(text.as_mut_ptr().cast::<c_char>(), text.len() as u64);
        (CStr::from_ptr(ffi::phx_status_name(status)), CStr::from_bytes_until_nul(&text).unwrap_or_default())
    };
    Err(format!("{}: {}", name.to_string_lossy(), text.to_string_lossy()))
}

fn size<T>() -> u32 {
    size_of::<T>() as u32
}
