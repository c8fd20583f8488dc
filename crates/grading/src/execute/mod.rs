//! One run of one program on one script.

use std::path::{Path, PathBuf};

use crate::game_clock;
use model::{
    Assignment, Exit, Invocation, LimitKind, Observation, RunLimits, Simulator, TestCase,
    WrittenFile,
};
use sandbox::{OutputOverflow, SandboxCommand, SandboxError, SandboxLimits, SandboxProfile};
use toolchain::BuiltProgram;
use toolchain::runner::InterruptibleRunner;

mod case_folder;
mod out_of_memory;
mod simulated;

pub(crate) use sandbox::StdinSource;

/// What to execute.
#[derive(Debug, Clone)]
pub enum ExecutionTarget {
    /// A program built from a submission: its path inside the sandbox.
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

impl From<BuiltProgram> for ExecutionTarget {
    fn from(runnable: BuiltProgram) -> ExecutionTarget {
        match runnable {
            BuiltProgram::Executable(path) => ExecutionTarget::Built(path),
            BuiltProgram::Simulated(words, folder, simulator) => {
                ExecutionTarget::Simulated(words, folder, simulator)
            }
        }
    }
}

/// How a case starts a program.
#[derive(Debug, Clone, Copy)]
pub struct ProgramStart<'a> {
    /// The program's name: it is called with `./NAME`, as a student calls it, in every tier and every run.
    pub name: &'a str,
    /// Its arguments and files.
    pub invocation: &'a Invocation,
    /// Whether it runs on a terminal, even if the assignment's programs do not.
    pub on_terminal: bool,
    /// The time that it sees, in seconds since 1970, if it plays a game of chance; none if it sees the real time.
    pub time: Option<u64>,
}

impl<'a> ProgramStart<'a> {
    /// How this case of an assignment starts programs, on what the assignment's programs run on.
    pub(crate) fn for_case(assignment: &'a Assignment, case: &'a TestCase) -> ProgramStart<'a> {
        ProgramStart {
            name: &assignment.outline.program,
            invocation: &case.invocation,
            on_terminal: false,
            time: None,
        }
    }
}

