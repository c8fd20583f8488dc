//! A submission that is looked at once more.

use super::super::case_run::CaseRun;
use super::super::case_runner::CaseRunner;
use super::super::checker::CheckerRunner;
use super::super::grading_error::GradingError;
use super::super::session::Session;
use super::limits::sanitizer_limits;
use super::prepared::PreparedVariants;
use crate::execute::ExecutionTarget;
use model::{Assignment, Observation, SourceFile};
use toolchain::BuildOutput;
use toolchain::runner::InterruptibleRunner;

/// A submission that was run, with all that is needed to run it again.
pub(crate) struct UndefinedSubject<'g> {
    pub(crate) assignment: &'g Assignment,
    pub(crate) prepared: &'g PreparedVariants<'g>,
    pub(crate) checkers: CheckerRunner<'g>,
    pub(crate) session: Session<'g>,
    pub(crate) sources: &'g [SourceFile],
    /// What the rubric's own flags made of them.
    pub(crate) built: &'g BuildOutput,
    /// Whether the program may do something else each time by right; or why nobody knows.
    pub(crate) may_change: Result<bool, String>,
    /// The cases as they were run.
    pub(crate) ran: &'g [CaseRun],
}

impl UndefinedSubject<'_> {
    /// The runs of the cases in which undefined behaviour is looked for.
    pub(super) fn checked_runs(&self) -> impl Iterator<Item = &CaseRun> {
        let places = self.prepared.checks.cases.iter();
        places.filter_map(|place| self.ran.get(*place))
    }

    /// Plays the first game of a case once more, with another program.
    pub(super) fn play_case(
        &self,
        ran: &CaseRun,
        program: &ExecutionTarget,
        runner: &mut InterruptibleRunner,
    ) -> Result<Observation, GradingError> {
        let limits = sanitizer_limits(&ran.case.spec.limits);
        let case_runner = CaseRunner {
            case: &ran.case,
            program,
            checkers: self.checkers,
            session: self.session,
        };
        let round = case_runner.play_round(0, ran.play_setting(), &limits, runner)?;
        Ok(round.seen)
    }
}
