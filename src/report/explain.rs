//! Verdicts in words that someone understands who has programmed for six weeks.

use std::borrow::Cow;
use std::time::Duration;

use crate::model::{Crash, Exit, Judgement, Limit, Observation, RunLimits, Verdict};

/// A verdict in two or three words.
pub(super) fn label(verdict: &Verdict) -> Cow<'static, str> {
    Cow::Borrowed(match verdict {
        Verdict::Accepted => "right",
        Verdict::PresentationError => "only white space differs",
        Verdict::WrongAnswer => "wrong answer",
        Verdict::RuntimeError(Crash::Signal(signal)) => {
            return format!("crash ({})", signal_name(*signal)).into();
        }
        Verdict::RuntimeError(Crash::Code(code)) => return format!("exit code {code}").into(),
        Verdict::RuntimeError(Crash::Fault(_)) => "error while it ran",
        Verdict::TimeLimit => "did not finish in time",
        Verdict::MemoryLimit => "too much memory",
        Verdict::OutputLimit => "too much output",
        Verdict::ReadPastEnd => "did not stop",
        Verdict::ForbiddenCall => "forbidden call",
        Verdict::NotRun(_) => "not run",
        Verdict::Ungraded(_) => "not graded",
    })
}

/// What a verdict means, in a sentence or two.
pub(super) fn meaning(verdict: &Verdict) -> Cow<'static, str> {
    Cow::Borrowed(match verdict {
        Verdict::Accepted => "Your program did what was asked.",
        Verdict::PresentationError => {
            "Your program printed the right characters; only blanks and line breaks differ."
        }
        Verdict::WrongAnswer => "Your program printed something else than what was asked.",
        Verdict::RuntimeError(Crash::Signal(signal)) => return crash(*signal).into(),
        Verdict::RuntimeError(Crash::Code(code)) => return exit_code(*code).into(),
        Verdict::RuntimeError(Crash::Fault(words)) => return fault(words).into(),
        Verdict::TimeLimit => {
            "Your program was still running when its time was up; most often that is a loop that \
             never ends."
        }
        Verdict::MemoryLimit => {
            "Your program used more memory than it may; most often that is a container that grows \
             in a loop that never ends, or an array that is far too large."
        }
        Verdict::OutputLimit => {
            "Your program printed far more than was asked for and was stopped; most often that is \
             a loop that never ends."
        }
        Verdict::ReadPastEnd => {
            "Your program asked for more input after the script had ended and did not stop: it did \
             not notice that it should have ended."
        }
        Verdict::ForbiddenCall => {
            "Your program asked the operating system for something that no assignment needs, such \
             as starting another program or opening a connection, and was stopped."
        }
        Verdict::NotRun(reason) | Verdict::Ungraded(reason) => return reason.clone().into(),
    })
}

/// Why a judgement is not "accepted", in the one sentence that tells most; none if it is.
pub(super) fn reason(judgement: &Judgement) -> Option<Cow<'_, str>> {
    match (&judgement.verdict, &judgement.difference) {
        (Verdict::Accepted, _) => None,
        (_, Some(difference)) if difference.tells_end => Some(difference.sentence.as_str().into()),
        (Verdict::WrongAnswer | Verdict::PresentationError, Some(difference)) => {
            Some(difference.sentence.as_str().into())
        }
        (verdict, _) => Some(meaning(verdict)),
    }
}

/// The numbers behind a limit; none if no limit was met.
pub(super) fn figures(seen: &Observation, limits: &RunLimits) -> Option<String> {
    let Exit::Stopped(limit) = seen.exit else { return None };
    let allowed = match limit {
        Limit::Cpu => seconds(limits.cpu),
        Limit::Wall => seconds(limits.wall),
        Limit::Memory => bytes(limits.memory),
        Limit::Output | Limit::FileSize => bytes(limits.output),
        Limit::AfterEnd => format!("{:.2} s", limits.after_end?.as_secs_f64()),
        Limit::Reads => return None,
    };
    Some(format!("{}; the limit is {allowed}.", used(limit, seen)))
}

fn used(limit: Limit, seen: &Observation) -> String {
    let cpu = seconds(seen.usage.cpu);
    match limit {
        Limit::Cpu => format!("It had computed for {cpu}"),
        Limit::Wall => {
            format!("{} had passed, of which it computed for {cpu}", seconds(seen.usage.wall))
        }
        Limit::Memory => "It asked for more memory".to_owned(),
        Limit::Output => "It went on printing".to_owned(),
        Limit::FileSize => "It wrote a file that is too large".to_owned(),
        Limit::Reads => "It went on reading".to_owned(),
        Limit::AfterEnd => {
            "It had computed in silence since it was told that its input had ended".to_owned()
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn bytes(amount: u64) -> String {
    bytesize::ByteSize::b(amount).display().iec().to_string()
}

fn exit_code(code: i32) -> String {
    if code == 126 {
        return "The system could not start what the compiler made of your sources (exit code 126).".to_owned();
    }
    format!(
        "Your program ended with exit code {code}; a program that succeeds ends with `return 0;`."
    )
}

fn fault(words: &str) -> String {
    format!("Your program failed while it ran: {words}.")
}

fn crash(signal: i32) -> String {
    let cause = match signal {
        libc::SIGSEGV => {
            "it used memory that is not its own, usually through a wrong index or a function that calls itself without end"
        }
        libc::SIGBUS => "it used memory that does not exist",
        libc::SIGFPE => "it divided by zero (`/` or `%`)",
        libc::SIGABRT => {
            "it gave up by itself, usually because of an exception or a failed `assert`"
        }
        libc::SIGILL | libc::SIGTRAP => {
            "it ran into code that must never run, usually behind a missing `return`"
        }
        libc::SIGKILL => "it was killed, and not by the grader",
        libc::SIGPIPE => "it wrote to something that had been closed",
        _ => "a signal ended it",
    };
    format!("Your program crashed ({}): {cause}.", signal_name(signal))
}

/// A signal's name.
pub(super) fn signal_name(signal: i32) -> Cow<'static, str> {
    Cow::Borrowed(match signal {
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGUSR1 => "SIGUSR1",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGUSR2 => "SIGUSR2",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        libc::SIGTERM => "SIGTERM",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        libc::SIGSYS => "SIGSYS",
        other => return format!("signal {other}").into(),
    })
}

/// The limit's name in JSON.
pub(super) fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Cpu => "cpu",
        Limit::Wall => "wall",
        Limit::Memory => "memory",
        Limit::Output => "output",
        Limit::FileSize => "file-size",
        Limit::Reads => "reads",
        Limit::AfterEnd => "after-end",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_names_its_signal_and_the_likely_cause() {
        let segv = meaning(&Verdict::RuntimeError(Crash::Signal(libc::SIGSEGV)));
        assert!(segv.starts_with("Your program crashed (SIGSEGV): it used memory"), "{segv}");
        let zero = meaning(&Verdict::RuntimeError(Crash::Signal(libc::SIGFPE)));
        assert!(zero.contains("divided by zero"), "{zero}");
        assert_eq!(signal_name(40), "signal 40");
    }

    #[test]
    fn reading_past_the_end_is_told_as_a_game_that_was_not_noticed_to_be_over() {
        assert!(
            meaning(&Verdict::ReadPastEnd).contains("did not notice that it should have ended")
        );
    }
}
