//! Boards that look wrong, or are printed too often or not at all.

use super::mend;
use super::run::{Scene, plain};
use crate::model::{Hint, Piece, Turn};

/// A board is printed two or more times in a row.
pub(super) fn twice(scene: &Scene<'_>) -> Option<Hint> {
    let run = scene.run;
    let mended = mend::printed(run.seen, |turn, text| {
        run.expected.get(turn).map_or_else(|| text.to_owned(), |turn| printed_once(text, turn))
    });
    run.would_be_right(&mended).then(|| {
        Hint::new(
            "board-twice",
            "Your program prints the board twice where it should print it once.",
        )
    })
}

/// The text without the second of two equal boards that follow each other.
fn printed_once(text: &str, turn: &Turn) -> String {
    let rows = turn.pieces.iter().find_map(|piece| match piece {
        Piece::Board(rows) => Some(rows.len()),
        _ => None,
    });
    let mut lines: Vec<&str> = text.split('\n').collect();
    let Some(rows) = rows else { return text.to_owned() };
    let plain_line = |line: &&str| plain(line);
    let mut start = 0;
    while start + 2 * rows <= lines.len() {
        let first: Vec<String> = lines[start..start + rows].iter().map(plain_line).collect();
        let blank = lines[start + rows..].iter().take_while(|line| line.trim().is_empty()).count();
        let second = start + rows + blank;
        let again = lines.get(second..second + rows).is_some_and(|next| {
            !first[0].is_empty() && next.iter().map(plain_line).eq(first.iter().cloned())
        });
        if again {
            lines.drain(start + rows..second + rows);
        } else {
            start += 1;
        }
    }
    lines.join("\n")
}

/// The board is not shown before the first move.
pub(super) fn initial_missing(scene: &Scene<'_>) -> Option<Hint> {
    let expected = scene.run.expected;
    let first = expected.iter().position(has_board)?;
    let without =
        mend::boards(expected, |turn, rows| if turn == first { Vec::new() } else { rows.to_vec() });
    (!scene.shows_board(first) && scene.run.would_match(&without)).then(|| {
        Hint::new(
            "initial-board-missing",
            "Your program does not print the board before the first move.",
        )
    })
}

/// Boards are missing later on.
pub(super) fn missing(scene: &Scene<'_>) -> Option<Hint> {
    let expected = scene.run.expected;
    let reached = expected.len().min(scene.run.seen.turns.len());
    let boards: Vec<usize> = (0..reached).filter(|&turn| has_board(&expected[turn])).collect();
    if scene.run.holds_back() {
        return None;
    }
    let absent: Vec<usize> =
        boards.iter().copied().filter(|&turn| !scene.shows_board(turn)).collect();
    let spoilt =
        mend::boards(
            expected,
            |turn, rows| {
                if absent.contains(&turn) { Vec::new() } else { rows.to_vec() }
            },
        );
    let (last, some_left) = (boards.last()?, absent.len() < boards.len());
    if absent == [*last] && some_left && scene.run.would_match(&spoilt) {
        let words = "Your program does not print the board after the last move; it must, before it tells the result.";
        return Some(Hint::new("final-board-missing", words));
    }
    // Most boards are missing: whatever else is wrong, that is.
    (absent.len() > 1 && absent.len() * 2 >= boards.len()).then(|| {
        Hint::new("board-missing", "Your program does not print the board after every move, drawn as the assignment shows it.")
    })
}

/// Each board is shown as it was before the move.
pub(super) fn before_the_move(scene: &Scene<'_>) -> Option<Hint> {
    let mut previous: Option<Piece> = None;
    let mut spoilt = scene.run.expected.to_vec();
    let pieces = spoilt.iter_mut().flat_map(|turn| &mut turn.pieces);
    for board in pieces.filter(|piece| matches!(piece, Piece::Board(_))) {
        let own = board.clone();
        *board = previous.unwrap_or_else(|| own.clone());
        previous = Some(own);
    }
    (spoilt != scene.run.expected && scene.run.would_match(&spoilt)).then(|| {
        Hint::new(
            "board-before-the-move",
            "Your board is one move behind: print it after the move was made, not before.",
        )
    })
}

