//! The loop that lives as long as the child: streams, reads, clocks, and the user's wish to stop.

use std::io;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::capture::{Capture, Drained};
use crate::command::Input;
use crate::error::SandboxError;
use crate::exit::exit;
use crate::interrupt::Interrupt;
use crate::limits::{Limits, MOST_THREADS, Overflow};
use crate::observation::{Activity, Limit, Observation, ObservedTurn, Usage};
use crate::process::{Ended, Running};
use crate::reads::{Id, Reads};
use crate::repeated_polls::RepeatedPolls;
use crate::script::Script;
use crate::silence::Silence;
use crate::streams::OurStreams;
use crate::thread_state::{Call, InputPoll};

/// A program that was told of the end of input this often will not stop by itself.
const READS_AFTER_END: u32 = 8;

/// As much as a turn that ends with a question may have, in bytes.
const KEPT_BEFORE_END: usize = 16 << 10;

/// Where reads are shown, output is taken when the program reads or ends, and otherwise this often: to wake up for
/// every line that it flushes would cost more than the program itself. A program that was silent for so long may wait
/// for input in a way the filter does not see.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// One that computes in another thread meanwhile is not waited for any longer than this.
const LONG_BREATH: Duration = Duration::from_millis(250);

/// A terminal holds a few thousand bytes, and makes a program that prints more wait until they are taken.
const TERMINAL_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A program that printed so many bytes since we looked last (the least that a pipe holds) may be waiting until they are
/// taken, so they are taken as soon as possible from then on.
const FLOOD: usize = 4096;

/// One run, as it is watched.
pub(super) struct RunLoop<'a, 'i> {
    program: Running<'a>,
    /// What the program shows to us.
    reads: Option<Reads>,
    /// Whether its reads are among that.
    synchronised: bool,
    /// Whether it reads all its input from a file.
    is_whole: bool,
    /// Whether the program may still read: at its end the listener hangs up, and would wake us again and again.
    listening: bool,
    script: Script<'i>,
    stdout: Capture,
    stderr: Capture,
    limits: Limits,
    poll_interval: Duration,
    floods: bool,
    /// Whether the program's memory must be looked at, because nothing else limits it.
    watches_memory: bool,
    interrupt: &'a Interrupt,
    started: Instant,
    turns: Vec<ObservedTurn>,
    reads_after_end: u32,
    silence: Silence,
    before_end: Option<Vec<u8>>,
    stopped: Option<Limit>,
    activity: Option<Activity>,
    last_sign_of_life: Instant,
    repeated_polls: RepeatedPolls,
    buffer: Vec<u8>,
}

/// Why a watch is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The program has ended, and the supervisor has told it.
    ByItself,
    /// It has to be ended: a limit was reached, or the user wants to stop.
    ByUs,
}

/// What a poll found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WakeReason {
    Ended,
    Interrupted,
    Call,
    HungUp,
    Streams,
    Nothing,
}

impl<'a, 'i> RunLoop<'a, 'i> {
    pub(super) fn new(
        program: Running<'a>,
        streams: OurStreams,
        reads: Option<Reads>,
        limits: &Limits,
        input: Input<'i>,
        interrupt: &'a Interrupt,
    ) -> RunLoop<'a, 'i> {
        let is_whole = matches!(input, Input::Whole(_));
        RunLoop {
            synchronised: reads.is_some() && !is_whole,
            is_whole,
            watches_memory: false,
            floods: false,
            poll_interval: if streams.terminal.is_some() {
                TERMINAL_POLL_INTERVAL
            } else {
                POLL_INTERVAL
            },
            stdout: match streams.terminal {
                Some(_) => Capture::of_terminal(streams.stdout, limits.output),
                None => Capture::of_pipe(streams.stdout, limits.output),
            },
            stderr: Capture::of_pipe(streams.stderr, limits.output),
            script: Script::new(streams.stdin, streams.terminal, input),
            program,
            listening: reads.is_some(),
            reads,
            limits: *limits,
            interrupt,
            started: Instant::now(),
            turns: Vec::new(),
            reads_after_end: 0,
            silence: Silence::default(),
            before_end: None,
            stopped: None,
            activity: None,
            last_sign_of_life: Instant::now(),
            repeated_polls: RepeatedPolls::new(limits.wall),
            buffer: vec![0; 1 << 16],
        }
    }

    /// From now on the program is stopped when it holds more memory than its limit.
    pub(super) fn hold_down_memory(&mut self) {
        self.watches_memory = true;
    }

