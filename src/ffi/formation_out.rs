//! What a formation call gives back: one entry per agent in the caller's buffers, and a report.

use super::context::Context;
use super::guard::guarded;
use super::layout::layout;
use super::status::Status;
use super::strided::Strided;
use super::versioned::{self, check_reserved, versioned};
use super::view::{PhxU8ViewMut, PhxU32ViewMut, PhxVec3ViewMut, View, check_fits, write_vectors};
use crate::fault::Fault;
use crate::formation::output::{Goals, Outcome, REPORT_ANCHOR_INVALID, Report};

/// No slot, no ring.
pub const PHX_SLOT_NONE: u32 = 0xFFFF_FFFF;

/// Outcome: it has its slot, or its translated place.
pub const PHX_OUTCOME_PLACED: u8 = 0;
/// Outcome: its translated place could not be stood on; it got another.
pub const PHX_OUTCOME_RELOCATED: u8 = 1;
/// Outcome: no slot was left; its goal is the center.
pub const PHX_OUTCOME_OVERFLOW: u8 = 2;
/// Outcome: it has a slot but overlaps somebody there.
pub const PHX_OUTCOME_OVERLAP: u8 = 3;
/// Outcome: no free place was found; it shares the anchor.
pub const PHX_OUTCOME_STACKED: u8 = 4;
/// Outcome: it does not take part; its goal is the center.
pub const PHX_OUTCOME_INELIGIBLE: u8 = 5;
/// Outcome: its position is not finite, so it does not take part; its goal is the center.
pub const PHX_OUTCOME_BAD_POSITION: u8 = 6;

/// Agent flag: some input was missing and a default stands in.
pub const PHX_FLAG_DEFAULTED: u8 = 1;
/// Agent flag: the radius was negative or not a number and counts as 0.
pub const PHX_FLAG_BAD_RADIUS: u8 = 2;
/// Agent flag: another member has the same unique id.
pub const PHX_FLAG_DUPLICATE_ID: u8 = 4;
/// Agent flag: the speed was not positive or not finite and counts as 1.
pub const PHX_FLAG_BAD_SPEED: u8 = 8;

/// Report bit: the direction was too short or not finite; the front faces from the army to the center.
pub const PHX_REPORT_DIRECTION_DEFAULTED: u32 = 1;
/// Report bit: the center's own column cannot be stood on; translated goals were left where they are.
pub const PHX_REPORT_ANCHOR_INVALID: u32 = 2;
/// Report bit: the slots are nearer to one another than the bodies are wide.
pub const PHX_REPORT_TOO_TIGHT: u32 = 4;
/// Report bit: the slot target was cut to 1,048,576.
pub const PHX_REPORT_SLOTS_CUT: u32 = 8;

/// Where the results go. Set by phx_formation_out_init; all views absent. Element i belongs to agent i. A view must have
/// exactly as many elements as there are agents (else PHX_E_LENGTH_MISMATCH); each but goals may be absent. Written only
/// when the call succeeds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxFormationOut {
    /// Bytes of this struct, set by phx_formation_out_init.
    pub struct_size: u32,
    /// 0.
    pub reserved: u32,
    /// Where to go.
    pub goals: PhxVec3ViewMut,
    /// Number of the slot, or PHX_SLOT_NONE.
    pub slots: PhxU32ViewMut,
    /// Ring of the slot from 0 inside, or PHX_SLOT_NONE.
    pub rings: PhxU32ViewMut,
    /// PHX_OUTCOME number.
    pub outcomes: PhxU8ViewMut,
    /// PHX_FLAG bits.
    pub flags: PhxU8ViewMut,
}
layout!(PhxFormationOut { struct_size, reserved, goals, slots, rings, outcomes, flags });
versioned!(PhxFormationOut, "out");

const NO_BYTES: PhxU8ViewMut = PhxU8ViewMut { data: std::ptr::null_mut(), count: 0, stride: 0, reserved: 0 };
const NO_NUMBERS: PhxU32ViewMut = PhxU32ViewMut { data: std::ptr::null_mut(), count: 0, stride: 0, reserved: 0 };

const OUT_DEFAULTS: PhxFormationOut = PhxFormationOut {
    struct_size: size_of::<PhxFormationOut>() as u32,
    reserved: 0,
    goals: PhxVec3ViewMut { data: std::ptr::null_mut(), count: 0, stride: 0, scalar: 0 },
    slots: NO_NUMBERS,
    rings: NO_NUMBERS,
    outcomes: NO_BYTES,
    flags: NO_BYTES,
};

