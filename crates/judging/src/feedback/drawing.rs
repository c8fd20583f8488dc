//! Boards that are drawn otherwise than the assignment shows them.

use super::edit;
use super::judged_run::{HintContext, collapse_blanks, turn_boards};
use super::sentences;
use model::{GameTurn, Hint};

/// The lines between the rows are too long, too short, or not where they should be.
pub(super) fn detect_wrong_separators(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    if let (Some(expected), Some(actual)) = run.first_difference()
        && is_separator(expected)
        && is_separator(actual)
    {
        let wanted = collapse_blanks(expected).len();
        let found = collapse_blanks(actual).len();
        let detail = format!("It has {found} dashes; on this board it must have {wanted}.");
        let hint = if found > wanted {
            sentences::SEPARATOR_TOO_LONG.hint()
        } else {
            sentences::SEPARATOR_TOO_SHORT.hint()
        };
        return (found != wanted).then(|| hint.with_detail(detail));
    }
    let has = run
        .expected
        .iter()
        .any(|turn| turn_boards(turn).any(|rows| rows.iter().any(|row| is_separator(row))));
    if !has {
        return None;
    }
    if run.would_match(&edit::map_boards(run.expected, without_separators)) {
        return Some(sentences::SEPARATOR_MISSING.hint());
    }
    let one_more = |_: usize, rows: &[String]| {
        let separator = rows.iter().find(|row| is_separator(row));
        rows.iter().chain(separator).cloned().collect()
    };
    run.would_match(&edit::map_boards(run.expected, one_more))
        .then(|| sentences::SEPARATOR_AFTER_LAST_ROW.hint())
}

fn without_separators(_: usize, rows: &[String]) -> Vec<String> {
    rows.iter()
        .filter(|row| !is_separator(row))
        .cloned()
        .collect::<Vec<_>>()
}

/// A bar stands before the first square of a row, or after the last one.
pub(super) fn detect_edge_bars(context: &HintContext<'_>) -> Option<Hint> {
    let run = context.run;
    let rows = || run.expected.iter().flat_map(turn_boards).flatten();
    let has_edges = rows().any(|row| row.trim().starts_with('|') || row.trim().ends_with('|'));
    (!has_edges && run.would_be_right(&edit::map_lines(run.seen, without_edge_bars)))
        .then(|| sentences::BAR_AT_THE_EDGE.hint())
}

fn without_edge_bars(line: &str) -> Option<String> {
    let inner = line.trim();
    let is_row = inner.len() > 2 && inner.contains('|');
    let inner = inner.strip_prefix('|').unwrap_or(inner);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    Some(if is_row {
        format!(" {} ", inner.trim())
    } else {
        line.to_owned()
    })
}

fn is_separator(row: &str) -> bool {
    let row = row.trim();
    row.len() > 2 && row.bytes().all(|byte| byte == b'-')
}

/// Another character stands for a free square or for a player.
pub(super) fn detect_wrong_symbol(context: &HintContext<'_>) -> Option<Hint> {
    let (wanted, found) = find_symbol_candidates(context)
        .find(|(wanted, found)| is_drawn_as(context, *wanted, *found))?;
    Some(symbol_hint(wanted, found))
}

/// What is expected with the character that the program seems to draw for another one, and what to say of that.
pub(super) fn with_program_symbol(context: &HintContext<'_>) -> Option<(Vec<GameTurn>, Hint)> {
    // A blank is always thought of, which is no reason to think of two mistakes.
    let (wanted, found) = find_symbol_candidates(context).find(|(_, found)| *found != ' ')?;
    let altered = drawn_as(context, wanted, found);
    (altered != context.run.expected).then(|| (altered, symbol_hint(wanted, found)))
}

fn symbol_hint(wanted: char, found: char) -> Hint {
    let hint = if is_free(wanted) {
        sentences::FREE_SQUARE_SYMBOL.hint()
    } else {
        sentences::PLAYER_SYMBOL.hint()
    };
    let found = if found == ' ' {
        "a blank".to_owned()
    } else {
        format!("`{found}`")
    };
    hint.with_detail(format!("It should be `{wanted}` and is {found}."))
}

/// What the first difference makes one think of: a character for another in a row that is otherwise alike. A blank for a free
/// square makes no difference that can be seen where white space collapses, so it is always thought of.
fn find_symbol_candidates<'a>(
    context: &'a HintContext<'_>,
) -> impl Iterator<Item = (char, char)> + 'a {
    let (expected, actual) = context.run.first_difference();
    let expected = expected.unwrap_or_default();
    let actual = actual.unwrap_or_default();
    let first = expected
        .chars()
        .zip(actual.chars())
        .find(|(one, other)| one != other);
    let signs = expected_signs(context);
    // A sign for free squares where a player's mark should be is a square that is free.
    let fits = move |(wanted, found): &(char, char)| {
        (wanted.is_ascii_alphanumeric() && !is_free(*found) || is_free(*wanted))
            && !signs.contains(found)
            && extract_separators(expected) == extract_separators(&actual.replace(*found, "?"))
    };
    let free = expected_signs(context)
        .into_iter()
        .find(|sign| is_free(*sign));
    first
        .filter(fits)
        .into_iter()
        .chain(free.map(|sign| (sign, ' ')))
}