/// A program of one variant, ready to be run.
#[derive(Debug, Clone)]
pub struct VariantProgram {
    /// The path of the program inside the sandbox.
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
/// If the grader fails. Whatever the program does is a value.
pub(crate) fn execute_program(
    program: &ExecutionTarget,
    input: StdinSource<'_>,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<Observation, SandboxError> {
    run_command(
        build_command(program),
        program,
        input,
        limits,
        sandbox_limits(program, limits),
        runner,
    )
}

/// Runs `program` as a case starts it. Returns the files as well that it was to write; nothing of them stays where it ran.
///
/// # Errors
///
/// If the grader fails. Whatever the program does is a value.
pub fn execute_case(
    program: &ExecutionTarget,
    start: ProgramStart<'_>,
    input: StdinSource<'_>,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<(Observation, Vec<WrittenFile>), SandboxError> {
    let ProgramStart {
        name,
        invocation,
        on_terminal,
        time,
    } = start;
    let mut command = SandboxCommand {
        terminal: on_terminal,
        ..set_program_name(name, build_command(program))
    };
    command
        .arguments
        .extend(invocation.arguments.iter().map(Into::into));
    let more = invocation
        .environment
        .iter()
        .map(|(name, value)| (name.into(), value.into()));
    command.environment.extend(more);
    let time = time.map(|time| (game_clock::VARIABLE.into(), time.to_string().into()));
    command.environment.extend(time);
    let mut within = sandbox_limits(program, limits);
    if invocation.has_folder() {
        case_folder::prepare_folder(&mut command, invocation, runner)?;
    }
    if invocation.has_writable_files() {
        within.file_size = limits.output;
    }
    let seen = run_command(command, program, input, limits, within, runner);
    if !invocation.has_folder() {
        return Ok((seen?, Vec::new()));
    }
    let written = case_folder::read_written_files(invocation, limits.output, runner);
    runner.fill_folder(&[])?;
    let seen = seen?;
    let exit = report_as_output_limit(seen.exit, invocation);
    Ok((Observation { exit, ..seen }, written?))
}

/// Runs `program` as often as a case starts it, in one folder, until it does not end by itself. Returns the files as well that it
/// was to write.
///
/// # Errors
///
/// If the grader fails. Whatever the program does is a value.
pub(crate) fn execute_runs(
    program: &ExecutionTarget,
    start: ProgramStart<'_>,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<(Vec<Observation>, Vec<WrittenFile>), SandboxError> {
    let ProgramStart {
        name,
        invocation,
        on_terminal,
        // Programs that are started several times play no games of chance.
        time: _,
    } = start;
    let mut plain = SandboxCommand {
        terminal: on_terminal,
        ..set_program_name(name, build_command(program))
    };
    let more = invocation
        .environment
        .iter()
        .map(|(name, value)| (name.into(), value.into()));
    plain.environment.extend(more);
    case_folder::prepare_folder(&mut plain, invocation, runner)?;
    let mut within = sandbox_limits(program, limits);
    if invocation.has_writable_files() {
        within.file_size = limits.output;
    }
    let mut all = Vec::new();
    for run in &invocation.runs {
        let mut command = plain.clone();
        command
            .arguments
            .extend(run.arguments.iter().map(Into::into));
        let input = StdinSource::Lines(&run.input);
        let seen = run_command(command, program, input, limits, within, runner);
        // Nothing of it stays where it ran, whatever happens.
        let seen = seen.inspect_err(|_| drop(runner.fill_folder(&[])))?;
        let exit = report_as_output_limit(seen.exit, invocation);
        all.push(Observation { exit, ..seen });
        if !matches!(exit, Exit::Code(_)) {
            break;
        }
    }
    let written = case_folder::read_written_files(invocation, limits.output, runner);
    runner.fill_folder(&[])?;
    Ok((all, written?))
}

/// What a program writes counts as what it prints.
fn report_as_output_limit(exit: Exit, invocation: &Invocation) -> Exit {
    match exit {
        Exit::Stopped(LimitKind::FileSize) if invocation.has_writable_files() => {
            Exit::Stopped(LimitKind::Output)
        }
        exit => exit,
    }
}

fn run_command(
    command: SandboxCommand,
    program: &ExecutionTarget,
    input: StdinSource<'_>,
    limits: &RunLimits,
    within: SandboxLimits,
    runner: &mut InterruptibleRunner,
) -> Result<Observation, SandboxError> {
    let seen = runner.run(&command, &within, input)?;
    Ok(match program {
        ExecutionTarget::Simulated(.., simulator) => simulated::strip_banner(seen, simulator),
        ExecutionTarget::Built(path)
        | ExecutionTarget::Driver(path, _)
        | ExecutionTarget::VariantProgram(VariantProgram { path, .. }) => {
            let file = runner
                .path_outside("out")
                .join(path.file_name().unwrap_or_default());
            out_of_memory::classify_oom(seen, &file, limits.memory)
        }
        ExecutionTarget::Command(..) | ExecutionTarget::Checker(..) => seen,
    })
}

/// The failure of the program that its simulator reports, if there is one.
pub(crate) fn simulator_fault(program: &ExecutionTarget, seen: &Observation) -> Option<String> {
    match program {
        ExecutionTarget::Simulated(.., simulator) => simulated::find_fault(seen, simulator),
        _ => None,
    }
}

fn build_command(program: &ExecutionTarget) -> SandboxCommand {
    match program {
        ExecutionTarget::Built(path) => program_command(path, &[]),
        ExecutionTarget::Driver(path, arguments) => program_command(path, arguments),
        ExecutionTarget::VariantProgram(with_variant) => {
            let VariantProgram {
                path,
                arguments,
                environment,
                instrumented,
            } = with_variant;
            let mut command = program_command(path, arguments);
            let more = environment
                .iter()
                .map(|(name, value)| (name.into(), value.into()));
            command.environment.extend(more);
            let profile = if *instrumented {
                SandboxProfile::Instrumented
            } else {
                SandboxProfile::Program
            };
            SandboxCommand { profile, ..command }
        }
        ExecutionTarget::Simulated(words, folder, _) => SandboxCommand {
            environment: SandboxCommand::minimal_environment(
                "/usr/bin:/bin".into(),
                Path::new("/"),
            ),
            ..command_in_folder(words, folder, SandboxProfile::Simulator)
        },
        ExecutionTarget::Command(words, folder) => SandboxCommand {
            environment: SandboxCommand::minimal_environment(
                std::env::var_os("PATH").unwrap_or_default(),
                folder,
            ),
            ..command_in_folder(words, folder, SandboxProfile::Trusted)
        },
        ExecutionTarget::Checker(words, folder, temporary) => {
            let mut environment =
                SandboxCommand::minimal_environment(CHECKERS_PATH.into(), temporary);
            environment.push(("TMPDIR".into(), temporary.into()));
            SandboxCommand {
                environment,
                ..command_in_folder(words, folder, SandboxProfile::Consumer)
            }
        }
    }
}

/// The command with the name by which a student calls the program; a simulator or an instructor's command keeps its own.
fn set_program_name(name: &str, command: SandboxCommand) -> SandboxCommand {
    match command.profile {
        SandboxProfile::Program | SandboxProfile::Instrumented => SandboxCommand {
            name: Some(format!("./{name}").into()),
            ..command
        },
        _ => command,
    }
}

fn command_in_folder(words: &[String], folder: &Path, profile: SandboxProfile) -> SandboxCommand {
    let program = words.first().map(PathBuf::from).unwrap_or_default();
    SandboxCommand {
        arguments: words.iter().skip(1).map(Into::into).collect(),
        folder: folder.to_owned(),
        ..SandboxCommand::new(program, profile)
    }
}

fn program_command(path: &Path, arguments: &[String]) -> SandboxCommand {
    SandboxCommand::for_program(path.to_owned(), arguments.iter().map(Into::into))
}

fn sandbox_limits(program: &ExecutionTarget, limits: &RunLimits) -> SandboxLimits {
    /// The largest temporary file of a checker.
    const TEMPORARY: u64 = 16 << 20;
    let writes = matches!(program, ExecutionTarget::Checker(..));
    SandboxLimits {
        cpu: limits.cpu,
        after_end: limits.after_end,
        wall: limits.wall,
        memory: limits.memory,
        stack: limits.stack,
        output: limits.output,
        overflow: OutputOverflow::Stop,
        file_size: if writes { TEMPORARY } else { 0 },
    }
}
