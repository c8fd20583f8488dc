//! What was seen of a run in the end.

use super::RunLoop;
use crate::error::SandboxError;
use crate::exit::exit;
use crate::observation::{Observation, ObservedTurn, Usage};
use crate::process::Ended;

impl RunLoop<'_, '_> {
    /// What was seen, once nothing of the run is alive.
    pub(crate) fn observation(mut self, ended: Ended) -> Result<Observation, SandboxError> {
        if self.starved {
            return Err(SandboxError::Starved);
        }
        self.drain().map_err(SandboxError::during("read what the program printed"))?;
        let saw_eof = match (self.synchronised, self.is_whole) {
            (true, _) => self.reads_after_end > 0,
            // Who reads a file to its end does as it should.
            (false, true) => false,
            (false, false) => self.script.is_drained(),
        };
        self.turns.push(ObservedTurn::last(self.stdout.take()));
        Ok(Observation {
            turns: self.turns,
            synchronised: self.synchronised,
            saw_eof,
            before_end: self.before_end,
            stderr: self.stderr.take(),
            exit: exit(ended, self.stopped, &self.limits),
            usage: Usage {
                cpu: ended.cpu,
                wall: self.started.elapsed(),
                peak_memory: ended.peak_memory,
                touched_memory: ended.touched_memory,
                activity: self.activity,
            },
        })
    }
}