/// The board is printed again after a move that was refused.
pub(super) fn again_after_refusal(scene: &Scene<'_>) -> Option<Hint> {
    let mut board = None;
    let mut refusals = false;
    let mut spoilt = scene.run.expected.to_vec();
    for turn in &mut spoilt {
        let own = turn.pieces.iter().rfind(|piece| matches!(piece, Piece::Board(_))).cloned();
        if let (None, Some(board), false) = (&own, &board, turn.pieces.is_empty()) {
            let prompt = turn.pieces.iter().position(|piece| matches!(piece, Piece::Prompt(_)));
            turn.pieces.insert(prompt.unwrap_or(turn.pieces.len()), Piece::clone(board));
            refusals = true;
        }
        board = own.or(board);
    }
    (refusals && scene.run.would_match(&spoilt)).then(|| {
        Hint::new(
            "board-after-refused-move",
            "Your program prints the board again after a move that cannot be made; nothing has changed, so it should \
             only ask again.",
        )
    })
}

/// The lines between the rows are too long, too short, or not where they should be.
pub(super) fn separators(scene: &Scene<'_>) -> Option<Hint> {
    let run = scene.run;
    if let (Some(expected), Some(actual)) = run.first_difference()
        && is_separator(expected)
        && is_separator(actual)
    {
        let (wanted, found) = (plain(expected).len(), plain(actual).len());
        let detail = format!("It has {found} dashes; on this board it must have {wanted}.");
        let hint = if found > wanted {
            Hint::new("separator-too-long", "The line of dashes between the rows is too long.")
        } else {
            Hint::new("separator-too-short", "The line of dashes between the rows is too short.")
        };
        return (found != wanted).then(|| hint.with(detail));
    }
    let has = run
        .expected
        .iter()
        .any(|turn| boards(turn).any(|rows| rows.iter().any(|row| is_separator(row))));
    if !has {
        return None;
    }
    let without = |_: usize, rows: &[String]| {
        rows.iter().filter(|row| !is_separator(row)).cloned().collect::<Vec<_>>()
    };
    if run.would_match(&mend::boards(run.expected, without)) {
        let words = "The lines of dashes between the rows are missing.";
        return Some(Hint::new("separator-missing", words));
    }
    let one_more = |_: usize, rows: &[String]| {
        let separator = rows.iter().find(|row| is_separator(row));
        rows.iter().chain(separator).cloned().collect()
    };
    run.would_match(&mend::boards(run.expected, one_more)).then(|| {
        Hint::new(
            "separator-after-last-row",
            "Your program prints a line of dashes after the last row; they belong between the rows only.",
        )
    })
}

fn is_separator(row: &str) -> bool {
    let row = row.trim();
    row.len() > 2 && row.bytes().all(|byte| byte == b'-')
}

/// Another character stands for a free square or for a player.
pub(super) fn symbols(scene: &Scene<'_>) -> Option<Hint> {
    let (wanted, found) =
        redrawn(scene).find(|(wanted, found)| is_drawn_as(scene, *wanted, *found))?;
    let hint = if is_free(wanted) {
        Hint::new(
            "free-square-symbol",
            "Free squares are shown by another character than the one asked for.",
        )
    } else {
        Hint::new(
            "player-symbol",
            "A player's squares are shown by another character than the one asked for.",
        )
    };
    let found = if found == ' ' { "a blank".to_owned() } else { format!("`{found}`") };
    Some(hint.with(format!("It should be `{wanted}` and is {found}.")))
}

/// What the first difference makes one think of: a character for another in a row that is otherwise alike. A blank for a free
/// square makes no difference that can be seen where white space collapses, so it is always thought of.
fn redrawn<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = (char, char)> + 'a {
    let (expected, actual) = scene.run.first_difference();
    let (expected, actual) = (expected.unwrap_or_default(), actual.unwrap_or_default());
    let first = expected.chars().zip(actual.chars()).find(|(one, other)| one != other);
    let signs = expected_signs(scene);
    let fits = move |(wanted, found): &(char, char)| {
        (wanted.is_ascii_alphanumeric() || is_free(*wanted))
            && !signs.contains(found)
            && joints(expected) == joints(&actual.replace(*found, "?"))
    };
    let free = expected_signs(scene).into_iter().find(|sign| is_free(*sign));
    first.filter(fits).into_iter().chain(free.map(|sign| (sign, ' ')))
}

