//! The silence of a program that was told of the end of its input: it prints nothing and makes no call that is seen.

use std::time::Duration;

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
}
