//! The three knobs: which lines of both sides count, and whether they are equal.

use super::board::BoardLook;
use super::expected::{self, ExpectedTurn};
use super::text::{Line, Sight, decode, texts};
use super::turns::{self, ActualTurn};
use super::{Compared, Outcome, explain, flat, reads_less};
use crate::model::{Comparison, Observation, Prompts, Scope, Turn, Whitespace};

/// Both sides, prepared for any sight.
struct Sides<'a> {
    expected: Vec<ExpectedTurn>,
    last_screen: Vec<String>,
    actual: Vec<ActualTurn>,
    look: BoardLook,
    rule: &'a Comparison,
    synchronised: bool,
}

const HELD_BACK: &str = "The program held its output back until after it had read (nothing was flushed, or all input was \
    read first), so where each input belongs could not be seen; the output was compared as a whole.";

/// Compares by scope, white space and prompts.
pub(super) fn compare(expected: &[Turn], seen: &Observation, rule: &Comparison) -> Compared {
    let mut remarks = Vec::new();
    let sides = Sides::new(expected, seen, rule, &mut remarks);
    if sides.synchronised && sides.is_held_back() {
        remarks.push(HELD_BACK.to_owned());
    }
    let short = reads_less(expected, seen);
    let outcome = match (short, rule.whitespace) {
        (Some(_), _) => Outcome::Different,
        (None, whitespace) if sides.are_equal(Sight::Knob(whitespace)) => Outcome::Equal,
        _ if sides.are_equal(Sight::Blind) => Outcome::Presentation,
        _ => Outcome::Different,
    };
    let difference = (outcome != Outcome::Equal).then(|| sides.explain(outcome, short));
    Compared { outcome, difference, remarks }
}

