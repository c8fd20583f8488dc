//! What to do when the program makes a call that it shows.

use std::io;

use super::RunLoop;
use crate::command::MOST_THREADS;
use crate::reads::{CallId, CallListener};
use crate::thread_state::{InputPoll, ThreadSyscall};

impl RunLoop<'_, '_> {
    pub(super) fn on_call(&mut self) -> io::Result<()> {
        let Some((id, call)) = self
            .reads
            .as_ref()
            .map(CallListener::next_call)
            .transpose()?
            .flatten()
        else {
            return Ok(());
        };
        self.reset_silence();
        if call.creates_thread() {
            return self.on_thread(id);
        }
        if self.script.is_unrelated_call(&call) {
            self.on_streams()?;
        } else if call.is_read() {
            self.record_sign_of_life();
            // All that it flushed before it read is in the pipe now.
            self.drain_stdout()?;
            self.send_piece()?;
        } else {
            self.on_streams()?;
            self.on_poll(&call)?;
        }
        match &self.reads {
            Some(reads) if self.stopped.is_none() => reads.let_continue(id),
            _ => Ok(()),
        }
    }

    /// A thread too many fails as it does where the kernel counts. Those that ask at the same time are counted one after the
    /// other, but before they are made: together they may be twice as many, and no more.
    fn on_thread(&self, id: CallId) -> io::Result<()> {
        match &self.reads {
            Some(reads) if self.program.thread_count() < MOST_THREADS => reads.let_continue(id),
            Some(reads) => reads.refuse_call(id),
            None => Ok(()),
        }
    }

    /// The program asks whether there is input.
    fn on_poll(&mut self, call: &ThreadSyscall) -> io::Result<()> {
        let poll = self
            .script
            .file_id()
            .and_then(|script| call.input_poll(script));
        let asks = poll == Some(InputPoll::Immediate) && self.script.is_drained();
        if asks && self.repeated_polls.record_poll() {
            self.send_rest_or_line()
        } else {
            Ok(())
        }
    }
}
