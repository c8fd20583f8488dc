//! Boards that are printed too often, too late, or not at all.

use super::drawing::{extract_separators, mask_squares};
use super::edit;
use super::judged_run::{HintContext, JudgedRun, collapse_blanks, contains_lines, turn_boards};
use super::sentences;
use model::{GameTurn, Hint, Observation, OutputPiece};

/// A board is printed two or more times in a row.
pub(super) fn detect_doubled_board(context: &HintContext<'_>) -> Option<Hint> {
    context
        .run
        .would_be_right(&with_boards_once(context.run))
        .then(doubled_board_hint)
}

pub(super) fn doubled_board_hint() -> Hint {
    sentences::BOARD_TWICE.hint()
}

/// The run without the second of two equal boards that follow each other.
pub(super) fn with_boards_once(run: &JudgedRun<'_>) -> Observation {
    edit::map_output(run.seen, |turn, text| {
        run.expected
            .get(turn)
            .map_or_else(|| text.to_owned(), |turn| printed_once(text, turn))
    })
}

/// The text without the second of two equal boards that follow each other.
fn printed_once(text: &str, turn: &GameTurn) -> String {
    let rows = turn.pieces.iter().find_map(|piece| match piece {
        OutputPiece::Board(rows) => Some(rows.len()),
        _ => None,
    });
    let mut lines: Vec<&str> = text.split('\n').collect();
    let Some(rows) = rows else {
        return text.to_owned();
    };
    let mut start = 0;
    while start + 2 * rows <= lines.len() {
        let first: Vec<String> = lines[start..start + rows]
            .iter()
            .map(collapse_line)
            .collect();
        let blank = lines[start + rows..]
            .iter()
            .take_while(|line| line.trim().is_empty())
            .count();
        let second = start + rows + blank;
        let again = lines.get(second..second + rows).is_some_and(|next| {
            first.iter().all(|line| is_drawn(line))
                && next.iter().map(collapse_line).eq(first.iter().cloned())
        });
        if again {
            lines.drain(start + rows..second + rows);
        } else {
            start += 1;
        }
    }
    lines.join("\n")
}

fn collapse_line(line: &&str) -> String {
    collapse_blanks(line)
}

/// The board is not shown before the first move.
pub(super) fn detect_missing_first_board(context: &HintContext<'_>) -> Option<Hint> {
    let expected = context.run.expected;
    let first = expected.iter().position(has_board)?;
    let without = without_board(expected, first);
    let next = (first + 1..expected.len()).find(|&turn| has_board(&expected[turn]));
    let before = first..next.unwrap_or(context.run.seen.turns.len());
    let draws = before.into_iter().any(|turn| context.draws_board(turn));
    (context.run.would_match(&without) && !draws).then(missing_first_board_hint)
}

pub(super) fn missing_first_board_hint() -> Hint {
    sentences::INITIAL_BOARD_MISSING.hint()
}

/// The same expectations without the board of one turn.
pub(super) fn without_board(expected: &[GameTurn], turn: usize) -> Vec<GameTurn> {
    edit::map_boards(expected, |place, rows| {
        if place == turn {
            Vec::new()
        } else {
            rows.to_vec()
        }
    })
}

/// Whether a line may belong to some board, of whatever size and look: it has bars or strokes between squares, nothing but
/// single signs, or nothing but what stands on squares.
fn is_drawn(line: &str) -> bool {
    let signs = || line.chars().filter(|sign| !sign.is_whitespace());
    let is_close_row = signs().count() > 1 && mask_squares(line).chars().all(|sign| sign == '#');
    let has_bar = line.contains(['|', '│', '║', '┃']);
    let is_rule = signs().count() > 2 && signs().all(|sign| "-_=+~─━═┼".contains(sign));
    let words = || line.split_whitespace();
    let is_row = words().next().is_some() && words().all(|word| word.chars().count() == 1);
    has_bar || is_rule || is_row || is_close_row
}

/// Boards are missing later on.
pub(super) fn detect_missing_boards(context: &HintContext<'_>) -> Option<Hint> {
    let expected = context.run.expected;
    let reached = expected.len().min(context.run.seen.turns.len());
    let boards: Vec<usize> = (0..reached)
        .filter(|&turn| has_board(&expected[turn]))
        .collect();
    if context.run.has_unreliable_reads() {
        return None;
    }
    let absent: Vec<usize> = boards
        .iter()
        .copied()
        .filter(|&turn| !context.shows_board(turn))
        .collect();
    let altered = edit::map_boards(expected, |turn, rows| {
        if absent.contains(&turn) {
            Vec::new()
        } else {
            rows.to_vec()
        }
    });
    let last = boards.last()?;
    let some_left = absent.len() < boards.len();
    if absent == [*last] && some_left && context.run.would_match(&altered) {
        return Some(sentences::FINAL_BOARD_MISSING.hint());
    }
    // Where there is never one, that is wrong, whatever else is. Where there are some, the others may be missing because the
    // move was refused.
    let never = absent.len() > 1 && absent.len() == boards.len();
    (never || (absent.len() > 1 && context.run.would_match(&altered)))
        .then(|| sentences::BOARD_MISSING.hint())
}