fn is_free(symbol: char) -> bool {
    "?.*_".contains(symbol)
}

/// Whether the program is right but for this one character in its boards.
fn is_drawn_as(scene: &Scene<'_>, wanted: char, found: char) -> bool {
    let redrawn = |row: &String| row.replace(wanted, &found.to_string());
    let spoilt = mend::boards(scene.run.expected, |_, rows| rows.iter().map(redrawn).collect());
    // A row of nothing but blanks says nothing.
    let has_blank = spoilt.iter().flat_map(boards).flatten().any(|row| row.trim().is_empty());
    !has_blank && scene.run.would_match(&spoilt)
}

/// The characters of the reference's boards: where one stands for another, something else is wrong.
fn expected_signs(scene: &Scene<'_>) -> Vec<char> {
    let rows = scene.run.expected.iter().flat_map(boards).flatten();
    rows.flat_map(|row| row.chars()).filter(|sign| !sign.is_whitespace()).collect()
}

/// What stands between the squares of a row.
fn joints(row: &str) -> String {
    shape(row).replace('#', "")
}

/// The board shows X where O should be, and O where X should be.
pub(super) fn letters_exchanged(scene: &Scene<'_>) -> Option<Hint> {
    let exchanged = |row: &String| {
        let letters = row.chars().map(|letter| match letter {
            'X' => 'O',
            'O' => 'X',
            'A' => 'B',
            'B' => 'A',
            other => other,
        });
        letters.collect::<String>()
    };
    let same = |_, rows: &[String]| rows.iter().map(exchanged).collect::<Vec<_>>();
    let spoilt = mend::boards(scene.run.expected, same);
    (spoilt != scene.run.expected && scene.run.would_match(&spoilt)).then(|| {
        Hint::new("letters-exchanged", "On your board the two players' letters are exchanged.")
    })
}

impl Scene<'_> {
    /// Whether the program's turn has something like the first row of the board that is expected in it.
    fn shows_board(&self, turn: usize) -> bool {
        let row = first_row(&self.run.expected[turn]);
        let (row, between) = (shape(&row), joints(&row));
        self.run.lines(turn).iter().any(|line| {
            if between.is_empty() {
                shape(line).contains(&row)
            } else {
                joints(line).contains(&between)
            }
        })
    }
}

/// A line without blanks, and with one sign for whatever may stand on a square.
fn shape(line: &str) -> String {
    let signs = line.chars().filter(|sign| !sign.is_whitespace());
    signs.map(|sign| if "XOABxoab0?._*".contains(sign) { '#' } else { sign }).collect()
}

fn has_board(turn: &Turn) -> bool {
    boards(turn).next().is_some()
}

fn boards(turn: &Turn) -> impl Iterator<Item = &Vec<String>> {
    turn.pieces.iter().filter_map(|piece| match piece {
        Piece::Board(rows) => Some(rows),
        _ => None,
    })
}

fn first_row(turn: &Turn) -> String {
    boards(turn).next().and_then(|rows| rows.first()).map_or_else(String::new, |row| plain(row))
}

#[cfg(test)]
mod tests {
    use reference::GameId;

    use super::*;
    use crate::mistakes::Rule;
    use crate::mistakes::stage::{STRICT, Stage};
    use crate::model::Comparison;

    /// What a program prints instead.
    type Change<'a> = &'a dyn Fn(&str) -> String;

    const GAME: [&str; 7] = ["3", "0", "0", "1", "4", "2", "8"];

    fn rows(text: &str) -> usize {
        text.lines().filter(|line| line.contains(" | ") || is_separator(line)).count()
    }

