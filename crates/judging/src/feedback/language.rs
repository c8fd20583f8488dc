//! What hints say to programs that are not written in C++.

use super::sentences;
use model::Hint;

/// The same hint without a word of C++; none if it is about C++ alone.
pub(super) fn remove_cpp_terms(hint: Hint, is_game: bool) -> Option<Hint> {
    if repeats_an_exception(&hint) {
        return Some(sentences::EXCEPTION_REPEATED.replace_in(hint));
    }
    let text = match hint.mistake {
        "missing-return" | "ended-by-abort" | "memory-damaged" | "assertion-failed" => return None,
        mistake if mistake.starts_with("uncaught") => return None,
        "read-past-end" if !is_game => sentences::READ_PAST_END_OF_INPUT,
        "read-past-end" => sentences::READ_PAST_END_OF_GAME,
        "prompt-after-reading" => sentences::PROMPT_TOO_LATE,
        "prompt-glued" => sentences::PROMPT_BESIDE_ROW,
        "line-break-missing" => sentences::LINES_JOINED,
        "leading-zeros" => sentences::ZEROS_BEFORE_NUMBER,
        "whole-number-division" => sentences::FRACTION_LOST,
        "final-newline-missing" => sentences::LAST_LINE_NOT_ENDED,
        "extra-blank-lines" => sentences::LINE_BREAKS_TOO_MANY,
        "prints-to-standard-error" => sentences::PRINTS_TO_STANDARD_ERROR,
        "output-not-flushed" => sentences::OUTPUT_IN_BUFFER,
        "waits-for-ever" => sentences::WAITS_FOR_SOMETHING,
        "index-out-of-range" if !is_game => sentences::ADDRESS_OUT_OF_TABLE,
        "index-out-of-range" => sentences::ADDRESS_OUT_OF_BOARD,
        "deep-recursion" => sentences::CALLS_WITHOUT_END,
        "division-by-zero" => sentences::DIVISOR_IS_ZERO,
        _ => return Some(hint),
    };
    Some(text.replace_in(hint))
}

/// Whether what is printed without end is SPIM's word on an exception, which it ignores: `Exception 6 [Bad instruction address]`. No loop
/// of the program's does that.
fn repeats_an_exception(hint: &Hint) -> bool {
    let mut quoted = hint
        .detail
        .iter()
        .flat_map(|detail| detail.split('`').skip(1).step_by(2));
    matches!(hint.mistake, "endless-printing" | "endless-loop") && quoted.any(is_spim_exception)
}

fn is_spim_exception(line: &str) -> bool {
    line.strip_prefix("Exception ")
        .is_some_and(|rest| rest.starts_with(|it: char| it.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_about_cpp_alone_is_not_given_and_others_lose_what_is_of_cpp() {
        let given = |mistake| {
            remove_cpp_terms(
                Hint::new(mistake, "Use `cin >> x`.").with_detail("After input 3."),
                true,
            )
        };
        assert_eq!(given("missing-return"), None);
        assert_eq!(given("uncaught-bad-alloc"), None);
        let hint = given("read-past-end").unwrap();
        assert!(!hint.sentence.contains("cin"), "{hint:?}");
        assert_eq!(hint.detail.unwrap(), "After input 3.");
        assert_eq!(given("board-twice").unwrap().sentence, "Use `cin >> x`.");
        for (line, mistake) in [
            (
                "Exception 6 [Bad instruction address] occurred and ignored",
                "exception-repeated",
            ),
            ("Exception handling", "endless-printing"),
        ] {
            let detail = format!("Before it read anything it printed over and over: `{line}`.");
            let hint = Hint::new("endless-printing", "A loop never ends.").with_detail(detail);
            assert_eq!(remove_cpp_terms(hint, true).unwrap().mistake, mistake);
        }
    }
}
