//! The probable causes of failures: under each failed case, above all of them, and counted over a class.

use std::collections::BTreeMap;

use super::counted;
use document::{Block, Prose, prose};
use model::{Grade, Hint, Judgement};

/// The hints of a failed case as a paragraph; none if nothing was recognised.
pub(super) fn render_paragraph(judgement: &Judgement) -> Option<Block> {
    let mut hints = judgement.hints.iter().map(render_hint);
    let mut text = prose!("**Probable cause.** {}", hints.next()?);
    for hint in hints {
        text.append(prose!(" Besides: {}", hint));
    }
    Some(Block::Paragraph(text))
}

fn render_hint(hint: &Hint) -> Prose {
    match &hint.detail {
        Some(detail) => prose!("{} {}", hint.sentence, detail),
        None => Prose::text(&hint.sentence),
    }
}

/// What several failed cases have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommonCause<'a> {
    /// How many have it, in words.
    pub(super) share: String,
    pub(super) hint: &'a Hint,
    /// The next cause that several have, and how many.
    pub(super) second: Option<(usize, &'a Hint)>,
}

/// The same as a quotation, above all details.
pub(super) fn render_common_cause(grade: &Grade) -> Option<Block> {
    let CommonCause {
        share,
        hint,
        second,
    } = find_common_cause(grade)?;
    let mut paragraphs = vec![vec![prose!("**{}:** {}", share, hint.sentence)]];
    if let Some((cases, hint)) = second {
        paragraphs.push(vec![prose!("**{} others:** {}", cases, hint.sentence)]);
    }
    Some(Block::Notice(paragraphs))
}

/// What several failed cases have in common; none if no two of them have the same cause.
pub(super) fn find_common_cause(grade: &Grade) -> Option<CommonCause<'_>> {
    let failures = hints_by_case(grade);
    let mut causes = group_by_cause(&failures);
    causes.retain(|(_, cases)| cases.len() > 1);
    let ((first, cases), others) = causes.split_first()?;
    let of = cases.len();
    let all = failures.len();
    // Some may be right but for a criterion that looks more strictly.
    let is_only_stricter = counted::count_right(grade) + all > grade.cases.len();
    let failed = if is_only_stricter {
        "test cases that lost points"
    } else {
        "failed test cases"
    };
    let share = match (of == all, all) {
        (true, 2) => format!("Both {failed} have the same cause"),
        (true, _) => format!("All {all} {failed} have the same cause"),
        (false, _) => format!("{of} of your {all} {failed} have the same cause"),
    };
    let second = others.first().map(|(hint, cases)| (cases.len(), *hint));
    Some(CommonCause {
        share,
        hint: first,
        second,
    })
}

/// The failed cases by name, each with what explains it best, as far as something does.
fn hints_by_case(grade: &Grade) -> BTreeMap<&str, Option<&Hint>> {
    let mut failures: BTreeMap<&str, Option<&Hint>> = BTreeMap::new();
    for counted::CountedFailure {
        case, judgement, ..
    } in counted::collect_failures(grade)
    {
        let known = failures.entry(&case.case.id).or_default();
        *known = known.or(judgement.hints.first());
    }
    failures
}

/// Each cause with its cases, the commonest first.
fn group_by_cause<'a>(
    failures: &BTreeMap<&'a str, Option<&'a Hint>>,
) -> Vec<(&'a Hint, Vec<&'a str>)> {
    let mut causes: Vec<(&Hint, Vec<&str>)> = Vec::new();
    for (case, hint) in failures {
        let Some(hint) = hint else { continue };
        match causes
            .iter_mut()
            .find(|(known, _)| known.mistake == hint.mistake)
        {
            Some((_, cases)) => cases.push(case),
            None => causes.push((hint, vec![case])),
        }
    }
    causes.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
    causes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{audience, fixture};
    use document::block_to_markdown;
    use model::CaseVisibility;

    #[test]
    fn a_case_of_which_students_see_the_verdict_alone_keeps_the_general_sentence() {
        let mut grade = fixture::failing(&["a-slip"]);
        let said = |grade: &Grade| {
            block_to_markdown(&render_paragraph(&grade.cases[0].judgement).unwrap())
        };
        let full = "**Probable cause.** It is a-slip. Here input 3 (`8`) shows it.";
        assert_eq!(said(&audience::for_student(&grade)), full);
        grade.cases[0].case.visibility = CaseVisibility::Verdict;
        assert_eq!(
            said(&audience::for_student(&grade)),
            "**Probable cause.** It is a-slip."
        );
        assert_eq!(render_paragraph(&fixture::wrong().cases[1].judgement), None);
    }

    #[test]
    fn a_cause_that_several_cases_have_is_told_above_them() {
        let all = render_common_cause(&fixture::failing(&["a", "a", "a"])).unwrap();
        assert_eq!(
            block_to_markdown(&all),
            "> **All 3 failed test cases have the same cause:** It is a."
        );
        let most = render_common_cause(&fixture::failing(&["b", "a", "a", "b", "a"])).unwrap();
        assert_eq!(
            block_to_markdown(&most),
            "> **3 of your 5 failed test cases have the same cause:** It is a.\n>\n> **2 others:** It is b."
        );
        assert_eq!(render_common_cause(&fixture::failing(&["a", "b"])), None);
        assert_eq!(render_common_cause(&fixture::perfect()), None);
    }
}
