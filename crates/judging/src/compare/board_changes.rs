//! What each input changes on the board that a program draws, however it draws it.
//!
//! A board is the last lines without a word that a turn prints. Two boards of one run are compared by position, so nothing is
//! known of the signs: a mark is where the two differ.

use std::collections::{BTreeMap, BTreeSet};

use model::{GameTurn, Observation, ObservedTurn, OutputPiece};

/// A place in a drawing: its line, and its column in characters or in words.
pub(crate) type DrawnPosition = (usize, usize);

/// What an input changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BoardChange {
    /// No board is drawn after it.
    NoBoard,
    /// The board is the first of the run, so there is nothing to compare it with.
    First,
    /// The board is the same as before.
    Same,
    /// The board differs in these places, from the top left to the bottom right.
    Places(Vec<DrawnPosition>),
    /// Two drawings that cannot be compared.
    Unclear,
}

/// Whether a program draws its board again after its first input, with other squares than above that.
pub fn begins_with_a_move(seen: &Observation) -> bool {
    let drawn: Vec<Vec<String>> = seen.turns.iter().take(2).map(board_lines).collect();
    let height = drawn.first().map_or(0, Vec::len);
    let changes = BoardSequence { drawn, height }.list_changes();
    matches!(changes.get(1), Some(BoardChange::Places(_)))
}

/// The boards of a run or of a game.
#[derive(Debug)]
pub(crate) struct BoardSequence {
    /// By turn, the lines that may belong to a board.
    drawn: Vec<Vec<String>>,
    /// How many lines a board usually has; the last ones of a turn are its board.
    height: usize,
}

impl BoardSequence {
    /// What a program drew, however it draws. After the end of input, moves are made of what was left in its variables.
    pub(crate) fn from_run(seen: &Observation) -> BoardSequence {
        let mut drawn: Vec<Vec<String>> = seen.turns.iter().map(board_lines).collect();
        let before_end = seen.before_end.as_ref().filter(|_| seen.saw_eof);
        if let (Some(last), Some(output)) = (drawn.last_mut(), before_end) {
            *last = board_lines(&ObservedTurn {
                output: output.clone(),
                input: None,
            });
        }
        BoardSequence::new(drawn)
    }

    /// The boards of a reference or of a mutant, which are known.
    pub(crate) fn from_turns(turns: &[GameTurn]) -> BoardSequence {
        BoardSequence::new(turns.iter().map(last_board_rows).collect())
    }

    fn new(drawn: Vec<Vec<String>>) -> BoardSequence {
        let height = usual_height(&drawn);
        BoardSequence { drawn, height }
    }

