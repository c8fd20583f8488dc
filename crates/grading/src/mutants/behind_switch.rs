//! The program with all mutants: without those that do not compile there, and only if it does what the program does.

use std::collections::BTreeSet;

use super::super::grading_error::GradingError;
use super::linked::{LinkedPrograms, MutantBuilder};
use cpp::mutants;
use cpp::mutants::{SourceMutant, SourceText};

/// How often what does not compile is taken out.
const ROUNDS: usize = 12;

/// All mutants that stand behind one switch.
pub(super) struct SwitchedProgram {
    pub(super) linked: LinkedPrograms,
    /// Those that do not.
    pub(super) left_out: BTreeSet<u32>,
}

/// Builds the program with all of `mutants` that can stand behind a switch; none if that cannot be built.
pub(super) fn build_switched_program(
    workshop: &MutantBuilder<'_>,
    sources: &[SourceText],
    mutants: &[SourceMutant],
) -> Result<Option<SwitchedProgram>, GradingError> {
    let mut left_out: BTreeSet<u32> = mutants
        .iter()
        .filter(|one| !one.switchable)
        .map(|one| one.number)
        .collect();
    for _ in 0..ROUNDS {
        if left_out.len() == mutants.len() {
            return Ok(None);
        }
        let schema = mutants::build_schema(sources, mutants, &left_out);
        match workshop.build_sources(&schema.sources)? {
            Ok(linked) => return Ok(Some(SwitchedProgram { linked, left_out })),
            Err(said) => {
                let blamed = schema.blamed_mutants(&said, mutants);
                if blamed.is_subset(&left_out) {
                    tracing::info!(said, "the mutants cannot be built into one program");
                    return Ok(None);
                }
                left_out.extend(blamed);
            }
        }
    }
    Ok(None)
}
