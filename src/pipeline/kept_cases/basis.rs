//! What the result of a case rests on besides the submission, and whether a grade holds all of its run.

use super::super::case_run::CaseRun;
use super::super::digests::SubmissionDigests;
use super::super::expectations::{Expectations, InputVariant, ScriptedCase};
use super::super::own_questions;
use super::super::submission::{Graded, after_end_matters};
use crate::digest::{Digest, Digester};
use crate::model::{Assignment, Case, ExtraLines, Player};
use crate::record::{Basis, CaseBasis};

/// What a grade rests on. `cases` are the digests of the cases' files.
pub(in crate::pipeline) fn basis_of(
    assignment: &Assignment,
    expectations: &Expectations,
    submission: SubmissionDigests,
    cases: &[Digest],
    graded: &Graded,
) -> Option<Basis> {
    let input_variant = expectations.input_variants.get(graded.input_variant)?;
    let digests = digests_of(assignment, input_variant, cases);
    let cases = assignment.cases.iter().zip(digests).zip(&graded.whole_runs);
    let cases = cases.map(|((case, digest), is_whole)| {
        let id = case.id.clone();
        CaseBasis { id, digest, is_whole: *is_whole }
    });
    let shared = submission.without_cases;
    Some(Basis { shared, input_variant: graded.input_variant, cases: cases.collect() })
}

/// For each case the digest of its files, and of what it takes from other cases.
pub(super) fn digests_of(
    assignment: &Assignment,
    input_variant: &InputVariant,
    files: &[Digest],
) -> Vec<Digest> {
    let cases = || assignment.cases.iter().enumerate().zip(files);
    // What calls functions is linked together, each with a number of its own.
    let functions = cases().filter(|((_, case), _)| case.function.is_some());
    let functions = functions.fold(Digester::default(), |all, ((index, _), file)| {
        all.with(&index.to_le_bytes()).with(file.as_bytes())
    });
    let functions = functions.digest();
    let digest = |((index, case), file): ((usize, &Case), &Digest)| {
        let mut digester = Digester::default().with(file.as_bytes());
        if case.function.is_some() {
            return digester.with(&index.to_le_bytes()).with(functions.as_bytes()).digest();
        }
        // What the reference says in another case is no chatter, where chatter is allowed.
        if allows_chatter(assignment, index, case) {
            for message in &input_variant.messages {
                digester = digester.with(message.as_bytes());
            }
        }
        // What it asks in another case is no question of a program's own.
        for known in own_questions::known(&case.answers, &input_variant.prompts) {
            digester = digester.with(known.asks.as_str().as_bytes());
        }
        digester.digest()
    };
    cases().map(digest).collect()
}

fn allows_chatter(assignment: &Assignment, index: usize, case: &Case) -> bool {
    let own = assignment.own_comparisons(index).map(|(_, comparison)| comparison);
    let mut all = own.chain([&case.comparison]);
    all.any(|comparison| comparison.extra_lines == ExtraLines::Allow)
}

/// For each case, whether a grade will hold all that is known of its run. Nobody has put the questions of a program's own back
/// into the runs yet.
pub(in crate::pipeline) fn whole_runs(
    assignment: &Assignment,
    input_variant: &InputVariant,
    all: &[CaseRun],
) -> Vec<bool> {
    let end_matters = after_end_matters(all);
    let cases = assignment.cases.iter().zip(&input_variant.cases).zip(all);
    let is_whole = |((case, (_, expected)), ran): ((&Case, &ScriptedCase), &CaseRun)| {
        let mut judgements = ran.own.iter().map(|own| &own.judgement).chain([&ran.judgement]);
        let is_decided = !judgements.any(|judgement| judgement.verdict.is_undecided());
        // Of several games that may end in several ways, only the one that counts is kept.
        let is_known = !(end_matters && matches!(case.player, Player::Policy { .. }));
        let is_expected_as_ever = !case.plays_script() || ran.expected == *expected;
        is_decided && is_known && is_expected_as_ever && !ran.shows_questions() && !ran.on_terminal
    };
    cases.map(is_whole).collect()
}
