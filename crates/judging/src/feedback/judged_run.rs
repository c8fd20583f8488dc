//! One run as the rules look at it, without what a question of the program took from the game.

use std::collections::BTreeSet;

use crate::compare::{self, ExpectedTranscript};
use model::{
    Comparison, ComparisonScope, DiffLine, GameTurn, Judgement, Observation, OutputPiece, Prompt,
    PromptMode, RunLimits, Verdict, WhitespaceMode,
};

/// One run of one case, with what was expected of it and what became of it.
#[derive(Debug, Clone, Copy)]
pub struct JudgedRun<'a> {
    /// The script as it was given.
    pub input: &'a [String],
    /// What the reference does.
    pub expected: &'a [GameTurn],
    /// What the program did; long output may lack its middle.
    pub seen: &'a Observation,
    /// How the two were compared.
    pub rule: &'a Comparison,
    /// What that came to.
    pub judgement: &'a Judgement,
    /// What the program might use.
    pub limits: &'a RunLimits,
    /// Whether more than standard output decides: an exit code, standard error, files.
    pub checks_more_than_output: bool,
    /// Whether a criterion compared by a rule of its own what is right under the case's.
    pub stricter: bool,
    /// The question that took an input of the game, where answers to known questions were to be tried.
    pub consumed_input: Option<&'a ConsumedInput>,
}

impl<'a> JudgedRun<'a> {
    /// Whether the program was run and did not do what it should.
    pub fn has_failed(&self) -> bool {
        self.judgement.verdict.is_failure()
    }

    /// Whether what was printed decided the verdict.
    pub(super) fn printed_wrongly(&self) -> bool {
        let is_wrong = matches!(
            self.judgement.verdict,
            Verdict::WrongAnswer | Verdict::PresentationError
        );
        // What was printed may be right, and something else is not.
        let rule = self.rule;
        let is_known =
            self.checks_more_than_output && rule.checker.is_none() && rule.referee.is_none();
        is_wrong && !(is_known && is_equal(self.expected, self.seen, rule))
    }

    /// Whether so much is expected that to look for corrections of it would take longer than everything else.
    pub(super) fn is_long(&self) -> bool {
        const LONG: usize = 64 << 10;
        let lengths = self
            .expected
            .iter()
            .flat_map(|turn| &turn.pieces)
            .map(OutputPiece::byte_length);
        lengths.sum::<usize>() > LONG
    }

    /// Whether so many lines are expected that they cannot be held against each other, one by one.
    pub(super) fn has_many_lines(&self) -> bool {
        const MANY: usize = 300;
        self.expected
            .iter()
            .map(|turn| turn.pieces.len())
            .sum::<usize>()
            > MANY
    }

    /// Whether it is known what the program had read at each moment.
    pub(super) fn watches_reads(&self) -> bool {
        self.rule.scope != ComparisonScope::Output && self.seen.synchronised
    }

    /// How many inputs the program read.
    pub(super) fn read_count(&self) -> usize {
        self.seen.read_count()
    }

    /// How many inputs the reference reads.
    pub(super) fn expected_read_count(&self) -> usize {
        ::reference::count_reads(self.expected)
    }

    /// What the program printed in a turn, as lines in which any white space is one blank; none of them is blank.
    pub(super) fn turn_lines(&self, turn: usize) -> Vec<String> {
        let text = self
            .seen
            .turns
            .get(turn)
            .map(|turn| String::from_utf8_lossy(&turn.output));
        text.map_or_else(Vec::new, |text| plain_lines(&text))
    }

