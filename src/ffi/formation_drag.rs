//! A drawn line at the edge: it fills the description of an order.

use glam::DVec3;

use super::agents::{PhxAgents, check_agents};
use super::call_buffers::CallBuffers;
use super::context::Context;
use super::formation_desc::{PHX_SHAPE_LINE, PHX_SHAPE_POINTS, PhxFormationDesc, describe, read_whole_desc};
use super::guard::on_context;
use super::status::Status;
use super::strided::{Reading, Strided, check_disjoint, reserve};
use super::versioned;
use super::view::{PhxVec3View, View, check_finite, check_fits, checked_at, read_vectors, write_vectors};
use crate::formation::drag::{Drag, DraggedArmy, Drawn, drag};
use crate::formation::output::Report;

/// Fills an order from a line that a player has drawn, for a preview in each frame and for the order itself:
/// phx_formation_form_up takes the description as it is then. The front faces away from the army, whichever way the line
/// was drawn.
///
/// - Two points, or more that lie straight: shape becomes LINE, whose first row runs evenly from end to end; whoever finds
///   no place in it stands in rows behind. Filled: shape, center, direction, spacing, region.
/// - More points, bent: shape becomes POINTS, places at even steps along the line and in rows behind it. Filled: shape,
///   center, direction, spacing, and the places in points.
/// - One point, or a line shorter than spacing[0] and 50 unit scales: a click. Filled: center and direction, which points
///   from the army to it; all else stays, points included.
///
/// line: 1 point or more, finite, not NULL. agents: who will be ordered, not NULL. Members wider than spacing widen it, to
/// the width that half of them do not exceed.
/// desc: the order to be filled, not NULL: a copy of the same original for each call, since what was filled would be taken
/// for wishes. Only for a bent line, desc.points is where the places go: memory of the caller's that may be written, and
/// its count is how many fit. With it desc.points.count becomes how many there are. It may be absent (count 0). POINTS of
/// the caller's own are not read here, so points of his that must not be overwritten are put back after a click.
///
/// PHX_MORE when desc.points is too short: desc.points.count becomes the number that is needed, nothing else is written.
/// PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (a field, an empty line, buffers that share bytes),
/// PHX_E_LENGTH_MISMATCH, PHX_E_BAD_HANDLE, PHX_E_NOT_FINITE (a point, a blocker), PHX_E_CAPACITY (too many agents),
/// PHX_E_OUT_OF_RANGE (an agent or a point too far from the others, a place that does not fit 32 bits), PHX_E_BUSY,
/// PHX_E_OUT_OF_MEMORY. Any thread; a repeated call of the same size allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_formation_drag(
    context: u64,
    line: *const PhxVec3View,
    agents: *const PhxAgents,
    desc: *mut PhxFormationDesc,
) -> i32 {
    on_context(context, |call| {
        // SAFETY: the caller's contract, for all structs and for the memory of all views below.
        unsafe {
            let line = checked_at(line, "line")?;
            let views = check_agents(agents)?;
            let size = versioned::writable_size(desc)?;
            let mut filled = read_whole_desc(desc, &call.context)?;
            let description = describe(&filled, &call.context)?;
            let room = filled.points.checked("desc.points")?;
            let written = Strided::new("desc", desc.cast(), 1, 0, size as usize, 1)?;
            check_disjoint(&[written, room], &views.inputs())?;
            check_disjoint(&[written, room], &[line])?;
            call.context.with_buffers(|CallBuffers { scratch, agents, parts, .. }| {
                let (frame, order) = (call.context.frame, description.measures());
                read_vectors(&line, frame, &mut parts.places)?;
                check_finite(&line, frame, &parts.places)?;
                let inputs = agents.read(&views, &call.context, Reading::InPlace)?;
                scratch.goals.reset(views.count, order.center);
                scratch.roster.gather(&inputs, order, &mut scratch.goals, &mut Report::default())?;
                let army = DraggedArmy::of(&scratch.roster, order);
                let drawn = drag(&parts.places, army, order, &mut parts.drag)?;
                if drawn.drawn == Drawn::Curve {
                    let count = parts.drag.places.len();
                    if count > room.len() {
                        (&raw mut (*desc).points.count).write(count as u64);
                        return Ok(Status::More);
                    }
                    parts.places.clear();
                    reserve(&mut parts.places, count, room.name())?;
                    parts.places.extend(parts.drag.places.iter().map(|local| DVec3::new(local.y, local.x, 0.0)));
                    check_fits(&room, frame, &parts.places)?;
                    write_vectors(&room, frame, parts.places.iter().copied());
                    filled.points.count = count as u64;
                }
                fill(&mut filled, &drawn, &call.context);
                versioned::write(desc, size, filled);
                Ok(Status::Ok)
            })
        }
    })
}

fn fill(desc: &mut PhxFormationDesc, drawn: &Drag, context: &Context) {
    desc.center = context.frame.to_caller(drawn.center);
    desc.direction = context.frame.to_caller(drawn.direction.extend(0.0));
    desc.spacing = drawn.spacing.into();
    desc.region = drawn.region.into();
    match drawn.drawn {
        Drawn::Click => {}
        Drawn::Line => desc.shape = PHX_SHAPE_LINE,
        Drawn::Curve => desc.shape = PHX_SHAPE_POINTS,
    }
}