    /// The board in the lines of one turn; none if they are too few.
    fn board_in<'l>(&self, lines: &'l [String]) -> Option<&'l [String]> {
        let start = lines
            .len()
            .checked_sub(self.height)
            .filter(|_| self.height > 0)?;
        lines.get(start..)
    }

    fn iter_boards(&self) -> impl Iterator<Item = &[String]> {
        self.drawn.iter().filter_map(|lines| self.board_in(lines))
    }

    /// The first board, as lines; empty if there is none.
    pub(crate) fn first_board(&self) -> &[String] {
        self.iter_boards().next().unwrap_or_default()
    }

    /// What changes: the first is what the run begins with, the one at `n` is of input `n`, counted from 1.
    pub(crate) fn list_changes(&self) -> Vec<BoardChange> {
        let by_words = self.is_compared_by_words();
        let mut before: Option<&[String]> = None;
        let mut all = Vec::new();
        for lines in &self.drawn {
            let Some(board) = self.board_in(lines) else {
                all.push(if lines.is_empty() {
                    BoardChange::NoBoard
                } else {
                    BoardChange::Unclear
                });
                continue;
            };
            all.push(match before {
                None => BoardChange::First,
                Some(before) => compare_boards(before, board, by_words),
            });
            before = Some(board);
        }
        all
    }

    /// What each move puts on the board, as characters; none if some change is not in one place, or a mark is taken away.
    pub(crate) fn list_marks(&self) -> Option<Vec<String>> {
        let by_words = self.is_compared_by_words();
        let mut marks = Vec::new();
        for (before, after) in self.iter_boards().zip(self.iter_boards().skip(1)) {
            match find_changed_places(before, after, by_words)[..] {
                [] => {}
                [(line, column)] => {
                    marks.push(read_mark(&before[line], &after[line], column, by_words));
                }
                _ => return None,
            }
        }
        marks.iter().all(|mark| !mark.is_empty()).then_some(marks)
    }

    /// By turn, the mark that its input put on the board; none where it did not change one place.
    pub(crate) fn marks_by_turn(&self) -> Vec<Option<String>> {
        let by_words = self.is_compared_by_words();
        let mut before: Option<&[String]> = None;
        let mut marks = Vec::new();
        for lines in &self.drawn {
            let Some(board) = self.board_in(lines) else {
                marks.push(None);
                continue;
            };
            let mark = match before {
                None => find_single_sign(board),
                Some(before) => match find_changed_places(before, board, by_words)[..] {
                    [(line, column)] => {
                        Some(read_mark(&before[line], &board[line], column, by_words))
                    }
                    _ => None,
                },
            };
            marks.push(mark);
            before = Some(board);
        }
        marks
    }

    /// Whether columns are words: lines have different lengths and the same number of words, as `-1 0 0` and `0 0 0`.
    fn is_compared_by_words(&self) -> bool {
        let mut boards = self.iter_boards();
        let Some(first) = boards.next() else {
            return false;
        };
        let others: Vec<&[String]> = boards.collect();
        let pairs = || others.iter().flat_map(|board| first.iter().zip(*board));
        pairs().all(|(one, other)| count_words(one) == count_words(other))
            && pairs().any(|(one, other)| count_characters(one) != count_characters(other))
    }
}

/// The only sign of a board that it has once: the mark of the first move, where no board is drawn before it.
fn find_single_sign(board: &[String]) -> Option<String> {
    let words = board.iter().flat_map(|line| line.split_whitespace());
    let words: Vec<String> = words.map(str::to_owned).collect();
    let letters = board.iter().flat_map(|line| line.chars());
    let signs: Vec<String> = if words.len() > board.len() {
        words
    } else {
        letters.map(String::from).collect()
    };
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for sign in signs.iter().filter(|sign| !sign.trim().is_empty()) {
        *counts.entry(sign).or_default() += 1;
    }
    let mut single = counts.into_iter().filter(|(_, times)| *times == 1);
    let first = single.next().map(|(sign, _)| sign.clone());
    first.filter(|_| single.next().is_none())
}

fn last_board_rows(turn: &GameTurn) -> Vec<String> {
    let board = turn.pieces.iter().rev().find_map(|piece| match piece {
        OutputPiece::Board(rows) => Some(rows.clone()),
        _ => None,
    });
    board.unwrap_or_default()
}

fn count_words(line: &str) -> usize {
    line.split_whitespace().count()
}

fn count_characters(line: &str) -> usize {
    line.chars().count()
}

/// The lines of a turn that may belong to a board: those without a word, but for what stands before the input.
fn board_lines(turn: &ObservedTurn) -> Vec<String> {
    let text = String::from_utf8_lossy(&turn.output);
    let mut lines: Vec<&str> = text.lines().collect();
    if turn.input.is_some() && !text.ends_with('\n') {
        lines.pop();
    }
    let lines = lines
        .into_iter()
        .filter(|line| !line.trim().is_empty() && !has_word(line));
    lines
        .map(|line| line.trim_end_matches('\r').to_owned())
        .collect()
}

/// Whether letters follow each other that are no marks: a row such as `AB_` has two capitals, one of each player.
pub(super) fn has_word(line: &str) -> bool {
    let mut runs = line.split(|letter: char| !letter.is_alphabetic());
    let letters: BTreeSet<char> = line.chars().filter(|it| it.is_alphabetic()).collect();
    let are_marks = letters.iter().all(|it| "XOxo".contains(*it))
        || letters.len() <= 2 && letters.iter().all(char::is_ascii_uppercase);
    !are_marks && runs.any(|run| run.chars().nth(1).is_some())
}

