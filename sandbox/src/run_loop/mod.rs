//! The loop that lives as long as the child: streams, reads, clocks, and the user's wish to stop.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `watch` | what is waited for, and what happens when the program makes a call that it shows |
//! | `clocks` | when its time is up, when a line of input is due, and which turn it ends |

mod clocks;
mod watch;

use std::io;
use std::time::{Duration, Instant};

use crate::command::{OutputOverflow, SandboxLimits, StdinSource};
use crate::error::SandboxError;
use crate::interrupt::Interrupt;
use crate::observation::{LimitKind, Observation, ObservedTurn, ProgramActivity, ResourceUsage};
use crate::process::{EndedProcess, RunningProgram, classify_exit};
use crate::reads::{CallListener, RepeatedPolls};
use crate::scarcity::RunStress;
use crate::script::InputScript;
use crate::silence::{PauseSchedule, SilenceTimer};
use crate::streams::{DrainResult, OutputCapture, OwnerStreams};

/// Where reads are shown, output is taken when the program reads or ends, and otherwise this often: to wake up for
/// every line that it flushes would cost more than the program itself. A program that was silent for so long may wait
/// for input in a way the filter does not see.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A terminal holds a few thousand bytes, and makes a program that prints more wait until they are taken.
const TERMINAL_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// One run, as it is watched.
pub(super) struct RunLoop<'a, 'i> {
    program: RunningProgram<'a>,
    /// What the program shows to us.
    reads: Option<CallListener>,
    /// Whether its reads are among that.
    synchronised: bool,
    /// Whether each reply is a question of its own.
    renews: bool,
    /// The processor time that it had used when it was asked last.
    cpu_before: Duration,
    /// Whether it reads all its input from a file.
    is_whole: bool,
    /// Whether the program may still read: at its end the listener hangs up, and would wake us again and again.
    listening: bool,
    script: InputScript<'i>,
    stdout: OutputCapture,
    stderr: OutputCapture,
    limits: SandboxLimits,
    poll_interval: Duration,
    floods: bool,
    /// Whether the program's memory must be looked at, because nothing else limits it.
    watches_memory: bool,
    interrupt: &'a Interrupt,
    started: Instant,
    /// For how long it was in the queue for a processor, as far as that was looked at; and how long before the last question.
    queued: Duration,
    queued_before: Duration,
    /// Whether the machine left it too little time to tell what it does.
    starved: bool,
    turns: Vec<ObservedTurn>,
    reads_after_end: u32,
    silence: SilenceTimer,
    before_end: Option<Vec<u8>>,
    stopped: Option<LimitKind>,
    activity: Option<ProgramActivity>,
    last_sign_of_life: Instant,
    repeated_polls: RepeatedPolls,
    /// When it is still to be stopped for a moment.
    pauses: PauseSchedule,
    buffer: Vec<u8>,
}

/// Why a watch is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunLoopEnd {
    /// The program has ended, and the supervisor has told it.
    ByItself,
    /// It has to be ended: a limit was reached, or the user wants to stop.
    ByUs,
}

impl<'a, 'i> RunLoop<'a, 'i> {
    pub(super) fn new(
        program: RunningProgram<'a>,
        streams: OwnerStreams,
        reads: Option<CallListener>,
        limits: &SandboxLimits,
        input: StdinSource<'i>,
        interrupt: &'a Interrupt,
    ) -> RunLoop<'a, 'i> {
        let is_whole = matches!(input, StdinSource::File(_));
        let renews = matches!(input, StdinSource::Questions(_));
        RunLoop {
            synchronised: reads.is_some() && !is_whole,
            is_whole,
            renews,
            cpu_before: Duration::ZERO,
            watches_memory: false,
            floods: false,
            poll_interval: if streams.output_terminal.is_some() {
                TERMINAL_POLL_INTERVAL
            } else {
                POLL_INTERVAL
            },
            stdout: match streams.output_terminal {
                Some(terminal) => {
                    OutputCapture::from_terminal(streams.stdout, terminal, limits.output)
                }
                None => OutputCapture::from_pipe(streams.stdout, limits.output),
            },
            stderr: OutputCapture::from_pipe(streams.stderr, limits.output),
            script: InputScript::new(streams.stdin, streams.input_terminal, input),
            program,
            listening: reads.is_some(),
            reads,
            limits: *limits,
            interrupt,
            started: Instant::now(),
            queued: Duration::ZERO,
            queued_before: Duration::ZERO,
            starved: false,
            turns: Vec::new(),
            reads_after_end: 0,
            silence: SilenceTimer::default(),
            before_end: None,
            stopped: None,
            activity: None,
            last_sign_of_life: Instant::now(),
            repeated_polls: RepeatedPolls::new(limits.wall),
            pauses: PauseSchedule::new(RunStress::None),
            buffer: vec![0; 1 << 16],
        }
    }

