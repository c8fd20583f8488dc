//! Letters that are right but for being large or small.

use super::edit;
use super::judged_run::{HintContext, is_equal};
use super::sentences;
use model::{Comparison, ComparisonScope, Hint, OutputPiece, Prompt};

/// With large and small letters alike, nothing differs.
pub(super) fn detect_letter_case(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    if !run.is_compared_by_options() || context.is_game {
        return None;
    }
    let is_right = if run.rule.scope == ComparisonScope::Output {
        run.is_right_under(&Comparison {
            case_sensitive: false,
            ..run.rule.clone()
        })
    } else {
        let expected = edit::map_pieces(run.expected, |_, piece| Some(lowercase_piece(piece)));
        let seen = edit::map_output(run.seen, |_, text| text.to_lowercase());
        is_equal(&expected, &seen, run.rule)
    };
    is_right.then(|| sentences::LETTER_CASE.hint())
}

fn lowercase_piece(piece: &OutputPiece) -> OutputPiece {
    match piece {
        OutputPiece::Message(text) => OutputPiece::Message(text.to_lowercase()),
        OutputPiece::Prompt(prompt) => OutputPiece::Prompt(Prompt {
            text: prompt.text.to_lowercase(),
            ..prompt.clone()
        }),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::stage::HintTestRun;

    #[test]
    fn only_large_and_small_letters_differ() {
        let mistake = |text: &str| {
            HintTestRun::from_messages(&["Is Prime: YES", "ABC"], text)
                .find_mistake(detect_letter_case)
        };
        assert_eq!(mistake("is prime: Yes\nabc\n"), Some("letter-case"));
        assert_eq!(mistake("is prime: No\nabc\n"), None);
        assert_eq!(mistake("Is Prime: YES\nABD\n"), None);
    }
}
