//! The usual mistakes in the rules of tic-tac-toe, with the games that make them.

use super::lines::TicTacToeLines;
use super::mutant::{
    DrawRule, RefusalEffect, SquareInput, TakenBy, TicTacToeMutant, TicTacToeRules,
};
use model::{KnownBug, KnownBugs, StartMutant};

/// Lines that are overlooked: the mistake where a win is, the mistake where a draw is if games tell it from others, and the
/// lines in words.
const OVERLOOKED: [(TicTacToeLines, &str, Option<&str>, &str); 16] = [
    (
        TicTacToeLines::AntiDiagonal,
        "anti-diagonal-missed",
        Some("anti-diagonal-missed-in-draw"),
        "the diagonal from the top right to the bottom left corner",
    ),
    (
        TicTacToeLines::MainDiagonal,
        "main-diagonal-missed",
        Some("main-diagonal-missed-in-draw"),
        "the diagonal from the top left to the bottom right corner",
    ),
    (
        TicTacToeLines::Diagonals,
        "diagonals-missed",
        Some("diagonals-missed-in-draw"),
        "the two diagonals",
    ),
    (
        TicTacToeLines::LastRow,
        "last-row-missed",
        Some("last-row-missed-in-draw"),
        "the last row",
    ),
    (
        TicTacToeLines::LastColumn,
        "last-column-missed",
        Some("last-column-missed-in-draw"),
        "the last column",
    ),
    (
        TicTacToeLines::LastRowAndColumn,
        "last-row-and-column-missed",
        Some("last-row-and-column-missed-in-draw"),
        "the last row and the last column",
    ),
    (
        TicTacToeLines::Rows,
        "rows-missed",
        Some("rows-missed-in-draw"),
        "the rows",
    ),
    (
        TicTacToeLines::Columns,
        "columns-missed",
        Some("columns-missed-in-draw"),
        "the columns",
    ),
    (
        TicTacToeLines::AllButFirst,
        "only-first-row-and-column",
        Some("only-first-row-and-column-in-draw"),
        "any row or column but the first",
    ),
    (
        TicTacToeLines::RowsAndColumns,
        "rows-and-columns-missed",
        None,
        "rows and columns",
    ),
    (
        TicTacToeLines::FirstRow,
        "first-row-missed",
        None,
        "the first row",
    ),
    (
        TicTacToeLines::FirstColumn,
        "first-column-missed",
        None,
        "the first column",
    ),
    (
        TicTacToeLines::FirstRowAndColumn,
        "first-row-and-column-missed",
        None,
        "the first row and the first column",
    ),
    (
        TicTacToeLines::InnerRows,
        "inner-rows-missed",
        None,
        "the inner rows, those between the first and the last,",
    ),
    (
        TicTacToeLines::InnerColumns,
        "inner-columns-missed",
        None,
        "the inner columns, those between the first and the last,",
    ),
    (
        TicTacToeLines::AllButFirstRow,
        "only-first-row",
        Some("only-first-row-in-draw"),
        "any line but the first row",
    ),
];

/// How an overlooked line is found.
const CHECK_EACH_LINE: &str =
    "Follow the loops of that check by hand, and write down which squares each round looks at.";

/// What a row of a table holds: the mistake, what is wrong, how to mend it, and how rules change.
type BugRow = (
    &'static str,
    &'static str,
    &'static str,
    &'static [fn(&mut TicTacToeRules)],
);

