//! The rays of a job at the edge: taken once each, answered in any order.

use super::context::Context;
use super::ground::{PHX_HIT_GROUND, PhxHit, PhxRay, down_in, hit_of, shown};
use super::guard::on_context;
use super::job::check_not_cancelled;
use super::status::Status;
use super::strided::Strided;
use super::versioned::check_pointer;
use crate::fault::{Fault, FaultKind};
use crate::ground::Hit;
use crate::job::Answered;

/// Gives out rays of a job, each once, in order of their ids, which count up from 0 over the whole job. A batch is all that
/// can be asked at one time; the next comes when it is answered whole.
///
/// context, job: handles. out: capacity rays, NULL only when capacity is 0. out_count: gets the number written, not NULL.
/// PHX_MORE: others of the batch wait to be taken. PHX_OK with count 0: there are none at this time.
/// PHX_E_BAD_HANDLE, PHX_E_CANCELLED, PHX_E_NULL_POINTER, PHX_E_INVALID_ARGUMENT (alignment), PHX_E_CAPACITY (more than
/// 67,108,864). Any thread, several at a time get different rays; allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_job_take_rays(
    context: u64,
    job: u64,
    out: *mut PhxRay,
    capacity: u64,
    out_count: *mut u64,
) -> i32 {
    on_context(context, |call| {
        let rays = Strided::new("out", out.cast(), capacity, 0, size_of::<PhxRay>(), align_of::<PhxRay>())?;
        check_pointer(out_count, "out_count")?;
        let found = call.context.jobs.find(job)?;
        check_not_cancelled(&found)?;
        let frame = call.context.frame;
        let down = down_in(frame);
        let board = found.job.board();
        // SAFETY: less than `capacity`, which the caller grants.
        let count = board.take(rays.len(), |index, ray| unsafe { out.add(index).write(shown(ray, down, frame)) });
        // SAFETY: checked, and granted by the caller.
        unsafe { out_count.write(count as u64) };
        Ok(if board.untaken() > 0 { Status::More } else { Status::Ok })
    })
}

/// Answers rays of a job: any of those that were taken, in any order, in one call or in many, from any thread. Of several
/// hits for one ray the first counts, and the others are ignored, also those for rays of earlier batches.
///
/// context, job: handles. hits: count hits with the ids of their rays, NULL only when count is 0. Those of kind GROUND have
/// a finite point and a finite normal of any length but 0.
/// PHX_OK: no ray waits for a hit. PHX_NEEDS_TRACES: others of the batch do. On an error nothing is taken:
/// PHX_E_INVALID_ARGUMENT naming index and ray (an id that was not taken, a kind that is no PHX_HIT number, a normal of no
/// length; also alignment), PHX_E_NOT_FINITE naming index and ray, PHX_E_CANCELLED, PHX_E_BAD_HANDLE, PHX_E_NULL_POINTER,
/// PHX_E_CAPACITY (more than 67,108,864). Any thread, several at a time. Allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_job_submit_hits(context: u64, job: u64, hits: *const PhxHit, count: u64) -> i32 {
    on_context(context, |call| {
        let (size, alignment) = (size_of::<PhxHit>(), align_of::<PhxHit>());
        let view = Strided::new("hits", hits.cast_mut().cast(), count, 0, size, alignment)?;
        // SAFETY: the caller grants that many hits, which fit the address space.
        let hits = if view.len() == 0 { &[] } else { unsafe { std::slice::from_raw_parts(hits, view.len()) } };
        let found = call.context.jobs.find(job)?;
        check_not_cancelled(&found)?;
        hits.iter().enumerate().try_for_each(|(index, hit)| check_hit(index, hit, &call.context))?;
        let frame = call.context.frame;
        let read = |index: usize| (hits[index].id, hit_of(&hits[index], frame).unwrap_or(Hit::Nothing));
        let answered = found.job.board().answer(hits.len(), read).map_err(|unknown| {
            let text = format!(
                "hits[{}] has id {}; the job has given out the rays below {}",
                unknown.index, unknown.id, unknown.given_out
            );
            Fault::new(FaultKind::InvalidArgument, text)
        })?;
        match answered {
            Answered::Some => Ok(Status::NeedsTraces),
            Answered::All => {
                call.context.jobs.go_on(&found);
                Ok(Status::Ok)
            }
        }
    })
}

/// Refuses a hit that nobody could stand on or off, naming it.
fn check_hit(index: usize, hit: &PhxHit, context: &Context) -> Result<(), Fault> {
    let ray = hit.id;
    if hit_of(hit, context.frame).is_none() {
        let field = format!("hits[{index}] (ray {ray}).kind");
        return Err(Fault::invalid(&field, hit.kind, "it must be a PHX_HIT number"));
    }
    if hit.kind != PHX_HIT_GROUND {
        return Ok(());
    }
    if !hit.point.iter().all(|scalar| scalar.is_finite()) || !hit.normal.iter().all(|scalar| scalar.is_finite()) {
        let text = format!(
            "hits[{index}] (ray {ray}) has point {:?} and normal {:?}; they must be finite",
            hit.point, hit.normal
        );
        return Err(Fault::new(FaultKind::NotFinite, text));
    }
    if hit.normal.iter().all(|scalar| *scalar == 0.0) {
        let field = format!("hits[{index}] (ray {ray}).normal");
        return Err(Fault::invalid(&field, format_args!("{:?}", hit.normal), "it must have a length"));
    }
    Ok(())
}
