//! `rowcol`: tic-tac-toe by row and column. Programs count from 0 or 1, and ask for the two in several ways.

mod prompt_driven_input;

use std::ops::Range;

use ::reference::{GameOptions, GameRules, rowcol};

use self::prompt_driven_input::{PromptDrivenInput, is_within};
use super::shared::tic_tac_toe::{SquareInput, describe_decision, generate_script, known_bugs};
use model::{
    CasePlayer, GameSupport, InputConvention, KnownBugs, LivePlayer, PlayerKind, PlayerSetup,
    ScriptChoices,
};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct RowcolSupport;

/// Rows and columns of the board.
const SIZE: i64 = 3;

/// The player who gives rows and columns as the program asks for them.
const PROMPTED_PLAYER: &str = "as-asked";

impl GameSupport for RowcolSupport {
    fn rules(&self) -> &'static GameRules {
        rowcol::RULES
    }

    fn known_bugs(&self, options: GameOptions) -> Option<KnownBugs> {
        Some(known_bugs(SquareInput::RowThenColumn(first_number(
            options,
        ))))
    }

    fn generate_script(
        &self,
        options: GameOptions,
        choices: &mut ScriptChoices,
    ) -> Option<Vec<String>> {
        generate_script(
            SquareInput::RowThenColumn(first_number(options)),
            self.rules(),
            options,
            choices,
        )
    }

    /// A program that looks at each number at once asks again for the wrong one alone: the move that comes next must have the other.
    fn is_same_for_all(&self, options: GameOptions, script: &[String]) -> bool {
        let board = board_numbers(options);
        let pairs = script.chunks_exact(2);
        for (pair, next) in pairs.clone().zip(pairs.skip(1)) {
            let right = match [is_within(&pair[0], &board), is_within(&pair[1], &board)] {
                [true, false] => 0,
                [false, true] => 1,
                _ => continue,
            };
            if pair[right] != next[right] {
                return false;
            }
        }
        true
    }

    fn describe_decision(&self, options: GameOptions, script: &[String]) -> Vec<String> {
        describe_decision(
            SquareInput::RowThenColumn(first_number(options)),
            self.rules(),
            options,
            script,
        )
    }

    /// Every base with each way to read a row and its column; reading both from one line, as `(1,2)` or as one number (`12`),
    /// although the prompt does not say so, comes last.
    fn input_conventions(
        &self,
        options: GameOptions,
        index_bases: &[u8],
        is_prompted: bool,
    ) -> Vec<InputConvention> {
        let own = GameOptions {
            base: index_bases.first().copied().or(options.base),
            ..options
        };
        let others = index_bases.iter().skip(1);
        let others = others.map(|&base| GameOptions {
            base: Some(base),
            ..options
        });
        let numberings: Vec<GameOptions> = std::iter::once(own).chain(others).collect();
        let joints: &[Option<&str>] = if is_prompted {
            &[None, Some(" "), Some(","), Some("(,)"), Some("")]
        } else {
            &[None]
        };
        let mut conventions = Vec::new();
        for &joined_by in joints {
            for &options in &numberings {
                conventions.push(InputConvention {
                    options,
                    joined_by,
                    description: describe_convention(own, options, joined_by),
                    is_last_resort: joined_by.is_some(),
                });
            }
        }
        conventions
    }

    fn renumber_line(&self, line: &str, from: GameOptions, to: GameOptions) -> String {
        shift_numbers(line, first_number(to) - first_number(from))
    }

    fn player_kinds(&self) -> Vec<(&'static str, PlayerKind)> {
        vec![(PROMPTED_PLAYER, PlayerKind::Prompted)]
    }

    fn input_mistake(&self, player: &CasePlayer, lines: usize) -> Option<&'static str> {
        let is_odd = *player == CasePlayer::Prompted(PROMPTED_PLAYER) && !lines.is_multiple_of(2);
        is_odd.then_some("found an odd number of lines, expected a row and a column for each move")
    }

    fn live_player<'a>(&self, setup: PlayerSetup<'a>) -> Option<Box<dyn LivePlayer + 'a>> {
        let InputConvention {
            options, joined_by, ..
        } = setup.convention;
        let mut game = rowcol::RULES.create_game(*options);
        Some(Box::new(PromptDrivenInput::new(
            setup.script,
            *joined_by,
            board_numbers(*options),
            game.as_mut(),
        )))
    }
}

/// The number of the first row and column.
fn first_number(options: GameOptions) -> i64 {
    options.base.unwrap_or(0).into()
}

/// The numbers of rows and columns.
fn board_numbers(options: GameOptions) -> Range<i64> {
    first_number(options)..first_number(options) + SIZE
}

/// What a program does otherwise than the scripts; none if nothing.
fn describe_convention(
    own: GameOptions,
    options: GameOptions,
    joined_by: Option<&str>,
) -> Option<String> {
    let numbering = (first_number(options) != first_number(own))
        .then(|| format!("numbers rows and columns from {}", first_number(options)));
    let reading = joined_by.map(|sign| match sign {
        "," => "reads a row and its column from one line, with a comma between".to_owned(),
        "(,)" => "reads a row and its column from one line, as in `(1,2)`".to_owned(),
        "" => "reads a row and its column as one number".to_owned(),
        _ => "reads a row and its column from one line".to_owned(),
    });
    let both: Vec<String> = numbering.into_iter().chain(reading).collect();
    (!both.is_empty()).then(|| both.join(" and "))
}

/// A line with each of its numbers moved by `shift`.
fn shift_numbers(line: &str, shift: i64) -> String {
    let words = line.split(' ').map(|word| match word.parse::<i64>() {
        Ok(number) => number.saturating_add(shift).to_string(),
        Err(_) => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}
