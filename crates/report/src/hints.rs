//! The probable causes of failures: under each failed case, above all of them, and counted over a class.

use std::collections::BTreeMap;

use super::{audience, counted};
use document::{Block, Prose, join, prose};
use judging::feedback;
use model::{CaseOutline, Grade, Hint, Judgement};

/// How many words all steps of a case have at most. A second mistake for which there is no room is left out.
const MOST_WORDS: usize = 160;

/// One of the three steps in which a report explains a failed case: what is wrong, where it shows, how to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HintStep {
    pub(super) title: &'static str,
    pub(super) text: Prose,
}

/// What the instructor says of the output, and the steps. A report that has said `told` already does not say what is wrong again.
pub(super) fn split_steps(judgement: &Judgement, told: Option<&Hint>) -> Vec<HintStep> {
    let mut steps = Vec::new();
    let mut what = Vec::new();
    let mut place = Vec::new();
    let mut remedy = Vec::new();
    let mut words = 0;
    for hint in &judgement.hints {
        let is_told = told.is_some_and(|told| told.sentence == hint.sentence);
        words += [
            Some(&hint.sentence),
            hint.detail.as_ref(),
            hint.remedy.as_ref(),
        ]
        .into_iter()
        .flatten()
        .map(|text| text.split_whitespace().count())
        .sum::<usize>();
        if words > MOST_WORDS && !(what.is_empty() && place.is_empty()) {
            break;
        }
        if hint.is_from_instructor() {
            if !is_told {
                let text = Prose::text(&hint.sentence);
                let title = "Your instructor says";
                steps.push(HintStep { title, text });
            }
            continue;
        }
        if !is_told {
            what.push(Prose::text(&hint.sentence));
        }
        place.extend(hint.detail.as_deref().map(Prose::text));
        remedy.extend(hint.remedy.as_deref().map(Prose::text));
    }
    let parts = [
        ("Probable cause", join(what, " Besides: ")),
        ("Where it shows", join(place, " ")),
        ("How to mend it", join(remedy, " ")),
    ];
    let parts = parts
        .into_iter()
        .filter(|(_, text)| *text != Prose::default());
    steps.extend(parts.map(|(title, text)| HintStep { title, text }));
    steps
}

/// The steps as paragraphs; none if nothing was recognised.
pub(super) fn render_steps(judgement: &Judgement) -> Vec<Block> {
    let steps = split_steps(judgement, None).into_iter();
    steps
        .map(|step| Block::Paragraph(prose!("**{}.** {}", step.title, step.text)))
        .collect()
}

/// The steps that explain the first failed case, after a line that names it; nothing if no case failed or nothing was recognised.
pub fn first_hint(grade: &Grade) -> Vec<Block> {
    let grade = audience::for_student(grade);
    let failures = counted::collect_failures(&grade);
    let mut explained = failures.iter().map(|failure| {
        let steps = render_steps(failure.judgement);
        (failure.case, steps)
    });
    let Some((case, steps)) = explained.find(|(_, steps)| !steps.is_empty()) else {
        return Vec::new();
    };
    let CaseOutline {
        id, description, ..
    } = &case.case;
    let name = Block::Paragraph(prose!("{}: {}", Prose::code(id), description.as_str()));
    std::iter::once(name).chain(steps).collect()
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
    causes.retain(|(hint, cases)| cases.len() > 1 && !feedback::names_only_a_line(hint));
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
            .find(|(known, _)| known.mistake == hint.mistake && known.sentence == hint.sentence)
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
    use model::{CaseVisibility, HintSteps};

    #[test]
    fn a_case_of_which_students_see_the_verdict_alone_keeps_the_general_sentence() {
        let mut grade = fixture::failing(&["a-slip"]);
        let said = |grade: &Grade| {
            let steps = render_steps(&grade.cases[0].judgement);
            steps
                .iter()
                .map(block_to_markdown)
                .collect::<Vec<_>>()
                .join("\n")
        };
        let full = "**Probable cause.** It is a-slip.\n**Where it shows.** Here input 3 (`8`) shows it.\n\
            **How to mend it.** Mend it.";
        assert_eq!(said(&audience::for_student(&grade)), full);
        grade.cases[0].case.visibility = CaseVisibility::Verdict;
        assert_eq!(
            said(&audience::for_student(&grade)),
            "**Probable cause.** It is a-slip.\n**How to mend it.** Mend it."
        );
        assert_eq!(render_steps(&fixture::wrong().cases[1].judgement), []);
    }

    #[test]
    fn students_see_as_many_steps_as_the_rubric_says() {
        let titles = |hints| {
            let mut grade = fixture::failing(&["a-slip"]);
            grade.outline.hints = hints;
            let own = Hint::from_instructor(0, "Read the text again.");
            grade.cases[0].judgement.hints.insert(0, own);
            let seen = audience::for_student(&grade);
            let steps = split_steps(&seen.cases[0].judgement, None).into_iter();
            steps.map(|step| step.title).collect::<Vec<_>>()
        };
        let all = [
            "Your instructor says",
            "Probable cause",
            "Where it shows",
            "How to mend it",
        ];
        assert_eq!(titles(HintSteps::How), all);
        assert_eq!(titles(HintSteps::Where), all[..3]);
        assert_eq!(titles(HintSteps::What), all[..2]);
    }

    #[test]
    fn all_steps_of_a_case_have_160_words_at_most() {
        let mut grade = fixture::failing(&["a-slip"]);
        let judgement = &mut grade.cases[0].judgement;
        judgement.hints = ["first", "second"]
            .map(|name| Hint::new(name, format!("{name} {}", "word ".repeat(90))))
            .to_vec();
        let [only] = &split_steps(judgement, None)[..] else {
            panic!()
        };
        assert!(!document::prose_to_plain(&only.text).contains("second"));
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