/// How many lines a board of this run usually has.
fn usual_height(drawn: &[Vec<String>]) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for lines in drawn.iter().filter(|lines| !lines.is_empty()) {
        *counts.entry(lines.len()).or_default() += 1;
    }
    let usual = counts
        .into_iter()
        .max_by_key(|(height, times)| (*times, usize::MAX - height));
    usual.map_or(0, |(height, _)| height)
}

fn compare_boards(before: &[String], after: &[String], by_words: bool) -> BoardChange {
    /// More places than these are another picture.
    const MOST: usize = 4;
    let places = find_changed_places(before, after, by_words);
    match places.len() {
        0 => BoardChange::Same,
        1..=MOST => BoardChange::Places(places),
        _ => BoardChange::Unclear,
    }
}

/// Where two boards differ, from the top left to the bottom right.
fn find_changed_places(before: &[String], after: &[String], by_words: bool) -> Vec<DrawnPosition> {
    let mut places = Vec::new();
    for (line, (before, after)) in before.iter().zip(after).enumerate() {
        let columns = if by_words {
            other_words(before, after)
        } else {
            other_characters(before, after)
        };
        places.extend(columns.into_iter().map(|column| (line, column)));
    }
    places
}

fn other_words(before: &str, after: &str) -> Vec<usize> {
    let pairs = before
        .split_whitespace()
        .zip(after.split_whitespace())
        .enumerate();
    pairs
        .filter(|(_, (before, after))| before != after)
        .map(|(column, _)| column)
        .collect()
}

/// The columns in which two lines differ: of characters that follow each other, such as `-1` for ` 0`, the last.
fn other_characters(before: &str, after: &str) -> Vec<usize> {
    let before: Vec<char> = before.chars().collect();
    let after: Vec<char> = after.chars().collect();
    let columns = 0..before.len().max(after.len());
    columns
        .filter(|&column| {
            differs_at(&before, &after, column) && !differs_at(&before, &after, column + 1)
        })
        .collect()
}

/// What a line has where it differs from the one before; `column` is as in [`DrawnPosition`].
fn read_mark(before: &str, after: &str, column: usize, by_words: bool) -> String {
    if by_words {
        let word = after.split_whitespace().nth(column);
        return word.unwrap_or_default().to_owned();
    }
    let before: Vec<char> = before.chars().collect();
    let after: Vec<char> = after.chars().collect();
    let differs = |at: &usize| differs_at(&before, &after, *at);
    let start = (0..=column).rev().take_while(differs).last();
    let mark: String = (start.unwrap_or(column)..=column)
        .map(|at| character_at(&after, at))
        .collect();
    mark.trim().to_owned()
}

fn differs_at(before: &[char], after: &[char], column: usize) -> bool {
    character_at(before, column) != character_at(after, column)
}

fn character_at(line: &[char], column: usize) -> char {
    line.get(column).copied().unwrap_or(' ')
}

/// Whether a program's boards show the reference's game up to its last input: each move that the reference makes is one mark, in its
/// place and of its player, and no other input changes anything. False where that cannot be seen: a refused move that costs the turn
/// exchanges the players from there on, so the mark of one of them must be known before.
pub(super) fn shows_same_game(expected: &[GameTurn], seen: &Observation) -> bool {
    let reference = BoardSequence::from_turns(expected);
    let drawn = BoardSequence::from_run(seen);
    let mut same = SameSquares::default();
    let changes = drawn.list_changes();
    let last_input = expected.len().saturating_sub(1);
    if changes.len() < expected.len() {
        return false;
    }
    let pairs = reference.list_changes().into_iter().zip(changes);
    let mut pairs = pairs.take(last_input).skip(1);
    let is_same = pairs.all(|pair| match pair {
        (BoardChange::Places(one), BoardChange::Places(other)) => {
            same.match_positions(&one, &other)
        }
        (one, other) => {
            let is_move = makes_move(&one);
            other == BoardChange::First || is_move.is_some() && is_move == makes_move(&other)
        }
    });
    let is_refusal = |turn: &GameTurn| {
        let mut pieces = turn.pieces.iter();
        pieces.any(|piece| matches!(piece, OutputPiece::Message(_)))
    };
    let inner = expected.get(1..last_input).unwrap_or_default();
    let first_refusal = inner.iter().position(is_refusal);
    let mut marks: Vec<(String, String)> = Vec::new();
    let both = reference.marks_by_turn().into_iter();
    for (turn, pair) in both.zip(drawn.marks_by_turn()).enumerate() {
        if first_refusal.is_some_and(|refusal| turn > refusal) && marks.is_empty() {
            return false;
        }
        if let (Some(one), Some(other)) = pair {
            marks.push((one, other));
        }
    }
    is_same && are_two_players(&marks)
}

