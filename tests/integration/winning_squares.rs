//! The shipped cases of `rowcol` and `counters` complete each line on each of its squares, and mix wrong choices in one turn of each player (decision
//! 0102).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// What the cases of a game play.
#[derive(Default)]
struct CaseCoverage {
    /// Lines by their places, each with the square that completed it.
    completed: BTreeSet<(usize, usize)>,
    /// The wrong choices of a turn, `t` for a taken square and `o` for one off the board, with the player.
    turns: BTreeSet<(usize, String)>,
}

impl CaseCoverage {
    /// Plays the choices of a case; a choice off the board is none.
    fn play(&mut self, choices: &[Option<usize>]) {
        let mut board = [None; 9];
        let mut player = 0;
        let mut wrong = String::new();
        for choice in choices {
            let Some(square) = *choice else {
                wrong.push('o');
                continue;
            };
            if board[square].is_some() {
                wrong.push('t');
                continue;
            }
            board[square] = Some(player);
            self.turns.insert((player, std::mem::take(&mut wrong)));
            for (place, line) in LINES.iter().enumerate() {
                let is_complete = line.iter().all(|it| board[*it] == Some(player));
                if is_complete && line.contains(&square) {
                    self.completed.insert((place, square));
                }
            }
            player = 1 - player;
        }
    }
}

/// The inputs of each case of a shipped assignment.
fn shipped_inputs(assignment: &str) -> Vec<Vec<i64>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testcases")
        .join(assignment);
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let cases = files.filter(|file| file.extension().is_some_and(|it| it == "toml"));
    let inputs = cases.map(|file| {
        let case: toml::Table = fs::read_to_string(file).unwrap().parse().unwrap();
        let lines = case["input"].as_array().unwrap();
        lines
            .iter()
            .map(|line| line.as_str().unwrap().parse().unwrap())
            .collect()
    });
    inputs.collect()
}

#[test]
fn every_line_is_completed_on_each_of_its_squares_and_each_player_errs_in_both_ways_in_one_turn() {
    let square = |number: i64| usize::try_from(number).ok().filter(|it| *it < 9);
    let axis = |number: i64| usize::try_from(number).ok().filter(|it| *it < 3);
    for (assignment, choice_length) in [("rowcol", 2), ("counters", 1)] {
        let mut coverage = CaseCoverage::default();
        for input in shipped_inputs(assignment) {
            let choices = input.chunks(choice_length).map(|choice| match *choice {
                [row, column] => Some(axis(row)? * 3 + axis(column)?),
                [number] => square(number),
                _ => None,
            });
            coverage.play(&choices.collect::<Vec<_>>());
        }
        for (place, line) in LINES.iter().enumerate() {
            for square in line {
                let is_played = coverage.completed.contains(&(place, *square));
                assert!(
                    is_played,
                    "{assignment}: no case completes {line:?} with {square}"
                );
            }
        }
        for player in [0, 1] {
            for order in ["to", "ot"] {
                let mut own = coverage.turns.iter().filter(|(by, _)| *by == player);
                let is_played = own.any(|(_, wrong)| wrong.contains(order));
                assert!(
                    is_played,
                    "{assignment}: no turn of player {} has `{order}`",
                    player + 1
                );
            }
        }
    }
}
