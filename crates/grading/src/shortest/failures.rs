//! The failures for which a shorter game is searched: one for each way of failing, in a case that students may see.

use std::cmp::Reverse;

use crate::case_run::CaseRun;
use crate::prepared_case::{CaseKind, PreparedCase};
use crate::short_games::generalise_sentence;
use model::{CaseVisibility, Comparison, ComparisonScope, Invocation, Judgement, Verdict};

/// A case that stands for all that fail as it does.
#[derive(Clone, Copy)]
pub(crate) struct ShortestFailure<'r> {
    pub(crate) ran: &'r CaseRun,
    /// How many cases fail so.
    cases: usize,
}

/// How a judgement fails: with this verdict, for this reason.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FailureReason<'j> {
    verdict: &'j Verdict,
    /// The name of the probable cause; none if it is not known.
    pub(super) mistake: Option<&'static str>,
    /// What is said of it where the cause is not known, without what is only of one game.
    sentence: String,
}

impl<'j> FailureReason<'j> {
    /// The fault of a judgement with these hints.
    pub(super) fn new(
        judgement: &'j Judgement,
        mistake: Option<&'static str>,
    ) -> FailureReason<'j> {
        let sentence = judgement.difference.as_ref().map(|it| it.sentence.as_str());
        let sentence = sentence
            .filter(|_| mistake.is_none())
            .map(generalise_sentence);
        FailureReason {
            verdict: &judgement.verdict,
            mistake,
            sentence: sentence.unwrap_or_default(),
        }
    }

    /// The fault of a judgement that has its hints.
    pub(super) fn from_judgement(judgement: &'j Judgement) -> FailureReason<'j> {
        FailureReason::new(judgement, judgement.hints.first().map(|hint| hint.mistake))
    }
}

/// The failures, those of most cases first; of each the case with the shortest script.
pub(crate) fn group_failures(all: &[CaseRun]) -> Vec<ShortestFailure<'_>> {
    let mut found: Vec<(FailureReason<'_>, ShortestFailure<'_>)> = Vec::new();
    for ran in all {
        if !can_be_shortened(ran) {
            continue;
        }
        let fault = FailureReason::from_judgement(&ran.judgement);
        match found.iter_mut().find(|(known, _)| *known == fault) {
            Some((_, failure)) => {
                failure.cases += 1;
                if ran.input.len() < failure.ran.input.len() {
                    failure.ran = ran;
                }
            }
            None => found.push((fault, ShortestFailure { ran, cases: 1 })),
        }
    }
    let mut failures: Vec<ShortestFailure<'_>> =
        found.into_iter().map(|(_, failure)| failure).collect();
    failures.sort_by_key(|failure| Reverse(failure.cases));
    failures
}

/// Whether a shorter game of this case can be made, and may be shown.
fn can_be_shortened(ran: &CaseRun) -> bool {
    ran.case.spec.visibility == CaseVisibility::Full
        && is_plain_game(&ran.case)
        && ran.case.all_comparisons().all(is_compared_with_game)
        && ran
            .observation
            .as_ref()
            .is_some_and(|seen| seen.synchronised)
        && !ran.shows_questions()
        && is_cheap_failure(&ran.judgement.verdict)
}

/// Whether another script than the case's own makes no difference to what is asked of programs.
fn is_plain_game(case: &PreparedCase) -> bool {
    matches!(case.kind, CaseKind::Script)
        && !case.spec.end_of_input
        && case.spec.invocation == Invocation::default()
        && !case.spec.checks_more_than_stdout()
        && !case.has_policy()
}

fn is_compared_with_game(rule: &Comparison) -> bool {
    rule.scope != ComparisonScope::Output && rule.checker.is_none() && rule.referee.is_none()
}

/// What takes all of a limit takes it in every game: nobody waits for hundreds of them.
fn is_cheap_failure(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::PresentationError
        | Verdict::WrongAnswer
        | Verdict::RuntimeError(_)
        | Verdict::OutputLimit
        | Verdict::ReadPastEnd
        | Verdict::ForbiddenCall => true,
        Verdict::Accepted
        | Verdict::TimeLimit
        | Verdict::MemoryLimit
        | Verdict::NotRun(_)
        | Verdict::Ungraded(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::TranscriptDifference;

    fn said(sentence: &str) -> Judgement {
        let difference = Some(TranscriptDifference::from_sentence(sentence));
        Judgement {
            difference,
            ..Judgement::new(Verdict::WrongAnswer)
        }
    }

    #[test]
    fn where_the_cause_is_not_known_the_same_is_what_is_said_of_other_squares() {
        let one = said("After input 3 (`5`), `X wins!` is expected, but your program printed `?`.");
        let same =
            said("After input 12 (`7`), `O wins!` is expected, but your program printed ``.");
        let other = said("Your program printed nothing after input 3.");
        assert_eq!(
            FailureReason::from_judgement(&one),
            FailureReason::from_judgement(&same)
        );
        assert_ne!(
            FailureReason::from_judgement(&one),
            FailureReason::from_judgement(&other)
        );
        assert_eq!(
            FailureReason::new(&one, Some("draw-late")),
            FailureReason::new(&other, Some("draw-late"))
        );
        assert_ne!(
            FailureReason::new(&one, Some("draw-late")),
            FailureReason::from_judgement(&one)
        );
    }
}
