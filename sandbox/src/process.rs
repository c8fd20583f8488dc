//! A running program as the owner sees it (its clock, what it is doing, and its end), and the line to its supervisor: what the owner asks, and
//! which answers it takes.

use std::cell::OnceCell;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use crate::command::SandboxLimits;
use crate::error::SandboxError;
use crate::observation::{Exit, LimitKind};
use crate::protocol::{self, MessageReceiver, ProcessUsage, SupervisorReply, SupervisorRequest};
use crate::reads::CallListener;
use crate::stopped_tree::{self, StoppedTree};
use crate::thread_state::{self, FileId, InputPoll, ThreadState};

/// A program that runs.
#[derive(Debug)]
pub(super) struct RunningProgram<'s> {
    descriptor: OwnedFd,
    /// Readable once the supervisor tells that the program has ended, or is gone itself.
    supervisor: BorrowedFd<'s>,
    /// Its number here, which differs from the one in its own namespace; none if it has ended already. Looked up when
    /// it is first needed: most programs end before.
    number: OnceCell<Option<i32>>,
}

/// What is known of a process that has ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct EndedProcess {
    pub(super) exit: Exit,
    pub(super) cpu: Duration,
    pub(super) peak_memory: u64,
    pub(super) touched_memory: u64,
}

impl EndedProcess {
    /// From what `wait4` said.
    pub(super) fn new(status: i32, usage: ProcessUsage) -> EndedProcess {
        let exit = if libc::WIFSIGNALED(status) {
            Exit::Signal(libc::WTERMSIG(status))
        } else {
            Exit::Code(libc::WEXITSTATUS(status))
        };
        let ProcessUsage {
            cpu_microseconds,
            peak_memory,
            touched_memory,
        } = usage;
        EndedProcess {
            exit,
            cpu: Duration::from_micros(cpu_microseconds),
            peak_memory,
            touched_memory,
        }
    }
}

impl<'s> RunningProgram<'s> {
    pub(super) fn new(descriptor: OwnedFd, supervisor: BorrowedFd<'s>) -> RunningProgram<'s> {
        RunningProgram {
            descriptor,
            supervisor,
            number: OnceCell::new(),
        }
    }

    fn process_id(&self) -> Option<i32> {
        *self
            .number
            .get_or_init(|| stopped_tree::process_id(&self.descriptor))
    }

    /// Stops it, and all that it has started, until the value goes.
    pub(super) fn stop_tree(&self) -> io::Result<StoppedTree> {
        StoppedTree::new(&self.descriptor)
    }

    /// Processor time so far, of all its threads.
    pub(super) fn cpu_time(&self) -> Duration {
        let Some(number) = self.process_id() else {
            return Duration::ZERO;
        };
        let mut clock = 0;
        let mut time = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        #[expect(unsafe_code, reason = "a process's clock has no safe wrapper")]
        // SAFETY: both calls write one value each, to variables of this frame.
        let known = unsafe {
            libc::clock_getcpuclockid(number, &raw mut clock) == 0
                && libc::clock_gettime(clock, &raw mut time) == 0
        };
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        let nanoseconds = u64::try_from(time.tv_nsec).unwrap_or(0);
        if known {
            Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
        } else {
            Duration::ZERO
        }
    }

    /// What each of its threads has done so far; nothing if the kernel does not say.
    pub(super) fn thread_times(&self) -> Vec<ThreadTimes> {
        let times = self.thread_ids().into_iter().filter_map(|thread| {
            parse_thread_times(&std::fs::read_to_string(format!("/proc/{thread}/schedstat")).ok()?)
        });
        times.collect()
    }

    /// The longest time for which one of its threads waited for a processor: the machine was busy, and the program could
    /// have gone on.
    pub(super) fn longest_queue_time(&self) -> Duration {
        self.thread_times()
            .iter()
            .map(|times| times.queued)
            .max()
            .unwrap_or_default()
    }

    /// How much memory it holds, in bytes; nothing once it has ended.
    pub(super) fn held_memory(&self) -> u64 {
        let Some(number) = self.process_id() else {
            return 0;
        };
        parse_held_memory(
            &std::fs::read_to_string(format!("/proc/{number}/status")).unwrap_or_default(),
        )
    }

    /// How many threads it has; none once it has ended.
    pub(super) fn thread_count(&self) -> u64 {
        let Some(number) = self.process_id() else {
            return 0;
        };
        let status = std::fs::read_to_string(format!("/proc/{number}/status")).unwrap_or_default();
        parse_status_number(&status, "Threads:").unwrap_or(0)
    }

    /// Whether one of its threads sleeps until there is something to read from its script, on whichever descriptor. As long as
    /// another computes, it may be about to print what belongs before its input: then only the `patient` believe it.
    pub(super) fn waits_for_input(&self, script: FileId, patient: bool) -> bool {
        let states: Vec<ThreadState> = self
            .thread_ids()
            .into_iter()
            .map(thread_state::read_thread_state)
            .collect();
        let waits = states.iter().any(|doing| match doing {
            ThreadState::InCall(call) => call.input_poll(script) == Some(InputPoll::Blocking),
            ThreadState::Running | ThreadState::Unknown => false,
        });
        waits && (patient || !states.contains(&ThreadState::Running))
    }

    /// Its threads, as many as are worth looking at.
    fn thread_ids(&self) -> Vec<i32> {
        const MOST: usize = 64;
        let Some(number) = self.process_id() else {
            return Vec::new();
        };
        let Ok(threads) = std::fs::read_dir(format!("/proc/{number}/task")) else {
            return Vec::new();
        };
        let numbers = threads
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.take(MOST).collect()
    }
}

/// What a thread has done with its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ThreadTimes {
    /// On a processor.
    pub(super) computed: Duration,
    /// Ready to go on, in the queue for a processor.
    pub(super) queued: Duration,
}

