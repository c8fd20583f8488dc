//! Which programs are mutated, and the order of it all: build, see that the switch changes nothing, try all mutants, explain
//! the survivors, apply the decisions of the rubric.

use super::attempts::{MutationContext, MutationRun, ProgramMutants};
use super::tester::MutantTester;
use super::{MutantOptions, inputs, subject};
use cpp::mutants;
use cpp::mutants::{
    MutantOutcome, MutantsOfProgram, SourceMutant, SourceText, SurvivingMutant, TriedMutant,
};
use grading::{
    Attempt, CaseKind, FunctionDrivers, GradingError, LoadedProgram, MutantBuilder, PipelineError,
    Session, TestKit, ToolchainSet, without_warnings,
};
use model::{Course, ReferenceSolution, SourceFile, Submission, SubmissionContent};

impl MutationRun<'_> {
    pub(super) fn test_program(
        &self,
        submission: &Submission,
    ) -> Result<ProgramMutants, GradingError> {
        let assignment = self.grader.assignment;
        let session = self.grader.session;
        let files = source_files(submission);
        let (texts, provided) = subject::read_sources(files)?;
        let all = mutants::generate_mutants(
            &texts,
            subject::select_faults(&self.grader.expectations.scripted_variant().cases),
        );
        let generated = all.len();
        let asked = self.options;
        let chosen: Vec<SourceMutant> = match asked.sample {
            None => all,
            Some(count) => mutants::sample_mutants(&all, count, asked.seed),
        };
        let settings =
            without_warnings(assignment.build_settings(assignment.choose_toolchain(files)));
        let drivers = FunctionDrivers::new(assignment, settings.clone(), session);
        let kit = TestKit::with_settings(assignment, settings.clone(), session);
        let own = MutantBuilder {
            assignment,
            session,
            settings: &settings,
            drivers: &drivers,
            kit: &kit,
            support_objects: &[],
            provided: &provided,
        };
        let plain = match own.build_sources(&texts)? {
            Attempt::Done(plain) => plain,
            Attempt::Rejected(said) => {
                let reason = format!("it does not build: {said}");
                return Err(GradingError::Permanent(reason));
            }
        };
        let mut tester = MutantTester::new(self.grader);
        let mut loaded = LoadedProgram::new(&plain, assignment, &settings.toolchain, session)?;
        let baseline = subject::run_baseline(&mut tester, &mut loaded)?;
        tester.measure_limits(&baseline);
        let behind = self.build_single_program(&own, &texts, &chosen, &tester, &baseline)?;
        let context = MutationContext {
            tester: &tester,
            texts: &texts,
            builder: own,
            switched: behind.as_ref(),
        };
        let tried = self.try_all(&context, &chosen)?;
        let (games, other_games) = self.play_games(&tester, &plain, &settings)?;
        let lints = match asked.lints {
            true => Some(self.case_lints(&context, submission, &chosen, &tried, &games)?),
            false => None,
        };
        let broken = tester.play_broken_games(&games, &mut loaded)?;
        drop(loaded);
        let outcomes =
            self.explain_survivors(&context, &chosen, tried, &baseline, &games, &broken)?;
        let is_sample = chosen.len() < generated;
        let mut tried = Vec::new();
        for (mutant, outcome) in chosen.into_iter().zip(outcomes) {
            tried.push(TriedMutant {
                mutant,
                outcome,
                accepted: None,
            });
        }
        let stale = self.apply_decisions(&texts, &mut tried, is_sample);
        let missing_inputs = self.missing_inputs(&texts);
        let found = MutantsOfProgram {
            sources: texts,
            generated,
            is_sample,
            failure_reason: None,
            tried,
            stale,
            other_games,
            missing_inputs,
            ..self.failed_program(submission, String::new())
        };
        Ok((found, lints))
    }

    /// The result for a program whose mutants cannot be tested, and why.
    pub(super) fn failed_program(
        &self,
        submission: &Submission,
        trouble: String,
    ) -> MutantsOfProgram {
        MutantsOfProgram {
            assignment: submission.assignment.clone(),
            program: submission.student.clone(),
            folder: subject::sources_folder(source_files(submission), self.grader.course_folder),
            rules: self.grader.assignment.mutants.clone(),
            sources: Vec::new(),
            generated: 0,
            is_sample: false,
            failure_reason: Some(trouble),
            tried: Vec::new(),
            stale: Vec::new(),
            other_games: Vec::new(),
            missing_inputs: Vec::new(),
        }
    }

    /// What no case of a program without a built-in game reads.
    fn missing_inputs(&self, texts: &[SourceText]) -> Vec<&'static str> {
        if matches!(
            self.grader.assignment.reference,
            ReferenceSolution::Game(..)
        ) {
            return Vec::new();
        }
        let mut inputs = Vec::new();
        for case in &self.grader.expectations.scripted_variant().cases {
            match &case.kind {
                CaseKind::Calls(..) | CaseKind::UnitTests(..) => {}
                CaseKind::WholeInput(input) => inputs.extend(input.lines()),
                _ => inputs.push(case.spec.input.clone()),
            }
        }
        let is_decimal =
            |one: &SourceText| one.text.contains("double") || one.text.contains("float");
        inputs::missing_inputs(&inputs, texts.iter().any(is_decimal))
    }
}

