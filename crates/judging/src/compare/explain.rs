//! Where two transcripts differ, for a person. Nothing here decides anything.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::compared::ComparisonOutcome;
use super::line_diff;
use super::text::{ComparedLine, line_texts};
use super::turns::IncompletePrompt;
use model::{ComparisonScope, DiffLine, DifferingTurn, END_OF_INPUT, TranscriptDifference};

/// Lines of both sides that are shown before and after the first difference.
pub(super) const BEFORE: usize = 4;
const AFTER: usize = 24;
const FEW: usize = 2;
pub(super) const WINDOW: usize = BEFORE + AFTER;

/// How much longer than every expected line a line of the program's may be. Where two lines differ is within the shorter one.
const LONGER: usize = 1000;

/// An input of the reference's.
pub(super) struct ExplainedInput {
    pub(super) line: String,
    /// Whether it answers a prompt of a game: then people call it a move.
    pub(super) is_move: bool,
}

/// Everything an explanation is made from.
pub(super) struct DifferenceExplanation<'a> {
    pub(super) expected: Vec<ComparedLine<'a>>,
    pub(super) actual: Vec<ComparedLine<'a>>,
    pub(super) scope: ComparisonScope,
    pub(super) inputs: Vec<ExplainedInput>,
    pub(super) outcome: ComparisonOutcome,
    /// How many inputs the program read, if it ended before it had read them all.
    pub(super) short: Option<usize>,
    pub(super) lacking: Option<IncompletePrompt>,
    /// Whether the program's last line was cut at the limit of output.
    pub(super) is_cut: bool,
}

impl DifferenceExplanation<'_> {
    /// Whether all lines are the same.
    pub(super) fn has_no_difference(&self) -> bool {
        line_texts(&self.expected) == line_texts(&self.actual)
    }

    pub(super) fn build_difference(&self) -> TranscriptDifference {
        let same = self
            .expected
            .iter()
            .zip(&self.actual)
            .take_while(|(one, other)| one.text == other.text)
            .count();
        // That so few lines were left out would take as much room as they do.
        let start = Some(same.saturating_sub(BEFORE))
            .filter(|start| *start > FEW)
            .unwrap_or(0);
        let expected = take_window(&self.expected, start);
        let actual = take_window(&self.actual, start);
        let mut lines = Vec::new();
        if start > 0 {
            lines.push(DiffLine::Skipped(start));
        }
        lines.extend(align_lines(expected, actual));
        let expected = lines_beyond(start, &self.expected);
        let actual = lines_beyond(start, &self.actual);
        if expected + actual > 0 {
            lines.push(DiffLine::Beyond { expected, actual });
        }
        let first = lines
            .iter()
            .position(DiffLine::is_change)
            .unwrap_or(lines.len());
        let mut sentence = self.describe_difference(same);
        if self.is_cut && same + 1 == self.actual.len() {
            sentence += " That line is cut at the limit of output.";
        }
        TranscriptDifference {
            sentence,
            lines,
            first,
            turn: self.find_differing_turn(same),
            tells_end: false,
        }
    }

    /// The turn that the sentence is about. Where the program ended too early that is its last one, which nobody needs to be told.
    fn find_differing_turn(&self, same: usize) -> Option<DifferingTurn> {
        let expected = self.expected.get(same);
        let actual = self.actual.get(same);
        let earlier_are_right = self.scope != ComparisonScope::Final;
        let number = match (&self.lacking, expected, actual) {
            (Some(lacking), None, None) => Some(lacking.turn),
            // Only what the program printed can be told apart from what it printed before.
            _ if self.scope == ComparisonScope::Final => actual.map(|line| line.turn),
            _ => expected.or(actual).map(|line| line.turn),
        };
        number.map(|number| DifferingTurn {
            number,
            earlier_are_right,
        })
    }

    fn describe_difference(&self, same: usize) -> String {
        let expected = self.expected.get(same);
        let actual = self.actual.get(same);
        let place = || self.describe_place(expected.or(actual));
        match (&self.lacking, expected, actual) {
            (_, _, None) if self.short.is_some() => self.describe_early_end(),
            (Some(lacking), None, None) => self.describe_incomplete_prompt(lacking),
            (_, Some(expected), Some(actual)) => {
                format!(
                    "{} {}",
                    place(),
                    line_diff::describe_line_difference(&expected.text, &actual.text)
                )
            }
            _ if self.outcome == ComparisonOutcome::Presentation => {
                format!(
                    "{} only white space differs from what is expected.",
                    place()
                )
            }
            (_, Some(line), None) if line.text.is_empty() => {
                format!("{} the line break at the very end is missing.", place())
            }
            (_, Some(line), None) => {
                let line = line_diff::quote_line(&line.text);
                format!(
                    "{} your program printed nothing more, but {line} is expected.",
                    place()
                )
            }
            (_, None, Some(line)) => {
                let line = line_diff::quote_line(&line.text);
                format!(
                    "{} your program printed {line}, but nothing more is expected.",
                    place()
                )
            }
            (None, None, None) => "The output differs from what is expected.".to_owned(),
        }
    }

    fn describe_early_end(&self) -> String {
        let read = self.short.unwrap_or_default();
        match self.inputs.get(read) {
            Some(input) => format!(
                "Your program never read input {} (`{}`), which is still to come.",
                read + 1,
                input.line
            ),
            None => "Your program ended before it had read all of its input.".to_owned(),
        }
    }

    fn describe_incomplete_prompt(&self, lacking: &IncompletePrompt) -> String {
        let question = match lacking.text.as_str() {
            "" => "does not ask".to_owned(),
            text => format!("asks with {}", line_diff::quote_line(text)),
        };
        format!(
            "{} your program {question}, but a prompt must show `{}` there.",
            self.describe_turn(lacking.turn),
            lacking.missing
        )
    }

    fn describe_place(&self, line: Option<&ComparedLine<'_>>) -> String {
        match (self.scope, line) {
            (ComparisonScope::Final, _) => "On the last screen".to_owned(),
            (
                ComparisonScope::Transcript | ComparisonScope::Turns | ComparisonScope::Output,
                Some(line),
            ) => self.describe_turn(line.turn),
            (
                ComparisonScope::Transcript | ComparisonScope::Turns | ComparisonScope::Output,
                None,
            ) => "In the output".to_owned(),
        }
    }

    /// Which move, or which input, came before a turn.
    fn describe_turn(&self, turn: usize) -> String {
        match turn.checked_sub(1).and_then(|index| self.inputs.get(index)) {
            Some(ExplainedInput {
                line,
                is_move: true,
            }) => {
                let moves = self.inputs[..turn]
                    .iter()
                    .filter(|input| input.is_move)
                    .count();
                format!(
                    "After the {} move (input {turn}, `{line}`)",
                    format_ordinal(moves)
                )
            }
            Some(ExplainedInput { line, .. }) if line == END_OF_INPUT => {
                "After the end of its input".to_owned()
            }
            Some(ExplainedInput { line, .. }) => format!("After input {turn} (`{line}`)"),
            None if self.inputs.is_empty() => "In the output".to_owned(),
            None if turn == 0 => "Before the first input".to_owned(),
            None => "After the last input".to_owned(),
        }
    }
}

