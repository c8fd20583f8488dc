//! What needs a person: missing grades and programs, choices of the grader to check, points that staff must give.

use crate::entry::ReportEntry;
use crate::visible;
use document::Prose;
use model::{BuildVerdict, CriterionState};

/// How many students are named.
const NAMED: usize = 8;

/// Submissions that need the same of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AttentionNotice {
    /// How many there are, and what is the matter.
    pub(super) sentence: String,
    /// The filter that shows them.
    pub(super) filter: &'static str,
    /// The first of them, each with what was said of it.
    pub(super) named: Vec<(String, Prose)>,
    pub(super) more: usize,
}

/// All that needs a person, the most urgent first.
pub(super) fn collect_notices(entries: &[ReportEntry]) -> Vec<AttentionNotice> {
    let awaits = |entry: &ReportEntry| {
        entry
            .criteria
            .iter()
            .any(|one| one.state == CriterionState::AwaitsInstructor)
    };
    let of_build = |verdict: BuildVerdict| move |entry: &ReportEntry| entry.build == verdict;
    let all = [
        notice_for(entries, |entry| !entry.graded, "not graded", "s:ungraded"),
        notice_for(
            entries,
            |entry| !entry.to_check.is_empty(),
            "to check: the grader made a choice",
            "s:check",
        ),
        notice_for(
            entries,
            of_build(BuildVerdict::Refused),
            "refused: what was handed in could not be taken",
            "s:refused",
        ),
        notice_for(
            entries,
            of_build(BuildVerdict::Missing),
            "without a program",
            "s:missing",
        ),
        notice_for(
            entries,
            of_build(BuildVerdict::CompileLimit),
            "whose compiler had to be stopped",
            "s:compile-limit",
        ),
        notice_for(
            entries,
            |entry| entry.undefined.is_some(),
            "with undefined behaviour: right here, perhaps not elsewhere",
            "s:undefined",
        ),
        notice_for(
            entries,
            awaits,
            "with points that a person must give",
            "s:awaiting",
        ),
    ];
    all.into_iter().flatten().collect()
}

fn notice_for(
    entries: &[ReportEntry],
    needs: impl Fn(&ReportEntry) -> bool,
    what: &str,
    filter: &'static str,
) -> Option<AttentionNotice> {
    let found: Vec<&ReportEntry> = entries.iter().filter(|entry| needs(entry)).collect();
    let noun = if found.len() == 1 {
        "submission"
    } else {
        "submissions"
    };
    // Of points to be given the name says all there is to say, and all of a class may have them.
    let is_named = filter != "s:awaiting";
    let named = found.iter().filter(|_| is_named).take(NAMED).map(|entry| {
        let problem = match filter {
            "s:check" => visible::one_line(&entry.to_check.join(" ")),
            "s:undefined" => visible::one_line(entry.undefined.as_deref().unwrap_or_default()),
            _ => entry.obstacle.clone().unwrap_or_default(),
        };
        (visible::one_line(&entry.student), Prose::text(&problem))
    });
    let named: Vec<(String, Prose)> = named.collect();
    let more = if is_named {
        found.len() - named.len()
    } else {
        0
    };
    let sentence = format!("{} {noun} {what}", found.len());
    (!found.is_empty()).then_some(AttentionNotice {
        sentence,
        filter,
        named,
        more,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::names::SharedNames;
    use model::{UndefinedBehaviour, UndefinedFinding};

    #[test]
    fn undefined_behaviour_is_listed_in_a_sentence() {
        let mut grade = fixture::perfect();
        grade.undefined = UndefinedBehaviour::Found(vec![UndefinedFinding {
            kind: "missing-return",
            sentence: "A function ends without `return`.".to_owned(),
            detail: None,
            place: None,
            cases: Vec::new(),
        }]);
        let attention = collect_notices(&[ReportEntry::new(&grade, &SharedNames::default())]);
        let found = attention.iter().find(|it| it.filter == "s:undefined");
        let named = found.map(|it| it.named.clone()).unwrap_or_default();
        assert_eq!(
            named,
            [(
                "student-01".to_owned(),
                Prose::text("A function ends without `return`.")
            )]
        );
    }
}
