//! One submission through all stages. Whatever happens, a grade comes out.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `grading_error` | failures of ours, and which are worth another attempt |
//! | `input_variant` | in which numbering a program is graded |
//! | `cases`, `case_run` | how a case is played and judged, and what is known of it then |
//! | `grade` | how all that becomes a grade |

mod case_run;
mod cases;
mod grade;
mod grading_error;
mod input_variant;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) use case_run::CaseRun;
pub(super) use grading_error::GradingError;

use super::analysis::{Found as FoundFunction, Looked, Topics, look_at};
use super::checker::Checkers;
use super::diagnosis;
use super::expectations::{Expectations, InputVariant};
use super::functions::{Called, Drivers, LEVELS, Linking};
use super::toolbox::Toolbox;
use super::undefined::{self, Prepared};
use crate::build::{self, Built};
use crate::model::{
    Assignment, BuildReport, BuildVerdict, Case, Found, Grade, Inspection, SourceFile, Submission,
    Undefined, Verdict,
};
use crate::sandbox::{Interrupt, Sandbox, Supervisor};

/// The user wants to stop: there is no grade.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interrupted;

/// What is needed to grade any submission of one assignment.
pub(super) struct AssignmentGrader<'a> {
    pub(super) assignment: &'a Assignment,
    pub(super) cases: Vec<Arc<Case>>,
    pub(super) expectations: &'a Expectations,
    pub(super) drivers: Drivers<'a>,
    pub(super) checkers: Checkers<'a>,
    pub(super) toolbox: &'a Toolbox,
    /// What is needed to look for undefined behaviour, by the name of the toolchain, where that is asked for.
    pub(super) undefined: BTreeMap<&'a str, Prepared<'a>>,
    pub(super) sandbox: &'a Sandbox,
    pub(super) interrupt: &'a Interrupt,
}

/// What became of a submission.
struct Outcome<'a> {
    build: BuildReport,
    /// The cases.
    ran: Vec<CaseRun>,
    /// The input variant in which they were run.
    input_variant: &'a InputVariant,
    /// What the criteria's rules say.
    inspections: Vec<Option<Inspection>>,
    /// What was found of undefined behaviour.
    undefined: Undefined,
}

impl AssignmentGrader<'_> {
    /// Grades one submission.
    pub(super) fn grade(&self, submission: &Submission) -> Result<Grade, Interrupted> {
        let mut outcome = match &submission.found {
            Found::Sources(sources) => self.build_and_run(sources)?,
            Found::Missing(reason) => self.without_program(BuildVerdict::Missing, reason),
            Found::Refused(reason) => self.without_program(BuildVerdict::Refused, reason),
            Found::Unreadable(reason) => self.without_program(BuildVerdict::Ungraded, reason),
        };
        diagnosis::diagnose(self.assignment, outcome.input_variant, &mut outcome.ran);
        Ok(self.assemble(submission, outcome))
    }

    /// A failure of ours may pass: the whole submission is tried twice before it stays ungraded.
    fn build_and_run(&self, sources: &[SourceFile]) -> Result<Outcome<'_>, Interrupted> {
        let toolchain = self.assignment.toolchain_of(sources);
        if let Some(trouble) = self.toolbox.trouble(toolchain) {
            return Ok(self.without_program(BuildVerdict::Ungraded, &trouble.to_string()));
        }
        match self.attempt(sources).or_else(|trouble| trouble.again(|| self.attempt(sources))) {
            Ok(outcome) => Ok(outcome),
            Err(GradingError::Interrupted) => Err(Interrupted),
            Err(
                GradingError::Ours(reason)
                | GradingError::ForGood(reason)
                | GradingError::Scarce(reason),
            ) => Ok(self.without_program(BuildVerdict::Ungraded, &reason)),
        }
    }

    fn attempt(&self, sources: &[SourceFile]) -> Result<Outcome<'_>, GradingError> {
        let settings = self.assignment.build_settings(self.assignment.toolchain_of(sources));
        let mut supervisor = self.sandbox.supervisor(&build::tools(&settings.toolchain))?;
        supervisor.use_terminal(self.assignment.terminal);
        let mut built = build::build(&settings, sources, &mut supervisor, self.interrupt)?;
        let looked =
            look_at(self.assignment, &mut built, self.topics(), &mut supervisor, self.interrupt)?;
        let Some(program) = built.program.take() else {
            let reason = built.report.reason.clone().unwrap_or_default();
            let ran = self.not_run(&Verdict::NotRun(reason));
            let (input_variant, inspections) = (self.scripted(), Vec::new());
            let undefined = Undefined::NotAsked;
            return Ok(Outcome { build: built.report, ran, input_variant, inspections, undefined });
        };
        let Looked { inspections, functions, may_change, interposed: _ } = looked;
        let (called, log) = self.call_functions(&functions, &built, &mut supervisor)?;
        built.report.log.extend(log);
        let (ran, input_variant) =
            self.run_in_best_input_variant(&program.into(), &called, &mut supervisor)?;
        let subject = (sources, &built, may_change);
        let (undefined, log) =
            undefined::search(self, subject, (input_variant, &ran), &mut supervisor)?;
        built.report.log.extend(log);
        Ok(Outcome { build: built.report, ran, input_variant, inspections, undefined })
    }

    /// What must be known of any submission's files.
    fn topics(&self) -> Topics<'static> {
        let changes = self.assignment.undefined.as_ref().is_some_and(|it| it.uninitialised);
        Topics { rules: true, functions: true, hints: true, changes, watched: &[] }
    }

    /// Makes the calls of every case that has some, and returns the commands that were run for that. One level after the
    /// other, so that no program finds what belongs to a case that students see less of.
    fn call_functions(
        &self,
        functions: &Result<BTreeMap<usize, FoundFunction>, String>,
        built: &Built,
        supervisor: &mut Supervisor,
    ) -> Result<(BTreeMap<usize, CaseRun>, Vec<String>), GradingError> {
        let (drivers, log) = (&self.drivers, Vec::new());
        let mut linking = Linking { drivers, built, functions, log };
        let mut all = BTreeMap::new();
        for level in LEVELS {
            let callable = linking.of_level(level, supervisor)?;
            for (&index, callable) in &callable {
                let (case, expected) = (&self.cases[index], &self.expectations.calls[index]);
                let called = drivers.call_all(index, case, callable, expected, supervisor);
                let ran = match called.map_err(GradingError::from) {
                    Ok(Called { judgement, calls }) => {
                        CaseRun { calls, ..self.unplayed(index, judgement) }
                    }
                    Err(GradingError::Scarce(reason)) => {
                        self.unjudged(index, &Verdict::Ungraded(reason))
                    }
                    Err(trouble) => return Err(trouble),
                };
                all.insert(index, ran);
            }
            Linking::forget(callable, supervisor)?;
        }
        Ok((all, linking.log))
    }

    fn without_program(&self, verdict: BuildVerdict, reason: &str) -> Outcome<'_> {
        let build = BuildReport { reason: Some(reason.to_owned()), ..BuildReport::of(verdict) };
        let cases = match verdict {
            BuildVerdict::Ungraded => Verdict::Ungraded(reason.to_owned()),
            _ => Verdict::NotRun(reason.to_owned()),
        };
        let (ran, input_variant) = (self.not_run(&cases), self.scripted());
        let undefined = Undefined::NotAsked;
        Outcome { build, ran, input_variant, inspections: Vec::new(), undefined }
    }

    fn scripted(&self) -> &InputVariant {
        &self.expectations.input_variants[0]
    }
}
