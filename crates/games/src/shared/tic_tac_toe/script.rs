//! Scripts of games of tic-tac-toe: at random, steered towards one line, or with answers that are refused.

use reference::{GameOptions, GameRules, ReferenceGame};

use super::lines::{TicTacToeLines, lines_except};
use super::mutant::SquareInput;
use model::ScriptChoices;

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
        let number = |it: usize| i64::try_from(it).unwrap_or_default();
        match self.reading {
            SquareInput::RowThenColumn(base) => {
                self.add_number(number(row) + base);
                self.add_number(number(column) + base);
            }
            SquareInput::Squares(base) => self.add_number(number(square) + base),
            SquareInput::DimensionFirst => self.add_number(number(square)),
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
