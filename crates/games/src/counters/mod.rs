//! `counters`: tic-tac-toe on nine squares that counts its lines. Its known bugs are tic-tac-toe's, and programs count squares
//! from 0 or from 1, or read a row and a column: the text leaves their input free.

use ::reference::{GameOptions, GameRules, counters};

use super::shared::tic_tac_toe::{SquareInput, describe_decision, generate_script, known_bugs};
use model::{GameSupport, InputConvention, KnownBugs, LivePlayer, PlayerSetup, ScriptChoices};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct CountersSupport;

impl GameSupport for CountersSupport {
    fn rules(&self) -> &'static GameRules {
        counters::RULES
    }

    fn known_bugs(&self, options: GameOptions) -> Option<KnownBugs> {
        Some(known_bugs(SquareInput::Squares(first_number(options))))
    }

    fn generate_script(
        &self,
        options: GameOptions,
        choices: &mut ScriptChoices,
    ) -> Option<Vec<String>> {
        generate_script(
            SquareInput::Squares(first_number(options)),
            self.rules(),
            options,
            choices,
        )
    }

    fn input_conventions(
        &self,
        options: GameOptions,
        index_bases: &[u8],
        _is_prompted: bool,
    ) -> Vec<InputConvention> {
        let own = index_bases.first().copied().or(options.base);
        let others = index_bases.iter().skip(1).map(|base| Some(*base));
        let bases: Vec<Option<u8>> = std::iter::once(own).chain(others).collect();
        let one_number = |base: &Option<u8>| InputConvention {
            options: GameOptions {
                base: *base,
                ..options
            },
            description: base
                .filter(|_| *base != own)
                .map(|base| format!("numbers the squares from {base}")),
            ..InputConvention::default()
        };
        let row_and_column = |base: &Option<u8>| InputConvention {
            options: GameOptions {
                base: *base,
                ..options
            },
            joined_by: Some(" "),
            description: Some(format!(
                "reads a row and a column for each square, both from {}",
                base.unwrap_or(0)
            )),
            is_last_resort: true,
        };
        bases
            .iter()
            .map(one_number)
            .chain(bases.iter().map(row_and_column))
            .collect()
    }

    fn live_player<'a>(&self, setup: PlayerSetup<'a>) -> Option<Box<dyn LivePlayer + 'a>> {
        setup.convention.joined_by?;
        let base = first_number(setup.convention.options);
        Some(Box::new(RowColumnPlayer {
            rest: setup.script,
            base,
        }))
    }

    fn renumber_line(&self, line: &str, from: GameOptions, to: GameOptions) -> String {
        let shift = first_number(to) - first_number(from);
        let number = |number: i64| number.saturating_add(shift).to_string();
        line.trim().parse().map_or_else(|_| line.to_owned(), number)
    }

    fn describe_decision(&self, options: GameOptions, script: &[String]) -> Vec<String> {
        describe_decision(
            SquareInput::Squares(first_number(options)),
            self.rules(),
            options,
            script,
        )
    }
}

/// Gives each square as its row and its column, in one line: a program may read both at once or one after the other.
#[derive(Debug)]
struct RowColumnPlayer<'a> {
    /// The squares that come next.
    rest: &'a [String],
    /// The number of the first square, row and column.
    base: i64,
}

impl LivePlayer for RowColumnPlayer<'_> {
    fn next_line(&mut self, _printed: &[u8]) -> Option<String> {
        let (square, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(format_row_and_column(square, self.base))
    }

    fn unused_lines(&self) -> &[String] {
        self.rest
    }
}

/// The row and the column of a square, both off the board where it is.
fn format_row_and_column(square: &str, base: i64) -> String {
    const SIZE: i64 = 3;
    let Some(number) = ::reference::parse_integer(square) else {
        return square.to_owned();
    };
    match number.saturating_sub(base) {
        place @ 0..9 => format!("{} {}", place / SIZE + base, place % SIZE + base),
        _ => format!("{number} {number}"),
    }
}

/// The number of the first square.
fn first_number(options: GameOptions) -> i64 {
    options.base.unwrap_or(0).into()
}
