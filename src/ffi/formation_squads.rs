//! Several squads in one call: each an army with its order and its outputs, on one ground.

use super::agents::{AgentBuffers, AgentViews, PhxAgents, check_agents};
use super::call_buffers::CallBuffers;
use super::context::Context;
use super::formation::conclude;
use super::formation_desc::{Description, PhxFormationDesc, PointBuffers, read_desc};
use super::formation_out::{OutViews, PhxFormationOut, PhxFormationReport, ReportPlace, check_out, check_report};
use super::ground::{HostGround, PhxGround, read_ground};
use super::guard::{Call, on_context};
use super::layout::layout;
use super::status::Status;
use super::strided::{OverlapSearch, Reading, reserve};
use super::versioned::check_pointer;
use crate::debug_draw::{DebugCall, DebugItem};
use crate::fault::{Fault, FaultKind};
use crate::formation::debug_geometry::figures;
use crate::formation::squads::{Squad, SquadScratch, form_up_many};

/// Most squads that one call takes.
pub const PHX_MAX_SQUADS: u64 = 4096;

/// One squad of phx_formation_form_up_many: the parameters that it would have in phx_formation_form_up. Its size is passed
/// to the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxSquad {
    /// Who they are, not NULL. Its blockers are those that stand there besides the squads of the call.
    pub agents: *const PhxAgents,
    /// Their order, not NULL.
    pub desc: *const PhxFormationDesc,
    /// Where their results go, not NULL.
    pub out: *const PhxFormationOut,
    /// What was done for them, or NULL if not wanted.
    pub report: *mut PhxFormationReport,
}
layout!(PhxSquad { agents, desc, out, report });

/// Orders several squads at once, each where the earlier ones leave room: the goals and radii of their ground members are
/// blockers to the later ones. The results are, byte for byte, those of one phx_formation_form_up after another with these
/// blockers added. Without ground the squads are worked on side by side by the context's threads.
///
/// squads: count items of item_size bytes each, NULL only when count is 0; at most 4096. item_size: sizeof(PhxSquad).
/// ground: for all squads, its max_probes for each of them; NULL = stand anywhere. No output of any squad may share bytes
/// with another buffer of the call. Debug items of all squads are queued as one call, with the debug_key of the first
/// that draws.
///
/// PHX_OK: everybody who takes part has a place of his own. PHX_PARTIAL: as for phx_formation_form_up, in some squad: its
/// report tells which. Outputs and reports of all squads are written in both cases, and none on an error, whose text names
/// the squad. PHX_E_ABI (item_size, a larger item whose tail is not 0), PHX_E_CAPACITY (too many squads); other errors,
/// threads and allocation as for phx_formation_form_up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_form_up_many(
    context: u64,
    squads: *const PhxSquad,
    item_size: u32,
    count: u64,
    ground: *const PhxGround,
) -> i32 {
    on_context(context, |call| {
        check_items(squads, item_size, count)?;
        // SAFETY: the caller's contract, for all structs and for the memory of all views below.
        unsafe {
            let ground = read_ground(ground, &call.context)?;
            call.context.with_buffers(|CallBuffers { squads: buffers, rays, debug, .. }| {
                let SquadsBuffers { checked, overlaps, inputs, spare, scratch } = buffers;
                checked.clear();
                reserve(checked, count as usize, "squads")?;
                for index in 0..count as usize {
                    let squad = squads.byte_add(index * item_size as usize);
                    checked.push(within(index, check_squad(squad, item_size, &call.context))?);
                }
                check_overlaps(checked, overlaps)?;
                let drawing = begin_drawing(checked, &call.context);
                if inputs.len() < checked.len() {
                    inputs.resize_with(checked.len(), SquadInputs::default);
                }
                let mut army = emptied(std::mem::take(spare));
                for (index, (squad, inputs)) in checked.iter().zip(inputs).enumerate() {
                    army.push(within(index, inputs.read(squad, &call.context))?);
                }
                let mut source = ground.as_ref().map(|ground| HostGround { call, ground, buffers: rays });
                let ground = source.as_mut().map(HostGround::as_ground);
                form_up_many(&mut army, ground, &call.context.executor, scratch)?;
                for (index, squad) in checked.iter().enumerate() {
                    within(index, squad.out.check_fits(scratch.goals(index), &call.context))?;
                }
                let status = write(&army, checked, scratch, call);
                if let Some(drawing) = drawing {
                    draw(drawing, &army, checked, scratch, &call.context, debug);
                }
                *spare = emptied(army);
                Ok(status)
            })
        }
    })
}

/// What the calls for several squads need.
#[derive(Debug, Default)]
pub(super) struct SquadsBuffers {
    checked: Vec<CheckedSquad>,
    overlaps: OverlapSearch,
    inputs: Vec<SquadInputs>,
    /// Empty between calls: it keeps its memory.
    spare: Vec<Squad<'static>>,
    scratch: SquadScratch,
}

/// A squad whose structs were read and checked.
#[derive(Debug)]
struct CheckedSquad {
    agents: AgentViews,
    description: Description,
    out: OutViews,
    report: ReportPlace,
}

