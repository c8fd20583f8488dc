//! The usual mistakes in the rules of each game, with the games that make them.

use reference::{GameId, GameOptions};

use super::lines::Lines;
use super::mutant::{self as tictactoe, Draw, Reading, Refused, TicTacToe};
use crate::feedback::Faulty;
use crate::games::domineering::mutant::{self as domineering, Domineering, End, Grid};

/// A mistake, and the ways in which programs make it.
pub(crate) struct KnownBug {
    pub(crate) mistake: &'static str,
    pub(crate) sentence: String,
    pub(crate) ways: Vec<Mutant>,
}

/// A game with its rules.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mutant {
    TicTacToe(Reading, tictactoe::Rules),
    Domineering(domineering::Rules),
}

impl Mutant {
    pub(crate) fn start(&self) -> Box<dyn Faulty> {
        match self {
            Mutant::TicTacToe(reading, rules) => Box::new(TicTacToe::new(*reading, *rules)),
            Mutant::Domineering(rules) => Box::new(Domineering::new(*rules)),
        }
    }
}

/// The game without a mistake; none if there are no suspects for it.
pub(crate) fn original(game: GameId, options: GameOptions) -> Option<Mutant> {
    match game {
        GameId::Domineering => Some(Mutant::Domineering(domineering::Rules::default())),
        _ => reading(game, options)
            .map(|reading| Mutant::TicTacToe(reading, tictactoe::Rules::of(reading))),
    }
}

fn reading(game: GameId, options: GameOptions) -> Option<Reading> {
    match game {
        GameId::Tttn => Some(Reading::DimensionFirst),
        GameId::Rowcol => Some(Reading::RowThenColumn(options.base.unwrap_or(0).into())),
        GameId::Counters => Some(Reading::Squares),
        GameId::Domineering | GameId::Cpu => None,
    }
}

/// Every suspect of a game, the commonest first: where two explain the same, the first is named.
pub(crate) fn all(game: GameId, options: GameOptions) -> Vec<KnownBug> {
    match (game, reading(game, options)) {
        (GameId::Domineering, _) => of_domineering(),
        (_, Some(reading)) => of_tic_tac_toe(reading),
        (_, None) => Vec::new(),
    }
}

/// Lines that are overlooked: the mistake where a win is, the mistake where a draw is, and the lines in words.
const OVERLOOKED: [(Lines, &str, &str, &str); 9] = [
    (
        Lines::AntiDiagonal,
        "anti-diagonal-missed",
        "anti-diagonal-missed-in-draw",
        "the diagonal from the top right to the bottom left corner",
    ),
    (
        Lines::MainDiagonal,
        "main-diagonal-missed",
        "main-diagonal-missed-in-draw",
        "the diagonal from the top left to the bottom right corner",
    ),
    (Lines::Diagonals, "diagonals-missed", "diagonals-missed-in-draw", "the two diagonals"),
    (Lines::LastRow, "last-row-missed", "last-row-missed-in-draw", "the last row"),
    (Lines::LastColumn, "last-column-missed", "last-column-missed-in-draw", "the last column"),
    (
        Lines::LastRowAndColumn,
        "last-row-and-column-missed",
        "last-row-and-column-missed-in-draw",
        "the last row and the last column",
    ),
    (Lines::Rows, "rows-missed", "rows-missed-in-draw", "the rows"),
    (Lines::Columns, "columns-missed", "columns-missed-in-draw", "the columns"),
    (
        Lines::AllButFirst,
        "only-first-row-and-column",
        "only-first-row-and-column-in-draw",
        "any row or column but the first",
    ),
];

