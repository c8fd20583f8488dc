//! When the next line is due, and which turn it ends.

use std::io;
use std::time::{Duration, Instant};

use super::{POLL_INTERVAL, RunLoop};
use crate::observation::{LimitKind, ObservedTurn, ProgramActivity};
use crate::script::InputDelivery;

/// A program that was told of the end of input this often will not stop by itself.
const READS_AFTER_END: u32 = 8;

/// As much as a turn that ends with a question may have, in bytes.
const MAX_BEFORE_END: usize = 16 << 10;

/// One that computes in another thread meanwhile is not waited for any longer than this.
const LONG_BREATH: Duration = Duration::from_millis(250);

impl RunLoop<'_, '_> {
    /// Takes what was printed. A program that is silent may read through another descriptor, or wait for input before
    /// it reads.
    pub(super) fn on_streams(&mut self) -> io::Result<()> {
        self.script.write_pending()?;
        self.drain_streams()?;
        let silence = self.last_sign_of_life.elapsed();
        if self.synchronised
            && silence >= POLL_INTERVAL
            && self.waits_for_more(silence >= LONG_BREATH)
        {
            // It may have printed before it began to wait.
            self.drain_streams()?;
            self.send_rest_or_line()?;
        }
        Ok(())
    }

    /// Whether it has read all it was given, and sleeps until there is more. In this order: a program that is seen to
    /// sleep may still be about to read.
    fn waits_for_more(&self, patient: bool) -> bool {
        let waits = |script| self.program.waits_for_input(script, patient);
        self.script.is_drained() && self.script.file_id().is_some_and(waits)
    }

    /// Hands over what a program gets that reads, if it has nothing left: a line, unless there is more of the last one.
    pub(super) fn send_piece(&mut self) -> io::Result<()> {
        if !self.script.is_drained() || self.script.send_rest(false)? {
            return Ok(());
        }
        self.send_line()
    }

    /// The same for a program that waits in another way. It is heard of late, so it gets at once what is left of a line.
    pub(super) fn send_rest_or_line(&mut self) -> io::Result<()> {
        if !self.script.is_drained() || self.script.send_rest(true)? {
            return Ok(());
        }
        self.send_line()
    }

    /// Hands over the next line, and notes the turn that it ends.
    fn send_line(&mut self) -> io::Result<()> {
        let asked = Instant::now();
        let given = self.script.send_next(self.stdout.captured_bytes())?;
        // Whoever answers takes time of its own, and the program may not be blamed for it.
        self.started += asked.elapsed();
        if self.renews {
            self.reset_usage();
        }
        match given {
            InputDelivery::Input(line) => {
                let output = self.stdout.take_captured();
                self.turns.push(ObservedTurn {
                    output,
                    input: Some(line),
                });
                self.last_sign_of_life = Instant::now();
            }
            InputDelivery::End => self.on_read_after_end(),
            InputDelivery::Never => {
                self.stopped = Some(LimitKind::Wall);
                self.activity = Some(ProgramActivity::Waiting);
            }
        }
        Ok(())
    }

    /// What was used until now was for an earlier question.
    fn reset_usage(&mut self) {
        self.started = Instant::now();
        self.cpu_before = self.program.cpu_time();
        self.queued_before = self.program.longest_queue_time();
        self.queued = Duration::ZERO;
        self.stdout.reset_limit(self.limits.output);
        self.turns.clear();
    }

    fn on_read_after_end(&mut self) {
        let printed = self.stdout.captured_bytes();
        if self.reads_after_end == 0 && printed.len() <= MAX_BEFORE_END {
            self.before_end = Some(printed.to_vec());
        }
        self.reads_after_end += 1;
        self.silence.start_at(self.program.cpu_time());
        if self.reads_after_end > READS_AFTER_END {
            self.stopped = Some(LimitKind::Reads);
        }
    }
}
