//! The probable causes of failures: under each failed case, above all of them, and counted over a class.

use std::collections::BTreeMap;

use super::entry::Entry;
use super::{counted, markdown, visible};
use crate::model::{Grade, Hint, Judgement};

/// The hints of a failed case as a paragraph; none if nothing was recognised.
pub(super) fn paragraph(judgement: &Judgement) -> Option<String> {
    let mut hints = judgement.hints.iter().map(said);
    let first = format!("**Probable cause.** {}", hints.next()?);
    Some(hints.fold(first, |text, hint| format!("{text} Besides: {hint}")))
}

fn said(hint: &Hint) -> String {
    let general = markdown::inline(&hint.sentence);
    match &hint.detail {
        Some(detail) => format!("{general} {}", markdown::inline(detail)),
        None => general,
    }
}

/// What several failed cases have in common, above all details; none if no two of them have the same cause.
pub(super) fn common_cause(grade: &Grade) -> Option<String> {
    let failures = failures(grade);
    let mut causes = causes(&failures);
    causes.retain(|(_, cases)| cases.len() > 1);
    let ((first, cases), others) = causes.split_first()?;
    let (of, all) = (cases.len(), failures.len());
    // Some may be right but for a criterion that looks more strictly.
    let is_only_stricter = counted::right(grade) + all > grade.cases.len();
    let failed = if is_only_stricter { "test cases that lost points" } else { "failed test cases" };
    let share = match of == all {
        true => format!("All {all} {failed} have the same cause"),
        false => format!("{of} of your {all} {failed} have the same cause"),
    };
    let mut lines = vec![format!("> **{share}:** {}", markdown::inline(&first.sentence))];
    for (hint, cases) in others.iter().take(1) {
        lines.push(">".to_owned());
        lines.push(format!("> **{} others:** {}", cases.len(), markdown::inline(&hint.sentence)));
    }
    Some(lines.join("\n"))
}

/// The failed cases by name, each with what explains it best, as far as something does.
fn failures(grade: &Grade) -> BTreeMap<&str, Option<&Hint>> {
    let mut failures: BTreeMap<&str, Option<&Hint>> = BTreeMap::new();
    for counted::Failure { case, judgement, .. } in counted::failures(grade) {
        let known = failures.entry(&case.case.id).or_default();
        *known = known.or(judgement.hints.first());
    }
    failures
}

/// Each cause with its cases, the commonest first.
fn causes<'a>(failures: &BTreeMap<&'a str, Option<&'a Hint>>) -> Vec<(&'a Hint, Vec<&'a str>)> {
    let mut causes: Vec<(&Hint, Vec<&str>)> = Vec::new();
    for (case, hint) in failures {
        let Some(hint) = hint else { continue };
        match causes.iter_mut().find(|(known, _)| known.mistake == hint.mistake) {
            Some((_, cases)) => cases.push(case),
            None => causes.push((hint, vec![case])),
        }
    }
    causes.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
    causes
}

/// How often a mistake was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Count<'a> {
    /// Its stable name.
    pub(super) mistake: &'a str,
    /// In how many submissions.
    pub(super) submissions: usize,
    /// In how many of their cases altogether.
    pub(super) cases: usize,
}

/// How often each mistake was made, the commonest first; by name where two are as common.
pub(super) fn counts<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<Count<'a>> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (mistake, cases) in entries.flat_map(Entry::mistakes) {
        found.entry(mistake).or_default().push(cases);
    }
    let count = |(mistake, cases): (&'a str, Vec<usize>)| Count {
        mistake,
        submissions: cases.len(),
        cases: cases.iter().sum(),
    };
    let mut counts: Vec<Count<'_>> = found.into_iter().map(count).collect();
    counts.sort_by_key(|count| std::cmp::Reverse((count.submissions, count.cases)));
    counts
}

