//! What to do when the program makes a call that it shows.

use std::io;

use super::RunLoop;
use crate::limits::MOST_THREADS;
use crate::reads::{Id, Reads};
use crate::thread_state::{Call, InputPoll};

impl RunLoop<'_, '_> {
    pub(super) fn on_call(&mut self) -> io::Result<()> {
        let Some((id, call)) = self.reads.as_ref().map(Reads::next).transpose()?.flatten() else {
            return Ok(());
        };
        self.interrupt_silence();
        if call.makes_a_thread() {
            return self.on_thread(id);
        }
        if self.script.is_passed_by(&call) {
            self.on_streams()?;
        } else if call.is_read() {
            self.sign_of_life();
            // All that it flushed before it read is in the pipe now.
            self.drain_stdout()?;
            self.give_piece()?;
        } else {
            self.on_streams()?;
            self.on_poll(&call)?;
        }
        match &self.reads {
            Some(reads) if self.stopped.is_none() => reads.let_go(id),
            _ => Ok(()),
        }
    }

    /// A thread too many fails as it does where the kernel counts. Those that ask at the same time are counted one after the
    /// other, but before they are made: together they may be twice as many, and no more.
    fn on_thread(&self, id: Id) -> io::Result<()> {
        match &self.reads {
            Some(reads) if self.program.thread_count() < MOST_THREADS => reads.let_go(id),
            Some(reads) => reads.refuse(id),
            None => Ok(()),
        }
    }

    /// The program asks whether there is input.
    fn on_poll(&mut self, call: &Call) -> io::Result<()> {
        let poll = self.script.file().and_then(|script| call.input_poll(script));
        let asks = poll == Some(InputPoll::Immediate) && self.script.is_drained();
        if asks && self.repeated_polls.one_more() { self.give_rest_or_line() } else { Ok(()) }
    }
}