/// A squad in the library's frame.
#[derive(Debug, Default)]
struct SquadInputs {
    agents: AgentBuffers,
    points: PointBuffers,
}

impl SquadInputs {
    /// # Safety
    /// The memory of the squad's views may be read now.
    unsafe fn read(&mut self, squad: &CheckedSquad, context: &Context) -> Result<Squad<'_>, Fault> {
        // SAFETY: the caller's contract.
        unsafe {
            let order = squad.description.order(context, &mut self.points)?;
            Ok(Squad::new(order, self.agents.read(&squad.agents, context, Reading::InPlace)?))
        }
    }
}

/// The same memory for squads of another lifetime.
fn emptied<'a>(mut squads: Vec<Squad<'_>>) -> Vec<Squad<'a>> {
    squads.clear();
    // Nothing is left to be mapped, and the memory stays: items of one size are collected in place.
    squads.into_iter().map_while(|_| None).collect()
}

/// The fault of a squad names it.
fn within<T>(index: usize, result: Result<T, Fault>) -> Result<T, Fault> {
    result.map_err(|fault| Fault::new(fault.kind, format!("squads[{index}]: {}", fault.text)))
}

fn check_items(squads: *const PhxSquad, item_size: u32, count: u64) -> Result<(), Fault> {
    let known = size_of::<PhxSquad>();
    let size = item_size as usize;
    if size < known || size > 4096 || !size.is_multiple_of(align_of::<PhxSquad>()) {
        let text = format!("item_size is {size}; this library's squad has {known} bytes, larger ones a multiple of 8");
        return Err(Fault::new(FaultKind::Abi, text));
    }
    if count > PHX_MAX_SQUADS {
        let text = format!("count is {count}; one call takes at most {PHX_MAX_SQUADS} squads");
        return Err(Fault::new(FaultKind::Capacity, text));
    }
    if count == 0 { Ok(()) } else { check_pointer(squads, "squads") }
}

/// # Safety
/// `squad` points to `item_size` bytes, and its pointers to what its documentation says.
unsafe fn check_squad(squad: *const PhxSquad, item_size: u32, context: &Context) -> Result<CheckedSquad, Fault> {
    let known = size_of::<PhxSquad>();
    // SAFETY: the caller's contract.
    unsafe {
        let tail = std::slice::from_raw_parts(squad.cast::<u8>().add(known), item_size as usize - known);
        if let Some(at) = tail.iter().position(|byte| *byte != 0) {
            let text = format!("byte {} is not zero; this library knows only the first {known}", known + at);
            return Err(Fault::new(FaultKind::Abi, text));
        }
        let PhxSquad { agents, desc, out, report } = squad.read();
        let agents = check_agents(agents)?;
        let description = read_desc(desc, context)?;
        let out = check_out(out, agents.count)?;
        Ok(CheckedSquad { agents, description, out, report: check_report(report)? })
    }
}

fn check_overlaps(squads: &[CheckedSquad], overlaps: &mut OverlapSearch) -> Result<(), Fault> {
    overlaps.clear();
    for (index, squad) in squads.iter().enumerate() {
        overlaps.add(index, &squad.out.outputs(), &squad.agents.inputs());
        overlaps.add(index, &[squad.report.memory()?], squad.description.inputs());
    }
    match overlaps.find() {
        None => Ok(()),
        Some([(first, its), (second, others)]) => Err(Fault::new(
            FaultKind::InvalidArgument,
            format!(
                "squads[{first}]: {its} and squads[{second}]: {others} share bytes; an output may not lie on another buffer"
            ),
        )),
    }
}

/// Writes all outputs and reports.
///
/// # Safety
/// The memory of the outputs and reports may be written now.
unsafe fn write(done: &[Squad], squads: &[CheckedSquad], scratch: &SquadScratch, call: &Call) -> Status {
    let mut status = Status::Ok;
    for (index, (squad, done)) in squads.iter().zip(done).enumerate() {
        // SAFETY: the caller's contract.
        unsafe {
            squad.out.write(scratch.goals(index), &call.context);
            squad.report.write(&done.report);
        }
        if conclude(call, &done.report) == Status::Partial {
            status = Status::Partial;
        }
    }
    status
}

/// Begins to draw what any squad asks for.
fn begin_drawing(squads: &[CheckedSquad], context: &Context) -> Option<DebugCall> {
    let first = squads.iter().find(|squad| squad.description.debug_mask != 0)?;
    let mask = squads.iter().fold(0, |mask, squad| mask | squad.description.debug_mask);
    context.debug.begin(mask, first.description.debug_key)
}

fn draw(
    drawing: DebugCall,
    done: &[Squad],
    squads: &[CheckedSquad],
    scratch: &SquadScratch,
    context: &Context,
    items: &mut Vec<DebugItem>,
) {
    items.clear();
    for (index, (squad, done)) in squads.iter().zip(done).enumerate() {
        let (roster, goals) = (scratch.roster(index), scratch.goals(index));
        let (mask, key) = (drawing.mask & squad.description.debug_mask, squad.description.debug_key);
        figures(roster, done.agents.locations, goals, context.unit_scale, mask, key, items);
    }
    context.debug.finish(drawing, items);
}
