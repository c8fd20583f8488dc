//! What is needed to build other variants of any submission of one assignment, made once and tried out.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::functions::Drivers;
use super::super::toolbox::Toolbox;
use super::super::{PipelineError, chain};
use super::survey;
use super::trial::Trial;
use crate::build::BuildError;
use crate::model::{Assignment, Course, Found, RunLimits, Submission, Toolchain, UndefinedChecks};
use crate::undefined::{BuildVariant, THROUGH_PAINTER, plain, watching, with_variant};
use sandbox::{Interrupt, Sandbox, SandboxError};

/// The ids of an assignment and of a toolchain.
pub(in super::super) type Pair<'a> = (&'a str, &'a str);

/// An assignment with one toolchain, in its variants.
pub(in super::super) struct BuildVariants {
    /// As the rubric has it.
    pub(super) plain: Assignment,
    pub(super) sanitized: Assignment,
    /// For linking alone: the ordinary variant with the stack filler.
    pub(super) painted: Assignment,
    zeros: Assignment,
    pattern: Assignment,
    optimised: Assignment,
}

impl BuildVariants {
    pub(super) fn of(assignment: &Assignment, toolchain: &Toolchain) -> BuildVariants {
        let plain = plain(assignment, toolchain);
        BuildVariants {
            sanitized: with_variant(&plain, BuildVariant::Sanitized),
            painted: through_painter(&plain),
            zeros: with_variant(&plain, BuildVariant::Zeros),
            pattern: with_variant(&plain, BuildVariant::Pattern),
            optimised: with_variant(&plain, BuildVariant::Optimised),
            plain,
        }
    }

    /// Those that submissions need: of assignments that ask for them, with toolchains that can make them and are there.
    pub(in super::super) fn needed<'c>(
        course: &'c Course,
        submissions: &[Submission],
        toolbox: &Toolbox,
    ) -> BTreeMap<Pair<'c>, BuildVariants> {
        let mut all = BTreeMap::new();
        for submission in submissions {
            let mut asking = course.assignments.iter().filter(|one| one.undefined.is_some());
            let assignment = asking.find(|one| one.id == submission.assignment);
            let (Some(assignment), Found::Sources(sources)) = (assignment, &submission.found)
            else {
                continue;
            };
            let toolchain = assignment.toolchain_of(sources);
            if toolchain.compiles_to_programs() && toolbox.trouble(toolchain).is_none() {
                let pair = (assignment.id.as_str(), toolchain.name.as_str());
                all.entry(pair).or_insert_with(|| BuildVariants::of(assignment, toolchain));
            }
        }
        all
    }

    /// The assignment in one variant.
    pub(super) fn of_builds(&self, build_variant: BuildVariant) -> &Assignment {
        match build_variant {
            BuildVariant::Sanitized => &self.sanitized,
            BuildVariant::Zeros => &self.zeros,
            BuildVariant::Pattern => &self.pattern,
            BuildVariant::Optimised => &self.optimised,
        }
    }
}

/// Variants that were tried out on this machine.
pub(in super::super) struct Prepared<'a> {
    pub(super) asked: &'a UndefinedChecks,
    pub(super) build_variants: &'a BuildVariants,
    /// The hook's object; none where it is not needed.
    pub(super) watcher: Vec<Arc<Vec<u8>>>,
    /// The names that it needs of others.
    pub(super) watched: Vec<String>,
    /// The stack filler's object; none where it is not needed.
    pub(super) painter: Vec<Arc<Vec<u8>>>,
    /// The functions' drivers with sanitizers.
    pub(super) drivers: Drivers<'a>,
    /// Why sanitizers cannot be used here, if they are asked for.
    pub(super) no_sanitizers: Option<String>,
    /// Why builds cannot be compared here, if that is asked for.
    pub(super) no_builds: Option<String>,
}

impl<'a> Prepared<'a> {
    /// What the assignment asks for, tried out; none if that is nothing.
    ///
    /// # Errors
    ///
    /// If this machine cannot do it, and a criterion needs it.
    pub(in super::super) fn new(
        build_variants: &'a BuildVariants,
        sandbox: &'a Sandbox,
        interrupt: &'a Interrupt,
    ) -> Result<Option<Prepared<'a>>, PipelineError> {
        let prepared = Prepared::tried(build_variants, sandbox, interrupt)?;
        let trouble = prepared.as_ref().and_then(|it| {
            let trouble = it.no_sanitizers.as_ref().or(it.no_builds.as_ref());
            trouble.filter(|_| survey::counts(&build_variants.plain))
        });
        match trouble {
            Some(reason) => {
                let (assignment, reason) = (build_variants.plain.id.clone(), reason.clone());
                Err(PipelineError::Undefined { assignment, reason })
            }
            None => Ok(prepared),
        }
    }

    /// The same, whatever needs it.
    pub(super) fn tried(
        build_variants: &'a BuildVariants,
        sandbox: &'a Sandbox,
        interrupt: &'a Interrupt,
    ) -> Result<Option<Prepared<'a>>, PipelineError> {
        let assignment = &build_variants.plain;
        let Some(asked) = &assignment.undefined else { return Ok(None) };
        let (mut watcher, mut painter) = (Vec::new(), Vec::new());
        let trial = Trial { build_variants, sandbox, interrupt };
        let no_sanitizers = unavailable(asked.sanitizers.then(|| trial.sanitizers(&mut watcher)))?;
        let no_builds = unavailable(asked.uninitialised.then(|| trial.builds(&mut painter)))?;
        let drivers = Drivers::with(&build_variants.sanitized, watcher.clone(), sandbox, interrupt);
        let watched = watcher.iter().flat_map(|object| watching::needed(object)).collect();
        Ok(Some(Prepared {
            watched,
            asked,
            build_variants,
            watcher,
            painter,
            drivers,
            no_sanitizers,
            no_builds,
        }))
    }
}

fn through_painter(assignment: &Assignment) -> Assignment {
    let mut painted = assignment.clone();
    painted.flags.push(THROUGH_PAINTER.to_owned());
    painted
}

/// Why something cannot be done here, if it was tried and failed.
fn unavailable(tried: Option<Result<(), BuildError>>) -> Result<Option<String>, PipelineError> {
    match tried {
        None | Some(Ok(())) => Ok(None),
        Some(Err(BuildError::Sandbox(SandboxError::Interrupted))) => {
            Err(PipelineError::Interrupted)
        }
        Some(Err(error)) => {
            Ok(Some(format!("This machine cannot look for it: {}.", chain(&error))))
        }
    }
}

/// What a program with sanitizers may use: a multiple, since it does more, and memory that it really holds.
pub(in crate::pipeline) fn watched(limits: &RunLimits) -> RunLimits {
    const TIMES: u32 = 4;
    const MORE: u64 = 256 << 20;
    RunLimits {
        cpu: limits.cpu * TIMES,
        wall: limits.wall * TIMES,
        memory: limits.memory.saturating_mul(2).saturating_add(MORE),
        output: limits.output,
    }
}
