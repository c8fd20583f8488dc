//! Whether a program takes each input for what it is in the game: a question of its own before the first move, a board of
//! another size, and the first input that does something else than it should.
//!
//! The evidence is what programs ask and what changes on their boards. Where neither is clear, nothing is claimed.

use std::collections::{BTreeMap, BTreeSet};

use super::judged_run::{JudgedRun, find_prompt, quote_text};
use super::question::question_hint;
use super::sentences;
use crate::compare::board_changes::{BoardChange, BoardSequence, SameSquares};
use crate::compare::{find_question, question};
use model::{ComparisonScope, GameTurn, Hint, OutputPiece};

/// What all runs of a game together say of its first reads.
#[derive(Debug, Default)]
pub(super) struct InputEffects {
    /// The read that asks a question of the program's own before the game, counted from 0.
    own_question: Option<usize>,
    /// The rows of the program's board and of the reference's, where the program's are more.
    rows: Option<(usize, usize)>,
}

impl InputEffects {
    /// Looks at the runs of one program, one per case.
    pub(super) fn from_runs(runs: &[JudgedRun<'_>]) -> InputEffects {
        InputEffects {
            own_question: find_extra_prompt(runs),
            rows: runs.iter().find_map(more_rows),
        }
    }

    /// The program's question before the game took an input of this run.
    pub(super) fn question_before_the_game(&self, run: &JudgedRun<'_>) -> Option<Hint> {
        let read = self.own_question?;
        let turn = run.seen.turns.get(read)?;
        let input = turn.input.as_ref()?;
        let asks = match find_question(&turn.output).map(|question| question.plain_text()) {
            Some(text) if !question::extract_words(&text).is_empty() => {
                format!("it asks {}", quote_text(&text))
            }
            _ => "it reads a number without a word".to_owned(),
        };
        let detail = format!(
            "Before the game {asks}, and it took input {}, {}, as the answer.",
            read + 1,
            quote_text(input)
        );
        Some(question_hint(detail))
    }

    /// The program's board has more rows than the reference's.
    pub(super) fn larger_board(&self) -> Option<Hint> {
        let (drawn, expected) = self.rows?;
        let rows = format!("It draws {drawn} rows, and the assignment has {expected}.");
        Some(sentences::BOARD_OF_ANOTHER_SIZE.hint().with_detail(rows))
    }
}

/// The first read that no move has: what is asked up to there is never asked again, its answers change nothing on the board,
/// and there are more such reads than the reference has.
fn find_extra_prompt(runs: &[JudgedRun<'_>]) -> Option<usize> {
    /// A program that asks more before its game asks for something else.
    const MOST: usize = 4;
    let runs: Vec<&JudgedRun<'_>> = runs.iter().filter(|run| run.seen.synchronised).collect();
    let asked: Vec<Vec<String>> = runs.iter().map(|run| questions_at_reads(run)).collect();
    let count = (1..=MOST)
        .rev()
        .find(|count| begin_with_distinct_questions(&asked, *count))?;
    let expected = runs
        .iter()
        .map(|run| reads_without_prompt(run.expected))
        .max()?;
    let longest = asked.iter().max_by_key(|words| words.len())?;
    let opening: Vec<&str> = longest.iter().take(count).map(String::as_str).collect();
    let own = select_extra_prompt(&opening, expected)?;
    let reads = FirstReads {
        count,
        expected,
        own,
    };
    (count > expected && changes_no_board(&runs, reads)).then_some(own)
}

/// The reads before the first move.
#[derive(Debug, Clone, Copy)]
struct FirstReads {
    /// How many the program has.
    count: usize,
    /// How many the reference has.
    expected: usize,
    /// The one that may be the program's own, counted from 0.
    own: usize,
}

/// Whether all runs begin with the same `count` questions, which are not asked again where others are.
fn begin_with_distinct_questions(asked: &[Vec<String>], count: usize) -> bool {
    let Some(longest) = asked.iter().max_by_key(|words| words.len()) else {
        return false;
    };
    let opening = &longest[..count.min(longest.len())];
    let mut recurs = false;
    for words in asked {
        let (first, rest) = words.split_at(count.min(words.len()));
        if !opening.starts_with(first) || rest.iter().any(|one| opening.contains(one)) {
            return false;
        }
        let distinct: BTreeSet<&String> = rest.iter().collect();
        recurs |= distinct.len() < rest.len();
    }
    recurs
}

/// What is asked at each read of a run, without what changes from move to move.
fn questions_at_reads(run: &JudgedRun<'_>) -> Vec<String> {
    let read = run.seen.turns.iter().filter(|turn| turn.input.is_some());
    let asked = read.map(|turn| find_question(&turn.output).map(|question| question.plain_text()));
    asked
        .map(|text| question::extract_words(&text.unwrap_or_default()))
        .collect()
}

/// How many inputs the reference reads before its first prompt.
fn reads_without_prompt(expected: &[GameTurn]) -> usize {
    expected
        .iter()
        .take_while(|turn| turn.input.is_some() && find_prompt(turn).is_none())
        .count()
}

/// Whether the answers to the first reads change no board in any run, although one of them is a move for the reference.
fn changes_no_board(runs: &[&JudgedRun<'_>], reads: FirstReads) -> bool {
    let changes: Vec<Vec<BoardChange>> = runs
        .iter()
        .map(|run| BoardSequence::from_run(run.seen).list_changes())
        .collect();
    let mut both = runs.iter().zip(&changes);
    let are_quiet = both.all(|(run, all)| {
        !is_short(run, reads) || all.iter().skip(1).take(reads.count).all(is_quiet_change)
    });
    let takes_moves = changes
        .iter()
        .flatten()
        .any(|change| matches!(change, BoardChange::Places(_)));
    are_quiet && takes_moves && shows_no_move(runs, &changes, reads)
}

fn is_quiet_change(change: &BoardChange) -> bool {
    matches!(
        change,
        BoardChange::NoBoard | BoardChange::Same | BoardChange::First
    )
}

/// Whether the first inputs have one character each: of more, a program may read the first and take the rest for a move.
fn is_short(run: &JudgedRun<'_>, reads: FirstReads) -> bool {
    run.input
        .iter()
        .take(reads.count)
        .all(|line| line.len() == 1)
}

/// The first boards of runs that differ in one answer.
#[derive(Debug, Default)]
struct FirstBoards<'a> {
    boards: BTreeSet<Vec<String>>,
    answers: BTreeSet<&'a str>,
}

/// Whether the boards after the first reads show that none was a move: there is none after a read that is a move for the
/// reference, or it is the same after different inputs.
fn shows_no_move(runs: &[&JudgedRun<'_>], changes: &[Vec<BoardChange>], reads: FirstReads) -> bool {
    let FirstReads {
        count,
        expected,
        own,
    } = reads;
    // By the answers to the other questions: the first boards, and the answers to this one.
    let mut firsts: BTreeMap<Vec<&str>, FirstBoards<'_>> = BTreeMap::new();
    let mut is_without_move = false;
    for (run, changes) in runs.iter().zip(changes) {
        let moves = list_moves(run.expected);
        let inputs: Vec<&str> = run.input.iter().take(count).map(String::as_str).collect();
        for input in expected + 1..=count {
            match changes.get(input) {
                Some(BoardChange::NoBoard | BoardChange::Same) => {
                    is_without_move |= moves.get(input).is_some_and(|is_move| *is_move);
                }
                Some(BoardChange::First) if inputs.len() == count && is_short(run, reads) => {
                    let mut others = inputs.clone();
                    let answer = others.remove(own);
                    others.truncate(expected);
                    let first = firsts.entry(others).or_default();
                    first
                        .boards
                        .insert(BoardSequence::from_run(run.seen).first_board().to_vec());
                    first.answers.insert(answer);
                }
                _ => {}
            }
        }
    }
    let is_one_board = firsts.values().all(|first| first.boards.len() == 1);
    let differs = firsts.values().any(|first| first.answers.len() > 1);
    is_one_board && (differs || firsts.is_empty() && is_without_move)
}

/// By turn, whether the input before it made a move in the reference's game.
fn list_moves(expected: &[GameTurn]) -> Vec<bool> {
    let changes = BoardSequence::from_turns(expected).list_changes();
    changes
        .iter()
        .map(|change| matches!(change, BoardChange::Places(_) | BoardChange::First))
        .collect()
}

/// Which of the first reads is the program's own, where the reference has `expected` of them: the first that speaks of no size.
fn select_extra_prompt(opening: &[&str], expected: usize) -> Option<usize> {
    const SIZE: [&str; 6] = ["size", "dimension", "dim", "rows", "board", "grid"];
    if expected == 0 {
        return Some(0);
    }
    let speaks_of_size = |words: &&str| {
        words
            .split(' ')
            .any(|word| SIZE.contains(&word.to_lowercase().as_str()))
    };
    let sizes = opening.iter().filter(|words| speaks_of_size(words)).count();
    let silent = opening.iter().filter(|words| words.is_empty()).count();
    if sizes.max(silent) > expected {
        return None;
    }
    match (sizes, silent) {
        (0, 1) => opening.iter().position(|words| !words.is_empty()),
        (0, _) => None,
        _ => opening.iter().position(|words| !speaks_of_size(words)),
    }
}

/// The rows of the program's board and of the reference's, where the program's are more. Only where boards are free:
/// elsewhere more is known of them.
fn more_rows(run: &JudgedRun<'_>) -> Option<(usize, usize)> {
    run.rule.patterns.as_ref()?;
    let expected = board_height(run.expected)?;
    let drawn = drawn_rows(run)?;
    (drawn > expected).then_some((drawn, expected))
}

/// The rows of the reference's boards, if all have as many.
fn board_height(expected: &[GameTurn]) -> Option<usize> {
    let boards = expected.iter().flat_map(|turn| &turn.pieces);
    let heights: BTreeSet<usize> = boards
        .filter_map(|piece| match piece {
            OutputPiece::Board(rows) => Some(rows.len()),
            _ => None,
        })
        .collect();
    heights.first().copied().filter(|_| heights.len() == 1)
}

/// How many lines of the program's first board are rows: those at the same distance from each other as the lines in which marks
/// were made, and that look like them.
fn drawn_rows(run: &JudgedRun<'_>) -> Option<usize> {
    let boards = BoardSequence::from_run(run.seen);
    let mut marked: BTreeSet<usize> = BTreeSet::new();
    for change in boards.list_changes() {
        match change {
            BoardChange::Places(places) if places.len() == 1 => marked.insert(places[0].0),
            // Two boards in one turn, or another picture.
            BoardChange::Places(_) | BoardChange::Unclear => return None,
            BoardChange::NoBoard | BoardChange::First | BoardChange::Same => false,
        };
    }
    let lines: Vec<&usize> = marked.iter().collect();
    let step = lines.windows(2).map(|pair| pair[1] - pair[0]).min()?;
    let first = marked.first()?;
    let board = boards.first_board();
    let alike = |line: usize| {
        marked.contains(&line)
            || marked
                .iter()
                .any(|one| plain_row(board, *one) == plain_row(board, line))
    };
    let candidates = (0..board.len()).filter(|line| line % step == first % step);
    Some(candidates.filter(|line| alike(*line)).count())
}

fn plain_row(board: &[String], line: usize) -> Option<String> {
    board.get(line).map(|line| plain_signs(line))
}

/// A line with one sign for all letters and digits.
fn plain_signs(line: &str) -> String {
    line.chars()
        .map(|sign| if sign.is_alphanumeric() { '#' } else { sign })
        .collect()
}

/// The first input that does something else than it does in the reference's game.
pub(super) fn find_first_wrong_effect(run: &JudgedRun<'_>) -> Option<Hint> {
    let seen = run.seen;
    // A board of another look says nothing of the game where only the last one is compared.
    let has_given_look = run.rule.patterns.is_none();
    if run.rule.referee.is_some()
        || has_given_look && run.rule.scope == ComparisonScope::Final
        || !seen.synchronised
        || run.has_unreliable_reads()
    {
        return None;
    }
    let expected = BoardSequence::from_turns(run.expected).list_changes();
    let changes = BoardSequence::from_run(seen).list_changes();
    if are_boards_outdated(&expected, &changes) {
        return None;
    }
    // Where the text gives the look of boards, another board may be the fault itself.
    let other_places = if has_given_look {
        WrongInputEffect::AnotherBoard
    } else {
        WrongInputEffect::AnotherSquare
    };
    let difference = run.judgement.difference.as_ref();
    let first_difference = difference.and_then(|found| found.turn);
    let mut same = SameSquares::default();
    let both = expected.iter().zip(&changes).enumerate().skip(1);
    for (input, (expected, change)) in both {
        let is_last = input + 1 == changes.len() && !seen.saw_eof;
        let did = match (expected, change) {
            (BoardChange::Places(_), BoardChange::Unclear) if has_given_look => other_places,
            (_, BoardChange::Unclear) | (BoardChange::Unclear, _) => return None,
            (BoardChange::Places(one), BoardChange::Places(other))
                if !same.match_positions(one, other) =>
            {
                other_places
            }
            (BoardChange::Places(_) | BoardChange::First, BoardChange::Same) if !is_last => {
                WrongInputEffect::NoMove
            }
            (BoardChange::Places(_) | BoardChange::First, BoardChange::NoBoard)
                if prompts_same_player(run, input) =>
            {
                WrongInputEffect::NoMove
            }
            (BoardChange::NoBoard | BoardChange::Same, BoardChange::Places(_)) => {
                WrongInputEffect::AMove
            }
            _ => continue,
        };
        // A board that was wrong before is no fault of this move.
        if has_given_look && first_difference.is_none_or(|turn| turn.number != input) {
            return None;
        }
        return describe_wrong_effect(run, input, did);
    }
    None
}

/// Whether each board that differs from the one before shows the move before the last: it is printed before the move is made.
fn are_boards_outdated(expected: &[BoardChange], changes: &[BoardChange]) -> bool {
    let mut same = SameSquares::default();
    let late = expected.iter().zip(changes.iter().skip(1));
    let mut pairs = late.filter_map(|pair| match pair {
        (BoardChange::Places(one), BoardChange::Places(other)) => Some((one, other)),
        _ => None,
    });
    let mut count = 0;
    let agree = pairs.all(|(one, other)| {
        count += 1;
        same.match_positions(one, other)
    });
    agree && count > 1
}

/// What an input did that it should not have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WrongInputEffect {
    NoMove,
    AMove,
    AnotherSquare,
    AnotherBoard,
}

/// Whether the program asks for another move of the player whose move it just read.
fn prompts_same_player(run: &JudgedRun<'_>, input: usize) -> bool {
    player_in_question(run, input).is_some()
        && player_in_question(run, input) == player_in_question(run, input.wrapping_sub(1))
}

fn player_in_question(run: &JudgedRun<'_>, turn: usize) -> Option<String> {
    let turn = run
        .seen
        .turns
        .get(turn)
        .filter(|turn| turn.input.is_some())?;
    find_player_name(&find_question(&turn.output)?.plain_text())
}

/// The player that a prompt names: the word after "player".
fn find_player_name(prompt: &str) -> Option<String> {
    let words: Vec<&str> = prompt.split(|sign: char| !sign.is_alphanumeric()).collect();
    let mut words = words.into_iter().filter(|word| !word.is_empty());
    words.find(|word| word.eq_ignore_ascii_case("player"))?;
    words
        .next()
        .filter(|name| name.chars().count() == 1)
        .map(str::to_owned)
}

fn describe_wrong_effect(run: &JudgedRun<'_>, input: usize, did: WrongInputEffect) -> Option<Hint> {
    let given = run.seen.turns.get(input.checked_sub(1)?)?.input.as_ref()?;
    let asked = |turn: usize| {
        let turn = run
            .seen
            .turns
            .get(turn)
            .filter(|turn| turn.input.is_some())?;
        Some(find_question(&turn.output)?.plain_text()).filter(|text| !text.is_empty())
    };
    let expected = |turn: usize| {
        run.expected
            .get(turn)
            .and_then(find_prompt)
            .map(|it| it.text.as_str())
    };
    let (text, what) = match did {
        WrongInputEffect::NoMove => (
            sentences::NO_MOVE_MADE,
            "is a move, and your program did not make it",
        ),
        WrongInputEffect::AMove => (
            sentences::MOVE_TOO_MANY,
            "should leave the board as it is, and your program made a move",
        ),
        WrongInputEffect::AnotherSquare => (
            sentences::ANOTHER_SQUARE_TAKEN,
            "marked another square in your program than it should",
        ),
        WrongInputEffect::AnotherBoard => (
            sentences::ANOTHER_BOARD_SINCE,
            "leads to another board in your program than it should",
        ),
    };
    let mut detail = format!("Input {input} ({}) {what}.", quote_text(given));
    let before = input.saturating_sub(1);
    if let Some(text) = asked(before) {
        detail += &format!(" Your program asked for it with {}", quote_text(&text));
        // Other words for the same are no fault.
        match expected(before).filter(|expected| named_axes(expected) != named_axes(&text)) {
            Some(expected) => {
                detail += &format!("; the assignment's solution asks {}.", quote_text(expected))
            }
            None => detail.push('.'),
        }
    }
    Some(text.hint().with_detail(detail))
}

/// Whether a question names a row, and whether it names a column.
fn named_axes(question: &str) -> [bool; 2] {
    let words = question.to_lowercase();
    ["row", "col"].map(|axis| words.contains(axis))
}

/// Whether the boards of a run, by what changes on them, are not those of a game: some input changed another square, or did
/// what it does not do there.
pub(super) fn contradicts_game(changes: &[BoardChange], turns: &[GameTurn]) -> bool {
    let mut same = SameSquares::default();
    let never_draws = changes.iter().all(|change| *change == BoardChange::NoBoard);
    let expected = BoardSequence::from_turns(turns).list_changes();
    expected
        .iter()
        .zip(changes)
        .enumerate()
        .skip(1)
        .any(|(input, pair)| match pair {
            (BoardChange::Places(one), BoardChange::Places(other)) => {
                !same.match_positions(one, other)
            }
            (BoardChange::Places(_), BoardChange::NoBoard | BoardChange::Same) => {
                let is_last = input + 1 == turns.len();
                !is_last && !never_draws
            }
            (BoardChange::NoBoard | BoardChange::Same, BoardChange::Places(_)) => true,
            _ => false,
        })
}
