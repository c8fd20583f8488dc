//! One output stream of the child: drained as it comes, kept up to a limit.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

/// What a drain came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drained {
    /// There was nothing.
    Nothing,
    /// Everything that was there is taken.
    Some,
    /// The limit was passed.
    Over,
}

/// A stream with a limit.
#[derive(Debug)]
pub(super) struct Capture {
    pipe: Option<OwnedFd>,
    kept: Vec<u8>,
    room: u64,
    over: bool,
}

impl Capture {
    /// Captures up to `limit` bytes from `pipe`, which must not block.
    pub(super) fn new(pipe: OwnedFd, limit: u64) -> Capture {
        Capture { pipe: Some(pipe), kept: Vec::new(), room: limit, over: false }
    }

    /// The pipe to wait for; none once its last writer is gone.
    pub(super) fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Takes all that is there now. At the limit the rest of it is thrown away, and that is reported; a stream
    /// that never pauses is left for the next call after a while, so that clocks are looked at.
    pub(super) fn drain(&mut self, buffer: &mut [u8]) -> io::Result<Drained> {
        const ROUNDS: usize = 64;
        let mut found = false;
        for _ in 0..ROUNDS {
            let Some(pipe) = &self.pipe else { break };
            match rustix::io::read(pipe, &mut *buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    found = true;
                    self.keep(&buffer[..count]);
                    // A pipe gives all it has: less than was asked for is all there is.
                    if count < buffer.len() {
                        break;
                    }
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(match (self.over, found) {
            (true, _) => Drained::Over,
            (false, true) => Drained::Some,
            (false, false) => Drained::Nothing,
        })
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = usize::try_from(self.room).unwrap_or(usize::MAX);
        let fits = bytes.len().min(room);
        self.kept.extend_from_slice(&bytes[..fits]);
        self.room -= fits as u64;
        self.over |= fits < bytes.len();
    }

    /// What was kept since the last [`Capture::take`].
    pub(super) fn kept(&self) -> &[u8] {
        &self.kept
    }

    /// Hands over what was kept since the last call.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.kept)
    }
}
