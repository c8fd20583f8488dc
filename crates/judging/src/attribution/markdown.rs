//! Two results of a class, for a comment on a pull request.

use document::{Block, Column, Prose, prose};

use super::class::ClassMovement;
use super::summary::{MovementSummary, format_changes, format_signed};
use super::text::{describe_counts, render_remarks};

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
