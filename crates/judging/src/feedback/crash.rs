//! Crashes and their likely causes.

use super::judged_run::{HintContext, quote_text};
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
    Hint::new(
        "memory-ran-out",
        "Your program held most of the memory that it may use when it crashed. If it asked for more, `malloc` or \
         `realloc` may have given it none (a null pointer); or an index is outside of an array.",
    )
}

fn deep_recursion(seen: &Observation) -> Hint {
    let where_ = if seen.saw_eof {
        " It may be one that asks again by calling itself: at the end of the input, that never stops."
    } else {
        ""
    };
    Hint::new(
        "deep-recursion",
        format!(
            "Most likely a function calls itself without end, until the memory for calls (the stack) is full.{where_} \
             A very large array inside a function does the same."
        ),
    )
}

fn index_out_of_range() -> Hint {
    Hint::new(
        "index-out-of-range",
        "Most likely an array is used with an index outside of it: check every index before you use it, and where \
         each loop ends. A function that calls itself without end crashes in the same way, and so does `scanf` without `&` before a \
         variable.",
    )
}

fn division_by_zero() -> Hint {
    Hint::new(
        "division-by-zero",
        "A number was divided by zero: look at every `/` and `%`, and ask when the number to its right can be 0.",
    )
}

fn missing_return() -> Hint {
    Hint::new(
        "missing-return",
        "Most likely a function that should return a value reaches its end without `return`; the compiler warns of it.",
    )
}

/// What the words on standard error say about a program that gave up by itself.
fn explain_abort(stderr: &str) -> Hint {
    None.or_else(|| explain_exception(stderr))
        .or_else(|| explain_assertion(stderr))
        .or_else(|| explain_memory_error(stderr))
        .unwrap_or_else(|| {
            Hint::new(
                "ended-by-abort",
                "Your program ended itself with `abort()`, or a check inside the C++ library did.",
            )
        })
}

fn explain_exception(stderr: &str) -> Option<Hint> {
    const THROWN: &str = "terminate called after throwing an instance of '";
    let (_, rest) = stderr.split_once(THROWN)?;
    let (kind, rest) = rest.split_once('\'')?;
    let (mistake, cause) = match kind {
        "std::out_of_range" => (
            "uncaught-out-of-range",
            "`.at()`, `substr` or `stoi` was given something out of range",
        ),
        "std::invalid_argument" => (
            "uncaught-invalid-argument",
            "usually `stoi` was given a text that is no number",
        ),
        "std::bad_alloc" | "std::bad_array_new_length" => (
            "uncaught-bad-alloc",
            "more memory was asked for than there is",
        ),
        "std::length_error" => (
            "uncaught-length-error",
            "a string or vector was asked to have an impossible length",
        ),
        _ => (
            "uncaught-exception",
            "look for the `throw` that it came from",
        ),
    };
    let what = rest
        .split_once("what():")
        .map(|(_, what)| what.lines().next().unwrap_or_default());
    let what = what.map_or_else(String::new, |what| {
        format!(" It says {}.", quote_text(what))
    });
    let hint = Hint::new(
        mistake,
        format!("An exception that nobody caught ended your program: {cause}."),
    );
    Some(hint.with_detail(format!("The exception was {}.{what}", quote_text(kind))))
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
    let hint = Hint::new(
        "assertion-failed",
        "An `assert` failed: what it states was not true at that moment.",
    );
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
        let hint = Hint::new(
            "array-overrun",
            "An array inside a function was written past its end: check every index, and where each loop ends.",
        );
        return Some(hint.with_detail(format!("The system says {}.", quote_text(line))));
    }
    let line = found(&HEAP)?;
    let hint = Hint::new(
        "memory-damaged",
        "Your program wrote beside a vector, a string or memory from `new`, or freed memory twice.",
    );
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
