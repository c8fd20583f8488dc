//! Which cases are run again, and which submissions are graded completely all the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::restored::{ReusedCases, case_digests, restore_run};
use crate::digests::SubmissionDigests;
use crate::submission::AssignmentGrader;
use model::Submission;
use records::LastRun;
use support::digest::Digest;

/// Some cases that are run again, of submissions that were graded before.
#[derive(Debug)]
pub struct PartialRerun {
    last: LastRun,
    /// The assignments' ids and the names of their cases.
    requested: BTreeSet<(String, String)>,
    surprises: Mutex<CacheMismatches>,
}

/// What else had to be run.
#[derive(Debug, Default)]
struct CacheMismatches {
    /// How many submissions were graded whole.
    fully_graded: BTreeMap<RegradeReason, usize>,
    /// Cases that were not asked for, and have changed.
    changed: BTreeSet<String>,
}

/// Why a submission is graded whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RegradeReason {
    NoRecord,
    Changed,
    Ungraded,
}

impl RegradeReason {
    fn describe(self) -> &'static str {
        match self {
            RegradeReason::NoRecord => "without a record of the last run",
            RegradeReason::Changed => {
                "changed since the last run, or with a rubric, a reference, a toolchain or a grader that was"
            }
            RegradeReason::Ungraded => "left ungraded by the last run",
        }
    }
}

impl PartialRerun {
    /// These cases, each with its assignment's id; the others are taken over from `last`.
    pub fn new(last: LastRun, asked: BTreeSet<(String, String)>) -> PartialRerun {
        PartialRerun {
            last,
            requested: asked,
            surprises: Mutex::default(),
        }
    }

    /// The runs of a submission that are taken over. `files` are the digests of its assignment's cases.
    pub(crate) fn reuse_cases(
        &self,
        grader: &AssignmentGrader<'_>,
        submission: &Submission,
        digests: Option<SubmissionDigests>,
        files: Option<&[Digest]>,
    ) -> ReusedCases {
        let kept = self.try_reuse_cases(grader, submission, digests, files);
        let mut surprises = self
            .surprises
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match kept {
            Ok((kept, changed)) => {
                surprises.changed.extend(changed);
                kept
            }
            Err(reason) => {
                *surprises.fully_graded.entry(reason).or_default() += 1;
                ReusedCases::default()
            }
        }
    }

    /// Those runs, and the names of cases that have changed although nobody asks for them; or why none is taken over.
    fn try_reuse_cases(
        &self,
        grader: &AssignmentGrader<'_>,
        submission: &Submission,
        digests: Option<SubmissionDigests>,
        files: Option<&[Digest]>,
    ) -> Result<(ReusedCases, Vec<String>), RegradeReason> {
        let AssignmentGrader {
            assignment,
            expectations,
            ..
        } = *grader;
        let (grade, basis) = self
            .last
            .find_grade(&submission.student, &assignment.id)
            .ok_or(RegradeReason::NoRecord)?;
        if grade.is_ungraded() {
            return Err(RegradeReason::Ungraded);
        }
        let basis = basis.ok_or(RegradeReason::Changed)?;
        let (digests, files) = digests.zip(files).ok_or(RegradeReason::Changed)?;
        if basis.shared != digests.without_cases {
            return Err(RegradeReason::Changed);
        }
        let variant = expectations.input_variants.get(basis.input_variant);
        let variant = variant.ok_or(RegradeReason::Changed)?;
        let now = case_digests(variant, files);
        let mut runs = BTreeMap::new();
        let mut changed = Vec::new();
        for (case, digest) in variant.cases.iter().zip(now) {
            let id = &case.spec.id;
            if self
                .requested
                .contains(&(assignment.id.clone(), id.clone()))
            {
                continue;
            }
            match basis.cases.iter().find(|one| one.id == *id) {
                Some(earlier) if earlier.digest == digest => {
                    let ran = earlier
                        .is_whole
                        .then(|| restore_run(case, &assignment.criteria, &grade));
                    runs.extend(ran.flatten().map(|ran| (case.place, ran)));
                }
                _ => changed.push(id.clone()),
            }
        }
        Ok((
            ReusedCases {
                input_variant: basis.input_variant,
                runs,
            },
            changed,
        ))
    }

    /// What was run in addition to the named cases, in sentences.
    pub fn remarks(&self) -> Vec<String> {
        let surprises = self
            .surprises
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let CacheMismatches {
            fully_graded: whole,
            changed,
        } = &*surprises;
        let mut remarks = Vec::new();
        if !whole.is_empty() {
            let all = whole.values().sum();
            let reasons = whole
                .iter()
                .map(|(reason, count)| format!("{count} {}", reason.describe()));
            let reasons: Vec<String> = reasons.collect();
            let were = if all == 1 { "was" } else { "were" };
            remarks.push(format!(
                "{} {were} graded whole: {}",
                format_submission_count(all),
                reasons.join("; ")
            ));
        }
        if !changed.is_empty() {
            let names: Vec<String> = changed.iter().map(|id| format!("`{id}`")).collect();
            let (verb, have) = if names.len() == 1 {
                ("was", "has")
            } else {
                ("were", "have")
            };
            remarks.push(format!(
                "{} {verb} run as well, because what is expected there {have} changed since the last run",
                names.join(", ")
            ));
        }
        remarks
    }
}

fn format_submission_count(count: usize) -> String {
    if count == 1 {
        "1 submission".to_owned()
    } else {
        format!("{count} submissions")
    }
}
