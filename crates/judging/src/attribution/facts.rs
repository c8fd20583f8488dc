//! As much of a grade as explains its points, from records or from `results.json`. Of what was printed there is a fingerprint.

use std::io;

use crate::score::CallCount;
use model::{
    AdjustmentCause, BuildReport, CaseReport, Grade, Judgement, Points, ScoringRecord,
    SubmissionName, UndefinedBehaviour,
};
use serde::Deserialize;
use support::digest::{Digest, DigestBuilder};

/// What a grade's points were made of.
#[derive(Debug, Clone)]
pub struct GradeFacts {
    /// Whose it is.
    pub name: SubmissionName,
    /// The points, after all adjustments.
    pub points: Points,
    /// Whether we failed, so that these are no grade.
    pub(crate) is_ungraded: bool,
    /// The criteria by their ids, with their points.
    pub(crate) criteria: Vec<(String, Points)>,
    /// What it was scored from; none where only points are known.
    pub(super) evidence: Option<Box<GradeEvidence>>,
}

/// What points can be made of again.
#[derive(Debug, Clone)]
pub(super) struct GradeEvidence {
    /// The points before lateness.
    pub(super) scored: Points,
    pub(super) scoring: ScoringRecord,
    pub(super) build: BuildReport,
    pub(super) undefined: UndefinedBehaviour,
    pub(super) cases: Vec<Judgement>,
    pub(super) calls: Vec<CallCount>,
    /// Fingerprints of what was seen in each case; none where no program was run.
    pub(super) runs: Vec<Option<Digest>>,
}

impl From<&Grade> for GradeFacts {
    fn from(grade: &Grade) -> GradeFacts {
        let late = grade
            .adjustments
            .iter()
            .find(|one| one.cause == AdjustmentCause::Late);
        let build = &grade.build;
        let evidence = GradeEvidence {
            scored: late.map_or(grade.points, |late| late.before),
            scoring: grade.scoring.clone(),
            build: BuildReport {
                warnings: build.warnings.clone(),
                added: build.added.clone(),
                ..BuildReport::new(build.verdict)
            },
            undefined: grade.undefined.clone(),
            cases: grade
                .cases
                .iter()
                .map(|case| strip_judgement(&case.judgement))
                .collect(),
            calls: grade
                .cases
                .iter()
                .map(|case| CallCount::new(&case.calls, &case.tests))
                .collect(),
            runs: grade.cases.iter().map(digest_run).collect(),
        };
        let criteria = grade
            .criteria
            .iter()
            .map(|one| (one.id.clone(), one.points))
            .collect();
        GradeFacts {
            name: grade.name(),
            points: grade.points,
            is_ungraded: grade.is_ungraded(),
            criteria,
            evidence: Some(Box::new(evidence)),
        }
    }
}

/// As much of it as points depend on.
fn strip_judgement(judgement: &Judgement) -> Judgement {
    let Judgement {
        verdict,
        parts,
        share,
        ..
    } = judgement;
    Judgement {
        parts: *parts,
        share: *share,
        ..Judgement::new(verdict.clone())
    }
}

/// A fingerprint of what was seen; times do not count.
fn digest_run(case: &CaseReport) -> Option<Digest> {
    let seen = case.observation.as_ref()?;
    let digester = DigestBuilder::default().with_serialised(&seen.exit);
    let turns = seen.turns.iter().fold(digester, |digester, turn| {
        digester
            .with_piece(&turn.output)
            .with_piece(turn.input.as_deref().unwrap_or_default().as_bytes())
    });
    Some(turns.finish())
}

#[derive(Deserialize)]
struct ResultsFile {
    schema: String,
    submissions: Vec<ResultsSubmission>,
}

#[derive(Deserialize)]
struct ResultsSubmission {
    student: String,
    assignment: String,
    graded: bool,
    points: Points,
    criteria: Vec<ResultsCriterion>,
}

#[derive(Deserialize)]
struct ResultsCriterion {
    id: String,
    points: Points,
}

impl GradeFacts {
    /// What a class's results say of points, in the order in which they stand there.
    ///
    /// # Errors
    ///
    /// If it is no `results.json`.
    pub fn read_results(results: impl io::Read) -> io::Result<Vec<GradeFacts>> {
        let ResultsFile {
            schema,
            submissions,
        } = serde_json::from_reader(results)?;
        if !schema.starts_with("grader/results/") {
            let found = format!("found `{schema}` as its `schema`, expected `grader/results/v1`");
            return Err(io::Error::new(io::ErrorKind::InvalidData, found));
        }
        let facts = submissions.into_iter().map(|one| {
            let ResultsSubmission {
                student,
                assignment,
                graded,
                points,
                criteria,
            } = one;
            GradeFacts {
                name: SubmissionName {
                    assignment,
                    student,
                },
                points,
                is_ungraded: !graded,
                criteria: criteria
                    .into_iter()
                    .map(|one| (one.id, one.points))
                    .collect(),
                evidence: None,
            }
        });
        Ok(facts.collect())
    }
}
