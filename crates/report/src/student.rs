//! The report for one student: the grade, what to look at first, and everything else that helps.

use super::{
    adjustments, comments, counted, criteria, diagnostics, failure, findings, hints,
    source_changes, summary, undefined, warnings,
};
use document::{Block, Prose, block_to_markdown, join, prose};
use model::{BuildVerdict, Grade, ToolchainVersion, Verdict};

/// How long a report may be, in bytes, and how much of that is kept for a note on what was left out.
const LONGEST: usize = 256 << 10;
const NOTE: usize = 200;

/// The report as Markdown, of [`LONGEST`] bytes at most.
pub(super) fn render_report(grade: &Grade, toolchains: &[ToolchainVersion]) -> String {
    let mut text = String::new();
    for (number, (_, markdown)) in build_limited(grade, toolchains).iter().enumerate() {
        if number > 0 {
            text.push_str("\n\n");
        }
        text.push_str(markdown);
    }
    text.push('\n');
    text
}

/// The report as blocks, of [`LONGEST`] bytes of Markdown at most.
pub(super) fn build_report(grade: &Grade, toolchains: &[ToolchainVersion]) -> Vec<Block> {
    let blocks = build_limited(grade, toolchains).into_iter();
    blocks.map(|(block, _)| block).collect()
}

/// The same, each block with its Markdown.
fn build_limited(grade: &Grade, toolchains: &[ToolchainVersion]) -> Vec<(Block, String)> {
    let said = diagnostics::render_blocks(grade, toolchains);
    let blocks = match has_program(grade) {
        true => vec![
            render_header(grade),
            render_points(grade),
            comments::render_requests(grade),
            comments::render_blocks(grade),
            failure::render_blocks(grade),
            failure::render_undecided(grade),
            staff_repair(grade),
            undefined::render_blocks(grade),
            findings::render_blocks(grade),
            warnings::render_blocks(grade),
            said,
            render_right_cases(grade),
            render_remarks(grade),
        ],
        // Where there is no program, the reason says more than a table of points that are all missing for it.
        false => vec![
            render_header(grade),
            diagnostics::render_first_error(grade),
            comments::render_requests(grade),
            comments::render_blocks(grade),
            render_remarks(grade),
            said,
            criteria::without_program(grade),
            failure::render_undecided(grade),
            findings::render_blocks(grade),
        ],
    };
    limit_blocks(blocks.into_iter().flatten())
}

/// Changes that make all or some wrong cases right; a grade that is made for its student has none.
pub(super) fn staff_repair(grade: &Grade) -> Vec<Block> {
    grade
        .repair
        .as_ref()
        .map(source_changes::render_repair)
        .unwrap_or_default()
}

/// Whether there is something to say of test cases. Where it is not clear which file is the program, there is not.
pub(super) fn has_program(grade: &Grade) -> bool {
    match grade.build.verdict {
        BuildVerdict::Ok => true,
        BuildVerdict::Ungraded => !grade.build.awaits_choice,
        _ => false,
    }
}

/// Blocks as long as they fit, each with its Markdown; what does not fit is left out and said to be.
fn limit_blocks(blocks: impl Iterator<Item = Block>) -> Vec<(Block, String)> {
    const BREAK: usize = 2;
    let mut room = LONGEST - NOTE;
    let mut left_out: usize = 0;
    let mut kept = Vec::new();
    for block in blocks {
        let markdown = block_to_markdown(&block);
        match room.checked_sub(markdown.len() + BREAK) {
            Some(rest) => {
                room = rest;
                kept.push((block, markdown));
            }
            None => left_out += 1,
        }
    }
    if left_out > 0 {
        let noun = if left_out == 1 { "part" } else { "parts" };
        let verb = if left_out == 1 { "is" } else { "are" };
        let note = Block::Paragraph(prose!(
            "{} {} of this report would have made it too long and {} left out.",
            left_out,
            noun,
            verb
        ));
        let markdown = block_to_markdown(&note);
        kept.push((note, markdown));
    }
    kept
}

fn render_header(grade: &Grade) -> Vec<Block> {
    let title = prose!("{} – {}", grade.outline.title, grade.student);
    let mut blocks = vec![Block::Heading(1, title), summary::render_points(grade)];
    blocks.extend(adjustments::render_block(grade));
    let sentence = Prose::text(&summary::render_sentence(grade));
    blocks.push(Block::Paragraph(sentence));
    blocks
}

fn render_points(grade: &Grade) -> Vec<Block> {
    let parts = [
        hints::render_common_cause(grade),
        criteria::render_block(grade),
        criteria::render_awaiting(grade).map(Block::Paragraph),
    ];
    parts.into_iter().flatten().collect()
}

/// The cases that were right, in one list.
fn render_right_cases(grade: &Grade) -> Vec<Block> {
    let right = grade
        .cases
        .iter()
        .filter(|case| counted::is_right(grade, case));
    let ids: Vec<Prose> = right.map(|case| Prose::code(&case.case.id)).collect();
    if ids.is_empty() {
        return Vec::new();
    }
    vec![
        Block::heading("What was right"),
        Block::Paragraph(prose!(
            "{} of {}: {}.",
            ids.len(),
            grade.cases.len(),
            join(ids, ", ")
        )),
    ]
}

