//! A submission in which undefined behaviour is searched (in which order, and what happens if the grader fails), and what is needed for any
//! submission of one assignment: made and tested once, also before anything is handed in.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::build_variants::{BuildVariants, VariantTrial, sanitizer_limits};
use crate::case_run::CaseRun;
use crate::case_runner::CaseRunner;
use crate::checker::CheckerRunner;
use crate::error::{GradingError, PipelineError, format_error_chain, try_twice};
use crate::execute::ExecutionTarget;
use crate::functions::FunctionDrivers;
use crate::session::Session;
use crate::toolbox::ToolchainSet;
use judging::undefined::record;
use model::{
    Assignment, Course, Observation, SourceFile, UndefinedBehaviour, UndefinedChecks,
    UndefinedFinding,
};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildError, BuildOutput};

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

/// Variants that were tried out on this machine.
pub(in super::super) struct PreparedVariants<'a> {
    pub(super) checks: &'a UndefinedChecks,
    pub(super) build_variants: &'a BuildVariants<'a>,
    /// The hook's object; none where it is not needed.
    pub(super) watcher: Vec<Arc<Vec<u8>>>,
    /// The names that it needs of others.
    pub(super) watched: Vec<String>,
    /// The stack filler's object; none where it is not needed.
    pub(super) stack_filler: Vec<Arc<Vec<u8>>>,
    /// The functions' drivers with sanitizers.
    pub(super) drivers: FunctionDrivers<'a>,
    /// Why this machine cannot use sanitizers, if the assignment needs them.
    no_sanitizers: Option<String>,
    /// Why this machine cannot compare builds, if the assignment needs that.
    no_builds: Option<String>,
}

impl<'a> PreparedVariants<'a> {
    /// What the assignment asks for, tried out; none if that is nothing.
    ///
    /// # Errors
    ///
    /// If this machine cannot do it, and a criterion needs it.
    pub(in super::super) fn new(
        build_variants: &'a BuildVariants<'a>,
        session: Session<'a>,
    ) -> Result<Option<PreparedVariants<'a>>, PipelineError> {
        let prepared = PreparedVariants::try_variants(build_variants, session)?;
        let assignment = build_variants.assignment;
        let trouble = prepared.as_ref().and_then(|it| {
            let trouble = it.no_sanitizers.as_ref().or(it.no_builds.as_ref());
            trouble.filter(|_| assignment.scores_undefined_behaviour())
        });
        match trouble {
            Some(reason) => {
                let assignment = assignment.id.clone();
                let reason = reason.clone();
                Err(PipelineError::Undefined { assignment, reason })
            }
            None => Ok(prepared),
        }
    }

    /// The same, whatever needs it.
    fn try_variants(
        build_variants: &'a BuildVariants<'a>,
        session: Session<'a>,
    ) -> Result<Option<PreparedVariants<'a>>, PipelineError> {
        let BuildVariants {
            assignment,
            sanitized,
            ..
        } = build_variants;
        let Some(asked) = &assignment.undefined else {
            return Ok(None);
        };
        let mut watcher = Vec::new();
        let mut painter = Vec::new();
        let trial = VariantTrial {
            build_variants,
            session,
        };
        let no_sanitizers =
            unavailable_reason(asked.sanitizers.then(|| trial.try_sanitizers(&mut watcher)))?;
        let try_builds = || match asked.quick {
            true => trial.stack_filler(&mut painter),
            false => trial.try_builds(&mut painter),
        };
        let no_builds = unavailable_reason(asked.uninitialised.then(try_builds))?;
        let drivers = FunctionDrivers::new(assignment, sanitized.clone(), session);
        let drivers = drivers.with_objects(watcher.clone());
        let watched = watcher
            .iter()
            .flat_map(|object| record::needed_symbols(object))
            .collect();
        Ok(Some(PreparedVariants {
            watched,
            checks: asked,
            build_variants,
            watcher,
            stack_filler: painter,
            drivers,
            no_sanitizers,
            no_builds,
        }))
    }
}

/// Why something cannot be done here, if it was tried and failed.
fn unavailable_reason(
    tried: Option<Result<(), BuildError>>,
) -> Result<Option<String>, PipelineError> {
    match tried {
        None | Some(Ok(())) => Ok(None),
        Some(Err(BuildError::Sandbox(SandboxError::Interrupted))) => {
            Err(PipelineError::Interrupted)
        }
        Some(Err(error)) => Ok(Some(format!(
            "This machine cannot look for it: {}.",
            format_error_chain(&error)
        ))),
    }
}

/// What was tried out for one assignment with one of its toolchains.
#[derive(Debug, Clone)]
pub struct UndefinedTrial {
    /// The assignment's id.
    pub assignment: String,
    /// The toolchain's name.
    pub toolchain: String,
    /// Why this machine cannot do some of it, in sentences; none if it can do all.
    pub problems: Vec<String>,
    /// Whether a criterion needs it, so that nothing can be graded without.
    pub counts: bool,
}

/// Tries out every toolchain that an assignment names which asks for undefined behaviour; those that are not there are not
/// tried.
///
/// # Errors
///
/// If the user wants to stop.
pub fn try_undefined(
    course: &Course,
    session: Session<'_>,
) -> Result<Vec<UndefinedTrial>, PipelineError> {
    let toolbox = ToolchainSet::probe_all(course, session.interrupt());
    let mut trials = Vec::new();
    for assignment in course.assignments.iter().filter(|one| is_tried(one)) {
        let there = |it: &&_| toolbox.find_problem(it).is_none();
        for toolchain in assignment.toolchains().filter(there) {
            if !toolchain.compiles_to_programs() {
                continue;
            }
            let build_variants = BuildVariants::new(assignment, toolchain);
            let Some(tried) = PreparedVariants::try_variants(&build_variants, session)? else {
                continue;
            };
            trials.push(UndefinedTrial {
                assignment: assignment.id.clone(),
                toolchain: toolchain.name.clone(),
                problems: [tried.no_sanitizers, tried.no_builds]
                    .into_iter()
                    .flatten()
                    .collect(),
                counts: assignment.scores_undefined_behaviour(),
            });
        }
    }
    Ok(trials)
}

/// A quick search needs nothing that a compiler may lack.
fn is_tried(assignment: &Assignment) -> bool {
    let asked = assignment.undefined.as_ref();
    asked.is_some_and(|checks| checks.sanitizers || !checks.quick)
}