    /// Puts the run under pressure.
    pub(super) fn apply_stress(&mut self, pressure: RunStress) {
        self.script.apply_stress(pressure);
        self.pauses = PauseSchedule::new(pressure);
    }

    /// From now on the program is stopped when it holds more memory than its limit.
    pub(super) fn watch_memory(&mut self) {
        self.watches_memory = true;
    }
}

impl RunLoop<'_, '_> {
    /// What was seen, once nothing of the run is alive.
    pub(crate) fn into_observation(
        mut self,
        ended: EndedProcess,
    ) -> Result<Observation, SandboxError> {
        if self.starved {
            return Err(SandboxError::Starved);
        }
        self.drain_streams()
            .map_err(SandboxError::during_action("read what the program printed"))?;
        let saw_eof = match (self.synchronised, self.is_whole) {
            (true, _) => self.reads_after_end > 0,
            // Who reads a file to its end does as it should.
            (false, true) => false,
            (false, false) => self.script.is_drained(),
        };
        self.turns
            .push(ObservedTurn::without_input(self.stdout.take_captured()));
        Ok(Observation {
            turns: self.turns,
            synchronised: self.synchronised,
            saw_eof,
            before_end: self.before_end,
            stderr: self.stderr.take_captured(),
            exit: classify_exit(ended, self.stopped, &self.limits),
            usage: ResourceUsage {
                cpu: ended.cpu,
                wall: self.started.elapsed(),
                peak_memory: ended.peak_memory,
                touched_memory: ended.touched_memory,
                activity: self.activity,
            },
        })
    }
}

/// How long one is at least.
const PAUSE: Duration = Duration::from_millis(10);

impl RunLoop<'_, '_> {
    /// How long to wait for the pause that goes by the clock, if it is still to come.
    fn until_pause(&self) -> Option<Duration> {
        Some(
            self.pauses
                .timer_delay()?
                .saturating_sub(self.started.elapsed()),
        )
    }

    /// Makes a pause if one is due; `calls` if the program shows a call. That is interrupted, and shown again.
    fn pause_if_due(&mut self, calls: bool) -> io::Result<bool> {
        let at = calls.then_some(self.turns.len());
        let is_due = self.pauses.take_due(self.started.elapsed(), at);
        if is_due {
            self.pause_program()?;
        }
        Ok(is_due)
    }

    fn pause_program(&mut self) -> io::Result<()> {
        let begun = Instant::now();
        let stopped = self.program.stop_tree()?;
        self.interrupt.is_raised_within(PAUSE);
        drop(stopped);
        // Nothing of that time was the program's.
        let pause = begun.elapsed();
        self.started += pause;
        self.last_sign_of_life += pause;
        self.repeated_polls.reset_polls();
        Ok(())
    }
}

/// A program that printed so many bytes since we looked last (the least that a pipe holds) may be waiting until they are
/// taken, so they are taken as soon as possible from then on.
const FLOOD: usize = 4096;

impl RunLoop<'_, '_> {
    fn drain_streams(&mut self) -> io::Result<()> {
        self.drain_stdout()?;
        let drained = self.stderr.read_available(&mut self.buffer)?;
        self.record_drained(drained);
        Ok(())
    }

    fn drain_stdout(&mut self) -> io::Result<()> {
        let drained = self.stdout.read_available(&mut self.buffer)?;
        self.record_drained(drained);
        Ok(())
    }

    fn record_drained(&mut self, drained: DrainResult) {
        match drained {
            DrainResult::Nothing => {}
            DrainResult::Some(bytes) => {
                self.record_sign_of_life();
                self.floods |= bytes >= FLOOD;
            }
            DrainResult::Over if self.limits.overflow == OutputOverflow::Stop => {
                self.stopped = self.stopped.or(Some(LimitKind::Output));
            }
            DrainResult::Over => self.reset_silence(),
        }
    }
}