    /// What the program printed after its last input.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.turn_lines(self.seen.turns.len().saturating_sub(1))
    }

    /// The message with which the reference ends; none if it quits.
    pub(super) fn final_message(&self) -> Option<&'a str> {
        match self.expected.last()?.pieces.last()? {
            OutputPiece::Message(text) => Some(text),
            _ => None,
        }
    }

    /// The line of the expected transcript and the line of the program's with which the difference begins.
    pub(super) fn first_difference(&self) -> (Option<&'a str>, Option<&'a str>) {
        let Some(difference) = &self.judgement.difference else {
            return (None, None);
        };
        let changed: Vec<&DiffLine> = difference.lines
            [difference.first.min(difference.lines.len())..]
            .iter()
            .take_while(|line| line.is_change())
            .collect();
        let expected = changed.iter().find_map(|line| line.expected());
        let actual = changed.iter().find_map(|line| line.actual());
        (expected, actual)
    }

    /// Whether scope, white space and prompts decided: only then can a correction prove anything.
    pub(super) fn is_compared_by_options(&self) -> bool {
        self.rule.is_by_options()
    }

    /// Whether the program would have been right if the reference had printed `expected`.
    pub(super) fn would_match(&self, expected: &[GameTurn]) -> bool {
        self.is_compared_by_options() && is_equal(expected, self.seen, self.rule)
    }

    /// Whether the program would have been right if it had printed what `seen` says.
    pub(super) fn would_be_right(&self, seen: &Observation) -> bool {
        self.is_compared_by_options() && is_equal(self.expected, seen, self.rule)
    }

    /// Whether the program would have been right under another rule.
    pub(super) fn is_right_under(&self, rule: &Comparison) -> bool {
        self.is_compared_by_options() && is_equal(self.expected, self.seen, rule)
    }

    /// Whether nothing had arrived at a read before which the reference prints: what is known of turns says nothing then. Who prints
    /// nothing where only a prompt is expected does not ask, unless nothing is printed before any read.
    pub(super) fn has_unreliable_reads(&self) -> bool {
        let mut reads = self.seen.turns.iter().filter(|turn| turn.input.is_some());
        let is_silent = reads.all(|turn| turn.output.is_empty());
        let mut turns = self.expected.iter().zip(&self.seen.turns);
        !self.seen.synchronised
            || turns.any(|(expected, seen)| {
                let mut pieces = expected.pieces.iter();
                let is_awaited = pieces.any(|piece| {
                    let is_prompt = matches!(piece, OutputPiece::Prompt(_));
                    (is_silent || !is_prompt) && !piece.printed_text().is_empty()
                });
                seen.input.is_some() && seen.output.is_empty() && is_awaited
            })
    }

    /// Whether only the look of the output is wrong, so that the game's rules are not to blame.
    pub(super) fn is_right_under_loose_rule(&self) -> bool {
        self.is_right_under(&loose_rule(self.rule))
    }
}

/// The comparison that looks at the game alone: the last screen, whatever the prompts and the spacing.
pub(super) fn loose_rule(rule: &Comparison) -> Comparison {
    Comparison {
        scope: ComparisonScope::Final,
        whitespace: WhitespaceMode::Collapse,
        prompts: PromptMode::Any,
        ..rule.clone()
    }
}

/// Whether the comparison that makes verdicts finds no difference.
pub(super) fn is_equal(expected: &[GameTurn], seen: &Observation, rule: &Comparison) -> bool {
    compare::is_equal(
        ExpectedTranscript {
            turns: expected,
            messages: &[],
        },
        seen,
        rule,
    )
}

/// The lines of a text that are not blank, with single blanks.
pub(super) fn plain_lines(text: &str) -> Vec<String> {
    text.lines()
        .map(collapse_blanks)
        .filter(|line| !line.is_empty())
        .collect()
}