/// What a call did. Set by phx_formation_report_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PhxFormationReport {
    /// Bytes of this struct, set by phx_formation_report_init.
    pub struct_size: u32,
    /// PHX_REPORT bits.
    pub bits: u32,
    /// Agents with PHX_OUTCOME_PLACED.
    pub placed: u64,
    /// Agents with PHX_OUTCOME_RELOCATED.
    pub relocated: u64,
    /// Agents with PHX_OUTCOME_OVERFLOW.
    pub overflow: u64,
    /// Agents with PHX_OUTCOME_OVERLAP.
    pub overlap: u64,
    /// Agents with PHX_OUTCOME_STACKED.
    pub stacked: u64,
    /// Agents with PHX_OUTCOME_INELIGIBLE.
    pub ineligible: u64,
    /// Agents with PHX_OUTCOME_BAD_POSITION.
    pub bad_position: u64,
    /// Members whose location was missing.
    pub defaulted_locations: u64,
    /// Members whose radius was missing.
    pub defaulted_radii: u64,
    /// Members whose unique id was missing.
    pub defaulted_ids: u64,
    /// Slots that were asked for, or those of the earlier call whose layout was kept: what previous_slot_count takes the
    /// next time.
    pub slot_target: u64,
    /// Slots of the first layout.
    pub slots_made: u64,
    /// Slots that could not be stood on.
    pub slots_dropped: u64,
    /// Slots that growth added, dropped ones included.
    pub slots_grown: u64,
    /// Columns of the first layout, or slots of its widest row or ring.
    pub lattice_width: u32,
    /// Rows or rings of the first layout.
    pub lattice_height: u32,
    /// Width to depth of the first layout in lengths; 1 if degenerate.
    pub lattice_aspect: f64,
    /// Batches of rays that were asked.
    pub probe_batches: u64,
    /// Rays that were asked.
    pub probes: u64,
    /// SQUARED: summed squared walks with both sides centred, in square units; EUCLID: summed walks.
    pub cost: f64,
    /// What cost cannot fall below on the slots that are used, as long as each radius and each rank keeps its slots; proved
    /// where want_bound or EXACT ask for it, else 0.
    pub lower_bound: f64,
    /// Longest walk on the plane, from where an agent stands to its goal.
    pub longest_walk: f64,
}
layout!(PhxFormationReport {
    struct_size,
    bits,
    placed,
    relocated,
    overflow,
    overlap,
    stacked,
    ineligible,
    bad_position,
    defaulted_locations,
    defaulted_radii,
    defaulted_ids,
    slot_target,
    slots_made,
    slots_dropped,
    slots_grown,
    lattice_width,
    lattice_height,
    lattice_aspect,
    probe_batches,
    probes,
    cost,
    lower_bound,
    longest_walk,
});
versioned!(PhxFormationReport, "report");

/// Sets outputs to absent.
///
/// out: struct_size bytes, not NULL. struct_size: sizeof(PhxFormationOut).
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_out_init(out: *mut PhxFormationOut, struct_size: u32) -> i32 {
    guarded(|| {
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(out, struct_size, OUT_DEFAULTS) }?;
        Ok(Status::Ok)
    })
}

/// Sets a report to zero.
///
/// report: struct_size bytes, not NULL. struct_size: sizeof(PhxFormationReport).
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_report_init(report: *mut PhxFormationReport, struct_size: u32) -> i32 {
    guarded(|| {
        // SAFETY: the caller's contract.
        unsafe { versioned::initialise(report, struct_size, PhxFormationReport::default()) }?;
        Ok(Status::Ok)
    })
}

/// The checked views of the outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutViews {
    goals: Strided,
    slots: Strided,
    rings: Strided,
    outcomes: Strided,
    flags: Strided,
}

impl OutViews {
    /// All memory that is written.
    pub(super) fn outputs(&self) -> [Strided; 5] {
        [self.goals, self.slots, self.rings, self.outcomes, self.flags]
    }

    /// Fails when an entry does not fit.
    pub(super) fn check_fits(&self, goals: &Goals, context: &Context) -> Result<(), Fault> {
        check_fits(&self.goals, context.frame, &goals.goal)
    }

    /// Writes all entries, which fit.
    ///
    /// # Safety
    /// The memory of the views may be written now.
    pub(super) unsafe fn write(&self, goals: &Goals, context: &Context) {
        // SAFETY: the caller's contract; counts were checked, and the types are those of the views.
        unsafe {
            write_vectors(&self.goals, context.frame, goals.goal.iter().copied());
            self.slots.write(goals.slot.iter().copied());
            self.rings.write(goals.ring.iter().copied());
            self.outcomes.write(goals.outcome.iter().map(|outcome| *outcome as u8));
            self.flags.write(goals.flags.iter().copied());
        }
    }
}

/// Reads the struct and checks its views against the number of agents.
///
/// # Safety
/// `out` is NULL or points to a struct as [`versioned::read`] wants it.
pub(super) unsafe fn check_out(out: *const PhxFormationOut, count: usize) -> Result<OutViews, Fault> {
    // SAFETY: the caller's contract.
    let out = unsafe { versioned::read(out, OUT_DEFAULTS) }?;
    check_reserved("out.reserved", u64::from(out.reserved))?;
    let views = OutViews {
        goals: out.goals.checked("out.goals")?,
        slots: out.slots.checked("out.slots")?,
        rings: out.rings.checked("out.rings")?,
        outcomes: out.outcomes.checked("out.outcomes")?,
        flags: out.flags.checked("out.flags")?,
    };
    if views.goals.len() != count {
        return Err(views.goals.mismatch(count, "agents.count"));
    }
    for view in views.outputs() {
        view.check_count(count, "agents.count")?;
    }
    Ok(views)
}

