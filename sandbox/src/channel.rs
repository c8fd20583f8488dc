//! The line to a supervisor: what the owner asks, and which answers it takes.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

use crate::error::SandboxError;
use crate::process::EndedProcess;
use crate::protocol::{self, MessageReceiver, SupervisorReply, SupervisorRequest};
use crate::reads::CallListener;

/// The line to a supervisor.
pub(super) struct SupervisorChannel<'s> {
    pub(super) socket: BorrowedFd<'s>,
    pub(super) inbox: &'s mut MessageReceiver,
}

impl SupervisorChannel<'_> {
    pub(super) fn send_request(
        &self,
        request: &SupervisorRequest,
        streams: &[BorrowedFd<'_>],
    ) -> Result<(), SandboxError> {
        protocol::send_message(self.socket, request, streams)
            .map_err(SandboxError::during_action("speak to the supervisor"))
    }

    /// The program, and its reads where they can be seen.
    pub(super) fn receive_start(
        &mut self,
        must_be_seen: bool,
    ) -> Result<(Option<CallListener>, OwnedFd), SandboxError> {
        let mut reads = None;
        let descriptor = loop {
            let (answer, mut descriptors) = self.receive_reply()?;
            match (answer, descriptors.pop()) {
                (SupervisorReply::Reads, Some(listener)) => {
                    reads = Some(CallListener::new(listener))
                }
                (SupervisorReply::Started, Some(descriptor)) => break descriptor,
                (answer, _) => return Err(unexpected_reply_error(answer)),
            }
        };
        if must_be_seen && reads.is_none() {
            self.finish_run(false)?;
            let unseen = io::Error::from(io::ErrorKind::Unsupported);
            return Err(SandboxError::during_action("see where a program reads")(
                unseen,
            ));
        }
        Ok((reads, descriptor))
    }

    pub(super) fn finish_run(&mut self, by_itself: bool) -> Result<EndedProcess, SandboxError> {
        if !by_itself {
            self.send_request(&SupervisorRequest::Finish, &[])?;
        }
        match self.receive_reply()? {
            (SupervisorReply::Ended { status, usage }, _) => Ok(EndedProcess::new(status, usage)),
            (answer, _) => Err(unexpected_reply_error(answer)),
        }
    }

    pub(super) fn receive_reply(
        &mut self,
    ) -> Result<(SupervisorReply, Vec<OwnedFd>), SandboxError> {
        match self.inbox.receive_message(self.socket) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(SandboxError::SupervisorGone),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                Err(SandboxError::SupervisorGone)
            }
            Err(error) => Err(SandboxError::during_action("listen to the supervisor")(
                error,
            )),
        }
    }
}

/// What an answer comes to that nobody asked for; the supervisor's own failures are among them.
pub(super) fn unexpected_reply_error(answer: SupervisorReply) -> SandboxError {
    match answer {
        SupervisorReply::Failed { step, errno } => SandboxError::Step {
            step,
            source: io::Error::from_raw_os_error(errno),
        },
        _ => SandboxError::SupervisorGone,
    }
}
