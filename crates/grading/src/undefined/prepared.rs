//! What is needed to look for undefined behaviour in any submission of one assignment, made once and tried out.

use std::sync::Arc;

use super::super::Session;
use super::super::error::{PipelineError, format_error_chain};
use super::super::functions::FunctionDrivers;
use super::build_variants::BuildVariants;
use super::trial::VariantTrial;
use judging::undefined::watching;
use model::UndefinedChecks;
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
    /// Why sanitizers cannot be used here, if they are asked for.
    pub(super) no_sanitizers: Option<String>,
    /// Why builds cannot be compared here, if that is asked for.
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
            .flat_map(|object| watching::needed_symbols(object))
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
