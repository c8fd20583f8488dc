//! The full matrix: mutants that a case has noticed, run in all the other cases as well.
//!
//! What never ends would use all of its limit in each of them. So only its first few runs are confirmed alone, and after some more
//! nothing is asked of it any longer.

use super::super::case_run::CaseRun;
use super::super::grading_error::GradingError;
use super::noticed::{MutantTester, was_slow};
use super::stage::LoadedProgram;
use cpp::mutants::{SourceMutant, SourceText};
use judging::case_lints::{CaseMatrix, CriterionCases, ProgramKind, ProgramRow};
use judging::score::case_points;
use model::{Assignment, CriterionEvidence, Points, Submission, Verdict};

/// How many cases of a mutant are run once more, alone, because they took too long.
const CONFIRMED: usize = 2;

/// After so many that took too long, the other cases are not run.
const SLOW: usize = 10;

/// The matrix of an assignment, without programs.
pub(super) fn empty_matrix(assignment: &Assignment, worth: Vec<Points>) -> CaseMatrix {
    let of_criterion = |(place, criterion): (usize, &model::Criterion)| {
        let CriterionEvidence::Cases { cases, .. } = &criterion.evidence else {
            return None;
        };
        let cases = cases.iter().map(|judged| judged.index).collect();
        Some(CriterionCases {
            id: criterion.id.clone(),
            place,
            cases,
        })
    };
    CaseMatrix {
        cases: assignment
            .cases
            .iter()
            .map(|case| case.id.clone())
            .collect(),
        worth,
        criteria: assignment
            .criteria
            .iter()
            .enumerate()
            .filter_map(of_criterion)
            .collect(),
        programs: Vec::new(),
    }
}

impl MutantTester<'_> {
    /// What each case can earn.
    pub(super) fn max_case_points(&self) -> Vec<Points> {
        case_points(&self.grader.scheme)
    }

    /// All cases, in the input variant in which the program itself is right.
    pub(super) fn all_runs(&self, stage: &mut LoadedProgram) -> Result<Vec<CaseRun>, GradingError> {
        let mut runs = Vec::new();
        let mut slow = 0;
        for case in self.base_cases() {
            if slow >= SLOW {
                let verdict = Verdict::NotRun("other cases have taken too long".to_owned());
                runs.push(CaseRun::unjudged(case, verdict));
                continue;
            }
            let ran = if slow < CONFIRMED {
                self.run_case(case, stage)?
            } else {
                self.run_case_once(case, stage)?
            };
            slow += usize::from(was_slow(&ran));
            runs.push(ran);
        }
        Ok(runs)
    }

    /// A mutant's row.
    pub(super) fn mutant_row(
        &self,
        program: &Submission,
        (mutant, texts): (&SourceMutant, &[SourceText]),
        runs: Vec<CaseRun>,
    ) -> ProgramRow {
        let cases: Vec<String> = self
            .grader
            .assignment
            .cases
            .iter()
            .map(|case| case.id.clone())
            .collect();
        let grade = self.grader.score_runs(program, runs);
        let name = mutant.number.to_string();
        let row = ProgramRow::from_grade(ProgramKind::Mutant, name, &cases, &grade);
        let fault = texts.get(mutant.source).map(|source| {
            let shown = mutant.to_diff(source);
            let becomes = match shown.becomes.trim() {
                "" => "deleted".to_owned(),
                becomes => format!("`{becomes}`"),
            };
            format!("{}:{} {becomes}", source.name, shown.line)
        });
        ProgramRow {
            fault: fault.unwrap_or_default(),
            ..row
        }
    }
}
