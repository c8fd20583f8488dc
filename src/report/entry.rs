//! One submission as the files about a whole class see it: a row of `grades.csv`, and its share of what is counted.
//!
//! It is read from the submission's entry in `results.json`, so that an entry of this run and one that is kept from an
//! earlier run are treated alike.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What of a submission's entry the class's files are made from.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    pub(super) student: String,
    pub(super) assignment: String,
    pub(super) graded: bool,
    pub(super) points: f64,
    pub(super) max_points: f64,
    pub(super) build: Build,
    pub(super) cases: Vec<Judged>,
    pub(super) criteria: Vec<Criterion>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Build {
    pub(super) verdict: String,
    pub(super) toolchain: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Judged {
    id: String,
    verdict: String,
    mistake: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Criterion {
    pub(super) id: String,
    pub(super) points: f64,
    pub(super) kind: String,
    pub(super) state: String,
    #[serde(default)]
    cases: Vec<Judged>,
}

impl Entry {
    /// Whether it is about the same submission.
    pub(super) fn is_of(&self, student: &str, assignment: &str) -> bool {
        self.student == student && self.assignment == assignment
    }

    /// How many cases were accepted.
    pub(super) fn accepted(&self) -> usize {
        self.cases.iter().filter(|case| case.verdict == "accepted").count()
    }

    /// Each mistake that explains failed cases, with how many it explains.
    pub(super) fn mistakes(&self) -> BTreeMap<&str, usize> {
        let stricter = self.criteria.iter().flat_map(|criterion| &criterion.cases);
        let mut failed: BTreeMap<&str, Option<&str>> = BTreeMap::new();
        for judged in self.cases.iter().chain(stricter).filter(|judged| judged.is_failure()) {
            let known = failed.entry(&judged.id).or_default();
            *known = known.or(judged.mistake.as_deref());
        }
        let mut mistakes = BTreeMap::new();
        for mistake in failed.into_values().flatten() {
            *mistakes.entry(mistake).or_default() += 1;
        }
        mistakes
    }
}

impl Judged {
    fn is_failure(&self) -> bool {
        !matches!(self.verdict.as_str(), "accepted" | "not-run" | "ungraded")
    }
}
