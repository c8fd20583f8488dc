//! All survivors: each is examined until it is known why no case kills it.

use std::sync::Arc;

use super::attempts::{MutationContext, MutationRun};
use super::games::{BaselineGame, BrokenGame};
use super::sanitizers::{SanitizedScript, select_scripts};
use super::survivor::SurvivorEvidence;
use super::tester::MutantTestResult;
use cpp::mutants::{MutantOutcome, SourceMutant};
use grading::{Attempt, CaseRun, FunctionDrivers, GradingError, MutantBuilder, TestKit, try_twice};
use judging::undefined::BuildVariant;
use support::parallel;

/// How many survivors one worker takes at a time.
const SURVIVORS: usize = 2;

impl MutationRun<'_> {
    /// The outcome of each mutant.
    pub(super) fn explain_survivors(
        &self,
        context: &MutationContext<'_>,
        chosen: &[SourceMutant],
        tried: Vec<MutantTestResult>,
        baseline: &[CaseRun],
        games: &[BaselineGame],
        broken: &[BrokenGame],
    ) -> Result<Vec<MutantOutcome>, GradingError> {
        let assignment = self.grader.assignment;
        let session = self.grader.session;
        let mut survivors = Vec::new();
        for (mutant, tested) in chosen.iter().zip(&tried) {
            if let MutantTestResult::Survived(runs) = tested {
                survivors.push((mutant, runs));
            }
        }
        let settings = context.builder.settings;
        let sanitized = BuildVariant::Sanitized.apply_to(settings);
        let plain_drivers = FunctionDrivers::new(assignment, sanitized.clone(), session);
        let kit = TestKit::with_settings(assignment, sanitized.clone(), session).without_memory();
        let own = MutantBuilder {
            settings: &sanitized,
            drivers: &plain_drivers,
            kit: &kit,
            ..context.builder
        };
        let mut switched = chosen.to_vec();
        switched.retain(|mutant| context.is_switched(mutant));
        let watched = match survivors.is_empty() || switched.is_empty() {
            true => None,
            false => own.build_switched(&sanitized, context.texts, &switched)?,
        };
        let sanitized = MutationContext {
            builder: own,
            switched: watched.as_ref(),
            ..*context
        };
        let checked = assignment.undefined.as_ref().filter(|it| !it.quick);
        let mut scripts = Vec::new();
        for case in context.tester.base_cases() {
            if case.kind.runs_program() {
                scripts.push(SanitizedScript {
                    script: case.script.clone(),
                    like: Arc::clone(case),
                    is_case: checked.is_none_or(|it| it.cases.contains(&case.place)),
                });
            }
        }
        for game in games.iter().step_by(20) {
            scripts.push(SanitizedScript {
                script: game.script.clone(),
                like: Arc::clone(&game.like),
                is_case: false,
            });
        }
        let watch = select_scripts(scripts);
        let evidence = SurvivorEvidence {
            tester: context.tester,
            baseline,
            games,
            broken,
            watch: &watch,
        };
        let jobs: Vec<_> = survivors.chunks(SURVIVORS).collect();
        let found = parallel::try_map_jobs(&jobs, self.workers, |job| {
            let mut done = Vec::new();
            for (mutant, runs) in *job {
                let outcome = try_twice(|| {
                    let Attempt::Done(mut loaded) = context.load_mutant(mutant)? else {
                        return Ok(MutantOutcome::NoDifference(0));
                    };
                    evidence.explain_survival(runs, &mut loaded, || {
                        if context.is_switched(mutant) && watched.is_none() {
                            return Ok(None);
                        }
                        match sanitized.load_mutant(mutant)? {
                            Attempt::Done(loaded) => Ok(Some(loaded)),
                            Attempt::Rejected(_) => Ok(None),
                        }
                    })
                });
                done.push(match outcome {
                    Ok(outcome) => outcome,
                    Err(error) => MutantOutcome::Ungraded(error.into_reason()?),
                });
            }
            Ok::<_, GradingError>(done)
        })?;
        let mut found = found.into_iter().flatten();
        let mut outcomes = Vec::new();
        for tested in tried {
            outcomes.push(match tested {
                MutantTestResult::Done(outcome) => outcome,
                MutantTestResult::Survived(_) => {
                    found.next().unwrap_or(MutantOutcome::NoDifference(0))
                }
            });
        }
        Ok(outcomes)
    }
}
