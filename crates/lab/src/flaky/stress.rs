//! The conditions under which a program is run again, how they are applied to a run, and whether two runs are equal. None of the conditions
//! may change what a program does. Times never count.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use model::{
    CallReport, CasePlayer, CaseReport, Confinement, Exit, InputOrigin, LimitKind, Observation,
    TestCase, TestReport, Verdict, with_line_breaks,
};
use sandbox::{
    Interrupt, RunFile, RunStress, SandboxCommand, SandboxError, SandboxLimits, SandboxProfile,
    StdinSource, ToolPaths,
};
use toolchain::runner::{ProgramRunner, RunnerFactory};

/// A condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StressCondition {
    /// Normal, one program after the other.
    Alone,
    /// Many at a time, with threads that only compute: the system interrupts programs elsewhere.
    Load,
    /// With another environment: the stack begins elsewhere, at other bytes.
    Environment,
    /// Lines come some milliseconds after the program has begun to wait for them.
    LateInput,
    /// All input is there at once, in a file.
    OnePiece,
    /// Each byte of a line comes alone.
    ByteByByte,
    /// The program is stopped for a moment, and goes on.
    Stopped,
}

impl StressCondition {
    /// All of them, in the order in which rounds take them.
    const ALL: [StressCondition; 7] = [
        StressCondition::Alone,
        StressCondition::Load,
        StressCondition::Environment,
        StressCondition::LateInput,
        StressCondition::OnePiece,
        StressCondition::ByteByByte,
        StressCondition::Stopped,
    ];

    pub(super) fn for_round(round: usize, pressure: bool) -> StressCondition {
        let all: &[StressCondition] = if pressure {
            &StressCondition::ALL
        } else {
            &[StressCondition::Alone]
        };
        all.get(round % all.len())
            .copied()
            .unwrap_or(StressCondition::Alone)
    }

    /// The condition in words.
    pub fn describe(self) -> &'static str {
        match self {
            StressCondition::Alone => "run once more",
            StressCondition::Load => "beside other work",
            StressCondition::Environment => "with a larger environment",
            StressCondition::LateInput => "with input that comes late",
            StressCondition::OnePiece => "with all input at once",
            StressCondition::ByteByByte => "with input byte by byte",
            StressCondition::Stopped => "stopped for a moment and continued",
        }
    }
}

/// Starts runners that run untrusted programs under one condition.
pub(super) struct StressFactory<'a> {
    pub(super) runners: &'a dyn RunnerFactory,
    pub(super) condition: StressCondition,
    /// The number of the round: the stress is the same within a round, and another one in the next.
    pub(super) round: u64,
}

impl RunnerFactory for StressFactory<'_> {
    fn start_runner(
        &self,
        tools: &ToolPaths,
        terminal: bool,
    ) -> Result<Box<dyn ProgramRunner>, SandboxError> {
        let runner = self.runners.start_runner(tools, terminal)?;
        let condition = self.condition;
        let chance = StressRandom(Cell::new(self.round + 1));
        Ok(Box::new(StressRunner {
            runner,
            condition,
            terminal,
            chance,
        }))
    }

    fn start_unconfined_runner(
        &self,
        terminal: bool,
    ) -> Result<Box<dyn ProgramRunner>, SandboxError> {
        self.runners.start_unconfined_runner(terminal)
    }

    fn confinement(&self) -> Confinement {
        self.runners.confinement()
    }
}

/// A runner that applies a condition.
struct StressRunner {
    runner: Box<dyn ProgramRunner>,
    condition: StressCondition,
    terminal: bool,
    chance: StressRandom,
}

/// How large the environment may become, in bytes: a page, and a little that moves the stack within one.
const MOST_ENVIRONMENT: u64 = 5000;

/// The latest that a line comes, in milliseconds.
const MOST_DELAY: u64 = 8;

/// The latest that a program is stopped for the first time, in microseconds: most have ended by then if they do not wait.
const LATEST_STOP: u64 = 4000;

/// How many lines of a run come late; the others would only take time.
const LATE_LINES: usize = 3;

impl ProgramRunner for StressRunner {
    fn run(
        &mut self,
        command: &SandboxCommand,
        limits: &SandboxLimits,
        input: StdinSource<'_>,
        interrupt: &Interrupt,
    ) -> Result<Observation, SandboxError> {
        if !matches!(
            command.profile,
            SandboxProfile::Program | SandboxProfile::Simulator
        ) {
            return self.runner.run(command, limits, input, interrupt);
        }
        let mut command = command.clone();
        match (self.condition, input) {
            (StressCondition::Environment, input) => {
                let size =
                    usize::try_from(self.chance.next_below(MOST_ENVIRONMENT)).unwrap_or_default();
                command
                    .environment
                    .push(("_".into(), "x".repeat(size).into()));
                self.runner.run(&command, limits, input, interrupt)
            }
            (StressCondition::LateInput, StdinSource::Lines(lines)) => {
                let mut given = 0;
                let mut answer = |_: &[u8]| {
                    if given < LATE_LINES {
                        thread::sleep(Duration::from_millis(self.chance.next_below(MOST_DELAY)));
                    }
                    given += 1;
                    lines.get(given - 1).cloned()
                };
                self.runner.run(
                    &command,
                    limits,
                    StdinSource::Callback(&mut answer),
                    interrupt,
                )
            }
            (StressCondition::OnePiece, StdinSource::Lines(lines))
                if !self.terminal && !command.terminal =>
            {
                let whole = with_line_breaks(lines);
                self.runner.run(
                    &command,
                    limits,
                    StdinSource::File(whole.as_bytes()),
                    interrupt,
                )
            }
            (StressCondition::ByteByByte, input) => {
                command.stress = RunStress::ByteByByte;
                self.runner.run(&command, limits, input, interrupt)
            }
            (StressCondition::Stopped, input) => {
                let after = Duration::from_micros(self.chance.next_below(LATEST_STOP));
                command.stress = RunStress::Pauses { after };
                self.runner.run(&command, limits, input, interrupt)
            }
            (
                StressCondition::Alone
                | StressCondition::Load
                | StressCondition::LateInput
                | StressCondition::OnePiece,
                input,
            ) => self.runner.run(&command, limits, input, interrupt),
        }
    }

