//! What the program printed: taken, and what follows from how much it was.

use std::io;

use super::RunLoop;
use crate::capture::Drained;
use crate::limits::Overflow;
use crate::observation::Limit;

/// A program that printed so many bytes since we looked last (the least that a pipe holds) may be waiting until they are
/// taken, so they are taken as soon as possible from then on.
const FLOOD: usize = 4096;

impl RunLoop<'_, '_> {
    pub(super) fn drain(&mut self) -> io::Result<()> {
        self.drain_stdout()?;
        let drained = self.stderr.drain(&mut self.buffer)?;
        self.note(drained);
        Ok(())
    }

    pub(super) fn drain_stdout(&mut self) -> io::Result<()> {
        let drained = self.stdout.drain(&mut self.buffer)?;
        self.note(drained);
        Ok(())
    }

    fn note(&mut self, drained: Drained) {
        match drained {
            Drained::Nothing => {}
            Drained::Some(bytes) => {
                self.sign_of_life();
                self.floods |= bytes >= FLOOD;
            }
            Drained::Over if self.limits.overflow == Overflow::Stop => {
                self.stopped = self.stopped.or(Some(Limit::Output));
            }
            Drained::Over => self.interrupt_silence(),
        }
    }
}
