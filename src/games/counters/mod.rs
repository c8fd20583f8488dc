//! `counters`: tic-tac-toe on nine squares that counts its lines. Its known bugs are tic-tac-toe's, and programs count squares
//! from 0 or from 1: the text leaves their input free.

use ::reference::{GameOptions, Rules, counters};

use super::shared::tic_tac_toe::{Reading, decides, known_bugs, script};
use crate::model::{Choices, GameSupport, InputConvention, KnownBugs};

/// The game with all that the grader needs of it.
#[derive(Debug)]
pub(super) struct CountersSupport;

impl GameSupport for CountersSupport {
    fn rules(&self) -> &'static Rules {
        counters::RULES
    }

    fn known_bugs(&self, options: GameOptions) -> Option<KnownBugs> {
        Some(known_bugs(Reading::Squares(base(options))))
    }

    fn script(&self, options: GameOptions, choices: &mut Choices) -> Option<Vec<String>> {
        script(Reading::Squares(base(options)), self.rules(), options, choices)
    }

    fn input_conventions(
        &self,
        options: GameOptions,
        index_bases: &[u8],
        _is_prompted: bool,
    ) -> Vec<InputConvention> {
        let own = index_bases.first().copied().or(options.base);
        let convention = |base: Option<u8>| InputConvention {
            options: GameOptions { base, ..options },
            description: base
                .filter(|_| base != own)
                .map(|base| format!("numbers the squares from {base}")),
            ..InputConvention::default()
        };
        let others = index_bases.iter().skip(1).map(|base| Some(*base));
        std::iter::once(own).chain(others).map(convention).collect()
    }

    fn renumbered(&self, line: &str, from: GameOptions, to: GameOptions) -> String {
        let shift = base(to) - base(from);
        let number = |number: i64| number.saturating_add(shift).to_string();
        line.trim().parse().map_or_else(|_| line.to_owned(), number)
    }

    fn decides(&self, options: GameOptions, script: &[String]) -> Vec<String> {
        decides(Reading::Squares(base(options)), self.rules(), options, script)
    }
}

/// The number of the first square.
fn base(options: GameOptions) -> i64 {
    options.base.unwrap_or(0).into()
}
