//! What a start-up may fail for want of, and the patience with it: what others hold now they may give back soon.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Interrupt, SandboxError};

/// How long to wait before each further attempt.
const DELAYS: [Duration; 3] =
    [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(5)];

/// One waits at a time, and tries again when it has waited. So those who wait do not take from each other what has become free.
static TURN: Mutex<()> = Mutex::new(());

/// What there is too little of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scarcity {
    /// Processes and threads, or accounts for them.
    Processes,
    /// Memory of the machine.
    Memory,
    /// Open files of this process.
    OwnFiles,
    /// Open files of the machine.
    Files,
    /// Room for temporary files.
    Disk,
    /// Namespaces of this user.
    Namespaces,
    /// A file that can be executed while nobody writes it.
    Unwritten,
}

impl Scarcity {
    /// What was missing, and what to do about it, as a whole sentence.
    pub fn advice(self) -> &'static str {
        match self {
            Scarcity::Processes => {
                "no process or thread could be started: end other processes of this account, raise its limit (`ulimit -u`) or \
                 the machine's, or grade fewer at a time (`--jobs`)"
            }
            Scarcity::Memory => {
                "the machine has no memory left: end other processes, or grade fewer at a time (`--jobs`)"
            }
            Scarcity::OwnFiles => {
                "this process may open no more files: raise the limit (`ulimit -n`), or grade fewer at a time (`--jobs`)"
            }
            Scarcity::Files => "the machine can open no more files: end other processes",
            Scarcity::Disk => {
                "the disk that holds temporary files is full: make room, or name another place with `TMPDIR`"
            }
            Scarcity::Namespaces => {
                "no namespace could be made: end other processes of this account, or raise the limits in \
                 `/proc/sys/user`"
            }
            Scarcity::Unwritten => {
                "the program is still open for writing somewhere else: find out who writes into the folder for temporary files"
            }
        }
    }
}

/// What a call to the system failed for want of; none if it failed for something else.
pub(super) fn of(error: &io::Error) -> Option<Scarcity> {
    match error.raw_os_error()? {
        libc::EAGAIN => Some(Scarcity::Processes),
        libc::ENOMEM | libc::ENOBUFS => Some(Scarcity::Memory),
        // The second is about descriptors on their way through a socket, of which there may be as many.
        libc::EMFILE | libc::ETOOMANYREFS => Some(Scarcity::OwnFiles),
        libc::ENFILE => Some(Scarcity::Files),
        libc::ENOSPC | libc::EDQUOT => Some(Scarcity::Disk),
        libc::EUSERS => Some(Scarcity::Namespaces),
        libc::ETXTBSY => Some(Scarcity::Unwritten),
        _ => None,
    }
}

/// Calls `attempt`; as long as it fails for want of something, again after a while. What fails to the end fails as
/// [`SandboxError::Scarce`].
///
/// # Errors
///
/// As `attempt`, and if the user wants to stop.
pub fn patiently<T>(
    interrupt: &Interrupt,
    mut attempt: impl FnMut() -> Result<T, SandboxError>,
) -> Result<T, SandboxError> {
    again(interrupt, attempt(), attempt, |result| match result {
        Err(error) => error.scarcity().is_some(),
        Ok(_) => false,
    })?
    .map_err(SandboxError::after_patience)
}

/// As long as `is_wanting` says so of what came out, waits and calls `attempt` again. Returns what came out last.
///
/// # Errors
///
/// If the user wants to stop.
pub fn again<R>(
    interrupt: &Interrupt,
    mut came_out: R,
    mut attempt: impl FnMut() -> R,
    is_wanting: impl Fn(&R) -> bool,
) -> Result<R, SandboxError> {
    for delay in DELAYS {
        if !is_wanting(&came_out) {
            break;
        }
        if has_ended_wait(interrupt, delay) {
            return Err(SandboxError::Interrupted);
        }
        came_out = attempt();
    }
    Ok(came_out)
}

/// Waits for its turn, then so long. True if the user wants to stop.
fn has_ended_wait(interrupt: &Interrupt, delay: Duration) -> bool {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    interrupt.is_raised_within(delay)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(errno: i32) -> SandboxError {
        SandboxError::Step { step: "clone".to_owned(), source: io::Error::from_raw_os_error(errno) }
    }

    #[test]
    fn what_is_missing_for_a_moment_is_no_failure() {
        let interrupt = Interrupt::never().unwrap();
        let mut attempts = 0;
        let come = patiently(&interrupt, || {
            attempts += 1;
            if attempts < 3 { Err(failure(libc::EAGAIN)) } else { Ok(attempts) }
        });
        assert_eq!(come.unwrap(), 3);
    }

    #[test]
    fn what_stays_missing_is_named_with_what_to_do() {
        let interrupt = Interrupt::never().unwrap();
        let mut attempts = 0;
        let error = patiently::<()>(&interrupt, || {
            attempts += 1;
            Err(failure(libc::EAGAIN))
        });
        assert_eq!(attempts, 1 + DELAYS.len());
        let text = error.unwrap_err().to_string();
        for part in ["step `clone`", "`ulimit -u`", "tried again for 6 seconds"] {
            assert!(text.contains(part), "`{part}` is not in: {text}");
        }
    }

    #[test]
    fn another_failure_is_not_waited_for() {
        let interrupt = Interrupt::never().unwrap();
        let mut attempts = 0;
        let error = patiently::<()>(&interrupt, || {
            attempts += 1;
            Err(failure(libc::EACCES))
        });
        assert!(matches!(error, Err(SandboxError::Step { .. })));
        assert_eq!(attempts, 1);
    }
}
