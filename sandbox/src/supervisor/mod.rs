//! The supervisor: the grader's own executable, started again for one submission.
//!
//! It is small, so starting a program from it costs little however large the grader has grown. It builds the walls
//! once, then starts one program at a time inside them. In tiers with namespaces it is process 1 of its own: when it
//! goes, everything goes. It never looks at what programs print: streams belong to the grader.

mod child;
mod ending;
mod landlock_rules;
mod launch;
mod namespaces;
mod plan;
mod rounds;

pub(super) use namespaces::holds_the_system;

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit};

use self::landlock_rules::LandlockRules;
use self::launch::Launcher;
use self::namespaces::Side;
use self::rounds::Rounds;
use super::protocol::{self, Answer, Inbox, Setup};
use crate::Tier;

/// The first argument that makes the executable a supervisor.
pub const ARGUMENT: &str = "__supervise";

/// The step in which namespaces and a root are made.
pub(super) const WALLS: &str = "build the walls";

/// Runs as a supervisor until the grader is gone. Standard input is the socket to the grader.
pub fn supervise() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody reads our standard error; the grader sees that the socket closed.
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve() -> io::Result<()> {
    // Ctrl-\ on a terminal reaches us as well, and must not leave a file.
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    rustix::process::setrlimit(Resource::Core, none)?;
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let Some((setup, mut descriptors)) = Inbox::default().receive::<Setup>(socket.as_fd())? else {
        return Ok(());
    };
    let own = descriptors.pop().ok_or(io::ErrorKind::InvalidInput)?;
    let tier = Tier::named(&setup.tier).ok_or(io::ErrorKind::InvalidInput)?;
    match namespaces::enter(tier, &setup) {
        Ok(Side::Inside) => work(tier, &setup, &own, &socket),
        // This is the outer process: process 1 does the work, and we end when it does.
        Ok(Side::Outside) => Ok(()),
        Err(error) => protocol::send(socket.as_fd(), &failed(WALLS, &error), &[]),
    }
}

fn work(tier: Tier, setup: &Setup, own: &OwnedFd, socket: &OwnedFd) -> io::Result<()> {
    let landlock_rules = match LandlockRules::prepare(tier, setup, own) {
        Ok(landlock_rules) => landlock_rules,
        Err(error) => {
            return protocol::send(socket.as_fd(), &failed("prepare Landlock", &error), &[]);
        }
    };
    // A session of our own, without a terminal: nobody's signals come from one, and no program gets one.
    rustix::process::setsid()?;
    // A program of the same account must not look into us. Not earlier: a process that may not be looked into cannot
    // map its own account either.
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    protocol::send(socket.as_fd(), &Answer::Ready, &[])?;
    Rounds::new(Launcher::new(tier, setup.accounts, &landlock_rules, own, socket.as_fd())).all()
}

fn failed(step: &str, error: &io::Error) -> Answer {
    let errno = error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::NotFound => libc::ENOENT,
        io::ErrorKind::PermissionDenied => libc::EACCES,
        _ => libc::EINVAL,
    });
    Answer::Failed { step: step.to_owned(), errno }
}
