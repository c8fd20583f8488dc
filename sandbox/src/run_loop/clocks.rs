//! The clocks of a run: what it used, when it was heard of last, when its time is up, and when the next line of input is due.
//!
//! On a busy machine a program waits for a processor. That time is the machine's and not the program's, so it does not count towards
//! its limit of time on the clock (docs/decisions/0081).

use std::io;
use std::time::{Duration, Instant};

use super::{POLL_INTERVAL, RunLoop};
use crate::observation::{LimitKind, ObservedTurn, ProgramActivity};
use crate::script::InputDelivery;

impl RunLoop<'_, '_> {
    pub(super) fn record_sign_of_life(&mut self) {
        self.last_sign_of_life = Instant::now();
        self.repeated_polls.reset_polls();
        self.reset_silence();
    }

    pub(super) fn reset_silence(&mut self) {
        self.silence.restart_with(|| self.program.cpu_time());
    }

    /// Processor time that counts.
    pub(super) fn cpu_time(&self) -> Duration {
        self.program.cpu_time().saturating_sub(self.cpu_before)
    }

    pub(super) fn check_clocks(&mut self) {
        if self.watches_memory && self.program.held_memory() > self.limits.memory {
            self.stopped = self.stopped.or(Some(LimitKind::Memory));
        }
        let elapsed = self.started.elapsed();
        if self.stopped.is_some() {
            return;
        }
        if elapsed < self.limits.cpu {
            self.stopped = self.silence_limit();
        } else if self.cpu_time() >= self.limits.cpu {
            self.stopped = Some(LimitKind::Cpu);
        } else if elapsed >= self.limits.wall {
            self.check_clock_limit(elapsed);
        } else {
            self.stopped = self.silence_limit();
        }
    }

    /// Once the limit of time on the clock has passed: whether it was the program's time.
    fn check_clock_limit(&mut self, elapsed: Duration) {
        self.queued = self
            .program
            .longest_queue_time()
            .saturating_sub(self.queued_before);
        match time_left(elapsed, self.queued, self.limits.wall) {
            TimeLeft::Some => self.stopped = self.silence_limit(),
            TimeLeft::None => {
                self.stopped = Some(LimitKind::Wall);
                self.activity = self.activity_in(elapsed);
            }
            TimeLeft::Unknown => {
                self.stopped = Some(LimitKind::Wall);
                self.starved = true;
            }
        }
    }

    fn silence_limit(&self) -> Option<LimitKind> {
        let exceeds = self
            .silence
            .is_longer_than(self.limits.after_end, || self.program.cpu_time());
        exceeds.then_some(LimitKind::AfterEnd)
    }

    /// What the program did most of the time, if that is plain. It waited only if it was silent as well: one that prints or
    /// reads may have waited for us.
    fn activity_in(&self, elapsed: Duration) -> Option<ProgramActivity> {
        let own = elapsed.saturating_sub(self.queued);
        let times = self.program.thread_times();
        let computed = times.iter().map(|times| times.computed);
        let most = computed.clone().max()?;
        let all = computed.sum::<Duration>();
        let is_silent = self.last_sign_of_life.elapsed() >= elapsed / 2;
        if most >= own * 3 / 4 {
            Some(ProgramActivity::Computing)
        } else {
            let waited = all.max(self.program.cpu_time()) <= own / 4;
            (waited && is_silent).then_some(ProgramActivity::Waiting)
        }
    }
}

/// How many times its limit of time on the clock a run may last if it waits for processors.
const MAX_CLOCK_FACTOR: u32 = 20;

/// Whether a run has time left on the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeLeft {
    Some,
    None,
    /// It waited for processors for so long that nothing is known of it.
    Unknown,
}

/// `elapsed`: since the start. `queued`: of that, in the queue for a processor. `wall`: the limit.
fn time_left(elapsed: Duration, queued: Duration, wall: Duration) -> TimeLeft {
    if elapsed.saturating_sub(queued) >= wall {
        TimeLeft::None
    } else if elapsed >= wall * MAX_CLOCK_FACTOR {
        TimeLeft::Unknown
    } else {
        TimeLeft::Some
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_the_queue_for_a_processor_does_not_count_up_to_a_bound() {
        let table = [
            (5.0, 0.0, TimeLeft::None),
            (5.0, 0.1, TimeLeft::Some),
            (25.0, 19.9, TimeLeft::None),
            (25.0, 20.1, TimeLeft::Some),
            (99.9, 99.0, TimeLeft::Some),
            (100.0, 99.0, TimeLeft::Unknown),
            (100.0, 95.0, TimeLeft::None),
        ];
        let wall = Duration::from_secs(5);
        for (elapsed, queued, left) in table {
            let [elapsed, queued] = [elapsed, queued].map(Duration::from_secs_f64);
            assert_eq!(
                time_left(elapsed, queued, wall),
                left,
                "{queued:?} of {elapsed:?}"
            );
        }
    }
}
