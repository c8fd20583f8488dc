//! One run of one program on one script.

mod out_of_memory;
mod own_folder;
mod simulated;

use std::path::{Path, PathBuf};

use crate::model::{
    Assignment, Case, Exit, Invocation, Limit, Observation, RunLimits, Simulator, WrittenFile,
};
use crate::runner::InterruptibleRunner;
pub(crate) use sandbox::Input;
use sandbox::{Command, Limits, Overflow, Profile, SandboxError};

/// What to execute.
#[derive(Debug, Clone)]
pub(crate) enum Program {
    /// A program built from what somebody handed in, as it is seen from inside the walls.
    Built(PathBuf),
    /// A program that runs in a simulator: the command, the folder it starts in, and what is known of the simulator.
    Simulated(Vec<String>, PathBuf, Box<Simulator>),
    /// A program that was built to call functions, with its arguments.
    Driver(PathBuf, Vec<String>),
    /// A program that was built in another way than the rubric's.
    VariantProgram(VariantProgram),
    /// An instructor's own command with its arguments, run in the given folder, which is trusted.
    Command(Vec<String>, PathBuf),
    /// An instructor's command that judges a transcript, the folder it starts in, and the one it may write in.
    Checker(Vec<String>, PathBuf, PathBuf),
}

/// How a case starts a program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start<'a> {
    /// The program's name: it is called with `./NAME`, as a student calls it, in every tier and every run.
    pub name: &'a str,
    /// Its arguments and files.
    pub invocation: &'a Invocation,
    /// Whether it runs on a terminal, even if the assignment's programs do not.
    pub on_terminal: bool,
}

impl<'a> Start<'a> {
    /// How this case of an assignment starts programs, on what the assignment's programs run on.
    pub(crate) fn of(assignment: &'a Assignment, case: &'a Case) -> Start<'a> {
        Start { name: &assignment.program, invocation: &case.invocation, on_terminal: false }
    }
}

/// A program of one variant, ready to be run.
#[derive(Debug, Clone)]
pub(crate) struct VariantProgram {
    /// The program, as it is seen from inside the walls.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// What it finds in its environment besides what every program does.
    pub environment: Vec<(String, String)>,
    /// Whether sanitizers are in it.
    pub instrumented: bool,
}

/// Where a checker's commands are looked for, whatever the instructor's own `PATH` is: a wrapper or an environment in a
/// home folder could not be read by it.
pub(crate) const CHECKERS_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Runs `program`, which reads `input`.
///
/// # Errors
///
/// If something of ours fails; whatever the program does is a value.
pub(crate) fn execute(
    program: &Program,
    input: Input<'_>,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<Observation, SandboxError> {
    started(command(program), program, input, (limits, run_limits(program, limits)), runner)
}

/// Runs `program` as a case starts it. Returns the files as well that it was to write; nothing of them stays where it ran.
///
/// # Errors
///
/// If something of ours fails; whatever the program does is a value.
pub(crate) fn execute_case(
    program: &Program,
    start: Start<'_>,
    input: Input<'_>,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<(Observation, Vec<WrittenFile>), SandboxError> {
    let Start { name, invocation, on_terminal } = start;
    let mut command = Command { terminal: on_terminal, ..called(name, command(program)) };
    command.arguments.extend(invocation.arguments.iter().map(Into::into));
    let more = invocation.environment.iter().map(|(name, value)| (name.into(), value.into()));
    command.environment.extend(more);
    let mut within = run_limits(program, limits);
    if invocation.has_folder() {
        own_folder::prepare(&mut command, invocation, runner)?;
    }
    if !invocation.writes.is_empty() {
        within.file_size = limits.output;
    }
    let seen = started(command, program, input, (limits, within), runner);
    if !invocation.has_folder() {
        return Ok((seen?, Vec::new()));
    }
    let written = own_folder::written(invocation, limits.output, runner);
    runner.fill(&[])?;
    let seen = seen?;
    let exit = written_too_much(seen.exit, invocation);
    Ok((Observation { exit, ..seen }, written?))
}

