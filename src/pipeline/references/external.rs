//! References that are programs of the instructor's: built or started as they are, and watched as students' are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::analysis::{Topics, look_at};
use super::super::functions::{Callable, Drivers, Linking};
use super::error::{ReferenceError, too_short};
use crate::build;
use crate::course::transcript;
use crate::execute::{self, Input, Program};
use crate::model::{Assignment, Case, Exit, Observation, SourceFile, Turn};
use crate::sandbox::{Interrupt, Sandbox, SandboxError, Supervisor};

/// A program of the instructor's, the supervisor that runs it, and those of its functions that cases call.
pub(in crate::pipeline) struct External {
    pub(in crate::pipeline) program: Program,
    pub(in crate::pipeline) supervisor: Supervisor,
    pub(in crate::pipeline) functions: BTreeMap<usize, Callable>,
}

impl External {
    /// A command, whose path starts at the course's folder.
    pub(super) fn command(
        assignment: &Assignment,
        words: &[String],
        course_folder: &Path,
        sandbox: &Sandbox,
    ) -> Result<External, ReferenceError> {
        let folder = std::path::absolute(course_folder).map_err(ReferenceError::Folder)?;
        let mut supervisor = sandbox.supervisor_without_walls()?;
        supervisor.use_terminal(assignment.terminal);
        let program = Program::Command(words.to_vec(), folder);
        Ok(External { program, supervisor, functions: BTreeMap::new() })
    }

    /// A program that is built from sources.
    pub(super) fn from_sources(
        assignment: &Assignment,
        paths: &[PathBuf],
        sandbox: &Sandbox,
        interrupt: &Interrupt,
    ) -> Result<External, ReferenceError> {
        let sources = sources(assignment, paths)?;
        let toolchain = assignment.toolchain_of(&sources);
        build::probe(toolchain, interrupt)?;
        let mut supervisor = sandbox.supervisor(&build::tools(toolchain))?;
        supervisor.use_terminal(assignment.terminal);
        let settings = assignment.build_settings(toolchain);
        let mut built = build::build(&settings, &sources, &mut supervisor, interrupt)?;
        let topics = Topics { functions: true, hints: true, ..Topics::default() };
        let looked = look_at(assignment, &mut built, topics, &mut supervisor, interrupt)?;
        match built.program.clone() {
            Some(program) => {
                let settings = assignment.build_settings(&assignment.toolchain);
                let drivers = Drivers::new(assignment, settings, sandbox, interrupt);
                drivers.warm_up()?;
                let (built, functions) = (&built, &looked.functions);
                let mut linking = Linking { drivers: &drivers, built, functions, log: Vec::new() };
                let functions = linking.all(&mut supervisor)?;
                let program = Program::from(program);
                Ok(External { program, supervisor, functions })
            }
            None => Err(ReferenceError::DoesNotBuild {
                assignment: assignment.id.clone(),
                reason: built.report.reason.unwrap_or_default(),
                diagnostics: built.report.diagnostics,
            }),
        }
    }

    /// The transcript that `case` causes.
    pub(super) fn transcript(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        interrupt: &Interrupt,
    ) -> Result<Vec<Turn>, ReferenceError> {
        let External { program, supervisor, .. } = self;
        let input = Input::Lines(&case.input);
        let seen = execute::execute(program, input, &case.limits, supervisor, interrupt)
            .map_err(|error| not_started(assignment, program, error))?;
        turns(assignment, case, &seen)
    }
}

/// A command that cannot be started is the instructor's to mend.
fn not_started(assignment: &Assignment, program: &Program, error: SandboxError) -> ReferenceError {
    match (program, error) {
        (Program::Command(words, _), SandboxError::Step { source, .. }) => {
            ReferenceError::DoesNotStart {
                assignment: assignment.id.clone(),
                command: words.join(" "),
                source,
            }
        }
        (_, error) => error.into(),
    }
}

fn sources(assignment: &Assignment, paths: &[PathBuf]) -> Result<Vec<SourceFile>, ReferenceError> {
    let one = |path: &PathBuf| {
        let unreadable = |source| ReferenceError::Unreadable {
            assignment: assignment.id.clone(),
            path: path.display().to_string(),
            source,
        };
        fs::canonicalize(path).map(SourceFile::alone).map_err(unreadable)
    };
    paths.iter().map(one).collect()
}

/// What it printed, as turns: complete lines are messages, the unfinished line before a read is a prompt.
fn turns(
    assignment: &Assignment,
    case: &Case,
    seen: &Observation,
) -> Result<Vec<Turn>, ReferenceError> {
    if !seen.synchronised {
        return Err(ReferenceError::ReadsInvisible { assignment: assignment.id.clone() });
    }
    if seen.saw_eof {
        return Err(too_short(case));
    }
    let fails = |trouble: String| ReferenceError::Fails {
        assignment: assignment.id.clone(),
        case: case.id.clone(),
        trouble,
    };
    match seen.exit {
        Exit::Code(0) => {}
        Exit::Code(code) => return Err(fails(format!("it ends with exit code {code}"))),
        Exit::NotStarted => return Err(fails("the system refuses to start it".to_owned())),
        Exit::Signal(signal) => return Err(fails(format!("it crashes (signal {signal})"))),
        Exit::Stopped(limit) => return Err(fails(format!("it {}", limit.in_words()))),
    }
    let text = seen.turns.iter().map(|turn| {
        let output = String::from_utf8(turn.output.clone())
            .map_err(|_| fails("its output is not UTF-8".to_owned()))?;
        Ok(match &turn.input {
            Some(input) => format!("{output}‹{input}›\n"),
            None => output,
        })
    });
    Ok(transcript::parse(&text.collect::<Result<String, ReferenceError>>()?))
}
