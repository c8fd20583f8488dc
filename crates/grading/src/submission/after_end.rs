//! How long a program may run silently after it read the end of its input.
//!
//! A program that computes cannot be distinguished from one that never stops, and one that reads all of its input first and then
//! computes for long is right if its output is. So the limit `after_end` only holds for a program that is known not to stop: in
//! another case of the same submission it read the end of its input and used up all of its processor time. A right program never does
//! that. And if one of its cases shows that it can stop after all, no case is cut short.

use crate::case_run::CaseRun;
use model::{Exit, LimitKind, Observation, RunLimits};

/// What the cases of a submission show about its behaviour at the end of its input, all in the same input variant.
#[derive(Debug, Default)]
pub(super) struct EndOfInputTracker {
    /// It went on until its processor time was used up.
    keeps_running: bool,
    /// It ended by itself.
    stops: bool,
}

impl EndOfInputTracker {
    /// What one more case tells.
    pub(super) fn note_run(&mut self, ran: &CaseRun) {
        let Some(seen) = ran
            .observation
            .as_ref()
            .filter(|seen| saw_end_of_input(seen))
        else {
            return;
        };
        match seen.exit {
            Exit::Stopped(LimitKind::Cpu) => self.keeps_running = true,
            Exit::Code(_) | Exit::Signal(_) => self.stops = true,
            Exit::Stopped(_) | Exit::NotStarted => {}
        }
    }

    /// The limits of the next case.
    pub(super) fn next_limits(&self, limits: RunLimits) -> RunLimits {
        if self.keeps_running && !self.stops {
            limits
        } else {
            limits.without_silence_limit()
        }
    }

    /// Whether a run that was made before would be the same under these limits. Where it might not be, it is made again.
    pub(super) fn is_unaffected(ran: &CaseRun, limits: &RunLimits) -> bool {
        let Some(seen) = ran
            .observation
            .as_ref()
            .filter(|seen| saw_end_of_input(seen))
        else {
            return true;
        };
        match (seen.exit, limits.after_end) {
            (Exit::Stopped(LimitKind::AfterEnd), allowed) => allowed.is_some(),
            (_, None) => true,
            (Exit::Stopped(LimitKind::Cpu), Some(_)) => false,
            (_, Some(allowed)) => seen.usage.cpu < allowed,
        }
    }

    /// Whether it ended by itself in some case after it read the end.
    pub(super) fn can_stop(&self) -> bool {
        self.stops
    }
}

/// Whether a case was stopped before all of its processor time was used up, because of what is known from others.
pub(super) fn is_cut_short(ran: &CaseRun) -> bool {
    ran.observation
        .as_ref()
        .is_some_and(|seen| seen.exit == Exit::Stopped(LimitKind::AfterEnd))
}

/// Whether the results of some of these cases may depend on the order in which they were run.
pub(crate) fn after_end_matters(all: &[CaseRun]) -> bool {
    all.iter()
        .any(|ran| ran.observation.as_ref().is_some_and(continues_after_end))
}

fn continues_after_end(seen: &Observation) -> bool {
    saw_end_of_input(seen)
        && matches!(
            seen.exit,
            Exit::Stopped(LimitKind::Cpu | LimitKind::AfterEnd)
        )
}

/// If reads are not observed, all input is given at once, and it is not known what the program read.
fn saw_end_of_input(seen: &Observation) -> bool {
    seen.synchronised && seen.saw_eof
}