/// Mistakes in tic-tac-toe of any size.
const TIC_TAC_TOE: [BugRow; 15] = [
    (
        "taken-square-overwritten",
        "It looks as if your program takes a square even if somebody has taken it before.",
        "Check that the square is free before you take it.",
        &[|rules| rules.taken = RefusalEffect::Accepted],
    ),
    (
        "own-square-overwritten",
        "It looks as if your program lets a player choose a square again that is already that player's own.",
        "Check that the square is free: it is not enough that the other player has not taken it.",
        &[|rules| (rules.taken, rules.taken_by) = (RefusalEffect::Accepted, TakenBy::Mover)],
    ),
    (
        "others-square-overwritten",
        "It looks as if your program lets a player take a square that is the other player's.",
        "Check that the square is free before you take it.",
        &[|rules| (rules.taken, rules.taken_by) = (RefusalEffect::Accepted, TakenBy::Other)],
    ),
    (
        "taken-square-costs-the-turn",
        "It looks as if a player who chooses a taken square loses the turn.",
        "Ask the same player again until the move can be made.",
        &[|rules| rules.taken = RefusalEffect::CostsTheTurn],
    ),
    (
        "taken-square-ends-the-game",
        "It looks as if your program stops when a taken square is chosen.",
        "Ask the same player again until the move can be made.",
        &[|rules| rules.taken = RefusalEffect::Quits],
    ),
    (
        "second-answer-unchecked",
        "It looks as if your program checks the first answer only: when a move cannot be made it asks again, and takes the second answer whatever it is.",
        "Ask until the move can be made: use a loop, not an `if`.",
        &[
            |rules| rules.second_answer = Some(RefusalEffect::Accepted),
            |rules| rules.second_answer = Some(RefusalEffect::Quits),
            |rules| rules.second_answer = Some(RefusalEffect::Retry),
            |rules| {
                rules.second_answer = Some(RefusalEffect::Accepted);
                rules.second_answer_after_taken = true;
            },
        ],
    ),
    (
        "players-swapped",
        "It looks as if X and O are exchanged.",
        "X must make the first move.",
        &[|rules| rules.o_begins = true],
    ),
    (
        "player-never-changes",
        "It looks as if every move is made by the same player.",
        "The turn must change after each move.",
        &[|rules| rules.never_switches = true],
    ),
    (
        "player-changes-once",
        "It looks as if every move after the first is made by the same player.",
        "The turn must change after each move. Look for a `=` where `==` should be.",
        &[|rules| rules.switches_once = true],
    ),
    (
        "o-never-wins",
        "It looks as if your program never sees that O has won.",
        "Look at what it checks after a move of O.",
        &[|rules| rules.never_wins = Some('O')],
    ),
    (
        "win-never-noticed",
        "It looks as if your program does not see any win when it is made.",
        "Check for a win after each move, before the next one.",
        &[|rules| rules.win_skips = TicTacToeLines::All],
    ),
    (
        "x-never-wins",
        "It looks as if your program never sees that X has won.",
        "Look at what it checks after a move of X.",
        &[|rules| rules.never_wins = Some('X')],
    ),
    (
        "same-winner-always",
        "It looks as if your program names the same player as the winner, whoever has won.",
        "Print the player who made the last move.",
        &[
            |rules| rules.always_named = Some('X'),
            |rules| rules.always_named = Some('O'),
        ],
    ),
    (
        "rows-and-columns-swapped",
        "It looks as if rows and columns are exchanged.",
        "Squares are numbered along the rows.",
        &[|rules| rules.transposed = true],
    ),
    (
        "squares-from-one",
        "It looks as if your program numbers the squares from 1.",
        "The first square is 0.",
        &[
            |rules| rules.first_square = 1,
            |rules| (rules.first_square, rules.out_of_range) = (1, RefusalEffect::Retry),
            |rules| (rules.first_square, rules.out_of_range) = (1, RefusalEffect::Accepted),
            |rules| (rules.first_square, rules.out_of_range) = (1, RefusalEffect::Quits),
        ],
    ),
];

/// Single squares that are refused, where a move is one number: of a row and a column, each would be refused by itself.
const REFUSED_SQUARES: [BugRow; 2] = [
    (
        "first-square-refused",
        "It looks as if your program refuses the very first square of the board.",
        "Look at how it checks the range: `<` or `<=`, `>` or `>=`.",
        &[|rules| rules.refuses_first = true],
    ),
    (
        "last-square-refused",
        "It looks as if your program refuses the very last square of the board.",
        "Look at how it checks the range: `<` or `<=`, `>` or `>=`.",
        &[|rules| rules.refuses_last = true],
    ),
];

