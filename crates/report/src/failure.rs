//! Which failures a report shows, and in what order: few in full, all of them named.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::counted;
use super::failed_case::FailedCase;
use document::{Block, Column, Prose, join};
use model::{BuildVerdict, CaseReport, Grade, Verdict};

/// How many failures are shown in full.
pub(super) const IN_FULL: usize = 6;

/// Failures with the same verdict and the same cause, or, where none was recognised, for the same reason.
pub(super) struct FailureGroup<'a> {
    pub(super) example: FailedCase<'a>,
    alike: Vec<FailedCase<'a>>,
}

/// The failures of a submission: the first under a heading of its own, then the others, then the rest in brief.
pub(super) fn render_blocks(grade: &Grade) -> Vec<Block> {
    let groups = group_failures(grade);
    let mut blocks = Vec::new();
    for (place, group) in groups.iter().take(IN_FULL).enumerate() {
        match place {
            0 => blocks.push(Block::heading("What to look at first")),
            1 => blocks.push(Block::heading("The other failed test cases")),
            _ => {}
        }
        blocks.extend(group.example.render_blocks(grade, &group.other_case_ids()));
    }
    if let Some(rest) = groups.get(IN_FULL..).filter(|rest| !rest.is_empty()) {
        blocks.push(Block::heading("More failed test cases, in brief"));
        blocks.push(render_brief(rest));
    }
    blocks
}

/// What failed, for whoever reads the program as well: the first failure in full, all others in brief.
pub fn build_case_results(grade: &Grade) -> Vec<Block> {
    let groups = group_failures(grade);
    let Some((first, others)) = groups.split_first() else {
        return Vec::new();
    };
    let mut blocks = first.example.render_blocks(grade, &first.other_case_ids());
    if !others.is_empty() {
        blocks.push(render_brief(others));
    }
    blocks
}

/// All failures in the order in which they are shown.
pub(super) fn group_failures(grade: &Grade) -> Vec<FailureGroup<'_>> {
    group_cases(collect_failed_cases(grade))
}

/// The failure that comes first, in a few words.
pub(super) fn describe_first(grade: &Grade) -> Option<String> {
    let groups = group_failures(grade);
    let shown = &groups.first()?.example;
    Some(format!("{}: {}", shown.case.case.id, shown.label()))
}

/// The cases that say nothing about the program: not run, or spoilt by the grader.
pub(super) fn render_undecided(grade: &Grade) -> Vec<Block> {
    let idle = |case: &CaseReport| matches!(case.judgement.verdict, Verdict::NotRun(_));
    let is_same_story = grade.build.awaits_choice || grade.cases.iter().all(idle);
    if grade.build.verdict != BuildVerdict::Ok && is_same_story {
        // Without a program every case has the same story, which the top of the report has told already.
        return Vec::new();
    }
    let idle = |case: &&CaseReport| case.judgement.verdict.is_undecided();
    let failed_cases = grade
        .cases
        .iter()
        .filter(idle)
        .map(|case| to_failed_case(case))
        .collect();
    let groups = group_cases(failed_cases);
    if groups.is_empty() {
        return Vec::new();
    }
    vec![
        Block::heading("Test cases without a result"),
        render_brief(&groups),
    ]
}

fn collect_failed_cases(grade: &Grade) -> Vec<FailedCase<'_>> {
    let mut all: Vec<FailedCase> = Vec::new();
    for counted::CountedFailure {
        case,
        judgement,
        criterion,
    } in counted::collect_failures(grade)
    {
        let mut failed = FailedCase::new(case, judgement, criterion);
        match all.iter_mut().find(|known| known.is_duplicate_of(&failed)) {
            Some(known) => known.criteria.append(&mut failed.criteria),
            None => all.push(failed),
        }
    }
    all
}

fn to_failed_case(case: &CaseReport) -> FailedCase<'_> {
    FailedCase::new(case, &case.judgement, None)
}

