//! Pauses that are made in a run: when the next one is due.

use std::time::Duration;

use crate::pressure::Pressure;

/// At how many lines there is one; the others would only take time.
const LINES: usize = 3;

/// Which pauses are still to come.
#[derive(Debug)]
pub(super) struct Pauses {
    /// One so long after the program's start.
    after: Option<Duration>,
    /// One at the first call that it shows after so many turns.
    turn: Option<usize>,
}

impl Pauses {
    /// Those of a run under this pressure.
    pub(super) fn new(pressure: Pressure) -> Pauses {
        match pressure {
            Pressure::Pauses { after } => Pauses { after: Some(after), turn: Some(0) },
            Pressure::None | Pressure::ByteByByte => Pauses { after: None, turn: None },
        }
    }

    /// When the one is due that goes by the clock, if it is still to come.
    pub(super) fn after(&self) -> Option<Duration> {
        self.after
    }

    /// Whether one is due to a program that has run for so long, or shows a call after so many turns. It is to come no more then.
    pub(super) fn take(&mut self, elapsed: Duration, calls_at: Option<usize>) -> bool {
        if self.after.is_some_and(|after| elapsed >= after) {
            self.after = None;
            return true;
        }
        // A call that was interrupted is shown again, in the same turn.
        let (Some(turn), Some(at)) = (self.turn, calls_at) else { return false };
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
        let mut pauses = Pauses::new(Pressure::Pauses { after: ms(3) });
        assert!(!pauses.take(ms(2), None));
        assert!(pauses.take(ms(2), Some(0)), "the first line");
        assert!(!pauses.take(ms(2), Some(0)), "the same, shown again");
        assert!(pauses.take(ms(3), None), "the clock");
        assert!(!pauses.take(ms(9), None));
        assert!(pauses.take(ms(9), Some(1)) && pauses.take(ms(9), Some(2)));
        assert!(!pauses.take(ms(9), Some(3)), "no more than three");
    }

    #[test]
    fn without_pressure_there_is_none() {
        for pressure in [Pressure::None, Pressure::ByteByByte] {
            let mut pauses = Pauses::new(pressure);
            assert!(pauses.after().is_none() && !pauses.take(ms(1000), Some(0)), "{pressure:?}");
        }
    }
}
