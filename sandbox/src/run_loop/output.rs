//! What the program printed: taken, and what follows from how much it was.

use std::io;

use super::RunLoop;
use crate::capture::DrainResult;
use crate::limits::OutputOverflow;
use crate::observation::LimitKind;

/// A program that printed so many bytes since we looked last (the least that a pipe holds) may be waiting until they are
/// taken, so they are taken as soon as possible from then on.
const FLOOD: usize = 4096;

impl RunLoop<'_, '_> {
    pub(super) fn drain_streams(&mut self) -> io::Result<()> {
        self.drain_stdout()?;
        let drained = self.stderr.read_available(&mut self.buffer)?;
        self.record_drained(drained);
        Ok(())
    }

    pub(super) fn drain_stdout(&mut self) -> io::Result<()> {
        let drained = self.stdout.read_available(&mut self.buffer)?;
        self.record_drained(drained);
        Ok(())
    }

    fn record_drained(&mut self, drained: DrainResult) {
        match drained {
            DrainResult::Nothing => {}
            DrainResult::Some(bytes) => {
                self.record_sign_of_life();
                self.floods |= bytes >= FLOOD;
            }
            DrainResult::Over if self.limits.overflow == OutputOverflow::Stop => {
                self.stopped = self.stopped.or(Some(LimitKind::Output));
            }
            DrainResult::Over => self.reset_silence(),
        }
    }
}
