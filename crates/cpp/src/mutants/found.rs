//! What became of all mutants of one program.

use std::path::PathBuf;

use model::MutantRules;

use super::mutant::{MutantDiff, SourceMutant, SourceText};
use super::outcome::{MutantOutcome, MutantSummary};

/// What became of all mutants of one program.
#[derive(Debug)]
pub struct MutantsOfProgram {
    /// The assignment's id.
    pub assignment: String,
    /// The program's name.
    pub program: String,
    /// The folder of its sources, as the rubric has it.
    pub folder: PathBuf,
    /// Its sources.
    pub sources: Vec<SourceText>,
    /// How many mutants it has; those of a sample are fewer.
    pub generated: usize,
    /// Whether these are a sample.
    pub is_sample: bool,
    /// What the rubric asks and has decided.
    pub rules: MutantRules,
    /// Why nothing can be learnt of its mutants; none if something can.
    pub failure_reason: Option<String>,
    /// What became of each.
    pub tried: Vec<TriedMutant>,
    /// Decisions of the rubric that no survivor needs, by their places.
    pub stale: Vec<usize>,
    /// Games that the program itself plays otherwise than the reference.
    pub other_games: Vec<Vec<String>>,
}

/// One mutant, and what became of it.
#[derive(Debug, Clone)]
pub struct TriedMutant {
    /// The mutant.
    pub mutant: SourceMutant,
    /// What became of it.
    pub outcome: MutantOutcome,
    /// The place of the decision that accepts it.
    pub accepted: Option<usize>,
}

impl MutantsOfProgram {
    /// How many came to what.
    pub fn summarize(&self) -> MutantSummary {
        MutantSummary::from_outcomes(
            self.tried
                .iter()
                .map(|one| (&one.outcome, one.accepted.is_some())),
        )
    }
}

impl MutantsOfProgram {
    /// A mutant's source.
    pub fn mutant_source(&self, one: &TriedMutant) -> Option<&SourceText> {
        self.sources.get(one.mutant.source)
    }

    /// How a mutant is shown.
    pub fn mutant_diff(&self, one: &TriedMutant) -> Option<MutantDiff> {
        self.mutant_source(one)
            .map(|source| one.mutant.to_diff(source))
    }

    /// Those of one outcome, by its name.
    pub fn with_outcome(&self, name: &str) -> impl Iterator<Item = &TriedMutant> {
        self.tried
            .iter()
            .filter(move |one| one.outcome.name() == name)
    }
}