/// A report that will be written, if there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportPlace {
    place: *mut PhxFormationReport,
    size: u32,
}

// SAFETY: an address and a number. Writing through it is an unsafe function, whose caller answers for the memory.
unsafe impl Send for ReportPlace {}

impl ReportPlace {
    /// The memory that is written.
    pub(super) fn memory(&self) -> Result<Strided, Fault> {
        Strided::new("report", self.place.cast(), u64::from(self.size > 0), 0, self.size as usize, 1)
    }

    /// Writes it, unless none is wanted.
    ///
    /// # Safety
    /// The memory may be written now.
    pub(super) unsafe fn write(&self, report: &Report) {
        if self.size > 0 {
            // SAFETY: the caller's contract; pointer and size were checked.
            unsafe { versioned::write(self.place, self.size, report_of(report)) };
        }
    }
}

/// Checks a report that may be NULL.
///
/// # Safety
/// `report` is NULL or points to a struct as [`versioned::writable_size`] wants it.
pub(super) unsafe fn check_report(report: *mut PhxFormationReport) -> Result<ReportPlace, Fault> {
    // SAFETY: the caller's contract.
    let size = if report.is_null() { 0 } else { unsafe { versioned::writable_size(report) }? };
    Ok(ReportPlace { place: report, size })
}

/// The report as it crosses.
pub(super) fn report_of(report: &Report) -> PhxFormationReport {
    let agents = |outcome: Outcome| report.outcomes[outcome as usize];
    PhxFormationReport {
        struct_size: size_of::<PhxFormationReport>() as u32,
        bits: report.bits,
        placed: agents(Outcome::Placed),
        relocated: agents(Outcome::Relocated),
        overflow: agents(Outcome::Overflow),
        overlap: agents(Outcome::Overlap),
        stacked: agents(Outcome::Stacked),
        ineligible: agents(Outcome::Ineligible),
        bad_position: agents(Outcome::BadPosition),
        defaulted_locations: report.defaulted_locations,
        defaulted_radii: report.defaulted_radii,
        defaulted_ids: report.defaulted_ids,
        slot_target: report.slot_target,
        slots_made: report.slots_made,
        slots_dropped: report.slots_dropped,
        slots_grown: report.slots_grown,
        lattice_width: report.extent.width,
        lattice_height: report.extent.height,
        lattice_aspect: report.extent.aspect,
        probe_batches: report.probe_batches,
        probes: report.probes,
        cost: report.cost,
        lower_bound: report.lower_bound,
        longest_walk: report.longest_walk,
    }
}

/// PARTIAL when somebody did not get a place of his own.
pub(super) fn status_of(report: &Report) -> Status {
    let short = [Outcome::Overflow, Outcome::Overlap, Outcome::Stacked];
    let homeless = short.iter().any(|outcome| report.outcomes[*outcome as usize] > 0);
    if homeless || report.bits & REPORT_ANCHOR_INVALID != 0 { Status::Partial } else { Status::Ok }
}

const _: () = {
    use crate::formation::assign::NO_SLOT;
    use crate::formation::output::*;
    assert!(PHX_SLOT_NONE == NO_SLOT);
    assert!(PHX_OUTCOME_PLACED == Outcome::Placed as u8 && PHX_OUTCOME_RELOCATED == Outcome::Relocated as u8);
    assert!(PHX_OUTCOME_OVERFLOW == Outcome::Overflow as u8 && PHX_OUTCOME_OVERLAP == Outcome::Overlap as u8);
    assert!(PHX_OUTCOME_STACKED == Outcome::Stacked as u8 && PHX_OUTCOME_INELIGIBLE == Outcome::Ineligible as u8);
    assert!(PHX_OUTCOME_BAD_POSITION == Outcome::BadPosition as u8);
    assert!(PHX_FLAG_DEFAULTED == FLAG_DEFAULTED && PHX_FLAG_BAD_RADIUS == FLAG_BAD_RADIUS);
    assert!(PHX_FLAG_DUPLICATE_ID == FLAG_DUPLICATE_ID && PHX_FLAG_BAD_SPEED == FLAG_BAD_SPEED);
    assert!(PHX_REPORT_DIRECTION_DEFAULTED == REPORT_DIRECTION_DEFAULTED);
    assert!(PHX_REPORT_ANCHOR_INVALID == REPORT_ANCHOR_INVALID && PHX_REPORT_TOO_TIGHT == REPORT_TOO_TIGHT);
    assert!(PHX_REPORT_SLOTS_CUT == REPORT_SLOTS_CUT);
};