/// Programs that read other inputs than the game has, where it has one number for each move.
const READS_OTHERWISE: [BugRow; 2] = [
    (
        "question-before-the-game",
        "It looks as if your program asks something before the first move that this assignment does not ask, and takes the next input for the answer. From there on it takes each input for something else.",
        "Remove the question.",
        &[
            |rules| rules.question_after = Some(0),
            |rules| rules.question_after = Some(1),
        ],
    ),
    (
        "row-and-column-read",
        "It looks as if your program reads a row and a column for each move.",
        "A move is one number here, the square's: read one number.",
        &[
            |rules| rules.row_and_column = Some(0),
            |rules| rules.row_and_column = Some(1),
        ],
    ),
];

/// Where more is overlooked than one line: the mistake, and the lines in words. It is told only in place of a mistake that
/// names too few of them.
const SOME_OVERLOOKED: [(TicTacToeLines, &str, &str); 2] = [
    (TicTacToeLines::Rows, "some-rows-missed", "row"),
    (TicTacToeLines::Columns, "some-columns-missed", "column"),
];

/// Mistakes where a draw is declared early and a square off the board ends the program.
const LARGE: [BugRow; 10] = [
    (
        "draw-only-when-full",
        "It looks as if your program declares a draw only when the board is full.",
        "The game is drawn as soon as each row, each column and both diagonals hold at least one X and at least one O.",
        &[|rules| rules.draw = DrawRule::WhenFull],
    ),
    (
        "draw-never",
        "It looks as if your program does not declare a draw when it should.",
        "Check for a draw after each move, and look at the condition.",
        &[|rules| rules.draw = DrawRule::Never],
    ),
    (
        "full-board-before-win",
        "It looks as if your program declares a draw on a full board before it checks whether the last move has won.",
        "Check for a win first.",
        &[
            |rules| (rules.draw, rules.draw_before_win) = (DrawRule::WhenFull, true),
            |rules| (rules.draw, rules.draw_before_win) = (DrawRule::EarlyOrFull, true),
        ],
    ),
    (
        "out-of-range-asks-again",
        "It looks as if your program asks again when a square is off the board.",
        "It must end there, without a word.",
        &[|rules| rules.out_of_range = RefusalEffect::Retry],
    ),
    (
        "range-one-too-long",
        "It looks as if your program takes the number right after the last square for a square.",
        "On an n×n board the last square is n·n − 1: look at `<` and `<=`.",
        &[
            |rules| rules.one_too_high = Some(RefusalEffect::Accepted),
            |rules| rules.one_too_high = Some(RefusalEffect::Retry),
        ],
    ),
    (
        "negative-squares-accepted",
        "It looks as if your program takes a number below 0 for a square.",
        "Check both ends of the range.",
        &[|rules| rules.negative = Some(RefusalEffect::Accepted)],
    ),
    (
        "only-three-in-a-line",
        "It looks as if three squares of a line are enough to win in your program, on larger boards too.",
        "A whole line is needed: count up to the size of the board.",
        &[
            |rules| rules.win_length = Some(3),
            |rules| rules.win_count = Some(3),
            |rules| (rules.win_length, rules.draw_length) = (Some(3), Some(3)),
        ],
    ),
    (
        "size-hard-coded",
        "It looks as if your program plays on three rows, whatever size was asked for.",
        "Use the size that was read in each loop.",
        &[|rules| rules.fixed_rows = Some(3)],
    ),
    (
        "squares-hard-coded",
        "It looks as if your program knows the squares 0 to 8 only, on larger boards too.",
        "Compute the last number from the size of the board.",
        &[|rules| rules.squares_known = Some(9)],
    ),
    (
        "wrong-winner",
        "It looks as if your program names the other player as the winner.",
        "Perhaps it looks for a winner after it has changed whose turn it is: look before that.",
        &[|rules| rules.wrong_winner = true],
    ),
];

