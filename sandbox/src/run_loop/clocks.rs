//! The clocks of a run: what it used, when it was heard of last, and when its time is up.

use std::time::{Duration, Instant};

use super::RunLoop;
use crate::observation::{Activity, Limit};

impl RunLoop<'_, '_> {
    pub(super) fn sign_of_life(&mut self) {
        self.last_sign_of_life = Instant::now();
        self.repeated_polls.end();
        self.interrupt_silence();
    }

    pub(super) fn interrupt_silence(&mut self) {
        self.silence.interrupt(|| self.program.cpu_time());
    }

    /// Processor time that counts.
    pub(super) fn cpu_time(&self) -> Duration {
        self.program.cpu_time().saturating_sub(self.cpu_before)
    }

    pub(super) fn look_at_clocks(&mut self) {
        if self.watches_memory && self.program.held_memory() > self.limits.memory {
            self.stopped = self.stopped.or(Some(Limit::Memory));
        }
        let elapsed = self.started.elapsed();
        if self.stopped.is_some() {
            return;
        }
        if elapsed < self.limits.cpu {
            self.stopped = self.limit_of_silence();
        } else if self.cpu_time() >= self.limits.cpu {
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
}
