//! Scripts of games of tic-tac-toe (at random, steered towards one line, or with answers that are refused), and what decides a game: which
//! line, whose, and whether on the last free square.

use std::collections::BTreeMap;

use super::lines::{TicTacToeLines, lines_except};
use super::mutant::SquareInput;
use model::ScriptChoices;
use reference::{GameOptions, GameRules, ReferenceGame};

/// More inputs than this make no game.
const LONGEST: usize = 600;

/// Dimensions, the simplest first; the usual ones come more often.
const DIMENSIONS: [usize; 16] = [1, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 10, 11];

/// Numbers that are far from any board.
const FAR: [i64; 6] = [
    1_000,
    -1_000,
    1_000_000,
    -1_000_000,
    10_000_000,
    -10_000_000,
];

/// How the squares of a game are chosen.
#[derive(Debug, Clone, Copy)]
enum ScriptPlan {
    /// At random.
    Any,
    /// One player fills this line if nobody hinders, and the other does not.
    Fills { player: usize, line: usize },
    /// Nobody goes to this line as long as there are others.
    Avoids { line: usize },
}

/// A game that is played to make its script.
struct ScriptGame<'c> {
    game: Box<dyn ReferenceGame>,
    reading: SquareInput,
    dimension: usize,
    taken: Vec<usize>,
    lines: Vec<String>,
    choices: &'c mut ScriptChoices,
}

/// A script of a whole game; none if it comes to no end.
pub(crate) fn generate_script(
    reading: SquareInput,
    rules: &GameRules,
    options: GameOptions,
    choices: &mut ScriptChoices,
) -> Option<Vec<String>> {
    let mut game = rules.create_game(options);
    let _ = game.start_game();
    let dimension = match reading {
        SquareInput::DimensionFirst => *choices.choose_from(&DIMENSIONS)?,
        SquareInput::RowThenColumn(_) | SquareInput::Squares(_) => 3,
    };
    let taken = Vec::new();
    let lines = Vec::new();
    let mut play = ScriptGame {
        game,
        reading,
        dimension,
        taken,
        lines,
        choices,
    };
    if reading == SquareInput::DimensionFirst {
        play.add_number(i64::try_from(dimension).ok()?);
    }
    play.play_to_end()
}

impl ScriptGame<'_> {
    fn play_to_end(mut self) -> Option<Vec<String>> {
        let lines: Vec<Vec<usize>> = lines_except(TicTacToeLines::None, self.dimension).collect();
        let plan = match self.choices.choose_below(4) {
            1 => ScriptPlan::Fills {
                player: self.choices.choose_below(2),
                line: self.choices.choose_below(lines.len()),
            },
            2 => ScriptPlan::Avoids {
                line: self.choices.choose_below(lines.len()),
            },
            _ => ScriptPlan::Any,
        };
        let is_noisy = self.choices.choose_below(3) == 2;
        while !self.game.is_over() && self.lines.len() < LONGEST {
            let all = self.dimension * self.dimension;
            let free: Vec<usize> = (0..all).filter(|it| !self.taken.contains(it)).collect();
            let player = self.taken.len() % 2;
            let wanted = |square: &&usize| match plan {
                ScriptPlan::Any => true,
                ScriptPlan::Fills {
                    player: filling,
                    line,
                } => lines.get(line).is_some_and(|it| it.contains(square)) == (player == filling),
                ScriptPlan::Avoids { line } => {
                    lines.get(line).is_none_or(|it| !it.contains(square))
                }
            };
            let preferred: Vec<usize> = free.iter().filter(wanted).copied().collect();
            let square = *self.choices.choose_from(if preferred.is_empty() {
                &free
            } else {
                &preferred
            })?;
            while is_noisy && self.lines.len() < LONGEST && self.choices.happens_once_in(6) {
                self.add_refused_answer(square);
            }
            if !self.game.is_over() {
                self.add_square(square);
                self.taken.push(square);
            }
        }
        self.game.is_over().then_some(self.lines)
    }

    fn add_number(&mut self, number: i64) {
        if !self.game.is_over() {
            let line = number.to_string();
            let _ = self.game.feed_token(&line);
            self.lines.push(line);
        }
    }

    fn add_square(&mut self, square: usize) {
        let row = square / self.dimension;
        let column = square % self.dimension;
        match self.reading {
            SquareInput::RowThenColumn(base) => {
                self.add_number(to_number(row) + base);
                self.add_number(to_number(column) + base);
            }
            SquareInput::Squares(base) => self.add_number(to_number(square) + base),
            SquareInput::DimensionFirst => self.add_number(to_number(square)),
        }
    }

    /// An answer that is refused: a square that is taken, or that is none. Where that ends a game, it comes seldom. If a row or a
    /// column is right, it is that of the square that comes next: who looks at each number at once asks for the other alone.
    fn add_refused_answer(&mut self, next: usize) {
        let ends = self.reading == SquareInput::DimensionFirst;
        let is_taken = !self.taken.is_empty() && (self.choices.choose_below(2) == 0 || ends);
        if is_taken && !(ends && self.choices.happens_once_in(8)) {
            let square = self.choices.choose_below(self.taken.len());
            if let Some(square) = self.taken.get(square).copied() {
                return self.add_square(square);
            }
        }
        let n = i64::try_from(self.dimension).unwrap_or_default();
        match self.reading {
            SquareInput::RowThenColumn(base) => {
                let number = |it: usize| i64::try_from(it).unwrap_or_default() + base;
                let mut both = [number(next / self.dimension), number(next % self.dimension)];
                let place = self.choices.choose_below(2);
                both[place] = self.choose_outside(base - 1, base + n);
                if self.choices.happens_once_in(4) {
                    both[1 - place] = self.choose_outside(base - 1, base + n);
                }
                both.into_iter().for_each(|number| self.add_number(number));
            }
            SquareInput::DimensionFirst | SquareInput::Squares(_) => {
                let base = if let SquareInput::Squares(base) = self.reading {
                    base
                } else {
                    0
                };
                let number = self.choose_outside(base - 1, n * n + base);
                self.add_number(number);
            }
        }
    }

    fn choose_outside(&mut self, below: i64, above: i64) -> i64 {
        let numbers: Vec<i64> = [above, below].into_iter().chain(FAR).collect();
        self.choices.choose_from(&numbers).copied().unwrap_or(above)
    }
}

fn to_number(it: usize) -> i64 {
    i64::try_from(it).unwrap_or_default()
}

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
