//! The order of the stages for one submission, and what happens if the grader fails.

use std::collections::BTreeMap;

use super::AssignmentGrader;
use super::grader::{GradedSubmission, SubmissionOutcome};
use crate::analysis::{AnalysisTopics, SubmissionAnalysis, analyse_build};
use crate::case_run::CaseRun;
use crate::case_set::CaseSetBench;
use crate::checker::PersistentCheckers;
use crate::diagnosis;
use crate::error::{GradingError, GradingInterrupted, try_twice};
use crate::execute::ExecutionTarget;
use crate::reused_cases::ReusedCases;
use crate::undefined::{self, UndefinedSubject};
use model::{
    BuildReport, BuildSettings, BuildVerdict, RuleInspection, SourceFile, Submission,
    SubmissionContent, Verdict,
};
use support::logged::EscapedForLog;
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildExtras, BuildOutput};

impl AssignmentGrader<'_> {
    /// Grades one submission, of which some cases may be kept as they were found before. If its files do not build, its other
    /// choice of files is graded, where there is one that does.
    pub(crate) fn grade_submission(
        &self,
        submission: &Submission,
        kept: &ReusedCases,
    ) -> Result<GradedSubmission, GradingInterrupted> {
        let graded = self.grade_sources(submission, kept)?;
        if graded.grade.build.verdict == BuildVerdict::CompileError
            && let Some(other) = submission.with_fallback()
        {
            let second = self.grade_sources(&other, kept)?;
            if second.grade.build.verdict == BuildVerdict::Ok {
                return Ok(second);
            }
        }
        Ok(graded)
    }

    fn grade_sources(
        &self,
        submission: &Submission,
        kept: &ReusedCases,
    ) -> Result<GradedSubmission, GradingInterrupted> {
        if let (Some(bench), SubmissionContent::Sources(sources)) =
            (&self.case_set, &submission.content)
        {
            let outcome = self.grade_case_set(bench, sources)?;
            return Ok(self.assemble_grade(submission, outcome));
        }
        if let SubmissionContent::Missing(reason)
        | SubmissionContent::Refused(reason)
        | SubmissionContent::Ambiguous(reason)
        | SubmissionContent::Unreadable(reason) = &submission.content
        {
            tracing::info!(reason = %EscapedForLog(reason), "there is nothing to build");
        }
        let (mut outcome, forgiven) = match &submission.content {
            SubmissionContent::Sources(sources) => self.build_and_forgive(sources, kept)?,
            SubmissionContent::Missing(reason) => {
                (self.without_program(BuildVerdict::Missing, reason), None)
            }
            SubmissionContent::Refused(reason) => {
                (self.without_program(BuildVerdict::Refused, reason), None)
            }
            SubmissionContent::Ambiguous(reason) | SubmissionContent::Unreadable(reason) => {
                (self.without_program(BuildVerdict::Ungraded, reason), None)
            }
        };
        outcome.build.awaits_choice = matches!(submission.content, SubmissionContent::Ambiguous(_));
        if outcome.build.verdict == BuildVerdict::CompileError {
            let build = &mut outcome.build;
            let limit = self.assignment.build_limits.source;
            let left_out = &submission.not_compiled;
            let missing = toolchain::missing_definitions(&build.diagnostics, left_out, limit);
            build.reason = missing.or(build.reason.take());
        }
        let toolchain = match &submission.content {
            SubmissionContent::Sources(sources) => Some(self.assignment.choose_toolchain(sources)),
            _ => None,
        };
        diagnosis::add_hints(toolchain, outcome.input_variant, &mut outcome.ran);
        if let SubmissionContent::Sources(sources) = &submission.content {
            let sources = forgiven.as_ref().map_or(sources, |it| &it.sources);
            self.add_repair_hints(sources, &mut outcome)?;
            self.add_build_repair(sources, &mut outcome)?;
            self.shorten_failures(self.assignment.choose_toolchain(sources), &mut outcome)?;
        }
        Ok(self.assemble_grade(submission, outcome))
    }

    /// A failure of the grader may pass: the submission is tried twice before it stays ungraded.
    pub(super) fn build_and_run(
        &self,
        sources: &[SourceFile],
        kept: &ReusedCases,
    ) -> Result<SubmissionOutcome<'_>, GradingInterrupted> {
        let toolchain = self.assignment.choose_toolchain(sources);
        if let Some(trouble) = self.toolbox.find_problem(toolchain) {
            return Ok(self.without_program(BuildVerdict::Ungraded, &trouble.to_string()));
        }
        match try_twice(|| self.attempt_once(sources, kept)) {
            Ok(outcome) => Ok(outcome),
            Err(error) => {
                let reason = error.into_reason()?;
                tracing::error!(reason = %EscapedForLog(&reason), "stays ungraded");
                Ok(self.without_program(BuildVerdict::Ungraded, &reason))
            }
        }
    }

    /// Cases instead of a program: nothing of a student's is built or run.
    fn grade_case_set(
        &self,
        bench: &CaseSetBench<'_>,
        sources: &[SourceFile],
    ) -> Result<SubmissionOutcome<'_>, GradingInterrupted> {
        let kept = PersistentCheckers::default();
        match try_twice(|| bench.grade(sources, self.checker_runner(&kept))) {
            Ok(graded) => {
                let build = BuildReport::new(BuildVerdict::Ok);
                let variant = self.expectations.scripted_variant();
                Ok(SubmissionOutcome {
                    case_set: Some(graded.findings),
                    remarks: graded.remarks,
                    ..SubmissionOutcome::new(build, graded.ran, variant)
                })
            }
            Err(error) => {
                let reason = error.into_reason()?;
                tracing::error!(reason = %EscapedForLog(&reason), "stays ungraded");
                Ok(self.without_program(BuildVerdict::Ungraded, &reason))
            }
        }
    }

    fn attempt_once(
        &self,
        sources: &[SourceFile],
        kept: &ReusedCases,
    ) -> Result<SubmissionOutcome<'_>, GradingError> {
        let settings = self
            .assignment
            .build_settings(self.assignment.choose_toolchain(sources));
        let toolchain = &settings.toolchain;
        let terminal = self.assignment.terminal;
        let mut runner =
            self.session
                .start_submission_runner(toolchain, terminal, self.precompiled)?;
        let (mut built, analysis) = self.build_and_analyse(&settings, sources, &mut runner)?;
        let Some(program) = built.program.take() else {
            return Ok(self.rejected(built, analysis.inspections));
        };
        let SubmissionAnalysis {
            inspections,
            functions,
            may_change,
            interposed: _,
            repairs: _,
        } = analysis;
        let kept_checkers = PersistentCheckers::default();
        let checkers = self.checker_runner(&kept_checkers);
        let (called, log) = self.call_functions(&functions, &built, kept, &mut runner)?;
        built.report.log.extend(log);
        let (tested, log) = self.run_unit_tests(&built, kept, &mut runner)?;
        built.report.log.extend(log);
        if self.reject_headers(&settings, &mut built, &tested, &mut runner)? {
            return Ok(self.rejected(built, inspections));
        }
        let called: BTreeMap<_, _> = called.into_iter().chain(tested).collect();
        let program = ExecutionTarget::from(program);
        let (ran, input_variant) =
            self.run_in_best_input_variant(&program, &called, kept, checkers, &mut runner)?;
        let Self {
            assignment,
            session,
            ..
        } = *self;
        let prepared =
            undefined::find_prepared(assignment, &self.undefined, &settings.toolchain.name);
        let (undefined, log) = match prepared {
            Err(undefined) => (undefined, Vec::new()),
            Ok(prepared) => {
                let built = &built;
                let ran = ran.as_slice();
                let subject = UndefinedSubject {
                    assignment,
                    prepared,
                    checkers,
                    session,
                    sources,
                    built,
                    may_change,
                    ran,
                };
                subject.search_undefined(&mut runner)?
            }
        };
        built.report.log.extend(log);
        let repairs = self.find_repairs(&settings.toolchain, &ran, &mut built, &mut runner)?;
        let BuildOutput {
            report: build,
            files,
            ..
        } = built;
        let at_work = self.may_be_shortened(&ran).then_some((program, runner));
        let outcome = SubmissionOutcome::new(build, ran, input_variant);
        Ok(SubmissionOutcome {
            inspections,
            undefined,
            files,
            repairs,
            at_work,
            ..outcome
        })
    }

    /// What is known of a submission that does not build.
    fn rejected(
        &self,
        built: BuildOutput,
        inspections: Vec<Option<RuleInspection>>,
    ) -> SubmissionOutcome<'_> {
        let reason = built.report.reason.clone().unwrap_or_default();
        let ran = self.not_run(&Verdict::NotRun(reason));
        let variant = self.expectations.scripted_variant();
        SubmissionOutcome {
            inspections,
            files: built.files,
            ..SubmissionOutcome::new(built.report, ran, variant)
        }
    }

    /// Whether headers were handed in alone and have errors, which no build shows. Only headers with which no test compiles are
    /// looked at, so what tests include first may be missing in a header.
    fn reject_headers(
        &self,
        settings: &BuildSettings,
        built: &mut BuildOutput,
        tested: &BTreeMap<usize, CaseRun>,
        runner: &mut InterruptibleRunner,
    ) -> Result<bool, GradingError> {
        let mut tests = tested.values().flat_map(|ran| &ran.tests);
        let has_run = tests.any(|test| test.observation.is_some());
        if has_run || tested.is_empty() || !built.names.is_empty() {
            return Ok(false);
        }
        let is_provided = |name: &String| built.report.provided.contains(name);
        let names: Vec<String> = built
            .files
            .iter()
            .map(|(name, _)| name.clone())
            .filter(|name| !is_provided(name))
            .collect();
        let Some(report) = toolchain::check_headers(settings, &names, runner)? else {
            return Ok(false);
        };
        let mut log = std::mem::take(&mut built.report.log);
        log.extend(report.log);
        built.report = BuildReport {
            provided: std::mem::take(&mut built.report.provided),
            log,
            ..report
        };
        Ok(true)
    }

    /// Builds the sources, and finds out what must be known of them.
    fn build_and_analyse(
        &self,
        settings: &BuildSettings,
        sources: &[SourceFile],
        runner: &mut InterruptibleRunner,
    ) -> Result<(BuildOutput, SubmissionAnalysis), GradingError> {
        let toolchain = EscapedForLog(&settings.toolchain.name);
        let _entered = tracing::info_span!("build", %toolchain).entered();
        let kept = self.session.cached_builds(settings);
        let ours = self.kit.program_objects()?;
        let extras = BuildExtras {
            ours: &ours,
            precompiled: Some(self.precompiled),
            kept,
        };
        let mut built = toolchain::build_program(settings, sources, &extras, runner)?;
        if self.kit.brings_main() {
            built.report.command = compile_only(settings, &built.names);
        }
        let analysis = analyse_build(self.assignment, &mut built, self.analysis_topics(), runner)?;
        let verdict = built.report.verdict.name();
        tracing::info!(verdict, warnings = built.report.warnings.count, "built");
        Ok((built, analysis))
    }

    /// What must be known of any submission's files.
    fn analysis_topics(&self) -> AnalysisTopics<'static> {
        let changes = self
            .assignment
            .undefined
            .as_ref()
            .is_some_and(|it| it.uninitialised);
        AnalysisTopics {
            rules: true,
            functions: true,
            hints: true,
            changes,
            watched: &[],
            repairs: None,
        }
    }

    pub(super) fn without_program(
        &self,
        verdict: BuildVerdict,
        reason: &str,
    ) -> SubmissionOutcome<'_> {
        let build = BuildReport {
            reason: Some(reason.to_owned()),
            ..BuildReport::new(verdict)
        };
        let cases = match verdict {
            BuildVerdict::Ungraded => Verdict::Ungraded(reason.to_owned()),
            _ => Verdict::NotRun(reason.to_owned()),
        };
        // The assignment's own cases say nothing about cases that are handed in.
        let ran = match self.case_set {
            Some(_) => Vec::new(),
            None => self.not_run(&cases),
        };
        SubmissionOutcome::new(build, ran, self.expectations.scripted_variant())
    }
}

/// The command with which a student compiles at home what has no `main`; none for headers alone.
fn compile_only(settings: &BuildSettings, names: &[String]) -> Vec<String> {
    let command = settings
        .toolchain
        .compiler_command()
        .filter(|_| !names.is_empty());
    let Some(command) = command else {
        return Vec::new();
    };
    let words = std::iter::once(command.to_owned()).chain(settings.flags.clone());
    words
        .chain(["-c".to_owned()])
        .chain(names.iter().cloned())
        .collect()
}
