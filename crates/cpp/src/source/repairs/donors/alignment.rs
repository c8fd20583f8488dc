//! Which statement of a donor is which of the program: the order that has most words in common.

use std::collections::BTreeMap;

use super::names::DonorNames;
use super::steps::{FunctionSteps, Step};

/// Words in common, in percent of both, that two statements must have.
const LEAST_LIKENESS: usize = 34;

/// As how many words it counts that two statements which hold others are of one kind.
const OUTER_WORDS: usize = 2;

/// Two functions, statement by statement.
pub(super) struct Alignment {
    /// For each statement of the program, the donor's.
    pub(super) own: Vec<Option<usize>>,
    /// For each statement of the donor, the program's.
    pub(super) other: Vec<Option<usize>>,
    /// How alike the functions are.
    pub(super) likeness: usize,
}

impl Alignment {
    /// Pairs the statements of two functions.
    pub(super) fn find(
        own: &FunctionSteps,
        other: &FunctionSteps,
        names: &DonorNames,
    ) -> Alignment {
        let count = |steps: &[Step], names| {
            let steps = steps.iter();
            steps
                .map(|step| StepWords::count(step, names))
                .collect::<Vec<_>>()
        };
        let ours = count(&own.steps, None);
        let theirs = count(&other.steps, Some(names));
        let (rows, columns) = (ours.len(), theirs.len());
        // What the first statements of both have in common at most.
        let mut best = vec![vec![0; columns + 1]; rows + 1];
        for row in 0..rows {
            for column in 0..columns {
                let both = match ours[row].likeness(&theirs[column]) {
                    likeness if likeness >= LEAST_LIKENESS => best[row][column] + likeness,
                    _ => 0,
                };
                best[row + 1][column + 1] =
                    both.max(best[row][column + 1]).max(best[row + 1][column]);
            }
        }
        let mut found = Alignment {
            own: vec![None; rows],
            other: vec![None; columns],
            likeness: best[rows][columns] * 2 / (rows + columns).max(1),
        };
        let mut row = rows;
        let mut column = columns;
        while row > 0 && column > 0 {
            if best[row][column] == best[row - 1][column] {
                row -= 1;
            } else if best[row][column] == best[row][column - 1] {
                column -= 1;
            } else {
                row -= 1;
                column -= 1;
                found.own[row] = Some(column);
                found.other[column] = Some(row);
            }
        }
        found
    }
}

/// The words of a statement, each with how often it is there.
struct StepWords {
    kind: &'static str,
    holds_others: bool,
    count: usize,
    words: BTreeMap<String, usize>,
}

impl StepWords {
    /// The words of a program's statement, or of a donor's in the program's names.
    fn count(step: &Step, names: Option<&DonorNames>) -> StepWords {
        let mut words: BTreeMap<String, usize> = BTreeMap::new();
        for word in &step.words {
            let translated = match names {
                None => Some(word.as_str()),
                Some(names) => names.translate(word),
            };
            let word = translated.map_or_else(|| format!("?{word}"), str::to_owned);
            *words.entry(word).or_default() += 1;
        }
        StepWords {
            kind: step.kind,
            holds_others: step.holds_others,
            count: step.words.len(),
            words,
        }
    }

    /// Words in common, in percent of both.
    fn likeness(&self, other: &StepWords) -> usize {
        if self.kind != other.kind {
            return 0;
        }
        // Two `if`s have that in common, whatever they ask.
        let both = if self.holds_others { OUTER_WORDS } else { 0 };
        let common: usize = self
            .words
            .iter()
            .map(|(word, count)| other.words.get(word).map_or(0, |there| *count.min(there)))
            .sum();
        match self.count + other.count + 2 * both {
            0 => 100,
            all => (common + both) * 200 / all,
        }
    }
}
