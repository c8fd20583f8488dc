//! One fault, how it is shown, and how some of them stand for all.

use std::ops::Range;

use model::{ScriptChoices, SwitchForm};

/// A source as it is built, with its name in the folder of its program.
#[derive(Debug, Clone)]
pub struct SourceText {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What kind of fault it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutationOperator {
    /// Another comparison: `<` for `<=`.
    Comparison,
    /// Another calculation: `-` for `+`, `--` for `++`.
    Arithmetic,
    /// `||` for `&&`, or one side alone.
    Logic,
    /// What was negated is not.
    Negation,
    /// Another number, letter, truth value or text.
    Literal,
    /// A condition that always holds, or never; one arm of `?:`.
    Condition,
    /// A statement that is not there.
    Deletion,
    /// `return 0`.
    Return,
    /// Two arguments in the wrong order.
    Arguments,
    /// Another variable of the same type.
    Variable,
    /// A first value of 0 in place of another.
    FirstValue,
    /// An `else` that is not there, with its statement or without it.
    Else,
    /// A loop that ends after its first round.
    EarlyExit,
}

impl MutationOperator {
    /// The contract's string.
    pub fn name(self) -> &'static str {
        match self {
            MutationOperator::Comparison => "comparison",
            MutationOperator::Arithmetic => "arithmetic",
            MutationOperator::Logic => "logic",
            MutationOperator::Negation => "negation",
            MutationOperator::Literal => "literal",
            MutationOperator::Condition => "condition",
            MutationOperator::Deletion => "deletion",
            MutationOperator::Return => "return",
            MutationOperator::Arguments => "arguments",
            MutationOperator::Variable => "variable",
            MutationOperator::FirstValue => "first-value",
            MutationOperator::Else => "else",
            MutationOperator::EarlyExit => "early-exit",
        }
    }
}

/// One fault.
#[derive(Debug, Clone)]
pub struct SourceMutant {
    /// Its number, from 1 on: 0 is the program as it is.
    pub number: u32,
    /// The place of its source among the program's.
    pub source: usize,
    /// The name of the function in which it is; none outside of all.
    pub function: Option<String>,
    /// What kind of fault it is.
    pub operator: MutationOperator,
    /// What is replaced.
    pub(crate) bytes: Range<usize>,
    /// What stands there instead.
    pub(crate) becomes: String,
    /// What stands there.
    pub(crate) form: SwitchForm,
    /// Whether a switch can stand there: not where something must be constant.
    pub switchable: bool,
}

/// A mutant as it is shown: lines of the source, before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MutantDiff {
    /// The number of the first line, from 1 on.
    pub line: usize,
    /// The lines as they are, blanks at their edges left out and joined by a blank.
    pub was: String,
    /// The lines of the mutant.
    pub becomes: String,
}

impl SourceMutant {
    /// The source with this fault.
    pub fn apply_to(&self, source: &SourceText) -> String {
        let Range { start, end } = self.bytes;
        let text = &source.text;
        let before = text.get(..start).unwrap_or_default();
        let after = text.get(end..).unwrap_or_default();
        // A deleted statement may be all that an `if` or an `else` has.
        let instead = if self.form == SwitchForm::Statement {
            ";"
        } else {
            &self.becomes
        };
        format!("{before}{instead}{after}")
    }

    /// How it is shown.
    pub fn to_diff(&self, source: &SourceText) -> MutantDiff {
        let text = &source.text;
        let start = text[..self.bytes.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[self.bytes.end..]
            .find('\n')
            .map_or(text.len(), |at| self.bytes.end + at);
        let becomes = [
            &text[start..self.bytes.start],
            &self.becomes,
            &text[self.bytes.end..end],
        ];
        MutantDiff {
            line: text[..self.bytes.start].matches('\n').count() + 1,
            was: collapse_whitespace(&text[start..end]),
            becomes: collapse_whitespace(&becomes.concat()),
        }
    }
}

/// Without what only lays text out.
pub(super) fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `count` of these mutants, spread over all of them by a seed; all of them if there are no more.
pub fn sample_mutants(all: &[SourceMutant], count: usize, seed: u64) -> Vec<SourceMutant> {
    let chosen = sample_indices(all.len(), count, seed).into_iter();
    chosen.map(|place| all[place].clone()).collect()
}

/// The numbers of `count` of `all` things, spread over all of them by a seed; all of them if there are no more.
fn sample_indices(all: usize, count: usize, seed: u64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..all).collect();
    let mut choices = ScriptChoices::from_seed(seed);
    for last in (1..places.len()).rev() {
        places.swap(last, choices.choose_below(last + 1));
    }
    places.truncate(count);
    places.sort_unstable();
    places
}

/// Between which shares the share of all lies, in 95 of 100 samples (Wilson).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfidenceInterval {
    /// In percent.
    pub least: f64,
    /// In percent.
    pub most: f64,
}

impl ConfidenceInterval {
    /// Of so many in a sample of so many; none of an empty one.
    pub fn from_sample(some: usize, all: usize) -> Option<ConfidenceInterval> {
        const Z: f64 = 1.96;
        if all == 0 {
            return None;
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "mutants are counted in thousands"
        )]
        let share = some as f64 / all as f64;
        let n = all as f64;
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        Some(ConfidenceInterval {
            least: to_percent(whole, middle - half),
            most: to_percent(whole, middle + half),
        })
    }
}

fn to_percent(whole: f64, it: f64) -> f64 {
    (100.0 * it / whole).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_the_same_for_a_seed_and_holds_nothing_twice() {
        let one = sample_indices(500, 60, 7);
        assert_eq!(one, sample_indices(500, 60, 7));
        assert_ne!(one, sample_indices(500, 60, 8));
        assert!(one.windows(2).all(|pair| pair[0] < pair[1]) && one.len() == 60);
        assert_eq!(sample_indices(3, 60, 7), [0, 1, 2]);
    }

    #[test]
    fn the_interval_is_wilsons() {
        let ConfidenceInterval { least, most } = ConfidenceInterval::from_sample(58, 60).unwrap();
        assert!(
            (least - 88.6).abs() < 0.1 && (most - 99.1).abs() < 0.1,
            "{least} {most}"
        );
        assert_eq!(ConfidenceInterval::from_sample(0, 0), None);
    }
}