/// A line with single blanks.
pub(super) fn collapse_blanks(line: &str) -> String {
    let mut collapsed = String::with_capacity(line.len());
    for word in line.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// What the reference prints in a turn, prompts aside, as [`plain_lines`].
pub(super) fn content_lines(turn: &GameTurn) -> Vec<String> {
    let printed = turn
        .pieces
        .iter()
        .filter(|piece| !matches!(piece, OutputPiece::Prompt(_)));
    plain_lines(&printed.map(OutputPiece::printed_text).collect::<String>())
}

/// Whether a line is one of [`content_lines`].
fn has_content_line(turn: &GameTurn, line: &str) -> bool {
    let is_same = |text: &str| {
        text.trim_start().as_bytes().first() == line.as_bytes().first()
            && text.split_whitespace().eq(line.split(' '))
    };
    turn.pieces.iter().any(|piece| match piece {
        OutputPiece::Board(rows) => rows.iter().any(|row| row.split('\n').any(is_same)),
        OutputPiece::Message(text) | OutputPiece::Choice { text, .. } => {
            text.split('\n').any(is_same)
        }
        OutputPiece::Prompt(_) => false,
    })
}

/// Whether `lines` holds all of `wanted`, one directly after the other.
pub(super) fn contains_lines(lines: &[String], wanted: &[String]) -> bool {
    wanted.is_empty() || lines.windows(wanted.len()).any(|window| window == wanted)
}

/// A run, and what is known of the assignment.
#[derive(Debug, Clone, Copy)]
pub struct HintContext<'a> {
    pub(super) run: &'a JudgedRun<'a>,
    /// Every message that the reference prints in some case.
    pub(super) messages: &'a [String],
    /// Those of them with which a game ends.
    pub(super) endings: &'a [String],
    /// The words of all prompts that show whose turn it is.
    pub(super) players: &'a BTreeSet<&'a str>,
    /// Whether the assignment is one of the built-in games.
    pub(super) is_game: bool,
    /// Whether some run proves that the program loses fractions.
    pub(super) loses_fractions: bool,
}

/// The messages with which the reference ends in these runs.
pub(super) fn collect_endings(runs: &[JudgedRun<'_>]) -> Vec<String> {
    runs.iter()
        .filter_map(JudgedRun::final_message)
        .map(collapse_blanks)
        .collect()
}

/// What prompts show of whose turn it is, in these runs.
pub(super) fn collect_players<'r>(runs: &[JudgedRun<'r>]) -> BTreeSet<&'r str> {
    let turns = runs.iter().flat_map(|run| run.expected);
    turns
        .filter_map(find_prompt)
        .flat_map(player_words)
        .collect()
}

/// What a prompt must show of whose turn it is.
pub(super) fn player_words(prompt: &Prompt) -> impl Iterator<Item = &str> {
    let words = prompt.shows.iter().map(String::as_str);
    words.filter(|word| word.parse::<u64>().is_err())
}

/// Every message that the reference prints in these runs.
pub(super) fn collect_messages(runs: &[JudgedRun<'_>]) -> Vec<String> {
    let few = runs.iter().filter(|run| !run.has_many_lines());
    let pieces = few
        .flat_map(|run| run.expected)
        .flat_map(|turn| &turn.pieces);
    let mut found: Vec<String> = pieces
        .filter_map(|piece| {
            if let OutputPiece::Message(text) = piece {
                Some(collapse_blanks(text))
            } else {
                None
            }
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// A text as it can be quoted in a sentence: one line, not too long, and never empty.
pub(super) fn quote_text(text: &str) -> String {
    const LONGEST: usize = 80;
    let line = collapse_blanks(text).replace('`', "'");
    match line.char_indices().nth(LONGEST) {
        _ if line.is_empty() => "(nothing)".to_owned(),
        Some((end, _)) => format!("`{}…`", &line[..end]),
        None => format!("`{line}`"),
    }
}

pub(super) fn turn_boards(turn: &GameTurn) -> impl Iterator<Item = &Vec<String>> {
    turn.pieces.iter().filter_map(|piece| match piece {
        OutputPiece::Board(rows) => Some(rows),
        _ => None,
    })
}

/// The prompt of a turn, if it has one.
pub(super) fn find_prompt(turn: &GameTurn) -> Option<&Prompt> {
    turn.pieces.iter().find_map(|piece| match piece {
        OutputPiece::Prompt(prompt) => Some(prompt),
        _ => None,
    })
}

impl JudgedRun<'_> {
    /// Whether a line is nothing, or a row of a board that the reference shows.
    pub(super) fn is_blank_or_board_row(&self, line: &str) -> bool {
        line.is_empty()
            || self
                .expected
                .iter()
                .any(|turn| has_content_line(turn, line))
    }
}

/// An input of the game that a question of the program's own took for its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsumedInput {
    /// The question, as it was printed.
    pub question: String,
    /// The line that it was given.
    pub input: String,
    /// The number of the turn that ended with it.
    pub turn: usize,
}
