//! Contexts: the caller's frame, the threads, the pooled buffers, the jobs, the log hook and the debug queue of one host.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::call_buffers::CallBuffers;
use super::debug_draw::{DEFAULT_CAPACITY, check_categories, check_queue_capacity};
use super::guard::guarded;
use super::handle::{HandleTable, NotTaken};
use super::job_table::Jobs;
use super::layout::layout;
use super::log::{LogHook, PHX_LOG_ERROR, PHX_LOG_NONE, PHX_LOG_WARNING, PhxLogFn};
use super::scheduler::{PhxEnqueueFn, PhxFinishFn, SchedulerHooks};
use super::status::Status;
use super::versioned::{self, check_pointer, versioned};
use crate::debug_draw::DebugQueue;
use crate::fault::{Fault, FaultKind};
use crate::geometry::frame::{Frame, Handedness, SignedAxis};
use crate::parallel::Executor;

/// Frame: X forward, Y right, Z up, left-handed, centimetres (unit scale 1).
pub const PHX_FRAME_UNREAL: u32 = 1;
/// Frame: Z forward, X right, Y up, left-handed, metres (unit scale 0.01).
pub const PHX_FRAME_UNITY: u32 = 2;
/// Frame: as forward_axis, up_axis and handedness say (unit scale 1 unless set).
pub const PHX_FRAME_CUSTOM: u32 = 3;

/// Axis of a custom frame: +X.
pub const PHX_AXIS_X: u32 = 1;
/// Axis of a custom frame: +Y.
pub const PHX_AXIS_Y: u32 = 2;
/// Axis of a custom frame: +Z.
pub const PHX_AXIS_Z: u32 = 3;
/// Axis of a custom frame: -X.
pub const PHX_AXIS_NEGATIVE_X: u32 = 4;
/// Axis of a custom frame: -Y.
pub const PHX_AXIS_NEGATIVE_Y: u32 = 5;
/// Axis of a custom frame: -Z.
pub const PHX_AXIS_NEGATIVE_Z: u32 = 6;

/// Handedness of a custom frame: left, as Unreal and Unity.
pub const PHX_HANDED_LEFT: u32 = 1;
/// Handedness of a custom frame: right, as Godot and glTF.
pub const PHX_HANDED_RIGHT: u32 = 2;

/// Contexts that may exist at the same time.
pub const PHX_MAX_CONTEXTS: u32 = 256;
/// Most threads that a context can be asked for.
pub const PHX_MAX_THREADS: u32 = 1024;

/// What a context is made from. Set by phx_context_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxContextDesc {
    /// Bytes of this struct, set by phx_context_desc_init.
    pub struct_size: u32,
    /// PHX_FRAME number: the axes in which every position and direction of this context's calls is given and returned.
    pub frame: u32,
    /// CUSTOM: PHX_AXIS number of the axis that points forward. Ignored otherwise. Default: X.
    pub forward_axis: u32,
    /// CUSTOM: PHX_AXIS number of the axis that points up. Ignored otherwise. Default: Z.
    pub up_axis: u32,
    /// CUSTOM: PHX_HANDED number. Ignored otherwise. Default: LEFT.
    pub handedness: u32,
    /// Threads that work on a call: 0 = one per core (default), 1 = the calling thread and no other (none is started),
    /// at most PHX_MAX_THREADS. Results do not depend on it. Unless it is 1, jobs get up to as many threads of their own,
    /// started when there are jobs to work on.
    pub thread_count: u32,
    /// Centimetres to the caller's unit: 1 for UNREAL and CUSTOM, 0.01 for UNITY. Scales every default length.
    /// Positive and finite.
    pub unit_scale: f64,
    /// Called with messages, or NULL (default). On every thread that calls the context.
    pub log: PhxLogFn,
    /// Handed to log.
    pub log_user: *mut c_void,
    /// PHX_LOG number: the least important level that log gets. Default: WARNING.
    pub log_level: u32,
    /// PHX_DEBUG_CATEGORY bits that are queued (see phx_debug_enable). Default: 0.
    pub debug_categories: u32,
    /// Debug items that may wait for phx_debug_poll; 0 = 65,536 (default), at most 16,777,216.
    pub debug_capacity: u64,
    /// The host's scheduler: both of enqueue and finish, or both NULL (default). With them all parallel work of the
    /// context runs on the host's threads and none is ever started here, whatever thread_count says.
    pub enqueue: PhxEnqueueFn,
    /// See enqueue.
    pub finish: PhxFinishFn,
    /// Handed to enqueue and finish.
    pub scheduler_user: *mut c_void,
    /// Threads of the host that may run ranges at the same time, the caller's included: 1 to PHX_MAX_THREADS. 0
    /// (default) with hooks: as many as the machine has cores. It decides how work is cut, never a result.
    pub worker_count: u32,
    /// Zero.
    pub reserved: u32,
}