/// What a row of a table holds: the mistake, what is wrong, and how rules change.
type Row<Rules> = (&'static str, &'static str, &'static [fn(&mut Rules)]);

/// Mistakes in tic-tac-toe of any size.
const TIC_TAC_TOE: [Row<tictactoe::Rules>; 9] = [
    (
        "taken-square-overwritten",
        "It looks as if your program takes a square even if somebody has taken it before.",
        &[|rules| rules.taken = Refused::Accepted],
    ),
    (
        "taken-square-costs-the-turn",
        "It looks as if a player who chooses a taken square loses the turn; the same player must be asked again.",
        &[|rules| rules.taken = Refused::CostsTheTurn],
    ),
    (
        "taken-square-ends-the-game",
        "It looks as if your program stops when a taken square is chosen; it must ask the same player again.",
        &[|rules| rules.taken = Refused::Quits],
    ),
    (
        "wrong-winner",
        "It looks as if your program names the other player as the winner; perhaps it looks for a winner \
         after it has changed whose turn it is.",
        &[|rules| rules.wrong_winner = true],
    ),
    (
        "players-swapped",
        "It looks as if X and O are exchanged: X must make the first move.",
        &[|rules| rules.o_begins = true],
    ),
    (
        "player-never-changes",
        "It looks as if every move is made by the same player; the turn must change after each move.",
        &[|rules| rules.never_switches = true],
    ),
    (
        "o-never-wins",
        "It looks as if your program never notices that O has won.",
        &[|rules| rules.o_never_wins = true],
    ),
    (
        "rows-and-columns-swapped",
        "It looks as if rows and columns are exchanged: squares are numbered along the rows.",
        &[|rules| rules.transposed = true],
    ),
    (
        "squares-from-one",
        "It looks as if your program numbers the squares from 1; the first square is 0.",
        &[|rules| rules.first_square = 1],
    ),
];

/// Mistakes where a draw is declared early and a square off the board ends the program.
const LARGE: [Row<tictactoe::Rules>; 7] = [
    (
        "draw-only-when-full",
        "It looks as if your program declares a draw only when the board is full. The game is drawn as soon as \
         every row, every column and both diagonals hold at least one X and at least one O.",
        &[|rules| rules.draw = Draw::WhenFull],
    ),
    (
        "draw-never",
        "It looks as if your program never declares a draw.",
        &[|rules| rules.draw = Draw::Never],
    ),
    (
        "full-board-before-win",
        "It looks as if your program declares a draw on a full board before it looks whether the last move has won.",
        &[
            |rules| (rules.draw, rules.draw_before_win) = (Draw::WhenFull, true),
            |rules| (rules.draw, rules.draw_before_win) = (Draw::EarlyOrFull, true),
        ],
    ),
    (
        "out-of-range-asks-again",
        "It looks as if your program asks again when a square is off the board; it must end there, without a word.",
        &[|rules| rules.out_of_range = Refused::AsksAgain],
    ),
    (
        "range-one-too-long",
        "It looks as if your program takes the number right after the last square for a square; on an n×n board \
         the last one is n·n − 1.",
        &[
            |rules| rules.one_too_high = Some(Refused::Accepted),
            |rules| rules.one_too_high = Some(Refused::AsksAgain),
        ],
    ),
    (
        "negative-squares-accepted",
        "It looks as if your program takes a negative number for a square.",
        &[|rules| rules.negative = Some(Refused::Accepted)],
    ),
    (
        "only-three-in-a-line",
        "It looks as if your program looks at the first three squares of a line only, on larger boards too.",
        &[
            |rules| rules.win_length = Some(3),
            |rules| (rules.win_length, rules.draw_length) = (Some(3), Some(3)),
        ],
    ),
];

/// Mistakes on a 3×3 board, where only a full board is a draw and squares off the board are refused.
const SMALL: [Row<tictactoe::Rules>; 5] = [
    (
        "full-board-before-win",
        "It looks as if your program looks whether the board is full before it looks whether the last move has won.",
        &[|rules| rules.draw_before_win = true],
    ),
    (
        "draw-never",
        "It looks as if your program never declares a draw.",
        &[|rules| rules.draw = Draw::Never],
    ),
    (
        "out-of-range-ends-the-game",
        "It looks as if your program stops when a square is off the board; it must ask the same player again.",
        &[|rules| rules.out_of_range = Refused::Quits],
    ),
    (
        "out-of-range-costs-the-turn",
        "It looks as if a player who chooses a square off the board loses the turn.",
        &[|rules| rules.out_of_range = Refused::CostsTheTurn],
    ),
    (
        "refused-move-costs-the-turn",
        "It looks as if a player whose move cannot be made loses the turn; the same player must be asked again.",
        &[|rules| {
            (rules.taken, rules.out_of_range) = (Refused::CostsTheTurn, Refused::CostsTheTurn)
        }],
    ),
];

/// Mistakes in Domineering.
const DOMINEERING: [Row<domineering::Rules>; 12] = [
    (
        "bottom-row-accepted",
        "It looks as if your program lets Player 1 put a domino on the bottom row, where its lower half has no room.",
        &[|rules| rules.bottom_row = true],
    ),
    (
        "wraps-to-next-row",
        "It looks as if your program lets Player 2's domino begin in the last column and go on in the next row.",
        &[|rules| rules.wraps = true],
    ),
    (
        "edges-unchecked",
        "It looks as if your program lets dominoes stick out: Player 1's below the bottom row, Player 2's beyond the \
         last column.",
        &[|rules| (rules.bottom_row, rules.wraps) = (true, true)],
    ),
    (
        "second-half-unchecked",
        "It looks as if your program checks only the first of a domino's two squares; both must be free.",
        &[|rules| rules.second_half_unseen = true],
    ),
    (
        "invalid-move-costs-the-turn",
        "It looks as if a player whose move is invalid loses the turn; the same player must be asked again.",
        &[|rules| rules.invalid_costs_turn = true],
    ),
    (
        "invalid-move-ends-the-game",
        "It looks as if your program stops at an invalid move; it must ask the same player again.",
        &[|rules| rules.invalid_quits = true],
    ),
    (
        "wrong-winner",
        "It looks as if your program names the loser as the winner: the player who cannot move has lost.",
        &[|rules| rules.wrong_winner = true],
    ),
    (
        "end-checked-for-wrong-player",
        "It looks as if the game goes on while the wrong player can move: it is over as soon as the player whose \
         turn comes next cannot.",
        &[|rules| rules.end = End::MoverIsStuck, |rules| rules.end = End::NobodyCanMove],
    ),
    (
        "rows-and-columns-swapped",
        "It looks as if rows and columns are exchanged: positions are numbered along the rows.",
        &[|rules| rules.by_columns = true],
    ),
    (
        "directions-swapped",
        "It looks as if the directions are exchanged: Player 1's dominoes stand upright, Player 2's lie flat.",
        &[|rules| rules.directions_swapped = true],
    ),
    (
        "players-swapped",
        "It looks as if Player 2 makes the first move; Player 1 must.",
        &[|rules| rules.player_2_begins = true],
    ),
    (
        "squares-from-zero",
        "It looks as if your program numbers the positions from 0; the first position is 1.",
        &[|rules| rules.from_zero = true],
    ),
];

fn of_tic_tac_toe(reading: Reading) -> Vec<KnownBug> {
    let right = tictactoe::Rules::of(reading);
    let way = |change: &dyn Fn(&mut tictactoe::Rules)| {
        let mut rules = right;
        change(&mut rules);
        Mutant::TicTacToe(reading, rules)
    };
    let of_row = |row: &Row<tictactoe::Rules>| KnownBug {
        mistake: row.0,
        sentence: row.1.to_owned(),
        ways: row.2.iter().map(|change| way(change)).collect(),
    };
    let mut suspects = Vec::new();
    for (lines, in_win, in_draw, words) in OVERLOOKED {
        suspects.push(KnownBug {
            mistake: in_win,
            sentence: format!("It looks as if your program never checks {words} for a win."),
            ways: vec![
                way(&|rules| rules.win_skips = lines),
                way(&|rules| (rules.win_skips, rules.draw_skips) = (lines, lines)),
            ],
        });
        suspects.push(KnownBug {
            mistake: in_draw,
            sentence: format!(
                "It looks as if your program does not look at {words} when it decides whether the game is drawn."
            ),
            ways: vec![way(&|rules| rules.draw_skips = lines)],
        });
    }
    let own: &[Row<tictactoe::Rules>] =
        if reading == Reading::DimensionFirst { &LARGE } else { &SMALL };
    suspects.extend(own.iter().chain(&TIC_TAC_TOE).map(of_row));
    suspects
}

fn of_domineering() -> Vec<KnownBug> {
    let suspect = |(mistake, sentence, changes): &Row<domineering::Rules>| KnownBug {
        mistake,
        sentence: (*sentence).to_owned(),
        ways: changes.iter().flat_map(on_each_grid).collect(),
    };
    DOMINEERING.iter().map(suspect).collect()
}

/// One change of the rules, on each kind of grid that it could be told apart on.
fn on_each_grid(change: &fn(&mut domineering::Rules)) -> Vec<Mutant> {
    let mut rules = domineering::Rules::default();
    change(&mut rules);
    let overlaps = rules.bottom_row || rules.wraps || rules.second_half_unseen;
    let grids = if overlaps { &Grid::ALL[..] } else { &Grid::ALL[..1] };
    grids.iter().map(|&grid| Mutant::Domineering(domineering::Rules { grid, ..rules })).collect()
}
