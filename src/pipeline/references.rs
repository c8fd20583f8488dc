//! The program that defines correct, ready to be asked: a built-in game, or an instructor's own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::functions::{self as function_cases, Callable, Drivers};
use crate::build::{self, BuildError, ToolchainError};
use crate::course::transcript;
use crate::execute::{self, Input, Program};
use crate::functions;
use crate::model::{Assignment, Case, Effect, Exit, Observation, Reference, SourceFile, Turn};
use crate::sandbox::{Interrupt, Sandbox, SandboxError, Supervisor};
use ::reference::cpu::{Cpu, Player, Policy};
use ::reference::{GameId, GameOptions};

/// A reference that can be asked.
pub(super) enum Oracle {
    Game(GameId, GameOptions),
    /// A program of the instructor's.
    Program(Box<External>),
}

/// A program of the instructor's, the supervisor that runs it, and those of its functions that cases call.
pub(super) struct External {
    pub(super) program: Program,
    pub(super) supervisor: Supervisor,
    pub(super) functions: BTreeMap<usize, Callable>,
}

/// What a case must come to.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    /// The transcript of a script.
    Transcript(Vec<Turn>),
    /// The effects of calls.
    Calls(Vec<Effect>),
}

impl Answer {
    /// As it stands in the case's `.expected` file.
    pub(super) fn text(&self, case: &Case) -> String {
        match (self, &case.function) {
            (Answer::Calls(effects), Some(function)) => functions::render(function, effects),
            (Answer::Transcript(turns), _) => transcript::render(turns),
            (Answer::Calls(_), None) => String::new(),
        }
    }
}

