//! The line to a supervisor: what the owner asks, and which answers it takes.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

use crate::error::SandboxError;
use crate::process::Ended;
use crate::protocol::{self, Answer, Inbox, Request};
use crate::reads::Reads;

/// The line to a supervisor.
pub(super) struct Channel<'s> {
    pub(super) socket: BorrowedFd<'s>,
    pub(super) inbox: &'s mut Inbox,
}

impl Channel<'_> {
    pub(super) fn ask(
        &self,
        request: &Request,
        streams: &[BorrowedFd<'_>],
    ) -> Result<(), SandboxError> {
        protocol::send(self.socket, request, streams)
            .map_err(SandboxError::during("speak to the supervisor"))
    }

    /// The program, and its reads where they can be seen.
    pub(super) fn started(
        &mut self,
        must_be_seen: bool,
    ) -> Result<(Option<Reads>, OwnedFd), SandboxError> {
        let mut reads = None;
        let descriptor = loop {
            let (answer, mut descriptors) = self.answer()?;
            match (answer, descriptors.pop()) {
                (Answer::Reads, Some(listener)) => reads = Some(Reads::new(listener)),
                (Answer::Started, Some(descriptor)) => break descriptor,
                (answer, _) => return Err(unexpected(answer)),
            }
        };
        if must_be_seen && reads.is_none() {
            self.finish(false)?;
            let unseen = io::Error::from(io::ErrorKind::Unsupported);
            return Err(SandboxError::during("see where a program reads")(unseen));
        }
        Ok((reads, descriptor))
    }

    pub(super) fn finish(&mut self, by_itself: bool) -> Result<Ended, SandboxError> {
        if !by_itself {
            self.ask(&Request::Finish, &[])?;
        }
        match self.answer()? {
            (Answer::Ended { status, usage }, _) => Ok(Ended::new(status, usage)),
            (answer, _) => Err(unexpected(answer)),
        }
    }

    pub(super) fn answer(&mut self) -> Result<(Answer, Vec<OwnedFd>), SandboxError> {
        match self.inbox.receive(self.socket) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(SandboxError::SupervisorGone),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                Err(SandboxError::SupervisorGone)
            }
            Err(error) => Err(SandboxError::during("listen to the supervisor")(error)),
        }
    }
}

/// What an answer comes to that nobody asked for; the supervisor's own failures are among them.
pub(super) fn unexpected(answer: Answer) -> SandboxError {
    match answer {
        Answer::Failed { step, errno } => {
            SandboxError::Step { step, source: io::Error::from_raw_os_error(errno) }
        }
        _ => SandboxError::SupervisorGone,
    }
}
