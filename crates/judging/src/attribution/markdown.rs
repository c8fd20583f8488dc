//! Two results of a class, for a comment on a pull request.

use std::fmt::Write as _;

use super::class::ClassMovement;
use super::summary::{MovementSummary, format_changes, format_signed};
use super::text::{describe_counts, render_remarks};

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
