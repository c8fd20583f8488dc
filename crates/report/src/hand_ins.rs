//! What `grader intake` prints: who handed in what, before anything is compiled.

use std::io::{self, Write};

use comfy_table::{ContentArrangement, Table};
use serde::Serialize;

use super::table::TerminalStyle;
use model::{HandIn, SourceFile, Submission, SubmissionContent, SubmissionSet};

/// The form of what is printed as JSON. Keys may be added to it.
const SCHEMA: &str = "grader/intake/v1";

/// One submission as JSON.
#[derive(Serialize)]
struct IntakeSubmissionJson<'s> {
    student: &'s str,
    assignment: &'s str,
    found: &'static str,
    reason: Option<&'s str>,
    sources: Vec<&'s str>,
    remarks: &'s [String],
    to_check: &'s [String],
    hand_in: Option<&'s HandIn>,
}

#[derive(Serialize)]
struct IntakeDocumentJson<'s> {
    schema: &'static str,
    remarks: &'s [String],
    submissions: Vec<IntakeSubmissionJson<'s>>,
}

/// Prints what was handed in as JSON.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn print_hand_ins_as_json(handed_in: &SubmissionSet, out: &mut dyn Write) -> io::Result<()> {
    let submissions = handed_in
        .submissions
        .iter()
        .map(submission_to_json)
        .collect();
    let document = IntakeDocumentJson {
        schema: SCHEMA,
        remarks: &handed_in.remarks,
        submissions,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn submission_to_json(submission: &Submission) -> IntakeSubmissionJson<'_> {
    let (found, reason) = intake_status(&submission.content);
    let sources: &[SourceFile] = match &submission.content {
        SubmissionContent::Sources(sources) => sources,
        _ => &[],
    };
    IntakeSubmissionJson {
        student: &submission.student,
        assignment: &submission.assignment,
        found,
        reason,
        sources: sources.iter().map(|source| source.name.as_str()).collect(),
        remarks: &submission.remarks,
        to_check: &submission.to_check,
        hand_in: submission.hand_in.as_ref(),
    }
}

fn intake_status(found: &SubmissionContent) -> (&'static str, Option<&str>) {
    match found {
        SubmissionContent::Sources(_) => ("sources", None),
        SubmissionContent::Missing(reason) => ("missing", Some(reason)),
        SubmissionContent::Refused(reason) => ("refused", Some(reason)),
        SubmissionContent::Ambiguous(reason) => ("ambiguous", Some(reason)),
        SubmissionContent::Unreadable(reason) => ("unreadable", Some(reason)),
    }
}

/// Prints what was handed in as a table, and below it what was left out and why.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn print_hand_ins(
    handed_in: &SubmissionSet,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(style.table_preset());
    table.set_content_arrangement(ContentArrangement::Disabled);
    if let Some(width) = style.width {
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width);
    }
    table.set_header([
        "student",
        "assignment",
        "program",
        "handed in",
        "attempts",
        "left out",
    ]);
    for submission in &handed_in.submissions {
        table.add_row(build_row(submission));
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    let all = handed_in.submissions.len();
    let ready = handed_in.submissions.iter();
    let ready = ready
        .filter(|one| matches!(one.content, SubmissionContent::Sources(_)))
        .count();
    writeln!(out, "{ready} of {all} submissions have a program.")?;
    for submission in &handed_in.submissions {
        print_details(submission, out)?;
    }
    Ok(())
}

fn build_row(submission: &Submission) -> [String; 6] {
    let Submission {
        student,
        assignment,
        content: found,
        hand_in,
        ..
    } = submission;
    let program = match found {
        SubmissionContent::Sources(sources) => sources
            .iter()
            .map(|source| source.name.as_str())
            .collect::<Vec<_>>()
            .join(", "),
        SubmissionContent::Missing(_) => "missing".to_owned(),
        SubmissionContent::Refused(_) => "refused".to_owned(),
        SubmissionContent::Ambiguous(_) => "ambiguous".to_owned(),
        SubmissionContent::Unreadable(_) => "unreadable".to_owned(),
    };
    let Some(hand_in) = hand_in else {
        let none = String::new;
        return [
            student.clone(),
            assignment.clone(),
            program,
            none(),
            none(),
            none(),
        ];
    };
    let time = hand_in
        .time
        .as_ref()
        .map(|time| time.iso.as_ref().unwrap_or(&time.shown).clone());
    let late = (hand_in.late == Some(true)).then(|| "late".to_owned());
    let when = [time, late]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ");
    let left_out = match hand_in.ignored.len() {
        0 => String::new(),
        count => count.to_string(),
    };
    [
        student.clone(),
        assignment.clone(),
        program,
        when,
        hand_in.attempts.to_string(),
        left_out,
    ]
}

/// Why there is no program, and what was left out.
fn print_details(submission: &Submission, out: &mut dyn Write) -> io::Result<()> {
    let name = submission.name();
    if let (_, Some(reason)) = intake_status(&submission.content) {
        writeln!(out, "{name}: {reason}")?;
    }
    for remark in submission.remarks.iter().chain(&submission.to_check) {
        writeln!(out, "{name}: {remark}")?;
    }
    // Where nothing was taken, remarks say it already.
    let taken = submission
        .hand_in
        .iter()
        .filter(|hand_in| !hand_in.files.is_empty());
    for ignored in taken.flat_map(|hand_in| &hand_in.ignored) {
        writeln!(
            out,
            "{name}: `{}` was left out: {}",
            ignored.name, ignored.reason
        )?;
    }
    Ok(())
}
