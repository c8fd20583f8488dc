//! Two results of a class, for a terminal.

use std::fmt::Write as _;

use super::class::ClassMovement;
use super::summary::{AssignmentSummary, Summary, moved, signed, submissions};

/// All that there is to say, in lines; with `students`, who moved.
pub(crate) fn text(class: &ClassMovement, summary: &Summary, students: bool) -> String {
    let mut out = counts(class, summary) + "\n";
    for assignment in &summary.assignments {
        out += &format!("{}\n", assignment.id);
        for line in lines(assignment) {
            out += &format!("  {line}\n");
        }
    }
    for remark in remarks(class) {
        out += &format!("{remark}\n");
    }
    if students {
        for movement in class.movements.iter().filter(|one| one.old != one.new) {
            let (old, new) = (movement.old.as_number(), movement.new.as_number());
            let name = &movement.name;
            // A string takes all that is written into it.
            let _ = writeln!(out, "{}/{}: {old} → {new}", name.assignment, name.student);
            for (cause, points) in &movement.causes {
                let _ = writeln!(out, "  {} {cause}", signed(*points));
            }
        }
    }
    out
}

/// `18 submissions: 3 lower, 1 higher, 14 the same`.
pub(super) fn counts(class: &ClassMovement, summary: &Summary) -> String {
    let Summary { lower, higher, same, .. } = summary;
    let all = submissions(class.movements.len());
    format!("{all}: {lower} lower, {higher} higher, {same} the same")
}

/// One line for each cause.
pub(super) fn lines(assignment: &AssignmentSummary) -> Vec<String> {
    let causes = assignment.causes.iter();
    let mut lines: Vec<String> =
        causes.map(|(cause, points)| format!("{cause}: {}", moved(points))).collect();
    if !assignment.rounding.is_empty() {
        lines.push(format!("rounding to thousandths: {}", moved(&assignment.rounding)));
    }
    if !assignment.ran_otherwise.is_empty() {
        let cases = assignment.ran_otherwise.iter();
        let cases: Vec<String> =
            cases.map(|(id, count)| format!("{id} ({})", submissions(*count))).collect();
        lines.push(format!("did something else although given the same: {}", cases.join(", ")));
    }
    lines
}

/// What else an instructor should know.
pub(super) fn remarks(class: &ClassMovement) -> Vec<String> {
    let mut remarks = Vec::new();
    let mut named = |count: usize, what: &str| {
        if count > 0 {
            remarks.push(format!("{} {what}", submissions(count)));
        }
    };
    named(class.only_old.len(), "only in the old result, and not compared");
    named(class.only_new.len(), "only in the new result, and not compared");
    named(class.ungraded.len(), "without a grade in one of them; the reports say why");
    let without = "without records: explained by the points of criteria alone";
    named(class.without_records, without);
    remarks
}
