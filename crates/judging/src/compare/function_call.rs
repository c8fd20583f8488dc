//! Holding one call of a function against what it must come to.

use super::{ComparisonOutcome, ComparisonResult, ExpectedTranscript, compare_transcript};
use model::{
    ActualEffect, CallEffect, Comparison, CppValue, Exit, GameTurn, Observation, OutputPiece,
    PromptMode, TranscriptDifference, WhitespaceMode,
};

/// How far a floating-point number may be from the expected one, as a share of it: additions in another order differ by
/// less, wrong formulas by more.
const TOLERANCE: f64 = 1e-6;

/// Compares a call with what it must come to. `names` are those of the arguments; `printed` says which white space
/// counts in what it prints, if that counts at all.
pub fn compare_call(
    expected: &CallEffect,
    actual: Option<&ActualEffect>,
    seen: &Observation,
    names: &[&str],
    printed: Option<WhitespaceMode>,
) -> ComparisonResult {
    let text = printed.map_or_else(build_equal_result, |whitespace| {
        compare_printed(expected, seen, whitespace)
    });
    let Some(actual) = actual else {
        // Of a crash the verdict tells all that there is to tell.
        let ended = matches!(seen.exit, Exit::Code(_));
        let sentence = "The call did not return: the function ended the program.";
        return build_different_result(ended.then(|| sentence.to_owned()), text);
    };
    let values: Vec<String> = describe_returned_value(expected, actual)
        .into_iter()
        .chain(describe_changed_arguments(expected, actual, names))
        .collect();
    if values.is_empty() {
        text
    } else {
        build_different_result(Some(values.join(" ")), text)
    }
}

fn build_equal_result() -> ComparisonResult {
    ComparisonResult::new(ComparisonOutcome::Equal)
}

/// Values differ, and perhaps the text, too.
fn build_different_result(sentence: Option<String>, text: ComparisonResult) -> ComparisonResult {
    let difference = match (sentence, text.difference) {
        (Some(sentence), Some(printed)) => Some(TranscriptDifference {
            sentence: format!("{sentence} {}", printed.sentence),
            ..printed
        }),
        (Some(sentence), None) => Some(TranscriptDifference::from_sentence(sentence)),
        (None, printed) => printed,
    };
    ComparisonResult {
        difference,
        remarks: text.remarks,
        ..ComparisonResult::new(ComparisonOutcome::Different)
    }
}

fn describe_returned_value(expected: &CallEffect, actual: &ActualEffect) -> Option<String> {
    let wanted = expected.returned.as_ref()?;
    let found = actual.returned.as_ref()?;
    if are_equal(wanted, found) {
        return None;
    }
    let shown = found.to_brief_text();
    let asked = wanted.to_brief_text();
    let sentence = format!("It returned `{shown}`, and `{asked}` was expected.");
    // Two long values may begin alike.
    if shown == asked {
        return Some(format!(
            "{sentence} The first {} items are right.",
            count_equal_items(wanted, found)
        ));
    }
    Some(sentence)
}

fn describe_changed_arguments<'a>(
    expected: &'a CallEffect,
    actual: &'a ActualEffect,
    names: &'a [&str],
) -> impl Iterator<Item = String> + 'a {
    let pairs = expected.after.iter().zip(&actual.after).zip(names);
    pairs
        .filter(|((wanted, found), _)| !are_equal(wanted, found))
        .map(|((wanted, found), name)| match (wanted, found) {
            (CppValue::List(wanted), CppValue::List(found)) if wanted.len() == found.len() => {
                describe_differing_element(name, wanted, found)
            }
            _ => format!(
                "After the call `{name}` was `{}`, and `{}` was expected.",
                found.to_brief_text(),
                wanted.to_brief_text()
            ),
        })
}

/// The first element that differs: of two long lists nobody sees it.
fn describe_differing_element(name: &str, wanted: &[CppValue], found: &[CppValue]) -> String {
    let pairs = wanted.iter().zip(found).enumerate();
    let first = pairs
        .filter(|(_, (wanted, found))| !are_equal(wanted, found))
        .map(|(index, (wanted, found))| {
            format!("After the call `{name}[{index}]` was `{found}`, and `{wanted}` was expected.")
        });
    first.take(1).collect()
}

/// How many items of two lists, or bytes of two texts, are the same from the first on.
fn count_equal_items(wanted: &CppValue, found: &CppValue) -> usize {
    match (wanted, found) {
        (CppValue::List(wanted), CppValue::List(found)) => wanted
            .iter()
            .zip(found)
            .take_while(|(wanted, found)| are_equal(wanted, found))
            .count(),
        (CppValue::Text(wanted), CppValue::Text(found)) => wanted
            .iter()
            .zip(found)
            .take_while(|(wanted, found)| wanted == found)
            .count(),
        _ => 0,
    }
}

fn are_equal(wanted: &CppValue, found: &CppValue) -> bool {
    match (wanted, found) {
        (CppValue::Real(wanted), CppValue::Real(found)) => {
            let room = TOLERANCE * wanted.abs().max(f64::MIN_POSITIVE);
            wanted == found || (wanted - found).abs() <= room
        }
        (CppValue::List(wanted), CppValue::List(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(w, f)| are_equal(w, f))
        }
        _ => wanted == found,
    }
}

