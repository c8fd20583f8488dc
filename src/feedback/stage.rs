//! A run for the tests of rules: what a program printed on a game that the reference played.

use std::time::Duration;

use reference::{GameOptions, Rules, transcript, tttn};

use super::judged_run::{HintContext, endings, messages};
use super::number::loses_fractions;
use super::{JudgedRun, Rule};
use crate::compare::{Expected, compare};
use crate::judge::judge;
use crate::model::{
    Case, Comparison, Exit, ExitRule, Hint, Judgement, Observation, ObservedTurn, Piece, Prompts,
    RunLimits, Turn,
};

/// A run that can still be changed.
pub(crate) struct Stage {
    pub(crate) input: Vec<String>,
    pub(crate) expected: Vec<Turn>,
    pub(crate) seen: Observation,
    pub(crate) rule: Comparison,
    pub(crate) judgement: Judgement,
    /// Whether the assignment is a game.
    pub(crate) is_game: bool,
}

/// What a program prints instead.
pub(crate) type Change<'a> = &'a dyn Fn(&str) -> String;

/// Everything counts but the ends of lines, and prompts may have any words that show what they must.
pub(crate) const SHOWS: Comparison = Comparison { prompts: Prompts::Shows, ..STRICT };

/// Everything counts but the ends of lines.
pub(crate) const STRICT: Comparison = Comparison { prompts: Prompts::Exact, ..Comparison::DEFAULT };

/// What the program might use.
const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_secs(1),
    after_end: None,
    wall: Duration::from_secs(5),
    memory: 64 << 20,
    stack: sandbox::STACK,
    output: 1 << 20,
};

impl Stage {
    /// A program that printed these texts, each followed by the input that was then read (none if empty); nothing is
    /// expected.
    pub(crate) fn that_printed(turns: &[(&str, &str)]) -> Stage {
        let turn = |&(output, input): &(&str, &str)| ObservedTurn {
            output: output.into(),
            input: (!input.is_empty()).then(|| input.to_owned()),
        };
        let inputs = turns.iter().filter(|(_, input)| !input.is_empty());
        let input = inputs.map(|(_, input)| (*input).to_owned()).collect();
        Stage::with(input, Vec::new(), turns.iter().map(turn).collect(), STRICT)
    }

    /// A program that prints what the game does, but for `change`, which gets each turn's place and text.
    pub(crate) fn playing(
        game: &Rules,
        input: &[&str],
        rule: Comparison,
        change: impl Fn(usize, String) -> String,
    ) -> Stage {
        let input: Vec<String> = input.iter().map(|&line| line.to_owned()).collect();
        let expected = transcript(game.start(GameOptions::default()).as_mut(), &input);
        let turns = expected.iter().enumerate().map(|(place, turn)| ObservedTurn {
            output: change(place, turn.printed()).into_bytes(),
            input: turn.input.clone(),
        });
        let turns = turns.collect();
        Stage::with(input, expected, turns, rule)
    }

    /// A program that is no game, where `expected` is printed after the one input, and printed `text`.
    pub(crate) fn telling(expected: &[&str], text: &str) -> Stage {
        let input = vec!["7".to_owned()];
        let messages = expected.iter().map(|line| Piece::Message((*line).to_owned())).collect();
        let asked = Turn { pieces: Vec::new(), input: Some("7".to_owned()) };
        let turns = [("", Some("7")), (text, None)].map(|(output, input)| ObservedTurn {
            output: output.into(),
            input: input.map(str::to_owned),
        });
        let expected = vec![asked, Turn { pieces: messages, input: None }];
        Stage { is_game: false, ..Stage::with(input, expected, turns.into(), STRICT) }
    }

    /// A program that draws the boards of a short game of `tttn` otherwise; `change` gets each turn's place and board, which
    /// is empty where none is printed.
    pub(crate) fn drawing(change: impl Fn(usize, &str) -> String) -> Stage {
        const GAME: [&str; 7] = ["3", "0", "0", "1", "4", "2", "8"];
        let is_row = |line: &&str| line.contains(" | ") || line.starts_with("---");
        Stage::playing(tttn::RULES, &GAME, STRICT, |turn, text| {
            let board: usize = text.split_inclusive('\n').take_while(is_row).map(str::len).sum();
            let (board, rest) = text.split_at(board);
            change(turn, board) + rest
        })
    }

    /// A program that asks otherwise in a short game of `tttn`; `change` gets the prompt.
    pub(crate) fn asking(rule: Comparison, change: impl Fn(&str) -> String) -> Stage {
        let game = ["5", "24", "25"];
        Stage::playing(tttn::RULES, &game, rule, |_, text| match text.find("Player") {
            Some(start) => text[..start].to_owned() + &change(&text[start..]),
            None => text,
        })
    }

    /// A program that played a case of `game` as `turns` say.
    pub(crate) fn that_played(game: &Rules, case: &Case, turns: &[Turn], saw_eof: bool) -> Stage {
        let expected = transcript(game.start(GameOptions::default()).as_mut(), &case.input);
        let turns = turns.iter().map(|turn| ObservedTurn {
            output: turn.printed().into_bytes(),
            input: turn.input.clone(),
        });
        let rule = case.comparison.clone();
        let mut stage = Stage::with(case.input.clone(), expected, turns.collect(), rule);
        stage.seen.saw_eof = saw_eof;
        stage
    }

    fn with(
        input: Vec<String>,
        expected: Vec<Turn>,
        turns: Vec<ObservedTurn>,
        rule: Comparison,
    ) -> Stage {
        let seen = Observation::new(turns, Exit::Code(0));
        let judgement = judge(
            &seen,
            None,
            compare(Expected { turns: &expected, messages: &[] }, &seen, &rule),
            ExitRule::Any,
        );
        Stage { input, expected, seen, rule, judgement, is_game: true }
    }

    /// As the rules see it.
    pub(crate) fn run(&self) -> JudgedRun<'_> {
        let Stage { input, expected, seen, rule, judgement, .. } = self;
        JudgedRun {
            input,
            expected,
            seen,
            rule,
            judgement,
            limits: &LIMITS,
            asks_for_more: false,
            stricter: false,
            lost_input: None,
        }
    }

    /// What one rule says.
    pub(super) fn hint(&self, rule: Rule) -> Option<Hint> {
        let run = self.run();
        let (messages, endings) = (messages(&[run]), endings(&[run]));
        rule(&HintContext {
            run: &run,
            messages: &messages,
            endings: &endings,
            is_game: self.is_game,
            loses_fractions: loses_fractions(&[run]),
        })
    }

    /// The mistake that one rule finds.
    pub(super) fn mistake(&self, rule: Rule) -> Option<&'static str> {
        self.hint(rule).map(|hint| hint.mistake)
    }
}