fn is_free(symbol: char) -> bool {
    "?.*_".contains(symbol)
}

/// Whether the program is right but for this one character in its boards.
fn is_drawn_as(context: &HintContext<'_>, wanted: char, found: char) -> bool {
    let altered = drawn_as(context, wanted, found);
    // A row of nothing but blanks says nothing.
    let has_blank = altered
        .iter()
        .flat_map(turn_boards)
        .flatten()
        .any(|row| row.trim().is_empty());
    !has_blank && context.run.would_match(&altered)
}

/// What is expected, with another character in the boards.
fn drawn_as(context: &HintContext<'_>, wanted: char, found: char) -> Vec<GameTurn> {
    let redrawn = |row: &String| row.replace(wanted, &found.to_string());
    edit::map_boards(context.run.expected, |_, rows| {
        rows.iter().map(redrawn).collect()
    })
}

/// The characters of the reference's boards: where one stands for another, something else is wrong.
fn expected_signs(context: &HintContext<'_>) -> Vec<char> {
    let rows = context.run.expected.iter().flat_map(turn_boards).flatten();
    rows.flat_map(|row| row.chars())
        .filter(|sign| !sign.is_whitespace())
        .collect()
}

/// What stands between the squares of a row.
pub(super) fn extract_separators(row: &str) -> String {
    mask_squares(row).replace('#', "")
}

/// The board shows X where O should be, and O where X should be.
pub(super) fn detect_exchanged_letters(context: &HintContext<'_>) -> Option<Hint> {
    let altered = edit::map_boards(context.run.expected, exchange_letters);
    let is_it = altered != context.run.expected && context.run.would_match(&altered);
    // A single letter on the last screen may be another player's for another reason.
    (is_it && !context.shows_new_boards()).then(|| sentences::LETTERS_EXCHANGED.hint())
}

fn exchange_letters(_: usize, rows: &[String]) -> Vec<String> {
    let exchange = |letter| match letter {
        'X' => 'O',
        'O' => 'X',
        'A' => 'B',
        'B' => 'A',
        other => other,
    };
    rows.iter()
        .map(|row| row.chars().map(exchange).collect())
        .collect()
}

/// A line without blanks, and with one sign for whatever may stand on a square.
pub(super) fn mask_squares(line: &str) -> String {
    let signs = line.chars().filter(|sign| !sign.is_whitespace());
    signs
        .map(|sign| {
            if "XOABxoab0?._*".contains(sign) {
                '#'
            } else {
                sign
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use reference::tttn;

    use super::*;
    use crate::feedback::stage::{HintTestRun, STRICT, TextChange};
    use model::Comparison;

    #[test]
    fn lines_of_dashes_are_as_long_as_the_rows_and_stand_between_them() {
        let long = "-".repeat(12);
        let short = "-".repeat(9);
        let right = "-".repeat(11);
        let cases: [(TextChange<'_>, &str); 4] = [
            (&|board| board.replace(&right, &long), "separator-too-long"),
            (
                &|board| board.replace(&right, &short),
                "separator-too-short",
            ),
            (
                &|board| board.replace(&format!("{right}\n"), ""),
                "separator-missing",
            ),
            (
                &|board| {
                    if board.is_empty() {
                        String::new()
                    } else {
                        format!("{board}{right}\n")
                    }
                },
                "separator-after-last-row",
            ),
        ];
        for (change, name) in cases {
            assert_eq!(
                HintTestRun::with_board_change(|_, board| change(board))
                    .find_mistake(detect_wrong_separators),
                Some(name)
            );
        }
    }

    #[test]
    fn another_character_is_named() {
        let free = HintTestRun::with_board_change(|_, board| board.replace('?', "_"))
            .find_mistake(detect_wrong_symbol);
        assert_eq!(free, Some("free-square-symbol"));
        let player = HintTestRun::with_board_change(|_, board| board.replace('X', "x"))
            .find_mistake(detect_wrong_symbol);
        assert_eq!(player, Some("player-symbol"));
        let blank = HintTestRun::with_board_change(|_, board| board.replace('?', " "))
            .find_mistake(detect_wrong_symbol);
        assert_eq!(blank, Some("free-square-symbol"));
    }

    #[test]
    fn a_rule_of_patterns_has_no_board_to_look_at() {
        let rule = Comparison {
            patterns: Some(model::PatternSet::default()),
            ..STRICT
        };
        let stage = HintTestRun::from_game(
            tttn::RULES,
            &["3", "0", "1", "4", "2", "8"],
            rule,
            |_, text| text,
        );
        assert_eq!(stage.find_mistake(detect_wrong_symbol), None);
    }
}
