//! The user's wish to stop, as something a poll can wait for.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

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
