//! What hints say to programs that are not written in C++.

use model::Hint;

/// The same hint without a word of C++; none if it is about C++ alone.
pub(super) fn remove_cpp_terms(hint: Hint, is_game: bool) -> Option<Hint> {
    if repeats_an_exception(&hint) {
        let sentence = "The simulator reports the same exception again and again: most likely your program jumped to a bad address, or used \
             one. Check `jr` and `$ra`: a function that calls another must save `$ra` first.";
        return Some(Hint {
            mistake: "exception-repeated",
            sentence: sentence.to_owned(),
            ..hint
        });
    }
    let sentence = match hint.mistake {
        "missing-return" | "ended-by-abort" | "memory-damaged" | "assertion-failed" => return None,
        mistake if mistake.starts_with("uncaught") => return None,
        "read-past-end" if !is_game => {
            "When the input was used up, your program went on asking for more: it must notice the end of its input, and end \
             there."
        }
        "read-past-end" => {
            "When the input was used up, your program went on asking for more: it must notice when the game is over, and \
             end there."
        }
        "prompt-after-reading" => {
            "Your program asks only after it has read: print the prompt before you read."
        }
        "prompt-glued" => {
            "The prompt stands on the same line as a row of the board: a line break is missing between them."
        }
        "line-break-missing" => "A line break is missing between two lines.",
        "leading-zeros" => {
            "A number is written with more or fewer zeros before it than it should be."
        }
        "whole-number-division" => {
            "A result lacks its fraction, as a division of two whole numbers leaves it."
        }
        "final-newline-missing" => "The line break after the very last line is missing.",
        "extra-blank-lines" => {
            "Your program prints empty lines where there should be none: look for a line break too many."
        }
        "prints-to-standard-error" => {
            "Your program prints to standard error only; it must print to standard output."
        }
        "output-not-flushed" => {
            "Nothing that your program printed has arrived. What is printed may wait in a buffer until the end of the \
             program, and is lost when the program is ended before."
        }
        "waits-for-ever" => {
            "Your program was waiting, not computing: look for something it waits for that never comes."
        }
        "index-out-of-range" if !is_game => {
            "Most likely memory is used at an address outside of a table: check every index before you use it, and where \
             each loop ends."
        }
        "index-out-of-range" => {
            "Most likely memory is used at an address outside of the board: check every index before you use it, and \
             where each loop ends."
        }
        "deep-recursion" => {
            "Most likely a function calls itself without end, until the memory for calls (the stack) is full."
        }
        "division-by-zero" => {
            "A number was divided by zero: ask of every divisor when it can be 0."
        }
        _ => return Some(hint),
    };
    Some(Hint {
        sentence: sentence.to_owned(),
        ..hint
    })
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