/// Mistakes on a 3×3 board, where only a full board is a draw and squares off the board are refused.
const SMALL: [BugRow; 6] = [
    (
        "full-board-before-win",
        "It looks as if your program checks whether the board is full before it checks whether the last move has won.",
        "Check for a win first.",
        &[|rules| rules.draw_before_win = true],
    ),
    (
        "draw-never",
        "It looks as if your program does not declare a draw when it should.",
        "Check for a draw after each move, and look at the condition.",
        &[|rules| rules.draw = DrawRule::Never],
    ),
    (
        "out-of-range-ends-the-game",
        "It looks as if your program stops when a square is off the board.",
        "Ask the same player again until the move can be made.",
        &[|rules| rules.out_of_range = RefusalEffect::Quits],
    ),
    (
        "out-of-range-costs-the-turn",
        "It looks as if a player who chooses a square off the board loses the turn.",
        "Ask the same player again until the move can be made.",
        &[|rules| rules.out_of_range = RefusalEffect::CostsTheTurn],
    ),
    (
        "refused-move-costs-the-turn",
        "It looks as if a player whose move cannot be made loses the turn.",
        "Ask the same player again until the move can be made.",
        &[|rules| {
            (rules.taken, rules.out_of_range) =
                (RefusalEffect::CostsTheTurn, RefusalEffect::CostsTheTurn)
        }],
    ),
    // Boards are free here, so the two cannot be told apart.
    (
        "wrong-winner",
        "It looks as if your program names the other player as the winner.",
        "Perhaps the wrong player begins, or it looks for a winner after it has changed whose turn it is.",
        &[|rules| rules.wrong_winner = true],
    ),
];

/// Who moves with which letter, in words.
const PLAYERS: [(char, &str); 2] = [('X', "first"), ('O', "second")];

/// Numbers off the board that are not refused: the mistake, which they are, and how rules change.
type OffBoardRow = (&'static str, &'static str, fn(&mut TicTacToeRules));

/// What no array has room for is written beside it: nothing is seen of the move.
const OFF_BOARD: [OffBoardRow; 2] = [
    (
        "negative-squares-accepted",
        "below the first square",
        |rules| rules.negative = Some(RefusalEffect::Accepted),
    ),
    ("large-squares-accepted", "above the last square", |rules| {
        (rules.out_of_range, rules.negative) = (RefusalEffect::Accepted, Some(RefusalEffect::Retry))
    }),
];

/// The known bugs of a game that reads squares in this way.
pub(crate) fn known_bugs(reading: SquareInput) -> KnownBugs {
    let own: &[BugRow] = if reading == SquareInput::DimensionFirst {
        &LARGE
    } else {
        &SMALL
    };
    let mut bugs: Vec<KnownBug> = Vec::new();
    for (lines, in_win, in_draw, words) in OVERLOOKED {
        bugs.push(KnownBug {
            mistake: in_win,
            sentence: format!("It looks as if your program never checks {words} for a win."),
            remedy: CHECK_EACH_LINE,
            mutants: vec![
                start_mutant(reading, |rules| rules.win_skips = lines),
                start_mutant(reading, |rules| {
                    (rules.win_skips, rules.draw_skips) = (lines, lines)
                }),
            ],
            is_partial: false,
        });
        let Some(mistake) = in_draw else { continue };
        bugs.push(KnownBug {
            mistake,
            sentence: format!(
                "It looks as if your program does not look at {words} when it checks for a draw."
            ),
            remedy: CHECK_EACH_LINE,
            mutants: vec![start_mutant(reading, |rules| rules.draw_skips = lines)],
            is_partial: false,
        });
    }
    for (lines, mistake, line) in SOME_OVERLOOKED {
        bugs.push(KnownBug {
            mistake,
            sentence: format!(
                "It looks as if your program does not check every {line} for a win: it sees some, and misses others."
            ),
            remedy: CHECK_EACH_LINE,
            mutants: vec![start_mutant(reading, |rules| rules.win_skips = lines)],
            is_partial: true,
        });
    }
    let one_number: &[&[BugRow]] = match reading {
        SquareInput::RowThenColumn(_) => &[],
        _ => &[&REFUSED_SQUARES, &READS_OTHERWISE],
    };
    let tables = [own, &TIC_TAC_TOE];
    for (mistake, sentence, remedy, changes) in tables.iter().chain(one_number).copied().flatten() {
        bugs.push(KnownBug {
            mistake,
            sentence: (*sentence).to_owned(),
            remedy,
            mutants: changes
                .iter()
                .flat_map(|change| with_each_count(reading, change))
                .collect(),
            is_partial: false,
        });
    }
    bugs.extend(PLAYERS.map(|player| overwriting_bug(reading, player)));
    if let SquareInput::Squares(_) = reading {
        bugs.extend(
            OFF_BOARD
                .iter()
                .map(|numbers| off_board_bug(reading, numbers)),
        );
    }
    KnownBugs {
        original: start_mutant(reading, |_| {}),
        bugs,
    }
}

