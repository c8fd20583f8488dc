//! Whether a thread waits or polls for input: told by the call that it is in, and by what that call names.

use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};

/// A call that a thread makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ThreadSyscall {
    /// The thread, by its number here.
    pub(super) thread: i32,
    pub(super) number: libc::c_long,
    pub(super) arguments: [u64; 6],
}

/// What a thread does about a file that it may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InputPoll {
    /// It sleeps until there is something to read.
    Blocking,
    /// It asks whether there is, and goes on at once.
    Immediate,
}

/// What a thread is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ThreadState {
    /// It computes.
    Running,
    /// It sleeps in a call.
    InCall(ThreadSyscall),
    /// It sleeps elsewhere, or is gone.
    Unknown,
}

/// What a thread is doing now.
pub(super) fn read_thread_state(thread: i32) -> ThreadState {
    let line = std::fs::read_to_string(format!("/proc/{thread}/syscall")).unwrap_or_default();
    if line.trim_end() == "running" {
        return ThreadState::Running;
    }
    let mut words = line.split_ascii_whitespace();
    let Some(number) = words.next().and_then(|word| word.parse().ok()) else {
        return ThreadState::Unknown;
    };
    let mut arguments = [0; 6];
    for (argument, word) in arguments.iter_mut().zip(words) {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        *argument = u64::from_str_radix(digits, 16).unwrap_or(0);
    }
    ThreadState::InCall(ThreadSyscall {
        thread,
        number,
        arguments,
    })
}

impl ThreadSyscall {
    /// Whether it reads, however many pieces it reads into.
    pub(super) fn is_read(&self) -> bool {
        matches!(self.number, libc::SYS_read | libc::SYS_readv)
    }

    /// Whether it is seen to read from another file than `script`.
    pub(super) fn reads_other_file(&self, script: FileId) -> bool {
        let data = std::fs::metadata(format!("/proc/{}/fd/{}", self.thread, self.arguments[0]));
        self.is_read() && data.is_ok_and(|data| FileId::new(data.dev(), data.ino()) != script)
    }

    /// Whether it makes a thread.
    pub(super) fn creates_thread(&self) -> bool {
        self.number == libc::SYS_clone
    }

    /// How the thread polls for input from `script`; none if it does not.
    pub(super) fn input_poll(&self, script: FileId) -> Option<InputPoll> {
        let [first, second, third, fourth, fifth, _] = self.arguments;
        match self.number {
            _ if self.is_read() => self
                .reads_from(first, script)
                .then_some(InputPoll::Blocking),
            libc::SYS_ppoll => self.check_poll(first, second, script, self.timeout_at(third)),
            libc::SYS_pselect6 => self.check_select(first, second, script, self.timeout_at(fifth)),
            libc::SYS_epoll_pwait => self.check_epoll(first, script, poll_kind(fourth)),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_epoll_wait => self.check_epoll(first, script, poll_kind(fourth)),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_poll => self.check_poll(first, second, script, poll_kind(third)),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_select => self.check_select(first, second, script, self.timeout_at(fifth)),
            _ => None,
        }
    }

    /// A list of descriptors, each with what is waited for.
    fn check_poll(
        &self,
        list: u64,
        count: u64,
        script: FileId,
        poll: InputPoll,
    ) -> Option<InputPoll> {
        const ENTRY: usize = size_of::<libc::pollfd>();
        const MOST: u64 = 256;
        let mut entries = vec![0; usize::try_from(count.min(MOST)).ok()? * ENTRY];
        if !self.read_memory(list, &mut entries) {
            return self.assume_input_poll(count, poll);
        }
        let is_script = |entry: &[u8]| {
            let [a, b, c, d, low, high, ..] = *entry else {
                return false;
            };
            let wanted = i16::from_ne_bytes([low, high]) & (libc::POLLIN | libc::POLLRDNORM) != 0;
            let descriptor = i32::from_ne_bytes([a, b, c, d]);
            wanted && u64::try_from(descriptor).is_ok_and(|it| self.reads_from(it, script))
        };
        entries.chunks_exact(ENTRY).any(is_script).then_some(poll)
    }

    /// A bit for each descriptor.
    fn check_select(
        &self,
        count: u64,
        set: u64,
        script: FileId,
        poll: InputPoll,
    ) -> Option<InputPoll> {
        if set == 0 {
            return None;
        }
        let mut bits = [0; libc::FD_SETSIZE / 8];
        let bytes = usize::try_from(count.div_ceil(8))
            .unwrap_or(usize::MAX)
            .min(bits.len());
        if !self.read_memory(set, &mut bits[..bytes]) {
            return self.assume_input_poll(count, poll);
        }
        let is_set = |descriptor: &u64| {
            let byte = usize::try_from(descriptor / 8)
                .ok()
                .and_then(|byte| bits.get(byte));
            byte.is_some_and(|byte| byte >> (descriptor % 8) & 1 == 1)
        };
        let mut chosen = (0..count.min(libc::FD_SETSIZE as u64)).filter(is_set);
        chosen
            .any(|descriptor| self.reads_from(descriptor, script))
            .then_some(poll)
    }

    /// A descriptor that stands for others, which the kernel lists.
    fn check_epoll(&self, set: u64, script: FileId, poll: InputPoll) -> Option<InputPoll> {
        let path = format!("/proc/{}/fdinfo/{set}", self.thread);
        let listed = std::fs::read_to_string(path).ok()?;
        let mut targets = listed.lines().filter_map(parse_target);
        targets
            .any(|descriptor| self.reads_from(descriptor, script))
            .then_some(poll)
    }

    /// Where its memory may not be read, whoever waits is taken to wait for input: there is little else.
    fn assume_input_poll(&self, count: u64, poll: InputPoll) -> Option<InputPoll> {
        (count > 0 && poll == InputPoll::Blocking).then_some(poll)
    }

    /// A time that the thread names by its address: seconds, and parts of one.
    fn timeout_at(&self, address: u64) -> InputPoll {
        let mut time = [0; 16];
        let is_zero = address != 0 && self.read_memory(address, &mut time) && time == [0; 16];
        if is_zero {
            InputPoll::Immediate
        } else {
            InputPoll::Blocking
        }
    }

    /// Whether a descriptor of the thread's process is this file.
    fn reads_from(&self, descriptor: u64, file: FileId) -> bool {
        let data = std::fs::metadata(format!("/proc/{}/fd/{descriptor}", self.thread));
        data.is_ok_and(|data| FileId::new(data.dev(), data.ino()) == file)
    }

    /// Reads the thread's memory. It may change it meanwhile: then it is given a line early, or late.
    fn read_memory(&self, address: u64, bytes: &mut [u8]) -> bool {
        let memory = File::open(format!("/proc/{}/mem", self.thread));
        memory
            .and_then(|memory| memory.read_exact_at(bytes, address))
            .is_ok()
    }
}

fn parse_target(line: &str) -> Option<u64> {
    line.strip_prefix("tfd:")?
        .split_ascii_whitespace()
        .next()?
        .parse::<u64>()
        .ok()
}

/// A time in milliseconds; a negative one is without end.
fn poll_kind(milliseconds: u64) -> InputPoll {
    // The upper half is not the program's.
    if milliseconds & 0xFFFF_FFFF == 0 {
        InputPoll::Immediate
    } else {
        InputPoll::Blocking
    }
}

/// A file, whatever it is called and from wherever it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileId {
    device: u64,
    number: u64,
}

impl FileId {
    pub(super) fn new(device: u64, number: u64) -> FileId {
        FileId { device, number }
    }
}
