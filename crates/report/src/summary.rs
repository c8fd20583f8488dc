//! The top of a report: the points, and one sentence that says how things stand.

use super::counted;
use super::findings;
use super::first_error::FirstError;
use document::{Block, Prose, prose};
use model::{BuildReport, BuildVerdict, CaseReport, Grade, Points, Verdict};

/// The points in bold, or the banner that says there is no grade.
pub(super) fn render_points(grade: &Grade) -> Block {
    if grade.is_ungraded() {
        return render_banner(grade);
    }
    if grade.outline.hides_points {
        let [right, all] = [counted::count_right(grade), grade.cases.len()];
        return Block::Paragraph(prose!("**{} of {} test cases pass**", right, all));
    }
    Block::Paragraph(prose!(
        "**{} of {} points**",
        grade.points.to_string(),
        grade.max_points.to_string()
    ))
}

fn render_banner(grade: &Grade) -> Block {
    if grade.build.awaits_choice {
        let reason = grade.build.reason.as_deref().unwrap_or_default();
        let lines = [
            "**This is not a grade yet.** Several of your files could be the program, and nothing was tested.",
            "Your instructor will choose one, or you can hand in again.",
        ];
        return Block::Notice(vec![
            lines.map(Prose::literal).into(),
            vec![prose!("What is unclear: {}", reason)],
        ]);
    }
    let lines = [
        "**This is not a grade.** Something went wrong in the grader, not in your program.",
        "Nothing is counted against you; your instructor has to run the grader again.",
    ];
    let mut paragraphs = vec![lines.map(Prose::literal).to_vec()];
    if let Some(reason) = grader_failure(grade) {
        paragraphs.push(vec![prose!("For your instructor: {}", reason)]);
    }
    Block::Notice(paragraphs)
}

/// What of ours failed.
pub(super) fn grader_failure(grade: &Grade) -> Option<String> {
    let of_build = grade
        .build
        .reason
        .clone()
        .filter(|_| grade.build.verdict == BuildVerdict::Ungraded);
    let own = grade.cases.iter().map(|case| &case.judgement);
    let stricter = grade
        .criteria
        .iter()
        .flat_map(|criterion| &criterion.judgements);
    let mut verdicts = own
        .chain(stricter.map(|(_, judgement)| judgement))
        .map(|one| &one.verdict);
    of_build.or_else(|| {
        verdicts.find_map(|verdict| match verdict {
            Verdict::Ungraded(reason) => Some(reason.clone()),
            _ => None,
        })
    })
}

/// One sentence on the program, and one on warnings if there are any; no markup but code spans.
pub(super) fn render_sentence(grade: &Grade) -> String {
    let mut said = match grade.build.verdict {
        BuildVerdict::Ok => describe_results(grade),
        BuildVerdict::CompileError => {
            "Your program did not compile, so nothing could be tested.".into()
        }
        BuildVerdict::CompileLimit => {
            "The compiler had to be stopped, so nothing could be tested.".into()
        }
        BuildVerdict::Missing => "No program was found, so nothing could be tested.".into(),
        BuildVerdict::Refused => "What you handed in could not be taken.".into(),
        BuildVerdict::Ungraded if grade.build.awaits_choice => {
            "Your program was not tested yet, because it is not clear which file it is.".to_owned()
        }
        BuildVerdict::Ungraded => {
            "Your program could not be judged, for a reason on the grader's side.".to_owned()
        }
    };
    let is_told = match grade.build.verdict {
        BuildVerdict::Ok | BuildVerdict::Ungraded => true,
        // The first of the compiler's errors follows, and says more than that there are some.
        BuildVerdict::CompileError => {
            grade.build.reason.as_deref() == Some(BuildReport::COMPILER_ERRORS)
                && FirstError::parse(&grade.build.diagnostics).is_some()
        }
        BuildVerdict::CompileLimit | BuildVerdict::Missing | BuildVerdict::Refused => false,
    };
    if let Some(reason) = grade.build.reason.as_ref().filter(|_| !is_told) {
        said.push_str(&format!(" {reason}"));
        if !reason.ends_with(['.', '!', '?']) {
            said.push('.');
        }
    }
    said.push_str(&describe_stricter(grade));
    said.push_str(&describe_warnings(grade));
    said
}

/// What criteria find that look at the same cases more strictly.
fn describe_stricter(grade: &Grade) -> String {
    let mut said = String::new();
    for criterion in &grade.criteria {
        let title = &criterion.title;
        let count = counted::count_only_under(grade, criterion);
        said += &match count {
            0 => continue,
            1 => format!(" “{title}” compares more strictly: one of these fails it."),
            many => {
                format!(" “{title}” compares more strictly: {many} of these fail it.")
            }
        };
    }
    said
}

fn describe_results(grade: &Grade) -> String {
    if let Some(found) = &grade.scoring.case_set {
        return format!(
            "The reference agrees with {} of your {} test cases.",
            found.valid, found.handed_in
        );
    }
    let judged = grade.cases.iter().filter(|case| is_judged(case)).count();
    let cases = if judged == 1 {
        "test case"
    } else {
        "test cases"
    };
    let compiled = if grade.build.added.is_empty() {
        "Your program compiled"
    } else {
        "Your program compiled only with lines that the grader added"
    };
    match (counted::count_right(grade), judged) {
        (_, 0) => format!("{compiled}."),
        (right, _) if grade.is_ungraded() => {
            format!("{compiled}; of {judged} {cases} with a result, {right} came out right.")
        }
        (0, 1) => format!("{compiled}, but the only test case is not right yet."),
        (_, 1) if grade.has_undefined_behaviour() => {
            format!(
                "{compiled}, and the only test case came out right, but C++ does not say what the program does: see \
                 “Undefined behaviour” below."
            )
        }
        (_, 1) => format!("{compiled}, and the only test case is right."),
        (0, _) => format!("{compiled}, but none of {judged} {cases} is right yet."),
        (right, _) if right < judged => {
            let verb = if right == 1 { "is" } else { "are" };
            format!("{compiled}; {right} of {judged} {cases} {verb} right.")
        }
        _ if has_missing_points(grade) => {
            format!(
                "{compiled}, and all {judged} {cases} are right; the table says what else counts."
            )
        }
        _ if grade.has_undefined_behaviour() => format!(
            "{compiled}, and all {judged} {cases} came out right, but C++ does not say what it does: see \
             “Undefined behaviour” below."
        ),
        _ if grade.build.warnings.count > 0 || !findings::render_blocks(grade).is_empty() => {
            format!("{compiled}, and all {judged} {cases} are right.")
        }
        _ => format!("{compiled}, and all {judged} {cases} are right. Well done!"),
    }
}

fn is_judged(case: &CaseReport) -> bool {
    !matches!(
        case.judgement.verdict,
        Verdict::Ungraded(_) | Verdict::NotRun(_)
    )
}

fn has_missing_points(grade: &Grade) -> bool {
    grade.max_points - grade.points > Points::ZERO
}

fn describe_warnings(grade: &Grade) -> String {
    match grade.build.warnings.count {
        0 => String::new(),
        // Beside errors they have no list of their own: the compiler's words show those that stand there.
        _ if grade.build.verdict != BuildVerdict::Ok => String::new(),
        1 => " The compiler gave one warning (see below).".to_owned(),
        many => format!(" The compiler gave {many} warnings (see below)."),
    }
}