/// Whether an input made a move; none where that cannot be told.
fn makes_move(change: &BoardChange) -> Option<bool> {
    match change {
        BoardChange::NoBoard | BoardChange::Same => Some(false),
        BoardChange::Places(_) | BoardChange::First => Some(true),
        BoardChange::Unclear => None,
    }
}

/// Whether two marks are different in one game where they are in the other.
fn are_two_players(marks: &[(String, String)]) -> bool {
    let both: BTreeSet<&(String, String)> = marks.iter().collect();
    let ones: BTreeSet<&String> = marks.iter().map(|(one, _)| one).collect();
    let others: BTreeSet<&String> = marks.iter().map(|(_, other)| other).collect();
    both.len() == 2 && ones.len() == 2 && others.len() == 2
}

/// Whether a program's boards show the reference's game with rows for columns, and not as it is.
pub(super) fn shows_transposed_game(expected: &[GameTurn], seen: &Observation) -> bool {
    /// Fewer may be alike by chance.
    const LEAST_MOVES: usize = 6;
    let reference = BoardSequence::from_turns(expected).list_changes();
    let drawn = BoardSequence::from_run(seen).list_changes();
    let mut as_is = SameSquares::default();
    let mut transposed = SameSquares::default();
    let mut is_as_it_is = true;
    let mut moves = 0;
    for pair in reference.iter().zip(&drawn) {
        let (BoardChange::Places(one), BoardChange::Places(other)) = pair else {
            continue;
        };
        let turned: Vec<DrawnPosition> = one.iter().map(|&(line, column)| (column, line)).collect();
        is_as_it_is &= as_is.match_positions(one, other);
        if !transposed.match_positions(&turned, other) {
            return false;
        }
        moves += 1;
    }
    moves >= LEAST_MOVES && !is_as_it_is
}

/// Which lines and columns of one drawing are those of another. Rows and columns keep their order.
#[derive(Debug, Default)]
pub(crate) struct SameSquares {
    lines: BTreeMap<usize, usize>,
    columns: BTreeMap<usize, usize>,
}

impl SameSquares {
    /// Takes up that these places are the same squares; whether that agrees with everything before.
    pub(crate) fn match_positions(
        &mut self,
        one: &[DrawnPosition],
        other: &[DrawnPosition],
    ) -> bool {
        let pairs = one.iter().zip(other);
        let agree = |pair: (&DrawnPosition, &DrawnPosition)| {
            let ((line, column), (other_line, other_column)) = pair;
            keeps_order(&mut self.lines, *line, *other_line)
                && keeps_order(&mut self.columns, *column, *other_column)
        };
        one.len() == other.len() && pairs.into_iter().all(agree)
    }
}

