//! Standard input of the child: a script or somebody's answers, handed over line by line, or a script all at once.

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

use super::{Answer, Input};

/// The script and the pipe it goes into.
pub(super) struct Script<'a> {
    pipe: Option<OwnedFd>,
    lines: VecDeque<&'a str>,
    /// Who makes the lines that are not written yet, until there are no more.
    answers: Option<&'a mut Answer<'a>>,
    /// Bytes of a line that did not fit the pipe yet.
    pending: Vec<u8>,
}

impl<'a> Script<'a> {
    /// A script for a pipe that must not block.
    pub(super) fn new(pipe: OwnedFd, input: Input<'a>) -> Script<'a> {
        let (lines, answers) = match input {
            Input::Empty => (&[][..], None),
            Input::Lines(lines) => (lines, None),
            Input::Answers(answers) => (&[][..], Some(answers)),
        };
        Script {
            pipe: Some(pipe),
            lines: lines.iter().map(String::as_str).collect(),
            answers,
            pending: Vec::new(),
        }
    }

    /// The number of the pipe, by which `/proc` tells of it; none once it is closed.
    pub(super) fn number(&self) -> Option<u64> {
        self.pipe.as_ref().and_then(|pipe| rustix::fs::fstat(pipe).ok()).map(|data| data.st_ino)
    }

    /// Whether the child has read everything it was given.
    pub(super) fn is_drained(&self) -> bool {
        let unread = self.pipe.as_ref().map_or(Ok(0), rustix::io::ioctl_fionread);
        self.pending.is_empty() && unread.is_ok_and(|bytes| bytes == 0)
    }

    /// Gives the child its next line, or the end of input if there is none: then there is no line to return. `printed` is
    /// what the child printed since its last line.
    pub(super) fn give_next(&mut self, printed: &[u8]) -> io::Result<Option<String>> {
        let Some(line) = self.next(printed) else {
            self.answers = None;
            self.pipe = None;
            return Ok(None);
        };
        self.pending.extend_from_slice(line.as_bytes());
        self.pending.push(b'\n');
        self.push()?;
        Ok(Some(line))
    }

    fn next(&mut self, printed: &[u8]) -> Option<String> {
        match &mut self.answers {
            Some(answer) => answer(printed),
            None => self.lines.pop_front().map(str::to_owned),
        }
    }

    /// Gives the child everything, and the end of input after it.
    pub(super) fn give_all(&mut self) -> io::Result<()> {
        for line in self.lines.drain(..) {
            self.pending.extend_from_slice(line.as_bytes());
            self.pending.push(b'\n');
        }
        self.push()
    }

    /// Writes as much as the pipe takes. A child that closed its standard input is left alone.
    pub(super) fn push(&mut self) -> io::Result<()> {
        while let (Some(pipe), false) = (&self.pipe, self.pending.is_empty()) {
            match rustix::io::write(pipe, &self.pending) {
                Ok(count) => drop(self.pending.drain(..count)),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => {
                    self.pending.clear();
                    self.lines.clear();
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Closes the pipe once nothing is left to write.
    pub(super) fn close_when_done(&mut self) {
        if self.pending.is_empty() && self.lines.is_empty() {
            self.pipe = None;
        }
    }

    /// The pipe to wait for while bytes are pending.
    pub(super) fn waiting_pipe(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().filter(|_| !self.pending.is_empty()).map(AsFd::as_fd)
    }
}
