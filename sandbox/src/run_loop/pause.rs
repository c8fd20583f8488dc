//! A pause: the program is stopped for a moment and goes on, and may not notice.

use std::io;
use std::time::{Duration, Instant};

use super::RunLoop;

/// How long one is at least.
const PAUSE: Duration = Duration::from_millis(10);

impl RunLoop<'_, '_> {
    /// How long to wait for the pause that goes by the clock, if it is still to come.
    pub(super) fn until_pause(&self) -> Option<Duration> {
        Some(
            self.pauses
                .timer_delay()?
                .saturating_sub(self.started.elapsed()),
        )
    }

    /// Makes a pause if one is due; `calls` if the program shows a call. That is interrupted, and shown again.
    pub(super) fn pause_if_due(&mut self, calls: bool) -> io::Result<bool> {
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
