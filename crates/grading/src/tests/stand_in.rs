//! Runs nothing: sources are "compiled" to empty files, and each "program" does what a test says of its text.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use ::reference::{GameOptions, tttn};

use super::class::SOURCE;
use model::{Confinement, Exit, Observation, ObservedTurn, Tier};
use sandbox::{
    Interrupt, RunFile, SandboxCommand, SandboxError, SandboxLimits, SandboxProfile, StdinSource,
    ToolPaths,
};
use tempfile::TempDir;
use toolchain::runner::{ProgramRunner, RunnerFactory};

/// A run of a student's program.
pub(super) struct Play<'a> {
    /// The text of the student's source.
    pub(super) text: &'a str,
    /// How often programs of this text were run before, in any attempt.
    pub(super) before: usize,
    pub(super) lines: &'a [String],
    pub(super) interrupt: &'a Interrupt,
}

/// What a program does, by its text.
type Behaviour = dyn Fn(&Play<'_>) -> Result<Observation, SandboxError> + Send + Sync;

/// Stands in for the sandbox.
pub(super) struct StandIn {
    behaviour: Arc<Behaviour>,
    /// How many runners were started.
    started: Mutex<usize>,
    /// How often programs of a text were run.
    plays: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl StandIn {
    /// Programs behave like this.
    pub(super) fn new(
        behaviour: impl Fn(&Play<'_>) -> Result<Observation, SandboxError> + Send + Sync + 'static,
    ) -> StandIn {
        let behaviour = Arc::new(behaviour);
        StandIn {
            behaviour,
            started: Mutex::new(0),
            plays: Arc::default(),
        }
    }

    /// How many runners were started.
    pub(super) fn started(&self) -> usize {
        *self.started.lock().unwrap()
    }
}

impl RunnerFactory for StandIn {
    fn start_runner(&self, _: &ToolPaths, _: bool) -> Result<Box<dyn ProgramRunner>, SandboxError> {
        *self.started.lock().unwrap() += 1;
        let folder = tempfile::tempdir().unwrap();
        for name in ["source", "out", "tmp"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Ok(Box::new(Runner {
            folder,
            behaviour: Arc::clone(&self.behaviour),
            plays: Arc::clone(&self.plays),
        }))
    }

    fn start_unconfined_runner(&self, _: bool) -> Result<Box<dyn ProgramRunner>, SandboxError> {
        self.start_runner(&ToolPaths::default(), false)
    }

    fn confinement(&self) -> Confinement {
        Confinement {
            tier: Tier::A,
            shows_reads: true,
        }
    }
}

struct Runner {
    folder: TempDir,
    behaviour: Arc<Behaviour>,
    plays: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl ProgramRunner for Runner {
    fn run(
        &mut self,
        command: &SandboxCommand,
        _: &SandboxLimits,
        input: StdinSource<'_>,
        interrupt: &Interrupt,
    ) -> Result<Observation, SandboxError> {
        // As the sandbox does.
        if interrupt.is_raised() {
            return Err(SandboxError::Interrupted);
        }
        match (command.profile, input) {
            (SandboxProfile::Program, StdinSource::Lines(lines)) => self.play(lines, interrupt),
            _ => Ok(self.compile(command)),
        }
    }

    fn fill_folder(&mut self, _: &[RunFile<'_>]) -> Result<(), SandboxError> {
        Ok(())
    }

    fn path_inside(&self, folder: &str) -> PathBuf {
        self.path_outside(folder)
    }

    fn path_outside(&self, folder: &str) -> PathBuf {
        self.folder.path().join(folder)
    }
}

impl Runner {
    fn compile(&self, command: &SandboxCommand) -> Observation {
        let text = fs::read_to_string(self.path_outside("source").join(SOURCE)).unwrap_or_default();
        let has_word = |word: &str| command.arguments.iter().any(|it| it == word);
        let lacks_header = text.starts_with("lacking a header") && !has_word("-include");
        if has_word(SOURCE) && lacks_header {
            let error = format!("{SOURCE}:1:1: error: 'strcpy' was not declared in this scope");
            return Observation {
                stderr: error.into_bytes(),
                ..Observation::new(vec![ObservedTurn::default()], Exit::Code(1))
            };
        }
        let mut arguments = command
            .arguments
            .iter()
            .skip_while(|word| *word != "-o")
            .skip(1);
        // Nothing is made of what is only looked at.
        let Some(made) = arguments.next().map(PathBuf::from) else {
            return Observation::new(vec![ObservedTurn::default()], Exit::Code(0));
        };
        fs::write(self.path_outside("out").join(made.file_name().unwrap()), "").unwrap();
        Observation::new(vec![ObservedTurn::default()], Exit::Code(0))
    }

    fn play(&self, lines: &[String], interrupt: &Interrupt) -> Result<Observation, SandboxError> {
        let text = fs::read_to_string(self.path_outside("source").join(SOURCE)).unwrap();
        let before = {
            let mut plays = self.plays.lock().unwrap();
            let before = plays.entry(text.clone()).or_default();
            *before += 1;
            *before - 1
        };
        (self.behaviour)(&Play {
            text: &text,
            before,
            lines,
            interrupt,
        })
    }
}

/// What a right program does with these lines.
pub(super) fn right(lines: &[String]) -> Observation {
    let mut game = tttn::RULES.create_game(GameOptions::default());
    let turns = ::reference::play_transcript(game.as_mut(), lines)
        .into_iter()
        .map(|turn| ObservedTurn {
            output: turn.printed_text().into_bytes(),
            input: turn.input,
        });
    Observation::new(turns.collect(), Exit::Code(0))
}

/// What a program does that knows nothing.
pub(super) fn wrong() -> Observation {
    Observation::new(vec![ObservedTurn::without_input("42\n")], Exit::Code(0))
}
