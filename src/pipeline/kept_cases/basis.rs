//! What the result of a case rests on besides the submission, and whether a grade holds all of its run.

use super::super::case_run::CaseRun;
use super::super::digests::SubmissionDigests;
use super::super::expectations::{Expectations, InputVariant, ScriptedCase};
use super::super::own_questions;
use super::super::submission::{GradedSubmission, after_end_matters};
use crate::digest::{Digest, DigestBuilder};
use crate::model::{Assignment, CasePlayer, ExtraLines, TestCase};
use crate::record::{CaseBasis, GradeBasis};

/// What a grade rests on. `cases` are the digests of the cases' files.
pub(in crate::pipeline) fn build_basis(
    assignment: &Assignment,
    expectations: &Expectations,
    submission: SubmissionDigests,
    cases: &[Digest],
    graded: &GradedSubmission,
) -> Option<GradeBasis> {
    let input_variant = expectations.input_variants.get(graded.input_variant)?;
    let digests = case_digests(assignment, input_variant, cases);
    let cases = assignment.cases.iter().zip(digests).zip(&graded.whole_runs);
    let cases = cases.map(|((case, digest), is_whole)| {
        let id = case.id.clone();
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
pub(super) fn case_digests(
    assignment: &Assignment,
    input_variant: &InputVariant,
    files: &[Digest],
) -> Vec<Digest> {
    let cases = || assignment.cases.iter().enumerate().zip(files);
    // What calls functions is linked together, each with a number of its own.
    let functions = cases().filter(|((_, case), _)| case.function.is_some());
    let functions = functions.fold(DigestBuilder::default(), |all, ((index, _), file)| {
        all.with_piece(&index.to_le_bytes())
            .with_piece(file.as_bytes())
    });
    let functions = functions.finish();
    let digest = |((index, case), file): ((usize, &TestCase), &Digest)| {
        let mut digester = DigestBuilder::default().with_piece(file.as_bytes());
        if case.function.is_some() {
            return digester
                .with_piece(&index.to_le_bytes())
                .with_piece(functions.as_bytes())
                .finish();
        }
        // What the reference says in another case is no chatter, where chatter is allowed.
        if allows_chatter(assignment, index, case) {
            for message in &input_variant.messages {
                digester = digester.with_piece(message.as_bytes());
            }
        }
        // What it asks in another case is no question of a program's own.
        for known in own_questions::answerable_questions(&case.answers, &input_variant.prompts) {
            digester = digester.with_piece(known.pattern.as_str().as_bytes());
        }
        digester.finish()
    };
    cases().map(digest).collect()
}

fn allows_chatter(assignment: &Assignment, index: usize, case: &TestCase) -> bool {
    let own = assignment
        .criterion_comparisons(index)
        .map(|(_, comparison)| comparison);
    let mut all = own.chain([&case.comparison]);
    all.any(|comparison| comparison.extra_lines == ExtraLines::Allow)
}

/// For each case, whether a grade will hold all that is known of its run. Nobody has put the questions of a program's own back
/// into the runs yet.
pub(in crate::pipeline) fn complete_runs(
    assignment: &Assignment,
    input_variant: &InputVariant,
    all: &[CaseRun],
) -> Vec<bool> {
    let end_matters = after_end_matters(all);
    let cases = assignment.cases.iter().zip(&input_variant.cases).zip(all);
    let is_whole = |((case, (_, expected)), ran): ((&TestCase, &ScriptedCase), &CaseRun)| {
        let mut judgements = ran
            .criterion_judgements
            .iter()
            .map(|own| &own.judgement)
            .chain([&ran.judgement]);
        let is_decided = !judgements.any(|judgement| judgement.verdict.is_undecided());
        // Of several games that may end in several ways, only the one that counts is kept.
        let is_known = !(end_matters && matches!(case.player, CasePlayer::Policy { .. }));
        let is_expected_as_ever = !case.plays_script() || ran.expected == *expected;
        is_decided && is_known && is_expected_as_ever && !ran.shows_questions() && !ran.on_terminal
    };
    cases.map(is_whole).collect()
}