/// What `schedstat` says of a thread: nanoseconds on a processor, nanoseconds in a queue for one, and how often it was given
/// one. A kernel that does not count says zero.
fn parse_thread_times(schedstat: &str) -> Option<ThreadTimes> {
    let mut numbers = schedstat
        .split_ascii_whitespace()
        .map_while(|word| word.parse::<u64>().ok());
    let computed = numbers.next()?;
    let queued = numbers.next()?;
    let _ = numbers.next()?;
    let [computed, queued] = [computed, queued].map(Duration::from_nanos);
    (computed > Duration::ZERO).then_some(ThreadTimes { computed, queued })
}

/// The sum of all that a process's status says of memory, which is in kibibytes: in use, swapped out, and in large pages,
/// which are counted apart. And the tables that lead to its pages: whoever only reads memory that was never written gets
/// the kernel's one page of zeros everywhere, but needs tables for as many addresses as there are.
fn parse_held_memory(status: &str) -> u64 {
    const COUNTED: [&str; 4] = ["VmRSS:", "VmSwap:", "VmPTE:", "HugetlbPages:"];
    COUNTED
        .iter()
        .filter_map(|name| parse_status_number(status, name))
        .sum::<u64>()
        .saturating_mul(1024)
}

/// The first number behind a name in the text of `/proc/PID/status`; of memory, in kibibytes.
pub(super) fn parse_status_number(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

impl AsFd for RunningProgram<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.supervisor
    }
}

/// Which of the ends that the kernel tells are our limits.
pub(super) fn classify_exit(
    ended: EndedProcess,
    stopped: Option<LimitKind>,
    limits: &SandboxLimits,
) -> Exit {
    let signalled = |signal| ended.exit == Exit::Signal(signal);
    match stopped {
        Some(limit) => Exit::Stopped(limit),
        None if signalled(libc::SIGXCPU) && ended.cpu >= limits.cpu => {
            Exit::Stopped(LimitKind::Cpu)
        }
        None if signalled(libc::SIGKILL) && ended.cpu >= limits.cpu => {
            Exit::Stopped(LimitKind::Cpu)
        }
        None if signalled(libc::SIGXFSZ) => Exit::Stopped(LimitKind::FileSize),
        None if matches!(ended.exit, Exit::Signal(_)) && used_all_memory(ended, limits) => {
            Exit::Stopped(LimitKind::Memory)
        }
        // The machine's own memory was short, or a group's of which nobody told us.
        None if signalled(libc::SIGKILL) && ended.peak_memory >= limits.memory / 4 => {
            Exit::Stopped(LimitKind::Memory)
        }
        None => ended.exit,
    }
}

