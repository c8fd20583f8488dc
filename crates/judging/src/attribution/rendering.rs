//! Two results of a class: for a terminal, for a comment on a pull request, and for programs.

use std::fmt::Write as _;

use super::class::{
    AssignmentSummary, ClassMovement, MovementSummary, format_changes, format_signed,
    format_submission_count,
};
use document::{Block, Column, Prose, prose};
use model::{Points, SubmissionName};
use serde_json::{Value, json};

const CAUSES: [Column; 3] = [
    Column::text("assignment"),
    Column::text("cause"),
    Column::text("points"),
];
const STUDENTS: [Column; 3] = [
    Column::text("submission"),
    Column::text("points"),
    Column::text("why"),
];

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
fn describe_counts(class: &ClassMovement, summary: &MovementSummary) -> String {
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
fn cause_lines(assignment: &AssignmentSummary) -> Vec<String> {
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
fn render_remarks(class: &ClassMovement) -> Vec<String> {
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

/// All that there is to say, as Markdown; with `students`, who moved.
pub fn render_markdown(class: &ClassMovement, summary: &MovementSummary, students: bool) -> String {
    let counts = prose!("**{}**", describe_counts(class, summary));
    let mut blocks = vec![Block::Paragraph(counts)];
    let causes = cause_rows(summary);
    if !causes.is_empty() {
        blocks.push(Block::table(&CAUSES, causes));
    }
    let moved = student_rows(class);
    if students && !moved.is_empty() {
        blocks.push(Block::table(&STUDENTS, moved));
    }
    for remark in render_remarks(class) {
        blocks.push(Block::Paragraph(Prose::text(&remark)));
    }
    document::blocks_to_markdown(&blocks) + "\n"
}

fn cause_rows(summary: &MovementSummary) -> Vec<Vec<Prose>> {
    let mut rows = Vec::new();
    for assignment in &summary.assignments {
        let mut add_row = |cause: Prose, points: &str| {
            rows.push(vec![
                Prose::text(&assignment.id),
                cause,
                Prose::text(points),
            ]);
        };
        for (cause, points) in &assignment.causes {
            add_row(Prose::text(&cause.to_string()), &format_changes(points));
        }
        if !assignment.rounding.is_empty() {
            let points = format_changes(&assignment.rounding);
            add_row(Prose::literal("rounding to thousandths"), &points);
        }
        for (case, count) in &assignment.differing_cases {
            let what = prose!(
                "case {} did something else although given the same",
                Prose::code(case)
            );
            add_row(what, &format!("{count} times"));
        }
    }
    rows
}

fn student_rows(class: &ClassMovement) -> Vec<Vec<Prose>> {
    let mut rows = Vec::new();
    for movement in class.movements.iter().filter(|one| one.old != one.new) {
        let causes = movement.causes.iter();
        let causes: Vec<String> = causes
            .map(|(cause, points)| format!("{} {cause}", format_signed(*points)))
            .collect();
        let points = format!(
            "{} → {}",
            movement.old.as_number(),
            movement.new.as_number()
        );
        rows.push(vec![
            Prose::text(&movement.name.to_string()),
            Prose::text(&points),
            Prose::text(&causes.join("; ")),
        ]);
    }
    rows
}

/// All that there is to say; with `students`, who moved.
pub fn render_json(class: &ClassMovement, summary: &MovementSummary, students: bool) -> String {
    let causes = summary.assignments.iter().flat_map(|assignment| {
        let causes = assignment.causes.iter();
        causes.map(|(cause, points)| {
            json!({
                "assignment": assignment.id,
                "kind": cause.kind.name(),
                "what": cause.what,
                "change": cause.change,
                "submissions": points.len(),
                "lower": points.iter().filter(|points| **points < Points::ZERO).count(),
                "least": points.iter().min(),
                "most": points.iter().max(),
                "total": points.iter().copied().sum::<Points>(),
            })
        })
    });
    let rounding = summary
        .assignments
        .iter()
        .filter(|one| !one.rounding.is_empty());
    let rounding = rounding.map(|one| {
        let total: Points = one.rounding.iter().copied().sum();
        json!({ "assignment": one.id, "changes": one.rounding.len(), "total": total })
    });
    let otherwise = summary.assignments.iter().flat_map(|one| {
        one.differing_cases.iter().map(
            |(case, count)| json!({ "assignment": one.id, "case": case, "submissions": count }),
        )
    });
    let mut all = json!({
        "submissions": {
            "compared": class.movements.len(),
            "lower": summary.lower,
            "higher": summary.higher,
            "same": summary.same,
            "only_old": class.only_old.len(),
            "only_new": class.only_new.len(),
            "ungraded": class.ungraded.len(),
            "without_records": class.without_records,
        },
        "causes": causes.collect::<Vec<Value>>(),
        "rounding": rounding.collect::<Vec<Value>>(),
        "ran_otherwise": otherwise.collect::<Vec<Value>>(),
    });
    if let (true, Some(all)) = (students, all.as_object_mut()) {
        all.insert("moved".to_owned(), moved_to_json(class));
        all.insert(
            "ungraded".to_owned(),
            class.ungraded.iter().map(name_to_json).collect(),
        );
    }
    format!("{all:#}\n")
}

fn name_to_json(name: &SubmissionName) -> Value {
    json!({ "assignment": name.assignment, "student": name.student })
}

fn moved_to_json(class: &ClassMovement) -> Value {
    let moved = class.movements.iter().filter(|one| !one.causes.is_empty());
    let moved = moved.map(|one| {
        let causes = one.causes.iter().map(|(cause, points)| {
            let kind = cause.kind.name();
            let what = &cause.what;
            let change = &cause.change;
            json!({ "kind": kind, "what": what, "change": change, "points": points })
        });
        json!({
            "assignment": one.name.assignment,
            "student": one.name.student,
            "old": one.old,
            "new": one.new,
            "causes": causes.collect::<Vec<Value>>(),
        })
    });
    moved.collect()
}
