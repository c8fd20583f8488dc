//! Which failures a report shows, and in what order: few in full, all of them named.

use super::failed_case::FailedCase;
use super::{counted, markdown};
use crate::model::{BuildVerdict, CaseReport, Grade, Verdict};

/// How many failures are shown in full.
pub(super) const IN_FULL: usize = 6;

/// Failures with the same verdict and the same cause, or, where none was recognised, for the same reason.
pub(super) struct Group<'a> {
    pub(super) shown: FailedCase<'a>,
    alike: Vec<FailedCase<'a>>,
}

/// The failures of a submission: the first under a heading of its own, then the others, then the rest in brief.
pub(super) fn blocks(grade: &Grade) -> Vec<String> {
    let groups = groups(grade);
    let mut blocks = Vec::new();
    for (place, group) in groups.iter().take(IN_FULL).enumerate() {
        match place {
            0 => blocks.push("## What to look at first".to_owned()),
            1 => blocks.push("## The other failed test cases".to_owned()),
            _ => {}
        }
        blocks.extend(group.shown.blocks(grade, &group.alike()));
    }
    if let Some(rest) = groups.get(IN_FULL..).filter(|rest| !rest.is_empty()) {
        blocks.push("## More failed test cases, in brief".to_owned());
        blocks.push(brief(rest));
    }
    blocks
}

/// All failures in the order in which they are shown.
pub(super) fn groups(grade: &Grade) -> Vec<Group<'_>> {
    grouped(failures(grade))
}

/// The failure that comes first, in a few words.
pub(super) fn first(grade: &Grade) -> Option<String> {
    let groups = groups(grade);
    let shown = &groups.first()?.shown;
    Some(format!("{}: {}", shown.case.case.id, shown.label()))
}

/// The cases that say nothing about the program: not run, or spoilt by the grader.
pub(super) fn undecided(grade: &Grade) -> Vec<String> {
    let idle = |case: &CaseReport| matches!(case.judgement.verdict, Verdict::NotRun(_));
    if grade.build.verdict != BuildVerdict::Ok && grade.cases.iter().all(idle) {
        // Without a program every case has the same story, which the top of the report has told already.
        return Vec::new();
    }
    let idle = |case: &&CaseReport| case.judgement.verdict.is_undecided();
    let failed_cases = grade.cases.iter().filter(idle).map(|case| failed_case(case)).collect();
    let groups = grouped(failed_cases);
    if groups.is_empty() {
        return Vec::new();
    }
    vec!["## Test cases without a result".to_owned(), brief(&groups)]
}

fn failures(grade: &Grade) -> Vec<FailedCase<'_>> {
    let mut all: Vec<FailedCase> = Vec::new();
    for counted::Failure { case, judgement, criterion } in counted::failures(grade) {
        let mut failed = FailedCase::new(case, judgement, criterion);
        match all.iter_mut().find(|known| known.is_told_by(&failed)) {
            Some(known) => known.criteria.append(&mut failed.criteria),
            None => all.push(failed),
        }
    }
    all
}

fn failed_case(case: &CaseReport) -> FailedCase<'_> {
    FailedCase::new(case, &case.judgement, None)
}

/// What most cases have in common comes first, and of each group the case with the shortest script, but one that may be
/// shown before one of which only the verdict may.
fn grouped(failed_cases: Vec<FailedCase<'_>>) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    for shown in failed_cases {
        match groups.iter_mut().find(|group| group.takes(&shown)) {
            Some(group) => group.add(shown),
            None => groups.push(Group { shown, alike: Vec::new() }),
        }
    }
    groups.iter_mut().for_each(Group::take_shortest);
    groups.sort_by_key(|group| std::cmp::Reverse(group.alike.len()));
    groups
}

impl<'a> Group<'a> {
    fn add(&mut self, mut other: FailedCase<'a>) {
        let rank = |it: &FailedCase<'_>| (it.is_withheld(), it.has_long_input(), it.input().len());
        if rank(&other) < rank(&self.shown) {
            std::mem::swap(&mut self.shown, &mut other);
        }
        self.alike.push(other);
    }

    /// The shortest game stands beside the case that is shown, whichever of them it was found for.
    fn take_shortest(&mut self) {
        let all = std::iter::once(&self.shown).chain(&self.alike);
        let shortest = all.filter_map(|failed| failed.shortest).min_by_key(|game| game.input.len());
        let most = self.shown.input().len();
        self.shown.shortest = shortest.filter(|game| game.input.len() < most);
    }

    /// The names of the cases that are not shown.
    pub(super) fn alike(&self) -> Vec<&'a str> {
        let mut ids: Vec<&str> =
            self.alike.iter().map(|other| other.case.case.id.as_str()).collect();
        ids.sort_unstable();
        ids
    }

    fn takes(&self, other: &FailedCase<'_>) -> bool {
        let (known, own) = (self.shown.mistakes(), other.mistakes());
        let same_cause = !known.is_empty() || self.shown.kind() == other.kind();
        known == own && same_cause && self.shown.label() == other.label()
    }
}

pub(super) fn brief(groups: &[Group]) -> String {
    const COLUMNS: [(&str, &str); 3] = [("Test cases", "---"), ("Verdict", "---"), ("Why", "---")];
    let rows: Vec<Vec<String>> = groups.iter().map(row).collect();
    markdown::table(&COLUMNS, &rows)
}

fn row(group: &Group) -> Vec<String> {
    let first = group.shown.case.case.id.as_str();
    let ids = [first].into_iter().chain(group.alike());
    let cases: Vec<String> = ids.map(markdown::code_cell).collect();
    let label = markdown::cell(&group.shown.label());
    vec![cases.join(", "), label, markdown::cell(&group.shown.reason())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Difference, Judgement, Points};
    use crate::report::fixture;

    #[test]
    fn the_same_fault_on_other_squares_is_shown_once_where_a_part_of_the_rules_is_judged() {
        let mut grade = fixture::wrong();
        let failed = grade.cases[1].clone();
        grade.cases = ["a", "b"].map(|id| fixture::renamed(&failed, id)).into();
        let said = [
            ("a", "After the 3rd input, `5`, the CPU took square 5."),
            ("b", "After the 11th input, `7`, the CPU took square 2."),
        ];
        let judgement = |sentence: &str| {
            let difference = Difference::in_words(sentence);
            Judgement { difference: Some(difference), ..Judgement::new(Verdict::WrongAnswer) }
        };
        let criterion = &mut grade.criteria[0];
        criterion.points = Points::ZERO;
        criterion.judgements =
            said.map(|(id, sentence)| (id.to_owned(), judgement(sentence))).into();
        let shown =
            |grade: &Grade| blocks(grade).iter().filter(|block| block.starts_with("### ")).count();
        assert_eq!(shown(&grade), 2);
        grade.criteria[0].is_partial = true;
        assert_eq!(shown(&grade), 1);
    }
}
