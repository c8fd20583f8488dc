//! Cases that are not run again: with `--case`, their runs are taken from the recorded grade of the last run.
//!
//! What is reused is a run without hints: points, hints and remarks are made again from all cases together, as if all cases had been
//! run. A case is run again if the grade does not contain all of its run, or if its result might depend on what has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::case_run::{CaseRun, CriterionJudgement};
use super::digests::SubmissionDigests;
use super::expectations::{Expectations, InputVariant};
use super::extra_prompts;
use super::prepared_case::{CaseKind, PreparedCase, VariantContext};
use super::submission::{AssignmentGrader, GradedSubmission, after_end_matters};
use model::{CaseReport, Criterion, ExtraLines, Grade, Judgement, Submission};
use records::{CaseBasis, GradeBasis, LastRun};
use support::digest::{Digest, DigestBuilder};

/// What a grade rests on. `cases` are the digests of the cases' files.
pub(crate) fn build_basis(
    expectations: &Expectations,
    submission: SubmissionDigests,
    cases: &[Digest],
    graded: &GradedSubmission,
) -> Option<GradeBasis> {
    let input_variant = expectations.input_variants.get(graded.input_variant)?;
    let digests = case_digests(input_variant, cases);
    let cases = input_variant.cases.iter().zip(digests);
    let cases = cases.zip(&graded.whole_runs);
    let cases = cases.map(|((case, digest), is_whole)| {
        let id = case.spec.id.clone();
        CaseBasis {
            id,
            digest,
            is_whole: *is_whole,
        }
    });
    let shared = submission.without_cases;
    Some(GradeBasis {
        shared,
        input_variant: graded.input_variant,
        cases: cases.collect(),
    })
}

/// For each case the digest of its files, and of what it takes from other cases.
pub(super) fn case_digests(input_variant: &InputVariant, files: &[Digest]) -> Vec<Digest> {
    // What calls functions is linked together, each with a number of its own.
    let mut functions = DigestBuilder::default();
    for (case, file) in input_variant.cases.iter().zip(files) {
        if let CaseKind::Calls(..) = case.kind {
            functions = functions
                .with_piece(&case.place.to_le_bytes())
                .with_piece(file.as_bytes());
        }
    }
    let functions = functions.finish();
    let mut digests = Vec::new();
    for (case, file) in input_variant.cases.iter().zip(files) {
        digests.push(case_digest(case, file, &functions));
    }
    digests
}

fn case_digest(case: &PreparedCase, file: &Digest, functions: &Digest) -> Digest {
    let mut digester = DigestBuilder::default().with_piece(file.as_bytes());
    if let CaseKind::Calls(..) = case.kind {
        return digester
            .with_piece(&case.place.to_le_bytes())
            .with_piece(functions.as_bytes())
            .finish();
    }
    let VariantContext {
        messages, prompts, ..
    } = &*case.context;
    // What the reference says in another case is no chatter, where chatter is allowed.
    if allows_chatter(case) {
        for message in messages {
            digester = digester.with_piece(message.as_bytes());
        }
    }
    // What it asks in another case is no question of a program's own.
    for known in extra_prompts::answerable_questions(&case.spec.answers, prompts) {
        digester = digester.with_piece(known.pattern.as_str().as_bytes());
    }
    digester.finish()
}

fn allows_chatter(case: &PreparedCase) -> bool {
    let mut all = case.all_comparisons();
    all.any(|comparison| comparison.extra_lines == ExtraLines::Allow)
}

/// For each case, whether a grade will hold all that is known of its run. Nobody has put the questions of a program's own back
/// into the runs yet.
pub(crate) fn complete_runs(all: &[CaseRun]) -> Vec<bool> {
    let end_matters = after_end_matters(all);
    let is_whole = |ran: &CaseRun| {
        let mut judgements = ran
            .criterion_judgements
            .iter()
            .map(|own| &own.judgement)
            .chain([&ran.judgement]);
        let is_decided = !judgements.any(|judgement| judgement.verdict.is_undecided());
        // Of several games that may end in several ways, only the one that counts is kept.
        let is_known = !(end_matters && ran.case.has_policy());
        let is_expected_as_ever = ran.expected == ran.case.expected;
        is_decided && is_known && is_expected_as_ever && !ran.shows_questions() && !ran.on_terminal
    };
    all.iter().map(is_whole).collect()
}

/// The runs of cases that are not run again.
#[derive(Clone, Default)]
pub struct ReusedCases {
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
fn restore_run(case: &Arc<PreparedCase>, criteria: &[Criterion], grade: &Grade) -> Option<CaseRun> {
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
