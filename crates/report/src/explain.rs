//! Verdicts in words that someone understands who has programmed for six weeks.

use std::borrow::Cow;
use std::time::Duration;

use model::{CrashCause, Exit, Judgement, LimitKind, Observation, RunLimits, Verdict};

/// A verdict in two or three words.
pub(super) fn verdict_label(verdict: &Verdict) -> Cow<'static, str> {
    Cow::Borrowed(match verdict {
        Verdict::Accepted => "right",
        Verdict::PresentationError => "only white space differs",
        Verdict::WrongAnswer => "wrong answer",
        Verdict::RuntimeError(CrashCause::Signal(signal)) => {
            return format!("crash ({})", signal_name(*signal)).into();
        }
        Verdict::RuntimeError(CrashCause::Code(code)) => return format!("exit code {code}").into(),
        Verdict::RuntimeError(CrashCause::Fault(_)) => "error while it ran",
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
pub(super) fn verdict_meaning(verdict: &Verdict) -> Cow<'static, str> {
    Cow::Borrowed(match verdict {
        Verdict::Accepted => "Your program did what was asked.",
        Verdict::PresentationError => {
            "Your program printed the right characters; only blanks and line breaks differ."
        }
        Verdict::WrongAnswer => "Your program printed something else than what was asked.",
        Verdict::RuntimeError(CrashCause::Signal(signal)) => return explain_crash(*signal).into(),
        Verdict::RuntimeError(CrashCause::Code(code)) => return explain_exit_code(*code).into(),
        Verdict::RuntimeError(CrashCause::Fault(words)) => return explain_fault(words).into(),
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
            "Your program asked for more input after the end of the input, and did not stop: it did \
             not notice that it should have ended."
        }
        Verdict::ForbiddenCall => {
            "Your program tried something that no assignment needs, such as to start another \
             program or to open a connection. It was stopped."
        }
        Verdict::NotRun(reason) | Verdict::Ungraded(reason) => return reason.clone().into(),
    })
}

/// Why a judgement is not "accepted", in the one sentence that tells most; none if it is.
pub(super) fn judgement_reason(judgement: &Judgement) -> Option<Cow<'_, str>> {
    match (&judgement.verdict, &judgement.difference) {
        (Verdict::Accepted, _) => None,
        (_, Some(difference)) if difference.tells_end => Some(difference.sentence.as_str().into()),
        (Verdict::WrongAnswer | Verdict::PresentationError, Some(difference)) => {
            Some(difference.sentence.as_str().into())
        }
        (verdict, _) => Some(verdict_meaning(verdict)),
    }
}

/// The numbers behind a limit; none if no limit was met.
pub(super) fn limit_figures(seen: &Observation, limits: &RunLimits) -> Option<String> {
    let Exit::Stopped(limit) = seen.exit else {
        return None;
    };
    let allowed = match limit {
        LimitKind::Cpu => format_seconds(limits.cpu),
        LimitKind::Wall => format_seconds(limits.wall),
        LimitKind::Memory => format_bytes(limits.memory),
        LimitKind::Output | LimitKind::FileSize => format_bytes(limits.output),
        LimitKind::AfterEnd => format!("{:.2} s", limits.after_end?.as_secs_f64()),
        LimitKind::Reads => return None,
    };
    Some(format!(
        "{}; the limit is {allowed}.",
        describe_usage(limit, seen)
    ))
}

fn describe_usage(limit: LimitKind, seen: &Observation) -> String {
    let cpu = format_seconds(seen.usage.cpu);
    match limit {
        LimitKind::Cpu => format!("It had computed for {cpu}"),
        LimitKind::Wall => {
            format!(
                "{} had passed, of which it computed for {cpu}",
                format_seconds(seen.usage.wall)
            )
        }
        LimitKind::Memory => "It asked for more memory".to_owned(),
        LimitKind::Output => "It went on printing".to_owned(),
        LimitKind::FileSize => "It wrote a file that is too large".to_owned(),
        LimitKind::Reads => "It went on reading".to_owned(),
        LimitKind::AfterEnd => {
            "It had computed in silence since it was told that its input had ended".to_owned()
        }
    }
}

fn format_seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn format_bytes(amount: u64) -> String {
    bytesize::ByteSize::b(amount).display().iec().to_string()
}

fn explain_exit_code(code: i32) -> String {
    if code == 126 {
        return "The system could not start what the compiler made of your sources (exit code 126).".to_owned();
    }
    format!(
        "Your program ended with exit code {code}; a program that succeeds ends with `return 0;`."
    )
}

fn explain_fault(words: &str) -> String {
    format!("Your program failed while it ran: {words}.")
}

fn explain_crash(signal: i32) -> String {
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
pub(super) fn limit_name(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Cpu => "cpu",
        LimitKind::Wall => "wall",
        LimitKind::Memory => "memory",
        LimitKind::Output => "output",
        LimitKind::FileSize => "file-size",
        LimitKind::Reads => "reads",
        LimitKind::AfterEnd => "after-end",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_names_its_signal_and_the_likely_cause() {
        let segv = verdict_meaning(&Verdict::RuntimeError(CrashCause::Signal(libc::SIGSEGV)));
        assert!(
            segv.starts_with("Your program crashed (SIGSEGV): it used memory"),
            "{segv}"
        );
        let zero = verdict_meaning(&Verdict::RuntimeError(CrashCause::Signal(libc::SIGFPE)));
        assert!(zero.contains("divided by zero"), "{zero}");
        assert_eq!(signal_name(40), "signal 40");
    }

    #[test]
    fn reading_past_the_end_is_told_as_a_game_that_was_not_noticed_to_be_over() {
        assert!(
            verdict_meaning(&Verdict::ReadPastEnd)
                .contains("did not notice that it should have ended")
        );
    }
}
