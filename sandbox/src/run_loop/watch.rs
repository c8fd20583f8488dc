//! What is waited for: the program's end, its calls, its streams, and the user's wish to stop; and what to do when the program makes a call that
//! it shows.

use std::io;
use std::time::Duration;

use super::{RunLoop, RunLoopEnd};
use crate::command::MOST_THREADS;
use crate::reads::{CallId, CallListener};
use crate::thread_state::{InputPoll, ThreadSyscall};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How often the kernel is asked how long a program waited for processors, once its time on the clock has passed.
const QUEUE_INTERVAL: Duration = Duration::from_millis(10);

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

impl RunLoop<'_, '_> {
    /// Returns when the child has ended, has to be stopped, or the user wants to stop.
    pub(crate) fn run(&mut self) -> io::Result<RunLoopEnd> {
        if !self.synchronised {
            self.script.send_all()?;
        }
        while self.stopped.is_none() {
            if !self.synchronised {
                self.script.close_when_done();
            }
            let reason = self.wait_for_event()?;
            self.floods = false;
            let goes_on = !matches!(reason, WakeReason::Ended | WakeReason::Interrupted);
            if goes_on && self.pause_if_due(reason == WakeReason::Call)? {
                continue;
            }
            match reason {
                WakeReason::Ended => return Ok(RunLoopEnd::ByItself),
                WakeReason::Interrupted => break,
                WakeReason::Call => self.on_call()?,
                WakeReason::HungUp => self.listening = false,
                WakeReason::Streams | WakeReason::Nothing => self.on_streams()?,
            }
            self.check_clocks();
        }
        Ok(RunLoopEnd::ByUs)
    }

    fn wait_for_event(&self) -> io::Result<WakeReason> {
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
    /// than the clock runs; a program with several may use more than its limit until then.
    fn poll_timeout(&self) -> Duration {
        let elapsed = self.started.elapsed();
        let wall = match self.limits.wall.checked_sub(elapsed) {
            Some(left) => left,
            // It goes on because it waited for processors, and may do so again.
            None => (self.limits.wall + self.queued)
                .saturating_sub(elapsed)
                .max(QUEUE_INTERVAL),
        };
        let cpu = match self.limits.cpu.checked_sub(elapsed) {
            Some(left) => left,
            None => self.limits.cpu.saturating_sub(self.cpu_time()),
        };
        let wakes = self.synchronised || self.watches_memory;
        let poll_interval = match wakes {
            true if self.floods => Duration::ZERO,
            true => self.poll_interval,
            false => wall,
        };
        let timeout = wall
            .min(cpu)
            .min(poll_interval)
            .max(Duration::from_millis(1));
        self.until_pause()
            .map_or(timeout, |pause| timeout.min(pause))
    }
}

impl RunLoop<'_, '_> {
    fn on_call(&mut self) -> io::Result<()> {
        let Some((id, call)) = self
            .reads
            .as_ref()
            .map(CallListener::next_call)
            .transpose()?
            .flatten()
        else {
            return Ok(());
        };
        self.reset_silence();
        if call.creates_thread() {
            return self.on_thread(id);
        }
        if self.script.is_unrelated_call(&call) {
            self.on_streams()?;
        } else if call.is_read() {
            self.record_sign_of_life();
            // All that it flushed before it read is in the pipe now.
            self.drain_stdout()?;
            self.send_piece()?;
        } else {
            self.on_streams()?;
            self.on_poll(&call)?;
        }
        match &self.reads {
            Some(reads) if self.stopped.is_none() => reads.let_continue(id),
            _ => Ok(()),
        }
    }

    /// A thread too many fails as it does where the kernel counts. Those that ask at the same time are counted one after the
    /// other, but before they are made: together they may be twice as many, and no more.
    fn on_thread(&self, id: CallId) -> io::Result<()> {
        match &self.reads {
            Some(reads) if self.program.thread_count() < MOST_THREADS => reads.let_continue(id),
            Some(reads) => reads.refuse_call(id),
            None => Ok(()),
        }
    }

    /// The program asks whether there is input.
    fn on_poll(&mut self, call: &ThreadSyscall) -> io::Result<()> {
        let poll = self
            .script
            .file_id()
            .and_then(|script| call.input_poll(script));
        let asks = poll == Some(InputPoll::Immediate) && self.script.is_drained();
        if asks && self.repeated_polls.record_poll() {
            self.send_rest_or_line()
        } else {
            Ok(())
        }
    }
}
