//! The supervisor: the grader's own executable, started again for one submission.
//!
//! It is small and has one thread, so starting a program from it costs little however large the grader has grown. It
//! builds the walls once, then starts one program at a time inside them. In tiers with namespaces it is process 1 of
//! its own: when it goes, everything goes. It never looks at what programs print: streams belong to the grader.

mod child;
mod housing;
mod launch;
mod plan;
mod rights;

pub(super) use plan::NOBODY;

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::ExitCode;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal};

use self::housing::Housing;
use self::launch::Launched;
use self::rights::Rights;
use super::protocol::{self, Answer, Request, Run, Setup};
use crate::model::Tier;

/// The first argument that makes the executable a supervisor.
pub const ARGUMENT: &str = "__supervise";

/// Runs as a supervisor until the grader is gone. Standard input is the socket to the grader.
pub fn supervise() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody reads our standard error; the grader sees that the socket closed.
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve() -> io::Result<()> {
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let Some((setup, _)) = protocol::receive::<Setup>(socket.as_fd())? else { return Ok(()) };
    let tier = Tier::named(&setup.tier).ok_or(io::ErrorKind::InvalidInput)?;
    match housing::move_in(tier, &setup) {
        Ok(Housing::Inside) => rounds(tier, &setup, &socket),
        // This is the outer process: process 1 does the work, and we end when it does.
        Ok(Housing::Outside) => Ok(()),
        Err(error) => protocol::send(socket.as_fd(), &failed("build the walls", &error), &[]),
    }
}

fn rounds(tier: Tier, setup: &Setup, socket: &OwnedFd) -> io::Result<()> {
    let rights = match Rights::prepare(tier, setup) {
        Ok(rights) => rights,
        Err(error) => {
            return protocol::send(socket.as_fd(), &failed("prepare Landlock", &error), &[]);
        }
    };
    // A program of the same account must not look into us. Not earlier: a process that may not be looked into cannot
    // map its own account either.
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    protocol::send(socket.as_fd(), &Answer::Ready, &[])?;
    let mut running: Option<Launched> = None;
    loop {
        if has_ended(running.as_ref(), socket)? {
            finish(tier, socket.as_fd(), running.take())?;
            continue;
        }
        let Some((request, descriptors)) = protocol::receive::<Request>(socket.as_fd())? else {
            break;
        };
        match request {
            Request::Run(run) => running = begin(tier, &run, &rights, socket.as_fd(), descriptors)?,
            Request::Finish => finish(tier, socket.as_fd(), running.take())?,
        }
    }
    // The grader is gone, however it went: nothing may outlive it.
    end_all(tier, running.as_ref().map(|launched| launched.pid));
    Ok(())
}

/// Waits until the program has ended or the grader speaks.
fn has_ended(running: Option<&Launched>, socket: &OwnedFd) -> io::Result<bool> {
    let Some(launched) = running else { return Ok(false) };
    let mut waiting =
        [PollFd::new(&launched.descriptor, PollFlags::IN), PollFd::new(socket, PollFlags::IN)];
    rustix::io::retry_on_intr(|| poll(&mut waiting, None))?;
    Ok(!waiting[0].revents().is_empty())
}

fn begin(
    tier: Tier,
    run: &Run,
    rights: &Rights,
    socket: BorrowedFd<'_>,
    streams: Vec<OwnedFd>,
) -> io::Result<Option<Launched>> {
    match launch::launch(run, tier, rights, socket, streams) {
        Ok(launched) => {
            protocol::send(socket, &Answer::Started, &[launched.descriptor.as_fd()])?;
            Ok(Some(launched))
        }
        Err(failure) => protocol::send(socket, &failure, &[]).map(|()| None),
    }
}

/// Kills what is left of a run, and tells how its first process ended. Where the grader wants to finish what has just
/// ended by itself, it was told already.
fn finish(tier: Tier, socket: BorrowedFd<'_>, running: Option<Launched>) -> io::Result<()> {
    let Some(launched) = running else { return Ok(()) };
    let lost = || failed("reap", &io::ErrorKind::NotFound.into());
    protocol::send(socket, &end_all(tier, Some(launched.pid)).unwrap_or_else(lost), &[])
}

/// Kills and reaps everything below us; the answer is about `first`.
fn end_all(tier: Tier, first: Option<Pid>) -> Option<Answer> {
    if let Some(first) = first {
        let _ = rustix::process::kill_process_group(first, Signal::KILL);
        let _ = rustix::process::kill_process(first, Signal::KILL);
    }
    if tier.has_namespaces() {
        kill_everybody();
    }
    let mut answer = None;
    while let Some((pid, ended)) = launch::reap() {
        if Some(pid) == first.map(|first| first.as_raw_nonzero().get()) {
            answer = Some(ended);
        }
        if !tier.has_namespaces() {
            // Its children are ours now, and theirs will be.
            kill_children();
        }
    }
    answer
}

/// As process 1 of a namespace: everybody else in it.
fn kill_everybody() {
    #[expect(unsafe_code, reason = "a broadcast has no safe wrapper")]
    // SAFETY: the call takes numbers; in our own namespace it reaches only what we started.
    unsafe {
        libc::kill(-1, libc::SIGKILL);
    }
}

/// Without a namespace: whoever was adopted by us, one after the other.
fn kill_children() {
    let Ok(text) = std::fs::read_to_string("/proc/thread-self/children") else { return };
    for pid in
        text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).filter_map(Pid::from_raw)
    {
        let _ = rustix::process::kill_process(pid, Signal::KILL);
    }
}

fn failed(step: &str, error: &io::Error) -> Answer {
    let errno = error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::NotFound => libc::ENOENT,
        io::ErrorKind::PermissionDenied => libc::EACCES,
        _ => libc::EINVAL,
    });
    Answer::Failed { step: step.to_owned(), errno }
}
