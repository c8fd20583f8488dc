//! From what was seen and compared to a verdict. The only place where the two meet.

use crate::compare::{Compared, Outcome};
use crate::model::{Crash, Difference, Exit, ExitRule, Judgement, Limit, Observation, Verdict};

/// The verdict on one run.
///
/// How a program ended decides before what it printed: a crash after the right output is still a crash, unless only a part of
/// the game was judged that was over by then. `fault` is the failure of which the simulator that ran it told.
pub(crate) fn judge(
    seen: &Observation,
    fault: Option<String>,
    compared: Compared,
    rule: ExitRule,
) -> Judgement {
    let Compared { outcome, mut difference, parts, mut remarks, share, stands } = compared;
    let verdict = match (seen.exit, fault) {
        // The filter ends a program that makes a forbidden call with this signal.
        (Exit::Signal(libc::SIGSYS), _) => Verdict::ForbiddenCall,
        _ if stands => compared_verdict(outcome),
        (Exit::Stopped(limit), _) => stopped(limit, seen.saw_eof),
        // What a shell says of such a program.
        (Exit::NotStarted, _) => Verdict::RuntimeError(Crash::Code(126)),
        (Exit::Signal(signal), _) => Verdict::RuntimeError(Crash::Signal(signal)),
        (Exit::Code(_), Some(words)) => Verdict::RuntimeError(Crash::Fault(words)),
        (Exit::Code(code), None) if code != 0 && rule == ExitRule::Zero => {
            Verdict::RuntimeError(Crash::Code(code))
        }
        (Exit::Code(code), None) if is_another(code, rule) => {
            let sentence = another_code(code, rule);
            match &difference {
                // What was printed is wrong besides, and told first.
                Some(_) => remarks.push(sentence),
                None => difference = Some(Difference::in_words(&sentence)),
            }
            Verdict::WrongAnswer
        }
        (Exit::Code(code), None) => {
            if code != 0 && rule == ExitRule::Any {
                remarks.push(format!(
                    "The program ended with exit code {code}; 0 would say that all went well."
                ));
            }
            compared_verdict(outcome)
        }
    };
    // However much was right before: who crashes or ends otherwise than asked for has not earned it.
    let share = share.filter(|_| verdict == compared_verdict(outcome));
    Judgement { verdict, difference, parts, share, remarks, hints: Vec::new() }
}

/// Whether another code alone is right.
fn is_another(code: i32, rule: ExitRule) -> bool {
    matches!(rule, ExitRule::Only(wanted) if wanted != code)
}

fn another_code(code: i32, rule: ExitRule) -> String {
    let wanted = match rule {
        ExitRule::Only(wanted) => wanted,
        ExitRule::Any | ExitRule::Zero => 0,
    };
    format!("Your program ended with exit code {code}, and here it must end with {wanted}.")
}

/// A program that was told of the end of input and then had to be stopped did not notice that the game was over.
fn stopped(limit: Limit, saw_eof: bool) -> Verdict {
    match limit {
        Limit::Reads | Limit::AfterEnd => Verdict::ReadPastEnd,
        Limit::Cpu | Limit::Wall | Limit::Output if saw_eof => Verdict::ReadPastEnd,
        Limit::Cpu | Limit::Wall => Verdict::TimeLimit,
        Limit::Output => Verdict::OutputLimit,
        Limit::FileSize => Verdict::RuntimeError(Crash::Signal(libc::SIGXFSZ)),
        Limit::Memory => Verdict::MemoryLimit,
    }
}

fn compared_verdict(outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Equal => Verdict::Accepted,
        Outcome::Presentation => Verdict::PresentationError,
        Outcome::Different | Outcome::NotShown => Verdict::WrongAnswer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ObservedTurn;

    fn verdict(exit: Exit, saw_eof: bool, outcome: Outcome, rule: ExitRule) -> Verdict {
        let seen = Observation { saw_eof, ..Observation::new(vec![ObservedTurn::default()], exit) };
        judge(&seen, None, Compared::new(outcome), rule).verdict
    }

    #[test]
    fn what_was_over_before_a_crash_stands_unless_the_call_was_forbidden() {
        let verdict = |signal: i32, outcome: Outcome| {
            let seen = Observation::new(vec![ObservedTurn::default()], Exit::Signal(signal));
            let compared = Compared { stands: true, ..Compared::new(outcome) };
            judge(&seen, None, compared, ExitRule::Any).verdict
        };
        assert_eq!(verdict(libc::SIGFPE, Outcome::Equal), Verdict::Accepted);
        assert_eq!(verdict(libc::SIGFPE, Outcome::NotShown), Verdict::WrongAnswer);
        assert_eq!(verdict(libc::SIGSYS, Outcome::Equal), Verdict::ForbiddenCall);
    }

    #[test]
    fn a_crash_after_the_right_output_is_a_runtime_error() {
        let seen = verdict(Exit::Signal(11), false, Outcome::Equal, ExitRule::Any);
        assert_eq!(seen, Verdict::RuntimeError(Crash::Signal(11)));
    }

    #[test]
    fn an_exit_code_is_accepted_unless_the_rubric_demands_zero() {
        assert_eq!(verdict(Exit::Code(1), false, Outcome::Equal, ExitRule::Any), Verdict::Accepted);
        let strict = verdict(Exit::Code(1), false, Outcome::Equal, ExitRule::Zero);
        assert_eq!(strict, Verdict::RuntimeError(Crash::Code(1)));
    }

    #[test]
    fn where_one_code_is_right_every_other_is_wrong_and_the_sentence_says_so() {
        let only = ExitRule::Only(2);
        assert_eq!(verdict(Exit::Code(2), false, Outcome::Equal, only), Verdict::Accepted);
        assert_eq!(verdict(Exit::Code(0), false, Outcome::Equal, only), Verdict::WrongAnswer);
        assert_eq!(verdict(Exit::Code(2), false, Outcome::Different, only), Verdict::WrongAnswer);
        let zero = verdict(Exit::Code(1), false, Outcome::Presentation, ExitRule::Only(0));
        assert_eq!(zero, Verdict::WrongAnswer);
        let seen = Observation::new(vec![ObservedTurn::default()], Exit::Code(2));
        let judged = judge(&seen, None, Compared::new(Outcome::Equal), only);
        assert_eq!(judged.remarks, [""; 0]);
        let seen = Observation::new(vec![ObservedTurn::default()], Exit::Code(3));
        let judged = judge(&seen, None, Compared::new(Outcome::Equal), only);
        let sentence = judged.difference.unwrap().sentence;
        assert_eq!(sentence, "Your program ended with exit code 3, and here it must end with 2.");
    }

    #[test]
    fn whoever_was_told_of_the_end_and_had_to_be_stopped_read_past_the_end() {
        for limit in [Limit::Cpu, Limit::Wall, Limit::Output] {
            let told = verdict(Exit::Stopped(limit), true, Outcome::Equal, ExitRule::Any);
            assert_eq!(told, Verdict::ReadPastEnd);
        }
        let untold = verdict(Exit::Stopped(Limit::Output), false, Outcome::Equal, ExitRule::Any);
        assert_eq!(untold, Verdict::OutputLimit);
    }
}
