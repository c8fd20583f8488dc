//! The mutants of one program, and the order of it all: build, see that the switch changes nothing, try all, look at survivors.

use super::super::functions::Drivers;
use super::super::grading_error::GradingError;
use super::super::unit_tests::TestKit;
use super::linked::Workshop;
use super::noticed::Jury;
use super::stage::Stage;
use super::subject;
use super::work::{Bench, FoundOut, Work};
use crate::model::{BuildSettings, Found, SourceFile, Submission};
use crate::mutants::{self, Mutant, MutantsOfProgram, TriedMutant};

impl Work<'_> {
    pub(super) fn of_program(&self, submission: &Submission) -> Result<FoundOut, GradingError> {
        let (assignment, session) = (self.grader.assignment, self.grader.session);
        let files = files(submission);
        let (texts, provided) = subject::read(files)?;
        let all = mutants::mutants(&texts, subject::wanted(assignment));
        let (generated, asked) = (all.len(), self.asked);
        let chosen: Vec<Mutant> = match asked.sample {
            None => all,
            Some(count) => mutants::sample(generated, count, asked.seed)
                .into_iter()
                .filter_map(|place| all.get(place).cloned())
                .collect(),
        };
        let settings = quiet(assignment.build_settings(assignment.toolchain_of(files)));
        let drivers = Drivers::new(assignment, settings.clone(), session);
        let kit = TestKit::of_builds(assignment, settings.clone(), session);
        let own = Workshop {
            assignment,
            session,
            settings: &settings,
            drivers: &drivers,
            kit: &kit,
            ours: &[],
            provided: &provided,
        };
        let plain = match own.build(&texts)? {
            Ok(plain) => plain,
            Err(said) => {
                let trouble = format!("it does not build: {said}");
                return Ok((self.troubled(submission, trouble), None));
            }
        };
        let mut jury = Jury::new(self.grader);
        let mut stage = Stage::new(&plain, assignment, &settings.toolchain, session)?;
        let baseline = match subject::baseline(&mut jury, &mut stage)? {
            Ok(baseline) => baseline,
            Err(trouble) => return Ok((self.troubled(submission, trouble), None)),
        };
        jury.measure(&baseline);
        let behind = self.one_program(&own, &texts, &chosen, (&jury, &baseline))?;
        let bench = Bench { jury: &jury, texts: &texts, own, behind: behind.as_ref() };
        let tried = self.try_all(&bench, &chosen, &settings)?;
        let (games, other_games) = self.games(&jury, &plain, &settings)?;
        let lints = match asked.lints {
            true => Some(self.lints(&bench, submission, &chosen, &tried, &games)?),
            false => None,
        };
        let broken = jury.broken(&games, &mut stage)?;
        drop(stage);
        let outcomes =
            self.look_at_survivors(&bench, &chosen, tried, (&baseline, &games, &broken))?;
        let is_sample = chosen.len() < generated;
        let mut tried: Vec<TriedMutant> = chosen
            .into_iter()
            .zip(outcomes)
            .map(|(mutant, outcome)| TriedMutant { mutant, outcome, accepted: None })
            .collect();
        let stale = self.decide(&texts, &mut tried, is_sample);
        let found = MutantsOfProgram {
            sources: texts,
            generated,
            is_sample,
            trouble: None,
            tried,
            stale,
            other_games,
            ..self.troubled(submission, String::new())
        };
        Ok((found, lints))
    }

    /// A program whose mutants say nothing, and why.
    pub(super) fn troubled(&self, submission: &Submission, trouble: String) -> MutantsOfProgram {
        MutantsOfProgram {
            assignment: submission.assignment.clone(),
            program: submission.student.clone(),
            folder: subject::folder(files(submission), self.grader.course_folder),
            rules: self.grader.assignment.mutants.clone(),
            sources: Vec::new(),
            generated: 0,
            is_sample: false,
            trouble: Some(trouble),
            tried: Vec::new(),
            stale: Vec::new(),
            other_games: Vec::new(),
        }
    }
}

fn files(submission: &Submission) -> &[SourceFile] {
    match &submission.found {
        Found::Sources(files) => files,
        _ => &[],
    }
}

/// Without warnings: those about a mutant are nobody's, and none must become an error.
fn quiet(mut settings: BuildSettings) -> BuildSettings {
    settings.flags.push("-w".to_owned());
    settings
}