layout!(PhxContextDesc {
    struct_size,
    frame,
    forward_axis,
    up_axis,
    handedness,
    thread_count,
    unit_scale,
    log,
    log_user,
    log_level,
    debug_categories,
    debug_capacity,
    enqueue,
    finish,
    scheduler_user,
    worker_count,
    reserved,
});
versioned!(PhxContextDesc, "desc");

/// What a handle stands for.
pub(super) struct Context {
    pub(super) frame: Frame,
    pub(super) unit_scale: f64,
    // Dropped before the threads that work on them.
    pub(super) jobs: Jobs,
    pub(super) executor: Arc<Executor>,
    pub(super) log: LogHook,
    pub(super) debug: DebugQueue,
    // Boxed, so that lending moves a pointer and not some kilobytes.
    buffers: Mutex<Vec<Box<CallBuffers>>>,
    poisoned: Arc<AtomicBool>,
}

static CONTEXTS: HandleTable<Context, { PHX_MAX_CONTEXTS as usize }> = HandleTable::new();

impl Context {
    fn new(desc: &PhxContextDesc) -> Result<Self, Fault> {
        let frame = frame_of(desc)?;
        if !(desc.unit_scale > 0.0 && desc.unit_scale.is_finite()) {
            return Err(Fault::invalid("desc.unit_scale", desc.unit_scale, "it must be positive and finite"));
        }
        if desc.thread_count > PHX_MAX_THREADS {
            return Err(Fault::invalid("desc.thread_count", desc.thread_count, "at most 1024"));
        }
        if desc.log_level > PHX_LOG_WARNING {
            return Err(Fault::invalid("desc.log_level", desc.log_level, "it must be a PHX_LOG number"));
        }
        check_categories("desc.debug_categories", desc.debug_categories)?;
        check_queue_capacity("desc.debug_capacity", desc.debug_capacity)?;
        let level = if desc.log.is_some() { desc.log_level.max(PHX_LOG_ERROR) } else { PHX_LOG_NONE };
        let log = LogHook { function: desc.log, user: desc.log_user, level: desc.log_level.min(level) };
        let executor = executor_of(desc)?;
        let poisoned = Arc::new(AtomicBool::new(false));
        let debug = DebugQueue::default();
        let capacity = if desc.debug_capacity == 0 { DEFAULT_CAPACITY } else { desc.debug_capacity };
        debug.enable(desc.debug_categories, capacity);
        Ok(Self {
            frame,
            unit_scale: desc.unit_scale,
            jobs: Jobs::new(poisoned.clone(), &executor),
            executor: Arc::new(executor),
            log,
            debug,
            buffers: Mutex::new(Vec::new()),
            poisoned,
        })
    }

    pub(super) fn poison(&self) {
        self.poisoned.store(true, Ordering::Release);
    }

    pub(super) fn check_sound(&self) -> Result<(), Fault> {
        if self.poisoned.load(Ordering::Acquire) {
            return Err(Fault::new(
                FaultKind::Poisoned,
                "the context saw a panic in an earlier call; only phx_context_destroy works on it",
            ));
        }
        Ok(())
    }

