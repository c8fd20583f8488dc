//! All that no case has noticed, looked at until it is known why.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::attempts::{
    MutantAttempt, MutantBinary, MutationContext, MutationRun, apply_mutant, outcome_or_ungraded,
};
use super::games::{BaselineGame, BrokenGame};
use super::linked::{LoadedProgram, MutantBuilder};
use super::sanitizers::{SanitizedScript, select_scripts};
use super::survivor::SurvivorEvidence;
use cpp::mutants::{MutantOutcome, SourceMutant};
use grading::{Attempt, CaseRun, FunctionDrivers, GradingError, TestKit, try_twice};
use judging::undefined::BuildVariant;
use support::parallel;

/// How many survivors one worker takes at a time.
const SURVIVORS: usize = 2;

impl MutationRun<'_> {
    /// What became of each mutant in the end.
    pub(super) fn explain_survivors(
        &self,
        bench: &MutationContext<'_>,
        chosen: &[SourceMutant],
        tried: Vec<MutantAttempt>,
        (baseline, games, broken): (&[CaseRun], &[BaselineGame], &[BrokenGame]),
    ) -> Result<Vec<MutantOutcome>, GradingError> {
        let assignment = self.grader.assignment;
        let session = self.grader.session;
        let has_survivors = tried
            .iter()
            .any(|one| matches!(one, MutantAttempt::Survived(..)));
        let settings = bench.builder.settings;
        let sanitized = BuildVariant::Sanitized.apply_to(settings);
        let plain_drivers = FunctionDrivers::new(assignment, sanitized.clone(), session);
        let kit = TestKit::with_settings(assignment, sanitized.clone(), session).without_memory();
        let own = MutantBuilder {
            settings: &sanitized,
            drivers: &plain_drivers,
            kit: &kit,
            ..bench.builder
        };
        let watched = match bench.switched.filter(|_| has_survivors) {
            Some(behind) => {
                let left: BTreeSet<u32> = behind.left_out.clone();
                let switched: Vec<SourceMutant> = chosen
                    .iter()
                    .filter(|one| !left.contains(&one.number))
                    .cloned()
                    .collect();
                self.build_switched(&own, &sanitized, bench.texts, &switched)?
            }
            None => None,
        };
        let cases = bench.jury.base_cases().iter();
        let played = cases.filter(|case| case.kind.runs_program());
        let given = played.map(|case| {
            let asked = assignment.undefined.as_ref().filter(|asked| !asked.quick);
            SanitizedScript {
                script: case.script.clone(),
                like: Arc::clone(case),
                is_case: asked.is_none_or(|asked| asked.cases.contains(&case.place)),
            }
        });
        let more = games.iter().step_by(20);
        let more = more.map(|it| SanitizedScript {
            script: it.script.clone(),
            like: Arc::clone(&it.like),
            is_case: false,
        });
        let watch = select_scripts(given.chain(more));
        let evidence = SurvivorEvidence {
            jury: bench.jury,
            baseline,
            games,
            broken,
            watch: &watch,
        };
        let places: Vec<usize> = (0..tried.len()).collect();
        let surviving: Vec<usize> = places
            .into_iter()
            .filter(|place| matches!(tried[*place], MutantAttempt::Survived(..)))
            .collect();
        let jobs: Vec<&[usize]> = surviving.chunks(SURVIVORS).collect();
        let found = parallel::try_map_jobs(&jobs, self.workers, |job| {
            let mut done = Vec::new();
            for &place in *job {
                let mutant = &chosen[place];
                let MutantAttempt::Survived(runs, home) = &tried[place] else {
                    continue;
                };
                let toolchain = &settings.toolchain;
                let attempt = || {
                    let linked = match home {
                        MutantBinary::Separate(linked) => Some(&**linked),
                        MutantBinary::Switched => bench.switched.map(|it| &it.linked),
                    };
                    let Some(linked) = linked else {
                        return Ok(MutantOutcome::NoDifference(0));
                    };
                    let mut stage = LoadedProgram::new(linked, assignment, toolchain, session)?;
                    stage.enable_mutant(mutant.number)?;
                    evidence.explain_survival(runs, &mut stage, || {
                        let stage = match (home, &watched) {
                            (MutantBinary::Switched, Some(watched)) => Some(LoadedProgram::new(
                                &watched.linked,
                                assignment,
                                toolchain,
                                session,
                            )?),
                            (MutantBinary::Switched, None) => None,
                            (MutantBinary::Separate(_), _) => {
                                match own.build_sources(&apply_mutant(bench.texts, mutant))? {
                                    Attempt::Done(it) => Some(LoadedProgram::new(
                                        &it, assignment, toolchain, session,
                                    )?),
                                    Attempt::Rejected(_) => None,
                                }
                            }
                        };
                        stage
                            .as_ref()
                            .map_or(Ok(()), |stage| stage.enable_mutant(mutant.number))?;
                        Ok(stage)
                    })
                };
                let outcome = try_twice(attempt);
                done.push((place, outcome_or_ungraded(outcome)?));
            }
            Ok::<_, GradingError>(done)
        })?;
        let mut found: BTreeMap<usize, MutantOutcome> = found.into_iter().flatten().collect();
        let outcome = |(place, one): (usize, MutantAttempt)| match one {
            MutantAttempt::Done(outcome) => outcome,
            MutantAttempt::Survived(..) => found
                .remove(&place)
                .unwrap_or(MutantOutcome::NoDifference(0)),
        };
        Ok(tried.into_iter().enumerate().map(outcome).collect())
    }
}