fn lines_beyond(start: usize, all: &[ComparedLine<'_>]) -> usize {
    all.len().saturating_sub(start + WINDOW)
}

/// `1st`, `2nd`, `13th`.
fn format_ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn take_window<'a>(lines: &'a [ComparedLine<'a>], start: usize) -> &'a [ComparedLine<'a>] {
    let start = start.min(lines.len());
    &lines[start..lines.len().min(start + WINDOW)]
}

pub(super) fn align_lines(
    expected: &[ComparedLine<'_>],
    actual: &[ComparedLine<'_>],
) -> Vec<DiffLine> {
    let old = line_texts(expected);
    let new = line_texts(actual);
    let most = LONGER + old.iter().map(|line| line.len()).max().unwrap_or_default();
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    operations
        .into_iter()
        .flat_map(|operation| convert_operation(operation, &old, &new, most))
        .collect()
}

/// The lines of one step, of the program's own `most` characters each.
fn convert_operation(operation: DiffOp, old: &[&str], new: &[&str], most: usize) -> Vec<DiffLine> {
    if let DiffOp::Equal { .. } = operation {
        return old[operation.old_range()]
            .iter()
            .map(|line| DiffLine::Same((*line).to_owned()))
            .collect();
    }
    let expected = old[operation.old_range()]
        .iter()
        .map(|line| DiffLine::Expected((*line).to_owned()));
    let actual = new[operation.new_range()]
        .iter()
        .map(|line| shorten_actual_line(line, most));
    expected.chain(actual).collect()
}

/// A line of the program's, of which `most` characters are kept.
pub(super) fn shorten_actual_line(line: &str, most: usize) -> DiffLine {
    match line.char_indices().nth(most) {
        Some((end, _)) => DiffLine::LongActual(line[..end].to_owned(), line[end..].chars().count()),
        None => DiffLine::Actual(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::split_lines;
    use super::*;

    fn explained(turn: usize) -> String {
        let typed = |(line, is_move): (&str, bool)| ExplainedInput {
            line: line.to_owned(),
            is_move,
        };
        let line = |text| split_lines(text, turn);
        let explanation = DifferenceExplanation {
            expected: line("X"),
            actual: line("O"),
            scope: ComparisonScope::Transcript,
            inputs: [("3", false), ("0", true), ("8", true)].map(typed).into(),
            outcome: ComparisonOutcome::Different,
            short: None,
            lacking: None,
            is_cut: false,
        };
        explanation.build_difference().sentence
    }

    #[test]
    fn a_sentence_counts_moves_where_there_are_moves() {
        let differs = "`X` is expected, but your program printed `O`.";
        assert_eq!(explained(0), format!("Before the first input {differs}"));
        assert_eq!(explained(1), format!("After input 1 (`3`) {differs}"));
        assert_eq!(
            explained(3),
            format!("After the 2nd move (input 3, `8`) {differs}")
        );
    }

    #[test]
    fn a_flood_in_one_line_is_cut_behind_all_that_it_could_be_compared_with() {
        let flood = "x".repeat(1 << 20);
        let lines = align_lines(&split_lines(&"y".repeat(500), 0), &split_lines(&flood, 0));
        let kept = "x".repeat(LONGER + 500);
        let more = (1 << 20) - LONGER - 500;
        let cut = DiffLine::LongActual(kept, more);
        assert_eq!(lines, [DiffLine::Expected("y".repeat(500)), cut]);
    }

    #[test]
    fn ordinals_are_english() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(format_ordinal);
        let right = [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th",
        ];
        assert_eq!(said, right);
    }
}