    /// Lends a set of buffers, the one that was given back last, or a new one. Calls at the same time get different
    /// sets. A set that a panic passes through is thrown away with the panic.
    pub(super) fn with_buffers<R>(&self, body: impl FnOnce(&mut CallBuffers) -> R) -> R {
        let mut buffers = self.take_buffers();
        let result = body(&mut buffers);
        self.give_back(buffers);
        result
    }

    /// A set of buffers for as long as a job lasts.
    pub(super) fn take_buffers(&self) -> Box<CallBuffers> {
        self.buffers.lock().pop().unwrap_or_default()
    }

    /// Takes a set of buffers back into the pool.
    pub(super) fn give_back(&self, buffers: Box<CallBuffers>) {
        self.buffers.lock().push(buffers);
    }
}

fn executor_of(desc: &PhxContextDesc) -> Result<Executor, Fault> {
    if desc.worker_count > PHX_MAX_THREADS {
        return Err(Fault::invalid("desc.worker_count", desc.worker_count, "at most 1024"));
    }
    if desc.reserved != 0 {
        return Err(Fault::invalid("desc.reserved", desc.reserved, "it must be 0"));
    }
    match (desc.enqueue, desc.finish) {
        (None, None) => Executor::with_threads(desc.thread_count as usize)
            .map_err(|error| Fault::new(FaultKind::OutOfMemory, format!("desc.thread_count: {error}"))),
        (Some(enqueue), Some(finish)) => {
            let workers = match desc.worker_count as usize {
                0 => std::thread::available_parallelism().map_or(1, usize::from),
                workers => workers,
            };
            Ok(Executor::Host(Box::new(SchedulerHooks { enqueue, finish, user: desc.scheduler_user, workers })))
        }
        (None, _) => Err(Fault::new(FaultKind::InvalidArgument, "desc.enqueue is NULL while desc.finish is not")),
        (_, None) => Err(Fault::new(FaultKind::InvalidArgument, "desc.finish is NULL while desc.enqueue is not")),
    }
}

fn frame_of(desc: &PhxContextDesc) -> Result<Frame, Fault> {
    match desc.frame {
        PHX_FRAME_UNREAL => Ok(Frame::UNREAL),
        PHX_FRAME_UNITY => Ok(Frame::UNITY),
        PHX_FRAME_CUSTOM => {
            let forward = axis("desc.forward_axis", desc.forward_axis)?;
            let up = axis("desc.up_axis", desc.up_axis)?;
            let handedness = match desc.handedness {
                PHX_HANDED_LEFT => Handedness::Left,
                PHX_HANDED_RIGHT => Handedness::Right,
                other => return Err(Fault::invalid("desc.handedness", other, "it must be a PHX_HANDED number")),
            };
            Frame::custom(forward, up, handedness)
                .ok_or_else(|| Fault::invalid("desc.up_axis", desc.up_axis, "it must lie across desc.forward_axis"))
        }
        other => Err(Fault::invalid("desc.frame", other, "it must be a PHX_FRAME number")),
    }
}

fn axis(field: &str, axis: u32) -> Result<SignedAxis, Fault> {
    match axis {
        PHX_AXIS_X..=PHX_AXIS_Z => Ok(SignedAxis { component: axis as usize - 1, negative: false }),
        PHX_AXIS_NEGATIVE_X..=PHX_AXIS_NEGATIVE_Z => Ok(SignedAxis { component: axis as usize - 4, negative: true }),
        other => Err(Fault::invalid(field, other, "it must be a PHX_AXIS number")),
    }
}

fn bad_handle(handle: u64) -> Fault {
    Fault::new(FaultKind::BadHandle, format!("context is {handle:#x}; no context has this handle (any more)"))
}

/// The context of a handle, held: it can't be destroyed meanwhile.
pub(super) fn find(handle: u64) -> Result<Arc<Context>, Fault> {
    CONTEXTS.get(handle).ok_or_else(|| bad_handle(handle))
}

