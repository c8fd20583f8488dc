//! A submission in which undefined behaviour is searched: in which order, and what happens if the grader fails.

use std::collections::BTreeMap;

use super::build_variants::sanitizer_limits;
use super::prepared::PreparedVariants;
use crate::case_run::CaseRun;
use crate::case_runner::CaseRunner;
use crate::checker::CheckerRunner;
use crate::error::{GradingError, try_twice};
use crate::execute::ExecutionTarget;
use crate::session::Session;
use model::{Assignment, Observation, SourceFile, UndefinedBehaviour, UndefinedFinding};
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
        };
        let round = case_runner.play_round(0, ran.play_setting(), &limits, runner)?;
        Ok(round.seen)
    }
}

/// What was found, and the commands that were run for it.
type UndefinedResult = (UndefinedBehaviour, Vec<String>);

/// What is known so far.
#[derive(Default)]
pub(super) struct UndefinedSearch {
    pub(super) findings: Vec<UndefinedFinding>,
    /// Why some of it could not be found out, in sentences.
    pub(super) unknown: Vec<String>,
    /// The commands that were run.
    pub(super) log: Vec<String>,
}

/// What the search needs in submissions for one toolchain; or what is to be said without a search.
pub(crate) fn find_prepared<'p>(
    assignment: &Assignment,
    all: &'p BTreeMap<&str, PreparedVariants<'p>>,
    toolchain: &str,
) -> Result<&'p PreparedVariants<'p>, UndefinedBehaviour> {
    if assignment.undefined.is_none() {
        return Err(UndefinedBehaviour::NotAsked);
    }
    all.get(toolchain).ok_or_else(|| {
        let reason = format!("`{toolchain}` makes no programs in which this can be looked for");
        UndefinedBehaviour::NotApplicable(reason)
    })
}

impl UndefinedSubject<'_> {
    /// Searches everything that the assignment asks for. The ordinary objects are in the folder of `own`. A failure of the grader may
    /// pass, so it is tried twice.
    pub(crate) fn search_undefined(
        &self,
        own: &mut InterruptibleRunner,
    ) -> Result<UndefinedResult, GradingError> {
        match try_twice(|| self.search_once(own)) {
            Err(GradingError::Internal(reason) | GradingError::ResourceExhausted(reason)) => {
                Ok((UndefinedBehaviour::Failed(reason), Vec::new()))
            }
            other => other,
        }
    }

    fn search_once(&self, own: &mut InterruptibleRunner) -> Result<UndefinedResult, GradingError> {
        let mut search = UndefinedSearch::default();
        let PreparedVariants {
            checks: asked,
            no_sanitizers,
            no_builds,
            ..
        } = self.prepared;
        match no_sanitizers {
            _ if !asked.sanitizers => {}
            Some(reason) => search.unknown.push(reason.clone()),
            None => self.run_sanitizers(&mut search)?,
        }
        match no_builds {
            _ if !asked.uninitialised => {}
            Some(reason) => search.unknown.push(reason.clone()),
            None => self.compare_builds(&mut search, own)?,
        }
        let UndefinedSearch {
            findings,
            unknown,
            log,
        } = search;
        let undefined = if findings.is_empty() && !unknown.is_empty() {
            UndefinedBehaviour::Unknown(unknown.join(" "))
        } else {
            UndefinedBehaviour::Found(findings)
        };
        Ok((undefined, log))
    }
}