/// The board as it was before a move stands before each new one.
pub(super) fn detect_old_board_before_new(context: &HintContext<'_>) -> Option<Hint> {
    let altered = with_old_boards(context.run.expected);
    (altered != context.run.expected && context.run.would_match(&altered))
        .then(old_board_before_new_hint)
}

pub(super) fn old_board_before_new_hint() -> Hint {
    sentences::OLD_BOARD_BEFORE_NEW.hint()
}

/// The same expectations, had the reference printed the board before each move that is made as well.
pub(super) fn with_old_boards(expected: &[GameTurn]) -> Vec<GameTurn> {
    let mut previous: Option<OutputPiece> = None;
    let mut altered = expected.to_vec();
    for turn in &mut altered {
        let Some(place) = turn.pieces.iter().position(is_board) else {
            continue;
        };
        let own = turn.pieces[place].clone();
        if let Some(previous) = previous.replace(own) {
            turn.pieces.insert(place, previous);
        }
    }
    altered
}

/// Each board is shown as it was before the move. After a single move, that is the same as a board that never changes.
pub(super) fn detect_outdated_boards(context: &HintContext<'_>) -> Option<Hint> {
    let mut previous: Option<OutputPiece> = None;
    let mut altered = context.run.expected.to_vec();
    let pieces = altered.iter_mut().flat_map(|turn| &mut turn.pieces);
    for board in pieces.filter(|piece| is_board(piece)) {
        let own = board.clone();
        *board = previous.unwrap_or_else(|| own.clone());
        previous = Some(own);
    }
    let shown = context.run.expected.iter().flat_map(turn_boards).count();
    (shown > 2 && context.run.would_match(&altered) && !context.shows_new_boards())
        .then(|| sentences::BOARD_BEFORE_MOVE.hint())
}

/// The board is printed again after a move that was refused.
pub(super) fn detect_board_after_refusal(context: &HintContext<'_>) -> Option<Hint> {
    let mut board = None;
    let mut refusals = false;
    let mut altered = context.run.expected.to_vec();
    for turn in &mut altered {
        let own = turn
            .pieces
            .iter()
            .rfind(|piece| matches!(piece, OutputPiece::Board(_)))
            .cloned();
        if let (None, Some(board), false) = (&own, &board, turn.pieces.is_empty()) {
            let prompt = turn
                .pieces
                .iter()
                .position(|piece| matches!(piece, OutputPiece::Prompt(_)));
            turn.pieces.insert(
                prompt.unwrap_or(turn.pieces.len()),
                OutputPiece::clone(board),
            );
            refusals = true;
        }
        board = own.or(board);
    }
    (refusals && context.run.would_match(&altered))
        .then(|| sentences::BOARD_AFTER_REFUSED_MOVE.hint())
}

impl HintContext<'_> {
    /// Whether some board is there as it should be, after its move.
    pub(super) fn shows_new_boards(&self) -> bool {
        let expected = self.run.expected.iter().enumerate();
        let boards: Vec<(usize, &Vec<String>)> = expected
            .flat_map(|(turn, it)| turn_boards(it).map(move |rows| (turn, rows)))
            .collect();
        !self.run.has_unreliable_reads()
            && boards.iter().skip(1).any(|(turn, rows)| {
                let rows: Vec<String> = rows.iter().map(|row| collapse_blanks(row)).collect();
                contains_lines(&self.run.turn_lines(*turn), &rows)
            })
    }

    /// Whether anything like a board stands in the program's turn. A line of blanks may be a row of free squares.
    pub(super) fn draws_board(&self, turn: usize) -> bool {
        let Some(seen) = self.run.seen.turns.get(turn) else {
            return false;
        };
        let text = String::from_utf8_lossy(&seen.output);
        text.lines()
            .any(|line| has_only_blanks(line) || is_drawn(line))
    }

    /// Whether the program's turn has something like the first row of the board that is expected in it.
    fn shows_board(&self, turn: usize) -> bool {
        let row = first_row(&self.run.expected[turn]);
        let between = extract_separators(&row);
        let row = mask_squares(&row);
        self.run.turn_lines(turn).iter().any(|line| {
            if between.is_empty() {
                mask_squares(line).contains(&row)
            } else {
                extract_separators(line).contains(&between)
            }
        })
    }
}

fn has_only_blanks(line: &str) -> bool {
    !line.is_empty() && line.trim().is_empty()
}

fn is_board(piece: &OutputPiece) -> bool {
    matches!(piece, OutputPiece::Board(_))
}

pub(super) fn has_board(turn: &GameTurn) -> bool {
    turn_boards(turn).next().is_some()
}

