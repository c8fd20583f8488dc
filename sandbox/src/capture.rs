//! One output stream of the child: drained as it comes, kept up to a limit.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

/// What a drain came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DrainResult {
    /// There was nothing.
    Nothing,
    /// Everything that was there is taken, so many bytes.
    Some(usize),
    /// The limit was passed.
    Over,
}

/// A stream with a limit.
#[derive(Debug)]
pub(super) struct OutputCapture {
    stream: Option<OwnedFd>,
    /// Whether one read gives all there is: a pipe's does, a terminal's only as much as has arrived.
    gives_all: bool,
    kept: Vec<u8>,
    room: u64,
    over: bool,
}

impl OutputCapture {
    /// Captures up to `limit` bytes from `pipe`, which must not block.
    pub(super) fn from_pipe(pipe: OwnedFd, limit: u64) -> OutputCapture {
        OutputCapture {
            stream: Some(pipe),
            gives_all: true,
            kept: Vec::new(),
            room: limit,
            over: false,
        }
    }

    /// The same from our side of a terminal.
    pub(super) fn from_terminal(terminal: OwnedFd, limit: u64) -> OutputCapture {
        OutputCapture {
            gives_all: false,
            ..OutputCapture::from_pipe(terminal, limit)
        }
    }

    /// The stream to wait for; none once its last writer is gone.
    pub(super) fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.stream.as_ref().map(AsFd::as_fd)
    }

    /// Takes all that is there now. At the limit the rest of it is thrown away, and that is reported; a stream
    /// that never pauses is left for the next call after a while, so that clocks are looked at.
    pub(super) fn read_available(&mut self, buffer: &mut [u8]) -> io::Result<DrainResult> {
        const ROUNDS: usize = 64;
        let mut found = 0;
        for _ in 0..ROUNDS {
            let Some(stream) = &self.stream else { break };
            match rustix::io::read(stream, &mut *buffer) {
                Ok(0) => self.stream = None,
                Ok(count) => {
                    found += count;
                    self.store_bytes(&buffer[..count]);
                    if self.gives_all && count < buffer.len() {
                        break;
                    }
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(match found {
            _ if self.over => DrainResult::Over,
            0 => DrainResult::Nothing,
            _ => DrainResult::Some(found),
        })
    }

    fn store_bytes(&mut self, bytes: &[u8]) {
        let room = usize::try_from(self.room).unwrap_or(usize::MAX);
        let fits = bytes.len().min(room);
        self.kept.extend_from_slice(&bytes[..fits]);
        self.room -= fits as u64;
        self.over |= fits < bytes.len();
    }

    /// From now on there is room for so much more.
    pub(super) fn reset_limit(&mut self, limit: u64) {
        self.room = limit;
    }

    /// What was kept since the last [`OutputCapture::take_captured`].
    pub(super) fn captured_bytes(&self) -> &[u8] {
        &self.kept
    }

    /// Hands over what was kept since the last call.
    pub(super) fn take_captured(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.kept)
    }
}
