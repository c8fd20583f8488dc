//! The order of the stages for one submission, and what becomes of failures of ours.

use super::super::analysis::{Analysis, Topics, analyse_build};
use super::super::diagnosis;
use super::super::grading_error::GradingError;
use super::super::kept_cases::KeptCases;
use super::super::undefined::{self, Subject};
use super::AssignmentGrader;
use super::outcome::{Graded, Outcome};
use crate::build::{self, Built, Extras};
use crate::logged::Logged;
use crate::model::{
    BuildReport, BuildSettings, BuildVerdict, Found, SourceFile, Submission, Undefined, Verdict,
};
use crate::runner::InterruptibleRunner;

/// The user wants to stop: there is no grade.
#[derive(Debug, Clone, Copy)]
pub(in crate::pipeline) struct Interrupted;

impl AssignmentGrader<'_> {
    /// Grades one submission, of which some cases may be kept as they were found before.
    pub(in crate::pipeline) fn grade(
        &self,
        submission: &Submission,
        kept: &KeptCases,
    ) -> Result<Graded, Interrupted> {
        if let Found::Missing(reason) | Found::Refused(reason) | Found::Unreadable(reason) =
            &submission.found
        {
            tracing::info!(reason = %Logged(reason), "there is nothing to build");
        }
        let mut outcome = match &submission.found {
            Found::Sources(sources) => self.build_and_run(sources, kept)?,
            Found::Missing(reason) => self.without_program(BuildVerdict::Missing, reason),
            Found::Refused(reason) => self.without_program(BuildVerdict::Refused, reason),
            Found::Unreadable(reason) => self.without_program(BuildVerdict::Ungraded, reason),
        };
        if outcome.build.verdict == BuildVerdict::CompileError {
            let (build, limit) = (&mut outcome.build, self.assignment.build_limits.source);
            let left_out = &submission.not_compiled;
            let missing = build::missing_definitions(&build.diagnostics, left_out, limit);
            build.reason = missing.or(build.reason.take());
        }
        let toolchain = match &submission.found {
            Found::Sources(sources) => Some(self.assignment.toolchain_of(sources)),
            _ => None,
        };
        diagnosis::diagnose(self.assignment, toolchain, outcome.input_variant, &mut outcome.ran);
        Ok(self.assemble(submission, outcome))
    }

    /// A failure of ours may pass: the whole submission is tried twice before it stays ungraded.
    fn build_and_run(
        &self,
        sources: &[SourceFile],
        kept: &KeptCases,
    ) -> Result<Outcome<'_>, Interrupted> {
        let toolchain = self.assignment.toolchain_of(sources);
        if let Some(trouble) = self.toolbox.trouble(toolchain) {
            return Ok(self.without_program(BuildVerdict::Ungraded, &trouble.to_string()));
        }
        let attempt = || self.attempt(sources, kept);
        match attempt().or_else(|trouble| trouble.again(attempt)) {
            Ok(outcome) => Ok(outcome),
            Err(GradingError::Interrupted) => Err(Interrupted),
            Err(
                GradingError::Ours(reason)
                | GradingError::ForGood(reason)
                | GradingError::Scarce(reason),
            ) => {
                tracing::error!(reason = %Logged(&reason), "stays ungraded");
                Ok(self.without_program(BuildVerdict::Ungraded, &reason))
            }
        }
    }

    fn attempt(
        &self,
        sources: &[SourceFile],
        kept: &KeptCases,
    ) -> Result<Outcome<'_>, GradingError> {
        let settings = self.assignment.build_settings(self.assignment.toolchain_of(sources));
        let (toolchain, terminal) = (&settings.toolchain, self.assignment.terminal);
        let mut runner = self.session.runner_precompiled(toolchain, terminal, self.precompiled)?;
        let (mut built, analysis) = self.build(&settings, sources, &mut runner)?;
        let Some(program) = built.program.take() else {
            let reason = built.report.reason.clone().unwrap_or_default();
            let ran = self.not_run(&Verdict::NotRun(reason));
            let (input_variant, inspections) = (self.scripted(), analysis.inspections);
            let undefined = Undefined::NotAsked;
            return Ok(Outcome { build: built.report, ran, input_variant, inspections, undefined });
        };
        let Analysis { inspections, functions, may_change, interposed: _ } = analysis;
        let (called, log) = self.call_functions(&functions, &built, kept, &mut runner)?;
        built.report.log.extend(log);
        let (ran, input_variant) =
            self.run_in_best_input_variant(&program.into(), &called, kept, &mut runner)?;
        let Self { assignment, session, .. } = *self;
        let prepared = undefined::prepared(assignment, &self.undefined, &settings.toolchain.name);
        let (undefined, log) = match prepared {
            Err(undefined) => (undefined, Vec::new()),
            Ok(prepared) => {
                let (built, ran) = (&built, ran.as_slice());
                let subject = Subject {
                    assignment,
                    prepared,
                    session,
                    sources,
                    built,
                    may_change,
                    input_variant,
                    ran,
                };
                subject.search(&mut runner)?
            }
        };
        built.report.log.extend(log);
        Ok(Outcome { build: built.report, ran, input_variant, inspections, undefined })
    }

    /// Builds the sources, and finds out what must be known of them.
    fn build(
        &self,
        settings: &BuildSettings,
        sources: &[SourceFile],
        runner: &mut InterruptibleRunner,
    ) -> Result<(Built, Analysis), GradingError> {
        let toolchain = Logged(&settings.toolchain.name);
        let _entered = tracing::info_span!("build", %toolchain).entered();
        let kept = self.session.kept_builds(settings);
        let extras = Extras { precompiled: Some(self.precompiled), kept, ..Extras::default() };
        let mut built = build::build(settings, sources, &extras, runner)?;
        let analysis = analyse_build(self.assignment, &mut built, self.topics(), runner)?;
        let verdict = built.report.verdict.name();
        tracing::info!(verdict, warnings = built.report.warnings.count, "built");
        Ok((built, analysis))
    }

    /// What must be known of any submission's files.
    fn topics(&self) -> Topics<'static> {
        let changes = self.assignment.undefined.as_ref().is_some_and(|it| it.uninitialised);
        Topics { rules: true, functions: true, hints: true, changes, watched: &[] }
    }

    fn without_program(&self, verdict: BuildVerdict, reason: &str) -> Outcome<'_> {
        let build = BuildReport { reason: Some(reason.to_owned()), ..BuildReport::new(verdict) };
        let cases = match verdict {
            BuildVerdict::Ungraded => Verdict::Ungraded(reason.to_owned()),
            _ => Verdict::NotRun(reason.to_owned()),
        };
        let (ran, input_variant) = (self.not_run(&cases), self.scripted());
        let undefined = Undefined::NotAsked;
        Outcome { build, ran, input_variant, inspections: Vec::new(), undefined }
    }
}
