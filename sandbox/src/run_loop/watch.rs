//! What is waited for: the program's end, its calls, its streams, and the user's wish to stop.

use std::io;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{RunLoop, RunLoopEnd};

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
    /// than the clock runs; for several, the kernel's own limit is the backstop.
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
