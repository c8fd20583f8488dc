//! What was seen of a run in the end.

use super::RunLoop;
use crate::error::SandboxError;
use crate::exit::classify_exit;
use crate::observation::{Observation, ObservedTurn, ResourceUsage};
use crate::process::EndedProcess;

impl RunLoop<'_, '_> {
    /// What was seen, once nothing of the run is alive.
    pub(crate) fn into_observation(
        mut self,
        ended: EndedProcess,
    ) -> Result<Observation, SandboxError> {
        if self.starved {
            return Err(SandboxError::Starved);
        }
        self.drain_streams()
            .map_err(SandboxError::during_action("read what the program printed"))?;
        let saw_eof = match (self.synchronised, self.is_whole) {
            (true, _) => self.reads_after_end > 0,
            // Who reads a file to its end does as it should.
            (false, true) => false,
            (false, false) => self.script.is_drained(),
        };
        self.turns
            .push(ObservedTurn::without_input(self.stdout.take_captured()));
        Ok(Observation {
            turns: self.turns,
            synchronised: self.synchronised,
            saw_eof,
            before_end: self.before_end,
            stderr: self.stderr.take_captured(),
            exit: classify_exit(ended, self.stopped, &self.limits),
            usage: ResourceUsage {
                cpu: ended.cpu,
                wall: self.started.elapsed(),
                peak_memory: ended.peak_memory,
                touched_memory: ended.touched_memory,
                activity: self.activity,
            },
        })
    }
}
