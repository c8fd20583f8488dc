//! A run for the tests of rules: what a program printed on a game that the reference played.

use std::time::Duration;

use reference::{GameOptions, GameRules, play_transcript, tttn};

use super::judged_run::{HintContext, collect_endings, collect_messages, collect_players};
use super::number::loses_fractions;
use super::{JudgedRun, Rule};
use crate::compare::{ExpectedTranscript, compare_transcript};
use crate::judge::judge_run;
use model::{
    Comparison, ComparisonScope, Exit, ExitRule, GameTurn, Hint, Judgement, Observation,
    ObservedTurn, OutputPiece, PromptMode, RunLimits, TestCase,
};

/// A run that can still be changed.
pub struct HintTestRun {
    /// The lines of the script.
    pub input: Vec<String>,
    /// The turns of the reference.
    pub expected: Vec<GameTurn>,
    /// What the program did.
    pub seen: Observation,
    /// How the two are compared.
    pub rule: Comparison,
    /// The verdict on the run.
    pub judgement: Judgement,
    /// Whether the assignment is a game.
    pub is_game: bool,
}

/// What a program prints instead.
pub type TextChange<'a> = &'a dyn Fn(&str) -> String;

/// Everything counts but the ends of lines, and prompts may have any words that show what they must.
pub const SHOWS: Comparison = Comparison {
    prompts: PromptMode::Shows,
    ..STRICT
};

/// Everything counts but the ends of lines.
pub const STRICT: Comparison = Comparison {
    prompts: PromptMode::Exact,
    ..Comparison::DEFAULT
};

/// The last screen counts, and nothing before it.
pub const LAST_SCREEN: Comparison = Comparison {
    scope: ComparisonScope::Final,
    ..SHOWS
};

/// What the program might use.
const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_secs(1),
    after_end: None,
    wall: Duration::from_secs(5),
    memory: 64 << 20,
    stack: 8 << 20,
    output: 1 << 20,
};

impl HintTestRun {
    /// A program that printed these texts, each followed by the input that was then read (none if empty); nothing is
    /// expected.
    pub fn from_outputs(turns: &[(&str, &str)]) -> HintTestRun {
        let turn = |&(output, input): &(&str, &str)| ObservedTurn {
            output: output.into(),
            input: (!input.is_empty()).then(|| input.to_owned()),
        };
        let inputs = turns.iter().filter(|(_, input)| !input.is_empty());
        let input = inputs.map(|(_, input)| (*input).to_owned()).collect();
        HintTestRun::from_parts(input, Vec::new(), turns.iter().map(turn).collect(), STRICT)
    }

    /// A program that prints what the game does, but for `change`, which gets each turn's place and text.
    pub fn from_game(
        game: &GameRules,
        input: &[&str],
        rule: Comparison,
        change: impl Fn(usize, String) -> String,
    ) -> HintTestRun {
        let input: Vec<String> = input.iter().map(|&line| line.to_owned()).collect();
        let expected = play_transcript(game.create_game(GameOptions::default()).as_mut(), &input);
        let turns = expected
            .iter()
            .enumerate()
            .map(|(place, turn)| ObservedTurn {
                output: change(place, turn.printed_text()).into_bytes(),
                input: turn.input.clone(),
            });
        let turns = turns.collect();
        HintTestRun::from_parts(input, expected, turns, rule)
    }

    /// A program that is no game, where `expected` is printed after the one input, and printed `text`.
    pub fn from_messages(expected: &[&str], text: &str) -> HintTestRun {
        let input = vec!["7".to_owned()];
        let messages = expected
            .iter()
            .map(|line| OutputPiece::Message((*line).to_owned()))
            .collect();
        let asked = GameTurn {
            pieces: Vec::new(),
            input: Some("7".to_owned()),
        };
        let turns = [("", Some("7")), (text, None)].map(|(output, input)| ObservedTurn {
            output: output.into(),
            input: input.map(str::to_owned),
        });
        let expected = vec![
            asked,
            GameTurn {
                pieces: messages,
                input: None,
            },
        ];
        HintTestRun {
            is_game: false,
            ..HintTestRun::from_parts(input, expected, turns.into(), STRICT)
        }
    }