    fn fill_folder(&mut self, files: &[RunFile<'_>]) -> Result<(), SandboxError> {
        self.runner.fill_folder(files)
    }

    fn path_inside(&self, folder: &str) -> PathBuf {
        self.runner.path_inside(folder)
    }

    fn path_outside(&self, folder: &str) -> PathBuf {
        self.runner.path_outside(folder)
    }
}

/// A small random number generator (SplitMix64). The numbers only have to differ.
struct StressRandom(Cell<u64>);

impl StressRandom {
    fn next_below(&self, most: u64) -> u64 {
        self.0.set(self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15));
        let mixed = (self.0.get() ^ (self.0.get() >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)) % most.max(1)
    }
}

/// Does `work` while `count` threads keep processors busy.
pub(super) fn with_cpu_load<R>(count: usize, work: impl FnOnce() -> R) -> R {
    /// Ends the threads, also if the work panics.
    struct StressStopGuard<'d>(&'d AtomicBool);
    impl Drop for StressStopGuard<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let _done = StressStopGuard(&is_done);
        for _ in 0..count {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        work()
    })
}

/// What must be equal in each run, as it is reported.
#[derive(Debug, Clone)]
pub struct FlakyRun {
    /// The name of the verdict, and how the program ended.
    pub outcome: String,
    /// What it printed and read; inputs are written as `‹2›`.
    pub transcript: String,
    /// Whether a limit ended it.
    is_stopped: bool,
}

/// The first run of a case and one that differs from it; none if they are equal, or the grader failed.
pub(super) fn compare_runs(
    case: &TestCase,
    first: &CaseReport,
    again: &CaseReport,
    condition: StressCondition,
) -> Option<(FlakyRun, FlakyRun)> {
    let verdicts = [&first.judgement.verdict, &again.judgement.verdict];
    let is_known = !verdicts
        .iter()
        .any(|verdict| matches!(verdict, Verdict::Ungraded(_)));
    // A policy may play another game each time. That is no fault of the program.
    if !is_known || matches!(case.player, CasePlayer::Policy { .. }) {
        return None;
    }
    let in_one_piece =
        condition == StressCondition::OnePiece && !case.end_of_input && first.calls.is_empty();
    let (was, is) = if in_one_piece {
        let old = first.observation.as_ref()?;
        let new = again.observation.as_ref()?;
        // Without turns it is not known what another player would answer.
        let is_plain = first.input_origin == InputOrigin::Script
            && again.input_origin == InputOrigin::Script
            && matches!(old.exit, Exit::Code(_));
        if !is_plain {
            return None;
        }
        (summarise_output(old), summarise_output(new))
    } else {
        (summarise_case(first), summarise_case(again))
    };
    was.differs_from(&is).then_some((was, is))
}

impl FlakyRun {
    fn differs_from(&self, other: &FlakyRun) -> bool {
        // How much a program prints before a limit stops it depends on time.
        let is_cut = self.is_stopped && other.is_stopped;
        self.outcome != other.outcome || !is_cut && self.transcript != other.transcript
    }
}

fn summarise_case(report: &CaseReport) -> FlakyRun {
    let mut outcome = report.judgement.verdict.name().to_owned();
    let mut transcript = String::new();
    let mut is_stopped = false;
    if let Some(observation) = &report.observation {
        outcome = format!("{outcome}, {}", describe_exit(observation.exit));
        transcript = render_turns(observation);
        is_stopped = matches!(observation.exit, Exit::Stopped(_));
    }
    for CallReport {
        call,
        actual,
        judgement,
        ..
    } in &report.calls
    {
        transcript += &format!("{call}: {}, {actual:?}\n", judgement.verdict.name());
    }
    for TestReport {
        test, judgement, ..
    } in &report.tests
    {
        transcript += &format!("{}: {}\n", test.name, judgement.verdict.name());
    }
    FlakyRun {
        outcome,
        transcript,
        is_stopped,
    }
}

fn render_turns(observation: &Observation) -> String {
    let mut transcript = String::new();
    for turn in &observation.turns {
        transcript += &String::from_utf8_lossy(&turn.output);
        if let Some(input) = &turn.input {
            transcript += &format!("‹{input}›\n");
        }
    }
    transcript
}

fn summarise_output(observation: &Observation) -> FlakyRun {
    let output: Vec<u8> = observation
        .turns
        .iter()
        .flat_map(|turn| turn.output.iter().copied())
        .collect();
    let transcript = String::from_utf8_lossy(&output).into_owned();
    let is_stopped = matches!(observation.exit, Exit::Stopped(_));
    FlakyRun {
        outcome: describe_exit(observation.exit),
        transcript,
        is_stopped,
    }
}

/// How it ended. Which of the time limits it was depends on time.
fn describe_exit(exit: Exit) -> String {
    match exit {
        Exit::Code(code) => format!("exit code {code}"),
        Exit::Signal(signal) => format!("signal {signal}"),
        Exit::Stopped(LimitKind::Cpu | LimitKind::Wall | LimitKind::AfterEnd) => {
            "stopped by time".to_owned()
        }
        Exit::Stopped(_) => "stopped".to_owned(),
        Exit::NotStarted => "not started".to_owned(),
    }
}