    fn boards_changed(rule: Rule, change: impl Fn(usize, &str) -> String) -> Option<&'static str> {
        let stage = Stage::playing(GameId::Tttn, &GAME, STRICT, |turn, text| {
            let rows: usize = text.split_inclusive('\n').take(rows(&text)).map(str::len).sum();
            let (board, rest) = text.split_at(rows);
            change(turn, board) + rest
        });
        stage.mistake(rule)
    }

    #[test]
    fn a_board_is_printed_once_and_every_time() {
        assert_eq!(boards_changed(twice, |_, board| board.repeat(2)), Some("board-twice"));
        let apart = |_, board: &str| match board {
            "" => String::new(),
            board => format!("{board}\n{board}"),
        };
        assert_eq!(boards_changed(twice, apart), Some("board-twice"));
        let later = |turn, board: &str| if turn > 1 { board.to_owned() } else { String::new() };
        assert_eq!(boards_changed(initial_missing, later), Some("initial-board-missing"));
        let at_end = |turn, board: &str| if turn == 7 { board.to_owned() } else { String::new() };
        assert_eq!(boards_changed(missing, at_end), Some("board-missing"));
        let never_last =
            |turn, board: &str| if turn < 7 { board.to_owned() } else { String::new() };
        assert_eq!(boards_changed(missing, never_last), Some("final-board-missing"));
        for rule in [twice as Rule, initial_missing, missing] {
            assert_eq!(boards_changed(rule, |_, board| board.replace('X', "x")), None);
        }
    }

    #[test]
    fn a_board_that_is_one_move_behind_is_found() {
        let behind =
            Stage::playing(GameId::Domineering, &["5", "2", "8", "10"], STRICT, |turn, text| {
                let boards = [
                    ". . . .\n. . . .\n. . . .\n. . . .\n",
                    ". . . .\nA . . .\nA . . .\n. . . .\n",
                    ". B B .\nA . . .\nA . . .\n. . . .\n",
                    ". B B .\nA . . A\nA . . A\n. . . .\n",
                ];
                boards[turn.saturating_sub(1)].to_owned() + &text[32..]
            });
        assert_eq!(behind.mistake(before_the_move), Some("board-before-the-move"));
    }

    #[test]
    fn a_board_after_a_refused_move_is_one_too_many() {
        let first = " X | ? | ? \n-----------\n ? | ? | ? \n-----------\n ? | ? | ? \n";
        let again = |turn, board: &str| if turn == 3 { first.to_owned() } else { board.to_owned() };
        assert_eq!(boards_changed(again_after_refusal, again), Some("board-after-refused-move"));
        assert_eq!(boards_changed(again_after_refusal, |_, board| board.repeat(2)), None);
    }

    #[test]
    fn lines_of_dashes_are_as_long_as_the_rows_and_stand_between_them() {
        let long = "-".repeat(12);
        let short = "-".repeat(9);
        let right = "-".repeat(11);
        let cases: [(Change<'_>, &str); 4] = [
            (&|board| board.replace(&right, &long), "separator-too-long"),
            (&|board| board.replace(&right, &short), "separator-too-short"),
            (&|board| board.replace(&format!("{right}\n"), ""), "separator-missing"),
            (
                &|board| if board.is_empty() { String::new() } else { format!("{board}{right}\n") },
                "separator-after-last-row",
            ),
        ];
        for (change, name) in cases {
            assert_eq!(boards_changed(separators, |_, board| change(board)), Some(name));
        }
    }

    #[test]
    fn another_character_is_named() {
        let free = boards_changed(symbols, |_, board| board.replace('?', "_"));
        assert_eq!(free, Some("free-square-symbol"));
        let player = boards_changed(symbols, |_, board| board.replace('X', "x"));
        assert_eq!(player, Some("player-symbol"));
        let blank = boards_changed(symbols, |_, board| board.replace('?', " "));
        assert_eq!(blank, Some("free-square-symbol"));
    }

    #[test]
    fn a_rule_of_patterns_has_no_board_to_look_at() {
        let rule = Comparison { patterns: Some(crate::model::Patterns::default()), ..STRICT };
        let stage = Stage::playing(GameId::Tttn, &GAME, rule, |_, text| text);
        assert_eq!(stage.mistake(symbols), None);
    }
}
