//! The order of the stages for one submission, and what becomes of failures of ours.

use std::collections::BTreeMap;

use super::super::analysis::{Analysis, Topics, analyse_build};
use super::super::case_run::CaseRun;
use super::super::checker::KeptCheckers;
use super::super::diagnosis;
use super::super::grading_error::GradingError;
use super::super::kept_cases::KeptCases;
use super::super::undefined::{self, Subject};
use super::AssignmentGrader;
use super::outcome::{Forgiven, Graded, Outcome};
use crate::build::{self, Built, Extras};
use crate::execute::Program;
use crate::logged::Logged;
use crate::model::{
    BuildReport, BuildSettings, BuildVerdict, Found, Repair, SourceFile, Submission, Toolchain,
    Verdict,
};
use crate::runner::InterruptibleRunner;

/// The user wants to stop: there is no grade.
#[derive(Debug, Clone, Copy)]
pub(in crate::pipeline) struct Interrupted;

impl AssignmentGrader<'_> {
    /// Grades one submission, of which some cases may be kept as they were found before. If its files do not build, its other
    /// choice of files is graded, where there is one that does.
    pub(in crate::pipeline) fn grade(
        &self,
        submission: &Submission,
        kept: &KeptCases,
    ) -> Result<Graded, Interrupted> {
        let graded = self.grade_found(submission, kept)?;
        if graded.grade.build.verdict == BuildVerdict::CompileError
            && let Some(other) = submission.with_fallback()
        {
            let second = self.grade_found(&other, kept)?;
            if second.grade.build.verdict == BuildVerdict::Ok {
                return Ok(second);
            }
        }
        Ok(graded)
    }

    fn grade_found(
        &self,
        submission: &Submission,
        kept: &KeptCases,
    ) -> Result<Graded, Interrupted> {
        if let Found::Missing(reason)
        | Found::Refused(reason)
        | Found::Ambiguous(reason)
        | Found::Unreadable(reason) = &submission.found
        {
            tracing::info!(reason = %Logged(reason), "there is nothing to build");
        }
        let mut outcome = match &submission.found {
            Found::Sources(sources) => self.build_and_run(sources, kept)?,
            Found::Missing(reason) => self.without_program(BuildVerdict::Missing, reason),
            Found::Refused(reason) => self.without_program(BuildVerdict::Refused, reason),
            Found::Ambiguous(reason) | Found::Unreadable(reason) => {
                self.without_program(BuildVerdict::Ungraded, reason)
            }
        };
        let forgiven = match &submission.found {
            Found::Sources(sources) if outcome.build.verdict == BuildVerdict::CompileError => {
                self.forgiven(sources, &outcome.build.diagnostics, kept)?
            }
            _ => None,
        };
        let (with_lines, _folder) = match forgiven {
            Some(Forgiven { outcome: second, sources, folder }) => {
                outcome = second;
                (Some(sources), Some(folder))
            }
            None => (None, None),
        };
        outcome.build.awaits_choice = matches!(submission.found, Found::Ambiguous(_));
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
        if let Found::Sources(sources) = &submission.found {
            let sources = with_lines.as_deref().unwrap_or(sources);
            self.repair(sources, &mut outcome)?;
            self.shorten(self.assignment.toolchain_of(sources), &mut outcome)?;
        }
        Ok(self.assemble(submission, outcome))
    }

    /// A failure of ours may pass: the whole submission is tried twice before it stays ungraded.
    pub(super) fn build_and_run(
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
        let mut runner =
            self.session.runner_of_submission(toolchain, terminal, self.precompiled)?;
        let (mut built, analysis) = self.build(&settings, sources, &mut runner)?;
        let Some(program) = built.program.take() else {
            let reason = built.report.reason.clone().unwrap_or_default();
            let ran = self.not_run(&Verdict::NotRun(reason));
            let outcome = Outcome::new(built.report, ran, self.scripted());
            return Ok(Outcome { inspections: analysis.inspections, ..outcome });
        };
        let Analysis { inspections, functions, may_change, interposed: _, repairs: _ } = analysis;
        let kept_checkers = KeptCheckers::default();
        let checkers = self.checkers(&kept_checkers);
        let (called, log) = self.call_functions(&functions, &built, kept, &mut runner)?;
        built.report.log.extend(log);
        let (tested, log) = self.run_unit_tests(&built, kept, &mut runner)?;
        built.report.log.extend(log);
        let called: BTreeMap<_, _> = called.into_iter().chain(tested).collect();
        let program = Program::from(program);
        let (ran, input_variant) =
            self.run_in_best_input_variant(&program, &called, kept, checkers, &mut runner)?;
        let Self { assignment, session, .. } = *self;
        let prepared = undefined::prepared(assignment, &self.undefined, &settings.toolchain.name);
        let (undefined, log) = match prepared {
            Err(undefined) => (undefined, Vec::new()),
            Ok(prepared) => {
                let (built, ran) = (&built, ran.as_slice());
                let subject = Subject {
                    assignment,
                    prepared,
                    checkers,
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
        let repairs = self.repairs(&settings.toolchain, &ran, &mut built, &mut runner)?;
        let Built { report: build, files, .. } = built;
        let at_work = self.may_be_shortened(&ran).then_some((program, runner));
        let outcome = Outcome::new(build, ran, input_variant);
        Ok(Outcome { inspections, undefined, files, repairs, at_work, ..outcome })
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
        let ours = self.kit.main_of_ours()?;
        let extras = Extras { ours: &ours, precompiled: Some(self.precompiled), kept };
        let mut built = build::build(settings, sources, &extras, runner)?;
        if !ours.is_empty() {
            built.report.command = compile_only(settings, &built.names);
        }
        let analysis = analyse_build(self.assignment, &mut built, self.topics(), runner)?;
        let verdict = built.report.verdict.name();
        tracing::info!(verdict, warnings = built.report.warnings.count, "built");
        Ok((built, analysis))
    }

    /// Changes of the program's text that may make it right; none where it is right, or they are not looked for.
    fn repairs(
        &self,
        toolchain: &Toolchain,
        ran: &[CaseRun],
        built: &mut Built,
        runner: &mut InterruptibleRunner,
    ) -> Result<Vec<Repair>, GradingError> {
        if !diagnosis::is_cpp(toolchain) || !self.may_be_repaired(ran) {
            return Ok(Vec::new());
        }
        let topics = Topics { repairs: true, ..Topics::default() };
        Ok(analyse_build(self.assignment, built, topics, runner)?.repairs)
    }

    /// What must be known of any submission's files.
    fn topics(&self) -> Topics<'static> {
        let changes = self.assignment.undefined.as_ref().is_some_and(|it| it.uninitialised);
        Topics { rules: true, functions: true, hints: true, changes, watched: &[], repairs: false }
    }

    fn without_program(&self, verdict: BuildVerdict, reason: &str) -> Outcome<'_> {
        let build = BuildReport { reason: Some(reason.to_owned()), ..BuildReport::new(verdict) };
        let cases = match verdict {
            BuildVerdict::Ungraded => Verdict::Ungraded(reason.to_owned()),
            _ => Verdict::NotRun(reason.to_owned()),
        };
        Outcome::new(build, self.not_run(&cases), self.scripted())
    }
}

/// The command with which a student compiles at home what has no `main`; none for headers alone.
fn compile_only(settings: &BuildSettings, names: &[String]) -> Vec<String> {
    let command = settings.toolchain.compiler_command().filter(|_| !names.is_empty());
    let Some(command) = command else { return Vec::new() };
    let words = std::iter::once(command.to_owned()).chain(settings.flags.clone());
    words.chain(["-c".to_owned()]).chain(names.iter().cloned()).collect()
}
