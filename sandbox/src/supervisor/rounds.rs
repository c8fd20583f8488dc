//! One program after the other.
//!
//! Untrusted programs are started by a thread that stands behind their wall already, so that each inherits it: putting
//! the long list of system calls in force takes the kernel a tenth of a whole run. Everything else is started by the
//! main thread, which stays free; so is what may start processes, whose wall is another one. The two take turns: while one works, the other waits.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::{io, thread};

use super::child::{LaunchedProgram, ProgramLauncher};
use super::ending::kill_and_reap_all;
use super::plan::LaunchContext;
use crate::protocol::{
    self, MessageReceiver, RunRequest, SandboxProfile, SupervisorReply, SupervisorRequest,
};
use crate::tier::Tier;
use crate::{bpf, filter};
use rustix::event::{PollFd, PollFlags, poll};

/// A request with the descriptors that came along.
type ReceivedRequest = (SupervisorRequest, Vec<OwnedFd>);

/// What the threads hand to each other.
pub(super) struct RequestLoop<'a> {
    tier: Tier,
    socket: BorrowedFd<'a>,
    inbox: MessageReceiver,
    launcher: ProgramLauncher<'a>,
}

impl<'a> RequestLoop<'a> {
    pub(super) fn new(surroundings: LaunchContext<'a>) -> RequestLoop<'a> {
        let LaunchContext { tier, socket, .. } = surroundings;
        RequestLoop {
            tier,
            socket,
            inbox: MessageReceiver::default(),
            launcher: ProgramLauncher::new(surroundings),
        }
    }

    /// Serves until the owner is gone. However that is noticed, and be it by an answer that nobody takes any more:
    /// nothing outlives it.
    pub(super) fn run(&mut self) -> io::Result<()> {
        let served = self.serve_all();
        kill_and_reap_all(self.tier, None);
        served
    }

    fn serve_all(&mut self) -> io::Result<()> {
        let mut next = self.receive_request()?;
        while let Some(request) = next {
            next = if is_program(&request) {
                self.serve_confined(request)?
            } else {
                self.serve_while(request, |request| !is_program(request))?
            };
        }
        Ok(())
    }

    fn serve_confined(&mut self, first: ReceivedRequest) -> io::Result<Option<ReceivedRequest>> {
        let ended = thread::scope(|scope| {
            let work = || match confine_thread(self.tier) {
                Ok(()) => self.serve_while(first, |next| is_program(next) || is_finish(next)),
                Err(error) => self.report_failure("seccomp", &error),
            };
            thread::Builder::new()
                .spawn_scoped(scope, work)
                .map(thread::ScopedJoinHandle::join)
        });
        match ended {
            Ok(ended) => ended.unwrap_or_else(|_| Err(io::ErrorKind::Other.into())),
            Err(error) => self.report_failure("start a thread", &error),
        }
    }

    /// Nothing was started; what comes next?
    fn report_failure(
        &mut self,
        step: &str,
        error: &io::Error,
    ) -> io::Result<Option<ReceivedRequest>> {
        protocol::send_message(
            self.socket,
            &SupervisorReply::from_failed_step(step, error),
            &[],
        )?;
        self.receive_request()
    }

    /// Serves requests as long as they are `ours`; the first that is not comes back.
    fn serve_while(
        &mut self,
        first: ReceivedRequest,
        ours: fn(&ReceivedRequest) -> bool,
    ) -> io::Result<Option<ReceivedRequest>> {
        let mut running = self.serve_request(first, None)?;
        loop {
            if self.has_ended(running.as_ref())? {
                self.finish_run(running.take())?;
                continue;
            }
            match self.receive_request()? {
                Some(request) if ours(&request) => {
                    running = self.serve_request(request, running)?
                }
                Some(other) => return Ok(Some(other)),
                None => return Ok(None),
            }
        }
    }

    fn receive_request(&mut self) -> io::Result<Option<ReceivedRequest>> {
        self.inbox.receive_message(self.socket)
    }

    /// Waits until the program has ended or the owner speaks.
    fn has_ended(&self, running: Option<&LaunchedProgram>) -> io::Result<bool> {
        let Some(launched) = running else {
            return Ok(false);
        };
        let mut waiting = [
            PollFd::new(&launched.descriptor, PollFlags::IN),
            PollFd::new(&self.socket, PollFlags::IN),
        ];
        rustix::io::retry_on_intr(|| poll(&mut waiting, None))?;
        Ok(!waiting[0].revents().is_empty())
    }

    fn serve_request(
        &mut self,
        (request, streams): ReceivedRequest,
        running: Option<LaunchedProgram>,
    ) -> io::Result<Option<LaunchedProgram>> {
        match request {
            SupervisorRequest::Run(run) => self.begin_run(&run, streams),
            SupervisorRequest::Finish => self.finish_run(running).map(|()| None),
        }
    }

    fn begin_run(
        &mut self,
        run: &RunRequest,
        streams: Vec<OwnedFd>,
    ) -> io::Result<Option<LaunchedProgram>> {
        match self.launcher.launch(run, streams) {
            Ok(launched) => {
                let descriptor = [launched.descriptor.as_fd()];
                protocol::send_message(self.socket, &SupervisorReply::Started, &descriptor)?;
                Ok(Some(launched))
            }
            Err(failure) => protocol::send_message(self.socket, &failure, &[]).map(|()| None),
        }
    }

    /// Kills what is left of a run, and tells how its first process ended. Where the owner wants to finish what has
    /// just ended by itself, it was told already.
    fn finish_run(&self, running: Option<LaunchedProgram>) -> io::Result<()> {
        let Some(launched) = running else {
            return Ok(());
        };
        let lost = || SupervisorReply::from_failed_step("reap", &io::ErrorKind::NotFound.into());
        let ended = kill_and_reap_all(self.tier, Some(launched.pid)).unwrap_or_else(lost);
        protocol::send_message(self.socket, &ended, &[])
    }
}

/// For the calling thread and all that it starts.
fn confine_thread(tier: Tier) -> io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    bpf::install_filter(&filter::launcher_filter(tier.has_landlock()), false)
        .map_err(io::Error::from_raw_os_error)?;
    Ok(())
}

fn is_program((request, _): &ReceivedRequest) -> bool {
    let is_behind_it =
        |profile: SandboxProfile| profile.holds_untrusted_code() && !profile.starts_processes();
    matches!(request, SupervisorRequest::Run(run) if is_behind_it(run.profile))
}

fn is_finish((request, _): &ReceivedRequest) -> bool {
    matches!(request, SupervisorRequest::Finish)
}