/// A reference did not do what a reference must.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceError {
    /// The instructor's sources do not make a program.
    #[error("the reference of `{assignment}` does not build: {reason}\n{diagnostics}")]
    DoesNotBuild {
        /// The assignment.
        assignment: String,
        /// Why, in a sentence.
        reason: String,
        /// What the compiler said.
        diagnostics: String,
    },
    /// A source of the reference is not there.
    #[error("the reference of `{assignment}` cannot be read: `{path}`")]
    Unreadable {
        /// The assignment.
        assignment: String,
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The instructor's program failed on a case.
    #[error("the reference of `{assignment}` fails on the case `{case}`: {trouble}")]
    Fails {
        /// The assignment.
        assignment: String,
        /// The case.
        case: String,
        /// What it did.
        trouble: String,
    },
    /// Nothing says what a call must come to.
    #[error(
        "{file}:{line}: nothing says what `{call}` must come to: the reference has no answer{why}; give the call {keys}"
    )]
    NoAnswer {
        /// The case's file.
        file: String,
        /// The line of the call.
        line: usize,
        /// The call.
        call: String,
        /// What the reference did instead; empty if it was not asked.
        why: String,
        /// The keys that are missing.
        keys: &'static str,
    },
    /// The testing code for a function does not compile.
    #[error(
        "{file}: the testing code for the prototype does not compile; does the function's name mean something else in \
         C++?\n{diagnostics}"
    )]
    Prototype {
        /// The case's file.
        file: String,
        /// What the compiler said.
        diagnostics: String,
    },
    /// The instructor's command cannot be started.
    #[error(
        "the reference of `{assignment}` cannot be started: `{command}`; expected a program, its path starting at the rubric's folder"
    )]
    DoesNotStart {
        /// The assignment.
        assignment: String,
        /// The command.
        command: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no compiler for the instructor's sources.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// The script ends before the program does.
    #[error(
        "{file}: the script ends before the reference does, and a program that asks for more input may loop for ever; \
         add to `input` the lines that bring it to its end, such as the last moves of a game"
    )]
    ScriptTooShort {
        /// The case's file.
        file: String,
    },
    /// This machine cannot record where an external program reads.
    #[error(
        "the reference of `{assignment}` is an external program, and this machine does not show when a program reads \
         (it needs Linux 5.5 with seccomp); use a machine that does, see `grader doctor`"
    )]
    ReadsInvisible {
        /// The assignment.
        assignment: String,
    },
    /// This machine cannot answer a program while it runs.
    #[error(
        "the case `{case}` of `{assignment}` needs answers to what the program does, and this machine does not show \
         when a program reads (it needs Linux 5.5 with seccomp); use a machine that does, see `grader doctor`"
    )]
    Unanswerable {
        /// The assignment.
        assignment: String,
        /// The case.
        case: String,
    },
    /// The user asked to stop.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// Something of ours failed.
    #[error("cannot build the reference")]
    Build(#[source] BuildError),
    /// Something of ours failed.
    #[error("cannot run the reference")]
    Execute(#[source] SandboxError),
    /// Something of ours failed.
    #[error("cannot find the folder of the course")]
    Folder(#[source] std::io::Error),
}

impl From<BuildError> for ReferenceError {
    fn from(error: BuildError) -> ReferenceError {
        match error {
            BuildError::Sandbox(SandboxError::Interrupted) => ReferenceError::Interrupted,
            error => ReferenceError::Build(error),
        }
    }
}

impl From<SandboxError> for ReferenceError {
    fn from(error: SandboxError) -> ReferenceError {
        match error {
            SandboxError::Interrupted => ReferenceError::Interrupted,
            error => ReferenceError::Execute(error),
        }
    }
}

impl Oracle {
    /// Makes the assignment's reference ready; `course_folder` is where its paths start.
    pub(super) fn of(
        assignment: &Assignment,
        course_folder: &Path,
        sandbox: &Sandbox,
        interrupt: &Interrupt,
    ) -> Result<Oracle, ReferenceError> {
        match &assignment.reference {
            Reference::Game(game, options) => Ok(Oracle::Game(*game, *options)),
            Reference::Command(words) => {
                let folder = std::path::absolute(course_folder).map_err(ReferenceError::Folder)?;
                let mut supervisor = sandbox.supervisor_without_walls()?;
                supervisor.use_terminal(assignment.terminal);
                let program = Program::Command(words.clone(), folder);
                let functions = BTreeMap::new();
                Ok(Oracle::Program(Box::new(External { program, supervisor, functions })))
            }
            Reference::Sources(paths) => from_sources(assignment, paths, sandbox, interrupt),
        }
    }

    /// What `case` must come to.
    pub(super) fn answer(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        interrupt: &Interrupt,
    ) -> Result<Answer, ReferenceError> {
        match &case.function {
            Some(function) => function_cases::effects(self, assignment, case, function, interrupt)
                .map(Answer::Calls),
            None => self.transcript(assignment, case, interrupt).map(Answer::Transcript),
        }
    }

    /// The transcript that `case` must cause.
    pub(super) fn transcript(
        &mut self,
        assignment: &Assignment,
        case: &Case,
        interrupt: &Interrupt,
    ) -> Result<Vec<Turn>, ReferenceError> {
        match self {
            Oracle::Game(game, options) => {
                if let crate::model::Player::Policy { policy, seeds } = &case.player {
                    return Ok(policy_game(*options, *policy, seeds, case));
                }
                let mut game = game.start(*options);
                let turns = ::reference::transcript(game.as_mut(), &case.input);
                if game.is_over() { Ok(turns) } else { Err(too_short(case)) }
            }
            Oracle::Program(external) => {
                let External { program, supervisor, .. } = external.as_mut();
                let seen = execute::execute(
                    program,
                    Input::Lines(&case.input),
                    &case.limits,
                    supervisor,
                    interrupt,
                )
                .map_err(|error| not_started(assignment, program, error))?;
                external_turns(assignment, case, &seen)
            }
        }
    }
}

/// One game of a case that a policy plays: the first one's, against the CPU that the reference's seed gives.
fn policy_game(options: GameOptions, policy: Policy, seeds: &[u64], case: &Case) -> Vec<Turn> {
    let seed = seeds.first().copied().unwrap_or_default();
    Cpu::seeded(options.seed.unwrap_or(0)).play(&case.input, Player::new(policy, seed))
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

fn from_sources(
    assignment: &Assignment,
    paths: &[PathBuf],
    sandbox: &Sandbox,
    interrupt: &Interrupt,
) -> Result<Oracle, ReferenceError> {
    let sources = sources(assignment, paths)?;
    let toolchain = assignment.toolchain_of(&sources);
    build::probe(toolchain)?;
    let mut supervisor = sandbox.supervisor(&build::tools(toolchain))?;
    supervisor.use_terminal(assignment.terminal);
    let built = build::build(assignment, &sources, &mut supervisor, interrupt)?;
    match built.program.clone() {
        Some(program) => {
            let drivers = Drivers::new(assignment, sandbox, interrupt);
            drivers.warm_up()?;
            let (functions, _) = drivers.prepare(&built, &mut supervisor)?;
            let program = Program::from(program);
            Ok(Oracle::Program(Box::new(External { program, supervisor, functions })))
        }
        None => Err(ReferenceError::DoesNotBuild {
            assignment: assignment.id.clone(),
            reason: built.report.reason.unwrap_or_default(),
            diagnostics: built.report.diagnostics,
        }),
    }
}

fn sources(assignment: &Assignment, paths: &[PathBuf]) -> Result<Vec<SourceFile>, ReferenceError> {
    let one = |path: &PathBuf| {
        let unreadable = |source| ReferenceError::Unreadable {
            assignment: assignment.id.clone(),
            path: path.display().to_string(),
            source,
        };
        let path = fs::canonicalize(path).map_err(unreadable)?;
        let name =
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(SourceFile { path, name })
    };
    paths.iter().map(one).collect()
}

fn too_short(case: &Case) -> ReferenceError {
    ReferenceError::ScriptTooShort { file: case.file.display().to_string() }
}

/// What an external reference printed, as turns: complete lines are messages, the unfinished line before a read is a
/// prompt.
fn external_turns(
    assignment: &Assignment,
    case: &Case,
    seen: &Observation,
) -> Result<Vec<Turn>, ReferenceError> {
    if !seen.synchronised {
        return Err(ReferenceError::ReadsInvisible { assignment: assignment.id.clone() });
    }
    if seen.told_of_end {
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
        Exit::Signal(signal) => {
            return Err(fails(format!("it crashes (signal {signal})")));
        }
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