/// The commonest mistakes of a class, a line each with who made them; nothing if none was recognised.
pub(super) fn commonest(entries: &[Entry]) -> Vec<String> {
    const LISTED: usize = 5;
    const NAMED: usize = 5;
    let counts = counts(entries.iter());
    if counts.is_empty() {
        return Vec::new();
    }
    let mut lines = vec!["Most common mistakes, by submissions:".to_owned()];
    for Count { mistake, submissions, .. } in counts.iter().take(LISTED) {
        let made = entries.iter().filter(|entry| entry.mistakes().contains_key(mistake));
        let names: Vec<String> =
            made.take(NAMED).map(|entry| visible::one_line(&entry.student)).collect();
        let more = match submissions.saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.push(format!("  {submissions:>3}  {mistake}: {}{more}", names.join(", ")));
    }
    match counts.len().saturating_sub(LISTED) {
        0 => {}
        more => lines.push(format!("       and {more} other{}", if more == 1 { "" } else { "s" })),
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Case, Visibility};
    use crate::report::{audience, fixture, json};

    fn hint(mistake: &'static str) -> Hint {
        Hint::new(mistake, format!("It is {mistake}.")).with("Here input 3 (`8`) shows it.")
    }

    /// A grade whose failed cases have these causes.
    fn failing(mistakes: &[&'static str]) -> Grade {
        let mut grade = fixture::wrong();
        let failed = grade.cases[1].clone();
        grade.cases = mistakes
            .iter()
            .enumerate()
            .map(|(number, mistake)| {
                let mut report = fixture::renamed(&failed, &format!("case-{number}"));
                report.judgement.hints = vec![hint(mistake)];
                report
            })
            .collect();
        grade
    }

    #[test]
    fn a_case_of_which_students_see_the_verdict_alone_keeps_the_general_sentence() {
        let mut grade = failing(&["a-slip"]);
        let said = |grade: &Grade| paragraph(&grade.cases[0].judgement).unwrap();
        let full = "**Probable cause.** It is a-slip. Here input 3 (`8`) shows it.";
        assert_eq!(said(&audience::for_student(&grade)), full);
        let case = (*grade.cases[0].case).clone();
        grade.cases[0].case = Arc::new(Case { visibility: Visibility::Verdict, ..case });
        assert_eq!(said(&audience::for_student(&grade)), "**Probable cause.** It is a-slip.");
        assert_eq!(paragraph(&fixture::wrong().cases[1].judgement), None);
    }

    #[test]
    fn a_cause_that_several_cases_have_is_told_above_them() {
        let all = common_cause(&failing(&["a", "a", "a"])).unwrap();
        assert_eq!(all, "> **All 3 failed test cases have the same cause:** It is a.");
        let most = common_cause(&failing(&["b", "a", "a", "b", "a"])).unwrap();
        assert_eq!(
            most,
            "> **3 of your 5 failed test cases have the same cause:** It is a.\n>\n> **2 others:** It is b."
        );
        assert_eq!(common_cause(&failing(&["a", "b"])), None);
        assert_eq!(common_cause(&fixture::perfect()), None);
    }

    #[test]
    fn a_class_counts_each_mistake_once_per_submission() {
        let class = [failing(&["a", "a", "b"]), failing(&["b"]), fixture::perfect()];
        let class = class.map(|grade| json::entry(&grade).unwrap());
        let count = |mistake, submissions, cases| Count { mistake, submissions, cases };
        assert_eq!(counts(class.iter()), [count("b", 2, 2), count("a", 1, 2)]);
        let lines = commonest(&class);
        let title = "Most common mistakes, by submissions:";
        assert_eq!(lines, [title, "    2  b: student-02, student-02", "    1  a: student-02"]);
        assert_eq!(commonest(&class[2..]), [""; 0]);
        let many: Vec<_> = (0..9).map(|_| json::entry(&failing(&["b"])).unwrap()).collect();
        assert!(commonest(&many)[1].ends_with("student-02 and 4 more"));
    }
}
