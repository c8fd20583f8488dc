//! One program after the other.
//!
//! Untrusted programs are started by a thread that stands behind their wall already, so that each inherits it: putting
//! the long list of system calls in force takes the kernel a tenth of a whole run. Everything else is started by the
//! main thread, which stays free; so is what may start processes, whose wall is another one. The two take turns: while one works, the other waits.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};

use super::ending::end_all;
use super::launch::{Launched, Launcher};
use super::plan::Surroundings;
use crate::profile::Profile;
use crate::protocol::{self, Answer, Inbox, Request, RunRequest};
use crate::tier::Tier;
use crate::{bpf, filter};

/// A request with the descriptors that came along.
type Received = (Request, Vec<OwnedFd>);

/// What the threads hand to each other.
pub(super) struct Rounds<'a> {
    tier: Tier,
    socket: BorrowedFd<'a>,
    inbox: Inbox,
    launcher: Launcher<'a>,
}

impl<'a> Rounds<'a> {
    pub(super) fn new(surroundings: Surroundings<'a>) -> Rounds<'a> {
        let Surroundings { tier, socket, .. } = surroundings;
        Rounds { tier, socket, inbox: Inbox::default(), launcher: Launcher::new(surroundings) }
    }

    /// Serves until the owner is gone. However that is noticed, and be it by an answer that nobody takes any more:
    /// nothing outlives it.
    pub(super) fn all(&mut self) -> io::Result<()> {
        let served = self.serve_all();
        end_all(self.tier, None);
        served
    }

    fn serve_all(&mut self) -> io::Result<()> {
        let mut next = self.receive()?;
        while let Some(request) = next {
            next = if is_program(&request) {
                self.behind_the_wall(request)?
            } else {
                self.while_it(request, |request| !is_program(request))?
            };
        }
        Ok(())
    }

    fn behind_the_wall(&mut self, first: Received) -> io::Result<Option<Received>> {
        let ended = thread::scope(|scope| {
            let work = || match build_wall(self.tier) {
                Ok(()) => self.while_it(first, |next| is_program(next) || is_finish(next)),
                Err(error) => self.cannot("seccomp", &error),
            };
            thread::Builder::new().spawn_scoped(scope, work).map(thread::ScopedJoinHandle::join)
        });
        match ended {
            Ok(ended) => ended.unwrap_or_else(|_| Err(io::ErrorKind::Other.into())),
            Err(error) => self.cannot("start a thread", &error),
        }
    }

    /// Nothing was started; what comes next?
    fn cannot(&mut self, step: &str, error: &io::Error) -> io::Result<Option<Received>> {
        protocol::send(self.socket, &Answer::failed(step, error), &[])?;
        self.receive()
    }

    /// Serves requests as long as they are `ours`; the first that is not comes back.
    fn while_it(
        &mut self,
        first: Received,
        ours: fn(&Received) -> bool,
    ) -> io::Result<Option<Received>> {
        let mut running = self.serve(first, None)?;
        loop {
            if self.has_ended(running.as_ref())? {
                self.finish(running.take())?;
                continue;
            }
            match self.receive()? {
                Some(request) if ours(&request) => running = self.serve(request, running)?,
                Some(other) => return Ok(Some(other)),
                None => return Ok(None),
            }
        }
    }

    fn receive(&mut self) -> io::Result<Option<Received>> {
        self.inbox.receive(self.socket)
    }

    /// Waits until the program has ended or the owner speaks.
    fn has_ended(&self, running: Option<&Launched>) -> io::Result<bool> {
        let Some(launched) = running else { return Ok(false) };
        let mut waiting = [
            PollFd::new(&launched.descriptor, PollFlags::IN),
            PollFd::new(&self.socket, PollFlags::IN),
        ];
        rustix::io::retry_on_intr(|| poll(&mut waiting, None))?;
        Ok(!waiting[0].revents().is_empty())
    }

    fn serve(
        &mut self,
        (request, streams): Received,
        running: Option<Launched>,
    ) -> io::Result<Option<Launched>> {
        match request {
            Request::Run(run) => self.begin(&run, streams),
            Request::Finish => self.finish(running).map(|()| None),
        }
    }

    fn begin(&mut self, run: &RunRequest, streams: Vec<OwnedFd>) -> io::Result<Option<Launched>> {
        match self.launcher.launch(run, streams) {
            Ok(launched) => {
                let descriptor = [launched.descriptor.as_fd()];
                protocol::send(self.socket, &Answer::Started, &descriptor)?;
                Ok(Some(launched))
            }
            Err(failure) => protocol::send(self.socket, &failure, &[]).map(|()| None),
        }
    }

    /// Kills what is left of a run, and tells how its first process ended. Where the owner wants to finish what has
    /// just ended by itself, it was told already.
    fn finish(&self, running: Option<Launched>) -> io::Result<()> {
        let Some(launched) = running else { return Ok(()) };
        let lost = || Answer::failed("reap", &io::ErrorKind::NotFound.into());
        let ended = end_all(self.tier, Some(launched.pid)).unwrap_or_else(lost);
        protocol::send(self.socket, &ended, &[])
    }
}

/// For the calling thread and all that it starts.
fn build_wall(tier: Tier) -> io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    bpf::install(&filter::launcher(tier.has_landlock()), false)
        .map_err(io::Error::from_raw_os_error)?;
    Ok(())
}

fn is_program((request, _): &Received) -> bool {
    let is_behind_it =
        |profile: Profile| profile.holds_untrusted_code() && !profile.starts_processes();
    matches!(request, Request::Run(run) if is_behind_it(run.profile))
}

fn is_finish((request, _): &Received) -> bool {
    matches!(request, Request::Finish)
}