fn source_files(submission: &Submission) -> &[SourceFile] {
    match &submission.content {
        SubmissionContent::Sources(files) => files,
        _ => &[],
    }
}

/// Tries the mutants of each assignment's solution.
///
/// # Errors
///
/// If expected transcripts cannot be relied on, there is no compiler, or the user wants to stop. A failure with one program or
/// one mutant is in its result.
pub fn test_course_mutants(
    course: &Course,
    session: Session<'_>,
    asked: MutantOptions,
) -> Result<Vec<ProgramMutants>, PipelineError> {
    let programs = subject::find_solutions(course);
    let toolbox = ToolchainSet::probe(course, &programs, session.interrupt())?;
    let workers = session.workers();
    let mut all = Vec::new();
    for program in programs {
        let only = course.with_assignments(std::slice::from_ref(&program.assignment));
        let one = std::slice::from_ref(&program);
        let alone = session.with_workers(1);
        let found =
            grading::map_submissions(&only, one, &toolbox, alone, |grader, _, submission| {
                let work = MutationRun {
                    grader,
                    workers,
                    options: asked,
                };
                match work.test_program(submission) {
                    Ok(found) => Ok(found),
                    Err(error) => {
                        let reason = error.into_reason()?;
                        Ok((work.failed_program(submission, reason), None))
                    }
                }
            })?;
        all.extend(found);
    }
    Ok(all)
}

impl MutationRun<'_> {
    /// Marks the survivors that the rubric accepts. Returns the decisions that no survivor needs.
    pub(super) fn apply_decisions(
        &self,
        texts: &[SourceText],
        tried: &mut [TriedMutant],
        is_sample: bool,
    ) -> Vec<usize> {
        let accepted = &self.grader.assignment.mutants.accepted;
        let mut survivors = Vec::new();
        for one in tried {
            if !matches!(
                one.outcome,
                MutantOutcome::Killed { .. } | MutantOutcome::Unviable
            ) {
                survivors.push(one);
            }
        }
        let mut described = Vec::new();
        for one in &survivors {
            let source = &texts[one.mutant.source];
            described.push(SurvivingMutant {
                source: &source.name,
                function: one.mutant.function.as_deref(),
                diff: one.mutant.to_diff(source),
                is_gap: one.outcome.is_gap(),
            });
        }
        let decided = mutants::match_decisions(accepted, &described);
        drop(described);
        for (survivor, by) in survivors.iter_mut().zip(&decided) {
            survivor.accepted = *by;
        }
        let is_stale = |place: &usize| !is_sample && !decided.contains(&Some(*place));
        (0..accepted.len()).filter(is_stale).collect()
    }
}