/// Whether any context exists.
pub(super) fn any() -> bool {
    !CONTEXTS.is_empty()
}

/// Destroys all contexts that are not in use; returns whether some are.
pub(super) fn destroy_all() -> bool {
    loop {
        match CONTEXTS.take_any() {
            Ok(context) => drop(context),
            Err(in_use) => return in_use,
        }
    }
}

fn defaults(frame: u32) -> PhxContextDesc {
    PhxContextDesc {
        struct_size: size_of::<PhxContextDesc>() as u32,
        frame,
        forward_axis: PHX_AXIS_X,
        up_axis: PHX_AXIS_Z,
        handedness: PHX_HANDED_LEFT,
        thread_count: 0,
        unit_scale: if frame == PHX_FRAME_UNITY { 0.01 } else { 1.0 },
        log: None,
        log_user: std::ptr::null_mut(),
        log_level: PHX_LOG_WARNING,
        debug_categories: 0,
        debug_capacity: 0,
        enqueue: None,
        finish: None,
        scheduler_user: std::ptr::null_mut(),
        worker_count: 0,
        reserved: 0,
    }
}

/// Sets a description to the defaults of a frame.
///
/// desc: struct_size bytes, not NULL. struct_size: sizeof(PhxContextDesc). frame: PHX_FRAME number.
/// PHX_E_NULL_POINTER, PHX_E_ABI (struct_size), PHX_E_INVALID_ARGUMENT (frame, alignment). Any thread; allocates
/// nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_context_desc_init(desc: *mut PhxContextDesc, struct_size: u32, frame: u32) -> i32 {
    guarded(|| {
        if !(PHX_FRAME_UNREAL..=PHX_FRAME_CUSTOM).contains(&frame) {
            return Err(Fault::invalid("frame", frame, "it must be a PHX_FRAME number"));
        }
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(desc, struct_size, defaults(frame)) }?;
        Ok(Status::Ok)
    })
}

/// Makes a context: threads, buffers and debug queue of one host. Nearly every other call names one. Calls on one
/// context may run at the same time from many threads.
///
/// desc: not NULL. out_context: gets the handle (never 0), not NULL. Destroy it with phx_context_destroy.
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (a field is out of its range), PHX_E_CAPACITY (there are
/// PHX_MAX_CONTEXTS already), PHX_E_OUT_OF_MEMORY (a thread could not be started). Any thread. Allocates, and starts
/// threads unless thread_count is 1 or the description has scheduler hooks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_context_create(desc: *const PhxContextDesc, out_context: *mut u64) -> i32 {
    guarded(|| {
        // SAFETY: the caller's contract.
        let desc = unsafe { versioned::read(desc, defaults(PHX_FRAME_UNREAL)) }?;
        check_pointer(out_context, "out_context")?;
        let context = Arc::new(Context::new(&desc)?);
        let handle = CONTEXTS
            .insert(context)
            .ok_or_else(|| Fault::new(FaultKind::Capacity, format!("there are {PHX_MAX_CONTEXTS} contexts already")))?;
        // SAFETY: not NULL, aligned, and granted by the caller.
        unsafe { out_context.write(handle) };
        Ok(Status::Ok)
    })
}

/// Destroys a context: cancels and drops its jobs, joins its threads and frees its memory. Works on a poisoned context too.
/// Where one of its threads works on a job, it waits until that thread sees the cancellation.
///
/// context: a handle. 0 does nothing and succeeds.
/// PHX_E_BAD_HANDLE, PHX_E_BUSY (a call is inside it, on another thread or around this callback). Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn phx_context_destroy(context: u64) -> i32 {
    guarded(|| {
        if context == 0 {
            return Ok(Status::Ok);
        }
        match CONTEXTS.take(context) {
            Ok(_) => Ok(Status::Ok),
            Err(NotTaken::Unknown) => Err(bad_handle(context)),
            Err(NotTaken::InUse) => Err(Fault::new(FaultKind::Busy, format!("context {context:#x} is inside a call"))),
        }
    })
}
