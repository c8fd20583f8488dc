//! The rubric's decisions about survivors.

use super::work::MutationRun;
use cpp::mutants;
use cpp::mutants::{MutantOutcome, SourceText, SurvivingMutant, TriedMutant};

impl MutationRun<'_> {
    /// Marks the survivors that somebody has accepted. The decisions that none of them needs are returned.
    pub(super) fn apply_decisions(
        &self,
        texts: &[SourceText],
        tried: &mut [TriedMutant],
        is_sample: bool,
    ) -> Vec<usize> {
        let accepted = &self.grader.assignment.mutants.accepted;
        let is_survivor = |one: &&mut TriedMutant| {
            !matches!(
                one.outcome,
                MutantOutcome::Killed { .. } | MutantOutcome::Unviable
            )
        };
        let mut survivors: Vec<&mut TriedMutant> = tried.iter_mut().filter(is_survivor).collect();
        let told: Vec<SurvivingMutant<'_>> = survivors
            .iter()
            .map(|one| {
                let source = &texts[one.mutant.source];
                SurvivingMutant {
                    source: &source.name,
                    function: one.mutant.function.as_deref(),
                    diff: one.mutant.to_diff(source),
                    is_gap: one.outcome.is_gap(),
                }
            })
            .collect();
        let decided = mutants::match_decisions(accepted, &told);
        drop(told);
        for (survivor, by) in survivors.iter_mut().zip(&decided) {
            survivor.accepted = *by;
        }
        let is_needed = |place: &usize| decided.contains(&Some(*place));
        (0..accepted.len())
            .filter(|place| !is_sample && !is_needed(place))
            .collect()
    }
}
