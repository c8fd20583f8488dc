//! What decides a game of tic-tac-toe: which line, whose, and whether on the last free square.

use std::collections::BTreeMap;

use reference::{GameOptions, GameRules};

use super::lines::{TicTacToeLines, lines_except};
use super::mutant::SquareInput;

/// In words, what decides the game of this script; nothing if it does not come to its end.
pub(crate) fn describe_decision(
    reading: SquareInput,
    rules: &GameRules,
    options: GameOptions,
    script: &[String],
) -> Vec<String> {
    let mut game = rules.create_game(options);
    let _ = game.start_game();
    let mut numbers = script
        .iter()
        .map_while(|line| line.trim().parse::<i64>().ok());
    let mut side: i64 = 3;
    if reading == SquareInput::DimensionFirst {
        let Some(given) = numbers.next() else {
            return Vec::new();
        };
        let _ = game.feed_token(&given.to_string());
        side = given;
    }
    // By square, who has taken it.
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let mut last = None;
    let mut row = None;
    for number in numbers {
        let is_refused = !game.legal_inputs().contains(&number);
        let _ = game.feed_token(&number.to_string());
        let number = number - first_number(reading);
        let square = match (reading, row.take()) {
            // A column is read whatever the row is.
            (SquareInput::RowThenColumn(_), None) => {
                row = Some(number);
                continue;
            }
            (SquareInput::RowThenColumn(_), Some(row)) => row * side + number,
            (SquareInput::DimensionFirst | SquareInput::Squares(_), _) => number,
        };
        if let Ok(square) = usize::try_from(square)
            && !is_refused
        {
            taken.insert(square, taken.len() % 2);
            last = Some(square);
        }
    }
    let Some(last) = last.filter(|_| game.is_over()) else {
        return Vec::new();
    };
    describe_lines(&taken, last, usize::try_from(side).unwrap_or_default())
}

fn first_number(reading: SquareInput) -> i64 {
    match reading {
        SquareInput::RowThenColumn(base) | SquareInput::Squares(base) => base,
        SquareInput::DimensionFirst => 0,
    }
}

fn describe_lines(taken: &BTreeMap<usize, usize>, last: usize, dimension: usize) -> Vec<String> {
    let Some(player) = taken.get(&last) else {
        return Vec::new();
    };
    let is_last_free = taken.len() == dimension * dimension;
    let mut all = Vec::new();
    for (place, line) in lines_except(TicTacToeLines::None, dimension).enumerate() {
        let is_whole = line.iter().all(|square| taken.get(square) == Some(player));
        if !is_whole || !line.contains(&last) || dimension < 2 {
            continue;
        }
        let line = name_line(place, dimension);
        all.push(format!("player {} completes {line}", player + 1));
        if is_last_free {
            all.push(format!("{line} is completed on the last free square"));
        }
    }
    if all.len() > 1 && !is_last_free {
        all.push("two lines are completed at once".to_owned());
    }
    all
}

/// A line's name, by its place among all lines. On large boards those between the edges are alike.
fn name_line(place: usize, dimension: usize) -> String {
    let which = |number: usize| match number {
        0 => "the first",
        last if last + 1 == dimension => "the last",
        _ => "an inner",
    };
    match place {
        row if row < dimension => format!("{} row", which(row)),
        column if column < 2 * dimension => format!("{} column", which(column - dimension)),
        main if main == 2 * dimension => "the main diagonal".to_owned(),
        _ => "the other diagonal".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decisions_of_script(reading: SquareInput, rules: &GameRules, script: &str) -> Vec<String> {
        let script: Vec<String> = script.split(' ').map(str::to_owned).collect();
        describe_decision(reading, rules, GameOptions::default(), &script)
    }

    #[test]
    fn the_line_that_decides_is_named_and_whose_it_is() {
        let counters = reference::counters::RULES;
        let squares = |script| decisions_of_script(SquareInput::Squares(0), counters, script);
        assert_eq!(squares("0 3 1 4 2"), ["player 1 completes the first row"]);
        assert_eq!(
            squares("0 2 1 4 3 3 -1 6"),
            ["player 2 completes the other diagonal"]
        );
        assert!(squares("0 3 1").is_empty());
        let last = squares("0 1 2 3 4 5 7 6 8");
        assert_eq!(
            last[1],
            "the main diagonal is completed on the last free square"
        );
    }

    #[test]
    fn rows_and_columns_are_read_in_pairs_and_refused_pairs_are_left_out() {
        let rowcol = |script| {
            decisions_of_script(
                SquareInput::RowThenColumn(0),
                reference::rowcol::RULES,
                script,
            )
        };
        assert_eq!(
            rowcol("0 0 0 0 1 0 0 1 1 1 0 2"),
            ["player 1 completes the first row"]
        );
    }
}
