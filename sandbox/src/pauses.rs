//! Pauses that are made in a run: when the next one is due.

use std::time::Duration;

use crate::pressure::RunStress;

/// At how many lines there is one; the others would only take time.
const LINES: usize = 3;

/// Which pauses are still to come.
#[derive(Debug)]
pub(super) struct PauseSchedule {
    /// One so long after the program's start.
    after: Option<Duration>,
    /// One at the first call that it shows after so many turns.
    turn: Option<usize>,
}

impl PauseSchedule {
    /// Those of a run under this pressure.
    pub(super) fn new(pressure: RunStress) -> PauseSchedule {
        match pressure {
            RunStress::Pauses { after } => PauseSchedule {
                after: Some(after),
                turn: Some(0),
            },
            RunStress::None | RunStress::ByteByByte => PauseSchedule {
                after: None,
                turn: None,
            },
        }
    }

    /// When the one is due that goes by the clock, if it is still to come.
    pub(super) fn timer_delay(&self) -> Option<Duration> {
        self.after
    }

    /// Whether one is due to a program that has run for so long, or shows a call after so many turns. It is to come no more then.
    pub(super) fn take_due(&mut self, elapsed: Duration, calls_at: Option<usize>) -> bool {
        if self.after.is_some_and(|after| elapsed >= after) {
            self.after = None;
            return true;
        }
        // A call that was interrupted is shown again, in the same turn.
        let (Some(turn), Some(at)) = (self.turn, calls_at) else {
            return false;
        };
        let is_due = turn <= at;
        if is_due {
            self.turn = (at + 1 < LINES).then_some(at + 1);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn there_is_one_by_the_clock_and_one_for_each_of_the_first_lines() {
        let mut pauses = PauseSchedule::new(RunStress::Pauses { after: ms(3) });
        assert!(!pauses.take_due(ms(2), None));
        assert!(pauses.take_due(ms(2), Some(0)), "the first line");
        assert!(!pauses.take_due(ms(2), Some(0)), "the same, shown again");
        assert!(pauses.take_due(ms(3), None), "the clock");
        assert!(!pauses.take_due(ms(9), None));
        assert!(pauses.take_due(ms(9), Some(1)) && pauses.take_due(ms(9), Some(2)));
        assert!(!pauses.take_due(ms(9), Some(3)), "no more than three");
    }

    #[test]
    fn without_pressure_there_is_none() {
        for pressure in [RunStress::None, RunStress::ByteByByte] {
            let mut pauses = PauseSchedule::new(pressure);
            assert!(
                pauses.timer_delay().is_none() && !pauses.take_due(ms(1000), Some(0)),
                "{pressure:?}"
            );
        }
    }
}
