//! What was found, for programs.

use serde_json::json;

use lab::{HuntFault, HuntReport, NondeterministicProgram, SkippedHunt};

pub(super) fn render_json(found: &HuntReport) -> String {
    let HuntReport {
        programs,
        games,
        faults,
        unsteady,
        left_out,
    } = found;
    let faults = faults.iter().map(|fault| {
        let HuntFault {
            assignment,
            criterion,
            verdict,
            mistake,
            sentence,
            ..
        } = fault;
        let HuntFault {
            script,
            like,
            always,
            programs,
            with_all_points,
            ..
        } = fault;
        json!({
            "assignment": assignment,
            "criterion": criterion,
            "verdict": verdict,
            "mistake": mistake,
            "sentence": sentence,
            "script": script,
            "like": like,
            "always": always,
            "programs": programs,
            "with_all_points": with_all_points.len(),
        })
    });
    let unsteady = unsteady.iter().map(|one| {
        let NondeterministicProgram {
            assignment,
            program,
            script,
        } = one;
        json!({ "assignment": assignment, "program": program, "script": script })
    });
    let left_out = left_out.iter().map(|one| {
        let SkippedHunt {
            assignment,
            why,
            programs,
            is_internal_error: _,
        } = one;
        json!({ "assignment": assignment, "why": why, "programs": programs })
    });
    let all = json!({
        "programs": programs,
        "games": games,
        "faults": faults.collect::<Vec<_>>(),
        "unsteady": unsteady.collect::<Vec<_>>(),
        "not_hunted": left_out.collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}
