//! All mutants on the cases: those behind the switch some at a time, the others each in a program of its own.

use std::collections::BTreeSet;

use super::super::grading_error::GradingError;
use super::behind_switch::BehindSwitch;
use super::noticed::{Order, Tried};
use super::stage::Stage;
use super::work::{Attempted, Bench, Home, Work, ungraded, with};
use crate::model::BuildSettings;
use crate::mutants::{Mutant, Outcome};
use crate::parallel;

/// How many mutants one worker takes at a time. The order of cases is learnt within them, so that it does not depend on how
/// many work.
const AT_A_TIME: usize = 24;

impl Work<'_> {
    /// What trying each of them came to.
    pub(super) fn try_all(
        &self,
        bench: &Bench<'_>,
        chosen: &[Mutant],
        settings: &BuildSettings,
    ) -> Result<Vec<Attempted>, GradingError> {
        let left_out: BTreeSet<u32> = match bench.behind {
            Some(behind) => behind.left_out.clone(),
            None => chosen.iter().map(|one| one.number).collect(),
        };
        let places = 0..chosen.len();
        let (alone, switched): (Vec<usize>, Vec<usize>) =
            places.partition(|place| left_out.contains(&chosen[*place].number));
        let mut jobs: Vec<Vec<usize>> = switched.chunks(AT_A_TIME).map(<[usize]>::to_vec).collect();
        jobs.extend(alone.into_iter().map(|place| vec![place]));
        let done = parallel::try_map(&jobs, self.workers, |job| {
            let is_alone = job.iter().any(|place| left_out.contains(&chosen[*place].number));
            match bench.behind.filter(|_| !is_alone) {
                Some(behind) => self.try_switched(bench, behind, job, chosen, settings),
                None => job
                    .iter()
                    .map(|place| Ok((*place, self.try_alone(bench, &chosen[*place], settings)?)))
                    .collect(),
            }
        })?;
        let mut done: Vec<(usize, Attempted)> = done.into_iter().flatten().collect();
        done.sort_by_key(|(place, _)| *place);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }

    fn try_switched(
        &self,
        bench: &Bench<'_>,
        behind: &BehindSwitch,
        job: &[usize],
        chosen: &[Mutant],
        settings: &BuildSettings,
    ) -> Result<Vec<(usize, Attempted)>, GradingError> {
        let assignment = self.grader.assignment;
        let stage =
            || Stage::new(&behind.linked, assignment, &settings.toolchain, self.grader.session);
        let mut now = stage()?;
        let mut order = Order::new(self.grader);
        let mut done = Vec::new();
        for &place in job {
            let number = chosen[place].number;
            now.set(number)?;
            let mut tried = bench.jury.tried(&mut now, &mut order);
            if matches!(tried, Err(GradingError::Ours(_))) {
                now = stage()?;
                now.set(number)?;
                tried = bench.jury.tried(&mut now, &mut order);
            }
            done.push((place, settled(tried, Home::BehindSwitch)?));
        }
        Ok(done)
    }

    fn try_alone(
        &self,
        bench: &Bench<'_>,
        mutant: &Mutant,
        settings: &BuildSettings,
    ) -> Result<Attempted, GradingError> {
        let assignment = self.grader.assignment;
        let attempt = || {
            let Ok(linked) = bench.own.build(&with(bench.texts, mutant))? else { return Ok(None) };
            let session = self.grader.session;
            let mut stage = Stage::new(&linked, assignment, &settings.toolchain, session)?;
            let mut order = Order::new(self.grader);
            Ok(Some((bench.jury.tried(&mut stage, &mut order)?, linked)))
        };
        match attempt().or_else(|trouble: GradingError| trouble.again(attempt)) {
            Ok(None) => Ok(Attempted::Done(Outcome::NotCompiled)),
            Ok(Some((tried, linked))) => settled(Ok(tried), Home::Own(Box::new(linked))),
            Err(trouble) => settled(Err(trouble), Home::BehindSwitch),
        }
    }
}

fn settled(tried: Result<Tried, GradingError>, home: Home) -> Result<Attempted, GradingError> {
    match tried {
        Ok(Tried::Survived(runs)) => Ok(Attempted::Survived(runs, home)),
        Ok(Tried::Done(outcome)) => Ok(Attempted::Done(outcome)),
        Err(trouble) => Ok(Attempted::Done(ungraded(Err(trouble))?)),
    }
}
