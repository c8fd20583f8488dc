//! Points from `results.json`, where nothing else is left of a run.

use std::io;

use serde::Deserialize;

use super::facts::Facts;
use crate::model::{Points, SubmissionName};

#[derive(Deserialize)]
struct Results {
    schema: String,
    submissions: Vec<Submission>,
}

#[derive(Deserialize)]
struct Submission {
    student: String,
    assignment: String,
    graded: bool,
    points: Points,
    criteria: Vec<Criterion>,
}

#[derive(Deserialize)]
struct Criterion {
    id: String,
    points: Points,
}

impl Facts {
    /// What a class's results say of points, in the order in which they stand there.
    ///
    /// # Errors
    ///
    /// If it is no `results.json`.
    pub(crate) fn of_results(results: impl io::Read) -> io::Result<Vec<Facts>> {
        let Results { schema, submissions } = serde_json::from_reader(results)?;
        if !schema.starts_with("grader/results/") {
            let found = format!("found `{schema}` as its `schema`, expected `grader/results/v1`");
            return Err(io::Error::new(io::ErrorKind::InvalidData, found));
        }
        let facts = submissions.into_iter().map(|one| {
            let Submission { student, assignment, graded, points, criteria } = one;
            Facts {
                name: SubmissionName { assignment, student },
                points,
                is_ungraded: !graded,
                criteria: criteria.into_iter().map(|one| (one.id, one.points)).collect(),
                evidence: None,
            }
        });
        Ok(facts.collect())
    }
}