/// What most cases have in common comes first, and of each group the case with the shortest script, but one that may be
/// shown before one of which only the verdict may.
fn group_cases(failed_cases: Vec<FailedCase<'_>>) -> Vec<FailureGroup<'_>> {
    let mut groups: Vec<FailureGroup> = Vec::new();
    let mut places: BTreeMap<FailureKind<'_>, usize> = BTreeMap::new();
    for shown in failed_cases {
        let place = *places
            .entry(FailureKind::new(&shown))
            .or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.add_case(shown),
            None => groups.push(FailureGroup {
                example: shown,
                alike: Vec::new(),
            }),
        }
    }
    groups
        .iter_mut()
        .for_each(FailureGroup::choose_shortest_game);
    groups.sort_by_key(|group| std::cmp::Reverse(group.alike.len()));
    groups
}

impl<'a> FailureGroup<'a> {
    fn add_case(&mut self, mut other: FailedCase<'a>) {
        let rank = |it: &FailedCase<'_>| (it.is_withheld(), it.has_long_input(), it.input().len());
        if rank(&other) < rank(&self.example) {
            std::mem::swap(&mut self.example, &mut other);
        }
        self.alike.push(other);
    }

    /// The shortest game stands beside the case that is shown, whichever of them it was found for.
    fn choose_shortest_game(&mut self) {
        let all = std::iter::once(&self.example).chain(&self.alike);
        let shortest = all
            .filter_map(|failed| failed.shortest)
            .min_by_key(|game| game.input.len());
        let most = self.example.input().len();
        self.example.shortest = shortest.filter(|game| game.input.len() < most);
    }

    /// The names of the cases that are not shown.
    pub(super) fn other_case_ids(&self) -> Vec<&'a str> {
        let mut ids: Vec<&str> = self
            .alike
            .iter()
            .map(|other| other.case.case.id.as_str())
            .collect();
        ids.sort_unstable();
        ids
    }
}

/// What the failures of a group have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FailureKind<'a> {
    mistakes: Vec<&'static str>,
    /// The reason, where no mistake was recognised.
    reason: Option<Cow<'a, str>>,
    label: String,
}

impl<'a> FailureKind<'a> {
    fn new(failed: &FailedCase<'a>) -> FailureKind<'a> {
        let mistakes = failed.mistake_names();
        FailureKind {
            reason: mistakes.is_empty().then(|| failed.grouping_key()),
            mistakes,
            label: failed.label(),
        }
    }
}

pub(super) fn render_brief(groups: &[FailureGroup]) -> Block {
    const COLUMNS: [Column; 3] = [
        Column::text("Test cases"),
        Column::text("Verdict"),
        Column::text("Why"),
    ];
    Block::table(&COLUMNS, groups.iter().map(build_row).collect())
}

fn build_row(group: &FailureGroup) -> Vec<Prose> {
    let first = group.example.case.case.id.as_str();
    let ids = [first].into_iter().chain(group.other_case_ids());
    vec![
        join(ids.map(Prose::code_in_cell), ", "),
        Prose::text(&group.example.label()),
        Prose::text(&group.example.reason()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use model::{Judgement, Points, TranscriptDifference};

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
            let difference = TranscriptDifference::from_sentence(sentence);
            Judgement {
                difference: Some(difference),
                ..Judgement::new(Verdict::WrongAnswer)
            }
        };
        let criterion = &mut grade.criteria[0];
        criterion.points = Points::ZERO;
        criterion.judgements = said
            .map(|(id, sentence)| (id.to_owned(), judgement(sentence)))
            .into();
        let shown = |grade: &Grade| {
            render_blocks(grade)
                .iter()
                .filter(|block| matches!(block, Block::Heading(3, _)))
                .count()
        };
        assert_eq!(shown(&grade), 2);
        grade.criteria[0].is_partial = true;
        assert_eq!(shown(&grade), 1);
    }
}
