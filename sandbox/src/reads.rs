//! The listener: it tells that the child is about to read standard input, to ask whether it could, or to make a thread, and lets
//! it go on or not.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use crate::thread_state::ThreadSyscall;

/// `SECCOMP_IOCTL_NOTIF_RECV` and `SECCOMP_IOCTL_NOTIF_SEND` (`linux/seccomp.h`).
const RECEIVE: libc::c_ulong = 0xC050_2100;
const SEND: libc::c_ulong = 0xC018_2101;
const CONTINUE: u32 = 1;

/// Which call waits.
#[derive(Debug, Clone, Copy)]
pub(super) struct CallId(u64);

/// Our end of the child's filter.
#[derive(Debug)]
pub(super) struct CallListener {
    listener: OwnedFd,
}

impl CallListener {
    /// The listener that the child handed over.
    pub(super) fn new(listener: OwnedFd) -> CallListener {
        CallListener { listener }
    }

    /// The call that waits, if it still does: the child may have been killed meanwhile.
    pub(super) fn next_call(&self) -> io::Result<Option<(CallId, ThreadSyscall)>> {
        let mut notification = libc::seccomp_notif {
            id: 0,
            pid: 0,
            flags: 0,
            data: libc::seccomp_data {
                nr: 0,
                arch: 0,
                instruction_pointer: 0,
                args: [0; 6],
            },
        };
        #[expect(unsafe_code, reason = "seccomp's ioctls have no safe wrapper")]
        // SAFETY: this request is about a `seccomp_notif`, all zero as the kernel demands it.
        let result = unsafe { self.ioctl_listener(RECEIVE, &mut notification) };
        let libc::seccomp_notif { id, pid, data, .. } = notification;
        let call = ThreadSyscall {
            thread: i32::try_from(pid).unwrap_or(0),
            number: libc::c_long::from(data.nr),
            arguments: data.args,
        };
        Ok(ignore_vanished(result)?.then_some((CallId(id), call)))
    }

    /// Lets the call go on.
    pub(super) fn let_continue(&self, CallId(id): CallId) -> io::Result<()> {
        self.send_response(libc::seccomp_notif_resp {
            id,
            val: 0,
            error: 0,
            flags: CONTINUE,
        })
    }

    /// The call fails as if there were no process left.
    pub(super) fn refuse_call(&self, CallId(id): CallId) -> io::Result<()> {
        self.send_response(libc::seccomp_notif_resp {
            id,
            val: 0,
            error: -libc::EAGAIN,
            flags: 0,
        })
    }

    fn send_response(&self, mut response: libc::seccomp_notif_resp) -> io::Result<()> {
        #[expect(unsafe_code, reason = "seccomp's ioctls have no safe wrapper")]
        // SAFETY: this request is about a `seccomp_notif_resp`.
        let result = unsafe { self.ioctl_listener(SEND, &mut response) };
        ignore_vanished(result)?;
        Ok(())
    }

    /// # Safety
    ///
    /// `T` must be the struct that `request` reads or writes.
    #[expect(
        unsafe_code,
        reason = "the kernel trusts us with the size of what it writes"
    )]
    unsafe fn ioctl_listener<T>(&self, request: libc::c_ulong, argument: &mut T) -> io::Result<()> {
        // SAFETY: the pointer is valid for reading and writing a `T`, and the caller makes sure that it is the right one.
        let result = unsafe {
            libc::ioctl(
                self.listener.as_raw_fd(),
                request,
                std::ptr::from_mut(argument),
            )
        };
        if result < 0 {
            Err(io::Error::last_os_error())
        } else {
            Ok(())
        }
    }
}

impl AsFd for CallListener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }
}

/// A notification disappears with its process, and a signal may interrupt us: both are no fault.
fn ignore_vanished(result: io::Result<()>) -> io::Result<bool> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::EINTR)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The first while, unless the program has little time.
const WHILE: Duration = Duration::from_secs(1);

/// Each later one.
const SHORT_WHILE: Duration = Duration::from_millis(10);

/// What is known of a program's asking.
///
/// A program that computes may poll as well, to see whether it should stop. So a line is due only after a program has polled
/// for a while and done nothing else. Once it has been seen to wait like that, a short while is enough.
#[derive(Debug)]
pub(super) struct RepeatedPolls {
    /// Since when it does nothing else.
    since: Option<Instant>,
    /// How long it must have asked for the next line.
    poll_timeout: Duration,
}

impl RepeatedPolls {
    /// Nothing is known yet of a program that has so much time on the clock.
    pub(super) fn new(wall: Duration) -> RepeatedPolls {
        RepeatedPolls {
            since: None,
            poll_timeout: WHILE.min(wall / 5),
        }
    }

    /// It has asked; true if a line is due to it.
    pub(super) fn record_poll(&mut self) -> bool {
        let since = *self.since.get_or_insert_with(Instant::now);
        let is_due = since.elapsed() >= self.poll_timeout;
        if is_due {
            *self = RepeatedPolls {
                since: None,
                poll_timeout: SHORT_WHILE,
            };
        }
        is_due
    }

    /// It has done something else.
    pub(super) fn reset_polls(&mut self) {
        self.since = None;
    }
}
