//! Crashes and their likely causes.

use super::judged_run::{HintContext, quote_text};
use super::sentences;
use model::{CrashCause, Hint, Observation, Verdict};

/// What probably crashed the program.
pub(super) fn detect_crash(context: &HintContext<'_>) -> Option<Hint> {
    let seen = context.run.seen;
    let Verdict::RuntimeError(CrashCause::Signal(signal)) = &context.run.judgement.verdict else {
        return None;
    };
    let limits = context.run.limits;
    let hint = match *signal {
        libc::SIGSEGV if holds_nearly(seen.usage.peak_memory, limits.memory) => memory_ran_out(),
        libc::SIGSEGV if seen.usage.touched_memory >= limits.stack => deep_recursion(seen),
        libc::SIGSEGV | libc::SIGBUS => index_out_of_range(),
        libc::SIGFPE => division_by_zero(),
        libc::SIGABRT => explain_abort(&String::from_utf8_lossy(&seen.stderr)),
        libc::SIGILL | libc::SIGTRAP => missing_return(),
        _ => return None,
    };
    let place = describe_crash_point(context);
    let details: Vec<String> = hint.detail.clone().into_iter().chain(place).collect();
    Some(if details.is_empty() {
        hint
    } else {
        hint.with_detail(details.join(" "))
    })
}

/// What it had read; none where reads are not watched.
fn describe_crash_point(context: &HintContext<'_>) -> Option<String> {
    let run = context.run;
    let read = run.read_count();
    Some(match run.input.get(read.wrapping_sub(1)) {
        _ if !run.watches_reads() => return None,
        _ if run.seen.saw_eof => "It crashed after it had reached the end of its input.".to_owned(),
        Some(input) => format!("It crashed after input {read} ({}).", quote_text(input)),
        None => "It crashed before it read anything.".to_owned(),
    })
}

/// Whether so much of its memory was used that a request for more may have been refused.
fn holds_nearly(peak: u64, limit: u64) -> bool {
    peak >= limit / 2
}

/// The crash is the program's own all the same: it may be that of an index.
fn memory_ran_out() -> Hint {
    sentences::MEMORY_RAN_OUT.hint()
}

fn deep_recursion(seen: &Observation) -> Hint {
    if seen.saw_eof {
        sentences::DEEP_RECURSION_AT_END.hint()
    } else {
        sentences::DEEP_RECURSION.hint()
    }
}

fn index_out_of_range() -> Hint {
    sentences::INDEX_OUT_OF_RANGE.hint()
}

fn division_by_zero() -> Hint {
    sentences::DIVISION_BY_ZERO.hint()
}

fn missing_return() -> Hint {
    sentences::MISSING_RETURN.hint()
}

/// What the words on standard error say about a program that gave up by itself.
fn explain_abort(stderr: &str) -> Hint {
    None.or_else(|| explain_exception(stderr))
        .or_else(|| explain_assertion(stderr))
        .or_else(|| explain_memory_error(stderr))
        .unwrap_or_else(|| sentences::ENDED_BY_ABORT.hint())
}

fn explain_exception(stderr: &str) -> Option<Hint> {
    const THROWN: &str = "terminate called after throwing an instance of '";
    let (_, rest) = stderr.split_once(THROWN)?;
    let (kind, rest) = rest.split_once('\'')?;
    let text = match kind {
        "std::out_of_range" => sentences::UNCAUGHT_OUT_OF_RANGE,
        "std::invalid_argument" => sentences::UNCAUGHT_INVALID_ARGUMENT,
        "std::bad_alloc" | "std::bad_array_new_length" => sentences::UNCAUGHT_BAD_ALLOC,
        "std::length_error" => sentences::UNCAUGHT_LENGTH_ERROR,
        _ => sentences::UNCAUGHT_EXCEPTION,
    };
    let what = rest
        .split_once("what():")
        .map(|(_, what)| what.lines().next().unwrap_or_default());
    let what = what.map_or_else(String::new, |what| {
        format!(" It says {}.", quote_text(what))
    });
    let place = format!("The exception was {}.{what}", quote_text(kind));
    Some(text.hint().with_detail(place))
}

fn explain_assertion(stderr: &str) -> Option<Hint> {
    let line = stderr
        .lines()
        .find(|line| line.contains("Assertion") && line.trim_end().ends_with("failed."))?;
    if line.contains("this->size()") {
        return Some(
            index_out_of_range().with_detail(format!("The library says {}.", quote_text(line))),
        );
    }
    let hint = sentences::ASSERTION_FAILED.hint();
    Some(hint.with_detail(format!("It says {}.", quote_text(line))))
}