impl<'a> Sides<'a> {
    fn new(
        expected: &[Turn],
        seen: &Observation,
        rule: &'a Comparison,
        remarks: &mut Vec<String>,
    ) -> Sides<'a> {
        let turns = expected::turns(expected);
        let actual = seen.turns.iter().map(|turn| ActualTurn {
            text: decode(&turn.output, rule.whitespace, remarks),
            input: turn.input.clone(),
        });
        let (mut actual, look): (Vec<ActualTurn>, _) = (actual.collect(), BoardLook::of(expected));
        turns::settle(&mut actual, &turns, &look);
        Sides {
            last_screen: expected::last_screen(expected, &turns),
            actual,
            look,
            expected: turns,
            rule,
            synchronised: seen.synchronised,
        }
    }

    fn are_equal(&self, sight: Sight) -> bool {
        let by_reads = self.synchronised && self.are_equal_by_reads(sight);
        by_reads || (self.reads_say_nothing() && self.are_equal_as_a_whole(sight))
    }

    /// Whether the program's output was held back past a read at which the reference had printed something, or was cut
    /// inside a row of a board by a buffer that was full.
    fn reads_say_nothing(&self) -> bool {
        let held_back = |(expected, actual): (&ExpectedTurn, &ActualTurn)| {
            let nothing = actual.text.is_empty() && !expected.printed.is_empty();
            actual.input.is_some() && (nothing || self.look.breaks_off(&actual.text))
        };
        !self.synchronised || self.expected.iter().zip(&self.actual).any(held_back)
    }

    /// Whether nothing at all was printed before the last read.
    fn is_held_back(&self) -> bool {
        let mut read = self.actual.iter().filter(|turn| turn.input.is_some()).peekable();
        read.peek().is_some() && read.all(|turn| turn.text.is_empty()) && self.reads_say_nothing()
    }

    fn are_equal_by_reads(&self, sight: Sight) -> bool {
        match self.rule.scope {
            Scope::Final => self.last_screens_are_equal(sight),
            Scope::Transcript => self.transcripts_are_equal(sight),
        }
    }

    fn transcripts_are_equal(&self, sight: Sight) -> bool {
        let equal = |prompts| {
            let (expected, actual) =
                (self.expected_lines(prompts, sight), self.actual_lines(prompts, sight));
            texts(&expected) == texts(&actual)
        };
        match self.rule.prompts {
            Prompts::Exact => equal(Prompts::Exact),
            Prompts::Shows => {
                equal(Prompts::Exact) || (equal(Prompts::Shows) && self.lacking().is_none())
            }
            Prompts::Any => equal(Prompts::Exact) || equal(Prompts::Any),
        }
    }

    fn lacking(&self) -> Option<turns::Lacking> {
        turns::lacking_prompt(&self.actual, &self.expected, &self.look)
    }

    /// The last screen holds no prompt of a read that the reference makes, so their wording does not matter.
    fn last_screens_are_equal(&self, sight: Sight) -> bool {
        let expected = self.screen(sight);
        let actual = self.last_lines(sight, expected.len());
        expected == texts(&actual)
    }

    fn screen(&self, sight: Sight) -> Vec<String> {
        self.last_screen.iter().map(|line| sight.line(line)).collect()
    }

    /// The program's last lines that are not blank.
    fn last_lines(&self, sight: Sight, count: usize) -> Vec<Line> {
        let lines = if self.look.is_known() {
            turns::screen_lines(&self.actual, &self.expected, &self.look)
        } else {
            turns::actual_lines(&self.actual, &self.expected, Prompts::Any, &self.look)
        };
        let mut lines = sight.lines(&lines);
        lines.retain(|line| !line.text.trim().is_empty());
        lines.split_off(lines.len().saturating_sub(count))
    }

    fn are_equal_as_a_whole(&self, sight: Sight) -> bool {
        let text: String = self.actual.iter().map(|turn| turn.text.as_str()).collect();
        match (self.rule.scope, self.rule.prompts) {
            (Scope::Final, _) => {
                flat::ends_with(&self.last_screen, &self.expected, &text, &self.look, sight)
            }
            (Scope::Transcript, Prompts::Exact) => self.wholes_are_equal(&text, sight),
            (Scope::Transcript, prompts) => {
                self.wholes_are_equal(&text, sight)
                    || flat::matches(
                        &self.expected,
                        &text,
                        &self.look,
                        sight,
                        prompts == Prompts::Shows,
                    )
            }
        }
    }

    /// Where reads say nothing, a prompt ends where its words end: there the player would type, and the cursor would
    /// stand in a new line.
    fn wholes_are_equal(&self, text: &str, sight: Sight) -> bool {
        let printed: String = self.expected.iter().map(|turn| turn.printed.as_str()).collect();
        let typed = |text: &str| whole(&self.with_typing(text));
        texts(&sight.lines(&whole(&printed))) == texts(&sight.lines(&whole(text)))
            || texts(&sight.lines(&typed(&printed))) == texts(&sight.lines(&typed(text)))
    }

    fn with_typing(&self, text: &str) -> String {
        let prompts = self.expected.iter().flat_map(|turn| &turn.prompts);
        let mut words: Vec<&str> =
            prompts.map(|prompt| prompt.text.as_str()).filter(|text| !text.is_empty()).collect();
        words.sort_unstable();
        words.dedup();
        words
            .iter()
            .fold(text.to_owned(), |text, words| text.replace(words, &format!("{words}‹›\n")))
    }

    fn expected_lines(&self, prompts: Prompts, sight: Sight) -> Vec<Line> {
        sight.lines(&turns::expected_lines(&self.expected, prompts))
    }

    fn actual_lines(&self, prompts: Prompts, sight: Sight) -> Vec<Line> {
        sight.lines(&turns::actual_lines(&self.actual, &self.expected, prompts, &self.look))
    }

    fn explain(&self, outcome: Outcome, short: Option<usize>) -> crate::model::Difference {
        let sight = match outcome {
            // What differs is white space: look at all of it that counts.
            Outcome::Presentation => Sight::Knob(self.rule.whitespace.min(Whitespace::Trailing)),
            _ => Sight::Knob(self.rule.whitespace),
        };
        let lacking = match (self.rule.scope, self.rule.prompts) {
            (Scope::Transcript, Prompts::Shows) => self.lacking(),
            _ => None,
        };
        let (expected, actual) = match self.rule.scope {
            Scope::Final => self.final_sides(sight),
            Scope::Transcript => (
                self.expected_lines(self.rule.prompts, sight),
                self.actual_lines(self.rule.prompts, sight),
            ),
        };
        let inputs = self.expected.iter().filter_map(|turn| {
            let is_move = self.look.is_known() && !turn.prompts.is_empty();
            Some(explain::Typed { line: turn.input.clone()?, is_move })
        });
        explain::Explanation {
            expected,
            actual,
            scope: self.rule.scope,
            inputs: inputs.collect(),
            outcome,
            short,
            lacking,
        }
        .difference()
    }

    fn final_sides(&self, sight: Sight) -> (Vec<Line>, Vec<Line>) {
        let last = self.expected.len().saturating_sub(1);
        let expected: Vec<Line> =
            self.screen(sight).into_iter().map(|text| Line { text, turn: last }).collect();
        let actual = self.last_lines(sight, expected.len());
        (expected, actual)
    }
}

fn whole(text: &str) -> Vec<Line> {
    text.split('\n').map(|text| Line { text: text.to_owned(), turn: 0 }).collect()
}
