//! The user's wish to stop, as something a poll can wait for; and trying again until then.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::error::SandboxError;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Becomes readable when the user asks to stop, and stays so.
#[derive(Debug)]
pub struct Interrupt {
    raised: OwnedFd,
    /// The other end, where no signal handler owns it.
    raiser: Option<OwnedFd>,
}

impl Interrupt {
    /// Raised by every signal that asks a program to end: from its user, from whoever ends the session or closes the
    /// terminal, and at the limit of processor time. Who made us immune to the end of a session, as `nohup` does, wants the
    /// work to go on.
    ///
    /// # Errors
    ///
    /// If the signal handlers cannot be installed.
    pub fn on_signals() -> io::Result<Interrupt> {
        let (raised, raiser) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        let hangup = (!is_ignored(libc::SIGHUP)).then_some(libc::SIGHUP);
        let others = [libc::SIGINT, libc::SIGTERM, libc::SIGQUIT, libc::SIGXCPU];
        for signal in others.into_iter().chain(hangup) {
            signal_hook::low_level::pipe::register(signal, raiser.try_clone()?)?;
        }
        Ok(Interrupt {
            raised,
            raiser: None,
        })
    }

    /// Raised by no signal, only by [`Interrupt::raise`].
    ///
    /// # Errors
    ///
    /// If the process has no descriptor left.
    pub fn without_signals() -> io::Result<Interrupt> {
        let (raised, raiser) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        Ok(Interrupt {
            raised,
            raiser: Some(raiser),
        })
    }

    /// Asks in the user's place, where no signal does.
    ///
    /// # Errors
    ///
    /// If it is raised by signals.
    pub fn raise(&self) -> io::Result<()> {
        let raiser = self.raiser.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        rustix::io::write(raiser, b"!")?;
        Ok(())
    }

    /// Whether the user has asked.
    pub fn is_raised(&self) -> bool {
        self.is_raised_within(Duration::ZERO)
    }

    /// Waits until the user asks, no longer than `poll_timeout`; whether the user has asked.
    pub fn is_raised_within(&self, poll_timeout: Duration) -> bool {
        let mut waiting = [PollFd::new(&self.raised, PollFlags::IN)];
        let poll_timeout = Timespec::try_from(poll_timeout).ok();
        let ready = rustix::io::retry_on_intr(|| poll(&mut waiting, poll_timeout.as_ref()));
        ready.is_ok_and(|ready| ready > 0)
    }
}

impl AsFd for Interrupt {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.raised.as_fd()
    }
}

/// Whether nothing happens at this signal.
fn is_ignored(signal: libc::c_int) -> bool {
    #[expect(unsafe_code, reason = "nothing safe tells what happens at a signal")]
    // SAFETY: an all-zero `sigaction` is valid; the call changes nothing and writes the variable of this frame.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        let known = libc::sigaction(signal, std::ptr::null(), &raw mut now) == 0;
        known && now.sa_sigaction == libc::SIG_IGN
    }
}

/// How long to wait before each further attempt.
const DELAYS: [Duration; 3] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(5),
];

/// One waits at a time, and tries again when it has waited. So those who wait do not take from each other what has become free.
static TURN: Mutex<()> = Mutex::new(());

/// Calls `attempt`; as long as it fails for want of something, again after a while. What fails to the end fails as
/// [`SandboxError::ResourceExhausted`].
///
/// # Errors
///
/// As `attempt`, and if the user wants to stop.
pub fn retry_on_exhaustion<T>(
    interrupt: &Interrupt,
    mut attempt: impl FnMut() -> Result<T, SandboxError>,
) -> Result<T, SandboxError> {
    retry_while(interrupt, attempt(), attempt, |result| match result {
        Err(error) => error.exhausted_resource().is_some(),
        Ok(_) => false,
    })?
    .map_err(SandboxError::after_retries)
}

/// As long as `is_wanting` says so of what came out, waits and calls `attempt` again. Returns what came out last.
///
/// # Errors
///
/// If the user wants to stop.
pub fn retry_while<R>(
    interrupt: &Interrupt,
    mut came_out: R,
    mut attempt: impl FnMut() -> R,
    is_wanting: impl Fn(&R) -> bool,
) -> Result<R, SandboxError> {
    for delay in DELAYS {
        if !is_wanting(&came_out) {
            break;
        }
        if is_interrupted_during(interrupt, delay) {
            return Err(SandboxError::Interrupted);
        }
        came_out = attempt();
    }
    Ok(came_out)
}

/// Waits for its turn, then so long. True if the user wants to stop.
fn is_interrupted_during(interrupt: &Interrupt, delay: Duration) -> bool {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    interrupt.is_raised_within(delay)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    fn failure(errno: i32) -> SandboxError {
        SandboxError::Step {
            step: "clone".to_owned(),
            source: io::Error::from_raw_os_error(errno),
        }
    }

    #[test]
    fn what_is_missing_for_a_moment_is_no_failure() {
        let interrupt = Interrupt::without_signals().unwrap();
        let mut attempts = 0;
        let come = retry_on_exhaustion(&interrupt, || {
            attempts += 1;
            if attempts < 3 {
                Err(failure(libc::EAGAIN))
            } else {
                Ok(attempts)
            }
        });
        assert_eq!(come.unwrap(), 3);
    }

    #[test]
    fn what_stays_missing_is_named_with_what_to_do() {
        let interrupt = Interrupt::without_signals().unwrap();
        let mut attempts = 0;
        let error = retry_on_exhaustion::<()>(&interrupt, || {
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
        let interrupt = Interrupt::without_signals().unwrap();
        let mut attempts = 0;
        let error = retry_on_exhaustion::<()>(&interrupt, || {
            attempts += 1;
            Err(failure(libc::EACCES))
        });
        assert!(matches!(error, Err(SandboxError::Step { .. })));
        assert_eq!(attempts, 1);
    }
}
