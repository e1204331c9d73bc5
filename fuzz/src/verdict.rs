//! What must hold after a call, whatever it was given.

use std::collections::BTreeSet;

use phalanx::ffi::{
    PHX_E_PANIC, PHX_E_POISONED, PHX_E_UNSUPPORTED, PHX_OK, PHX_OUTCOME_BAD_POSITION, PHX_OUTCOME_INELIGIBLE,
    PHX_OUTCOME_OVERFLOW, PHX_OUTCOME_OVERLAP, PHX_OUTCOME_STACKED, PHX_PARTIAL, PHX_REPORT_ANCHOR_INVALID,
    PHX_SLOT_NONE, PhxFormationReport, phx_last_error,
};

/// The status is one that a call without jobs may return, and no defect of the library. An error comes with a text.
/// Returns whether the call succeeded.
pub fn judge_status(status: i32) -> bool {
    if status == PHX_OK || status == PHX_PARTIAL {
        return true;
    }
    let text = last_error();
    assert!((PHX_E_UNSUPPORTED..0).contains(&status), "status {status} is not an error: {text}");
    assert!(status != PHX_E_PANIC && status != PHX_E_POISONED, "a panic: {text}");
    assert!(!text.is_empty(), "the error {status} has no text");
    false
}

/// The text of this thread's last error.
pub fn last_error() -> String {
    let mut bytes = [0_u8; 1024];
    // SAFETY: the buffer has the capacity that is given.
    let needed = unsafe { phx_last_error(bytes.as_mut_ptr().cast(), bytes.len() as u64) };
    let length = bytes.iter().position(|byte| *byte == 0).expect("the text ends with NUL");
    assert!(needed > length as u64 || needed == 0, "a text of {length} bytes needs {needed}");
    String::from_utf8(bytes[..length].to_vec()).expect("the text is UTF-8")
}

/// What is known of an agent before the call.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub eligible: bool,
    /// Its own position is finite, or it has none of its own.
    pub has_finite_position: bool,
    pub flies: bool,
}

/// The results of a call: one entry per agent.
pub struct Results<'a> {
    pub goals: &'a [[f64; 3]],
    pub slots: &'a [u32],
    pub rings: &'a [u32],
    pub outcomes: &'a [u8],
    pub report: &'a PhxFormationReport,
    pub status: i32,
    pub center: [f64; 3],
    /// The mode gives slots.
    pub reforms: bool,
}

/// The rules for the outputs of a call that succeeded.
pub fn judge_results(agents: &[Expected], results: &Results) {
    let mut counts = [0_u64; 7];
    let mut used = [BTreeSet::new(), BTreeSet::new()];
    for (index, agent) in agents.iter().enumerate() {
        let (goal, outcome) = (results.goals[index], results.outcomes[index]);
        assert!(goal.iter().all(|scalar| scalar.is_finite()), "agent {index} is sent to {goal:?}");
        assert!(outcome <= PHX_OUTCOME_BAD_POSITION, "agent {index} has outcome {outcome}");
        counts[usize::from(outcome)] += 1;
        let (slot, ring) = (results.slots[index], results.rings[index]);
        assert_eq!(slot == PHX_SLOT_NONE, ring == PHX_SLOT_NONE, "agent {index}: slot {slot} in ring {ring}");
        let left_out = match (agent.eligible, agent.has_finite_position) {
            (false, _) => Some(PHX_OUTCOME_INELIGIBLE),
            (true, false) => Some(PHX_OUTCOME_BAD_POSITION),
            (true, true) => None,
        };
        match left_out {
            Some(expected) => {
                assert_eq!(outcome, expected, "agent {index} does not take part");
                assert_eq!(goal, results.center, "agent {index} does not take part and goes elsewhere than the center");
                assert_eq!(slot, PHX_SLOT_NONE, "agent {index} does not take part and has a slot");
            }
            None => {
                assert!(outcome < PHX_OUTCOME_INELIGIBLE, "agent {index} takes part, outcome {outcome}");
                if outcome == PHX_OUTCOME_OVERFLOW || !results.reforms {
                    assert_eq!(slot, PHX_SLOT_NONE, "agent {index} has slot {slot}");
                }
            }
        }
        if slot != PHX_SLOT_NONE {
            assert!(used[usize::from(agent.flies)].insert(slot), "slot {slot} was given twice in one layer");
        }
    }
    judge_report(&counts, results);
}

fn judge_report(counts: &[u64; 7], results: &Results) {
    let report = results.report;
    let reported = [
        report.placed,
        report.relocated,
        report.overflow,
        report.overlap,
        report.stacked,
        report.ineligible,
        report.bad_position,
    ];
    assert_eq!(&reported, counts, "the report counts other outcomes than the agents have");
    assert!(report.cost >= 0.0 && report.longest_walk >= 0.0, "a walk of less than nothing: {report:?}");
    let homeless = [PHX_OUTCOME_OVERFLOW, PHX_OUTCOME_OVERLAP, PHX_OUTCOME_STACKED]
        .iter()
        .any(|outcome| counts[usize::from(*outcome)] > 0);
    let partial = homeless || report.bits & PHX_REPORT_ANCHOR_INVALID != 0;
    assert_eq!(results.status == PHX_PARTIAL, partial, "status {} with {report:?}", results.status);
}