    /// A program that draws the boards of a short game of `tttn` otherwise; `change` gets each turn's place and board, which
    /// is empty where none is printed.
    pub fn with_board_change(change: impl Fn(usize, &str) -> String) -> HintTestRun {
        const GAME: [&str; 7] = ["3", "0", "0", "1", "4", "2", "8"];
        let is_row = |line: &&str| line.contains(" | ") || line.starts_with("---");
        HintTestRun::from_game(tttn::RULES, &GAME, STRICT, |turn, text| {
            let board: usize = text
                .split_inclusive('\n')
                .take_while(is_row)
                .map(str::len)
                .sum();
            let (board, rest) = text.split_at(board);
            change(turn, board) + rest
        })
    }

    /// A program that asks otherwise in a short game of `tttn`; `change` gets the prompt.
    pub fn with_prompt_change(rule: Comparison, change: impl Fn(&str) -> String) -> HintTestRun {
        let game = ["5", "24", "25"];
        HintTestRun::from_game(tttn::RULES, &game, rule, |_, text| {
            match text.find("Player") {
                Some(start) => text[..start].to_owned() + &change(&text[start..]),
                None => text,
            }
        })
    }

    /// A program that played a case of `game` as `turns` say.
    pub fn from_turns(
        game: &GameRules,
        case: &TestCase,
        turns: &[GameTurn],
        saw_eof: bool,
    ) -> HintTestRun {
        let expected = play_transcript(
            game.create_game(GameOptions::default()).as_mut(),
            &case.input,
        );
        let turns = turns.iter().map(|turn| ObservedTurn {
            output: turn.printed_text().into_bytes(),
            input: turn.input.clone(),
        });
        let rule = case.comparison.clone();
        let mut stage =
            HintTestRun::from_parts(case.input.clone(), expected, turns.collect(), rule);
        stage.seen.saw_eof = saw_eof;
        stage
    }

    fn from_parts(
        input: Vec<String>,
        expected: Vec<GameTurn>,
        turns: Vec<ObservedTurn>,
        rule: Comparison,
    ) -> HintTestRun {
        let seen = Observation::new(turns, Exit::Code(0));
        let judgement = judge_run(
            &seen,
            None,
            compare_transcript(
                ExpectedTranscript {
                    turns: &expected,
                    messages: &[],
                },
                &seen,
                &rule,
            ),
            ExitRule::Any,
        );
        HintTestRun {
            input,
            expected,
            seen,
            rule,
            judgement,
            is_game: true,
        }
    }

    /// As the rules see it.
    pub fn judged_run(&self) -> JudgedRun<'_> {
        let HintTestRun {
            input,
            expected,
            seen,
            rule,
            judgement,
            ..
        } = self;
        JudgedRun {
            input,
            expected,
            seen,
            rule,
            judgement,
            limits: &LIMITS,
            checks_more_than_output: false,
            stricter: false,
            consumed_input: None,
        }
    }

    /// What one rule says.
    pub fn find_hint(&self, rule: Rule) -> Option<Hint> {
        let run = self.judged_run();
        let messages = collect_messages(&[run]);
        let endings = collect_endings(&[run]);
        let players = collect_players(&[run]);
        rule(&HintContext {
            run: &run,
            messages: &messages,
            endings: &endings,
            players: &players,
            is_game: self.is_game,
            loses_fractions: loses_fractions(&[run]),
        })
    }

    /// The mistake that one rule finds.
    pub fn find_mistake(&self, rule: Rule) -> Option<&'static str> {
        self.find_hint(rule).map(|hint| hint.mistake)
    }
}
