//! What is needed to search undefined behaviour in any submission of one assignment, made and tested once; also before anything is
//! handed in.

use std::sync::Arc;

use super::build_variants::{BuildVariants, VariantTrial};
use crate::Session;
use crate::error::{PipelineError, format_error_chain};
use crate::functions::FunctionDrivers;
use crate::toolbox::ToolchainSet;
use judging::undefined::record;
use model::{Assignment, Course, UndefinedChecks};
use sandbox::SandboxError;
use toolchain::BuildError;

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
    pub(super) no_sanitizers: Option<String>,
    /// Why this machine cannot compare builds, if the assignment needs that.
    pub(super) no_builds: Option<String>,
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
    pub(super) fn try_variants(
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