/// What a call prints is a transcript without a read.
fn compare_printed(
    expected: &CallEffect,
    seen: &Observation,
    whitespace: WhitespaceMode,
) -> ComparisonResult {
    let pieces = expected
        .printed
        .iter()
        .cloned()
        .map(OutputPiece::Message)
        .collect();
    let rule = Comparison {
        whitespace,
        prompts: PromptMode::Exact,
        ..Comparison::default()
    };
    let turns = [GameTurn {
        pieces,
        input: None,
    }];
    compare_transcript(
        ExpectedTranscript {
            turns: &turns,
            messages: &[],
        },
        seen,
        &rule,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ObservedTurn;

    fn seen(output: &str, exit: Exit) -> Observation {
        Observation::new(vec![ObservedTurn::without_input(output)], exit)
    }

    fn letters(text: &str) -> CppValue {
        CppValue::List(text.bytes().map(CppValue::Character).collect())
    }

    fn effect(returned: CppValue, after: &[CppValue], printed: &[&str]) -> CallEffect {
        let printed = printed.iter().map(|&line| line.to_owned()).collect();
        CallEffect {
            returned: Some(returned),
            after: after.to_vec(),
            printed,
        }
    }

    fn sentence(compared: &ComparisonResult) -> &str {
        compared
            .difference
            .as_ref()
            .map_or("", |difference| &difference.sentence)
    }

    #[test]
    fn a_call_is_right_if_everything_that_counts_is() {
        let expected = effect(CppValue::Integer(1), &[letters("X?")], &["X"]);
        let table = [
            (CppValue::Integer(1), "X?", "X\n", ""),
            (
                CppValue::Integer(2),
                "X?",
                "X\n",
                "It returned `2`, and `1` was expected.",
            ),
            (
                CppValue::Integer(1),
                "XO",
                "X\n",
                "After the call `grid[1]` was `'O'`, and `'?'` was expected.",
            ),
            (CppValue::Integer(1), "X?", "Y\n", "`X`"),
            (
                CppValue::Integer(2),
                "X?",
                "Y\n",
                "It returned `2`, and `1` was expected. ",
            ),
        ];
        for (returned, after, output, part) in table {
            let actual = ActualEffect {
                returned: Some(returned),
                after: vec![letters(after)],
            };
            let names = ["grid"];
            let whitespace = Some(WhitespaceMode::Trailing);
            let seen = seen(output, Exit::Code(0));
            let compared = compare_call(&expected, Some(&actual), &seen, &names, whitespace);
            assert_eq!(
                compared.outcome == ComparisonOutcome::Equal,
                part.is_empty(),
                "{output}"
            );
            assert!(
                sentence(&compared).contains(part),
                "{}",
                sentence(&compared)
            );
            let silent = compare_call(&expected, Some(&actual), &seen, &names, None);
            assert_eq!(
                silent.outcome == ComparisonOutcome::Equal,
                !part.contains("After") && !part.contains("returned")
            );
        }
    }

    /// A call that only returns something.
    fn compare_returned(expected: CppValue, found: CppValue) -> ComparisonResult {
        let actual = ActualEffect {
            returned: Some(found),
            after: Vec::new(),
        };
        let expected = effect(expected, &[], &[]);
        let seen = seen("", Exit::Code(0));
        compare_call(&expected, Some(&actual), &seen, &[], None)
    }

    #[test]
    fn of_long_values_that_begin_alike_the_sentence_says_where_they_differ() {
        let long = |last: u8| CppValue::Text([vec![b'x'; 100_000], vec![last]].concat());
        let list = |last| CppValue::List([vec![CppValue::Integer(7); 100], vec![last]].concat());
        for (wanted, found, alike) in [
            (long(b'a'), long(b'b'), 100_000),
            (list(CppValue::Integer(1)), list(CppValue::Integer(2)), 100),
        ] {
            let compared = compare_returned(wanted, found);
            let sentence = sentence(&compared);
            assert!(
                sentence.ends_with(&format!("The first {alike} items are right.")),
                "{sentence}"
            );
            assert!(sentence.len() < 600, "{sentence}");
        }
    }

    #[test]
    fn numbers_with_a_point_need_not_agree_to_the_last_bit() {
        for (wanted, found, right) in [
            (0.3, 0.1 + 0.2, true),
            (0.3, 0.31, false),
            (0.0, 0.0, true),
            (0.0, 1e-3, false),
        ] {
            let compared = compare_returned(CppValue::Real(wanted), CppValue::Real(found));
            assert_eq!(
                compared.outcome == ComparisonOutcome::Equal,
                right,
                "{wanted} {found}"
            );
        }
    }

    #[test]
    fn a_function_that_ends_the_program_did_not_return() {
        let expected = effect(CppValue::Integer(1), &[], &[]);
        let ended = compare_call(&expected, None, &seen("", Exit::Code(0)), &[], None);
        assert!(sentence(&ended).contains("did not return"), "{ended:?}");
        let crashed = compare_call(&expected, None, &seen("", Exit::Signal(11)), &[], None);
        assert_eq!(
            (crashed.outcome, crashed.difference),
            (ComparisonOutcome::Different, None)
        );
    }
}