fn first_row(turn: &GameTurn) -> String {
    turn_boards(turn)
        .next()
        .and_then(|rows| rows.first())
        .map_or_else(String::new, |row| collapse_blanks(row))
}

#[cfg(test)]
mod tests {
    use reference::{domineering, tttn};

    use super::*;
    use crate::feedback::Rule;
    use crate::feedback::stage::{HintTestRun, STRICT};

    #[test]
    fn a_board_is_printed_once_and_every_time() {
        assert_eq!(
            HintTestRun::with_board_change(|_, board| board.repeat(2))
                .find_mistake(detect_doubled_board),
            Some("board-twice")
        );
        let apart = |_, board: &str| match board {
            "" => String::new(),
            board => format!("{board}\n{board}"),
        };
        assert_eq!(
            HintTestRun::with_board_change(apart).find_mistake(detect_doubled_board),
            Some("board-twice")
        );
        let later = |turn, board: &str| {
            if turn > 1 {
                board.to_owned()
            } else {
                String::new()
            }
        };
        assert_eq!(
            HintTestRun::with_board_change(later).find_mistake(detect_missing_first_board),
            Some("initial-board-missing")
        );
        let at_end = |turn, board: &str| {
            if turn == 7 {
                board.to_owned()
            } else {
                String::new()
            }
        };
        assert_eq!(
            HintTestRun::with_board_change(at_end).find_mistake(detect_missing_boards),
            Some("board-missing")
        );
        let never_last = |turn, board: &str| {
            if turn < 7 {
                board.to_owned()
            } else {
                String::new()
            }
        };
        assert_eq!(
            HintTestRun::with_board_change(never_last).find_mistake(detect_missing_boards),
            Some("final-board-missing")
        );
        for rule in [
            detect_doubled_board as Rule,
            detect_missing_first_board,
            detect_missing_boards,
        ] {
            assert_eq!(
                HintTestRun::with_board_change(|_, board| board.replace('X', "x"))
                    .find_mistake(rule),
                None
            );
        }
    }

    #[test]
    fn a_board_that_is_one_move_behind_is_found() {
        let behind = HintTestRun::from_game(
            domineering::RULES,
            &["5", "2", "8", "10"],
            STRICT,
            |turn, text| {
                let boards = [
                    ". . . .\n. . . .\n. . . .\n. . . .\n",
                    ". . . .\nA . . .\nA . . .\n. . . .\n",
                    ". B B .\nA . . .\nA . . .\n. . . .\n",
                    ". B B .\nA . . A\nA . . A\n. . . .\n",
                ];
                boards[turn.saturating_sub(1)].to_owned() + &text[32..]
            },
        );
        assert_eq!(
            behind.find_mistake(detect_outdated_boards),
            Some("board-before-the-move")
        );
        let still = HintTestRun::from_game(tttn::RULES, &["1", "0"], STRICT, |_, text| {
            text.replace('X', "?")
        });
        assert_eq!(
            still.find_mistake(detect_outdated_boards),
            None,
            "one move tells nothing"
        );
    }

    #[test]
    fn an_old_board_before_each_new_one_is_found() {
        let first = " ? | ? | ? \n-----------\n ? | ? | ? \n-----------\n ? | ? | ? \n";
        let old = std::cell::RefCell::new(String::new());
        let both = |_, board: &str| match board {
            "" => String::new(),
            board => old.replace(board.to_owned()) + board,
        };
        assert_eq!(
            HintTestRun::with_board_change(both).find_mistake(detect_old_board_before_new),
            Some("old-board-before-new")
        );
        let first_again = |_, board: &str| match board {
            "" => String::new(),
            board => first.to_owned() + board,
        };
        assert_eq!(
            HintTestRun::with_board_change(first_again).find_mistake(detect_old_board_before_new),
            None
        );
    }

    #[test]
    fn a_first_board_of_another_size_or_look_is_not_missing() {
        for other in [
            " ? | ? \n-------\n ? | ? \n",
            ". . .\n. . .\n. . .\n",
            "+---+---+\n",
        ] {
            let drawn = |turn, board: &str| {
                if turn == 1 {
                    other.to_owned()
                } else {
                    board.to_owned()
                }
            };
            assert_eq!(
                HintTestRun::with_board_change(drawn).find_mistake(detect_missing_first_board),
                None,
                "{other}"
            );
        }
    }

    #[test]
    fn a_board_after_a_refused_move_is_one_too_many() {
        let first = " X | ? | ? \n-----------\n ? | ? | ? \n-----------\n ? | ? | ? \n";
        let again = |turn, board: &str| {
            if turn == 3 {
                first.to_owned()
            } else {
                board.to_owned()
            }
        };
        assert_eq!(
            HintTestRun::with_board_change(again).find_mistake(detect_board_after_refusal),
            Some("board-after-refused-move")
        );
        assert_eq!(
            HintTestRun::with_board_change(|_, board| board.repeat(2))
                .find_mistake(detect_board_after_refusal),
            None
        );
    }
}