    /// Returns when the child has ended, has to be stopped, or the user wants to stop.
    pub(super) fn run(&mut self) -> io::Result<End> {
        if !self.synchronised {
            self.script.give_all()?;
        }
        while self.stopped.is_none() {
            if !self.synchronised {
                self.script.close_when_done();
            }
            let reason = self.wait()?;
            self.floods = false;
            match reason {
                WakeReason::Ended => return Ok(End::ByItself),
                WakeReason::Interrupted => break,
                WakeReason::Call => self.on_call()?,
                WakeReason::HungUp => self.listening = false,
                WakeReason::Streams | WakeReason::Nothing => self.on_streams()?,
            }
            self.look_at_clocks();
        }
        Ok(End::ByUs)
    }

    fn wait(&self) -> io::Result<WakeReason> {
        let timeout =
            Timespec::try_from(self.poll_timeout()).map_err(|_| io::ErrorKind::InvalidInput)?;
        let mut waiting = Vec::with_capacity(6);
        waiting.push(PollFd::new(&self.program, PollFlags::IN));
        waiting.push(PollFd::new(self.interrupt, PollFlags::IN));
        if let Some(reads) = self.reads.as_ref().filter(|_| self.listening) {
            waiting.push(PollFd::new(reads, PollFlags::IN));
        }
        if !self.synchronised {
            let streams = [self.stdout.descriptor(), self.stderr.descriptor()];
            let streams = streams.into_iter().flatten();
            waiting.extend(streams.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        }
        if let Some(pipe) = self.script.waiting_stream() {
            waiting.push(PollFd::from_borrowed_fd(pipe, PollFlags::OUT));
        }
        let reason = match poll(&mut waiting, Some(&timeout)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => WakeReason::Nothing,
            Ok(_) if !waiting[1].revents().is_empty() => WakeReason::Interrupted,
            // Before its end: a program that dies leaves no call behind.
            Ok(_) if self.listening && waiting[2].revents().contains(PollFlags::IN) => {
                WakeReason::Call
            }
            Ok(_) if !waiting[0].revents().is_empty() => WakeReason::Ended,
            Ok(_) if self.listening && waiting[2].revents().contains(PollFlags::HUP) => {
                WakeReason::HungUp
            }
            Ok(_) => WakeReason::Streams,
            Err(error) => return Err(error.into()),
        };
        Ok(reason)
    }

    /// How long nothing may happen before the clocks must be looked at. One thread uses processor time no faster
    /// than the clock runs; for several, the kernel's own limit is the backstop.
    fn poll_timeout(&self) -> Duration {
        let elapsed = self.started.elapsed();
        let wall = self.limits.wall.saturating_sub(elapsed);
        let cpu = match self.limits.cpu.checked_sub(elapsed) {
            Some(left) => left,
            None => self.limits.cpu.saturating_sub(self.program.cpu_time()),
        };
        let wakes = self.synchronised || self.watches_memory;
        let poll_interval = match wakes {
            true if self.floods => Duration::ZERO,
            true => self.poll_interval,
            false => wall,
        };
        wall.min(cpu).min(poll_interval).max(Duration::from_millis(1))
    }

    fn drain(&mut self) -> io::Result<()> {
        self.drain_stdout()?;
        let drained = self.stderr.drain(&mut self.buffer)?;
        self.note(drained);
        Ok(())
    }

    fn drain_stdout(&mut self) -> io::Result<()> {
        let drained = self.stdout.drain(&mut self.buffer)?;
        self.note(drained);
        Ok(())
    }

    fn note(&mut self, drained: Drained) {
        match drained {
            Drained::Nothing => {}
            Drained::Some(bytes) => {
                self.sign_of_life();
                self.floods |= bytes >= FLOOD;
            }
            Drained::Over if self.limits.overflow == Overflow::Stop => {
                self.stopped = self.stopped.or(Some(Limit::Output));
            }
            Drained::Over => self.interrupt_silence(),
        }
    }

    fn on_call(&mut self) -> io::Result<()> {
        let Some((id, call)) = self.reads.as_ref().map(Reads::next).transpose()?.flatten() else {
            return Ok(());
        };
        self.interrupt_silence();
        if call.makes_a_thread() {
            return self.on_thread(id);
        }
        if call.is_read() {
            self.sign_of_life();
            // All that it flushed before it read is in the pipe now.
            self.drain_stdout()?;
            self.give_line()?;
        } else {
            self.on_streams()?;
            self.on_poll(&call)?;
        }
        match &self.reads {
            Some(reads) if self.stopped.is_none() => reads.let_go(id),
            _ => Ok(()),
        }
    }

    /// A thread too many fails as it does where the kernel counts. Those that ask at the same time are counted one after the
    /// other, but before they are made: together they may be twice as many, and no more.
    fn on_thread(&self, id: Id) -> io::Result<()> {
        match &self.reads {
            Some(reads) if self.program.thread_count() < MOST_THREADS => reads.let_go(id),
            Some(reads) => reads.refuse(id),
            None => Ok(()),
        }
    }

    /// The program asks whether there is input.
    fn on_poll(&mut self, call: &Call) -> io::Result<()> {
        let poll = self.script.file().and_then(|script| call.input_poll(script));
        let asks = poll == Some(InputPoll::Immediate) && self.script.is_drained();
        if asks && self.repeated_polls.one_more() { self.give_line() } else { Ok(()) }
    }

    fn sign_of_life(&mut self) {
        self.last_sign_of_life = Instant::now();
        self.repeated_polls.end();
        self.interrupt_silence();
    }

    fn interrupt_silence(&mut self) {
        self.silence.interrupt(|| self.program.cpu_time());
    }

    /// Takes what was printed. A program that is silent may read through another descriptor, or wait for input before
    /// it reads.
    fn on_streams(&mut self) -> io::Result<()> {
        self.script.push()?;
        self.drain()?;
        let silence = self.last_sign_of_life.elapsed();
        if self.synchronised
            && silence >= POLL_INTERVAL
            && self.waits_for_more(silence >= LONG_BREATH)
        {
            // It may have printed before it began to wait.
            self.drain()?;
            self.give_line()?;
        }
        Ok(())
    }

    /// Whether it has read all it was given, and sleeps until there is more. In this order: a program that is seen to
    /// sleep may still be about to read.
    fn waits_for_more(&self, patient: bool) -> bool {
        let waits = |script| self.program.waits_for(script, patient);
        self.script.is_drained() && self.script.file().is_some_and(waits)
    }

    /// Hands over the next line if the program has none left, and notes the turn that it ends.
    fn give_line(&mut self) -> io::Result<()> {
        if !self.script.is_drained() {
            return Ok(());
        }
        match self.script.give_next(self.stdout.kept())? {
            Some(line) => {
                let output = self.stdout.take();
                self.turns.push(ObservedTurn { output, input: Some(line) });
            }
            None => self.on_read_after_end(),
        }
        Ok(())
    }

    fn on_read_after_end(&mut self) {
        let printed = self.stdout.kept();
        if self.reads_after_end == 0 && printed.len() <= KEPT_BEFORE_END {
            self.before_end = Some(printed.to_vec());
        }
        self.reads_after_end += 1;
        self.silence.begin(self.program.cpu_time());
        if self.reads_after_end > READS_AFTER_END {
            self.stopped = Some(Limit::Reads);
        }
    }

    fn look_at_clocks(&mut self) {
        if self.watches_memory && self.program.held_memory() > self.limits.memory {
            self.stopped = self.stopped.or(Some(Limit::Memory));
        }
        let elapsed = self.started.elapsed();
        if self.stopped.is_some() {
            return;
        }
        if elapsed < self.limits.cpu {
            self.stopped = self.limit_of_silence();
        } else if self.program.cpu_time() >= self.limits.cpu {
            self.stopped = Some(Limit::Cpu);
        } else if elapsed >= self.limits.wall {
            self.stopped = Some(Limit::Wall);
            self.activity = self.activity_in(elapsed);
        } else {
            self.stopped = self.limit_of_silence();
        }
    }

    fn limit_of_silence(&self) -> Option<Limit> {
        let exceeds = self.silence.exceeds(self.limits.after_end, || self.program.cpu_time());
        exceeds.then_some(Limit::AfterEnd)
    }

    /// What the program did most of the time, if that is plain. It waited only if it was silent as well: one that prints or
    /// reads may have waited for us.
    fn activity_in(&self, elapsed: Duration) -> Option<Activity> {
        let times = self.program.ready_times();
        let (most, all) = (times.iter().max()?, times.iter().sum::<Duration>());
        let is_silent = self.last_sign_of_life.elapsed() >= elapsed / 2;
        if *most >= elapsed * 3 / 4 {
            Some(Activity::Computing)
        } else {
            let waited = all.max(self.program.cpu_time()) <= elapsed / 4;
            (waited && is_silent).then_some(Activity::Waiting)
        }
    }

    /// What was seen, once nothing of the run is alive.
    pub(super) fn observation(mut self, ended: Ended) -> Result<Observation, SandboxError> {
        self.drain().map_err(SandboxError::during("read what the program printed"))?;
        let saw_eof = match (self.synchronised, self.is_whole) {
            (true, _) => self.reads_after_end > 0,
            // Who reads a file to its end does as it should.
            (false, true) => false,
            (false, false) => self.script.is_drained(),
        };
        self.turns.push(ObservedTurn::last(self.stdout.take()));
        Ok(Observation {
            turns: self.turns,
            synchronised: self.synchronised,
            saw_eof,
            before_end: self.before_end,
            stderr: self.stderr.take(),
            exit: exit(ended, self.stopped, &self.limits),
            usage: Usage {
                cpu: ended.cpu,
                wall: self.started.elapsed(),
                peak_memory: ended.peak_memory,
                touched_memory: ended.touched_memory,
                activity: self.activity,
            },
        })
    }
}
