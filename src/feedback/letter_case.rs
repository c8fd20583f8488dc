//! Letters that are right but for being large or small.

use super::edit;
use super::judged_run::{HintContext, is_equal};
use crate::model::{Comparison, Hint, Piece, Prompt, Scope};

/// With large and small letters alike, nothing differs.
pub(super) fn letter_case(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    if !run.is_compared_by_knobs() || context.is_game {
        return None;
    }
    let is_right = if run.rule.scope == Scope::Output {
        run.is_right_under(&Comparison { case_sensitive: false, ..run.rule.clone() })
    } else {
        let expected = edit::pieces(run.expected, |_, piece| Some(folded(piece)));
        let seen = edit::printed(run.seen, |_, text| text.to_lowercase());
        is_equal(&expected, &seen, run.rule)
    };
    is_right.then(|| {
        Hint::new(
            "letter-case",
            "The letters are right, but some are capital letters that should be small, or small ones that should be capital.",
        )
    })
}

fn folded(piece: &Piece) -> Piece {
    match piece {
        Piece::Message(text) => Piece::Message(text.to_lowercase()),
        Piece::Prompt(prompt) => {
            Piece::Prompt(Prompt { text: prompt.text.to_lowercase(), ..prompt.clone() })
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::stage::Stage;

    #[test]
    fn only_large_and_small_letters_differ() {
        let mistake =
            |text: &str| Stage::telling(&["Is Prime: YES", "ABC"], text).mistake(letter_case);
        assert_eq!(mistake("is prime: Yes\nabc\n"), Some("letter-case"));
        assert_eq!(mistake("is prime: No\nabc\n"), None);
        assert_eq!(mistake("Is Prime: YES\nABD\n"), None);
    }
}
