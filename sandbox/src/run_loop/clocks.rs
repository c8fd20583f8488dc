//! The clocks of a run: what it used, when it was heard of last, and when its time is up.
//!
//! On a busy machine a program waits for a processor. That time is the machine's and not the program's, so it does not count towards
//! its limit of time on the clock (docs/decisions/0081).

use std::time::{Duration, Instant};

use super::RunLoop;
use crate::observation::{LimitKind, ProgramActivity};

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
