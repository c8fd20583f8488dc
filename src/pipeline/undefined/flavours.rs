//! What is needed to build other flavours of any submission of one assignment, made once and tried out.

use std::sync::Arc;

use super::super::functions::{Drivers, mark};
use super::super::{PipelineError, chain};
use crate::build::{self, BuildError};
use crate::execute::{self, Flavoured, Input, Program};
use crate::model::{Assignment, Evidence, RunLimits, SourceFile, UndefinedChecks};
use crate::sandbox::{Interrupt, Sandbox, SandboxError};
use crate::undefined::{self, Flavour, flavoured, record};

/// The assignment in its flavours.
pub(in super::super) struct Flavours {
    pub(super) sanitized: Assignment,
}

impl Flavours {
    /// For each assignment that asks for some.
    pub(in super::super) fn of(assignment: &Assignment) -> Option<Flavours> {
        assignment.undefined.as_ref()?;
        Some(Flavours { sanitized: flavoured(assignment, Flavour::Sanitized) })
    }
}

/// Flavours that were tried out on this machine.
pub(in super::super) struct Prepared<'a> {
    pub(super) asked: &'a UndefinedChecks,
    pub(super) flavours: &'a Flavours,
    /// The watcher's object; none where it is not needed.
    pub(super) watcher: Vec<Arc<Vec<u8>>>,
    /// The functions' drivers with sanitizers.
    pub(super) drivers: Drivers<'a>,
    /// Why nothing can be looked for here.
    pub(super) unavailable: Option<String>,
}

/// A program with the commonest of all mistakes, which the sanitizers must see.
const PLANTED: &str = "int main(int count, char**) { int array[2] = {0, 0}; volatile int place = count + 1; \
                       return array[place]; }\n";

impl<'a> Prepared<'a> {
    /// Tries out what the assignment asks for.
    ///
    /// # Errors
    ///
    /// If this machine cannot do it, and a criterion needs it.
    pub(in super::super) fn new(
        assignment: &'a Assignment,
        flavours: &'a Flavours,
        sandbox: &'a Sandbox,
        interrupt: &'a Interrupt,
    ) -> Result<Option<Prepared<'a>>, PipelineError> {
        let Some(asked) = &assignment.undefined else { return Ok(None) };
        let mut watcher = Vec::new();
        let tried = if asked.sanitizers {
            sanitizers(assignment, flavours, &mut watcher, sandbox, interrupt)
        } else {
            Ok(())
        };
        let unavailable = match tried {
            Ok(()) => None,
            Err(BuildError::Sandbox(SandboxError::Interrupted)) => {
                return Err(PipelineError::Interrupted);
            }
            Err(error) => Some(format!("This machine cannot look for it: {}.", chain(&error))),
        };
        let counts = assignment
            .criteria
            .iter()
            .any(|criterion| matches!(criterion.evidence, Evidence::Undefined));
        if let (Some(reason), true) = (&unavailable, counts) {
            let (assignment, reason) = (assignment.id.clone(), reason.clone());
            return Err(PipelineError::Undefined { assignment, reason });
        }
        let drivers = Drivers::with(&flavours.sanitized, watcher.clone(), sandbox, interrupt);
        Ok(Some(Prepared { asked, flavours, watcher, drivers, unavailable }))
    }
}

/// Builds and runs the planted mistake.
fn sanitizers(
    assignment: &Assignment,
    flavours: &Flavours,
    watcher: &mut Vec<Arc<Vec<u8>>>,
    sandbox: &Sandbox,
    interrupt: &Interrupt,
) -> Result<(), BuildError> {
    let folders = build::folders(&assignment.compiler);
    let mut supervisor = sandbox.supervisor(&folders)?;
    watcher.push(build::driver(assignment, undefined::WATCHER, &mut supervisor, interrupt)?);
    let place = tempfile::Builder::new().prefix("grader-").tempdir();
    let place = place.map_err(|source| BuildError::Write { path: "planted.cpp".into(), source })?;
    let name = if assignment.compiler == "gcc" { "planted.c" } else { "planted.cpp" };
    let path = place.path().join(name);
    let text = if assignment.compiler == "gcc" { PLANTED_IN_C } else { PLANTED };
    std::fs::write(&path, text)
        .map_err(|source| BuildError::Write { path: path.clone(), source })?;
    let sources = [SourceFile { path, name: name.to_owned() }];
    let mut supervisor = sandbox.supervisor(&folders)?;
    let built =
        build::build_with(&flavours.sanitized, &sources, watcher, &mut supervisor, interrupt)?;
    let Some(program) = built.program else {
        let said = built.report.diagnostics.lines().next().unwrap_or_default().to_owned();
        return Err(BuildError::Sanitizers { trouble: said });
    };
    let mark = mark()?;
    let environment = Flavour::Sanitized.environment(&mark);
    let program =
        Flavoured { path: program, arguments: Vec::new(), environment, instrumented: true };
    let limits = watched(&assignment.cases.first().map_or(LIMITS, |case| case.limits));
    let seen = execute::execute(
        &Program::Flavoured(program),
        Input::Lines(&[]),
        &limits,
        &mut supervisor,
        interrupt,
    )?;
    match record::read(&seen.stderr, &mark) {
        Some(_) => Ok(()),
        None => Err(BuildError::Sanitizers {
            trouble: format!("a planted mistake was not reported ({:?})", seen.exit),
        }),
    }
}

const PLANTED_IN_C: &str = "int main(int count, char** words) { int array[2] = {0, 0}; \
                            volatile int place = count + 1; (void)words; return array[place]; }\n";

/// For an assignment without cases.
const LIMITS: RunLimits = RunLimits {
    cpu: std::time::Duration::from_secs(1),
    wall: std::time::Duration::from_secs(5),
    memory: 256 << 20,
    output: 1 << 20,
};

/// What a program with sanitizers may use: a multiple, since it does more, and memory that it really holds.
pub(super) fn watched(limits: &RunLimits) -> RunLimits {
    const TIMES: u32 = 4;
    const MORE: u64 = 256 << 20;
    RunLimits {
        cpu: limits.cpu * TIMES,
        wall: limits.wall * TIMES,
        memory: limits.memory.saturating_mul(2).saturating_add(MORE),
        output: limits.output,
    }
}
