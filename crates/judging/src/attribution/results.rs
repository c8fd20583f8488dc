//! Points from `results.json`, where nothing else is left of a run.

use std::io;

use serde::Deserialize;

use super::facts::GradeFacts;
use model::{Points, SubmissionName};

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
