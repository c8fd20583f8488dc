//! The supervisor: its owner's executable, started again for programs that belong together.
//!
//! It is small, so starting a program from it costs little however large the owner has grown. It builds the walls
//! once, then starts one program at a time inside them. In tiers with namespaces it is process 1 of its own: when it
//! goes, everything goes. It never looks at what programs print: streams belong to the owner.

mod child;
mod ending;
mod landlock_rules;
mod namespaces;
mod plan;
mod rounds;

pub(super) use namespaces::contains_system_folder;

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit};

use self::landlock_rules::LandlockRules;
use self::namespaces::NamespaceSide;
use self::plan::{LaunchContext, SyscallFilters};
use self::rounds::RequestLoop;
use crate::protocol::{self, MessageReceiver, NAMESPACE_STEP, SupervisorReply, SupervisorSetup};
use crate::tier::Tier;

/// The first argument that makes the executable a supervisor.
pub(crate) const ARGUMENT: &str = "__supervise";

/// The first argument with which it ends at once, so that it can be tried whether it can be executed behind walls.
pub(crate) const PROBE: &str = "__probe";

/// Makes this process a supervisor if that is what it was started for. Then the value is what `main` must return at once.
///
/// A sandbox starts its own executable again for each [`Supervisor`](crate::Supervisor). So whatever uses one calls this first
/// thing in `main`, before it starts threads, reads its arguments, or looks at standard input:
///
/// ```no_run
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     if let Some(code) = sandbox::supervise_if_requested() {
///         return code;
///     }
///     // What the program is for.
///     ExitCode::SUCCESS
/// }
/// ```
pub fn supervise_if_requested() -> Option<ExitCode> {
    match std::env::args_os().nth(1)?.to_str()? {
        ARGUMENT => Some(run_supervisor()),
        PROBE => Some(ExitCode::SUCCESS),
        _ => None,
    }
}

/// Whether this process was started as a supervisor.
pub(crate) fn is_supervisor_process() -> bool {
    std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == ARGUMENT)
}

/// Runs as a supervisor until its owner is gone. Standard input is the socket to the owner.
fn run_supervisor() -> ExitCode {
    match serve_owner() {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody reads our standard error; the owner sees that the socket closed.
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve_owner() -> io::Result<()> {
    // Ctrl-\ on a terminal reaches us as well, and must not leave a file.
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    rustix::process::setrlimit(Resource::Core, none)?;
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let Some((setup, mut descriptors)) =
        MessageReceiver::default().receive_message::<SupervisorSetup>(socket.as_fd())?
    else {
        return Ok(());
    };
    let own = descriptors.pop().ok_or(io::ErrorKind::InvalidInput)?;
    let tier = Tier::from_letter(&setup.tier).ok_or(io::ErrorKind::InvalidInput)?;
    match namespaces::enter_namespaces(tier, &setup) {
        Ok(NamespaceSide::Inside) => serve_requests(tier, &setup, &own, &socket),
        // This is the outer process: process 1 does the work, and we end when it does.
        Ok(NamespaceSide::Outside) => Ok(()),
        Err(error) => protocol::send_message(
            socket.as_fd(),
            &SupervisorReply::from_failed_step(NAMESPACE_STEP, &error),
            &[],
        ),
    }
}

fn serve_requests(
    tier: Tier,
    setup: &SupervisorSetup,
    own: &OwnedFd,
    socket: &OwnedFd,
) -> io::Result<()> {
    let landlock_rules = match LandlockRules::prepare(tier, setup, own) {
        Ok(landlock_rules) => landlock_rules,
        Err(error) => {
            return protocol::send_message(
                socket.as_fd(),
                &SupervisorReply::from_failed_step("prepare Landlock", &error),
                &[],
            );
        }
    };
    // A session of our own, without a terminal: nobody's signals come from one, and no program gets one.
    rustix::process::setsid()?;
    // A program of the same account must not look into us. Not earlier: a process that may not be looked into cannot
    // map its own account either.
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    protocol::send_message(socket.as_fd(), &SupervisorReply::Ready, &[])?;
    let surroundings = LaunchContext {
        tier,
        accounts: setup.accounts,
        landlock_rules: &landlock_rules,
        socket: socket.as_fd(),
        filters: SyscallFilters::compile_all(),
        owner_executable: own,
    };
    RequestLoop::new(surroundings).run()
}