/// What the C library says when it finds that memory was overwritten.
fn explain_memory_error(stderr: &str) -> Option<Hint> {
    const OVERRUN: [&str; 2] = ["stack smashing detected", "buffer overflow detected"];
    const HEAP: [&str; 7] = [
        "double free",
        "free():",
        "malloc():",
        "realloc():",
        "munmap_chunk()",
        "corrupted",
        "malloc_consolidate()",
    ];
    let found = |words: &[&str]| {
        stderr
            .lines()
            .find(|line| words.iter().any(|word| line.contains(word)))
    };
    if let Some(line) = found(&OVERRUN) {
        let hint = sentences::ARRAY_OVERRUN.hint();
        return Some(hint.with_detail(format!("The system says {}.", quote_text(line))));
    }
    let line = found(&HEAP)?;
    let hint = sentences::MEMORY_DAMAGED.hint();
    Some(hint.with_detail(format!("The system says {}.", quote_text(line))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::stage::HintTestRun;
    use model::{ComparisonScope, Exit};

    fn mistake(signal: i32, stderr: &str, touched_memory: u64) -> Option<Hint> {
        let mut stage = HintTestRun::from_outputs(&[("ask\n", "3"), ("", "")]);
        stage.seen.exit = Exit::Signal(signal);
        stage.seen.stderr = stderr.into();
        stage.seen.usage.touched_memory = touched_memory;
        stage.judgement.verdict = Verdict::RuntimeError(CrashCause::Signal(signal));
        stage.find_hint(detect_crash)
    }

    #[test]
    fn each_signal_has_its_likely_cause() {
        let cases = [
            (libc::SIGSEGV, 7 << 20, "index-out-of-range"),
            (libc::SIGSEGV, 8 << 20, "deep-recursion"),
            (libc::SIGBUS, 3 << 20, "index-out-of-range"),
            (libc::SIGFPE, 3 << 20, "division-by-zero"),
            (libc::SIGABRT, 3 << 20, "ended-by-abort"),
            (libc::SIGILL, 3 << 20, "missing-return"),
        ];
        for (signal, touched_memory, name) in cases {
            assert_eq!(mistake(signal, "", touched_memory).unwrap().mistake, name);
        }
        assert_eq!(mistake(libc::SIGKILL, "", 0), None);
    }

    #[test]
    fn a_crash_with_much_memory_may_be_for_want_of_more() {
        let mut stage = HintTestRun::from_outputs(&[("ask\n", "3"), ("", "")]);
        stage.seen.usage.peak_memory = 40 << 20;
        stage.judgement.verdict = Verdict::RuntimeError(CrashCause::Signal(libc::SIGSEGV));
        assert_eq!(
            stage.find_hint(detect_crash).unwrap().mistake,
            "memory-ran-out"
        );
    }

    #[test]
    fn what_stands_on_standard_error_tells_why_a_program_gave_up() {
        let cases = [
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n",
                "uncaught-out-of-range",
                "It says `vector::_M_range_check`.",
            ),
            (
                "terminate called after throwing an instance of 'std::invalid_argument'\n  what():  stoi\n",
                "uncaught-invalid-argument",
                "It says `stoi`.",
            ),
            (
                "terminate called after throwing an instance of 'int'\n",
                "uncaught-exception",
                "The exception was `int`.",
            ),
            (
                "tttn: tttn.cpp:7: int main(): Assertion `n < 9' failed.\n",
                "assertion-failed",
                "Assertion 'n < 9' failed.`",
            ),
            (
                "stl_vector.h:1130: reference: Assertion '__n < this->size()' failed.\n",
                "index-out-of-range",
                "The library says",
            ),
            (
                "*** stack smashing detected ***: terminated\n",
                "array-overrun",
                "The system says",
            ),
            (
                "free(): invalid pointer\n",
                "memory-damaged",
                "`free(): invalid pointer`",
            ),
        ];
        for (stderr, name, words) in cases {
            let hint = mistake(libc::SIGABRT, stderr, 0).unwrap();
            assert_eq!(hint.mistake, name);
            assert!(hint.detail.as_ref().unwrap().contains(words), "{hint:?}");
            assert!(
                !hint.sentence.contains(words),
                "the general sentence quotes nothing: {hint:?}"
            );
        }
    }

    #[test]
    fn no_hint_mentions_reads_that_are_not_observed() {
        let mut stage = HintTestRun::from_outputs(&[("ask\n", "")]);
        stage.judgement.verdict = Verdict::RuntimeError(CrashCause::Signal(libc::SIGFPE));
        assert!(
            stage
                .find_hint(detect_crash)
                .unwrap()
                .detail
                .unwrap()
                .contains("before it read anything")
        );
        stage.rule.scope = ComparisonScope::Output;
        assert_eq!(stage.find_hint(detect_crash).unwrap().detail, None);
    }

    #[test]
    fn the_input_before_the_crash_is_quoted_in_the_detail_alone() {
        let hint = mistake(libc::SIGFPE, "", 0).unwrap();
        assert_eq!(hint.detail.unwrap(), "It crashed after input 1 (`3`).");
        assert!(!hint.sentence.contains('3'));
    }
}
