//! Standard input of the child: a script or somebody's answers, handed over line by line, or a script all at once.

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::command::{Answer, Input};
use crate::file_id::FileId;
use crate::terminal;

/// The script, and the pipe or terminal it goes into.
pub(super) struct Script<'a> {
    stream: Option<OwnedFd>,
    /// The program's side, where the stream is a terminal: there can be seen what it has not read yet.
    terminal: Option<OwnedFd>,
    lines: VecDeque<&'a str>,
    /// Who makes the lines that are not written yet, until there are no more.
    answers: Option<&'a mut Answer<'a>>,
    /// Bytes of a line that did not fit the stream yet.
    pending: Vec<u8>,
}

impl<'a> Script<'a> {
    /// A script for a stream that must not block.
    pub(super) fn new(
        stream: Option<OwnedFd>,
        terminal: Option<OwnedFd>,
        input: Input<'a>,
    ) -> Script<'a> {
        let (lines, answers) = match input {
            // Who reads a file has it all.
            Input::Empty | Input::Whole(_) => (&[][..], None),
            Input::Lines(lines) => (lines, None),
            Input::Answers(answers) => (&[][..], Some(answers)),
        };
        let lines = lines.iter().map(String::as_str).collect();
        Script { stream, terminal, lines, answers, pending: Vec::new() }
    }

    /// The file that the program reads its script from; none once it is closed.
    pub(super) fn file(&self) -> Option<FileId> {
        let descriptor = self.terminal.as_ref().or(self.stream.as_ref())?;
        rustix::fs::fstat(descriptor).ok().map(|data| FileId::new(data.st_dev, data.st_ino))
    }

    /// Whether the child has read everything it was given.
    pub(super) fn is_drained(&self) -> bool {
        let has_unread = match (&self.terminal, &self.stream) {
            (Some(terminal), _) => is_readable(terminal),
            (None, Some(pipe)) => rustix::io::ioctl_fionread(pipe).is_ok_and(|bytes| bytes > 0),
            (None, None) => false,
        };
        self.pending.is_empty() && !has_unread
    }

    /// Gives the child its next line, or the end of input if there is none: then there is no line to return. `printed` is
    /// what the child printed since its last line.
    pub(super) fn give_next(&mut self, printed: &[u8]) -> io::Result<Option<String>> {
        let Some(line) = self.next(printed) else {
            self.answers = None;
            return self.end().map(|()| None);
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

    /// A pipe ends once, a terminal for one read.
    fn end(&mut self) -> io::Result<()> {
        if self.terminal.is_some() {
            self.pending.push(terminal::END);
            return self.push();
        }
        self.stream = None;
        Ok(())
    }

    /// Gives the child everything, and the end of input after it.
    pub(super) fn give_all(&mut self) -> io::Result<()> {
        for line in self.lines.drain(..) {
            self.pending.extend_from_slice(line.as_bytes());
            self.pending.push(b'\n');
        }
        self.push()
    }

    /// Writes as much as the stream takes. A child that closed its standard input is left alone.
    pub(super) fn push(&mut self) -> io::Result<()> {
        while let (Some(stream), false) = (&self.stream, self.pending.is_empty()) {
            match rustix::io::write(stream, &self.pending) {
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
            self.stream = None;
        }
    }

    /// The stream to wait for while bytes are pending.
    pub(super) fn waiting_stream(&self) -> Option<BorrowedFd<'_>> {
        self.stream.as_ref().filter(|_| !self.pending.is_empty()).map(AsFd::as_fd)
    }
}

/// Whether a line, or the end of input, waits to be read.
fn is_readable(terminal: &OwnedFd) -> bool {
    let mut waiting = [PollFd::new(terminal, PollFlags::IN)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut waiting, Some(&at_once)).is_ok_and(|ready| ready > 0)
}