/// One player's moves go to taken squares: to all of them, to own ones, or to the other player's.
fn overwriting_bug(reading: SquareInput, (player, name): (char, &str)) -> KnownBug {
    let mut mutants = Vec::new();
    for taken_by in [TakenBy::Anybody, TakenBy::Mover, TakenBy::Other] {
        mutants.extend(with_each_count(reading, |rules| {
            rules.taken = RefusalEffect::Accepted;
            rules.taken_by = taken_by;
            rules.refuses_otherwise_for = Some(player);
        }));
    }
    KnownBug {
        mistake: "one-player-overwrites",
        sentence: format!(
            "It looks as if your program lets the {name} player take a square that is taken already."
        ),
        remedy: "Check the square in the turns of both players, best in one function for both.",
        mutants,
        is_partial: false,
    }
}

/// Some numbers off the board are no moves and cost the turn, in the turns of both players or of one.
fn off_board_bug(reading: SquareInput, (mistake, words, change): &OffBoardRow) -> KnownBug {
    let mut mutants = Vec::new();
    for player in [None, Some('X'), Some('O')] {
        mutants.extend(with_each_count(reading, |rules| {
            change(rules);
            rules.refuses_otherwise_for = player;
        }));
    }
    KnownBug {
        mistake,
        sentence: format!(
            "It looks as if your program takes numbers {words} as squares, at least in one player's turns."
        ),
        remedy: "Check both ends of the range in the turns of both players.",
        mutants,
        is_partial: false,
    }
}

/// One change of the rules, for programs that look for free squares and, where a turn may pass without a new mark, for those that count
/// turns.
fn with_each_count(reading: SquareInput, change: impl Fn(&mut TicTacToeRules)) -> Vec<StartMutant> {
    let mut rules = TicTacToeRules::correct_for(reading);
    change(&mut rules);
    let mut mutants = vec![start_rules(reading, rules)];
    let refusals = [Some(rules.taken), Some(rules.out_of_range), rules.negative];
    let passes_turn = |effect: &Option<RefusalEffect>| {
        matches!(
            effect,
            Some(RefusalEffect::Accepted | RefusalEffect::CostsTheTurn)
        )
    };
    if rules.draw == DrawRule::WhenFull && refusals.iter().any(passes_turn) {
        rules.counts_turns = true;
        mutants.push(start_rules(reading, rules));
    }
    mutants
}

/// Starts the game by the right rules, but for one change.
fn start_mutant(reading: SquareInput, change: impl Fn(&mut TicTacToeRules)) -> StartMutant {
    let mut rules = TicTacToeRules::correct_for(reading);
    change(&mut rules);
    start_rules(reading, rules)
}

fn start_rules(reading: SquareInput, rules: TicTacToeRules) -> StartMutant {
    Box::new(move || Box::new(TicTacToeMutant::new(reading, rules)))
}