/// What decided nothing but is good to know; the same remark on many cases is made once.
pub(super) fn render_remarks(grade: &Grade) -> Vec<Block> {
    let mut found: Vec<(&str, Vec<&str>)> = grade
        .remarks
        .iter()
        .map(|remark| (remark.as_str(), Vec::new()))
        .collect();
    for case in grade
        .cases
        .iter()
        .filter(|case| case.judgement.verdict == Verdict::Accepted)
    {
        for remark in &case.judgement.remarks {
            match found.iter_mut().find(|(known, _)| known == remark) {
                Some((_, cases)) => cases.push(&case.case.id),
                None => found.push((remark, vec![&case.case.id])),
            }
        }
    }
    let unknown = undefined::render_remark(grade);
    found.extend(unknown.iter().map(|remark| (remark.as_str(), Vec::new())));
    let items: Vec<Prose> = found
        .iter()
        .map(|(remark, cases)| render_item(remark, cases))
        .collect();
    if items.is_empty() {
        Vec::new()
    } else {
        vec![Block::heading("Good to know"), Block::List(items)]
    }
}

fn render_item(remark: &str, cases: &[&str]) -> Prose {
    let place = match cases {
        [] => Prose::default(),
        [only] => prose!(" (in {})", Prose::code(only)),
        [first, rest @ ..] => prose!(" (in {} and {} more)", Prose::code(first), rest.len()),
    };
    prose!("{}{}", remark, place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::laws::{is_foreign_markup, parse_headings, parse_markdown};
    use model::{CaseReport, Points};

    fn rendered(grade: &Grade) -> String {
        render_report(grade, &fixture::environment().toolchains)
    }

    #[test]
    fn a_perfect_report_is_short() {
        insta::assert_snapshot!(rendered(&fixture::perfect()));
    }

    #[test]
    fn a_wrong_answer_is_shown_with_all_that_is_needed_to_see_it_again() {
        insta::assert_snapshot!(rendered(&fixture::wrong()));
    }

    #[test]
    fn a_compile_error_starts_with_the_first_error() {
        insta::assert_snapshot!(rendered(&fixture::compile_error()));
    }

    #[test]
    fn an_ungraded_report_says_that_it_is_no_grade() {
        insta::assert_snapshot!(rendered(&fixture::ungraded()));
    }

    #[test]
    fn hostile_text_stays_where_it_was_put() {
        insta::assert_snapshot!(rendered(&fixture::crash()));
        let text = rendered(&fixture::crash());
        assert!(!text.contains('\u{1b}'));
        assert!(!text.lines().any(|line| line.trim_start().starts_with("::")));
        assert!(!parse_markdown(&text).iter().any(is_foreign_markup));
        let headings = parse_headings(&text);
        assert!(!headings.iter().any(|title| title.starts_with("Full")));
    }

    #[test]
    fn cases_that_fail_for_the_same_reason_are_shown_once() {
        let mut grade = fixture::wrong();
        let failed = grade.cases[1].clone();
        grade.cases = (0..30)
            .map(|number| renamed(&failed, number, number % 10))
            .collect();
        let text = rendered(&grade);
        assert_eq!(text.matches("\n### ").count(), 6);
        assert!(
            text.contains("The same happened in `case-10`, `case-20`."),
            "{text}"
        );
        assert!(text.contains("\n| `case-06`, `case-16`, `case-26` | wrong answer | Reason 6. |"));
        assert!(text.contains("none of 30 test cases is right yet"));
    }

    fn renamed(report: &CaseReport, number: usize, reason: usize) -> CaseReport {
        let mut report = fixture::renamed(report, &format!("case-{number:02}"));
        let difference = report.judgement.difference.as_mut().unwrap();
        difference.sentence = format!("Reason {reason}.");
        report
    }

    #[test]
    fn a_criterion_that_is_stricter_shows_what_it_found() {
        let mut grade = fixture::perfect();
        let wrong = fixture::wrong();
        grade.criteria[0].title = "Format".to_owned();
        grade.criteria[0].points = Points::ZERO;
        let judgement = wrong.cases[1].judgement.clone();
        grade.criteria[0].judgements = vec![("win-main-diagonal".to_owned(), judgement)];
        let text = rendered(&grade);
        assert!(
            text.contains("### `win-main-diagonal`: wrong answer under “Format”"),
            "{text}"
        );
    }

    #[test]
    fn no_report_is_longer_than_anybody_can_open() {
        let mut grade = fixture::wrong();
        let failed = grade.cases[1].clone();
        grade.cases = (0..5000)
            .map(|number| renamed(&failed, number, number))
            .collect();
        grade.remarks = (0..5000)
            .map(|number| format!("Remark {number} {}", "x".repeat(99)))
            .collect();
        let text = rendered(&grade);
        assert!(text.len() <= LONGEST, "{}", text.len());
        assert!(
            text.ends_with("1 part of this report would have made it too long and is left out.\n"),
            "{}",
            &text[text.len() - 200..]
        );
        assert!(text.contains("## What to look at first"));
    }

    #[test]
    fn a_remark_on_many_cases_is_made_once() {
        let mut grade = fixture::perfect();
        for case in &mut grade.cases {
            case.judgement.remarks = vec!["It ended with exit code 1.".to_owned()];
        }
        grade.remarks = vec!["`game.cpp` was taken.".to_owned()];
        let text = rendered(&grade);
        assert!(text.ends_with(
            "## Good to know\n\n- `game.cpp` was taken.\n- It ended with exit code 1. (in \
             `draw-early` and 1 more)\n"
        ));
    }
}
