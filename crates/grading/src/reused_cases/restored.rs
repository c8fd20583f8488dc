//! What the result of a case depends on, whether its grade contains all of its run, and the run made from that grade again.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::case_run::{CaseRun, CriterionJudgement};
use crate::digests::SubmissionDigests;
use crate::expectations::{Expectations, InputVariant};
use crate::extra_prompts;
use crate::prepared_case::{CaseKind, PreparedCase, VariantContext};
use crate::submission::{GradedSubmission, after_end_matters};
use model::{CaseReport, Criterion, ExtraLines, Grade, Judgement};
use records::{CaseBasis, GradeBasis};
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
    let own = case.criterion_comparisons().map(|(_, rule)| rule);
    let mut all = own.chain([&case.spec.comparison]);
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
pub(super) fn restore_run(
    case: &Arc<PreparedCase>,
    criteria: &[Criterion],
    grade: &Grade,
) -> Option<CaseRun> {
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
