//! Students' sources are read by confined processes of the grader, many programs by each: the parser is a large library, and a
//! source may have been made to mislead it.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::cli::arguments::CliArgs;
use crate::cli::failure::CliFailure;
use crate::cli::setup::prepare_sandbox;
use model::{Course, Exit};
use sandbox::{
    ConfinementError, DEFAULT_STACK, Interrupt, LinuxSandbox, OutputOverflow, SandboxCommand,
    SandboxError, SandboxLimits, SandboxProfile, StdinSource, Supervisor, ToolPaths,
};
use serde::{Deserialize, Serialize};
use similarity::{BaseCode, ProgramSource, ReadProgram, read_program};
use support::parallel::try_map_jobs;

/// The first argument of a process that reads sources.
const READ_SOURCES: &str = "__similar";

/// How many programs a process reads. Starting it costs as much as reading about ten.
const BATCH: usize = 48;

/// What a process may use. A beginner's program takes 2 ms and some MB.
const LIMITS: SandboxLimits = SandboxLimits {
    cpu: Duration::from_secs(20),
    after_end: None,
    // A busy machine may give it a twentieth of a processor.
    wall: Duration::from_secs(400),
    memory: 1 << 30,
    output: 128 << 20,
    overflow: OutputOverflow::Stop,
    stack: DEFAULT_STACK,
    file_size: 0,
};

/// What a process is asked.
#[derive(Serialize)]
struct ReadingQuestion<'q> {
    base: &'q BaseCode,
    programs: &'q [ProgramSource],
}

/// The same, received.
#[derive(Deserialize)]
struct ReceivedQuestion {
    base: BaseCode,
    programs: Vec<ProgramSource>,
}

/// Starts processes that read sources.
pub(in crate::cli) struct ConfinedReader {
    sandbox: LinuxSandbox,
    interrupt: Arc<Interrupt>,
}

/// Reads the sources on standard input, if this process was started for that.
pub(in crate::cli) fn read_if_requested() -> Option<ExitCode> {
    let is_asked = std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == READ_SOURCES);
    is_asked.then(|| match answer_question() {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody reads our standard error; the grader sees that we failed.
        Err(_) => ExitCode::FAILURE,
    })
}

fn answer_question() -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let question: ReceivedQuestion = postcard::from_bytes(&bytes).map_err(io::Error::other)?;
    let programs = question.programs.iter();
    let read: Vec<ReadProgram> = programs
        .map(|program| read_program(program, &question.base))
        .collect();
    let answer = postcard::to_allocvec(&read).map_err(io::Error::other)?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(&answer)?;
    stdout.flush()
}

impl ConfinedReader {
    /// Finds the strongest confinement of this machine.
    pub(in crate::cli) fn new(
        arguments: &CliArgs,
        course: &Course,
        interrupt: &Arc<Interrupt>,
    ) -> Result<ConfinedReader, CliFailure> {
        Ok(ConfinedReader {
            sandbox: prepare_sandbox(arguments, course, interrupt)?,
            interrupt: Arc::clone(interrupt),
        })
    }

    /// Reads programs, in their order. One that makes the process fail is unread, and no other is.
    ///
    /// # Errors
    ///
    /// If the grader or the machine fails, or the user wants to stop.
    pub(in crate::cli) fn read_programs(
        &self,
        programs: &[ProgramSource],
        base: &BaseCode,
        workers: usize,
    ) -> Result<Vec<ReadProgram>, CliFailure> {
        let batches: Vec<&[ProgramSource]> = programs.chunks(BATCH).collect();
        let read = try_map_jobs(&batches, workers, |batch| self.read_batch(batch, base));
        let read = read.map_err(ConfinementError::Sandbox)?;
        Ok(read.into_iter().flatten().collect())
    }

    fn read_batch(
        &self,
        batch: &[ProgramSource],
        base: &BaseCode,
    ) -> Result<Vec<ReadProgram>, SandboxError> {
        let mut supervisor = self.sandbox.start_supervisor(&ToolPaths::default())?;
        if let Some(read) = self.run_reader(&mut supervisor, batch, base)? {
            return Ok(read);
        }
        // Which one it was shows when each is read alone.
        let mut all = Vec::with_capacity(batch.len());
        for program in batch {
            let alone = std::slice::from_ref(program);
            match self.run_reader(&mut supervisor, alone, base)? {
                Some(read) => all.extend(read),
                None => all.push(ReadProgram::unread(program)),
            }
        }
        Ok(all)
    }

    /// What a process says of these programs; none if it failed or says something else.
    fn run_reader(
        &self,
        supervisor: &mut Supervisor,
        programs: &[ProgramSource],
        base: &BaseCode,
    ) -> Result<Option<Vec<ReadProgram>>, SandboxError> {
        let Ok(question) = postcard::to_allocvec(&ReadingQuestion { base, programs }) else {
            return Ok(None);
        };
        let command = SandboxCommand {
            arguments: vec![READ_SOURCES.into()],
            folder: supervisor.path_inside("source"),
            ..SandboxCommand::new("grader".into(), SandboxProfile::Analysis)
        };
        let input = StdinSource::File(&question);
        let seen = supervisor.run(&command, &LIMITS, input, &self.interrupt)?;
        if seen.exit != Exit::Code(0) {
            return Ok(None);
        }
        let answer: Option<Vec<ReadProgram>> = postcard::from_bytes(&seen.stdout()).ok();
        let answer = answer.filter(|answer| answer.len() == programs.len());
        Ok(answer.map(|answer| {
            let pairs = answer.into_iter().zip(programs);
            pairs
                .map(|(read, source)| read.validate_against(source))
                .collect()
        }))
    }
}
