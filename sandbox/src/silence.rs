//! Time between two signs of life of a run: how long a program has been silent after the end of its input, when a run under
//! stress pauses, and how its input is split into pieces.

use std::time::Duration;

use crate::scarcity::RunStress;

/// How long such a program has been silent, in processor time: what waits or is kept waiting grows no older by it.
#[derive(Debug, Default)]
pub(super) struct SilenceTimer {
    /// Processor time at its last sign of life; none before it was told of the end.
    since: Option<Duration>,
}

impl SilenceTimer {
    /// It was told of the end when it had used this much.
    pub(super) fn start_at(&mut self, cpu: Duration) {
        self.since = Some(cpu);
    }

    /// It gave a sign of life. Before the end of input that is nothing to be noted, and `cpu` is not asked.
    pub(super) fn restart_with(&mut self, cpu: impl FnOnce() -> Duration) {
        if self.since.is_some() {
            self.since = Some(cpu());
        }
    }

    /// Whether it has been silent for longer than `allowed`. `cpu` is asked only where that can be.
    pub(super) fn is_longer_than(
        &self,
        allowed: Option<Duration>,
        cpu: impl FnOnce() -> Duration,
    ) -> bool {
        let (Some(since), Some(allowed)) = (self.since, allowed) else {
            return false;
        };
        cpu().saturating_sub(since) >= allowed
    }
}

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

/// How many bytes of a run are handed over by themselves; the others would only take time.
const MOST: usize = 256;

/// What of a line was not handed over yet. Without pressure, and once enough bytes have come apart, a line is one piece.
#[derive(Debug)]
pub(super) struct LinePieces {
    /// How many bytes are still to come apart.
    apart: usize,
    rest: Vec<u8>,
}

impl LinePieces {
    /// Of a run under this pressure.
    pub(super) fn new(pressure: RunStress) -> LinePieces {
        let apart = if pressure == RunStress::ByteByByte {
            MOST
        } else {
            0
        };
        LinePieces {
            apart,
            rest: Vec::new(),
        }
    }

    /// Takes a line, of which nothing is left then, and returns its first piece.
    pub(super) fn start_line(&mut self, line: Vec<u8>) -> Vec<u8> {
        self.rest = line;
        self.next_piece()
    }

    /// The next piece of the line; nothing if there is none.
    pub(super) fn next_piece(&mut self) -> Vec<u8> {
        let count = if self.apart == 0 {
            self.rest.len()
        } else {
            self.rest.len().min(1)
        };
        self.apart = self.apart.saturating_sub(count);
        let later = self.rest.split_off(count);
        std::mem::replace(&mut self.rest, later)
    }

    /// All that is left of the line.
    pub(super) fn take_rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn silence_counts_from_the_last_sign_of_life_after_the_end_of_input() {
        let mut silence = SilenceTimer::default();
        silence.restart_with(|| ms(10));
        assert!(
            !silence.is_longer_than(Some(ms(50)), || ms(900)),
            "there was no end of input"
        );
        silence.start_at(ms(900));
        assert!(!silence.is_longer_than(Some(ms(50)), || ms(949)));
        assert!(silence.is_longer_than(Some(ms(50)), || ms(950)));
        silence.restart_with(|| ms(960));
        assert!(!silence.is_longer_than(Some(ms(50)), || ms(1000)));
        assert!(silence.is_longer_than(Some(ms(50)), || ms(1010)));
    }

    #[test]
    fn without_an_allowance_any_silence_will_do() {
        let mut silence = SilenceTimer::default();
        silence.start_at(ms(0));
        assert!(!silence.is_longer_than(None, || ms(10_000)));
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

    #[test]
    fn a_line_is_one_piece_unless_its_bytes_shall_come_apart() {
        let mut whole = LinePieces::new(RunStress::None);
        assert_eq!(whole.start_line(b"12\n".to_vec()), b"12\n");
        assert_eq!(whole.next_piece(), b"");
        let mut apart = LinePieces::new(RunStress::ByteByByte);
        assert_eq!(apart.start_line(b"12\n".to_vec()), b"1");
        assert_eq!(
            (apart.next_piece(), apart.next_piece(), apart.next_piece()),
            (b"2".into(), b"\n".into(), b"".into())
        );
        apart.start_line(b"345\n".to_vec());
        assert_eq!(apart.take_rest(), b"45\n");
    }

    #[test]
    fn after_many_bytes_the_others_come_together() {
        let mut apart = LinePieces::new(RunStress::ByteByByte);
        let mut sizes = vec![apart.start_line(vec![b'x'; MOST + 10]).len()];
        sizes.extend((0..MOST + 1).map(|_| apart.next_piece().len()));
        assert_eq!(sizes[..MOST], [1; MOST]);
        assert_eq!(sizes[MOST..], [10, 0]);
    }
}
