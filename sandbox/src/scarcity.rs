//! What a start-up may fail for want of.

use std::io;

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
    /// Whether there may be enough where fewer programs run at a time.
    pub fn is_eased_by_fewer_runs(self) -> bool {
        matches!(self, Scarcity::Processes | Scarcity::Memory | Scarcity::OwnFiles)
    }

    /// What was missing, and what to do about it, as a whole sentence.
    pub fn advice(self) -> &'static str {
        match self {
            Scarcity::Processes => {
                "no process or thread could be started: end other processes of this account, raise its limit (`ulimit -u`) or \
                 the machine's, or run fewer at a time"
            }
            Scarcity::Memory => {
                "the machine has no memory left: end other processes, or run fewer at a time"
            }
            Scarcity::OwnFiles => {
                "this process may open no more files: raise the limit (`ulimit -n`), or run fewer at a time"
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
pub(super) fn cause(error: &io::Error) -> Option<Scarcity> {
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
