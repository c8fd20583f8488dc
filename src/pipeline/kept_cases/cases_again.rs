//! Which cases are asked for, and which submissions have to be graded whole all the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::super::digests::SubmissionDigests;
use super::super::submission::AssignmentGrader;
use super::basis::digests_of;
use super::restored::{KeptCases, restored};
use crate::digest::Digest;
use crate::model::Submission;
use crate::record::LastRun;

/// Some cases that are run again, of submissions that were graded before.
#[derive(Debug)]
pub(crate) struct CasesAgain {
    last: LastRun,
    /// The assignments' ids and the names of their cases.
    asked: BTreeSet<(String, String)>,
    surprises: Mutex<Surprises>,
}

/// What else had to be run.
#[derive(Debug, Default)]
struct Surprises {
    /// How many submissions were graded whole.
    whole: BTreeMap<Reason, usize>,
    /// Cases that were not asked for, and have changed.
    changed: BTreeSet<String>,
}

/// Why a submission is graded whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    NoRecord,
    Changed,
    Ungraded,
}

impl Reason {
    fn in_words(self) -> &'static str {
        match self {
            Reason::NoRecord => "without a record of the last run",
            Reason::Changed => {
                "changed since the last run, or with a rubric, a reference, a toolchain or a grader that was"
            }
            Reason::Ungraded => "left ungraded by the last run",
        }
    }
}

impl CasesAgain {
    /// These cases, each with its assignment's id; the others are taken over from `last`.
    pub(crate) fn new(last: LastRun, asked: BTreeSet<(String, String)>) -> CasesAgain {
        CasesAgain { last, asked, surprises: Mutex::default() }
    }

    /// The runs of a submission that are taken over. `files` are the digests of its assignment's cases.
    pub(in crate::pipeline) fn kept(
        &self,
        grader: &AssignmentGrader<'_>,
        submission: &Submission,
        digests: Option<SubmissionDigests>,
        files: Option<&[Digest]>,
    ) -> KeptCases {
        let kept = self.kept_or_not(grader, submission, digests, files);
        let mut surprises = self.surprises.lock().unwrap_or_else(PoisonError::into_inner);
        match kept {
            Ok((kept, changed)) => {
                surprises.changed.extend(changed);
                kept
            }
            Err(reason) => {
                *surprises.whole.entry(reason).or_default() += 1;
                KeptCases::default()
            }
        }
    }

    /// Those runs, and the names of cases that have changed although nobody asks for them; or why none is taken over.
    fn kept_or_not(
        &self,
        grader: &AssignmentGrader<'_>,
        submission: &Submission,
        digests: Option<SubmissionDigests>,
        files: Option<&[Digest]>,
    ) -> Result<(KeptCases, Vec<String>), Reason> {
        let AssignmentGrader { assignment, expectations, .. } = *grader;
        let (grade, basis) =
            self.last.grade(&submission.student, &assignment.id).ok_or(Reason::NoRecord)?;
        if grade.is_ungraded() {
            return Err(Reason::Ungraded);
        }
        let basis = basis.ok_or(Reason::Changed)?;
        let (digests, files) = digests.zip(files).ok_or(Reason::Changed)?;
        if basis.shared != digests.without_cases {
            return Err(Reason::Changed);
        }
        let variant = expectations.input_variants.get(basis.input_variant);
        let now = digests_of(assignment, variant.ok_or(Reason::Changed)?, files);
        let (mut runs, mut changed) = (BTreeMap::new(), Vec::new());
        for (index, (case, digest)) in assignment.cases.iter().zip(now).enumerate() {
            if self.asked.contains(&(assignment.id.clone(), case.id.clone())) {
                continue;
            }
            match basis.cases.iter().find(|one| one.id == case.id) {
                Some(earlier) if earlier.digest == digest => {
                    let ran = earlier.is_whole.then(|| {
                        restored(assignment, expectations, basis.input_variant, index, &grade)
                    });
                    runs.extend(ran.flatten().map(|ran| (index, ran)));
                }
                _ => changed.push(case.id.clone()),
            }
        }
        Ok((KeptCases { input_variant: basis.input_variant, runs }, changed))
    }

    /// What had to be run besides what was asked for, in sentences.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let surprises = self.surprises.lock().unwrap_or_else(PoisonError::into_inner);
        let Surprises { whole, changed } = &*surprises;
        let mut remarks = Vec::new();
        if !whole.is_empty() {
            let all = whole.values().sum();
            let reasons =
                whole.iter().map(|(reason, count)| format!("{count} {}", reason.in_words()));
            let reasons: Vec<String> = reasons.collect();
            let were = if all == 1 { "was" } else { "were" };
            remarks.push(format!(
                "{} {were} graded whole: {}",
                submissions(all),
                reasons.join("; ")
            ));
        }
        if !changed.is_empty() {
            let names: Vec<String> = changed.iter().map(|id| format!("`{id}`")).collect();
            let (verb, have) = if names.len() == 1 { ("was", "has") } else { ("were", "have") };
            remarks.push(format!(
                "{} {verb} run as well, because what is expected there {have} changed since the last run",
                names.join(", ")
            ));
        }
        remarks
    }
}

fn submissions(count: usize) -> String {
    if count == 1 { "1 submission".to_owned() } else { format!("{count} submissions") }
}
