//! Scripts of games of tic-tac-toe: at random, steered towards one line, or with answers that are refused.

use reference::{Game, GameOptions, Rules};

use super::lines::{Lines, all_but};
use super::mutant::Reading;
use crate::model::Choices;

/// More inputs than this make no game.
const LONGEST: usize = 600;

/// Dimensions, the simplest first; the usual ones come more often.
const DIMENSIONS: [usize; 16] = [1, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 10, 11];

/// Numbers that are far from any board.
const FAR: [i64; 6] = [1_000, -1_000, 1_000_000, -1_000_000, 10_000_000, -10_000_000];

/// How the squares of a game are chosen.
#[derive(Debug, Clone, Copy)]
enum Plan {
    /// At random.
    Any,
    /// One player fills this line if nobody hinders, and the other does not.
    Fills { player: usize, line: usize },
    /// Nobody goes to this line as long as there are others.
    Avoids { line: usize },
}

/// A game that is played to make its script.
struct Play<'c> {
    game: Box<dyn Game>,
    reading: Reading,
    dimension: usize,
    taken: Vec<usize>,
    lines: Vec<String>,
    choices: &'c mut Choices,
}

/// A script of a whole game; none if it comes to no end.
pub(in crate::games) fn script(
    reading: Reading,
    rules: &Rules,
    options: GameOptions,
    choices: &mut Choices,
) -> Option<Vec<String>> {
    let mut game = rules.start(options);
    let _ = game.open();
    let dimension = match reading {
        Reading::DimensionFirst => *choices.of(&DIMENSIONS)?,
        Reading::RowThenColumn(_) | Reading::Squares(_) => 3,
    };
    let (taken, lines) = (Vec::new(), Vec::new());
    let mut play = Play { game, reading, dimension, taken, lines, choices };
    if reading == Reading::DimensionFirst {
        play.give(i64::try_from(dimension).ok()?);
    }
    play.whole()
}

impl Play<'_> {
    fn whole(mut self) -> Option<Vec<String>> {
        let lines: Vec<Vec<usize>> = all_but(Lines::None, self.dimension).collect();
        let plan = match self.choices.below(4) {
            1 => {
                Plan::Fills { player: self.choices.below(2), line: self.choices.below(lines.len()) }
            }
            2 => Plan::Avoids { line: self.choices.below(lines.len()) },
            _ => Plan::Any,
        };
        let is_noisy = self.choices.below(3) == 2;
        while !self.game.is_over() && self.lines.len() < LONGEST {
            let all = self.dimension * self.dimension;
            let free: Vec<usize> = (0..all).filter(|it| !self.taken.contains(it)).collect();
            let player = self.taken.len() % 2;
            let wanted = |square: &&usize| match plan {
                Plan::Any => true,
                Plan::Fills { player: filling, line } => {
                    lines.get(line).is_some_and(|it| it.contains(square)) == (player == filling)
                }
                Plan::Avoids { line } => lines.get(line).is_none_or(|it| !it.contains(square)),
            };
            let preferred: Vec<usize> = free.iter().filter(wanted).copied().collect();
            let square = *self.choices.of(if preferred.is_empty() { &free } else { &preferred })?;
            while is_noisy && self.lines.len() < LONGEST && self.choices.once_in(6) {
                self.refused(square);
            }
            if !self.game.is_over() {
                self.square(square);
                self.taken.push(square);
            }
        }
        self.game.is_over().then_some(self.lines)
    }

    fn give(&mut self, number: i64) {
        if !self.game.is_over() {
            let line = number.to_string();
            let _ = self.game.feed(&line);
            self.lines.push(line);
        }
    }

    fn square(&mut self, square: usize) {
        let (row, column) = (square / self.dimension, square % self.dimension);
        let number = |it: usize| i64::try_from(it).unwrap_or_default();
        match self.reading {
            Reading::RowThenColumn(base) => {
                self.give(number(row) + base);
                self.give(number(column) + base);
            }
            Reading::Squares(base) => self.give(number(square) + base),
            Reading::DimensionFirst => self.give(number(square)),
        }
    }

    /// An answer that is refused: a square that is taken, or that is none. Where that ends a game, it comes seldom. If a row or a
    /// column is right, it is that of the square that comes next: who looks at each number at once asks for the other alone.
    fn refused(&mut self, next: usize) {
        let ends = self.reading == Reading::DimensionFirst;
        let is_taken = !self.taken.is_empty() && (self.choices.below(2) == 0 || ends);
        if is_taken && !(ends && self.choices.once_in(8)) {
            let square = self.choices.below(self.taken.len());
            if let Some(square) = self.taken.get(square).copied() {
                return self.square(square);
            }
        }
        let n = i64::try_from(self.dimension).unwrap_or_default();
        match self.reading {
            Reading::RowThenColumn(base) => {
                let number = |it: usize| i64::try_from(it).unwrap_or_default() + base;
                let mut both = [number(next / self.dimension), number(next % self.dimension)];
                let place = self.choices.below(2);
                both[place] = self.outside(base - 1, base + n);
                if self.choices.once_in(4) {
                    both[1 - place] = self.outside(base - 1, base + n);
                }
                both.into_iter().for_each(|number| self.give(number));
            }
            Reading::DimensionFirst | Reading::Squares(_) => {
                let base = if let Reading::Squares(base) = self.reading { base } else { 0 };
                let number = self.outside(base - 1, n * n + base);
                self.give(number);
            }
        }
    }

    fn outside(&mut self, below: i64, above: i64) -> i64 {
        let numbers: Vec<i64> = [above, below].into_iter().chain(FAR).collect();
        self.choices.of(&numbers).copied().unwrap_or(above)
    }
}
