//! The usual mistakes in the rules of Domineering, with the games that make them.

use super::mutant::{
    CheckedHalves, DomineeringEnd, DomineeringMutant, DomineeringRules, OverlapRule,
};
use model::{KnownBug, KnownBugs, StartMutant};

/// What a row of the table holds: the mistake, what is wrong, how to mend it, and how rules change.
type BugRow = (
    &'static str,
    &'static str,
    &'static str,
    &'static [fn(&mut DomineeringRules)],
);

/// Mistakes in Domineering.
const TABLE: [BugRow; 17] = [
    (
        "bottom-row-accepted",
        "It looks as if your program lets Player 1 put a domino on the bottom row, where its lower half has no room.",
        "Check that the square below is on the grid, too.",
        &[|rules| rules.bottom_row = true],
    ),
    (
        "wraps-to-next-row",
        "It looks as if your program lets Player 2's domino begin in the last column and go on in the next row.",
        "Check that the square to the right is in the same row.",
        &[
            |rules| rules.wraps = true,
            |rules| rules.wraps_but_last = true,
        ],
    ),
    (
        "edges-unchecked",
        "It looks as if your program lets dominoes stick out: Player 1's below the bottom row, Player 2's beyond the last column.",
        "Check that both squares of a domino are on the grid.",
        &[|rules| (rules.bottom_row, rules.wraps) = (true, true)],
    ),
    (
        "second-half-unchecked",
        "It looks as if your program checks only the first of a domino's two squares.",
        "Check both: both must be free.",
        &[|rules| rules.halves = CheckedHalves::First],
    ),
    (
        "first-half-unchecked",
        "It looks as if your program checks only the second of a domino's two squares.",
        "Check both: both must be free.",
        &[|rules| rules.halves = CheckedHalves::Second],
    ),
    (
        "one-half-is-enough",
        "It looks as if your program puts a domino where one of its two squares is free.",
        "Both must be free.",
        &[|rules| rules.halves = CheckedHalves::Either],
    ),
    (
        "wrong-column-refused",
        "It looks as if your program refuses the first column to Player 2's dominoes. It lets them begin in the last one, where their right half has no room.",
        "Look at how it finds the last column.",
        &[|rules| rules.wrong_edge = true],
    ),
    (
        "invalid-move-costs-the-turn",
        "It looks as if a player whose move is invalid loses the turn.",
        "Ask the same player again.",
        &[
            |rules| rules.invalid_costs_turn = true,
            |rules| (rules.invalid_costs_turn, rules.end_after_invalid) = (true, true),
        ],
    ),
    (
        "invalid-move-ends-the-game",
        "It looks as if your program stops at an invalid move.",
        "Ask the same player again.",
        &[|rules| rules.invalid_quits = true],
    ),
    (
        "player-never-changes",
        "It looks as if every move is made by the same player.",
        "The turn must change after each move.",
        &[|rules| rules.never_switches = true],
    ),
    (
        "end-never-noticed",
        "It looks as if your program never sees that the game is over.",
        "A player who cannot move has lost: check that before each move.",
        &[|rules| rules.end = DomineeringEnd::Never],
    ),
    (
        "wrong-winner",
        "It looks as if your program names the loser as the winner.",
        "The player who cannot move has lost.",
        &[|rules| rules.wrong_winner = true],
    ),
    (
        "end-checked-for-wrong-player",
        "It looks as if the game goes on while the wrong player can move.",
        "It is over as soon as the player whose turn comes next cannot move.",
        &[
            |rules| rules.end = DomineeringEnd::MoverIsStuck,
            |rules| rules.end = DomineeringEnd::NobodyCanMove,
        ],
    ),
    (
        "rows-and-columns-swapped",
        "It looks as if rows and columns are exchanged.",
        "Positions are numbered along the rows.",
        &[|rules| rules.by_columns = true],
    ),
    (
        "directions-swapped",
        "It looks as if the directions are exchanged.",
        "Player 1's dominoes stand upright, and Player 2's lie flat.",
        &[|rules| rules.directions_swapped = true],
    ),
    (
        "players-swapped",
        "It looks as if Player 2 makes the first move.",
        "Player 1 must make it.",
        &[|rules| rules.player_2_begins = true],
    ),
    (
        "squares-from-zero",
        "It looks as if your program numbers the positions from 0.",
        "The first position is 1.",
        &[|rules| rules.from_zero = true],
    ),
];

/// The known bugs of the game.
pub(super) fn known_bugs() -> KnownBugs {
    KnownBugs {
        original: start_mutant(DomineeringRules::default()),
        bugs: TABLE.iter().map(known_bug).collect(),
    }
}

fn known_bug((mistake, sentence, remedy, changes): &BugRow) -> KnownBug {
    KnownBug {
        mistake,
        sentence: (*sentence).to_owned(),
        remedy,
        mutants: changes.iter().flat_map(with_each_overlap).collect(),
        is_partial: false,
    }
}

/// One change of the rules, on each kind of grid that it could be told apart on.
fn with_each_overlap(change: &fn(&mut DomineeringRules)) -> Vec<StartMutant> {
    let mut rules = DomineeringRules::default();
    change(&mut rules);
    let can_overlap =
        rules.bottom_row || rules.wraps || rules.wrong_edge || rules.halves != CheckedHalves::Both;
    let kinds = if can_overlap {
        &OverlapRule::ALL[..]
    } else {
        &OverlapRule::ALL[..1]
    };
    kinds
        .iter()
        .map(|&overlaps| start_mutant(DomineeringRules { overlaps, ..rules }))
        .collect()
}

fn start_mutant(rules: DomineeringRules) -> StartMutant {
    Box::new(move || Box::new(DomineeringMutant::new(rules)))
}
