//! Two results of a class: for a terminal, for a comment on a pull request, and for programs.

use std::fmt::Write as _;

use super::class::{
    AssignmentSummary, ClassMovement, MovementSummary, format_changes, format_signed,
    format_submission_count,
};
use model::{Points, SubmissionName};
use serde_json::{Value, json};

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
    let mut out = format!("**{}**\n", describe_counts(class, summary));
    let mut rows = Vec::new();
    for assignment in &summary.assignments {
        for (cause, points) in &assignment.causes {
            rows.push([
                assignment.id.clone(),
                escape_cell(&cause.to_string()),
                format_changes(points),
            ]);
        }
        if !assignment.rounding.is_empty() {
            let rounding = "rounding to thousandths".to_owned();
            rows.push([
                assignment.id.clone(),
                rounding,
                format_changes(&assignment.rounding),
            ]);
        }
        for (case, count) in &assignment.differing_cases {
            let what = format!("case `{case}` did something else although given the same");
            let what = escape_cell(&what);
            rows.push([assignment.id.clone(), what, format!("{count} times")]);
        }
    }
    write_table(&mut out, ["assignment", "cause", "points"], rows);
    if students {
        let moved = class.movements.iter().filter(|one| one.old != one.new);
        let rows = moved.map(|movement| {
            let old = movement.old.as_number();
            let new = movement.new.as_number();
            let causes = movement.causes.iter();
            let causes: Vec<String> = causes
                .map(|(cause, points)| format!("{} {cause}", format_signed(*points)))
                .collect();
            let name = format!("{}/{}", movement.name.assignment, movement.name.student);
            [
                escape_text(&name),
                format!("{old} → {new}"),
                escape_cell(&causes.join("; ")),
            ]
        });
        write_table(&mut out, ["submission", "points", "why"], rows.collect());
    }
    for remark in render_remarks(class) {
        // A string takes all that is written into it.
        let _ = write!(out, "\n{remark}\n");
    }
    out
}

fn write_table(out: &mut String, head: [&str; 3], rows: Vec<[String; 3]>) {
    if rows.is_empty() {
        return;
    }
    let _ = write!(out, "\n| {} |\n| --- | --- | --- |\n", head.join(" | "));
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
}

/// Text that no sign in it makes anything else of, as a student's name must be.
fn escape_text(text: &str) -> String {
    let mut literal = String::new();
    for letter in text.chars() {
        if letter.is_ascii_punctuation() {
            literal.push('\\');
        }
        literal.push(letter);
    }
    literal
}

/// A cell of a table. What stands in it is text, but for code between backticks.
fn escape_cell(cell: &str) -> String {
    cell.replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace('<', "&lt;")
        .replace('\n', " ")
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
