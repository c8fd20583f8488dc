//! From the grade of a case back to the run that it was made of.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::case_run::{CaseRun, CriterionJudgement};
use super::super::prepared_case::PreparedCase;
use model::{CaseReport, Criterion, Grade, Judgement};

/// The runs of cases that are not run again.
#[derive(Clone, Default)]
pub(crate) struct ReusedCases {
    /// The place of the input variant in which they were run.
    pub(super) input_variant: usize,
    /// The runs, by the places of their cases.
    pub(super) runs: BTreeMap<usize, CaseRun>,
}

impl ReusedCases {
    /// The run of a case that calls functions, which is the same in all input variants.
    pub(crate) fn called_run(&self, case: usize) -> Option<&CaseRun> {
        self.runs.get(&case)
    }

    /// The runs in an input variant, beside those in `called`.
    pub(crate) fn runs_with_called(
        &self,
        called: &BTreeMap<usize, CaseRun>,
        input_variant: usize,
    ) -> BTreeMap<usize, CaseRun> {
        let mut all = called.clone();
        if input_variant == self.input_variant {
            all.extend(self.runs.iter().map(|(case, ran)| (*case, ran.clone())));
        }
        all
    }

    /// Whether all cases are run.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

/// The run of a case; none if the grade does not hold it.
pub(super) fn restore_run(
    case: &Arc<PreparedCase>,
    criteria: &[Criterion],
    grade: &Grade,
) -> Option<CaseRun> {
    let report = grade
        .cases
        .iter()
        .find(|report| report.case.id == case.spec.id)?;
    let criterion_judgements = if case.kind.runs_program() {
        restore_criterion_judgements(case, criteria, report, grade)?
    } else {
        Vec::new()
    };
    Some(CaseRun {
        input: report.input.clone(),
        observation: report.observation.clone(),
        calls: report.calls.clone(),
        tests: report.tests.clone(),
        criterion_judgements,
        ..CaseRun::unplayed(case, report.judgement.clone())
    })
}

/// What criteria with a comparison of their own said of a case; none if one of them was skipped, so that nobody noted it.
fn restore_criterion_judgements(
    case: &PreparedCase,
    criteria: &[Criterion],
    report: &CaseReport,
    grade: &Grade,
) -> Option<Vec<CriterionJudgement>> {
    let mut restored = Vec::new();
    for (criterion, _) in case.criterion_comparisons() {
        let id = &criteria.get(criterion)?.id;
        let judgement = judgement_of(id, &case.spec.id, grade)?.clone();
        let game = report.other_games.iter().find(|(of, _)| of == id);
        restored.push(CriterionJudgement {
            game: game.map(|(_, game)| game.clone()),
            ..CriterionJudgement::new(criterion, judgement)
        });
    }
    Some(restored)
}

fn judgement_of<'g>(criterion: &str, case: &str, grade: &'g Grade) -> Option<&'g Judgement> {
    let criterion = grade.criteria.iter().find(|one| one.id == criterion)?;
    let judgement = criterion.judgements.iter().find(|(of, _)| of == case);
    judgement.map(|(_, judgement)| judgement)
}
