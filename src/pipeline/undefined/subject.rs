//! A submission that is looked at once more.

use super::super::case_run::CaseRun;
use super::super::case_runner::CaseRunner;
use super::super::checker::CheckerRunner;
use super::super::expectations::InputVariant;
use super::super::grading_error::GradingError;
use super::super::session::Session;
use super::limits::sanitizer_limits;
use super::prepared::PreparedVariants;
use crate::build::BuildOutput;
use crate::execute::ExecutionTarget;
use crate::model::{Assignment, FunctionCase, Observation, SourceFile, Verdict};
use crate::runner::InterruptibleRunner;

/// A submission that was run, with all that is needed to run it again.
pub(in crate::pipeline) struct UndefinedSubject<'g> {
    pub(in crate::pipeline) assignment: &'g Assignment,
    pub(in crate::pipeline) prepared: &'g PreparedVariants<'g>,
    pub(in crate::pipeline) checkers: CheckerRunner<'g>,
    pub(in crate::pipeline) session: Session<'g>,
    pub(in crate::pipeline) sources: &'g [SourceFile],
    /// What the rubric's own flags made of them.
    pub(in crate::pipeline) built: &'g BuildOutput,
    /// Whether the program may do something else each time by right; or why nobody knows.
    pub(in crate::pipeline) may_change: Result<bool, String>,
    pub(in crate::pipeline) input_variant: &'g InputVariant,
    pub(in crate::pipeline) ran: &'g [CaseRun],
}

impl UndefinedSubject<'_> {
    /// Whether the submission was right in this case.
    pub(super) fn is_right(&self, case: usize) -> bool {
        self.ran
            .get(case)
            .is_some_and(|ran| ran.judgement.verdict == Verdict::Accepted)
    }

    /// What a case calls, if it calls something.
    pub(super) fn function_case(&self, case: usize) -> Option<&FunctionCase> {
        self.assignment
            .cases
            .get(case)
            .and_then(|case| case.function.as_ref())
    }

    /// Plays a case's first game with another program.
    pub(super) fn play_case(
        &self,
        index: usize,
        program: &ExecutionTarget,
        runner: &mut InterruptibleRunner,
    ) -> Result<Observation, GradingError> {
        let UndefinedSubject {
            assignment,
            input_variant,
            checkers,
            session,
            ..
        } = *self;
        let limits = sanitizer_limits(&assignment.cases[index].limits);
        let case_runner = CaseRunner {
            assignment,
            index,
            input_variant,
            program,
            checkers,
            session,
        };
        let setting = self
            .ran
            .get(index)
            .map(CaseRun::play_setting)
            .unwrap_or_default();
        Ok(case_runner.play_round(0, setting, &limits, runner)?.seen)
    }
}
