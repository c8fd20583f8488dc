//! The limits that the owner itself was started with (`ulimit`): all that it starts inherits them.
//!
//! A compiler that may use less than it is allowed would stop at honest sources, and a program at honest input. So before any
//! work each limit is raised as far as it is needed. Where that is not allowed, which is root's privilege, nothing is run, and
//! the user is told. Fewer open files and processes than wanted only mean that less is run at a time.

use std::time::Duration;

use crate::command::{DEFAULT_STACK, MOST_THREADS};
use crate::process::parse_status_number;
use bytesize::ByteSize;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What all that is to be run may need, at most.
#[derive(Debug, Clone, Copy)]
pub struct ResourceNeeds {
    /// Processor time of one process.
    pub cpu: Duration,
    /// Memory of one process, in bytes.
    pub memory: u64,
    /// Stack of one process, in bytes.
    pub stack: u64,
}

impl ResourceNeeds {
    /// What the owner itself needs: it may work for a while.
    pub const LEAST: ResourceNeeds = ResourceNeeds {
        cpu: Duration::from_secs(60),
        memory: 1 << 30,
        stack: DEFAULT_STACK,
    };

    /// As much as both need.
    #[must_use]
    pub fn with_at_least(self, cpu: Duration, memory: u64) -> ResourceNeeds {
        ResourceNeeds {
            cpu: self.cpu.max(cpu),
            memory: self.memory.max(memory),
            ..self
        }
    }

    /// The same where a stack must be as large as this.
    #[must_use]
    pub fn with_stack_at_least(self, stack: u64) -> ResourceNeeds {
        ResourceNeeds {
            stack: self.stack.max(stack),
            ..self
        }
    }
}

/// This process was started with a limit that is too low.
#[derive(Debug, thiserror::Error)]
#[error(
    "the limit of {what} that this process was started with (`ulimit {option}`) is {found}, and {needed} are needed; raise it \
     before you start it again"
)]
pub struct LimitTooLow {
    what: &'static str,
    option: &'static str,
    found: String,
    needed: String,
}

/// A limit, and how it is spoken of.
struct ResourceLimit {
    resource: Resource,
    what: &'static str,
    option: &'static str,
    in_words: fn(u64) -> String,
}

const OPEN_FILES: ResourceLimit = ResourceLimit {
    resource: Resource::Nofile,
    what: "open files",
    option: "-n",
    in_words: format_count,
};
const PROCESSES: ResourceLimit = ResourceLimit {
    resource: Resource::Nproc,
    what: "processes and threads",
    option: "-u",
    in_words: format_count,
};

/// Raises the limits that are lower than `needs`.
///
/// # Errors
///
/// If one cannot be raised so far.
pub fn raise_process_limits(needs: &ResourceNeeds) -> Result<(), LimitTooLow> {
    /// The largest file that a compiler may write.
    const FILE: u64 = 64 << 20;
    // The kernel ends a process a second after it has told it, and the supervisor allows one more than the limit.
    let seconds = needs.cpu.as_secs() + 2;
    for (resource, what, option, in_words, amount) in [
        (
            Resource::Cpu,
            "processor time",
            "-t",
            self::format_seconds as fn(u64) -> String,
            seconds,
        ),
        (
            Resource::As,
            "virtual memory",
            "-v",
            format_bytes,
            needs.memory,
        ),
        (
            Resource::Data,
            "data segments",
            "-d",
            format_bytes,
            needs.memory,
        ),
        (Resource::Stack, "stacks", "-s", format_bytes, needs.stack),
        (Resource::Fsize, "file sizes", "-f", format_bytes, FILE),
    ] {
        ResourceLimit {
            resource,
            what,
            option,
            in_words,
        }
        .raise_to(amount)?;
    }
    max_workers(1).map(drop)
}