fn keeps_order(known: &mut BTreeMap<usize, usize>, one: usize, other: usize) -> bool {
    known
        .insert(one, other)
        .is_none_or(|before| before == other)
        && known.range(..one).all(|(_, before)| *before < other)
        && known.range(one + 1..).all(|(_, after)| *after > other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Exit;

    fn changes_of(turns: &[&str]) -> Vec<BoardChange> {
        let turn = |output: &&str| ObservedTurn {
            output: output.as_bytes().to_vec(),
            input: Some("1".to_owned()),
        };
        let seen = Observation::new(turns.iter().map(turn).collect(), Exit::Code(0));
        BoardSequence::from_run(&seen).list_changes()
    }

    #[test]
    fn a_mark_is_where_two_boards_differ_however_they_are_drawn() {
        let at = |line, column| BoardChange::Places(vec![(line, column)]);
        let table: [(&[&str], &[BoardChange]); 6] = [
            (
                &[
                    "X| \n-+-\n | \nNext: ",
                    "X| \n-+-\n |O\nNext: ",
                    "Taken!\nNext: ",
                ],
                &[BoardChange::First, at(2, 2), BoardChange::NoBoard],
            ),
            (
                &["-1  0\n 0  0\n? ", "-1  0\n 0  1\n? "],
                &[BoardChange::First, at(1, 4)],
            ),
            (
                &["0 0\n0 0\n? ", "0 -1\n0 0\n? "],
                &[BoardChange::First, at(0, 1)],
            ),
            (
                &["AB_\n___\n", "AB_\nA__\n", "ABB\nA__\n"],
                &[BoardChange::First, at(1, 0), at(0, 2)],
            ),
            (
                &["XO-\n---\n", "XO-\nX--\n", "XO-\nX--\n"],
                &[BoardChange::First, at(1, 0), BoardChange::Same],
            ),
            (
                &["A .\n. .\nMove: ", "A B\n. B\nMove: "],
                &[
                    BoardChange::First,
                    BoardChange::Places(vec![(0, 2), (1, 2)]),
                ],
            ),
        ];
        for (turns, expected) in table {
            assert_eq!(changes_of(turns), expected, "{turns:?}");
        }
    }

    /// Whether a program shows the reference's game whose boards these are; where it shows none, the reference refuses an input.
    fn is_same_game(boards: &[&str], outputs: &[&str]) -> bool {
        let mut expected: Vec<GameTurn> = Vec::new();
        for board in boards {
            let rows = board.lines().map(str::to_owned).collect();
            let piece = if board.is_empty() {
                OutputPiece::Message("No!\n".to_owned())
            } else {
                OutputPiece::Board(rows)
            };
            expected.push(GameTurn {
                pieces: vec![piece],
                input: Some("1".to_owned()),
            });
        }
        let turn = |output: &&str| ObservedTurn {
            output: output.as_bytes().to_vec(),
            input: Some("1".to_owned()),
        };
        let seen = Observation::new(outputs.iter().map(turn).collect(), Exit::Code(0));
        shows_same_game(&expected, &seen)
    }

    #[test]
    fn a_game_is_the_same_if_each_move_is_in_its_place_and_of_its_player() {
        let empty = "**\n**\n";
        let game = [empty, "X*\n**\n", "", "XO\n**\n", "XO\nX*\n"];
        assert!(is_same_game(&game, &game));
        let other_signs = ["..\n..\n", "A.\n..\n", "No!\n", "AB\n..\n", ""];
        assert!(is_same_game(&game, &other_signs));
        let without_first = ["", "A.\n..\n", "No!\n", "AB\n..\n", ""];
        assert!(is_same_game(&game, &without_first));
        let costs_the_turn = [empty, "X*\n**\n", "", "XX\n**\n", "XX\nO*\n"];
        assert!(!is_same_game(&game, &costs_the_turn));
        let takes_it = [empty, "X*\n**\n", "O*\n**\n", "OX\n**\n", "OX\nO*\n"];
        assert!(!is_same_game(&game, &takes_it));
        assert!(!is_same_game(&game, &[empty, "", "", "", ""]));
        // Whose turn it is cannot be seen where the first input is refused.
        let refused_first = [empty, "", "X*\n**\n", "XO\n**\n", "XO\nX*\n"];
        assert!(!is_same_game(&refused_first, &refused_first));
    }

    #[test]
    fn rows_and_columns_of_two_drawings_keep_their_order() {
        let mut same = SameSquares::default();
        assert!(
            same.match_positions(&[(0, 1)], &[(0, 0)])
                && same.match_positions(&[(2, 5)], &[(1, 2)])
        );
        assert!(
            !same.match_positions(&[(2, 1)], &[(0, 0)]),
            "the row was another one"
        );
        assert!(!SameSquares::default().match_positions(&[(0, 0)], &[]));
    }
}
