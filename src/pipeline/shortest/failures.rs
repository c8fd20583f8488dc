//! For which failures of a submission a shorter game is looked for: one for each way of failing, in a case that students may see.

use std::cmp::Reverse;

use super::super::case_run::CaseRun;
use super::super::told::in_general;
use crate::model::{
    Assignment, Case, Comparison, Invocation, Judgement, Player, Scope, Verdict, Visibility,
};

/// A case that stands for all that fail as it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pipeline) struct Failure {
    /// The case's place.
    pub(in crate::pipeline) index: usize,
    /// How many cases fail so.
    cases: usize,
}

/// How a judgement fails: with this verdict, for this reason.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault<'j> {
    verdict: &'j Verdict,
    /// The name of the probable cause; none if it is not known.
    pub(super) mistake: Option<&'static str>,
    /// What is said of it where the cause is not known, without what is only of one game.
    sentence: String,
}

impl<'j> Fault<'j> {
    /// The fault of a judgement with these hints.
    pub(super) fn new(judgement: &'j Judgement, mistake: Option<&'static str>) -> Fault<'j> {
        let sentence = judgement.difference.as_ref().map(|it| it.sentence.as_str());
        let sentence = sentence.filter(|_| mistake.is_none()).map(in_general);
        Fault { verdict: &judgement.verdict, mistake, sentence: sentence.unwrap_or_default() }
    }

    /// The fault of a judgement that has its hints.
    pub(super) fn of(judgement: &'j Judgement) -> Fault<'j> {
        Fault::new(judgement, judgement.hints.first().map(|hint| hint.mistake))
    }
}

/// The failures, those of most cases first; of each the case with the shortest script.
pub(in crate::pipeline) fn failures(assignment: &Assignment, ran: &[CaseRun]) -> Vec<Failure> {
    let mut found: Vec<(Fault<'_>, Failure)> = Vec::new();
    for (index, ran_case) in ran.iter().enumerate() {
        if !is_looked_at(assignment, index, ran_case) {
            continue;
        }
        let fault = Fault::of(&ran_case.judgement);
        match found.iter_mut().find(|(known, _)| *known == fault) {
            Some((_, failure)) => {
                failure.cases += 1;
                if ran_case.input.len() < ran[failure.index].input.len() {
                    failure.index = index;
                }
            }
            None => found.push((fault, Failure { index, cases: 1 })),
        }
    }
    let mut failures: Vec<Failure> = found.into_iter().map(|(_, failure)| failure).collect();
    failures.sort_by_key(|failure| Reverse(failure.cases));
    failures
}

/// Whether a shorter game of this case can be made, and may be shown.
fn is_looked_at(assignment: &Assignment, index: usize, ran: &CaseRun) -> bool {
    let case = &assignment.cases[index];
    let mut rules = assignment.own_comparisons(index).map(|(_, rule)| rule);
    case.visibility == Visibility::Full
        && is_a_plain_game(case)
        && is_compared_with_the_game(&case.comparison)
        && rules.all(is_compared_with_the_game)
        && ran.observation.as_ref().is_some_and(|seen| seen.synchronised)
        && !ran.shows_questions()
        && has_a_fault_of_its_own(&ran.judgement.verdict)
}

/// Whether another script than the case's own makes no difference to what is asked of programs.
fn is_a_plain_game(case: &Case) -> bool {
    case.plays_script()
        && case.whole_input.is_none()
        && !case.end_of_input
        && case.interaction.is_none()
        && case.invocation == Invocation::default()
        && !case.asks_for_more()
        && !matches!(case.player, Player::Policy { .. })
}

fn is_compared_with_the_game(rule: &Comparison) -> bool {
    rule.scope != Scope::Output && rule.checker.is_none() && rule.interactor.is_none()
}

/// What takes all of a limit takes it in every game: nobody waits for hundreds of them.
fn has_a_fault_of_its_own(verdict: &Verdict) -> bool {
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
    use crate::model::Difference;

    fn said(sentence: &str) -> Judgement {
        let difference = Some(Difference::in_words(sentence));
        Judgement { difference, ..Judgement::new(Verdict::WrongAnswer) }
    }

    #[test]
    fn where_the_cause_is_not_known_the_same_is_what_is_said_of_other_squares() {
        let one = said("After input 3 (`5`), `X wins!` is expected, but your program printed `?`.");
        let same =
            said("After input 12 (`7`), `O wins!` is expected, but your program printed ``.");
        let other = said("Your program printed nothing after input 3.");
        assert_eq!(Fault::of(&one), Fault::of(&same));
        assert_ne!(Fault::of(&one), Fault::of(&other));
        assert_eq!(Fault::new(&one, Some("draw-late")), Fault::new(&other, Some("draw-late")));
        assert_ne!(Fault::new(&one, Some("draw-late")), Fault::of(&one));
    }
}
