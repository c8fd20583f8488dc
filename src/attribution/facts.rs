//! As much of a grade as explains its points. Of what was printed there is a fingerprint.

use crate::digest::{Digest, Digester};
use crate::model::{
    AdjustmentCause, BuildReport, CaseReport, Grade, Judgement, Points, Scoring, SubmissionName,
    Undefined,
};
use crate::score::CallCount;

/// What a grade's points were made of.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    /// Whose it is.
    pub(crate) name: SubmissionName,
    /// The points, after all adjustments.
    pub(crate) points: Points,
    /// Whether we failed, so that these are no grade.
    pub(crate) is_ungraded: bool,
    /// The criteria by their ids, with their points.
    pub(crate) criteria: Vec<(String, Points)>,
    /// What it was scored from; none where only points are known.
    pub(super) evidence: Option<Box<Evidence>>,
}

/// What points can be made of again.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    /// The points before lateness.
    pub(super) scored: Points,
    pub(super) scoring: Scoring,
    pub(super) build: BuildReport,
    pub(super) undefined: Undefined,
    pub(super) cases: Vec<Judgement>,
    pub(super) calls: Vec<CallCount>,
    /// Fingerprints of what was seen in each case; none where no program was run.
    pub(super) runs: Vec<Option<Digest>>,
}

impl From<&Grade> for Facts {
    fn from(grade: &Grade) -> Facts {
        let late = grade.adjustments.iter().find(|one| one.cause == AdjustmentCause::Late);
        let build = &grade.build;
        let evidence = Evidence {
            scored: late.map_or(grade.points, |late| late.before),
            scoring: grade.scoring.clone(),
            build: BuildReport {
                warnings: build.warnings.clone(),
                ..BuildReport::new(build.verdict)
            },
            undefined: grade.undefined.clone(),
            cases: grade.cases.iter().map(|case| bare(&case.judgement)).collect(),
            calls: grade
                .cases
                .iter()
                .map(|case| CallCount::new(&case.calls, &case.tests))
                .collect(),
            runs: grade.cases.iter().map(run).collect(),
        };
        let criteria = grade.criteria.iter().map(|one| (one.id.clone(), one.points)).collect();
        Facts {
            name: SubmissionName {
                assignment: grade.assignment.clone(),
                student: grade.student.clone(),
            },
            points: grade.points,
            is_ungraded: grade.is_ungraded(),
            criteria,
            evidence: Some(Box::new(evidence)),
        }
    }
}

/// As much of it as points depend on.
fn bare(judgement: &Judgement) -> Judgement {
    let Judgement { verdict, parts, share, .. } = judgement;
    Judgement { parts: *parts, share: *share, ..Judgement::new(verdict.clone()) }
}

/// A fingerprint of what was seen; times do not count.
fn run(case: &CaseReport) -> Option<Digest> {
    let seen = case.observation.as_ref()?;
    let digester = Digester::default().with(format!("{:?}", seen.exit).as_bytes());
    let turns = seen.turns.iter().fold(digester, |digester, turn| {
        digester.with(&turn.output).with(turn.input.as_deref().unwrap_or_default().as_bytes())
    });
    Some(turns.digest())
}