/// How many workers there may be, of `wanted`, for the files that they open and the processes that they start: threads of this
/// process, each of which has five supervisors at a time, and runs a program in one of them.
///
/// # Errors
///
/// If there cannot even be one.
pub fn max_workers(wanted: usize) -> Result<usize, LimitTooLow> {
    /// What the owner has open without any worker, and what one worker has open at most, measured with five supervisors at a
    /// time, their streams and a terminal.
    const FILES: (u64, u64) = (24, 32);
    /// The threads of an owner without workers, and those of one worker: its program's, and its supervisors' own.
    const THREADS: (u64, u64) = (8, MOST_THREADS + 16);
    let wanted = u64::try_from(wanted).unwrap_or(u64::MAX).max(1);
    let by_files = OPEN_FILES.fitting_workers(wanted, FILES, 0)?;
    let by_threads = if rustix::process::geteuid().is_root() {
        // Each of root's programs runs under an account of its own, of which nothing runs yet.
        PROCESSES.raise_to(MOST_THREADS)?;
        wanted
    } else {
        PROCESSES.fitting_workers(wanted, THREADS, count_account_threads())?
    };
    Ok(usize::try_from(by_files.min(by_threads)).unwrap_or(usize::MAX))
}

impl ResourceLimit {
    /// Raises the limit to `amount` at least.
    fn raise_to(&self, amount: u64) -> Result<(), LimitTooLow> {
        let allowed = self.raise_up_to(amount);
        if allowed < amount {
            Err(self.too_low_error(allowed, amount))
        } else {
            Ok(())
        }
    }

    /// Raises it as far as may be, but not further than to `amount`. Returns the limit.
    fn raise_up_to(&self, amount: u64) -> u64 {
        let Rlimit { current, maximum } = getrlimit(self.resource);
        if is_enough(amount, current) {
            return current.unwrap_or(u64::MAX);
        }
        let raised = Rlimit {
            current: Some(amount),
            maximum: maximum.map(|most| most.max(amount)),
        };
        let highest = Rlimit {
            current: maximum,
            maximum,
        };
        if setrlimit(self.resource, raised).is_err() {
            let _ = setrlimit(self.resource, highest);
        }
        getrlimit(self.resource).current.unwrap_or(u64::MAX)
    }

    /// How many of `wanted` workers the limit is enough for, where `used` is gone already. `base` is needed once, `each` for
    /// every worker.
    fn fitting_workers(
        &self,
        wanted: u64,
        (base, each): (u64, u64),
        used: u64,
    ) -> Result<u64, LimitTooLow> {
        let base = base + used;
        let allowed = self.raise_up_to(base.saturating_add(each.saturating_mul(wanted)));
        match allowed.saturating_sub(base) / each {
            0 => Err(self.too_low_error(allowed, base + each)),
            enough => Ok(enough.min(wanted)),
        }
    }

    fn too_low_error(&self, found: u64, needed: u64) -> LimitTooLow {
        let ResourceLimit {
            what,
            option,
            in_words,
            ..
        } = self;
        LimitTooLow {
            what,
            option,
            found: in_words(found),
            needed: in_words(needed),
        }
    }
}

fn is_enough(amount: u64, limit: Option<u64>) -> bool {
    limit.is_none_or(|limit| limit >= amount)
}

fn format_count(amount: u64) -> String {
    amount.to_string()
}

fn format_seconds(amount: u64) -> String {
    format!("{amount} s")
}

fn format_bytes(amount: u64) -> String {
    ByteSize::b(amount).display().iec().to_string()
}

/// How many threads this account has, in all its processes that can be seen.
fn count_account_threads() -> u64 {
    let own = rustix::process::getuid().as_raw();
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return 0;
    };
    let statuses = processes.flatten().filter(|one| {
        one.file_name()
            .as_encoded_bytes()
            .first()
            .is_some_and(u8::is_ascii_digit)
    });
    let threads = statuses.filter_map(|one| {
        let status = std::fs::read_to_string(one.path().join("status")).ok()?;
        (parse_status_number(&status, "Uid:")? == u64::from(own))
            .then(|| parse_status_number(&status, "Threads:"))?
    });
    threads.sum()
}

/// Takes back what this process inherited: ignored ends of children, which could not be waited for, and blocked signals, which would
/// never arrive. To be called first, before there are threads and handlers.
pub fn reset_inherited_signals() {
    #[expect(unsafe_code, reason = "masks and dispositions have no safe wrapper")]
    // SAFETY: the set is plain data that is filled before it is used, and no handler of ours is installed yet.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    }
}