/// Runs `program` as often as a case starts it, in one folder, until it does not end by itself. Returns the files as well that it
/// was to write.
///
/// # Errors
///
/// If something of ours fails; whatever the program does is a value.
pub(crate) fn execute_runs(
    program: &Program,
    start: Start<'_>,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<(Vec<Observation>, Vec<WrittenFile>), SandboxError> {
    let Start { name, invocation, on_terminal } = start;
    let mut plain = Command { terminal: on_terminal, ..called(name, command(program)) };
    let more = invocation.environment.iter().map(|(name, value)| (name.into(), value.into()));
    plain.environment.extend(more);
    own_folder::prepare(&mut plain, invocation, runner)?;
    let mut within = run_limits(program, limits);
    if !invocation.writes.is_empty() {
        within.file_size = limits.output;
    }
    let mut all = Vec::new();
    for run in &invocation.runs {
        let mut command = plain.clone();
        command.arguments.extend(run.arguments.iter().map(Into::into));
        let input = Input::Lines(&run.input);
        let seen = started(command, program, input, (limits, within), runner);
        // Nothing of it stays where it ran, whatever happens.
        let seen = seen.inspect_err(|_| drop(runner.fill(&[])))?;
        let exit = written_too_much(seen.exit, invocation);
        all.push(Observation { exit, ..seen });
        if !matches!(exit, Exit::Code(_)) {
            break;
        }
    }
    let written = own_folder::written(invocation, limits.output, runner);
    runner.fill(&[])?;
    Ok((all, written?))
}

/// What a program writes counts as what it prints.
fn written_too_much(exit: Exit, invocation: &Invocation) -> Exit {
    match exit {
        Exit::Stopped(Limit::FileSize) if !invocation.writes.is_empty() => {
            Exit::Stopped(Limit::Output)
        }
        exit => exit,
    }
}

fn started(
    command: Command,
    program: &Program,
    input: Input<'_>,
    (limits, within): (&RunLimits, Limits),
    runner: &mut InterruptibleRunner,
) -> Result<Observation, SandboxError> {
    let seen = runner.run(&command, &within, input)?;
    Ok(match program {
        Program::Simulated(.., simulator) => simulated::of_the_program(seen, simulator),
        Program::Built(path)
        | Program::Driver(path, _)
        | Program::VariantProgram(VariantProgram { path, .. }) => {
            let file = runner.outside("out").join(path.file_name().unwrap_or_default());
            out_of_memory::told_apart(seen, &file, limits.memory)
        }
        Program::Command(..) | Program::Checker(..) => seen,
    })
}

/// The failure of the program that its simulator told of; none if it told of none, or nothing simulated it.
pub(crate) fn fault(program: &Program, seen: &Observation) -> Option<String> {
    match program {
        Program::Simulated(.., simulator) => simulated::fault(seen, simulator),
        _ => None,
    }
}

fn command(program: &Program) -> Command {
    match program {
        Program::Built(path) => built(path, &[]),
        Program::Driver(path, arguments) => built(path, arguments),
        Program::VariantProgram(with_variant) => {
            let VariantProgram { path, arguments, environment, instrumented } = with_variant;
            let mut command = built(path, arguments);
            let more = environment.iter().map(|(name, value)| (name.into(), value.into()));
            command.environment.extend(more);
            let profile = if *instrumented { Profile::Instrumented } else { Profile::Program };
            Command { profile, ..command }
        }
        Program::Simulated(words, folder, _) => Command {
            environment: Command::environment("/usr/bin:/bin".into(), Path::new("/")),
            ..words_in(words, folder, Profile::Simulator)
        },
        Program::Command(words, folder) => Command {
            environment: Command::environment(std::env::var_os("PATH").unwrap_or_default(), folder),
            ..words_in(words, folder, Profile::Trusted)
        },
        Program::Checker(words, folder, temporary) => {
            let mut environment = Command::environment(CHECKERS_PATH.into(), temporary);
            environment.push(("TMPDIR".into(), temporary.into()));
            Command { environment, ..words_in(words, folder, Profile::Consumer) }
        }
    }
}

/// The command with the name by which a student calls the program; a simulator or an instructor's command keeps its own.
fn called(name: &str, command: Command) -> Command {
    match command.profile {
        Profile::Program | Profile::Instrumented => {
            Command { name: Some(format!("./{name}").into()), ..command }
        }
        _ => command,
    }
}

fn words_in(words: &[String], folder: &Path, profile: Profile) -> Command {
    let program = words.first().map(PathBuf::from).unwrap_or_default();
    Command {
        arguments: words.iter().skip(1).map(Into::into).collect(),
        folder: folder.to_owned(),
        ..Command::new(program, profile)
    }
}

fn built(path: &Path, arguments: &[String]) -> Command {
    Command::program(path.to_owned(), arguments.iter().map(Into::into))
}

fn run_limits(program: &Program, limits: &RunLimits) -> Limits {
    /// The largest temporary file of a checker.
    const TEMPORARY: u64 = 16 << 20;
    let writes = matches!(program, Program::Checker(..));
    Limits {
        cpu: limits.cpu,
        after_end: limits.after_end,
        wall: limits.wall,
        memory: limits.memory,
        stack: limits.stack,
        output: limits.output,
        overflow: Overflow::Stop,
        file_size: if writes { TEMPORARY } else { 0 },
    }
}
