//! From what was seen and compared to a verdict. The only place where the two meet.

use crate::compare::{ComparisonOutcome, ComparisonResult};
use model::{
    CrashCause, Exit, ExitRule, Judgement, LimitKind, Observation, TranscriptDifference, Verdict,
};

/// The verdict on one run.
///
/// How a program ended decides before what it printed: a crash after the right output is still a crash, unless only a part of
/// the game was judged that was over by then. `fault` is the failure of which the simulator that ran it told.
pub fn judge_run(
    seen: &Observation,
    fault: Option<String>,
    compared: ComparisonResult,
    rule: ExitRule,
) -> Judgement {
    let ComparisonResult {
        outcome,
        mut difference,
        parts,
        mut remarks,
        share,
        regardless_of_exit: stands,
    } = compared;
    let verdict = match (seen.exit, fault) {
        // The filter ends a program that makes a forbidden call with this signal.
        (Exit::Signal(libc::SIGSYS), _) => Verdict::ForbiddenCall,
        _ if stands => verdict_from_outcome(outcome),
        (Exit::Stopped(limit), _) => verdict_at_limit(limit, seen.saw_eof),
        // What a shell says of such a program.
        (Exit::NotStarted, _) => Verdict::RuntimeError(CrashCause::Code(126)),
        (Exit::Signal(signal), _) => Verdict::RuntimeError(CrashCause::Signal(signal)),
        (Exit::Code(_), Some(words)) => Verdict::RuntimeError(CrashCause::Fault(words)),
        (Exit::Code(code), None) if code != 0 && rule == ExitRule::Zero => {
            Verdict::RuntimeError(CrashCause::Code(code))
        }
        (Exit::Code(code), None) if is_wrong_exit_code(code, rule) => {
            let sentence = describe_wrong_exit_code(code, rule);
            match &difference {
                // What was printed is wrong besides, and told first.
                Some(_) => remarks.push(sentence),
                None => difference = Some(TranscriptDifference::from_sentence(&sentence)),
            }
            Verdict::WrongAnswer
        }
        (Exit::Code(code), None) => {
            if code != 0 && rule == ExitRule::Any {
                remarks.push(format!(
                    "The program ended with exit code {code}; 0 would say that all went well."
                ));
            }
            verdict_from_outcome(outcome)
        }
    };
    // However much was right before: who crashes or ends otherwise than asked for has not earned it.
    let share = share.filter(|_| verdict == verdict_from_outcome(outcome));
    Judgement {
        verdict,
        difference,
        parts,
        share,
        remarks,
        hints: Vec::new(),
    }
}

/// Whether another code alone is right.
fn is_wrong_exit_code(code: i32, rule: ExitRule) -> bool {
    matches!(rule, ExitRule::Only(_) | ExitRule::NonZero) && !rule.allows(code)
}

fn describe_wrong_exit_code(code: i32, rule: ExitRule) -> String {
    let wanted = match rule {
        ExitRule::Only(wanted) => wanted,
        ExitRule::Any | ExitRule::Zero => 0,
        ExitRule::NonZero => {
            return format!(
                "Your program ended with exit code {code}, and here it must end with another one, such as 1."
            );
        }
    };
    format!("Your program ended with exit code {code}, and here it must end with {wanted}.")
}

/// A program that was told of the end of input and then had to be stopped did not notice that the game was over.
fn verdict_at_limit(limit: LimitKind, saw_eof: bool) -> Verdict {
    match limit {
        LimitKind::Reads | LimitKind::AfterEnd => Verdict::ReadPastEnd,
        LimitKind::Cpu | LimitKind::Wall | LimitKind::Output if saw_eof => Verdict::ReadPastEnd,
        LimitKind::Cpu | LimitKind::Wall => Verdict::TimeLimit,
        LimitKind::Output => Verdict::OutputLimit,
        LimitKind::FileSize => Verdict::RuntimeError(CrashCause::Signal(libc::SIGXFSZ)),
        LimitKind::Memory => Verdict::MemoryLimit,
    }
}

