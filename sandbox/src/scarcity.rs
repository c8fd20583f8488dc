//! Resources that a start-up may lack, and the stress under which a run is repeated.

use std::io;
use std::time::Duration;

/// What there is too little of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExhaustedResource {
    /// Processes and threads, or accounts for them.
    Processes,
    /// Memory of the machine.
    Memory,
    /// Open files of this process.
    ProcessFiles,
    /// Open files of the machine.
    SystemFiles,
    /// Room for temporary files.
    Disk,
    /// Namespaces of this user.
    Namespaces,
    /// A file that can be executed while nobody writes it.
    BusyExecutable,
}

impl ExhaustedResource {
    /// Whether there may be enough where fewer programs run at a time.
    pub fn is_eased_by_fewer_runs(self) -> bool {
        matches!(
            self,
            ExhaustedResource::Processes
                | ExhaustedResource::Memory
                | ExhaustedResource::ProcessFiles
        )
    }

    /// What was missing, and what to do about it, as a whole sentence.
    pub fn advice(self) -> &'static str {
        match self {
            ExhaustedResource::Processes => {
                "no process or thread could be started: end other processes of this account, raise its limit (`ulimit -u`) or \
                 the machine's, or run fewer at a time"
            }
            ExhaustedResource::Memory => {
                "the machine has no memory left: end other processes, or run fewer at a time"
            }
            ExhaustedResource::ProcessFiles => {
                "this process may open no more files: raise the limit (`ulimit -n`), or run fewer at a time"
            }
            ExhaustedResource::SystemFiles => {
                "the machine can open no more files: end other processes"
            }
            ExhaustedResource::Disk => {
                "the disk that holds temporary files is full: make room, or name another place with `TMPDIR`"
            }
            ExhaustedResource::Namespaces => {
                "no namespace could be made: end other processes of this account, or raise the limits in \
                 `/proc/sys/user`"
            }
            ExhaustedResource::BusyExecutable => {
                "the program is still open for writing somewhere else: find out who writes into the folder for temporary files"
            }
        }
    }
}

/// What a call to the system failed for want of; none if it failed for something else.
pub(super) fn classify_io_error(error: &io::Error) -> Option<ExhaustedResource> {
    match error.raw_os_error()? {
        libc::EAGAIN => Some(ExhaustedResource::Processes),
        libc::ENOMEM | libc::ENOBUFS => Some(ExhaustedResource::Memory),
        // The second is about descriptors on their way through a socket, of which there may be as many.
        libc::EMFILE | libc::ETOOMANYREFS => Some(ExhaustedResource::ProcessFiles),
        libc::ENFILE => Some(ExhaustedResource::SystemFiles),
        libc::ENOSPC | libc::EDQUOT => Some(ExhaustedResource::Disk),
        libc::EUSERS => Some(ExhaustedResource::Namespaces),
        libc::ETXTBSY => Some(ExhaustedResource::BusyExecutable),
        _ => None,
    }
}

/// What is done to a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RunStress {
    /// Nothing.
    #[default]
    None,
    /// The first bytes of its input are handed over one by one, each at a read of its own, as they may be by a network or by whoever
    /// types. A terminal gathers lines, and a file is there at once: nothing is done to these, nor where reads cannot be seen.
    ByteByByte,
    /// All its processes are stopped for a moment and continued, as by whoever suspends a machine: once after so long, and at
    /// the first lines that it reads. None of that counts as time on the clock.
    Pauses {
        /// When for the first time.
        after: Duration,
    },
}