/// Whether a program held all of its memory but for what its code and its libraries reserve: a request for more was refused,
/// and it crashed because of that. Whoever holds less may have crashed for any reason.
fn used_all_memory(ended: EndedProcess, limits: &SandboxLimits) -> bool {
    const RESERVED: u64 = 8 << 20;
    let left = RESERVED.max(limits.memory / 32);
    ended.peak_memory >= limits.memory.saturating_sub(left).max(limits.memory / 2)
}

/// The line to a supervisor.
pub(super) struct SupervisorChannel<'s> {
    pub(super) socket: BorrowedFd<'s>,
    pub(super) inbox: &'s mut MessageReceiver,
}

impl SupervisorChannel<'_> {
    pub(super) fn send_request(
        &self,
        request: &SupervisorRequest,
        streams: &[BorrowedFd<'_>],
    ) -> Result<(), SandboxError> {
        protocol::send_message(self.socket, request, streams)
            .map_err(SandboxError::during_action("speak to the supervisor"))
    }

    /// The program, and its reads where they can be seen.
    pub(super) fn receive_start(
        &mut self,
        must_be_seen: bool,
    ) -> Result<(Option<CallListener>, OwnedFd), SandboxError> {
        let mut reads = None;
        let descriptor = loop {
            let (answer, mut descriptors) = self.receive_reply()?;
            match (answer, descriptors.pop()) {
                (SupervisorReply::Reads, Some(listener)) => {
                    reads = Some(CallListener::new(listener))
                }
                (SupervisorReply::Started, Some(descriptor)) => break descriptor,
                (answer, _) => return Err(unexpected_reply_error(answer)),
            }
        };
        if must_be_seen && reads.is_none() {
            self.finish_run(false)?;
            let unseen = io::Error::from(io::ErrorKind::Unsupported);
            return Err(SandboxError::during_action("see where a program reads")(
                unseen,
            ));
        }
        Ok((reads, descriptor))
    }

    pub(super) fn finish_run(&mut self, by_itself: bool) -> Result<EndedProcess, SandboxError> {
        if !by_itself {
            self.send_request(&SupervisorRequest::Finish, &[])?;
        }
        match self.receive_reply()? {
            (SupervisorReply::Ended { status, usage }, _) => Ok(EndedProcess::new(status, usage)),
            (answer, _) => Err(unexpected_reply_error(answer)),
        }
    }

    pub(super) fn receive_reply(
        &mut self,
    ) -> Result<(SupervisorReply, Vec<OwnedFd>), SandboxError> {
        match self.inbox.receive_message(self.socket) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(SandboxError::SupervisorGone),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                Err(SandboxError::SupervisorGone)
            }
            Err(error) => Err(SandboxError::during_action("listen to the supervisor")(
                error,
            )),
        }
    }
}

/// What an answer comes to that nobody asked for; the supervisor's own failures are among them.
pub(super) fn unexpected_reply_error(answer: SupervisorReply) -> SandboxError {
    match answer {
        SupervisorReply::Failed { step, errno } => SandboxError::Step {
            step,
            source: io::Error::from_raw_os_error(errno),
        },
        _ => SandboxError::SupervisorGone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_computes_or_is_in_the_queue_for_it() {
        let [computed, queued] = [2, 7].map(Duration::from_millis);
        let times = parse_thread_times("2000000 7000000 12\n");
        assert_eq!(times, Some(ThreadTimes { computed, queued }));
        for unknown in ["0 0 0\n", "", "12", "1 2\n"] {
            assert_eq!(parse_thread_times(unknown), None, "{unknown:?}");
        }
    }

    #[test]
    fn all_that_a_process_holds_is_counted_and_nothing_twice() {
        let status = "Name:\tVmRSS: 9 kB\nVmHWM:\t  900 kB\nVmRSS:\t    1000 kB\nRssShmem:\t 100 kB\n\
                      VmPTE:\t      20 kB\nVmSwap:\t       3 kB\nHugetlbPages:\t 4 kB\nThreads:\t1\n";
        assert_eq!(parse_held_memory(status), 1027 << 10);
        assert_eq!(parse_held_memory(""), 0, "it has ended");
    }
}
