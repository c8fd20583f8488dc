//! Standard input of the child: a script or somebody's answers, handed over line by line, or a script all at once.

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use crate::command::{InputReply, LineCallback, ReplyCallback, StdinSource};
use crate::scarcity::RunStress;
use crate::silence::LinePieces;
use crate::streams;
use crate::thread_state::{FileId, ThreadSyscall};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// The script, and the pipe or terminal it goes into.
pub(super) struct InputScript<'a> {
    stream: Option<OwnedFd>,
    /// The program's side, where the stream is a terminal: there can be seen what it has not read yet.
    terminal: Option<OwnedFd>,
    lines: VecDeque<&'a str>,
    /// Who makes the lines that are not written yet, until there are no more.
    answers: Option<&'a mut LineCallback<'a>>,
    /// Whom it speaks with, until there is no more, and the file that counts as its input then.
    partner: Option<&'a mut ReplyCallback<'a>>,
    own_file: Option<FileId>,
    /// What of a line waits for further reads.
    pieces: LinePieces,
    /// Bytes that did not fit the stream yet.
    pending: Vec<u8>,
}

impl<'a> InputScript<'a> {
    /// A script for a stream that must not block.
    pub(super) fn new(
        stream: Option<OwnedFd>,
        terminal: Option<OwnedFd>,
        input: StdinSource<'a>,
    ) -> InputScript<'a> {
        let (lines, answers, partner) = match input {
            // Who reads a file has it all.
            StdinSource::Empty | StdinSource::File(_) => (&[][..], None, None),
            StdinSource::Lines(lines) => (lines, None, None),
            StdinSource::Callback(answers) => (&[][..], Some(answers), None),
            StdinSource::Conversation(partner) | StdinSource::Questions(partner) => {
                (&[][..], None, Some(partner))
            }
        };
        let lines = lines.iter().map(String::as_str).collect();
        let pieces = LinePieces::new(RunStress::None);
        let pending = Vec::new();
        let mut script = InputScript {
            stream,
            terminal,
            lines,
            answers,
            partner,
            own_file: None,
            pieces,
            pending,
        };
        script.own_file = script.partner.as_ref().and_then(|_| script.file_id());
        script
    }

    /// From now on lines are handed over as this pressure has it.
    pub(super) fn apply_stress(&mut self, pressure: RunStress) {
        // A terminal gathers lines whatever its other side does.
        if self.terminal.is_none() {
            self.pieces = LinePieces::new(pressure);
        }
    }

    /// Whether a call reads something that is surely not this input: in a conversation, processes may have input of their own.
    pub(super) fn is_unrelated_call(&self, call: &ThreadSyscall) -> bool {
        self.own_file
            .is_some_and(|file| call.reads_other_file(file))
    }

    /// The file that the program reads its script from; none once it is closed.
    pub(super) fn file_id(&self) -> Option<FileId> {
        let descriptor = self.terminal.as_ref().or(self.stream.as_ref())?;
        rustix::fs::fstat(descriptor)
            .ok()
            .map(|data| FileId::new(data.st_dev, data.st_ino))
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

    /// Gives the child the next piece of its line, all that is left if `whole`. False if there is none.
    pub(super) fn send_rest(&mut self, whole: bool) -> io::Result<bool> {
        let piece = if whole {
            self.pieces.take_rest()
        } else {
            self.pieces.next_piece()
        };
        self.pending.extend(&piece);
        self.write_pending()?;
        Ok(!piece.is_empty())
    }

    /// Gives the child its next line, or the end of input if there is none. `printed` is what the child printed since its last
    /// line.
    pub(super) fn send_next(&mut self, printed: &[u8]) -> io::Result<InputDelivery> {
        let given = match self.next_reply(printed) {
            InputReply::Line(line) => {
                self.pending = self.pieces.start_line(format!("{line}\n").into_bytes());
                InputDelivery::Input(line)
            }
            InputReply::Bytes(bytes) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                self.pending = self.pieces.start_line(bytes);
                InputDelivery::Input(text)
            }
            InputReply::End => {
                (self.answers, self.partner) = (None, None);
                self.send_end_of_input()?;
                return Ok(InputDelivery::End);
            }
            InputReply::Never => return Ok(InputDelivery::Never),
        };
        self.write_pending()?;
        Ok(given)
    }

    fn next_reply(&mut self, printed: &[u8]) -> InputReply {
        let line = match (&mut self.partner, &mut self.answers) {
            (Some(partner), _) => return partner(printed),
            (None, Some(answer)) => answer(printed),
            (None, None) => self.lines.pop_front().map(str::to_owned),
        };
        line.map_or(InputReply::End, InputReply::Line)
    }

    /// A pipe ends once, a terminal for one read.
    fn send_end_of_input(&mut self) -> io::Result<()> {
        if self.terminal.is_some() {
            self.pending.push(streams::END);
            return self.write_pending();
        }
        self.stream = None;
        Ok(())
    }

    /// Gives the child everything, and the end of input after it.
    pub(super) fn send_all(&mut self) -> io::Result<()> {
        for line in self.lines.drain(..) {
            self.pending.extend_from_slice(line.as_bytes());
            self.pending.push(b'\n');
        }
        self.write_pending()
    }

    /// Writes as much as the stream takes. A child that closed its standard input is left alone.
    pub(super) fn write_pending(&mut self) -> io::Result<()> {
        while let (Some(stream), false) = (&self.stream, self.pending.is_empty()) {
            match rustix::io::write(stream, &self.pending) {
                Ok(count) => drop(self.pending.drain(..count)),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => {
                    self.pending.clear();
                    self.pieces.take_rest();
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
        self.stream
            .as_ref()
            .filter(|_| !self.pending.is_empty())
            .map(AsFd::as_fd)
    }
}

/// What a child was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InputDelivery {
    /// This, as far as it is text.
    Input(String),
    /// The end of input.
    End,
    /// Nothing, and it never will be.
    Never,
}

/// Whether a line, or the end of input, waits to be read.
fn is_readable(terminal: &OwnedFd) -> bool {
    let mut waiting = [PollFd::new(terminal, PollFlags::IN)];
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    poll(&mut waiting, Some(&at_once)).is_ok_and(|ready| ready > 0)
}
