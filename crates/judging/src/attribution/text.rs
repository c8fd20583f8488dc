//! Two results of a class, for a terminal.

use std::fmt::Write as _;

use super::class::ClassMovement;
use super::summary::{
    AssignmentSummary, MovementSummary, format_changes, format_signed, format_submission_count,
};

/// All that there is to say, in lines; with `students`, who moved.
pub fn render_text(class: &ClassMovement, summary: &MovementSummary, students: bool) -> String {
    let mut out = describe_counts(class, summary) + "\n";
    for assignment in &summary.assignments {
        out += &format!("{}\n", assignment.id);
        for line in cause_lines(assignment) {
            out += &format!("  {line}\n");
        }
    }
    for remark in render_remarks(class) {
        out += &format!("{remark}\n");
    }
    if students {
        for movement in class.movements.iter().filter(|one| one.old != one.new) {
            let old = movement.old.as_number();
            let new = movement.new.as_number();
            let name = &movement.name;
            // A string takes all that is written into it.
            let _ = writeln!(out, "{}/{}: {old} → {new}", name.assignment, name.student);
            for (cause, points) in &movement.causes {
                let _ = writeln!(out, "  {} {cause}", format_signed(*points));
            }
        }
    }
    out
}

/// `18 submissions: 3 lower, 1 higher, 14 the same`.
pub(super) fn describe_counts(class: &ClassMovement, summary: &MovementSummary) -> String {
    let MovementSummary {
        lower,
        higher,
        same,
        ..
    } = summary;
    let all = format_submission_count(class.movements.len());
    format!("{all}: {lower} lower, {higher} higher, {same} the same")
}

/// One line for each cause.
pub(super) fn cause_lines(assignment: &AssignmentSummary) -> Vec<String> {
    let causes = assignment.causes.iter();
    let mut lines: Vec<String> = causes
        .map(|(cause, points)| format!("{cause}: {}", format_changes(points)))
        .collect();
    if !assignment.rounding.is_empty() {
        lines.push(format!(
            "rounding to thousandths: {}",
            format_changes(&assignment.rounding)
        ));
    }
    if !assignment.differing_cases.is_empty() {
        let cases = assignment.differing_cases.iter();
        let cases: Vec<String> = cases
            .map(|(id, count)| format!("{id} ({})", format_submission_count(*count)))
            .collect();
        lines.push(format!(
            "did something else although given the same: {}",
            cases.join(", ")
        ));
    }
    lines
}

/// What else an instructor should know.
pub(super) fn render_remarks(class: &ClassMovement) -> Vec<String> {
    let mut remarks = Vec::new();
    let mut named = |count: usize, what: &str| {
        if count > 0 {
            remarks.push(format!("{} {what}", format_submission_count(count)));
        }
    };
    named(
        class.only_old.len(),
        "only in the old result, and not compared",
    );
    named(
        class.only_new.len(),
        "only in the new result, and not compared",
    );
    named(
        class.ungraded.len(),
        "without a grade in one of them; the reports say why",
    );
    let without = "without records: explained by the points of criteria alone";
    named(class.without_records, without);
    remarks
}
