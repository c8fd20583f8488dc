//! All that no case has noticed, looked at until it is known why.

use std::collections::{BTreeMap, BTreeSet};

use super::super::case_run::CaseRun;
use super::super::functions::Drivers;
use super::super::grading_error::GradingError;
use super::super::unit_tests::TestKit;
use super::ends::Broken;
use super::games::{Game, is_played};
use super::linked::Workshop;
use super::stage::Stage;
use super::survivor::Evidence;
use super::watched::{Watched, watch};
use super::work::{Attempted, Bench, Home, Work, ungraded, with};
use crate::mutants::{Mutant, Outcome};
use crate::parallel;
use crate::undefined::BuildVariant;

/// How many survivors one worker takes at a time.
const SURVIVORS: usize = 2;

impl Work<'_> {
    /// What became of each mutant in the end.
    pub(super) fn look_at_survivors(
        &self,
        bench: &Bench<'_>,
        chosen: &[Mutant],
        tried: Vec<Attempted>,
        (baseline, games, broken): (&[CaseRun], &[Game], &[Broken]),
    ) -> Result<Vec<Outcome>, GradingError> {
        let (assignment, session) = (self.grader.assignment, self.grader.session);
        let has_survivors = tried.iter().any(|one| matches!(one, Attempted::Survived(..)));
        let settings = bench.own.settings;
        let sanitized = BuildVariant::Sanitized.applied_to(settings);
        let plain_drivers = Drivers::new(assignment, sanitized.clone(), session);
        let kit = TestKit::of_builds(assignment, sanitized.clone(), session).without_memory();
        let own =
            Workshop { settings: &sanitized, drivers: &plain_drivers, kit: &kit, ..bench.own };
        let watched = match bench.behind.filter(|_| has_survivors) {
            Some(behind) => {
                let left: BTreeSet<u32> = behind.left_out.clone();
                let switched: Vec<Mutant> =
                    chosen.iter().filter(|one| !left.contains(&one.number)).cloned().collect();
                self.behind(&own, &sanitized, bench.texts, &switched)?
            }
            None => None,
        };
        let played = (0..assignment.cases.len()).filter(|it| is_played(&assignment.cases[*it]));
        let given = played.map(|it| {
            let script = bench.jury.variant(bench.jury.home).cases[it].0.clone();
            let asked = assignment.undefined.as_ref().filter(|asked| !asked.quick);
            let is_case = asked.is_none_or(|asked| asked.cases.contains(&it));
            Watched { script, like: it, is_case }
        });
        let more = games.iter().step_by(20);
        let more =
            more.map(|it| Watched { script: it.script.clone(), like: it.like, is_case: false });
        let watch = watch(given.chain(more));
        let evidence = Evidence { jury: bench.jury, baseline, games, broken, watch: &watch };
        let places: Vec<usize> = (0..tried.len()).collect();
        let surviving: Vec<usize> = places
            .into_iter()
            .filter(|place| matches!(tried[*place], Attempted::Survived(..)))
            .collect();
        let jobs: Vec<&[usize]> = surviving.chunks(SURVIVORS).collect();
        let found = parallel::try_map(&jobs, self.workers, |job| {
            let mut done = Vec::new();
            for &place in *job {
                let mutant = &chosen[place];
                let Attempted::Survived(runs, home) = &tried[place] else { continue };
                let toolchain = &settings.toolchain;
                let attempt = || {
                    let linked = match home {
                        Home::Own(linked) => Some(&**linked),
                        Home::BehindSwitch => bench.behind.map(|it| &it.linked),
                    };
                    let Some(linked) = linked else { return Ok(Outcome::NoDifference(0)) };
                    let mut stage = Stage::new(linked, assignment, toolchain, session)?;
                    stage.set(mutant.number)?;
                    evidence.why(runs, &mut stage, || {
                        let stage = match (home, &watched) {
                            (Home::BehindSwitch, Some(watched)) => {
                                Some(Stage::new(&watched.linked, assignment, toolchain, session)?)
                            }
                            (Home::BehindSwitch, None) => None,
                            (Home::Own(_), _) => match own.build(&with(bench.texts, mutant))? {
                                Ok(it) => Some(Stage::new(&it, assignment, toolchain, session)?),
                                Err(_) => None,
                            },
                        };
                        stage.as_ref().map_or(Ok(()), |stage| stage.set(mutant.number))?;
                        Ok(stage)
                    })
                };
                let outcome = attempt().or_else(|trouble: GradingError| trouble.again(attempt));
                done.push((place, ungraded(outcome)?));
            }
            Ok::<_, GradingError>(done)
        })?;
        let mut found: BTreeMap<usize, Outcome> = found.into_iter().flatten().collect();
        let outcome = |(place, one): (usize, Attempted)| match one {
            Attempted::Done(outcome) => outcome,
            Attempted::Survived(..) => found.remove(&place).unwrap_or(Outcome::NoDifference(0)),
        };
        Ok(tried.into_iter().enumerate().map(outcome).collect())
    }
}
