//! The user's wish to stop, as something a poll can wait for.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Becomes readable when the user asks to stop, and stays so.
#[derive(Debug)]
pub struct Interrupt {
    raised: OwnedFd,
    /// Keeps the other end open where no signal handler owns it.
    _quiet: Option<OwnedFd>,
}

impl Interrupt {
    /// Raised by Ctrl-C and by a polite request to end.
    ///
    /// # Errors
    ///
    /// If the signal handlers cannot be installed.
    pub fn on_signals() -> io::Result<Interrupt> {
        let (raised, raiser) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            signal_hook::low_level::pipe::register(signal, raiser.try_clone()?)?;
        }
        Ok(Interrupt { raised, _quiet: None })
    }

    /// Never raised.
    ///
    /// # Errors
    ///
    /// If the process has no descriptor left.
    pub fn never() -> io::Result<Interrupt> {
        let (raised, raiser) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        Ok(Interrupt { raised, _quiet: Some(raiser) })
    }

    /// Whether the user has asked.
    pub fn is_raised(&self) -> bool {
        self.is_raised_within(Duration::ZERO)
    }

    /// Waits until the user asks, no longer than `patience`; whether the user has asked.
    pub(super) fn is_raised_within(&self, patience: Duration) -> bool {
        let mut waiting = [PollFd::new(&self.raised, PollFlags::IN)];
        let patience = Timespec::try_from(patience).ok();
        let ready = rustix::io::retry_on_intr(|| poll(&mut waiting, patience.as_ref()));
        ready.is_ok_and(|ready| ready > 0)
    }
}

impl AsFd for Interrupt {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.raised.as_fd()
    }
}