fn verdict_from_outcome(outcome: ComparisonOutcome) -> Verdict {
    match outcome {
        ComparisonOutcome::Equal => Verdict::Accepted,
        ComparisonOutcome::Presentation => Verdict::PresentationError,
        ComparisonOutcome::Different | ComparisonOutcome::NotReached => Verdict::WrongAnswer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ObservedTurn;

    fn verdict(exit: Exit, saw_eof: bool, outcome: ComparisonOutcome, rule: ExitRule) -> Verdict {
        let seen = Observation {
            saw_eof,
            ..Observation::new(vec![ObservedTurn::default()], exit)
        };
        judge_run(&seen, None, ComparisonResult::new(outcome), rule).verdict
    }

    #[test]
    fn what_was_over_before_a_crash_stands_unless_the_call_was_forbidden() {
        let verdict = |signal: i32, outcome: ComparisonOutcome| {
            let seen = Observation::new(vec![ObservedTurn::default()], Exit::Signal(signal));
            let compared = ComparisonResult {
                regardless_of_exit: true,
                ..ComparisonResult::new(outcome)
            };
            judge_run(&seen, None, compared, ExitRule::Any).verdict
        };
        assert_eq!(
            verdict(libc::SIGFPE, ComparisonOutcome::Equal),
            Verdict::Accepted
        );
        assert_eq!(
            verdict(libc::SIGFPE, ComparisonOutcome::NotReached),
            Verdict::WrongAnswer
        );
        assert_eq!(
            verdict(libc::SIGSYS, ComparisonOutcome::Equal),
            Verdict::ForbiddenCall
        );
    }

    #[test]
    fn a_crash_after_the_right_output_is_a_runtime_error() {
        let seen = verdict(
            Exit::Signal(11),
            false,
            ComparisonOutcome::Equal,
            ExitRule::Any,
        );
        assert_eq!(seen, Verdict::RuntimeError(CrashCause::Signal(11)));
    }

    #[test]
    fn an_exit_code_is_accepted_unless_the_rubric_demands_zero() {
        assert_eq!(
            verdict(
                Exit::Code(1),
                false,
                ComparisonOutcome::Equal,
                ExitRule::Any
            ),
            Verdict::Accepted
        );
        let strict = verdict(
            Exit::Code(1),
            false,
            ComparisonOutcome::Equal,
            ExitRule::Zero,
        );
        assert_eq!(strict, Verdict::RuntimeError(CrashCause::Code(1)));
    }

    #[test]
    fn where_one_code_is_right_every_other_is_wrong_and_the_sentence_says_so() {
        let is_right = |code| ExitRule::NonZero.allows(code);
        assert_eq!([0, 1, 255].map(is_right), [false, true, true]);
        let only = ExitRule::Only(2);
        assert_eq!(
            verdict(Exit::Code(2), false, ComparisonOutcome::Equal, only),
            Verdict::Accepted
        );
        assert_eq!(
            verdict(Exit::Code(0), false, ComparisonOutcome::Equal, only),
            Verdict::WrongAnswer
        );
        assert_eq!(
            verdict(Exit::Code(2), false, ComparisonOutcome::Different, only),
            Verdict::WrongAnswer
        );
        let zero = verdict(
            Exit::Code(1),
            false,
            ComparisonOutcome::Presentation,
            ExitRule::Only(0),
        );
        assert_eq!(zero, Verdict::WrongAnswer);
        let seen = Observation::new(vec![ObservedTurn::default()], Exit::Code(2));
        let judged = judge_run(
            &seen,
            None,
            ComparisonResult::new(ComparisonOutcome::Equal),
            only,
        );
        assert_eq!(judged.remarks, [""; 0]);
        let seen = Observation::new(vec![ObservedTurn::default()], Exit::Code(3));
        let judged = judge_run(
            &seen,
            None,
            ComparisonResult::new(ComparisonOutcome::Equal),
            only,
        );
        let sentence = judged.difference.unwrap().sentence;
        assert_eq!(
            sentence,
            "Your program ended with exit code 3, and here it must end with 2."
        );
    }

    #[test]
    fn whoever_was_told_of_the_end_and_had_to_be_stopped_read_past_the_end() {
        for limit in [LimitKind::Cpu, LimitKind::Wall, LimitKind::Output] {
            let told = verdict(
                Exit::Stopped(limit),
                true,
                ComparisonOutcome::Equal,
                ExitRule::Any,
            );
            assert_eq!(told, Verdict::ReadPastEnd);
        }
        let untold = verdict(
            Exit::Stopped(LimitKind::Output),
            false,
            ComparisonOutcome::Equal,
            ExitRule::Any,
        );
        assert_eq!(untold, Verdict::OutputLimit);
    }
}
