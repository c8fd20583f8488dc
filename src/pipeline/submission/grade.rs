//! From what became of a submission to its grade: findings are collected, scored, and laid out by case and criterion.

use std::sync::Arc;

use super::{Grading, Outcome, Ran};
use crate::model::{Assignment, CaseReport, Evidence, Grade, Judgement, Submission};
use crate::score::{self, CallCount, Findings};

impl Grading<'_> {
    pub(super) fn assemble(&self, submission: &Submission, outcome: Outcome<'_>) -> Grade {
        let Outcome { build, ran, dialect, inspections, undefined } = outcome;
        let judgements: Vec<Judgement> = ran.iter().map(|ran| ran.judgement.clone()).collect();
        let own: Vec<Vec<Judgement>> = (0..self.assignment.criteria.len())
            .map(|criterion| own_of(criterion, self.assignment, &ran))
            .collect();
        let calls: Vec<CallCount> = ran.iter().map(|ran| CallCount::of(&ran.calls)).collect();
        let findings = Findings {
            build: &build,
            undefined: &undefined,
            cases: &judgements,
            calls: &calls,
            criteria: &own,
            inspections: &inspections,
        };
        let score = score::score(self.assignment, &findings);
        let cases = ran.into_iter().enumerate().map(|(index, ran)| {
            let (points, max_points) = score.cases[index];
            let case = Arc::clone(&self.cases[index]);
            CaseReport {
                case,
                input: ran.input,
                judgement: ran.judgement,
                observation: ran.observation,
                calls: ran.calls,
                points,
                max_points,
            }
        });
        let mut remarks = submission.remarks.clone();
        remarks.extend(self.dialect_remark(dialect));
        Grade {
            student: submission.student.clone(),
            assignment: self.assignment.id.clone(),
            title: self.assignment.title.clone(),
            program: self.assignment.program.clone(),
            points: score.points(),
            max_points: self.assignment.max_points(),
            build,
            undefined,
            cases: cases.collect(),
            criteria: score.criteria,
            remarks,
        }
    }
}

/// One criterion's own judgements, in the order of its cases.
fn own_of(criterion: usize, assignment: &Assignment, ran: &[Ran]) -> Vec<Judgement> {
    let Evidence::Cases { cases, .. } = &assignment.criteria[criterion].evidence else {
        return Vec::new();
    };
    let judgement = |index: usize| {
        let ran = ran.get(index)?;
        let own = ran.own.iter().find(|(own, _)| *own == criterion).map(|(_, judgement)| judgement);
        Some(own.unwrap_or(&ran.judgement).clone())
    };
    cases.iter().filter_map(|judged| judgement(judged.index)).collect()
}
